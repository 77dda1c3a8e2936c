"""Events of melee, shooting, pushes and harm."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight


class MeleeFought(Event, frozen=True, kw_only=True):
    """Both figures have rolled for one charge.  [DD-MEL-07]

    attack_weapon, defense_weapon: what they fought with. attack_value, defense_value: what a face must not exceed.
    attack_successes, defense_successes: dice that did not fail. winner: who scored, null for nobody; with how many
    dice: hits.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("attackWeapon", "defenseWeapon")
    attacker: str
    defender: str
    attack_weapon: str
    defense_weapon: str
    attack_value: int
    defense_value: int
    attack_successes: tuple[int, ...]
    defense_successes: tuple[int, ...]
    winner: str | None
    hits: int


class ShotRolled(Event, frozen=True, kw_only=True):
    """Somebody shoots: each die up to `needed` is a hit.  [DD-REA-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    attacker: str
    target: str
    weapon: str
    needed: int
    hits: int


class ProtectionRolled(Event, frozen=True, kw_only=True):
    """One protection die per hit: each up to `needed` stops one, the others cost a hit point each.  [DD-ARM-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    needed: int
    hits: int
    lost: int


class Pushed(Event, frozen=True, kw_only=True):
    """A figure is forced out of contact, over so many squares; 0: there was nowhere to go.  [DD-PUSH-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    pusher: str
    squares: int


class Separated(Event, frozen=True, kw_only=True):
    """An attacker still in contact at the end is moved away; 0: there was nowhere to go.  [DD-PUSH-10]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    squares: int


class ShotAimed(Event, frozen=True, kw_only=True):
    """A figure is about to shoot; nothing is rolled yet."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    attacker: str
    target: str
    weapon: str


class ContactMade(Event, frozen=True, kw_only=True):
    """A charge reaches its target: attacker and defender.  [DD-CHG-04, DD-CHG-05]

    used: a skill that the attacker uses instead of fighting; null: they fight.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("used",)
    attacker: str
    defender: str
    used: str | None
