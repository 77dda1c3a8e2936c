"""The conformance kit for clients, at the module for Foundry: in the stand-in's page, with a person before it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from api.conformance.sandbox import Sandbox, Trial, scenarios
from api.vtt.foundry import archive
from tests.api.vtt.foundry.playing import Client
from tests.api.vtt.foundry.world import World, served
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.contract.schemas import shared

WHOLE = 240.0
"""Seconds for everything."""

STEP = """(() => {
    const buttons = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.disabled);
    const any = (list) => list[Math.floor(Math.random() * list.length)];
    const form = document.querySelector('.skald form.draft');
    const send = form?.querySelector('.primary');
    if (form && !form.hasAttribute('aria-busy')) {
        form.dataset.seen = Number(form.dataset.seen ?? 0) + 1;
        if (!send.disabled) send.click();
        else if (form.dataset.seen > 6) form.querySelector('.buttons button[type=button]').click();
        return;
    }
    const asked = buttons('.skald-asked button[data-offer], .skald-asked button[data-roll]');
    any(asked.length ? asked : buttons('.skald-offers button[data-offer]'))?.click();
})()"""
"""What a person does next: answers, sends what he has put together, or chooses something."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """The server complains of connections that are cut: they are."""
    caplog.set_level("CRITICAL", "uvicorn.error")


def sit(page: Tab, world: World, link: str) -> None:
    """A new browser takes the seat of a new fight."""
    page.open(f"{world.address}/modules/skald/module.json")
    page.js("localStorage.clear()")
    Client(page, world, "ana").enter(link)
    page.until("document.querySelector('.skald').dataset.version")


async def test_the_module_masters_everything(tmp_path: Path, page: Tab) -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    with shared():
        sandbox = Sandbox(tmp_path / "sandbox", host="127.0.0.1", port=0)

    async def play(world: World) -> None:
        seated = False
        while True:
            while not said.empty():
                text = said.get_nowait()
                if text.endswith("hold still"):
                    seated = False
                if text.startswith("Let your client"):
                    link = next(line.split()[1] for line in text.splitlines() if line.split()[0] == "link")
                    await asyncio.to_thread(sit, page, world, link)
                    seated = True
            if seated:
                await asyncio.to_thread(page.js, STEP)
            await asyncio.sleep(0.1)

    with served(archive("http://127.0.0.1:1/")) as world:
        async with sandbox.serving():
            playing = asyncio.create_task(play(world))
            trial = Trial(sandbox, scenarios(), patience=PATIENCE, say=said.put_nowait)
            running = asyncio.create_task(trial.run())
            done, _ = await asyncio.wait({playing, running}, return_when=asyncio.FIRST_COMPLETED, timeout=WHOLE)
            for one in (playing, running):
                one.cancel()
            await asyncio.gather(playing, running, return_exceptions=True)
            assert done, sandbox.stage.journal[-5:]
            if playing in done:
                playing.result()
            report = json.loads(running.result().json())
    assert {one["scenario"]: one["saw"] for one in report["lines"] if one["verdict"] != "MASTERED"} == {}
    assert page.js("unknown") == []
