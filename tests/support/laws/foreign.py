"""A game of somebody else's: installed beside Skald for one process, served, and played on the page."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.browsers.hands import Person
from tests.support.processes.terminal import ROOT, Serving, serving

ADMIN = "a" * 40
WHOLE = 300.0
"""Seconds for a whole fight on the page."""
READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"


def installed(package: Path, name: str) -> str:
    """Makes a package known by its entry point; the PYTHONPATH with which it is found."""
    known = package / f"{name}-0.1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (known / "entry_points.txt").write_text(f"[skald.systems]\n{name} = {name}:system\n")
    return os.pathsep.join([str(ROOT), str(package)])


class Service:
    """Skald with that game. call: what REST answers, by a token."""

    def __init__(self, running: Serving) -> None:
        self.address = running.address

    def call(self, way: str, token: str = ADMIN, body: Any = None) -> Any:
        """A request, and its answer. HTTPError where it is refused."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        with urlopen(Request(self.address + way, sent, headers), timeout=PATIENCE) as answer:
            return json.load(answer)

    def made(self, request: dict[str, Any]) -> tuple[str, dict[str, str]]:
        """A new fight: its id, and the token of each seat."""
        answer = self.call("/v1/encounters", body=request)
        return answer["encounter"]["id"], {one["seat"]: one["token"] for one in answer["tokens"]}


@contextmanager
def served(folder: Path, path: str) -> Iterator[Service]:
    """path: as `installed` says."""
    with serving(folder, "--no-demo", anew=True, PYTHONPATH=path, SKALD_ADMIN_TOKEN=ADMIN) as running:
        yield Service(running)


def against_a_bot(request: dict[str, Any]) -> dict[str, Any]:
    """The same fight, in which a bot plays for whoever is the game master's."""
    seats = [*request["seats"], {"id": "ben", "name": "Ben", "role": "PLAYER", "bot": "GREEDY", "botPace": 0}]
    everybody = [{"seat": "ben", **one} for one in request["combatants"]]
    return {**request, "seats": seats, "combatants": everybody}


def played_on_the_page(service: Service, page: Tab, request: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Ana plays a fight to its end on the page, by the mouse; the fight as it is then."""
    id, tokens = service.made(against_a_bot({**request, "dice": "OPEN", "seed": "a"}))
    page.call("Page.navigate", url=f"{service.address}/play#token={tokens['ana']}")
    page.until(READY)
    service.call(f"/v1/encounters/{id}/commands", tokens["gm"], {"command": {prefix: {"begin": {}}}})
    theirs = [one["name"] for one in request["combatants"] if one.get("seat") != "ana"]
    ana, end = Person(page, "Ana", "mouse", random.Random(1), theirs), time.monotonic() + WHOLE
    while not (fight := service.call(f"/v1/encounters/{id}", tokens["ana"]))["outcome"]:
        assert time.monotonic() < end, ana.done[-9:]
        ana.step()
    assert ana.done
    service.call(f"/v1/encounters/{id}/commands", tokens["gm"], {"command": {"gm": {"end": {"reason": "it is over"}}}})
    page.until("document.querySelector('.ending')")
    return dict(fight)
