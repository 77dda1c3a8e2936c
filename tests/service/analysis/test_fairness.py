"""The test of fairness of dice: p-values that are right, and how many dice it takes."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.service.analysis.fairness import chi_square_tail, fairness_of, holm, needed_dice, p_value
from engine.service.analysis.rolls import Roll


def test_chi_square_has_its_known_tails() -> None:
    """The 5 % points of every table, and the extremes."""
    for degrees, limit in ((1, 3.841), (3, 7.815), (5, 11.070), (19, 30.144), (99, 123.225)):
        assert chi_square_tail(limit, degrees) == pytest.approx(0.05, abs=5e-5)
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(500, 5) < 1e-90


def test_few_dice_are_judged_exactly() -> None:
    """Five dice of six sides, gone through one by one."""
    everything = list(itertools.product(range(6), repeat=5))
    for faces in ((5, 0, 0, 0, 0, 0), (2, 2, 1, 0, 0, 0), (1, 1, 1, 1, 1, 0)):
        squares = sum(one * one for one in faces)
        good = sum(sum(fell.count(face) ** 2 for face in range(6)) >= squares for fell in everything)
        assert p_value(faces) == (good / len(everything), "EXACT")


def test_the_method_follows_from_how_many_there_are() -> None:
    """A d100 is drawn, the same each time; many dice are judged by chi-square."""
    assert p_value((5, 5, 5, 5, 5, 5))[1] == "CHI_SQUARE"
    sparse = tuple(1 if face < 30 else 0 for face in range(100))
    assert p_value(sparse) == p_value(sparse)
    assert p_value(sparse)[1] == "DRAWN"


def test_fair_dice_look_unfair_as_often_as_they_should() -> None:
    """At 5 %, in each of the methods; an exact test says so at most as often."""
    chance = random.Random(1)
    for sides, number, least in ((6, 60, 0.03), (6, 8, 0.0)):
        found = 0
        for _ in range(400):
            fell = [chance.randrange(sides) for _ in range(number)]
            found += p_value([fell.count(face) for face in range(sides)])[0] <= 0.05
        assert least <= found / 400 <= 0.08


@pytest.mark.parametrize(
    ("sides", "needed"), [(4, (3271, 524, 131, 33)), (6, (6414, 1027, 257, 65)), (20, (39056, 6249, 1563, 391))]
)
def test_how_many_dice_show_a_face_that_is_favoured(sides: int, needed: tuple[int, ...]) -> None:
    """With 80 % at 5 %, for a tenth, a quarter, a half and twice as often."""
    for excess, wanted in zip((0.1, 0.25, 0.5, 1.0), needed, strict=True):
        assert needed_dice(sides, excess) == pytest.approx(wanted, abs=1 + wanted * 1e-4)
    assert needed_dice(sides, 0) is None


def test_kinds_and_who_rolled_are_told_apart_and_p_is_corrected() -> None:
    """Each die of a roll counts once; of two kinds the smaller p counts twice."""
    rolls = [
        Roll(1, "a", "", "2d6", (6, 6), typed=False),
        Roll(2, "a", "", "3d6", (6, 6, 1), typed=False),
        Roll(3, "b", "", "1d6", (6,), typed=True),
    ]
    server, typed = fairness_of(rolls)
    assert (server.faces, server.dice, server.typed) == ((1, 0, 0, 0, 0, 4), 5, False)
    assert (typed.faces, typed.typed, typed.p) == ((0, 0, 0, 0, 0, 1), True, 1)
    assert server.corrected == pytest.approx(2 * server.p)
    assert holm([0.04, 0.01, 0.5]) == pytest.approx([0.08, 0.03, 0.5])
