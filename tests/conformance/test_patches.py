"""What changed in a fight, as clients apply it: the library of the pages, and one of other people."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from api.graphql.context import Context
from api.pages.assets import OWN
from api.reading.json_patch import patch_of
from engine.service.registry import Registry
from tests.api.fights import bridge_input
from tests.conformance.node import Node
from tests.conformance.test_client_library import LIBRARY, PAUSE, RESUME, Made
from tests.support.contract.page_documents import page_document
from tests.support.contract.schemas import shared_schema
from tests.support.fights.recorded import Recorded
from tests.support.processes.serving import Service

NAMES = ("taken_back", "dozen_taken_back", "minis_nobody_left", "saari_meanwhile", "mercenaries_captured")
ODD: list[tuple[Any, Any]] = [
    ({"a/b": 1, "~": 2, "": [1]}, {"a/b": 2, "~1": 3, "": [1, None]}),
    ([], [{"key": "a"}]),
    ({"a": {"b": {"c": 1}}}, {"a": {"b": {}}}),
    ([{"key": "a", "x": 1}, {"key": "b"}], [{"key": "b", "x": []}, {"key": "a", "x": True}, "c"]),
    ({"a": 1}, [1]),
]


async def wholes(name: str, folder: Path) -> list[Any]:
    """The versions of a recorded fight as its game master's page loads them."""
    registry = Registry.installed()
    fight, schema, found = Recorded(registry, name, folder), shared_schema(list(registry.books.values())), list[Any]()
    await fight.hub.start()
    services = fight.services()
    while not fight.over:
        await fight.step()
        context = Context(fight.session(services, "gm", "GM", "en"))
        result: Any = await schema.execute(
            page_document("LOOK"), variable_values={"id": fight.id}, context_value=context
        )
        found.append(json.loads(json.dumps(result.data["encounter"])))
    return found


async def test_two_libraries_patch_a_fight_to_the_same(node: Node, tmp_path: Path) -> None:
    """Recorded fights of every game, and odd values; nothing that was there before is changed by it."""
    versions = [await wholes(name, tmp_path) for name in NAMES] + [list(pair) for pair in ODD]
    cases = [{"whole": each[0], "patches": [patch_of(*both) for both in pairwise(each)]} for each in versions]
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"module": (OWN / "client" / "patch.js").as_uri(), "cases": cases}))
    done = await asyncio.to_thread(node.run, "clients/patched.mjs", GIVEN=str(given))
    assert done.returncode == 0, done.stderr
    for found, each in zip(json.loads(done.stdout), versions, strict=True):
        assert found["ours"] == each[-1]
        assert found["theirs"] == each[-1]


async def test_who_misses_a_patch_asks_for_the_whole(node: Node, service: Service) -> None:
    """One message gets lost: what it told is told with the whole, and no event is missing."""
    made = Made(service, bridge_input())
    # The whole, then two messages of each step: what the second step changed is lost.
    given = {"root": f"{service.base}/", "library": LIBRARY, "fight": made.id, "token": made.tokens["ana"], "lost": 5}
    async with node.talking("clients/missed.mjs", given) as client:
        lines = [await client.line()]

        async def until(version: int) -> None:
            while lines[-1].get("changed") != version:
                lines.append(await client.line())

        begun = lines[0]["subscribed"]
        await until(begun)
        await until(made.order(PAUSE))
        made.order(RESUME)
        await until(made.order(PAUSE))
        await until(made.order(RESUME))
    assert [line["subscribed"] for line in lines if "subscribed" in line] == [begun, begun + 2]
    assert [version for line in lines for version in line.get("told", ())] == [*range(begun + 1, begun + 5)]
    assert all(line["right"] for line in lines if "changed" in line)
