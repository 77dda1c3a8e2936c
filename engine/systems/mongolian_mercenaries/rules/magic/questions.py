"""Questions, and the bodies of their answers, of spells."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import Struct

from engine.kit import Question, Visibility


class Shares(Struct, frozen=True, kw_only=True, rename="camel"):
    """How an effect is dealt out. shares: to each target, of what there is to deal.  [MM-DW-19]"""

    shares: dict[str, int]


class AskShares(Question[Shares], frozen=True, kw_only=True):
    """To the caster: how is the effect dealt out among its targets?  [MM-DW-19]  Default: one each, in their order.

    parts: how many there are to deal; each is worth so much.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    words: ClassVar[tuple[str, ...]] = ("spell",)
    combatant: str
    spell: str
    parts: int = msgspec.field(name="sharedParts")
    worth: int


class Appear(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where the summoned creature appears: a position of the own side.  [MM-DW-20]"""

    position: int = msgspec.field(name="spellPosition")


class AskAppear(Question[Appear], frozen=True, kw_only=True):
    """To the summoner: on which free position does it appear?  [MM-DW-20]  Default: the nearest, the lower number.

    creature: its card.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    words: ClassVar[tuple[str, ...]] = ("creature",)
    combatant: str
    creature: str
