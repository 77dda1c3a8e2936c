"""Events of initiative, distances and captives."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Distance


class InitiativeSet(Event, frozen=True, kw_only=True):
    """The INC of a combatant in this round; null: closed here.  [MM-INIT-01, MM-INIT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("initiative",)
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    initiative: int | None = None


class Waited(Event, frozen=True, kw_only=True):
    """A combatant waits: its turn comes later in this round. initiative: null: closed here.  [MM-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("initiative",)
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    initiative: int | None = None


class SurrenderSpurned(Event, frozen=True, kw_only=True):
    """A combatant would surrender, but no opponent takes captives.  [MM-MOR-11, RUL-33]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class CaptivesTaken(Event, frozen=True, kw_only=True):
    """Those who gave themselves up are captives of the party from now on.  [MM-MOR-09, MM-END-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatants: tuple[str, ...]


class DistanceChanged(Event, frozen=True, kw_only=True):
    """The distance of a pair of opponents is another; that of no other pair.  [MM-MOVE-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    distance: Distance
