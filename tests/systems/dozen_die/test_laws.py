"""What holds for the whole system: the laws of all systems, on its own examples."""

from __future__ import annotations

import random

import pytest

from tests.support.fights import playing
from tests.support.fights.usage import Usage
from tests.support.laws import laws
from tests.systems.dozen_die import examples
from tests.systems.dozen_die.bout import BOOK


@pytest.mark.parametrize("seed", range(2))
def test_every_law_holds_at_every_stop(seed: int) -> None:
    """Of a fight played at random."""
    assert laws.judge(examples.make, seed, steps=10) > 4


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_goes_on(seed: int) -> None:
    """Nobody acts who may not, nobody is stuck, no figure leaves its bounds."""
    rng = random.Random(seed)
    playing.play_out(examples.make(rng), rng, Usage(BOOK, examples.WORN), most=60)
