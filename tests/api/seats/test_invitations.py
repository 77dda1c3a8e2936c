"""Invitations: a seat for somebody without a token, once; and a link for readers, as many as like."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
import segno

from api.logs import MASK, masked
from api.operations.short_codes import TRIES_PER_HOUR
from engine.service.writing.seating import proof_of
from engine.service.writing.short_codes import SECONDS
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.processes.servers import flush

JOIN = """mutation J($code: String!, $key: String) { join(invitation: $code, idempotencyKey: $key) {
  ... on Joined { encounter token { seat token } } ... on Problem { code message } } }"""
INVITE = """mutation I($input: InviteInput!) { invite(input: $input) {
  ... on Invited { invitation { key seat code many expires } } ... on Problem { code message } } }"""
LIST = "query L($id: ID!) { invitations(encounter: $id) { key seat code short many } }"
AT_ONCE = 12


@pytest.fixture(scope="module")
def two(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Table]]:
    """Two services over one store."""
    flush(server)
    folder = tmp_path_factory.mktemp("data")
    with serving(server.url, folder) as one, serving(server.url, folder) as other:
        yield one, other


@pytest.fixture
def fight(two: tuple[Table, Table]) -> Bridge:
    return bridge(two[0])


def invite(fight: Bridge, seat: str = "ana", by: str = "gm", **more: Any) -> dict[str, Any]:
    made = fight.table.data(INVITE, fight.tokens[by], input={"encounter": fight.id, "seat": seat, **more})["invite"]
    found: dict[str, Any] = made.get("invitation", made)
    return found


def join(table: Table, code: str, key: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = table.data(JOIN, None, code=code, key=key)["join"]
    return found


def refused(answer: dict[str, Any]) -> bool:
    """In the words of every invitation that does not serve."""
    assert answer["code"] == "UNKNOWN"
    assert answer["message"].startswith("this is no invitation, or it was used")
    return True


def stream(fight: Bridge) -> str:
    """All that is kept of a fight, as the operator exports it."""
    return fight.table.get(f"/v1/encounters/{fight.id}/export", ADMIN).text


def test_one_of_several_simultaneous_joins_gets_the_seat(fight: Bridge, two: tuple[Table, Table]) -> None:
    """Over two services; the others get no token, and the stream says once that somebody joined."""
    code = invite(fight)["code"]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        told = list(pool.map(lambda n: join(two[n % 2], code), range(AT_ONCE)))
    winners = [one for one in told if "token" in one]
    assert len(winners) == 1
    assert sum(refused(one) for one in told if "token" not in one) == AT_ONCE - 1
    assert stream(fight).count('"SeatJoined"') == 1
    token = winners[0]["token"]["token"]
    assert winners[0]["encounter"] == fight.id
    seen = two[1].get("/v1/viewer", token).json()
    assert (seen["seat"], seen["role"], seen["encounter"]) == ("ana", "PLAYER", fight.id)
    assert two[1].get(f"/v1/encounters/{fight.id}", token).json()["offers"] is not None
    assert refused(join(two[0], code))


def test_an_answer_that_was_lost_comes_again_by_its_key(fight: Bridge, two: tuple[Table, Table]) -> None:
    """Nobody else has the key; without it the invitation is used up."""
    code = invite(fight)["code"]
    first, again = join(two[0], code, "mine"), join(two[1], code, "mine")
    assert first["token"]["seat"] == again["token"]["seat"] == "ana"
    assert refused(join(two[1], code, "another"))
    wrong = code[:-3] + ("aaa" if code[-3:] != "aaa" else "bbb")
    assert join(two[1], wrong, "mine")["code"] in ("KEY_REUSED", "UNKNOWN")
    assert stream(fight).count('"SeatJoined"') == 1


def test_its_secret_is_never_in_the_stream(fight: Bridge) -> None:
    """Only the hash of it; and no log tells it."""
    made = invite(fight)
    secret = made["code"].rpartition(".")[2]
    join(fight.table, made["code"])
    kept = stream(fight)
    assert secret not in kept
    assert made["code"] not in kept
    assert proof_of(secret) in kept
    assert masked(f"GET /join/{made['code']}").endswith(f".{made['key']}.{MASK}")


def test_what_is_no_invitation_is_refused_in_the_same_words(fight: Bridge, two: tuple[Table, Table]) -> None:
    """Nobody learns what is wrong with it, nor whether there is such a fight."""
    made, other = invite(fight), bridge(two[0])
    encounter, key, secret = made["code"].split(".")
    for code in (
        "x",
        "...",
        f"{encounter}.{key}",
        f"{encounter}.{key}.",
        f"{encounter}.{key}.{secret[:-1]}",
        f"{encounter}.{key}.{secret}x",
        f"{encounter}.000000000000.{secret}",
        f"{other.id}.{key}.{secret}",
        f"nothing.{key}.{secret}",
        fight.tokens["gm"],
    ):
        assert refused(join(two[1], code)), code
    forked = fight.table.post(f"/v1/encounters/{fight.id}/fork", fight.tokens["gm"], {"at": 5}).json()
    assert refused(join(two[1], f"{forked['encounter']['id']}.{key}.{secret}"))
    assert "token" in join(two[1], made["code"])


def test_it_ends_with_its_seat_and_its_epoch(fight: Bridge) -> None:
    """Revoking a seat's tokens ends its invitations; so does removing it, and withdrawing one."""
    gm, rest = fight.tokens["gm"], f"/v1/encounters/{fight.id}"
    revoked = invite(fight)["code"]
    fight.table.http.delete(f"{rest}/tokens/ana", headers=Table.headers(gm))
    assert refused(join(fight.table, revoked))
    withdrawn = invite(fight)
    listed = fight.table.data(LIST, gm, id=fight.id)["invitations"]
    assert [(one["key"], one["code"]) for one in listed] == [(withdrawn["key"], withdrawn["code"])]
    done = fight.table.http.delete(f"{rest}/invitations/{withdrawn['key']}", headers=Table.headers(gm))
    assert done.json()["events"][0]["type"] == "InvitationWithdrawn"
    assert refused(join(fight.table, withdrawn["code"]))
    assert fight.table.get(f"{rest}/invitations", ADMIN).json() == []
    gone = invite(fight)["code"]
    assert fight.table.http.delete(f"{rest}/seats/ana", headers=Table.headers(gm)).status_code == 200
    assert refused(join(fight.table, gone))


