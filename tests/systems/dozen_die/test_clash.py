"""Two sets of dice against each other."""

from __future__ import annotations

import itertools

import pytest

from engine.systems.dozen_die.rules.basics.clash import clash


@pytest.mark.rule("DD-MEL-04", "DD-MEL-05", "DD-EX-15", "DD-EX-16")
@pytest.mark.parametrize(
    ("attacker", "defender", "hits", "suffered"),
    [
        ((5, 1), (5,), (5,), ()),  # DD-EX-15
        ((3,), (4, 5), (), (4, 5)),  # DD-EX-16
        ((5, 5, 4), (5,), (5, 5), ()),
        ((5,), (6, 5, 7), (), (6, 7)),
        ((1,), (), (1,), ()),
        ((), (1,), (), (1,)),
        ((), (), (), ()),
    ],
)
def test_dd_mel_04_05_the_attacker_wins_ties(
    attacker: tuple[int, ...], defender: tuple[int, ...], hits: tuple[int, ...], suffered: tuple[int, ...]
) -> None:
    """His dice survive with the other's best, the defender's only above the attacker's."""
    found = clash(attacker, defender)
    assert (found.attacker, found.defender) == (hits, suffered)


@pytest.mark.rule("DD-MEL-07")
def test_dd_mel_07_both_never_score() -> None:
    """Whatever three dice show on either side; and where anybody has a success, somebody scores."""
    sets = [s for n in range(3) for s in itertools.product(range(1, 12), repeat=n)]
    for attacker, defender in itertools.product(sets, repeat=2):
        found = clash(attacker, defender)
        assert not (found.attacker and found.defender)
        assert bool(found.attacker or found.defender) == bool(attacker or defender)
