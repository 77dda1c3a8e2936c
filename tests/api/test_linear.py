"""Whatever arrives is read in work that grows with its size alone: four times as much is four times the work.

Calls are counted, so that no clock decides. An input of the API that is new gets its rows here; what is as large as it
may be is sent to a running service in `test_largest.py`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from api.config import Settings
from api.graphql import limits
from api.hosting.app import create_app
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.api.table import ADMIN, SECRET
from tests.support.asgi import Headers, ask, started, talk
from tests.support.calls import counting
from tests.support.fights import new_fight

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

INPUTS: dict[str, Make] = {
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
