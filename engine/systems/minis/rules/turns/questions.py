"""Questions, and the bodies of their answers, of the course of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kit import SIDE, Id, Place, Point, Question, RuleRefusal, Visibility
from engine.systems.minis.rules.basics.restrictions import BARS
from engine.systems.minis.rules.movement.orders import Way
from engine.systems.minis.state import Verb


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
        reasons = {item["combatant"]: item["reason"] for item in figures.get("barred", ())}
        for who in named if isinstance(named, list) else ():
            if isinstance(who, str) and who in reasons:
                return BARS[reasons[who]](who, "minis")
            if isinstance(who, str) and who not in figures.get("combatants", ()):
                reason = f"{who} is none of the minis that are asked about"
                return RuleRefusal(reason, rule="MN-GAP-03", field="minis")
        return None


class Carried(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a controlled mini carries out its order.

    path: where it goes; empty: it does not. target, weapon: whom it attacks, and with what. facing: where it turns to.
    """

    path: Way = ()
    target: Id | None = None
    weapon: Id | None = None
    facing: Point | None = None


class CarryOut(Question[Carried], frozen=True, kw_only=True):
    """To whoever controls a mini, at its place: the detail of the next step of its order.  [DW-17, MN-GAP-31]

    Default: the shortest way, the first weapon; of a hold: to stay. verb, target, place: the order.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    verb: Verb
    target: str | None = None
    place: Place | None = None
