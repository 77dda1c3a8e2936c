"""Servers: a private one that we start and end, and the checks of somebody else's."""

from engine.store.server.binary import Binary, find, in_wheel, on_path
from engine.store.server.copying import copy_files
from engine.store.server.errors import (
    DamagedData,
    FolderInUse,
    NoBinary,
    ServerError,
    ServerRefused,
    StartFailed,
    UnreadableData,
)
from engine.store.server.foreign import Verdict, check, check_all
from engine.store.server.keeper import keep
from engine.store.server.private import Fsync, PrivateServer

__all__ = [
    "Binary",
    "DamagedData",
    "FolderInUse",
    "Fsync",
    "NoBinary",
    "PrivateServer",
    "ServerError",
    "ServerRefused",
    "StartFailed",
    "UnreadableData",
    "Verdict",
    "check",
    "check_all",
    "copy_files",
    "find",
    "in_wheel",
    "keep",
    "on_path",
]
