"""What breaks a client of the published contract: each kind is planted in today's, found, and told by name."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from schemas.changes import (
    ADDITIVE,
    BREAKING,
    DANGEROUS,
    EVENTS,
    OPENAPI,
    Change,
    Unreadable,
    breaks,
    changes,
    changes_of,
    in_order,
    kind_of,
)
from schemas.changes.shapes import Shapes
from tests.schemas.sdl import bare
from tests.support.contract.today import TODAY


@cache
def sdl() -> str:
    """Today's schema of one game."""
    return bare(TODAY["minis.graphql"])


"""What all games have in common, as one game's clients read it."""
Document = dict[str, Any]


def replaced(old: str, new: str) -> str:
    """Today's SDL with one line changed, where it stands first."""
    assert old in sdl()
    return sdl().replace(old, new, 1)


def test_what_stays_the_same_has_no_changes() -> None:
    assert changes(TODAY, TODAY) == {}
    for name, text in TODAY.items():
        assert changes_of(name, text, text) == []


# -- GraphQL
@pytest.mark.parametrize(
    ("old", "new", "weight", "said"),
    [
        ("  headHash: String!\n", "", BREAKING, "headHash was removed"),
        ("  deadline: Int\n", "  deadline: String\n", BREAKING, "deadline changed type from Int to String"),
        ("  choice: ChoiceInput\n", "  choice: ChoiceInput!\n", BREAKING, "AnswerInput.choice changed type"),
        ("input ChoiceInput {", "input ChoiceInput @oneOf {", BREAKING, "Input 'ChoiceInput' takes exactly one field"),
        ("union PreferResult = Preferred | Refused", "union PreferResult = Preferred", BREAKING, "removed from union"),
        ("  SPECTATOR\n", "", BREAKING, "Role.SPECTATOR was removed"),
        ("  SPECTATOR\n", "  SPECTATOR\n  ROBOT\n", DANGEROUS, "Role.ROBOT was added"),
        ("union PreferResult =", "union PreferResult = Conflict |", DANGEROUS, "Conflict was added to union"),
        ("  headHash: String!\n", "  headHash: String!\n  more: Int\n", ADDITIVE, "more was added"),
        ("@oneOf {", "{", ADDITIVE, "takes more than one field now"),
        (
            "  headHash: String!\n",
            '  headHash: String! @deprecated(reason: "use hash")\n',
            ADDITIVE,
            "headHash' is deprecated: use hash",
        ),
    ],
)
def test_changes_of_graphql(old: str, new: str, weight: str, said: str) -> None:
    """As graphql-core sees them, and what it does not look at."""
    found = changes_of("schema.graphql", sdl(), replaced(old, new))
    assert any(change.weight == weight and said in change.what for change in found), found
    assert found[0].weight == weight, "nothing worse is found than was planted"


def test_descriptions_may_change() -> None:
    """They are for people."""
    whole = TODAY["minis.graphql"]
    assert whole != sdl()
    assert changes_of("schema.graphql", whole, sdl()) == []


# -- OpenAPI
def planted(name: str, plant: Callable[[Document], object]) -> list[Change]:
    """The changes that come of something planted in today's document."""
    document: Document = json.loads(TODAY[name])
    changed = copy.deepcopy(document)
    plant(changed)
    assert changed != document
    return changes_of(name, TODAY[name], json.dumps(changed))


def operation(document: Document, method: str, path: str) -> Document:
    """What is said of a way in."""
    found: Document = document["paths"][path][method]
    return found


def shape(document: Document, name: str) -> Document:
    """A named shape of the document."""
    found: Document = document["components"]["schemas"][name]
    return found


ENCOUNTERS, COMMANDS, EVENT_LIST = "/v1/encounters", "/v1/encounters/{id}/commands", "/v1/encounters/{id}/events"


