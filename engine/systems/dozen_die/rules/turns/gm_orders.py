"""Effects of the game master's orders: how an adventure goes on, or ends.  [DD-GAP-27]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, departures
from engine.systems.dozen_die.rules.basics import battle, lookup, sight
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict import recovery
from engine.systems.dozen_die.rules.turns import activation, choosing, rounds
from engine.systems.dozen_die.rules.turns.events import SideConceded, WeatherChanged
from engine.systems.dozen_die.rules.turns.orders import CallOff, ChangeWeather, Concede, GoOn, Recover
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import DozenDieState

CONCEDED = "conceded"
"""Reason for figures of a side that gave up being out of the fight."""
REMARK = Field("note", "text", least=0, most=500)


def go_on(table: Table[DozenDieState]) -> None:
    """The game master overrules that the fight is decided: the next die is drawn."""
    if not may_go_on(table.state):
        raise RuleRefusal("the fight is not decided, or nobody stands who could go on", rule=battle.RULE)
    event, to = sight.standing(table.state.fight, lookup.standing_sides(table.state))
    table.emit(event, rule=battle.RULE, to=to)
    rounds.next_draw(table, anew=True)


def may_go_on(state: DozenDieFight) -> bool:
    """Whether a decided fight could go on: a player's figure still stands."""
    return state.own.begun and not state.fight.acting and bool(lookup.standing_sides(state))


def concede(table: Table[DozenDieState], order: Concede) -> None:
    """A side gives up, between activations: its figures are out, and so is the die in hand, if it is that side's."""
    if not table.state.fight.acting or table.state.own.activation is not None:
        raise RuleRefusal("a side gives up between activations", rule=battle.RULE)
    if order.side not in lookup.standing_sides(table.state):
        raise RuleRefusal(f"side: nobody of {order.side!r} stands", rule=battle.RULE, field="side")
    table.emit(SideConceded(side=order.side), rule=battle.RULE)
    departures.leave(table, lookup.own_side(table.state, order.side), reason=CONCEDED, rule=battle.RULE)
    choosing.go_on(table)


def call_off(table: Table[DozenDieState], order: CallOff) -> None:
    """The adventure is over, whoever still stands; a running activation ends with it."""
    if not table.state.fight.acting:
        raise RuleRefusal("nobody is fighting", rule=battle.RULE)
    if order.winner is not None and order.winner not in lookup.sides(table.state):
        raise RuleRefusal(f"winner: there is no side {order.winner!r}", rule=battle.RULE, field="winner")
    activation.close(table)
    battle.decide(table, order.winner or "")


def change_weather(table: Table[DozenDieState], order: ChangeWeather) -> None:
    """The weather changes, whoever acts; it counts from the next step on.  [DD-TERR-16]"""
    if order.weather is table.state.own.weather:
        raise RuleRefusal("weather: it is so already", rule="DD-TERR-16", field="weather")
    table.emit(WeatherChanged(weather=order.weather), rule="DD-TERR-16")


def options(state: DozenDieFight) -> Iterator[Offer[Order]]:
    """All of these orders that are possible now."""
    standing = lookup.standing_sides(state)
    if standing and state.fight.acting and state.own.activation is None:
        sides = Field("side", "one", standing)
        yield Offer(key="concede", body=Concede(side=standing[0]), rule=battle.RULE, fields=(sides, REMARK))
    if state.fight.acting:
        winner = Field("winner", "one", (None, *lookup.sides(state)))
        yield Offer(key="call-off", body=CallOff(), rule=battle.RULE, fields=(winner, REMARK))
    elif may_go_on(state):
        yield Offer(key="go-on", body=GoOn(), rule=battle.RULE, fields=(REMARK,))
    if recovery.waiting(state):
        yield Offer(key="recover", body=Recover(), rule=recovery.RULE, fields=(REMARK,))
    others = tuple(weather for weather in Weather if weather is not state.own.weather)
    body = ChangeWeather(weather=others[0])
    yield Offer(key="change-weather", body=body, rule="DD-TERR-16", fields=(Field("weather", "one", others), REMARK))
