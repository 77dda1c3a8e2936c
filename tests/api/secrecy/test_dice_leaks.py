"""The dice secrets of a running fight leave the server by no way out, whoever asks for whatever; then they do.

Whatever the schema can be asked is asked, made from the schema itself, with every token there is; every byte that the
server sends is kept, and so are its log, what it publishes on Redis, and what lies there beside the secrets.
"""

from __future__ import annotations

import base64
import logging
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.config import Settings
from api.hosting.serve import printed
from api.rest.routes import ROUTES
from engine.service.reading import loader
from engine.service.registry import Registry
from engine.store.port import Secrets
from engine.store.redis import keys
from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, bridge_input
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE, groups


@pytest.fixture
def nothing_holds_the_loop() -> None:
    """Here documents may be 25 times as long as anywhere else."""


OPEN_LIMITS = {
    "max_depth": 30,
    "max_aliases": 5000,
    "max_tokens": 100_000,
    "max_cost": 0,
    "max_seconds": 60,
    "rate_per_token": 0,
    "rate_per_address": 0,
}
DEPTH = 6
SYSTEM = "Fantasia"
OTHER_GAMES = tuple(book.prefix for book in Registry.installed().books.values() if book.prefix != SYSTEM)
"""What the types of the other games begin with: none of them is in the fight."""
"""Parts of other systems never are in this fight."""


