"""Questions, and the bodies of their answers, of what follows a fight: the summary, recovery, and who surrenders."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


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


class Relief(Struct, frozen=True, kw_only=True, rename="camel"):
    """The state that lodging takes off."""

    state: str


class AskRelief(Question[Relief], frozen=True, kw_only=True):
    """To who lodges between fights: which Ordinary state goes?  [MM-REC-04]  Default: Tired, else the oldest."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str


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
