"""The conformance kit for clients, at the extension for Owlbear Rodeo: in the stand-in of a room, with a person."""

from __future__ import annotations

import asyncio
import json
import queue
import random
from pathlib import Path

import pytest

from api.conformance.sandbox import Sandbox, Trial, scenarios
from api.pages.site import Folders
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import chromium
from tests.support.browsers.hands import Person
from tests.support.browsers.owlbear_room import owlbear
from tests.support.contract.schemas import shared

WHOLE = 480.0
"""Seconds for everything."""
STOP = "that was all"


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """The server complains of connections that are cut: they are."""
    caplog.set_level("CRITICAL", "uvicorn.error")


def plays(program: str, folder: Path, said: queue.SimpleQueue[str]) -> list[str]:
    """Ana enters a new room for each fight of the kit, and plays on in her popover. What the room did not know."""
    with owlbear(program, folder) as room:
        person: Person | None = None
        faults: list[str] = []
        while True:
            text = said.get() if person is None else "" if said.empty() else said.get_nowait()
            if text == STOP:
                return faults + room.faults()
            if text.endswith("hold still"):
                person = None
            if text.startswith("Let your client"):
                given = dict(line.split() for line in text.splitlines()[1:])
                faults += room.faults() if person else []
                room.enter()
                room.join("ana", "PLAYER", int(given["url"].rpartition(":")[2]))
                popover = room.popover("ana")
                popover.until("document.querySelector('[name=pasted]')")
                popover.js("localStorage.clear()")
                popover.type("[name=pasted]", given["link"])
                popover.click(".entrance button")
                popover.until("document.getElementById('app').dataset.ready")
                person = Person(popover, "Ana", "mouse", random.Random(3))
            if person is not None:
                room.js("void (room.people.get('ana').popover || room.open('ana'))")
                person.step()


async def test_the_extension_masters_everything(vendor: Path, tmp_path: Path) -> None:
    """Its page in the background watches the fight for the map, and the popover plays it: both meet every trouble."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the extension in a room")
    if not any((vendor / "@owlbear-rodeo").glob("sdk@*/sdk.js")):
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    with shared():
        sandbox = Sandbox(tmp_path / "sandbox", host="127.0.0.1", port=0, folders=Folders(vendor=vendor))
    async with sandbox.serving():
        playing = asyncio.create_task(asyncio.to_thread(plays, program, tmp_path, said))
        running = asyncio.create_task(Trial(sandbox, scenarios(), patience=PATIENCE, say=said.put).run())
        await asyncio.wait({playing, running}, return_when=asyncio.FIRST_COMPLETED, timeout=WHOLE)
        said.put(STOP)
        running.cancel()
        faults = await playing
        report = json.loads((await running).json())
    assert {one["scenario"]: one["saw"] for one in report["lines"] if one["verdict"] != "MASTERED"} == {}
    assert len(report["lines"]) == len(scenarios())
    assert faults == []
