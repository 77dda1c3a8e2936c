"""One step of a move: whether it can be gone, what it costs, and which ground it leads into.

A figure stands on its floor, or it climbs: then it is on the square at the foot of a face, at any level of it.
[DD-GAP-35]
"""

from __future__ import annotations

from enum import Enum
from itertools import pairwise

from msgspec import Struct

from engine.systems.dozen_die.board.contact import round_corner
from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.sight import between
from engine.systems.dozen_die.board.stand import Stand, king_steps
from engine.systems.dozen_die.content.kinds import Grade

HARMLESS = 1
"""Levels that one may drop as part of a move: falling so far does no harm.  [DD-FALL-01, DD-GAP-35]"""


class Mode(Enum):
    """How somebody gets on where it is hard.  [DD-TERR-04, DD-TERR-05]"""

    WADING = "WADING"
    CLIMBING = "CLIMBING"


class Barred(Enum):
    """Why a step cannot be gone."""

    NOT_NEXT = "NOT_NEXT"  # no neighbouring square, nor the next level
    SHUT = "SHUT"  # a wall, a shut or narrow door, too low a tunnel
    CORNER = "CORNER"  # aslant between two that are shut
    NO_PROGRESS = "NO_PROGRESS"  # wading or climbing is impossible there
    TOO_HIGH = "TOO_HIGH"  # up without a climb
    IN_THE_AIR = "IN_THE_AIR"  # a height where there is neither floor nor face
    NO_JUMP = "NO_JUMP"  # jumps are forbidden there, or it would go up
    HANGING = "HANGING"  # who climbs does not jump
    FOREIGN = "FOREIGN"  # through a foreign figure
    FLIES_PAST = "FLIES_PAST"  # a jump through contact
    TOO_FAR = "TOO_FAR"  # further than the movement goes
    TAKEN = "TAKEN"  # it would end where somebody stands
    OVER = "OVER"  # it goes on after a fall, or off the board
    NO_CHARGE = "NO_CHARGE"  # it becomes a charge, over ground that forbids one


class Footing(Struct, frozen=True):
    """Ground that somebody is in or goes into."""

    mode: Mode
    grade: Grade


class Step(Struct, frozen=True):
    """A step, or a jump. to: where it ends. cost: in squares of the allowance. into: ground it leads into.

    down: levels that one falls at its end, if it is more than a step down. over: squares that are jumped over.
    leaves: it leads off the board.
    """

    to: Stand
    cost: int = 1
    into: tuple[Footing, ...] = ()
    down: int = 0
    jump: bool = False
    over: tuple[Stand, ...] = ()
    leaves: bool = False


def ground_at(land: Land, stand: Stand) -> tuple[Footing, ...]:
    """The ground that somebody who begins there is in: the face he hangs on, or what he stands in.  [DD-TERR-07]"""
    if stand.height > land.floor(stand):
        grade = land.climbing(stand, stand.height)
        return _hard(Mode.CLIMBING, grade) if grade else ()
    grade = land.wading(stand)
    return _hard(Mode.WADING, grade) if grade else ()


def _hard(mode: Mode, grade: Grade) -> tuple[Footing, ...]:
    return () if grade is Grade.VERY_EASY else (Footing(mode, grade),)


def step(land: Land, start: Stand, to: Stand) -> Step | Barred:
    """The step from one stand to the next, or why it cannot be gone. Who is in the way is not looked at."""
    if king_steps(start, to) > 1 or start == to:
        return Barred.NOT_NEXT
    if not land.on_board(to):
        return Step(to, leaves=True)
    if not land.fits(to):
        return Barred.SHUT
    if not passes(land, start, to):
        return Barred.CORNER
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


def passes(land: Land, start: Stand, to: Stand) -> bool:
    """Whether a step aslant gets by: one of the two places beside it is not shut to the figure.  [DD-GAP-36]"""
    if start.x == to.x or start.y == to.y:
        return True
    height = max(start.height, to.height)
    if start.size == 1:
        return round_corner(land, (start.x, start.y), (to.x, to.y), height)
    beside = (start.at(start.x, to.y, height), start.at(to.x, start.y, height))
    return any(not any(land.shuts(at, height) for at in stand.cells()) for stand in beside)


def _by_stairs(land: Land, start: Stand, to: Stand, rise: int) -> bool:
    """Whether stairs lead up a level to there: an ordinary step."""
    if rise > 1 or king_steps(start, to) == 0:
        return False
    ups = [land.way_up(at) for at in start.cells()] + [
        land.side_of(at) for at in to.cells() if land.surface(at) == to.height
    ]
    return Grade.VERY_EASY in ups


def _on_face(land: Land, start: Stand, to: Stand) -> Step | Barred:
    """A step to a level of a face: up or down along it, or over the edge from the floor above."""
    along = king_steps(start, to) == 0 and abs(to.height - start.height) == 1
    over_edge = king_steps(start, to) == 1 and start.height == to.height == land.floor(start)
    return _climbed(land, start, to) if along or over_edge else Barred.IN_THE_AIR


def _climbed(land: Land, start: Stand, to: Stand) -> Step | Barred:
    grade = land.climbing(to, max(start.height, to.height))
    return Barred.NO_PROGRESS if grade is None else Step(to, into=_hard(Mode.CLIMBING, grade))


def jump(land: Land, start: Stand, to: Stand) -> Step | Barred:
    """The jump to another square: its distance counts from take-off to landing.  [DD-GAP-12]

    Nothing it flies over is higher than the take-off, and it ends no higher. What is flown over is not waded in. It is
    a step like any other in that it is never longer than the movement of one order.  [DD-JUMP-03, DD-ACT-11]
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
            return Barred.CORNER
    if to.height != land.floor(to):
        return Barred.IN_THE_AIR
    if any(land.no_jumping(stand) for stand in way):
        return Barred.NO_JUMP
    grade = land.wading(to)
    if grade is None:
        return Barred.NO_PROGRESS
    down = start.height - to.height
    return Step(to, squares, _hard(Mode.WADING, grade), down=down if down > HARMLESS else 0, jump=True, over=flown)


def _flown(start: Stand, to: Stand) -> tuple[Stand, ...]:
    """Where a jumper is on his way, in order, at the height of his take-off: he flies straight."""
    one, other = Stand(start.x, start.y), Stand(to.x, to.y)
    return tuple(start.at(x, y, start.height) for x, y in between(one, other))
