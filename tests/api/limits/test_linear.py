"""Whatever arrives is read in work that grows with its size alone: four times as much is four times the work.

Calls are counted, so that no clock decides. An input of the API that is new gets its rows here; what is as large as it
may be is sent to a running service in `test_largest.py`.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from api.config import Settings
from api.graphql import limits
from api.hosting.app import create_app
from api.rest.routes import ROUTES
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from schemas.shelf import FORMAT, FORMAT_VERSION
from tests.api.table import ADMIN, SECRET
from tests.support.contract.asgi import Headers, ask, started, talk
from tests.support.fights.fights import new_fight
from tests.support.processes.calls import counting

SMALL, MORE = 60, 4
DOCUMENT = 301
"""Parts of a small document: the comparisons of its fields are bounded, and reach that bound.

No number of parts that `test_largest.py` sends: what a process has read before costs it nothing more.
"""
GROWTH = 5
"""How much more work four times as much may be: a little more than four, for what goes by halves."""
BESIDE = 20_000
"""Calls that do not count: a cache that is filled, a log line, a garbage collection."""
JSON = (b"content-type", b"application/json")
V1 = "/v1/encounters"

SUBMIT = "mutation M($i: SubmitInput!) { submit(input: $i) { __typename } }"
CREATE = "mutation M($i: CreateEncounterInput!) { createEncounter(input: $i) { __typename } }"


class Sent(Struct, frozen=True):
    """A request, or the frames of a socket. who: "" for nobody."""

    method: str = "POST"
    path: str = "/graphql"
    query: str = ""
    headers: Headers = ()
    body: bytes = b""
    frames: tuple[str, ...] = ()
    who: str = ""


Make = Callable[[int], Sent]


def document(make: Callable[[int], str]) -> Make:
    return lambda n: Sent(headers=(JSON,), body=json.dumps({"query": make(n)}).encode())


def variables(query: str, make: Callable[[int], Any]) -> Make:
    return lambda n: Sent(headers=(JSON,), body=json.dumps({"query": query, "variables": {"i": make(n)}}).encode())


def body(path: str, make: Callable[[int], Any], who: str = ADMIN) -> Make:
    return lambda n: Sent(path=path, headers=(JSON,), body=json.dumps(make(n)).encode(), who=who)


def header(name: str, make: Callable[[int], str], path: str = "/v1/systems") -> Make:
    return lambda n: Sent(method="GET", path=path, headers=((name.encode(), make(n).encode()),))


def placed(path: str) -> str:
    """An address with values for its parameters."""
    return path.replace("{id}", "FIGHT").replace("{kind}", "MAP").replace("{", "").replace("}", "")


def routed(method: str, path: str, make: Callable[[int], Any]) -> Make:
    """A body of JSON; sent by the GM to a fight, else by the operator."""
    who = "gm" if path.startswith(V1 + "/{id}") else ADMIN
    return lambda n: Sent(method, placed(path), "", (JSON,), json.dumps(make(n)).encode(), who=who)


def file(path: str, make: Callable[[int], bytes], query: str = "") -> Make:
    return lambda n: Sent("POST", path, query, ((b"content-type", b"application/octet-stream"),), make(n), who=ADMIN)


def line(make: Callable[[int], str]) -> Make:
    return lambda n: Sent(
        "POST", f"{V1}/FIGHT/say", "", ((b"content-type", b"text/plain"),), make(n).encode(), who="gm"
    )


def frames(make: Callable[[int], list[Any]]) -> Make:
    first = {"type": "connection_init", "payload": {"token": ADMIN}}
    return lambda n: Sent(frames=tuple(json.dumps(one) for one in (first, *make(n))))


def several(text: str, n: int, between: str = " ") -> str:
    return between.join(text.replace("#", str(one)) for one in range(n))


def long(n: int) -> str:
    return "x" * 20 * n


def deep(n: int) -> Any:
    value: Any = 1
    for _ in range(n):
        value = {"a": value}
    return value


DOCUMENTS: dict[str, Callable[[int], str]] = {
    "unknown fields": lambda n: f"{{ {several('nam#', n)} }}",
    "unknown fields of a thing": lambda n: f"{{ systems {{ {several('nam#', n)} }} }}",
    "aliases": lambda n: f"{{ {several('a#: __typename', n)} }}",
    "the same field": lambda n: f"{{ systems {{ {several('id', n)} }} }}",
    "the same field, with fields": lambda n: f"{{ {several('encounter(id: 1) { id }', n)} }}",
    "one field, other arguments": lambda n: f"{{ {several('encounter(id: #) { id }', n)} }}",
    "fragments": lambda n: f"{{ {several('...F#', n)} }} {several('fragment F# on Query { viewer { admin } }', n)}",
    "a chain of fragments": lambda n: (
        "{ ...F0 } "
        + " ".join(f"fragment F{k} on Query {{ viewer {{ admin }} ...F{k + 1} }}" for k in range(n))
        + f" fragment F{n} on Query {{ viewer {{ seat }} }}"
    ),
    "a circle of fragments": lambda n: (
        "{ ...F0 } " + " ".join(f"fragment F{k} on Query {{ ...F{(k + 1) % n} }}" for k in range(n))
    ),
    "fragments of unknown types": lambda n: f"{{ systems {{ {several('... on FantasiaAttackRolle# { id }', n)} }} }}",
    "spreads of nothing": lambda n: f"{{ {several('...F#', n)} }}",
    "variables of unknown types": lambda n: f"query ({several('$a#: FantasiaAttackRolle', n)}) {{ __typename }}",
    "variables that nobody uses": lambda n: f"query ({several('$a#: Int', n)}) {{ __typename }}",
    "variables that nobody declares": lambda n: f"{{ {several('encounter(id: $a#) { id }', n)} }}",
    "unknown arguments": lambda n: f"{{ encounter({several('a#: 1', n)}) {{ id }} }}",
    "the same argument": lambda n: f"{{ encounter({several('id: 1', n)}) {{ id }} }}",
    "directives": lambda n: f"{{ __typename {several('@skip(if: false)', n)} }}",
    "unknown directives": lambda n: f"{{ __typename {several('@a#', n)} }}",
    "unknown fields of an input": lambda n: (
        f"mutation {{ submit(input: {{ {several('a#: 1', n)} }}) {{ __typename }} }}"
    ),
    "a list of wrong inputs": lambda n: (
        f"mutation {{ createEncounter(input: {{ combatants: [{several('{ a: 1 }', n)}] }}) {{ __typename }} }}"
    ),
    "values inside each other": lambda n: f"{{ encounter(id: {'[' * n}1{']' * n}) {{ id }} }}",
    "fields inside each other": lambda n: "{ systems " + "{ rules " * n + "{ id }" + " }" * n + " }",
    "operations": lambda n: several("query Q# { __typename }", n),
    "operations of one name": lambda n: several("query Q { __typename }", n),
    "the schema, again and again": lambda n: f"{{ {several('a#: __schema { types { name } }', n)} }}",
    "types of the schema": lambda n: f"{{ {several('__type(name: 1) { name }', n)} }}",
    "blank lines": lambda n: "\n" * 100 * n + "{ nothing nobody nowhere }",
    "comments": lambda n: "#\n" * 100 * n + "{ nothing }",
    "blanks": lambda n: " " * 100 * n + "{ nothing }",
    "a long name": lambda n: f"{{ {long(n)} }}",
    "a long text": lambda n: f'{{ encounter(id: "{long(n)}") {{ id }} }}',
    "a long block of text": lambda n: f'{{ encounter(id: """{several(" x#", n, chr(10))}""") {{ id }} }}',
    "open brackets": lambda n: "{" * n,
    "words": lambda n: several("query", n),
    "a text without an end": lambda n: '{ encounter(id: "' + long(n),
}

VALUES: dict[str, tuple[str, Callable[[int], Any]]] = {
    "unknown fields": (SUBMIT, lambda n: {f"a{k}": 1 for k in range(n)}),
    "a field that is nearly known": (SUBMIT, lambda n: {f"expectedVersion{k}": 1 for k in range(n)}),
    "unknown fields, deep": (CREATE, lambda n: {"seats": [{f"a{k}": 1 for k in range(n)}]}),
    "a list of empty things": (CREATE, lambda n: {"combatants": [{}] * n}),
    "a list of wrong things": (CREATE, lambda n: {"seats": [{"id": 1, "nam": 2}] * n}),
    "a list of numbers": (CREATE, lambda n: {"combatants": list(range(n))}),
    "several choices": (SUBMIT, lambda n: {"encounter": "x", "command": {f"a{k}": 1 for k in range(n)}}),
    "wrong faces": (SUBMIT, lambda n: {"encounter": "x", "command": {"gm": {"pause": {}}}, "faces": ["a"] * n}),
    "large numbers": (SUBMIT, lambda n: {"encounter": "x", "faces": [2**40] * n}),
    "a long key": (SUBMIT, lambda n: {long(n): 1}),
    "a long text": (SUBMIT, lambda n: {"encounter": long(n), "command": long(n)}),
    "a long word of an enum": (CREATE, lambda n: {"dice": long(n), "seats": [{"role": long(n)}]}),
    "things inside each other": (SUBMIT, lambda n: deep(n)),
    "unknown orders": (SUBMIT, lambda n: {"encounter": "x", "command": {"fantasia": {f"a{k}": {} for k in range(n)}}}),
}


def fight(**more: Any) -> dict[str, Any]:
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}]
    return {"system": "fantasia", "name": "x", "seats": seats, **more}


def fighter(**sheet: Any) -> dict[str, Any]:
    one = {"id": "a", "name": "A", "side": "heroes", "sheet": {"fantasia": {"ref": "soldier", **sheet}}}
    return fight(combatants=[one])


def yard(**setup: Any) -> dict[str, Any]:
    return {**fight(setup={"dozenDie": setup}), "system": "dozen_die"}


def laid(**ground: Any) -> dict[str, Any]:
    return {**fight(ground=ground), "system": "dozen_die"}


def yard_with(**sheet: Any) -> dict[str, Any]:
    one = {"id": "a", "name": "A", "side": "heroes", "sheet": {"dozenDie": {"ref": "veteran", **sheet}}}
    return {**fight(combatants=[one]), "system": "dozen_die"}


BODIES: dict[str, Callable[[int], Any]] = {
    "unknown keys": lambda n: {f"a{k}": 1 for k in range(n)},
    "a long key": lambda n: fight(**{long(n): 1}),
    "a long text": lambda n: fight(system=long(n)),
    "a long name": lambda n: fight(name=long(n)),
    "a long id": lambda n: fight(combatants=[{"id": long(n), "name": "A", "side": "b", "sheet": {}}]),
    "seats": lambda n: fight(seats=[{"id": f"s{k}", "name": "A"} for k in range(n)]),
    "seats of one id": lambda n: fight(seats=[{"id": "gm", "name": "A"}] * n),
    "combatants": lambda n: fight(
        combatants=[
            {"id": f"c{k}", "name": "A", "side": "b", "sheet": {"fantasia": {"ref": "soldier"}}} for k in range(n // 5)
        ]
    ),
    "combatants of one id": lambda n: fight(
        combatants=[{"id": "c", "name": "A", "side": "b", "sheet": {"fantasia": {"ref": "soldier"}}}] * (n // 5)
    ),
    "who sees somebody": lambda n: fight(
        combatants=[
            {"id": "c", "name": "A", "side": "b", "seenBy": ["gm"] * n, "sheet": {"fantasia": {"ref": "soldier"}}}
        ]
    ),
    "conditions": lambda n: fight(
        combatants=[
            {"id": "c", "name": "A", "side": "b", "conditions": [{"id": f"c{k}"} for k in range(n)], "sheet": {}}
        ]
    ),
    "unknown weapons": lambda n: fighter(weapons=[f"w{k}" for k in range(n)]),
    "one weapon": lambda n: fighter(weapons=["sword_1"] * n),
    "own traits": lambda n: fighter(ownTraits=[{"id": f"t{k}", "name": "T"} for k in range(n)]),
    "items": lambda n: fighter(items=[{"item": f"i{k}"} for k in range(n)]),
    "unknown fields of a sheet": lambda n: fighter(**{f"a{k}": 1 for k in range(n)}),
    "a long row": lambda n: laid(rows=["." * n]),
    "rows": lambda n: laid(rows=["."] * n),
    "unknown signs": lambda n: laid(rows=["".join(chr(0x4E00 + k % 20_000) for k in range(n))]),
    "patches on each other": lambda n: laid(
        space={"kind": "GRID", "width": 99, "height": 99},
        patches=[{"key": f"p{k}", "entry": "river", "area": {"runs": [{"x": 0, "y": 0}]}} for k in range(n)],
    ),
    "long runs": lambda n: laid(
        space={"kind": "GRID"},
        patches=[{"key": "p", "entry": "river", "area": {"runs": [{"x": 0, "y": 0, "length": 999_999}] * n}}],
    ),
    "edges": lambda n: laid(
        space={"kind": "GRID", "width": 99, "height": 99},
        edges=[{"entry": "wall", "line": [{"x": 0, "y": 0}, {"x": 100 + k % 9000, "y": 0}]} for k in range(n)],
    ),
    "an edge of many points": lambda n: laid(
        space={"kind": "GRID", "width": 99, "height": 99},
        edges=[{"entry": "wall", "line": [{"x": k % 9000, "y": 0} for k in range(n)]}],
    ),
    "links": lambda n: laid(
        space={"kind": "ZONES"}, links=[{"key": f"l{k}", "from": f"a{k}", "to": f"b{k}"} for k in range(n)]
    ),
    "seats that know of a patch": lambda n: laid(
        patches=[{"key": "p", "entry": "e", "area": {}, "seenBy": [f"s{k}" for k in range(n)]}]
    ),
    "dice of sides": lambda n: yard(dice=[{"side": f"s{k}"} for k in range(n)]),
    "specials": lambda n: yard(specials=[{"key": f"k{k}", "name": "N", "opens": {"x": 0, "y": 0}} for k in range(n)]),
    "wanderers": lambda n: yard(wanderers=[{"key": f"c{k}", "name": "N", "sheet": {}} for k in range(n)]),
    "own skills": lambda n: yard_with(ownSkills=[{"id": f"s{k}", "name": "S"} for k in range(n)]),
    "levels of skills": lambda n: yard_with(skills=[{"skill": f"s{k}", "level": 1} for k in range(n)]),
    "abilities": lambda n: yard_with(abilities={f"a{k}": 1 for k in range(n)}),
    "talents": lambda n: yard_with(talents=[f"t{k}" for k in range(n)]),
    "own weapons": lambda n: fighter(ownWeapons=[{"id": f"w{k}", "name": "W"} for k in range(n)]),
    "group rolls": lambda n: fight(
        setup={"fantasia": {"groupRolls": [{"group": f"g{k}", "each": True} for k in range(n)]}}
    ),
    "one group's rolls": lambda n: fight(setup={"fantasia": {"groupRolls": [{"group": "g", "each": True}] * n}}),
    "dice of one side": lambda n: yard(dice=[{"side": "s"}] * n),
    "things inside each other": lambda n: fight(setup=deep(n)),
    "lists": lambda n: fight(setup={"fantasia": [[]] * n}),
    "a figure of the ground": lambda n: fight(ground={f"a{k}": 1 for k in range(n)}),
}

ORDERS: dict[str, Callable[[int], Any]] = {
    "an unknown order": lambda n: {"command": {"fantasia": {long(n): {}}}},
    "many orders": lambda n: {"command": {"fantasia": {f"a{k}": {} for k in range(n)}}},
    "unknown fields": lambda n: {"command": {"fantasia": {"move": {f"a{k}": 1 for k in range(n)}}}},
    "a combatant with a long name": lambda n: {"command": {"fantasia": {"move": {"combatant": "c" * 20 * n}}}},
    "faces": lambda n: {"command": {"gm": {"pause": {}}}, "faces": [1] * n},
    "a correction with a long path": lambda n: {"command": {"gm": {"correct": {"path": "a." * n, "value": 1}}}},
    "a refusal of many parts": lambda n: {"command": {"gm": {"correct": {"path": ": a, " * n, "value": 1}}}},
    "a large value": lambda n: {"command": {"gm": {"correct": {"path": "name", "value": [1] * n}}}},
    "a note": lambda n: {"command": {"gm": {"note": {"text": "x" * 20 * n}}}},
    "ids": lambda n: {"command": {"fantasia": {"attack": {"targets": [f"x@{k}.y" for k in range(n)]}}}},
    "a long key": lambda n: {"command": {"gm": {"pause": {}}}, "idempotencyKey": long(n)},
    "an encounter that is another": lambda n: {"command": {"gm": {"pause": {}}}, "encounter": long(n)},
}

HEADERS: dict[str, tuple[str, Callable[[int], str]]] = {
    "languages": ("accept-language", lambda n: several("de-CH;q=0.#", n, ",")),
    "media types": ("accept", lambda n: several("a/b#;q=0.5", n, ",")),
    "parameters of a media type": ("accept", lambda n: "a/b" + several(";c=#", n, "")),
    "a long token": ("authorization", lambda n: f"Bearer {long(n)}"),
    "a token of many parts": ("authorization", lambda n: "Bearer " + "eyJ." * n),
    "tags": ("if-none-match", lambda n: several('"#"', n, ",")),
    "a long id of the request": ("x-request-id", long),
    "a long key": ("idempotency-key", long),
    "a long version": ("last-event-id", lambda n: "1" * 20 * n),
    "cookies": ("cookie", lambda n: several("a#=1", n, "; ")),
}


def shelved(kind: str, content: Any, key: str = "a") -> dict[str, Any]:
    return {"kind": kind, "key": key, "name": "x", "system": "fantasia", "content": content}


def shelf_file(items: list[Any]) -> bytes:
    return json.dumps({"format": FORMAT, "version": FORMAT_VERSION, "items": items}).encode()


def header_of(events: int) -> bytes:
    """The first line of an exported file."""
    head = {"skald": 1, "encounter": "a" * 20, "system": "fantasia", "rules": 1, "version": events, "hash": "0" * 64}
    return json.dumps(head, separators=(",", ":")).encode() + b"\n"


def named(system: str, n: int) -> dict[str, Any]:
    people = [
        {"id": f"c{k}", "name": "A", "side": "b", "sheet": {"fantasia": {"ref": "soldier"}}} for k in range(n // 5)
    ]
    return {**fight(combatants=people), "system": system}


CHECKS: dict[str, Callable[[int], Any]] = {
    name: BODIES[name]
    for name in ("unknown keys", "seats of one id", "combatants", "unknown fields of a sheet", "patches on each other")
}
MORE_ORDERS: dict[str, Callable[[int], Any]] = {
    "whom to reveal": lambda n: {"command": {"gm": {"reveal": {"combatants": [f"c{k}" for k in range(n)]}}}},
    "who enter": lambda n: {
        "command": {"gm": {"spawn": {"combatants": [{"id": f"c{k}", "name": "A", "side": "b"} for k in range(n)]}}}
    },
    "a ground": lambda n: {"command": {"gm": {"setGround": {"ground": laid(rows=["." * n])["ground"]}}}},
}
SHELVED: dict[str, tuple[str, Callable[[int], Any]]] = {
    "a ground of long runs": ("MAP", lambda n: {"ground": BODIES["long runs"](n)["ground"]}),
    "a ground of edges": ("MAP", lambda n: {"ground": BODIES["edges"](n)["ground"]}),
    "a sheet of unknown fields": ("SHEET", lambda n: {"sheet": {"fantasia": {f"a{k}": 1 for k in range(n)}}}),
    "a party of wrong things": ("PARTY", lambda n: {"combatants": [{"a": 1}] * n}),
    "a setup of wrong things": ("SETUP", lambda n: {"setup": {"fantasia": {f"a{k}": 1 for k in range(n)}}}),
    "a fight of many": ("FIGHT", lambda n: named("fantasia", n)),
}
PUT_ITEM = "mutation M($i: PutShelfItemInput!) { putShelfItem(input: $i) { __typename } }"
CHECK = "query M($i: JSON!) { checkEncounter(input: $i) { faults { field } } }"
LATER: dict[str, Make] = {
    **{f"check: {name}": routed("POST", f"{V1}/check", make) for name, make in CHECKS.items()},
    **{f"order: {name}": body(f"{V1}/FIGHT/commands", make, "gm") for name, make in MORE_ORDERS.items()},
    **{f"preview: {name}": body(f"{V1}/FIGHT/previews", ORDERS[name], "gm") for name in ("unknown fields", "ids")},
    **{
        f"item: {name}": lambda n, kind=kind, make=make: Sent(  # type: ignore[misc]
            "PUT",
            f"/v1/shelf/{kind}/a",
            "",
            (JSON,),
            json.dumps({"name": "x", "system": "fantasia", "content": make(n)}).encode(),
            who=ADMIN,
        )
        for name, (kind, make) in SHELVED.items()
    },
    "shelf: wrong items": file("/v1/shelf/file", lambda n: shelf_file([{"a": 1}] * n)),
    "shelf: items": file(
        "/v1/shelf/file", lambda n: shelf_file([shelved("MAP", {"ground": {}}, f"k{k}") for k in range(n)])
    ),
    "shelf: numbers": file("/v1/shelf/file", lambda n: b'{"items":[' + b"1," * 20 * n + b"1]}"),
    "shelf: members": file("/v1/shelf/file", lambda n: b"{" + b'"a":1,' * 20 * n + b'"items":[]}'),
    "shelf: a sheet": file(
        "/v1/shelf/file", lambda n: shelf_file([shelved("SHEET", SHELVED["a sheet of unknown fields"][1](n))])
    ),
    "shelf: names in the address": lambda n: Sent(
        "GET", "/v1/shelf/file", f"items={several('MAP/a#', n, ',')}", who=ADMIN
    ),
    "shelf: text": lambda n: Sent("GET", "/v1/shelf", f"text={long(n)}", who=ADMIN),
    "picture: no picture": file("/v1/pictures", lambda n: b"x" * 100 * n),
    "picture: a map without one": file("/v1/pictures", lambda n: b'{"a":[' + b"1," * 20 * n + b"1]}"),
    "picture: of a fight": file(f"{V1}/FIGHT/pictures", lambda n: b"{" * 20 * n),
    "map: short texts": file("/v1/maps", lambda n: b"[" + b'"",' * 20 * n, "system=fantasia"),
    "map: a long text": file("/v1/maps", lambda n: b'["' + b"x" * 100 * n, "system=fantasia"),
    "map: escapes": file("/v1/maps", lambda n: b'["' + b"\\a" * 20 * n, "system=fantasia"),
    "map: a crop": lambda n: Sent("POST", "/v1/maps", f"system=fantasia&crop={'1,' * n}", (), b"{}", who=ADMIN),
    "file: no file": file("/v1/replays", lambda n: b"x" * 100 * n),
    "file: a long header": file("/v1/replays", lambda n: b'{"skald":1,' + b'"a":[],' * n + b'"b":1}\n'),
    "file: lines": file("/v1/replays", lambda n: header_of(n) + b"{}\n" * n),
    "file: packed": file("/v1/replays", lambda n: gzip.compress(header_of(1) + b"\n" * 1000 * n)),
    "line: words": line(lambda n: several("c#", n)),
    "line: one word": line(lambda n: "x" * 20 * n),
    "line: places": line(lambda n: several("1,#", n)),
    "line: quotes": line(lambda n: '"' * n),
    "line: values": line(lambda n: several("a#=1", n)),
    "variables: an item": variables(PUT_ITEM, lambda n: shelved("PARTY", {"combatants": [{"a": 1}] * n})),
    "variables: a check": variables(CHECK, lambda n: fight(combatants=[{"a": 1}] * n)),
    "webhook: a long address": routed("POST", V1 + "/{id}/webhooks", lambda n: {"address": "https://" + "a." * n}),
    "webhook: kinds": routed("POST", V1 + "/{id}/webhooks", lambda n: {"address": "https://a", "kinds": ["ASKED"] * n}),
    "origin: a long one": routed("POST", V1 + "/{id}/origins", lambda n: {"origin": "https://" + "a." * n}),
    "origin: of a request": lambda n: Sent(
        "OPTIONS", V1, "", ((b"origin", b"https://" + b"a." * n), (b"access-control-request-method", b"POST"))
    ),
    "seat: a long name": routed("PUT", V1 + "/{id}/seats/{seat}", lambda n: {"name": long(n)}),
    "preferences": routed("PUT", V1 + "/{id}/preferences", lambda n: {"kind": long(n), "preference": long(n)}),
    "entropy": routed("POST", V1 + "/{id}/entropy", lambda n: {"text": long(n)}),
    "a copy": routed("POST", V1 + "/{id}/copy", lambda n: {"name": long(n), "seats": [{"a": 1}] * n}),
    "a fork": routed("POST", V1 + "/{id}/fork", lambda n: {"at": 1, "seats": [{"a": 1}] * n}),
    "a picture": lambda n: Sent("GET", f"{V1}/FIGHT/scene.svg", f"width={'1' * n}&theme={long(n)}", who="gm"),
    "a film": lambda n: Sent("GET", f"{V1}/FIGHT/replay", f"bounds={'1,' * n}", who="gm"),
}
"""What came later than the rest: files, shelves, maps, chats, webhooks, origins."""
OTHERS = tuple(
    route
    for route in ROUTES
    if route.body
    and f"{route.method} {placed(route.path)}" not in {f"{m(3).method} {m(3).path}" for m in LATER.values()}
)
"""Routes with a body that has no row of its own yet."""

INPUTS: dict[str, Make] = {
    **LATER,
    **{
        f"body of {route.method} {route.path}": routed(
            route.method, route.path, lambda n: {f"a{k}": 1 for k in range(n)}
        )
        for route in OTHERS
    },
    **{f"document: {name}": document(make) for name, make in DOCUMENTS.items()},
    **{f"variables: {name}": variables(query, make) for name, (query, make) in VALUES.items()},
    **{f"create: {name}": body(V1, make) for name, make in BODIES.items()},
    **{f"order: {name}": body(f"{V1}/FIGHT/commands", make, "gm") for name, make in ORDERS.items()},
    **{f"header: {name}": header(key, make) for name, (key, make) in HEADERS.items()},
    **{f"header of a fight: {name}": header(key, make, f"{V1}/FIGHT") for name, (key, make) in HEADERS.items()},
    "operation name": lambda n: Sent(
        headers=(JSON,),
        body=json.dumps({"query": "query A { __typename } query B { __typename }", "operationName": long(n)}).encode(),
    ),
    "unknown members of a request": body(
        "/graphql", lambda n: {"query": "{ __typename }", **{f"a{k}": 1 for k in range(n)}}
    ),
    "extensions": body("/graphql", lambda n: {"query": "{ __typename }", "extensions": {f"a{k}": 1 for k in range(n)}}),
    "a batch": body("/graphql", lambda n: [{"query": "{ __typename }"}] * n),
    "parameters": lambda n: Sent("GET", "/v1/systems", several("a#=1", n, "&")),
    "one parameter, often": lambda n: Sent("GET", f"{V1}/FIGHT/events", several("after=1", n, "&"), who="gm"),
    "a long parameter": lambda n: Sent("GET", f"{V1}/FIGHT/events", f"{long(n)}=1", who="gm"),
    "a long number": lambda n: Sent("GET", f"{V1}/FIGHT/events", f"after={'1' * 20 * n}", who="gm"),
    "a long cursor": lambda n: Sent("GET", V1, f"after={long(n)}&system={long(n)}", who=ADMIN),
    "a stream's parameters": lambda n: Sent(
        "GET", f"{V1}/FIGHT/events", f"follow={long(n)}&token={long(n)}", ((b"accept", b"text/event-stream"),)
    ),
    "a query in the address": lambda n: Sent("GET", "/graphql", f"query=%7B{several('nam#', n, '+')}%7D"),
    "variables in the address": lambda n: Sent(
        "GET", "/graphql", f"query=%7B__typename%7D&variables=%7B{several('%22a#%22:1', n, ',')}%7D"
    ),
    "a subscription in the address": lambda n: Sent(
        "GET", "/graphql", f"query=subscription%7B{several('nam#', n, '+')}%7D", ((b"accept", b"text/event-stream"),)
    ),
    "a long path": lambda n: Sent("GET", f"/v1/{long(n)}"),
    "a path of many parts": lambda n: Sent("GET", "/v1" + "/a" * n),
    "a long id": lambda n: Sent("GET", f"{V1}/{long(n)}", who=ADMIN),
    "a long decision": lambda n: Sent("POST", f"{V1}/FIGHT/decisions/{long(n)}/answer", "", (JSON,), b"{}", who="gm"),
    "an invitation": body("/v1/join", lambda n: {"invitation": "a." * n}, ""),
    "keys that come twice": lambda n: Sent(
        path=V1, headers=(JSON,), body=b'{"a":1,' * n + b'"a":1' + b"}" * n, who=ADMIN
    ),
    "brackets": lambda n: Sent(path=V1, headers=(JSON,), body=b"[" * n, who=ADMIN),
    "a text of another kind": lambda n: Sent(
        path=V1, headers=((b"content-type", b"text/" + b"x" * n),), body=b"[" * n, who=ADMIN
    ),
    "a body of parts": lambda n: Sent(
        headers=((b"content-type", b"multipart/form-data; boundary=x"),), body=b"--x\r\n\r\n" * n
    ),
    "frame: an unknown type": frames(lambda n: [{"type": long(n)}]),
    "frame: a long id": frames(lambda n: [{"type": "subscribe", "id": long(n), "payload": {"query": "{ a }"}}]),
    "frame: a document": frames(
        lambda n: [{"type": "subscribe", "id": "1", "payload": {"query": f"{{ {several('a#', n)} }}"}}]
    ),
    "frame: a large document": frames(
        lambda n: [{"type": "subscribe", "id": "1", "payload": {"query": "\n" * 500 * n + "{ a }"}}]
    ),
    "frame: variables": frames(
        lambda n: [
            {
                "type": "subscribe",
                "id": "1",
                "payload": {"query": SUBMIT, "variables": {"i": {f"a{k}": 1 for k in range(n)}}},
            }
        ]
    ),
    "frame: members": frames(lambda n: [{"type": "ping", **{f"a{k}": 1 for k in range(n)}}]),
    "frame: a payload": frames(lambda n: [{"type": "ping", "payload": {f"a{k}": 1 for k in range(n)}}]),
    "frame: inside each other": frames(lambda n: [{"type": "ping", "payload": deep(n)}]),
    "frames: pings": frames(lambda n: [{"type": "ping"}] * n),
    "frames: operations": frames(
        lambda n: [{"type": "subscribe", "id": str(k), "payload": {"query": "{ a }"}} for k in range(n // 10)]
    ),
    "frames: ends": frames(lambda n: [{"type": "complete", "id": str(k)} for k in range(n)]),
    "connection_init": lambda n: Sent(
        frames=(json.dumps({"type": "connection_init", "payload": {f"a{k}": long(9) for k in range(n)}}),)
    ),
    "connection_init: a token": lambda n: Sent(
        frames=(json.dumps({"type": "connection_init", "payload": {"token": long(n), "locale": long(n)}}),)
    ),
}
"""Name -> what is sent, of so many parts."""


class _Site:
    """The application, a fight in it, and the token of its game master."""

    def __init__(self, folder: Path) -> None:
        service = Encounters(MemoryStore(), Registry.installed())
        settings = Settings(data=folder, secret=SECRET, admin_token=ADMIN, rate_per_token=0, rate_per_address=0)
        self.app, self._service = create_app(settings, service), service

    async def open(self) -> None:
        self._fight = (await self._service.create(new_fight())).id
        self._gm = self.app.state.services.authority.issue(self._fight, "gm", "GM", epoch=0).token

    async def send(self, sent: Sent) -> Any:
        token = {"gm": self._gm, "": ""}.get(sent.who, sent.who)
        headers = [*sent.headers, *([(b"authorization", f"Bearer {token}".encode())] if token else [])]
        if sent.frames:
            return await talk(self.app, sent.frames, headers)
        path = sent.path.replace("FIGHT", self._fight)
        return await ask(self.app, sent.method, path, sent.query, headers, sent.body)

    async def work(self, sent: Sent) -> int:
        """Calls, in a loop that does nothing else."""
        with counting() as calls:
            await self.send(sent)
        return calls.count


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> _Site:
    """Made once: it takes far longer than all that is sent to it."""
    return _Site(tmp_path_factory.mktemp("data"))


def test_every_address_that_reads_a_body_has_a_row() -> None:
    """A new one gets one by itself where it reads JSON; one that reads anything else needs its own."""
    sent = {f"{one.method} {one.path}" for one in (make(3) for make in INPUTS.values())}
    assert [route.path for route in ROUTES if route.body or route.file or route.line] != []
    for route in ROUTES:
        if route.body or route.file or route.line:
            there = placed(route.path).partition("/shelf/MAP")[0]
            assert any(one.startswith(f"{route.method} {there}") for one in sent), route.path


@pytest.mark.parametrize("name", INPUTS)
def test_work_grows_with_the_size_of_what_arrives(name: str, site: _Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """n parts, and four times as many."""
    monkeypatch.setattr(limits, "LONG", 1 << 30)  # calls are counted in this thread
    make, small = INPUTS[name], DOCUMENT if name.startswith("document: ") else SMALL

    async def measured() -> tuple[int, int]:
        async with started(site.app):
            await site.open()
            await site.send(make(3))  # what is made once is made now
            return await site.work(make(small)), await site.work(make(small * MORE))

    few, many = asyncio.run(measured())
    assert many <= GROWTH * few + BESIDE, f"{few} calls for {small}, {many} for {small * MORE}"
