"""Turns one after another: who acts next, in the turn order, round after round."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import RoundBegan, TurnBegan
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import Fault, RuleRefusal


def require_acting(fight: Fight, combatant: str, *, rule: str) -> None:
    """RuleRefusal where a combatant does not act now, or is out."""
    if combatant not in fight.acting or fight.require(combatant).out is not None:
        raise RuleRefusal(f"{combatant} does not act now", rule=rule, field="combatant")


def coming(fight: Fight, after: str = "") -> tuple[str, bool]:
    """(who acts after somebody, whether a round begins with that).

    Those who are out are passed over. Whoever is not in the turn order, as of a game that has none, comes after it, in
    order of joining. after: "" for the first turn of the fight. Fault where nobody is left.
    """
    order = (*fight.turn_order, *(who for who in fight.combatants if who not in fight.turn_order))
    at = order.index(after) + 1 if after in order else 0
    for place in (*range(at, len(order)), *range(at)):
        if fight.combatants[order[place]].out is None:
            return order[place], not after or place < at
    raise Fault("nobody is left who could act")


def next_turn(table: Table[Any], after: str = "", *, rule: str) -> str:
    """The next one acts, perhaps in a new round. Returns who. after: "" for the first turn of the fight."""
    who, anew = coming(table.state.fight, after)
    if anew:
        table.emit(RoundBegan(round=table.state.fight.round + 1), rule=rule)
    table.emit(TurnBegan(acting=(who,)), rule=rule)
    return who
