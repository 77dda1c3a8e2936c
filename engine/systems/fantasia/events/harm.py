"""Events of damage, healing, statuses and rest."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.content.kinds import Element, Factor, Mod


class Nature(Enum):
    """Whether damage is physical or magic; defending halves only physical damage."""

    PHYSICAL = "PHYSICAL"
    MAGIC = "MAGIC"


class Rested(Event, frozen=True, kw_only=True):
    """A combatant has rested, and recovers so many percent of its maximal points.  [FF-REST-01, FF-REST-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    hours: int
    percent: int


class DamageTaken(Event, frozen=True, kw_only=True):
    """One instance of damage, above 0. cause: a combatant, or an effect. factors: what multiplied it.

    lowered: how much a reaction reduced it, after all factors.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("factors",)
    target: str
    cause: str
    damage: int
    nature: Nature
    element: Element | None = None
    factors: tuple[Factor, ...] | None = None
    lowered: int = 0


class NoEffect(Event, frozen=True, kw_only=True):
    """An element has no effect on a combatant: neither damage nor effects.  [FF-ELEM-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    element: Element | None = None


class StatusStated(Event, frozen=True, kw_only=True):
    """The source of a status sets other figures, or other dice for each turn.  [FF-STG-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    target: str
    condition: str
    mods: tuple[Mod, ...]
    turn_dice: int | None


class StatusFailed(Event, frozen=True, kw_only=True):
    """A status is not gained. reason: in the system's words; cause: who or what would have caused it.  [FF-STG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    status: str
    reason: str


class Healed(Event, frozen=True, kw_only=True):
    """Points given back, as rolled; the vital rises to its maximum at most. vital: `hp` or `mp`."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    target: str
    cause: str
    healing: int
    vital: str
