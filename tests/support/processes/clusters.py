"""A real Redis Cluster on loopback: its servers find each other by CLUSTER MEET, not by our configuration."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from engine.store.server import Binary
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import chosen
from tests.support.processes.serving import free_port

NODE_TIMEOUT = 1500
"""Milliseconds of silence after which the others consider a server dead; a failover takes two or three times that."""


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds that the servers bring about."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"not within {PATIENCE:g} s: {what}"
        time.sleep(0.02)


class Node:
    """One server of a cluster."""

    def __init__(self, binary: Binary, folder: Path, **settings: str) -> None:
        self.port, self.folder = free_port(), folder
        folder.mkdir()
        words = {
            "port": str(self.port),
            "cluster-port": str(free_port()),
            "bind": "127.0.0.1",
            "dir": str(folder),
            "save": "",
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT),
            "cluster-replica-validity-factor": "0",  # a replica may take over however long it was cut off
            "repl-diskless-sync-delay": "0",
            "repl-ping-replica-period": "1",  # a replica that has nothing from its primary yet is not announced
            **settings,
        }
        self._bus = words["cluster-port"]
        self._command = [str(binary.path), *(word for name, value in words.items() for word in (f"--{name}", value))]
        self.client = redis.Redis(port=self.port, decode_responses=True, socket_timeout=5)
        self._process = self._run()

    def _run(self) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(self._command, stdout=log, stderr=log)

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def id(self) -> str:
        """Its node id in the cluster."""
        return str(self.ask("CLUSTER", "MYID"))

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def ask(self, *command: Any) -> Any:
        """The reply of this server itself."""
        return self.client.execute_command(*command)

    def answers(self) -> bool:
        """Whether it responds."""
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False

    def follows(self) -> bool:
        """Whether it is a replica that is in sync with its primary."""
        return bool(self.client.info("replication").get("master_link_status") == "up")

    def leads(self) -> bool:
        """Whether it considers itself a primary."""
        return bool(self.client.info("replication")["role"] == "master")

    def is_well(self) -> bool:
        """Whether it considers the whole cluster available."""
        return "cluster_state:ok" in str(self.ask("CLUSTER", "INFO"))

    def meet(self, other: Node) -> None:
        self.ask("CLUSTER", "MEET", "127.0.0.1", other.port, other._bus)

    def kill(self) -> None:
        """SIGKILL, without warning."""
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """SIGSTOP: connections stay open and nothing is answered, as after a network loss."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume it, if it runs."""
        self._process.send_signal(signal.SIGCONT)

    def start(self) -> None:
        """Start it again on the data on its disk."""
        self._process = self._run()
        until(self.answers, "a server starts again")

    def end(self) -> None:
        self.client.close()
        if self.runs:
            self.kill()


def _started(binary: Binary, folder: Path, **settings: str) -> Node:
    """A server that answers. Another program may take its port before it does: then it gets another."""
    for number in range(3):
        node = Node(binary, folder.with_name(f"{folder.name}-{number}"), **settings)
        until(lambda node=node: node.answers() or not node.runs, "a server starts")  # type: ignore[misc]
        if node.runs:
            return node
    raise AssertionError("no server starts: see their logs")


