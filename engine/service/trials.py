"""What a move might lead to: tried on copies of a fight, with dice of its own. Nothing here appends."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel import decide
from engine.kernel.decide import Choice
from engine.kernel.dice import Dice, TypedFaces, parse_dice
from engine.kernel.errors import SkaldError
from engine.kernel.fight import ROLL, Asked, Fight
from engine.kernel.messages import Order
from engine.kernel.position import Position, Step
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.kernel.table import AtOnce
from engine.service.worth import worth

TRIALS = 2
"""How often each move is tried; the best few are tried as often again twice."""
BEST = 4
FOLLOWING = 24
"""How many questions of a trial are answered by default before it is left."""


class Move(Struct, frozen=True):
    """What a seat does: an order, or its answer to a decision."""

    seat: str
    order: Order | None = None
    decision: int = 0
    choice: Choice | None = None
    faces: tuple[int, ...] = ()


class _Chance(Struct, frozen=True):
    """Dice of a trial: they tell nothing of those that will fall."""

    rng: random.Random

    def faces(self, version: int, dice: Dice, *, hidden: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        return fallen(dice, self.rng)


def fallen(dice: Dice, rng: random.Random) -> tuple[int, ...]:
    """Faces by chance."""
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def step_of(book: Rulebook[Any], position: Position[Any], move: Move, around: Circumstances) -> Step[Any]:
    """What a move brings about. RuleRefusal, Fault."""
    if move.order is not None:
        return decide.submit(book, position, move.seat, move.order, around)
    return decide.answer(book, position, move.seat, move.decision, move.choice, around)


def _around(position: Position[Any], move: Move, rng: random.Random, at_once: AtOnce | None = None) -> Circumstances:
    time = position.trail[-1].time if position.trail else "2000-01-01T00:00:00.000Z"
    gm = position.state.fight.is_gm(move.seat)
    typed = TypedFaces(move.faces, None if gm else move.seat)
    return Circumstances(move.seat, _Chance(rng), typed, {}, lambda: time, at_once)


def accepted(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> bool:
    """Whether a move is not refused: all that whoever sends it learns before the dice fall."""
    try:
        step_of(book, position, move, _around(position, move, rng))
    except SkaldError:
        return False
    return True


def tried(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> Position[Any] | None:
    """Where a move might lead, all further questions answered by default; None where it cannot be made."""
    left = FOLLOWING

    def by_default(fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        nonlocal left
        left -= 1
        return (asked.seats[0], asked.default, {}) if left >= 0 else None

    try:
        position = step_of(book, position, move, _around(position, move, rng, by_default)).position
        while left > 0:
            window = position.state.fight.window
            asked = next((a for a in window.asked if not a.answered), None) if window else None
            if asked is None:
                break
            left -= 1
            follow = Move(asked.seats[0], decision=asked.decision, choice=Choice(asked.default))
            if asked.kind == ROLL:
                faces = fallen(parse_dice(asked.question["dice"]), rng)
                follow = Move(asked.seats[0], decision=asked.decision, faces=faces)
            position = step_of(book, position, follow, _around(position, follow, rng, by_default)).position
    except SkaldError:
        return None
    return position


def judged(
    book: Rulebook[Any],
    position: Position[Any],
    moves: Sequence[Move],
    seat: str,
    sides: Collection[str],
    rng: random.Random,
) -> list[tuple[float, Move, Fight]]:
    """What each move is worth on the average, and a fight that may stand behind it; those that cannot be made go."""
    seeds = [rng.random() for _ in range(3 * TRIALS)]
    found: list[tuple[list[float], Move, Fight]] = []

    def worths(move: Move, tries: Sequence[float]) -> tuple[list[float], Fight | None]:
        values, behind = [], None
        for seed in tries:
            there = tried(book, position, move, random.Random(seed))
            if there is not None:
                behind = there.state.fight
                values.append(worth(behind, seat, sides))
        return values, behind

    for move in moves:
        values, behind = worths(move, seeds[:TRIALS])
        if behind is not None:
            found.append((values, move, behind))
    found.sort(key=lambda one: -sum(one[0]) / len(one[0]))
    for values, move, _ in found[:BEST]:
        values += worths(move, seeds[TRIALS:])[0]
    return [(sum(values) / len(values), move, behind) for values, move, behind in found]
