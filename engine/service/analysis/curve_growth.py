"""A curve as it grows: which runs are still to be made, and what those so far come to.

First a few moments get a few runs: from their length follows how many moments, and how many runs of each, a fight gets
for the work that a curve may take. These are made, and whole fights for the rank of its dice; then moments between
those over which the chances have jumped; and last the steps that may be turning points get more. The work is counted
in events that runs make, so that it is the same curve on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.messages import Recorded
from engine.service.analysis.curve import (
    TURNS,
    Curve,
    Key,
    Share,
    Task,
    again,
    drawn,
    keys_between,
    moment,
    ranked,
    task_of,
)
from engine.service.analysis.curve_batch import LUCK, Made, Outlined, Piece
from engine.service.analysis.curve_plan import COARSE, refined, spread
from engine.service.analysis.luck import ranks_of
from engine.service.analysis.outline import acts_of, outline_of
from engine.service.proof.folding import positions

WORK = 400_000
"""Events that the runs of a curve make, about: a minute of two cores."""
FEW, FIRST, MORE = 10, 100, 150
"""Runs of each moment and step: at least, at most, and at most beyond that where the fight may have turned."""
FIGHTS, LEAST_FIGHTS = 50, 20
"""Whole fights among which this one's dice are ranked, at most and at least."""
MOMENTS, LUCK_PART, FINER = 0.6, 0.15, 0.8
"""Parts of the work: of moments and steps at first, of whole fights, and of all before turning points get more."""
ALL = 1 << 40
"""More runs than there are."""
DEAR = 3
"""How many times the work of a run it is to play a whole fight and to ask for the chances of its rolls."""
ROUNDS_FINER = 6
"""How often moments are added between those over which the chances have jumped."""


class GrownCurve(Struct, frozen=True):
    """A curve so far. finished: the versions of points that get no more runs; luck: by side, 0 to 1, none before all
    its fights are played, and none of sides without a roll of known chance; fights: among so many; done: 0 to 1."""

    curve: Curve
    finished: frozenset[int]
    luck: dict[str, float]
    fights: int
    done: float
    complete: bool


