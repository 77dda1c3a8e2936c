"""The API against its own description, by schemathesis: described requests are accepted, responses are as described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import graphql
import pytest
from websockets.sync.client import connect

from engine.store.server import PrivateServer
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table, serving
from tests.conformance.environment import Environment
from tests.conformance.node import HERE
from tests.support.amounts import PATIENCE, long_form
from tests.support.contract.hostile import TIMES
from tests.support.processes.servers import flush

FUZZING = HERE / "fuzzing"
pytestmark = long_form
LEAST = 200
"""Least number of cases in a run; fewer test too little."""


@pytest.fixture(scope="module")
def schemathesis() -> Environment:
    """schemathesis, installed once."""
    return Environment("schemathesis", "schemathesis==4.32.5")


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that counts no requests: thousands of cases come with one token."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"rate_per_token": 0, "rate_per_address": 0}) as running:
        yield running


def fuzz(schemathesis: Environment, address: str, token: str, folder: Path, *options: str, **environment: str) -> None:
    """Run it on an address. AssertionError with its findings, or if it tested too little."""
    done = schemathesis.run(
        "schemathesis",
        f"--config-file={FUZZING / 'schemathesis.toml'}",
        "run",
        address,
        f"--header=Authorization: Bearer {token}",
        "--seed=1",
        "--request-timeout=10",
        "--no-shrink",
        "--no-color",
        *options,
        cwd=folder,
        patience=300,
        PYTHONPATH=str(FUZZING),
        **environment,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    cases = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert cases
    assert int(cases[2]) == int(cases[1]) >= LEAST


@pytest.mark.parametrize("seat", ["operator", "ana"])
def test_the_description_holds(schemathesis: Environment, duel: Bridge, tmp_path: Path, seat: str) -> None:
    """All checks, over every operation of REST, with well-formed and ill-formed requests, and sequences of them."""
    token, own = (ADMIN, "") if seat == "operator" else (duel.tokens[seat], duel.id)
    options = ("--checks=all", f"--max-examples={3 * TIMES}")
    url = duel.table.url
    seen = {"LOOKED_AT": f"{url}/v1/encounters/{duel.id}", "LISTED": f"{url}/v1/encounters?first=20", "ADMIN": ADMIN}
    hooks = {"SCHEMATHESIS_HOOKS": "hooks", "FIGHT": own, "PATIENCE": str(PATIENCE)}
    fuzz(schemathesis, f"{url}/openapi.json", token, tmp_path, *options, **seen, **hooks)


def test_every_error_of_graphql_has_its_code(schemathesis: Environment, duel: Bridge, tmp_path: Path) -> None:
    """Valid documents with any values: no internal faults, and every error has a known code."""
    options = ("--checks=errors_have_codes", f"--max-examples={8 * TIMES}", "--mode=positive")
    fuzz(schemathesis, f"{duel.table.url}/graphql", ADMIN, tmp_path, *options, SCHEMATHESIS_HOOKS="codes")


# -- random documents over the schema
DOCUMENTS = 5 * TIMES
"""Documents for each field of each root."""
SECONDS = 20
"""Time limit of an answer: it must not hang."""
REFUSED = {"Refused", "Conflict"}
KNOWN = {"BAD_USER_INPUT", "UNAUTHENTICATED", "NOT_YOURS", "UNKNOWN", "AHEAD", "NOT_LEGAL"}
"""Codes of errors. NOT_LEGAL: of a query about what has no past, with the id of a past version."""
HEAD = "query($id: ID!) { encounter(id: $id) { version headHash } encounters(first: 500) { nodes { id version } } }"


def documents(schemathesis: Environment, duel: Bridge, folder: Path) -> list[str]:
    """Queries, mutations and subscriptions, valid and invalid, that use this fight's ids."""
    (folder / "schema.graphql").write_text(duel.table.http.get("/schema.graphql").text, encoding="utf-8")
    asked = [decision["id"] for seat in ("gm", "ana") for decision in duel.open(seat)["decisions"]]
    ids = [duel.id, duel.id, f"{duel.id}@3", "gm", "ana", "cloud", "steiner", f"{duel.id}.cloud", "nothing", "", *asked]
    words = [str(FUZZING / "documents.py"), "schema.graphql", str(DOCUMENTS), "1", *ids]
    done = schemathesis.run("python", *words, cwd=folder, patience=180 * TIMES)
    assert done.returncode == 0, done.stderr[-3000:]
    return [_named(json.loads(line)) for line in done.stdout.splitlines()]


def _named(document: str) -> str:
    """The same document with `__typename`, so that a union's member is known."""
    ends = [
        field.selection_set.loc.start + 1
        for operation in graphql.parse(document).definitions
        for field in operation.selection_set.selections  # type: ignore[attr-defined]
        if getattr(field, "selection_set", None) is not None
    ]
    for end in reversed(ends):
        document = f"{document[:end]} __typename {document[end:]}"
    return document


def by_socket(duel: Bridge, token: str, document: str) -> Any:
    """The first message of a subscription."""
    address = f"ws://127.0.0.1:{duel.table.port}/graphql"
    with connect(address, subprotocols=["graphql-transport-ws"]) as made:  # type: ignore[list-item]
        made.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        assert json.loads(made.recv(SECONDS))["type"] == "connection_ack"
        made.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": document}}))
        said = json.loads(made.recv(SECONDS))
    return said["payload"] if said["type"] == "next" else {"errors": said["payload"]}


def by_post(duel: Bridge, token: str, document: str) -> Any:
    """The answer to a query or mutation."""
    headers = duel.table.headers(token, accept="application/graphql-response+json")
    answer = duel.table.http.post("/graphql", json={"query": document}, headers=headers, timeout=SECONDS)
    assert answer.status_code < 500, f"{answer.status_code} {document} {answer.text[:1000]}"
    return answer.json()


def test_documents_over_the_schema(schemathesis: Environment, duel: Bridge, tmp_path: Path) -> None:
    """For every seat and the operator: no internal fault, a timely response, and no event from refused documents."""
    made = documents(schemathesis, duel, tmp_path)
    tokens = [*duel.tokens.values(), ADMIN]
    kinds = {"query": 0, "mutation": 0, "subscription": 0}
    answered = 0
    for number, document in enumerate(made):
        before = duel.table.data(HEAD, ADMIN, id=duel.id)
        kind = document.split(maxsplit=1)[0].partition("{")[0] or "query"
        token = tokens[number % len(tokens)]
        answer = (by_socket if kind == "subscription" else by_post)(duel, token, document)
        errors = answer.get("errors") or []
        codes = {error.get("extensions", {}).get("code") for error in errors}
        assert not codes - KNOWN, (document, errors)
        members = [one.get("__typename") for one in (answer.get("data") or {}).values() if isinstance(one, dict)]
        assert "INTERNAL" not in json.dumps(answer), (document, answer)
        if errors or kind != "mutation" or set(members) <= REFUSED:
            assert duel.table.data(HEAD, ADMIN, id=duel.id) == before, (document, answer)
        kinds[kind] += 1
        answered += not errors
    assert min(kinds.values()) >= DOCUMENTS
    assert answered > DOCUMENTS
