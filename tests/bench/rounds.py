"""Interleaved rounds of all sides, and their statistics: a busy moment affects all sides alike."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from msgspec import Struct, field


class Sample(Struct, frozen=True):
    """One round of one side. check: a digest of the work done; equal if two sides did the same."""

    figure: float
    check: str = ""


class Series(Struct, frozen=True):
    """All rounds of one side, in the row's unit."""

    figures: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median round."""
        return statistics.median(self.figures)

    @property
    def low(self) -> float:
        """The least."""
        return min(self.figures)

    @property
    def high(self) -> float:
        """The greatest."""
        return max(self.figures)


class Goal(Struct, frozen=True):
    """A row's target. of: what is compared with `bound`; value: the measured result."""

    of: str
    value: float
    sign: Literal[">=", "<="]
    bound: float

    @property
    def met(self) -> bool:
        """Whether it is met."""
        return self.value >= self.bound if self.sign == ">=" else self.value <= self.bound

    def __str__(self) -> str:
        """As the table shows it."""
        return f"{self.of} {self.value:.2f} {self.sign} {self.bound:g}: {'met' if self.met else 'MISSED'}"


class Row(Struct, kw_only=True):
    """One line of the table.

    ours, limit, peers: in `unit`; an absent limit or peer was not measured. note: what a reader must know about the
    figures. against: a short description of the limit.
    """

    group: str
    work: str
    unit: str
    ours: Series
    limit: Series | None = None
    against: str = ""
    peers: dict[str, Series] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)
    note: str = ""

    @property
    def ratio(self) -> float:
        """Our figure divided by the limit."""
        return self.ours.median / self.limit.median if self.limit else float("nan")

    def over(self, peer: str) -> float:
        """Our figure divided by a peer's."""
        return self.ours.median / self.peers[peer].median

    def at_least(self, bound: float) -> Row:
        """The same with a goal: at least this multiple of the limit."""
        self.goals.append(Goal("of the limit", self.ratio, ">=", bound))
        return self

    def at_most(self, bound: float) -> Row:
        """The same with a goal: at most this multiple of the limit."""
        self.goals.append(Goal("of the limit", self.ratio, "<=", bound))
        return self

    def ahead_of(self, bound: float, *peers: str) -> Row:
        """The same with a goal for each measured peer of these: at least this multiple of it."""
        self.goals += [Goal(f"x {peer}", self.over(peer), ">=", bound) for peer in peers if peer in self.peers]
        return self


class OtherWork(Exception):
    """Two sides of a row did different work: their figures cannot be compared."""


Side = Callable[[], Awaitable[Sample]]


async def interleaved(rounds: int, sides: Mapping[str, Side], *, warm: bool = True) -> dict[str, Series]:
    """ours, limit, peer, ours, limit, peer ...

    warm: a first round is not counted: caches fill, scripts load.
    Raises OtherWork if the checks of a round differ; a side whose check is "" has none.
    """
    found: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(0 if warm else 1, rounds + 1):
        checks: dict[str, str] = {}
        for name, side in sides.items():
            gc.collect()
            sample = await side()
            if number:
                found[name].append(sample.figure)
            if sample.check:
                checks[name] = sample.check
        if len(set(checks.values())) > 1:
            raise OtherWork(f"not the same work: {checks}")
    return {name: Series(tuple(figures)) for name, figures in found.items()}
