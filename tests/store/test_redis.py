"""What only a real server can show: lost replies, restarts, rights, full memory, and what lies in the keys."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any, cast

import pytest
import redis as client
import uvloop
from redis.asyncio import UnixDomainSocketConnection

from engine.store import port
from engine.store.ids import new_id
from engine.store.redis import RedisStore
from engine.store.redis.client import connect
from engine.store.redis.servers import close
from engine.store.server import Binary, PrivateServer
from tests.store.test_contract import named, put
from tests.support.amounts import PATIENCE
from tests.support.fights.streams import FIGURES, head_of, step
from tests.support.processes.outages import cut_subscriptions, freeze, kill, thaw
from tests.support.processes.proxy import Proxy
from tests.support.processes.servers import servers_here, test_server


@pytest.fixture
async def store(live: PrivateServer) -> AsyncIterator[RedisStore]:
    """The adapter on a real server."""
    made = RedisStore(live.url)
    yield made
    await made.close()


@pytest.fixture
def raw(live: PrivateServer) -> Iterator[Any]:
    """A bare client of the same server, with fresh statistics."""
    with client.Redis.from_url(live.url, decode_responses=True) as made:
        yield made


@pytest.fixture
def own(live: PrivateServer) -> Iterator[PrivateServer]:
    """A server of this test's own, to be killed and misconfigured."""
    with test_server(appendfsync="everysec", binary=kind_of(live)) as made:
        yield made


def kind_of(server: PrivateServer) -> Binary:
    """The binary of a running server."""
    with client.Redis.from_url(server.url) as asking:
        kind = "valkey" if "valkey_version" in asking.info("server") else "redis"
    [binary] = [binary for binary in servers_here() if binary.kind == kind]
    return binary


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_a_connection_that_does_not_close_in_time_is_aborted(
    own: PrivateServer, run: Callable[[Coroutine[Any, Any, None]], None]
) -> None:
    """A shutdown does not fail on it: here a frozen server reads nothing of a large command."""

    async def close_it() -> None:
        made = connect(own.url, connections=1, timeout=0.2)
        assert await made.ping()
        freeze(own)
        try:
            sending = asyncio.ensure_future(made.set("large", b"x" * 64 * 1024 * 1024))
            await asyncio.sleep(0.05)
            await close(made)
        finally:
            thaw(own)
            with suppress(client.RedisError):
                await sending
            await asyncio.sleep(0.05)  # until the loop has closed its socket

    run(close_it())


def test_a_connection_that_breaks_between_two_writes_is_a_broken_connection(live: PrivateServer) -> None:
    """The loop that the service runs on says RuntimeError, which callers would take for a fault of ours."""

    async def write() -> None:
        made = connect(live.url, connections=1, waiting=0.0)
        held = await cast(Any, made.connection_pool).get_connection()
        held._writer.transport.abort()  # as a server does that is killed with something unread
        await asyncio.sleep(0)
        with pytest.raises(client.ConnectionError, match="broke"):
            await held.send_command("PING")
        await made.connection_pool.release(held)
        assert await made.ping(), "the next call connects anew"
        await made.aclose()
        await made.connection_pool.aclose()

    uvloop.run(write())


@pytest.mark.parametrize(
    "command",
    [
        ("PING",),
        ("SCRIPT LOAD", "return 1"),
        (b"GET", "k"),
        (b"CONFIG GET", b"k"),
        ("SET", "k", "", "NX", "EX", 604_800, -1, 1.5, 2**70),
        ("EVALSHA", "5a" * 20, 1, "{a|é}:events", "ö\r\n", b"\xff\x00\r\n", "e" * 100_000, b"s" * 70_000),
    ],
)
def test_commands_are_packed_as_ever(command: tuple[Any, ...]) -> None:
    """Packed at once they are the bytes that they are argument by argument."""
    plain, ours = (
        UnixDomainSocketConnection(path="/nowhere"),
        connect("unix:///nowhere").connection_pool.make_connection(),
    )
    assert type(ours).pack_command is not type(plain).pack_command
    assert b"".join(ours.pack_command(*command)) == b"".join(plain.pack_command(*command))
    assert b"".join(ours.pack_commands([command] * 3)) == b"".join(plain.pack_commands([command] * 3))


