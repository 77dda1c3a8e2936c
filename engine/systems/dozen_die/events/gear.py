"""Events of carried things and of doors."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Place, Weight


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A ranged weapon can shoot again.  [DD-ROUND-01, DD-REA-24]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class WeaponUnloaded(Event, frozen=True, kw_only=True):
    """A ranged weapon has shot: it cannot shoot until it is loaded again.  [DD-REA-22]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class LoadDropped(Event, frozen=True, kw_only=True):
    """A figure left alone with a load of two drops it. load: which one."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("load",)
    combatant: str
    load: str


class DoorOpened(Event, frozen=True, kw_only=True):
    """A door or gate is opened, and can be passed.

    at: its square; of a door between squares one that it is a side of. beyond: of such a door the square on its other
    side; null: the door is a square.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    at: Place
    beyond: Place | None = None
