"""A script that servers run: called by the hash of its text, and by the text where a server does not know it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from msgspec import Struct


class Script(Struct, frozen=True):
    """Its text in Lua, and the text's hash."""

    text: str
    sha: str

    @classmethod
    def of(cls, text: str) -> Script:
        """The script with this text."""
        return cls(text, sha1(text.encode(), usedforsecurity=False).hexdigest())

    def call(self, keys: Sequence[str], arguments: Sequence[str | int | bytes]) -> tuple[Any, ...]:
        """The command that runs it; NOSCRIPT where the server does not know it."""
        return ("EVALSHA", self.sha, len(keys), *keys, *arguments)

    def whole(self, keys: Sequence[str], arguments: Sequence[str | int | bytes]) -> tuple[Any, ...]:
        """The command that runs it anywhere, and makes it known there."""
        return ("EVAL", self.text, len(keys), *keys, *arguments)
