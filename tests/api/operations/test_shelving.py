"""Shelves of hosts, by GraphQL and by REST: what is put there is judged, bounded, found again, and nobody else's."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.operations import shelving
from engine.store.server import PrivateServer
from tests.api.fights import bridge, bridge_input
from tests.api.table import ADMIN, Table, serving
from tests.support.contract.tags import version_in
from tests.support.processes.servers import flush

WOLF = {"name": "Wolf", "system": "fantasia", "content": {"side": "foes", "sheet": {"fantasia": {"ref": "goblin"}}}}
FORD: dict[str, Any] = {
    "name": "The ford",
    "content": {
        "ground": {
            "space": {"kind": "GRID"},
            "rows": ["..~", ".#~"],
            "legend": [
                {"key": "open", "sign": "."},
                {"key": "brook", "sign": "~", "look": "WATER", "label": "A brook"},
                {"key": "wall", "sign": "#", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
            ],
        },
        "backdrop": {"picture": "https://pictures.example/ford.webp", "width": 300, "height": 200},
    },
}
PARTY = {
    "name": "The heroes",
    "system": "fantasia",
    "content": {
        "seats": [{"id": "ana", "name": "Ana"}],
        "combatants": [
            {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "sheet": {"fantasia": {"ref": "soldier"}}}
        ],
    },
}
SETUP = {"name": "House rules", "system": "fantasia", "content": {"setup": {"fantasia": {}}, "dice": "PHYSICAL"}}
FIGHT: dict[str, Any] = {"name": "The bridge", "system": "fantasia", "content": bridge_input()}
ITEMS = {"SHEET": WOLF, "MAP": FORD, "PARTY": PARTY, "SETUP": SETUP, "FIGHT": FIGHT}

PUT = """mutation($input: PutShelfItemInput!) { putShelfItem(input: $input) { __typename
  ... on ShelfItemSaved { item { kind key name system version size updatedAt } }
  ... on Problem { code message } ... on Conflict { expected actual } ... on Refused { faults { field message } } } }"""
LIST = """query($first: Int, $after: ID, $kind: ShelfKind, $system: ID, $text: String) {
  shelf(first: $first, after: $after, kind: $kind, system: $system, text: $text) {
    nodes { kind key name system version size } pageInfo { hasNextPage endCursor } } }"""
READ = "query($kind: ShelfKind!, $key: ID!) { shelfItem(kind: $kind, key: $key) { name version content } }"
REMOVE = """mutation($input: RemoveShelfItemInput!) { removeShelfItem(input: $input) { __typename
  ... on ShelfItemRemoved { kind key } ... on Problem { code message } } }"""
EXPORT = """query($items: [ShelfNameInput!]) { shelfFile(items: $items) { __typename
  ... on ShelfFile { format version items { kind key name system content } } ... on Problem { code message } } }"""
IMPORT = """mutation($input: ImportShelfInput!) { importShelf(input: $input) { __typename
  ... on ShelfImported { items { kind key fileKey outcome } } ... on Problem { code message }
  ... on Refused { faults { field message } } } }"""


def host_of(table: Table, name: str) -> str:
    """A host's token."""
    return str(table.post("/v1/hosts", ADMIN, {"host": name}).json()["token"])


@pytest.fixture
def host(table: Table, request: pytest.FixtureRequest) -> str:
    """A host of this test's own, with empty shelves."""
    return host_of(table, "h" + str(abs(hash(request.node.nodeid))))


def put(table: Table, token: str, kind: str, key: str, item: Any, **headers: str) -> Any:
    """The response of PUT."""
    return table.http.put(f"/v1/shelf/{kind}/{key}", json=item, headers=table.headers(token, **headers))


def delete(table: Table, token: str, kind: str, key: str, **headers: str) -> Any:
    return table.http.delete(f"/v1/shelf/{kind}/{key}", headers=table.headers(token, **headers))


def listed(table: Table, token: str, **wish: Any) -> list[str]:
    """KIND/key of what is listed."""
    return [f"{one['kind']}/{one['key']}" for one in table.data(LIST, token, **wish)["shelf"]["nodes"]]