def _drop_parameter(document: Document) -> None:
    found = operation(document, "get", ENCOUNTERS)
    found["parameters"] = [p for p in found["parameters"] if p["name"] != "status"]


def _demand_parameter(document: Document) -> None:
    operation(document, "get", ENCOUNTERS)["parameters"].append(
        {"name": "colour", "in": "query", "required": True, "schema": {"type": "string"}}
    )


def _demand_known_parameter(document: Document) -> None:
    operation(document, "get", ENCOUNTERS)["parameters"][0]["required"] = True


def _retype_parameter(document: Document) -> None:
    operation(document, "get", ENCOUNTERS)["parameters"][0]["schema"] = {"type": "boolean"}


def _demand_field(document: Document) -> None:
    shape(document, "CommandBody")["properties"]["mood"] = {"type": "string"}
    shape(document, "CommandBody").setdefault("required", []).append("mood")


def _demand_known_field(document: Document) -> None:
    shape(document, "CommandBody").setdefault("required", []).append("faces")


def _retype_answer(document: Document) -> None:
    shape(document, "EncounterSummary")["properties"]["version"] = {"type": "string"}


def _null_answer(document: Document) -> None:
    shape(document, "EncounterSummary")["properties"]["name"] = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def _narrow_request(document: Document) -> None:
    shape(document, "SeatRequest")["properties"]["name"]["maxLength"] = 10


def _new_value(document: Document) -> None:
    shape(document, "EncounterSummary")["properties"]["status"]["enum"].append("LOST")


def _new_field(document: Document) -> None:
    shape(document, "EncounterSummary")["properties"]["mood"] = {"type": "string"}


def _needs_token(document: Document) -> None:
    del operation(document, "get", "/v1/systems")["security"]


def _new_optional_parameter(document: Document) -> None:
    operation(document, "get", ENCOUNTERS)["parameters"].append(
        {"name": "colour", "in": "query", "schema": {"type": "string"}}
    )


@pytest.mark.parametrize(
    ("plant", "weight", "said"),
    [
        (lambda d: d["paths"].pop(COMMANDS), BREAKING, f"POST {COMMANDS} is gone"),
        (lambda d: d["paths"][ENCOUNTERS].pop("get"), BREAKING, f"GET {ENCOUNTERS} is gone"),
        (_drop_parameter, BREAKING, "the query parameter status is gone"),
        (_demand_parameter, BREAKING, "the query parameter colour is new, and must be sent"),
        (_demand_known_parameter, BREAKING, "the query parameter first must be sent now"),
        (_retype_parameter, BREAKING, "the query parameter first was integer, and is boolean"),
        (
            lambda d: operation(d, "get", EVENT_LIST)["responses"]["200"]["content"].pop("application/x-ndjson"),
            BREAKING,
            "its answer 200 is not application/x-ndjson any more",
        ),
        (lambda d: operation(d, "post", COMMANDS)["responses"].pop("412"), BREAKING, "does not answer 412 any more"),
        (lambda d: shape(d, "Accepted")["properties"].pop("durable"), BREAKING, "Accepted.durable is gone"),
        (lambda d: shape(d, "Accepted")["required"].remove("durable"), BREAKING, "Accepted.durable may be absent now"),
        (_retype_answer, BREAKING, "EncounterSummary.version was integer, and is string"),
        (_null_answer, BREAKING, "EncounterSummary.name was string, and is null or string"),
        (lambda d: shape(d, "CommandBody")["properties"].pop("faces"), BREAKING, "CommandBody.faces is gone"),
        (_demand_field, BREAKING, "CommandBody.mood is new, and must be sent"),
        (_demand_known_field, BREAKING, "CommandBody.faces must be sent now"),
        (_narrow_request, BREAKING, "SeatRequest.name: maxLength was 80, and is 10"),
        (_needs_token, BREAKING, "GET /v1/systems needs a token now"),
        (_new_value, DANGEROUS, "EncounterSummary.status: the value 'LOST' is new"),
        (_new_field, ADDITIVE, "EncounterSummary.mood is new"),
        (_new_optional_parameter, ADDITIVE, "the query parameter colour is new"),
        (lambda d: d["paths"].update({"/v2": {"get": {}}}), ADDITIVE, "GET /v2 is new"),
    ],
)
def test_changes_of_rest(plant: Callable[[Document], object], weight: str, said: str) -> None:
    found = planted(OPENAPI, plant)
    assert any(change.weight == weight and said in change.what for change in found), found
    assert found[0].weight == weight, found


