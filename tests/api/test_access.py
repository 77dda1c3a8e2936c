"""Who may do what: every operation of the contract, for every kind of caller. One that is new has to be entered here.

Each row names who may, of: nobody (no token), a stranger (another fight's GM), spectator, player, GM and the operator
(admin). Whoever may not is refused: nobody with UNAUTHENTICATED, a stranger with UNKNOWN, seats of the fight with
NOT_YOURS.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import GraphQLSchema, build_schema

from api.rest.table import ROUTES
from tests.api.fights import bridge, bridge_input
from tests.api.table import ADMIN, Table

ROLES = ("nobody", "stranger", "spectator", "player", "gm", "admin")
ALL, TOKENS = set(ROLES), set(ROLES) - {"nobody"}
TABLE, SEATED = {"spectator", "player", "gm", "admin"}, {"spectator", "player", "gm"}
RULES, OWN = {"gm", "admin"}, {"player", "gm", "admin"}

# An operation: who may, and what of it is tried. {id}: the fight. A change is tried as one that its rules refuse, so
# that the fight stays as it is: what counts is that it is not refused for want of a right.
GRAPHQL: dict[str, tuple[set[str], str]] = {
    "Query.systems": (ALL, "{ systems { id } }"),
    "Query.signingKeys": (ALL, "{ signingKeys { __typename } }"),
    "Query.viewer": (TOKENS, "{ viewer { seat } }"),
    "Query.encounter": (TABLE, '{ encounter(id: "{id}") { version } }'),
    "Query.encounters": ({"admin"}, "{ encounters(first: 1) { nodes { id } } }"),
    "Query.audit": (TABLE, '{ audit(encounter: "{id}") { version } }'),
    "Query.invitations": (RULES, '{ invitations(encounter: "{id}") { key } }'),
    "Mutation.createEncounter": (
        {"admin"},
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
    "Mutation.addSeat": (
        RULES,
        'mutation { addSeat(input: {encounter: "{id}", seat: "ana", name: "Ana"}) { ...P } }',
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
    "Mutation.join": (ALL, 'mutation { join(invitation: "x.y.z") { ...P } }'),
    "Subscription.events": (TABLE, 'subscription { events(encounter: "{id}", after: 0) { version } }'),
    "Subscription.encounter": (TABLE, 'subscription { encounter(id: "{id}") { version } }'),
}

HERE = "/v1/encounters/{id}"
REST: dict[tuple[str, str], tuple[set[str], Any]] = {
    ("GET", "/"): (ALL, None),
    ("GET", "/.well-known/jwks.json"): (ALL, None),
    ("GET", "/livez"): (ALL, None),
    ("GET", "/readyz"): (ALL, None),
    ("GET", "/v1/systems"): (ALL, None),
    ("GET", "/v1/viewer"): (TOKENS, None),
    ("POST", "/v1/join"): (ALL, {"invitation": "x.y.z"}),
    ("POST", "/v1/encounters"): ({"admin"}, {**bridge_input(), "seats": []}),
    ("GET", "/v1/encounters"): ({"admin"}, None),
    ("GET", HERE): (TABLE, None),
    ("POST", f"{HERE}/commands"): ({"gm"}, {"command": {"gm": {"resume": {}}}}),
    ("POST", f"{HERE}/decisions/{{decision}}"): (SEATED, {"choice": {"key": "x"}}),
    ("GET", f"{HERE}/events"): (TABLE, None),
    ("GET", f"{HERE}/export"): (TABLE, None),
    ("GET", f"{HERE}/audit"): (TABLE, None),
    ("POST", f"{HERE}/fork"): ({"gm"}, {"at": 9999}),
    ("PUT", f"{HERE}/preferences"): (SEATED, {"kind": "Nothing", "preference": "ask"}),
    ("PUT", f"{HERE}/seats/{{seat}}/bot"): (OWN, {"bot": None}),
    ("POST", f"{HERE}/entropy"): ({"player", "gm"}, {"entropy": "mine"}),
    ("POST", f"{HERE}/seats"): (RULES, {"seat": "ana", "name": "Ana"}),
    ("PUT", f"{HERE}/seats/{{seat}}"): (OWN, {"name": "Ana"}),
    ("DELETE", f"{HERE}/seats/{{seat}}"): (RULES, None),
    ("PUT", f"{HERE}/combatants/{{combatant}}/seat"): (OWN, {"seat": "ana"}),
    ("POST", f"{HERE}/combatants/{{combatant}}/seat"): (SEATED, {"accept": False}),
    ("DELETE", f"{HERE}/combatants/{{combatant}}/seat"): (TABLE, None),
    ("POST", f"{HERE}/invitations"): (RULES, {"seat": "zoe"}),
    ("GET", f"{HERE}/invitations"): (RULES, None),
    ("DELETE", f"{HERE}/invitations/{{invitation}}"): (RULES, None),
    ("POST", f"{HERE}/tokens"): (RULES, {"seat": "zoe"}),
    ("DELETE", f"{HERE}/tokens/{{seat}}"): (RULES, None),
}
FILLED = {"decision": "99", "seat": "ana", "combatant": "cloud", "invitation": "zoe"}
DENIED = {"UNAUTHENTICATED", "UNKNOWN", "NOT_YOURS"}


class Callers:
    """Tokens of every role, for one fight."""

    def __init__(self, table: Table) -> None:
        self.table, self.fight, other = table, bridge(table), bridge(table)
        own = self.fight.tokens
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            "stranger": other.tokens["gm"],
            "spectator": own["eve"],
            "player": own["ana"],
            "gm": own["gm"],
            "admin": ADMIN,
        }
        self.version = self.fight.open("gm")["version"]


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
    return {"nobody": "UNAUTHENTICATED", "stranger": "UNKNOWN"}.get(role, "NOT_YOURS")


def code_of(body: Any) -> str:
    """Of whatever went wrong; "" where nothing did; UNKNOWN for the fight that a query does not find."""
    if body.get("errors"):
        return str(body["errors"][0]["extensions"]["code"])
    (answer,) = body["data"].values()
    return "UNKNOWN" if answer is None else str(answer.get("code", "")) if isinstance(answer, dict) else ""


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("operation", GRAPHQL)
def test_graphql(callers: Callers, operation: str, role: str) -> None:
    """Who may is not refused for want of a right; who may not is, with the code of his kind."""
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


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", REST, ids=" ".join)
def test_rest(callers: Callers, route: tuple[str, str], role: str) -> None:
    """The same, by the same words."""
    (method, path), (may, body) = route, REST[route]
    address = path.replace("{id}", callers.fight.id)
    for name, value in FILLED.items():
        if method == "DELETE" and name == "seat":
            value = "zoe" if "tokens" in path else "gm"
        address = address.replace(f"{{{name}}}", value)
    answer = callers.table.http.request(method, address, json=body, headers=Table.headers(callers.tokens[role]))
    judge(str(route), role, may, answer.json()["code"] if answer.status_code >= 400 else "", answer.status_code)


def judge(operation: str, role: str, may: set[str], code: str, status: int = 0) -> None:
    """A missing thing is UNKNOWN to who may ask for it, too: the fight itself is there for him."""
    if role in may:
        assert code not in {"UNAUTHENTICATED", "NOT_YOURS"}, (operation, role, code)
        assert status not in (401, 403, 404, 405), (operation, role, status)
        return
    expected = refusal(role)
    if role == "stranger" and may <= {"admin"}:
        expected = "NOT_YOURS"  # no fight is asked for
    assert code == expected, (operation, role, code)
