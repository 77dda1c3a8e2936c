"""Immediate consequences of the game master's corrections, or of an entry in mid-fight.

No dice are rolled here, and nobody is asked.  [DD-HP-02, DD-HP-05, DD-REA-09]
"""

from __future__ import annotations

from engine.kit import CombatantReturned, Order, Table, TurnBegan
from engine.systems.dozen_die.rules.basics import battle, loads, lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import hiding
from engine.systems.dozen_die.rules.conflict import damage
from engine.systems.dozen_die.rules.turns import rounds
from engine.systems.dozen_die.rules.turns.orders import EndActivation, Pass
from engine.systems.dozen_die.state import DozenDieState


def settle(table: Table[DozenDieState], before: DozenDieFight) -> None:
    """Update everybody by the rules: in or out, injured or not, hidden or seen. before: the former state."""
    for who, bearer in table.state.fight.combatants.items():
        was = before.fight.combatants.get(who)
        if bearer == was or (was is None and not before.own.begun):
            continue  # the first round handles figures that enter before it
        if (
            was is not None
            and bearer.out == damage.CASUALTY
            and was.vitals["hp"].now == 0 < lookup.hp(table.state, who)
        ):
            table.emit(CombatantReturned(combatant=who), rule="DD-HP-05")
        if was is not None and was.place != bearer.place:
            hiding.end(table, who)
        damage.settle(table, who, waiting=False)
    if not before.own.begun:
        return
    loads.settle(table)
    left, acting = _left(table.state), table.state.fight.acting
    if left and left != acting and not battle.decided(table.state):
        rule = "DD-ACT-05" if table.state.own.activation is not None else "DD-ACT-02"
        table.emit(TurnBegan(acting=left), rule=rule)


def _left(state: DozenDieFight) -> tuple[str, ...]:
    """Figures that may be ordered and stand: those of an activation, otherwise the side of the die."""
    activation, side = state.own.activation, lookup.active_side(state)
    if not state.fight.acting:
        return ()
    if activation is not None:
        return tuple(who for who in state.fight.acting if lookup.standing(state, who))
    return lookup.own_side(state, side) if side is not None else ()


def follow_up(state: DozenDieFight) -> Order | None:
    """The order that ends an activation without figures, or lays down a die that cannot be used."""
    acting = state.fight.acting
    if not state.own.begun or not acting:
        return None
    decided, left = battle.decided(state), _left(state)
    if state.own.activation is not None:
        return EndActivation(combatant=acting[0]) if decided or not left else None
    if decided or not left or not rounds.can_do_something(state):
        return Pass(by=(*left, *acting)[0])
    return None
