"""The question of declarations: the first of the two secrets of this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import SIDE, Id, Question, RuleRefusal, Visibility
from engine.systems.minis.restrictions import BARS


class Declared(Struct, frozen=True, kw_only=True, rename="camel"):
    """These minis act in the round. until: nobody does before that round; absent: the next round asks again."""

    minis: Annotated[tuple[Id, ...], msgspec.Meta(max_length=200)] = ()
    until: int | None = None


class Barred(Struct, frozen=True, kw_only=True, rename="camel"):
    """A mini of the participant that cannot be declared. reason: the bar, in the system's words."""

    combatant: str
    reason: str


class DeclareWhom(Question[Declared], frozen=True, kw_only=True):
    """To each participant with an eligible mini, at once: which of them act in this round?  [DW-03, MN-TURN-02]

    For minis that not everybody knows of it is asked in every round until they have acted, even where none is eligible.
    Sealed until all have answered. Default: nobody. side: for whom the seat answers. combatants: the eligible minis.
    barred: its others that are in play; whoever names one of them is told of the bar. unseen: it is for minis that not
    everybody knows of.
    """

    visibility: ClassVar[Visibility] = Visibility.SEALED
    words: ClassVar[tuple[str, ...]] = ("side", "reason")
    side: Annotated[str, SIDE]
    init_round: int
    combatants: tuple[str, ...]
    barred: tuple[Barred, ...] = ()
    unseen: bool = False

    @property
    def open_offers(self) -> bool:
        """Who is eligible is open, of minis that everybody knows.  [MN-GAP-03]"""
        return not self.unseen

    @classmethod
    def explain(cls, figures: Mapping[str, Any], picks: Mapping[str, Any]) -> RuleRefusal | None:
        """The bar of the first mini that is named and cannot be declared; of any other that it is not asked about.

        [MN-TURN-03, MN-TURN-04, MN-GAP-50]
        """
        named = picks.get("minis")
        reasons = {one["combatant"]: one["reason"] for one in figures.get("barred", ())}
        for who in named if isinstance(named, list) else ():
            if isinstance(who, str) and who in reasons:
                return BARS[reasons[who]](who, "minis")
            if isinstance(who, str) and who not in figures.get("combatants", ()):
                reason = f"{who} is none of the minis that are asked about"
                return RuleRefusal(reason, rule="MN-GAP-03", field="minis")
        return None
