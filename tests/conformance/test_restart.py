"""Clients that frontend authors use, while the server restarts: they go on, and see the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.node import Node
from tests.support.processes.beside import new_fight, note, rules, running
from tests.support.processes.serving import ADMIN


@pytest.mark.parametrize("way", ["socket", "sse"])
async def test_a_client_goes_on_after_a_restart(node: Node, redis_url: str, tmp_path: Path, way: str) -> None:
    """Nothing twice, nothing missed; the fight is over when it is over."""
    async with running(redis_url, tmp_path) as service, rules(redis_url) as beside:
        id = await new_fight(service)
        await note(beside, id, 1)
        at = f"127.0.0.1:{service.port}/graphql"
        given = {
            "url": f"http://{at}",
            "socket": f"ws://{at}",
            "token": ADMIN,
            "encounter": id,
            "version": 1,
            "way": way,
        }
        async with node.talking("clients/watching.mjs", given) as client:
            assert await client.line() == {"step": [2]}
            await service.stop()
            await note(beside, id, 1)
            await service.start()
            assert await client.line() == {"step": [3]}
            await beside.submit(id, "gm", {"gm": {"end": {"reason": "late"}}})
            assert await client.line() == {"step": [4]}
            assert await client.line() == {"ended": True}