@pytest.mark.parametrize("kind", ITEMS)
def test_an_item_is_kept_as_it_was_sent(table: Table, host: str, kind: str) -> None:
    """Put by REST and read by GraphQL, and the other way round."""
    item = ITEMS[kind]
    made = put(table, host, kind, "one", item)
    assert made.status_code == 200, made.text
    assert version_in(made.headers["etag"]) == made.json()["version"]
    assert "content" not in made.json()
    read = table.data(READ, host, kind=kind, key="one")["shelfItem"]
    assert (read["name"], read["version"], read["content"]) == (item["name"], made.json()["version"], item["content"])
    saved = table.data(PUT, host, input={"kind": kind, "key": "two", **item})["putShelfItem"]
    assert saved["__typename"] == "ShelfItemSaved", saved
    answer = table.get(f"/v1/shelf/{kind}/two", host)
    assert answer.json() == {**saved["item"], "content": item["content"]}
    assert answer.json()["size"] == len(json.dumps(item["content"], separators=(",", ":"), ensure_ascii=False).encode())
    etag = answer.headers["etag"]
    assert table.get(f"/v1/shelf/{kind}/two", host, **{"if-none-match": etag}).status_code == 304


def test_a_fight_is_made_of_what_stands_on_the_shelves(table: Table, host: str) -> None:
    """Party, map and bestiary are put together as they were sent."""
    for kind, item in ITEMS.items():
        put(table, host, kind, "one", item)
    got = {kind: table.get(f"/v1/shelf/{kind}/one", host).json()["content"] for kind in ITEMS}
    wish = {
        "system": "fantasia",
        "name": "Tonight",
        "seats": [{"id": "gm", "name": "GM", "role": "GM"}, *got["PARTY"]["seats"]],
        "combatants": [*got["PARTY"]["combatants"], {**got["SHEET"], "id": "wolf-1", "name": "Wolf 1"}],
        **got["MAP"],
        **got["SETUP"],
    }
    assert table.post("/v1/encounters", ADMIN, wish).status_code == 201
    assert table.post("/v1/encounters", ADMIN, got["FIGHT"]).status_code == 201


def test_a_map_of_another_program_goes_onto_the_shelf(table: Table, host: str) -> None:
    """As the service converted it, for its game."""
    file = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 5, "y": 4}, "pixels_per_grid": 70},
        "line_of_sight": [[{"x": 1, "y": 1}, {"x": 4, "y": 1}]],
        "portals": [],
    }
    made = table.post("/v1/maps?system=fantasia", ADMIN, file)
    assert made.status_code == 200, made.text
    item = {"name": "Cave", "system": "fantasia", "content": {"ground": made.json()["ground"]}}
    assert put(table, host, "MAP", "cave", item).status_code == 200


def test_pages_are_sorted_and_chosen(table: Table, host: str) -> None:
    """By kind and key; a page goes on behind its cursor, also where the item there has gone."""
    for number in (3, 1, 2):
        put(table, host, "SHEET", f"wolf-{number}", {**WOLF, "name": f"Wölf {number}"})
    put(table, host, "MAP", "ford", FORD)
    put(table, host, "SETUP", "plain", {**SETUP, "system": "minis", "content": {"setup": {"minis": {}}}})
    everything = ["MAP/ford", "SETUP/plain", "SHEET/wolf-1", "SHEET/wolf-2", "SHEET/wolf-3"]
    assert listed(table, host) == everything
    assert listed(table, host, kind="SHEET") == everything[2:]
    assert listed(table, host, system="minis") == ["SETUP/plain"]
    assert listed(table, host, text="WÖLF 2") == ["SHEET/wolf-2"]
    assert listed(table, host, text="for") == ["MAP/ford"]
    assert listed(table, host, first=0) == []
    page = table.data(LIST, host, first=3)["shelf"]
    assert page["pageInfo"] == {"hasNextPage": True, "endCursor": "SHEET/wolf-1"}
    delete(table, host, "SHEET", "wolf-1")
    assert listed(table, host, first=3, after="SHEET/wolf-1") == everything[3:]
    rest = table.get("/v1/shelf?first=2&kind=SHEET&text=wolf", host).json()
    assert [one["key"] for one in rest["items"]] == ["wolf-2", "wolf-3"]
    assert rest["after"] is None
    assert table.get("/v1/shelf?first=1", host).json()["after"] == "MAP/ford"


