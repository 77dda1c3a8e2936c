"""Chances are what counting every result gives."""

from __future__ import annotations

import itertools

import pytest

from engine.systems.dozen_die.rules.basics import chances
from engine.systems.dozen_die.rules.basics.clash import clash
from engine.systems.dozen_die.rules.basics.dice import succeeds


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("value", [-3, 0, 1, 5, 11, 12, 20])
def test_at_least_one_success_is_counted_die_by_die(value: int, count: int) -> None:
    """A 12 fails whatever the value."""
    rolls = list(itertools.product(range(1, 13), repeat=count))
    good = sum(any(succeeds(face, value) for face in faces) for faces in rolls)
    assert chances.success(value, count) == (good, len(rolls))


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("value", [-1, 0, 5, 11, 12, 20])
def test_all_of_several_dice_are_counted_die_by_die(value: int, count: int) -> None:
    """Of protection a 12 fails; of a fall it is a number like any other."""
    rolls = list(itertools.product(range(1, 13), repeat=count))
    good = sum(all(succeeds(face, value) for face in faces) for faces in rolls)
    assert chances.all_succeed(value, count) == (good, len(rolls))
    good = sum(all(face <= value for face in faces) for faces in rolls)
    assert chances.all_hold(value, count) == (good, len(rolls))


@pytest.mark.parametrize(
    ("attack", "defense"), [((6, 2), (5, 1)), ((0, 1), (5, 2)), ((12, 1), (12, 1)), ((4, 2), (3, 0))]
)
def test_a_clash_is_won_as_often_as_by_the_rule(attack: tuple[int, int], defense: tuple[int, int]) -> None:
    """Every result of both sides is compared as in melee."""
    rolls = list(itertools.product(range(1, 13), repeat=attack[1] + defense[1]))
    won = 0
    for faces in rolls:
        mine = [face for face in faces[: attack[1]] if succeeds(face, attack[0])]
        theirs = [face for face in faces[attack[1] :] if succeeds(face, defense[0])]
        won += bool(clash(mine, theirs).attacker)
    assert chances.clash_won(attack, defense) == (won, len(rolls))
