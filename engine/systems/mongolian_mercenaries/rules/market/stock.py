"""What merchants have: as the table says it, or drawn by their profiles once a day.  [MM-OUT-15]"""

from __future__ import annotations

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, journey_of, settings_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import MerchantRank
from engine.systems.mongolian_mercenaries.rules.days import calendar
from engine.systems.mongolian_mercenaries.rules.market.events import OfferSeen
from engine.systems.mongolian_mercenaries.rules.market.orders import SeeOffer

RULE = "MM-OUT-15"
THINGS = {MerchantRank.PETTY: 3, MerchantRank.MIDDLE: 5, MerchantRank.INFLUENTIAL: 7}
"""That are drawn for a day.  [MM-OUT-15]"""
PROVISIONS = "provisions"


def goods_of(state: Company, merchant: str) -> tuple[str, ...] | None:
    """What a merchant has today; None: the table has not said it, or his offer is not drawn yet."""
    drawn, settings = journey_of(state).offered.get(merchant), settings_of(state)
    if drawn is None:
        return (settings.merchants or {}).get(merchant)
    profile = (settings.profiles or {}).get(merchant)
    return (*drawn, PROVISIONS) if profile is not None and profile.provisions else drawn


def buys(state: Company, merchant: str, card: str) -> bool:
    """Whether a merchant takes such a card: one with a profile those of his types alone."""
    profile = (settings_of(state).profiles or {}).get(merchant)
    return profile is None or card in profile.goods


def see(table: Table[CampaignState], order: SeeOffer) -> None:
    """3, 5 or 7 things of his types, each card once.  [MM-OUT-15]"""
    state, who = table.state, order.combatant
    require_free(state, in_company(state))
    calendar.require_day(state, RULE)
    settings = settings_of(state)
    profile = (settings.profiles or {}).get(order.merchant)
    if profile is None:
        field = "settings.merchantProfiles"
        raise RuleRefusal("merchantProfiles: not set", rule=RULE, code="SETTING_MISSING", field=field)
    if order.merchant in journey_of(state).offered:
        raise RuleRefusal("the party has done this today", rule=RULE)
    deck = deck_of(settings.cards)
    left = [card for card in dict.fromkeys(profile.goods) if deck.thing(card)]
    found: list[str] = []
    while left and len(found) < THINGS[profile.rank]:
        card = table.draw(left, by=who, why="card", rule=RULE)
        left.remove(card)
        found.append(card)
    table.emit(OfferSeen(combatant=who, merchant=order.merchant, buys=tuple(found)), rule=RULE)
