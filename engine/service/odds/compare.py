"""What each offer of a combatant is worth: the fight played on behind each of them, most often behind the best.

The runs are those of the bot that looks ahead, with the same dice for all offers. A run that reaches the last of the
rounds that are played on counts as what is worth then, as far as the state tells it (`prospects`): `played_out` says
how many runs of an offer came to an end of the fight by themselves. Nothing is read but the position that is given: an
offer that only hidden things forbid has a figure as if it were legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.decisions import Field, Offer, filled
from engine.kernel.structs.messages import plain
from engine.service.bots.candidates import needs_words
from engine.service.bots.lookahead import Move
from engine.service.bots.sharp import AHEAD, Option, Used, compared
from engine.service.odds.chance import EDGE, Chance, chance
from engine.service.odds.intervals import mean

OFFERS, PICKS = 60, 4
"""Offers that are compared, and ways to fill in what one leaves open."""


class OfferChance(Struct, frozen=True):
    """offer: its number among those that were given, from 0. picks: of the best of its ways; none: as it stands.

    chance: of the sides that it was asked for. runs: made behind this way. played_out: of them ended by themselves.
    """

    offer: int
    picks: dict[str, Any]
    chance: Chance
    runs: int
    played_out: int


class Comparison(Struct, frozen=True):
    """The best offer first. runs: made so far, of all. ahead: rounds that are played on behind the present one."""

    offers: tuple[OfferChance, ...]
    runs: int
    ahead: int
    complete: bool = False


def compare_offers(
    book: Rulebook[Any],
    known: Position[Any],
    offers: Sequence[Offer[Any]],
    seat: str,
    sides: Collection[str],
    seed: str,
    used: Used,
    ahead: int = AHEAD,
) -> Iterator[Comparison]:
    """The comparison after each pass over those that may still be the best; the last one is complete.

    known: the position as whoever asks knows it. offers: of one combatant there, the usual first. used: the bound.
    """
    ways = list(_ways(offers, seat))
    moves = [move for _, _, move in ways]
    last = Comparison((), 0, ahead, complete=True)
    for options in compared(book, known, moves, sides, seed, used, ahead):
        last = _told(ways, options, ahead, complete=False)
        yield last
    yield Comparison(last.offers, last.runs, ahead, complete=True)


def _ways(offers: Sequence[Offer[Any]], seat: str) -> Iterator[tuple[int, dict[str, Any], Move]]:
    """The number of an offer, what is picked in it, and the order: each once."""
    found = list[Move]()
    for number, offer in islice(enumerate(offers), OFFERS):
        if type(offer.body).concession or needs_words(offer):
            continue
        for picks in _picks(offer):
            move = Move(seat, order=filled(offer, picks))
            if move not in found:
                found.append(move)
                yield number, picks, move


def _picks(offer: Offer[Any]) -> Iterator[dict[str, Any]]:
    """As it stands, and with some picks of the first field that leaves a choice."""
    yield {}
    field: Field | None = next(
        (candidate for candidate in offer.fields if candidate.kind in ("one", "place", "path")), None
    )
    if field is not None:
        step = max(1, len(field.among) // (PICKS - 1))
        yield from ({field.name: plain(pick)} for pick in islice(field.among, 0, step * (PICKS - 1), step))


def _told(
    ways: Sequence[tuple[int, dict[str, Any], Move]], options: Sequence[Option], ahead: int, *, complete: bool
) -> Comparison:
    """options: best first; of an offer the first counts."""
    of_move = [(move, number, picks) for number, picks, move in ways]
    told: dict[int, OfferChance] = {}
    for option in options:
        number, picks = next((number, picks) for move, number, picks in of_move if move is option.move)
        if number not in told:
            told[number] = OfferChance(number, picks, _chance(option), len(option.values), option.ended)
    return Comparison(tuple(told.values()), sum(len(candidate.values) for candidate in options), ahead, complete)


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
