"""What only a real cluster can show: slots that move, servers that die, and a channel that all of them share."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError, ResponseError

from engine.store import port
from engine.store.chain import first_break
from engine.store.redis import RedisStore
from engine.store.redis.cluster import Cluster
from engine.store.server import PrivateServer, ServerRefused, check, check_all
from tests.store.test_contract import put
from tests.support.amounts import PATIENCE
from tests.support.fights.streams import head_of, step
from tests.support.processes.clusters import Node, TestCluster, test_cluster, until
from tests.support.processes.serving import free_port

FIGHTS = [f"f{number}" for number in range(12)]


@pytest.fixture(scope="module")
def running() -> Iterator[TestCluster]:
    """Three primaries and their replicas."""
    with test_cluster() as made:
        yield made


@pytest.fixture
def cluster(running: TestCluster) -> TestCluster:
    """Empty and whole, whoever leads by now."""
    running.restore()
    return running


@pytest.fixture
async def store(cluster: TestCluster) -> AsyncIterator[RedisStore]:
    """The adapter on it; a failover is within its patience."""
    made = RedisStore(cluster.url, patience=PATIENCE, timeout=1)
    yield made
    await made.close()


def a_replica(cluster: TestCluster) -> Node:
    """Any of them."""
    return next(node for node in cluster.nodes if not node.leads())


async def test_fights_lie_on_all_primaries(store: RedisStore, cluster: TestCluster) -> None:
    """Each whole on one of them; what speaks of many is put together."""
    for fight in FIGHTS:
        await store.enter(fight)
        await put(store, fight, step(count=3))
    assert len({cluster.primary_of(fight).name for fight in FIGHTS}) == 3
    for fight in FIGHTS:
        names = cluster.primary_of(fight).ask("KEYS", f"*{{{fight}}}*")
        assert sorted(names) == [f"skald:{{{fight}}}:{part}" for part in ("commands", "events", "meta")]
    assert [one.head.version for one in await store.heads(FIGHTS)] == [3] * len(FIGHTS)
    assert {one.id for one in await store.page(before=None, limit=99)} == set(FIGHTS)


async def test_who_is_away_at_the_start_is_no_obstacle(cluster: TestCluster) -> None:
    """Nor who is frozen: any other server says who has what."""
    dead, well = a_replica(cluster), cluster.nodes[0]
    dead.kill()
    frozen = next(node for node in cluster.nodes if node.runs and node is not well)
    frozen.freeze()
    try:
        started = Cluster(f"redis+cluster://{dead.name},{frozen.name},{well.name}", timeout=1)
        assert frozen.name in await started.each()
        await started.close()
        notes = await asked(cluster)
        assert [note for note in notes if frozen.name in note and "could not be asked" in note]
    finally:
        frozen.thaw()
    nobody = Cluster(f"redis+cluster://{dead.name}")
    with pytest.raises(ConnectionError, match=str(dead.port)):
        await nobody.each()
    await nobody.close()


async def asked(cluster: TestCluster) -> list[str]:
    """What a check of all servers says."""
    servers = Cluster(cluster.url, connections=1, timeout=1)
    try:
        return await check_all(await servers.each(), strict=False)
    finally:
        await servers.close()


async def test_each_server_is_checked(cluster: TestCluster) -> None:
    """A replica takes over as it is set up; the one that could lose fights is named."""
    [note] = await asked(cluster)
    assert note.startswith("6 of 6 servers of the cluster: ")
    wrong = a_replica(cluster)
    wrong.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    with pytest.raises(ServerRefused, match=f"at {wrong.name} is set up so that fights could be lost"):
        await asked(cluster)
    wrong.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")


async def test_an_address_of_another_kind_is_refused(cluster: TestCluster) -> None:
    """One server of a cluster is not its cluster: it is told how to write that."""
    alone = Redis.from_url(f"redis://{cluster.nodes[0].name}")
    with pytest.raises(ServerRefused, match=r"begin SKALD_REDIS_URL with redis\+cluster://"):
        await check(alone, strict=False)
    await alone.aclose()
    elsewhere = next(fight for fight in FIGHTS if cluster.primary_of(fight) is not cluster.nodes[0])
    store = RedisStore(f"redis://{cluster.nodes[0].name}")
    with pytest.raises(port.StoreUnavailable, match=r"has to begin with redis\+cluster://"):
        await store.head(elsewhere)
    await store.close()


async def test_a_user_is_the_same_everywhere(cluster: TestCluster) -> None:
    """Name and password of the URL go to every server that the cluster tells of; a wrong one is not tried again."""
    for node in cluster.nodes:
        node.ask("ACL", "SETUSER", "skald", "on", ">secret", "~skald:*", "&skald:*", "+@all")
    store = RedisStore(cluster.url.replace("://", "://skald:secret@"))
    for fight in FIGHTS:
        await put(store, fight, step())
    notifications = store.notifications()
    assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("", 0)
    await notifications.aclose()
    await store.close()
    stranger = RedisStore(cluster.url.replace("://", "://skald:guess@"), patience=10 * PATIENCE)
    with pytest.raises(port.StoreUnavailable, match="invalid username-password"):
        await asyncio.wait_for(stranger.head(FIGHTS[0]), PATIENCE)
    await stranger.close()


async def test_a_slot_that_moves_goes_unnoticed(
    store: RedisStore, cluster: TestCluster, caplog: pytest.LogCaptureFixture
) -> None:
    """While its stream is there already, and all else still here, reading goes on; who writes waits for the rest."""
    fight = FIGHTS[0]
    made = step(count=5)
    await put(store, fight, made)
    source = cluster.primary_of(fight)
    target = next(node for node in cluster.nodes if node.leads() and node is not source)
    halfway, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        halfway.set()
        assert go_on.wait(PATIENCE)

    moving = asyncio.create_task(asyncio.to_thread(cluster.move, fight, target, between=wait))
    assert await asyncio.to_thread(halfway.wait, PATIENCE)
    try:
        appending = asyncio.create_task(put(store, fight, step(head_of(made)), expected=head_of(made)))
        opening = asyncio.create_task(store.open(fight))
        assert await store.read(fight, 1, 9) == made
        assert await store.heads(["other", fight]) == [
            port.HeadAndEpochs(port.NOTHING, {}),
            port.HeadAndEpochs(head_of(made), {}),
        ]
        assert not appending.done()
    finally:
        go_on.set()
    await moving
    assert await appending == port.Appended(6, 6)
    assert (await opening).head.version in (5, 6)
    assert cluster.primary_of(fight) is target
    assert first_break(await store.read(fight, 1, 9)) is None
    assert not caplog.records
    assert (await put(store, fight, step(await store.head(fight)))).last == 7


async def test_a_new_fight_in_a_slot_that_moves(store: RedisStore, cluster: TestCluster) -> None:
    """None of its keys is anywhere: whoever gets the slot takes them."""
    fight = FIGHTS[1]
    source = cluster.primary_of(fight)
    target = next(node for node in cluster.nodes if node.leads() and node is not source)
    moving = asyncio.create_task(asyncio.to_thread(cluster.move, fight, target))
    assert (await put(store, fight, step(count=2))).last == 2
    await moving
    assert [len(await store.read(fight, 1, 9)), (await store.open(fight)).head.version] == [2, 2]


@pytest.mark.parametrize("fault", [Node.kill, Node.freeze])
async def test_a_primary_is_gone(
    store: RedisStore, cluster: TestCluster, caplog: pytest.LogCaptureFixture, fault: Callable[[Node], None]
) -> None:
    """Its replica takes over within the patience of whoever writes; the fights of others go on meanwhile."""
    caplog.set_level(logging.INFO)
    for fight in FIGHTS:
        await put(store, fight, step(count=2), key="first")
    await asyncio.to_thread(cluster.settle)
    dying = cluster.primary_of(FIGHTS[0])
    away = [fight for fight in FIGHTS if cluster.primary_of(fight) is dying]
    dying.kill()
    writing = [
        asyncio.create_task(put(store, fight, step(count=1), key="late", expected=port.NOTHING)) for fight in away
    ]
    for fight in set(FIGHTS) - set(away):
        assert len(await store.read(fight, 1, 9)) == 2
    outcomes = await asyncio.gather(*writing, return_exceptions=True)
    assert {type(one) for one in outcomes} == {port.ExpectedVersionConflict}, "they are told what the replica has"
    assert len(await store.heads(FIGHTS)) == len(FIGHTS)
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if line.startswith("the store does not answer, trying again")]
    assert len([line for line in said if line.startswith("the store answers again")]) == 1, (
        "not for each that others say"
    )
    dying.thaw()


async def test_replicas_confirm_where_the_fight_is(store: RedisStore, cluster: TestCluster) -> None:
    """WAIT goes to the primary that has written: another's replicas say nothing of it."""
    waiting = RedisStore(cluster.url, replicas=1, replica_timeout=PATIENCE)
    in_vain = RedisStore(cluster.url, replicas=1, replica_timeout=0.5)
    lone = cluster.primary_of(FIGHTS[0])
    alone = [fight for fight in FIGHTS if cluster.primary_of(fight) is lone]
    cluster.cut_off(lone)
    stores = [in_vain if fight in alone else waiting for fight in FIGHTS]
    appended = await asyncio.gather(*(put(of, fight, step()) for of, fight in zip(stores, FIGHTS, strict=True)))
    assert {fight for fight, one in zip(FIGHTS, appended, strict=True) if not one.durable} == set(alone)
    cluster.join(lone)
    await asyncio.to_thread(cluster.settle)
    again = await put(waiting, alone[0], step(), expected=port.NOTHING)
    assert (again.again, again.durable) == (True, True)
    await waiting.close()
    await in_vain.close()


