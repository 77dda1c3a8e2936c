"""Webhooks from end to end: who registers what, what comes, in which order, and what happens when it is not taken."""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from standardwebhooks import Webhook, WebhookVerificationError

from api.logs import masked
from api.webhooks import delivery
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.seats.test_hosts import host_token
from tests.api.table import ADMIN, Table, serving
from tests.support.processes.receiver import Receiver, receiving
from tests.support.processes.servers import flush

ATTACK: dict[str, Any] = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}
CHECK = {"fantasia": {"checkAttribute": {"combatant": "cloud", "attribute": "AGILITY", "purpose": "to climb"}}}
NOTE = {"gm": {"note": {"note": "n"}}}
PAUSE, RESUME, END = {"gm": {"pause": {}}}, {"gm": {"resume": {}}}, {"gm": {"end": {}}}
HIDDEN = "Zq7 the Unseen"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that may tell this machine."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"webhook_networks": ("127.0.0.1/32",)}) as running:
        yield running


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other at once."""
    monkeypatch.setattr(delivery, "RENEWED", 0.1)


class Hook:
    """A webhook that was registered."""

    def __init__(self, fight: Bridge, token: str, made: dict[str, Any]) -> None:
        self.fight, self.token, self.key = fight, token, made["webhook"]["key"]
        self.made, self.secret = made["webhook"], made["secret"]

    def ask(self, method: str, path: str = "", body: Any = None) -> Any:
        """A request of its owner's."""
        here = f"/v1/encounters/{self.fight.id}/webhooks"
        return self.fight.table.http.request(method, f"{here}{path}", json=body, headers=Table.headers(self.token))

    @property
    def now(self) -> dict[str, Any]:
        """As it is listed."""
        return next(one for one in self.ask("GET").json() if one["key"] == self.key)

    def until(self, enough: Any) -> dict[str, Any]:
        """As it is listed, as soon as it is so."""
        for _ in range(200):
            if enough(found := self.now):
                return found
            threading.Event().wait(0.05)
        raise AssertionError(self.now)


