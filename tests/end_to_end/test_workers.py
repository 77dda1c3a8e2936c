"""Several workers behind one port: any serves any fight, races have one outcome, and dead ones are replaced."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.service.registry import Registry
from tests.api.access.test_auth import REVOKE
from tests.api.fights import bridge_input
from tests.conformance.scenes import duellists
from tests.end_to_end.clients import Fight
from tests.end_to_end.load import Load
from tests.end_to_end.proof import Proof, past_stands
from tests.end_to_end.test_bots import stand, until_beyond
from tests.support.amounts import PATIENCE, groups
from tests.support.contract.client import Frontend
from tests.support.processes import workers
from tests.support.processes.serving import ADMIN, Service, gone, is_gone, server_pid

COUNT = 3
WITHIN = 10.0
"""Seconds in which a worker knows what another has allowed; with those of a busy machine."""
WATCH = "subscription W($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version hash } }"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Three workers and their private server."""
    running = Service(tmp_path_factory.mktemp("workers") / "data", SKALD_WORKERS=str(COUNT), SKALD_BOT_PAUSE="0")
    asyncio.run(workers.start(running, COUNT))
    yield running
    assert asyncio.run(running.end(signal.SIGTERM)) == 0


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def create(client: httpx.AsyncClient, **more: Any) -> Fight:
    answer = await client.post("/v1/encounters", json=bridge_input(**more), headers=bearer(ADMIN))
    assert answer.status_code == 201, answer.text
    return Fight(answer.json())


async def note(client: httpx.AsyncClient, fight: Fight, text: str, **headers: str) -> httpx.Response:
    body = {"command": {"gm": {"correct": {"path": "name", "value": text}}}}
    head = {**bearer(fight.tokens["gm"]), **headers}
    return await client.post(f"/v1/encounters/{fight.id}/commands", json=body, headers=head)


async def read_to(socket: Any, last: int) -> list[tuple[int, str]]:
    """The events that a socket receives, up to a version."""
    seen: list[tuple[int, str]] = []
    async with asyncio.timeout(PATIENCE):
        while not seen or seen[-1][0] < last:
            message = json.loads(await socket.recv())
            assert message["type"] in ("next", "ping"), message
            if message["type"] == "next":
                seen += [(one["version"], one["hash"]) for one in message["payload"]["data"]["events"]]
    return seen


async def watch(socket: Any, fight: Fight, after: int = 0) -> None:
    payload = {"query": WATCH, "variables": {"id": fight.id, "after": after}}
    await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))


async def test_orders_race_over_all_workers_and_everybody_sees_the_same(service: Service) -> None:
    """Versions without a gap, one winner per version, each key once, and a watcher at each worker gets all, once."""
    async with workers.clients(service, COUNT, each=2) as by_worker:
        everybody = [client for some in by_worker.values() for client in some]
        fight = await create(by_worker[1][0])
        async with workers.sockets(service, COUNT, fight.tokens["eve"]) as sockets:
            for socket in sockets.values():
                await watch(socket, fight)
            told: list[dict[str, Any]] = []
            for turn in range(12):
                head = fight.created + turn
                answers = await asyncio.gather(
                    *(note(one, fight, f"r{turn} {n}", **{"if-match": f'"{head}"'}) for n, one in enumerate(everybody))
                )
                assert Counter(a.status_code for a in answers) == {200: 1, 412: len(everybody) - 1}
                assert {a.json()["actual"] for a in answers if a.status_code == 412} == {head + 1}
                told += [a.json() for a in answers if a.status_code == 200]
            for turn in range(12):
                answers = await asyncio.gather(
                    *(note(one, fight, f"k{turn}", **{"idempotency-key": f"k{turn}"}) for one in everybody)
                )
                assert [a.status_code for a in answers] == [200] * len(everybody)
                assert len({json.dumps(a.json()["events"]) for a in answers}) == 1
                assert Counter(a.json()["again"] for a in answers) == {False: 1, True: len(everybody) - 1}
                told += [answers[0].json()]

            async def talk(client: httpx.AsyncClient, name: int) -> None:
                for turn in range(10):
                    answer = await note(client, fight, f"t{name} {turn}")
                    assert answer.status_code == 200, answer.text
                    told.append(answer.json())

            await asyncio.gather(*(talk(client, n) for n, client in enumerate(everybody)))
            made = sorted((event["version"], event["hash"]) for answer in told for event in answer["events"])
            last = fight.created + 24 + 10 * len(everybody)
            assert [version for version, _ in made] == [*range(fight.created + 1, last + 1)]
            seen = [await read_to(socket, last) for socket in sockets.values()]
            assert seen[0] == seen[1] == seen[2]
            assert [version for version, _ in seen[0]] == [*range(1, last + 1)]
            assert seen[0][fight.created :] == made
        for number, (client, _) in by_worker.items():
            shown = await client.get(f"/v1/encounters/{fight.id}", headers=bearer(fight.tokens["gm"]))
            assert (shown.json()["version"], shown.json()["headHash"]) == made[-1]
            assert await workers.who(service, shown.headers["x-request-id"]) == number
            audit = await client.get(f"/v1/encounters/{fight.id}/audit", headers=bearer(fight.tokens["gm"]))
            assert audit.json()["chain"]["state"] == "PROVEN"


