"""Events of attacks, fumbles and reactions."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Place, Weight
from engine.systems.fantasia.rules.basics.events import Outcome


class AbilityLaunched(Event, frozen=True, kw_only=True):
    """A spell or technique takes effect on everybody it affects.  [FF-MAG-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    ability: str
    targets: tuple[str, ...]


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


class HitAutomatic(Event, frozen=True, kw_only=True):
    """The target is helpless: the attack hits without a roll.  [FF-KO-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    attacker: str
    target: str


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


class WeaponDropped(Event, frozen=True, kw_only=True):
    """A weapon drops to the ground, at its owner's place.  [FF-FUM-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    weapon: str
    place: Place | None


class ShotFired(Event, frozen=True, kw_only=True):
    """A bullet leaves the chamber. bullets: how many are left in it.  [FF-EQ-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    weapon: str
    bullets: int


class ReactionUsed(Event, frozen=True, kw_only=True):
    """A combatant uses a reaction ability.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    reaction: str


class AvoidanceTested(Event, frozen=True, kw_only=True):
    """2d + EV or BM against the total of the hit: reaching it cancels the hit.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attacker: str
    reaction: str
    total: int
    difficulty: int
    passed: bool


class HitTakenOver(Event, frozen=True, kw_only=True):
    """A combatant takes over the hit on the target.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    attacker: str
