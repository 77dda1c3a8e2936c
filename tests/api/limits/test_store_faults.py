"""What befalls the store, and what comes of it: for who orders, who watches, and who reads the log.

Of each fault: the answer meanwhile, readiness red and green again by itself, a line in the log, and afterwards the
same request with the same key has one effect, screens have every event once, and the fight can be proven.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from engine.store.server import PrivateServer
from engine.store.server.repair import newest
from tests.api.fights import Bridge, bridge
from tests.api.table import Table, serving
from tests.support.amounts import PATIENCE, groups
from tests.support.processes.outages import freeze, kill, thaw
from tests.support.processes.proxy import Proxy, beside
from tests.support.processes.servers import test_server as a_server

Heal = Callable[[], Any]


def until(true: Callable[[], bool], what: str) -> None:
    """Wait for something that others bring about."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Screen:
    """A spectator's, which goes on with the version it has whenever the line breaks. seen: hash by version."""

    def __init__(self, fight: Bridge) -> None:
        self.seen: dict[int, str] = {}
        self.failed: BaseException | None = None
        self._fight, self._left = fight, False
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        url = f"{self._fight.table.url}/v1/encounters/{self._fight.id}/events"
        headers = Table.headers(self._fight.tokens["eve"], accept="application/x-ndjson")
        while not self._left:
            with (
                suppress(httpx.TransportError),
                httpx.stream(
                    "GET", f"{url}?after={len(self.seen)}&follow=true", headers=headers, timeout=PATIENCE
                ) as lines,
            ):
                for line in lines.iter_lines() if lines.status_code == 200 else ():
                    event = json.loads(line or "null")
                    if event and "problem" not in event:
                        if event["version"] != len(self.seen) + 1:
                            self.failed = AssertionError(f"version {event['version']} after {len(self.seen)}")
                            return
                        self.seen[event["version"]] = event["hash"]
                    if self._left:
                        return
            time.sleep(0.05)

    def leave(self) -> None:
        self._left = True


class Scene:
    """A service on a server of its own, a fight on it, and somebody who watches."""

    def __init__(self, server: PrivateServer, table: Table, proxy: Proxy) -> None:
        self.server, self.table, self.proxy = server, table, proxy
        self.fight = bridge(table)
        self.screen = Screen(self.fight)
        self.restart: threading.Timer | None = None

    def post(self, key: str, word: str) -> httpx.Response:
        """An order with a key and a word of its own."""
        body = {"command": {"gm": {"correct": {"path": "name", "value": word}}}}
        headers = Table.headers(self.fight.tokens["gm"], **{"idempotency-key": key})
        return httpx.post(
            f"{self.table.url}/v1/encounters/{self.fight.id}/commands", json=body, headers=headers, timeout=PATIENCE
        )

    def ready(self) -> bool:
        """Whether the service says that it can serve."""
        return httpx.get(f"{self.table.url}/readyz", timeout=PATIENCE).status_code == 200

    def words(self) -> list[str]:
        """The names that the fight was given, one for each order that took effect."""
        answer = self.table.get(f"/v1/encounters/{self.fight.id}/events", self.fight.tokens["gm"])
        assert answer.status_code == 200, answer.text
        told = answer.json()["events"]
        return [event["data"]["value"] for event in told if event["type"] == "Corrected"]

    def proven(self) -> None:
        """The chain holds, the rules play it again, and the screen has shown every event once."""
        answer = self.table.get(f"/v1/encounters/{self.fight.id}/audit", self.fight.tokens["gm"])
        assert answer.status_code == 200, answer.text
        report = answer.json()
        assert (report["chain"]["state"], report["replay"]["state"]) == ("PROVEN", "PROVEN")
        told = self.table.get(f"/v1/encounters/{self.fight.id}/events?first=500", self.fight.tokens["eve"]).json()
        hashes = {event["version"]: event["hash"] for event in told["events"]}
        until(lambda: self.screen.failed is not None or len(self.screen.seen) == len(hashes), "the screen goes on")
        assert self.screen.failed is None
        assert self.screen.seen == hashes


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """As after a start, with nothing wrong."""
    # Python ignores the signal of a file that may not grow, and has its children not ignore it: ours is to get the
    # error, as on a full disk.
    monkeypatch.setattr(
        "engine.store.server.private.subprocess.Popen", partial(subprocess.Popen, restore_signals=False)
    )
    with ExitStack() as stack:
        server = stack.enter_context(a_server(appendfsync="everysec"))
        proxy = stack.enter_context(beside(Proxy(server.socket.with_name("p"), server.socket)))
        made = Scene(server, stack.enter_context(serving(proxy.url, tmp_path)), proxy)
        stack.callback(made.screen.leave)
        yield made


