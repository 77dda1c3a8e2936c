"""Hosts: their tokens, which the operator issues and revokes; who they are, and who knows of them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from api.access.auth import TokenAuthority
from api.operations.session import Session
from engine.service.reading.views import FightView
from engine.service.writing.hosts import Hosts
from tests.api.access.test_auth import claims, signed
from tests.api.fights import Bridge
from tests.api.table import ADMIN, SECRET, Table

ISSUE = """mutation I($input: IssueHostTokenInput!) { issueHostToken(input: $input) {
  ... on HostIssued { token { host token expires } } ... on Problem { code message } } }"""
REVOKE = """mutation R($host: ID!) { revokeHostTokens(host: $host) {
  ... on HostTokensRevoked { host } ... on Problem { code message } } }"""
VIEWER = "{ viewer { admin host encounter seat role expires } }"
HOSTS = "query H($first: Int, $after: ID) { hosts(first: $first, after: $after) {"
HOSTS += " nodes { id name createdAt } pageInfo { hasNextPage endCursor } } }"


def host_token(table: Table, host: str, **more: Any) -> str:
    """A new token of a host."""
    token: str = table.data(ISSUE, ADMIN, input={"host": host, **more})["issueHostToken"]["token"]["token"]
    return token


def code(answer: dict[str, Any]) -> str:
    """Of a GraphQL error."""
    return str(answer["errors"][0]["extensions"]["code"])


def test_a_host_is_who_his_token_says(table: Table) -> None:
    """He is neither the operator nor at any table."""
    issued = table.data(ISSUE, ADMIN, input={"host": "hanna", "name": "Hanna", "hours": 2})["issueHostToken"]["token"]
    viewer = table.data(VIEWER, issued["token"])["viewer"]
    expires = viewer.pop("expires")
    assert viewer == {"admin": False, "host": "hanna", "encounter": None, "seat": None, "role": None}
    assert expires == issued["expires"]
    rest = table.post("/v1/hosts", ADMIN, {"host": "hanna"})
    assert (rest.status_code, rest.headers["cache-control"]) == (201, "no-store")
    assert table.get("/v1/viewer", rest.json()["token"]).json()["host"] == "hanna"
    assert table.data(VIEWER, ADMIN)["viewer"]["host"] is None


def test_the_operator_makes_hosts_and_a_host_renews_only_his_own_token(table: Table, fight: Bridge) -> None:
    """He cannot make himself a second host, nor end another's tokens; whether there is such a host is not told."""
    mine = host_token(table, "renewing")
    host_token(table, "other")
    for other in ("other", "nobody"):
        refused = table.data(ISSUE, mine, input={"host": other})["issueHostToken"]
        assert refused["code"] == table.data(REVOKE, mine, host=other)["revokeHostTokens"]["code"] == "NOT_YOURS"
        assert other not in refused["message"]
    for wish in ({}, {"host": "renewing", "name": "Renewed"}):
        renewed = table.data(ISSUE, mine, input=wish)["issueHostToken"]["token"]
        assert table.data(VIEWER, renewed["token"])["viewer"]["host"] == "renewing"
    assert table.data(HOSTS, ADMIN, first=1, after="renewinf")["hosts"]["nodes"][0]["name"] == "Renewed"
    assert table.data(REVOKE, mine, host="renewing")["revokeHostTokens"] == {"host": "renewing"}
    assert code(table.gql(ISSUE, mine, input={})) == "UNAUTHENTICATED", "a revoked token makes no new one"
    gm = fight.tokens["gm"]
    assert table.data(ISSUE, gm, input={"host": "other"})["issueHostToken"]["code"] == "NOT_YOURS"
    assert table.data(REVOKE, gm, host="other")["revokeHostTokens"]["code"] == "NOT_YOURS"
    for token in (host_token(table, "other"), gm):
        assert code(table.gql(HOSTS, token)) == "NOT_YOURS"
        assert table.get("/v1/hosts", token).status_code == 403
    assert code(table.gql(ISSUE, None, input={"host": "other"})) == "UNAUTHENTICATED"
    assert table.post("/v1/hosts", None, {}).status_code == 401
    assert table.post("/v1/hosts", ADMIN, {}).status_code == 400


def test_hosts_are_listed_by_page(table: Table) -> None:
    """By id; a name that is left out stays as it was."""
    for number in range(5):
        host_token(table, f"listed-{number}", name=f"Number {number}")
    before = table.data(HOSTS, ADMIN, first=1, after="listed-2")["hosts"]["nodes"][0]
    host_token(table, "listed-3")
    page = table.data(HOSTS, ADMIN, first=2, after="listed-2")["hosts"]
    assert [one["name"] for one in page["nodes"]] == ["Number 3", "Number 4"]
    assert page["nodes"][0] == before
    assert page["pageInfo"]["endCursor"] == "listed-4"
    rest = table.get("/v1/hosts?first=2&after=listed-0", ADMIN).json()
    assert ([one["id"] for one in rest["hosts"]], rest["after"]) == (["listed-1", "listed-2"], "listed-2")
    assert table.get("/v1/hosts?after=listed-3", ADMIN).json()["after"] is None
    assert table.get("/v1/hosts?after=-", ADMIN).status_code == 400
    assert table.get("/v1/hosts?first=501", ADMIN).status_code == 400