def listening(cluster: TestCluster) -> list[Node]:
    """Who has a subscriber."""
    return [node for node in cluster.nodes if node.runs and node.ask("PUBSUB", "NUMSUB", "skald:wake")[1]]


async def test_every_server_hears_of_every_append(store: RedisStore, cluster: TestCluster) -> None:
    """A listener hears the script's word whichever server it is with, and from all primaries."""
    fights = {cluster.primary_of(fight).name: fight for fight in FIGHTS}.values()
    heard = []
    await store.ping()  # from now on it knows all servers
    for round in range(1, len(cluster.nodes) + 1):
        notifications = store.notifications()
        assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("", 0)
        heard += listening(cluster)
        for fight in fights:
            await put(store, fight, step(await store.head(fight)))
        await store.raise_epoch("a", "gm")
        wanted = {
            port.Notification("a", 0, seat="gm", epoch=round),
            *(port.Notification(fight, round) for fight in fights),
        }
        while wanted:  # in no order: each comes from the server that has it
            wanted.discard(await asyncio.wait_for(anext(notifications), PATIENCE))
        await notifications.aclose()
    assert len({node.name for node in heard}) == len(cluster.nodes)


async def test_a_listener_goes_to_another_server(store: RedisStore, cluster: TestCluster) -> None:
    """Where its own dies. It says so, for meanwhile it may have missed something."""
    await store.ping()  # from now on it knows all servers
    while True:
        notifications = store.notifications()
        assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("", 0)
        [with_us] = listening(cluster)
        if not with_us.leads():
            break  # no failover to be waited for
        await notifications.aclose()
        until(lambda: not listening(cluster), "the server has seen it leave")
    with_us.kill()
    assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("", 0)
    await put(store, "a", step())
    assert await asyncio.wait_for(anext(notifications), PATIENCE) == port.Notification("a", 1)
    await notifications.aclose()


async def test_no_cluster_is_said_to_be_none(server: PrivateServer) -> None:
    """A server that runs alone, under the address of a cluster."""
    listening = free_port()
    async with Redis.from_url(server.url) as raw:
        await raw.config_set("port", listening)
        made = Cluster(f"redis+cluster://127.0.0.1:{listening}")
        with pytest.raises(ResponseError, match="cluster support disabled"):
            await made.each()
        await made.close()
        await raw.config_set("port", 0)
