"""Who may do what: tokens that are missing, forged, expired, revoked, and of somebody else."""

from __future__ import annotations

import base64
import hmac
import json
import time
from typing import Any

import jwt
import pytest

from api.access.auth import KNOWN, TokenAuthority, bearer
from api.errors.request_errors import Unauthenticated
from tests.api.fights import CREATE, Bridge, bridge, bridge_input
from tests.api.table import ADMIN, SECRET, Table

LOOK = "query Q($id: ID!) { encounter(id: $id) { id } }"
ISSUE = """mutation I($input: IssueTokenInput!) { issueToken(input: $input) {
  ... on Issued { token { seat token expires } } ... on Problem { code message } } }"""
REVOKE = """mutation R($encounter: ID!, $seat: ID!) { revokeToken(encounter: $encounter, seat: $seat) {
  ... on TokensRevoked { seat } ... on Problem { code message } } }"""


def signed(body: Any) -> str:
    """A token by our own secret, whatever it says."""
    return jwt.encode(body, SECRET, algorithm="HS256")


def by_hand(head: dict[str, Any], body: Any, key: bytes) -> str:
    """A token as no library would make it: HMAC-SHA256 by `key`, or for no key an empty signature."""

    def part(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    text = f"{part(json.dumps(head).encode())}.{part(json.dumps(body).encode())}"
    signing = key or head.get("alg") == "HS256"
    return f"{text}.{part(hmac.digest(key, text.encode(), 'sha256')) if signing else ''}"


def claims(fight: Bridge, **more: Any) -> dict[str, Any]:
    return {"enc": fight.id, "seat": "gm", "role": "GM", "epoch": 0, "exp": int(time.time()) + 60, **more}


def forged(fight: Bridge) -> dict[str, str]:
    """Tokens that are none, by what is wrong with them."""
    no_expiry = claims(fight)
    del no_expiry["exp"]
    key = b"MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
    pem = b"-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n" % key
    head, _, sign = fight.tokens["gm"].split(".")
    other_seat = jwt.encode(claims(fight), "x" * 40, algorithm="HS256").split(".")[1]
    return {
        "another key": jwt.encode(claims(fight), "x" * 40, algorithm="HS256"),
        "no signature": jwt.encode(claims(fight), None, algorithm="none"),
        "no signature, in capitals": by_hand({"alg": "NONE", "typ": "JWT"}, claims(fight), b""),
        "no algorithm": by_hand({"typ": "JWT"}, claims(fight), SECRET.encode()),
        "another algorithm": jwt.encode(claims(fight), SECRET * 2, algorithm="HS512"),
        "a public key's algorithm over our own secret": by_hand({"alg": "RS256"}, claims(fight), SECRET.encode()),
        "a public key as the secret": by_hand({"alg": "HS256"}, claims(fight), pem),
        "an algorithm of its own": by_hand({"alg": "HS256 "}, claims(fight), SECRET.encode()),
        "a list of algorithms": by_hand({"alg": ["HS256"]}, claims(fight), SECRET.encode()),
        "the empty secret": by_hand({"alg": "HS256"}, claims(fight), b""),
        "a key that the token brings along": jwt.encode(
            claims(fight), "x" * 40, algorithm="HS256", headers={"jwk": {"kty": "oct", "k": "eHh4"}, "kid": "../../x"}
        ),
        "a body that is not signed": by_hand({"alg": "HS256", "b64": False, "crit": ["b64"]}, claims(fight), b"x" * 40),
        "a claim that is not ours": signed(claims(fight, admin=True)),
        "for somebody else": signed(claims(fight, aud="skald")),
        "not yet": signed(claims(fight, nbf=int(time.time()) + 600)),
        "an epoch in words": signed(claims(fight, epoch="0")),
        "an epoch that is true": signed(claims(fight, epoch=True)),
        "an expiry in words": signed(claims(fight, exp=str(int(time.time()) + 60))),
        "an expiry that is null": signed(claims(fight, exp=None)),
        "an expiry without end": signed(claims(fight, exp=float("inf"))),
        "a seat that is a list": signed(claims(fight, seat=["gm"])),
        "a fight that is a number": signed(claims(fight, enc=7)),
        "a body that is a list": by_hand({"alg": "HS256"}, [claims(fight)], SECRET.encode()),
        "far too long": signed(claims(fight, jti="j" * 3000)),
        "three points": "a.b.c",
        "points only": "...",
        "no expiry": jwt.encode(no_expiry, SECRET, algorithm="HS256"),
        "expired": jwt.encode(claims(fight, exp=int(time.time()) - 1), SECRET, algorithm="HS256"),
        "another body": ".".join([head, other_seat, sign]),
        "no such role": jwt.encode(claims(fight, role="KING"), SECRET, algorithm="HS256"),
        "no token": "hello",
        "half a token": fight.tokens["gm"][:-4],
    }


def test_forged_and_expired_tokens_are_refused_with_what_to_do(fight: Bridge) -> None:
    """By both ways in: 401, and the code UNAUTHENTICATED."""
    for wrong, token in forged(fight).items():
        answer = fight.table.http.post(
            "/graphql",
            json={"query": LOOK, "variables": {"id": fight.id}},
            headers={"authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 401, wrong
        assert answer.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
        rest = fight.table.get(f"/v1/encounters/{fight.id}", token)
        assert (rest.status_code, rest.json()["code"]) == (401, "UNAUTHENTICATED"), wrong
        assert rest.headers["www-authenticate"] == "Bearer"
        assert "new one" in rest.json()["detail"]


def test_a_token_that_is_known_ends_with_its_time() -> None:
    """Its signature is checked once; its time always, and of another token everything."""
    authority = TokenAuthority(SECRET, ADMIN, hours=1)
    end = int(time.time()) + 2
    claims = {"enc": "a", "seat": "ana", "role": "PLAYER", "epoch": 0, "exp": end, "jti": "1"}
    token = signed(claims)
    assert authority.read(token) is authority.read(token)
    for other in (token[:-2], token.upper(), jwt.encode(claims, SECRET[::-1], algorithm="HS256")):
        with pytest.raises(Unauthenticated, match="no token of this server"):
            authority.read(other)
    while time.time() < end:
        time.sleep(0.01)
    with pytest.raises(Unauthenticated, match="expired"):
        authority.read(token)


def test_no_more_tokens_are_remembered_than_a_few_thousand() -> None:
    """Whoever issues himself tokens without end takes no memory with them."""
    authority = TokenAuthority(SECRET, ADMIN, hours=1)
    for _ in range(KNOWN + 10):
        authority.read(authority.issue("a", "ana", "PLAYER", epoch=0).token)
    assert 0 < len(authority._known) <= KNOWN


def test_without_a_token_only_the_systems_are_told(fight: Bridge) -> None:
    """The catalogue is public; a fight is not."""
    assert fight.table.data("{ systems { id } }")["systems"]
    (error,) = fight.table.gql(LOOK, None, id=fight.id)["errors"]
    assert error["extensions"]["code"] == "UNAUTHENTICATED"
    assert "Authorization: Bearer" in error["message"]
    assert fight.table.gql("{ viewer { seat } }")["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_fight_of_others_is_a_missing_one(table: Table) -> None:
    """The same words for both."""
    mine, theirs = bridge(table), bridge(table)
    assert table.data(LOOK, mine.tokens["gm"], id=theirs.id) == {"encounter": None}
    assert table.data(LOOK, mine.tokens["gm"], id="nothing") == {"encounter": None}
    missing = table.get("/v1/encounters/nothing", mine.tokens["gm"]).json()
    other = table.get(f"/v1/encounters/{theirs.id}", mine.tokens["gm"]).json()
    assert missing["detail"].replace("nothing", theirs.id) == other["detail"]
    assert missing["status"] == other["status"] == 404
    wish = {"encounter": theirs.id, "command": {"gm": {"pause": {}}}}
    act = "mutation A($i: SubmitInput!) { submit(input: $i) { ... on Problem { code } } }"
    assert table.data(act, mine.tokens["gm"], i=wish)["submit"]["code"] == "UNKNOWN"


def test_only_the_operator_creates_and_lists(fight: Bridge) -> None:
    """A seat is told so."""
    made = fight.table.data(CREATE, fight.tokens["gm"], input=bridge_input())["createEncounter"]
    assert made["code"] == "NOT_YOURS"
    listing = "{ encounters(first: 1) { nodes { id } } }"
    (error,) = fight.table.gql(listing, fight.tokens["gm"])["errors"]
    assert error["extensions"]["code"] == "NOT_YOURS"
    assert fight.table.data(listing, ADMIN)["encounters"]["nodes"]
    assert fight.table.get("/v1/encounters", fight.tokens["gm"]).status_code == 403
    assert fight.table.get("/v1/encounters").status_code == 401


def test_viewer_returns_the_seat_of_the_token(fight: Bridge) -> None:
    """By his token."""
    query = "{ viewer { admin encounter seat role expires } }"
    ana = fight.table.data(query, fight.tokens["ana"])["viewer"]
    assert (ana["encounter"], ana["seat"], ana["role"], ana["admin"]) == (fight.id, "ana", "PLAYER", False)
    assert ana["expires"].endswith("Z")
    assert fight.table.data(query, ADMIN)["viewer"]["admin"] is True


def test_tokens_are_issued_and_revoked_by_the_gm(fight: Bridge) -> None:
    """A revoked token ends, a new one serves; a player may do neither."""
    table, gm, ana = fight.table, fight.tokens["gm"], fight.tokens["ana"]
    assert table.data(ISSUE, ana, input={"encounter": fight.id, "seat": "gm"})["issueToken"]["code"] == "NOT_YOURS"
    assert table.data(REVOKE, ana, encounter=fight.id, seat="gm")["revokeToken"]["code"] == "NOT_YOURS"
    assert table.data(REVOKE, gm, encounter=fight.id, seat="ana")["revokeToken"] == {"seat": "ana"}
    (error,) = table.gql(LOOK, ana, id=fight.id)["errors"]
    assert error["extensions"]["code"] == "UNAUTHENTICATED"
    assert "revoked" in error["message"]
    token = table.data(ISSUE, gm, input={"encounter": fight.id, "seat": "ana", "hours": 1})["issueToken"]["token"]
    assert table.data(LOOK, token["token"], id=fight.id)["encounter"]["id"] == fight.id
    nobody = table.data(ISSUE, ADMIN, input={"encounter": fight.id, "seat": "zoe"})["issueToken"]
    assert nobody["code"] == "UNKNOWN"


def test_the_operator_reads_as_everybody_sees_and_has_no_seat(fight: Bridge) -> None:
    """He plays with a seat's token."""
    query = "query Q($id: ID!) { encounter(id: $id) { combatants { vitals { now } } } }"
    shown = fight.table.data(query, ADMIN, id=fight.id)["encounter"]["combatants"]
    assert all(not c["vitals"] for c in shown)
    act = "mutation A($i: SubmitInput!) { submit(input: $i) { ... on Problem { code message } } }"
    told = fight.table.data(act, ADMIN, i={"encounter": fight.id, "command": {"gm": {"pause": {}}}})["submit"]
    assert told["code"] == "NOT_YOURS"
    assert told["message"] == "the operator has no seat: issue a seat's token and use it"


def test_a_header_of_another_scheme_is_refused() -> None:
    """It would be a wish that nobody heard."""
    with pytest.raises(Unauthenticated, match="Bearer"):
        bearer("Basic abc")
    assert bearer(None) is None
    assert bearer("bearer  x") == "x"


def test_a_token_is_for_one_installation() -> None:
    """Another secret, another token."""
    mine, theirs = TokenAuthority("a" * 32, "b" * 16, hours=1), TokenAuthority("c" * 32, "d" * 16, hours=1)
    token = mine.issue("e", "gm", "GM", epoch=3).token
    read = mine.read(token).claims
    assert read is not None
    assert (read.enc, read.seat, read.role, read.epoch) == ("e", "gm", "GM", 3)
    with pytest.raises(Unauthenticated):
        theirs.read(token)
    assert mine.read("b" * 16).admin
