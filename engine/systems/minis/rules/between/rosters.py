"""What a warband costs.  [MN-OUT-01, MN-OUT-02, MN-OUT-06]"""

from __future__ import annotations

import msgspec

from engine.kit import CampaignState, State, in_company
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.rules.between.settings import WarbandSettings
from engine.systems.minis.rules.magic.entering import cost, mini_of
from engine.systems.minis.sheet import Sheet
from engine.systems.minis.state import Mini

UNPRINTED = {"mini_price": "miniPrice", "level_price": "levelPrice", "item_prices": "itemPrices"}
"""Prices that the source has no figure for: they are counted once the table has set them.  [MN-OUT-06]"""


def price_of(mini: Mini, settings: WarbandSettings) -> int:
    """The build points of a mini: its spells and resistances, and what else the table has set a price for.

    [MN-OUT-06]
    """
    if mini.kind is not Kind.NORMAL:
        return 0
    items = settings.item_prices or {}
    carried = (*mini.arms, *(piece.id for piece in mini.worn))
    return (
        cost(mini, settings.spell_cost)
        + (settings.mini_price or 0)
        + (settings.level_price or 0) * mini.level
        + sum(items.get(name, 0) for name in carried)
    )


def minis_of(state: State[CampaignState], side: str) -> dict[str, Mini]:
    """A side's warband: who has neither fallen nor left."""
    people, members = state.fight.combatants, state.own.members
    return {
        who: mini_of(msgspec.convert(members[who].sheet, Sheet))
        for who in in_company(state)
        if people[who].side == side and members[who].sheet is not None
    }


def price(state: State[CampaignState], side: str) -> int:
    """What a side's warband costs."""
    return sum(price_of(mini, state.own.settings) for mini in minis_of(state, side).values())


def uncounted(settings: WarbandSettings) -> tuple[str, ...]:
    """Names of the prices that are not set."""
    return tuple(name for field, name in UNPRINTED.items() if getattr(settings, field) is None)
