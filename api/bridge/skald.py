"""A fight by the published contract, over plain HTTP: asked for, waited for, ordered and answered with one token."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds after which a request that is not answered has failed; more than a long poll waits."""
MOST_BYTES = 64 * 1024 * 1024
"""Of an answer: a larger one is no answer of Skald's."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds between two tries to reach a server."""
AWAY = (502, 503, 504)
"""Statuses of a server that is starting, stopping or behind a proxy that cannot reach it."""


class Unusable(Exception):
    """What the bridge was given cannot be used: an address, a token, a password. The message says what would help."""


class Refusal(Exception):
    """Skald's answer to a request that it does not carry out. code: as in its errors; detail: for people."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


class _Answer:
    """The answer to a request: its status, headers and body."""

    def __init__(self, response: HTTPResponse, body: bytes) -> None:
        self.status, self.headers, self.body = response.status, response.headers, body


def request(
    address: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> _Answer:
    """One request to a server, on a connection of its own. It follows no redirect, which could lead a token away.

    OSError or HTTPException if there is no answer; Unusable if the address is none.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Unusable(f"{address} is no address such as http://127.0.0.1:8765")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        connection.request(method, parts.path.rstrip("/") + path, body, headers or {})
        response = connection.getresponse()
        read = response.read(MOST_BYTES + 1)
        if len(read) > MOST_BYTES:
            raise HTTPException("an answer that is too long")
        return _Answer(response, read)
    finally:
        connection.close()


async def in_thread(work: Callable[[], T]) -> T:
    """What `work` returns, from a thread that holds up no exit: a long poll may be waiting in it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # without an error there is a result

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except Exception as error:
            failed = error
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=run, daemon=True, name="skald-bridge").start()
    return await done


class Said(NamedTuple):
    """What came of a line of words. version: of the fight after it."""

    status: int
    version: str
    text: str


class Seat:
    """A seat of a fight, by its token. `open` tells which fight and which seat that is."""

    def __init__(self, address: str, token: str, *, locale: str = "en") -> None:
        self._address, self._locale = address.rstrip("/"), locale
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": locale, "Accept": "application/json"}
        self.fight = self.key = self.role = ""

    async def open(self) -> None:
        """Learn whose token it is. Unusable if it is no seat's."""
        who = await self._call("GET", "/v1/viewer")
        if not who.get("encounter") or not who.get("seat"):
            raise Unusable(
                "this token belongs to no seat of a fight: a bridge takes a seat's token, which an invitation or "
                "`skald token` gives"
            )
        self.fight, self.key, self.role = who["encounter"], who["seat"], who["role"]

    async def look(self, *, scene: bool = False) -> dict[str, Any]:
        """The fight as this seat sees it now."""
        found: dict[str, Any] = await self._call("GET", f"{self._here}{'?include=offers,scene' if scene else ''}")
        return found

    async def events(self, after: int, *, wait: int) -> dict[str, Any]:
        """A page of events after a version; if there are none, the next step, if it comes within `wait` seconds."""
        found: dict[str, Any] = await self._call("GET", f"{self._here}/events?after={after}&wait={wait}")
        return found

    async def preview(self, command: dict[str, Any]) -> dict[str, Any]:
        """What an order would do. Refusal if it is not legal."""
        found: dict[str, Any] = await self._call("POST", f"{self._here}/previews", {"command": command})
        return found

    async def submit(self, command: dict[str, Any], *, version: int) -> dict[str, Any]:
        """Give an order, unless the fight has moved on from that version. It acts once, however often it is sent."""
        body = {"command": command, "expectedVersion": version}
        found: dict[str, Any] = await self._call("POST", f"{self._here}/commands", body, key=str(uuid.uuid4()))
        return found

    async def say(self, line: str | None = None) -> Said:
        """Do what a line of words says; without one, what the seat may do and is asked, numbered. It acts once."""
        if line is None:
            answer = await self._exchange("GET", f"{self._here}/say", None, {"Accept": "text/plain"})
        else:
            headers = {"Accept": "text/plain", "Content-Type": "text/plain", "Idempotency-Key": str(uuid.uuid4())}
            answer = await self._exchange("POST", f"{self._here}/say", line.encode(), headers)
        if answer.status == 401:
            raise Unusable("Skald does not accept the token of a seat any more")
        return Said(
            answer.status,
            answer.headers.get("ETag", "").strip('"').partition("-")[0],
            answer.body.decode(errors="replace"),
        )

    @property
    def _here(self) -> str:
        return f"/v1/encounters/{self.fight}"

    async def _call(self, method: str, path: str, body: object = None, *, key: str | None = None) -> Any:
        """The JSON of an answer. Refusal, Unusable."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return self._read(
            await self._exchange(method, path, None if body is None else json.dumps(body).encode(), headers)
        )

    async def _exchange(self, method: str, path: str, body: bytes | None, more: dict[str, str]) -> _Answer:
        """An answer, whatever it says. A server that is away is asked again, for as long as it takes."""
        headers = {**self._headers, **more}
        pause, told = FIRST_PAUSE, False
        while True:
            try:
                answer = await in_thread(lambda: request(self._address, method, path, body, headers))
            except (OSError, HTTPException) as error:
                reason, wait = str(error) or type(error).__name__, pause
            else:
                if answer.status not in (429, *AWAY):
                    return answer
                reason, wait = f"status {answer.status}", _seconds(answer.headers.get("Retry-After"), pause)
            if not told:
                log.warning("Skald at %s cannot be reached (%s): trying again", self._address, reason)
                told = True
            await asyncio.sleep(wait)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _read(self, answer: _Answer) -> Any:
        if 300 <= answer.status < 400:
            raise Unusable(
                f"{self._address} sends on to {answer.headers.get('Location', 'another address')}: give that address"
            )
        try:
            told = json.loads(answer.body)
        except ValueError:
            raise Unusable(f"at {self._address} there is no Skald: it answered {answer.status} without JSON") from None
        if answer.status < 300:
            return told
        if not isinstance(told, dict):
            told = {}
        code, detail = str(told.get("code", "")), str(told.get("detail", f"status {answer.status}"))
        if answer.status == 401:
            raise Unusable(f"Skald does not accept the token: {detail}")
        raise Refusal(answer.status, code, detail)


def _seconds(text: str | None, usual: float) -> float:
    """What Retry-After says, if it is a number of seconds, at most a minute."""
    return min(float(text), 60.0) if text and text.isascii() and text.isdigit() else usual
