"""Events of damage, healing, statuses and rest."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.content.kinds import Element, Factor, Mod


class Nature(Enum):
    """Whether damage is physical or magic; defending halves only the first."""

    PHYSICAL = "PHYSICAL"
    MAGIC = "MAGIC"


class Rested(Event, frozen=True, kw_only=True):
    """Somebody has rested, and recovers so many percent of his maximal points.  [FF-REST-01, FF-REST-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    hours: int
    percent: int


class DamageTaken(Event, frozen=True, kw_only=True):
    """One instance of damage, above 0. cause: a combatant, or an effect. factors: what multiplied it.

    lowered: how much less it is by a reaction, after all factors.
    """

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("factors",)
    target: str
    cause: str
    damage: int
    nature: Nature
    element: Element | None = None
    factors: tuple[Factor, ...] | None = None
    lowered: int = 0


class NoEffect(Event, frozen=True, kw_only=True):
    """An element is nothing to somebody: neither damage nor effects.  [FF-ELEM-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    element: Element | None = None


class StatusStated(Event, frozen=True, kw_only=True):
    """The source of a status states figures of its own, or other dice of each turn.  [FF-STG-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    condition: str
    mods: tuple[Mod, ...]
    turn_dice: int | None


class StatusFailed(Event, frozen=True, kw_only=True):
    """A status does not come about. reason: in the system's words; cause: who or what brought it.  [FF-STG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    status: str
    reason: str


class Healed(Event, frozen=True, kw_only=True):
    """Points given back, as rolled; the vital figure rises to its maximum at most. vital: `hp` or `mp`."""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    healing: int
    vital: str
