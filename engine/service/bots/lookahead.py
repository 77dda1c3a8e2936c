"""Possible results of a move: tried on copies of the state, with separate dice. Nothing here appends."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import Dice, TypedFaces, parse_dice
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.playing.table import AtOnce
from engine.kernel.playing.trials import Trials
from engine.kernel.state.fight import ROLL, Asked, Fight, State
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Order
from engine.service import clock
from engine.service.bots.evaluation import READY, evaluate

FIRST = 1
"""How often each move is tried. What rolls no dice is tried once: it would come out the same."""
BEST, MORE = 4, 1
"""How many of the best moves after that are tried again, and how often."""
LAST, AGAIN = 2, 2
"""The same of the best of these, unless one is no worse on any dice and better on some."""
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
    """Dice of a trial: independent of the real rolls. rolled: an entry for each roll that was made."""

    rng: random.Random
    rolled: list[str]

    def faces(self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        self.rolled.append("")
        return random_faces(dice, self.rng)


def random_faces(dice: Dice, rng: random.Random) -> tuple[int, ...]:
    """Random faces."""
    return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))


def step_of(book: Rulebook[Any], position: Position[Any], move: Move, around: Circumstances) -> Step[Any]:
    """The step of a move. Raises RuleRefusal, Fault."""
    if move.order is not None:
        return decide.submit(book, position, move.seat, move.order, around)
    return decide.answer(book, position, move.seat, move.decision, move.choice, around)


def _around(
    position: Position[Any],
    move: Move,
    rng: random.Random,
    at_once: AtOnce | None = None,
    rolled: list[str] | None = None,
    trials: Trials[Any] | None = None,
) -> Circumstances:
    time = position.trail[-1].time if position.trail else "2000-01-01T00:00:00.000Z"
    gm = position.state.fight.is_gm(move.seat)
    typed = TypedFaces(move.faces, None if gm else move.seat)
    dice = _TrialDice(rng, [] if rolled is None else rolled)
    return Circumstances(move.seat, dice, typed, {}, lambda: time, at_once, clock.used_ns, trials=trials)


def accepted(book: Rulebook[Any], position: Position[Any], move: Move, rng: random.Random) -> bool:
    """Whether a move is accepted: all that its sender learns before the roll."""
    try:
        step_of(book, position, move, _around(position, move, rng))
    except SkaldError:
        return False
    return True


def play_out(
    book: Rulebook[Any],
    position: Position[Any],
    move: Move,
    rng: random.Random,
    rolled: list[str] | None = None,
    trials: Trials[Any] | None = None,
) -> Position[Any] | None:
    """A possible result of a move, further questions answered by default; None if it is refused.

    rolled: gets an entry for each roll that was made. trials: shared by those of one position.
    """
    left, rolled = FOLLOWING, [] if rolled is None else rolled

    def by_default(fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        nonlocal left
        left -= 1
        return (asked.seats[0], asked.default, {}) if left >= 0 else None

    try:
        position = step_of(book, position, move, _around(position, move, rng, by_default, rolled, trials)).position
        while left > 0:
            window = position.state.fight.window
            asked = next((a for a in window.asked if not a.answered), None) if window else None
            if asked is None:
                break
            left -= 1
            follow = Move(asked.seats[0], decision=asked.decision, choice=Choice(asked.default))
            if asked.kind == ROLL:
                rolled.append("")
                faces = random_faces(parse_dice(asked.question["dice"]), rng)
                follow = Move(asked.seats[0], decision=asked.decision, faces=faces)
            position = step_of(book, position, follow, _around(position, follow, rng, by_default, rolled)).position
    except SkaldError:
        return None
    return position


def value_of(book: Rulebook[Any], state: State[Any], seat: str, sides: Collection[str], who: str | None) -> float:
    """The value of a state for these sides. who: a combatant whose readiness also counts, if the system rates it."""
    value = evaluate(state.fight, seat, sides)
    if who is None or who not in state.fight.combatants:
        return value
    return value + READY * book.system.readiness(state, who)


class Weighed(NamedTuple):
    """A move, what its trials came to on average, and a possible result. chance: whether dice fell."""

    value: float
    move: Move
    behind: Fight
    chance: bool


class _Tried:
    """A move with the values that its trials came to, and a possible result. chance: whether dice fell."""

    def __init__(self, move: Move) -> None:
        self.move, self.values, self.chance = move, list[float](), False
        self.behind: Fight | None = None

    @property
    def value(self) -> float:
        return sum(self.values) / len(self.values)


def _dominates(attempt: _Tried, other: _Tried) -> bool:
    """Whether a move was better on some dice and worse on none."""
    return attempt.values != other.values and all(a >= b for a, b in zip(attempt.values, other.values, strict=False))


def evaluate_moves(
    book: Rulebook[Any],
    position: Position[Any],
    moves: Sequence[Move],
    seat: str,
    sides: Collection[str],
    rng: random.Random,
    *,
    who: str | None = None,
    sure: Sequence[Move] = (),
) -> list[Weighed]:
    """The average values and possible results of the moves that may be the best; refused moves are dropped.

    Each is tried a little, those that come out best again, and the best of them once more, on the same dice all.
    who: a combatant whose readiness also counts, if the system rates it. sure: moves that are tried again however the
    first trial ends: one fumble says nothing of a blow.
    """
    seeds, trials = [rng.random() for _ in range(FIRST + MORE + AGAIN)], Trials(book)

    def tried(attempt: _Tried, tries: Sequence[float]) -> None:
        for seed in tries:
            rolled: list[str] = []
            there = play_out(book, position, attempt.move, random.Random(seed), rolled, trials)
            if there is not None:
                attempt.chance = attempt.chance or bool(rolled)
                attempt.behind = there.state.fight
                attempt.values.append(value_of(book, there.state, seat, sides, who))

    found = [_Tried(move) for move in moves]
    for attempt in found:
        tried(attempt, seeds[:1])
        if attempt.chance:
            tried(attempt, seeds[1:FIRST])
    settled = [attempt for attempt in found if attempt.values and not attempt.chance]
    open_ = sorted(
        (attempt for attempt in found if attempt.values and attempt.chance), key=lambda attempt: -attempt.value
    )
    left = [*open_[:BEST], *(attempt for attempt in open_[BEST:] if any(attempt.move is move for move in sure))]
    for attempt in left:
        tried(attempt, seeds[FIRST : FIRST + MORE])
    ranked = sorted(left, key=lambda attempt: -attempt.value)
    last = ranked[:LAST]
    if len(last) == LAST and not _dominates(*last):
        for attempt in (*last, *(attempt for attempt in ranked[LAST:] if any(attempt.move is move for move in sure))):
            tried(attempt, seeds[FIRST + MORE :])
    return [
        Weighed(attempt.value, attempt.move, attempt.behind, attempt.chance)
        for attempt in (*settled, *left)
        if attempt.behind is not None
    ]