# -- faults that last until somebody ends them
def settings(server: PrivateServer, **values: Any) -> None:
    with redis.Redis.from_url(server.url) as client:
        for name, value in values.items():
            client.config_set(name, value)


def killed(scene: Scene) -> Heal:
    kill(scene.server)
    return scene.server.ensure


def frozen(scene: Scene) -> Heal:
    freeze(scene.server)
    return partial(thaw, scene.server)


def read_only(scene: Scene) -> Heal:
    with redis.Redis.from_url(scene.server.url) as client:
        client.execute_command("REPLICAOF", "127.0.0.1", 1)

    def heal() -> None:
        with redis.Redis.from_url(scene.server.url) as client:
            client.execute_command("REPLICAOF", "NO", "ONE")

    return heal


def memory_full(scene: Scene) -> Heal:
    settings(scene.server, maxmemory=1)
    return partial(settings, scene.server, maxmemory=0)


def disk_full(scene: Scene) -> Heal:
    """The file may not grow; the server says so from the moment it has noticed."""
    file = newest(scene.server.data)
    assert file is not None
    _, hard = resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    with redis.Redis.from_url(scene.server.url) as client, suppress(redis.ResponseError):
        while True:  # the one that notices is still taken: it is the step that this setting may lose
            client.set("skald-test", "x")
            time.sleep(0.02)
    return lambda: resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (killed, "the store does not answer, trying again"),
        (frozen, "the store does not answer, trying again"),
        (read_only, "the store refuses (READONLY): it is a replica now"),
        (memory_full, "the store refuses (OOM): its memory is full"),
        (disk_full, "the store refuses (MISCONF): it cannot write its files"),
    ],
)
def test_a_fault_of_the_store(
    scene: Scene, fault: Callable[[Scene], Heal], line: str, caplog: pytest.LogCaptureFixture
) -> None:
    """UNAVAILABLE while it lasts, whatever has become of the order; the same key afterwards has one effect."""
    caplog.set_level(logging.INFO)
    assert scene.post("before", "before").status_code == 200
    assert scene.ready()
    heal = fault(scene)
    with ThreadPoolExecutor(2) as pool:
        ordered, ready = pool.submit(scene.post, "k", "meanwhile"), pool.submit(scene.ready)
    said = ordered.result()
    assert (said.status_code, said.json()["code"], said.headers["retry-after"]) == (503, "UNAVAILABLE", "1")
    assert "repeat with the same idempotency key" in said.json()["detail"]
    assert ready.result() is False
    assert line in caplog.text
    if fault not in (killed, frozen):
        assert scene.words() == ["before"], "reading goes on"
    heal()
    until(scene.ready, "readiness turns green by itself")
    first, again = scene.post("k", "meanwhile"), scene.post("k", "meanwhile")
    assert (first.status_code, again.json()["again"]) == (200, True)
    assert first.json()["events"] == again.json()["events"]
    assert scene.post("after", "after").status_code == 200
    assert scene.words() == ["before", "meanwhile", "after"]
    scene.proven()


# -- faults that nobody notices
def reply_lost(scene: Scene) -> None:
    scene.proxy.lose(b"EVALSHA")


def call_torn(scene: Scene) -> None:
    scene.proxy.tear(b"EVALSHA")


def connections_cut(scene: Scene) -> None:
    scene.proxy.cut()


def slow(scene: Scene) -> None:
    scene.proxy.delay = 0.1


def script_flushed(scene: Scene) -> None:
    with redis.Redis.from_url(scene.server.url) as client:
        client.script_flush()


def restarted(scene: Scene) -> None:
    if scene.restart is not None:
        scene.restart.join()  # the server is there before all is done that belongs to its start
    settings(scene.server, appendfsync="always")  # at `everysec` it acknowledges what a busy disk makes it hold back
    kill(scene.server)
    scene.restart = threading.Timer(0.3, scene.server.ensure)
    scene.restart.start()