async def test_a_token_that_one_worker_revokes_serves_at_none(service: Service) -> None:
    """Sockets at every worker end with the reason, and requests are refused."""
    async with workers.clients(service, COUNT) as by_worker:
        fight = await create(by_worker[1][0])
        async with workers.sockets(service, COUNT, fight.tokens["ana"]) as sockets:
            for socket in sockets.values():
                await watch(socket, fight)
                await read_to(socket, fight.created)
            await Frontend(service.base, fight.tokens["gm"]).gql(REVOKE, encounter=fight.id, seat="ana")
            for socket in sockets.values():
                async with asyncio.timeout(PATIENCE):
                    while (message := json.loads(await socket.recv()))["type"] == "ping":
                        pass
                assert message["type"] == "error"
                assert "revoked" in json.dumps(message)
        for (client,) in by_worker.values():
            told = await client.get(f"/v1/encounters/{fight.id}", headers=bearer(fight.tokens["ana"]))
            assert (told.status_code, told.json()["code"]) == (401, "UNAUTHENTICATED")


async def test_an_origin_that_is_paired_at_one_worker_is_known_to_all(service: Service) -> None:
    """Within the seconds of the guide, also to those who have just told a browser that they do not know it; and one
    that is taken back is refused by all within them."""
    origin = "https://foundry.example:30000"
    asks = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    async with workers.clients(service, COUNT) as by_worker:
        clients = [client for (client,) in by_worker.values()]
        fight = await create(clients[0])
        here = f"/v1/encounters/{fight.id}"

        async def known(client: httpx.AsyncClient) -> bool:
            """Whether a browser may send an order from there: it asks first, and then calls with the token."""
            asked = await client.options(f"{here}/commands", headers=asks)
            if asked.headers.get("access-control-allow-origin") != origin:
                return False
            answer = await client.get(here, headers={**bearer(fight.tokens["ana"]), "origin": origin})
            return answer.status_code == 200

        async def by_all(wanted: bool) -> float:
            """The seconds until all workers say so."""
            begin = time.monotonic()
            for client in clients:
                while await known(client) is not wanted:
                    assert time.monotonic() < begin + 60, "a worker never hears of it"
                    await asyncio.sleep(0.1)
            return time.monotonic() - begin

        assert [await known(client) for client in clients] == [False] * COUNT
        wish = await clients[0].post(f"{here}/invitations", json={"seat": "ana"}, headers=bearer(fight.tokens["gm"]))
        joined = await clients[1].post("/v1/join", json={"invitation": wish.json()["code"]}, headers={"origin": origin})
        assert joined.status_code == 201, joined.text
        fight.tokens["ana"] = joined.json()["token"]["token"]
        assert await known(clients[1]), "the worker that paired it knows it at once"
        assert await by_all(True) < WITHIN
        taken_back = await clients[2].delete(f"{here}/origins?origin={origin}", headers=bearer(fight.tokens["gm"]))
        assert taken_back.json() == {"origins": []}
        assert not await known(clients[2])
        assert await by_all(False) < WITHIN


async def test_bots_move_once_for_each_version(service: Service) -> None:
    """All workers run all bots; the fight proceeds to its end as with one worker."""
    wish = bridge_input(dice="SEEDED", seed="")
    wish["seats"] = [{**one, "bot": "GREEDY"} if one["id"] == "ana" else one for one in wish["seats"]]
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:
        fight = await create(client, **{name: wish[name] for name in ("seats", "dice", "seed")})
        for question in Registry.installed().book("fantasia").system.questions:
            if question.ruling:
                policy = {"gm": {"setPolicy": {"kind": question.__name__, "asked": False}}}
                await client.post(
                    f"/v1/encounters/{fight.id}/commands", json={"command": policy}, headers=bearer(fight.tokens["gm"])
                )
        # Now that it is settled what is not asked: bots alone begin at once.
        put = f"/v1/encounters/{fight.id}/seats/gm/bot"
        done = await client.put(put, json={"bot": "GREEDY"}, headers=bearer(fight.tokens["gm"]))
        assert done.status_code == 200, done.text
        gm = Frontend(service.base, fight.tokens["gm"])
        assert (await until_beyond(gm, fight.id, 10**6))["outcome"] is not None
        nodes = (await stand(gm, fight.id))["events"]["nodes"]
        assert [node["version"] for node in nodes] == [*range(1, len(nodes) + 1)]
        answered = Counter(node["data"]["decision"] for node in nodes if node["type"] == "DecisionAnswered")
        assert set(answered.values()) <= {1}
        audit = (await client.get(f"/v1/encounters/{fight.id}/audit", headers=bearer(fight.tokens["gm"]))).json()
        assert {audit[part]["state"] for part in ("chain", "replay")} == {"PROVEN"}


