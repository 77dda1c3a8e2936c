"""What a client has mastered: for people as text, for programs as JSON."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

Verdict = Literal["MASTERED", "FAILED", "NOT_TRIED"]
_SHOWN = {"MASTERED": "ok", "FAILED": "FAILED", "NOT_TRIED": "not tried"}


class Line(Struct, frozen=True):
    """A trouble, and how the client took it. saw: what was seen, or why it was not tried; seconds: how long it took."""

    scenario: str
    verdict: Verdict
    what: str
    saw: str
    seconds: float


class Report(Struct):
    """All of them, in the order in which they were played. now: what is being tried; "" when it is over."""

    client: str
    lines: list[Line] = []
    now: str = ""

    @property
    def mastered(self) -> bool:
        """Whether all was tried, and nothing failed."""
        return not self.now and bool(self.lines) and all(line.verdict == "MASTERED" for line in self.lines)

    def json(self) -> bytes:
        """As JSON: with `mastered`."""
        return msgspec.json.encode({"mastered": self.mastered, **msgspec.to_builtins(self)})

    def text(self) -> str:
        """For a terminal."""
        width = max((len(line.scenario) for line in self.lines), default=0)
        lines = [f"  {_SHOWN[line.verdict]:9}  {line.scenario:{width}}  {line.saw}" for line in self.lines]
        if self.now:
            return "\n".join([*lines, f"  ...        {self.now}"])
        done = sum(line.verdict == "MASTERED" for line in self.lines)
        return "\n".join([*lines, f"{self.client}: {done} of {len(self.lines)} mastered"])
