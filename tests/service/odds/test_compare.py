"""The chance behind each offer of a combatant: bounded, anytime, and from what is known alone."""

from __future__ import annotations

from itertools import pairwise

from engine.kernel.structs.messages import OfferGroup
from engine.service.bots.lookahead import Move
from engine.service.odds.compare import Comparison, Contest, ways_of
from engine.service.odds.compare_batch import compare_batch
from engine.service.odds.digest import digest_of
from tests.service.bots.test_sharp import first_blow


def comparisons(runs: int, ahead: int = 30, at_once: int = 7) -> tuple[list[OfferGroup], list[Comparison]]:
    """Of a duel that the first blow wins with 7705 of 7921; the groups of the offers, and what was said of them.

    at_once: runs that are taken at once, of which two are in work.
    """
    arena = first_blow()
    offers = list(arena.book.system.offers(arena.book.seen(arena.state, "ana"), "a"))
    ways = ways_of(offers)
    contest, told = Contest(ways, "ana", runs), []
    digest = digest_of(arena.position)
    while contest.stopped is None:
        taken = [contest.take(at_once), contest.take(at_once)]
        for pieces in reversed(taken):
            if not pieces:
                continue
            moves = [Move("ana", order=ways[one.way].order) for one in pieces]
            made = compare_batch(arena.book, digest, arena.position, moves, pieces, ("heroes",), "s", ahead)
            assert made is not None
            contest.add(pieces, made.tried)
        told.append(contest.comparison(stopped=contest.stopped, ahead=ahead))
    return [offer.body.group for offer in offers], told


def test_every_offer_has_a_chance_and_the_best_is_the_blow() -> None:
    """Played to the end its interval holds the exact chance; the same seed says the same, however it is shared out."""
    groups, told = comparisons(160)
    last = told[-1]
    assert last.stopped is not None
    assert last.runs <= 160
    best = last.offers[0]
    assert groups[best.offer] is OfferGroup.STRIKE
    assert best.chance.low <= 7705 / 7921 <= best.chance.high
    assert best.played_out == best.runs == max(one.runs for one in last.offers)
    assert len({one.offer for one in last.offers}) == len(last.offers) > 1
    assert comparisons(160, at_once=3)[1][-1] == last


def test_the_best_so_far_is_told_from_the_first_pass_on() -> None:
    """With all that it knows of by then, and an interval that is wide."""
    _, told = comparisons(60, ahead=0)
    assert [one.stopped is not None for one in told].count(True) == 1
    assert {one.runs for one in told[0].offers} == {1}
    assert told[0].offers[0].chance.high - told[0].offers[0].chance.low > 0.5
    assert all(one.runs <= other.runs for one, other in pairwise(told[:-1]))
