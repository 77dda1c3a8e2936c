"""The questions of the course: the opening, reserve that enters, stalemate, the summary."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

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


class LootAttempt(Struct, frozen=True, kw_only=True, rename="camel"):
    """Somebody of the party searches a defeated enemy; null: nobody is searched any more."""

    target: str | None = None
    tester: str | None = None


class AskLooting(Question[LootAttempt], frozen=True, kw_only=True):
    """To the party that has won: is another defeated enemy looted, and by whom?  [MM-DW-27, RUL-59]  Default: none.

    defeated: enemies that can still be looted.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    defeated: tuple[str, ...]


class TakeItem(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who of the party takes what was found; null: it is dropped, and leaves the game.  [MM-EQ-07]"""

    taker: str | None = None


class AskTaker(Question[TakeItem], frozen=True, kw_only=True):
    """To the party: who takes what was found?  [MM-DW-28, MM-END-07]  Default: its finder, if it can carry it.

    finder: who has found it. item: a card.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = "finder"
    words: ClassVar[tuple[str, ...]] = ("item",)
    finder: str
    item: str


QUESTIONS: tuple[type[Question[Any]], ...] = (
    AskSurpriseTester, AskPosition, AskBreakOff, AskLooting, AskTaker,
)  # fmt: skip