WHOLE = {"type": "object", "properties": {}, "required": []}
JSON_BODY = {"content": {"application/json": {"schema": WHOLE}}}


@pytest.mark.parametrize(
    ("old", "new", "weight", "said"),
    [
        ({}, {"requestBody": {**JSON_BODY, "required": True}}, BREAKING, "takes a body that must be sent"),
        ({}, {"requestBody": JSON_BODY}, ADDITIVE, "GET /a takes a body"),
        ({"requestBody": JSON_BODY}, {}, BREAKING, "takes no body any more"),
        (
            {"requestBody": JSON_BODY},
            {"requestBody": {**JSON_BODY, "required": True}},
            BREAKING,
            "its body must be sent now",
        ),
        ({"responses": {}}, {"responses": {"202": {}}}, ADDITIVE, "GET /a may answer 202"),
        (
            {"responses": {"200": {}}},
            {"responses": {"200": {"content": {"text/csv": {}}}}},
            ADDITIVE,
            "its answer 200 may be text/csv",
        ),
    ],
)
def test_changes_of_an_operation(old: Document, new: Document, weight: str, said: str) -> None:
    """What today's document has no case of."""
    before, after = (json.dumps({"openapi": "3.1.0", "paths": {"/a": {"get": one}}}) for one in (old, new))
    (found,) = changes_of(OPENAPI, before, after)
    assert (found.weight, said in found.what) == (weight, True), found


@pytest.mark.parametrize(
    ("old", "new", "sent", "read", "said"),
    [
        ({"prefixItems": [{}, {}]}, {"prefixItems": [{}]}, BREAKING, BREAKING, "was 2 values in a row, and is 1"),
        (
            {"prefixItems": [{"type": "integer"}]},
            {"prefixItems": [{"type": "string"}]},
            BREAKING,
            BREAKING,
            "x[0] was integer, and is string",
        ),
        ({}, {"additionalProperties": False}, BREAKING, None, "takes no other fields any more"),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, BREAKING, BREAKING, "the value 'b' is gone"),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, ADDITIVE, DANGEROUS, "the value 'b' is new"),
        ({"const": "a"}, {"const": "b"}, BREAKING, BREAKING, "the value 'a' is gone"),
        ({"type": "string"}, {"type": "string", "enum": ["a"]}, BREAKING, ADDITIVE, "was any value"),
        ({"type": "string", "enum": ["a"]}, {"type": "string"}, ADDITIVE, BREAKING, "and is any value"),
        ({"type": "string"}, {"type": "string", "pattern": "^a"}, BREAKING, None, "must look like ^a now"),
        ({"minimum": 1}, {"minimum": 2}, BREAKING, None, "minimum was 1, and is 2"),
        ({"minimum": 2}, {"minimum": 1}, None, None, ""),
        ({}, {"maxItems": 3}, BREAKING, None, "maxItems was nothing, and is 3"),
        ({"type": "integer"}, {"type": ["integer", "null"]}, ADDITIVE, BREAKING, "was integer, and is integer or null"),
        ({"type": ["integer", "null"]}, {"type": "integer"}, BREAKING, ADDITIVE, "and is integer"),
        ({}, {"type": "integer"}, BREAKING, ADDITIVE, "was anything, and is integer"),
        ({"items": {"type": "integer"}}, {"items": {"type": "string"}}, BREAKING, BREAKING, "x[] was integer"),
    ],
)
def test_changes_of_a_shape(old: Document, new: Document, sent: str | None, read: str | None, said: str) -> None:
    """Who sends it and who reads it break on opposite things."""
    for weight, is_sent in ((sent, True), (read, False)):
        found = in_order(Shapes({}, {}, sent=is_sent).changes(old, new, "x"))
        assert (found[0].weight if found else None) == weight, (is_sent, found)
        assert weight is None or said in found[0].what, found


