"""Python clients that third-party generators make from /openapi.json and /events.schema.json."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import Bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.conformance.environment import Environment
from tests.conformance.node import HERE
from tests.support.amounts import long_form

CLIENT = HERE / "rest_client"


@pytest.fixture(scope="module")
def generators() -> Environment:
    """Both generators, and what their clients need."""
    return Environment(
        "python-generators",
        "openapi-python-client==0.29.1",
        "datamodel-code-generator==0.89.0",
        "httpx-sse==0.4.3",
        "ruff",
    )


def saved(table: Table, address: str, folder: Path) -> Any:
    """A document as served, and a copy of it in the folder."""
    text = table.get(address).text
    (folder / Path(address).name).write_text(text, encoding="utf-8")
    return json.loads(text)


def modelled(generators: Environment, folder: Path, source: str, kind: str) -> str:
    """The one file that datamodel-code-generator makes of a document."""
    done = generators.run(
        "datamodel-codegen", "--input", source, "--input-file-type", kind, "--output", "models.py",
        "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin",
        cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "numbered" not in done.stderr
    return (folder / "models.py").read_text(encoding="utf-8")


@long_form
def test_a_client_of_the_rest_api_is_made_and_plays(generators: Environment, table: Table, tmp_path: Path) -> None:
    """Nothing that it knows is left out; it creates, orders, reads, draws, pages through events, gets 304 and 412."""
    document = saved(table, "/openapi.json", tmp_path)
    done = generators.run(
        "openapi-python-client", "generate", "--path", "openapi.json", "--output-path", "made", "--meta", "none",
        "--config", str(CLIENT / "generator.yml"), cwd=tmp_path, PATH=f"{generators.programs}:/usr/bin:/bin",
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    # It makes no request whose body is plain text.
    assert re.findall(r"WARNING parsing (\S+ \S+)", said) == ["POST /v1/encounters/{id}/say"], said
    assert said.count("WARNING") == 1, said
    modules = {path.stem for path in (tmp_path / "made" / "models").glob("*.py")}
    wanted = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() for name in document["components"]["schemas"]}
    assert wanted - modules == set()
    operations = [one for path in document["paths"].values() for one in path.values()]
    assert len(list((tmp_path / "made" / "api").rglob("*.py"))) >= len(operations)
    shutil.copy(CLIENT / "play.py", tmp_path)
    given = json.dumps({"url": table.url, "admin": ADMIN, "wish": bridge_input()})
    played = generators.run("python", "-W", "error", "play.py", cwd=tmp_path, GIVEN=given)
    assert played.returncode == 0, played.stderr
    told = json.loads(played.stdout)
    assert told["known"] == 304
    assert told["late"] == 412
    assert told["actual"] == told["version"]
    assert told["versions"] == list(range(1, told["version"] + 1))
    assert told["exported"] == told["version"] + 1
    assert told["drawn"].startswith("<svg")
    assert told["replayed"].lower().startswith("<!doctype html>")


def test_models_of_the_rest_api_keep_their_names(generators: Environment, table: Table, tmp_path: Path) -> None:
    """A class for each component."""
    document = saved(table, "/openapi.json", tmp_path)
    text = modelled(generators, tmp_path, "openapi.json", "openapi")
    classes = set(re.findall(r"^class (\w+)", text, re.MULTILINE))
    wanted = set(document["components"]["schemas"]) - {"Field"}  # pydantic uses that name itself: FieldModel
    assert wanted - classes == set()


def test_events_are_one_file_of_models(generators: Environment, duel: Bridge, tmp_path: Path) -> None:
    """A class for each event, distinguished by `type`, which reads what the service sends."""
    table = duel.table
    document = saved(table, "/events.schema.json", tmp_path)
    text = modelled(generators, tmp_path, "events.schema.json", "jsonschema")
    classes = set(re.findall(r"^class (\w+)", text, re.MULTILINE))
    assert {branch["title"] for branch in document["anyOf"]} - classes == set()
    assert {name for name in document["$defs"] if name != "Field"} - classes == set()
    shutil.copy(CLIENT / "read_events.py", tmp_path)
    path = f"{table.url}/v1/encounters/{duel.id}/events?token={duel.tokens['gm']}"
    head = duel.open("gm")["version"]
    duel.act("gm", {"gm": {"end": {"reason": "late"}}})
    done = generators.run("python", "read_events.py", cwd=tmp_path, GIVEN=json.dumps({"url": path}))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["paged"][0] == "EncounterCreatedEvent"
    assert len(told["paged"]) == head + 1
    assert told["streamed"] == [*told["types"], "end"]  # httpx-sse counts an empty event wherever there seems to be one