def calls(raw: Any) -> dict[str, int]:
    """How often each command was called since the statistics were reset."""
    return {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in raw.info("commandstats").items()}


async def test_a_stream_can_be_read_by_eye(store: RedisStore, raw: Any) -> None:
    """The entries of a stream have the version as id and fields with plain names; absent parts are absent."""
    await store.append(
        "a",
        port.NOTHING,
        step(count=3),
        seat="ana",
        key="k1",
        fingerprint="print",
        figures=FIGURES,
        secrets=port.Secrets("d" * 64, "h" * 64),
    )
    entries = raw.xrange("skald:{a}:events")
    assert [id for id, _ in entries] == ["1-0", "2-0", "3-0"]
    assert list(entries[0][1]) == ["event", "hash"]
    assert entries[0][1]["event"] == '{"tag":"","type":"Moved","version":1}'
    assert list(entries[2][1]) == ["event", "secret", "to", "salt", "hash"]
    assert entries[2][1]["to"].split(" ") == ['["gm","ana"]', "54864468"], "the seats, and a checksum of them"
    assert raw.hgetall("skald:{a}:commands") == {"ana|k1": "print 1 3"}
    assert raw.hgetall("skald:{a}:secret") == {"dice": "d" * 64, "hidden": "h" * 64}
    meta = raw.hgetall("skald:{a}:meta")
    assert (meta["version"], meta["hash"], meta["status"]) == ("3", entries[2][1]["hash"], "running")
    assert sorted(raw.keys()) == [f"skald:{{a}}:{name}" for name in ("commands", "events", "meta", "secret")]


async def test_a_lost_reply_has_one_effect(live: PrivateServer, raw: Any) -> None:
    """A reply lost on the way: the call is repeated with its key and gets the first answer, once stored."""
    async with Proxy(live.socket.with_name("p"), live.socket) as proxy:
        store = RedisStore(proxy.url)
        made = step(count=3)
        await put(store, "a", made)
        proxy.lose(b"EVALSHA")
        assert await put(store, "a", step(head_of(made), 2)) == port.Appended(4, 5, again=True)
        assert proxy.lost == 1
        assert raw.xlen("skald:{a}:events") == 5
        await store.close()


@pytest.mark.parametrize("replicas", [0, 1])
async def test_a_script_forgotten_again_is_loaded_again(own: PrivateServer, replicas: int) -> None:
    """Between its loading and the call a server may have started anew: that is no fault of ours."""
    store, ended = RedisStore(own.url, replicas=replicas, replica_timeout=0.001), asyncio.Event()

    def forget() -> None:
        with client.Redis.from_url(own.url) as raw:
            while not ended.is_set():
                raw.script_flush()
                time.sleep(0.0005)

    forgetting = asyncio.create_task(asyncio.to_thread(forget))
    head = port.NOTHING
    try:
        for _ in range(40):
            made = step(head)
            assert (await put(store, "a", made, expected=head)).first == head.version + 1
            head = head_of(made)
    finally:
        ended.set()
        await forgetting
        await store.close()


async def test_a_failing_notification_fails_no_append(live: PrivateServer, raw: Any) -> None:
    """A user without the right to the channel appends all the same; so do revocations."""
    raw.execute_command("ACL", "SETUSER", "mute", "on", ">pw", "~*", "+@all", "resetchannels")
    store = RedisStore(f"unix://mute:pw@{live.socket}")
    assert await put(store, "a", step(count=2)) == port.Appended(1, 2)
    assert await store.raise_epoch("a", "ana") == 1
    assert (await store.head("a")).version == 2
    await store.close()
    raw.execute_command("ACL", "DELUSER", "mute")


