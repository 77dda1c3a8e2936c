"""One step of a move: whether it is possible, its cost, and the ground it leads into.

A figure is on its floor, or it climbs: then it is on the square at the foot of a face, at any level of it.
[DD-GAP-35]
"""

from __future__ import annotations

from enum import Enum
from itertools import pairwise

from msgspec import Struct

from engine.systems.dozen_die.board.contact import round_corner
from engine.systems.dozen_die.board.footprint import Footprint, king_steps
from engine.systems.dozen_die.board.sight import between
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.kinds import Grade

HARMLESS = 1
"""Levels that a figure may drop as part of a move: such a fall does no harm.  [DD-FALL-01, DD-GAP-35]"""


class Mode(Enum):
    """How a figure crosses hard ground.  [DD-TERR-04, DD-TERR-05]"""

    WADING = "WADING"
    CLIMBING = "CLIMBING"


class Barred(Enum):
    """Why a step is not possible."""

    NOT_NEXT = "NOT_NEXT"  # neither an adjacent square nor an adjacent level
    SHUT = "SHUT"  # a wall, a shut or narrow door, too low a tunnel
    CORNER = "CORNER"  # diagonally between two shut squares
    NO_PROGRESS = "NO_PROGRESS"  # wading or climbing is impossible there
    TOO_HIGH = "TOO_HIGH"  # up without a climb
    IN_THE_AIR = "IN_THE_AIR"  # a height with neither floor nor face
    NO_JUMP = "NO_JUMP"  # jumps are forbidden there, or it would go up
    HANGING = "HANGING"  # a climber does not jump
    FOREIGN = "FOREIGN"  # through a foreign figure
    FLIES_PAST = "FLIES_PAST"  # a jump through contact
    TOO_FAR = "TOO_FAR"  # further than the movement allows
    JUMPS_TOO_FAR = "JUMPS_TOO_FAR"  # a jump longer than what is left of it
    TAKEN = "TAKEN"  # it would end on an occupied square
    OVER = "OVER"  # it goes on after a fall, or off the board
    CONTACT = "CONTACT"  # it ends in contact
    NO_CHARGE = "NO_CHARGE"  # it becomes a charge, over ground that forbids one


GROUND = (
    Barred.SHUT, Barred.CORNER, Barred.NO_PROGRESS, Barred.TOO_HIGH, Barred.IN_THE_AIR, Barred.NO_JUMP, Barred.HANGING,
)  # fmt: skip
"""Reasons that lie in the ground alone."""


class Footing(Struct, frozen=True):
    """Ground that a figure is in or enters."""

    mode: Mode
    grade: Grade


class Step(Struct, frozen=True):
    """A step, or a jump. to: where it ends. cost: in squares of the allowance. into: ground it leads into.

    down: levels that the figure falls at its end, if it is more than a step down. over: squares that are jumped over.
    leaves: it leads off the board.
    """

    to: Footprint
    cost: int = 1
    into: tuple[Footing, ...] = ()
    down: int = 0
    jump: bool = False
    over: tuple[Footprint, ...] = ()
    leaves: bool = False


def ground_at(land: TerrainMap, stand: Footprint) -> tuple[Footing, ...]:
    """The ground at the start: the face the figure hangs on, or the terrain it is in.  [DD-TERR-07]"""
    if stand.height > land.floor(stand):
        grade = land.climbing(stand, stand.height)
        return _hard(Mode.CLIMBING, grade) if grade else ()
    grade = land.wading(stand)
    return _hard(Mode.WADING, grade) if grade else ()


def _hard(mode: Mode, grade: Grade) -> tuple[Footing, ...]:
    return () if grade is Grade.VERY_EASY else (Footing(mode, grade),)


def step(land: TerrainMap, start: Footprint, to: Footprint) -> Step | Barred:
    """The step from one position to the next, or why it is not possible. Other figures are not considered."""
    if king_steps(start, to) > 1 or start == to:
        return Barred.NOT_NEXT
    if not land.on_board(to):
        return Step(to, leaves=True) if rim_open(land, start, to) else Barred.SHUT
    if not land.fits(to):
        return Barred.SHUT
    if not passes(land, start, to):
        return Barred.CORNER if aslant(start, to) else Barred.SHUT
    floor = land.floor(to)
    if to.height < floor:
        return Barred.IN_THE_AIR
    if to.height > floor:
        return _on_face(land, start, to)
    rise = floor - start.height
    if rise > 0 and not _by_stairs(land, start, to, rise):
        return Barred.TOO_HIGH
    grade = land.wading(to)
    if grade is None:
        return Barred.NO_PROGRESS
    return Step(to, into=_hard(Mode.WADING, grade), down=-rise if -rise > HARMLESS else 0)


