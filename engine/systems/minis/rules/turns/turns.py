"""The course of a fight: a turn counts down through its initiative rounds.  [MN-TURN-01, MN-INIT-01]"""

from __future__ import annotations

from engine.kit import RoundBegan, RuleRefusal, Table
from engine.systems.minis.house_rules import QUIET
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.ground import deployment
from engine.systems.minis.rules.magic import control, effects, summoning
from engine.systems.minis.rules.turns import battle, declaring, ordering, places
from engine.systems.minis.rules.turns.events import TurnEnded
from engine.systems.minis.state import MinisState, Phase


def begin(table: Table[MinisState]) -> None:
    """Deploy whoever has no place yet, and begin the first turn."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    deployment.deploy(table)
    damage.settle(table)
    if not battle.over(table):
        _begin_turn(table)
        summoning.bind(table)
        go_on(table)


def refusal(state: MinisFight) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can.  [MN-SET-03]"""
    if state.own.phase is not Phase.SETUP:
        return RuleRefusal("the fight has begun", rule="MN-TURN-01")
    if len({state.fight.combatants[who].side for who in deployment.present(state)}) < 2:
        return RuleRefusal("two sides or more fight each other", rule="MN-SET-03")
    return deployment.fault(state)


def go_on(table: Table[MinisState]) -> None:
    """Go on to the next mini that can be ordered: the next place, initiative round or turn."""
    while not battle.over(table):
        if table.state.own.slots:
            if places.begin_next(table):
                return
            continue
        following = declaring.next_round(table.state)
        if following is None:
            if not _end_turn(table):
                return
            continue
        declared = declaring.declare(table, following)
        if declared or not following.last:
            # An empty order names nobody and would be told to everybody: a last round is not.
            ordering.arrange(table, declared)


def _begin_turn(table: Table[MinisState]) -> None:
    """All that is counted per turn begins anew.  [MN-TURN-03]"""
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule="MN-TURN-01")


def _end_turn(table: Table[MinisState]) -> bool:
    """End the turn, and what lasts no longer; begin the next one. Returns whether the fight goes on.

    Whoever has not acted loses the turn.  [MN-TURN-07, MN-GAP-09]

    After so many turns in a row (`QUIET`) in which nobody performed an action nobody wins.  [MN-TURN-07, MN-GAP-48]
    """
    own = table.state.own
    quiet = 0 if own.stirred else own.quiet_turns + 1
    effects.count(table)
    effects.expire(table)
    control.settle(table)
    table.emit(TurnEnded(quiet_turns=quiet), rule="MN-TURN-01")
    if battle.over(table):
        return False
    if quiet >= QUIET.of(table.state.fight):
        battle.decide(table, "")
        return False
    _begin_turn(table)
    return bool(lookup.here(table.state))