async def test_a_restart_within_the_patience_goes_unnoticed(own: PrivateServer) -> None:
    """Killed and started again on its data, scripts forgotten: appends and reads under way just take longer."""
    store = RedisStore(own.url, patience=PATIENCE)
    made = step()
    await put(store, "a", made)
    await store.head("a")
    kill(own)
    appending = asyncio.create_task(put(store, "a", step(head_of(made)), expected=head_of(made)))
    reading = asyncio.create_task(store.open("a"))
    await asyncio.sleep(0.1)
    assert not appending.done()
    own.ensure()
    assert (await appending).last == 2
    assert (await reading).head.version in (1, 2)
    await store.close()


async def test_a_server_that_stays_away_is_unavailable(own: PrivateServer) -> None:
    """When the patience is over, every kind of call says so; the same key repeated later succeeds once."""
    store = RedisStore(own.url, patience=0.2)
    made = step()
    await put(store, "a", made)
    kill(own)
    for call in (
        put(store, "a", step(head_of(made)), expected=head_of(made)),
        store.open("a"),
        store.page(before=None, limit=5),
        store.ping(),
    ):
        started = time.monotonic()
        with pytest.raises(port.StoreUnavailable):
            await call
        assert time.monotonic() - started < PATIENCE / 4
    own.ensure()
    assert (await put(store, "a", step(head_of(made)))).first == 2
    await store.close()


async def test_a_full_memory_refuses_whole_steps(own: PrivateServer) -> None:
    """Without memory nothing of a step is stored, the caller hears at once, and reading goes on."""
    store = RedisStore(own.url, patience=PATIENCE)
    made = step()
    await put(store, "a", made)
    with client.Redis.from_url(own.url) as raw:
        raw.config_set("maxmemory", 1)
        started = time.monotonic()
        with pytest.raises(port.StoreUnavailable):
            await put(store, "a", step(head_of(made), 3))
        assert time.monotonic() - started < PATIENCE / 4
        assert await store.head("a") == head_of(made)
        raw.config_set("maxmemory", 0)
    assert (await put(store, "a", step(head_of(made), 3))).last == 4
    await store.close()


async def test_a_read_only_server_is_waited_for(own: PrivateServer) -> None:
    """During a failover the old primary refuses writes for a moment; the append waits for it to pass."""
    store = RedisStore(own.url, patience=PATIENCE)
    with client.Redis.from_url(own.url) as raw:
        await put(store, "a", step())
        head = await store.head("a")
        # A replica of nobody there: reads what it has, refuses writes.
        raw.execute_command("REPLICAOF", "127.0.0.1", 1)
        appending = asyncio.create_task(put(store, "a", step(head), expected=head))
        await asyncio.sleep(0.2)
        assert not appending.done()
        raw.execute_command("REPLICAOF", "NO", "ONE")
        assert (await appending).last == 2
    await store.close()


async def test_replicas_confirm_an_append(own: PrivateServer) -> None:
    """With a replica asked for, an append says whether it got there: also one that is repeated."""
    store = RedisStore(own.url, replicas=1, replica_timeout=0.1)
    made = step()
    assert await put(store, "a", made) == port.Appended(1, 1, durable=False)
    listening = free_port()
    with client.Redis.from_url(own.url) as raw:
        raw.config_set("port", listening)
        raw.config_set("repl-diskless-sync-delay", 0)
    with test_server(binary=kind_of(own)) as replica, client.Redis.from_url(replica.url) as raw:
        raw.config_set("appendonly", "no")  # Redis 7 does not end while it writes its first file after a sync
        raw.execute_command("REPLICAOF", "127.0.0.1", listening)
        patient = RedisStore(own.url, replicas=1, replica_timeout=PATIENCE)
        again = await put(patient, "a", made, expected=port.NOTHING)
        assert again == port.Appended(1, 1, again=True, durable=True)
        assert await put(patient, "a", step(head_of(made))) == port.Appended(2, 2, durable=True)
        await patient.close()
        # A replica that is there but confirms nothing: being asked again is no confirmation either.
        freeze(replica)
        asking = RedisStore(own.url, replicas=1, replica_timeout=0.3)
        again = await put(asking, "a", made, expected=port.NOTHING)
        assert again == port.Appended(1, 1, again=True, durable=False)
        await asking.close()
        thaw(replica)
        raw.execute_command("REPLICAOF", "NO", "ONE")
    await store.close()


