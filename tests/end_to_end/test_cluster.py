"""Fights on a real Redis Cluster, through the whole service: what its failovers cost, and who is notified.

The counts of acknowledged and lost orders are printed: `.venv/bin/pytest tests/end_to_end/test_cluster.py -s`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis.crc import key_slot

from engine.store.chain import first_break
from engine.store.redis import RedisStore
from tests.api.fights import ACT, Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE, groups
from tests.support.processes.clusters import TestCluster, test_cluster, until

SETTINGS = {"store_patience": PATIENCE, "store_timeout": 1.0, "replica_timeout": 0.5, "rate_per_address": 0}


@pytest.fixture(scope="module")
def running() -> Iterator[TestCluster]:
    """Three primaries and their replicas."""
    with test_cluster() as made:
        yield made


@pytest.fixture
def cluster(running: TestCluster) -> TestCluster:
    """Empty and complete, whichever nodes lead now."""
    running.restore()
    return running


@pytest.fixture
def table(cluster: TestCluster, tmp_path: Path) -> Iterator[Table]:
    """The service on it; its requests wait out a failover."""
    with serving(cluster.url, tmp_path, SETTINGS) as made:
        yield made


def spread(table: Table, cluster: TestCluster) -> dict[str, Bridge]:
    """A fight on every primary, by the primary's name."""
    fights: dict[str, Bridge] = {}
    while len(fights) < 3:
        fight = bridge(table)
        fights.setdefault(cluster.primary_of(fight.id).name, fight)
    return fights


def order(fight: Bridge, key: str, word: str, **headers: str) -> httpx.Response:
    """An order of the GM with a unique key and text."""
    body = {"command": {"gm": {"correct": {"path": "name", "value": word}}}}
    return fight.table.post(
        f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"], body, **{"idempotency-key": key, **headers}
    )


def proven(fight: Bridge) -> None:
    """The chain is valid, and the rules replay the fight."""
    report = fight.table.get(f"/v1/encounters/{fight.id}/audit", fight.tokens["gm"]).json()
    assert (report["chain"]["state"], report["replay"]["state"]) == ("PROVEN", "PROVEN"), report


def stream_of(cluster: TestCluster, fight: Bridge) -> dict[int, str]:
    """Hash by version, read directly from the store."""

    async def read() -> dict[int, str]:
        store = RedisStore(cluster.url)
        entries = await store.read(fight.id, 1, 10**6)
        await store.close()
        assert first_break(entries) is None
        return {entry.version: entry.hash for entry in entries}

    return asyncio.run(read())


def test_fights_are_played_on_all_primaries(table: Table, cluster: TestCluster) -> None:
    """To the last offer, over both REST and GraphQL; they are listed together, and watched from anywhere."""
    fights = spread(table, cluster)
    for fight in fights.values():
        for pick in range(8):
            fight.step(pick)
        path, eve = f"/v1/encounters/{fight.id}/events", fight.tokens["eve"]
        watched = [
            json.loads(line) for line in table.get(path, eve, accept="application/x-ndjson").iter_lines() if line
        ]
        head = table.get(f"/v1/encounters/{fight.id}", eve).json()["version"]
        assert [event["version"] for event in watched] == [*range(1, head + 1)]
        proven(fight)
    listed = {one["id"] for one in table.get("/v1/encounters", ADMIN).json()["encounters"]}
    assert {fight.id for fight in fights.values()} <= listed


def test_requests_are_counted_over_all_processes(cluster: TestCluster, tmp_path: Path) -> None:
    """The count is on the cluster as well."""
    few = {**SETTINGS, "rate_per_token": 6}
    with serving(cluster.url, tmp_path / "a", few) as one, serving(cluster.url, tmp_path / "b", few) as other:
        fight = bridge(one, begin=False)
        path, ana = f"/v1/encounters/{fight.id}", fight.tokens["ana"]
        said = [table.get(path, ana).status_code for table in (one, other) * 4]
        assert said == [200] * 6 + [429] * 2


