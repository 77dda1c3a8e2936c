"""A server-side script: called by its hash, or by its text if the server does not know the hash."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha1
from typing import TypeVar

from msgspec import Struct
from redis.exceptions import NoScriptError

T = TypeVar("T")
Argument = str | int | float | bytes


class Script(Struct, frozen=True):
    """Lua text and its SHA-1."""

    text: str
    sha: str

    @classmethod
    def of(cls, text: str) -> Script:
        """The script with this text."""
        return cls(text, sha1(text.encode(), usedforsecurity=False).hexdigest())

    async def run(self, execute: Callable[..., Awaitable[T]], keys: Sequence[str], arguments: Sequence[Argument]) -> T:
        """Run it and return the result. execute: sends a command to the server with the keys, which are of one slot."""
        rest = (len(keys), *keys, *arguments)
        try:
            return await execute("EVALSHA", self.sha, *rest)
        except NoScriptError:
            # EVAL instead of SCRIPT LOAD: a server that restarts before the next call would lose it again.
            return await execute("EVAL", self.text, *rest)
