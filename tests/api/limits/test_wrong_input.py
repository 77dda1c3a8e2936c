"""Wrong input of every kind, on every way in: what is sent, and the answer. The fight never has an event more.

Each table is a list of rows: what is wrong, what is sent, and the answer. An answer is a code, which is the same on all
ways in, and where HTTP has one of its own, a status. `{...}` in a row is filled in from the fights of this module.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import httpx
import jwt
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from api.rest.openapi import ProblemDetails
from tests.api.fights import ACT, CREATE, REPLY, WATCH, Bridge, bridge_input, sheet
from tests.api.table import ADMIN, SECRET, Table
from tests.support.amounts import PATIENCE

BAD, JSON, GQL = "BAD_USER_INPUT", "application/json", "application/graphql-response+json"
PAUSE: dict[str, Any] = {"gm": {"pause": {}}}
DEFEND: dict[str, Any] = {"fantasia": {"defend": {"combatant": "cloud"}}}
ATTACK: dict[str, Any] = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}
CHECK = {"fantasia": {"checkAttribute": {"combatant": "cloud", "attribute": "AGILITY", "purpose": "to climb"}}}
LOOK = "query L($id: ID!, $at: Int) { encounter(id: $id, at: $at) { version } }"


# -- the fights ----------------------------------------------------------------------------------------------------
class Scene:
    """Fights in different states, which nothing in this module may change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fresh, self.paused, self.ended = self._begun(), self._begun(), self._begun()
        self.paused.act("gm", PAUSE)
        self.ended.act("gm", {"gm": {"end": {"reason": "late"}}})
        self.asking = self._begun()
        assert self.asking.act("ana", CHECK)["__typename"] == "Accepted"
        self.dicey = self._made(dice="PHYSICAL", seed="")
        assert self.dicey.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
        assert self.fresh.act("gm", PAUSE, idempotencyKey="known")["__typename"] == "Accepted"
        assert self.fresh.act("gm", {"gm": {"resume": {}}})["__typename"] == "Accepted"
        self.head = self.fresh.open("gm")["version"]
        self.decision = self.asking.open("gm")["decisions"][0]["id"].partition(".")[2]
        self.dice = self.dicey.open("ana")["decisions"][0]["id"].partition(".")[2]
        self.stands = self.heads()

    def _made(self, **more: Any) -> Bridge:
        wish = bridge_input(**more)
        wish["combatants"][0]["sheet"] = sheet(initiativeBonus=40)
        return Bridge(self.table, self.table.data(CREATE, ADMIN, input=wish)["createEncounter"])

    def _begun(self) -> Bridge:
        fight = self._made()
        assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
        assert fight.open("ana")["offers"], "Cloud is the first to act"
        return fight

    @property
    def fights(self) -> list[Bridge]:
        return [self.fresh, self.paused, self.ended, self.asking, self.dicey]

    def heads(self) -> Any:
        """Version and hash of all fights, and how many fights there are."""
        fights = [self.fresh, self.paused, self.ended, self.asking, self.dicey]
        heads = [f'f{n}: encounter(id: "{one.id}") {{ version headHash }}' for n, one in enumerate(fights)]
        return self.table.data(f"{{ {' '.join(heads)} encounters(first: 500) {{ nodes {{ id }} }} }}", ADMIN)


@pytest.fixture(scope="module")
def scene(table: Table) -> Scene:
    return Scene(table)