def free_port() -> int:
    """A TCP port nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_calls_beyond_the_pool_wait_for_it(live: PrivateServer, raw: Any) -> None:
    """A hundred calls at once share two connections."""
    store = RedisStore(live.url, connections=2)
    before = raw.info("clients")["connected_clients"]
    await asyncio.gather(*(put(store, f"f{n}", step()) for n in range(100)))
    assert raw.info("clients")["connected_clients"] <= before + 2
    await store.close()


async def test_a_cancelled_call_spoils_no_connection(live: PrivateServer) -> None:
    """Callers that leave in the middle of a call never make another get the wrong answer."""
    store = RedisStore(live.url, connections=2)
    made = step(count=50)
    await put(store, "a", made)
    for pause in range(40):
        leaving = asyncio.create_task(store.open("a"))
        await asyncio.sleep(pause / 20_000)
        leaving.cancel()
        assert await store.head("a") == head_of(made)
        assert await store.secrets("a") is None
    await store.close()


async def test_opening_is_one_round_trip(store: RedisStore, raw: Any) -> None:
    """Opening a fight sends its commands together, and reads no events before the version asked for."""
    await put(store, "a", step(count=30))
    raw.config_resetstat()
    await store.open("a", after=29, seat="gm", key="k1")
    counted = calls(raw)
    assert counted == {
        "multi": 1,
        "hget": 1,
        "xrevrange": 1,
        "xrange": 1,
        "hgetall": 2,
        "exec": 1,
        "config|resetstat": 1,
    }


async def test_a_page_costs_the_same_anywhere_in_a_full_directory(store: RedisStore, raw: Any) -> None:
    """Of 100,000 fights any page of 50 is one range of ids, their figures and standings, the last as the first."""
    ids = [named(n) for n in range(100_000)]
    for start in range(0, 100_000, 5_000):
        raw.eval(FILL, 0, *ids[start : start + 5_000])
    await store.ping()
    for running in (False, True):
        for before, expected in [(None, ids[:-51:-1]), (ids[50_000], ids[49_999:49_949:-1]), (ids[50], ids[49::-1])]:
            raw.config_resetstat()
            page = await store.page(before=before, limit=50, listing=port.Listing(running=running))
            assert [listed.id for listed in page] == expected
            assert calls(raw) == {"zrange": 1, "hgetall": 100, "config|resetstat": 1}


FILL = """
for _, id in ipairs(ARGV) do
  redis.call('ZADD', 'skald:dir', 0, id)
  redis.call('ZADD', 'skald:dir:running', 0, id)
  redis.call('HSET', 'skald:{' .. id .. '}:meta', 'system', 's', 'name', 'n', 'status', 'running',
    'created', 'c', 'updated', 'u', 'version', 1, 'hash', 'h')