def short_of(fight: Bridge, **more: Any) -> dict[str, Any]:
    """An invitation to ana with its short code, by REST."""
    made: dict[str, Any] = fight.table.post(
        f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], {"seat": "ana", **more}
    ).json()
    return made


def test_six_letters_let_somebody_in_once(fight: Bridge, two: tuple[Table, Table]) -> None:
    """As people write them, over any process; GraphQL and REST tell the same; other sites try none."""
    made = short_of(fight)
    short = made["short"]
    assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", short)
    (listed,) = fight.table.data(LIST, fight.tokens["gm"], id=fight.id)["invitations"]
    assert (listed["code"], listed["short"]) == (made["code"], short)
    foreign = two[1].post("/v1/join", None, {"invitation": short}, origin="https://other.example")
    assert (foreign.status_code, foreign.json()["code"]) == (422, "UNKNOWN")
    joined = join(two[1], f"{short[:3].lower()}-{short[3:]}")
    assert (joined["encounter"], joined["token"]["seat"]) == (fight.id, "ana")
    assert refused(join(two[0], short)), "it was used"
    assert short not in stream(fight)


def test_six_letters_end_in_time_and_are_tried_a_few_times_only(
    fight: Bridge, two: tuple[Table, Table], server: PrivateServer
) -> None:
    """The invitation goes on without them; whoever guesses is told to wait, with the code of one, too."""
    made = short_of(fight)
    with redis.Redis.from_url(server.url) as client:
        assert 0 < client.ttl(f"skald:short:{made['short']}") <= SECONDS  # type: ignore[operator]
        client.delete(f"skald:short:{made['short']}")
    assert refused(join(two[0], made["short"]))
    told = [two[n % 2].post("/v1/join", None, {"invitation": "AAAAAA"}).status_code for n in range(TRIES_PER_HOUR)]
    assert {*told} == {422, 429}
    again = short_of(fight)
    assert two[0].post("/v1/join", None, {"invitation": again["short"]}).status_code == 429
    assert "token" in join(two[0], again["code"]), "the code itself is nothing that one could guess"


