"""Events of attack rolls, and of natural 12s and 2s."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Audience, Event, Weight


class Outcome(Enum):
    """The outcome of an attack roll.  [FF-ATK-01, FF-CRIT-01, FF-FUM-01]"""

    HIT = "HIT"
    MISS = "MISS"
    CRITICAL = "CRITICAL"
    FUMBLE = "FUMBLE"


class TrapSprung(Event, frozen=True, kw_only=True):
    """A trap goes off under a combatant. trap_total: 2d + its AT against DE; null: it strikes without a roll."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    target: str
    trap: str
    trap_total: int | None
    against: int | None = None
    outcome: Outcome


class AttackRolled(Event, frozen=True, kw_only=True):
    """2d + AT (MA of a magic weapon) against the target's defence.  [FF-ATK-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    attacker: str
    target: str
    weapon: str
    total: int
    against: int | None = None
    outcome: Outcome


class MagicRolled(Event, frozen=True, kw_only=True):
    """2d + MA against the target's magic defence.  [FF-MAG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    caster: str
    target: str
    spell: str
    total: int
    against: int | None = None
    outcome: Outcome


class HitAutomatic(Event, frozen=True, kw_only=True):
    """The target is helpless: the attack hits without a roll.  [FF-KO-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    attacker: str
    target: str


class CriticalGiven(Event, frozen=True, kw_only=True):
    """A natural 12 hit several targets: this one takes double damage.  [FF-CRIT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    attacker: str
    target: str


class Reflected(Event, frozen=True, kw_only=True):
    """A spell goes back to its caster.  [FF-ST-12]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    caster: str
    target: str
    spell: str


class FumbleSettled(Event, frozen=True, kw_only=True):
    """The effect of a natural 2.  [FF-FUM-02]

    row: picked or rolled, 1 to 6, 0 for an effect of the game master's own (note says it).
    applied: the row that took effect; another one where the first did not fit.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    attacker: str
    row: int
    applied: int
    note: str
