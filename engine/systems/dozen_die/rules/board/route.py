"""From an order to a way over the board: the steps, the shortest way, and what is wrong with a path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.kit import Cell, Field, Place, RuleRefusal
from engine.systems.dozen_die.board.contact import OtherFigures
from engine.systems.dozen_die.board.footprint import AROUND, Footprint
from engine.systems.dozen_die.board.steps import Barred, rim_open
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.board.ways import Astray, Held, Walker, Wanted, Way
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.board.orders import Step, StepBy

SHOWN = 30
"""Number of ways listed at most, the shortest; others are accepted too, and a preview says of each step where it may
lead."""
LONGEST = 60
"""Number of steps of a way at most."""

WRONG: dict[Barred, tuple[str, str]] = {
    Barred.NOT_NEXT: ("it is no neighbouring square, nor the next level", "DD-MOVE-03"),
    Barred.SHUT: ("there is no way through", "DD-MOVE-05"),
    Barred.CORNER: ("it leads between two squares that are shut", "DD-MOVE-05"),
    Barred.NO_PROGRESS: ("nobody gets on there in that way", "DD-TERR-15"),
    Barred.TOO_HIGH: ("it leads up without a climb", "DD-TERR-05"),
    Barred.IN_THE_AIR: ("there is neither floor nor face at that height", "DD-TERR-05"),
    Barred.NO_JUMP: ("nobody jumps there", "DD-MOVE-08"),
    Barred.HANGING: ("whoever climbs does not jump", "DD-JUMP-01"),
    Barred.FOREIGN: ("a foreign figure is in the way", "DD-MOVE-11"),
    Barred.FLIES_PAST: ("the jump flies through contact", "DD-MOVE-12"),
    Barred.TOO_FAR: ("it is further than he goes", "DD-MOVE-01"),
    Barred.JUMPS_TOO_FAR: ("the jump is longer than what is left of his movement", "DD-JUMP-03"),
    Barred.CONTACT: ("it ends in contact with a foreign figure: that is a charge", "DD-MOVE-13"),
    Barred.TAKEN: ("somebody stands where it ends", "DD-MOVE-10"),
    Barred.OVER: ("after a fall and off the board there is no step", "DD-MOVE-14"),
    Barred.NO_CHARGE: ("no charge leads over that ground", "DD-MOVE-08"),
}
"""Why a path is refused, and the rule."""


Others = tuple[tuple[str, Footprint], ...]


def walker(state: DozenDieFight, who: str, most: int, held: Held | None = None) -> Walker:
    """A walker at the figure's position. RuleRefusal if it is not on the board.

    most: squares. held: foreign figures touched since its order began; None: it begins now.
    """
    here = board.stand(state, who)
    if here is None:
        raise RuleRefusal(f"{who} is not on the board", rule="DD-MOVE-01")
    own, foreign = board.others(state, who)
    return _walker(board.land(state), tuple(own.items()), tuple(foreign.items()), here, most, held)


@lru_cache(maxsize=64)
def _walker(land: TerrainMap, own: Others, foreign: Others, start: Footprint, most: int, held: Held | None) -> Walker:
    """Cached by value: all ways are searched once, for moves, charges and what is ordered then."""
    return Walker(land, OtherFigures(dict(own), dict(foreign)), start, most, held)


def wanted(path: Sequence[Step]) -> tuple[Wanted, ...]:
    """Declared steps in the board's form."""
    return tuple(Wanted(step.cell.x, step.cell.y, step.height, step.jump) for step in path)


def steps(way: Way) -> tuple[Step, ...]:
    """A way in declared form."""
    return tuple(
        Step(
            cell=Cell(taken.to.x, taken.to.y),
            height=taken.to.height,
            by=StepBy.JUMP if taken.jump else None,
        )
        for taken in way.steps
    )


def drawn(ways: Sequence[tuple[Step, ...]], *, least: int = 0) -> Field:
    """The open choice of a way, step by step, with some that are possible."""
    words = tuple(by.value for by in StepBy)
    return Field("path", "path", tuple(ways), least=least, most=LONGEST, exact=False, words=words)


def followed(walker: Walker, path: Sequence[Step]) -> Way:
    """The way of a declared path, up to its first contact. RuleRefusal where it is not possible."""
    way = walker.follow(wanted(path))
    if isinstance(way, Astray):
        why, rule = WRONG[way.why]
        cell = path[way.at].cell
        raise RuleRefusal(f"path: at step {way.at + 1}, square {cell.x}, {cell.y}: {why}", rule=rule, field="path")
    return way


def ended(walker: Walker, to: Place) -> Way:
    """A shortest way to a place out of contact. RuleRefusal where there is none, with the reason."""
    cell = to.cell
    if cell is None or to != Place(cell=cell, height=to.height):
        raise RuleRefusal("to: a square, and nothing else", rule="DD-MOVE-01", field="to")
    for way in walker.ways():
        if not way.over and way.steps[-1].to.place == to:
            return walker.straightened(way)
    there = walker.start.at(cell.x, cell.y, to.height)
    if not walker.land.on_board(there):
        raise RuleRefusal(f"to: square {cell.x}, {cell.y} is off the board", rule="DD-MOVE-14", field="to")
    why, rule = WRONG[walker.barred(there)]
    raise RuleRefusal(f"to: square {cell.x}, {cell.y}: {why}", rule=rule, field="to")


def off_board(walker: Walker, path: Sequence[Step]) -> tuple[Step, ...]:
    """A path and one more step, off the board. RuleRefusal where it does not end at the edge.  [DD-MOVE-14]"""
    cell = path[-1].cell if path else Cell(walker.start.x, walker.start.y)
    here = walker.start.at(cell.x, cell.y, 0)
    beyond = [here.at(cell.x + dx, cell.y + dy, 0) for dx, dy in AROUND]
    off = [to for to in beyond if not walker.land.on_board(to)]
    # Where walls stand all along the edge, the refusal tells of them.
    for to in (*(to for to in off if rim_open(walker.land, here, to)), *off[:1]):
        return (*path, Step(cell=Cell(to.x, to.y)))
    raise RuleRefusal("off: it does not end at the edge of the board", rule="DD-MOVE-14", field="off")


def may_leave(state: DozenDieFight, who: str) -> bool:
    """Whether a figure may leave the board: a player's own may, neutrals if the adventure lets them.

    [DD-MOVE-14, DD-MOVE-16]
    """
    if state.own.adventure.neutrals_may_leave:
        return True
    return not lookup.neutral(state, who) and lookup.figure(state, who).kind not in (Kind.CREATURE, Kind.NPC)


def require_may_leave(state: DozenDieFight, who: str, way: Way) -> None:
    """RuleRefusal for a way off the board that the figure may not take."""
    if way.steps and way.steps[-1].leaves and not may_leave(state, who):
        raise RuleRefusal(f"path: {who} may not leave the board", rule="DD-MOVE-16", field="path")
