"""What can go wrong with a server, one sentence each; every message says what to do.

ServerError
  NoBinary          no server program that we can use is installed
  FolderInUse       another Skald, or a server we cannot reach, works on the data folder
  UnreadableData    the folder was written by a server that no installed one can follow
  DamagedData       the append-only file is broken in a way that no crash leaves behind: not mended by itself
  StartFailed       the server did not come up, or did not answer
  ServerRefused     somebody else's server is set up so that fights could be lost
"""

from __future__ import annotations

from engine.kernel.errors import SkaldError


class ServerError(SkaldError):
    """Base of what can go wrong with a Redis or Valkey server."""


class NoBinary(ServerError):
    """No server program that we can use is installed."""


class FolderInUse(ServerError):
    """Another Skald, or a server we cannot reach, works on the data folder.

    pid: of the process that holds it, 0 where unknown.
    """

    def __init__(self, message: str, pid: int = 0) -> None:
        super().__init__(message)
        self.pid = pid


class UnreadableData(ServerError):
    """The folder was written by a server that no installed one can follow."""


class DamagedData(ServerError):
    """The append-only file is broken in a way that no crash leaves behind: not mended by itself."""


class StartFailed(ServerError):
    """The server did not come up, or did not answer."""


class ServerRefused(ServerError):
    """Somebody else's server is set up so that fights could be lost."""
