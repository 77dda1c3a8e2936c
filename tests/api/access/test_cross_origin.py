"""Origins that a GM or a host allows: who may, for what it holds, and what the pages of others still cannot do."""

from __future__ import annotations

import json
from typing import Any

import pytest
import websockets
from websockets.sync.client import connect

from api.access.origins import origin_fault
from api.config import ConfigError, from_environment
from tests.api.fights import ACT, Bridge, bridge
from tests.api.seats.test_hosts import host_token
from tests.api.table import ADMIN, Table
from tests.support.amounts import PATIENCE

PLUGIN, OTHER = "https://foundry.example:30000", "https://other.example"
PAUSE: dict[str, Any] = {"gm": {"pause": {}}}


def allow(fight: Bridge, origin: str = PLUGIN, seat: str = "gm", **more: Any) -> Any:
    """The GM allows an origin."""
    return fight.table.post(f"/v1/encounters/{fight.id}/origins", fight.tokens[seat], {"origin": origin}, **more)


def preflight(table: Table, path: str, origin: str) -> str | None:
    """What a browser asks before a call with a token: the origin that is allowed."""
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    answer = table.http.options(path, headers=headers)
    allowed = answer.headers.get("access-control-allow-origin")
    assert (answer.status_code == 200) == (allowed is not None)
    return allowed


def call(fight: Bridge, seat: str, origin: str) -> tuple[int, str | None]:
    """What comes of an order from a page: the status, and whose page reads it."""
    wish = {"query": ACT, "variables": {"input": {"encounter": fight.id, "command": PAUSE}}}
    answer = fight.table.post("/graphql", fight.tokens[seat], wish, origin=origin)
    return answer.status_code, answer.headers.get("access-control-allow-origin")


def socket(fight: Bridge, token: str | None, origin: str) -> str:
    """What becomes of a socket of a page: "ack", "refused" at the handshake, or "closed" when it knows the token."""
    try:
        opened = connect(
            f"ws://127.0.0.1:{fight.table.port}/graphql",
            origin=websockets.Origin(origin),
            subprotocols=[websockets.Subprotocol("graphql-transport-ws")],
        )
    except websockets.InvalidStatus:
        return "refused"
    with opened as ws:
        ws.send(json.dumps({"type": "connection_init", "payload": {"token": token} if token else {}}))
        try:
            return "ack" if json.loads(ws.recv(PATIENCE))["type"] == "connection_ack" else "?"
        except websockets.ConnectionClosed as closed:
            return "closed" if closed.rcvd is not None and closed.rcvd.code == 4403 else "broken off"


def test_a_gm_allows_an_origin_for_his_fight_and_no_other(table: Table) -> None:
    """Preflight, call and socket, at once; another fight's token is refused from there, and nothing happens."""
    fight, other = bridge(table), bridge(table)
    origin = "https://one.example"
    assert preflight(table, "/graphql", origin) is None
    assert socket(fight, fight.tokens["ana"], origin) == "refused"
    assert allow(fight, origin).json()["seat"] == "gm"
    assert preflight(table, "/graphql", origin) == origin
    assert call(fight, "gm", origin) == (200, origin)
    assert socket(fight, fight.tokens["ana"], origin) == "ack"
    assert socket(fight, None, origin) == "ack"
    before = other.open("gm")["version"]
    assert call(other, "gm", origin) == (403, None)
    assert socket(other, other.tokens["gm"], origin) == "closed"
    assert table.get(f"/v1/encounters/{other.id}", ADMIN, origin=origin).status_code == 403
    assert socket(other, ADMIN, origin) == "closed"
    query = f"/v1/encounters/{other.id}/events?token={other.tokens['ana']}"
    assert table.get(query, origin=origin).status_code == 403
    assert table.get(query.replace(other.id, fight.id).replace(other.tokens["ana"], fight.tokens["ana"]), origin=origin)
    assert other.open("gm")["version"] == before
    assert table.get("/v1/systems", origin=origin).headers["access-control-allow-origin"] == origin
    # A token that cannot be read is told so, in words that the page can read.
    answer = table.get(f"/v1/encounters/{fight.id}", "forged", origin=origin)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (401, origin)
    gone = table.http.delete(
        f"/v1/encounters/{fight.id}/origins?origin={origin}", headers=table.headers(fight.tokens["gm"])
    )
    assert gone.json() == {"origins": []}
    assert call(fight, "gm", origin) == (403, None)
    assert socket(fight, fight.tokens["ana"], origin) == "closed"


def test_a_host_allows_an_origin_for_all_his_fights(table: Table) -> None:
    """Those that there are and those to come, and for his own token; of others' none. So does the operator."""
    hanna, guest = host_token(table, "hanna-allows"), host_token(table, "guest-allows")
    mine, theirs, plain = bridge(table, token=hanna), bridge(table, token=guest), bridge(table)
    origin = "https://hosts.example"
    assert table.post("/v1/origins", hanna, {"origin": origin}).json()["seat"] is None
    assert call(mine, "ana", origin) == call(bridge(table, token=hanna), "gm", origin) == (200, origin)
    assert call(theirs, "gm", origin) == call(plain, "gm", origin) == (403, None)
    for token, status in ((hanna, 200), (guest, 403)):
        assert table.get("/v1/encounters", token, origin=origin).status_code == status
    table.post("/v1/origins", ADMIN, {"origin": origin})
    assert call(plain, "gm", origin) == (200, origin)
    assert call(theirs, "gm", origin) == (403, None)
    assert [one["origin"] for one in table.get("/v1/origins", hanna).json()] == [origin]
    assert table.get("/v1/origins", guest).json() == []


