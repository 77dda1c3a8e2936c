"""The course of the fight: beginning, rounds, and the turns within them.  [FF-INIT-01]"""

from __future__ import annotations

from engine.kit import RoundBegan, RuleRefusal, Table, TurnBegan
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.turns import battle, delay, settlement, sides, surprise, turn
from engine.systems.fantasia.rules.turns.initiative import roll_initiative
from engine.systems.fantasia.rules.turns.orders import Delay, Surprise
from engine.systems.fantasia.state import FantasiaState


def begin(table: Table[FantasiaState]) -> None:
    """Initiative, and the first turn of the first round. Ambushers that were not used become visible."""
    refused = refusal(table.state)
    if refused is not None:
        raise refused
    _settle(table)
    surprise.show_all(table, reason="forgone")
    _begin_round(table)
    next_turn(table)


def refusal(state: FantasiaFight) -> RuleRefusal | None:
    """Why the fight cannot begin; None where it can."""
    if state.own.begun:
        return RuleRefusal("the fight has begun", rule="FF-INIT-01")
    if not state.fight.combatants:
        return RuleRefusal("nobody is here to fight", rule="FF-INIT-01")
    return board.misplaced(state)


def surprised(table: Table[FantasiaState], order: Surprise) -> None:
    """An ambush: unnoticed, a free turn for each ambusher; then, or at once, initiative.  [FF-SURP-04 to FF-SURP-06]"""
    if table.state.own.begun:
        raise RuleRefusal("the fight has begun", rule="FF-INIT-01")
    surprise.check(table.state, order)
    _settle(table)
    if not surprise.noticed(table, order):
        surprise.spring(table, order)
        next_turn(table)
        return
    surprise.show_all(table, reason="noticed")
    _begin_round(table)
    next_turn(table)


def _settle(table: Table[FantasiaState]) -> None:
    """Check everybody's place, and bring everybody in line with points and conditions."""
    board.require_places(table.state)
    settlement.settle(table, None)


def go_on(table: Table[FantasiaState]) -> None:
    """The game master overrules that the fight is decided: the next turn begins."""
    state = table.state
    if state.fight.acting or state.fight.outcome is None or not state.own.begun:
        raise RuleRefusal("the fight is going on", rule="FF-TURN-01")
    next_turn(table, ended=bool(state.own.acted))


def _begin_round(table: Table[FantasiaState]) -> None:
    rule = "FF-INIT-04" if lookup.in_sides(table.state) else "FF-INIT-01"
    table.emit(RoundBegan(round=table.state.fight.round + 1), rule=rule)
    if lookup.in_sides(table.state):
        sides.roll_sides(table)
    else:
        roll_initiative(table)


# -- from turn to turn
def end_turn(table: Table[FantasiaState], who: str) -> None:
    """End the turn and begin the next, unless the battle is over."""
    _end(table, who)
    if not battle.over(table):
        next_turn(table, ended=True)


def break_off(table: Table[FantasiaState]) -> None:
    """End the current turn without beginning the next."""
    if table.state.fight.acting and not lookup.choosing(table.state):
        _end(table, table.state.fight.acting[0])


def _end(table: Table[FantasiaState], who: str) -> None:
    if table.state.own.ambush is None:
        turn.end(table, who)
    else:
        surprise.end(table, who)


def put_off(table: Table[FantasiaState], order: Delay) -> None:
    """Delay, and begin the next turn."""
    delay.check(table.seen(table.seat), order)
    delay.do(table, order)
    next_turn(table)


def take(table: Table[FantasiaState], who: str) -> None:
    """One of those who may act now takes the turn."""
    if not _started(table, who):
        next_turn(table, ended=True)


def next_turn(table: Table[FantasiaState], *, ended: bool = False) -> None:
    """Begin the turn of the next who can act; if several may be next, of none yet.

    Turns of those who cannot act begin and end at once. ended: a turn has just ended.
    """
    while True:
        whom = _following(table, ended=ended)
        if not whom:
            surprise.show_all(table, reason="over")
            _begin_round(table)
            whom = _following(table, ended=False)
        if not whom:
            battle.decide(table, "")
            return
        if len(whom) > 1:
            rule = "FF-INIT-05" if table.state.own.ambush is None else "FF-SURP-05"
            table.emit(TurnBegan(acting=whom), rule=rule)
            return
        if _started(table, whom[0]):
            return
        ended = True


def _started(table: Table[FantasiaState], who: str) -> bool:
    """Whether a turn goes on; if its owner cannot act it is over, and perhaps the battle with it."""
    own = table.state.own
    starts = surprise.start if own.ambush else delay.resume if who in own.delaying else turn.start
    if starts(table, who):
        return True
    _end(table, who)
    return battle.over(table)


def _following(table: Table[FantasiaState], *, ended: bool) -> tuple[str, ...]:
    """Combatants that may act next in this round; none at its end."""
    if table.state.own.ambush is not None:
        return surprise.waiting(table.state)
    if lookup.in_sides(table.state):
        return sides.candidates(table)
    if ended:
        willing = delay.volunteer(table)
        if willing is not None:
            return (willing,)
    who = _placed_next(table.state)
    if who is not None:
        return (who,)
    # Those still delaying at the end of the round act then.
    return delay.still_waiting(table.state)[:1]


def _placed_next(state: FantasiaFight) -> str | None:
    """The next in the order of acting. The dead and those out of the fight have no turns."""
    order, own = state.fight.turn_order, state.own
    start = order.index(own.passed) + 1 if own.passed in order else 0
    return next(
        (
            who
            for who in order[start:]
            if state.fight.combatants[who].out is None and who not in own.acted and who not in own.delaying
        ),
        None,
    )
