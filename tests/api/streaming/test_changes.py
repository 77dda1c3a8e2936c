"""What changed in a fight, told in place of all of it.

SKALD_LONG=1 pytest tests/api/streaming/test_changes.py      every recording, whole; else one beginning a game
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from api.graphql.context import Context
from api.graphql.schema import Schema
from api.operations.session import Session
from api.reading import encounter_change
from api.reading.encounter_change import EncounterChange
from api.reading.json_patch import patch_of
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from tests.api.streaming.test_fan_out import together
from tests.recordings.make import FOLDER
from tests.support.amounts import LONG
from tests.support.contract.json_patch import patched
from tests.support.contract.page_documents import page_document
from tests.support.contract.schemas import shared_schema
from tests.support.fights.recorded import Recorded

REGISTRY = Registry.installed()
LOCALES = ("en", "es", "fi", "pl")
NAMES = sorted(path.stem for path in FOLDER.glob("*.ndjson") if path.stem != "must_fail")
SHORT = ("taken_back", "dozen_taken_back", "minis_nobody_left", "saari_meanwhile", "mercenaries_captured")
STEPS = 10_000 if LONG else 14
LOOK, CHANGES = page_document("LOOK"), page_document("CHANGES")
ALIKE = 20


@pytest.fixture(scope="module")
def schema() -> Schema:
    """That of all systems."""
    return shared_schema(list(REGISTRY.books.values()))


async def told(
    schema: Schema, session: Session, id: str, query: str = CHANGES, **more: Any
) -> AsyncGenerator[Any, None]:
    """The messages of somebody who watches, decoded from what is sent."""
    asked = {"variable_values": {"id": id, **more}, "context_value": Context(session)}
    async with aclosing(cast(AsyncGenerator[Any, None], await schema.subscribe(query, **asked))) as results:
        async for result in results:
            if result.errors:
                raise RuntimeError(result.errors)
            (message,) = msgspec.json.decode(msgspec.json.encode(result.data)).values()
            yield message


async def stepped(source: AsyncGenerator[Any, None]) -> tuple[Any, Any]:
    """The two messages of a step: its events, and what changed."""
    events, change = await anext(source), await anext(source)
    assert (events["patch"], events["since"], events["whole"]) == ([], events["version"], None)
    assert change["events"] == []
    return events, change


async def looked(schema: Schema, session: Session, id: str) -> Any:
    """The fight as somebody reads it who was told nothing before."""
    result: Any = await schema.execute(LOOK, variable_values={"id": id}, context_value=Context(session))
    assert not result.errors
    return msgspec.json.decode(msgspec.json.encode(result.data["encounter"]))


def after(known: Any, message: Any) -> Any:
    """The fight after a message."""
    if message["patch"] is None:
        assert message["since"] is None
        return message["whole"]
    assert message["whole"] is None
    assert message["since"] == known["version"]
    return patched(known, message["patch"])


@pytest.fixture
async def recorded(tmp_path: Path) -> Recorded:
    """A fight that goes on."""
    fight = Recorded(REGISTRY, "taken_back", tmp_path)
    await fight.hub.start()
    await fight.step()
    return fight


@pytest.mark.parametrize("name", NAMES if LONG else SHORT)
async def test_the_whole_patched_is_the_next_whole(name: str, schema: Schema, tmp_path: Path) -> None:
    """For every seat and language, at every step: and mostly it takes less."""
    fight, patches, wholes = Recorded(REGISTRY, name, tmp_path), 0, 0
    await fight.hub.start()
    await fight.step()
    services = fight.services()
    ways = [(seat, role, locale) for seat, role in (await fight.seats()).items() for locale in LOCALES]
    watchers = [told(schema, fight.session(services, *way), fight.id) for way in ways]
    known = [after(None, await anext(one)) for one in watchers]
    for _ in range(STEPS):
        if fight.over:
            break
        await fight.step()
        alone = fight.services()
        for number, (way, watcher) in enumerate(zip(ways, watchers, strict=True)):
            events, message = await stepped(watcher)
            assert events["events"][-1]["version"] == message["version"] == fight.version
            known[number] = after(known[number], message)
            fresh = await looked(schema, fight.session(alone, *way), fight.id)
            assert known[number] == fresh, way
            whole, sent = (
                len(msgspec.json.encode(fresh)),
                len(msgspec.json.encode(message["patch"] or message["whole"])),
            )
            wholes, patches = wholes + whole, patches + min(sent, whole)
    assert patches < 0.75 * wholes
    for watcher in watchers:
        await watcher.aclose()


async def test_a_change_is_made_once_for_all_who_see_alike(
    recorded: Recorded, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for those who came at the same time; others, in another language, have their own."""
    services, made, looks = recorded.services(), list[int](), list[int]()
    many = [told(schema, recorded.session(services, "ana", "PLAYER", "en"), recorded.id) for _ in range(ALIKE)]
    other = told(schema, recorded.session(services, "ana", "PLAYER", "fi"), recorded.id)
    first = [await anext(one) for one in (*many, other)]
    assert len({msgspec.json.encode(one) for one in first[:ALIKE]}) == 1
    coming = [asyncio.ensure_future(stepped(one)) for one in (*many, other)]
    await together(services, ALIKE + 1)
    view = Encounters.view
    monkeypatch.setattr(Encounters, "view", lambda *args, **more: looks.append(0) or view(*args, **more))  # type: ignore[func-returns-value]
    monkeypatch.setattr(encounter_change, "patch_of", lambda *both: made.append(0) or patch_of(*both))  # type: ignore[func-returns-value]
    await recorded.step()
    second = [change for _, change in await asyncio.gather(*coming)]
    assert len(made) == 2
    assert len(looks) <= 4, "once for the state of each language, once for its events"
    assert len({msgspec.json.encode(one) for one in second[:ALIKE]}) == 1
    assert all(one["patch"] for one in second)
    for one in (*many, other):
        await one.aclose()


