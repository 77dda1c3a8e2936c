"""Webhooks of a service whose settings nobody has changed: nothing is sent inside, whoever asks for it and how."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from api.webhooks import delivery
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table

CREATE = """mutation C($input: CreateWebhookInput!) { createWebhook(input: $input) {
  ... on WebhookCreated { webhook { key } } ... on Refused { field } ... on Problem { code message } } }"""
NOTE = {"gm": {"note": {"note": "n"}}}
INSIDE = (
    "http://127.0.0.1",
    "http://127.0.0.1:{port}/hook",
    "http://hook.example/",
    "https://127.0.0.1",
    "https://127.0.0.1:{port}/hook",
    "https://[::1]",
    "https://[::1]:{port}/hook",
    "https://[::ffff:127.0.0.1]:{port}/",
    "https://[64:ff9b::7f00:1]:{port}/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00::1]/",
)


class Inside:
    """A port of this machine. met: who connected so far."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self.port: int = listening.getsockname()[1]
        self.met: list[Any] = []

    def listen(self) -> None:
        """Until it is closed."""
        while True:
            try:
                connection, who = self._listening.accept()
            except OSError:
                return
            self.met.append(who)
            connection.close()


@pytest.fixture
def inside() -> Iterator[Inside]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Inside(listening)
        threading.Thread(target=made.listen, daemon=True).start()
        yield made
        listening.shutdown(socket.SHUT_RDWR)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is new is noticed at once."""
    monkeypatch.setattr(delivery, "RENEWED", 0.1)


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_refused(fight: Bridge, inside: Inside, address: str) -> None:
    """By REST and by GraphQL, to a player, the GM and the operator alike; nothing is kept of it."""
    table, wish = fight.table, {"address": address.format(port=inside.port), "kinds": ["EVENTS"]}
    here = f"/v1/encounters/{fight.id}/webhooks"
    for token in (fight.tokens["ana"], fight.tokens["gm"], ADMIN):
        refused = table.post(here, token, wish)
        assert (refused.status_code, refused.json()["field"]) == (422, "address"), refused.text
        told = table.data(CREATE, token, input={"encounter": fight.id, **wish})["createWebhook"]
        assert told == {"code": refused.json()["code"], "field": "address", "message": refused.json()["detail"]}
        assert table.get(here, token).json() == []
    assert inside.met == []


def test_a_name_that_leads_inside_is_sent_nothing(fight: Bridge, inside: Inside) -> None:
    """It is looked up when something is to be sent, and that is told to whom it belongs to."""
    table, here = fight.table, f"/v1/encounters/{fight.id}/webhooks"
    whose = [fight.tokens["ana"], fight.tokens["gm"], ADMIN]
    for token in whose:
        wish = {"address": f"https://localhost:{inside.port}/hook", "kinds": ["EVENTS"]}
        made = table.post(here, token, wish)
        assert made.status_code == 201, made.text
    fight.act("gm", NOTE)
    for token in whose:
        last = tried(table, here, token)
        assert (last["error"], last["status"]) == ("ADDRESS", None)
        [hook] = table.get(here, token).json()
        assert (hook["retryAt"] is not None, hook["stopped"]) == (True, False)
    assert inside.met == []


def tried(table: Table, here: str, token: str) -> dict[str, Any]:
    """What came of the first try to send something."""
    for _ in range(400):
        [hook] = table.get(here, token).json()
        if hook["last"]:
            last: dict[str, Any] = hook["last"]
            return last
        threading.Event().wait(0.05)
    raise AssertionError("nothing was tried")
