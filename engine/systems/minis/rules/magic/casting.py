"""The orders of casters: what forbids any of them, and which spells there are.  [MN-MAG-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import magic
from engine.systems.minis.rules.magic.castings import CASTINGS
from engine.systems.minis.rules.magic.orders import Cast
from engine.systems.minis.state import MinisState


def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where this cast is not allowed now."""
    if order.spell not in lookup.mini(state, order.combatant).spells or order.spell not in CASTINGS:
        raise refusals.spell_not_known(order.combatant)
    refused = magic.veto(state, order.combatant)
    if refused is not None:
        raise refused
    if not affordable(state, order.combatant, order.spell):
        raise RuleRefusal(
            f"{order.combatant} has not so much mana", rule="MN-GAP-22", field="spell", why=WhyNot.NO_MEANS
        )
    CASTINGS[order.spell].check(state, order)


def affordable(state: MinisFight, who: str, spell: str) -> bool:
    """Whether a mini has the mana of a cast."""
    mana = state.fight.combatants[who].vitals.get(lookup.MANA)
    return magic.mana_cost(state, spell) <= (0 if mana is None else mana.now)


def do(table: Table[MinisState], order: Cast) -> None:
    """Cast the spell."""
    CASTINGS[order.spell].do(table, order)


def options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """The offers of all spells that a mini knows."""
    if magic.veto(state, who) is not None:
        return
    for spell in lookup.mini(state, who).spells:
        if spell in CASTINGS and affordable(state, who, spell):
            yield from CASTINGS[spell].options(state, who, spell)