async def test_who_comes_later_or_again_is_told_all_of_it(recorded: Recorded, schema: Schema) -> None:
    """With the events after the version that he names, and from there on what changed."""
    services = recorded.services()
    early = told(schema, recorded.session(services, "ana", "PLAYER", "en"), recorded.id)
    await anext(early)
    before = recorded.version
    await recorded.step()
    await stepped(early)
    late = told(schema, recorded.session(services, "ana", "PLAYER", "en"), recorded.id, after=before)
    whole = await anext(late)
    assert (whole["since"], whole["patch"], whole["events"]) == (None, None, [])
    caught_up = await anext(late)
    assert [one["version"] for one in caught_up["events"]] == [*range(before + 1, recorded.version + 1)]
    assert (caught_up["patch"], caught_up["since"]) == ([], recorded.version)
    await recorded.step()
    both = [await stepped(early), await stepped(late)]
    assert both[0] == both[1]
    assert both[0][1]["patch"]
    await early.aclose()
    await late.aclose()


async def test_names_of_ones_own_and_parts_left_out(recorded: Recorded, schema: Schema) -> None:
    """A selection may rename everything; without `patch`, or with two wholes, the whole comes each time."""
    services = recorded.services()
    body = "{ version combatants { key vitals { key now } } }"
    renamed = (
        "subscription($id: ID!, $no: Boolean = false) { it: changes(encounter: $id) { ...P } } fragment P on "
        f"EncounterChange {{ v: version s: since w: whole {body} p: patch p2: patch e: events "
        "@include(if: $no) { text } }"
    )
    plain = f"subscription($id: ID!) {{ changes(encounter: $id) {{ whole {body} }} }}"
    twice = f"subscription($id: ID!) {{ changes(encounter: $id) {{ patch whole {body} other: whole {body} }} }}"
    ways = [
        told(schema, recorded.session(services, "ana", "PLAYER", "en"), recorded.id, one)
        for one in (renamed, plain, twice)
    ]
    first = [await anext(one) for one in ways]
    await recorded.step()
    assert [await anext(one) for one in ways][1:] == [{"whole": None}, {"patch": None, "whole": None, "other": None}]
    second = [await anext(one) for one in ways]
    assert second[0]["w"] is None
    assert second[0]["s"] == first[0]["v"]
    assert second[0]["p"] == second[0]["p2"]
    assert patched(first[0]["w"], second[0]["p"]) == second[1]["whole"] == second[2]["whole"] == second[2]["other"]
    assert set(second[0]) == {"v", "s", "w", "p", "p2"}
    for one in ways:
        await one.aclose()


async def test_many_selections_are_forgotten_and_told_whole(recorded: Recorded, schema: Schema) -> None:
    """What is kept for others is bounded; nobody misses anything."""
    services = recorded.services()
    ways = [
        told(
            schema, recorded.session(services, "ana", "PLAYER", "en"), recorded.id,
            f"subscription S{n}($id: ID!) {{ changes(encounter: $id) {{ since patch whole {{ version headHash }} }} }}",
        )
        for n in range(3 * encounter_change.SELECTIONS)
    ]  # fmt: skip
    known = [after(None, await anext(one)) for one in ways]
    for _ in range(3):
        await recorded.step()
        for _ in range(2):
            known = [after(have, await anext(one)) for have, one in zip(known, ways, strict=True)]
        assert {one["version"] for one in known} == {recorded.version}
    for one in ways:
        await one.aclose()


def test_a_change_keeps_none_before_it() -> None:
    """A fight that is watched for long would else keep all of its versions."""
    names = [name for name, value in vars(EncounterChange(Still(1), (), EncounterChange(Still(0)))).items()  # type: ignore[arg-type]
             if isinstance(value, EncounterChange)]  # fmt: skip
    assert names == []


class Still:
    """A fight at a version."""

    def __init__(self, version: int) -> None:
        self.version = version
