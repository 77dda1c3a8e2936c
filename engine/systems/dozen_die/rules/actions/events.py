"""Events of an activated order."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Place, Weight
from engine.systems.dozen_die.rules.board.orders import Way


class ContactHeld(Event, frozen=True, kw_only=True):
    """A miniature of a pack has come into contact; which of the pack fights is settled when its order is finished.

    defender: whom it touches. used: the skill that it would use instead of fighting.  [DD-GAP-22]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("used",)
    attacker: str
    defender: str
    used: str | None


class SkillUsed(Event, frozen=True, kw_only=True):
    """A figure begins to use a skill; nothing is rolled yet.  [DD-CON-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    targets: tuple[str, ...]
    place: Place | None


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


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A ranged weapon can shoot again.  [DD-ROUND-01, DD-REA-24]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("weapon",)
    combatant: str
    weapon: str


class WayDeclared(Event, frozen=True, kw_only=True):
    """The whole way of a move, march or charge, before its first step; also the new one after a turn.  [DD-W07]

    way: its steps in order. charged: the target of a charge.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    schema: ClassVar[int] = 2
    combatant: str
    way: Way
    charged: str | None


class ChargeFellShort(Event, frozen=True, kw_only=True):
    """A charge does not reach its target: the order was only a move.  [DD-CHG-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
