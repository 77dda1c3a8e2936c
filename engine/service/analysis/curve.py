"""How the chances of each side went, and how much of each step was dice, and how much was choice.

V of a moment is the share of runs by the policy of runs from there that a side wins. Q of a step is the same, with its
orders given again first, from its beginning and with fresh dice, as far as they still can be. Then

    choice = Q - V before         how much better the orders were than what the policy plays
    dice   = V after - Q          how much better they came out than they do on average

and both add up to V after - V before: over a fight, to its outcome less the chance at its start. A step without dice
has no luck: its Q is V after. An order that the policy would give itself is no choice: its Q is V before, the very same
runs. What a ruling changes is neither: it is an act without dice, too.

A step is an act, or several in a row: where a fight is long, moments are looked at some way apart, and closer where the
chances jump between two of them (`curve_plan`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.structs.errors import SkaldError
from engine.service.analysis.outline import Act, Outline
from engine.service.bots.lookahead import Move
from engine.service.odds.run import begun, played_on, seed_of

TURNS = 5
ROUNDS = 30
"""Rounds of a run, the present one included."""
SEED = "analysis"


class Share(Struct, frozen=True):
    """How many of so many runs each side has won. work: the events that they made."""

    runs: int
    won: dict[str, int]
    work: int = 0

    def of(self, side: str) -> float:
        """The share of a side."""
        return self.won.get(side, 0) / self.runs if self.runs else 0.0

    def error(self, side: str) -> float:
        """The standard error of that share, never below that of one run more that ends otherwise."""
        share = (self.won.get(side, 0) + 0.5) / (self.runs + 1)
        return sqrt(share * (1 - share) / self.runs) if self.runs else 0.0

    def plus(self, more: Share) -> Share:
        """With more runs."""
        sides = {**self.won, **more.won}
        won = {side: self.won.get(side, 0) + more.won.get(side, 0) for side in sides}
        return Share(self.runs + more.runs, won, self.work + more.work)


class Point(Struct, frozen=True):
    """The chance of each side at a version, 0 to 1. errors: standard errors; runs: 0 where it is the outcome."""

    version: int
    chances: dict[str, float]
    errors: dict[str, float]
    runs: int


class Step(Struct, frozen=True):
    """What acts in a row changed: by side, in chance of winning. first, last: their versions; before: in which they
    begin; acts: how many."""

    first: int
    last: int
    before: int
    dice: dict[str, float]
    choice: dict[str, float]
    acts: int = 1


class Key(Struct, frozen=True, array_like=True):
    """What runs are made of. V: the moment before act `start`, which is `end`, too; behind the last one: the head. Q:
    acts from `start` to before `end` are given again first."""

    kind: str
    start: int
    end: int


Shares = Mapping[Key, Share]


class Curve(Struct, frozen=True):
    """The points of a fight, one more than its steps. turns: the numbers of the steps that turned most, first the most.

    complete: the last point is the outcome. error: the largest standard error of a point.
    """

    sides: tuple[str, ...]
    points: tuple[Point, ...]
    steps: tuple[Step, ...]
    turns: tuple[int, ...]
    complete: bool
    error: float


class Task(Struct, frozen=True):
    """Runs from a position (`begun`), with these orders first. first, count: the numbers of the runs."""

    position: Position[Any]
    orders: tuple[Move, ...]
    first: int
    count: int


def made(book: Rulebook[Any], task: Task) -> Share:
    """The runs of a task. A run that its order or the rules fail counts as won by nobody."""
    won: dict[str, int] = {}
    work = 0
    for number in range(task.first, task.first + task.count):
        outcome = None
        try:
            play = played_on(book, task.position, seed_of(SEED, number), {"": "RUN"}, ROUNDS, task.orders)
            outcome = play.position.state.fight.outcome
            work += play.position.version - task.position.version
        except SkaldError:
            pass
        if outcome:
            won[outcome] = won.get(outcome, 0) + 1
    return Share(task.count, won, work)


def split(values: Sequence[float], again: Sequence[float | None]) -> list[tuple[float, float]]:
    """(dice, choice) of each step. values: V before each of them, and behind the last; again: Q, None without dice."""
    found = []
    for (before, after), played in zip(pairwise(values), again, strict=True):
        middle = after if played is None else played
        found.append((after - middle, middle - before))
    return found


# -- what is needed
def moment(number: int, outline: Outline) -> Key:
    """The key of the moment before an act: of several that are all the same the last one's."""
    while number < len(outline.spans) and outline.spans[number].still:
        number += 1
    return Key("V", number, number)


