"""Questions of a natural 2."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.commands import Words
from engine.systems.fantasia.questions.types import Hold, Picked


class Fumbled(Struct, frozen=True, kw_only=True, rename="camel"):
    """A row of the fumble table; 0: let the die decide."""

    row: Annotated[int, msgspec.Meta(ge=0, le=6)]


class OwnFumble(Struct, frozen=True, kw_only=True, rename="camel"):
    """An effect of the game master's own; the engine only records it."""

    effect: Words


class FumbleEffect(Question[Any], frozen=True, kw_only=True):
    """To the game master: what is the effect of a natural 2? Default: the die.  [FF-FUM-02, DW-16]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    actor: ClassVar[str] = "attacker"
    bodies: ClassVar[tuple[type[Struct], ...]] = (Fumbled, OwnFumble)
    ruling: ClassVar[bool] = True
    attacker: str
    target: str


class FreeAttack(Question[Any], frozen=True, kw_only=True):
    """To the target of a fumbled attack: one free attack on the attacker? Default: none.  [FF-FUM-06, DW-17]

    Answers: Hold, or an Attack.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold,)
    combatant: str
    attacker: str


class AllyHit(Question[Picked], frozen=True, kw_only=True):
    """To the game master: which ally does the fumbled attack hit instead? Default: the nearest.  [FF-FUM-08, DW-18]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "attacker"
    ruling: ClassVar[bool] = True
    attacker: str
