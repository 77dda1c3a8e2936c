"""When a message that was not taken is tried again: later and later, never at the same moment, and as asked."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from api.access.auth import TokenAuthority
from api.webhooks import delivery, sending
from api.webhooks.address import read_address
from api.webhooks.delivery import PAUSES, Deliverer
from api.webhooks.messages import Outgoing
from api.webhooks.sending import Answered, NotSent
from engine.store.webhook import Letter, Webhook, WebhookState
from tests.api.table import ADMIN, SECRET
from tests.guide.blocks import GUIDE

NOW = 1_767_225_600_000
HOOK = Webhook("5f0c", "host:-", "", 0, 0, "https://hook.example/", ("EVENTS",), "en", "2026-01-01T00:00:00.000Z")
DONE = WebhookState(version=7)
MESSAGE = Outgoing("5f0c.events.7", "EVENTS", 7, b"{}", DONE)


class Receiver:
    """Answers each message alike: with this status and wait, or not at all."""

    def __init__(self, answer: Answered | NotSent) -> None:
        self.answer, self.sent = answer, list[dict[str, str]]()

    async def send(self, target: object, headers: list[tuple[str, str]], body: bytes) -> Answered:
        self.sent.append(dict(headers))
        if isinstance(self.answer, NotSent):
            raise self.answer
        return self.answer


class Hook:
    """A webhook whose deliverer has nothing but a receiver and a clock that is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Answered | NotSent) -> None:
        self.now, self.state, self.letters = NOW, WebhookState(version=6), list[Letter]()
        self.receiver = Receiver(answer)
        monkeypatch.setattr("engine.service.clock.now_ms", lambda: self.now)
        service = SimpleNamespace(webhooks=SimpleNamespace(keep_letter=self._keep))
        authority = TokenAuthority(SECRET, ADMIN, hours=1)
        self._deliverer = Deliverer(cast(Any, service), authority, cast(Any, None), cast(Any, self.receiver))

    async def _keep(self, encounter: str, webhook: Webhook, letter: Letter) -> None:
        self.letters.append(letter)

    async def tried(self) -> int:
        """Try to send the message now; the milliseconds until it is tried again. 0: it is not."""
        self.state = await self._deliverer._after_try("e", HOOK, read_address(HOOK.address), MESSAGE, self.state)
        return self.state.again - self.now if self.state.trying else 0


@pytest.mark.parametrize("answer", [Answered(500), Answered(302), NotSent("TIMEOUT"), NotSent("ADDRESS")])
async def test_pauses_grow_until_a_message_is_given_up(
    monkeypatch: pytest.MonkeyPatch, answer: Answered | NotSent
) -> None:
    """Each is longer than the one before; they are those of the table, give or take a tenth."""
    hook = Hook(monkeypatch, answer)
    waited = []
    while pause := await hook.tried():
        waited.append(pause)
        hook.now += pause
    assert waited == sorted(waited)
    assert all(0.9 <= ms / 1000 / seconds <= 1.1 for ms, seconds in zip(waited, PAUSES, strict=True))
    [letter] = hook.letters
    assert (letter.id, letter.tries, len(hook.receiver.sent)) == (MESSAGE.id, len(PAUSES) + 1, len(PAUSES) + 1)
    assert {one["Webhook-Id"] for one in hook.receiver.sent} == {MESSAGE.id}
    assert (hook.state.version, hook.state.given_up, hook.state.stopped) == (DONE.version, 1, False)


async def test_webhooks_that_failed_together_are_not_tried_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A receiver that was away is not met by all of them at once."""
    pauses = {await Hook(monkeypatch, Answered(503)).tried() for _ in range(40)}
    assert len(pauses) > 20
    assert max(pauses) - min(pauses) > 0.05 * PAUSES[0] * 1000


@pytest.mark.parametrize("status", [429, 503])
async def test_a_receiver_that_asks_for_time_gets_it(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """It is never asked before; one that asks for less than the pause is asked after the pause."""
    hook = Hook(monkeypatch, Answered(status, 1234))
    for _ in PAUSES:
        pause = await hook.tried()
        assert pause >= 1_234_000
        hook.now += pause
    assert pause > 0.9 * PAUSES[-1] * 1000
    assert 0.9 * PAUSES[0] * 1000 <= await Hook(monkeypatch, Answered(status, 1)).tried() <= 1.1 * PAUSES[0] * 1000


async def test_the_pauses_of_the_next_message_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the one before needed."""
    hook = Hook(monkeypatch, Answered(500))
    for _ in range(4):
        hook.now += await hook.tried()
    hook.receiver.answer = Answered(200)
    assert await hook.tried() == 0
    assert (hook.state.tries, hook.state.again, hook.state.given_up, hook.letters) == (0, 0, 0, [])
    hook.receiver.answer = Answered(500)
    assert await hook.tried() <= 1.1 * PAUSES[0] * 1000


async def test_an_address_that_is_gone_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it asks for time; the message is kept."""
    hook = Hook(monkeypatch, Answered(delivery.GONE, 60))
    assert await hook.tried() == 0
    assert (hook.state.stopped, [one.tries for one in hook.letters]) == (True, [1])


async def test_three_messages_in_a_row_stop_a_webhook(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is taken in between begins the count anew."""
    hook = Hook(monkeypatch, Answered(500))
    last = structs.replace(hook.state, trying=MESSAGE.id, tries=len(PAUSES))
    for given_up in range(delivery.GIVEN_UP):
        hook.state = structs.replace(last, given_up=given_up)
        assert await hook.tried() == 0
        assert hook.state.stopped == (given_up + 1 == delivery.GIVEN_UP)
    hook.state = structs.replace(last, given_up=delivery.GIVEN_UP - 1)
    hook.receiver.answer = Answered(204)
    await hook.tried()
    assert hook.state.given_up == 0


def test_the_guide_says_when_and_how_often() -> None:
    """Its figures are those of the code."""
    text = " ".join((GUIDE / "webhooks.md").read_text(encoding="utf-8").split())
    [listed] = re.findall(r"tried again after ([^;]+);", text)
    told = re.findall(r"(\d+) (s|min|h)\b", listed)
    assert tuple(int(number) * {"s": 1, "min": 60, "h": 3600}[unit] for number, unit in told) == PAUSES
    hours = {8: "eight"}[round(sum(PAUSES) / 3600)]
    assert f"not taken for about {hours} hours is given up" in text
    assert "within ten seconds" in text
    assert sending.SECONDS == 10
    assert "a `Retry-After` of seconds, up to an hour, is respected" in text
    assert sending.LONGEST_WAIT == 3600
    assert f"One host gets {delivery.PER_SECOND} messages a second at most" in text
    assert "After three in a row the webhook is `stopped`, and at once by an answer of 410" in text
    assert (delivery.GIVEN_UP, delivery.GONE) == (3, 410)
    limits = (GUIDE / "limits.md").read_text(encoding="utf-8")
    assert f"| Messages of webhooks to one host; events in one message | {delivery.PER_SECOND} a second; " in limits