@pytest.fixture(autouse=True)
def nothing_happens(scene: Scene, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """After every row: no fight has an event more, none was made, and the log tells of no fault."""
    yield
    assert scene.heads() == scene.stands
    assert [r.getMessage() for r in caplog.records if r.exc_info or r.levelno >= logging.ERROR] == []


# -- ways in -------------------------------------------------------------------------------------------------------
class Told(NamedTuple):
    """An answer. status: of HTTP, 0 on a socket; code, message, field: of the one error."""

    status: int
    code: str
    message: str
    field: str = ""


def told_by_rest(answer: httpx.Response) -> Told:
    """A problem+json, whole."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body = answer.json()
    assert {"type", "title", "status", "detail", "instance", "code"} <= set(body)
    assert body["status"] == answer.status_code
    assert set(body) <= set(ProblemDetails.__struct_encode_fields__), "a member that OpenAPI does not tell of"
    return Told(answer.status_code, body["code"], body["detail"], body.get("field", ""))


def told_by_graphql(body: Any, status: int = 0) -> Told:
    """The member of the union, or the one error at the top."""
    if body.get("errors"):
        error = body["errors"][0]
        where = error["extensions"].get("field") or ".".join(map(str, error["extensions"].get("path", ())))
        return Told(status, error["extensions"]["code"], error["message"], where)
    (member,) = body["data"].values()
    return Told(status, member["code"], member["message"], member.get("field") or "")


def graphql_post(table: Table, token: str | None, query: str, variables: Any) -> Told:
    answer = table.http.post(
        "/graphql", json={"query": query, "variables": variables}, headers=table.headers(token, accept=GQL)
    )
    return told_by_graphql(answer.json(), answer.status_code)


def graphql_sse(table: Table, token: str | None, query: str, variables: Any) -> Told:
    answer = table.http.post(
        "/graphql",
        json={"query": query, "variables": variables},
        headers=table.headers(token, accept="text/event-stream"),
    )
    if answer.headers["content-type"].startswith("text/event-stream"):
        event = answer.text.partition("event: next\ndata: ")[2].partition("\n")[0]
        return told_by_graphql(json.loads(event))
    return told_by_graphql(answer.json(), answer.status_code)


def graphql_socket(table: Table, token: str | None, query: str, variables: Any) -> Told:
    with connect(f"ws://127.0.0.1:{table.port}/graphql", subprotocols=["graphql-transport-ws"]) as made:  # type: ignore[list-item]
        made.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        assert json.loads(made.recv(PATIENCE))["type"] == "connection_ack"
        made.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query, "variables": variables}}))
        message = json.loads(made.recv(PATIENCE))
        return told_by_graphql({"errors": message["payload"]} if message["type"] == "error" else message["payload"])


GRAPHQL: dict[str, Callable[[Table, str | None, str, Any], Told]] = {
    "GraphQL POST": graphql_post,
    "GraphQL SSE": graphql_sse,
    "GraphQL socket": graphql_socket,
}
WAYS = ["REST", *GRAPHQL]


def by_rest_or_not(at: Mapping[str, int]) -> tuple[int, bool]:
    """Each row is sent to REST, which reads bodies by itself, and on one of the ways of GraphQL, which read alike."""
    row = at["row"] if "row" in at else at["wrong"] if "wrong" in at else at["value"]
    return row, at["way"] == 0


everywhere = pytest.mark.sampled(by_rest_or_not, "way")


def check(told: Told, code: str, says: str) -> None:
    """The code, and a sentence that says what is wrong."""
    assert told.code == code, told
    assert says.lower() in f"{told.field} {told.message}".lower(), told
    assert told.status < 500
    assert len(told.message) > 8


def filled(scene: Scene, value: Any) -> Any:
    """A row with the names of this run."""
    names = {
        "head": scene.head,
        "fresh": scene.fresh.id,
        "asking": scene.asking.id,
        "decision": scene.decision,
        "dice": scene.dice,
    }
    match value:
        case str() if value == "{ahead}":
            return names["head"] + 1
        case str() if value == "{stale}":
            return names["head"] - 1
        case str():
            for name, shown in names.items():
                value = value.replace(f"{{{name}}}", str(shown))
            return value
        case dict():
            return {key: filled(scene, item) for key, item in value.items()}
        case list():
            return [filled(scene, item) for item in value]
        case _:
            return value


# -- 1. orders and answers: the same code on every way in ------------------------------------------------------------
class Row(NamedTuple):
    """what is wrong | in which fight | by whom | what is sent | the answer"""

    wrong: str
    fight: str
    seat: str
    sent: dict[str, Any]
    code: str
    status: int
    says: str


def order(command: Any, **more: Any) -> dict[str, Any]:
    return {"command": command, **more}


def reply(decision: str, choice: Any = None, **more: Any) -> dict[str, Any]:
    return {"decision": decision, **({} if choice is None else {"choice": choice}), **more}


def tool(name: str, **fields: Any) -> dict[str, Any]:
    return order({"gm": {name: fields}})


def played(name: str, **fields: Any) -> dict[str, Any]:
    return order({"fantasia": {name: fields}})


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


FREE: dict[str, Any] = {"key": "free", "fields": {"difficulty": 9}}
LONG = "n" * 100_000

ORDERS = [
    # what cannot be read
    Row("no command", "fresh", "ana", {}, BAD, 400, "command"),
    Row("null for a command", "fresh", "ana", order(None), BAD, 400, "command"),
    Row("a number for a command", "fresh", "ana", order(7), BAD, 400, "command"),
    Row("a list for a command", "fresh", "ana", order([DEFEND]), BAD, 400, "command"),
    Row("an empty command", "fresh", "ana", order({}), BAD, 400, "exactly one"),
    Row("two commands at once", "fresh", "gm", order({**PAUSE, **DEFEND}), BAD, 400, "exactly one"),
    Row("a system that is not there", "fresh", "ana", order({"chess": {"move": {}}}), BAD, 400, "chess"),
    Row("null for an order", "fresh", "ana", order({"fantasia": None}), BAD, 400, "fantasia"),
    Row("no order", "fresh", "ana", order({"fantasia": {}}), BAD, 400, "exactly one"),
    Row("an order that is not there", "fresh", "ana", played("atack"), BAD, 400, "atack"),
    Row("a tool that is not there", "fresh", "gm", tool("smite"), BAD, 400, "smite"),
    Row("a field that is missing", "fresh", "ana", played("defend"), BAD, 400, "combatant"),
    Row("a field that is not known", "fresh", "ana", played("defend", combatant="cloud", fast=True), BAD, 400, "fast"),
    Row("null where it may not be", "fresh", "ana", played("defend", combatant=None), BAD, 400, "combatant"),
    Row("a word of another type", "fresh", "ana", played("move", combatant="cloud", metres="far"), BAD, 400, "metres"),
    Row("a list for an id", "fresh", "ana", played("defend", combatant=["cloud"]), BAD, 400, "combatant"),
    Row("a word that is none of an enum", "fresh", "ana",
        played("move", combatant="cloud", metres=1, manner="FLY"), BAD, 400, "manner"),
    Row("a number below its range", "fresh", "ana", played("move", combatant="cloud", metres=-1), BAD, 400, "metres"),
    Row("a number beyond 32 bits", "fresh", "ana",
        played("move", combatant="cloud", metres=2**31), BAD, 400, "32"),
    Row("a number beyond 64 bits", "fresh", "ana",
        played("move", combatant="cloud", metres=2**70), BAD, 400, "32"),
    Row("a fraction", "fresh", "ana", played("move", combatant="cloud", metres=1.5), BAD, 400, "1.5"),
    Row("an id with spaces", "fresh", "ana", played("defend", combatant="not an id"), BAD, 400, "combatant"),
    Row("an id with control characters", "fresh", "ana",
        played("defend", combatant="clo\u0000ud\n"), BAD, 400, "combatant"),
    Row("a very long id", "fresh", "ana", played("defend", combatant=LONG), BAD, 400, "combatant"),
    Row("a very long text", "fresh", "gm", tool("pause", reason=LONG), BAD, 400, "reason"),
    Row("a value that is nested too deeply", "fresh", "gm",
        tool("correct", path="name", value=deep(100)), BAD, 400, "inside each other"),
    Row("an expected version that is no number", "fresh", "gm", order(PAUSE, expectedVersion="1x"), BAD, 400,
        "expectedVersion"),
    Row("an expected version below zero", "fresh", "gm", order(PAUSE, expectedVersion=-1), BAD, 400, "expectedVersion"),
    Row("a key that is empty", "fresh", "gm", order(PAUSE, idempotencyKey=""), BAD, 400, "idempotencyKey"),
    Row("a key that is too long", "fresh", "gm", order(PAUSE, idempotencyKey="k" * 201), BAD, 400, "idempotencyKey"),
    Row("faces that are no numbers", "fresh", "ana", order(DEFEND, faces=["six"]), BAD, 400, "faces"),
    Row("a face of zero", "fresh", "ana", order(DEFEND, faces=[0]), BAD, 400, "faces"),
    Row("too many faces to read", "fresh", "ana", order(DEFEND, faces=[1] * 1000), BAD, 400, "faces"),
    Row("a decision's id that is none", "asking", "gm", reply("twelve", FREE), BAD, 400, "twelve"),
    Row("a decision's id below zero", "asking", "gm", reply("-1", FREE), BAD, 400, "-1"),
    Row("a choice without its key", "asking", "gm", reply("{decision}", {"fields": {}}), BAD, 400, "key"),
    Row("a choice that is a word", "asking", "gm", reply("{decision}", "free"), BAD, 400, "choice"),
    Row("a choice with an unknown field", "asking", "gm",
        reply("{decision}", {**FREE, "haste": 1}), BAD, 400, "haste"),
    Row("a pick beyond 32 bits", "asking", "gm",
        reply("{decision}", {"key": "free", "fields": {"difficulty": 2**40}}), BAD, 400, "32"),
    # what is not allowed now
    Row("a combatant that is not there", "fresh", "ana", played("defend", combatant="nobody"), "UNKNOWN", 422,
        "combatant"),
    Row("a target that is not there", "fresh", "ana",
        played("attack", attacker="cloud", target="nobody", weapon="sword_2"), "UNKNOWN", 422, "nobody"),
    Row("a weapon that he does not have", "fresh", "ana",
        played("attack", attacker="cloud", target="steiner", weapon="spoon"), "NOT_LEGAL", 422, "spoon"),
    Row("somebody else's combatant", "fresh", "ana", played("defend", combatant="steiner"), "NOT_YOURS", 403,
        "combatant"),
    Row("a combatant of the fight next door", "fresh", "ana",
        played("defend", combatant="{asking}.cloud"), BAD, 400, "combatant"),
    Row("out of turn", "fresh", "gm", played("defend", combatant="steiner"), "NOT_LEGAL", 422, "turn"),
    Row("a spectator who acts", "fresh", "eve", order(DEFEND), "NOT_YOURS", 403, "cloud"),
    Row("a tool of the GM, by a player", "fresh", "ana", order(PAUSE), "NOT_YOURS", 403, "GM"),
    Row("a tool of the GM, by a spectator", "fresh", "eve", order(PAUSE), "NOT_YOURS", 403, "GM"),
    Row("a revert to a version ahead", "fresh", "gm", tool("revert", to=99999), "NOT_LEGAL", 422, "version"),
    Row("a correction of what is not there", "fresh", "gm",
        tool("correct", path="combatants.nobody.name", value="x"), "NOT_LEGAL", 422, "nobody"),
    Row("a correction of a wrong type", "fresh", "gm",
        tool("correct", path="combatants.cloud.vitals.hp.now", value="many"), "NOT_LEGAL", 422,
        "combatants.cloud.vitals.hp.now: expected a whole number"),
    Row("resuming what is not paused", "fresh", "gm", tool("resume"), "NOT_LEGAL", 422, "not paused"),
    Row("pausing what is paused", "paused", "gm", order(PAUSE), "PAUSED", 422, "paused"),
    Row("an order while the fight is paused", "paused", "ana", order(DEFEND), "PAUSED", 422, "paused"),
    Row("an order after the end", "ended", "ana", order(DEFEND), "ENDED", 422, "fork"),
    Row("a tool after the end", "ended", "gm", order(PAUSE), "ENDED", 422, "fork"),
    Row("an order while a decision is open", "asking", "ana", order(DEFEND), "DECISION_OPEN", 422, "comes first"),
    Row("a decision of another seat", "asking", "ana", reply("{decision}", FREE), "NOT_YOURS", 403, "decision"),
    Row("a spectator who answers", "asking", "eve", reply("{decision}", FREE), "NOT_YOURS", 403, "decision"),
    Row("a decision that is not open", "asking", "gm", reply("999", FREE), "DECISION_CLOSED", 422, "not open"),
    Row("a decision where none is open", "fresh", "gm", reply("3", FREE), "DECISION_CLOSED", 422, "not open"),
    Row("an option that is not there", "asking", "gm", reply("{decision}", {"key": "fly"}), "NOT_LEGAL", 422, "fly"),
    Row("no option", "asking", "gm", reply("{decision}"), "NOT_LEGAL", 422, "choice"),
    Row("a pick out of range", "asking", "gm",
        reply("{decision}", {"key": "free", "fields": {"difficulty": 100}}), "NOT_LEGAL", 422, "difficulty"),
    Row("a pick of another type", "asking", "gm",
        reply("{decision}", {"key": "free", "fields": {"difficulty": "hard"}}), "NOT_LEGAL", 422, "difficulty"),
    Row("a pick for a field that is not there", "asking", "gm",
        reply("{decision}", {"key": "free", "fields": {"luck": 1}}), "NOT_LEGAL", 422, "luck"),
    Row("faces where nothing is rolled by hand", "fresh", "ana", order(DEFEND, faces=[3]), "FACES", 422, "faces"),
    Row("faces for a tool that rolls nothing", "fresh", "gm", order(PAUSE, faces=[3]), "FACES", 422, "faces"),
    Row("no faces where dice are asked for", "dicey", "ana", reply("{dice}"), "FACES", 422, "faces"),
    Row("too few faces", "dicey", "ana", reply("{dice}", faces=[3]), "FACES", 422, "faces"),
    Row("too many faces", "dicey", "ana", reply("{dice}", faces=[3, 4, 5]), "FACES", 422, "faces"),
    Row("a face that the die does not have", "dicey", "ana", reply("{dice}", faces=[3, 7]), "FACES", 422, "faces"),
    Row("a choice where dice are asked for", "dicey", "ana", reply("{dice}", FREE), "FACES", 422, "type the faces"),
    Row("the dice of another seat", "dicey", "eve", reply("{dice}", faces=[3, 4]), "NOT_YOURS", 403, "decision"),
    # what comes too late, or twice
    Row("a stale expected version", "fresh", "gm", order(PAUSE, expectedVersion="{stale}"), "CONFLICT", 412, "{head}"),
    Row("an expected version ahead", "fresh", "gm", order(PAUSE, expectedVersion="{ahead}"), "CONFLICT", 412, "{head}"),
    Row("a key with another order", "fresh", "gm", tool("resume"), "KEY_REUSED", 422, "known"),
]  # fmt: skip


def send(scene: Scene, way: str, fight: str, token: str | None, sent: dict[str, Any]) -> Told:
    """An order or an answer, on one way in. fight: its id."""
    if way == "REST":
        body = dict(sent)
        place = f"decisions/{body.pop('decision')}" if "decision" in body else "commands"
        return told_by_rest(scene.table.post(f"/v1/encounters/{fight}/{place}", token, body))
    query = REPLY if "decision" in sent else ACT
    return GRAPHQL[way](scene.table, token, query, {"input": {"encounter": fight, **sent}})


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", ORDERS, ids=lambda row: row.wrong)
def test_orders_and_answers(scene: Scene, row: Row, way: str) -> None:
    fight: Bridge = getattr(scene, row.fight)
    sent = filled(scene, row.sent)
    if row.code == "KEY_REUSED":
        sent["idempotencyKey"] = "known"
    told = send(scene, way, fight.id, fight.tokens[row.seat], sent)
    check(told, row.code, filled(scene, row.says))
    if way == "REST":
        assert told.status == row.status


# A bot for a seat: whose token, in which fight, for which seat, what is sent.
SET_BOT = """mutation S($input: SetBotInput!) { setBot(input: $input) {
  ... on Accepted { version } ... on Problem { code message } ... on Refused { field } } }"""
ON: dict[str, Any] = {"bot": "GREEDY"}
BOTS: list[tuple[str, str, str, str, dict[str, Any], str, int, str]] = [
    ("a bot that is none", "gm", "fresh", "ana", {"bot": "CLEVER"}, BAD, 400, "bot"),
    ("a bot in small letters", "gm", "fresh", "ana", {"bot": "greedy"}, BAD, 400, "GREEDY"),
    ("no word of a bot", "gm", "fresh", "ana", {}, BAD, 400, "bot"),
    ("a number for a bot", "gm", "fresh", "ana", {"bot": 1}, BAD, 400, "bot"),
    ("a field that is not known", "gm", "fresh", "ana", {**ON, "speed": 3}, BAD, 400, "speed"),
    ("a key that is empty", "gm", "fresh", "ana", {**ON, "idempotencyKey": ""}, BAD, 400, "idempotencyKey"),
    ("a version below zero", "gm", "fresh", "ana", {**ON, "expectedVersion": -1}, BAD, 400, "expectedVersion"),
    ("a very long seat", "gm", "fresh", "n" * 300, ON, BAD, 400, "seat"),
    ("a seat that is not there", "gm", "fresh", "zoe", ON, "UNKNOWN", 422, "gm, ana, eve"),
    ("a seat of the fight next door", "gm", "fresh", "{asking}.ana", ON, "UNKNOWN", 422, "there is no seat"),
    ("a spectator's seat", "gm", "fresh", "eve", ON, "NOT_LEGAL", 422, "looks on"),
    ("a spectator's seat, by himself", "eve", "fresh", "eve", ON, "NOT_LEGAL", 422, "looks on"),
    ("the GM's seat, by a player", "ana", "fresh", "gm", ON, "NOT_YOURS", 403, "another's"),
    ("a player's seat, by a spectator", "eve", "fresh", "ana", ON, "NOT_YOURS", 403, "another's"),
    ("nobody's seat, by a player", "ana", "fresh", "zoe", ON, "UNKNOWN", 422, "there is no seat"),
    ("no bot where there is none", "gm", "fresh", "ana", {"bot": None}, "NOT_LEGAL", 422, "no bot plays"),
    ("no bot where there is none, by the operator", "admin", "fresh", "ana", {"bot": None}, "NOT_LEGAL", 422, "no bot"),
    ("nobody's token", "nobody", "fresh", "ana", ON, "UNAUTHENTICATED", 401, "token"),
    ("a token of another fight", "gm of asking", "fresh", "ana", ON, "UNKNOWN", 404, "no encounter"),
    ("after the end", "gm", "ended", "ana", ON, "ENDED", 422, "fork"),
    ("a stale version", "gm", "fresh", "ana", {**ON, "expectedVersion": "{stale}"}, "CONFLICT", 412, "{head}"),
    ("a key with another wish", "gm", "fresh", "ana", {**ON, "idempotencyKey": "known"}, "KEY_REUSED", 422, "known"),
]  # fmt: skip


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("wrong", "who", "name", "seat", "sent", "code", "status", "says"), BOTS, ids=[row[0] for row in BOTS]
)
def test_bots(
    scene: Scene,
    way: str,
    wrong: str,
    who: str,
    name: str,
    seat: str,
    sent: dict[str, Any],
    code: str,
    status: int,
    says: str,
) -> None:
    fight: Bridge = getattr(scene, name)
    tokens = {**fight.tokens, "admin": ADMIN, "nobody": None, "gm of asking": scene.asking.tokens["gm"]}
    token, seat, sent = tokens[who], filled(scene, seat), filled(scene, sent)
    if way == "REST":
        path = f"/v1/encounters/{fight.id}/seats/{seat}/bot"
        told = told_by_rest(scene.table.http.put(path, json=sent, headers=scene.table.headers(token)))
        assert told.status == status, told
    else:
        told = GRAPHQL[way](scene.table, token, SET_BOT, {"input": {"encounter": fight.id, "seat": seat, **sent}})
    check(told, code, filled(scene, says))


# What is at fault, by its whole path: the same on every way in. "input" is GraphQL's own.
FIELDS: list[tuple[str, str, str, dict[str, Any], str, str]] = [
    ("a field that is misspelt", "fresh", "ana", order(DEFEND, face=[1]), "face", "did you mean 'faces'?"),
    ("a face that is no number", "fresh", "ana", order(DEFEND, faces=[3, "x"]), "faces.1", ""),
    ("a version that is none", "fresh", "gm", order(PAUSE, expectedVersion="1x"), "expectedVersion", ""),
    ("a word of another type", "fresh", "ana", played("move", combatant="cloud", metres="far"),
     "command.fantasia.move.metres", ""),
    ("a fraction", "fresh", "ana", played("move", combatant="cloud", metres=1.5), "command.fantasia.move.metres", ""),
    ("a number beyond 32 bits", "fresh", "ana", played("move", combatant="cloud", metres=2**31),
     "command.fantasia.move.metres", "32"),
    ("a word that is none of an enum", "fresh", "ana", played("move", combatant="cloud", metres=1, manner="WALKS"),
     "command.fantasia.move.manner", "did you mean"),
    ("a field that is missing", "fresh", "ana", played("defend"), "command.fantasia.defend.combatant", ""),
    ("a field that is not known", "fresh", "ana", played("defend", combatant="cloud", fast=1),
     "command.fantasia.defend.fast", ""),
    ("null where it may not be", "fresh", "ana", played("defend", combatant=None),
     "command.fantasia.defend.combatant", ""),
    ("an id with spaces", "fresh", "ana", played("defend", combatant="a b"), "command.fantasia.defend.combatant",
     "expected an id"),
    ("two commands at once", "fresh", "gm", order({**PAUSE, **DEFEND}), "command", "leave the others out"),
    ("a second command that is null", "fresh", "gm", order({**PAUSE, "fantasia": None}), "command", "also those"),
    ("a place of two kinds", "fresh", "gm",
     order({"fantasia": {"enter": {"id": "tifa", "name": "Tifa", "side": "heroes", "sheet": {"ref": "soldier"},
                                   "place": {"zone": "bridge", "cell": {"x": 1, "y": 1}}}}}),
     "command.fantasia.enter.place", "zone and cell"),
    ("a target that is not there", "fresh", "ana",
     played("attack", attacker="cloud", target="nobody", weapon="sword_2"), "target", "nobody"),
    ("out of turn", "fresh", "gm", played("defend", combatant="steiner"), "combatant", "not the turn"),
    ("faces in a fight that rolls for itself", "fresh", "ana", order(DEFEND, faces=[3]), "faces", "its own dice"),
    ("too few faces", "dicey", "ana", reply("{dice}", faces=[3]), "faces", "wants 2"),
    ("a choice beside faces", "dicey", "ana", reply("{dice}", FREE, faces=[3, 4]), "choice", "leave `choice` out"),
    ("an order while a decision is open", "asking", "ana", order(DEFEND), "", "who answers: GM"),
]  # fmt: skip


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("wrong", "fight", "seat", "sent", "field", "says"), FIELDS, ids=[f"{row[0]} at {row[4]}" for row in FIELDS]
)
def test_what_is_at_fault_has_its_path(
    scene: Scene, way: str, wrong: str, fight: str, seat: str, sent: dict[str, Any], field: str, says: str
) -> None:
    one: Bridge = getattr(scene, fight)
    told = send(scene, way, one.id, one.tokens[seat], filled(scene, sent))
    assert told.field.removeprefix("input.") == field, told
    assert filled(scene, says).lower() in told.message.lower(), told
    assert "$." not in told.message
    assert "`int`" not in told.message


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (DEFEND, '{"command": {"fantasia": {...}}}'),
        (PAUSE, '{"command": {"gm": {...}}}'),
        (DEFEND["fantasia"], '{"command": {"fantasia": {"defend": {...}}}}'),
        ({"command": DEFEND["fantasia"]}, '{"fantasia": {"defend": {...}}}'),
    ],
)
def test_an_order_that_is_not_wrapped(scene: Scene, sent: dict[str, Any], says: str) -> None:
    """GraphQL says by itself what its inputs have."""
    told = send(scene, "REST", scene.fresh.id, scene.fresh.tokens["ana"], sent)
    check(told, BAD, says)
    assert told.field == "command"


# -- 2. who asks -----------------------------------------------------------------------------------------------------
def claims(scene: Scene, **more: Any) -> dict[str, Any]:
    return {"enc": scene.fresh.id, "seat": "gm", "role": "GM", "epoch": 0, "exp": int(time.time()) + 60, **more}


def signed(payload: dict[str, Any], secret: str | None = SECRET, algorithm: str = "HS256") -> str:
    return jwt.encode(payload, secret, algorithm=algorithm)


TOKENS: list[tuple[str, Callable[[Scene], str | None], str, int, str]] = [
    ("no token", lambda s: None, "UNAUTHENTICATED", 401, "send a token"),
    ("no token at all", lambda s: "hello", "UNAUTHENTICATED", 401, "no token of this server"),
    ("half a token", lambda s: s.fresh.tokens["gm"][:-4], "UNAUTHENTICATED", 401, "no token of this server"),
    ("signed by somebody else", lambda s: signed(claims(s), "x" * 40), "UNAUTHENTICATED", 401, "new one"),
    ("not signed", lambda s: signed(claims(s), None, "none"), "UNAUTHENTICATED", 401, "new one"),
    ("signed by another algorithm", lambda s: signed(claims(s), SECRET * 2, "HS512"), "UNAUTHENTICATED", 401, "new"),
    ("expired", lambda s: signed(claims(s, exp=int(time.time()) - 1)), "UNAUTHENTICATED", 401, "expired"),
    ("a role that is none", lambda s: signed(claims(s, role="KING")), "UNAUTHENTICATED", 401, "new one"),
    ("revoked", lambda s: signed(claims(s, epoch=-1)), "UNAUTHENTICATED", 401, "revoked"),
    ("of another fight", lambda s: s.asking.tokens["gm"], "UNKNOWN", 404, "no encounter"),
    ("of a seat that is not there", lambda s: signed(claims(s, seat="zoe")), "NOT_YOURS", 403, "zoe"),
    ("the operator's, where a seat acts", lambda s: ADMIN, "NOT_YOURS", 403, "issue a seat's token"),
]


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrong", "token", "code", "status", "says"), TOKENS, ids=[t[0] for t in TOKENS])
def test_tokens(
    scene: Scene, way: str, wrong: str, token: Callable[[Scene], str | None], code: str, status: int, says: str
) -> None:
    if way == "GraphQL socket" and code == "UNAUTHENTICATED" and token(scene) is not None and wrong != "revoked":
        with pytest.raises(ConnectionClosed, match="4403"):
            send(scene, way, scene.fresh.id, token(scene), order(PAUSE))
        return
    told = send(scene, way, scene.fresh.id, token(scene), order(PAUSE))
    check(told, code, says)
    if way == "REST":
        assert told.status == status


ADMINS = [
    ("a fight made by a seat", "POST", "/v1/encounters", bridge_input(), CREATE, {"input": bridge_input()}),
    ("the listing for a seat", "GET", "/v1/encounters", None, "{ encounters { nodes { id } } }", {}),
]


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrong", "method", "path", "body", "query", "variables"), ADMINS, ids=[a[0] for a in ADMINS])
def test_what_is_the_operators(
    scene: Scene, way: str, wrong: str, method: str, path: str, body: Any, query: str, variables: Any
) -> None:
    table, gm = scene.table, scene.fresh.tokens["gm"]
    if way == "REST":
        told = told_by_rest(table.http.request(method, path, json=body, headers=table.headers(gm)))
        assert told.status == 403
    else:
        told = GRAPHQL[way](table, gm, query, variables)
    check(told, "NOT_YOURS", "admin token")


# -- 3. fights that are made -------------------------------------------------------------------------------------------
def changed(**more: Any) -> dict[str, Any]:
    return {**bridge_input(), **more}


def fighter(**more: Any) -> dict[str, Any]:
    return changed(combatants=[{"id": "cloud", "name": "Cloud", "side": "heroes", "sheet": sheet(), **more}])


SEAT = {"id": "gm", "name": "GM", "role": "GM"}
CREATIONS: list[tuple[str, dict[str, Any], str, int, str]] = [
    ("nothing", {}, BAD, 400, "system"),
    ("a system that is not there", changed(system="chess"), BAD, 400, "fantasia"),
    ("no name", changed(name=""), BAD, 400, "name"),
    ("a very long name", changed(name=LONG), BAD, 400, "name"),
    ("a field that is not known", changed(gods=[]), BAD, 400, "gods"),
    ("no seats", changed(seats=[]), "NOT_LEGAL", 422, "GM"),
    ("no GM", changed(seats=[{"id": "ana", "name": "Ana", "role": "PLAYER"}]), "NOT_LEGAL", 422, "GM"),
    ("two seats of one name", changed(seats=[SEAT, SEAT]), "NOT_LEGAL", 422, "share"),
    ("more seats than a table has", changed(seats=[{**SEAT, "id": f"s{n}"} for n in range(101)]), BAD, 400, "seats"),
    ("a seat's id with spaces", changed(seats=[{**SEAT, "id": "the gm"}]), BAD, 400, "id"),
    ("a role that is none", changed(seats=[{**SEAT, "role": "KING"}]), BAD, 400, "role"),
    ("a bot that is none", changed(seats=[{**SEAT, "bot": "CLEVER"}]), BAD, 400, "bot"),
    (
        "a bot for who looks on",
        changed(seats=[SEAT, {"id": "eve", "name": "Eve", "role": "SPECTATOR", "bot": "GREEDY"}]),
        "NOT_LEGAL",
        422,
        "looks on",
    ),
    ("two combatants of one name", changed(combatants=[fighter()["combatants"][0]] * 2), "NOT_LEGAL", 422, "cloud"),
    ("a combatant of a seat that is not there", fighter(seat="zoe"), "NOT_LEGAL", 422, "zoe"),
    ("seen by a seat that is not there", fighter(seenBy=["zoe"]), "NOT_LEGAL", 422, "zoe"),
    ("no sheet", fighter(sheet=None), BAD, 400, "sheet"),
    ("an empty sheet", fighter(sheet={}), BAD, 400, "sheet"),
    ("a sheet of another system", fighter(sheet={"chess": {}}), BAD, 400, "sheet"),
    ("a sheet with an unknown field", fighter(sheet=sheet(wings=2)), BAD, 400, "wings"),
    ("a sheet with a word for a number", fighter(sheet=sheet(initiativeBonus="many")), BAD, 400, "initiativeBonus"),
    ("a creature that is not there", fighter(sheet={"fantasia": {"ref": "unicorn"}}), "NOT_LEGAL", 422, "unicorn"),
    (
        "granted what is not there",
        fighter(sheet=sheet(grantedSpells=[{"ability": "meteor"}])),
        "NOT_LEGAL",
        422,
        "grantedSpells the catalogue has no 'meteor'",
    ),
    ("vitals beyond 32 bits", fighter(vitals={"hp": 2**40}), BAD, 400, "at most 1000000"),
    ("a vital that is not there", fighter(vitals={"luck": 1}), "NOT_LEGAL", 422, "luck"),
    ("dice that are none", changed(dice="LOADED"), BAD, 400, "dice"),
    ("a key that is too long", changed(idempotencyKey="k" * 201), BAD, 400, "idempotencyKey"),
    ("a seed for dice that are not open", changed(dice="SEEDED"), BAD, 400, "seed"),
    ("a place of two kinds", fighter(place={"zone": "bridge", "rank": 1}), BAD, 400, "zone and rank"),
]


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrong", "sent", "code", "status", "says"), CREATIONS, ids=[c[0] for c in CREATIONS])
def test_creations(scene: Scene, way: str, wrong: str, sent: dict[str, Any], code: str, status: int, says: str) -> None:
    if way == "REST":
        told = told_by_rest(scene.table.post("/v1/encounters", ADMIN, sent))
        assert told.status == status
    else:
        told = GRAPHQL[way](scene.table, ADMIN, CREATE, {"input": sent})
    check(told, code, says)


MADE: list[tuple[str, dict[str, Any], str]] = [
    ("two combatants of one name", changed(combatants=[fighter()["combatants"][0]] * 2), "combatants.1.id"),
    ("a creature that is not there", fighter(sheet={"fantasia": {"ref": "unicorn"}}),
     "combatants.0.sheet.fantasia.ref"),
    ("granted what is not there", fighter(sheet=sheet(grantedSpells=[{"ability": "meteor"}])),
     "combatants.0.sheet.fantasia.grantedSpells"),
    ("a sheet with a word for a number", fighter(sheet=sheet(initiativeBonus="many")),
     "combatants.0.sheet.fantasia.initiativeBonus"),
    ("a vital that is a word", fighter(vitals={"mp": 1, "hp": "many"}), "combatants.0.vitals.hp"),
    ("a role that is none", changed(seats=[SEAT, {**SEAT, "id": "b", "role": "KING"}]), "seats.1.role"),
    ("a place of two kinds", fighter(place={"zone": "bridge", "rank": 1}), "combatants.0.place"),
    ("a system that is not there", changed(system="dnd"), "system"),
    ("a seed for dice that are not open", changed(dice="PHYSICAL"), "seed"),
]  # fmt: skip


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wrong", "sent", "field"), MADE, ids=[row[0] for row in MADE])
def test_what_is_at_fault_with_a_new_fight_has_its_path(
    scene: Scene, way: str, wrong: str, sent: dict[str, Any], field: str
) -> None:
    if way == "REST":
        told = told_by_rest(scene.table.post("/v1/encounters", ADMIN, sent))
    else:
        told = GRAPHQL[way](scene.table, ADMIN, CREATE, {"input": sent})
    assert told.field.removeprefix("input.") == field, told


LISTS = [
    ("system", "dnd", "installed: dozen_die, "),
    ("after", "soon", "no cursor"),
    ("after", "", "no cursor"),
]


@everywhere
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "value", "says"), LISTS)
def test_lists_of_fights(scene: Scene, way: str, name: str, value: str, says: str) -> None:
    """A filter that nothing can pass is refused, and so is a cursor that no page gave."""
    if way == "REST":
        told = told_by_rest(scene.table.get(f"/v1/encounters?{name}={value}", ADMIN))
    else:
        query = f"query L($v: ID) {{ encounters({name}: $v) {{ nodes {{ id }} }} }}"
        told = GRAPHQL[way](scene.table, ADMIN, query, {"v": value})
    check(told, BAD, says)
    assert told.field == name


# -- 4. bodies that are no request -------------------------------------------------------------------------------------
WISH = b'{"command":{"gm":{"pause":{}}}%s}'
DEEP = b"[" * 500 + b"]" * 500
ASK = b'{"query":"{ viewer { seat } }"%s}'
BODIES: list[tuple[str, bytes, bytes, str]] = [
    ("nothing", b"", b"", ""),
    ("no JSON", b"{", b"{", ""),
    ("more than one JSON", WISH % b"" + b"{}", ASK % b"" + b"{}", ""),
    ("an array", b"[%s]" % (WISH % b""), b"[%s]" % (ASK % b""), ""),
    ("a number", b"7", b"7", "object"),
    ("a word", b'"pause"', b'"{ viewer { seat } }"', "object"),
    ("null", b"null", b"null", "object"),
    ("bytes that are no UTF-8", WISH % b',"\xff":1', ASK % b',"\xff":1', ""),
    ("a lone surrogate", WISH % b',"idempotencyKey":"\\ud800"', ASK % b',"operationName":"\\ud800"', ""),
    ("NaN", WISH % b',"expectedVersion":NaN', ASK % b',"variables":{"a":NaN}', ""),
    ("Infinity", WISH % b',"expectedVersion":Infinity', ASK % b',"variables":{"a":Infinity}', ""),
    ("a number too large", WISH % b',"expectedVersion":1e400', ASK % b',"variables":{"a":1e400}', ""),
    ("a key twice", WISH % b',"command":{"gm":{"resume":{}}}', ASK % b',"query":"{ systems { id } }"', "twice"),
    ("nested too deeply", WISH % (b',"a":' + DEEP), ASK % (b',"variables":{"a":%s}' % DEEP),
     "inside each other"),
    ("nested without end", b"[" * 200_000, b"[" * 200_000, ""),
    ("a control character", WISH % b',"idempotencyKey":"a\x00b"', ASK % b',"operationName":"a\x00b"', ""),
]  # fmt: skip


@pytest.mark.sampled(by_rest_or_not, "way", "chunked")
@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
@pytest.mark.parametrize("way", ["REST", "GraphQL POST", "GraphQL SSE"])
@pytest.mark.parametrize(("wrong", "rest", "graphql", "says"), BODIES, ids=[b[0] for b in BODIES])
def test_bodies(scene: Scene, way: str, wrong: str, rest: bytes, graphql: bytes, says: str, chunked: bool) -> None:
    told = post(scene, way, rest if way == "REST" else graphql, chunked=chunked)
    check(told, BAD, says)
    assert told.status == 400


def post(
    scene: Scene, way: str, body: bytes, *, chunked: bool = False, media: str | None = JSON, accept: str | None = None
) -> Told:
    """A body as it is."""
    accept = accept or ("text/event-stream" if way == "GraphQL SSE" else GQL if way == "GraphQL POST" else "*/*")
    headers = scene.table.headers(scene.fresh.tokens["gm"], accept=accept)
    if media is not None:
        headers["content-type"] = media
    content: Any = iter([body[:9], body[9:]]) if chunked else body
    path = f"/v1/encounters/{scene.fresh.id}/commands" if way == "REST" else "/graphql"
    answer = scene.table.http.post(path, content=content, headers=headers)
    return told_by_rest(answer) if way == "REST" else told_by_graphql(answer.json(), answer.status_code)


@pytest.mark.parametrize("way", ["REST", "GraphQL POST", "GraphQL SSE"])
@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
def test_bodies_that_are_too_large(scene: Scene, way: str, chunked: bool) -> None:
    """The same answer, whether their length is declared or comes to light."""
    told = post(scene, way, b" " * 3_000_000, chunked=chunked)
    check(told, "TOO_LARGE", "send less")
    assert told.status == 413


@pytest.mark.parametrize("way", ["REST", "GraphQL POST"])
@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None])
def test_bodies_of_another_type(scene: Scene, way: str, media: str | None) -> None:
    told = post(scene, way, WISH % b"" if way == "REST" else ASK % b"", media=media)
    check(told, BAD, "application/json")
    assert told.status == (400 if way == "REST" else 415)


def test_an_unreadable_body_of_another_type(scene: Scene) -> None:
    """Both are said at once."""
    told = post(scene, "REST", b"{", media=None)
    check(told, BAD, "application/json")
    check(told, BAD, "nor is it JSON")


# -- 5. documents of GraphQL -----------------------------------------------------------------------------------------
DOCUMENTS: list[tuple[str, Any, Any, str, str]] = [
    ("a syntax error", "{ viewer {", {}, BAD, "Syntax Error"),
    ("an empty document", "", {}, BAD, ""),
    ("an unknown field", "{ viewer { crown } }", {}, BAD, "crown"),
    ("an unknown argument", "{ viewer(now: true) { seat } }", {}, BAD, "now"),
    ("a variable that is missing", LOOK, {}, BAD, "$id"),
    ("a variable of another type", LOOK, {"id": {"a": 1}}, BAD, "$id"),
    ("a variable that is null", LOOK, {"id": None}, BAD, "$id"),
    ("a number beyond 32 bits", LOOK, {"id": "{fresh}", "at": 2**40}, BAD, "32"),
    ("variables that are a list", LOOK, [1], BAD, "variables"),
    ("too deep", "{ systems" + " { rules" * 14 + " { id }" + " }" * 14 + " }", {}, BAD, "depth"),
    ("too many aliases", "{" + " ".join(f"a{n}: __typename" for n in range(40)) + "}", {}, BAD, "aliases"),
    ("too many tokens", "{" + "a " * 5000 + "}", {}, BAD, "tokens"),
    ("two operations without a name", "query A { viewer { seat } } query B { viewer { seat } }", {}, BAD, "operation"),
    ("a version ahead", LOOK, {"id": "{fresh}", "at": 99999}, BAD, "version from 1 to"),
    ("a version below one", LOOK, {"id": "{fresh}", "at": 0}, BAD, "version from 1 to"),
    ("a page that is too large",
     "query P($id: ID!) { encounter(id: $id) { events(first: 501) { nodes { version } } } }",
     {"id": "{fresh}"}, BAD, "500"),
    ("a cursor that is none", 'query P($id: ID!) { encounter(id: $id) { events(after: "x") { nodes { version } } } }',
     {"id": "{fresh}"}, BAD, "cursor"),
    ("an audit of nothing", "query A($id: ID!) { audit(encounter: $id) { version } }", {"id": "nothing"}, "UNKNOWN",
     "no encounter"),
]  # fmt: skip


@pytest.mark.sampled("wrong", "way")
@pytest.mark.parametrize("way", [*GRAPHQL, "GraphQL GET"])
@pytest.mark.parametrize(("wrong", "query", "variables", "code", "says"), DOCUMENTS, ids=[d[0] for d in DOCUMENTS])
def test_documents(scene: Scene, way: str, wrong: str, query: Any, variables: Any, code: str, says: str) -> None:
    table, gm, variables = scene.table, scene.fresh.tokens["gm"], filled(scene, variables)
    if way == "GraphQL GET":
        sent = {"query": query, "variables": json.dumps(variables)}
        answer = table.http.get("/graphql", params=sent, headers=table.headers(gm, accept=GQL))
        told = told_by_graphql(answer.json(), answer.status_code)
    elif way == "GraphQL socket" and isinstance(variables, list):
        with pytest.raises(ConnectionClosed, match="4400"):
            graphql_socket(table, gm, query, variables)
        return
    else:
        told = GRAPHQL[way](table, gm, query, variables)
    check(told, code, says)


@pytest.mark.parametrize(
    "command", ["{gm: {pause: {}}, fantasia: null}", "{gm: {pause: {}, resume: {}}}", "{fantasia: {}}"]
)
def test_an_order_of_several_in_the_document(scene: Scene, command: str) -> None:
    query = f'mutation {{ submit(input: {{encounter: "a", command: {command}}}) {{ __typename }} }}'
    check(graphql_post(scene.table, scene.fresh.tokens["gm"], query, {}), BAD, "leave the others out")


WATCHES: list[tuple[str, str, Any, str, str]] = [
    ("a version ahead", WATCH, {"id": "{fresh}", "after": 99999}, "AHEAD", "begin again"),
    ("a version below zero", WATCH, {"id": "{fresh}", "after": -1}, BAD, "after"),
    ("no such fight", WATCH, {"id": "nothing", "after": 0}, "UNKNOWN", "no encounter"),
    ("a fight of others", WATCH, {"id": "{asking}", "after": 0}, "UNKNOWN", "no encounter"),
    ("the state of no fight", "subscription S($id: ID!) { encounter(id: $id) { version } }", {"id": "no"}, "UNKNOWN",
     "no encounter"),
]  # fmt: skip


@pytest.mark.parametrize("way", ["GraphQL SSE", "GraphQL socket"])
@pytest.mark.parametrize(("wrong", "query", "variables", "code", "says"), WATCHES, ids=[w[0] for w in WATCHES])
def test_subscriptions(scene: Scene, way: str, wrong: str, query: str, variables: Any, code: str, says: str) -> None:
    told = GRAPHQL[way](scene.table, scene.fresh.tokens["gm"], query, filled(scene, variables))
    check(told, code, says)


def test_operations_that_their_way_does_not_take(scene: Scene) -> None:
    """A subscription by POST and by GET, a mutation by GET, several requests in one, other methods, other answers."""
    table, headers = scene.table, scene.table.headers(scene.fresh.tokens["gm"], accept=GQL)
    watch = {"query": WATCH, "variables": {"id": scene.fresh.id, "after": 0}}
    mutation = {"query": ACT, "variables": json.dumps({"input": {"encounter": scene.fresh.id, "command": PAUSE}})}
    cases: list[tuple[httpx.Response, int, str]] = [
        (table.http.post("/graphql", json=watch, headers=headers), 400, "graphql-transport-ws"),
        (table.http.get("/graphql", params={**mutation}, headers=headers), 405, "mutation"),
        (table.http.post("/graphql", json=[watch, watch], headers=headers), 400, "batch"),
        (table.http.put("/graphql", json=watch, headers=headers), 405, "GET and POST"),
        (table.http.get("/graphql", headers=headers), 400, "query"),
        (table.http.post("/graphql", json=watch, headers={**headers, "accept": "image/png"}), 406, "speaks"),
    ]
    for answer, status, says in cases:
        told = told_by_graphql(answer.json(), answer.status_code)
        assert told.status == status
        check(told, BAD, says)


# -- 6. paths, headers and query strings of REST -----------------------------------------------------------------------
V1 = "/v1/encounters/{fresh}"
REQUESTS: list[tuple[str, str, str, dict[str, str], Any, int, str, str]] = [
    ("nothing there", "GET", "/nowhere", {}, None, 404, "UNKNOWN", "address"),
    ("another method", "PATCH", V1, {}, {}, 405, BAD, "method"),
    ("another method with a body", "DELETE", f"{V1}/commands", {}, None, 405, BAD, "method"),
    ("no such fight", "GET", "/v1/encounters/nothing", {}, None, 404, "UNKNOWN", "no encounter"),
    ("a fight's id with odd characters", "GET", "/v1/encounters/%00%ff%F0%9F", {}, None, 404, "UNKNOWN", "encounter"),
    ("a very long id", "GET", "/v1/encounters/" + "n" * 5000, {}, None, 404, "UNKNOWN", "encounter"),
    ("an order to no fight", "POST", "/v1/encounters/nothing/commands", {}, {"command": PAUSE}, 404, "UNKNOWN", "no"),
    ("an order to the past", "POST", f"{V1}@2/commands", {}, {"command": PAUSE}, 422, "NOT_LEGAL", "past"),
    ("a decision's id that is none", "POST", f"{V1}/decisions/twelve", {}, {"choice": FREE}, 400, BAD, "twelve"),
    ("a version ahead", "GET", f"{V1}?at=99999", {}, None, 400, BAD, "version from 1 to"),
    ("a version below one", "GET", f"{V1}?at=0", {}, None, 400, BAD, "version from 1 to"),
    ("a version that is a word", "GET", f"{V1}?at=soon", {}, None, 400, BAD, "whole number"),
    ("a version that is empty", "GET", f"{V1}@0", {}, None, 404, "UNKNOWN", "encounter"),
    ("after a version ahead", "GET", f"{V1}/events?after=99999", {}, None, 409, "AHEAD", "begin again"),
    ("after a version ahead, as a stream", "GET", f"{V1}/events?after=99999&follow=true", {}, None, 409, "AHEAD", ""),
    ("after a version ahead, by its header", "GET", f"{V1}/events",
     {"last-event-id": "99999", "accept": "text/event-stream"}, None, 409, "AHEAD", "begin again"),
    ("after a version below zero", "GET", f"{V1}/events?after=-1", {}, None, 400, BAD, "after"),
    ("a Last-Event-ID that is none", "GET", f"{V1}/events", {"last-event-id": "x"}, None, 400, BAD, "Last-Event-ID"),
    ("a page that is too large", "GET", f"{V1}/events?first=501", {}, None, 400, BAD, "500"),
    ("a wait that is too long", "GET", f"{V1}/events?wait=61", {}, None, 400, BAD, "60"),
    ("follow that is no yes or no", "GET", f"{V1}/events?follow=maybe", {}, None, 400, BAD, "follow"),
    ("a body that is asked for in a type we lack", "GET", V1, {"accept": "image/png"}, None, 406, BAD,
     "application/json"),
    ("events in a type we lack", "GET", f"{V1}/events", {"accept": "image/png"}, None, 406, BAD, "event-stream"),
    ("a parameter that is misspelt", "GET", f"{V1}/events?afer=3", {}, None, 400, BAD, "did you mean 'after'"),
    ("a parameter that is not there", "GET", f"{V1}?crown=1", {}, None, 400, BAD, "crown"),
    ("following without a type that can", "GET", f"{V1}/events?follow=true", {"accept": JSON}, None, 406, BAD,
     "application/x-ndjson, text/event-stream or text/plain"),
    ("a page's size for a stream", "GET", f"{V1}/events?follow=true&first=3", {}, None, 400, BAD, "first"),
    ("a wait for a stream", "GET", f"{V1}/events?wait=3", {"accept": "text/event-stream"}, None, 400, BAD, "wait"),
    ("a key that is empty", "POST", f"{V1}/commands", {"idempotency-key": ""}, {"command": PAUSE}, 400, BAD,
     "Idempotency-Key"),
    ("a key that is empty in its quotes", "POST", f"{V1}/fork", {"idempotency-key": '""'}, {"at": 2}, 400, BAD,
     "Idempotency-Key"),
    ("a key of a fork that is empty", "POST", f"{V1}/fork", {}, {"at": 2, "idempotencyKey": ""}, 400, BAD,
     "idempotencyKey"),
    ("an If-Match that is none", "POST", f"{V1}/commands", {"if-match": "soon"}, {"command": PAUSE}, 400, BAD,
     "If-Match"),
    ("an If-Match that is stale", "POST", f"{V1}/commands", {"if-match": '"1"'}, {"command": PAUSE}, 412, "CONFLICT",
     "you expected version 1"),
    ("an If-Match that is ahead", "POST", f"{V1}/commands", {"if-match": '"99999"'}, {"command": PAUSE}, 412,
     "CONFLICT",
     "99999"),
    ("an If-Match that the body contradicts", "POST", f"{V1}/commands", {"if-match": '"2"'},
     {"command": PAUSE, "expectedVersion": 3}, 400, BAD, "expectedVersion"),
    ("a key that is too long", "POST", f"{V1}/commands", {"idempotency-key": "k" * 201}, {"command": PAUSE}, 400, BAD,
     "200"),
    ("a key that the body contradicts", "POST", f"{V1}/commands", {"idempotency-key": "a"},
     {"command": PAUSE, "idempotencyKey": "b"}, 400, BAD, "idempotencyKey"),
    ("a key with another order", "POST", f"{V1}/commands", {"idempotency-key": "known"},
     {"command": {"gm": {"resume": {}}}}, 422, "KEY_REUSED", "known"),
    ("an encounter that the path contradicts", "POST", f"{V1}/commands", {}, {"command": PAUSE,
     "encounter": "other"}, 400,
     BAD, "encounter"),
    ("a fork ahead", "POST", f"{V1}/fork", {}, {"at": 99999}, 422, "NOT_LEGAL", "version from 1 to"),
    ("a fork of nothing", "POST", f"{V1}/fork", {}, {}, 400, BAD, "at"),
    ("a preference for no question", "PUT", f"{V1}/preferences", {}, {"kind": "Luck", "preference": "always"}, 422,
     "NOT_LEGAL", "Luck"),
    ("a preference that is none", "PUT", f"{V1}/preferences", {}, {"kind": "UseReadied", "preference": "maybe"}, 400,
     BAD,
     "preference"),
    ("a bot in the past", "PUT", f"{V1}@2/seats/ana/bot", {}, {"bot": "GREEDY"}, 422, "NOT_LEGAL", "past"),
    ("a bot for a stale version", "PUT", f"{V1}/seats/ana/bot", {"if-match": '"1"'}, {"bot": "GREEDY"}, 412, "CONFLICT",
     "you expected version 1"),
    ("a bot for a seat that the path contradicts", "PUT", f"{V1}/seats/ana/bot", {}, {"bot": "GREEDY", "seat": "gm"},
     400, BAD, "seat"),
    ("a token for a seat that is not there", "POST", f"{V1}/tokens", {}, {"seat": "zoe"}, 422, "UNKNOWN", "zoe"),
    ("a token for ever", "POST", f"{V1}/tokens", {}, {"seat": "ana", "hours": 10**6}, 400, BAD, "hours"),
    ("the end of a token that is not there", "DELETE", f"{V1}/tokens/zoe", {}, None, 422, "UNKNOWN", "zoe"),
    ("another scheme than Bearer", "GET", V1, {"authorization": "Basic Zm9v"}, None, 401, "UNAUTHENTICATED", "Bearer"),
    ("a token where none is read", "GET", f"{V1}?token=x", {"authorization": ""}, None, 401, "UNAUTHENTICATED",
     "Bearer"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "method", "path", "headers", "body", "status", "code", "says"), REQUESTS, ids=[r[0] for r in REQUESTS]
)
def test_requests(
    scene: Scene,
    wrong: str,
    method: str,
    path: str,
    headers: dict[str, str],
    body: Any,
    status: int,
    code: str,
    says: str,
) -> None:
    sent = scene.table.headers(scene.fresh.tokens["gm"], **headers)
    told = told_by_rest(scene.table.http.request(method, filled(scene, path), json=body, headers=sent))
    assert told.status == status, told
    check(told, code, says)
