"""Merchants: prices, haggling, and what changes hands.  [MM-OUT-15, MM-OUT-16, MM-OUT-28]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Rarity
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company import purse
from engine.systems.mongolian_mercenaries.rules.company.as_fight import (
    AsFight,
    fight_of,
    played,
    settings_of,
    write,
)
from engine.systems.mongolian_mercenaries.rules.company.journey_state import CompanySettings, provisions_on
from engine.systems.mongolian_mercenaries.rules.days import calendar, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.gear import carrying, shedding
from engine.systems.mongolian_mercenaries.rules.market import money, stock
from engine.systems.mongolian_mercenaries.rules.market.events import GoodsTraded
from engine.systems.mongolian_mercenaries.rules.market.orders import TradeGoods
from engine.systems.mongolian_mercenaries.rules.roll import judging, pipeline, plans
from engine.systems.mongolian_mercenaries.types import Purpose

RULE, HAGGLING, ORDERING = "MM-OUT-15", "MM-OUT-16", "MM-OUT-17"
USUAL = (100, 50)
"""Percents of the base value for what is bought and what is sold, without haggling.  [MM-OUT-15]"""
HAGGLED = ((7, (50, 150)), (5, (50, 100)), (3, (75, 75)), (1, (100, 50)), (0, (150, 25)))
"""With at least so many successes.  [MM-OUT-16]"""
PROVISIONS, PROVISION_PRICE = "provisions", 100
"""[MM-OUT-07]"""


def percents(successes: int) -> tuple[int, int]:
    """Of what is bought, and of what is sold, after haggling.  [MM-OUT-16]"""
    return next(rates for least, rates in HAGGLED if successes >= least)


def missing(name: str) -> RuleRefusal:
    """The refusal of an order that needs a table which is not set."""
    return RuleRefusal(f"{name}: not set", rule=RULE, code="SETTING_MISSING", field=f"settings.{name}")


def price(settings: CompanySettings, card: str) -> int:
    """The base value in MNT. RuleRefusal where the table has not set it."""
    if card == PROVISIONS:
        return PROVISION_PRICE
    if settings.prices is None or card not in settings.prices:
        raise missing("prices")
    return settings.prices[card]


def trade(table: Table[CampaignState], order: TradeGoods) -> None:
    """Once a day with a merchant. What cannot be paid makes all of it void, sales too; the phase is spent."""
    state, who = table.state, order.combatant
    settings = settings_of(state)
    require_free(state, in_company(state))
    calendar.require_day(state, RULE)
    goods = stock.goods_of(state, order.merchant)
    if goods is None:
        raise missing("merchantOffers")
    calendar.require_once(state, order.merchant)
    money.require_able(state, who, "combatant", rule=RULE)
    there = fight_of(state)
    cards = _cards(there, order, settings, goods)
    _require_wanted(there, order, settings)
    if not all(stock.buys(state, order.merchant, card) for card in cards):
        raise RuleRefusal("sells: he does not deal in all of this", rule=RULE, field="sells")
    base = [price(settings, card) for card in order.buys], [price(settings, card) for card in cards]
    if order.haggle and lookup.skill(there, who, "trade") <= 0:
        raise RuleRefusal("haggle: it takes Trade", rule=HAGGLING, field="haggle")
    meals.offer(table)
    table.emit(DayActionDone(action=order.merchant), rule="MM-OUT-19")
    granted = order.wanted[: _negotiated(table, who)] if order.wanted else ()
    buys = (*order.buys, *granted)
    base[0].extend(price(settings, card) for card in granted)
    buying, selling = _haggled(table, who) if order.haggle else USUAL
    paid = purse.local(settings, sum(value * buying // 100 for value in base[0]))
    earned = purse.local(settings, sum(value * selling // 100 for value in base[1]))
    void = purse.tokens_of(state, who, settings.territory) + earned < paid
    traded = GoodsTraded(
        combatant=who,
        merchant=order.merchant,
        buys=buys,
        sells=order.sells,
        buying=buying,
        selling=selling,
        currency=settings.territory,
        paid=paid,
        earned=earned,
        void=void,
    )
    table.emit(traded, rule=HAGGLING if order.haggle else RULE)
    if not void:
        purse.add(table, who, settings.territory, earned - paid, rule=RULE)
        played(table, lambda board: _hand_over(board, order, buys), rule=RULE)
        food = buys.count(PROVISIONS)
        if food:
            sheet = table.state.own.members[who].sheet or {}
            write(table, who, {**sheet, "provisions": provisions_on(sheet) + food}, rule="MM-OUT-07")
    calendar.pass_phase(table)


def _cards(there: Any, order: TradeGoods, settings: CompanySettings, offered: tuple[str, ...]) -> list[str]:
    """The cards of what is sold. RuleRefusal for what is not on offer, not there, or bought and sold at once."""
    deck, who = deck_of(settings.cards), order.combatant
    for card, count in Counter(order.buys).items():
        if card not in offered or not (card == PROVISIONS or deck.thing(card)):
            raise RuleRefusal(f"buys: {card} is not on offer", rule=RULE, field="buys")
        thing = deck.weapons.get(card) or deck.armour.get(card) or deck.items.get(card)
        if count > 1 and thing is not None and thing.rarity is not Rarity.COMMON:
            raise RuleRefusal(f"buys: one {card} at a time", rule=RULE, field="buys")
    figures = lookup.figures(there, who)
    mine = {**carrying.things(figures), **figures.worn}
    if len(set(order.sells)) < len(order.sells) or any(key not in mine for key in order.sells):
        raise RuleRefusal("sells: own things, each once", rule=RULE, field="sells")
    cards = [mine[key].id for key in order.sells]
    both = [card for card in cards if card in order.buys]
    if both:
        raise RuleRefusal(f"sells: {both[0]} is bought in this trade", rule=RULE, field="sells")
    return cards


def _require_wanted(there: Any, order: TradeGoods, settings: CompanySettings) -> None:
    """RuleRefusal for what this merchant cannot get, or for who has no Negotiation.  [MM-OUT-17]"""
    if not order.wanted:
        return
    if settings.merchant_orders is None or order.merchant not in settings.merchant_orders:
        raise missing("merchantOrders")
    for card in order.wanted:
        price(settings, card)
    gettable = settings.merchant_orders[order.merchant]
    if any(card not in gettable or not deck_of(settings.cards).thing(card) for card in order.wanted):
        raise RuleRefusal("wanted: he cannot get all of this", rule=ORDERING, field="wanted")
    if lookup.skill(there, order.combatant, "negotiation") <= 0:
        raise RuleRefusal("wanted: it takes Negotiation", rule=ORDERING, field="wanted")


def _negotiated(table: Table[CampaignState], who: str) -> int:
    """How many of the wanted cards the merchant gets: one for each success.  [MM-OUT-17]"""
    return _successes(table, who, "negotiation", ORDERING)


def _haggled(table: Table[CampaignState], who: str) -> tuple[int, int]:
    """A test of Trade, which luck may repeat where it has no success.  [MM-OUT-16]"""
    return percents(_successes(table, who, "trade", HAGGLING))


def _successes(table: Table[CampaignState], who: str, skill: str, rule: str) -> int:
    """Of a test with Lucky Break."""
    found: list[int] = []

    def test(there: AsFight) -> None:
        board: Any = there
        plan = plans.success(board.state, who, skill, Purpose.OTHER, rule=rule)
        found.append(pipeline.resolve(board, plan, odds=judging.odds).successes)

    played(table, test, rule=rule)
    return found[0]


def _hand_over(there: Any, order: TradeGoods, buys: tuple[str, ...]) -> None:
    """Sold things are gone; what is too much for its limits is dropped, the newest first.  [MM-OUT-28]"""
    if order.sells:
        carrying.drop(there, order.combatant, order.sells, rule=RULE)
    carrying.receive(there, order.combatant, [card for card in buys if card != PROVISIONS], rule=RULE)
    drop_excess(there, order.combatant)


def drop_excess(there: Any, who: str) -> None:
    """Above the limits something is dropped, the newest unless its owner chooses otherwise.  [MM-OUT-28]"""
    shedding.shed(there, who)
