"""Events of attacks, free strikes and getting away."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Attack


class AreaAttacked(Event, frozen=True, kw_only=True):
    """An attack on many, before it is carried out. means: the weapon, spell or attack. targets: in the order of rolls.

    [SA-AOE-01, SA-FF-01]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means", "zone")
    combatant: str
    means: str
    kind: Attack = field(name="attackKind")
    zone: str
    targets: tuple[str, ...]
    surprise: bool = False


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attack, before it is carried out. means: the weapon, spell or attack. free: a free strike.  [SA-FREE-01]

    surprise: nobody can parry it.  [SA-PARRY-09]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means",)
    combatant: str
    target: str
    means: str
    kind: Attack = field(name="attackKind")
    free: bool = False
    surprise: bool = False


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack has been carried out. damage: of a hit, before body points run out; 0: none."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    hit: bool
    damage: int = 0
