"""Places in the order of an initiative round: whose is next, and who cannot act any more.  [MN-INIT-04]"""

from __future__ import annotations

from engine.kit import Table, TurnBegan
from engine.systems.minis.rules.basics import ability, lookup, restrictions
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import water
from engine.systems.minis.rules.magic import control
from engine.systems.minis.rules.turns.events import ActivationBegan, ActivationEnded, PlaceSkipped
from engine.systems.minis.rules.turns.handlers import FORCED
from engine.systems.minis.state import MinisState


def begin_next(table: Table[MinisState]) -> bool:
    """Begin the activation at the next place. Returns whether a mini is to be ordered now.

    A place is skipped where the mini cannot act any more; a mini that acts by itself has acted at once.
    [MN-INIT-05, MN-GAP-50]
    """
    who = table.state.own.slots[0].combatant
    reason = _skipped(table.state, who)
    if reason is not None:
        rule = "MN-INIT-05" if reason == restrictions.TOO_SLOW else "MN-GAP-50"
        table.emit(PlaceSkipped(combatant=who, reason=reason), rule=rule)
        return False
    table.emit(ActivationBegan(combatant=who, waters=water.at_hand(table.state, who)), rule="MN-INIT-04")
    for condition, act in FORCED.items():
        if table.state.fight.combatants[who].has(condition):
            act(table, who)
            control.settle(table)
            table.emit(ActivationEnded(combatant=who), rule="MN-TURN-07")
            return False
    table.emit(TurnBegan(acting=(who,)), rule="MN-INIT-04")
    return True


def _skipped(state: MinisFight, who: str) -> str | None:
    """Why a mini does not act at its place: the bars hold there too.  [MN-TURN-03, MN-TURN-04]"""
    if not lookup.in_play(state, who):
        return "gone"
    reason = ability.barred(state, who, ability.required(state))
    return None if reason == restrictions.FEARED else reason