def test_two_browsers_do_not_overwrite_each_other(table: Table, host: str) -> None:
    """If-Match and expectedVersion refuse where the item has changed, was removed or put there meanwhile."""
    first = put(table, host, "SHEET", "wolf", WOLF, **{"if-none-match": "*"})
    assert first.status_code == 200
    etag = first.headers["etag"]
    second = put(table, host, "SHEET", "wolf", {**WOLF, "name": "Dire wolf"}, **{"if-match": etag})
    assert second.status_code == 200
    late = put(table, host, "SHEET", "wolf", {**WOLF, "name": "Werewolf"}, **{"if-match": etag})
    assert (late.status_code, late.json()["code"]) == (412, "CONFLICT")
    assert late.json()["actual"] == second.json()["version"]
    assert version_in(late.headers["etag"]) == version_in(second.headers["etag"])
    assert put(table, host, "SHEET", "wolf", WOLF, **{"if-none-match": "*"}).status_code == 412
    wish = {"kind": "SHEET", "key": "wolf", **WOLF, "name": "Cub", "expectedVersion": first.json()["version"]}
    conflict = table.data(PUT, host, input=wish)["putShelfItem"]
    assert (conflict["__typename"], conflict["actual"]) == ("Conflict", second.json()["version"])
    assert delete(table, host, "SHEET", "wolf", **{"if-match": etag}).status_code == 412
    assert delete(table, host, "SHEET", "wolf", **{"if-match": second.headers["etag"]}).status_code == 200
    gone = put(table, host, "SHEET", "wolf", WOLF, **{"if-match": second.headers["etag"]})
    assert (gone.status_code, gone.json()["detail"]) == (412, "SHEET 'wolf' is on your shelf no more")


def test_a_repeated_request_changes_nothing(table: Table, host: str) -> None:
    """Also with the version from before."""
    first = put(table, host, "SHEET", "wolf", WOLF, **{"if-none-match": "*"})
    again = put(table, host, "SHEET", "wolf", WOLF, **{"if-none-match": "*"})
    assert again.json()["version"] == first.json()["version"]
    assert table.data(REMOVE, host, input={"kind": "SHEET", "key": "wolf"})["removeShelfItem"]["key"] == "wolf"
    missing = table.data(REMOVE, host, input={"kind": "SHEET", "key": "wolf"})["removeShelfItem"]
    assert missing["code"] == "UNKNOWN"
    assert delete(table, host, "SHEET", "wolf").status_code == 404


def test_shelves_are_one_host_s_own(table: Table) -> None:
    """Another host, and the operator, meet what they would meet if it were not there: nothing tells that it is."""
    ana, ben = host_of(table, "ana"), host_of(table, "ben")
    before = table.get("/v1/shelf/SHEET/secret", ben)
    put(table, ana, "SHEET", "secret", WOLF)
    for token in (ben, ADMIN):
        assert listed(table, token, kind="SHEET", text="secret") == []
        answer = table.get("/v1/shelf/SHEET/secret", token)
        assert {**answer.json(), "request": ""} == {**before.json(), "request": ""}
        assert (answer.status_code, answer.json()["code"]) == (404, "UNKNOWN")
        assert table.data(READ, token, kind="SHEET", key="secret")["shelfItem"] is None
        assert delete(table, token, "SHEET", "secret").json()["code"] == "UNKNOWN"
        assert table.data(EXPORT, token, items=[{"kind": "SHEET", "key": "secret"}])["shelfFile"]["code"] == "UNKNOWN"
    assert put(table, ben, "SHEET", "secret", WOLF, **{"if-none-match": "*"}).status_code == 200
    assert put(table, ADMIN, "SHEET", "secret", WOLF, **{"if-none-match": "*"}).status_code == 200
    assert delete(table, ADMIN, "SHEET", "secret").status_code == 200
    assert listed(table, ana) == ["SHEET/secret"]


