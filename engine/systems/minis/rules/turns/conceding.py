"""Giving up, and what the game master decides about the end.  [MN-GAP-48]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, TurnBegan, departures
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.turns import activation, battle, turns
from engine.systems.minis.rules.turns.events import ParticipantConceded, WentOn
from engine.systems.minis.rules.turns.orders import CallOff, Concede, GoOn
from engine.systems.minis.state import MinisState, Phase

CONCEDED = "conceded"
"""Reason for minis of whoever gave up being out of play."""
REMARK = Field("note", "text", least=0, most=500)


def of_participant(state: MinisFight, who: str) -> tuple[str, ...]:
    """The minis in play that belong to the same seat and side."""
    seat, side = lookup.owner_seat(state, who), state.fight.combatants[who].side
    return tuple(
        combatant
        for combatant in lookup.here(state)
        if lookup.owner_seat(state, combatant) == seat and state.fight.combatants[combatant].side == side
    )


def running(state: MinisFight) -> bool:
    """Whether the fight is on: begun, and not decided."""
    return state.own.phase in (Phase.DECLARE, Phase.ACTIVATE) and bool(state.fight.acting)


def concede(table: Table[MinisState], order: Concede) -> None:
    """A participant gives up: its minis leave play.  [DW-19, MN-GAP-48]"""
    refused = refusal(table.state, order.combatant)
    if refused is not None:
        raise refused
    acting = table.state.fight.acting
    seat, side = lookup.owner_seat(table.state, order.combatant), table.state.fight.combatants[order.combatant].side
    table.emit(ParticipantConceded(giver=seat, side=side), rule=battle.RULE)
    departures.leave(table, of_participant(table.state, order.combatant), reason=CONCEDED, rule=battle.RULE)
    activation.after(table, acting[0])


def refusal(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why this mini's participant cannot give up; None where it can. The kernel asks whose it is."""
    if not running(state):
        return RuleRefusal("nobody is fighting", rule=battle.RULE)
    if not lookup.in_play(state, who):
        return RuleRefusal(f"{who} is out of play", rule=battle.RULE, field="combatant")
    return None


def offers(state: MinisFight, who: str) -> Iterator[Offer[Order]]:
    """Giving up, at any time."""
    if refusal(state, who) is None:
        yield Offer(key="concede", body=Concede(combatant=who), rule=battle.RULE)


# -- the game master
def go_on(table: Table[MinisState]) -> None:
    """The game master overrules that the fight is decided."""
    if not may_go_on(table.state):
        raise RuleRefusal("the fight is not decided, or nobody stands who could go on", rule=battle.RULE)
    fight, sides = table.state.fight, lookup.standing_sides(table.state)
    known = tuple(side for side in sides if fight.knows_side(None, side))
    event = WentOn(sides=known, all_sides=None if known == sides else sides)
    table.emit(event, rule=battle.RULE)
    # What was said of the outcome holds until somebody may act, and declarations come before that.
    table.emit(TurnBegan(acting=lookup.here(table.state)), rule=battle.RULE)
    turns.go_on(table)


def may_go_on(state: MinisFight) -> bool:
    """Whether a decided fight could go on: somebody still stands."""
    return state.own.phase is Phase.OVER and bool(lookup.standing_sides(state))


def call_off(table: Table[MinisState], order: CallOff) -> None:
    """The game master names the outcome, whoever still stands."""
    if table.state.own.phase is Phase.SETUP:
        raise RuleRefusal("nobody is fighting", rule=battle.RULE)
    if order.winner is not None and order.winner not in lookup.sides(table.state):
        raise RuleRefusal(f"winner: there is no side {order.winner!r}", rule=battle.RULE, field="winner")
    battle.decide(table, order.winner or "")


def gm_offers(state: MinisFight) -> Iterator[Offer[Order]]:
    """What the game master may order about the end."""
    if state.own.phase is Phase.SETUP:
        return
    winner = Field("winner", "one", (None, *lookup.sides(state)))
    yield Offer(key="call-off", body=CallOff(), rule=battle.RULE, fields=(winner, REMARK))
    if may_go_on(state):
        yield Offer(key="go-on", body=GoOn(), rule=battle.RULE, fields=(REMARK,))
