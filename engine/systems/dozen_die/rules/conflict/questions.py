"""Questions of conflicts: reactions, how one resists, where one is pushed to.

To players who may interrupt another's order there is one kind per order, so that a seat can tell them apart.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Id, Place, Question, Visibility
from engine.systems.dozen_die.content.kinds import Ability, Grade


class Resisting(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a target resists with: an ability, or one of its skills."""

    ability: Ability | None = None
    skill: Id | None = None


class ResistHow(Question[Resisting], frozen=True, kw_only=True):
    """To the target of an opposed action: with what does it resist? Default: the usual ability.  [DD-W15]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    opponent: str
    skill: str


class Affected(Struct, frozen=True, kw_only=True, rename="camel"):
    """The figures that successes are used on, one each."""

    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()


class AffectWhom(Question[Affected], frozen=True, kw_only=True):
    """To a player with several uses for successes: which figures do they affect? Default: nobody.  [DD-W16]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    skill: str
    successes: int


class Graded(Struct, frozen=True, kw_only=True, rename="camel"):
    """The difficulty."""

    grade: Grade


class HowHard(Question[Graded], frozen=True, kw_only=True):
    """To the game master: how hard is this? Neither skill nor map says so. Default: hard.  [DD-W17]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatant: str
    skill: str


class Going(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a figure goes."""

    to: Place


class PushWhere(Question[Going], frozen=True, kw_only=True):
    """To the pusher's player: onto which square?  [DD-W12]

    Default: straight away from the pusher, otherwise least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "pusher"
    combatant: str
    pusher: str


class RetreatWhere(Question[Going], frozen=True, kw_only=True):
    """To the pushed figure's player, where no adjacent square is legal: which of the nearest?  [DD-W13]

    Default: least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    pusher: str


class Leaving(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who goes, and where to."""

    combatant: Id
    to: Place


class SeparateNext(Question[Leaving], frozen=True, kw_only=True):
    """To the defender's player: which attacker leaves contact next, and to where?  [DD-W14]

    Default: the first by id, least y, then x.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    defender: str


class LandWhere(Question[Going], frozen=True, kw_only=True):
    """To the player of a fallen figure: on which of the nearest free squares? Default: least y, then x.  [DD-W18]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


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
