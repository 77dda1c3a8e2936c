"""Questions, and the bodies of their answers, of casters and of those that they control."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Place, Question, Visibility
from engine.systems.minis.rules.magic.orders import Bidding


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
