"""Of every order that dice decide the chance is told, and it is what playing the order with every result gives."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.playing.preview import preview_order
from engine.kernel.state.decisions import filled
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import PicksRefused, RuleRefusal
from engine.kit.testing import picks
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.odds import Case, counted, odds_of, told
from tests.support.laws import laws

SYSTEMS = sorted(Registry.installed().books)


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{system}-{name}") for system in SYSTEMS for name, case in odds_of(system).CASES.items()
    ]


@pytest.mark.parametrize("case", _cases())
def test_a_chance_is_what_playing_every_result_gives(case: Case) -> None:
    """For a seat that knows all figures."""
    arena = case.make()
    test = told(arena, case).tests[case.test]
    assert test.chance is not None
    assert test.chance == counted(arena, case)


@pytest.mark.parametrize("system", SYSTEMS)
def test_of_every_order_a_chance_is_told_or_it_is_said_why_not(system: str) -> None:
    """Each kind of order has a case, or a reason, and not both."""
    odds = odds_of(system)
    decided = {type(case.order) for case in odds.CASES.values()}
    assert decided | odds.WITHOUT.keys() == {*Registry.installed().book(system).system.orders, Begin}
    assert not decided & odds.WITHOUT.keys()
    assert all(odds.WITHOUT.values())


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_sees_all_is_told_every_chance(system: str) -> None:
    """In fights by chance the game master gets a chance of every test, but for dice that succeed at nothing."""
    odds, examples, chances, seed = odds_of(system), playing.examples_of(system), 0, 0
    while seed < amount("SKALD_LAWS", 8, 40) or (chances <= 15 and seed < 40):
        rng = random.Random(f"odds {seed}")
        for arena, _ in laws.walk(examples.make, rng, 14):
            if arena.pending:
                continue
            gm = arena.fight.gms()[0]
            mine = [offer for seat, offer in picks.offered(arena.book, arena.state) if seat == gm]
            for offer in rng.sample(mine, min(len(mine), 12)):
                try:
                    order = filled(offer, picks.picked(offer, rng))
                    tests = preview_order(arena.book, arena.position, gm, order, "en").tests
                except (PicksRefused, RuleRefusal):
                    continue
                for test in tests:
                    expected = test.rule not in odds.NO_SUCCESS and type(order) not in odds.WITHOUT
                    assert test.chance is not None or not expected, (seed, offer.key, test)
                    chances += test.chance is not None
        seed += 1
    assert chances > 15
