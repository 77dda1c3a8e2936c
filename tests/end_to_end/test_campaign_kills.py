"""A campaign whose server is killed, again and again: each fight is begun once, and what it leaves is taken over once.

It is killed while a fight is begun, between its end and the acceptance, and while that is sent; SKALD_KILLS=50 does so
in as many fights.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from tests.api.playing.test_campaigns import CAMPAIGN, OGRE
from tests.support.amounts import PATIENCE, amount
from tests.support.processes.serving import ADMIN, Service
from tests.support.processes.terminal import skald

FIGHTS = amount("SKALD_KILLS", 3, 50)


class Company:
    """A campaign on a server that dies."""

    def __init__(self, service: Service) -> None:
        self.service, self.id, self.token = service, "", ADMIN

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            headers = {"authorization": f"Bearer {self.token}"}
            answer = await client.request(method, f"{self.service.base}{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def killed_while(self, method: str, path: str, body: Any, turns: int) -> Any:
        """Send it, kill the server meanwhile, start it again, and send the same once more."""
        sent = asyncio.create_task(self.call(method, path, body))
        for _ in range(turns):
            await asyncio.sleep(0)
        await self.service.kill()
        with suppress(httpx.HTTPError):
            await sent
        await self.service.start()
        return await self.call(method, path, body)

    async def hp(self, encounter: str) -> int:
        seen = await self.call("GET", f"/v1/encounters/{encounter}")
        (cloud,) = (one for one in seen["combatants"] if one["key"] == "cloud")
        return next(int(vital["now"]) for vital in cloud["vitals"] if vital["key"] == "hp")


async def test_each_fight_is_settled_once_however_often_the_server_is_killed(service: Service, tmp_path: Path) -> None:
    """Cloud loses a point in each fight, and has lost as many as there were fights."""
    company = Company(service)
    made = await company.call("POST", "/v1/campaigns", CAMPAIGN)
    company.id, company.token = made["encounter"]["id"], made["tokens"][0]["token"]
    here = f"/v1/encounters/{company.id}"
    whole = await company.hp(company.id)
    for number in range(FIGHTS):
        turns = (1, 400, 2000, 100, 1000, 4000)[number % 6]
        wish = {
            "name": f"Fight {number}",
            "members": [{"member": "cloud"}],
            "combatants": [OGRE],
            "idempotencyKey": f"b{number}",
        }
        begun = await company.killed_while("POST", f"{here}/fights", wish, turns)
        fight = begun["encounter"]["id"]
        assert await company.hp(fight) == whole - number

        hurt = {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": whole - number - 1}}
        for tool in (hurt, {"end": {"reason": "they talk"}}):
            await company.call("POST", f"/v1/encounters/{fight}/commands", {"command": {"gm": tool}})
        await service.kill()
        await service.start()
        proposal = await company.call("GET", f"{here}/fights/{fight}/settlement")
        assert [line["left"] for line in proposal["lines"]] == [whole - number - 1]
        accepted = {"digest": proposal["digest"], "idempotencyKey": f"s{number}"}
        await company.killed_while("POST", f"{here}/fights/{fight}/settlement", accepted, turns)
        assert await company.hp(company.id) == whole - number - 1

    listed = await company.call("GET", f"{here}/fights")
    assert [one["stage"] for one in listed["fights"]] == ["SETTLED"] * FIGHTS
    events = (await company.call("GET", f"{here}/events?first=500"))["events"]
    told = [event["type"] for event in events]
    assert [told.count(name) for name in ("FightPlanned", "FightBegun", "FightSettled", "Carried")] == [FIGHTS] * 4
    report = await company.call("GET", f"{here}/audit")
    assert (report["chain"]["state"], report["replay"]["state"]) == ("PROVEN", "PROVEN")

    data = {"SKALD_DATA": str(service.data)}
    written = skald("export", company.id, "--campaign", "-o", "campaign.ndjson", folder=tmp_path, **data)
    assert written.returncode == 0, written.stderr
    verified = skald("verify", "campaign.ndjson", "--json", folder=tmp_path)
    assert (verified.returncode, json.loads(verified.stdout)["finding"]) == (4, "CONSISTENT"), verified.stdout
    lines = (tmp_path / "campaign.ndjson").read_bytes().splitlines(keepends=True)
    headers = [number for number, line in enumerate(lines) if line.startswith(b'{"skald":')]
    assert len(headers) == FIGHTS + 1
    (tmp_path / "without.ndjson").write_bytes(b"".join(lines[: headers[-1]]))
    assert skald("verify", "without.ndjson", folder=tmp_path).returncode == 1
    told = skald("replay", "campaign.ndjson", folder=tmp_path).stdout
    assert told.count("A fight begins") == FIGHTS
