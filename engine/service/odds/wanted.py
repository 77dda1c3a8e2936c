"""What is asked of runs: by which bots, from which seed, and when they are enough."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal
from engine.service.bots.simulation import Policy

LEAST, EVERY = 50, 10
"""Runs from which on the width of intervals is looked at, and how often: looked at earlier, they are too narrow."""
MOST = 2000
"""Runs of one question."""


class Wanted(Struct, frozen=True, kw_only=True):
    """within: half the width of the widest interval of who wins, at which it is enough. runs: the most. seconds: the
    most, of the clock. rounds: played at most, the present one is the first. bots: side -> policy, "" for all others.

    seed: the same seed makes the same runs on every machine, however many work on them.
    """

    within: Annotated[float, Meta(ge=0.01, le=0.5)] = 0.05
    runs: Annotated[int, Meta(ge=1, le=MOST)] = 200
    seconds: Annotated[int, Meta(ge=1, le=600)] = 10
    rounds: Annotated[int, Meta(ge=1, le=200)] = 50
    bots: dict[str, Policy] = {}
    seed: str = "odds"

    def policies(self) -> dict[str, Policy]:
        """How each side plays; those that are not named by the policy of runs."""
        return {"": "RUN", **self.bots}


def require_sides(fight: Fight, wanted: Wanted) -> None:
    """RuleRefusal for bots of a side of which nobody is in the fight."""
    known = {"", *(combatant.side for combatant in fight.combatants.values())}
    for side in wanted.bots:
        if side not in known:
            raise RuleRefusal(f"nobody is of the side {side!r}", code="UNKNOWN", field="bots")
