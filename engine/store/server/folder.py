"""The data folder: used by one Skald and one server at a time.

Two locks, because a server can outlive the Skald that started it. `skald.lock` is held by this process only.
`server.lock` is inherited by the server: while it is held, a server has these files open, whoever started it and
whether or not a pid was recorded. The kernel releases both when their holder dies, so neither goes stale.

Contents: `appendonlydir/` the data · `server.json` the server that wrote it · `server.log` · `server.pid` while it runs
· `*.cut` unfinished data cut off after a crash (see `repair`), never read again · the two locks.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from engine.store.server.errors import FolderInUse

_PATIENCE = 0.01  # seconds between two checks of a lock


class Folder:
    """A data folder held exclusively by this process, until `release`."""

    def __init__(self, path: Path) -> None:
        """Create the folder if needed (for this user only: it holds dice secrets) and lock it.

        Raises FolderInUse, naming the process that has it.
        """
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path.resolve()
        self._lock: int | None = _open(self.path / "skald.lock")
        if not _try(self._lock):
            pid = _read_pid(self.path / "skald.lock")
            os.close(self._lock)
            self._lock = None
            holder = f"process {pid}" if pid else "another process"
            raise FolderInUse(
                f"{self.path} is in use by another Skald ({holder}): end it, or give this one another data folder", pid
            )
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the folder. Calling it twice is harmless."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # -- the server's lock
    def has_server(self) -> bool:
        """Whether a server or one of its children still has the files open."""
        lock = self.lend(0)
        if lock is None:
            return True
        os.close(lock)
        return False

    def lend(self, seconds: float) -> int | None:
        """The server lock as a descriptor for the server to inherit; the caller closes its own copy.

        None if another server still holds it after `seconds`.
        """
        lock = _open(self.path / "server.lock")
        until = time.monotonic() + seconds
        while not _try(lock):
            if time.monotonic() >= until:
                os.close(lock)
                return None
            time.sleep(_PATIENCE)
        return lock

    def is_free(self, seconds: float) -> bool:
        """Wait until the server is gone; False if it still runs after `seconds`."""
        lock = self.lend(seconds)
        if lock is None:
            return False
        os.close(lock)
        return True

    def server_pid(self) -> int:
        """The pid recorded by the server; 0 if there is none. It may be stale: check before use."""
        return _read_pid(self.path / PIDFILE)


PIDFILE = "server.pid"


def _open(path: Path) -> int:
    # Python's descriptors are not inherited by default, so no child keeps a lock by accident.
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _try(lock: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _read_pid(path: Path) -> int:
    try:
        return int(path.read_text().strip() or 0)
    except (OSError, ValueError):
        return 0
