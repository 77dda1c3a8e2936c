"""Who may do what: every operation of the contract, for every kind of caller. One that is new has to be entered here.

Who may stands in the table of operations, or with a route, of: nobody (no token), a stranger (another fight's GM), a
guest (another host), spectator, player, GM, the fight's host and the operator (admin). Whoever may not is refused:
nobody with UNAUTHENTICATED, strangers and guests with UNKNOWN, seats of the fight with NOT_YOURS, and so is a host who
has no seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from graphql import GraphQLSchema, build_schema

from api.operations.operation import HOSTS, OWNERS, ROLES, SEATED, Who
from api.operations.table import OPERATIONS
from api.pictures.recoding import recode
from api.rest.routes import ROUTES
from tests.api.fights import bridge, bridge_input
from tests.api.pictures.files import drawn, kept
from tests.api.seats.test_hosts import host_token
from tests.api.table import ADMIN, Table

# What of an operation is tried: its arguments and selection. {id}: the fight. A change is tried as one that its rules
# refuse, so that the fight stays as it is: what counts is that it is not refused for want of a right.
GRAPHQL = {
    "Query.systems": "{ id }",
    "Query.system": '(id: "fantasia") { id }',
    "Query.signingKeys": "{ __typename }",
    "Query.viewer": "{ seat }",
    "Query.encounter": '(id: "{id}") { version }',
    "Query.node": '(id: "{id}.cloud") { id }',
    "Query.encounters": "(first: 1) { nodes { id } }",
    "Query.audit": '(encounter: "{id}") { version }',
    "Query.analysis": '(encounter: "{id}") { version }',
    "Query.curve": '(encounter: "{id}") { ...P }',
    "Subscription.curve": '(encounter: "{id}") { version }',
    "Query.invitations": '(encounter: "{id}") { key }',
    "Query.preview": '(input: {encounter: "{id}", command: {fantasia: {begin: {note: ""}}}}) { ...P }',
    "Query.odds": '(input: {encounter: "{id}", runs: 1, at: 9999}) { ...P }',
    "Query.compare": '(input: {encounter: "{id}", runs: 1, combatant: "nobody"}) { ...P }',
    "Subscription.compare": '(input: {encounter: "{id}", runs: 1, combatant: "nobody"}) { runs }',
    "Query.setupOdds": "(input: {fight: {}, runs: 1}) { ...P }",
    "Subscription.odds": '(input: {encounter: "{id}", runs: 1, at: 9999}) { runs }',
    "Subscription.setupOdds": "(input: {fight: {}, runs: 1}) { runs }",
    "Query.setupProposals": "(input: {fight: {}, runs: 1}) { ...P }",
    "Subscription.setupProposals": "(input: {fight: {}, runs: 1}) { complete }",
    "Query.checkEncounter": "(input: {}) { faults { field } }",
    "Query.shelf": "{ nodes { key } }",
    "Query.shelfItem": '(kind: SHEET, key: "wolf") { key }',
    "Query.shelfFile": "{ __typename ...P }",
    "Mutation.putShelfItem": '(input: {kind: SHEET, key: "bear", name: "Bear", content: {}}) { ...P }',
    "Mutation.removeShelfItem": '(input: {kind: SHEET, key: "x"}) { ...P }',
    "Mutation.importShelf": "(input: {file: {}}) { ...P }",
    "Mutation.createEncounter": '(input: {system: "fantasia", name: "x", seats: []}) { ...P }',
    "Mutation.createCampaign": '(input: {system: "fantasia", name: "x", seats: []}) { ...P }',
    "Query.campaigns": "{ after }",
    "Query.campaignFights": '(encounter: "{id}") { ...P }',
    "Query.settlement": '(encounter: "{id}", fight: "x") { ...P }',
    "Mutation.beginFight": '(input: {encounter: "{id}", name: "x", members: []}) { ...P }',
    "Mutation.settleFight": f'(input: {{encounter: "{{id}}", fight: "x", digest: "{64 * "0"}"}}) {{ ...P }}',
    "Mutation.replaceFight": '(input: {encounter: "{id}", fight: "x", replacement: "y"}) { ...P }',
    "Query.recognisedFight": '(input: {encounter: "{id}", fight: "x", token: "y"}) { ...P }',
    "Mutation.takeInFight": '(input: {encounter: "{id}", fight: "x", token: "y", members: []}) { ...P }',
    "Mutation.releaseFight": '(input: {encounter: "{id}", fight: "x"}) { ...P }',
    "Mutation.submit": '(input: {encounter: "{id}", command: {gm: {resume: {}}}}) { ...P }',
    "Mutation.answer": '(input: {encounter: "{id}", decision: "99", choice: {key: "x"}}) { ...P }',
    "Mutation.prefer": '(input: {encounter: "{id}", kind: "Nothing", preference: ask}) { ...P }',
    "Mutation.setBot": '(input: {encounter: "{id}", seat: "ana", bot: null}) { ...P }',
    "Mutation.addEntropy": '(input: {encounter: "{id}", entropy: "mine"}) { ...P }',
    "Mutation.fork": '(encounter: "{id}", at: 9999) { ...P }',
    "Mutation.issueToken": '(input: {encounter: "{id}", seat: "zoe"}) { ...P }',
    "Mutation.revokeToken": '(encounter: "{id}", seat: "zoe") { ...P }',
    "Query.hosts": "(first: 1) { nodes { id } }",
    "Mutation.issueHostToken": '(input: {host: "hanna"}) { ...P }',
    "Mutation.copyEncounter": '(input: {encounter: "{id}", idempotencyKey: "a copy"}) { ...P }',
    "Mutation.saveToShelf": '(input: {encounter: "{id}", kind: SHEET, key: "x", name: "X"}) { ...P }',
    "Mutation.archiveEncounter": '(encounter: "{id}", archived: false) { ...P }',
    "Mutation.publishEncounter": '(encounter: "{id}", seat: "zoe") { ...P }',
    "Mutation.revokeHostTokens": '(host: "hanna") { ...P }',
    "Mutation.addSeat": '(input: {encounter: "{id}", id: "ana", name: "Ana"}) { ...P }',
    "Mutation.renameSeat": '(input: {encounter: "{id}", seat: "ana", name: "Ana"}) { ...P }',
    "Mutation.removeSeat": '(input: {encounter: "{id}", seat: "gm"}) { ...P }',
    "Mutation.handOver": '(input: {encounter: "{id}", combatant: "cloud", seat: "ana"}) { ...P }',
    "Mutation.answerHandover": '(input: {encounter: "{id}", combatant: "cloud", accept: false}) { ...P }',
    "Mutation.recall": '(input: {encounter: "{id}", combatant: "cloud"}) { ...P }',
    "Mutation.invite": '(input: {encounter: "{id}", seat: "zoe"}) { ...P }',
    "Mutation.withdrawInvitation": '(input: {encounter: "{id}", invitation: "zoe"}) { ...P }',
    "Query.pictures": '(encounter: "{id}") { key }',
    "Mutation.removePicture": f'(encounter: "{{id}}", picture: "{64 * "0"}") {{ ...P }}',
    "Query.webhooks": '(encounter: "{id}") { key }',
    "Query.webhookLetters": '(encounter: "{id}", webhook: "x") { key }',
    "Mutation.createWebhook": '(input: {encounter: "{id}", address: "ftp://a.example"}) { ...P }',
    "Mutation.removeWebhook": '(encounter: "{id}", webhook: "x") { ...P }',
    "Mutation.testWebhook": '(encounter: "{id}", webhook: "x") { ...P }',
    "Mutation.sendWebhookAgain": '(encounter: "{id}", webhook: "x") { ...P }',
    "Query.origins": '(encounter: "{id}") { origin }',
    "Mutation.allowOrigin": '(input: {encounter: "{id}", origin: "a.example"}) { ...P }',
    "Mutation.disallowOrigin": '(input: {encounter: "{id}", origin: "https://a.example"}) { ...P }',
    "Mutation.tryFight": '(input: {system: "fantasia", fight: "none"}) { ...P }',
    "Mutation.join": '(invitation: "x.y.z") { ...P }',
    "Subscription.events": '(encounter: "{id}", after: 0) { version }',
    "Query.presence": '(encounter: "{id}") { encounter }',
    "Subscription.changes": '(encounter: "{id}") { version }',
    "Subscription.presence": '(encounter: "{id}") { encounter }',
    "Subscription.encounter": '(id: "{id}") { version }',
}

HERE = "/v1/encounters/{id}"
WOLF = {"name": "Wolf", "system": "fantasia", "content": {"sheet": {"fantasia": {"ref": "goblin"}}}}
REST: dict[tuple[str, str], Any] = {
    ("GET", "/"): None,
    ("GET", "/.well-known/jwks.json"): None,
    ("GET", "/livez"): None,
    ("GET", "/readyz"): None,
    ("GET", "/v1/systems"): None,
    ("GET", "/v1/systems/{system}"): None,
    ("GET", "/v1/systems/{system}/fights/{fight}.svg"): None,
    ("GET", "/v1/viewer"): None,
    ("POST", "/v1/try"): {"system": "fantasia", "fight": "none"},
    ("POST", "/v1/join"): {"invitation": "x.y.z"},
    ("POST", "/v1/encounters"): {**bridge_input(), "seats": []},
    ("POST", "/v1/encounters/check"): {},
    ("GET", "/v1/encounters"): None,
    ("POST", "/v1/hosts"): {"host": "hanna"},
    ("GET", "/v1/hosts"): None,
    ("DELETE", "/v1/hosts/{host}/tokens"): None,
    ("POST", "/v1/maps"): {},
    ("POST", "/v1/replays"): {},
    ("GET", "/v1/shelf"): None,
    ("GET", "/v1/shelf/file"): None,
    ("POST", "/v1/shelf/file"): {},
    ("PUT", "/v1/shelf/{kind}/{key}"): WOLF,
    ("GET", "/v1/shelf/{kind}/{key}"): None,
    ("DELETE", "/v1/shelf/{kind}/{key}"): None,
    ("GET", HERE): None,
    ("GET", f"{HERE}/corrections"): None,
    ("GET", f"{HERE}/scene"): None,
    ("GET", f"{HERE}/combatants/{{combatant}}/threats"): None,
    ("GET", f"{HERE}/combatants/{{combatant}}/stat-block"): None,
    ("GET", f"{HERE}/scene.svg"): None,
    ("GET", f"{HERE}/scene.uvtt"): None,
    ("GET", f"{HERE}/scene.foundry.json"): None,
    ("POST", f"{HERE}/pictures"): {},
    ("GET", f"{HERE}/pictures"): None,
    ("GET", f"{HERE}/pictures/{{picture}}"): None,
    ("DELETE", f"{HERE}/pictures/{{picture}}"): None,
    ("POST", "/v1/pictures"): {},
    ("GET", "/v1/pictures"): None,
    ("GET", "/v1/pictures/{picture}"): None,
    ("DELETE", "/v1/pictures/{picture}"): None,
    ("POST", "/v1/campaigns"): {"system": "fantasia", "name": "x", "seats": []},
    ("GET", "/v1/campaigns"): None,
    ("GET", f"{HERE}/fights"): None,
    ("POST", f"{HERE}/fights"): {"name": "x", "members": []},
    ("GET", f"{HERE}/fights/{{fight}}/settlement"): None,
    ("POST", f"{HERE}/fights/{{fight}}/settlement"): {"digest": 64 * "0"},
    ("POST", f"{HERE}/fights/{{fight}}/replacement"): {"replacement": "y"},
    ("POST", f"{HERE}/fights/{{fight}}/release"): {},
    ("POST", f"{HERE}/fights/{{fight}}/recognition"): {"token": "y"},
    ("POST", f"{HERE}/fights/{{fight}}/taken"): {"token": "y", "members": []},
    ("POST", f"{HERE}/commands"): {"command": {"gm": {"resume": {}}}},
    ("POST", f"{HERE}/previews"): {"command": {"fantasia": {"begin": {"note": ""}}}},
    ("POST", f"{HERE}/decisions/{{decision}}"): {"choice": {"key": "x"}},
    ("POST", f"{HERE}/odds"): {"runs": 1, "at": 9999},
    ("POST", f"{HERE}/comparison"): {"runs": 1, "combatant": "nobody"},
    ("GET", f"{HERE}/curve"): None,
    ("POST", "/v1/odds"): {"fight": {}, "runs": 1},
    ("POST", "/v1/odds/proposals"): {"fight": {}, "runs": 1},
    ("GET", f"{HERE}/events"): None,
    ("GET", f"{HERE}/say"): None,
    ("POST", f"{HERE}/say"): "help",
    ("GET", f"{HERE}/replay.html"): None,
    ("GET", f"{HERE}/replay"): None,
    ("GET", f"{HERE}/export"): None,
    ("GET", f"{HERE}/presence"): None,
    ("GET", f"{HERE}/audit"): None,
    ("GET", f"{HERE}/analysis"): None,
    ("POST", f"{HERE}/fork"): {"at": 9999},
    ("POST", f"{HERE}/copy"): {"idempotencyKey": "another"},
    ("POST", f"{HERE}/shelf"): {"kind": "FIGHT", "key": "x", "name": "X"},
    ("PUT", f"{HERE}/archived"): {"archived": False},
    ("PUT", f"{HERE}/published"): {"seat": "eve"},
    ("GET", f"{HERE}/preferences"): None,
    ("PUT", f"{HERE}/preferences"): {"kind": "Nothing", "preference": "ask"},
    ("PUT", f"{HERE}/seats/{{seat}}/bot"): {"bot": None},
    ("POST", f"{HERE}/entropy"): {"entropy": "mine"},
    ("POST", f"{HERE}/seats"): {"id": "ana", "name": "Ana"},
    ("PUT", f"{HERE}/seats/{{seat}}"): {"name": "Ana"},
    ("DELETE", f"{HERE}/seats/{{seat}}"): None,
    ("PUT", f"{HERE}/combatants/{{combatant}}/seat"): {"seat": "ana"},
    ("POST", f"{HERE}/combatants/{{combatant}}/seat"): {"accept": False},
    ("DELETE", f"{HERE}/combatants/{{combatant}}/seat"): None,
    ("POST", f"{HERE}/invitations"): {"seat": "zoe"},
    ("GET", f"{HERE}/invitations"): None,
    ("DELETE", f"{HERE}/invitations/{{invitation}}"): None,
    ("POST", f"{HERE}/webhooks"): {"address": "ftp://a.example"},
    ("GET", f"{HERE}/webhooks"): None,
    ("DELETE", f"{HERE}/webhooks/{{webhook}}"): None,
    ("POST", f"{HERE}/webhooks/{{webhook}}/test"): {},
    ("GET", f"{HERE}/webhooks/{{webhook}}/letters"): None,
    ("POST", f"{HERE}/webhooks/{{webhook}}/letters"): {},
    ("GET", f"{HERE}/origins"): None,
    ("POST", f"{HERE}/origins"): {"origin": "a.example"},
    ("DELETE", f"{HERE}/origins"): None,
    ("GET", "/v1/origins"): None,
    ("POST", "/v1/origins"): {"origin": "a.example"},
    ("DELETE", "/v1/origins"): None,
    ("POST", f"{HERE}/tokens"): {"seat": "zoe"},
    ("DELETE", f"{HERE}/tokens/{{seat}}"): None,
}
FILLED = {
    "fight": "bridge",
    "kind": "SHEET",
    "system": "fantasia",
    "key": "wolf",
    "host": "hanna",
    "decision": "99",
    "seat": "ana",
    "combatant": "cloud",
    "invitation": "zoe",
    "webhook": "x",
    "picture": recode(cast(Any, None), drawn(), 4096, 1_000_000).picture.id,
}
MAY = {f"{one.root}.{one.name}": one.who for one in OPERATIONS}
IN_WORDS = {401: "UNAUTHENTICATED", 403: "NOT_YOURS", 404: "UNKNOWN"}
"""What is refused in words alone is told apart by its status."""
DENIED = {"UNAUTHENTICATED", "UNKNOWN", "NOT_YOURS"}


class Callers:
    """Tokens of every role, for one fight."""

    def __init__(self, table: Table) -> None:
        host, guest = host_token(table, "host"), host_token(table, "guest")
        self.table, self.fight, other = table, bridge(table, token=host), bridge(table)
        own = self.fight.tokens
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            "stranger": other.tokens["gm"],
            "guest": guest,
            "host": host,
            "spectator": own["eve"],
            "player": own["ana"],
            "gm": own["gm"],
            "admin": ADMIN,
        }
        map = {"picture": f"picture:{kept(table, self.fight.id, ADMIN)}", "width": 800, "height": 400}
        assert self.fight.act("gm", {"gm": {"setBackdrop": {"backdrop": map}}})["__typename"] == "Accepted"
        self.version = self.fight.open("gm")["version"]
        for token in (ADMIN, host, guest):
            own = {**Table.headers(token), "content-type": "application/octet-stream"}
            assert table.http.post("/v1/pictures", content=drawn(), headers=own).status_code == 201
            table.http.put("/v1/shelf/SHEET/wolf", json=WOLF, headers=Table.headers(token))


@pytest.fixture(scope="module")
def callers(table: Table) -> Iterator[Callers]:
    made = Callers(table)
    yield made
    assert made.fight.open("gm")["version"] == made.version, "what is tried here changes nothing"


@pytest.fixture(scope="module")
def schema(table: Table) -> GraphQLSchema:
    return build_schema(table.get("/schema.graphql").text)


def test_every_operation_has_its_row(schema: GraphQLSchema) -> None:
    """A new field of a root type, and a new route, has to say who may use it."""
    roots = (schema.query_type, schema.mutation_type, schema.subscription_type)
    fields = {f"{root.name}.{name}" for root in roots if root for name in root.fields}
    assert fields == set(GRAPHQL) == set(MAY)
    assert {(route.method, route.path) for route in ROUTES} == set(REST)


def refusal(role: str) -> str:
    return {"nobody": "UNAUTHENTICATED", "stranger": "UNKNOWN", "guest": "UNKNOWN"}.get(role, "NOT_YOURS")


def code_of(body: Any) -> str:
    """Of whatever went wrong; "" where nothing did; UNKNOWN for the fight that a query does not find."""
    if body.get("errors"):
        return str(body["errors"][0]["extensions"]["code"])
    (answer,) = body["data"].values()
    return "UNKNOWN" if answer is None else str(answer.get("code", "")) if isinstance(answer, dict) else ""


@pytest.mark.parametrize("operation", GRAPHQL)
def test_graphql(callers: Callers, operation: str) -> None:
    """Who may is not refused for want of a right; who may not is, with the code of his kind."""
    for role in ROLES:
        judge_graphql(callers, operation, role)


def judge_graphql(callers: Callers, operation: str, role: str) -> None:
    may, (root, name) = MAY[operation], operation.split(".")
    query = f"{root.lower()} {{ {name} {GRAPHQL[operation]} }}".replace("{id}", callers.fight.id)
    query += " fragment P on Problem { code message }" if "...P" in query else ""
    token = callers.tokens[role]
    if operation.startswith("Subscription."):
        headers = Table.headers(token, accept="text/event-stream")
        with callers.table.http.stream("POST", "/graphql", json={"query": query}, headers=headers) as answer:
            text = next(part for part in answer.iter_text() if "data:" in part and "{" in part)
        code = next((one for one in DENIED if f'"{one}"' in text), "")
    else:
        code = code_of(callers.table.gql(query, token))
    judge(operation, role, may, code)


@pytest.mark.parametrize("route", REST, ids=" ".join)
def test_rest(callers: Callers, route: tuple[str, str]) -> None:
    """The same, by the same words."""
    for role in ROLES:
        judge_rest(callers, route, role)


def judge_rest(callers: Callers, route: tuple[str, str], role: str) -> None:
    (method, path), body = route, REST[route]
    may = next(one.who for one in ROUTES if (one.method, one.path) == route)
    address = path.replace("{id}", callers.fight.id)
    for name, value in FILLED.items():
        if method == "DELETE" and name == "seat":
            value = "zoe" if "tokens" in path else "gm"
        address = address.replace(f"{{{name}}}", value)
    sent: dict[str, Any] = {"content": body} if isinstance(body, str) else {"json": body}
    headers = Table.headers(callers.tokens[role], **({"content-type": "text/plain"} if "content" in sent else {}))
    answer = callers.table.http.request(method, address, **sent, headers=headers)
    code = ""
    if answer.status_code >= 400:
        told = answer.headers["content-type"].startswith("text/plain")
        code = IN_WORDS.get(answer.status_code, "") if told else answer.json()["code"]
    judge(str(route), role, may, code, answer.status_code)


def judge(operation: str, role: str, may: Who, code: str, status: int = 0) -> None:
    """A missing thing is UNKNOWN to who may ask for it, too: the fight itself is there for him."""
    if role in may:
        assert code not in {"UNAUTHENTICATED", "NOT_YOURS"}, (operation, role, code)
        assert status not in (401, 403, 404, 405), (operation, role, status)
        return
    expected = refusal(role)
    if role in ("stranger", "guest") and may <= HOSTS and may != OWNERS:
        expected = "NOT_YOURS"  # no fight is asked for
    if role == "guest" and may <= SEATED:
        expected = "NOT_YOURS"  # he has no seat anywhere
    assert code == expected, (operation, role, code)
