"""What each offer of a combatant is worth: the fight played on behind each of them, most often behind the best.

The runs are those of the bot that looks ahead, with the same dice for all offers. A run that reaches the last of the
rounds that are played on counts as what is worth then, as far as the state tells it (`prospects`): `played_out` says
how many runs of an offer came to an end of the fight by themselves. Nothing is read but the position that is given: an
offer that only hidden things forbid has a figure as if it were legal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil, log2
from typing import Any, Literal

from msgspec import Struct

from engine.kernel.state.decisions import Field, Offer, filled
from engine.kernel.structs.messages import Order, plain
from engine.service.bots.candidates import needs_words
from engine.service.bots.lookahead import Move
from engine.service.bots.sharp import AHEAD, Option, best_first, still_open
from engine.service.odds.chance import EDGE, Chance, chance
from engine.service.odds.intervals import mean

OFFERS, PICKS = 60, 4
"""Offers that are compared, and ways to fill in what one leaves open."""

ComparisonStopped = Literal["CLEAR", "RUNS", "SECONDS"]
"""Why no more runs are made: what is best is beyond doubt, there are as many as was asked, or the time is up."""


class Way(Struct, frozen=True):
    """One way to take an offer. offer: its number, from 0; picks: of what it leaves open; none: as it stands."""

    offer: int
    picks: dict[str, Any]
    order: Order


class Piece(Struct, frozen=True, array_like=True):
    """A run to be made: of which way, and of which number, from 1."""

    way: int
    number: int


class Tried(Struct, frozen=True, array_like=True):
    """What a run came to. value: 0 to 1, None: the order is refused; ended: the fight ended in it, and won: for whom it
    was asked."""

    value: float | None
    ended: bool = False
    won: bool = False


class OfferChance(Struct, frozen=True):
    """offer: its number among those that were given, from 0. picks: of the best of its ways; none: as it stands.

    order: with them. chance: of the side that it was asked for. runs: made behind this way. played_out: of them ended
    by themselves.
    """

    offer: int
    picks: dict[str, Any]
    order: Order
    chance: Chance
    runs: int
    played_out: int


class Comparison(Struct, frozen=True):
    """The best offer first. runs: made so far, of all. ahead: rounds that are played on behind the present one.

    stopped: why no more are made; None: more are to come. seconds: that it took, by the clock.
    """

    offers: tuple[OfferChance, ...]
    runs: int
    ahead: int = AHEAD
    stopped: ComparisonStopped | None = None
    seconds: float = 0.0


def ways_of(offers: Sequence[Offer[Any]]) -> list[Way]:
    """How offers can be taken: each order once. offers: of one combatant, the usual first."""
    found = list[Way]()
    orders = list[Order]()
    for number, offer in islice(enumerate(offers), OFFERS):
        if type(offer.body).concession or needs_words(offer):
            continue
        for picks in _picks(offer):
            order = filled(offer, picks)
            if order not in orders:
                orders.append(order)
                found.append(Way(number, picks, order))
    return found


def _picks(offer: Offer[Any]) -> Iterator[dict[str, Any]]:
    """As it stands, and with some picks of the first field that leaves a choice."""
    yield {}
    field: Field | None = next((f for f in offer.fields if f.kind in ("one", "place", "path")), None)
    if field is not None:
        step = max(1, len(field.among) // (PICKS - 1))
        yield from ({field.name: plain(pick)} for pick in islice(field.among, 0, step * (PICKS - 1), step))


class Contest:
    """Which runs are made next, and what those so far have come to: sequential halving.

    A pass is a run of each way that could still be the best, all with the same dice. Whatever is surely worse is left
    out after it, and half of what remains after each stage; what is decided follows from whole passes alone, however
    many processes work on one. most: runs of all, but the first pass is always whole.
    """

    def __init__(self, ways: Sequence[Way], seat: str, most: int) -> None:
        self._ways, self._most = ways, most
        self.options = [Option(Move(seat, order=way.order)) for way in ways]
        self._alive = list(range(len(ways)))
        self._stages, self._stage = max(1, ceil(log2(max(2, len(ways))))), 0
        self._todo = deque(Piece(way, 1) for way in self._alive)
        self._made: dict[Piece, Tried] = {}
        self._away = 0
        self.runs = 0
        self.stopped: ComparisonStopped | None = None if self._todo else "CLEAR"

    def take(self, most: int) -> list[Piece]:
        """The next runs, at most so many; none while others have to come back first."""
        taken = [self._todo.popleft() for _ in range(min(most, len(self._todo)))]
        self._away += len(taken)
        return taken

    def add(self, pieces: Sequence[Piece], tried: Sequence[Tried]) -> None:
        """Runs that were taken, and what of them is made, the first ones; the rest is to be made yet."""
        self._away -= len(pieces)
        self._made.update(zip(pieces, tried, strict=False))
        self._todo.extendleft(reversed(pieces[len(tried) :]))
        if not self._todo and not self._away:
            self._passed()

    def give_back(self, pieces: Sequence[Piece]) -> None:
        """Runs that were taken and are not made."""
        self._away -= len(pieces)
        self._todo.extendleft(reversed(pieces))

    def _passed(self) -> None:
        """A pass is whole: what of it stays, and the next one."""
        for piece, tried in self._made.items():
            option = self.options[piece.way]
            if tried.value is None:
                option.refused = not option.values
                continue
            option.values.append(tried.value)
            option.ended += tried.ended
            option.won += tried.won
            self.runs += 1
        self._made = {}
        alive = still_open([self.options[way] for way in self._alive if not self.options[way].refused], None)
        while self._stage < self._stages - 1 and self.runs >= self._most * (self._stage + 1) / self._stages:
            best = sorted(alive, key=lambda option: -option.value)[: max(2, ceil(len(alive) / 2))]
            alive = [option for option in alive if option in best]
            self._stage += 1
            for option in alive:
                option.stage = self._stage
        self._alive = [number for number, option in enumerate(self.options) if any(option is other for other in alive)]
        if len(self._alive) < 2:
            self.stopped = "CLEAR"
        elif self.runs + len(self._alive) > self._most:
            self.stopped = "RUNS"
        else:
            number = 1 + max(len(option.values) for option in alive)
            self._todo.extend(Piece(way, number) for way in self._alive)

    def comparison(
        self, *, stopped: ComparisonStopped | None = None, seconds: float = 0.0, ahead: int = AHEAD
    ) -> Comparison:
        """What they have come to; of an offer its best way. Runs of a pass that is not whole yet count, too."""
        options = self._so_far()
        ways = {id(option): way for option, way in zip(options, self._ways, strict=True)}
        best: dict[int, OfferChance] = {}
        for option in best_first(options):
            way = ways[id(option)]
            if way.offer not in best:
                runs = len(option.values)
                best[way.offer] = OfferChance(way.offer, way.picks, way.order, _chance(option), runs, option.ended)
        return Comparison(tuple(best.values()), self.runs + len(self._made), ahead, stopped, round(seconds, 1))

    def _so_far(self) -> Sequence[Option]:
        """The options with the runs of the pass that is in work, each of which has one at most."""
        made = {piece.way: tried for piece, tried in self._made.items()}
        grown = []
        for number, option in enumerate(self.options):
            tried = made.get(number)
            if tried is None or tried.value is None:
                grown.append(option)
                continue
            more = Option(option.move)
            more.values, more.stage = [*option.values, tried.value], option.stage
            more.won, more.ended = option.won + tried.won, option.ended + tried.ended
            grown.append(more)
        return grown


def _chance(option: Option) -> Chance:
    """By Wilson where all runs have come to an end; else by the spread of what they were worth."""
    count = len(option.values)
    if option.ended == count:
        return chance(option.won, count)
    if count == 1:
        return Chance(round(option.value, 4), EDGE, 1 - EDGE)
    found = mean(option.values)
    value, low, high = (round(min(max(number, EDGE), 1 - EDGE), 4) for number in (found.value, found.low, found.high))
    return Chance(value, low, high)
