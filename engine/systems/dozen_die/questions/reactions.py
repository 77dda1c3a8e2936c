"""Questions to players who may interrupt another's order; one kind per order, so that a seat can tell them apart."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Id, Place, Question, Visibility

Reactors = Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)]


class React(Struct, frozen=True, kw_only=True, rename="camel"):
    """One of the figures reacts, with a loaded weapon or a skill.

    place: where on its way it meets a mover.
    """

    reactor: Id
    weapon: Id | None = None
    skill: Id | None = None
    place: Place | None = None


class Hold(Struct, frozen=True, kw_only=True, rename="camel"):
    """These figures wait for the next square."""

    reactors: Reactors


class LetPass(Struct, frozen=True, kw_only=True, rename="camel"):
    """These figures do not react to this order."""

    reactors: Reactors


class ReactToMove(Question[Any], frozen=True, kw_only=True):
    """To the player of those who could interrupt a move on this square: who does, and with what?  [DD-W08]

    Asked again for the others after each answer, so that the player sets the order of reactions. combatant: the mover;
    left: remaining steps of its way; 0: it stops here, unless it turns after a reaction.
    Answers: React, Hold, or LetPass. Default: all of them let it pass.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, Hold, LetPass)
    combatant: str
    reactors: tuple[str, ...]
    left: int


class ReactToCharge(Question[Any], frozen=True, kw_only=True):
    """To the player of the target of a charge, before the melee: is a quick enough skill used?  [DD-W09]

    Answers: React, or LetPass, which is the default.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, LetPass)
    combatant: str
    attacker: str


class ReactToAction(Question[Any], frozen=True, kw_only=True):
    """To the player of those who could interrupt an action: who does, and with what?  [DD-W10]

    Like ReactToMove, but without Hold. combatant: who acts.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (React, LetPass)
    combatant: str
    reactors: tuple[str, ...]
