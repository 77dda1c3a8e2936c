"""Where a long fight is looked at: at its ends and at rulings, evenly between them, and closer at a jump."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.service.analysis.curve import Key, Share
from engine.service.analysis.curve_batch import curve_batch, outlined
from engine.service.analysis.curve_growth import Growth
from engine.service.analysis.curve_plan import refined, spread
from engine.service.analysis.outline import Outline, Span
from engine.store.packing import pack_page
from tests.service.analysis.test_analysis import recording


def outline(acts: int, rulings: tuple[int, ...] = ()) -> Outline:
    """So many acts of ten versions each; these are rulings."""
    spans = (
        Span(n * 10 + 1, n * 10 + 10, n * 10, rolls=True, ordered=n not in rulings, usual=False, asked=False)
        for n in range(acts)
    )
    return Outline(tuple(spans), ("red", "blue"), acts * 10, None)


def test_moments_are_spread_evenly_and_stay() -> None:
    """More of them keep those that there were; a ruling has both of its ends."""
    few = spread(outline(100, rulings=(70,)), (), 13)
    assert len(few) == 13
    assert {0, 70, 71, 100} <= set(few)
    assert max(end - start for start, end in pairwise(few)) <= 18
    more = spread(outline(100, rulings=(70,)), few, 40)
    assert set(few) < set(more)
    assert len(more) == 40
    assert spread(outline(5), (), 13) == [0, 1, 2, 3, 4, 5]


def test_more_is_looked_at_where_it_has_jumped() -> None:
    """Only there, and only where several acts lie between."""
    shares = {Key("V", n, n): Share(100, {"red": 10 if n < 50 else 90}) for n in (0, 20, 40, 60, 80, 100)}
    assert refined(outline(100), sorted(key.start for key in shares), shares) == [0, 20, 40, 50, 60, 80, 100]
    assert refined(outline(2), [0, 1, 2], {Key("V", n, n): Share(100, {"red": 40 * n}) for n in range(3)}) == [0, 1, 2]


def test_a_long_fight_takes_no_more_work_than_it_may() -> None:
    """Some acts come together then; dice and choice of all steps add up to the outcome all the same."""
    book, entries = recording("mercenaries_raid")
    pages = [pack_page(entries)]
    growth = Growth(outlined(book, "bounded", pages), work=10_000)
    while pieces := growth.take(20):
        made = curve_batch(book, "bounded", pages, pieces)
        assert made is not None
        growth.add(pieces, made)
    found = growth.grown()
    assert found.complete
    curve = found.curve
    assert sum(step.acts for step in curve.steps) == len(outlined(book, "bounded", pages).outline.spans)
    assert any(step.acts > 1 for step in curve.steps)
    assert sum(point.runs for point in curve.points) <= 10 * len(curve.points)
    assert curve.error > 0.05, "it says how wide it is"
    for side in curve.sides:
        turned = sum(step.dice[side] + step.choice[side] for step in curve.steps)
        assert turned == pytest.approx(curve.points[-1].chances[side] - curve.points[0].chances[side])
