"""A load on a service that is killed again and again: senders retry until answered, and record each answer."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.end_to_end.clients import PATIENCE, Answer, Fight, correction, reply_to, until
from tests.support.contract.client import Frontend, GraphQLFailed
from tests.support.processes.serving import ADMIN

LONG = 300
"""Events after which a battle goes back to its beginning."""
LONGEST = 1500
"""Events of a fork, at most: half a megabyte in one write."""
AWAY = (httpx.TransportError, OSError, WebSocketException)


class Load:
    """Many concurrent writers and watchers. counts: requests sent, responses by status, answers returned again."""

    def __init__(self, base: str, seed: int, *, admin: str = ADMIN) -> None:
        self.base, self.seed, self._admin = base, seed, admin
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.fights: list[Fight] = []
        self.forks: list[tuple[str, int, str]] = []
        self.stopping = False
        self.watched: dict[tuple[str, str], dict[int, str]] = {}
        self._keys = 0
        self._writers: list[asyncio.Task[None]] = []
        self._watchers: list[asyncio.Task[None]] = []
        self._http = httpx.AsyncClient(base_url=base, timeout=PATIENCE)

    # -- running
    def write(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a writer until `finish`."""
        self._writers.append(asyncio.create_task(work))

    def watch(self, fight: Fight) -> None:
        """Two watchers of the fight: the GM's on a socket, a spectator's as JSON lines."""
        for seat, way in (("gm", self._socket), ("eve", self._lines)):
            self.watched[fight.id, seat] = {}
            self._watchers.append(asyncio.create_task(self._screen(fight, seat, way)))

    def check(self) -> None:
        """Raise the error of any failed task."""
        for task in (*self._writers, *self._watchers):
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def sent(self, more: int) -> None:
        """Wait until `more` further requests were sent."""
        await self._more("sent", more)

    async def answered(self, more: int) -> None:
        """Wait until `more` further orders were acknowledged."""
        await self._more("accepted", more)

    async def _more(self, what: str, more: int) -> None:
        target = self.counts[what] + more

        def there() -> bool:
            self.check()
            return self.counts[what] >= target

        await until(there, f"{more} more {what}: {dict(self.counts)}")

    async def finish(self) -> None:
        """Let all writers finish; wait until the watchers have received everything acknowledged."""
        await self.writers_done()

        def shown() -> bool:
            self.check()
            return all(
                max(self.watched[f.id, seat], default=0) >= f.told for f in self.fights for seat in ("gm", "eve")
            )

        await until(shown, "the screens show the last events")

    async def writers_done(self) -> None:
        """All writers have been answered, and send no more."""
        self.stopping = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._writers)

    async def close(self) -> None:
        """End all tasks, in whatever state."""
        for task in (*self._writers, *self._watchers):
            task.cancel()
        await asyncio.gather(*self._writers, *self._watchers, return_exceptions=True)
        await self._http.aclose()

    async def everybody_is_cut_off(self) -> None:
        """While the service is down: wait until every writer and watcher has noticed; nothing older is pending then."""
        for what, many in (("cut off", len(self._writers)), ("resumed", len(self._watchers))):
            await self._more(what, 2 * many)

    def is_known(self, encounter: str, hash: str) -> bool:
        """Whether anybody received this event: in an answer or as a watcher."""
        for fight in self.fights:
            if fight.id == encounter:
                told = (fight.acknowledged, self.watched[encounter, "gm"], self.watched[encounter, "eve"])
                return any(hash in one.values() for one in told)
        return any(branch == encounter for _, _, branch in self.forks)

    # -- asking
    def key(self) -> str:
        """A new idempotency key."""
        self._keys += 1
        return f"key-{self._keys}"

    async def post(self, path: str, token: str, body: Any, key: str) -> httpx.Response:
        """The answer, after any number of retries with one key. Only unavailability may delay it."""
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
        return await self._answered(lambda: self._http.post(path, json=body, headers=headers))

    async def get(self, path: str, token: str) -> dict[str, Any]:
        """The resource, once the service answers."""
        response = await self._answered(lambda: self._http.get(path, headers={"authorization": f"Bearer {token}"}))
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    async def _answered(self, ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        end, pause = time.monotonic() + PATIENCE, 0.05
        while True:
            self.counts["sent"] += 1
            try:
                response = await ask()
            except AWAY:
                self.counts["cut off"] += 1
            else:
                self.counts[str(response.status_code)] += 1
                if response.status_code not in (429, 503):
                    assert response.status_code < 500, response.text
                    return response
            assert time.monotonic() < end, "nobody answers any more"
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.5)

    async def look(self, fight: Fight, seat: str, at: int | None = None) -> dict[str, Any]:
        """The fight as a seat sees it."""
        past = "" if at is None else f"?at={at}"
        return await self.get(f"/v1/encounters/{fight.id}{past}", fight.tokens[seat])

    # -- writing
    async def create(self, wish: dict[str, Any]) -> Fight:
        """A new fight; requested twice with one key, it is created once."""
        key = self.key()
        made, again = [(await self.post("/v1/encounters", self._admin, wish, key)).json() for _ in range(2)]
        assert made["encounter"]["id"] == again["encounter"]["id"]
        fight = Fight(made)
        self.fights.append(fight)
        return fight

    async def order(self, fight: Fight, seat: str, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """The fight after an order or answer was accepted; None if it was refused."""
        key = self.key()
        path = f"/v1/encounters/{fight.id}/{path}?include=offers"
        response = await self.post(path, fight.tokens[seat], body, key)
        said = response.json()
        if response.status_code != 200:
            assert response.status_code in (403, 412, 422), said
            return None
        self.counts["accepted"] += 1
        self.counts["given again"] += said["again"]
        answer = Answer(seat, path, key, body, said["from"], said["version"], said["events"])
        fight.add(answer, said["encounter"])
        shown: dict[str, Any] = said["encounter"]
        return shown

    async def repeat(self, fight: Fight, answer: Answer) -> None:
        """Repeat an answered request: the answer is the same, and nothing is done."""
        response = await self.post(answer.path, fight.tokens[answer.seat], answer.body, answer.key)
        assert response.status_code == 200, response.text
        said = response.json()
        assert said["again"] is True
        assert (said["from"], said["version"], said["events"]) == (answer.first, answer.last, answer.events)
        self.counts["repeated"] += 1

    async def talk(self, fight: Fight, who: str) -> None:
        """Short steps, each with a unique text."""
        number = 0
        while not self.stopping:
            number += 1
            value = f"{who} {number}"
            assert await self.order(fight, "gm", "commands", {"command": {"gm": {"correct": correction(value)}}})

    async def branch(self, fight: Fight) -> None:
        """Long steps: fork the whole fight, whenever a little has happened in it."""
        wanted = fight.told + 20
        while not self.stopping:
            if fight.told < wanted:
                await asyncio.sleep(0.05)
                continue
            wanted = fight.told + 20
            at, key, path = min(fight.told, LONGEST), self.key(), f"/v1/encounters/{fight.id}/fork"
            made = [(await self.post(path, fight.tokens["gm"], {"at": at}, key)).json() for _ in range(2)]
            assert made[0]["encounter"]["id"] == made[1]["encounter"]["id"]
            assert made[0]["encounter"]["version"] == at + 1
            self.forks.append((fight.id, at, made[0]["encounter"]["id"]))
            self.counts["forked"] += 1

    async def play(self, fight: Fight, seat: str, chance: random.Random) -> None:
        """Play any offer, and answer any decision."""
        shown: dict[str, Any] | None = None
        while not self.stopping:
            shown = shown or await self.look(fight, seat)
            done = await self._move(fight, seat, shown, chance)
            # A refused offer was outdated: only a fresh read shows the current ones.
            shown = done
            if done is None:
                await asyncio.sleep(0.01)

    async def _move(
        self, fight: Fight, seat: str, shown: dict[str, Any], chance: random.Random
    ) -> dict[str, Any] | None:
        if seat == "gm" and (shown["outcome"] is not None or shown["version"] - fight.begun > LONG):
            fight.begun = shown["version"]
            back = {"to": fight.created, "reason": "once more"}
            return await self.order(fight, seat, "commands", {"command": {"gm": {"revert": back}}})
        mine = [one for one in shown["decisions"] if one["yours"] or seat == "gm"]
        if mine:
            decision = chance.choice(mine)
            return await self.order(fight, seat, f"decisions/{decision['key']}", reply_to(decision, chance))
        if shown["offers"]:
            return await self.order(fight, seat, "commands", {"command": chance.choice(shown["offers"])["send"]})
        return None

    # -- watching
    async def _screen(
        self, fight: Fight, seat: str, way: Callable[[Fight, str, dict[int, str]], Awaitable[None]]
    ) -> None:
        seen = self.watched[fight.id, seat]
        while True:
            with suppress(*AWAY):
                await way(fight, seat, seen)
            self.counts["resumed"] += 1
            await asyncio.sleep(0.3)

    async def _socket(self, fight: Fight, seat: str, seen: dict[int, str]) -> None:
        try:
            async for step in Frontend(self.base, fight.tokens[seat]).watch(fight.id, len(seen)):
                for event in step:
                    self._show(seen, event)
        except GraphQLFailed as error:
            if "UNAVAILABLE" not in str(error) and "STOPPING" not in str(error):
                raise

    async def _lines(self, fight: Fight, seat: str, seen: dict[int, str]) -> None:
        headers = {"authorization": f"Bearer {fight.tokens[seat]}", "accept": "application/x-ndjson"}
        path = f"/v1/encounters/{fight.id}/events?after={len(seen)}&follow=true"
        async with self._http.stream("GET", path, headers=headers, timeout=PATIENCE) as stream:
            if stream.status_code in (429, 503):
                return
            assert stream.status_code == 200, (await stream.aread()).decode()
            async for line in stream.aiter_lines():
                if line:
                    event = json.loads(line)
                    if "problem" in event:
                        assert event["problem"]["code"] in ("UNAVAILABLE", "STOPPING"), event
                        return
                    self._show(seen, event)

    def _show(self, seen: dict[int, str], event: dict[str, Any]) -> None:
        assert event["version"] == len(seen) + 1, f"version {event['version']} after {len(seen)}"
        seen[event["version"]] = event["hash"]
