"""Bots play on when the server is killed in the middle, without anybody starting them again."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from engine.service.registry import Registry
from tests.api.fights import CREATE, bridge_input
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
