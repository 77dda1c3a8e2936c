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
        return Share(self.runs + more.runs, {side: self.won.get(side, 0) + more.won.get(side, 0) for side in sides})


class Point(Struct, frozen=True):
    """The chance of each side at a version, 0 to 1. errors: standard errors; runs: 0 where it is the outcome."""

    version: int
    chances: dict[str, float]
    errors: dict[str, float]
    runs: int


class Step(Struct, frozen=True):
    """What an act changed: by side, in chance of winning. first, last: its versions; before: in which it begins."""

    first: int
    last: int
    before: int
    dice: dict[str, float]
    choice: dict[str, float]


class Span(Struct, frozen=True):
    """An act without what it was. first, last: its versions; before: the version in which it begins; again: it is an
    order with dice, which can be played again."""

    first: int
    last: int
    before: int
    again: bool


class Outline(Struct, frozen=True):
    """What of a fight a curve is drawn along. outcome: None while it goes on."""

    spans: tuple[Span, ...]
    sides: tuple[str, ...]
    version: int
    outcome: str | None


Shares = Mapping[tuple[str, int], Share]
"""("V", number of an act): of runs from the moment before it, behind the last one from the head; ("Q", number): of runs
that begin with its order."""


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


def acts_of(book: Rulebook[Any], recorded: Sequence[Recorded], stood: Sequence[Position[Any]]) -> list[Act]:
    """The acts of a stream, of live events alone: commands, and the rulings between two.

    stood: the position behind each event.
    """
    versions = live(recorded)
    found: list[Act] = []
    open_: str | None = None
    for number, version in enumerate(versions):
        record = recorded[version - 1]
        event = record.event
        before = stood[versions[number - 1] - 1] if number else stood[0]
        if isinstance(event, e.CommandAccepted):
            open_ = record.draft.command
            try:
                order = book.decode_order(merged(event.order, event.withheld))
            except SkaldError:
                order = None
            found.append(Act(version, version, before, event.by, order))
        elif not record.foreign and found and record.draft.command == open_:
            found[-1] = _longer(found[-1], version, rolls=isinstance(event, (e.DiceRolled, e.Drawn)))
        elif isinstance(event, (e.Corrected, e.GroundSet, e.EncounterEnded)) and before.state.fight.open is None:
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


def outline_of(acts: Sequence[Act], head: Position[Any]) -> Outline:
    """What a curve is drawn along. head: the position behind the last act."""
    spans = tuple(Span(act.first, act.last, act.before.version, act.rolls and act.order is not None) for act in acts)
    sides = tuple(dict.fromkeys(combatant.side for combatant in head.state.fight.combatants.values()))
    fight = head.state.fight
    # One that was called off has no outcome of the game's: it is nobody's.
    outcome = "" if fight.outcome is None and fight.status == "ENDED" else fight.outcome
    return Outline(spans, sides, head.version, outcome)


def keys_of(outline: Outline) -> list[tuple[str, int]]:
    """What runs are made of: moments in their order, then orders in theirs. The end of an ended fight needs none."""
    count = len(outline.spans)
    moments = [("V", number) for number in range(count + (outline.outcome is None))]
    return moments + [("Q", number) for number, span in enumerate(outline.spans) if span.again]


def task_of(acts: Sequence[Act], head: Position[Any], key: tuple[str, int], first: int, count: int) -> Task:
    """So many runs of a moment or an order, from number `first` on."""
    kind, number = key
    if number == len(acts):
        return Task(begun(head), "", None, first, count)
    act = acts[number]
    return Task(begun(act.before), act.seat if kind == "Q" else "", act.order if kind == "Q" else None, first, count)


def further_of(outline: Outline, shares: Shares) -> list[tuple[str, int]]:
    """What needs more runs: both ends of the steps that may be turning points, and their orders. shares: of all."""
    known = set(keys_of(outline))
    turned = _ranked(shares, outline)[: 2 * TURNS]
    keys = [key for n in turned for key in (("V", n), ("V", n + 1), ("Q", n)) if key in known]
    return list(dict.fromkeys(keys))


def curve_of(
    book: Rulebook[Any],
    recorded: Sequence[Recorded],
    make: Callable[[Sequence[Task]], Iterable[Share]],
    *,
    first: int = FIRST,
    more: int = MORE,
) -> Curve:
    """The curve of a stream. make: the shares of tasks, in their order, as `made` gives them one by one."""
    stood = list(positions(book, recorded))
    acts, head = acts_of(book, recorded, stood), stood[-1]
    outline = outline_of(acts, head)
    keys = keys_of(outline)
    shares = dict(zip(keys, make([task_of(acts, head, key, 0, first) for key in keys]), strict=True))
    again = further_of(outline, shares)
    further = make([task_of(acts, head, key, first, more) for key in again])
    for key, share in zip(again, further, strict=True):
        shares[key] = shares[key].plus(share)
    return drawn(outline, shares)


def _value(shares: Shares, number: int, side: str, outline: Outline) -> float:
    share = shares.get(("V", number))
    return share.of(side) if share is not None else float(outline.outcome == side)


def _error(shares: Shares, number: int, side: str) -> float:
    share = shares.get(("V", number))
    return share.error(side) if share is not None else 0.0


def _ranked(shares: Shares, outline: Outline) -> list[int]:
    """The acts whose step is above its noise, the largest first."""
    sizes: dict[int, float] = {}
    for number in range(len(outline.spans)):
        for side in outline.sides:
            step = abs(_value(shares, number + 1, side, outline) - _value(shares, number, side, outline))
            noise = sqrt(sum(_error(shares, at, side) ** 2 for at in (number, number + 1)))
            if step > 2 * noise:
                sizes[number] = max(sizes.get(number, 0.0), step)
    return sorted(sizes, key=lambda number: -sizes[number])


def drawn(outline: Outline, shares: Shares) -> Curve:
    """The curve as far as there are runs: points and steps of which nothing is known are left out, and turning points
    are none before all is known."""
    spans, sides = outline.spans, outline.sides
    known = {number for kind, number in shares if kind == "V"} | (
        {len(spans)} if outline.outcome is not None else set()
    )
    points, steps = [], []
    for number in sorted(known):
        at = spans[number].before if number < len(spans) else outline.version
        chances = {side: _value(shares, number, side, outline) for side in sides}
        errors = {side: _error(shares, number, side) for side in sides}
        share = shares.get(("V", number))
        points.append(Point(at, chances, errors, share.runs if share is not None else 0))
    for number, span in enumerate(spans):
        again = shares.get(("Q", number))
        if not {number, number + 1} <= known or (span.again and again is None):
            continue
        halves = {
            side: split(
                [_value(shares, at, side, outline) for at in (number, number + 1)],
                [again.of(side) if again is not None else None],
            )[0]
            for side in sides
        }
        dice, choice = ({side: half[part] for side, half in halves.items()} for part in (0, 1))
        steps.append(Step(span.first, span.last, span.before, dice, choice))
    whole = len(points) == len(spans) + 1 and len(steps) == len(spans)
    turns = tuple(_ranked(shares, outline)[:TURNS]) if whole else ()
    error = max((value for point in points for value in point.errors.values()), default=0.0)
    return Curve(sides, tuple(points), tuple(steps), turns, outline.outcome is not None, error)
