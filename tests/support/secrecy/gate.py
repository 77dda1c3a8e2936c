"""Leak gate: no byte sent to a seat names a combatant or side that the seat may not know.

It is active in every test, whatever the test is about. `watch` sees each step appended to a store of this process and
derives from the events alone who is hidden from whom. `Gate` wraps every application and checks each response body,
each line of a stream and each frame of a socket; `posted` checks each message of a webhook. Forbidden for a seat are
ids and names of combatants that it has never seen at any version, and names of sides of which it has never seen a
member.

A word is allowed all the same if it reveals nothing:
- it is shorter than three letters, or part of a longer word;
- a game or the contract uses it (a catalogue entry, a field), or a combatant, seat or side that is known;
- a person wrote it where all may read it (the name of a fight or a seat, a note, a reason);
- the request being answered contains it, or that socket has sent it.
The game master and the operator may read everything. Servers in separate processes are not checked.
"""

from __future__ import annotations

import functools
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jwt
import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.service.registry import Registry
from engine.store.port import Entry

LEAST = 3
TEXTS = ("note", "remark", "reason", "text")
"""Fields of events that hold text written by people."""
OVERLAP = 200
"""Bytes of the last chunk that are searched with the next one: a name may be cut in two."""
LEAKS: list[str] = []
"""Leaks found in this test. `tests/conftest.py` fails the test for them."""
FIGHTS: dict[str, Known] = {}


