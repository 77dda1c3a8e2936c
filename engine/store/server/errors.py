"""Errors of a server; every message says what to do.

ServerError
  NoBinary          no usable server program is installed
  FolderInUse       another Skald, or an unreachable server, uses the data folder
  UnreadableData    no installed server can read the folder
  DamagedData       the append-only file is damaged in a way that no crash causes: not repaired automatically
  StartFailed       the server did not start, or did not answer
  ServerRefused     an external server is configured so that encounters could be lost
"""

from __future__ import annotations

from engine.kernel.structs.errors import SkaldError


class ServerError(SkaldError):
    """Base of the errors of a Redis or Valkey server."""


class NoBinary(ServerError):
    """No usable server program is installed."""


class FolderInUse(ServerError):
    """Another Skald, or an unreachable server, uses the data folder.

    pid: of the process that holds it, 0 if unknown.
    """

    def __init__(self, message: str, pid: int = 0) -> None:
        super().__init__(message)
        self.pid = pid


class UnreadableData(ServerError):
    """No installed server can read the folder."""


class DamagedData(ServerError):
    """The append-only file is damaged in a way that no crash causes: not repaired automatically."""


class StartFailed(ServerError):
    """The server did not start, or did not answer."""


class ServerRefused(ServerError):
    """An external server is configured so that encounters could be lost."""