# -- what is looked for
def forms(secret: str) -> list[bytes]:
    """Ways in which 32 bytes may be written: raw, hex, a number, base64 wherever in a longer text they begin."""
    raw = bytes.fromhex(secret)
    found = [raw, secret.encode(), secret.upper().encode(), str(int(secret, 16)).encode()]
    for lead in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            text = encode(b"\0" * lead + raw).rstrip(b"=")
            found.append(text[4 if lead else 0 : len(text) // 4 * 4 - 4])
    return found


def holds(data: bytes, secret: str) -> bool:
    return any(form in data for form in forms(secret))


@pytest.mark.parametrize("lead", [b"", b"x", b"xy", b"xyz"])
def test_a_secret_is_found_however_it_is_written(lead: bytes) -> None:
    raw = bytes(range(7, 39))
    for data in (raw, raw.hex().encode(), raw.hex().upper().encode(), str(int(raw.hex(), 16)).encode()):
        assert holds(b"before" + data + b"after", raw.hex())
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        assert holds(b'{"a":"' + encode(lead + raw + b"more") + b'"}', raw.hex())
    assert not holds(bytes(range(8, 40)), raw.hex())


# -- ways out
class Tap:
    """Stands before the server and keeps all that it sends. sent: (token, path) -> bytes."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, str], bytearray] = defaultdict(bytearray)

    def around(self, app: ASGIApp) -> ASGIApp:
        async def tapped(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "lifespan":
                await app(scope, receive, send)
                return
            token = dict(scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer ")
            kept = self.sent[token, scope["path"]]
            # What is compressed cannot be searched: nobody accepts it here.
            plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]

            async def told(message: Message) -> None:
                kept.extend(repr(message.get("headers")).encode() + message.get("body", b""))
                await send(message)

            await app({**scope, "headers": plain}, receive, told)

        return tapped

    def paths(self, secret: str, token: str | None = None) -> set[str]:
        """The paths by which a secret went out, to anybody, or to whoever has this token."""
        return {
            path for (whose, path), data in self.sent.items() if token in (None, whose) and holds(bytes(data), secret)
        }


@contextmanager
def published(url: str) -> Iterator[list[bytes]]:
    """What is published on Redis meanwhile."""
    heard: list[bytes] = []
    with redis.Redis.from_url(url) as client, client.pubsub() as channel:
        channel.psubscribe(**{"*": lambda message: heard.append(repr(message).encode())})
        ears = channel.run_in_thread(sleep_time=0.05, daemon=True)
        try:
            yield heard
        finally:
            ears.stop()
            ears.join(10)


def stored(url: str) -> dict[str, bytes]:
    """Key -> all that lies under it."""
    found: dict[str, bytes] = {}
    with redis.Redis.from_url(url) as client:
        for key in client.scan_iter("*"):
            kind = client.type(key)
            read: dict[bytes, Any] = {b"string": client.get, b"hash": client.hgetall, b"stream": client.xrange}
            read |= {b"zset": lambda k: client.zrange(k, 0, -1), b"set": client.smembers, b"list": lambda k: []}
            value = read[kind](key)
            parts = value.items() if isinstance(value, dict) else value if isinstance(value, (list, set)) else [value]
            found[key.decode()] = b"".join(_flat(part) for part in parts)
    return found


def _flat(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict):
        return b"".join(_flat(part) for pair in value.items() for part in pair)
    return b"".join(_flat(part) for part in value) if isinstance(value, (tuple, list)) else str(value).encode()


# -- questions, made from the schema
class Asker:
    """Asks all there is to ask."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.schema: GraphQLSchema = build_schema(table.get("/schema.graphql").text)

    def everything(self, tp: Any, depth: int = DEPTH, alias: str = "") -> str:
        """A selection of all fields of a type that can be had without arguments."""
        tp = get_named_type(tp)
        if isinstance(tp, GraphQLUnionType | GraphQLInterfaceType):
            own = [one for one in self.schema.get_possible_types(tp) if not one.name.startswith(OTHER_GAMES)]
            parts = [f"... on {one.name} {self.everything(one, depth, f'{one.name}_')}" for one in own]
            return f"{{ __typename {' '.join(parts)} }}"
        assert isinstance(tp, GraphQLObjectType)
        found = ["__typename"]
        for name, field in tp.fields.items():
            if name == "edges" or any(is_required_argument(one) for one in field.args.values()):
                continue
            if is_leaf_type(get_named_type(field.type)):
                found.append(f"{alias}{name}: {name}" if alias else name)
            elif depth:
                given = "(first: 500)" if "first" in field.args else ""
                named = f"{alias}{name}: {name}" if alias else name
                found.append(f"{named}{given} {self.everything(field.type, depth - 1)}")
        return f"{{ {' '.join(found)} }}"

    def documents(self, id: str) -> Iterator[str]:
        """All queries, and every mutation with nothing in it."""
        assert self.schema.query_type is not None
        assert self.schema.mutation_type is not None
        for name, field in self.schema.query_type.fields.items():
            given = [f'{one}: "{id}"' for one in field.args if one in ("id", "encounter")]
            for more in ([], ["at: 5"]) if "at" in field.args else ([],):
                arguments = f"({', '.join(given + more)})" if given else ""
                yield f"{{ {name}{arguments} {self.everything(field.type)} }}"
        for name, field in self.schema.mutation_type.fields.items():
            given = [f'{one}: "{id}"' if one == "encounter" else f"{one}: {{}}" for one in field.args]
            yield f"mutation {{ {name}({', '.join(given)}) {{ __typename }} }}"

    def ask(self, id: str, token: str | None) -> None:
        """Every document, and every route with nothing in it; whatever comes of it."""
        head = self.table.headers(token)
        for document in self.documents(id):
            told = self.table.http.post("/graphql", json={"query": document}, headers=head, timeout=PATIENCE)
            assert told.status_code < 500, told.text[:500]
            if token and document.startswith("{ encounter("):
                assert (told.json()["data"] or {}).get("encounter"), told.text[:500]
        for route in ROUTES:
            path = route.path.replace("{id}", id).replace("{seat}", "ana").replace("{decision}", "9")
            if route.method == "GET":
                self.table.http.get(path, headers=head, timeout=PATIENCE)
            elif route.method != "DELETE":
                for body in ({}, {"command": {"gm": {"correct": {"path": "commitment", "value": "x"}}}}, {"no": 1}):
                    self.table.http.request(route.method, path, json=body, headers=head, timeout=PATIENCE)


def follow(table: Table, fight: Bridge) -> list[threading.Thread]:
    """All that stream, for every seat, till the end of the fight."""

    def drain(method: str, path: str, token: str, **more: Any) -> None:
        head = table.headers(token, accept=more.pop("accept"))
        with table.http.stream(method, path, headers=head, timeout=PATIENCE, **more) as lines:
            for _ in lines.iter_lines():
                pass

    watch = ["events(encounter: $id) { __typename ... on EncounterEnded { diceSecret hiddenSecret } data }"]
    watch.append("encounter(id: $id) { version commitment }")
    runs = []
    for token in fight.tokens.values():
        path = f"/v1/encounters/{fight.id}/events"
        runs += [("GET", f"{path}?follow=true", token, {"accept": "application/x-ndjson"})]
        runs += [("GET", path, token, {"accept": "text/event-stream"})]
        for what in watch:
            body = {"query": f"subscription S($id: ID!) {{ {what} }}", "variables": {"id": fight.id}}
            runs += [("POST", "/graphql", token, {"accept": "text/event-stream", "json": body})]
    threads = [threading.Thread(target=drain, args=run[:3], kwargs=run[3], daemon=True) for run in runs]
    for thread in threads:
        thread.start()
    return threads


def throw(fight: Bridge) -> int:
    """Ana types the dice that she is asked for; how many rolls."""
    asked = "query Asked($id: ID!) { encounter(id: $id) { decisions { id kind question } } }"
    typed = "mutation Typed($input: AnswerInput!) { answer(input: $input) { __typename } }"
    for count in range(100):
        waiting = fight.table.data(asked, fight.tokens["ana"], id=fight.id)["encounter"]["decisions"]
        roll = next((one for one in waiting if one["kind"] == "Roll"), None)
        if roll is None:
            return count
        dice, sides = (int(part) for part in roll["question"]["dice"].split("d"))
        faces = {"encounter": fight.id, "decision": roll["id"], "faces": [(sides + 1) // 2] * dice}
        assert fight.table.data(typed, fight.tokens["ana"], input=faces)["answer"]["__typename"] == "Accepted"
    raise AssertionError("dice are asked for without end")


def secrets_of(url: str, id: str) -> Secrets:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        kept = client.hgetall(keys.secret(id))
        return Secrets(kept["dice"], kept["hidden"])


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize("typed_by", [[], ["ana"]], ids=["the server rolls", "mixed"])
def test_no_way_out_tells_a_dice_secret_before_the_end(
    typed_by: list[str],
    server: PrivateServer,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """During generated play, with forks, reverts, snapshots and errors; the end reveals what it should, to whom it
    should, and nothing of the fork. Also where Ana types her dice and the server rolls the others."""
    monkeypatch.setattr(loader, "SNAPSHOT_EVERY", 5)
    caplog.set_level(logging.DEBUG)
    tap = Tap()
    with published(server.url) as heard, serving(server.url, tmp_path, OPEN_LIMITS, around=tap.around) as table:
        wish = bridge_input(dice="SEEDED", seed="", typedBy={"seats": typed_by})
        spy = {"id": "kefka", "name": "Kefka", "side": "foes", "seat": "gm", "seenBy": ["gm"]}
        wish["combatants"].append({**spy, "sheet": {"fantasia": {"ref": "soldier"}}})
        fight = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
        watching = follow(table, fight)
        asker = Asker(table)
        table.post(f"/v1/encounters/{fight.id}/entropy", fight.tokens["ana"], {"entropy": "luck"})
        assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
        thrown = throw(fight)
        for pick in range(6):
            fight.step(pick)
            thrown += throw(fight)
        assert (thrown > 0) == bool(typed_by)
        assert fight.act("gm", {"gm": {"revert": {"to": 5}}})["__typename"] == "Accepted"
        assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
        throw(fight)
        made = table.post(f"/v1/encounters/{fight.id}/fork", fight.tokens["gm"], {"at": 9}).json()
        branch = Bridge(table, made)
        branch.step(1)
        kept = {one.id: secrets_of(server.url, one.id) for one in (fight, branch)}
        for token in (*fight.tokens.values(), ADMIN, None):
            asker.ask(fight.id, token)
        asker.ask(branch.id, branch.tokens["gm"])
        every = [secret for one in kept.values() for secret in (one.dice, one.hidden)]
        said = printed(Settings(data=tmp_path)).encode() + caplog.text.encode() + b"".join(heard)
        assert len(set(every)) == 4
        assert sum(map(len, tap.sent.values())) > 100_000, "little was asked"
        assert heard, "nothing was published"
        assert caplog.records
        for secret in every:
            assert tap.paths(secret) == set()
            assert not holds(said, secret)
        lying = stored(server.url)
        assert any(":snap:" in key for key in lying), "no snapshot was kept"
        for secret in every:
            assert {key for key, data in lying.items() if holds(data, secret)} <= {keys.secret(id) for id in kept}

        assert fight.act("gm", {"gm": {"end": {}}})["__typename"] == "Accepted"
        for thread in watching:
            thread.join(10)
            assert not thread.is_alive()
        for token in (*fight.tokens.values(), ADMIN, None):
            asker.ask(fight.id, token)
        base = f"/v1/encounters/{fight.id}"
        for seat in ("gm", "ana", "eve"):
            assert {"/graphql", f"{base}/events", f"{base}/export"} <= tap.paths(
                kept[fight.id].dice, fight.tokens[seat]
            )
        hidden = {whose for whose, path in tap.sent if holds(bytes(tap.sent[whose, path]), kept[fight.id].hidden)}
        assert hidden == {fight.tokens["gm"], ADMIN}, "the operator exports the whole of it"
        for secret in (kept[branch.id].dice, kept[branch.id].hidden):
            assert tap.paths(secret) == set()
        assert not holds(caplog.text.encode() + b"".join(heard), kept[fight.id].hidden)