def register(fight: Bridge, seat: str | None, receiver: Receiver, **more: Any) -> Hook:
    """A webhook of a seat; None: the operator's."""
    token = ADMIN if seat is None else fight.tokens[seat]
    path = more.pop("path", f"/{seat}")
    answer = fight.table.post(f"/v1/encounters/{fight.id}/webhooks", token, {"address": receiver.url + path, **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return Hook(fight, token, answer.json())


def started(table: Table, **more: Any) -> Bridge:
    """A fight where Ana's Cloud acts first."""
    people = bridge_input()["combatants"]
    people[0]["sheet"]["fantasia"]["initiativeBonus"] = 40
    return bridge(table, **{"combatants": people, **more})


def test_a_seat_is_told_steps_turns_and_questions(table: Table, receiver: Receiver) -> None:
    """Signed, as CloudEvents, in order; the events are those of its stream."""
    fight = started(table, begin=False)
    before = fight.open("ana")["version"]
    hook = register(fight, "ana", receiver, kinds=["EVENTS", "ASKED", "YOUR_TURN", "ENDED"], locale="es")
    asking = register(fight, "gm", receiver, kinds=["ASKED"], locale="es")
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    receiver.until(lambda came: receiver.of("skald.your-turn.v1"))
    [turn] = receiver.of("skald.your-turn.v1")
    assert turn.data["combatants"] == [{"key": "cloud", "name": "Cloud"}]
    assert (turn.data["seats"], turn.data["text"]) == (["ana"], "Tu turno, Ana: Cloud")
    fight.act("ana", CHECK)
    receiver.until(lambda came: receiver.of("skald.asked.v1"))
    [asked] = receiver.of("skald.asked.v1")
    Webhook(asking.secret).verify(asked.body, asked.headers)
    receiver.came.remove(asked)
    assert (asked.path, asked.data["seats"], asked.data["names"]) == ("/gm", ["gm"], ["GM"])
    assert asked.data["text"].startswith("Pregunta para GM: ")
    here = table.http.get(
        f"/v1/encounters/{fight.id}", headers=table.headers(fight.tokens["gm"], **{"accept-language": "es"})
    )
    assert asked.data["decision"] == here.json()["decisions"][0]
    assert asked.data["decision"]["offers"]
    fight.act("gm", END)
    receiver.until(lambda came: receiver.of("skald.ended.v1"))
    signer = Webhook(hook.secret)
    for one in receiver.came:
        signer.verify(one.body, one.headers)
        assert one.headers["Content-Type"] == "application/cloudevents+json; charset=utf-8"
        assert one.event["specversion"] == "1.0"
        assert (one.event["id"], one.event["subject"]) == (one.headers["Webhook-Id"], hook.key)
        assert one.event["source"] == f"/v1/encounters/{fight.id}"
        with pytest.raises(WebhookVerificationError):
            signer.verify(one.body.replace(b"Bridge", b"Ridge!"), one.headers)
    told = [event for one in receiver.of("skald.events.v1") for event in one.data["events"]]
    stream = table.get(
        f"/v1/encounters/{fight.id}/events?after={before}&first=500", fight.tokens["ana"], **{"accept-language": "es"}
    ).json()["events"]
    assert told == stream
    assert len({one.event["id"] for one in receiver.came}) == len(receiver.came)
    assert hook.until(lambda one: one["version"] == fight.open("ana")["version"])["last"]["error"] is None


def test_nobody_is_told_what_his_seat_may_not_know(table: Table, receiver: Receiver) -> None:
    """Each address gets its seat's stream, to the byte; everybody's and the host's the public one."""
    lurker = {"id": "lurker", "name": HIDDEN, "side": "foes", "seat": "gm", "seenBy": ["gm"]}
    people = [*bridge_input()["combatants"], {**lurker, "sheet": {"fantasia": {"ref": "ogre"}}}]
    fight = bridge(table, combatants=people, begin=False, token=host_token(table, "tells"))
    fight.tokens["host"] = host_token(table, "tells")
    eve = fight.tokens.pop("eve")
    hooks = {seat: register(fight, seat, receiver, kinds=["EVENTS", "ASKED", "YOUR_TURN"]) for seat in fight.tokens}
    register(fight, "gm", receiver, kinds=["EVENTS", "YOUR_TURN"], everybody=True, path="/all")
    before = fight.open("gm")["version"]
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    fight.act("gm", {"gm": {"correct": {"path": "combatants.lurker.vitals.hp.now", "value": 3}}})
    fight.act("gm", {"gm": {"note": {"note": "psst", "to": ["gm"]}}})
    head = fight.open("gm")["version"]

    def told(path: str) -> list[Any]:
        came = [one for one in receiver.of("skald.events.v1") if one.path == path]
        return [event for one in came for event in one.data["events"]]

    paths = {**{f"/{seat}": fight.tokens[seat] for seat in hooks}, "/all": eve}
    receiver.until(lambda came: all(told(path) and told(path)[-1]["version"] == head for path in paths))
    for path, token in paths.items():
        address = f"/v1/encounters/{fight.id}/events?after={before}&first=500"
        assert told(path) == table.get(address, token).json()["events"], path
        text = b"".join(one.body for one in receiver.came if one.path == path)
        assert (HIDDEN.encode() in text or b"lurker" in text) == (path == "/gm"), path


def test_what_is_not_taken_is_tried_again_in_order_and_then_given_up(
    table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps its id, what comes after it waits; a letter is listed, and sent again by hand."""
    deliverer = table_deliverer()
    monkeypatch.setattr(deliverer, "_pauses", (0.02, 0.02))
    receiver.answer = lambda request: (500, {})
    fight = bridge(table)
    hook = register(fight, "gm", receiver, kinds=["EVENTS"])
    fight.act("gm", PAUSE)
    letters = lambda: hook.ask("GET", f"/{hook.key}/letters").json()  # noqa: E731
    hook.until(lambda one: letters())
    assert len({one.event["id"] for one in receiver.came}) == 1
    assert len(receiver.came) == 3
    [letter] = letters()
    assert (letter["kind"], letter["tries"], letter["waiting"]) == ("EVENTS", 3, False)
    assert letter["last"] == {"at": letter["last"]["at"], "status": 500, "error": "STATUS"}
    receiver.answer = lambda request: (200, {})
    fight.act("gm", RESUME)
    receiver.until(lambda came: len(came) == 4)
    assert hook.ask("POST", f"/{hook.key}/letters", {"letter": "nothing"}).status_code == 422
    again = hook.ask("POST", f"/{hook.key}/letters", {"letter": letter["key"]})
    assert (again.status_code, again.json()["letters"][0]["waiting"]) == (202, True)
    receiver.until(lambda came: len(came) == 5)
    assert receiver.came[4].event["id"] == receiver.came[0].event["id"] == letter["key"]
    assert receiver.came[4].data == receiver.came[0].data
    hook.until(lambda one: not letters())


def test_a_webhook_whose_messages_are_never_taken_is_stopped_and_loses_nothing(
    table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on when a message by hand is taken, from where it stood."""
    monkeypatch.setattr(table_deliverer(), "_pauses", ())
    receiver.answer = lambda request: (400, {})
    fight = bridge(table)
    hook = register(fight, "gm", receiver, kinds=["EVENTS"])
    for number in range(5):
        fight.act("gm", {"gm": {"note": {"note": f"n{number}"}}})
    hook.until(lambda one: one["stopped"])
    assert len(receiver.came) == delivery.GIVEN_UP
    receiver.answer = lambda request: (200, {})
    assert hook.ask("POST", f"/{hook.key}/test").status_code == 202
    receiver.until(lambda came: len(came) == delivery.GIVEN_UP + 1 + 2)
    assert [one.event["type"] for one in receiver.came][-3:] == ["skald.test.v1", *["skald.events.v1"] * 2]
    assert not hook.until(lambda one: one["version"] == fight.open("gm")["version"])["stopped"]
    receiver.answer = lambda request: (410, {})
    fight.act("gm", NOTE)
    hook.until(lambda one: one["stopped"])


def test_a_revoked_seat_is_told_nothing_more(table: Table, receiver: Receiver) -> None:
    """Its webhooks are gone; so are those of a host."""
    hanna = host_token(table, "revoked-host")
    fight = bridge(table, token=hanna)
    fight.tokens["host"] = hanna
    for seat in ("ana", "gm", "host"):
        register(fight, seat, receiver, kinds=["EVENTS"])
    fight.act("gm", PAUSE)
    receiver.until(lambda came: {one.path for one in came} == {"/ana", "/gm", "/host"})
    table.http.delete(f"/v1/encounters/{fight.id}/tokens/ana", headers=table.headers(ADMIN))
    table.http.delete("/v1/hosts/revoked-host/tokens", headers=table.headers(ADMIN))
    fight.act("gm", RESUME)
    fight.act("gm", PAUSE)
    receiver.until(lambda came: sum(one.path == "/gm" for one in came) == 3)
    assert sum(one.path == "/ana" for one in receiver.came) == 1
    assert sum(one.path == "/host" for one in receiver.came) == 1
    fight.tokens["ana"] = table.post(f"/v1/encounters/{fight.id}/tokens", ADMIN, {"seat": "ana"}).json()["token"]
    assert table.get(f"/v1/encounters/{fight.id}/webhooks", fight.tokens["ana"]).json() == []


def test_each_sees_and_changes_only_his_own(table: Table, receiver: Receiver) -> None:
    """Also the GM, and the host; by the same words as where there is nothing."""
    fight = bridge(table)
    looks_on = table.post(f"/v1/encounters/{fight.id}/webhooks", fight.tokens["eve"], {"address": receiver.url})
    assert (looks_on.status_code, looks_on.json()["code"]) == (403, "NOT_YOURS")
    hook = register(fight, "ana", receiver)
    assert hook.made["kinds"] == ["ASKED", "YOUR_TURN"]
    assert (hook.made["seat"], hook.made["expires"] is not None) == ("ana", True)
    assert "secret" not in hook.now
    for seat in ("gm", None):
        token = ADMIN if seat is None else fight.tokens[seat]
        here = f"/v1/encounters/{fight.id}/webhooks"
        assert table.get(here, token).json() == []
        for method, path in (("DELETE", ""), ("POST", "/test"), ("GET", "/letters")):
            answer = table.http.request(method, f"{here}/{hook.key}{path}", headers=table.headers(token))
            assert (answer.status_code, answer.json()["code"]) == (422, "UNKNOWN")
    mutation = """mutation M($id: ID!, $key: ID!) { removeWebhook(encounter: $id, webhook: $key) {
      ... on WebhookRemoved { webhook } ... on Problem { code } } }"""
    assert table.data(mutation, fight.tokens["gm"], id=fight.id, key=hook.key)["removeWebhook"]["code"] == "UNKNOWN"
    assert table.data(mutation, fight.tokens["ana"], id=fight.id, key=hook.key)["removeWebhook"]["webhook"] == hook.key
    for number in range(5):
        register(fight, "ana", receiver, path=f"/{number}")
    wish = {"address": f"{receiver.url}/6"}
    full = table.post(f"/v1/encounters/{fight.id}/webhooks", fight.tokens["ana"], wish)
    assert (full.status_code, "at most" in full.json()["detail"]) == (422, True)
    register(fight, "gm", receiver)


def test_its_secret_is_shown_once_and_stands_nowhere(
    table: Table, receiver: Receiver, server: PrivateServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither in the store nor in a log nor in what comes; two webhooks of one address have two."""
    fight = bridge(table)
    secrets = {register(fight, "ana", receiver, kinds=["EVENTS"]).secret for _ in range(2)}
    assert len(secrets) == 2
    fight.act("gm", PAUSE)
    came = receiver.until(lambda came: len(came) == 2)
    client = redis.Redis.from_url(server.url)
    stored = [client.dump(key) or b"" for key in client.scan_iter("*")]
    hooks = client.hgetall(f"skald:{{{fight.id}}}:hooks")
    assert len(hooks) == 2
    stored += hooks.values()
    client.close()
    told = [one.body for one in came] + [str(one.headers).encode() for one in came] + stored
    told.append("".join(capfd.readouterr()).encode())
    for secret in secrets:
        raw = base64.b64decode(secret.removeprefix("whsec_"))
        for form in (secret.removeprefix("whsec_").encode(), raw, raw.hex().encode()):
            assert all(form not in one for one in told)
        assert masked(f"x {secret} y") == "x (secret) y"


def test_a_bot_is_told_nothing(table: Table, receiver: Receiver) -> None:
    """Neither that it is asked nor that it has a turn, whoever listens."""
    fight = started(table, begin=False)
    for seat in ("ana", "gm"):
        register(fight, seat, receiver)
    register(fight, "gm", receiver, everybody=True)
    for seat in ("ana", "gm"):
        done = table.http.put(
            f"/v1/encounters/{fight.id}/seats/{seat}/bot",
            json={"bot": "GREEDY", "botPace": 0},
            headers=table.headers(fight.tokens["gm"]),
        )
        assert done.status_code == 200, done.text
    hook = register(fight, "gm", receiver, kinds=["ENDED"], path="/end")
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    fight.act("gm", END)
    receiver.until(lambda came: came)
    assert [(one.path, one.event["type"]) for one in receiver.came] == [("/end", "skald.ended.v1")]
    assert hook.until(lambda one: one["last"])["last"]["error"] is None


def test_everybody_is_told_who_is_asked(table: Table, receiver: Receiver) -> None:
    """For a channel that all read: whose turn it is, and who is asked, whoever it is."""
    fight = started(table, begin=False)
    register(fight, "ana", receiver, everybody=True)
    register(fight, None, receiver, path="/operator")
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    receiver.until(lambda came: len(came) == 2)
    for one in receiver.came:
        assert (one.data["seat"], one.data["names"]) == (None, ["Ana"])
    fight.act("ana", CHECK)
    receiver.until(lambda came: len(came) == 4)
    asked = max(receiver.came[2:], key=lambda one: one.path == "/ana")
    assert (asked.path, asked.data["seats"]) == ("/ana", ["gm"])
    assert asked.data["decision"]["offers"] == []


def test_messages_to_one_host_keep_a_rate(table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is registered, by whomever: beyond the first ones they come at its pace, and none is lost."""
    monkeypatch.setattr(delivery, "BURST", 2)
    monkeypatch.setattr(delivery, "PER_SECOND", 10)
    fight = bridge(table)
    for seat in ("gm", "ana"):
        register(fight, seat, receiver, kinds=["EVENTS"])
    begun = time.monotonic()
    for number in range(6):
        fight.act("gm", {"gm": {"note": {"note": f"n{number}"}}})
    receiver.until(lambda came: len(came) == 12)
    assert time.monotonic() - begun > (12 - 2 - 1) / 10


def table_deliverer() -> delivery.Deliverer:
    """The deliverer of the running service."""
    import gc

    return next(one for one in gc.get_objects() if type(one) is delivery.Deliverer and one._mine)
