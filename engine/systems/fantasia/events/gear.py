"""Events of weapons and items."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.combatant import Place
from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.content.kinds import Hand


class WeaponDropped(Event, frozen=True, kw_only=True):
    """A weapon lies on the ground, where its owner stood.  [FF-FUM-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    place: Place | None


class WeaponEquipped(Event, frozen=True, kw_only=True):
    """A weapon is in hand now; the stowed ones are no longer.  [FF-EQ-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    hand: Hand
    stowed: tuple[str, ...]


class ShotFired(Event, frozen=True, kw_only=True):
    """A bullet leaves the chamber; so many are left in it.  [FF-EQ-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    bullets: int


class WeaponReloaded(Event, frozen=True, kw_only=True):
    """The chamber is full again.  [FF-EQ-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    bullets: int


class ItemUsed(Event, frozen=True, kw_only=True):
    """An item is used up; `remaining` of its kind are left."""

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("remaining",)
    combatant: str
    item: str
    target: str
    remaining: int | None = None
