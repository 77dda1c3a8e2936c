"""Questions of a charge, its melee, and the pushes that end contact."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, Place, Question, Visibility
from engine.systems.dozen_die.questions.types import Going, Picked


class Paired(Struct, frozen=True, kw_only=True, rename="camel"):
    """The attacker and the defender of a melee."""

    attacker: str
    defender: str


class FightWhom(Question[Picked], frozen=True, kw_only=True):
    """To a mover who came into contact with several at once: which one to fight? Default: the first.  [DD-W11]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "attacker"
    attacker: str


class WhichFights(Question[Paired], frozen=True, kw_only=True):
    """To the player of a pack with several miniatures in contact: which one fights, and whom?  [DD-W11]

    Default: the first that came into contact.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    attackers: tuple[str, ...]


class PushWhere(Question[Going], frozen=True, kw_only=True):
    """To the pusher's player: onto which square?  [DD-W12]

    Default: straight away from the pusher, otherwise least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "pusher"
    combatant: str
    pusher: str


class RetreatWhere(Question[Going], frozen=True, kw_only=True):
    """To the pushed figure's player, where no adjacent square is legal: which of the nearest?  [DD-W13]

    Default: least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    pusher: str


class Leaving(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who goes, and where to."""

    combatant: Id
    to: Place


class SeparateNext(Question[Leaving], frozen=True, kw_only=True):
    """To the defender's player: which attacker leaves contact next, and to where?  [DD-W14]

    Default: the first by id, least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    defender: str
