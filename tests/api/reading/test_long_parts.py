"""Offers, reasons, scenes and threats that take long are worked out in the pool: the same, and once for a version."""

from __future__ import annotations

import msgspec
import pytest

from api.reading.encounter_node import EncounterNode
from api.reading.sources import Sources
from engine.kernel.playing.decide import Choice
from engine.service.encounters import Encounters
from engine.service.pool import overflow
from engine.service.pool.process_pool import Pool
from engine.service.proof.signing import Signer
from engine.service.reading.views import FightView
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import new_fight
from tests.support.processes.pool_jobs import names_of_jobs

PARTS = {"listed", "lacking", "pictured", "threatened", "listed_stats"}


async def told(view: FightView, service: Encounters) -> bytes:
    """All that an answer has of a fight."""
    node = EncounterNode(view, "es", Sources(service, Signer(bytes(range(32)))))
    assert await node.offers()
    threats = [await node.threats(who) for who in view.seen.fight.combatants]
    assert any(threats)
    sheets = [await node.stat_block(who) for who in view.seen.fight.combatants]
    return msgspec.json.encode((await node.answer({"offers", "scene", "unavailable"}), threats, sheets))


async def test_the_same_is_told_wherever_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """And who looks again at the same version has it at hand."""
    service = Encounters(MemoryStore(), Registry.installed())
    fight = (await service.create(new_fight())).id
    await service.submit(fight, "gm", {"fantasia": {"begin": {}}})
    while (window := (await service.view(fight, "gm")).seen.fight.window) is not None:
        one = window.asked[0]
        await service.answer(fight, one.seats[0], one.decision, Choice(one.default))
    here = await told(await service.view(fight, "gm"), service)
    monkeypatch.setattr(overflow, "QUICK", 0)
    asked = names_of_jobs(monkeypatch)
    view = await Encounters(service._store, Registry.installed()).view(fight, "gm")
    async with Pool(1, seconds=300) as pool:
        pooled = Encounters(service._store, Registry.installed(), work=pool)
        assert await told(view, pooled) == here
        assert set(asked) == PARTS
        asked.clear()
        assert await told(view, pooled) == here
        assert asked == []
