"""A curve as it grows: which runs are still to be made, and what those so far come to.

First every moment gets a few runs, so that the whole curve can be seen early, then all it should have; then orders are
played again, the whole fight for the rank of its dice, and last the steps that may be turning points get more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from engine.service.analysis.curve import FIRST, MORE, TURNS, Curve, Share, drawn, further_of, keys_of
from engine.service.analysis.curve_batch import LUCK, Made, Outlined, Piece
from engine.service.analysis.luck import ranks_of

FEW = 10
"""Runs of each moment before any gets more."""
FIGHTS = 50
"""Whole fights among which this one's dice are ranked."""


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
    """The runs of one curve. first, more, fights: how many, as the constants say."""

    def __init__(self, outlined: Outlined, *, first: int = FIRST, more: int = MORE, fights: int = FIGHTS) -> None:
        self._found, self._first, self._more, self._fights = outlined, first, more, fights
        self._shares: dict[tuple[str, int], Share] = {}
        self._surpluses: dict[int, dict[str, float]] = {}
        keys = keys_of(outlined.outline)
        few = min(FEW, first)
        moments, orders = ([key for key in keys if key[0] == kind] for kind in ("V", "Q"))
        pieces = [Piece(*key, 0, few) for key in moments]
        pieces += [Piece(*key, few, first - few) for key in moments if first > few]
        pieces += [Piece(*key, 0, first) for key in orders]
        pieces += [Piece(LUCK, 0, 0, fights)] if outlined.outline.spans and fights else []
        self._todo = deque(pieces)
        self._away = 0
        self._planned = sum(piece.count for piece in pieces)
        # What the turning points will need is not known yet: as much as they can, so that it never seems less done.
        self._further = more * min(len(keys), 2 * TURNS * 3)
        self._last = False

    @property
    def complete(self) -> bool:
        """Whether no run is wanted any more."""
        return self._last and not self._todo and not self._away

    def take(self, most: int) -> list[Piece]:
        """The next runs, at most so many; none while others have to come back before it is known what follows."""
        if not self._todo and not self._away and not self._last:
            self._last = True
            again = further_of(self._found.outline, self._shares)
            self._todo.extend(Piece(*key, self._first, self._more) for key in again)
            self._further = self._more * len(again)
        taken: list[Piece] = []
        while self._todo and most > 0:
            piece = self._todo.popleft()
            if piece.count > most:
                self._todo.appendleft(Piece(piece.kind, piece.number, piece.first + most, piece.count - most))
                piece = Piece(piece.kind, piece.number, piece.first, most)
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
            if share.runs < piece.count:
                rest = piece.count - share.runs
                left.append(Piece(piece.kind, piece.number, piece.first + share.runs, rest))
            if piece.kind == LUCK:
                for number in range(piece.first, piece.first + share.runs):
                    self._surpluses[number] = next(surpluses)
            elif share.runs:
                key = (piece.kind, piece.number)
                self._shares[key] = self._shares.get(key, Share(0, {})).plus(share)
        self._away -= len(pieces)
        self._todo.extendleft(reversed(left))

    def grown(self) -> GrownCurve:
        """What there is so far."""
        outline = self._found.outline
        whole = {key: share for key, share in self._shares.items() if share.runs >= self._first}
        shares = {key: share for key, share in self._shares.items() if key[0] == "V" or key in whole}
        curve = drawn(outline, shares)
        if not self.complete:
            curve = Curve(curve.sides, curve.points, curve.steps, (), curve.complete, curve.error)
        finished = {point.version for point in curve.points if point.runs == 0 or point.runs >= self._first}
        made = sum(share.runs for share in self._shares.values()) + len(self._surpluses)
        done = 1.0 if self.complete else made / max(1, self._planned + self._further)
        return GrownCurve(curve, frozenset(finished), self._luck(), self._fights, done, self.complete)

    def _luck(self) -> dict[str, float]:
        found = self._found
        if len(self._surpluses) < self._fights or not found.outline.spans:
            return {}
        others = [self._surpluses[number] for number in range(self._fights)]
        return ranks_of(found.surplus, others, found.tie)
