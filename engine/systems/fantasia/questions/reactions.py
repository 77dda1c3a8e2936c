"""Questions to those who may act out of turn."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.questions.types import Hold


class UseReadied(Question[Any], frozen=True, kw_only=True):
    """To the owner of a readied action: use it now, before `combatant` acts?  [FF-READY-02, DW-11]

    Asked of everybody who visibly has something readied; where it does not fit, Hold is the only answer.
    Answers: Hold, or the order.
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold,)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    actor: ClassVar[str] = "holder"
    holder: str
    combatant: str


class UseReaction(Struct, frozen=True, kw_only=True, rename="camel"):
    """Use of a reaction ability: by whom, which, for or against whom. weapon, thrown, attribute: of an attack."""

    combatant: str
    reaction: str
    target: str
    weapon: str | None = None
    thrown: bool = False
    attribute: Attribute | None = None


class ReactToHit(Question[Any], frozen=True, kw_only=True):
    """To a seat: a weapon attack has hit; do any of these figures react before its damage? Default: no.

    Asked of all who, judging by what is visible, might react; those without means can only answer Hold.
    Answers: Hold, or UseReaction.  [FF-REACT-01, DW-12]
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold, UseReaction)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]


class ReactToMagic(Question[Any], frozen=True, kw_only=True):
    """To a seat: magic has reached a combatant; a reaction before its effect? Like ReactToHit.  [FF-REACT-01, DW-12]"""

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold, UseReaction)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]


class ReactToWound(Question[Any], frozen=True, kw_only=True):
    """To a seat: a melee hit has dealt its damage; is there a reaction? Like ReactToHit.  [FF-REACT-01, DW-12]"""

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold, UseReaction)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]
