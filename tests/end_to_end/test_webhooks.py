"""Webhooks through faults: with several workers, whatever is killed, everything is told; a copy has them, too."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge_input
from tests.support.receiver import Receiver, receiving
from tests.support.serving import ADMIN, Service
from tests.support.terminal import skald


def versions(receiver: Receiver) -> list[int]:
    """The versions that came, in their order, each message once by its id."""
    seen: dict[str, list[int]] = {}
    for one in receiver.of("skald.events.v1"):
        seen.setdefault(one.event["id"], [event["version"] for event in one.data["events"]])
    return [version for told in seen.values() for version in told]


@pytest.mark.parametrize("workers", ["1"])
async def test_nothing_is_left_untold_when_all_are_killed(tmp_path: Path, workers: str) -> None:
    """SIGKILL while a receiver takes nothing; afterwards every step comes once by its id, in order; so does what a copy
    still has to tell."""
    service = Service(tmp_path / "data", SKALD_WEBHOOK_NETWORKS="127.0.0.1/32", SKALD_WORKERS=workers)
    await service.start()

    async def ask(path: str, token: str, body: Any) -> Any:
        for _ in range(100):
            async with httpx.AsyncClient(base_url=service.base, timeout=30) as http:
                try:
                    answer = await http.post(path, json=body, headers={"authorization": f"Bearer {token}"})
                except httpx.TransportError:  # the workers of a supervisor that was killed end a moment after it
                    await asyncio.sleep(0.1)
                    continue
            assert answer.is_success, answer.text
            return answer.json()
        raise AssertionError("the service does not answer")

    with receiving() as receiver:
        made = await ask("/v1/encounters", ADMIN, bridge_input(dice="SEEDED", seed=""))
        here, gm = f"/v1/encounters/{made['encounter']['id']}", made["tokens"][0]["token"]
        try:
            wish = {"address": receiver.url, "kinds": ["EVENTS"]}
            first = (await ask(f"{here}/webhooks", gm, wish))["webhook"]["version"] + 1
            note = {"command": {"gm": {"note": {"note": "n"}}}}
            for _ in range(3):
                last = (await ask(f"{here}/commands", gm, note))["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver))
            receiver.answer = lambda request: (503, {})
            for _ in range(3):
                last = (await ask(f"{here}/commands", gm, note))["version"]
            await asyncio.to_thread(receiver.until, lambda came: len(came) > 3)
            await service.kill()
            receiver.answer = lambda request: (204, {})
            await service.start()
            last = (await ask(f"{here}/commands", gm, note))["version"]
            await asyncio.to_thread(receiver.until, lambda came: last in versions(receiver), 40)
            assert versions(receiver) == list(range(first, last + 1))
            receiver.answer = lambda request: (503, {})
            last = (await ask(f"{here}/commands", gm, note))["version"]
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
