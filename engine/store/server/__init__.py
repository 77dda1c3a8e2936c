"""Servers: a private one that Skald starts and ends, and checks of an external one."""

from engine.store.server.backup import copy_files
from engine.store.server.binary import Binary, find, in_wheel, on_path
from engine.store.server.errors import (
    DamagedData,
    FolderInUse,
    NoBinary,
    ServerError,
    ServerRefused,
    StartFailed,
    UnreadableData,
)
from engine.store.server.external import Verdict, check, check_all
from engine.store.server.keepalive import keep_alive
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
    "keep_alive",
    "on_path",
]
