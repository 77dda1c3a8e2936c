"""Questions, and the bodies of their answers, of the course: the opening, rounds, the end."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct, field

from engine.kit import NOBODY, Question, Visibility


class SurpriseTester(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who of the party makes the test."""

    tester: str


class AskSurpriseTester(Question[SurpriseTester], frozen=True, kw_only=True):
    """To the party: who of it makes the test of the opening?  [MM-DW-02, MM-TEST-07]  Default: the highest value.

    tested: the attribute or skill.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    words: ClassVar[tuple[str, ...]] = ("tested",)
    tested: str


class TakePosition(Struct, frozen=True, kw_only=True, rename="camel"):
    """Stand on a position of the own side. cover: behind its cover.  [MM-MOVE-06]"""

    rank: int = field(name="position")
    cover: bool = False


class AskPosition(Question[TakePosition], frozen=True, kw_only=True):
    """To who comes onto the field: where does it stand, and is it in cover?  [MM-DW-03, MM-DW-04, MM-DW-06]

    Default: in the opening the place that its weapons ask for, in cover; from reserve the lowest.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


class BreakOff(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a fight in which nothing happens is broken off."""

    agreed: bool


class AskBreakOff(Question[BreakOff], frozen=True, kw_only=True):
    """To every seat with somebody on the field: is the fight broken off? All must agree.  [MM-DW-29, RUL-84]

    Sealed until all have answered. Default: no. side: for whom the seat answers; quiet: rounds without any change.
    """

    visibility: ClassVar[Visibility] = Visibility.SEALED
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: Annotated[str, NOBODY]
    quiet: int