class Growth:
    """The runs of one curve. work, first, more, fights: how many, as the constants say. work: None: without end."""

    def __init__(
        self,
        outlined: Outlined,
        *,
        work: int | None = WORK,
        first: int = FIRST,
        more: int = MORE,
        fights: int = FIGHTS,
    ) -> None:
        self._found, self._outline = outlined, outlined.outline
        self._work, self._first, self._more, self._fights = work, first, more, fights
        self._knots = spread(self._outline, (), COARSE)
        self._shares: dict[Key, Share] = {}
        self._surpluses: dict[int, dict[str, float]] = {}
        self._todo: deque[Piece] = deque()
        self._away = self._made_now = self._planned_now = 0
        self._whole: int | None = None
        self._stages = iter(self._all_stages())
        self._from, self._to = 0.0, 0.0
        self._last = False

    @property
    def complete(self) -> bool:
        """Whether no run is wanted any more."""
        return self._last and not self._todo and not self._away

    # -- what is wanted
    def _all_stages(self) -> Iterable[float]:
        """How much is done after each stage, 0 to 1; its pieces are in `_todo`. Each needs all runs of those before."""
        few = min(FEW, self._first)
        self._top_up(keys_between(self._knots, self._outline), few, kind="V")
        yield 0.1
        runs = sum(share.runs for share in self._shares.values())
        each = sum(share.work for share in self._shares.values()) / runs if runs else 1.0
        affordable = self._work / max(each, 1.0) if self._work is not None else None
        most = len(self._outline.spans) + 1
        whole = self._first
        if affordable is not None:
            most = max(COARSE, int(affordable * MOMENTS / (4 * few)))
            self._fights = min(self._fights, max(LEAST_FIGHTS, int(affordable * LUCK_PART / DEAR)))
        self._knots = spread(self._outline, self._knots, most)
        keys = keys_between(self._knots, self._outline)
        if affordable is not None:
            whole = min(self._first, max(few, int(affordable * MOMENTS / max(1, len(keys)))))
        self._whole = whole
        self._top_up(keys, whole)
        if self._outline.spans and self._fights:
            self._plan(Piece(LUCK, 0, self._fights))
        yield 0.7
        done = 0.7
        for _ in range(ROUNDS_FINER):
            finer = refined(self._outline, self._knots, self._shares)
            if finer == self._knots or not self._left(FINER):
                break
            self._knots = finer
            self._top_up(keys_between(finer, self._outline), whole)
            done += (0.85 - done) / 2
            yield done
        self._further(whole, each)
        yield 1.0

    def _further(self, whole: int, each: float) -> None:
        """More runs of both ends of the steps that may be turning points, and of the steps."""
        outline, knots = self._outline, self._knots
        keys: dict[Key, None] = {}
        for number in ranked(self._shares, knots, outline)[: 2 * TURNS]:
            start, end = knots[number], knots[number + 1]
            found = (moment(start, outline), moment(end, outline), again(start, end, outline))
            keys |= dict.fromkeys(key for key in found if key in self._shares)
        more = self._more
        if self._work is not None and keys:
            more = min(more, int(self._left(1.0) / max(each, 1.0) / len(keys)))
        self._top_up(list(keys), whole + more)

    def _left(self, part: float) -> float:
        """The work that is left of a part of all."""
        used = sum(share.work for share in self._shares.values())
        return max(0.0, self._work * part - used) if self._work is not None else 1.0

    def _top_up(self, keys: Sequence[Key], runs: int, *, kind: str = "") -> None:
        for key in keys:
            has = self._shares[key].runs if key in self._shares else 0
            if has < runs and kind in ("", key.kind):
                self._plan(Piece(key, has, runs - has))

    def _plan(self, piece: Piece) -> None:
        self._todo.append(piece)
        self._planned_now += piece.count

    # -- what is made
    def take(self, most: int) -> list[Piece]:
        """The next runs, at most so many; none while others have to come back before it is known what follows."""
        while not self._todo and not self._away and not self._last:
            self._made_now = self._planned_now = 0
            self._from = self._to
            self._to = next(self._stages, 1.0)
            self._last = self._to == 1.0
        taken: list[Piece] = []
        while self._todo and most > 0:
            piece = self._todo.popleft()
            if piece.count > most:
                self._todo.appendleft(Piece(piece.key, piece.first + most, piece.count - most))
                piece = Piece(piece.key, piece.first, most)
            most -= piece.count
            taken.append(piece)
        self._away += len(taken)
        return taken

    def give_back(self, pieces: Sequence[Piece]) -> None:
        """Runs that were taken and are not made."""
        self._todo.extendleft(reversed(pieces))
        self._away -= len(pieces)

    def add(self, pieces: Sequence[Piece], made: Made) -> None:
        """Runs that were taken, and what of them is made; the rest is to be made yet."""
        left, surpluses = [], iter(made.surpluses)
        for piece, share in zip(pieces, made.shares, strict=True):
            self._made_now += share.runs
            if share.runs < piece.count:
                left.append(Piece(piece.key, piece.first + share.runs, piece.count - share.runs))
            if piece.key == LUCK:
                for number in range(piece.first, piece.first + share.runs):
                    self._surpluses[number] = next(surpluses)
            elif share.runs:
                self._shares[piece.key] = self._shares.get(piece.key, Share(0, {})).plus(share)
        self._away -= len(pieces)
        self._todo.extendleft(reversed(left))

    def grown(self) -> GrownCurve:
        """What there is so far."""
        whole = self._whole if self._whole is not None else self._first + 1
        shares = {key: share for key, share in self._shares.items() if key.kind == "V" or share.runs >= whole}
        curve = drawn(self._outline, self._knots, shares)
        if not self.complete:
            curve = Curve(curve.sides, curve.points, curve.steps, (), curve.complete, curve.error)
        finished = {point.version for point in curve.points if point.runs == 0 or point.runs >= whole}
        part = self._made_now / self._planned_now if self._planned_now else 0.0
        done = 1.0 if self.complete else min(0.999, self._from + (self._to - self._from) * part)
        return GrownCurve(curve, frozenset(finished), self._luck(), self._fights, done, self.complete)

    def _luck(self) -> dict[str, float]:
        found = self._found
        if self._whole is None or len(self._surpluses) < self._fights or not self._outline.spans:
            return {}
        others = [self._surpluses[number] for number in range(self._fights)]
        return ranks_of(found.surplus, others, found.tie)


def curve_of(
    book: Rulebook[Any],
    recorded: Sequence[Recorded],
    make: Callable[[Sequence[Task]], Iterable[Share]],
    *,
    first: int = FIRST,
    more: int = MORE,
    work: int | None = None,
) -> Curve:
    """The curve of a stream. make: the shares of tasks, in their order, as `made` gives them one by one."""
    stood = list(positions(book, recorded))
    acts, head = acts_of(book, recorded, stood), stood[-1]
    growth = Growth(Outlined(outline_of(book, acts, head), {}, ""), work=work, first=first, more=more, fights=0)
    while pieces := growth.take(ALL):
        shares = make([task_of(acts, head, piece.key, piece.first, piece.count) for piece in pieces])
        growth.add(pieces, Made(tuple(shares), (), 0.0))
    return growth.grown().curve