def test_seats_have_no_shelves_and_revoked_hosts_none_any_more(table: Table) -> None:
    fight, host = bridge(table), host_of(table, "gone")
    for seat in ("gm", "ana", "eve"):
        assert table.get("/v1/shelf", fight.tokens[seat]).status_code == 403
        assert put(table, fight.tokens[seat], "SHEET", "wolf", WOLF).status_code == 403
        assert table.gql(LIST, fight.tokens[seat])["errors"][0]["extensions"]["code"] == "NOT_YOURS"
    assert table.get("/v1/shelf", None).status_code == 401
    put(table, host, "SHEET", "wolf", WOLF)
    table.http.delete("/v1/hosts/gone/tokens", headers=table.headers(ADMIN))
    for answer in (
        table.get("/v1/shelf", host),
        put(table, host, "SHEET", "wolf", WOLF),
        table.get("/v1/shelf/file", host),
    ):
        assert answer.status_code == 401
    assert listed(table, host_of(table, "gone")) == ["SHEET/wolf"]


# -- judged as createEncounter does
WRONG: list[tuple[str, dict[str, Any], list[str]]] = [
    ("SHEET", {"system": None}, ["system"]),
    ("SHEET", {"system": "chess"}, ["system"]),
    ("SHEET", {"content": {}}, ["content.sheet"]),
    ("SHEET", {"content": {"sheet": {"minis": {}}}}, ["content.sheet"]),
    (
        "SHEET",
        {"content": {"sheet": {"fantasia": {"ref": 3, "colour": 1}}, "vitals": {"hp": "all"}, "id": "a b"}},
        ["content.id", "content.sheet.fantasia.colour", "content.sheet.fantasia.ref", "content.vitals.hp"],
    ),
    ("SHEET", {"content": {"sheet": {"fantasia": {"ref": "unicorn"}}}}, ["content.sheet.fantasia.ref"]),
    ("SHEET", {"content": {"sheet": {"fantasia": {"ref": "goblin"}}, "vitals": {"luck": 1}}}, ["content.vitals"]),
    ("PARTY", {"content": {"combatants": []}}, ["content.combatants"]),
    (
        "PARTY",
        {
            "content": {
                "seats": [{"id": "ana", "name": "Ana"}, {"id": "ana", "name": "Anna"}],
                "combatants": [
                    {"id": "a", "seat": "ben", "sheet": {"fantasia": {"ref": "goblin"}}},
                    {"id": "a", "seat": "ana", "sheet": {"fantasia": {"ref": "goblin"}}},
                    {"sheet": {"fantasia": {"ref": "unicorn"}}},
                ],
            }
        },
        [
            "content.combatants.0.seat",
            "content.combatants.1.id",
            "content.combatants.2.sheet.fantasia.ref",
            "content.seats.1.id",
        ],
    ),
    (
        "PARTY",
        {"content": {"combatants": [{"sheet": {"fantasia": {"ref": 1}}}, {"id": 2, "sheet": {"fantasia": {}}}]}},
        ["content.combatants.0.sheet.fantasia.ref", "content.combatants.1.id"],
    ),
    (
        "MAP",
        {"content": {"ground": {"space": {"kind": "CUBE"}}, "weather": 1}},
        ["content.ground.space.kind", "content.weather"],
    ),
    ("MAP", {"content": {"ground": {"space": {"kind": "GRID"}, "rows": ["..#"]}}}, ["content.ground.rows.0"] * 2),
    (
        "MAP",
        {"content": {**FORD["content"], "backdrop": {"picture": "http://x", "width": 1, "height": "x"}}},
        ["content.backdrop.height", "content.backdrop.picture"],
    ),
    ("MAP", {"system": "minis", "content": {"ground": {"space": {"kind": "ZONES"}}}}, ["content.ground.space.kind"]),
    (
        "SETUP",
        {"content": {"setup": {"fantasia": {"nonsense": 1}}, "dice": "LOADED", "sides": [{"key": "a"}, {"key": "a"}]}},
        ["content.dice", "content.setup.fantasia.nonsense"],
    ),
    ("SETUP", {"content": {"sides": [{"key": "a"}, {"key": "a"}]}}, ["content.sides.1.key"]),
    ("SETUP", {"content": {"dice": "PHYSICAL", "typedBy": {"sides": ["heroes"]}}}, ["content.typedBy"]),
    ("SETUP", {"content": {"typedBy": {"seats": ["ana", "ana"], "sides": [3]}}}, ["content.typedBy.sides.0"]),
    ("SETUP", {"content": {"typedBy": {"seats": ["ana", "ana"]}}}, ["content.typedBy.seats.1"]),
    ("FIGHT", {"content": {}}, ["content.name", "content.seats", "content.system"]),
    ("FIGHT", {"content": {**bridge_input(), "idempotencyKey": "k"}}, ["content.idempotencyKey"]),
    ("FIGHT", {"system": "minis"}, ["content.system"]),
    (
        "FIGHT",
        {"content": {**bridge_input(), "seats": []}},
        ["content.combatants.0.seat", "content.combatants.1.seat", "content.seats"],
    ),
]


