"""Questions to those who may interrupt somebody else's order; one kind for each, so that a seat can tell them apart."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kernel.combatant import Place
from engine.kernel.decisions import Question, Visibility
from engine.kernel.ids import Id

Reactors = Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)]


class React(Struct, frozen=True, kw_only=True, rename="camel"):
    """One of them reacts, with a loaded weapon or a skill.

    place: where on his way it meets a mover.
    """

    reactor: Id
    weapon: Id | None = None
    skill: Id | None = None
    place: Place | None = None


class Hold(Struct, frozen=True, kw_only=True, rename="camel"):
    """These wait for the next square."""

    reactors: Reactors


class LetPass(Struct, frozen=True, kw_only=True, rename="camel"):
    """These do not react to this order."""

    reactors: Reactors


class ReactToMove(Question[Any], frozen=True, kw_only=True):
    """To the player of those who could interrupt a move on this square: who does, and with what?  [DD-W08]

    Asked once more for the others after each answer, so that he says in which order they react. combatant: the mover;
    left: steps of his way that lie before him; 0: he stops here, unless he turns after somebody's reaction.
    Answers: React, Hold, or LetPass. Default: all of them let him pass.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, Hold, LetPass)
    combatant: str
    reactors: tuple[str, ...]
    left: int


class ReactToCharge(Question[Any], frozen=True, kw_only=True):
    """To the player of who is charged, before the melee: does he use a skill that is quick enough?  [DD-W09]

    Answers: React, or LetPass, which is the default.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, LetPass)
    combatant: str
    attacker: str


class ReactToAction(Question[Any], frozen=True, kw_only=True):
    """To the player of those who could interrupt an action: who does, and with what?  [DD-W10]

    As ReactToMove, but for holding. combatant: who acts.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, LetPass)
    combatant: str
    reactors: tuple[str, ...]
