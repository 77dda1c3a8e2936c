"""A curve as it is published: whole numbers that add up, and no certainty before the end."""

from __future__ import annotations

from itertools import pairwise

from api.reading.curve_in_words import curve_in_words
from api.words.renderer import Renderer
from engine.service.analysis.curve import made
from engine.service.analysis.curve_growth import GrownCurve, curve_of
from engine.service.proof.folding import fold
from engine.service.reading.views import decode_whole
from tests.service.analysis.test_analysis import recording


def test_whole_numbers_add_up_from_point_to_point() -> None:
    """To the outcome, which alone is certain."""
    book, entries = recording("mercenaries_won")
    recorded = [decode_whole(book, entry) for entry in entries]
    curve = curve_of(book, recorded, lambda tasks: [made(book, task) for task in tasks], first=3, more=3)
    finished = frozenset(one.version for one in curve.points)
    grown = GrownCurve(curve, finished, {curve.sides[0]: 0.25}, 2, 1.0, complete=True)
    renderer = Renderer(book, "en", fold(book, recorded).state)
    told = curve_in_words(grown, "e", len(recorded), renderer, {})
    assert [one.luck for one in told.sides] == [250, None]
    assert sorted(one.value for one in told.points[-1].chances) == [0, 1000]
    assert all(0 < chance.value < 1000 for one in told.points[:-1] for chance in one.chances)
    assert len(told.acts) == len(told.points) - 1
    for act, (before, after) in zip(told.acts, pairwise(told.points), strict=True):
        for shift, was, now in zip(act.shifts, before.chances, after.chances, strict=True):
            assert shift.dice + shift.choice == now.value - was.value
