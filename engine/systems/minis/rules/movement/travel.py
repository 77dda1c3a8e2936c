"""Playing a piece of movement: leg by leg, with whatever stops the mover on its way.  [MN-MOVE-01, MN-GAP-38]"""

from __future__ import annotations

from itertools import pairwise

from engine.kit import Moved, Place, Point, Table
from engine.kit.plane import direction, fine_length
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.ground.events import Turned
from engine.systems.minis.rules.movement import paths
from engine.systems.minis.rules.movement.events import PieceMoved
from engine.systems.minis.rules.movement.paths import Piece
from engine.systems.minis.rules.movement.stops import stops_on
from engine.systems.minis.state import MinisState

RULE = "MN-MOVE-01"


def travel(table: Table[MinisState], who: str, piece: Piece) -> bool:
    """Move a mini along a piece that is allowed. Returns whether it came to its end.

    At a stop it stands at the point of the stop, facing along the way; then it goes on from there, or it does not.
    """
    leg: list[Point] = [piece.points[0]]
    charged, gone = 0, 0
    for (point, other), length in zip(pairwise(piece.points), piece.lengths, strict=True):
        for stop in stops_on(table.state, who, point, other):
            up_to = min(gone + min(fine_length(point, stop.at), length), piece.length)
            _leg(table, who, [*leg, stop.at], max(up_to - charged, 0), piece, ended=False)
            _face(table, who, point, other)
            leg, charged = [stop.at], max(charged, up_to)
            if not stop.act(table):
                return False
        leg, gone = [*leg, other], gone + length
    _leg(table, who, leg, piece.length - charged, piece, ended=piece.ended)
    _face(table, who, *piece.points[-2:])
    return True


def _leg(table: Table[MinisState], who: str, points: list[Point], length: int, piece: Piece, *, ended: bool) -> None:
    """One leg: what it costs, then the new place. points: where it stands first. length: in billionths of an inch.

    A leg without length is one only where movement ends there.
    """
    path = tuple(after for before, after in pairwise(points) if after != before)
    if not path and not ended:
        return
    event = PieceMoved(
        combatant=who,
        from_=points[0],
        path=path,
        thousandths=paths.charge(table.state, who, length),
        fraction=paths.fraction_after(table.state, who, length),
        penalised=piece.penalised,
        ended=ended,
    )
    table.emit(event, rule="MN-WAT-01" if ended else RULE)
    if path:
        before = table.state.fight.combatants[who].place
        table.emit(Moved(combatant=who, from_=before, to=Place(point=path[-1])), rule=RULE)


def stay(table: Table[MinisState], who: str) -> None:
    """A piece that leads nowhere: the mini has acted all the same."""
    here, fraction = lookup.at(table.state, who), lookup.mini(table.state, who).used.fraction
    table.emit(PieceMoved(combatant=who, from_=here, path=(), thousandths=0, fraction=fraction), rule=RULE)


def _face(table: Table[MinisState], who: str, point: Point, other: Point) -> None:
    """Whoever moves faces along its way.  [MN-GAP-37]"""
    turn(table, who, direction(point, other))


def turn(table: Table[MinisState], who: str, facing: Point | None, *, pivot: bool = False) -> None:
    """Face in a direction; a mini that does already needs no event, unless it is a pivot."""
    if facing is None or (facing == lookup.mini(table.state, who).facing and not pivot):
        return
    table.emit(Turned(combatant=who, facing=facing, pivot=pivot), rule="MN-GAP-37")