def test_a_qr_code_holds_the_link(fight: Bridge) -> None:
    """Of the address that was sent and the code after it; without an address there is none."""
    assert short_of(fight)["qr"] is None
    made = short_of(fight, link="https://skald.example/play#invitation=")
    expected = segno.make_qr(f"https://skald.example/play#invitation={made['code']}", error="m")
    assert made["qr"] == ["".join(str(int(bool(one))) for one in row) for row in expected.matrix]
    assert short_of(fight, link="x" * 201)["field"] == "link"


def test_it_ends_in_time(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server's clock."""
    from engine.service import clock

    made = invite(fight, hours=1)
    now = clock.now_ms()
    monkeypatch.setattr(clock, "now_ms", lambda: now + 3_599_000)
    assert len(fight.table.data(LIST, fight.tokens["gm"], id=fight.id)["invitations"]) == 1
    monkeypatch.setattr(clock, "now_ms", lambda: now + 3_601_000)
    assert fight.table.data(LIST, fight.tokens["gm"], id=fight.id)["invitations"] == []
    assert refused(join(fight.table, made["code"]))


def test_a_revert_brings_no_used_invitation_back(fight: Bridge) -> None:
    """What happens to seats is not taken back."""
    made = invite(fight)
    assert "token" in join(fight.table, made["code"])
    assert fight.act("gm", {"gm": {"revert": {"to": 3}}})["__typename"] == "Accepted"
    assert refused(join(fight.table, made["code"]))


def test_a_link_for_readers_serves_all_until_it_is_withdrawn(fight: Bridge, two: tuple[Table, Table]) -> None:
    """Each gets a token of his own, the stream grows by none of them, and only a spectator's seat has such a link."""
    assert invite(fight, "ana", many=True)["code"] == "NOT_LEGAL"
    made = invite(fight, "eve", many=True)
    before = fight.open("gm")["version"]
    tokens = {join(two[n % 2], made["code"])["token"]["token"] for n in range(5)}
    assert len(tokens) == 5
    assert fight.open("gm")["version"] == before
    for token in tokens:
        assert two[0].get("/v1/viewer", token).json()["role"] == "SPECTATOR"
    answer = two[0].post(f"/v1/encounters/{fight.id}/commands", min(tokens), {"command": {"gm": {"pause": {}}}})
    assert answer.json()["code"] == "NOT_YOURS"
    two[1].http.delete(f"/v1/encounters/{fight.id}/tokens/eve", headers=Table.headers(fight.tokens["gm"]))
    assert {two[0].get("/v1/viewer", token).status_code for token in tokens} == {401}
    assert refused(join(two[0], made["code"]))


def test_invitations_are_the_gms_and_the_operators(fight: Bridge) -> None:
    """A player neither makes nor reads them; his own view of the fight does not show them."""
    for by in ("ana", "eve"):
        assert invite(fight, by=by)["code"] == "NOT_YOURS"
        assert fight.table.get(f"/v1/encounters/{fight.id}/invitations", fight.tokens[by]).status_code == 403
    made = invite(fight, idempotencyKey="once")
    assert invite(fight, idempotencyKey="once") == made
    for by in ("ana", "eve"):
        seen = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens[by]).text
        assert (
            made["code"].rpartition(".")[2]
            not in seen + fight.table.get(f"/v1/encounters/{fight.id}/events", fight.tokens[by]).text
        )
    done = fight.table.post(f"/v1/encounters/{fight.id}/invitations", ADMIN, {"seat": "ana", "hours": 2})
    assert (done.status_code, done.headers["cache-control"]) == (201, "no-store")
    assert json.loads(done.text)["seat"] == "ana"


def test_an_ended_fight_takes_nobody_in(fight: Bridge) -> None:
    """Its stream is closed; whoever shall read on is given a token."""
    made, link = invite(fight), invite(fight, "eve", many=True)
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})
    assert join(fight.table, made["code"])["code"] == "ENDED"
    assert "token" in join(fight.table, link["code"])
