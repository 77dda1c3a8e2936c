"""Webhooks through faults: with one worker or two, whatever is killed, everything is told; a copy has them, too."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge_input
from tests.support.amounts import PATIENCE, groups
from tests.support.processes import workers
from tests.support.processes.receiver import Receiver, receiving
from tests.support.processes.serving import ADMIN, Service, gone
from tests.support.processes.terminal import skald

NOTE = {"command": {"gm": {"note": {"note": "n"}}}}


def versions(receiver: Receiver) -> list[int]:
    """The versions that came, in their order, each message once by its id."""
    seen: dict[str, list[int]] = {}
    for one in receiver.of("skald.events.v1"):
        seen.setdefault(one.event["id"], [event["version"] for event in one.data["events"]])
    return [version for told in seen.values() for version in told]


async def sent(service: Service, path: str, token: str, body: Any) -> Any:
    """What a request is answered with, as soon as the service answers."""
    for _ in range(100):
        async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
            try:
                answer = await http.post(path, json=body, headers={"authorization": f"Bearer {token}"})
            except httpx.TransportError:  # the workers of a supervisor that was killed end a moment after it
                await asyncio.sleep(0.1)
                continue
        assert answer.is_success, answer.text
        return answer.json()
    raise AssertionError("the service does not answer")


def delivering(service: Service) -> list[int]:
    """The workers that began to deliver, in that order, over all starts."""
    lines = [line for line in service.log().splitlines() if "delivers webhooks now" in line]
    return [json.loads(line)["worker"] for line in lines]


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("count", [1, 2])
async def test_nothing_is_left_untold_when_all_are_killed(tmp_path: Path, count: int) -> None:
    """SIGKILL while a receiver takes nothing; afterwards every step comes once by its id, in order; so does what a copy
    still has to tell."""
    service = Service(tmp_path / "data", SKALD_WEBHOOK_NETWORKS="127.0.0.1/32", SKALD_WORKERS=str(count))
    await service.start()
    ask = partial(sent, service)

    with receiving() as receiver:
        made = await ask("/v1/encounters", ADMIN, bridge_input(dice="SEEDED", seed=""))
        here, gm = f"/v1/encounters/{made['encounter']['id']}", made["tokens"][0]["token"]
        try:
            wish = {"address": receiver.url, "kinds": ["EVENTS"]}
            first = (await ask(f"{here}/webhooks", gm, wish))["webhook"]["version"] + 1
            for _ in range(3):
                last = (await ask(f"{here}/commands", gm, NOTE))["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver))
            receiver.answer = lambda request: (503, {})
            for _ in range(3):
                last = (await ask(f"{here}/commands", gm, NOTE))["version"]
            await asyncio.to_thread(receiver.until, lambda came: len(came) > 3)
            left = workers.pids(service).values()
            await service.kill()
            for pid in left:  # they end a moment after their supervisor, and leave the address then
                await gone(pid)
            receiver.answer = lambda request: (204, {})
            await service.start()
            last = (await ask(f"{here}/commands", gm, NOTE))["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            assert versions(receiver) == list(range(first, last + 1))
            receiver.answer = lambda request: (503, {})
            last = (await ask(f"{here}/commands", gm, NOTE))["version"]
            copy = tmp_path / "elsewhere" / "data"
            ran = await asyncio.to_thread(skald, "backup", copy, folder=tmp_path, SKALD_DATA=str(service.data))
            assert ran.returncode == 0, ran.stderr
        finally:
            await service.stop()
        receiver.answer = lambda request: (204, {})
        receiver.came.clear()
        restored = Service(copy, SKALD_WEBHOOK_NETWORKS="127.0.0.1/32")
        await restored.start()
        try:
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
        finally:
            await restored.stop()


async def test_another_worker_takes_over_from_the_one_that_is_killed(tmp_path: Path) -> None:
    """Of two that live one delivers, and each message comes once, whichever worker took the order. Once the one that
    delivers is killed, another process does; what comes again has the same id, and nothing is left out."""
    service = Service(tmp_path / "data", SKALD_WEBHOOK_NETWORKS="127.0.0.1/32", SKALD_WORKERS="2")
    await workers.start(service, 2)
    try:
        with receiving() as receiver:
            made = await sent(service, "/v1/encounters", ADMIN, bridge_input(dice="SEEDED", seed=""))
            here, gm = f"/v1/encounters/{made['encounter']['id']}", made["tokens"][0]["token"]
            hook = await sent(service, f"{here}/webhooks", gm, {"address": receiver.url, "kinds": ["EVENTS"]})
            first, orders = hook["webhook"]["version"] + 1, partial(sent, service, f"{here}/commands", gm, NOTE)
            async with workers.clients(service, 2) as by_worker:
                for _ in range(3):
                    for (client,) in by_worker.values():
                        told = await client.post(
                            f"{here}/commands", json=NOTE, headers={"authorization": f"Bearer {gm}"}
                        )
                        last = told.json()["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            ids = [one.event["id"] for one in receiver.came]
            assert len(ids) == len(set(ids))
            assert versions(receiver) == list(range(first, last + 1))
            [one] = delivering(service)
            victim = workers.pids(service)[one]
            receiver.answer = lambda request: (503, {})
            last = (await orders())["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            receiver.answer = lambda request: (204, {})
            os.kill(victim, signal.SIGKILL)
            await gone(victim)
            last = (await orders())["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            assert versions(receiver) == list(range(first, last + 1))
            assert len(delivering(service)) == 2
            last = (await orders())["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            assert versions(receiver) == list(range(first, last + 1))
            assert len(delivering(service)) == 2
    finally:
        await service.stop()
