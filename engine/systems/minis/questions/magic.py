"""The questions of spells and of controlled minis."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, Place, Point, Question, Visibility
from engine.systems.minis.commands.magic import Bidding
from engine.systems.minis.commands.movement import Way
from engine.systems.minis.state import Verb


class Confirmed(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the fireball is cast."""

    confirmed: bool = False


class Victim(Struct, frozen=True, kw_only=True, rename="camel"):
    """A mini in the path of a fireball. chance: to hit it, in percent.  [MN-SPL-09]"""

    combatant: str
    chance: int


class ConfirmFireball(Question[Confirmed], frozen=True, kw_only=True):
    """To the caster's owner, before the first roll: everybody in the path, friends too.  [DW-11, MN-GAP-26]

    Default: no; nothing is spent. place: where the path ends. victims: the nearest first.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str
    place: Place
    victims: tuple[Victim, ...]


class FirstOrder(Question[Bidding], frozen=True, kw_only=True):
    """To the caster's owner: the first order of a mini that has come under Command.  [DW-12, MN-CMD-08]

    Default: to hold. combatant: who obeys.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


class Carried(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a controlled mini carries out its order.

    path: where it goes; empty: it does not. target, weapon: whom it attacks, and with what. facing: where it turns to.
    """

    path: Way = ()
    target: Id | None = None
    weapon: Id | None = None
    facing: Point | None = None


class CarryOut(Question[Carried], frozen=True, kw_only=True):
    """To whoever controls a mini, at its place: the detail of the next step of its order.  [DW-17, MN-GAP-31]

    Default: the shortest way, the first weapon; of a hold: to stay. verb, target, place: the order.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    verb: Verb
    target: str | None = None
    place: Place | None = None
