"""Rules that come to no end are a fault, after which nothing has happened and the fight goes on."""

from __future__ import annotations

import pytest

from engine.kernel.playing import table
from engine.kernel.structs.errors import Fault
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights import new_fight

BEGIN = {"fantasia": {"begin": {}}}


async def test_an_order_without_an_end_is_a_fault_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many events as there may be are no fault; one more is."""
    service = Encounters(MemoryStore(), Registry.installed())
    other, fight = [(await service.create(new_fight())).id for _ in range(2)]
    before = (await service.view(fight, "gm")).version
    done = await service.submit(other, "gm", BEGIN)
    monkeypatch.setattr(table, "MOST_EVENTS", len(done.entries) - 3)
    with pytest.raises(Fault, match="come to no end"):
        await service.submit(fight, "gm", BEGIN)
    assert (await service.view(fight, "gm")).version == before
    monkeypatch.setattr(table, "MOST_EVENTS", len(done.entries))
    again = await service.submit(fight, "gm", BEGIN)
    assert len(again.entries) == len(done.entries)
