"""Exertion in fever: a deed may fell the feverish.  [FF-ST-51]"""

from __future__ import annotations

from engine.kit import Offer, Order, Table, actor_of
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.statuses.damage import swoon
from engine.systems.fantasia.rules.statuses.questions import CountsAsEffort, Effort
from engine.systems.fantasia.state import FantasiaState

ALWAYS = frozenset({Activity.ATTACK, Activity.CAST, Activity.TECHNIQUE, Activity.ABILITY, Activity.GRAPPLE})
"""Attacks and magic of any kind."""
PERHAPS = frozenset({Activity.BREAK_FREE, Activity.CHECK, Activity.OTHER})
"""Deeds that the game master judges; plain movement, items and the like are no effort."""


def exert(table: Table[FantasiaState], order: Order, deed: Activity) -> None:
    """After a deed a feverish combatant may fall."""
    who = actor_of(order)
    bearer = table.state.fight.combatants.get(who)
    if bearer is None or not lookup.standing(bearer) or not any(kind.effort for _, kind in lookup.kinds(bearer)):
        return
    handler = table.state.own.order_handlers.get(type(order))
    strains = deed in PERHAPS or (handler is not None and handler.strains is not None and handler.strains(order))
    if deed in ALWAYS or (strains and _counts(table, who)):
        swoon(table, who)


def _counts(table: Table[FantasiaState], who: str) -> bool:
    offers = (
        Offer(key="counts", body=Effort(counts=True), rule="FF-ST-51"),
        Offer(key="does-not", body=Effort(counts=False), rule="FF-ST-51"),
    )
    question = CountsAsEffort(offers=offers, default="counts", combatant=who)
    return table.ask(table.state.fight.gms(), question, rule="FF-ST-51").counts
