"""The bot that looks ahead: what it may do is played on by runs, and the best of it is taken.

Each order or answer that is worth a look is tried on copies of what its seat knows, and the fight is played on from
there by the policy of runs, to the end of the next round; what it is worth then is in `prospects`. Runs of one number
roll the same dice for the same deeds, so that the moves differ by what they are and not by luck. The number of moves is
halved again and again, and those that are left get the runs of the others (sequential halving): at any moment the best
so far is known. What the policy of runs would do itself is left only for what is better beyond doubt of chance.

Whoever bounds it by a number of runs gets the same choice on every machine.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import ceil, log2, sqrt
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import RunDice
from engine.kernel.playing.position import Position
from engine.kernel.structs.errors import SkaldError
from engine.service import clock
from engine.service.bots.lookahead import Move
from engine.service.bots.policy import Search
from engine.service.bots.prospects import prospect
from engine.service.bots.simulation import Play, Policy

AHEAD = 1
"""Rounds that are played on behind the present one."""
DOUBT, MARGIN = 2.0, 0.01
"""Standard errors, and of 1 how much, by which a move has to be better than the one that the policy of runs would make.

Without the margin what is no better at all, but always leaves somebody a step nearer, would be sure to be better."""
RUN: Policy = "RUN"
"""How all sides play on in a run."""
LEAST, SURE = 6, 3.5
"""Runs of each move before any is given up after a pass, and by how many standard errors it is worse then."""

Used = Callable[[int], float]
"""How much of a bound is used up after so many runs: 1 or more: all of it."""


class Option:
    """A move and what its runs came to. won, ended: so many of them ended with a win, or at all, before the horizon.

    stage: how often it was among those that could still be the best. refused: it cannot be made.
    """

    def __init__(self, move: Move) -> None:
        self.move, self.values, self.won, self.ended = move, list[float](), 0, 0
        self.stage, self.refused = 0, False

    @property
    def value(self) -> float:
        """The mean of its runs; -1 before the first."""
        return sum(self.values) / len(self.values) if self.values else -1.0


def within_runs(most: int) -> Used:
    """A bound that is the same on every machine."""
    return lambda runs: runs / most


def compared(
    book: Rulebook[Any],
    position: Position[Any],
    moves: Sequence[Move],
    sides: Collection[str],
    seed: str,
    used: Used,
    ahead: int = AHEAD,
    usual: Move | None = None,
) -> Iterator[list[Option]]:
    """The moves with what they come to, after each pass over those that could still be the best; best first.

    position: as the seat that chooses knows it. sides: for whom; also ids of combatants. Refused moves are left out.
    usual: has runs to the end, so that the others are measured by it.
    """
    options = [Option(move) for move in moves]
    alive, runs = options, 0
    stages = max(1, ceil(log2(max(2, len(options)))))
    for stage in range(stages):
        number = 0
        while alive and (not number or used(runs) < (stage + 1) / stages):
            number = max(len(option.values) for option in alive) + 1
            for option in alive:
                if used(runs) < 1 or not runs:
                    played_on(book, position, option, sides, f"{seed} {number}", ahead, partial(_used_up, used, runs))
                    runs += 1
            alive = [option for option in alive if not option.refused]
            if alive:
                yield best_first(options)
            alive = still_open(alive, usual)
            if used(runs) >= 1 or len(alive) < 2:
                return
        better = sorted(alive, key=lambda option: -option.value)[: max(2, ceil(len(alive) / 2))]
        alive = [option for option in alive if option in better or option.move == usual]
        for option in alive:
            option.stage += 1


def _used_up(used: Used, runs: int) -> bool:
    return used(runs) >= 1


def still_open(alive: list[Option], usual: Move | None) -> list[Option]:
    """Those that may still be the best: neither surely worse than the best so far, nor the same as it in every run."""
    if min((len(option.values) for option in alive), default=0) < LEAST:
        return alive
    first = max(alive, key=lambda option: option.value)
    left = [option for option in alive if option is first or _better(first, option) not in (0.0, SURE)]
    return left if len(left) < 2 else [option for option in alive if option in left or option.move == usual]


def _better(option: Option, other: Option) -> float:
    """By how many standard errors a move is better than another on the same dice, `SURE` at most; 0: not at all."""
    pairs = [a - b for a, b in zip(option.values, other.values, strict=False)]
    mean = sum(pairs) / len(pairs)
    if mean <= 0:
        return 0.0
    square = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs)
    return SURE if square == 0 else min(SURE, mean / sqrt(square))


def best_first(options: Sequence[Option]) -> list[Option]:
    """Those first that got furthest, of these the best."""
    return sorted((option for option in options if option.values), key=lambda option: (-option.stage, -option.value))


def played_on(
    book: Rulebook[Any],
    position: Position[Any],
    option: Option,
    sides: Collection[str],
    seed: str,
    ahead: int,
    hurries: Callable[[], bool],
) -> None:
    """One more run of a move. hurries: whether the bound is used up: then a first run counts as far as it has come."""
    fight = position.state.fight
    bots = dict.fromkeys((*(who.side for who in fight.combatants.values()), ""), RUN)
    play = Play(book, position, bots, random.Random(seed), RunDice(seed), max(fight.round, 1) + ahead)
    try:
        play.made(option.move)
        for _ in play.on():
            if hurries():
                if option.values:
                    return
                break
    except SkaldError:
        option.refused = not option.values
        return
    end = play.position.state
    option.values.append(prospect(book, end, sides, play.steps))
    option.ended += end.fight.outcome is not None
    option.won += end.fight.outcome in sides


def best_of(options: Sequence[Option], usual: Move | None) -> list[Move]:
    """The moves, the one to make first. usual: what is made where nothing is better beyond doubt."""
    moves = [option.move for option in options]
    first, base = options[0], next((option for option in options if option.move == usual), None)
    if base is None or base is first:
        return moves
    known = min(len(first.values), len(base.values)) >= LEAST
    better = first.value > base.value + MARGIN and _better(first, base) > DOUBT
    return moves if known and better else [base.move, *(move for move in moves if move != base.move)]


def search_within(used_of: Callable[[str], Used], ahead: int = AHEAD) -> Search:
    """What a policy ranks moves by. used_of: the bound of one choice of a seat, from its beginning on."""

    def ranked(
        book: Rulebook[Any],
        position: Position[Any],
        moves: Sequence[Move],
        sides: Collection[str],
        usual: Move | None,
        rng: random.Random,
    ) -> list[Move]:
        passes = compared(book, position, moves, sides, f"{rng.random()}", used_of(moves[0].seat), ahead, usual)
        last = deque(passes, maxlen=1)
        return best_of(last[0], usual) if last else []

    return ranked


def within_time(milliseconds: int) -> Used:
    """A bound by the clock, from now on: what is chosen then depends on how fast the machine is."""
    start = clock.elapsed_ms()
    return lambda runs: (clock.elapsed_ms() - start) / milliseconds


def by_runs(most: int) -> Search:
    """A search of so many runs for each choice."""
    return search_within(lambda seat: within_runs(most))
