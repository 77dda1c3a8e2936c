"""The order of a crowd: as it was, with each newcomer before the first who is later."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.turns import initiative
from engine.systems.fantasia.rules.turns.initiative import merged
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def crowd(size: int, placed: int, chance: random.Random) -> FantasiaFight:
    """A fight of so many, of whom some have a place in the order, which somebody has changed by hand."""
    state: Any = Bout(
        *((hero if n % 2 else foe)(f"c{n}", sheet(agility=chance.randrange(4))) for n in range(size)), begin=False
    ).state
    fighters = {
        who: structs.replace(one, initiative=chance.randrange(2, 13)) for who, one in state.own.fighters.items()
    }
    order = list(state.fight.combatants)[:placed]
    chance.shuffle(order)
    fight = structs.replace(state.fight, turn_order=tuple(order))
    return structs.replace(state, own=structs.replace(state.own, fighters=fighters), fight=fight)


@pytest.mark.rule("FF-INIT-03")
@pytest.mark.parametrize("number", range(8))
def test_newcomers_stand_before_the_first_who_is_later(number: int) -> None:
    """One by one and all at once they come to the same places."""
    chance = random.Random(number)
    state = crowd(9, 5, chance)
    newcomers = tuple(who for who in state.fight.combatants if who not in state.fight.turn_order)
    at_once = merged(state, newcomers)
    ranked = merged(structs.replace(state, fight=structs.replace(state.fight, turn_order=())), newcomers)
    for who in ranked:
        state = structs.replace(state, fight=structs.replace(state.fight, turn_order=merged(state, (who,))))
    assert at_once == state.fight.turn_order


def test_of_a_crowd_each_figure_is_worked_out_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each pair."""
    state = crowd(60, 20, random.Random(1))
    asked: list[str] = []
    attribute = initiative.attribute

    def counted(*given: Any) -> int:
        asked.append(given[1])
        return attribute(*given)

    monkeypatch.setattr(initiative, "attribute", counted)
    merged(state, tuple(who for who in state.fight.combatants if who not in state.fight.turn_order))
    assert len(asked) <= 2 * 60
