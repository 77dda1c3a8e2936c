"""Chances that are promised come true: of fights said to be won in seven of ten cases seven of ten are won.

`SKALD_CALIBRATION=200 SKALD_LONG=1 pytest -s` of this file plays so many fights of every game, and prints each decile.
"""

from __future__ import annotations

import random
from collections import defaultdict
from math import sqrt

import pytest

from engine.kernel.playing.dice import RunDice
from engine.service.bots.simulation import Play
from engine.service.odds.planned import first_position
from engine.service.odds.run import begun, run, seed_of
from engine.service.registry import Registry
from tests.service.odds.test_run import setup_of
from tests.support.amounts import LONG, amount
from tests.systems.test_greedy_bots import SYSTEMS

FIGHTS, RUNS, ROUNDS = amount("SKALD_CALIBRATION", 24, 60), 200 if LONG else 40, 30
WIDE = 3.5
"""Standard errors that a band may be off: of some fifty bands one in a hundred test runs is."""


def promised(system: str, number: int) -> tuple[float, bool]:
    """The chance of a side at some moment of a fight, by runs with other dice; and whether the fight went that way."""
    new = setup_of(system)
    book, side = Registry.installed().book(system), new.combatants[0]["side"]
    seed = f"calibration {number}"
    play = Play(book, begun(first_position(book, new)), {"": "RUN"}, random.Random(seed), RunDice(seed), ROUNDS)
    passed = [play.position for _ in play.on()]
    at = passed[random.Random(f"moment {number}").randrange(len(passed) - 1)]
    runs = [run(book, begun(at), seed_of(f"promise {number}", n), {"": "RUN"}, ROUNDS).outcome for n in range(RUNS)]
    return runs.count(side) / RUNS, play.position.state.fight.outcome == side


@pytest.mark.parametrize("system", SYSTEMS if LONG else ["saari"])
def test_what_is_promised_comes_true(system: str) -> None:
    """In each tenth of the chances, as far as so few fights can tell; the noise of the promise is counted, too."""
    bands: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for number in range(FIGHTS):
        chance, won = promised(system, number)
        bands[min(int(chance * 10), 9)].append((chance, won))
    assert len(bands) > 1, "all promises are alike: nothing is shown"
    for band, fights in sorted(bands.items()):
        many = len(fights)
        said, came = sum(chance for chance, _ in fights) / many, sum(won for _, won in fights) / many
        smooth = [(chance * RUNS + 1) / (RUNS + 2) for chance, _ in fights]
        error = sqrt(sum(chance * (1 - chance) * (1 + 1 / RUNS) for chance in smooth)) / many
        print(f"{system:24} {band / 10:.1f} said {said:.3f} came true {came:.3f} of {many}, error {error:.3f}")
        assert abs(came - said) <= WIDE * error, (band, said, came, many)
