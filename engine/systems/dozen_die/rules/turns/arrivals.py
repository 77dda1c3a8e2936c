"""Wanderers: figures that wait beside the board and enter it with a die.  [DD-ACT-15, DD-GAP-20]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kit import CombatantJoined, Offer, Order, Place, RuleRefusal, Table, WayBarred, place_field, plain
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors
from engine.systems.dozen_die.rules.board.common_view import on_known_ground
from engine.systems.dozen_die.rules.turns import activation, entering, wanderers
from engine.systems.dozen_die.rules.turns.events import WandererComes
from engine.systems.dozen_die.rules.turns.orders import BringIn
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import DozenDieState


def check(state: DozenDieFight, order: BringIn) -> None:
    """RuleRefusal unless this wanderer is waiting, and may enter there."""
    can = wanderers.waiting(state)
    if order.wanderer not in can:
        raise RuleRefusal(f"wanderer: {order.wanderer!r} cannot come in", rule="DD-ACT-15", field="wanderer")
    if order.to not in can[order.wanderer]:
        reason = "to: a free square at the edge, one square clear of foreign figures"
        raise RuleRefusal(reason, rule="DD-ACT-15", field="to")


def do(table: Table[DozenDieState], order: BringIn) -> bool:
    """Bring it in as a vassal of the active side; the same die activates it. False where it does not get in anywhere.

    What its player does not know of may keep it from the square: it then comes in on the nearest one.
    """
    by = table.state.fight.combatants[order.by]
    wanderer = wanderers.as_vassal(next(w for w in table.state.own.wanderers if w.key == order.wanderer))
    place = _entered(wanderers.places(table.state, wanderer, by.side), order.to)
    if place is None:
        table.emit(WayBarred(combatant=order.by, ahead=order.to), rule="DD-MOVE-05")
        return False
    who = entering.combatant_of(wanderer.sheet, place)
    joined = CombatantJoined(
        combatant=order.wanderer,
        name=wanderer.name,
        side=by.side,
        owner=by.owner,
        controller=by.controller,
        kind=who.kind,
        place=place,
        conditions=(),
        vitals=who.vitals,
        sheet=_written(wanderer.sheet),
    )
    table.emit(WandererComes(side=by.side, wanderer=order.wanderer), rule="DD-ACT-15")
    table.emit(joined, rule="DD-ACT-15")
    _show_entrance(table, order.wanderer)
    activation.start(table, order.wanderer, by=order.by)
    return True


def _show_entrance(table: Table[DozenDieState], who: str) -> None:
    """Where others took the rim for shut all who see the newcomer know better from now on."""
    stand = board.stand(table.state, who)
    if stand is not None:
        ways = wanderers.outside(board.land(table.state), stand)
        known = wanderers.outside(board.land(on_known_ground(table.state)), stand)
        came = next((way for way in ways if way in known), ways[0])
        doors.passed(table, who, (came, stand), rule="DD-MOVE-05")


def _entered(places: Sequence[Place], wanted: Place) -> Place | None:
    """Of the places where it really can come in the wanted one, otherwise the nearest; None where there is none."""

    def away(place: Place) -> int:
        assert place.cell is not None
        assert wanted.cell is not None
        return max(abs(place.cell.x - wanted.cell.x), abs(place.cell.y - wanted.cell.y))

    return min(places, key=away, default=None)


def options(state: DozenDieFight, by: str) -> Iterator[Offer[Order]]:
    """The orders that bring a wanderer in, for any figure of the active side."""
    for wanderer, where in wanderers.waiting(state).items():
        body = BringIn(by=by, wanderer=wanderer, to=where[0])
        key = f"bring-in-{wanderer}"
        yield Offer(key=key, body=body, rule="DD-ACT-15", fields=(place_field("to", where),))


def _written(sheet: Sheet) -> dict[str, Any]:
    """A wanderer's sheet as its event holds it: `hpChange` came later, and where it is not set older fights lack it."""
    written: dict[str, Any] = plain(sheet)
    if sheet.hp_change is None:
        del written["hpChange"]
    return written