@pytest.mark.parametrize("wrong", ["", "-", "a b", "a/b", "host:x", "x" * 65, "a\n", "é"])
def test_a_hosts_id_is_spelled_like_a_seats(table: Table, wrong: str) -> None:
    """What is no id is refused; the operator's own word is none."""
    assert table.post("/v1/hosts", ADMIN, {"host": wrong}).status_code == 400
    assert code(table.gql(REVOKE, ADMIN, host=wrong)) == "BAD_USER_INPUT"


def test_revoked_tokens_of_a_host_end_and_a_new_one_serves(table: Table) -> None:
    """All of his, and no other's."""
    mine, also, other = host_token(table, "rosa"), host_token(table, "rosa"), host_token(table, "rudi")
    assert table.data(REVOKE, ADMIN, host="rosa")["revokeHostTokens"] == {"host": "rosa"}
    for token in (mine, also):
        answer = table.gql(VIEWER, token)
        assert code(answer) == "UNAUTHENTICATED"
        assert "revoked" in answer["errors"][0]["message"]
    assert table.data(VIEWER, other)["viewer"]["host"] == "rudi"
    assert table.data(VIEWER, host_token(table, "rosa"))["viewer"]["host"] == "rosa"
    assert table.http.delete("/v1/hosts/rosa/tokens", headers=table.headers(ADMIN)).json() == {"host": "rosa"}


def test_who_is_revoked_while_he_renews_his_token_has_none(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new one is of the old one's epoch, however the two requests meet."""
    mine, keep = host_token(table, "rene"), Hosts.keep

    async def late(self: Hosts, host: str, name: str | None = None) -> int:
        await self.revoke(host)
        return await keep(self, host, name)

    monkeypatch.setattr(Hosts, "keep", late)
    renewed = table.post("/v1/hosts", mine, {}).json()["token"]
    assert table.get("/v1/viewer", renewed).status_code == 401
    monkeypatch.undo()
    assert table.get("/v1/viewer", host_token(table, "rene")).status_code == 200, "the operator's is of the new epoch"


def test_a_gm_who_is_revoked_while_he_renews_his_token_has_none(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a host. What he makes for other seats is theirs."""
    rules, table, path = Session._rules, fight.table, f"/v1/encounters/{fight.id}/tokens"

    async def then_revoked(self: Session, encounter: str, seat: str) -> FightView:
        view = await rules(self, encounter, seat)
        await self.service.revoke(encounter, "gm")
        return view

    monkeypatch.setattr(Session, "_rules", then_revoked)
    renewed = table.post(path, fight.tokens["gm"], {"seat": "gm"}).json()["token"]
    assert table.get("/v1/viewer", renewed).status_code == 401
    monkeypatch.undo()
    anew = table.post(path, ADMIN, {"seat": "gm"}).json()["token"]
    assert table.get("/v1/viewer", anew).status_code == 200
    assert table.get("/v1/viewer", table.post(path, anew, {"seat": "gm"}).json()["token"]).status_code == 200


def test_claims_of_a_host_and_of_a_seat_do_not_mix(fight: Bridge) -> None:
    """A token is of one kind. What says two things is none of ours, though its signature is right."""
    table, end = fight.table, int(time.time()) + 60
    host = {"host": "hera", "epoch": 0, "exp": end, "jti": "1"}
    assert table.data(VIEWER, signed(host))["viewer"]["host"] == "hera"
    wrong = {
        "a seat's with a host": claims(fight, host="hera"),
        "a host's with a seat": {**host, "seat": "gm"},
        "a host's with a fight": {**host, "enc": fight.id},
        "a host's with a role": {**host, "role": "GM"},
        "a host's as the operator": {**host, "admin": True},
        "no host": {**host, "host": None},
        "the operator's word": {**host, "host": "-"},
        "a list": {**host, "host": ["hera"]},
        "no epoch": {"host": "hera", "exp": end},
        "no end": {"host": "hera", "epoch": 0},
        "an epoch in words": {**host, "epoch": "0"},
        "expired": {**host, "exp": end - 120},
    }
    for name, body in wrong.items():
        assert table.get("/v1/viewer", signed(body)).status_code == 401, name


def test_a_hosts_token_that_is_known_ends_with_its_time() -> None:
    """As a seat's does."""
    authority = TokenAuthority(SECRET, ADMIN, hours=1)
    token = authority.issue_host("hanna", epoch=3).token
    caller = authority.read(token)
    assert caller is authority.read(token)
    assert caller.host is not None
    assert (caller.host.host, caller.host.epoch, caller.claims, caller.admin) == ("hanna", 3, None, False)
    assert caller.expires == caller.host.exp
    assert caller.mark
    assert caller.mark != authority.read(authority.issue_host("hanna", epoch=3).token).mark


def test_a_fight_of_others_is_none_to_a_host(fight: Bridge) -> None:
    """The same words as for a fight that does not exist."""
    table, mine = fight.table, host_token(fight.table, "hanna")
    missing = table.get("/v1/encounters/nothing", mine)
    other = table.get(f"/v1/encounters/{fight.id}", mine)
    assert missing.status_code == other.status_code == 404
    assert missing.json()["detail"].replace("nothing", fight.id) == other.json()["detail"]