def test_an_invitation_pairs_the_page_that_uses_it(table: Table) -> None:
    """From anywhere, for this fight; without one nothing comes of it, and one for many readers pairs nothing."""
    fight, other = bridge(table), bridge(table)
    assert preflight(table, "/v1/join", PLUGIN) == PLUGIN
    assert preflight(table, "/v1/encounters", PLUGIN) is None
    wrong = table.post("/v1/join", None, {"invitation": f"{fight.id}.x.y"}, origin=PLUGIN)
    assert (wrong.status_code, wrong.headers["access-control-allow-origin"]) == (422, PLUGIN)
    assert preflight(table, "/graphql", PLUGIN) is None

    def joined(wish: dict[str, Any], origin: str) -> str:
        code = table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], wish).json()["code"]
        answer = table.post("/v1/join", None, {"invitation": code}, origin=origin)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (201, origin)
        token: str = answer.json()["token"]["token"]
        return token

    joined({"seat": "eve", "many": True}, "https://readers.example")
    fight.tokens["ana"] = joined({"seat": "ana"}, PLUGIN)
    joined({"seat": "ana"}, "null")
    [kept] = table.get(f"/v1/encounters/{fight.id}/origins", fight.tokens["gm"]).json()
    assert (kept["origin"], kept["seat"], kept["paired"]) == (PLUGIN, "ana", True)
    assert call(fight, "ana", PLUGIN) == (200, PLUGIN)
    assert call(other, "ana", PLUGIN) == (403, None)
    assert socket(fight, fight.tokens["ana"], PLUGIN) == "ack"


def test_nobody_learns_of_a_fight_by_asking_for_origins(table: Table) -> None:
    """A preflight, and a call without a right, answer alike for fights that are there and that are not."""
    fight = bridge(table)
    origin = "https://asks.example"
    allow(fight, origin)

    def told(id: str, from_: str, token: str | None) -> tuple[int, str | None, str]:
        answer = table.get(f"/v1/encounters/{id}", token, origin=from_)
        body = json.loads(answer.text)
        return answer.status_code, answer.headers.get("access-control-allow-origin"), body.get("code", "")

    stranger = bridge(table).tokens["gm"]
    for from_ in (origin, OTHER):
        for token in (None, stranger):
            assert told(fight.id, from_, token) == told("nothing", from_, token)
        for path in (f"/v1/encounters/{fight.id}", "/v1/encounters/nothing"):
            assert preflight(table, path, from_) == (origin if from_ == origin else None)


def test_who_may_allow_and_how_many(table: Table) -> None:
    """The GM, not players; an origin as browsers spell it; twenty of a fight."""
    fight = bridge(table)
    assert allow(fight, seat="ana").status_code == 403
    for wrong in ("null", "*", "https://a.example/", "a.example", "https://A.example", "https://a.example:443"):
        refused = allow(fight, wrong)
        assert (refused.status_code, refused.json()["field"]) == (422, "origin"), wrong
    assert allow(fight, "https://a.example/", **{"accept-language": "pl"}).json()["detail"].startswith("to nie jest")
    for number in range(20):
        assert allow(fight, f"https://{number}.example").status_code == 200
    assert "at most" in allow(fight, "https://20.example").json()["detail"] or allow(fight).status_code == 422
    assert allow(fight, "https://7.example").status_code == 200


GOOD = (
    "https://a.example",
    "http://localhost:5173",
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
    "https://xn--exmple-cua.org",
    "https://a_b.example:30000",
    "null",
    "chrome-extension://abcdefghijklmnop",
)
BAD = {
    "https://a.example/": "path",
    "https://a.example/x": "path",
    "https://a.example?x": "path",
    "a.example": "scheme",
    "a.example:8080": "scheme",
    "//a.example": "scheme",
    "https://": "host",
    "https://*.example": "wildcard",
    "*.example": "wildcard",
    "HTTPS://a.example": "scheme",
    "https://A.example": "capitals",
    "https://a.example:443": "port",
    "http://a.example:80": "port",
    "https://a.example:0": "port",
    "https://a.example:99999": "port",
    "https://a.example:": "port",
    "https://user@a.example": "user",
    "https://exämple.org": "ASCII",
    "https://a b": "name",
    "http://[::0001]": "[::1]",
    "http://[::g]": "name",
}


@pytest.mark.parametrize("origin", GOOD)
def test_origins_that_browsers_send_are_taken(origin: str) -> None:
    """By themselves, and with others."""
    assert origin_fault(origin) == ""
    assert from_environment({"SKALD_ORIGINS": f"{origin}, *"}).origins == (origin, "*")


@pytest.mark.parametrize("origin", BAD)
def test_what_cannot_match_is_refused_at_the_start(origin: str) -> None:
    """In words that name the variable, what is wrong and, where there is one, the right spelling."""
    with pytest.raises(ConfigError, match="SKALD_ORIGINS cannot be used") as caught:
        from_environment({"SKALD_ORIGINS": f"https://good.example,{origin}"})
    assert origin in str(caught.value)
    assert BAD[origin] in str(caught.value)


def test_networks_that_are_none_are_refused_at_the_start() -> None:
    """The same for those that webhooks may reach."""
    assert from_environment({"SKALD_WEBHOOK_NETWORKS": "127.0.0.1/32, fd00::/8"}).webhook_networks[1] == "fd00::/8"
    for wrong in ("localhost", "10.0.0.1/8", "10.0.0.0/33"):
        with pytest.raises(ConfigError, match="SKALD_WEBHOOK_NETWORKS cannot be used"):
            from_environment({"SKALD_WEBHOOK_NETWORKS": wrong})
