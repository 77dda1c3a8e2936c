"""No game plays otherwise where its rules are held at their questions.

SKALD_HELD=800 pytest tests/systems/test_continuations.py      800 fights of each game
"""

from __future__ import annotations

import random

import pytest

from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.held import hold_no_difference

SYSTEMS = sorted(Registry.installed().books)
FIGHTS = amount("SKALD_HELD", 3, 400)
"""Fights of each game."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_held_rules_make_the_same_of_a_fight(system: str) -> None:
    """Orders, answers, refusals, corrections, reverts, forks: each event, refusal and state is the same."""
    taken, examples = 0, playing.examples_of(system)
    for seed in range(FIGHTS):
        rng = random.Random(f"held {seed}")
        arena = examples.make(rng)
        examples.begin(arena)
        try:
            taken += hold_no_difference(arena, rng, acts=25)
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
    assert taken >= FIGHTS, "hardly any rule was held"
