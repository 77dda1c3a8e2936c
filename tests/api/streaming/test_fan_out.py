"""Who watches alike is told the very words that he would be told alone, and they are made once.

SKALD_FIGHTS=20 pytest tests/api/streaming/test_fan_out.py      20 fights of each system, 1 otherwise
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast
from weakref import ref

import msgspec
import pytest

from api.access.auth import expired
from api.errors.request_errors import Stopping
from api.graphql.context import Context
from api.graphql.schema import Schema, build_schema
from api.operations.session import Services
from api.reading.earlier_events import earlier_events
from api.reading.rendered_event import EventRenderer, RenderedEvent
from api.reading.shared_result import SharedStep
from api.streaming import fan_out
from api.streaming.fan_out import Audience
from api.words.renderer import Renderer
from engine.service.encounters import Encounters
from engine.service.reading.hub import Revoked
from engine.service.registry import Registry
from tests.support.amounts import PATIENCE, amount
from tests.support.contract.client import EVENT
from tests.support.fights.live_fight import ID, Played

FIGHTS = amount("SKALD_FIGHTS", 1, 20)
STEPS = 30
REGISTRY = Registry.installed()
LOCALES = ("en", "es", "fi")
EVENTS = f"subscription($id: ID!, $after: Int) {{ events(encounter: $id, after: $after) {{ {EVENT} }} }}"
STATE = (
    "subscription($id: ID!) { encounter(id: $id) { version status round combatants { id name vitals { id now } } "
    "offers { label } decisions { text } events(last: 3) { nodes { text } } } }"
)


@pytest.fixture(scope="module")
def schema() -> Schema:
    """That of all systems."""
    return build_schema(list(REGISTRY.books.values()))


class Listener:
    """Somebody who watches, as a task; what he was told, a message each."""

    def __init__(self, source: AsyncGenerator[Any, None]) -> None:
        self.heard: list[Any] = []
        self._task = asyncio.create_task(self._listen(source))

    async def _listen(self, source: AsyncGenerator[Any, None]) -> None:
        async with aclosing(source):
            async for one in source:
                self.heard.append(one)

    async def leave(self) -> None:
        """End it; what it failed with is raised."""
        self._task.cancel()
        (result,) = await asyncio.gather(self._task, return_exceptions=True)
        if isinstance(result, Exception):
            raise result

    async def ended(self) -> BaseException | None:
        """What it ends with by itself."""
        await asyncio.wait([self._task], timeout=PATIENCE)
        return self._task.exception()


async def alone(played: Played, seat: str | None, locale: str, after: int) -> AsyncGenerator[list[RenderedEvent], None]:
    """What somebody is told for whom nobody else's words serve."""
    renderer = EventRenderer(await played.service.view(ID, seat), locale)
    async with aclosing(played.service.watch(ID, seat, after)) as steps:
        async for step in steps:
            yield renderer.render(step, await earlier_events(played.service, ID, seat, step, renderer.knows))


async def lines(told: AsyncGenerator[list[RenderedEvent] | None, None]) -> AsyncGenerator[list[bytes], None]:
    """The events of a message as REST sends them."""
    async with aclosing(told):
        async for step in told:
            assert step is not None
            yield [msgspec.json.encode(one.as_answer()) for one in step]


async def messages(schema: Schema, query: str, context: Context, **variables: Any) -> AsyncGenerator[bytes, None]:
    """A message as GraphQL sends it."""
    asked = {"variable_values": {"id": ID, **variables}, "context_value": context}
    async with aclosing(cast(AsyncGenerator[Any, None], await schema.subscribe(query, **asked))) as results:
        async for result in results:
            assert not result.errors
            yield msgspec.json.encode(result.data)


