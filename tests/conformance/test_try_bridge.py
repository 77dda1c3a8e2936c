"""The conformance kit for clients, at the bridge to PlanarAlly: in a room of our own, with a person who writes."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from api.bridge.bridge import Bridge, Player
from api.bridge.chat import Words
from api.bridge.skald import Seat, Unusable
from api.conformance.sandbox import Sandbox, Trial, scenarios
from tests.support.amounts import PATIENCE
from tests.support.contract.schemas import shared
from tests.support.processes.imitated_room import ImitatedRoom

WANTED = [one for one in scenarios() if one.key != "sealed"]
"""What is sealed is not asked in a room, where everybody reads: it is answered on Skald's own page."""
NUMBERED = re.compile(r"^(\d+)\\?\.(\d+) (?!.*Take back)", re.MULTILINE)
LOOK = 0.4
"""Seconds between two lines of the person."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """The server complains of connections that are cut: they are."""
    caplog.set_level("CRITICAL", "uvicorn.error")


async def writes(room: ImitatedRoom) -> None:
    """Ana asks what she may do, and says the first number of the answer."""
    while True:
        said = len(room.said)
        await room.write("ana", "!skald")
        await asyncio.sleep(LOOK)
        if (found := NUMBERED.search("\n".join(room.said[said:]))) is not None:
            await room.write("ana", f"!skald {found[1]}.{found[2]}")
            await asyncio.sleep(LOOK)


async def bridged(url: str, token: str) -> None:
    """A bridge for one fight, as long as its token serves, and Ana in its room."""
    seat, room = Seat(url, token), ImitatedRoom()
    writing = asyncio.create_task(writes(room))
    try:
        with suppress(Unusable):
            await Bridge(room, seat, [Player(seat, "ana")], words=Words("en"), aloud=True).run()
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def test_the_bridge_masters_everything(tmp_path: Path) -> None:
    """Both of its parts, what it watches for the map and what it passes on from the chat, meet every trouble."""
    with shared():
        sandbox = Sandbox(tmp_path / "sandbox", host="127.0.0.1", port=0)
    bridges: list[asyncio.Task[None]] = []

    def say(text: str) -> None:
        if text.startswith("Let your client"):
            given = dict(line.split() for line in text.splitlines()[1:])
            for one in bridges:
                one.cancel()
            bridges.append(asyncio.get_running_loop().create_task(bridged(given["url"], given["token"])))

    async with sandbox.serving():
        report = json.loads((await Trial(sandbox, WANTED, patience=PATIENCE, say=say).run()).json())
        for one in bridges:
            one.cancel()
        ended = await asyncio.gather(*bridges, return_exceptions=True)
    assert {one["scenario"]: one["saw"] for one in report["lines"] if one["verdict"] != "MASTERED"} == {}
    assert [one for one in ended if one is not None and not isinstance(one, asyncio.CancelledError)] == []
