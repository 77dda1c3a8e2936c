"""Questions that the game master rules on."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import SIDE, Place, Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.questions.types import Chosen, Hold, Judgement


class Recovery(Struct, frozen=True, kw_only=True, rename="camel"):
    """What rest restores, in percent of the maximal points."""

    percent: Annotated[int, msgspec.Meta(ge=0, le=100)]


class RestShare(Question[Recovery], frozen=True, kw_only=True):
    """To the game master: what does an interrupted rest restore? Default: 10 percent an hour.  [FF-REST-02, DW-30]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatants: tuple[str, ...]
    hours: int


class JumpAttribute(Question[Chosen], frozen=True, kw_only=True):
    """To the game master: which attribute does this jump use? Default: agility.  [FF-MOVE-03, DW-35]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatant: str
    high: bool
    centimetres: int


class AllowAction(Question[Judgement], frozen=True, kw_only=True):
    """To the game master: may this be done as a normal action? Default: no.  [FF-TURN-06, DW-33]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("purpose",)
    combatant: str
    purpose: str


class CheckTerms(Struct, frozen=True, kw_only=True, rename="camel"):
    """A check is granted. costs: it takes the normal action. difficulty: where nobody opposes it.

    attribute: the one that counts; absent: the one asked for. sight: it needs sight, and a blinded actor fails it.
    """

    costs: bool
    attribute: Attribute | None = None
    sight: bool = False
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    opposing: Attribute = Attribute.MIND


class SetCheck(Question[Any], frozen=True, kw_only=True):
    """To the game master: the terms of a check, or none. Default: none.  [FF-TURN-05, DW-35]

    Answers: Judgement(allowed=False), or CheckTerms.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (Judgement, CheckTerms)
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("attribute", "purpose")
    combatant: str
    attribute: Attribute
    purpose: str
    opponent: str


class Effort(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether something counts as exertion."""

    counts: bool


class CountsAsEffort(Question[Effort], frozen=True, kw_only=True):
    """To the game master: was that an exertion, for a combatant in fever? Default: yes.  [FF-ST-51, DW-27]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatant: str


class Dragged(Struct, frozen=True, kw_only=True, rename="camel"):
    """The wind carries the combatant off. to: where, in a fight with places."""

    to: Place | None = None


class WindDrags(Question[Any], frozen=True, kw_only=True):
    """To the game master: does a strong wind carry off a floating combatant, and where? Default: no.  [FF-ST-53, DW-31]

    Answers: Hold (it stays), or Dragged.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    bodies: ClassVar[tuple[type[Struct], ...]] = (Hold, Dragged)
    ruling: ClassVar[bool] = True
    combatant: str
    caster: str


class ByChance(Struct, frozen=True, kw_only=True, rename="camel"):
    """Let chance decide."""


class ConfusedDeed(Question[Any], frozen=True, kw_only=True):
    """To the game master: what does a confused combatant do, and to which ally? Default: chance.  [FF-ST-42, DW-24]

    Answers: ByChance, or the order.
    """

    bodies: ClassVar[tuple[type[Struct], ...]] = (ByChance,)
    ruling: ClassVar[bool] = True
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str


class Verdict(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the battle is over."""

    ended: bool


class EndBattle(Question[Verdict], frozen=True, kw_only=True):
    """To the game master: at most one side stands; is the battle over? Default: yes.  [DW-34]

    standing: that side, or "".
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("standing",)
    standing: Annotated[str, SIDE]
