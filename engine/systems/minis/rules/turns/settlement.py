"""Immediate consequences of the game master's corrections, or of an entry in mid-fight: no dice, no questions."""

from __future__ import annotations

from engine.kit import CombatantReturned, Order, Table
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.magic import control, summoning
from engine.systems.minis.rules.turns import battle
from engine.systems.minis.rules.turns.orders import EndActivation
from engine.systems.minis.state import MinisState, Phase


def settle(table: Table[MinisState], before: MinisFight) -> None:
    """Without life points a mini falls, with points again it gets up.  [MN-GAP-45]  before: the former state."""
    if before.own.phase is Phase.SETUP:
        return
    for who, bearer in table.state.fight.combatants.items():
        was = before.fight.combatants.get(who)
        if was is None or bearer.out != damage.FALLEN or was.vitals == bearer.vitals:
            continue
        if lookup.life(table.state, who) > 0:
            table.emit(CombatantReturned(combatant=who), rule="MN-GAP-45")
    damage.settle(table)
    summoning.bind(table, before)
    control.settle_owners(table, before)
    control.settle(table)


def follow_up(state: MinisFight) -> Order | None:
    """The order that ends the activation of a mini that is out of play, or a fight that is decided."""
    acting = state.fight.acting
    if acting and state.own.phase is Phase.ACTIVATE and (not lookup.in_play(state, acting[0]) or battle.decided(state)):
        return EndActivation(combatant=acting[0])
    return None
