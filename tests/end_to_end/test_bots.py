"""Bots play on when the server is killed in the middle, without anybody starting them again."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from engine.service.registry import Registry
from tests.api.fights import CREATE, bridge_input
from tests.recordings import minis
from tests.support.amounts import PATIENCE
from tests.support.contract.client import Frontend
from tests.support.processes.serving import ADMIN, Service

ACT = "mutation Act($input: SubmitInput!) { submit(input: $input) { __typename } }"
SET = "mutation Set($input: SetBotInput!) { setBot(input: $input) { __typename } }"
STAND = """query Stand($id: ID!) { encounter(id: $id) { version outcome seats { key bot } events(first: 500) {
  nodes { version type seat data } } } }"""
AUDIT = "query Audit($id: ID!) { audit(encounter: $id) { chain { state } dice { state } replay { state } } }"


async def stand(gm: Frontend, id: str) -> dict[str, Any]:
    shown: dict[str, Any] = (await gm.gql(STAND, id=id))["encounter"]
    return shown


async def until_beyond(gm: Frontend, id: str, version: int) -> dict[str, Any]:
    """The fight, once it is past a version or is decided."""
    async with asyncio.timeout(PATIENCE):
        while True:
            shown = await stand(gm, id)
            if shown["version"] > version or shown["outcome"] is not None:
                return shown
            await asyncio.sleep(0.05)


async def test_bots_go_on_after_a_kill_and_nothing_is_done_twice(tmp_path: Path) -> None:
    """Three times SIGKILL, between two moves or during one; each start resumes by itself, and the record is proven."""
    service = Service(tmp_path / "data", SKALD_BOT_PAUSE="100")
    await service.start()
    try:
        wish = bridge_input(dice="SEEDED", seed="")
        wish["seats"] = [{**one, "bot": "RANDOM"} if one["id"] == "ana" else one for one in wish["seats"]]
        made = (await Frontend(service.base, ADMIN).gql(CREATE, input=wish))["createEncounter"]
        id, gm = made["encounter"]["id"], Frontend(service.base, made["tokens"][0]["token"])
        for question in Registry.installed().book("fantasia").system.questions:
            if question.ruling:
                policy = {"gm": {"setPolicy": {"kind": question.__name__, "asked": False}}}
                await gm.gql(ACT, input={"encounter": id, "command": policy})
        # Now that it is settled what is not asked: bots alone begin at once.
        await gm.gql(SET, input={"encounter": id, "seat": "gm", "bot": "RANDOM"})
        for _ in range(3):
            shown = await until_beyond(gm, id, (await stand(gm, id))["version"] + 3)
            await service.kill()
            await service.start()
            later = await until_beyond(gm, id, shown["version"] + 3)
            told, before = later["events"]["nodes"], shown["events"]["nodes"]
            assert told[: len(before)] == before, "what was told is told again, event for event"
            assert {s["key"]: s["bot"] for s in later["seats"]} == {"gm": "RANDOM", "ana": "RANDOM", "eve": None}
        for seat in ("gm", "ana"):  # at random alone it might last
            await gm.gql(SET, input={"encounter": id, "seat": seat, "bot": "GREEDY"})
        assert (await until_beyond(gm, id, 10**6))["outcome"] is not None
        await gm.gql(ACT, input={"encounter": id, "command": {"gm": {"end": {}}}})
        nodes = (await stand(gm, id))["events"]["nodes"]
        answered = Counter(node["data"]["decision"] for node in nodes if node["type"] == "DecisionAnswered")
        assert set(answered.values()) <= {1}
        verdicts = (await gm.gql(AUDIT, id=id))["audit"]
        assert {one["state"] for one in verdicts.values()} == {"PROVEN"}
    finally:
        await service.stop()


async def test_bots_think_in_a_process_of_the_pool(tmp_path: Path) -> None:
    """Not in the one that serves: that one only makes their moves. What is served comes first."""
    service = Service(tmp_path / "data", SKALD_BOT_PAUSE="0")
    await service.start()
    try:
        wish = msgspec.to_builtins(minis.fight())
        wish["seats"] = [{"id": one.seat, "name": one.name, "role": one.role, "bot": "GREEDY"} for one in minis.SEATS]
        for one in wish["combatants"]:
            one["sheet"] = {"minis": one["sheet"]}
        wish = {key: wish[key] for key in ("system", "name", "seats", "combatants")}
        wish |= {"ground": minis.VALLEY, "dice": "SEEDED", "seed": ""}
        made = (await Frontend(service.base, ADMIN).gql(CREATE, input=wish))["createEncounter"]
        id, gm = made["encounter"]["id"], Frontend(service.base, made["tokens"][0]["token"])
        begun = await until_beyond(gm, id, made["encounter"]["version"])
        served = processor_time(service.pid)
        await until_beyond(gm, id, begun["version"] + 40)
        served, (thought,) = processor_time(service.pid) - served, workers_of(service.pid)
        assert os.getpriority(os.PRIO_PROCESS, thought) > os.getpriority(os.PRIO_PROCESS, service.pid)
        assert processor_time(thought) > served
    finally:
        await service.stop()


def workers_of(pid: int) -> list[int]:
    """The processes of the pool of a server."""
    children = [one for task in Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()]
    return [int(one) for one in children if b"engine.service.pool.worker" in Path(f"/proc/{one}/cmdline").read_bytes()]


def processor_time(pid: int) -> float:
    """Seconds of a processor that a process has had."""
    return time.clock_gettime((~pid << 3) | 2)
