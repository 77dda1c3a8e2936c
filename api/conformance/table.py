"""A fight that a client on trial plays a seat of: the other side is played, and all is looked at from outside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from api.conformance.asked import Asked
from api.conformance.stage import Stage, Trouble

SEAT, GM = "ana", "gm"
NUDGE = 1.5
"""Seconds without an order after which something harmless happens: some clients look only when something has."""
TURN = 0.1
"""Seconds between two looks at whether it is the other side's turn."""


class Failed(Exception):
    """The client did not master this; the message says what was seen."""


class Over(Exception):
    """The fight has ended before everything was tried."""


class Table:
    """One fight. tokens: by seat. patience: seconds that the client has for each thing.

    hold: while it is set the other side leaves its questions alone.
    """

    def __init__(self, stage: Stage, fight: str, tokens: dict[str, str], patience: float) -> None:
        self.stage, self.fight, self.tokens, self.patience = stage, fight, tokens, patience
        self.hold = False
        self._left = False
        self._notes = 0

    # -- the server, past the stage
    async def ask(self, method: str, path: str, body: Any = None, seat: str = GM) -> Any:
        """A request of the kit's own. RuntimeError where it is refused, or the server is away."""
        return await self.stage.ask(method, f"/v1/encounters/{self.fight}{path}", self.tokens[seat], body)

    async def now(self) -> Any:
        """The fight as the GM sees it."""
        return await self.ask("GET", "")

    async def order(self, command: Any) -> int:
        """An order of the GM; the version after it."""
        done = await self.ask("POST", "/commands", {"command": command})
        version: int = done["version"]
        return version

    async def note(self) -> int:
        """Something harmless happens, which everybody sees; the version after it."""
        self._notes += 1
        return await self.order({"gm": {"correct": {"path": "name", "value": f"The practice yard {self._notes}"}}})

    @asynccontextmanager
    async def tended(self) -> AsyncGenerator[None, None]:
        """Play the other side until the block ends."""
        tending = asyncio.create_task(self._tend())
        try:
            yield
        finally:
            self._left = True  # a server that is just connecting to its store may swallow what cancels it
            tending.cancel()
            with suppress(asyncio.CancelledError):
                await tending

    async def _tend(self) -> None:
        """It ends its turns, and answers what it is asked."""
        while not self._left:
            await asyncio.sleep(TURN)
            if self.stage.inner is None or self.hold:
                continue
            with suppress(RuntimeError):  # somebody was faster, or the server went away in between
                await self._play()

    async def _play(self) -> None:
        fight = await self.now()
        for asked in fight["decisions"]:
            if asked["yours"] and asked["offers"]:
                usual = [item for item in asked["offers"] if item["key"] == asked["default"]]
                choice = (usual or asked["offers"])[0]["send"]
                await self.ask("POST", f"/decisions/{asked['key']}", {"choice": choice})
                return
        if fight["decisions"]:
            return
        mine = {item["key"] for item in fight["combatants"] if item["seat"] == GM} & set(fight["acting"])
        for offer in fight["offers"]:
            if offer["combatant"] in mine and offer["group"] == "END":
                await self.order(offer["send"])
                return

    # -- what the client does
    @property
    def mark(self) -> int:
        """The number of the last request."""
        return len(self.stage.journal)

    @contextmanager
    def playing(self, trouble: Trouble) -> Iterator[Trouble]:
        """Play a trouble until the block ends."""
        with self.stage.playing(trouble):
            yield trouble

    async def until(
        self, condition: Callable[[], Any], why: str, seconds: float | None = None, *, nudge: bool = False
    ) -> Any:
        """What is found, once it is. Failed with `why` after the client's patience. nudge: let something happen."""
        end = time.monotonic() + (self.patience if seconds is None else seconds)
        again = time.monotonic() + NUDGE
        while True:
            result = condition()
            if result:
                return result
            left = end - time.monotonic()
            if left <= 0:
                await self.require_running()
                raise Failed(why)
            if nudge and time.monotonic() >= again and self.stage.inner is not None:
                again = time.monotonic() + NUDGE
                with suppress(RuntimeError):
                    await self.note()
            await self.stage.news(min(left, 0.2))

    async def require_running(self) -> None:
        """Over if the fight has ended."""
        if self.stage.inner is not None and (await self.now())["status"] == "ENDED":
            raise Over("the fight has ended")

    def first(self, since: int, wanted: Callable[[Asked], bool]) -> Callable[[], Asked | None]:
        """Finds the first request after that number that is wanted."""
        return lambda: next((asked for asked in self.stage.since(since) if wanted(asked)), None)

    async def act(self, since: int, wanted: Callable[[Asked], bool] = lambda asked: True) -> Asked:
        """The first order or answer after that number, once it comes."""
        found = self.first(since, lambda asked: asked.is_act and wanted(asked))
        got: Asked = await self.until(found, "it sent no order, though it was its turn", nudge=True)
        return got

    async def accepted(self, since: int) -> Asked:
        """The first order or answer after that number that was accepted."""
        return await self.act(since, lambda asked: asked.accepted)

    async def goes_on(self) -> None:
        """It hears what happens, or looks at it; and it acts. Failed if not."""
        version, mark = await self.note(), self.mark
        looked = self.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
        why = f"it heard nothing of version {version}, and did not look"
        await self.until(lambda: self.stage.streamed >= version or looked(), why)
        await self.accepted(mark)
