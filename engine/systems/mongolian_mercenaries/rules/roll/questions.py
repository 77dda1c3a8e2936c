"""The question of a test, and the body of its answer."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.mongolian_mercenaries.types import Purpose


class LuckyBreak(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the failed test is repeated with luck."""

    repeat: bool


class AskLuckyBreak(Question[LuckyBreak], frozen=True, kw_only=True):
    """To who has failed a test: is it repeated with luck, once a day?  [MM-DW-05, MM-LUCK-01]  Default: no.

    combatant: who has failed. tested: the attribute or skill. luck: that stands in for it.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    words: ClassVar[tuple[str, ...]] = ("tested",)
    combatant: str
    purpose: Purpose
    tested: str
    luck: int
