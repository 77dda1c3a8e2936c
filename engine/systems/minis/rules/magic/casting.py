"""The orders of casters: what forbids any of them, and which spells there are.  [MN-MAG-06]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from engine.kit import Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.minis.commands import Cast
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import hindrances
from engine.systems.minis.sheet import SpellCost
from engine.systems.minis.state import MinisState


class Casting(Struct, frozen=True):
    """How a spell is cast. check: RuleRefusal for a wrong target or point. do: plays it. options: its offers, for the
    caster and the spell."""

    check: Callable[[MinisFight, Cast], None]
    do: Callable[[Table[MinisState], Cast], None]
    options: Callable[[MinisFight, str, str], Iterator[Offer[Order]]]


CASTINGS: dict[str, Casting] = {}
"""Spell -> how it is cast."""


def veto(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why a mini can neither cast nor give orders now; None where it can.  [MN-RUN-03, MN-MAG-06, MN-GAP-43]"""
    one = lookup.mini(state, who)
    return hindrances.veto(
        state,
        who,
        running=refusals.running_cannot_cast,
        left=one.spell_attacks - one.used.spell_attacks,
        spent=refusals.no_spell_attacks_left,
    )


def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where this cast is not allowed now."""
    if order.spell not in lookup.mini(state, order.combatant).spells or order.spell not in CASTINGS:
        raise refusals.spell_not_known(order.combatant)
    refused = veto(state, order.combatant)
    if refused is not None:
        raise refused
    if not affordable(state, order.combatant, order.spell):
        raise RuleRefusal(
            f"{order.combatant} has not so much mana", rule="MN-GAP-22", field="spell", why=WhyNot.NO_MEANS
        )
    CASTINGS[order.spell].check(state, order)


def mana_cost(state: MinisFight, spell: str) -> int:
    """The mana that a cast costs: none unless it is agreed so.  [MN-GAP-22]"""
    return SPELLS[spell].build_cost if state.own.battle.spell_cost is SpellCost.MANA else 0


def affordable(state: MinisFight, who: str, spell: str) -> bool:
    """Whether a mini has the mana of a cast."""
    mana = state.fight.combatants[who].vitals.get(lookup.MANA)
    return mana_cost(state, spell) <= (0 if mana is None else mana.now)


def do(table: Table[MinisState], order: Cast) -> None:
    """Cast the spell."""
    CASTINGS[order.spell].do(table, order)


def options(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """The offers of all spells that a mini knows."""
    if veto(state, who) is not None:
        return
    for spell in lookup.mini(state, who).spells:
        if spell in CASTINGS and affordable(state, who, spell):
            yield from CASTINGS[spell].options(state, who, spell)
