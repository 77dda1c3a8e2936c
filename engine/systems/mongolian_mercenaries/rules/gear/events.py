"""Events of gear that is moved, handed over or gained, and of levels."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.sheet import Stow


class GearMove(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something goes elsewhere."""

    item: str
    stow: Stow


class GearMoved(Event, frozen=True, kw_only=True):
    """A combatant has looked through its equipment, and swapped things.  [MM-ACT-09, MM-DW-24]

    items: what has been swapped. moves: where each of it went.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]
    moves: tuple[GearMove, ...] = field(name="gearMoves")


class GearHanded(Event, frozen=True, kw_only=True):
    """Things pass from one to another. items: by the ids that they had.  [MM-ACT-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    target: str
    items: tuple[str, ...]


class GearGained(Event, frozen=True, kw_only=True):
    """Somebody gets things. items: ids of their cards.  [MM-END-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]


class GearDropped(Event, frozen=True, kw_only=True):
    """Dropped things leave the game.  [MM-EQ-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("items",)
    combatant: str
    items: tuple[str, ...]


class ItemSpent(Event, frozen=True, kw_only=True):
    """An item is used up.  [MM-POT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class LevelGained(Event, frozen=True, kw_only=True):
    """A character rises by a level: Health and Power are full.  [MM-ATTR-13, MM-REC-06]

    points: of development, gained.  [MM-ATTR-14]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    level: int
    points: int = field(name="developmentPoints")


class ExperienceKept(Event, frozen=True, kw_only=True):
    """What a character has of experience since its last level.  [MM-ATTR-16, RUL-58]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    xp: int
