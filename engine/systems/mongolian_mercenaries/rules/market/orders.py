"""Orders of money, trade and growth."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kit import COMBATANT, Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Card
from engine.systems.mongolian_mercenaries.sheet import Bundle

Tokens = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class PayMoney(Order, frozen=True, kw_only=True):
    """Hand money to another member: any time, both able to act.  [MM-OUT-02]  tokens: how many of the currency."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    target: Annotated[Id, COMBATANT]
    currency: Card
    tokens: Tokens


class ExchangeMoney(Order, frozen=True, kw_only=True):
    """Exchange money in an office: one phase, and the rate is rolled after this is said.  [MM-OUT-18]

    give: mnt or kzt, for the other of them. tokens: how many, at most.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    give: Card
    tokens: Tokens


class TradeGoods(Order, frozen=True, kw_only=True):
    """Buy and sell with a merchant, once a day with each: one phase, and all is said before haggling.  [MM-OUT-15]

    buys: cards of the merchant's offer, each as often as it is bought. sells: ids of own things.
    haggle: a test of Trade makes the prices, for better or worse.  [MM-OUT-16]
    wanted: cards that he can get, the dearest to one first: as many as a test of Negotiation has successes are bought,
    too.  [MM-OUT-17]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    merchant: Card
    buys: Bundle = ()
    sells: Bundle = ()
    haggle: bool = False
    wanted: Bundle = ()


class TrainMember(Order, frozen=True, kw_only=True):
    """Train, once a day: one skill for 1 point and one attribute for 2, either or both, or one talent.  [MM-OUT-19]

    school: where a skill or a spell is learned that one has not yet, for the school's price.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    skill: Card | None = None
    attribute: Card | None = None
    talent: Card | None = None
    spell: Card | None = None
    school: Card | None = None


class RiseLevel(Order, frozen=True, kw_only=True):
    """Rise as many levels as the experience is enough for.  [MM-OUT-30]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class Ingredient(Enum):
    """What is gathered; animals and minerals take a tool.  [MM-OUT-21]"""

    PLANT = "PLANT"
    ANIMAL = "ANIMAL"
    MINERAL = "MINERAL"


class GatherIngredients(Order, frozen=True, kw_only=True):
    """Gather ingredients in the Wild: one phase, as many as a test of Alchemy has successes.  [MM-OUT-21]

    ingredient: of which type, said first. tool: the own thing that it takes; null: none.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    ingredient: Ingredient = Ingredient.PLANT
    tool: Card | None = None


class BrewPreparation(Order, frozen=True, kw_only=True):
    """Make a preparation by its recipe: one phase, no test.  [MM-OUT-20]  recipe: the card that is made."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    recipe: Card


class SeeOffer(Order, frozen=True, kw_only=True):
    """See what a merchant has today, by his profile: drawn once a day, without a phase.  [MM-OUT-15]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    merchant: Card
