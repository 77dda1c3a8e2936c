"""Questions, and the bodies of their answers, of an activated order."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class Picked(Struct, frozen=True, kw_only=True, rename="camel"):
    """One figure."""

    target: str


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