def is_outcome(key: Key, outline: Outline) -> bool:
    """Whether a moment needs no runs: the end of a fight that has ended."""
    return key.start == len(outline.spans) and outline.outcome is not None


def again(start: int, end: int, outline: Outline) -> Key | None:
    """The key of Q of the acts between two moments: V before where the policy would do the same, V after (None) where
    no dice fell."""
    spans = [span for span in outline.spans[start:end] if not span.still]
    if not any(span.again for span in spans):
        return None
    if len(spans) == 1 and spans[0].usual:
        return moment(start, outline)
    return Key("Q", start, end)


def keys_between(knots: Sequence[int], outline: Outline) -> list[Key]:
    """What runs are made of between these moments: moments in their order, then steps in theirs."""
    moments = (moment(number, outline) for number in knots)
    steps = (again(start, end, outline) for start, end in pairwise(knots))
    keys = dict.fromkeys((*moments, *(key for key in steps if key is not None)))
    return [key for key in keys if not is_outcome(key, outline)]


def task_of(acts: Sequence[Act], head: Position[Any], key: Key, first: int, count: int) -> Task:
    """So many runs of a moment or a step, from number `first` on."""
    if key.start == len(acts):
        return Task(begun(head), (), first, count)
    given = acts[key.start : key.end]
    orders = tuple(Move(act.seat, order=act.order) for act in given if act.order is not None)
    return Task(begun(acts[key.start].before), orders, first, count)


# -- what it comes to
def value(shares: Shares, key: Key, side: str, outline: Outline) -> float:
    """The share of a side; where a moment needs no runs the outcome."""
    share = shares.get(key)
    return share.of(side) if share is not None else float(outline.outcome == side)


def error(shares: Shares, key: Key, side: str) -> float:
    """The standard error of `value`."""
    share = shares.get(key)
    return share.error(side) if share is not None else 0.0


def ranked(shares: Shares, knots: Sequence[int], outline: Outline) -> list[int]:
    """The numbers of the steps whose change is above its noise, the largest first."""
    sizes: dict[int, float] = {}
    for number, ends in enumerate(pairwise(knots)):
        before, after = (moment(end, outline) for end in ends)
        for side in outline.sides:
            step = abs(value(shares, after, side, outline) - value(shares, before, side, outline))
            noise = sqrt(error(shares, before, side) ** 2 + error(shares, after, side) ** 2)
            if step > 2 * noise:
                sizes[number] = max(sizes.get(number, 0.0), step)
    return sorted(sizes, key=lambda number: -sizes[number])


def drawn(outline: Outline, knots: Sequence[int], shares: Shares) -> Curve:
    """The curve as far as there are runs: points and steps of which nothing is known are left out, and turning points
    are none before all is known."""
    spans, sides = outline.spans, outline.sides
    points, steps = [], []
    known = [number for number in knots if (key := moment(number, outline)) in shares or is_outcome(key, outline)]
    for number in known:
        key = moment(number, outline)
        at = spans[number].before if number < len(spans) else outline.version
        chances = {side: value(shares, key, side, outline) for side in sides}
        errors = {side: error(shares, key, side) for side in sides}
        points.append(Point(at, chances, errors, shares[key].runs if key in shares else 0))
    for start, end in pairwise(knots):
        played = again(start, end, outline)
        if not {start, end} <= set(known) or (played is not None and played not in shares):
            continue
        ends = [moment(number, outline) for number in (start, end)]
        halves = {
            side: split(
                [value(shares, key, side, outline) for key in ends],
                [None if played is None else value(shares, played, side, outline)],
            )[0]
            for side in sides
        }
        dice, choice = ({side: half[part] for side, half in halves.items()} for part in (0, 1))
        steps.append(Step(spans[start].first, spans[end - 1].last, spans[start].before, dice, choice, end - start))
    whole = len(points) == len(knots) and len(steps) == len(knots) - 1
    turns = tuple(ranked(shares, knots, outline)[:TURNS]) if whole else ()
    largest = max((width for point in points for width in point.errors.values()), default=0.0)
    return Curve(sides, tuple(points), tuple(steps), turns, outline.outcome is not None, largest)
