"""The chance behind each offer of a combatant: bounded, anytime, and from what is known alone."""

from __future__ import annotations

from itertools import pairwise

from engine.kernel.structs.messages import OfferGroup
from engine.service.bots.sharp import within_runs
from engine.service.odds.compare import Comparison, compare_offers
from tests.service.bots.test_sharp import first_blow


def comparisons(runs: int, ahead: int = 30) -> tuple[list[OfferGroup], list[Comparison]]:
    """Of a duel that the first blow wins with 7705 of 7921; the groups of the offers, and what was said of them."""
    arena = first_blow()
    offers = list(arena.book.system.offers(arena.book.seen(arena.state, "ana"), "a"))
    told = compare_offers(arena.book, arena.position, offers, "ana", ("heroes",), "s", within_runs(runs), ahead)
    return [offer.body.group for offer in offers], list(told)


def test_every_offer_has_a_chance_and_the_best_is_the_blow() -> None:
    """Played to the end its interval holds the exact chance; the same seed says the same."""
    groups, told = comparisons(160)
    last = told[-1]
    assert last.complete
    assert last.runs <= 160
    best = last.offers[0]
    assert groups[best.offer] is OfferGroup.STRIKE
    assert best.chance.low <= 7705 / 7921 <= best.chance.high
    assert best.played_out == best.runs == max(one.runs for one in last.offers)
    assert len({one.offer for one in last.offers}) == len(last.offers) > 1
    assert comparisons(160)[1][-1] == last


def test_the_best_so_far_is_told_from_the_first_pass_on() -> None:
    """With all that it knows of by then, and an interval that is wide."""
    _, told = comparisons(60, ahead=0)
    assert not told[0].complete
    assert [one.complete for one in told].count(True) == 1
    assert {one.runs for one in told[0].offers} == {1}
    assert told[0].offers[0].chance.high - told[0].offers[0].chance.low > 0.5
    assert all(one.runs < other.runs for one, other in pairwise(told[:-1]))
