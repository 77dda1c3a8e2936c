"""Special actions of the adventure: a yellow die triggers one instead of marching.  [DD-ACT-12 to DD-ACT-14]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, Place, RuleRefusal, Table
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import doors
from engine.systems.dozen_die.rules.board.events import SpecialTriggered
from engine.systems.dozen_die.rules.board.orders import Special
from engine.systems.dozen_die.sheet import SpecialAction
from engine.systems.dozen_die.state import DozenDieState


def left(state: DozenDieFight) -> tuple[SpecialAction, ...]:
    """Those that the die in hand may trigger now, once each per fight: none after a march with it."""
    draw = state.own.draw
    if draw is None or draw.color is not Color.YELLOW or draw.marched or draw.special is not None:
        return ()
    return tuple(special for special in state.own.adventure.specials if special.key not in state.own.used)


def check(state: DozenDieFight, order: Special) -> None:
    """RuleRefusal unless the die in hand may trigger this special action now."""
    if not any(special.key == order.special for special in left(state)):
        raise RuleRefusal(
            f"special: this die does not trigger {order.special!r} now", rule="DD-ACT-12", field="special"
        )


def do(table: Table[DozenDieState], order: Special) -> None:
    """Its effect. Nobody of the side marches with this die; it still activates a figure.  [DD-ACT-13, DD-ACT-17]"""
    special = next(s for s in table.state.own.adventure.specials if s.key == order.special)
    side = table.state.fight.combatants[order.by].side
    table.emit(SpecialTriggered(side=side, special=special.key), rule="DD-ACT-12")
    if special.door is not None:
        doors.open_up(table, special.door, order.by, rule="DD-ACT-12")
    if special.opens is not None and special.opens not in table.state.own.opened:
        doors.open_square(table, Place(cell=special.opens), order.by, rule="DD-ACT-12")


def options(state: DozenDieFight, by: str) -> Iterator[Offer[Order]]:
    """The order that triggers one, for any figure of the active side."""
    can = tuple(special.key for special in left(state))
    if can:
        body = Special(by=by, special=can[0])
        yield Offer(key="special", body=body, rule="DD-ACT-12", fields=(Field("special", "one", can),))
