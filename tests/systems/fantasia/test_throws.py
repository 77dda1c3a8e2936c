"""How often two dice succeed is what counting every result gives."""

from __future__ import annotations

import itertools

import pytest

from engine.systems.fantasia.rules.basics.throws import THROWS, opposed, reached, unnoticed


@pytest.mark.parametrize(("figure", "difficulty"), [(2, 4), (2, 9), (2, 15), (-3, 5)])
def test_a_check_has_no_criticals(figure: int, difficulty: int) -> None:
    """Reaching the difficulty is enough; of two rolls the lower one counts."""
    good = [sum(faces) + figure >= difficulty for faces in THROWS]
    assert reached(figure, difficulty) == (sum(good), 36)
    assert reached(figure, difficulty, twice=True) == (sum(a and b for a in good for b in good), 36 * 36)


@pytest.mark.parametrize(("figure", "opposing"), [(0, 0), (3, 1), (-2, 4), (20, 0), (0, 20)])
def test_a_tie_is_not_won(figure: int, opposing: int) -> None:
    """Every result of both."""
    won = sum(sum(mine) + figure > sum(theirs) + opposing for mine in THROWS for theirs in THROWS)
    assert opposed(figure, opposing) == (won, 36 * 36)


@pytest.mark.parametrize(
    ("hiding", "watching"), [((2,), (1,)), ((2, 4), (1,)), ((0,), (3, -1)), ((9,), (-9,)), ((1,), ())]
)
def test_the_lowest_hides_from_the_highest(hiding: tuple[int, ...], watching: tuple[int, ...]) -> None:
    """Who watches notices on a tie; without watchers nobody does."""
    good = of = 0
    for rolls in itertools.product(THROWS, repeat=len(hiding) + len(watching)):
        totals = [sum(faces) + figure for faces, figure in zip(rolls, (*hiding, *watching), strict=True)]
        low, high = min(totals[: len(hiding)]), max(totals[len(hiding) :], default=None)
        good += high is None or high < low
        of += 1
    assert unnoticed(hiding, watching) == (good, of)