@pytest.mark.parametrize(("kind", "change", "fields"), WRONG)
def test_what_could_not_be_played_is_not_kept(
    table: Table, host: str, kind: str, change: dict[str, Any], fields: list[str]
) -> None:
    """With all its faults at once, each with its path; by REST as by GraphQL, and in a file."""
    item = {**ITEMS[kind], **change}
    answer = put(table, host, kind, "bad", item)
    assert answer.status_code == 422, answer.text
    faults = answer.json().get("faults") or [{"field": answer.json()["field"], "message": answer.json()["detail"]}]
    assert sorted(fault["field"] for fault in faults) == fields
    refused = table.data(PUT, host, input={"kind": kind, "key": "bad", **item})["putShelfItem"]
    assert [(f["field"], f["message"]) for f in refused["faults"]] == [(f["field"], f["message"]) for f in faults]
    file = {"format": "skald-shelf", "version": 1, "items": [{"kind": kind, "key": "bad", **item}]}
    imported = table.data(IMPORT, host, input={"file": file})["importShelf"]
    assert sorted(f["field"] for f in imported["faults"]) == [f"file.items.0.{field}" for field in fields]
    assert listed(table, host) == []


@pytest.mark.parametrize(
    ("kind", "key", "item", "field"),
    [
        ("SWORD", "wolf", WOLF, "kind"),
        ("SHEET", "-wolf", WOLF, "key"),
        ("SHEET", "w" * 65, WOLF, "key"),
        ("SHEET", "wolf", {**WOLF, "name": ""}, "name"),
        ("SHEET", "wolf", {**WOLF, "content": []}, "content"),
        ("SHEET", "wolf", {**WOLF, "colour": "red"}, "colour"),
        ("SHEET", "wolf", {**WOLF, "expectedVersion": -1}, "expectedVersion"),
        ("SHEET", "wolf", {**WOLF, "key": "bear"}, "key"),
    ],
)
def test_what_cannot_be_read(table: Table, host: str, kind: str, key: str, item: Any, field: str) -> None:
    answer = put(table, host, kind, key, item)
    assert (answer.status_code, answer.json()["field"]) == (400, field)


@pytest.mark.parametrize(
    "query", ["after=x", "after=SHEET/", "after=SWORD/a", "first=501", "kind=SWORD", f"text={'x' * 201}", "sort=name"]
)
def test_a_page_that_cannot_be_read(table: Table, host: str, query: str) -> None:
    assert table.get(f"/v1/shelf?{query}", host).status_code == 400


def test_a_key_like_an_address_names_nothing(table: Table, host: str) -> None:
    for key in ("%2e%2e", "a%20b", "%00", "x" * 300):
        assert table.get(f"/v1/shelf/SHEET/{key}", host).json()["code"] == "UNKNOWN"


