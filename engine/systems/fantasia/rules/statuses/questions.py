"""Questions, and the bodies of their answers, of what happens to a fighter."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Place, Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute


class Hold(Struct, frozen=True, kw_only=True, rename="camel"):
    """Do not do it; a readied action stays readied."""


class Opposing(Struct, frozen=True, kw_only=True, rename="camel"):
    """STRENGTH or AGILITY; absent: the higher one."""

    attribute: Attribute | None = None


class OpposeGrapple(Question[Opposing], frozen=True, kw_only=True):
    """To the opponent in a grapple: strength or agility against it? Default: the higher.  [FF-GRAP-02, DW-10]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = ""
    combatant: str
    opponent: str


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


class Recovery(Struct, frozen=True, kw_only=True, rename="camel"):
    """What rest restores, in percent of the maximal points."""

    percent: Annotated[int, msgspec.Meta(ge=0, le=100)]


class RestShare(Question[Recovery], frozen=True, kw_only=True):
    """To the game master: what does an interrupted rest restore? Default: 10 percent an hour.  [FF-REST-02, DW-30]"""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    combatants: tuple[str, ...]
    hours: int


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
