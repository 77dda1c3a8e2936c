"""The generic clients, which know no game, play a whole fight of this one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import CREATE
from tests.conformance.node import MODULES, Node, program
from tests.guide.test_examples import EXAMPLES, STAND
from tests.recordings.dozen_die import figure
from tests.support.contract.client import Frontend
from tests.support.processes.players import played
from tests.support.processes.serving import ADMIN, Service

FIGURES = (
    figure("vesa", "heroes", "veteran", 2, 1),
    figure("aino", "heroes", "archer", 1, 3),
    figure("noita", "foes", "witch", 5, 1),
    figure("keihas", "foes", "spearman", 6, 3),
)


def new_fight() -> dict[str, Any]:
    """Four figures who are soon down, on a yard with a wall and a brook."""
    return {
        "system": "dozen_die",
        "name": "The yard",
        "seats": [
            {"id": "gm", "name": "Gil", "role": "GM"},
            {"id": "ana", "name": "Ana"},
            {"id": "ben", "name": "Ben"},
        ],
        "ground": {"space": {"kind": "GRID"}, "rows": [".......", "...~...", "...#...", "...~...", "......."]},
        "combatants": [
            {
                "id": one["id"],
                **{key: one[key] for key in ("name", "side", "seat", "place")},
                "vitals": {"hp": 1},
                "sheet": {"dozenDie": one["sheet"]},
            }
            for one in FIGURES
        ],
    }


def client_of(name: str, folder: Path) -> list[str | Path]:
    """The program, beside its packages as a user has them."""
    if name == "generic.py":
        return [sys.executable, EXAMPLES / name]
    Node()  # skips without it, and installs the packages
    (folder / "node_modules").symlink_to(MODULES)
    (folder / name).write_text((EXAMPLES / name).read_text(encoding="utf-8"), encoding="utf-8")
    return [program("node"), folder / name]


@pytest.mark.parametrize("name", ["generic.py", "generic.mjs"])
async def test_a_generic_client_plays_a_whole_fight(name: str, tmp_path: Path) -> None:
    """Three seats to the end; each has seen every event once, in order."""
    client, service = client_of(name, tmp_path), Service(tmp_path / "data")
    await service.start()
    try:
        admin = Frontend(service.base, ADMIN)
        made = (await admin.gql(CREATE, input=new_fight()))["createEncounter"]
        told = await played(client, service.base, {one["seat"]: one["token"] for one in made["tokens"]})
        stand = (await admin.gql(STAND, id=made["encounter"]["id"]))["encounter"]
    finally:
        await service.stop()
    assert stand["status"] == "ENDED"
    assert stand["outcome"] in ("heroes", "foes", "")
    every = list(range(1, stand["version"] + 1))
    assert told == {"gm": every, "ana": every, "ben": every}