# -- files
def test_a_file_brings_everything_back(table: Table, host: str) -> None:
    """Byte for byte the same contents; by REST and by GraphQL, all or some."""
    for kind, item in ITEMS.items():
        put(table, host, kind, "one", item)
    put(table, host, "SHEET", "two", {**WOLF, "name": "Ünïcödé \u2028"})
    answer = table.get("/v1/shelf/file", host)
    file = answer.json()
    assert answer.headers["content-disposition"] == 'attachment; filename="shelf.json"'
    assert (file["format"], file["version"], len(file["items"])) == ("skald-shelf", 1, 6)
    assert table.data(EXPORT, host)["shelfFile"] == {"__typename": "ShelfFile", **file}
    other = host_of(table, "other-" + str(abs(hash(host))))
    done = table.http.post("/v1/shelf/file", content=answer.content, headers=table.headers(other))
    assert {one["outcome"] for one in done.json()["items"]} == {"ADDED"}
    assert table.get("/v1/shelf/file", other).content == answer.content
    again = table.data(IMPORT, other, input={"file": file})["importShelf"]["items"]
    assert {one["outcome"] for one in again} == {"SAME"}
    some = table.get("/v1/shelf/file?items=SHEET/two,MAP/one,SHEET/two", host).json()["items"]
    assert [(one["kind"], one["key"]) for one in some] == [("SHEET", "two"), ("MAP", "one")]
    names = [{"kind": "MAP", "key": "one"}]
    assert [one["key"] for one in table.data(EXPORT, host, items=names)["shelfFile"]["items"]] == ["one"]
    assert table.get("/v1/shelf/file?items=SHEET/three", host).json()["code"] == "UNKNOWN"
    assert table.get("/v1/shelf/file?items=three", host).status_code == 400
    assert table.get("/v1/shelf/file?items=SHEET/-a", host).json()["code"] == "UNKNOWN"


def test_what_is_there_is_kept_replaced_or_kept_beside(table: Table, host: str) -> None:
    """As it is asked for; and a repeated import changes nothing more."""
    old, new = {**WOLF, "name": "Old"}, {**WOLF, "name": "New"}
    file = {"format": "skald-shelf", "version": 1, "items": [{"kind": "SHEET", "key": "wolf", **new}]}

    def taken_in(existing: str) -> tuple[str, str]:
        answer = table.post(f"/v1/shelf/file?existing={existing}", host, file)
        [one] = answer.json()["items"]
        assert (one["kind"], one["fileKey"]) == ("SHEET", "wolf")
        return one["key"], one["outcome"]

    def names() -> dict[str, str]:
        return {one["key"]: one["name"] for one in table.get("/v1/shelf", host).json()["items"]}

    put(table, host, "SHEET", "wolf", old)
    put(table, host, "SHEET", "wolf-2", old)
    assert taken_in("KEEP") == ("wolf", "KEPT")
    assert names() == {"wolf": "Old", "wolf-2": "Old"}
    assert taken_in("BOTH") == ("wolf-3", "ADDED")
    assert taken_in("BOTH") == ("wolf-3", "SAME")
    assert names() == {"wolf": "Old", "wolf-2": "Old", "wolf-3": "New"}
    assert taken_in("REPLACE") == ("wolf", "REPLACED")
    assert taken_in("REPLACE") == ("wolf", "SAME")
    assert names() == {"wolf": "New", "wolf-2": "Old", "wolf-3": "New"}
    assert table.post("/v1/shelf/file?existing=MAYBE", host, file).status_code == 400


def test_keys_of_full_length_make_room_for_their_number(table: Table, host: str) -> None:
    long = "w" * 64
    file = {"format": "skald-shelf", "version": 1, "items": [{"kind": "SHEET", "key": long, **WOLF}]}
    put(table, host, "SHEET", long, {**WOLF, "name": "Other"})
    [one] = table.post("/v1/shelf/file?existing=BOTH", host, file).json()["items"]
    assert one["key"] == "w" * 58 + "-2"


