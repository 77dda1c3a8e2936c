"""Wanderers: who waits beside the board, and comes to it with a die.  [DD-ACT-15, DD-GAP-20]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kernel.combatant import Place
from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import CombatantJoined
from engine.kernel.messages import Order, plain
from engine.kernel.system import Table
from engine.systems.dozen_die.board.contact import Crowd
from engine.systems.dozen_die.board.stand import Stand, distance
from engine.systems.dozen_die.commands import BringIn
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.events import WandererComes
from engine.systems.dozen_die.rules import activation, board, entering, look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.sheet import Setup, Wanderer
from engine.systems.dozen_die.state import Own

CLEAR = 2
"""Squares between a newcomer and the nearest foreign figure, counted to it: one is empty at least."""


def require_playable(setup: Setup) -> None:
    """RuleRefusal where a wanderer of the setup has a sheet that cannot be played, or shares its name."""
    names: list[str] = []
    for number, wanderer in enumerate(setup.wanderers):
        try:
            if wanderer.combatant in names:
                raise RuleRefusal(f"combatant: {wanderer.combatant!r} twice", rule="DD-ACT-15", field="combatant")
            entering.combatant_of(_vassal(wanderer).sheet, None)
        except RuleRefusal as refusal:
            refusal.field = f"wanderers.{number}.{refusal.field}"
            raise
        names.append(wanderer.combatant)


def _vassal(wanderer: Wanderer) -> Wanderer:
    """As it will be once a side has brought it in: that side's vassal."""
    return structs.replace(wanderer, sheet=structs.replace(wanderer.sheet, kind=Kind.VASSAL))


def places(state: DD, wanderer: Wanderer, side: str) -> tuple[Place, ...]:
    """Where it may come in: at the edge, on free ground, one square clear of foreign figures; least y, then x first.

    Where it cannot, because its name is taken: nowhere.
    """
    if wanderer.combatant in state.fight.combatants:
        return ()
    land, size = board.land(state), entering.figure_of(_vassal(wanderer).sheet).size
    stands = board.stands(state)
    foreign = {who: stand for who, stand in stands.items() if state.fight.combatants[who].side != side}
    crowd = Crowd({who: stand for who, stand in stands.items() if who not in foreign}, foreign)
    found: list[Stand] = []
    for y in range(land.depth - size + 1):
        for x in range(land.width - size + 1):
            if x not in (0, land.width - size) and y not in (0, land.depth - size):
                continue
            flat = Stand(x, y, 0, size)
            if not land.bears(flat):
                continue
            there = flat.at(x, y, land.floor(flat))
            if crowd.free(there) and all(distance(there, other) >= CLEAR for other in foreign.values()):
                found.append(there)
    return tuple(stand.place for stand in found)


def waiting(state: DD) -> dict[str, tuple[Place, ...]]:
    """Who can be brought in with the die in hand, and where; in the order of the setup."""
    side = look.active_side(state)
    if side is None:
        return {}
    found = {wanderer.combatant: places(state, wanderer, side) for wanderer in state.own.wanderers}
    return {who: where for who, where in found.items() if where}


def check(state: DD, order: BringIn) -> None:
    """RuleRefusal unless this wanderer waits, and may come in there."""
    can = waiting(state)
    if order.wanderer not in can:
        raise RuleRefusal(f"wanderer: {order.wanderer!r} cannot come in", rule="DD-ACT-15", field="wanderer")
    if order.to not in can[order.wanderer]:
        reason = "to: a free square at the edge, one square clear of foreign figures"
        raise RuleRefusal(reason, rule="DD-ACT-15", field="to")


def do(table: Table[Own], order: BringIn) -> None:
    """It comes in as a vassal of the active side, and the same die activates it."""
    by = table.state.fight.combatants[order.by]
    wanderer = _vassal(next(w for w in table.state.own.wanderers if w.combatant == order.wanderer))
    who = entering.combatant_of(wanderer.sheet, order.to)
    joined = CombatantJoined(
        combatant=order.wanderer,
        name=wanderer.name,
        side=by.side,
        owner=by.owner,
        controller=by.controller,
        kind=who.kind,
        place=order.to,
        conditions=(),
        vitals=who.vitals,
        sheet=plain(wanderer.sheet),
    )
    table.emit(WandererComes(side=by.side, wanderer=order.wanderer), rule="DD-ACT-15")
    table.emit(joined, rule="DD-ACT-15")
    activation.start(table, order.wanderer, by=order.by)


def options(state: DD, by: str) -> Iterator[Offer[Order]]:
    """The orders that bring one in, for any figure of the active side."""
    for wanderer, where in waiting(state).items():
        body = BringIn(by=by, wanderer=wanderer, to=where[0])
        key = f"bring-in-{wanderer}"
        yield Offer(key=key, body=body, rule="DD-ACT-15", fields=(Field("to", "place", where),))
