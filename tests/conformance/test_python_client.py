"""A Python client whose types ariadne-codegen generates from the schema of a game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.api.fights import TOLD, Bridge
from tests.conformance.environment import Environment
from tests.conformance.node import HERE

SCHEMAS = HERE.parents[1] / "schemas"
CLIENT = SCHEMAS / "examples" / "typed_python"


@pytest.fixture(scope="module")
def ariadne() -> Environment:
    """The generator, and what its clients need."""
    return Environment("ariadne-codegen", "ariadne-codegen[subscriptions]==0.19.0")


def generated(ariadne: Environment, folder: Path, more: str = "") -> str:
    """The generator's complaints; empty if there are none. more: documents beside the client's own."""
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    shutil.copy(SCHEMAS / "fantasia.graphql", folder)
    with (folder / "documents.graphql").open("a", encoding="utf-8") as documents:
        documents.write(more)
    done = ariadne.run("ariadne-codegen", "--config", "codegen.toml", cwd=folder)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def played(ariadne: Environment, folder: Path, fight: Bridge) -> list[str]:
    """The client's output when it plays Ana's seat, without a warning."""
    environment = {"URL": fight.table.url, "TOKEN": fight.tokens["ana"]}
    done = ariadne.run("python", "-W", "error", "client.py", cwd=folder, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_it_orders_answers_and_watches(ariadne: Environment, duel: Bridge, tmp_path: Path) -> None:
    """Generated and run without a warning; what it receives is the fight's, typed. A refusal shows its reason."""
    assert generated(ariadne, tmp_path) == ""
    start = duel.open("ana")["version"]
    lines = played(ariadne, tmp_path, duel)  # it attacks, and is asked for its second attack
    asked = duel.open("ana")["version"]
    lines += played(ariadne, tmp_path, duel)
    assert [int(line.split()[0]) for line in lines] == list(range(start + 1, duel.open("ana")["version"] + 1))
    assert start < asked < duel.open("ana")["version"]
    events = duel.table.data(TOLD, duel.tokens["ana"], id=duel.id)["encounter"]["events"]["nodes"]
    attacks = [e for e in events if e["__typename"] == "FantasiaAttackRolled"]
    assert len(attacks) == 2
    for attack in attacks:
        assert "{version} {attacker} {target} {total} {outcome}".format(**attack) in lines
    assert played(ariadne, tmp_path, duel) == ["NOT_LEGAL no action is left for that in this turn"]


def test_a_wrong_document_is_not_generated(ariadne: Environment, tmp_path: Path) -> None:
    """The generator names the mistake."""
    told = generated(ariadne, tmp_path, "query Wrong($id: ID!) { encounter(id: $id) { versoin } }")
    assert "Cannot query field 'versoin' on type 'Encounter'" in told