def test_a_file_is_taken_in_whole_or_not_at_all(table: Table, host: str) -> None:
    """With the faults of all its items."""
    good = {"kind": "SHEET", "key": "good", **WOLF}
    bad = {"kind": "SHEET", "key": "bad", **WOLF, "content": {"sheet": {"fantasia": {"ref": "unicorn"}}}}
    items = [good, bad, {"kind": "SWORD", "key": 1}, good, [], {**good, "key": "more", "size": 3}]
    answer = table.post("/v1/shelf/file", host, {"format": "skald-shelf", "version": 1, "items": items})
    assert answer.status_code == 422
    assert sorted(fault["field"] for fault in answer.json()["faults"]) == [
        "file.items.1.content.sheet.fantasia.ref",
        "file.items.2.content",
        "file.items.2.key",
        "file.items.2.kind",
        "file.items.2.name",
        "file.items.3.key",
        "file.items.4",
        "file.items.5.size",
    ]
    assert listed(table, host) == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"format": "skald-shelf"', 400),
        (b'{"format": "skald-shelf", "version": 1}', 422),
        (b'{"format": "skald-shelf", "version": 1, "items": {}}', 422),
        (b'{"format": "skald-shelf", "version": 2, "items": []}', 422),
        (b'{"format": "other", "version": 1, "items": []}', 422),
        (b'{"format": "skald-shelf", "version": 1, "items": [{"key": 1, "key": 2}]}', 400),
        (b'{"format": "skald-shelf", "version": 1, "items": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400),
        (b'{"format": "skald-shelf", "version": 1, "items": [' + b"[" * 100 + b"]" * 100 + b"]}", 400),
        (b'{"format": "skald-shelf", "version": 1, "items": ["\xff"]}', 400),
        (b'{"format": "skald-shelf", "version": 1, "items": [' + b"1," * 1000 + b"1]}", 422),
        (b'{"format": "skald-shelf", "version": 1, "items": []}', 200),
    ],
)
def test_what_is_no_file_of_shelves(table: Table, host: str, body: bytes, status: int) -> None:
    answer = table.http.post("/v1/shelf/file", content=body, headers=table.headers(host))
    assert answer.status_code == status, answer.text
    if status == 422:
        assert answer.json()["field"].startswith("file")


def wide(many: int, value: bytes, before: bytes = b"", after: bytes = b"") -> bytes:
    """A file of shelves with a list of many values."""
    return b'{"format": "skald-shelf", "version": 1, "items": %s[%s1]%s}' % (before, (value + b",") * many, after)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (wide(5_000_000, b"1"), "file.items"),
        (wide(3_000_000, b"{}"), "file.items"),
        (wide(5_000_000, b"1", b"[", b"]"), "file.items.0"),
        (wide(3_000_000, b"{}", b"[", b"]"), "file.items.0"),
        (b'{"format": [%s1], "version": 1, "items": []}' % (b"{}," * 3_000_000), "file"),
        (b"{%s}" % b",".join(b'"%06x":1' % number for number in range(900_000)), "file"),
    ],
    ids=["numbers", "objects", "numbers in an item", "objects in an item", "a format of objects", "keys"],
)
def test_a_file_of_many_small_things_is_not_unfolded(table: Table, host: str, body: bytes, field: str) -> None:
    """The loop stays free (`nothing_holds_the_loop`): such a file has ten times its size as objects."""
    answer = table.http.post("/v1/shelf/file", content=body, headers=table.headers(ADMIN))
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_of_an_array_no_more_items_are_kept_than_may_be() -> None:
    """And one more, so that it is known that they are too many."""
    ones = msgspec.Raw(b"[" + b"1," * 1_000_000 + b"1]")
    tracemalloc.start()
    try:
        assert shelving.items_of(ones, 10) == [b"1"] * 11
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
    assert shelving.items_of(msgspec.Raw(b'[{"a": [1, 2]}, "b"]'), 10) == [b'{"a": [1, 2]}', b'"b"']
    assert shelving.items_of(msgspec.Raw(b"[]"), 10) == []


