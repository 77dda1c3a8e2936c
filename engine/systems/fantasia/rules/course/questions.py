"""Questions, and the bodies of their answers, of requests, and of the game master."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.fantasia.content.kinds import Attribute


class Judgement(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game master's ruling on a request."""

    allowed: bool


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