# -- events
def _without_event(document: Document) -> None:
    document["anyOf"] = [k for k in document["anyOf"] if k["title"] != "MovedEvent"]


def _new_event(document: Document) -> None:
    document["anyOf"].append(
        {"title": "DancedEvent", "properties": {"type": {"const": "Danced"}, "data": {"$ref": "#/$defs/Moved"}}}
    )


@pytest.mark.parametrize(
    ("plant", "weight", "said"),
    [
        (_without_event, BREAKING, "the event Moved is gone"),
        (lambda d: d["$defs"]["Moved"]["properties"].pop("to"), BREAKING, "Moved.to is gone"),
        (
            lambda d: d["$defs"]["RoundBegan"]["properties"].update(round={"type": "string"}),
            BREAKING,
            "RoundBegan.round was integer, and is string",
        ),
        (lambda d: d["$defs"]["Told"]["properties"].pop("hash"), BREAKING, "Told.hash is gone"),
        (lambda d: d["$defs"]["Cell"]["properties"].pop("x"), BREAKING, "Cell.x is gone"),
        (_new_event, DANGEROUS, "the event Danced is new"),
        (
            lambda d: d["$defs"]["Moved"]["properties"].update(manner={"type": "string"}),
            ADDITIVE,
            "Moved.manner is new",
        ),
        (
            lambda d: d["$defs"]["Moved"]["properties"]["to"].update(deprecated=True),
            ADDITIVE,
            "Moved.to is deprecated",
        ),
    ],
)
def test_changes_of_events(plant: Callable[[Document], object], weight: str, said: str) -> None:
    found = planted(EVENTS, plant)
    assert any(change.weight == weight and said in change.what for change in found), found
    assert found[0].weight == weight, found


# -- the whole
def test_a_file_that_is_gone_breaks_and_a_new_one_does_not() -> None:
    less = {name: text for name, text in TODAY.items() if name != "fantasia.graphql"}
    assert breaks(changes(TODAY, less)) == [
        "fantasia.graphql: fantasia.graphql is gone: clients that were generated from it have no server"
    ]
    assert changes(less, TODAY) == {"fantasia.graphql": [Change(ADDITIVE, "fantasia.graphql is new")]}


def test_a_text_is_known_by_what_it_holds() -> None:
    assert {kind_of(text) for name, text in TODAY.items() if name.endswith(".graphql")} == {".graphql"}
    assert kind_of(TODAY[OPENAPI]) == OPENAPI
    assert kind_of(TODAY[EVENTS]) == EVENTS


@pytest.mark.parametrize("text", ['{"a": 1}', "{", "{]"])
def test_what_is_no_contract_is_said_so(text: str) -> None:
    with pytest.raises(Unreadable):
        kind_of(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("schema.graphql", "type Query {"),
        ("schema.graphql", "type Query { a: Missing }"),
        ("schema.graphql", ""),
        (OPENAPI, '{"openapi": "3.1.0", "paths": 5}'),
        (EVENTS, '{"anyOf": [{"properties": 3}]}'),
    ],
)
def test_a_broken_text_is_said_so(name: str, text: str) -> None:
    with pytest.raises(Unreadable):
        changes_of(name, text, TODAY[name])


def test_a_list_is_no_document() -> None:
    with pytest.raises(Unreadable, match="an object was expected"):
        changes_of(EVENTS, "[]", TODAY[EVENTS])