def passes(land: TerrainMap, start: Footprint, to: Footprint) -> bool:
    """Whether a step fits past what stands between squares; a diagonal one also round the corner.

    One of the two ways round must be open: its place beside, and the sides that it crosses; and nothing stands on the
    line between the middles.  [DD-MOVE-05, DD-GAP-36]
    """
    dx, dy = to.x - start.x, to.y - start.y
    if not dx or not dy:
        return not land.walled or dx == dy or land.edges.straight_step(start.x, start.y, start.size, dx, dy)
    height = max(start.height, to.height)
    if start.size == 1:
        return round_corner(land, (start.x, start.y), (to.x, to.y), height)
    beside = (start.at(start.x, to.y, height), start.at(to.x, start.y, height))
    ways = land.edges.ways_round(start.x, start.y, start.size, dx, dy)
    return any(
        way and not any(land.shuts(at, height) for at in stand.cells()) for way, stand in zip(ways, beside, strict=True)
    )


def aslant(start: Footprint, to: Footprint) -> bool:
    """Whether a step is a diagonal one."""
    return start.x != to.x and start.y != to.y


def rim_open(land: TerrainMap, start: Footprint, to: Footprint) -> bool:
    """Whether nothing stands along the rim of the board where a step leaves it.  [DD-MOVE-05, DD-MOVE-14]"""
    return land.edges.step(start.x, start.y, start.size, to.x - start.x, to.y - start.y)


def _by_stairs(land: TerrainMap, start: Footprint, to: Footprint, rise: int) -> bool:
    """Whether stairs lead up a level to there, which makes an ordinary step."""
    if rise > 1 or king_steps(start, to) == 0:
        return False
    ups = [land.way_up(at) for at in start.cells()] + [
        land.side_of(at) for at in to.cells() if land.surface(at) == to.height
    ]
    return Grade.VERY_EASY in ups


def _on_face(land: TerrainMap, start: Footprint, to: Footprint) -> Step | Barred:
    """A step to a level of a face: up or down along it, or over the edge from the floor above."""
    along = king_steps(start, to) == 0 and abs(to.height - start.height) == 1
    over_edge = king_steps(start, to) == 1 and start.height == to.height == land.floor(start)
    return _climbed(land, start, to) if along or over_edge else Barred.IN_THE_AIR


def _climbed(land: TerrainMap, start: Footprint, to: Footprint) -> Step | Barred:
    grade = land.climbing(to, max(start.height, to.height))
    return Barred.NO_PROGRESS if grade is None else Step(to, into=_hard(Mode.CLIMBING, grade))


def jump(land: TerrainMap, start: Footprint, to: Footprint) -> Step | Barred:
    """The jump to another square: its distance counts from take-off to landing.  [DD-GAP-12]

    Nothing it crosses is higher than the take-off, and it ends no higher. Squares jumped over are not waded. Like any
    other step it is never longer than the movement of one order.  [DD-JUMP-03, DD-ACT-11]
    """
    squares = king_steps(start, to)
    if squares == 0:
        return Barred.NOT_NEXT
    if start.height != land.floor(start):
        return Barred.HANGING
    if not land.on_board(to) or not land.fits(to):
        return Barred.SHUT
    flown = _flown(start, to)
    way = (start, *flown, to)
    for before, after in pairwise(way):
        if not land.fits(after) or land.floor(after) > start.height:
            return Barred.SHUT
        if not passes(land, before, after):
            return Barred.CORNER if aslant(before, after) else Barred.SHUT
    if to.height != land.floor(to):
        return Barred.IN_THE_AIR
    if any(land.no_jumping(stand) for stand in way):
        return Barred.NO_JUMP
    grade = land.wading(to)
    if grade is None:
        return Barred.NO_PROGRESS
    down = start.height - to.height
    return Step(to, squares, _hard(Mode.WADING, grade), down=down if down > HARMLESS else 0, jump=True, over=flown)


def _flown(start: Footprint, to: Footprint) -> tuple[Footprint, ...]:
    """The positions of a jump on its way, in order, at the height of the take-off: it is a straight line."""
    footprint, other = Footprint(start.x, start.y), Footprint(to.x, to.y)
    return tuple(start.at(x, y, start.height) for x, y in between(footprint, other))