class Writer:
    """Sends orders one after the other, each until it is answered. told: (version, hash, durable) of each."""

    def __init__(self, fight: Bridge, name: str) -> None:
        self.fight, self.name, self.told, self.stopping = fight, name, list[tuple[int, str, bool]](), False
        self.unavailable = 0
        self.failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for number in itertools.count():
                if self.stopping:
                    return
                self._order(f"{self.name} {number}")
        except BaseException as error:
            self.failed = error

    def _order(self, word: str) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end, "nobody answers any more"
            answer = order(self.fight, word, word)
            if answer.status_code == 503:
                self.unavailable += 1
                continue
            assert answer.status_code == 200, answer.text
            said = answer.json()
            self.told += [(event["version"], event["hash"], said["durable"]) for event in said["events"]]
            return

    def stop(self) -> None:
        self.stopping = True
        self._thread.join(PATIENCE)
        assert self.failed is None, self.failed


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("replicas", [0, 1])
def test_a_primary_is_killed_under_load(cluster: TestCluster, tmp_path: Path, replicas: int) -> None:
    """Writers wait, then go on; what a replica confirmed is kept; nothing is done twice; no chain breaks.

    The replica is cut off just before: on one machine it would have received everything.
    """
    with serving(cluster.url, tmp_path, {**SETTINGS, "replicas": replicas}) as table:
        fights = [bridge(table) for _ in range(3)] + [*spread(table, cluster).values()]
        writers = [Writer(fight, f"writer {number}") for number, fight in enumerate(fights)]
        dying = cluster.primary_of(fights[0].id)
        until(lambda: all(len(one.told) > 10 for one in writers), "all write")
        cluster.cut_off(dying)
        then = [len(one.told) for one in writers]
        # Two more each: the first may have been in flight already.
        until(
            lambda: all(len(one.told) > was + 1 for one, was in zip(writers, then, strict=True)),
            "what will be lost",
        )
        dying.kill()
        until(lambda: cluster.primary_of(fights[0].id) is not dying, "another takes over")
        then = [len(one.told) for one in writers]
        until(
            lambda: all(len(one.told) > was + 5 for one, was in zip(writers, then, strict=True)),
            "all write again",
        )
        for writer in writers:
            writer.stop()
        cluster.settle()
        told = [(one, *answer) for one in writers for answer in one.told]
        streams = {one: stream_of(cluster, one.fight) for one in writers}
        lost = [(version, durable) for one, version, hash, durable in told if streams[one].get(version) != hash]
        durable = sum(durable for *_, durable in told)
        print(
            f"\nSKALD_REPLICAS={replicas}: {len(told)} events acknowledged, {durable} of them called durable,", end=" "
        )
        print(f"{len(lost)} lost with a primary; {sum(one.unavailable for one in writers)} times UNAVAILABLE")
        assert lost, "its replicas were cut off: what it took then is gone"
        assert {durable for _, durable in lost} == {not replicas}, (
            "what was lost was not called durable where they are asked"
        )
        for writer in writers:
            words = words_of(writer.fight)
            assert len(words) == len(set(words)), "one effect of each key"
            proven(writer.fight)


def words_of(fight: Bridge) -> list[str]:
    """The fight's successive names."""
    path, gm = f"/v1/encounters/{fight.id}/events", fight.tokens["gm"]
    told: list[Any] = []
    while page := fight.table.get(f"{path}?first=500&after={len(told)}", gm).json()["events"]:
        told += page
    return [event["data"]["value"] for event in told if event["type"] == "Corrected"]


class Follower:
    """A spectator that follows a fight until it learns that its version does not exist. seen: hash by version."""

    def __init__(self, fight: Bridge) -> None:
        self.seen: dict[int, str] = {}
        self.problem: dict[str, Any] | None = None
        self._url = f"{fight.table.url}/v1/encounters/{fight.id}/events?follow=true"
        self._headers = Table.headers(fight.tokens["eve"], accept="application/x-ndjson")
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=PATIENCE) as lines:
            for line in lines.iter_lines():
                said = json.loads(line or "{}")
                if "problem" in said:
                    self.problem = said["problem"]
                    return
                if said:
                    self.seen[said["version"]] = said["hash"]


