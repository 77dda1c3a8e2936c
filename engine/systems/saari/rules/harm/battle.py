"""How a fight ends: one side is left, nobody does anything, or the game master ends it.  [G-36, G-67]"""

from __future__ import annotations

from engine.kit import OutcomeReached, Table, TurnBegan
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects, recovery
from engine.systems.saari.state import Phase, SaariState

RULE = "G-36"


def sides(state: SaariFight) -> tuple[str, ...]:
    """Sides with a fighter, in order of joining."""
    return tuple(dict.fromkeys(state.fight.combatants[who].side for who in lookup.actors(state)))


def standing(state: SaariFight) -> tuple[str, ...]:
    """Those of them of whom somebody stands."""
    return tuple(dict.fromkeys(state.fight.combatants[who].side for who in lookup.here(state)))


def over(table: Table[SaariState]) -> bool:
    """Whether the fight has ended; if it is decided now, announce who is left."""
    if table.state.own.phase is Phase.OVER:
        return True
    left = standing(table.state)
    if len(left) > 1 and not total_defeat(table.state):
        return False
    decide(table, left[0] if len(left) == 1 else "", rule=RULE)
    return True


def total_defeat(state: SaariFight) -> bool:
    """Whether there were characters, and none of them stands: then nobody is left to play for.  [G-36]"""
    pcs = recovery.characters(state)
    return bool(pcs) and not any(lookup.in_play(state, who) for who in pcs)


def decide(table: Table[SaariState], winner: str, *, rule: str) -> None:
    """Name the outcome, and tend to the collapsed. winner: a side; "": nobody.  [W-34]"""
    effects.at_scene_end(table)
    table.emit(OutcomeReached(result=winner), rule=rule)
    recovery.after_scene(table)
    table.emit(TurnBegan(acting=()), rule=rule)