async def test_a_decision_whose_time_has_come_is_answered_once(service: Service) -> None:
    """All workers see the deadline; in each of several fights exactly one of them answers with the default."""
    ways: tuple[dict[str, Any], ...] = (
        {"kind": "NextAttack", "deadline": 1},
        {"kind": "ReactToHit", "asked": False},
        {"kind": "ReactToWound", "asked": False},
    )
    orders = [{"gm": {"setPolicy": policy}} for policy in ways]
    attack = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:

        async def order(fight: Fight, seat: str, command: Any) -> int:
            path, head = f"/v1/encounters/{fight.id}/commands", bearer(fight.tokens[seat])
            answer = await client.post(path, json={"command": command}, headers=head)
            assert answer.status_code == 200, answer.text
            version: int = answer.json()["version"]
            return version

        async def asked() -> tuple[Fight, int]:
            fight = await create(client, combatants=duellists())
            for command in (*orders, {"fantasia": {"begin": {}}}):
                await order(fight, "gm", command)
            return fight, await order(fight, "ana", attack)

        for fight, version in await asyncio.gather(*(asked() for _ in range(6))):
            gm = Frontend(service.base, fight.tokens["gm"])
            nodes = (await until_beyond(gm, fight.id, version))["events"]["nodes"]
            (opened,) = [node["version"] for node in nodes if node["type"] == "DecisionOpened"]
            (answered,) = [node for node in nodes if node["type"] == "DecisionAnswered"]
            assert (answered["data"]["decision"], answered["seat"]) == (opened, None)


async def test_a_worker_that_dies_costs_nothing_and_comes_back(service: Service) -> None:
    """SIGKILL of one worker after the other, and of the private server, under a load: see `load` and `proof`."""
    load, chance, proof = Load(service.base, 1), random.Random(1), Proof(service)
    try:
        talk = await load.create(bridge_input(name="Talk"))
        battle = await load.create(bridge_input(dice="SEEDED", seed=""))
        assert await load.order(battle, "gm", "commands", {"command": {"fantasia": {"begin": {}}}})
        for seat in ("gm", "ana"):
            load.write(load.play(battle, seat, random.Random(seat)))
        for n in range(4):
            load.write(load.talk(talk, f"voice {n}"))
        for fight in load.fights:
            load.watch(fight)
        for victim in (1, 2, 2, 0, 3):
            await load.sent(chance.randrange(10, 40))
            pid = workers.pids(service).get(victim) or server_pid(service)
            times = len(workers.started(service))
            os.kill(pid, signal.SIGKILL)
            await gone(pid)
            if victim:
                await workers.more_serve(service, times + 1)
                assert workers.started(service)[-1][0] == victim
            await load.answered(10)
            for fight in load.fights:
                await proof.check(fight)
                await past_stands(load, fight)
        await load.finish()
        await proof.settle(load)
        assert load.counts["500"] == 0
    finally:
        await load.close()
        await proof.close()
    lines = [json.loads(line) for line in service.log().splitlines() if "running fights wait for is noted" in line]
    first, *later = [line["worker"] for line in lines]
    assert first == 1, "of those who start together one looks through all fights"
    assert {2, 3} <= set(later), "who starts alone does: something may have been lost with the one before"
    found = re.findall(r"worker (\d) \(pid \d+\) was ended by SIGKILL; it is started again in (\S+) s", service.log())
    assert found == [("1", "0.5"), ("2", "0.5"), ("2", "1"), ("3", "0.5")]


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_with_the_supervisor_all_end_and_the_next_start_goes_on(tmp_path: Path, sign: signal.Signals) -> None:
    """SIGTERM: workers shut down, then the private server. SIGKILL: the workers shut down; the server is found."""
    service = Service(tmp_path / "data", SKALD_WORKERS="2")
    await workers.start(service, 2)
    try:
        async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:
            fight = await create(client)
            before = (await client.get(f"/v1/encounters/{fight.id}", headers=bearer(fight.tokens["gm"]))).json()
            audit = await client.get(f"/v1/encounters/{fight.id}/audit", headers=bearer(fight.tokens["gm"]))
            assert audit.json()["replay"]["state"] == "PROVEN"
        pids, store = workers.pids(service), server_pid(service)
        assert len({service.pid, *pids.values(), store}) == 4
        pool = workers.pool_of(pids.values())
        assert pool, "an audit is done in a process of its own"
        async with workers.sockets(service, 2, fight.tokens["gm"]) as sockets:
            for socket in sockets.values():
                await watch(socket, fight)
                await read_to(socket, fight.created)
            assert await service.end(sign) == (-signal.SIGKILL if sign is signal.SIGKILL else 0)
            for socket in sockets.values():
                await asyncio.wait_for(socket.wait_closed(), PATIENCE)
                assert socket.close_code == 1012
                assert socket.close_reason == f"restarting; resume {fight.id} after {fight.created}"
        for pid in (*pids.values(), *pool):
            await gone(pid)
        assert is_gone(store) == (sign is not signal.SIGKILL)
        assert '"trace"' not in service.log()
        await workers.start(service, 2)
        if sign is signal.SIGKILL:
            assert server_pid(service) == store
        async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:
            after = (await client.get(f"/v1/encounters/{fight.id}", headers=bearer(fight.tokens["gm"]))).json()
        assert after == before
    finally:
        await service.stop()