# -- limits
@pytest.fixture(scope="module")
def narrow(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with small shelves."""
    flush(server)
    limits = {"shelf_items": 5, "shelf_bytes": 3000, "shelf_item_bytes": 2000}
    with serving(server.url, tmp_path_factory.mktemp("narrow"), limits) as running:
        yield running


def large(size: int) -> dict[str, Any]:
    """A map of so many bytes."""
    empty = len(b'{"ground":{"legend":[{"key":"a","label":""}]}}')
    entries = [{"key": "a", "label": ""}]
    content: dict[str, Any] = {"ground": {"legend": entries}}
    number = 0
    while size - empty > 80:
        entries.append({"key": f"k{number:04}", "label": "x" * 40})
        empty += len(b',{"key":"k0000","label":""}') + 40
        number += 1
    entries[0]["label"] = "y" * (size - empty)
    assert len(json.dumps(content, separators=(",", ":"))) == size
    return {"name": "Large", "content": content}


def test_the_largest_item_and_the_last_byte_fit(narrow: Table) -> None:
    """One more does not, in words that say what to do."""
    host = host_of(narrow, "full")
    assert put(narrow, host, "MAP", "a", large(2001)).json()["detail"] == (
        "an item of a shelf has 2000 bytes at most, and this has 2001"
    )
    assert put(narrow, host, "MAP", "a", large(2000)).status_code == 200
    refused = put(narrow, host, "MAP", "b", large(1001))
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "your shelves hold 3000 bytes at most: remove something first",
    )
    assert put(narrow, host, "MAP", "b", large(1000)).status_code == 200
    assert put(narrow, host, "MAP", "a", large(1999)).status_code == 200
    spanish = narrow.http.put("/v1/shelf/MAP/c?locale=es", json=large(200), headers=narrow.headers(host))
    assert spanish.json()["detail"] == "tus estantes admiten 3000 bytes como mucho: quita algo antes"


def test_limits_hold_where_many_write_at_once(narrow: Table) -> None:
    """Of twelve as many get in as there is room for."""
    host = host_of(narrow, "racing")
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda n: put(narrow, host, "SHEET", f"w{n}", WOLF).status_code, range(12)))
    assert sorted(answers) == [200] * 5 + [422] * 7
    assert len(listed(narrow, host)) == 5
    items = [{"kind": "SHEET", "key": f"x{n}", **WOLF} for n in range(6)]
    refused = narrow.post("/v1/shelf/file", host, {"format": "skald-shelf", "version": 1, "items": items})
    assert (refused.status_code, refused.json()["field"]) == (422, "file.items")
    refused = narrow.post("/v1/shelf/file", host, {"format": "skald-shelf", "version": 1, "items": items[:1]})
    assert refused.status_code == 422
    assert len(listed(narrow, host)) == 5


def test_a_file_too_large_for_one_answer_comes_by_rest(table: Table, host: str) -> None:
    legend = [{"key": "open", "sign": "."}]
    vast: dict[str, Any] = {"ground": {"space": {"kind": "GRID"}, "rows": ["." * 1000] * 600, "legend": legend}}
    for key in ("north", "south"):
        assert put(table, host, "MAP", key, {"name": key, "content": vast}).status_code == 200
    error = table.gql(EXPORT, host)["errors"][0]
    assert (error["extensions"]["code"], error["extensions"]["field"]) == ("BAD_USER_INPUT", "items")
    names = [{"kind": "MAP", "key": "north"}]
    assert table.data(EXPORT, host, items=names)["shelfFile"]["__typename"] == "ShelfFile"
    answer = table.get("/v1/shelf/file", host)
    assert [one["content"] for one in answer.json()["items"]] == [vast, vast]
    other = host_of(table, "vast-" + str(abs(hash(host))))
    done = table.http.post("/v1/shelf/file", content=answer.content, headers=table.headers(other))
    assert [one["outcome"] for one in done.json()["items"]] == ["ADDED", "ADDED"]


def test_what_was_put_survives_as_it_was_told(table: Table, host: str, tmp_path: Path) -> None:
    """Another process on the same store reads the same."""
    made = put(table, host, "SHEET", "wolf", WOLF).json()
    with serving(table.app.state.services.settings.redis_url, tmp_path) as second:
        assert second.get("/v1/shelf/SHEET/wolf", host).json() == {**made, "content": WOLF["content"]}


def test_a_full_shelf_holds_nobody_up(table: Table, host: str) -> None:
    """As many items as there is room for are imported beside their likes, listed and exported; the loop stays free."""
    long = "w" * 56
    items: list[dict[str, Any]] = [
        {"kind": "SHEET", "key": f"{long}-{n:04}", **WOLF, "name": f"Wolf {n}"} for n in range(500)
    ]
    file = {"format": "skald-shelf", "version": 1, "items": items}
    assert table.post("/v1/shelf/file", host, file).status_code == 200
    for item in items:
        item["name"] += " again"
    done = table.post("/v1/shelf/file?existing=BOTH", host, file)
    assert done.status_code == 200
    assert len({one["key"] for one in done.json()["items"]}) == 500
    assert len(listed(table, host, first=500)) == 500
    assert len(listed(table, host, first=500, text="again")) == 500
    assert len(table.get("/v1/shelf/file", host).json()["items"]) == 1000
    refused = put(table, host, "MAP", "one-more", FORD)
    assert refused.json()["detail"] == "your shelves hold 1000 items at most: remove something first"
