"""The question of open combat: the second of the two secrets of this game."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, Question, Visibility
from engine.systems.minis.events.fighting import Option


class Chosen(Struct, frozen=True, kw_only=True, rename="camel"):
    """An option of open combat and a melee weapon. option: null: a d6 decides when both are in."""

    option: Option | None
    weapon: Id


class FightHow(Question[Chosen], frozen=True, kw_only=True):
    """To the owners of both fighters, at once: which option, and with what?  [DW-09, MN-OPEN-01]

    Sealed until both have answered. Default: a d6, and the first weapon.  [MN-GAP-06]
    """

    visibility: ClassVar[Visibility] = Visibility.SEALED
    combatant: str
    opponent: str
