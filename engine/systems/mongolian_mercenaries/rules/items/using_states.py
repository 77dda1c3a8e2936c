"""Doing what the card of one's own state allows, such as putting out the own fire.  [MM-ST-01, RUL-60]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Moment, Source, used
from engine.systems.mongolian_mercenaries.content.kinds import ActionCost, Activity, StateCard, When
from engine.systems.mongolian_mercenaries.rules.attack import effects
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import PRICE
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, states
from engine.systems.mongolian_mercenaries.rules.items.orders import UseState
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Cost

RULE = "MM-ST-01"


def _card(state: MercenariesFight, order: UseState) -> StateCard:
    card = deck_of(state.own.setup.cards).states.get(order.state)
    if card is None or not states.has(state, order.combatant, order.state):
        raise RuleRefusal("state: it does not have this state", rule=RULE, field="state")
    if all(ability.when is not When.USED for ability in card.abilities):
        raise RuleRefusal("state: the state allows nothing like that", rule=RULE, field="state")
    return card


def check(state: MercenariesFight, order: UseState) -> None:
    """RuleRefusal without the state, or where its card allows nothing, or another forbids everything."""
    _card(state, order)
    refused = states.refusal(state, order.combatant, Activity.ALL)
    if refused is not None:
        raise refused


def do(table: Table[MercenariesState], order: UseState) -> None:
    """What the card says."""
    card, who = _card(table.state, order), order.combatant
    now = _moment(table.state, who)
    for effect in used(now, Source(id=card.id, abilities=card.abilities), who, (who,)):
        effects.carry_out(table, effect, now, rule=RULE, card=card.abilities)


def _moment(state: MercenariesFight, who: str) -> Moment:
    return active_cards.moment(state, who, when=When.USED)


def cost(state: MercenariesFight, order: UseState) -> Cost | None:
    """As the card says."""
    abilities = _card(state, order).abilities
    return PRICE[next((ability.cost for ability in abilities if ability.when is When.USED), ActionCost.MINOR)]


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """Each state that allows something."""
    cards = deck_of(state.own.setup.cards).states
    for condition in state.fight.combatants[who].conditions:
        card = cards.get(condition.kind)
        if card is not None and any(ability.when is When.USED for ability in card.abilities):
            body = UseState(combatant=who, state=card.id)
            if states.refusal(state, who, Activity.ALL) is None:
                yield Offer("use_state", body, RULE)