@pytest.mark.sampled(groups(2))
@pytest.mark.parametrize("fault", [reply_lost, call_torn, connections_cut, slow, script_flushed, restarted])
def test_a_fault_that_passes_is_not_noticed(scene: Scene, fault: Callable[[Scene], None]) -> None:
    """One order, one answer, one effect; it took a little longer."""
    for number in range(3):
        fault(scene)
        assert scene.post(f"k{number}", f"word {number}").status_code == 200
    assert scene.words() == ["word 0", "word 1", "word 2"]
    assert scene.proxy.lost == (3 if fault in (reply_lost, call_torn) else 0)
    until(scene.ready, "it is ready as before")
    scene.proven()


# -- another server in its place
@contextmanager
def replica_of(server: PrivateServer) -> Iterator[PrivateServer]:
    """A real replica, which has all that its primary has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings(server, port=port, **{"repl-diskless-sync-delay": 0})
    with a_server() as replica, redis.Redis.from_url(replica.url) as client:
        client.config_set("appendonly", "no")  # Redis 7 does not end while it writes its first file after a sync
        client.execute_command("REPLICAOF", "127.0.0.1", port)
        until(lambda: client.info("replication")["master_link_status"] == "up", "the replica follows")
        yield replica


def promote(replica: PrivateServer, old: PrivateServer) -> None:
    """The replica has all, becomes the primary, and the old one its replica: an orderly failover."""
    with redis.Redis.from_url(replica.url) as new, redis.Redis.from_url(old.url) as former:
        behind = former.info("replication")["master_repl_offset"]
        until(lambda: new.info("replication")["slave_repl_offset"] >= behind, "the replica has all")
        new.execute_command("REPLICAOF", "NO", "ONE")
        former.execute_command("REPLICAOF", "127.0.0.1", 1)


def test_after_a_failover_the_new_primary_is_found(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    """Old connections still lead to what is a replica now, new ones to the primary: who is refused connects anew."""
    caplog.set_level(logging.INFO)
    assert scene.post("before", "before").status_code == 200
    with replica_of(scene.server) as replica:
        promote(replica, scene.server)
        scene.proxy.target = replica.socket
        said = scene.post("k", "after")
        assert said.status_code == 200, said.text
        assert "it is a replica now" in caplog.text
        assert scene.words() == ["before", "after"]
        assert scene.ready()
        scene.proxy.cut()
        scene.proven()


@contextmanager
def lost_by_failover(scene: Scene) -> Iterator[Heal]:
    """Replication is asynchronous: the replica lacks the last step, and becomes the primary."""
    with replica_of(scene.server) as replica:
        with redis.Redis.from_url(replica.url) as client:
            until(lambda: client.exists(f"skald:{{{scene.fight.id}}}:events") == 1, "the replica has the fight")
            client.execute_command("REPLICAOF", "NO", "ONE")

        def happen() -> None:
            scene.proxy.target = replica.socket
            scene.proxy.cut()

        yield happen


@contextmanager
def lost_with_the_power(scene: Scene) -> Iterator[Heal]:
    """At the relaxed setting a step is acknowledged before the disk has it."""
    file = newest(scene.server.data)
    assert file is not None
    size = file.stat().st_size

    def happen() -> None:
        kill(scene.server)
        os.truncate(file, size)
        scene.server.ensure()

    yield happen


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("way", [lost_by_failover, lost_with_the_power])
def test_a_lost_tail_is_told(scene: Scene, way: Callable[[Scene], AbstractContextManager[Heal]]) -> None:
    """The writer who knows the lost step gets Conflict, the watcher AHEAD; everybody else goes on without it."""
    assert scene.post("before", "before").status_code == 200
    with way(scene) as happen:
        lost = scene.post("lost", "lost").json()
        until(lambda: len(scene.screen.seen) == lost["version"], "the screen shows what will be lost")
        happen()
        until(scene.ready, "readiness turns green by itself")
        path, gm = f"/v1/encounters/{scene.fight.id}", scene.fight.tokens["gm"]
        ahead = scene.table.get(f"{path}/events?after={lost['version']}&wait=5", gm)
        assert (ahead.status_code, ahead.json()["code"]) == (409, "AHEAD")
        assert ahead.json()["head"] == lost["version"] - 1
        body = {"command": {"gm": {"pause": {}}}}
        stale = scene.table.post(f"{path}/commands", gm, body, **{"if-match": f'"{lost["version"]}"'})
        assert (stale.status_code, stale.json()["actual"]) == (412, lost["version"] - 1)
        assert scene.post("lost", "again").json()["again"] is False, "its key is lost with it"
        assert scene.words() == ["before", "again"]
        report = scene.table.get(f"{path}/audit", gm).json()
        assert (report["chain"]["state"], report["replay"]["state"]) == ("PROVEN", "PROVEN")