async def until(true: Callable[[], bool]) -> None:
    """Let the others go on."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 (many things are waited for, and nobody tells of them)
            await asyncio.sleep(0.001)


def events_in(message: bytes) -> list[dict[str, Any]]:
    """The events of a message of GraphQL."""
    found: list[dict[str, Any]] = msgspec.json.decode(message)["events"]
    return found


def last_of(heard: list[Any]) -> int:
    """The version that somebody has come to."""
    if not heard:
        return 0
    last = msgspec.json.decode(heard[-1][-1]) if isinstance(heard[-1], list) else events_in(heard[-1])[-1]
    return int(last["version"])


@pytest.mark.parametrize("seed", range(FIGHTS))
@pytest.mark.parametrize("system", sorted(REGISTRY.books))
async def test_words_are_those_of_who_watches_alone(system: str, seed: int, schema: Schema, tmp_path: Path) -> None:
    """Whoever he is, whatever he reads, and whenever he came; over corrected names and reverts."""
    played, rng = Played(REGISTRY, system, seed, STEPS, tmp_path), random.Random(seed)
    await played.hub.start()
    services, told = played.services(), list[tuple[Listener, ...]]()
    while not played.over:
        if played.version and (len(told) < 2 or rng.random() < 0.5):
            seat, locale = rng.choice([*played.seats, None]), rng.choice(LOCALES)
            after = rng.choice([0, played.version - 1, rng.randrange(played.version)])
            session = played.session(services, seat, locale)
            sources = (
                lines(alone(played, seat, locale, after)),
                lines(session.watch(ID, after)),
                messages(schema, EVENTS, Context(session), after=after),
            )
            told.append(tuple(Listener(source) for source in sources))
        await until(lambda: all(last_of(one.heard) == played.version for three in told for one in three))
        await played.step()
    await until(lambda: all(last_of(one.heard) == played.version for three in told for one in three))
    for lone, rest, graphql in told:
        # How many steps a message holds while he catches up is a matter of chance.
        told_alone = [event for message in lone.heard for event in message]
        assert [event for message in rest.heard for event in message] == told_alone
        shown = [msgspec.json.decode(event) for event in told_alone]
        assert [event for message in graphql.heard for event in events_in(message)] == [
            {name: event[name] for name in EVENT.split()} for event in shown
        ]
    assert 0 < len(services.groups) <= len(told), "he who watches both ways is told both at once"
    for three in told:
        for one in three:
            await one.leave()
    assert len(services.groups) == 0
    await played.hub.stop()


# -- one crowd
MANY = 20


@pytest.fixture
async def played(tmp_path: Path) -> AsyncGenerator[Played, None]:
    """A fight that has begun, and goes on when a test says so."""
    made = Played(REGISTRY, "fantasia", 0, STEPS, tmp_path)
    await made.hub.start()
    await made.step()
    await made.step()
    yield made
    await made.hub.stop()


async def leave(listeners: list[Listener]) -> None:
    for one in listeners:
        await one.leave()


async def heard(listeners: list[Listener], count: int) -> None:
    await until(lambda: all(len(one.heard) >= count for one in listeners))


async def together(services: Services, count: int) -> None:
    """So many are in crowds."""
    await until(lambda: sum(one.watchers for alike in services.groups._groups.values() for one in alike) == count)


async def test_a_step_is_put_into_words_once(played: Played, schema: Schema, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all who ask the same of it, whatever they call it and wherever they began."""
    services, put = played.services(), list[int]()
    told = Renderer.event
    monkeypatch.setattr(Renderer, "event", lambda *args: put.append(0) or told(*args))  # type: ignore[func-returns-value]
    context = [Context(played.session(services, "ana", "en")) for _ in range(MANY)]
    listeners = [Listener(messages(schema, EVENTS, one, after=played.version)) for one in context]
    await together(services, MANY)
    before = played.version
    await played.step()
    await heard(listeners, 1)
    assert len(put) == played.version - before
    assert len({one.heard[0] for one in listeners}) == 1
    await leave(listeners)


async def test_results_of_a_step_are_kept_apart_by_document_seat_and_language(played: Played, schema: Schema) -> None:
    """Other documents, operations and variables, and other seats and languages, of one step: each its own."""
    query = """
        query A { __typename }
        subscription B($id: ID!, $yes: Boolean!, $after: Int) {
          events(encounter: $id, after: $after) { version text @include(if: $yes) ...More } }
        subscription C($id: ID!, $yes: Boolean!, $after: Int) {
          events(encounter: $id, after: $after) { type ... on Event @skip(if: $yes) { time } } }
        fragment More on Event { digest @skip(if: $yes) }
    """
    while played.coming != ["Corrected"]:  # whose words are the same for both seats
        await played.step()
    ways = [
        (seat, locale, name, yes) for seat in ("ana", "gm") for locale in LOCALES for name in "BC" for yes in (0, 1)
    ]
    shared = played.services()

    def listening(services: Services, seat: str, locale: str, name: str, yes: int) -> Listener:
        variables = {"id": ID, "yes": bool(yes), "after": played.version}
        context = Context(played.session(services, seat, locale))

        async def results() -> AsyncGenerator[bytes, None]:
            asked: Any = {"variable_values": variables, "context_value": context, "operation_name": name}
            async with aclosing(cast(AsyncGenerator[Any, None], await schema.subscribe(query, **asked))) as found:
                async for result in found:
                    yield msgspec.json.encode(result.data)

        return Listener(results())

    lone = [played.services() for _ in ways]
    listeners = [listening(shared, *way) for way in ways] + [
        listening(services, *way) for services, way in zip(lone, ways, strict=True)
    ]
    await together(shared, len(ways))
    for services in lone:
        await together(services, 1)
    await played.step()
    await heard(listeners, 1)
    assert [one.heard for one in listeners[: len(ways)]] == [one.heard for one in listeners[len(ways) :]]
    texts = {one.heard[0] for one, way in zip(listeners, ways, strict=False) if way[2:] == ("B", 1)}
    told = {locale for locale in LOCALES if REGISTRY.book("fantasia").system.tells(locale)}
    assert len(texts) == len(told) == 2, "words of each language that the game has; others read the English ones"
    assert len({one.heard[0] for one in listeners}) == len(told) + 3, "and three without words, in two operations"
    await leave(listeners)


