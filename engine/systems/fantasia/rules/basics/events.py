"""Events of all chapters."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.types import SideBlock


class Outcome(Enum):
    """The outcome of an attack roll.  [FF-ATK-01, FF-CRIT-01, FF-FUM-01]"""

    HIT = "HIT"
    MISS = "MISS"
    CRITICAL = "CRITICAL"
    FUMBLE = "FUMBLE"


class CriticalGiven(Event, frozen=True, kw_only=True):
    """A natural 12 hit several targets: this one takes double damage.  [FF-CRIT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    attacker: str
    target: str


class OpposedCheckMade(Event, frozen=True, kw_only=True):
    """Both roll 2d + an attribute; the higher total wins, and a tie is not enough.  [FF-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attribute: Attribute
    total: int
    opponent: str
    opposing: Attribute
    opposed_total: int
    passed: bool


class SidesOrdered(Event, frozen=True, kw_only=True):
    """The order in which sides act, from now on.  [FF-INIT-04, FF-INIT-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    narrowed: ClassVar[tuple[str, ...]] = ("all_blocks",)
    words: ClassVar[tuple[str, ...]] = ("blocks", "all_blocks")
    blocks: tuple[SideBlock, ...]
    all_blocks: tuple[SideBlock, ...] | None = None

    @property
    def in_full(self) -> tuple[SideBlock, ...]:
        """All of them, for the reducer."""
        return self.blocks if self.all_blocks is None else self.all_blocks
