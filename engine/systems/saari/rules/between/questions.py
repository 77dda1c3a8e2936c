"""Questions of the time between fights, and the bodies of their answers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.saari.rules.between.orders import Value


class MilestoneRuling(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether this is a milestone."""

    granted: bool


class AskMilestone(Question[MilestoneRuling], frozen=True, kw_only=True):
    """To the game master: is this a milestone, which a player asks for?  [SA-OUT-01, B-SA-1]  Default: no."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("note",)
    combatant: str
    note: str = ""


class BuyerRuling(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a buyer is found. value: for each beast whose value no table says."""

    found: bool
    value: Value | None = None


class AskBuyer(Question[BuyerRuling], frozen=True, kw_only=True):
    """To the game master: does somebody buy these parts?  [SA-OUT-04, B-SA-2]  Default: nobody yet.

    value: for each beast, by the table's own setting; null: the game master says it.  [SA-OUT-05]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("beast",)
    combatant: str
    beast: str
    count: int
    value: int | None = None


QUESTIONS: tuple[type[Question[MilestoneRuling]] | type[Question[BuyerRuling]], ...] = (AskMilestone, AskBuyer)
