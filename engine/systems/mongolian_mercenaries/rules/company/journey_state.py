"""What a table sets for its company, and what the company keeps between fights: the calendar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds import Card, Cards, Count
from engine.systems.mongolian_mercenaries.sheet import DayPhase

DAYS_IN_SEASON = 84
"""7 days a week, 4 weeks a month, 3 months a season.  [MM-OUT-03]"""
PHASES = tuple(DayPhase)
"""Morning, noon, evening, night.  [MM-OUT-03]"""


class CompanySettings(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a table sets for its company.

    cards: of this table alone, as in its fights.  [MM-GEN-02]
    allies_eat: allies and pets eat provisions, too.  [MM-OUT-07]
    """

    cards: Cards = Cards()
    allies_eat: bool = False


class Journey(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where the company is in time.  [MM-OUT-03]

    day: the first is 1. day_phase: what comes next. camped: its camp is pitched.  [MM-OUT-08]  fed: it has eaten today.
    done: what it has done today and may do once a day.  [MM-OUT-19]  treated, repairing: who was treated, and who has
    repaired something, in this phase.  [MM-OUT-29]  watchful: it has used the night.  [MM-OUT-06]
    """

    day: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(default=1, name="journeyDay")
    day_phase: DayPhase = msgspec.field(default=DayPhase.MORNING, name="journeyPhase")
    camped: bool = False
    fed: bool = False
    done: tuple[Card, ...] = msgspec.field(default=(), name="doneToday")
    treated: tuple[str, ...] = msgspec.field(default=(), name="treatedNow")
    repairing: tuple[str, ...] = msgspec.field(default=(), name="repairingNow")

    @property
    def evolve_fighters(self) -> Callable[[Any, Any, Any], Any]:
        """How facts of fights change fighters: `between.py` says it for the campaigns that are played."""
        raise NotImplementedError

    @property
    def season(self) -> int:
        """0 to 3, counted from the first day.  [MM-OUT-03]"""
        return (self.day - 1) // DAYS_IN_SEASON % 4


def provisions_on(sheet: dict[str, object]) -> Count:
    """Units on a sheet in JSON.  [MM-OUT-07]"""
    units = sheet.get("provisions", 0)
    return units if isinstance(units, int) else 0
