"""The course of a fight: rounds of initiative, actions and their end.  [SA-INIT-01, G-05]"""

from __future__ import annotations

from engine.kit import Moved, Place, RoundBegan, RuleRefusal, Table, TurnBegan
from engine.systems.saari.house_rules import IDLE
from engine.systems.saari.rules.basics import clock, companions, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import ambush, battle, effects, harm
from engine.systems.saari.rules.turns import delay, initiative, readying
from engine.systems.saari.rules.turns.events import RoundEnded
from engine.systems.saari.state import Phase, SaariState


def refusal(state: SaariFight) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can."""
    if state.own.phase is not Phase.SETUP:
        return RuleRefusal("the fight has begun", rule="SA-INIT-01")
    if len(battle.standing(state)) < 2:
        return RuleRefusal("a fight needs two sides with somebody who stands", rule="SA-INIT-01")
    return None


def begin(table: Table[SaariState]) -> None:
    """Place whoever has no place, settle the order at the same count, and begin the first round."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    for who, bearer in table.state.fight.combatants.items():
        if bearer.place is None:
            there = Place(zone=lookup.ground(table.state).zones[0].key)
            table.emit(Moved(combatant=who, from_=None, to=there), rule="SA-ZONE-01")
    for who in table.state.fight.combatants:
        if lookup.KP in table.state.fight.combatants[who].vitals:
            harm.collapse(table, who)
    companions.mount_all(table)
    clock.arrange(table)
    ambush.strike_first(table)
    if not battle.over(table):
        begin_round(table)
        go_on(table)


def begin_round(table: Table[SaariState]) -> None:
    """A new round, and everybody's initiative.  [SA-INIT-01]"""
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="SA-INIT-01")
    initiative.roll_all(table)


def go_on(table: Table[SaariState]) -> None:
    """Go on to the next count, or the next round. Who stays ready does not act.  [SA-INIT-05, SA-READY-02]"""
    while not battle.over(table):
        who = clock.next_actor(table.state)
        if who is not None:
            effects.at_count(table, who)
            table.emit(TurnBegan(acting=(who,)), rule="SA-INIT-05")
            if lookup.fighter(table.state, who).ready is None or readying.acts_instead(table, who):
                return
            effects.after_count(table, who)
        elif not end_round(table):
            return
        else:
            begin_round(table)


def end_round(table: Table[SaariState]) -> bool:
    """End the round; what is left of actions lapses. Whether the fight goes on.  [G-05, G-67]"""
    effects.at_round_end(table)
    if battle.over(table):
        return False
    delay.at_round_end(table)
    readying.at_round_end(table)
    idle = 0 if table.state.own.stirred else table.state.own.idle_rounds + 1
    table.emit(RoundEnded(idle_rounds=idle), rule="G-05", to=table.state.fight.gms())
    if idle >= IDLE.of(table.state.fight):
        battle.decide(table, "", rule="G-67")
        return False
    return not battle.over(table)
