"""Facts of money, trade and growth."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Card


class MoneyPaid(Event, frozen=True, kw_only=True):
    """Money passes from one member to another.  [MM-OUT-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("currency",)
    combatant: str
    target: str
    currency: Card
    tokens: int


class MoneyExchanged(Event, frozen=True, kw_only=True):
    """Money is exchanged: so much given for so much got; of less than one unit nothing.  [MM-OUT-18]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("give", "want")
    combatant: str
    give: Card
    given: int
    want: Card
    got: int


class GoodsTraded(Event, frozen=True, kw_only=True):
    """A trade is settled, or void for want of money.  [MM-OUT-15, MM-OUT-16]

    buying, selling: percents of the base values. paid, earned: tokens of the currency for all that is bought, and sold.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("merchant", "currency", "buys", "sells")
    combatant: str
    merchant: Card
    buys: tuple[str, ...]
    sells: tuple[str, ...]
    buying: int
    selling: int
    currency: Card
    paid: int
    earned: int
    void: bool


class MemberTrained(Event, frozen=True, kw_only=True):
    """A character has trained.  [MM-OUT-19]  points: of development that it has left."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill", "attribute", "talent", "spell")
    combatant: str
    skill: Card | None = None
    attribute: Card | None = None
    talent: Card | None = None
    spell: Card | None = None
    points: int


class OfferSeen(Event, frozen=True, kw_only=True):
    """What a merchant has today.  [MM-OUT-15]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("merchant", "buys")
    combatant: str
    merchant: Card
    buys: tuple[str, ...]
