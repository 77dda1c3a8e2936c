"""A full disk under the whole service at the strict setting: a real, small one in a namespace of its own."""

from __future__ import annotations

import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge_input
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import ADMIN, Service, started

MOUNT = 'mount -t tmpfs -o size=4m,mode=700 tmpfs "$0" && exec "$@"'
WITHIN = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT)


def may_mount(folder: Path) -> bool:
    try:
        return subprocess.run([*WITHIN, str(folder), "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    data = tmp_path / "data"
    data.mkdir()
    if not may_mount(data):
        pytest.skip("this machine lets nobody mount a disk of his own")
    async with started(Service(data, *WITHIN, str(data))) as running:
        yield running


def fill(service: Service) -> Path:
    """Fill the disk that the service sees; returns the file to remove to free it."""
    filler = Path(f"/proc/{service.pid}/root{service.data}/filler")
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


async def test_a_full_disk_costs_nothing_that_was_acknowledged(service: Service) -> None:
    """UNAVAILABLE and a log entry while it is full; with room again, it goes on by itself, exactly."""
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        wish = bridge_input(dice="SEEDED", seed="")
        made = (await http.post("/v1/encounters", json=wish, headers={"authorization": f"Bearer {ADMIN}"})).json()
        path, token = f"/v1/encounters/{made['encounter']['id']}", made["tokens"][0]["token"]

        async def order(key: str) -> httpx.Response:
            body: Any = {"command": {"gm": {"correct": {"path": "name", "value": key}}}}
            headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
            return await http.post(f"{path}/commands", json=body, headers=headers)

        async def names() -> list[str]:
            told = (await http.get(f"{path}/events?first=500", headers={"authorization": f"Bearer {token}"})).json()
            return [event["data"]["value"] for event in told["events"] if event["type"] == "Corrected"]

        assert (await order("first")).status_code == 200
        filler = fill(service)
        acknowledged = ["first"]
        for number in range(200):  # what fits on the disk's last page is stored, and may be acknowledged
            said = await order(f"more {number}")
            if said.status_code != 200:
                break
            acknowledged.append(f"more {number}")
        assert (said.status_code, said.json()["code"]) == (503, "UNAVAILABLE")
        assert (await http.get("/readyz")).status_code == 503
        assert (await http.get("/livez")).status_code == 200
        filler.unlink()
        end = time.monotonic() + PATIENCE
        while (await http.get("/readyz")).status_code != 200:
            assert time.monotonic() < end, service.log()[-3000:]
        for key in (f"more {number}", f"more {number}"):
            again = await order(key)
            assert again.status_code == 200, again.text
        assert again.json()["again"] is True
        assert await names() == [*acknowledged, f"more {number}"]
        report = (await http.get(f"{path}/audit", headers={"authorization": f"Bearer {token}"})).json()
        assert (report["chain"]["state"], report["replay"]["state"]) == ("PROVEN", "PROVEN")
        assert "the store does not answer, trying again" in service.log()
        assert "is gone: starting it again" in service.log()
