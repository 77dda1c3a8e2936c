"""Of many who enter at once each is looked at once."""

from __future__ import annotations

import pytest

from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.systems.fantasia.rules.turns import initiative
from tests.support.fights.fights import SEATS, combatant

MANY = 60


async def test_the_order_of_many_is_made_with_one_look_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one for each pair."""
    looked: list[str] = []
    attribute = initiative.attribute

    def counted(state: initiative.FF, who: str, *more: object) -> object:
        looked.append(who)
        return attribute(state, who, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(initiative, "attribute", counted)
    people = tuple(combatant(f"c{n}", ("a", "b")[n % 2], "ana", "soldier") for n in range(MANY))
    service = Encounters(MemoryStore(), Registry.installed())
    id = (await service.create(NewEncounter(system="fantasia", name="Crowd", seats=SEATS, combatants=people))).id
    result = await service.submit(id, "gm", {"fantasia": {"begin": {}}})
    assert len(result.view.position.state.fight.turn_order) == MANY
    assert len(looked) == MANY
