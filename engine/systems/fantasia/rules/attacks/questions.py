"""Questions, and the bodies of their answers, of attacks, fumbles and reactions."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules.attacks.orders import Words
from engine.systems.fantasia.rules.basics.questions import Picked
from engine.systems.fantasia.rules.statuses.questions import Hold


class NextAttack(Question[Any], frozen=True, kw_only=True):
    """The next attack of a multi-attack: whom, with what? Default: the same again, if the target still stands.

    Answers: Hold (no further attack), or an Attack.  [FF-ATK-11, DW-08]
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold,)
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    actor: ClassVar[str] = "attacker"
    attacker: str
    attacks_left: int


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
