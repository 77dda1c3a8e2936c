"""What was exported can be imported: an ended fight as itself, any other as a fork that plays on."""

from __future__ import annotations

import io
import random

import pytest

from engine.kernel.state.typed_by import TypedBy
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.proof.export import Export, export_lines, read_export
from engine.service.writing.importing import Imported, ImportRefused, import_export
from engine.store.memory import MemoryStore
from engine.store.port import RUNNING, Entry
from tests.support.fights.played import BOOK, REGISTRY, forged, play, stream, versions_of


def export_of(entries: list[Entry], seat: str | None = None) -> Export:
    return read_export(io.BytesIO(b"".join(export_lines(entries, BOOK, seat))))


@pytest.fixture(scope="module")
def ended() -> list[Entry]:
    return stream(seed=4)


async def test_an_ended_fight_comes_back_as_it_was(ended: list[Entry]) -> None:
    """Export, import and export again give the same bytes, also where nothing is left but the file."""
    store, export = MemoryStore(), export_of(ended)
    imported = await import_export(store, REGISTRY, export)
    assert imported == Imported(export.header.encounter, len(ended), forked=False)
    service = Encounters(store, REGISTRY)
    lines = [line async for line in service.export(imported.encounter, None)]
    assert b"".join(lines) == b"".join(export_lines(ended, BOOK, None))
    (listed,) = await store.page(before=None, limit=5)
    assert (listed.id, listed.figures.status, listed.figures.name) == (imported.encounter, "ended", "Bridge")
    assert await store.page(before=None, limit=5, listing=RUNNING) == []
    assert (await service.audit(imported.encounter)).proven
    assert (await service.fork(imported.encounter, "gm", 20)).version >= 21


async def test_a_fight_that_is_there_already_is_refused(ended: list[Entry]) -> None:
    store = MemoryStore()
    await import_export(store, REGISTRY, export_of(ended))
    with pytest.raises(ImportRefused, match="exists already"):
        await import_export(store, REGISTRY, export_of(ended))


async def test_an_import_that_was_broken_off_goes_on(ended: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.service.writing.importing.AT_ONCE", 50)
    store, export = MemoryStore(), export_of(ended)
    whole = store.append
    calls = 0

    async def fragile(*arguments: object, **more: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise ConnectionError("the power went out")
        return await whole(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", fragile)
    with pytest.raises(ConnectionError):
        await import_export(store, REGISTRY, export)
    assert (await store.head(export.header.encounter)).version == 100
    await import_export(store, REGISTRY, export)
    assert await store.read(export.header.encounter, 1, 1000) == ended


@pytest.mark.parametrize("dice", ["SEEDED", "OPEN", "PHYSICAL"])
async def test_a_running_fight_comes_back_as_a_fork_and_plays_on(dice: str) -> None:
    """Its dice secret is not in the file, so it gets one of its own; so does its parent's id stay the parent's."""
    entries = [*_running(dice)]
    store = MemoryStore()
    imported = await import_export(store, REGISTRY, export_of(entries))
    assert imported.forked
    assert imported.encounter != export_of(entries).header.encounter
    service = Encounters(store, REGISTRY)
    assert (await service.view(imported.encounter, "gm")).version == imported.version == len(entries) + 1
    await play(service, imported.encounter, random.Random(5), 15)
    await service.submit(imported.encounter, "gm", {"gm": {"end": {}}})
    _, grown = await service.entries(imported.encounter)
    assert grown[: len(entries)] == entries
    report = audit(REGISTRY, grown, explain=True)
    assert report.chain.state == report.replay.state == "PROVEN", report
    assert report.dice.state == {"OPEN": "PROVEN"}.get(dice, "NOT_PROVABLE")


async def test_a_running_fight_with_mixed_dice_comes_back_with_who_types() -> None:
    """Whoever typed in the parent types in the fork, and the rest of it is the server's."""
    entries = [*_running("mixed")]
    store = MemoryStore()
    imported = await import_export(store, REGISTRY, export_of(entries))
    service = Encounters(store, REGISTRY)
    fight = (await service.view(imported.encounter, "gm")).position.state.fight
    assert fight.typed_by == TypedBy(sides=("heroes",))
    await play(service, imported.encounter, random.Random(5), 25)
    await service.submit(imported.encounter, "gm", {"gm": {"end": {}}})
    _, grown = await service.entries(imported.encounter)
    report = audit(REGISTRY, grown, explain=True)
    assert report.chain.state == report.replay.state == "PROVEN", report
    assert report.faces.typed > audit(REGISTRY, entries).faces.typed
    assert report.faces.proven > 0


_kept: dict[str, list[Entry]] = {}


@pytest.fixture(scope="module", autouse=True)
def _made() -> None:
    for dice in ("SEEDED", "OPEN", "PHYSICAL"):
        _kept[dice] = stream(dice=dice, seed=6, ended=False)  # type: ignore[arg-type]
    _kept["mixed"] = stream(seed=6, ended=False, typed_by=TypedBy(sides=("heroes",)))


def _running(dice: str) -> list[Entry]:
    return _kept[dice]


async def test_nothing_is_kept_of_a_file_that_is_forged_or_redacted(ended: list[Entry]) -> None:
    store = MemoryStore()
    version = versions_of(ended, "VitalChanged")[0]
    false = forged(ended, version, lambda event: event["data"].update(change=-1000))
    with pytest.raises(ImportRefused, match=f"broken at version {version}"):
        await import_export(store, REGISTRY, export_of(false))
    with pytest.raises(ImportRefused, match="what the seat 'gm' sees"):
        await import_export(store, REGISTRY, export_of(ended, "gm"))
    other = forged(ended, 1, lambda event: event["data"].update(system="chess"))
    with pytest.raises(ImportRefused, match="chess"):
        await import_export(store, REGISTRY, export_of(other))
    assert await store.page(before=None, limit=5) == []