end
"""
"""Fights as a listing sees them: an id and figures."""


async def test_a_page_of_a_host_with_a_thousand_fights(store: RedisStore, raw: Any) -> None:
    """It costs what it shows, whatever others have; a thousand archived ones are passed over many at a time."""
    ids, limits = [named(n) for n in range(1000)], port.HostLimits(2000, 2000)
    raw.eval(FILL, 0, *(named(n) for n in range(5_000)))
    for id in ids:
        await store.admit("ana", id, "", limits)
    raw.config_resetstat()
    for archived in (None, False):
        page = await store.page(before=None, limit=50, listing=port.Listing(host="ana", archived=archived))
        assert [listed.id for listed in page] == ids[:-51:-1]
    assert calls(raw) == {"zrange": 2, "hgetall": 200, "config|resetstat": 1}
    for id in ids[1:]:
        await store.archive(id, archived=True)
    raw.config_resetstat()
    page = await store.page(before=None, limit=50, listing=port.Listing(host="ana", archived=False))
    assert [listed.id for listed in page] == ids[:1]
    assert calls(raw) == {"zrange": 6, "hgetall": 2000, "config|resetstat": 1}
    page = await store.page(before=None, limit=50, listing=port.Listing(host="ana", archived=True))
    assert [listed.id for listed in page] == ids[:-51:-1]


async def test_an_ended_fight_met_among_the_running_is_taken_out(store: RedisStore, raw: Any) -> None:
    """The running ones are a cache too: one that was not told of an end is mended by the page that meets it."""
    for n in range(4):
        await store.enter(named(n))
        await put(store, named(n), step())
    ended = port.ListingFigures("s", "n", "ended", "c", "u")
    await put(store, named(2), step(await store.head(named(2))), figures=ended)
    assert raw.zrange("skald:dir:running", 0, -1) == [named(0), named(1), named(3)]
    raw.zadd("skald:dir:running", {named(2): 0})
    page = await store.page(before=None, limit=3, listing=port.RUNNING)
    assert [listed.id for listed in page] == [named(3), named(1), named(0)]
    assert raw.zrange("skald:dir:running", 0, -1) == [named(0), named(1), named(3)]


async def test_a_fight_without_figures_stays_listed(store: RedisStore, raw: Any) -> None:
    """Figures are a cache: a fight that lost them is shown bare, never dropped, and whole after its next event."""
    id = new_id(0, bytes(6))
    await store.enter(id)
    made = step(count=2)
    await put(store, id, made)
    raw.delete(f"skald:{{{id}}}:meta")
    assert await store.page(before=None, limit=5) == [port.ListedFight(id, 2, port.ListingFigures("", "", "", "", ""))]
    await put(store, id, step(head_of(made)))
    assert await store.page(before=None, limit=5) == [port.ListedFight(id, 3, FIGURES)]


async def test_notifications_resume_after_an_outage(own: PrivateServer, caplog: pytest.LogCaptureFixture) -> None:
    """Subscriptions cut, the server killed: the listener hears when it listens anew; the log tells each outage once."""
    caplog.set_level(logging.INFO)
    store = RedisStore(own.url)
    notifications = store.notifications()
    assert await anext(notifications) == port.Notification("", 0)
    cut_subscriptions(own)
    assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("", 0)
    kill(own)
    waiting = asyncio.ensure_future(anext(notifications))
    await asyncio.sleep(0.2)
    own.ensure()
    assert await asyncio.wait_for(waiting, PATIENCE) == port.Notification("", 0)
    said = [record.getMessage() for record in caplog.records if record.name == "engine.store.redis.notifications"]
    assert [line.partition(",")[0] for line in said] == [
        "the wake channel is lost",
        "the wake channel is there again",
    ] * 2
    await put(store, "a", step())
    assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("a", 1)
    await notifications.aclose()
    await store.close()


async def test_a_silent_listener_notices_a_frozen_server(
    own: PrivateServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A peer that neither answers nor closes counts as gone; quiet alone does not."""
    monkeypatch.setattr("engine.store.redis.notifications.QUIET", 0.5)
    caplog.set_level(logging.INFO)
    store = RedisStore(own.url)
    notifications = store.notifications()
    assert await anext(notifications) == port.Notification("", 0)
    quiet = asyncio.ensure_future(anext(notifications))
    await asyncio.sleep(1.2)
    assert not quiet.done()
    freeze(own)
    async with asyncio.timeout(PATIENCE):
        while "the wake channel is lost" not in caplog.text:  # noqa: ASYNC110 (the log alone tells of it)
            await asyncio.sleep(0.01)
    thaw(own)
    assert await asyncio.wait_for(quiet, PATIENCE) == port.Notification("", 0)
    await notifications.aclose()
    await store.close()
