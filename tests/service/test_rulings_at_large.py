"""The GM's tools for many people in a large fight: their cost follows from whom they name, not from who is there."""

from __future__ import annotations

import time

from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import new_fight

WOLF = {"name": "Wolf", "side": "foes", "seenBy": ["gm"], "count": 50, "sheet": {"ref": "goblin"}}
AT_ONCE = 100


async def test_a_hundred_are_ruled_upon_in_a_crowd() -> None:
    """Revealed, hidden and removed, of 300: less than a second of work each, where a whole state each took ten."""
    service = Encounters(MemoryStore(), Registry.installed())
    fight = (await service.create(new_fight())).id
    for pack in range(6):
        await service.submit(fight, "gm", {"fantasia": {"spawn": {"combatants": [{**WOLF, "id": f"w{pack}"}]}}})
    named = [f"w{pack}-{number}" for pack in range(2) for number in range(1, 51)]
    assert len(named) == AT_ONCE
    for tool in ("reveal", "hide", "remove"):
        begun = time.process_time()
        done = await service.submit(fight, "gm", {"gm": {tool: {"combatants": named}}})
        assert done.last - done.first >= AT_ONCE
        assert time.process_time() - begun < 2.0, tool
