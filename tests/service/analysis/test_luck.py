"""How lucky: each percentile is equally likely where the same policy has played."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from api.cli.creations import creation_of
from engine.kernel.playing import facts
from engine.kernel.playing.position import Position
from engine.service.analysis.fairness import p_value
from engine.service.analysis.luck import percentile, surplus_of_run
from engine.service.bots.simulation import TIME
from engine.service.encounters import NewEncounter
from engine.service.odds.run import begun
from engine.service.registry import Registry
from tests.support.fights.fights import FOES, HEROES

LONG = bool(os.environ.get("SKALD_LONG"))
FIGHTS = 500 if LONG else 8


def until_a_hit(chance: random.Random) -> float:
    """The surplus of rolls at one half until the first hit, ten at most: within their number it is not uniform."""
    surplus = 0.0
    for _ in range(10):
        hit = chance.random() < 0.5
        surplus += hit - 0.5
        if hit:
            break
    return surplus


def bins(percentiles: list[float]) -> list[int]:
    """How many are in each tenth."""
    return [sum(int(one * 10) == tenth for one in percentiles) for tenth in range(10)]


def test_rolls_that_end_with_a_hit_give_every_percentile() -> None:
    """Five hundred fights, each among 99 of its own."""
    chance = random.Random(3)
    found = [percentile(until_a_hit(chance), [until_a_hit(chance) for _ in range(99)], str(n)) for n in range(500)]
    assert p_value(bins(found))[0] > 0.01


@pytest.mark.parametrize("game", ["fantasia"])
def test_fights_of_bots_give_every_percentile(game: str) -> None:
    """Whole fights, each among nine; in the long form five hundred of them, in which tenths are equally frequent."""
    book = Registry.installed().book(game)
    new = NewEncounter(name="", seats=(), system=game, combatants=(HEROES[0], FOES[0]))
    position: Position[Any] = begun(facts.create(book, creation_of(new), seat=None, clock=lambda: TIME).position)
    found = []
    for number in range(FIGHTS):
        own, *others = [surplus_of_run(book, position, f"{number} {one}", 6) for one in range(10)]
        assert own.keys() == {"heroes", "foes"}
        assert any(any(one.values()) for one in (own, *others))
        assert surplus_of_run(book, position, f"{number} 0", 6) == own
        found.append(percentile(own["heroes"], [one["heroes"] for one in others], str(number)))
    assert len(set(found)) > 1
    if LONG:
        assert p_value(bins(found))[0] > 0.01
