"""The private server: a Redis or Valkey owned by Skald, on a data folder and a socket that nobody else can open."""

from __future__ import annotations

import atexit
import logging
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import quote

from engine.store.server.binary import Binary, format_version
from engine.store.server.errors import FolderInUse, ServerError, StartFailed
from engine.store.server.folder import PIDFILE, Folder
from engine.store.server.probe import ServerStatus, ask_to_end, names_socket, server_facts, server_status, wait_ready
from engine.store.server.repair import repair
from engine.store.server.socket_path import make_room, socket_for
from engine.store.server.version_record import VersionRecord, choose, read_record, write_record

LOG = logging.getLogger(__name__)

Fsync = Literal["always", "everysec", "no"]

LOGFILE = "server.log"

# Seconds for a server to end: by itself, after SIGTERM, after SIGKILL; and for the children of a killed one.
_END, _TERM, _KILL, _ORPHANS = 30.0, 10.0, 10.0, 60.0


class PrivateServer:
    """A server that lives as long as this process, and is adopted by the next one if it outlives it.

    Never two servers or two Skalds on one folder: see `folder`. A tail cut by a crash is repaired before the
    server takes commands: see `repair`. All methods block; call them with `asyncio.to_thread` from async code.
    Use it only from the process that started it; other processes of the same host connect to `url`.
    """

    def __init__(self, folder: Folder, appendfsync: Fsync, among: Sequence[Binary] | None, patience: float) -> None:
        """Use `start`."""
        self._folder = folder
        self._socket = socket_for(folder.path)
        self._settings: Mapping[str, str] = {
            "appendonly": "yes",
            "appendfsync": appendfsync,
            "aof-load-truncated": "no",  # never half a step: see repair
            "no-appendfsync-on-rewrite": "no",  # `always` means always
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        self._among = among
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._adopted = False
        self._stopped = False
        self._turn = threading.RLock()  # one start, restart or end at a time
        self._owner = os.getpid()

    @classmethod
    def start(
        cls,
        data: Path,
        *,
        appendfsync: Fsync = "always",
        among: Sequence[Binary] | None = None,
        patience: float = 30.0,
    ) -> Self:
        """Start the server on a folder, created if needed, or take over the one that a killed Skald left there.

        appendfsync: when a step is on the disk; `always`: before it is acknowledged.
        among: the servers to choose from, instead of all installed ones.
        patience: seconds without any answer before giving up; reading the files may take longer.
        Returns when it takes commands. Raises FolderInUse, NoBinary, UnreadableData, DamagedData, StartFailed.
        """
        folder = Folder(data)
        server = cls(folder, appendfsync, among, patience)
        try:
            if not server._take_over():
                server._launch()
        except BaseException:
            folder.release()
            raise
        atexit.register(server._at_exit)
        return server

    # -- properties
    @property
    def url(self) -> str:
        """For redis-py. The same after every restart."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def socket(self) -> Path:
        """The socket in the url; clients other than redis-py need the bare path."""
        return self._socket

    @property
    def data(self) -> Path:
        """The data folder, resolved."""
        return self._folder.path

    @property
    def pid(self) -> int:
        """The server's process id. Changes when `ensure` restarts it."""
        return self._pid

    @property
    def adopted(self) -> bool:
        """Whether it was already running at the start."""
        return self._adopted

    def runs(self) -> bool:
        """Whether its process exists; very cheap."""
        if self._process is not None:
            return self._process.poll() is None
        return self._adopted and self._folder.has_server()

    def reachable(self) -> bool:
        """Whether it runs and its socket still exists; very cheap."""
        return self.runs() and self._socket.exists()

    def alive(self) -> bool:
        """Whether it runs and answers now; also True while it reads its files."""
        return self.runs() and server_status(self._socket) is not ServerStatus.SILENT

    # -- operations
    def ensure(self) -> bool:
        """Restart it on the same socket, repaired if needed, if it died or stopped answering.

        One try; True if it was restarted. Acknowledged data is kept, as `appendfsync` promises.
        Raises as `start` does, and StartFailed after `stop`.
        """
        with self._turn:
            if self._stopped:
                raise StartFailed("the private server was stopped; start a new one")
            if self.runs():
                # Only a longer silence ends a server: a slow disk can block it for a while.
                if self.reachable() and self._wait():
                    return False
                LOG.warning("the private server (pid %d) no longer answers: ending it", self._pid)
                self._end()
            LOG.warning("the private server (pid %d) is gone: starting it again", self._pid)
            self._launch()
            return True

    def stop(self) -> None:
        """End the server and release the folder. Nothing is lost, with any `appendfsync`. Twice is harmless."""
        with self._turn:
            if self._stopped:
                return
            self._stopped = True
            atexit.unregister(self._at_exit)
            try:
                self._end()
            finally:
                self._clear_room()
                self._folder.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _at_exit(self) -> None:
        if os.getpid() == self._owner:  # a forked child inherits the registration, not the server
            self.stop()

    # -- starting
    def _take_over(self) -> bool:
        """Use the server that a killed Skald left on the folder. False if there is none; an unusable one is ended."""
        if not self._folder.has_server():
            return False
        written = read_record(self.data)
        socket = Path(written.socket) if written is not None else self._socket
        # It may not listen yet if its Skald was killed during the start.
        wait_ready(socket, self._folder.has_server, min(self._patience, 5.0))
        found = server_facts(socket, self._settings)
        if found is not None and not (found.data.exists() and found.data.samefile(self.data)):
            found = None  # another server on that socket
        if found is None:
            self._remove_unreachable(socket)
            return False
        self._socket, self._pid, self._adopted = socket, found.pid, True
        if found.settings != self._settings:
            LOG.info("the server left over by an earlier run (pid %d) has other settings: ending it", found.pid)
            self._end()
            return False
        LOG.info("using the server left over by an earlier run (pid %d)", found.pid)
        return True

    def _remove_unreachable(self, socket: Path) -> None:
        """A server holds the files and does not answer: end it if it is certainly Skald's, else refuse."""
        pid = self._folder.server_pid()
        if pid and names_socket(pid, socket):
            LOG.warning("the server left over by an earlier run (pid %d) does not answer: ending it", pid)
            self._pid, self._adopted = pid, True
            self._end()
        elif not self._folder.is_free(_ORPHANS):  # a killed server may leave a child that rewrites the file
            raise FolderInUse(
                f"a server that cannot be reached holds the files in {self.data} (pid {pid or 'unknown'}): end it",
                pid,
            )

    def _launch(self) -> None:
        """Choose a server and start it on the socket."""
        self._adopted = False
        binary = choose(self.data, self._among)
        make_room(self._socket)
        # Recorded before it runs: it may at once write data that an older one cannot read.
        write_record(self.data, VersionRecord(binary.kind, format_version(binary.version), str(self._socket)))
        try:
            self._run_mended(binary)
        except BaseException:
            self._clear_room()
            raise
        LOG.info("started %s on %s (pid %d)", binary, self.data, self._pid)

    def _run_mended(self, binary: Binary) -> None:
        """Start the process; if it refuses the files, repair them and start it once more."""
        log_from = self._log_size()
        if not self._run(binary):
            LOG.info("%s did not start on %s: checking its files", binary, self.data)
            if repair(binary, self.data) is None:
                raise StartFailed(f"{binary} did not start on {self.data}. It said:\n{self._log_since(log_from)}")
            log_from = self._log_size()
            if not self._run(binary):
                raise StartFailed(
                    f"{binary} did not start on {self.data}, not even mended. It said:\n{self._log_since(log_from)}"
                )

    def _run(self, binary: Binary) -> bool:
        """Start the process and wait until it takes commands. False if it ended by itself."""
        lock = self._folder.lend(_ORPHANS)
        if lock is None:
            raise FolderInUse(f"another server holds the files in {self.data}: end it", self._folder.server_pid())
        arguments = [word for name, value in self._settings.items() for word in (f"--{name}", value)]
        # Names are relative to the working directory, the data folder, so no path needs Redis' quoting.
        arguments += ["--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"]
        arguments += ["--daemonize", "no", "--pidfile", PIDFILE, "--logfile", LOGFILE]
        try:
            with (self.data / LOGFILE).open("ab") as log:
                self._process = subprocess.Popen(
                    [binary.path, *arguments],
                    cwd=self.data,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=(lock,),
                    umask=0o077,  # the files hold dice secrets, and an older folder may be open to others
                    start_new_session=True,  # Ctrl-C in the terminal is for Skald, which ends the server itself
                )
        except OSError as error:
            raise StartFailed(f"cannot run {binary.path}: {error}") from error
        finally:
            os.close(lock)  # without unlocking: the server's copy keeps it
        self._pid = self._process.pid
        try:
            ready = self._wait()
            if not ready and self.runs():
                raise StartFailed(f"{binary} (pid {self._pid}) gave no answer for {self._patience:g} s")
            if ready:
                self._check_settings()
        except BaseException:
            self._end()
            raise
        return ready

    def _wait(self) -> bool:
        return wait_ready(self._socket, self.runs, self._patience) is ServerStatus.READY

    def _check_settings(self) -> None:
        """Check the settings that the server reports, not those it was given."""
        found = server_facts(self._socket, self._settings)
        if found is None or found.settings != self._settings or found.pid != self._pid:
            raise StartFailed(f"the server on {self._socket} is not set up as asked: {found}")

    # -- ending
    def _end(self) -> None:
        """End the process: SHUTDOWN, SIGTERM, SIGKILL."""
        if not self.runs():
            return
        if server_status(self._socket) is not ServerStatus.SILENT:
            ask_to_end(self._socket)
            if self._gone(_END):
                return
        for sign, seconds in ((signal.SIGTERM, _TERM), (signal.SIGKILL, _KILL)):
            LOG.warning("the private server (pid %d) did not end: sending %s", self._pid, sign.name)
            with suppress(ProcessLookupError):
                os.kill(self._pid, sign)
            if self._gone(seconds):
                return
        raise ServerError(f"the private server (pid {self._pid}) cannot be ended")

    def _gone(self, seconds: float) -> bool:
        if self._process is None:
            return self._folder.is_free(seconds)
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _clear_room(self) -> None:
        """Remove the socket's directory, unless a server still uses it."""
        if not self._folder.has_server():
            with suppress(OSError):
                self._socket.unlink(missing_ok=True)
                self._socket.parent.rmdir()

    # -- its log
    def _log_size(self) -> int:
        log = self.data / LOGFILE
        return log.stat().st_size if log.exists() else 0

    def _log_since(self, start: int) -> str:
        """The last lines logged since the log had `start` bytes."""
        try:
            with (self.data / LOGFILE).open("rb") as log:
                log.seek(start)
                return "\n".join(log.read().decode(errors="replace").splitlines()[-8:])
        except OSError as error:
            return f"(no log: {error})"
