"""Possible results of a move: tried on copies of the state, with separate dice. Nothing here appends."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import Dice, TypedFaces, parse_dice
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.playing.table import AtOnce
from engine.kernel.state.fight import ROLL, Asked, Fight, State
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Order
from engine.service import clock
from engine.service.bots.evaluation import READY, evaluate

TRIALS = 2
"""How often each move is tried; the best few get two more rounds of as many tries."""
BEST = 4
FOLLOWING = 24
"""How many questions of a trial are answered by default before it is abandoned."""


class Move(Struct, frozen=True):
    """What a seat does: an order, or its answer to a decision."""

    seat: str
    order: Order | None = None
    decision: int = 0
    choice: Choice | None = None
    faces: tuple[int, ...] = ()


class _TrialDice(Struct, frozen=True):
    """Dice of a trial: independent of the real rolls."""

    rng: random.Random

    def faces(self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        return random_faces(dice, self.rng)


def random_faces(dice: Dice, rng: random.Random) -> tuple[int, ...]:
    """Random faces."""
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def step_of(book: Rulebook[Any], position: Position[Any], move: Move, around: Circumstances) -> Step[Any]:
    """The step of a move. Raises RuleRefusal, Fault."""
    if move.order is not None:
        return decide.submit(book, position, move.seat, move.order, around)
    return decide.answer(book, position, move.seat, move.decision, move.choice, around)


def _around(position: Position[Any], move: Move, rng: random.Random, at_once: AtOnce | None = None) -> Circumstances:
    time = position.trail[-1].time if position.trail else "2000-01-01T00:00:00.000Z"
    gm = position.state.fight.is_gm(move.seat)
    typed = TypedFaces(move.faces, None if gm else move.seat)
    return Circumstances(move.seat, _TrialDice(rng), typed, {}, lambda: time, at_once, clock.used_ns)


def accepted(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> bool:
    """Whether a move is accepted: all that its sender learns before the roll."""
    try:
        step_of(book, position, move, _around(position, move, rng))
    except SkaldError:
        return False
    return True


def play_out(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> Position[Any] | None:
    """A possible result of a move, further questions answered by default; None if it is refused."""
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
                faces = random_faces(parse_dice(asked.question["dice"]), rng)
                follow = Move(asked.seats[0], decision=asked.decision, faces=faces)
            position = step_of(book, position, follow, _around(position, follow, rng, by_default)).position
    except SkaldError:
        return None
    return position


def value_of(book: Rulebook[Any], state: State[Any], seat: str, sides: Collection[str], who: str | None) -> float:
    """The value of a state for these sides. who: a combatant whose readiness also counts, if the system rates it."""
    value = evaluate(state.fight, seat, sides)
    if who is None or who not in state.fight.combatants:
        return value
    return value + READY * book.system.readiness(state, who)


def evaluate_moves(
    book: Rulebook[Any],
    position: Position[Any],
    moves: Sequence[Move],
    seat: str,
    sides: Collection[str],
    rng: random.Random,
    *,
    who: str | None = None,
) -> list[tuple[float, Move, Fight]]:
    """Each move's average value and a possible result; refused moves are dropped.

    who: a combatant whose readiness also counts, if the system rates it.
    """
    seeds = [rng.random() for _ in range(3 * TRIALS)]
    found: list[tuple[list[float], Move, Fight]] = []

    def estimates(move: Move, tries: Sequence[float]) -> tuple[list[float], Fight | None]:
        values, behind = [], None
        for seed in tries:
            there = play_out(book, position, move, random.Random(seed))
            if there is not None:
                behind = there.state.fight
                values.append(value_of(book, there.state, seat, sides, who))
        return values, behind

    for move in moves:
        values, behind = estimates(move, seeds[:TRIALS])
        if behind is not None:
            found.append((values, move, behind))
    found.sort(key=lambda one: -sum(one[0]) / len(one[0]))
    for values, move, _ in found[:BEST]:
        values += estimates(move, seeds[TRIALS:])[0]
    return [(sum(values) / len(values), move, behind) for values, move, behind in found]
