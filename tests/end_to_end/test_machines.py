"""Two services with separate folders and one store, as on two machines: together they act as one."""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from pathlib import Path

import httpx

from tests.end_to_end.test_workers import bearer, create, note, read_to, watch
from tests.support.amounts import PATIENCE
from tests.support.processes import workers
from tests.support.processes.beside import running
from tests.support.processes.serving import ADMIN

KEY = base64.b64encode(bytes(range(32))).decode()


async def test_any_machine_serves_any_fight(redis_url: str, tmp_path: Path) -> None:
    """Tokens, keys and versions of one are valid at the other; a client cut off from one goes on at the other."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    same = {"SKALD_SIGNING_KEY": KEY}
    async with (
        running(redis_url, tmp_path / "one", SKALD_WORKERS="2", **same) as one,
        running(redis_url, tmp_path / "two", **same) as two,
        httpx.AsyncClient(base_url=one.base, timeout=PATIENCE) as here,
        httpx.AsyncClient(base_url=two.base, timeout=PATIENCE) as there,
    ):
        await workers.more_serve(one, 2)
        fight = await create(here)
        assert (await here.get("/.well-known/jwks.json")).json() == (await there.get("/.well-known/jwks.json")).json()
        listed = await there.get("/v1/encounters", headers=bearer(ADMIN))
        assert fight.id in [found["id"] for found in listed.json()["encounters"]]
        async with workers.sockets(one, 2, fight.tokens["gm"]) as sockets:
            for socket in sockets.values():
                await watch(socket, fight)
            for turn in range(8):
                head = {"if-match": f'"{fight.created + turn}"'}
                answers = await asyncio.gather(*(note(one, fight, f"{turn}", **head) for one in (here, there) * 2))
                assert Counter(answer.status_code for answer in answers) == {200: 1, 412: 3}
            last = fight.created + 8
            seen = [await read_to(socket, last) for socket in sockets.values()]
            assert seen[0] == seen[1]
            assert [version for version, _ in seen[0]] == [*range(1, last + 1)]
            first = await note(here, fight, "kept", **{"idempotency-key": "kept"})
            await one.stop()
            again = await note(there, fight, "kept", **{"idempotency-key": "kept"})
            assert again.json()["again"] is True
            assert again.json()["events"] == first.json()["events"]
            for socket in sockets.values():
                await asyncio.wait_for(socket.wait_closed(), PATIENCE)
                resume = int(socket.close_reason.rpartition(" ")[2])
                assert resume in (last, last + 1)
        await note(there, fight, "alone")
        async with workers.socket(two, fight.tokens["gm"]) as going_on:
            await watch(going_on, fight, resume)
            assert [v for v, _ in await read_to(going_on, last + 2)] == [*range(resume + 1, last + 3)]
