"""How the chances of each side went, act by act, and how much of each step was dice, and how much was choice.

V of a moment is the share of runs by the policy of runs from there that a side wins. Q of an order is the same, with
the order played again first, from its base and with fresh dice. Then

    choice = Q - V before         how much better the order was than what the policy plays
    dice   = V after - Q          how much better it came out than it does on average

and both add up to V after - V before: over a fight, to its outcome less the chance at its start. An order without dice
has no luck: its Q is V after. What a ruling changes is neither: it is an act without dice, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state import events as e
from engine.kernel.state.reducer import merged
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Order, Recorded
from engine.service.bots.lookahead import Move
from engine.service.odds.run import begun, run, seed_of
from engine.service.proof.folding import live, positions

FIRST = 50
"""Runs of each moment and of each order that rolls, at first."""
MORE = 150
"""Further runs of both ends of a step that may be a turning point."""
TURNS = 5
ROUNDS = 30
"""Rounds of a run, the present one included."""
SEED = "analysis"


class Act(Struct, frozen=True):
    """A command, or rulings between two. first, last: its versions; order: None for rulings; rolls: whether dice fell.

    before: the position in which it begins.
    """

    first: int
    last: int
    before: Position[Any]
    seat: str = ""
    order: Order | None = None
    rolls: bool = False


class Share(Struct, frozen=True):
    """How many of so many runs each side has won."""

    runs: int
    won: dict[str, int]

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
        return Share(self.runs + more.runs, {one: self.won.get(one, 0) + more.won.get(one, 0) for one in sides})


class Point(Struct, frozen=True):
    """The chance of each side at a version, 0 to 1. errors: standard errors; runs: 0 where it is the outcome."""

    version: int
    chances: dict[str, float]
    errors: dict[str, float]
    runs: int


class Step(Struct, frozen=True):
    """What an act changed: by side, in chance of winning. first, last: its versions."""

    first: int
    last: int
    dice: dict[str, float]
    choice: dict[str, float]


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
    """Runs of one moment: from a position (`begun`), or of an order from there. first, count: their numbers."""

    position: Position[Any]
    seat: str
    order: Order | None
    first: int
    count: int


def made(book: Rulebook[Any], task: Task) -> Share:
    """The runs of a task. A run that its order or the rules fail counts as won by nobody."""
    won: dict[str, int] = {}
    move = Move(task.seat, order=task.order) if task.order is not None else None
    for number in range(task.first, task.first + task.count):
        try:
            outcome = run(book, task.position, seed_of(SEED, number), {"": "RUN"}, ROUNDS, move).outcome
        except SkaldError:
            outcome = None
        if outcome:
            won[outcome] = won.get(outcome, 0) + 1
    return Share(task.count, won)


def acts_of(book: Rulebook[Any], recorded: Sequence[Recorded]) -> list[Act]:
    """The acts of a stream, of live events alone: commands, and the rulings between two."""
    versions = live(recorded)
    stood = list(positions(book, recorded))
    found: list[Act] = []
    open_: str | None = None
    for number, version in enumerate(versions):
        one = recorded[version - 1]
        event = one.event
        before = stood[versions[number - 1] - 1] if number else stood[0]
        if isinstance(event, e.CommandAccepted):
            open_ = one.draft.command
            try:
                order = book.decode_order(merged(event.order, event.withheld))
            except SkaldError:
                order = None
            found.append(Act(version, version, before, event.by, order))
        elif not one.foreign and found and one.draft.command == open_:
            found[-1] = _longer(found[-1], version, rolls=isinstance(event, (e.DiceRolled, e.Drawn)))
        elif isinstance(event, (e.Corrected, e.GroundSet)) and before.state.fight.open is None:
            found.append(Act(version, version, before))
    return found


def _longer(act: Act, version: int, *, rolls: bool) -> Act:
    return Act(act.first, version, act.before, act.seat, act.order, act.rolls or rolls)


def split(values: Sequence[float], again: Sequence[float | None]) -> list[tuple[float, float]]:
    """(dice, choice) of each act. values: V before each of them, and behind the last; again: Q, None without dice."""
    found = []
    for (before, after), played in zip(pairwise(values), again, strict=True):
        middle = after if played is None else played
        found.append((after - middle, middle - before))
    return found


def curve_of(
    book: Rulebook[Any],
    recorded: Sequence[Recorded],
    make: Callable[[Sequence[Task]], Iterable[Share]],
    *,
    first: int = FIRST,
    more: int = MORE,
) -> Curve:
    """The curve of a stream. make: the shares of tasks, in their order, as `made` gives them one by one."""
    acts = acts_of(book, recorded)
    head = list(positions(book, recorded))[-1]
    moments = [begun(act.before) for act in acts] + [begun(head)]
    tasks = {("V", number): Task(at, "", None, 0, first) for number, at in enumerate(moments)}
    for number, act in enumerate(acts):
        if act.rolls and act.order is not None:
            tasks["Q", number] = Task(moments[number], act.seat, act.order, 0, first)
    ended = head.state.fight.outcome is not None
    if ended:
        del tasks["V", len(acts)]
    shares = dict(zip(tasks, make(list(tasks.values())), strict=True))
    sides = tuple(dict.fromkeys(one.side for one in head.state.fight.combatants.values()))
    if ended:
        shares["V", len(acts)] = Share(0, {})
    turned = _ranked(shares, sides, len(acts), head.state.fight.outcome)[: 2 * TURNS]
    keys = [key for n in turned for key in (("V", n), ("V", n + 1), ("Q", n)) if key in tasks]
    again = list(dict.fromkeys(keys))
    further = make([Task(t.position, t.seat, t.order, first, more) for t in (tasks[key] for key in again)])
    for key, share in zip(again, further, strict=True):
        shares[key] = shares[key].plus(share)
    return _curve(acts, shares, sides, head.version, head.state.fight.outcome)


def _value(shares: Mapping[tuple[str, int], Share], number: int, side: str, outcome: str | None) -> float:
    share = shares["V", number]
    return share.of(side) if share.runs else float(outcome == side)


def _ranked(
    shares: Mapping[tuple[str, int], Share], sides: Sequence[str], count: int, outcome: str | None
) -> list[int]:
    """The acts whose step is above its noise, the largest first."""
    sizes: dict[int, float] = {}
    for number in range(count):
        for side in sides:
            step = abs(_value(shares, number + 1, side, outcome) - _value(shares, number, side, outcome))
            noise = sqrt(sum(shares["V", at].error(side) ** 2 for at in (number, number + 1)))
            if step > 2 * noise:
                sizes[number] = max(sizes.get(number, 0.0), step)
    return sorted(sizes, key=lambda number: -sizes[number])


def _curve(
    acts: Sequence[Act],
    shares: Mapping[tuple[str, int], Share],
    sides: tuple[str, ...],
    version: int,
    outcome: str | None,
) -> Curve:
    count = len(acts)
    points = []
    for number in range(count + 1):
        share = shares["V", number]
        at = acts[number].before.version if number < count else version
        chances = {side: _value(shares, number, side, outcome) for side in sides}
        points.append(Point(at, chances, {side: share.error(side) for side in sides}, share.runs))
    halves = {
        side: split(
            [point.chances[side] for point in points],
            [shares["Q", n].of(side) if ("Q", n) in shares else None for n in range(count)],
        )
        for side in sides
    }
    steps = tuple(
        Step(
            act.first,
            act.last,
            {side: halves[side][number][0] for side in sides},
            {side: halves[side][number][1] for side in sides},
        )
        for number, act in enumerate(acts)
    )
    turns = tuple(_ranked(shares, sides, count, outcome)[:TURNS])
    error = max((value for point in points for value in point.errors.values()), default=0.0)
    return Curve(sides, tuple(points), steps, turns, outcome is not None, error)
