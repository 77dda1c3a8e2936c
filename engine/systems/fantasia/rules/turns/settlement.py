"""Immediate consequences of the game master's corrections, or of an entry.

No dice are rolled here, and nobody is asked.  [FF-KO-01, FF-KO-05, FF-ST-22, FF-ST-59]
"""

from __future__ import annotations

from msgspec import structs

from engine.kit import (
    Combatant,
    CombatantOut,
    CombatantReturned,
    Condition,
    ConditionLost,
    Order,
    OrderSet,
    Table,
    TurnBegan,
)
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.rules.basics import control, lookup
from engine.systems.fantasia.rules.basics.conditions import ended, gain, lose, release
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.movement.orders import EndTurn
from engine.systems.fantasia.rules.statuses import floating, unconscious
from engine.systems.fantasia.rules.statuses.concentration import interrupt
from engine.systems.fantasia.rules.statuses.grapple import moved_away
from engine.systems.fantasia.rules.statuses.status import STATUE, onset
from engine.systems.fantasia.rules.turns.initiative import merged
from engine.systems.fantasia.rules.turns.orders import TakeTurn
from engine.systems.fantasia.state import FantasiaState

DEAD, DEFEATED = "dead", "defeated"
"""Reasons of the dead for being out; defeated: without a death counter, by losing the last point."""


def settle(table: Table[FantasiaState], before: FantasiaFight | None) -> None:
    """Update everybody by the rules. before: the former state; None: everything present is new."""
    for who in tuple(table.state.fight.combatants):
        was = before.fight.combatants.get(who) if before is not None else None
        if table.state.fight.combatants[who] != was:
            _settle_one(table, who, was)
    if before is not None:
        for who in table.state.fight.turn_order:
            old = before.own.fighters.get(who)
            if old is not None and old.initiative != lookup.fighter(table.state, who).initiative:
                _reorder(table, who)
        if before.own.begun and lookup.choosing(table.state):
            left = _waiting(table.state)
            if len(left) > 1 and left != table.state.fight.acting:
                table.emit(TurnBegan(acting=left), rule="FF-INIT-05")


def _settle_one(table: Table[FantasiaState], who: str, was: Combatant | None) -> None:
    for condition in was.conditions if was is not None else ():
        if table.state.fight.combatants[who].condition(condition.key) is None:
            _lifted(table, who, condition)
    _fate(table, who, was)
    for condition in table.state.fight.combatants[who].conditions:
        if was is None or was.condition(condition.key) is None:
            _laid(table, who, condition)
    _points(table, who, was)
    if was is not None and was.place != table.state.fight.combatants[who].place:
        moved_away(table, who)
        floating.settle(table, who)
    now = table.state.fight.combatants[who]
    if was is not None and (was.owner, was.controller) != (now.owner, now.controller):
        control.follow(table, who)
    if lookup.fighter(table.state, who).activation is not None and not lookup.able(table.state.fight.combatants[who]):
        interrupt(table, who, reason="unable")


# -- conditions
def _lifted(table: Table[FantasiaState], who: str, condition: Condition) -> None:
    """A condition was removed: so is what depended on it."""
    kind = CONDITIONS.get(condition.kind)
    if kind is None:
        return
    fighter = lookup.fighter(table.state, who)
    if condition.key in fighter.stated or (fighter.waiting is not None and condition.kind == "readied"):
        lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason="cured")
        table.emit(lost, rule=kind.carries)
    out = table.state.fight.combatants[who].out
    if (condition.kind == STATUE and out == STATUE) or (condition.kind == "dead" and out in (DEAD, DEFEATED)):
        table.emit(CombatantReturned(combatant=who), rule=kind.carries)
    ended(table, who, kind, rule=kind.carries)


def _laid(table: Table[FantasiaState], who: str, condition: Condition) -> None:
    """A condition was added: apply its immediate effects."""
    kind, bearer = CONDITIONS.get(condition.kind), table.state.fight.combatants[who]
    if kind is None or condition.kind == "dead" or bearer.condition(condition.key) is None:
        return
    onset(table, who, kind)
    if condition.kind == "unconscious" and not bearer.has("prone"):
        gain(table, who, "prone", rule=kind.carries)
    if condition.kind == STATUE and bearer.out is None:
        table.emit(CombatantOut(combatant=who, reason=STATUE), rule=kind.carries)


# -- life and death
def _fate(table: Table[FantasiaState], who: str, was: Combatant | None) -> None:
    """A combatant set dead is out of the fight, and one set out holds nobody; one set back is as corrected."""
    bearer = table.state.fight.combatants[who]
    fallen = was is not None and was.out in (DEAD, DEFEATED)
    if fallen and bearer.out is None and bearer.has("dead"):
        lose(table, who, "dead", reason="revived", rule="FF-KO-06")
    elif was is not None and was.vitals["hp"].now == 0 < bearer.vitals["hp"].now and bearer.out == DEFEATED:
        lose(table, who, "dead", reason="revived", rule="FF-KO-01")
        table.emit(CombatantReturned(combatant=who), rule="FF-KO-01")
    elif bearer.has("dead") is not (bearer.out in (DEAD, DEFEATED)):
        unconscious.die(table, who, rule="FF-ST-22", reason=bearer.out or DEAD)
    elif bearer.out is not None and (was is None or was.out is None):
        lose(table, who, "readied", reason="unable", rule="FF-READY-03")
        release(table, who, rule="FF-GRAP-04")


def _points(table: Table[FantasiaState], who: str, was: Combatant | None) -> None:
    """A combatant without points falls, and one with points again wakes."""
    bearer = table.state.fight.combatants[who]
    if bearer.vitals["hp"].now == 0:
        if lookup.standing(bearer):
            unconscious.fall(table, who)
    elif was is not None and was.vitals["hp"].now == 0 and bearer.out is None:
        unconscious.wake(table, who)


# -- turns
def _reorder(table: Table[FantasiaState], who: str) -> None:
    """A changed initiative changes the place in the order; the others keep theirs.  [FF-INIT-01]"""
    state = table.state
    rest = structs.replace(state.fight, turn_order=tuple(other for other in state.fight.turn_order if other != who))
    order = merged(structs.replace(state, fight=rest), (who,))
    if order != state.fight.turn_order:
        table.emit(OrderSet(turn_order=order), rule="FF-INIT-01")


def _waiting(state: FantasiaFight) -> tuple[str, ...]:
    """Those of several who may be next that have turns at all."""
    return tuple(who for who in state.fight.acting if state.fight.combatants[who].out is None)


def follow_up(state: FantasiaFight) -> Order | None:
    """The order that ends the turn of a combatant that can no longer act, or begins that of the only one left."""
    acting = state.fight.acting
    if not state.own.begun or not acting:
        return None
    if lookup.choosing(state):
        left = _waiting(state)
        return None if len(left) > 1 else TakeTurn(combatant=(*left, *acting)[0])
    return None if lookup.able(state.fight.combatants[acting[0]]) else EndTurn(combatant=acting[0])