async def test_the_fight_after_a_step_is_looked_at_once(
    played: Played, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches how it stands is handed the same; and it is as somebody sees it who looks for himself."""
    services, looks = played.services(), list[int]()
    listeners = [Listener(messages(schema, STATE, Context(played.session(services, "ana", "en")))) for _ in range(MANY)]
    await heard(listeners, 1)
    await together(services, MANY)
    view = Encounters.view
    monkeypatch.setattr(Encounters, "view", lambda *args, **more: looks.append(0) or view(*args, **more))  # type: ignore[func-returns-value]
    await played.step()
    await heard(listeners, 2)
    assert len(looks) <= 2, "once for the state, once for the events in it"
    fresh = Listener(messages(schema, STATE, Context(played.session(played.services(), "ana", "en"))))
    await heard([fresh], 1)
    assert {one.heard[1] for one in listeners} == {fresh.heard[0]}
    await leave([*listeners, fresh])


async def test_an_error_is_made_and_logged_for_each_watcher(
    played: Played, schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error is nobody else's: it is made, and logged, for each; and all go on."""
    services = played.services()

    async def results() -> AsyncGenerator[Any, None]:
        asked: Any = {"variable_values": {"id": ID, "after": played.version}}
        context = Context(played.session(services, "ana", "en"))
        subscribed = await schema.subscribe(EVENTS, context_value=context, **asked)
        async with aclosing(cast(AsyncGenerator[Any, None], subscribed)) as found:
            async for result in found:
                yield result

    def broken(*args: Any) -> str:
        raise KeyError("a word that is not there")

    listeners = [Listener(results()) for _ in range(3)]
    await together(services, 3)
    with monkeypatch.context() as patch:
        patch.setattr(Renderer, "event", broken)
        await played.step()
        await heard(listeners, 1)
    await played.step()
    await heard(listeners, 2)
    for one in listeners:
        assert one.heard[0].errors[0].extensions["code"] == "INTERNAL"
        assert not one.heard[1].errors
    assert len({id(one.heard[0].errors[0]) for one in listeners}) == 3
    await leave(listeners)


async def test_who_falls_behind_gets_everything_and_comes_back(played: Played) -> None:
    """He reads what he missed by himself; the crowd keeps nothing for him, and takes him in again."""
    services = played.services()
    session = played.session(services, "ana", "en")
    quick = Listener(session.watch(ID, played.version))
    await together(services, 1)
    async with aclosing(session.watch(ID, played.version)) as slow:
        first = asyncio.ensure_future(anext(slow))
        await together(services, 2)
        await played.step()
        got = [one.version for one in await first or ()]
        await heard([quick], 1)
        (group,) = services.groups._groups[Audience(ID, "ana", 0, False, False, "en")]
        taken = ref(group.newest)
        for number in range(2 * fan_out.KEPT):
            await played.step()
            await heard([quick], 2 + number)
        moment = taken()
        assert moment is not None
        assert moment.lost
        assert moment.next is None
        del moment
        while got[-1] < played.version:
            step = await anext(slow)
            assert step is not None
            got += [one.version for one in step]
        assert got == [one.version for step in quick.heard for one in step]
        last = asyncio.ensure_future(anext(slow))
        await together(services, 2)
        await played.step()
        assert isinstance(await last, SharedStep)
        await heard([quick], 2 + 2 * fan_out.KEPT)
        assert await last is quick.heard[-1]
        assert taken() is None
    await leave([quick])


async def test_a_newcomer_joins_a_subscription_group_that_is_behind(played: Played) -> None:
    """One that nobody has pulled on: it comes up to him, and he is no crowd of his own."""
    services = played.services()
    async with aclosing(played.session(services, "ana", "en").watch(ID, played.version)) as slow:
        first = asyncio.ensure_future(anext(slow))
        await together(services, 1)
        await played.step()
        await first
        await played.step()
        newcomer = Listener(played.session(services, "ana", "en").watch(ID, played.version))
        await together(services, 2)
        await played.step()
        await heard([newcomer], 1)
        assert len(services.groups) == 1
        await leave([newcomer])


async def test_watchers_who_know_different_names_share_no_group(played: Played) -> None:
    """Where a name was taken back, who came before and who came behind call somebody differently, as ever."""
    services = played.services()
    before = Listener(lines(played.session(services, "gm", "en").watch(ID, played.version)))
    await together(services, 1)
    service, gone = played.service, played.version
    who = next(iter(played.arena.fight.combatants))
    await service.submit(ID, "gm", {"gm": {"correct": {"path": f"combatants.{who}.name", "value": "Somebody"}}})
    await service.submit(ID, "gm", {"gm": {"revert": {"to": gone}}})
    await heard([before], 2)
    head = (await service.view(ID, "gm")).version
    behind = [Listener(lines(played.session(services, "gm", "en").watch(ID, head))) for _ in range(2)]
    await together(services, 3)
    assert len(services.groups) == 2
    await service.submit(ID, "gm", {"gm": {"correct": {"path": f"combatants.{who}.vitals.hp.now", "value": 1}}})
    await heard([before], 3)
    await heard(behind, 1)
    assert b"Somebody" in before.heard[-1][0]
    assert b"Somebody" not in behind[0].heard[-1][0]
    assert behind[0].heard == behind[1].heard
    await leave([before, *behind])


async def test_each_ends_when_his_own_token_does(played: Played) -> None:
    """Though he is one of many."""
    services = played.services()
    stays = Listener(played.session(services, "ana", "en").watch(ID, played.version))
    soon = played.session(services, "ana", "en", expires=int(time.time()) + 1)
    goes = Listener(soon.watch(ID, played.version))
    assert str(await goes.ended()) == str(expired())
    await played.step()
    await heard([stays], 1)
    await leave([stays])


async def test_a_revoked_token_ends_all_watchers_of_its_group(played: Played) -> None:
    """Each of its watchers is told so; others see nothing of it."""
    services = played.services()
    listeners = [Listener(played.session(services, "ana", "en").watch(ID, played.version)) for _ in range(3)]
    other = Listener(played.session(services, "gm", "en").watch(ID, played.version))
    await together(services, 4)
    await played.service.revoke(ID, "ana")
    for one in listeners:
        assert isinstance(await one.ended(), Revoked)
    await played.step()
    await heard([other], 1)
    await leave([other])
    assert len(services.groups) == 0


async def test_a_process_that_stops_names_the_version(played: Played) -> None:
    """That each has taken."""
    services = played.services()
    listeners = [Listener(played.session(services, "ana", "en").watch(ID, played.version)) for _ in range(3)]
    await together(services, 3)
    await played.step()
    await heard(listeners, 1)
    services.stopping.set()
    for one in listeners:
        ended = await one.ended()
        assert isinstance(ended, Stopping)
        assert str(ended) == str(Stopping(played.version))


async def test_the_end_of_the_fight_is_the_end(played: Played) -> None:
    """For each of a crowd, behind its last event."""
    services = played.services()
    listeners = [Listener(played.session(services, "ana", "en").watch(ID, played.version)) for _ in range(3)]
    await together(services, 3)
    await played.service.submit(ID, "gm", {"gm": {"end": {"reason": "late"}}})
    for one in listeners:
        assert await one.ended() is None
        assert one.heard[-1][-1].type == "EncounterEnded"
    assert len(services.groups) == 0


# -- what is shared
async def test_a_failed_shared_result_fails_only_its_maker() -> None:
    """The next one makes it; and who leaves while he waits takes nobody with him."""
    step, made, tried = SharedStep([]), asyncio.Event(), list[str]()

    async def make(name: str) -> str:
        tried.append(name)
        await made.wait()
        if name == "first":
            raise ValueError(name)
        return name

    asked = [
        asyncio.ensure_future(step.once("thing", lambda name=name: make(name))) for name in ("first", "gone", "b", "c")
    ]  # type: ignore[misc]
    await until(lambda: bool(tried))
    asked[1].cancel()
    made.set()
    first, gone, *rest = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(first, ValueError)
    assert isinstance(gone, asyncio.CancelledError)
    assert rest == ["b", "b"]
    assert tried == ["first", "b"]
