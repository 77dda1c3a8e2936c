"""The private server's socket path: short, for the kernel accepts at most 107 bytes."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from engine.store.server.errors import StartFailed

LONGEST = 103
"""Bytes; Linux takes 107, macOS 103."""


def socket_for(data: Path) -> Path:
    """A short path, always the same for the same folder, however long the folder's path. data: resolved."""
    name = f"skald-{os.getuid()}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}"
    path = Path(tempfile.gettempdir()).absolute() / name / "s"
    return path if len(os.fsencode(path)) <= LONGEST else Path("/tmp") / name / "s"


def make_room(socket: Path) -> None:
    """Create the socket's directory, private to this user. Raises StartFailed if somebody else created it first."""
    room = socket.parent
    try:
        room.mkdir(mode=0o700)
    except FileExistsError:
        # The name can be guessed and temporary directories are shared: trust only a directory owned by this user.
        found = room.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise StartFailed(f"{room} is not a directory of our own with mode 0700: remove it") from None
    except OSError as error:
        raise StartFailed(f"cannot make {room} for the server's socket: {error}") from error