class Known:
    """The combatants that a fight's events name, and who has ever seen whom."""

    def __init__(self) -> None:
        self.gms: set[str] = set()
        self.people: dict[str, dict[str, Any]] = {}
        self.open: set[str] = set()
        self.seen: dict[str, set[str]] = {}
        self.texts: list[str] = []
        self.words: dict[str, re.Pattern[bytes] | None] = {}

    def learn(self, entries: Iterable[Entry]) -> None:
        """Take in the events of a step."""
        for entry in entries:
            told = msgspec.json.decode(entry.public if entry.secret is None else entry.secret)
            self._event(told.get("type", ""), told.get("data", {}))
            if told.get("type") != "CombatantJoined":
                self.texts += _texts(msgspec.json.decode(entry.public).get("data", {}))
            for who, one in self.people.items():
                if one["seenBy"] is None:
                    self.open.add(who)
                for seat in one["seenBy"] or ():
                    self.seen.setdefault(seat, set()).add(who)
        self.words = {}

    def _event(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "EncounterCreated":
                self.texts.append(data["name"])
                for seat in data["table"]:
                    self._seat(seat)
            case "SeatAdded":
                self._seat(data["entry"])
            case "CombatantJoined":
                self.people[data["combatant"]] = dict(data)
            case "SightChanged" if data["combatant"] in self.people:
                self.people[data["combatant"]]["seenBy"] = data["seenBy"]
            case "Corrected" if data["path"] and data["path"][0] == "combatants" and len(data["path"]) == 3:
                _, who, field = data["path"]
                if who in self.people:
                    self.people[who][field] = data["value"]

    def _seat(self, seat: dict[str, Any]) -> None:
        self.texts += [seat["seat"], seat["name"]]
        if seat["role"] == "GM":
            self.gms.add(seat["seat"])

    def forbidden(self, seat: str) -> re.Pattern[bytes] | None:
        """The words this seat must not read, as a pattern; None: nothing is hidden from it."""
        if seat not in self.words:
            self.words[seat] = self._forbidden(seat)
        return self.words[seat]

    def _forbidden(self, seat: str) -> re.Pattern[bytes] | None:
        known = self.open | self.seen.get(seat, set())
        if seat in self.gms or known >= self.people.keys():
            return None
        friends = [one for who, one in self.people.items() if who in known]
        usual = "\n".join(
            [*self.texts, *(str(one[f]) for one in friends for f in ("combatant", "name", "side"))]
        ).lower()
        unseen = [one for who, one in self.people.items() if who not in known]
        others = {one[field] for one in unseen for field in ("combatant", "name", "side")}
        words = {word for word in others if len(word) >= LEAST and not _in(word, usual) and not _in(word, vocabulary())}
        forms = {
            form
            for word in words
            for form in (word, *(json.dumps(word, ensure_ascii=plain)[1:-1] for plain in (True, False)))
        }
        if not forms:
            return None
        every = b"|".join(re.escape(form.encode()) for form in sorted(forms))
        return re.compile(rb"(?<!\w)(?:" + every + rb")(?!\w)", re.I)


def _in(word: str, text: str) -> bool:
    """Whether a text has a word. It is searched for as a part first: in a long text the pattern takes far longer."""
    low = word.lower()
    return low in text and re.search(rf"(?<!\w){re.escape(low)}(?!\w)", text) is not None


def _texts(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, item in value.items():
                if key in TEXTS and isinstance(item, str):
                    yield item
                else:
                    yield from _texts(item)
        case list():
            for item in value:
                yield from _texts(item)


@functools.cache
def vocabulary() -> str:
    """All words that the games and the contract use as names."""
    root = Path(__file__).resolve().parents[3]
    contract = [root / "schemas/schema.graphql", root / "schemas/openapi.json"]
    files = [*sorted(root.glob("engine/systems/**/*.toml")), *contract]
    content = [repr(book.system.content) for book in Registry.installed().books.values()]
    return "\n".join([*(file.read_text() for file in files), *content]).lower()


def watch(encounter: str, entries: Iterable[Entry]) -> None:
    """Record an appended step."""
    FIGHTS.setdefault(encounter, Known()).learn(entries)


class Gate:
    """Wraps an application for one request or socket."""

    def __init__(self, scope: Scope) -> None:
        self.way = f"{scope.get('method', scope['type'])} {scope['path']}"
        # A bytearray grows in place: adding 50,000 frames to immutable bytes would hold the loop for seconds.
        self.sent = bytearray(f"{scope['path']}?{scope.get('query_string', b'').decode(errors='replace')}".encode())
        headers = dict(scope.get("headers", ()))
        self.token = headers.get(b"authorization", b"").decode(errors="replace").partition(" ")[2]
        self.tail, self.unzip = b"", None

    def heard(self, message: Message) -> None:
        """Record an incoming message."""
        data = message.get("body") or message.get("bytes") or (message.get("text") or "").encode()
        self.sent += data
        if message["type"] == "websocket.receive" and b"connection_init" in data:
            try:
                payload = json.loads(data).get("payload") or {}
            except (ValueError, AttributeError):
                return
            given = payload.get("token") or payload.get("authorization") or "" if isinstance(payload, dict) else ""
            self.token = str(given).removeprefix("Bearer ") or self.token

    def leaves(self, message: Message) -> None:
        """Check an outgoing message."""
        if message["type"] == "http.response.start":
            coding = dict(message.get("headers", ())).get(b"content-encoding", b"")
            self.unzip = zlib.decompressobj(31) if coding == b"gzip" else None
            return
        data = message.get("body") or message.get("bytes") or (message.get("text") or "").encode()
        if self.unzip is not None:
            data = self.unzip.decompress(data)
        if not data or not self.token:
            return
        whole, self.tail = self.tail + data, data[-OVERLAP:]
        if self.way.startswith("websocket"):
            whole, self.tail = data, b""
        try:
            claims = jwt.decode(self.token, options={"verify_signature": False})
        except jwt.InvalidTokenError:
            return
        fight = FIGHTS.get(str(claims.get("enc")))
        if fight is not None:
            _search(fight, str(claims.get("seat")), whole, self.way, self.sent.lower())


def _search(fight: Known, seat: str, data: bytes, way: str, asked: bytes | bytearray = b"") -> None:
    """Note the first forbidden word in what a seat gets. asked: what it has sent, in lower case."""
    pattern = fight.forbidden(seat)
    for found in pattern.finditer(data) if pattern is not None else ():
        if found[0].lower() not in asked:
            near = data[max(0, found.start() - 120) : found.end() + 60]
            LEAKS.append(f"{seat or 'everybody'} reads {found[0].decode()!r} by {way}: {near!r}")
            return


def gated(call: Any) -> Any:
    """Wrap an application's call with the gate."""

    async def passed(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await call(app, scope, receive, send)
            return
        gate = Gate(scope)

        async def hear() -> Message:
            message = await receive()
            gate.heard(message)
            return message

        async def tell(message: Message) -> None:
            gate.leaves(message)
            await send(message)

        await call(app, scope, hear, tell)

    return passed


def posted(attempt: Any) -> Any:
    """Wrap the sending of a webhook's message with the gate. Its eyes are those of a seat, or everybody's."""

    async def told(deliverer: Any, encounter: str, webhook: Any, target: Any, id: str, body: bytes) -> Any:
        if encounter in FIGHTS:
            _search(FIGHTS[encounter], webhook.eyes, body, "a webhook")
        return await attempt(deliverer, encounter, webhook, target, id, body)

    return told


def watched(append: Any) -> Any:
    """Wrap a store's `append` so that the gate sees every step."""

    async def told(store: Any, encounter: str, expected: Any, entries: Any, **more: Any) -> Any:
        # Before it is stored: watchers may receive it before this call returns.
        watch(encounter, entries)
        return await append(store, encounter, expected, entries, **more)

    return told