def test_a_step_lost_in_a_failover_is_told(cluster: TestCluster, tmp_path: Path) -> None:
    """Reported not durable: a writer who names it gets Conflict, a reader who has it Ahead, also in its stream."""
    with serving(cluster.url, tmp_path, {**SETTINGS, "replicas": 1}) as table:
        fight = bridge(table)
        kept = order(fight, "kept", "kept").json()
        follower = Follower(fight)
        dying = cluster.primary_of(fight.id)
        cluster.cut_off(dying)
        lost = order(fight, "lost", "lost").json()
        assert (kept["durable"], lost["durable"]) == (True, False)
        until(lambda: lost["version"] in follower.seen, "he sees what will be lost")
        dying.kill()
        said = order(fight, "stale", "stale", **{"if-match": f'"{lost["version"]}"'})
        assert (said.status_code, said.json()["actual"]) == (412, kept["version"])
        path, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
        ahead = table.get(f"{path}/events?after={lost['version']}&wait=5", gm)
        assert (ahead.status_code, ahead.json()["code"], ahead.json()["head"]) == (409, "AHEAD", kept["version"])
        until(lambda: follower.problem is not None, "he is told, and did not ask")
        assert follower.problem is not None
        assert follower.problem["code"] == "AHEAD"
        cluster.settle()
        assert order(fight, "lost", "again").json()["again"] is False, "its key is lost with it"
        assert words_of(fight) == ["kept", "again"]
        proven(fight)


def test_a_step_that_no_replica_confirms_stands(cluster: TestCluster, tmp_path: Path) -> None:
    """`durable: false` over REST and GraphQL, and no error; once a replica is back, the same key reports it durable."""
    with serving(cluster.url, tmp_path, {**SETTINGS, "replicas": 1}) as table:
        fight = bridge(table)
        primary = cluster.primary_of(fight.id)
        act = ACT.replace("... on Accepted { version }", "... on Accepted { version durable again }")

        def orders(key: str) -> list[tuple[bool, bool]]:
            rest = order(fight, f"rest {key}", "by REST")
            assert rest.status_code == 200, rest.text
            wish = {
                "encounter": fight.id,
                "command": {"gm": {"correct": {"path": "name", "value": "by GraphQL"}}},
                "idempotencyKey": f"graphql {key}",
            }
            graphql = table.data(act, fight.tokens["gm"], input=wish)["submit"]
            return [(said["durable"], said["again"]) for said in (rest.json(), graphql)]

        assert orders("a") == [(True, False)] * 2
        cluster.cut_off(primary)
        assert orders("b") == [(False, False)] * 2
        cluster.join(primary)
        cluster.settle()
        assert orders("b") == [(True, True)] * 2
        assert words_of(fight) == ["by REST", "by GraphQL"] * 2
        proven(fight)


def test_a_slot_that_nobody_has(cluster: TestCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The operator learns that the cluster is down and what to do; once it is complete, the same key has one effect."""
    caplog.set_level(logging.INFO)
    with serving(cluster.url, tmp_path, {**SETTINGS, "store_patience": 1.0}) as table:
        fight = bridge(table)
        owner, slot = cluster.primary_of(fight.id), key_slot(fight.id.encode())
        assert table.get("/readyz").status_code == 200
        cluster.lose(slot)
        try:
            said = order(fight, "k", "meanwhile")
            assert (said.status_code, said.json()["code"]) == (503, "UNAVAILABLE")
            assert table.get("/readyz").status_code == 503
            assert (
                "the store refuses (CLUSTERDOWN): part of its cluster is missing; CLUSTER SHARDS tells which"
                in caplog.text
            )
        finally:
            cluster.find(slot, owner)
        until(lambda: table.get("/readyz").status_code == 200, "readiness turns green by itself")
        assert order(fight, "k", "meanwhile").status_code == 200
        assert words_of(fight) == ["meanwhile"]
        proven(fight)


def test_a_slot_moves_while_its_fight_is_played(
    table: Table, cluster: TestCluster, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody notices: no order is refused, no watcher misses one, and nothing is logged."""
    fight = bridge(table)
    follower, writer = Follower(fight), Writer(fight, "writer")
    until(lambda: len(writer.told) > 5, "he writes")
    source = cluster.primary_of(fight.id)
    target = next(node for node in cluster.nodes if node.leads() and node is not source)
    cluster.move(fight.id, target)
    then = len(writer.told)
    until(lambda: len(writer.told) > then + 5, "he goes on writing")
    writer.stop()
    assert writer.unavailable == 0
    assert cluster.primary_of(fight.id) is target
    stream = stream_of(cluster, fight)
    until(lambda: len(follower.seen) == len(stream), "he sees all of it")
    assert follower.seen == stream
    assert [hash for _, hash, _ in writer.told] == list(stream.values())[-len(writer.told) :]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    proven(fight)
