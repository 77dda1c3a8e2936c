"""The machine's clock jumps while a real server runs: forwards, backwards, and before a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.fights import bridge_input
from tests.support.amounts import PATIENCE
from tests.support.processes.serving import ADMIN, Service, started
from tests.support.processes.terminal import ROOT

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
pytestmark = pytest.mark.skipif(LIBRARY is None, reason="needs faketime: apt install faketime")


class Clock:
    """The time that the server sees: the real one, plus or minus some days."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.jump(0)
        # With monotonic time left alone, this library's `clock_nanosleep` fails: sleep in another way.
        self._patch = file.parent / "sleep"
        self._patch.mkdir()
        (self._patch / "sitecustomize.py").write_text(
            "import select, time\ntime.sleep = lambda seconds: select.select((), (), (), max(0, seconds)) and None\n"
        )

    def jump(self, days: float) -> None:
        self._file.write_text(f"{days * 86400:+.0f}s\n")

    @property
    def settings(self) -> dict[str, str]:
        """Only the wall clock jumps: monotonic time goes on as before, as on a real machine."""
        return {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "PYTHONPATH": f"{self._patch}:{ROOT}",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Only the Valkey that is installed with Skald: with this library a Redis that uses jemalloc hangs as it
            # starts, and each start of Skald would first wait until that Redis has told its version.
            "PATH": str(self._patch),
        }


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path / "clock")


@pytest.fixture
async def service(tmp_path: Path, clock: Clock) -> AsyncIterator[Service]:
    async with started(Service(tmp_path / "data", "/usr/bin/env", **clock.settings)) as running:
        yield running


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def ordered(http: httpx.AsyncClient, id: str, token: str, command: dict[str, Any]) -> httpx.Response:
    return await http.post(f"/v1/encounters/{id}/commands", json={"command": command}, headers=bearer(token))


async def times(http: httpx.AsyncClient, id: str) -> list[str]:
    told = (await http.get(f"/v1/encounters/{id}/events?first=200", headers=bearer(ADMIN))).json()["events"]
    return [one["time"] for one in told]


@pytest.mark.parametrize("jumps", [(10, -10)])
async def test_a_fight_goes_on_whatever_the_clock_does(service: Service, clock: Clock, jumps: tuple[int, ...]) -> None:
    """Orders are accepted, tokens work, times never go backwards, everything is proven; also after a restart."""
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as http:
        made = (await http.post("/v1/encounters", json=bridge_input(), headers=bearer(ADMIN))).json()
        id, gm = made["encounter"]["id"], made["tokens"][0]["token"]
        for restart in (False, True):
            for days in jumps:
                clock.jump(days)
                for tool in ("pause", "resume"):
                    said = await ordered(http, id, gm, {"gm": {tool: {}}})
                    assert said.status_code == 200, (days, said.text)
                assert (await http.get("/readyz")).status_code == 200
                fresh = await http.post("/v1/encounters", json=bridge_input(), headers=bearer(ADMIN))
                assert fresh.status_code == 201, fresh.text
                new = fresh.json()
                again = await ordered(http, new["encounter"]["id"], new["tokens"][0]["token"], {"gm": {"pause": {}}})
                assert again.status_code == 200, again.text
            if not restart:
                await service.stop()
                await service.start()
        found = await times(http, id)
        assert found == sorted(found)
        proof = (await http.get(f"/v1/encounters/{id}/audit", headers=bearer(ADMIN))).json()
        assert (proof["chain"]["state"], proof["replay"]["state"]) == ("PROVEN", "PROVEN")
    log = service.log()
    assert "CRITICAL" not in log
    assert "Traceback" not in log, log
