"""The events of positions, cover, distance, screens, mounts and traps."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

from msgspec import field

from engine.kit import NOBODY, Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Distance, Obstacle, Rank


class Hindering(Enum):
    """SCREEN: of an ally.  [MM-MOVE-08]  BLOCK: of an opponent.  [MM-MOVE-09]"""

    SCREEN = "SCREEN"
    BLOCK = "BLOCK"


class CoverTaken(Event, frozen=True, kw_only=True):
    """A combatant is behind the cover of its position from now on.  [MM-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class CoverLeft(Event, frozen=True, kw_only=True):
    """A combatant is behind its cover no longer, and crouches no longer.  [MM-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class Crouched(Event, frozen=True, kw_only=True):
    """A combatant crouches.  [MM-COV-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class LeantOut(Event, frozen=True, kw_only=True):
    """A combatant crouches no longer.  [MM-COV-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class DistanceChanged(Event, frozen=True, kw_only=True):
    """The distance of a pair of opponents is another; that of no other pair.  [MM-MOVE-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    distance: Distance


class ScreenSet(Event, frozen=True, kw_only=True):
    """A combatant screens an ally, or blocks an opponent.  [MM-MOVE-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    hindering: Hindering


class ScreenEnded(Event, frozen=True, kw_only=True):
    """A screen or block is over.  [MM-MOVE-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    target: str
    hindering: Hindering


class MountedUp(Event, frozen=True, kw_only=True):
    """A combatant is in the saddle. mount: the card of what it rides.  [MM-MNT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("mount",)
    combatant: str
    mount: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A combatant is on foot again."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class PositionChanged(Event, frozen=True, kw_only=True):
    """What is on a position is another, as it is told here.  [MM-FIELD-06]  trap, special: their cards; null: none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("laidTrap", "specialArea")
    side: Annotated[str, NOBODY]
    rank: Rank = field(name="position")
    cover: Cover
    obstacle: Obstacle
    trap: str | None = field(name="laidTrap")
    special: str | None = field(name="specialArea")


class TrapSprung(Event, frozen=True, kw_only=True):
    """Somebody has come to stand on a trap.  [MM-FIELD-07, MM-DW-23]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("trap",)
    combatant: str
    trap: str


EVENTS: tuple[type[Event], ...] = (
    CoverTaken, CoverLeft, Crouched, LeantOut, DistanceChanged, ScreenSet, ScreenEnded, MountedUp, Dismounted,
    PositionChanged, TrapSprung,
)  # fmt: skip
