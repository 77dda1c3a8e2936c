"""Events of an attack and of who dies of it."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import DamageKind


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attack, before it is rolled. means: the weapon. damage_kind: what it does.  [MM-ATK-09, MM-ATK-10]

    ammunition: special one; null: none.  [MM-AMMO-02]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means", "ammunition")
    combatant: str
    targets: tuple[str, ...]
    means: str
    damage_kind: DamageKind
    melee: bool
    ammunition: str | None = field(default=None, name="specialAmmunition")


class AttackVoided(Event, frozen=True, kw_only=True):
    """A declared attack comes to nothing before its dice: the attacker, or whoever it is on, is out.  [MM-DW-15]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack on one target is over.

    hits: successes that count after Dodge. crits: of them critical ones. net: null: it missed.  [MM-ATK-07]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    hits: int
    crits: int = 0
    net: int | None = None


class Survived(Event, frozen=True, kw_only=True):
    """Who was Dying lives; the wounds that it has left.  [RUL-56]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    light: int = field(name="lightWounds")
    heavy: int = field(name="heavyWounds")
    severe: int = field(name="severeWounds")
