"""Questions during a move."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Place, Question, Visibility
from engine.systems.dozen_die.rules.board.orders import Way


class Keep(Struct, frozen=True, kw_only=True, rename="camel"):
    """Continue on the declared way, as far as the allowance goes."""


class Stop(Struct, frozen=True, kw_only=True, rename="camel"):
    """Go no further."""


class Turn(Struct, frozen=True, kw_only=True, rename="camel"):
    """Take another way from here. to: where, by a shortest way; or path: the steps."""

    to: Place | None = None
    path: Way = ()


class GoOnHow(Question[Any], frozen=True, kw_only=True):
    """To a mover whose way is not paid for, or who was the target of a reaction: how to continue?  [DD-W07]

    allowance: squares of the whole order; walked: those already used. Default: continue as far as the allowance goes.
    Answers: Keep, Stop, or Turn.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (Keep, Stop, Turn)
    combatant: str
    allowance: int
    walked: int
