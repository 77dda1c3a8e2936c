"""What stands on a shelf is what would be told anew, whoever asked before, and whatever has befallen the fight."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.access.auth import Caller, TokenAuthority
from api.access.rates import counting_alone
from api.access.stream_quota import StreamQuota
from api.config import Settings
from api.graphql.context import Context
from api.graphql.schema import build_schema
from api.operations.session import Services, Session
from api.reading.encounter_node import EncounterNode
from api.reading.event_cache import EventCache
from api.reading.event_reader import read_events
from api.reading.sources import Sources
from api.words import renderer
from engine.kernel.state.events import DecisionAnswered
from engine.service.encounters import Encounters
from engine.service.proof.signing import Signer
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, Entry, Head, ListingFigures, Secrets
from engine.store.redis import RedisStore
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.fights import new_fight
from tests.support.fights.streams import forget_tail
from tests.support.secrecy.worlds import SIGNER

REGISTRY = Registry.installed()
STEPS = 40
MOMENT = "2026-01-01T00:00:00.000Z"
PARTS = 5
"""In how many parts a fight comes to the store, with readers in between."""


class Counted(MemoryStore):
    """Counts the calls that read events, and those that look."""

    reads = looks = opens = 0

    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        self.reads += 1
        return await super().read(encounter, first, last)

    async def heads(self, encounters: Sequence[str]) -> Any:
        self.looks += 1
        return await super().heads(encounters)

    async def open(self, encounter: str, **wish: Any) -> Any:
        self.opens += 1
        return await super().open(encounter, **wish)


class Reader:
    """Somebody who looks at a fight. shelves: None: all is told anew."""

    def __init__(self, service: Encounters, id: str, event_cache: EventCache | None, signer: Signer = SIGNER) -> None:
        self._service, self._id, self._sources = service, id, Sources(service, signer, event_cache)

    async def told(self, seat: str | None, locale: str, first: int, last: int, at: int | None = None) -> list[bytes]:
        """Events as REST would send them."""
        current = await self._service.head(self._id)
        view = await self._service.view(self._id, seat, at, current=current)
        node = EncounterNode(view, locale, self._sources, pinned=at is not None)
        rendered = await read_events(self._service, node, first, min(last, node.version))
        return [msgspec.json.encode(one.as_answer()) for one in rendered]


async def agree(kept: Reader, fresh: Reader, rng: random.Random, seats: Sequence[str | None], version: int) -> None:
    """Pages by chance, of all seats and languages, now and then at a past version."""
    for _ in range(12):
        seat, locale = rng.choice(seats), rng.choice(("en", "es", "es-CO", "fi", "pl", "de"))
        at = rng.randint(1, version) if rng.random() < 0.3 else None
        first = rng.randint(1, at or version)
        asked = (seat, locale, first, first + rng.randint(0, 30), at)
        assert await kept.told(*asked) == await fresh.told(*asked), asked


def played(system: str, seed: int) -> Arena:
    """A fight of a system, played by chance."""
    return playing.by_chance(system, random.Random(seed), most=STEPS)


async def put(store: MemoryStore, entries: Sequence[Entry], head: Head, system: str) -> Head:
    """Append entries behind `head`; the new head."""
    await store.append(
        "arena",
        head,
        entries,
        seat="gm",
        key=f"{head.version}",
        fingerprint="f",
        figures=ListingFigures(system, "a fight", "running", MOMENT, MOMENT),
        secrets=None if head.version else Secrets("0" * 64, "1" * 64),
    )
    return Head(entries[-1].version, entries[-1].hash)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", sorted(REGISTRY.books))
async def test_a_cached_event_equals_a_fresh_rendering(system: str, seed: int) -> None:
    """In all languages, for every seat and the operator, while the fight grows; behind a correction and a revert."""
    arena, rng = played(system, seed), random.Random(seed)
    seats: list[str | None] = [*arena.state.fight.seats, None]
    entries = seal(arena.book, NOTHING, arena.stream)
    store = Counted()
    service, event_cache = Encounters(store, REGISTRY), EventCache()
    kept, fresh = Reader(service, "arena", event_cache), Reader(service, "arena", None)
    times = [recorded.time for recorded in arena.stream]
    ends = [n for n in range(1, len(times)) if times[n] != times[n - 1]] + [len(times)]
    head, begin = NOTHING, 0
    for end in ends[:: max(1, len(ends) // PARTS)] + ends[-1:]:
        if end > begin:
            head = await put(store, entries[begin:end], head, system)
            begin = end
            await agree(kept, fresh, rng, seats, head.version)
    who = next(iter(arena.state.fight.combatants))
    path = f"combatants.{who}.name"
    done = await service.submit("arena", "gm", {"gm": {"correct": {"path": path, "value": "Somebody Else"}}})
    await agree(kept, fresh, rng, seats, done.last)
    done = await service.submit("arena", "gm", {"gm": {"revert": {"to": head.version}}})
    await agree(kept, fresh, rng, seats, done.last)
    assert len(event_cache) > 0


async def test_a_repeated_query_costs_one_head_read() -> None:
    """No event is read twice while nothing happens; behind a step only what is new."""
    store, event_cache = Counted(), EventCache()
    service = Encounters(store, REGISTRY)
    made = await service.create(new_fight())
    reader = Reader(service, made.id, event_cache)
    first = await reader.told("ana", "en", 1, made.version)
    store.reads = store.looks = store.opens = 0
    assert await reader.told("ana", "en", 1, made.version) == first
    assert await reader.told("ana", "en", 2, 3) == first[1:3]
    assert (store.reads, store.looks, store.opens) == (0, 2, 0)
    await service.submit(made.id, "gm", {"gm": {"pause": {}}})
    store.reads = store.looks = store.opens = 0
    assert (await reader.told("ana", "en", 1, 99))[: made.version] == first
    assert (store.reads, store.looks, store.opens) == (1, 1, 0)


async def test_what_one_selection_made_of_an_event_is_not_told_to_another(tmp_path: Path) -> None:
    """Kept events answer queries by turns as events do that are read anew, by graphql-core."""
    service, authority = Encounters(MemoryStore(), REGISTRY), TokenAuthority("s" * 40, "a" * 20, hours=1)
    made = await service.create(new_fight())
    rates, settings = counting_alone(per_token=0, per_address=0), Settings(data=tmp_path)
    services = Services(service, authority, SIGNER, settings, asyncio.Event(), rates, StreamQuota(0))
    compiled, plain = (build_schema(list(REGISTRY.books.values()), compiled=compiled) for compiled in (True, False))
    queries = [
        f"query ($id: ID!) {{ encounter(id: $id) {{ events {{ nodes {{ {fields} }} }} }} }}"
        for fields in ("version text", "version", "v: version type", "version ... on CombatantJoined { name } ")
    ]
    for query in queries * 3:
        wish: Any = {"variable_values": {"id": made.id}}
        kept = await compiled.execute(query, context_value=Context(Session(services, "en", Caller(admin=True))), **wish)
        anew = structs.replace(services, event_cache=EventCache())
        fresh = await plain.execute(query, context_value=Context(Session(anew, "en", Caller(admin=True))), **wish)
        assert kept.errors is None
        assert kept.data == fresh.data


async def test_the_event_cache_is_bounded() -> None:
    """What was not asked for longest is given up, and told again when it is asked for."""
    store, event_cache = Counted(), EventCache(most=20)
    service = Encounters(store, REGISTRY)
    made = [await service.create(new_fight()) for _ in range(4)]
    for _ in range(2):
        for one in made:
            kept = await Reader(service, one.id, event_cache).told("ana", "en", 1, one.version)
            assert kept == await Reader(service, one.id, None).told("ana", "en", 1, one.version)
            assert len(event_cache) <= 20


async def test_other_events_in_the_place_of_lost_ones_are_told(redis_url: str) -> None:
    """The tail is lost, and the same versions come again: nothing of the lost ones stands on a shelf any more."""
    store, event_cache = RedisStore(redis_url), EventCache()
    service = Encounters(store, REGISTRY)
    made = await service.create(new_fight())
    reader = Reader(service, made.id, event_cache)
    note = {"gm": {"correct": {"path": "name", "value": "lost"}}}
    lost = await service.submit(made.id, "gm", note)
    assert b"lost" in (await reader.told("gm", "en", lost.last, lost.last))[0]
    forget_tail(redis_url, made.id, 1)
    note["gm"]["correct"]["value"] = "kept"
    again = await Encounters(store, REGISTRY).submit(made.id, "gm", note)
    assert again.last == lost.last
    assert b"kept" in (await reader.told("gm", "en", lost.last, lost.last))[0]
    await store.close()


async def test_an_answer_is_told_with_its_question_on_a_page_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where more questions are put behind it, on its page, than a voice has in mind."""
    monkeypatch.setattr(renderer, "_REMEMBERED", 2)
    arena = next(arena for seed in range(9) if _answers(arena := played("fantasia", seed)) > 9)
    entries, store = seal(arena.book, NOTHING, arena.stream), MemoryStore()
    head = await put(store, entries, NOTHING, "fantasia")
    service = Encounters(store, REGISTRY)
    fresh = Reader(service, "arena", None)
    page = await fresh.told("gm", "en", 1, head.version)
    assert page == [one for v in range(1, head.version + 1) for one in await fresh.told("gm", "en", v, v)]


def _answers(arena: Arena) -> int:
    return sum(isinstance(one.event, DecisionAnswered) for one in arena.stream)
