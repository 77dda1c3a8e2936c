"""The game master ends a fight, or has it go on."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, TurnBegan
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.course import battle, rounds
from engine.systems.mongolian_mercenaries.rules.course.events import FightResumed
from engine.systems.mongolian_mercenaries.rules.course.orders import CallOff, GoOn
from engine.systems.mongolian_mercenaries.sides import SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage
from engine.systems.mongolian_mercenaries.types import Ending

RULE = "MM-END-01"
NOTE = Field("note", "text", least=0, most=500)


def call_off(table: Table[MercenariesState], order: CallOff) -> None:
    """At any time, or another outcome of a fight that is over."""
    if table.state.own.stage is Stage.SETUP:
        raise RuleRefusal("nobody is fighting", rule=RULE)
    if order.winner not in (None, *SIDES):
        raise RuleRefusal(f"winner: there is no side {order.winner!r}", rule=RULE, field="winner")
    battle.decide(table, order.winner or "", Ending.CALLED_OFF, rule=RULE)


def may_go_on(state: MercenariesFight) -> bool:
    """Whether a fight is over that could go on: somebody of either side is left."""
    return state.own.stage is Stage.OVER and len(battle.standing(state)) > 1


def go_on(table: Table[MercenariesState], order: GoOn) -> None:
    """The round goes on where it was."""
    if not may_go_on(table.state):
        raise RuleRefusal("the fight is not over, or nobody is left on one side", rule=RULE)
    table.emit(FightResumed(note=order.note), rule=RULE)
    # What was said of the outcome holds until somebody may act.
    here = tuple(who for side in SIDES for who in lookup.active(table.state, side))
    table.emit(TurnBegan(acting=here), rule=RULE)
    rounds.go_on(table)


def offers(state: MercenariesFight) -> Iterator[Offer[Order]]:
    """What the game master may do about the fight."""
    if state.own.stage is not Stage.SETUP:
        winner = Field("winner", "one", (None, *SIDES))
        yield Offer("call_off", CallOff(), RULE, (winner, NOTE))
    if may_go_on(state):
        yield Offer("go_on", GoOn(), RULE, (NOTE,))
