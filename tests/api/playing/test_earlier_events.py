"""Earlier events that others are rendered with: read only where they are needed, and never from the whole fight."""

from __future__ import annotations

import io
from typing import Any

import pytest

from api.reading import earlier_events as module
from api.reading.earlier_events import earlier_events
from api.reading.encounter_node import EncounterNode
from api.reading.rendered_event import render_events
from api.reading.sources import Sources
from engine.kernel.playing.decide import Choice
from engine.service.encounters import Encounters
from engine.service.proof.export import read_export
from engine.service.reading.acts import Acts
from engine.service.reading.undone import FARTHEST
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from tests.support.contract.mutations import FIGHTS, numbered, other_rules, recording, sealed
from tests.support.fights.fights import new_fight
from tests.support.secrecy.worlds import SIGNER

REGISTRY = Registry.installed()


async def brought(data: bytes) -> tuple[Encounters, str]:
    """A service with a fight from a file."""
    store = MemoryStore()
    done = await import_export(store, REGISTRY, read_export(io.BytesIO(data)))
    return Encounters(store, REGISTRY), done.encounter


@pytest.mark.parametrize("size", [1, 7, 40])
@pytest.mark.parametrize("seat", ["gm", "ana", None])
async def test_pages_tell_the_acts_of_the_whole(seat: str | None, size: int) -> None:
    """Whatever their size, whoever reads."""
    service, fight = await brought((FIGHTS / "ambush.ndjson").read_bytes())
    head = (await service.view(fight, seat)).version
    whole = [one.recorded for one in await service.seen_events(fight, seat, 1, head)]
    acts = Acts()
    expected = [acts.act_of(one) for one in whole]
    told: list[int] = []
    for first in range(1, head + 1, size):
        page = await service.seen_events(fight, seat, first, min(first + size - 1, head))
        earlier = await earlier_events(service, fight, seat, page)
        acts = Acts(one.recorded for one in earlier.before)
        told += [acts.act_of(one.recorded) for one in page]
    assert told == expected


async def test_an_event_that_claims_an_order_of_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs no more than other events: its order is looked for only so far."""
    lines = recording("heroes_win")
    ended = next(at for at, line in enumerate(lines) if line.get("public", {}).get("type") == "CommandEnded")
    lines = lines[: ended + 1]
    other_rules(lines)
    command = next(line["public"]["command"] for line in lines[1:] if line["public"].get("command"))
    last = {**lines[-1]["public"], "rule": ""}
    for number in range(30):
        lines.append({"public": {**last, "command": None, "seat": "gm"}})
        lines[-1]["public"] |= {"type": "Paused" if number % 2 else "Resumed", "data": {"note": ""}, "schema": 1}
    rolled: dict[str, Any] = {"dice": "1d6", "faces": [1], "by": "gm", "why": "fate"}
    lines.append({"public": {**last, "command": command, "type": "DiceRolled", "data": rolled, "schema": 1}})
    numbered(lines)
    service, fight = await brought(sealed(lines))
    last_one = len(lines) - 1
    page = await service.seen_events(fight, None, last_one, last_one)
    for farthest, near in ((10_000, True), (20, False)):
        monkeypatch.setattr(module, "FARTHEST", farthest)
        earlier = await earlier_events(service, fight, None, page)
        assert len(earlier.before) <= farthest
        acts = Acts(one.recorded for one in earlier.before)
        told = acts.act_of(page[0].recorded)
        assert (told < last_one) is near


class Counting(MemoryStore):
    """A store that knows how many events were read at once, at most, and how often it was asked."""

    most = reads = 0

    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        found = await super().read(encounter, first, last)
        self.most, self.reads = max(self.most, len(found)), self.reads + 1
        return found


async def offered(service: Encounters, fight: str, seat: str) -> list[str]:
    """What a seat is offered to take back, in words."""
    view = await service.view(fight, seat)
    node = EncounterNode(view, "en", Sources(service, SIGNER))
    return [offer.label for offer in await node.take_backs()]


async def test_a_fight_loaded_from_a_snapshot_tells_what_one_at_hand_tells() -> None:
    """Up to FARTHEST versions back; from there on both name only the version, and read nothing for it."""
    store = Counting()
    service = Encounters(store, REGISTRY)
    made = await service.create(new_fight())
    start = (await service.view(made.id, "gm")).version
    await service.submit(made.id, "gm", {"fantasia": {"begin": {}}})
    while (fight := (await service.view(made.id, "gm")).position.state.fight).window:
        asked = fight.window.asked[0]
        await service.answer(made.id, asked.seats[0], asked.decision, Choice(asked.default))
    told = set()
    for number in range(FARTHEST + 5):
        await service.submit(made.id, "gm", {"table": {"setLooks": {"looks": {"colour": f"#0000{number % 100:02}"}}}})
        version = (await service.view(made.id, "gm")).version
        labels = await offered(service, made.id, "gm")
        label = labels[0]
        back = (await service.view(made.id, "gm")).position.state.fight.last_acts["gm"]
        near = version - back < FARTHEST
        assert label.endswith(f", to version {back}") is not near
        told.add(near)
        if number % 50 == 49 or not near:
            store.most = 0
            assert await offered(Encounters(store, REGISTRY), made.id, "gm") == labels
            assert store.most < FARTHEST
    assert told == {True, False}
    assert start < back


async def test_an_order_tells_what_it_would_take_back_by_its_own_events() -> None:
    """The store is asked only by whoever reads the fight later."""
    store = Counting()
    service = Encounters(store, REGISTRY)
    made = await service.create(new_fight())
    done = await service.submit(made.id, "gm", {"fantasia": {"begin": {}}})
    store.reads = 0
    node = EncounterNode(done.view, "en", Sources(service, SIGNER), made=done)
    labels = [offer.label for offer in await node.take_backs()]
    assert store.reads == 0
    assert labels == await offered(service, made.id, "gm")
    assert "to version" not in labels[0]
    assert store.reads == 1


@pytest.mark.parametrize("name", ["taken_back", "overruled", "dozen_taken_back"])
@pytest.mark.parametrize("seat", ["gm", "ana", None])
async def test_what_is_taken_back_is_told_alike_on_every_page(name: str, seat: str | None) -> None:
    """Read whole, or event by event."""
    service, fight = await brought((FIGHTS / f"{name}.ndjson").read_bytes())
    view = await service.view(fight, seat)

    async def texts(first: int, last: int) -> list[str]:
        page = await service.seen_events(fight, seat, first, last)
        return [one.text for one in render_events(view, page, "en", await earlier_events(service, fight, seat, page))]

    whole = await texts(1, view.version)
    single = [text for version in range(1, view.version + 1) for text in await texts(version, version)]
    back = [(one, other) for one, other in zip(whole, single, strict=True) if "ake" in one and "back" in one]
    assert any("takes back" in one for one, _ in back)
    assert all(one == other for one, other in back)
