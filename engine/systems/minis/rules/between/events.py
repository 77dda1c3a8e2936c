"""Facts of the time between battles."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.minis.content.kinds import Resistance


class MiniEquipped(Event, frozen=True, kw_only=True):
    """A mini has these spells and resistances from now on. price: of them, in build points.  [MN-OUT-01, MN-OUT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("spells", "resistances")
    combatant: str
    spells: tuple[str, ...]
    resistances: tuple[Resistance, ...]
    price: int


class WarbandPriced(Event, frozen=True, kw_only=True):
    """What a side's warband costs, in build points.  [MN-OUT-06]

    budget: null: there is none. uncounted: names of the settings that are not set, and so count nothing.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("uncounted",)
    side: Annotated[str, SIDE]
    price: int
    budget: int | None = None
    uncounted: tuple[str, ...] = ()
