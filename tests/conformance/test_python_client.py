"""A client in Python whose types ariadne-codegen makes from the schema of a game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.api.fights import TOLD, Bridge
from tests.conformance.environment import Environment
from tests.conformance.node import HERE

CLIENT = HERE / "python_client"
SCHEMA = HERE.parents[1] / "schemas" / "fantasia.graphql"


@pytest.fixture(scope="module")
def ariadne() -> Environment:
    """The generator, and what its clients need."""
    return Environment("ariadne-codegen", "ariadne-codegen[subscriptions]==0.19.0")


def generated(ariadne: Environment, folder: Path, more: str = "") -> str:
    """What the generator complains of; empty where all is well. more: documents beside the client's own."""
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    shutil.copy(SCHEMA, folder)
    with (folder / "documents.graphql").open("a", encoding="utf-8") as documents:
        documents.write(more)
    done = ariadne.run("ariadne-codegen", "--config", "codegen.toml", cwd=folder)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_it_looks_orders_and_watches(ariadne: Environment, duel: Bridge, tmp_path: Path) -> None:
    """Generated and run without a warning; what it is told is the fight's, typed."""
    assert generated(ariadne, tmp_path) == ""
    before = duel.open("ana")
    given = json.dumps({"url": duel.table.url, "token": duel.tokens["ana"], "id": duel.id})
    done = ariadne.run("python", "-W", "error", "play.py", cwd=tmp_path, GIVEN=given)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    version = duel.open("ana")["version"]
    assert told["looked"]["encounter"]["version"] == before["version"]
    assert told["done"]["submit"] == {"__typename": "Accepted", "version": version}
    steps = told["step"]["events"]
    assert [e["version"] for e in steps] == list(range(before["version"] + 1, version + 1)) != []
    fields = ("__typename", "attacker", "target", "total", "outcome")
    events = duel.table.data(TOLD, duel.tokens["ana"], id=duel.id)["encounter"]["events"]["nodes"]
    attacks = [{f: e[f] for f in fields} for e in events if e["__typename"] == "FantasiaAttackRolled"]
    assert [{f: e[f] for f in fields} for e in steps if e["__typename"] == "FantasiaAttackRolled"] == attacks != []


def test_a_wrong_document_is_not_generated(ariadne: Environment, tmp_path: Path) -> None:
    """The generator names the mistake."""
    told = generated(ariadne, tmp_path, "query Wrong($id: ID!) { encounter(id: $id) { versoin } }")
    assert "Cannot query field 'versoin' on type 'Encounter'" in told
