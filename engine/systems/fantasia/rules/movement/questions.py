"""Questions, and the bodies of their answers, of movement and posture."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute


class Chosen(Struct, frozen=True, kw_only=True, rename="camel"):
    """An attribute."""

    attribute: Attribute


class JumpAttribute(Question[Chosen], frozen=True, kw_only=True):
    """To the game master: which attribute does this jump use? Default: agility.  [FF-MOVE-03, DW-35]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatant: str
    high: bool
    centimetres: int
