"""Events of what figures carry, and of doors."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.combatant import Place
from engine.kernel.messages import Audience, Event


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A ranged weapon can shoot again.  [DD-ROUND-01, DD-REA-24]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class WeaponUnloaded(Event, frozen=True, kw_only=True):
    """A ranged weapon has shot: till it is loaded again it cannot.  [DD-REA-22]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class LoadDropped(Event, frozen=True, kw_only=True):
    """Somebody is left alone with what two carried, and lets it fall. load: what that is."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("load",)
    combatant: str
    load: str


class DoorOpened(Event, frozen=True, kw_only=True):
    """A door or gate stands open: its square can be passed."""

    audience: ClassVar[Audience] = Audience.ALL
    at: Place