class TestCluster:
    """Three primaries, each with `replicas` replicas. nodes: all of them; the first three began as primaries."""

    __test__ = False  # pytest would take the name for a test's

    def __init__(self, folder: Path, binary: Binary, replicas: int, **settings: str) -> None:
        self.nodes: list[Node] = []
        try:
            for number in range(3 * (1 + replicas)):
                self.nodes.append(_started(binary, folder / str(number), **settings))
            self._form()
        except BaseException:
            self.end()
            raise

    def _form(self) -> None:
        for epoch, node in enumerate(self.nodes, 1):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for node in self.nodes[1:]:
            self.nodes[0].meet(node)
        share = -(-REDIS_CLUSTER_HASH_SLOTS // 3)
        for number, node in enumerate(self.nodes[:3]):
            last = min((number + 1) * share, REDIS_CLUSTER_HASH_SLOTS) - 1
            node.ask("CLUSTER", "ADDSLOTSRANGE", number * share, last)
        until(lambda: all(self._knows_all(node) for node in self.nodes), "all have met")
        for number, node in enumerate(self.nodes[3:]):
            node.ask("CLUSTER", "REPLICATE", self.nodes[number % 3].id)
        self.settle()

    def _knows_all(self, node: Node) -> bool:
        told = str(node.ask("CLUSTER", "INFO"))
        return f"cluster_known_nodes:{len(self.nodes)}" in told and node.is_well()

    def settle(self) -> None:
        """Wait until all running nodes consider the cluster complete and every replica is in sync."""

        def whole() -> bool:
            there = [node for node in self.nodes if node.runs]
            known = [self._known(node) for node in there]
            ports = {node.port for node in there}
            return all(node.is_well() and (node.leads() or node.follows()) for node in there) and all(
                one == known[0] and {port for _, *servers in one for port in servers} == ports for one in known
            )

        until(whole, "the cluster is whole, and all agree on who has what")

    @staticmethod
    def _known(node: Node) -> list[tuple[int, ...]]:
        """First slot, then the ports of its primary and its replicas, as this server knows them."""
        found = []
        for first, _, *servers in node.ask("CLUSTER", "SLOTS"):
            primary, *replicas = (int(port) for _, port, *_ in servers)
            found.append((int(first), primary, *sorted(replicas)))
        return sorted(found)

    @property
    def url(self) -> str:
        """The cluster's address, naming three servers."""
        return "redis+cluster://" + ",".join(node.name for node in self.nodes[:3])

    def primary_of(self, encounter: str) -> Node:
        """The current primary of a fight, according to the running nodes."""
        slot, asked = key_slot(encounter.encode()), next(node for node in self.nodes if node.runs)
        for first, last, primary, *_ in asked.ask("CLUSTER", "SLOTS"):
            if int(first) <= slot <= int(last):
                return self._at(int(primary[1]))
        raise AssertionError(f"nobody has slot {slot}")

    def replica_of(self, node: Node) -> Node:
        """The replica of a primary."""
        return next(
            one for one in self.nodes if one.runs and one.client.info("replication").get("master_port") == node.port
        )

    def _at(self, port: int) -> Node:
        return next(node for node in self.nodes if node.port == port)

    def move(self, fight: str, to: Node, *, between: Callable[[], None] = lambda: None) -> None:
        """Move a fight's slot, as redis-cli does. between: called when only its stream has moved."""
        slot, source = key_slot(fight.encode()), self.primary_of(fight)
        to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
        keys = source.ask("CLUSTER", "GETKEYSINSLOT", slot, 10_000)
        for number, key in enumerate(sorted(keys, key=lambda key: not key.endswith(":events"))):
            if number == 1:
                between()
            source.ask("MIGRATE", "127.0.0.1", to.port, key, 0, 5000)
        for node in (to, source, *(node for node in self.nodes if node.leads())):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", to.id)

    def cut_off(self, primary: Node) -> None:
        """Stop replication to its replicas; both sides otherwise see each other as before."""
        primary.ask("ACL", "SETUSER", "default", "-psync", "-sync")
        primary.ask("CLIENT", "KILL", "TYPE", "replica")

    def join(self, primary: Node) -> None:
        """Let its replicas follow it again; never by SYNC: WAIT ignores a replica that was served by it."""
        primary.ask("ACL", "SETUSER", "default", "+psync")

    def lose(self, slot: int) -> None:
        """Unassign the slot, and wait until every primary considers the cluster down.

        A heartbeat that its owner sent before may assign it again on another server: it is unassigned there once more.
        """

        def lost() -> bool:
            holders = [node for node in self.nodes if node.leads() and node.is_well()]
            for node in holders:
                with suppress(redis.ResponseError):  # unassigned already, and the state follows
                    node.ask("CLUSTER", "DELSLOTS", slot)
            return not holders

        until(lost, "nobody has the slot")
        time.sleep(0.1)  # a heartbeat may be on its way yet
        until(lost, "nobody has the slot any more")

    def find(self, slot: int, node: Node) -> None:
        """Assign the slot to the node again."""
        node.ask("CLUSTER", "ADDSLOTS", slot)
        self.settle()

    def restore(self) -> None:
        """Complete and empty again: a killed node restarts, as a replica if another has taken over."""
        self.settle()
        for node in self.nodes:
            if not node.runs:
                node.start()
            self.join(node)
        self.settle()
        self.flush()

    def flush(self) -> None:
        """Empty it, scripts too."""
        for node in self.nodes:
            if node.runs and node.leads():
                node.client.flushall()
            node.client.script_flush()

    def end(self) -> None:
        for node in self.nodes:
            node.end()


@contextmanager
def test_cluster(
    replicas: int = 1,  # noqa: PT028 - not a fixture but an argument
    binary: Binary | None = None,  # noqa: PT028 - the same
    **settings: str,
) -> Iterator[TestCluster]:
    """A cluster in a folder of its own, ended and removed at the end. Fast by default: nothing is written to disk."""
    folder = Path(tempfile.mkdtemp(prefix="skald-cluster-"))
    cluster: TestCluster | None = None
    try:
        cluster = TestCluster(folder, binary or chosen(), replicas, **settings)
        yield cluster
    finally:
        if cluster is not None:
            cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


test_cluster.__test__ = False  # type: ignore[attr-defined]
