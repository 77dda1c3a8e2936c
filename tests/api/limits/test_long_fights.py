"""Work that grows with a fight keeps nobody else waiting, ends in time, and is paid for by whoever asks for it."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from engine.kernel.structs.messages import Event
from engine.service.encounters import Encounters
from engine.service.pool.process_pool import Pool
from engine.service.proof.export import read_export
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.redis import RedisStore
from engine.store.server import PrivateServer
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import groups
from tests.support.fights.long_fights import long_fight
from tests.support.processes.alive import gone, waited_for
from tests.support.processes.heartbeat import Heartbeat, LoopFinder
from tests.support.processes.pool_jobs import names_of_jobs
from tests.support.processes.servers import flush

LONG = 12_000
"""Events: an audit takes longer than MOST."""
MOST = 0.25
"""Seconds of its processor for which a loop may keep others waiting."""
PATIENCE = 300
"""Seconds that long work may take where a test is about something else: machines are of all speeds."""
AUDIT = "audit(encounter: $id) { version chain { state } dice { state } replay { state } }"


def at(version: int) -> str:
    """A field that needs a past version."""
    return f"encounter(id: $id, at: {version}) {{ version }}"


class Long:
    """A long fight at a server. gm, ana: tokens; loop: of the server."""

    def __init__(self, table: Table, id: str, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self.id, self.loop = table, id, loop
        self.gm, self.ana = self._token("gm"), self._token("ana")

    def _token(self, seat: str) -> str:
        return str(self.table.post(f"/v1/encounters/{self.id}/tokens", ADMIN, {"seat": seat}).json()["token"])

    def aliases(self, token: str, fields: list[str]) -> dict[str, Any]:
        """One document of these fields."""
        body = " ".join(f"f{number}: {field}" for number, field in enumerate(fields))
        return self.table.gql(f"query Q($id: ID!) {{ {body} }}", token, id=self.id)

    def lengthen(self) -> int:
        """One event more; the version then."""
        note = {"command": {"gm": {"setPolicy": {"kind": "Willing", "pace": 3}}}}
        return int(self.table.post(f"/v1/encounters/{self.id}/commands", self.gm, note).json()["version"])


async def _made(url: str, length: int, event: Event | None) -> str:
    store = RedisStore(url)
    try:
        return (await long_fight(Encounters(store, Registry.installed()), store, length, event)).id
    finally:
        await store.close()


@contextmanager
def long(
    server: PrivateServer, folder: Path, length: int = LONG, event: Event | None = None, **settings: Any
) -> Iterator[Long]:
    """A server with a long fight. event: see `long_fight`."""
    flush(server)
    id, inside = asyncio.run(_made(server.url, length, event)), LoopFinder()
    with serving(server.url, folder, settings, around=inside.around) as table:
        table.http.timeout = httpx.Timeout(PATIENCE)
        assert inside.loop is not None  # its lifespan has run in it
        yield Long(table, id, inside.loop)


def processes() -> set[int]:
    """The pool's processes that this one has started."""
    tasks = Path("/proc/self/task")
    children = [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]
    return {pid for pid in children if b"engine.service.pool.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def test_the_loop_stays_free(server: PrivateServer, tmp_path: Path) -> None:
    """While audits, thirty aliases, thirty past versions, exports and an import are at work, /livez is answered."""
    with long(server, tmp_path, max_seconds=PATIENCE, rate_per_token=0, rate_per_address=0, max_cost=0) as fight:
        exported = fight.table.get(f"/v1/encounters/{fight.id}/export", ADMIN).content
        beat, store = Heartbeat(), RedisStore(server.url)
        file = read_export(io.BytesIO(exported))

        async def bring_back() -> str:
            async with Pool(1, seconds=PATIENCE) as pool:
                return (await import_export(store, Registry.installed(), file, work=pool)).encounter

        def brought_back() -> str:
            return asyncio.run_coroutine_threadsafe(bring_back(), fight.loop).result()

        def past() -> Any:
            return fight.aliases(
                fight.ana, [f"encounter(id: $id, at: {LONG - 1 - n}) {{ version }}" for n in range(30)]
            )

        def exports(token: str) -> Callable[[], Any]:
            return lambda: fight.table.get(f"/v1/encounters/{fight.id}/export", token).read()

        works: list[Callable[[], Any]] = [
            lambda: fight.table.get(f"/v1/encounters/{fight.id}/audit", fight.gm).json(),
            lambda: fight.aliases(fight.ana, [AUDIT] * 30),
            past,
            exports(fight.gm),
            exports(fight.ana),
            brought_back,
        ]
        alive = 0
        with beat.watching(fight.loop), ThreadPoolExecutor(len(works)) as group:
            running = [group.submit(work) for work in works]
            while not all(one.done() for one in running):
                assert fight.table.get("/livez").json() == {"status": "ok", "reason": ""}
                alive += 1
        one, thirty, versions, _, _, brought = (future.result() for future in running)
        asyncio.run_coroutine_threadsafe(store.close(), fight.loop).result()
    assert {one[name]["state"] for name in ("chain", "dice", "replay")} == {"PROVEN"}
    assert len({str(audit) for audit in thirty["data"].values()}) == 1
    assert thirty["data"]["f0"]["replay"]["state"] == "PROVEN"
    assert [seen["version"] for seen in versions["data"].values()] == list(range(LONG - 1, LONG - 31, -1))
    assert brought != fight.id
    assert alive > 3
    assert beat.beats > 10
    assert beat.longest < MOST, "the loop kept others waiting"


def test_an_audit_is_done_once_for_each_head(
    server: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty aliases share it, and so does whoever comes later; one event more, and it is done again."""
    done = names_of_jobs(monkeypatch)
    with long(server, tmp_path, 400) as fight:
        first = fight.aliases(fight.ana, [AUDIT] * 30)["data"]
        assert {audit["version"] for audit in first.values()} == {400}
        assert done.count("audit_pages") == 1
        assert fight.aliases(fight.gm, [AUDIT])["data"]["f0"] == first["f0"]
        assert done.count("audit_pages") == 1
        version = fight.lengthen()
        assert fight.aliases(fight.ana, [AUDIT] * 2)["data"]["f1"]["version"] == version
        assert done.count("audit_pages") == 2


SHORT = 150
"""Events: enough for its fold to go to the pool."""


def stopped_process(fight: Long) -> int:
    """The pool's one process, which has folded the fight for its first token. It stands still: no job of it ends."""
    (pid,) = processes()
    os.kill(pid, signal.SIGSTOP)
    return pid


def audited(fight: Long, way: str) -> tuple[str, str]:
    """Code and message of an audit's refusal; "" where there is none."""
    if way == "rest":
        answer = fight.table.get(f"/v1/encounters/{fight.id}/audit", fight.ana)
        told = answer.json()
        assert answer.status_code == {"TIMEOUT": 503, "RATE_LIMITED": 429}.get(told.get("code"), 200)
        return told.get("code", ""), told.get("detail", "")
    errors = fight.aliases(fight.ana, [AUDIT]).get("errors")
    return (errors[0]["extensions"]["code"], errors[0]["message"]) if errors else ("", "")


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("way", ["rest", "graphql"])
def test_work_that_takes_too_long_is_ended(server: PrivateServer, tmp_path: Path, way: str) -> None:
    """With its process, in words; the next one is served by a new process."""
    with long(server, tmp_path, SHORT, max_seconds=4) as fight:
        pid = stopped_process(fight)
        assert audited(fight, way) == ("TIMEOUT", "this took more than 4 s: ask for less at once")
        asyncio.run(waited_for(lambda: gone(pid)))
        tries = (audited(fight, way)[0] for _ in range(60))  # on a busy machine a process may need more to start
        assert next(code for code in tries if code != "TIMEOUT") == ""


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("way", ["rest", "graphql", "socket"])
def test_work_that_nobody_waits_for_is_ended(server: PrivateServer, tmp_path: Path, way: str) -> None:
    """The client leaves, and the process that works for him goes."""
    with long(server, tmp_path, SHORT, max_seconds=600) as fight:
        pid = stopped_process(fight)
        query = {"query": f"query Q($id: ID!) {{ a: {AUDIT} b: {AUDIT} }}", "variables": {"id": fight.id}}
        head = {"authorization": f"Bearer {fight.ana}"}
        if way == "socket":
            address = fight.table.url.replace("http", "ws") + "/graphql"
            with connect(address, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
                socket.send(json.dumps({"type": "connection_init", "payload": {"token": fight.ana}}))
                assert json.loads(socket.recv())["type"] == "connection_ack"
                socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": query}))
                with pytest.raises(TimeoutError):
                    socket.recv(timeout=3)
                socket.send(json.dumps({"type": "complete", "id": "1"}))
                asyncio.run(waited_for(lambda: gone(pid)))
        else:
            method, path = ("GET", f"/v1/encounters/{fight.id}/audit") if way == "rest" else ("POST", "/graphql")
            with pytest.raises(httpx.ReadTimeout):
                httpx.request(
                    method,
                    fight.table.url + path,
                    json=query if way == "graphql" else None,
                    headers=head,
                    timeout=httpx.Timeout(30, read=3),  # it leaves only when the process works for it
                )
            asyncio.run(waited_for(lambda: gone(pid)))
        assert audited(fight, "rest") == ("", "")


def test_a_process_that_is_killed_is_replaced(server: PrivateServer, tmp_path: Path) -> None:
    """Whoever waits for it is served all the same."""
    with long(server, tmp_path, SHORT) as fight, ThreadPoolExecutor(1) as group:
        pid = stopped_process(fight)
        asked = group.submit(audited, fight, "rest")
        assert fight.table.get("/livez").status_code == 200
        os.kill(pid, signal.SIGKILL)
        assert asked.result() == ("", "")


def test_one_seat_with_much_to_do_is_refused_and_keeps_nobody_waiting(server: PrivateServer, tmp_path: Path) -> None:
    with long(server, tmp_path, SHORT, pool_waiting=3, max_seconds=600) as fight, ThreadPoolExecutor(1) as group:
        pid = stopped_process(fight)
        past = [at(SHORT - 1 - number) for number in range(10)]
        asked = group.submit(fight.aliases, fight.ana, past)
        queue = fight.table.app.state.services.service._auditor._work._queue
        asyncio.run(waited_for(lambda: len(queue) == 3))
        assert audited(fight, "rest")[0] == "RATE_LIMITED"
        assert fight.table.get(f"/v1/encounters/{fight.id}/audit", fight.gm).status_code == 200
        os.kill(pid, signal.SIGCONT)
        answer = asked.result()
        refused = {one["message"]: one["extensions"] for one in answer["errors"]}
        (message,) = refused
        assert message == "3 long tasks of yours are waiting already: send this again when some of them are done"
        assert refused[message]["code"] == "RATE_LIMITED"
        assert refused[message]["retryAfter"] > 0
        assert len(answer["errors"]) == 6, "one is at work and three wait"


def test_work_on_events_is_taken_from_the_rate(server: PrivateServer, tmp_path: Path) -> None:
    """An audit of 1,000 events counts as a hundred requests, an export as two; what is kept costs nothing."""
    with long(server, tmp_path, 1000, rate_per_token=130) as fight:
        audit, export = f"/v1/encounters/{fight.id}/audit", f"/v1/encounters/{fight.id}/export"
        statuses = [fight.table.get(path, fight.ana).status_code for path in (audit, audit, audit, export)]
        assert statuses == [200] * 4
        fight.lengthen()
        refused = fight.table.get(audit, fight.ana)
        assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
        assert fight.table.get(audit, fight.gm).status_code == 200, "every token has a rate of its own"


def test_work_on_events_is_part_of_an_operations_cost(server: PrivateServer, tmp_path: Path) -> None:
    """20 for each event of an audit, 2 for each that a past version is folded from, on top of the document's."""
    with long(server, tmp_path, 1000, max_cost=15_000) as fight:
        refused = fight.aliases(fight.ana, [AUDIT])["errors"][0]
        assert refused["extensions"]["code"] == "BAD_USER_INPUT"
        assert refused["message"] == (
            "with 1000 events of this fight to go through this costs 20000, and 15000 is the most: ask for less at once"
        )
        past = [at(999 - number) for number in range(10)]
        answer = fight.aliases(fight.ana, past)
        done = [name for name, found in answer["data"].items() if found]
        assert len(done) == 7, "each of them costs 2 for each of nearly 1,000 events"
        assert "errors" not in fight.aliases(fight.ana, past[:1]), "each operation begins anew"
