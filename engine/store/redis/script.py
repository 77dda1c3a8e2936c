"""A script that servers run: called by the hash of its text, and by the text where a server does not know it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha1
from typing import TypeVar

from msgspec import Struct
from redis.exceptions import NoScriptError

T = TypeVar("T")
Argument = str | int | float | bytes


class Script(Struct, frozen=True):
    """Its text in Lua, and the text's hash."""

    text: str
    sha: str

    @classmethod
    def of(cls, text: str) -> Script:
        """The script with this text."""
        return cls(text, sha1(text.encode(), usedforsecurity=False).hexdigest())

    async def run(self, execute: Callable[..., Awaitable[T]], keys: Sequence[str], arguments: Sequence[Argument]) -> T:
        """What it says. execute: sends a command to the server that has the keys, which are of one slot."""
        rest = (len(keys), *keys, *arguments)
        try:
            return await execute("EVALSHA", self.sha, *rest)
        except NoScriptError:
            # Sent whole: a server that starts anew between a loading and the call would have lost it once more.
            return await execute("EVAL", self.text, *rest)
