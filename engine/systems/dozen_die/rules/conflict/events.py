"""Events of conflicts: reactions, melee and shots, pushes, falls and recovery."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import SIDE, Audience, Event, Place, Weight
from engine.systems.dozen_die.content.kinds import Fate, Grade
from engine.systems.dozen_die.types import Manner


class RecoveryRolled(Event, frozen=True, kw_only=True):
    """How badly a casualty was hurt: well again with a face up to the value, dead with a 12.  [DD-HP-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    needed: int
    fate: Fate


class PoolRaised(Event, frozen=True, kw_only=True):
    """A side has more dice for rolls until the round ends.  [DD-DICE-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, SIDE]
    extra: int


class ConflictRolled(Event, frozen=True, kw_only=True):
    """Dice against a difficulty: each up to `needed` is a success.  [DD-CON-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill", "grade")
    combatant: str
    skill: str
    grade: Grade
    needed: int
    successes: int


class ConflictWon(Event, frozen=True, kw_only=True):
    """The action was very easy: it succeeds without a roll.  [DD-CON-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ConflictOpposed(Event, frozen=True, kw_only=True):
    """Dice of two figures against each other, compared as in melee.  [DD-CON-03]

    resistance: the ability or skill of the target. successes: of the actor, those that the target did not beat.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill", "resistance")
    combatant: str
    target: str
    skill: str
    resistance: str
    attack_value: int
    defense_value: int
    attack_successes: tuple[int, ...]
    defense_successes: tuple[int, ...]
    successes: int


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


class WeaponUnloaded(Event, frozen=True, kw_only=True):
    """A ranged weapon has shot: it cannot shoot until it is loaded again.  [DD-REA-22]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class Fell(Event, frozen=True, kw_only=True):
    """A figure falls.  [DD-FALL-02]  levels: how deep."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    levels: int


class FallRolled(Event, frozen=True, kw_only=True):
    """One die per level of a fall: one above `needed` costs a hit point; nothing else protects.

    needed: the better of dexterity and constitution.  [DD-FALL-03, DD-FALL-04]  lost: dice above it.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    needed: int
    lost: int


class ReactionMade(Event, frozen=True, kw_only=True):
    """A figure interrupts an order of `target`; nothing is rolled yet.  [DD-REA-05]

    means: the weapon or skill. manner: the kind of the interrupted order. place: where on its way a mover is met.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means", "manner")
    combatant: str
    target: str
    means: str
    manner: Manner
    place: Place | None


class MoveHalted(Event, frozen=True, kw_only=True):
    """A reaction ends a figure's movement of this order where it is.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ActionHindered(Event, frozen=True, kw_only=True):
    """A reaction changes the value of the action that it interrupts.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    change: int
