"""Who may do what: every operation of the contract, for every kind of caller. One that is new has to be entered here.

Each row names who may, of: nobody (no token), a stranger (another fight's GM), a guest (another host), spectator,
player, GM, the fight's host and the operator (admin). Whoever may not is refused: nobody with UNAUTHENTICATED,
strangers and guests with UNKNOWN, seats of the fight with NOT_YOURS, and so is a host who has no seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from graphql import GraphQLSchema, build_schema

from api.pictures.recoding import recode
from api.rest.routes import ROUTES
from tests.api.fights import bridge, bridge_input
from tests.api.pictures.files import drawn, kept
from tests.api.seats.test_hosts import host_token
from tests.api.table import ADMIN, Table

ROLES = ("nobody", "stranger", "guest", "spectator", "player", "gm", "host", "admin")
ALL, TOKENS = set(ROLES), set(ROLES) - {"nobody"}
TABLE, SEATED = {"spectator", "player", "gm", "host", "admin"}, {"spectator", "player", "gm"}
RULES, OWN = {"gm", "host", "admin"}, {"player", "gm", "host", "admin"}
OWNS, HOSTS = {"host", "admin"}, {"guest", "host", "admin"}

# An operation: who may, and what of it is tried. {id}: the fight. A change is tried as one that its rules refuse, so
# that the fight stays as it is: what counts is that it is not refused for want of a right.
GRAPHQL: dict[str, tuple[set[str], str]] = {
    "Query.systems": (ALL, "{ systems { id } }"),
    "Query.system": (ALL, '{ system(id: "fantasia") { id } }'),
    "Query.signingKeys": (ALL, "{ signingKeys { __typename } }"),
    "Query.viewer": (TOKENS, "{ viewer { seat } }"),
    "Query.encounter": (TABLE, '{ encounter(id: "{id}") { version } }'),
    "Query.node": (TABLE, '{ node(id: "{id}.cloud") { id } }'),
    "Query.encounters": (HOSTS, "{ encounters(first: 1) { nodes { id } } }"),
    "Query.audit": (TABLE, '{ audit(encounter: "{id}") { version } }'),
    "Query.invitations": (RULES, '{ invitations(encounter: "{id}") { key } }'),
    "Query.preview": (
        {"gm"},
        'query { preview(input: {encounter: "{id}", command: {fantasia: {begin: {note: ""}}}}) { ...P } }',
    ),
    "Query.checkEncounter": (HOSTS, "{ checkEncounter(input: {}) { faults { field } } }"),
    "Query.shelf": (HOSTS, "{ shelf { nodes { key } } }"),
    "Query.shelfItem": (HOSTS, '{ shelfItem(kind: SHEET, key: "wolf") { key } }'),
    "Query.shelfFile": (HOSTS, "{ shelfFile { __typename ...P } }"),
    "Mutation.putShelfItem": (
        HOSTS,
        'mutation { putShelfItem(input: {kind: SHEET, key: "bear", name: "Bear", content: {}}) { ...P } }',
    ),
    "Mutation.removeShelfItem": (HOSTS, 'mutation { removeShelfItem(input: {kind: SHEET, key: "x"}) { ...P } }'),
    "Mutation.importShelf": (HOSTS, "mutation { importShelf(input: {file: {}}) { ...P } }"),
    "Mutation.createEncounter": (
        HOSTS,
        'mutation { createEncounter(input: {system: "fantasia", name: "x", seats: []}) { ...P } }',
    ),
    "Mutation.submit": (
        {"gm"},
        'mutation { submit(input: {encounter: "{id}", command: {gm: {resume: {}}}}) { ...P } }',
    ),
    "Mutation.answer": (
        SEATED,
        'mutation { answer(input: {encounter: "{id}", decision: "99", choice: {key: "x"}}) { ...P } }',
    ),
    "Mutation.prefer": (
        SEATED,
        'mutation { prefer(input: {encounter: "{id}", kind: "Nothing", preference: ask}) { ...P } }',
    ),
    "Mutation.setBot": (OWN, 'mutation { setBot(input: {encounter: "{id}", seat: "ana", bot: null}) { ...P } }'),
    "Mutation.addEntropy": (
        {"player", "gm"},
        'mutation { addEntropy(input: {encounter: "{id}", entropy: "mine"}) { ...P } }',
    ),
    "Mutation.fork": ({"gm"}, 'mutation { fork(encounter: "{id}", at: 9999) { ...P } }'),
    "Mutation.issueToken": (RULES, 'mutation { issueToken(input: {encounter: "{id}", seat: "zoe"}) { ...P } }'),
    "Mutation.revokeToken": (RULES, 'mutation { revokeToken(encounter: "{id}", seat: "zoe") { ...P } }'),
    "Query.hosts": ({"admin"}, "{ hosts(first: 1) { nodes { id } } }"),
    "Mutation.issueHostToken": (
        {"admin"},
        'mutation { issueHostToken(input: {host: "hanna"}) { ...P } }',
    ),
    "Mutation.copyEncounter": (
        OWNS,
        'mutation { copyEncounter(input: {encounter: "{id}", idempotencyKey: "a copy"}) { ...P } }',
    ),
    "Mutation.saveToShelf": (
        OWNS,
        'mutation { saveToShelf(input: {encounter: "{id}", kind: SHEET, key: "x", name: "X"}) { ...P } }',
    ),
    "Mutation.archiveEncounter": (OWNS, 'mutation { archiveEncounter(encounter: "{id}", archived: false) { ...P } }'),
    "Mutation.publishEncounter": (RULES, 'mutation { publishEncounter(encounter: "{id}", seat: "zoe") { ...P } }'),
    "Mutation.revokeHostTokens": ({"admin"}, 'mutation { revokeHostTokens(host: "hanna") { ...P } }'),
    "Mutation.addSeat": (
        RULES,
        'mutation { addSeat(input: {encounter: "{id}", id: "ana", name: "Ana"}) { ...P } }',
    ),
    "Mutation.renameSeat": (
        OWN,
        'mutation { renameSeat(input: {encounter: "{id}", seat: "ana", name: "Ana"}) { ...P } }',
    ),
    "Mutation.removeSeat": (RULES, 'mutation { removeSeat(input: {encounter: "{id}", seat: "gm"}) { ...P } }'),
    "Mutation.handOver": (
        OWN,
        'mutation { handOver(input: {encounter: "{id}", combatant: "cloud", seat: "ana"}) { ...P } }',
    ),
    "Mutation.answerHandover": (
        SEATED,
        'mutation { answerHandover(input: {encounter: "{id}", combatant: "cloud", accept: false}) { ...P } }',
    ),
    "Mutation.recall": (TABLE, 'mutation { recall(input: {encounter: "{id}", combatant: "cloud"}) { ...P } }'),
    "Mutation.invite": (RULES, 'mutation { invite(input: {encounter: "{id}", seat: "zoe"}) { ...P } }'),
    "Mutation.withdrawInvitation": (
        RULES,
        'mutation { withdrawInvitation(input: {encounter: "{id}", invitation: "zoe"}) { ...P } }',
    ),
    "Query.pictures": (RULES, '{ pictures(encounter: "{id}") { key } }'),
    "Mutation.removePicture": (
        RULES,
        f'mutation {{ removePicture(encounter: "{{id}}", picture: "{64 * "0"}") {{ ...P }} }}',
    ),
    "Query.webhooks": (OWN, '{ webhooks(encounter: "{id}") { key } }'),
    "Query.webhookLetters": (OWN, '{ webhookLetters(encounter: "{id}", webhook: "x") { key } }'),
    "Mutation.createWebhook": (
        OWN,
        'mutation { createWebhook(input: {encounter: "{id}", address: "ftp://a.example"}) { ...P } }',
    ),
    "Mutation.removeWebhook": (OWN, 'mutation { removeWebhook(encounter: "{id}", webhook: "x") { ...P } }'),
    "Mutation.testWebhook": (OWN, 'mutation { testWebhook(encounter: "{id}", webhook: "x") { ...P } }'),
    "Mutation.sendWebhookAgain": (OWN, 'mutation { sendWebhookAgain(encounter: "{id}", webhook: "x") { ...P } }'),
    "Query.origins": (RULES, '{ origins(encounter: "{id}") { origin } }'),
    "Mutation.allowOrigin": (
        RULES,
        'mutation { allowOrigin(input: {encounter: "{id}", origin: "a.example"}) { ...P } }',
    ),
    "Mutation.disallowOrigin": (
        RULES,
        'mutation { disallowOrigin(input: {encounter: "{id}", origin: "https://a.example"}) { ...P } }',
    ),
    "Mutation.tryFight": (ALL, 'mutation { tryFight(input: {system: "fantasia", fight: "none"}) { ...P } }'),
    "Mutation.join": (ALL, 'mutation { join(invitation: "x.y.z") { ...P } }'),
    "Subscription.events": (TABLE, 'subscription { events(encounter: "{id}", after: 0) { version } }'),
    "Query.presence": (TABLE, '{ presence(encounter: "{id}") { encounter } }'),
    "Subscription.presence": (TABLE, 'subscription { presence(encounter: "{id}") { encounter } }'),
    "Subscription.encounter": (TABLE, 'subscription { encounter(id: "{id}") { version } }'),
}

HERE = "/v1/encounters/{id}"
WOLF = {"name": "Wolf", "system": "fantasia", "content": {"sheet": {"fantasia": {"ref": "goblin"}}}}
REST: dict[tuple[str, str], tuple[set[str], Any]] = {
    ("GET", "/"): (ALL, None),
    ("GET", "/.well-known/jwks.json"): (ALL, None),
    ("GET", "/livez"): (ALL, None),
    ("GET", "/readyz"): (ALL, None),
    ("GET", "/v1/systems"): (ALL, None),
    ("GET", "/v1/systems/{system}"): (ALL, None),
    ("GET", "/v1/viewer"): (TOKENS, None),
    ("POST", "/v1/try"): (ALL, {"system": "fantasia", "fight": "none"}),
    ("POST", "/v1/join"): (ALL, {"invitation": "x.y.z"}),
    ("POST", "/v1/encounters"): (HOSTS, {**bridge_input(), "seats": []}),
    ("POST", "/v1/encounters/check"): (HOSTS, {}),
    ("GET", "/v1/encounters"): (HOSTS, None),
    ("POST", "/v1/hosts"): ({"admin"}, {"host": "hanna"}),
    ("GET", "/v1/hosts"): ({"admin"}, None),
    ("DELETE", "/v1/hosts/{host}/tokens"): ({"admin"}, None),
    ("POST", "/v1/maps"): (HOSTS, {}),
    ("POST", "/v1/replays"): (ALL, {}),
    ("GET", "/v1/shelf"): (HOSTS, None),
    ("GET", "/v1/shelf/file"): (HOSTS, None),
    ("POST", "/v1/shelf/file"): (HOSTS, {}),
    ("PUT", "/v1/shelf/{kind}/{key}"): (HOSTS, WOLF),
    ("GET", "/v1/shelf/{kind}/{key}"): (HOSTS, None),
    ("DELETE", "/v1/shelf/{kind}/{key}"): (HOSTS, None),
    ("GET", HERE): (TABLE, None),
    ("GET", f"{HERE}/corrections"): (TABLE, None),
    ("GET", f"{HERE}/scene"): (TABLE, None),
    ("GET", f"{HERE}/combatants/{{combatant}}/threats"): (TABLE, None),
    ("GET", f"{HERE}/combatants/{{combatant}}/stat-block"): (TABLE, None),
    ("GET", f"{HERE}/scene.svg"): (TABLE, None),
    ("GET", f"{HERE}/scene.uvtt"): (TABLE, None),
    ("GET", f"{HERE}/scene.foundry.json"): (TABLE, None),
    ("POST", f"{HERE}/pictures"): (RULES, {}),
    ("GET", f"{HERE}/pictures"): (RULES, None),
    ("GET", f"{HERE}/pictures/{{picture}}"): (TABLE, None),
    ("DELETE", f"{HERE}/pictures/{{picture}}"): (RULES, None),
    ("POST", "/v1/pictures"): (HOSTS, {}),
    ("GET", "/v1/pictures"): (HOSTS, None),
    ("GET", "/v1/pictures/{picture}"): (HOSTS, None),
    ("DELETE", "/v1/pictures/{picture}"): (HOSTS, None),
    ("POST", f"{HERE}/commands"): ({"gm"}, {"command": {"gm": {"resume": {}}}}),
    ("POST", f"{HERE}/previews"): ({"gm"}, {"command": {"fantasia": {"begin": {"note": ""}}}}),
    ("POST", f"{HERE}/decisions/{{decision}}"): (SEATED, {"choice": {"key": "x"}}),
    ("GET", f"{HERE}/events"): (TABLE, None),
    ("GET", f"{HERE}/say"): (TABLE, None),
    ("POST", f"{HERE}/say"): (TABLE, "help"),
    ("GET", f"{HERE}/replay.html"): (TABLE, None),
    ("GET", f"{HERE}/replay"): (TABLE, None),
    ("GET", f"{HERE}/export"): (TABLE, None),
    ("GET", f"{HERE}/presence"): (TABLE, None),
    ("GET", f"{HERE}/audit"): (TABLE, None),
    ("POST", f"{HERE}/fork"): ({"gm"}, {"at": 9999}),
    ("POST", f"{HERE}/copy"): (OWNS, {"idempotencyKey": "another"}),
    ("POST", f"{HERE}/shelf"): (OWNS, {"kind": "FIGHT", "key": "x", "name": "X"}),
    ("PUT", f"{HERE}/archived"): (OWNS, {"archived": False}),
    ("PUT", f"{HERE}/published"): (RULES, {"seat": "eve"}),
    ("GET", f"{HERE}/preferences"): (TABLE, None),
    ("PUT", f"{HERE}/preferences"): (SEATED, {"kind": "Nothing", "preference": "ask"}),
    ("PUT", f"{HERE}/seats/{{seat}}/bot"): (OWN, {"bot": None}),
    ("POST", f"{HERE}/entropy"): ({"player", "gm"}, {"entropy": "mine"}),
    ("POST", f"{HERE}/seats"): (RULES, {"id": "ana", "name": "Ana"}),
    ("PUT", f"{HERE}/seats/{{seat}}"): (OWN, {"name": "Ana"}),
    ("DELETE", f"{HERE}/seats/{{seat}}"): (RULES, None),
    ("PUT", f"{HERE}/combatants/{{combatant}}/seat"): (OWN, {"seat": "ana"}),
    ("POST", f"{HERE}/combatants/{{combatant}}/seat"): (SEATED, {"accept": False}),
    ("DELETE", f"{HERE}/combatants/{{combatant}}/seat"): (TABLE, None),
    ("POST", f"{HERE}/invitations"): (RULES, {"seat": "zoe"}),
    ("GET", f"{HERE}/invitations"): (RULES, None),
    ("DELETE", f"{HERE}/invitations/{{invitation}}"): (RULES, None),
    ("POST", f"{HERE}/webhooks"): (OWN, {"address": "ftp://a.example"}),
    ("GET", f"{HERE}/webhooks"): (OWN, None),
    ("DELETE", f"{HERE}/webhooks/{{webhook}}"): (OWN, None),
    ("POST", f"{HERE}/webhooks/{{webhook}}/test"): (OWN, {}),
    ("GET", f"{HERE}/webhooks/{{webhook}}/letters"): (OWN, None),
    ("POST", f"{HERE}/webhooks/{{webhook}}/letters"): (OWN, {}),
    ("GET", f"{HERE}/origins"): (RULES, None),
    ("POST", f"{HERE}/origins"): (RULES, {"origin": "a.example"}),
    ("DELETE", f"{HERE}/origins"): (RULES, None),
    ("GET", "/v1/origins"): (HOSTS, None),
    ("POST", "/v1/origins"): (HOSTS, {"origin": "a.example"}),
    ("DELETE", "/v1/origins"): (HOSTS, None),
    ("POST", f"{HERE}/tokens"): (RULES, {"seat": "zoe"}),
    ("DELETE", f"{HERE}/tokens/{{seat}}"): (RULES, None),
}
FILLED = {
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
    assert fields == set(GRAPHQL)
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
    may, document = GRAPHQL[operation]
    query = document.replace("{id}", callers.fight.id)
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
    (method, path), (may, body) = route, REST[route]
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


def judge(operation: str, role: str, may: set[str], code: str, status: int = 0) -> None:
    """A missing thing is UNKNOWN to who may ask for it, too: the fight itself is there for him."""
    if role in may:
        assert code not in {"UNAUTHENTICATED", "NOT_YOURS"}, (operation, role, code)
        assert status not in (401, 403, 404, 405), (operation, role, status)
        return
    expected = refusal(role)
    if role in ("stranger", "guest") and may <= HOSTS and may != OWNS:
        expected = "NOT_YOURS"  # no fight is asked for
    if role == "guest" and may <= SEATED:
        expected = "NOT_YOURS"  # he has no seat anywhere
    assert code == expected, (operation, role, code)
