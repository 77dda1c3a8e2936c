"""Effects of the game master's orders: the end of a battle, surrender, leaving, coming back, rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from engine.kit import CombatantOut, CombatantReturned, Field, Offer, Order, RuleRefusal, Table, departures
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.conditions import lose, release
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.course.orders import CallOff, ComeBack, Leave, Surrender
from engine.systems.fantasia.rules.statuses import rest
from engine.systems.fantasia.rules.statuses.orders import Rest
from engine.systems.fantasia.rules.turns import battle, rounds
from engine.systems.fantasia.state import FantasiaState

LEFT, SURRENDERED = "left", lookup.SURRENDERED
"""Reasons for being out that the game master can undo."""
UNABLE = ("readied", *(key for key, kind in CONDITIONS.items() if kind.held))
"""Conditions that nobody has who is out."""
REMARK = Field("note", "text", least=0, most=500)


def play(table: Table[FantasiaState], order: Order) -> None:
    """Refuse or play such an order."""
    match order:
        case CallOff():
            call_off(table, order)
        case Surrender():
            surrender(table, order)
        case Leave():
            leave(table, order)
        case ComeBack():
            come_back(table, order)
        case Rest():
            rest.rest(table, order)


def _sides(state: FantasiaFight) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.side for c in state.fight.combatants.values()))


def _require_fight(state: FantasiaFight) -> None:
    if not state.fight.acting:
        raise RuleRefusal("nobody is fighting", rule="FF-TURN-01")


# -- the end
def call_off(table: Table[FantasiaState], order: CallOff) -> None:
    """End the battle at any time, whoever still stands; a running turn ends with it."""
    _require_fight(table.state)
    if order.winner is not None and order.winner not in _sides(table.state):
        raise RuleRefusal(f"winner: there is no side {order.winner!r}", rule="FF-TURN-01", field="winner")
    rounds.break_off(table)
    battle.decide(table, order.winner or "")


def surrender(table: Table[FantasiaState], order: Surrender) -> None:
    """A side surrenders. If that leaves one side, the battle is over, and with it Berserk.  [FF-ST-38]"""
    _require_fight(table.state)
    standing = battle.standing_sides(table.state)
    if order.side not in standing:
        raise RuleRefusal(f"side: nobody of {order.side!r} stands", rule="FF-ST-38", field="side")
    whom = tuple(c.id for c in table.state.fight.combatants.values() if c.side == order.side and lookup.standing(c))
    # Whosever turn it is: that it ends with the battle must not tell of which side somebody hidden is.
    turn_lost = len(standing) <= 2 or any(who in table.state.fight.acting for who in whom)
    if turn_lost:
        rounds.break_off(table)
    people = table.state.fight.combatants
    whom = tuple(who for who in whom if lookup.standing(people[who]))
    for who in whom:
        if people[who].seen_by is not None:
            release(table, who, rule="FF-GRAP-04", leaving=whom)
    departures.leave(
        table, whom, reason=SURRENDERED, rule="FF-TURN-01", before=lambda who: _let_go(table, who), ended=UNABLE
    )
    left = battle.standing_sides(table.state)
    if len(left) <= 1:
        if not turn_lost:
            rounds.break_off(table)
        battle.decide(table, left[0] if left else "")
    elif turn_lost:
        rounds.next_turn(table, ended=bool(table.state.own.acted))


# -- coming and going
def leave(table: Table[FantasiaState], order: Leave) -> None:
    """Take a combatant out of the fight. If it is its turn, that ends, and the next begins."""
    who = order.combatant
    if not table.state.own.begun:
        raise RuleRefusal("the fight has not begun", rule="FF-TURN-01")
    if table.state.fight.require(who).out is not None:
        raise RuleRefusal(f"combatant: {who} is out of the fight", rule="FF-TURN-01", field="combatant")
    acted = who in table.state.fight.acting
    if acted:
        rounds.break_off(table)
    if table.state.fight.combatants[who].out is None:
        _out(table, who, LEFT)
    if acted and not battle.over(table):
        rounds.next_turn(table, ended=bool(table.state.own.acted))


def _let_go(table: Table[FantasiaState], who: str) -> None:
    """Whatever is readied or held is over."""
    lose(table, who, "readied", reason="unable", rule="FF-READY-03")
    release(table, who, rule="FF-GRAP-04")


def _out(table: Table[FantasiaState], who: str, reason: str) -> None:
    _let_go(table, who)
    table.emit(CombatantOut(combatant=who, reason=reason), rule="FF-TURN-01")


def come_back(table: Table[FantasiaState], order: ComeBack) -> None:
    """Bring a combatant back, at its old place; if another has taken it, the game master moves one of them first."""
    if table.state.fight.require(order.combatant).out not in (LEFT, SURRENDERED):
        reason = f"combatant: {order.combatant} has neither left nor surrendered"
        raise RuleRefusal(reason, rule="FF-TURN-01", field="combatant")
    board.require_place(_returned(table.state, order.combatant), order.combatant)
    table.emit(CombatantReturned(combatant=order.combatant), rule="FF-TURN-01")


def _returned(state: FantasiaFight, who: str) -> FantasiaFight:
    """The fight as it would be with the combatant."""
    back = structs.replace(state.fight.combatants[who], out=None)
    fight = structs.replace(state.fight, combatants={**state.fight.combatants, who: back})
    return structs.replace(state, fight=fight)


def _has_room(state: FantasiaFight, who: str) -> bool:
    try:
        board.require_place(_returned(state, who), who)
    except RuleRefusal:
        return False
    return True


# -- offers
def options(state: FantasiaFight) -> Iterable[Offer[Any]]:
    """All such orders that are possible now; none before the fight has begun."""
    if not state.own.begun:
        return
    here = state.fight.combatants.values()
    if state.fight.acting:
        winner = Field("winner", "one", (None, *_sides(state)))
        yield Offer(key="call-off", body=CallOff(), rule="FF-TURN-01", fields=(winner, REMARK))
        standing = battle.standing_sides(state)
        if standing:
            sides = Field("side", "one", standing)
            body = Surrender(side=standing[-1])
            yield Offer(key="surrender", body=body, rule="FF-ST-38", fields=(sides, REMARK))
    present = tuple(c.id for c in here if c.out is None)
    if present:
        who = Field("combatant", "one", present)
        yield Offer(key="leave", body=Leave(combatant=present[0]), rule="FF-TURN-01", fields=(who, REMARK))
    gone = tuple(c.id for c in here if c.out in (LEFT, SURRENDERED) and _has_room(state, c.id))
    if gone:
        who = Field("combatant", "one", gone)
        yield Offer(key="come-back", body=ComeBack(combatant=gone[0]), rule="FF-TURN-01", fields=(who, REMARK))
    yield from rest.options(state)
