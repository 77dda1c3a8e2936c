"""Figures that cannot be ordered at all: the fight is not running, or the figure is not on the board."""

from __future__ import annotations

from engine.kit import RuleRefusal
from engine.systems.dozen_die.rules.actions.walk import LEFT
from engine.systems.dozen_die.rules.basics import battle, lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict.damage import CASUALTY


def require(state: DozenDieFight, who: str, *, field: str) -> None:
    """RuleRefusal unless the fight is running and the figure is on the board.  [DD-HP-05, DD-MOVE-15, DD-GAP-27]"""
    if not state.own.begun:
        raise RuleRefusal("the fight has not begun", rule="DD-ACT-01")
    if state.fight.outcome is not None:
        raise RuleRefusal("the fight is decided: the game master ends it, or lets it go on", rule=battle.RULE)
    if lookup.standing(state, who):
        return
    match state.fight.require(who).out:
        case reason if reason == CASUALTY:
            raise RuleRefusal(f"{who} is a casualty", rule="DD-HP-05", field=field)
        case reason if reason == LEFT:
            raise RuleRefusal(f"{who} has left the board", rule="DD-MOVE-15", field=field)
        case None:
            raise RuleRefusal(f"{who} is not on the board", rule="DD-ACT-02", field=field)
        case _:
            raise RuleRefusal(f"{who} is out of the fight", rule=battle.RULE, field=field)
