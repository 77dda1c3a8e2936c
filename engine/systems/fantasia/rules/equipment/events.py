"""Events of weapons and items."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Hand


class WeaponEquipped(Event, frozen=True, kw_only=True):
    """A weapon is now in hand; the stowed ones are not any more.  [FF-EQ-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    weapon: str
    hand: Hand
    stowed: tuple[str, ...]


class WeaponReloaded(Event, frozen=True, kw_only=True):
    """The chamber is full again.  [FF-EQ-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    weapon: str
    bullets: int


class ItemUsed(Event, frozen=True, kw_only=True):
    """An item is used up; `remaining` of its kind are left."""

    audience: ClassVar[Audience] = Audience.FIGURES
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("remaining",)
    combatant: str
    item: str
    target: str
    remaining: int | None = None
