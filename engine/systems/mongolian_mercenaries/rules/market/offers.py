"""What a member is offered of money, trade and growth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.kit import Field, Offer, Order, in_company, is_free
from engine.systems.mongolian_mercenaries.content.kinds import ATTRIBUTES
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, fight_of, journey_of, settings_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import MNT, LocationType
from engine.systems.mongolian_mercenaries.rules.days import decks
from engine.systems.mongolian_mercenaries.rules.gear import carrying, development
from engine.systems.mongolian_mercenaries.rules.market import growth, money, stock
from engine.systems.mongolian_mercenaries.rules.market.orders import (
    BrewPreparation,
    ExchangeMoney,
    GatherIngredients,
    PayMoney,
    RiseLevel,
    SeeOffer,
    TradeGoods,
    TrainMember,
)
from engine.systems.mongolian_mercenaries.sheet import DayPhase


def offers(state: Company, who: str) -> Iterator[Offer[Order]]:
    """Of a member whose sheet is known and who can act."""
    there = fight_of(state)
    if who not in there.own.fighters or lookup.fighter(there, who).figures is None:
        return
    if not _able(state, who):
        return
    others = tuple(
        other for other in in_company(state) if other != who and is_free(state, other) and _able(state, other)
    )
    purse = (state.own.members[who].sheet or {}).get("money", {})
    for currency, tokens in purse.items():
        if tokens and others:
            body = PayMoney(combatant=who, target=others[0], currency=currency, tokens=1)
            fields = (Field("target", "one", others), Field("tokens", "amount", least=1, most=tokens))
            yield Offer(f"pay-{currency}", body, "MM-OUT-02", fields)
    yield from _growth(state, who)
    together = all(is_free(state, other) for other in in_company(state))
    if together and journey_of(state).day_phase is not DayPhase.NIGHT and not decks.taken(journey_of(state)):
        yield from _by_day(state, who, purse)


def _able(state: Company, who: str) -> bool:
    there = fight_of(state)
    return who in there.own.fighters and money.able(state, who)


def _growth(state: Company, who: str) -> Iterator[Offer[Order]]:
    there, settings = fight_of(state), settings_of(state)
    if not lookup.is_pc(there, who):
        return
    figures, fighter = lookup.figures(there, who), lookup.fighter(there, who)
    if settings.xp_table is not None and growth.rises(settings.xp_table, figures.level, fighter.xp):
        yield Offer("rise-level", RiseLevel(combatant=who), "MM-OUT-30")
    journey = journey_of(state)
    if who in journey.trained or journey.day_phase is DayPhase.NIGHT or decks.taken(journey):
        return
    skills = tuple(name for name, level in figures.skills.items() if development.can_raise(level))
    if fighter.dev_points >= development.SKILL_COSTS and skills:
        body = TrainMember(combatant=who, skill=skills[0])
        yield Offer("train-skill", body, "MM-OUT-19", (Field("skill", "one", skills),))
    if fighter.dev_points >= development.ATTRIBUTE_COSTS:
        trained = TrainMember(combatant=who, attribute=ATTRIBUTES[0])
        yield Offer("train-attribute", trained, "MM-OUT-19", (Field("attribute", "one", ATTRIBUTES),))


def _sold(state: Company, merchant: str, card: str) -> bool:
    """Whether something has a price, and the merchant takes it."""
    return card in (settings_of(state).prices or {}) and stock.buys(state, merchant, card)


def _by_day(state: Company, who: str, purse: dict[str, int]) -> Iterator[Offer[Order]]:
    there, settings, done = fight_of(state), settings_of(state), journey_of(state).done
    for currency in (MNT, money.KZT):
        if purse.get(currency) and "exchange" not in done:
            body = ExchangeMoney(combatant=who, give=currency, tokens=purse[currency])
            fields = (Field("tokens", "amount", least=1, most=purse[currency]),)
            yield Offer(f"exchange-{currency}", body, "MM-OUT-18", fields)
    figures = lookup.figures(there, who)
    seen = journey_of(state).offered
    for merchant in settings.profiles or {}:
        if merchant not in seen:
            yield Offer(f"see-{merchant}", SeeOffer(combatant=who, merchant=merchant), "MM-OUT-15")
    for merchant in dict.fromkeys((*(settings.merchants or {}), *seen)):
        goods = stock.goods_of(state, merchant)
        if goods is None or merchant in done or settings.prices is None:
            continue
        priced = tuple(card for card in goods if card == "provisions" or card in settings.prices)
        mine = {**carrying.things(figures), **figures.worn}
        own = tuple(key for key, thing in mine.items() if _sold(state, merchant, thing.id) and thing.id not in priced)
        chosen: list[Field] = []
        if priced:
            chosen.append(Field("buys", "some", priced, most=len(priced)))
        if own:
            chosen.append(Field("sells", "some", own, most=len(own)))
        if lookup.skill(there, who, "trade") > 0:
            chosen.append(Field("haggle", "one", (False, True)))
        if chosen:
            yield Offer(f"trade-{merchant}", TradeGoods(combatant=who, merchant=merchant), "MM-OUT-15", tuple(chosen))
    plants = (settings.ingredients or {}).get("plant")
    wild = journey_of(state).location is LocationType.WILD
    if wild and plants is not None and "gather" not in done and lookup.skill(there, who, "alchemy") > 0:
        yield Offer("gather-plants", GatherIngredients(combatant=who), "MM-OUT-21")
    level, bag = lookup.skill(there, who, "alchemy"), carrying.things(figures)
    having = Counter(thing.id for thing in bag.values())
    for card, recipe in (settings.recipes or {}).items() if "brew" not in done else ():
        able = level >= recipe.level and all(tool in bag for tool in recipe.tools)
        if able and not Counter(recipe.ingredients) - having:
            yield Offer(f"brew-{card}", BrewPreparation(combatant=who, recipe=card), "MM-OUT-20")
