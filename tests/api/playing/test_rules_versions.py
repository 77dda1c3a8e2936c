"""A fight whose rules are not played here any more is read as ever, and orders are refused in words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.api.table import ADMIN, Table, serving
from tests.support.toys.edition import KEY, First, Newest, begun, strike, upgraded

OLD = "this fight plays version 1 of the rules of Skirmish, and version 2 is installed, which does not play it"
REST = {KEY: {"rest": {"combatant": "ada"}}}
READ = """query Read($id: ID!) { encounter(id: $id) { version rulesVersion unplayed waiting { what text }
  offers { key } takeBacks { key } decisions { id } combatants { key vitals { now } }
  events(first: 50) { nodes { version text } } } }"""
SUBMIT = """mutation Act($input: SubmitInput!) { submit(input: $input) {
  __typename ... on Problem { code message } ... on Accepted { version } } }"""
FORK = """mutation Fork($id: ID!, $at: Int!, $today: Boolean!) {
  fork(encounter: $id, at: $at, todaysRules: $today) { __typename ... on Problem { code message }
    ... on Created { encounter { id rulesVersion unplayed offers { key } } tokens { seat token } } } }"""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, str, dict[str, str]]]:
    """A service of the newest version alone, a fight of the first one at a question, and its tokens."""
    store = MemoryStore()

    async def made() -> str:
        before = upgraded(store, First())
        id = await begun(before)
        await strike(before, id)
        await strike(before, id, answered=False)
        return id

    id = asyncio.run(made())
    service = Encounters(store, Registry([Rulebook(Newest())]), hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("editions"), service=service) as table:
        issue = "mutation T($i: IssueTokenInput!) { issueToken(input: $i) { ... on Issued { token { token } } } }"
        tokens = {
            seat: table.data(issue, ADMIN, i={"encounter": id, "seat": seat})["issueToken"]["token"]["token"]
            for seat in ("gm", "ana", "ben")
        }
        yield table, id, tokens


def test_it_is_read_as_ever(old: tuple[Table, str, dict[str, str]]) -> None:
    """With what its version is, and why nothing is offered; in the reader's language."""
    table, id, tokens = old
    for token in tokens.values():
        fight = table.data(READ, token, id=id)["encounter"]
        assert (fight["rulesVersion"], fight["unplayed"].partition(":")[0]) == (1, OLD)
        assert (fight["offers"], fight["takeBacks"], fight["decisions"]) == ([], [], [])
        assert fight["waiting"]["what"] == "NOTHING"
        assert "version 1 of its rules" in fight["waiting"]["text"]
        assert len(fight["events"]["nodes"]) == fight["version"]
    spanish = table.get(f"/v1/encounters/{id}", tokens["ana"], **{"accept-language": "es"}).json()
    assert spanish["unplayed"].startswith("este combate juega la versión 1 de las reglas de Skirmish")
    assert spanish["rulesVersion"] == 1


def test_orders_are_refused_in_words_by_both_fronts(old: tuple[Table, str, dict[str, str]]) -> None:
    """Orders, answers, previews, rulings and a plain fork: one code, and 422 over REST."""
    table, id, tokens = old
    version = table.get(f"/v1/encounters/{id}", tokens["gm"]).json()["version"]
    refused = table.data(SUBMIT, tokens["ana"], input={"encounter": id, "command": REST})["submit"]
    assert (refused["__typename"], refused["code"]) == ("Refused", "OUTDATED")
    assert refused["message"].startswith(OLD[1:], 1)
    correction = {"gm": {"correct": {"path": "combatants.bo.vitals.life.now", "value": 1}}}
    sent: list[tuple[str, str, Any]] = [
        ("ana", "commands", {"command": REST}),
        ("gm", "commands", {"command": correction}),
        ("gm", "commands", {"command": {"gm": {"revert": {"to": 3}}}}),
        ("ben", f"decisions/{version}", {"choice": {"key": "no"}}),
        ("ana", "previews", {"command": REST}),
        ("gm", "fork", {"at": version}),
    ]
    for seat, way, body in sent:
        answer = table.post(f"/v1/encounters/{id}/{way}", tokens[seat], body)
        assert (answer.status_code, answer.json()["code"]) == (422, "OUTDATED"), (way, answer.text)
        assert "install that version" in answer.json()["detail"]


def test_it_goes_on_as_a_fork_under_todays_rules(old: tuple[Table, str, dict[str, str]]) -> None:
    """From before the open order; both fronts take the wish."""
    table, id, tokens = old
    made = table.data(FORK, tokens["gm"], id=id, at=8, today=True)["fork"]
    assert made["__typename"] == "Created", made
    assert (made["encounter"]["rulesVersion"], made["encounter"]["unplayed"]) == (2, None)
    mine = {one["seat"]: one["token"] for one in made["tokens"]}["ana"]
    fork = made["encounter"]["id"]
    done = table.data(SUBMIT, mine, input={"encounter": fork, "command": REST})["submit"]
    assert done["__typename"] == "Accepted", done
    again = table.post(f"/v1/encounters/{id}/fork", tokens["gm"], {"at": 8, "todaysRules": True})
    assert (again.status_code, again.json()["encounter"]["rulesVersion"]) == (201, 2)
