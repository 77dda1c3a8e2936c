"""From what is ordered to a way over the board: the steps, the shortest way, and what is wrong with a path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.kernel.combatant import Cell, Place
from engine.kernel.errors import RuleRefusal
from engine.systems.dozen_die.board.contact import Crowd
from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import AROUND, Stand
from engine.systems.dozen_die.board.steps import Barred
from engine.systems.dozen_die.board.ways import Astray, Held, Walker, Wanted, Way
from engine.systems.dozen_die.commands import Step
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.rules import board, look
from engine.systems.dozen_die.rules.look import DD

OFFERED = 100
"""So many ends of a move are listed at most, the nearest; others are accepted too."""

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
    Barred.TAKEN: ("somebody stands where it ends", "DD-MOVE-10"),
    Barred.OVER: ("after a fall and off the board there is no step", "DD-MOVE-14"),
    Barred.NO_CHARGE: ("no charge leads over that ground", "DD-MOVE-08"),
}
"""Why a path is refused, and the rule."""


Others = tuple[tuple[str, Stand], ...]


def walker(state: DD, who: str, most: int, held: Held | None = None) -> Walker:
    """Somebody who moves from where he stands. RuleRefusal for who is not on the board.

    most: squares. held: foreign figures he has touched since his order began; None: it begins.
    """
    here = board.stand(state, who)
    if here is None:
        raise RuleRefusal(f"{who} is not on the board", rule="DD-MOVE-01")
    own, foreign = board.others(state, who)
    return _walker(board.land(state), tuple(own.items()), tuple(foreign.items()), here, most, held)


@lru_cache(maxsize=64)
def _walker(land: Land, own: Others, foreign: Others, start: Stand, most: int, held: Held | None) -> Walker:
    """The same one for the same: all ways are looked for once, for moves, charges and what is ordered then."""
    return Walker(land, Crowd(dict(own), dict(foreign)), start, most, held)


def wanted(path: Sequence[Step]) -> tuple[Wanted, ...]:
    """Declared steps, as the board understands them."""
    return tuple(Wanted(step.cell.x, step.cell.y, step.height, step.jump) for step in path)


def steps(way: Way) -> tuple[Step, ...]:
    """A way, as one would declare it."""
    return tuple(
        Step(cell=Cell(taken.to.x, taken.to.y), height=taken.to.height, jump=taken.jump) for taken in way.steps
    )


def followed(walker: Walker, path: Sequence[Step]) -> Way:
    """The way of a declared path, as far as its first contact. RuleRefusal where it cannot be gone."""
    way = walker.follow(wanted(path))
    if isinstance(way, Astray):
        why, rule = WRONG[way.why]
        raise RuleRefusal(f"path: at step {way.at + 1}, {why}", rule=rule, field="path")
    return way


def ended(walker: Walker, to: Place) -> Way:
    """A shortest way to a place out of contact. RuleRefusal where there is none."""
    cell = to.cell
    if cell is not None and to == Place(cell=cell, height=to.height):
        for way in walker.ways():
            if not way.over and way.steps[-1].to.place == to:
                return way
    raise RuleRefusal("to: no way that is short enough ends there, out of contact", rule="DD-MOVE-01", field="to")


def off_board(walker: Walker, path: Sequence[Step]) -> tuple[Step, ...]:
    """A path and one step more, off the board. RuleRefusal where it does not end at the edge.  [DD-MOVE-14]"""
    cell = path[-1].cell if path else Cell(walker.start.x, walker.start.y)
    for dx, dy in AROUND:
        if not walker.land.on_board(walker.start.at(cell.x + dx, cell.y + dy, 0)):
            return (*path, Step(cell=Cell(cell.x + dx, cell.y + dy)))
    raise RuleRefusal("off: it does not end at the edge of the board", rule="DD-MOVE-14", field="off")


def may_leave(state: DD, who: str) -> bool:
    """Whether somebody may leave the board: a player's own may, neutrals where the adventure lets them.

    [DD-MOVE-14, DD-MOVE-16]
    """
    if state.own.adventure.neutrals_may_leave:
        return True
    return not look.neutral(state, who) and look.figure(state, who).kind not in (Kind.CREATURE, Kind.NPC)


def require_may_leave(state: DD, who: str, way: Way) -> None:
    """RuleRefusal for a way off the board that is not for him."""
    if way.steps and way.steps[-1].leaves and not may_leave(state, who):
        raise RuleRefusal(f"path: {who} may not leave the board", rule="DD-MOVE-16", field="path")
