"""Answers by gzip: of a kilobyte and more, where the reader takes it; no stream waits, and no secret is measured."""

from __future__ import annotations

import gzip
import json
import threading
from typing import Any

import httpx
import pytest
from starlette.middleware.gzip import GZipResponder

from api.hosting.compression import IN_A_THREAD, LEAST
from tests.api.fights import OPEN, WATCH, Bridge
from tests.api.table import ADMIN, Table

GZIP = {"accept-encoding": "gzip"}
PLAIN = {"accept-encoding": "identity"}
PAUSE: dict[str, Any] = {"gm": {"pause": {}}}


def encoding(answer: httpx.Response) -> str:
    return answer.headers.get("content-encoding", "")


def raw(table: Table, method: str, path: str, headers: dict[str, str], **more: Any) -> tuple[httpx.Response, bytes]:
    """An answer, and its bytes as they came."""
    with table.http.stream(method, path, headers=headers, **more) as answer:
        return answer, b"".join(answer.iter_raw())


def test_every_kind_of_answer(fight: Bridge) -> None:
    """The same as without, in fewer bytes; and a cache is told that it depends on the reader."""
    mine, v1 = Table.headers(fight.tokens["ana"]), f"/v1/encounters/{fight.id}"
    query = {"json": {"query": OPEN, "variables": {"id": fight.id}}}
    for method, path, headers, more in [
        ("GET", v1, mine, {}),
        ("GET", f"{v1}/events", mine, {}),
        ("GET", f"{v1}/events", {**mine, "accept": "application/x-ndjson"}, {}),
        ("GET", f"{v1}/export", mine, {}),
        ("POST", "/graphql", mine, query),
        ("GET", "/", {"accept": "text/html"}, {}),
        ("GET", "/guide/watching", {}, {}),
        ("GET", "/openapi.json", {}, {}),
        ("GET", "/schema.graphql", {}, {}),
        ("GET", "/schemas/fantasia.graphql", {}, {}),
    ]:
        plain, whole = raw(fight.table, method, path, {**headers, **PLAIN}, **more)
        answer, squeezed = raw(fight.table, method, path, {**headers, **GZIP}, **more)
        assert (encoding(plain), encoding(answer)) == ("", "gzip"), path
        assert len(squeezed) < len(whole) * 2 / 3, path
        assert gzip.decompress(squeezed) == whole, path
        for one in (plain, answer):
            assert "accept-encoding" in one.headers["vary"].lower(), path
            assert one.headers.get("content-length") in (None, str(len(squeezed if one is answer else whole))), path


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("gzip", "gzip"),
        ("br, gzip;q=0.5", "gzip"),
        ("*", "gzip"),
        ("deflate, br", ""),
        ("gzip;q=0", ""),
        ("*;q=0", ""),
        ("gzip;q=0, *", ""),
        ("identity", ""),
        ("xgzip", ""),
    ],
)
def test_only_who_takes_it_gets_it(table: Table, accept: str, wanted: str) -> None:
    answer, _ = raw(table, "GET", "/openapi.json", {"accept-encoding": accept})
    assert encoding(answer) == wanted


def test_small_answers_stay_as_they_are(fight: Bridge) -> None:
    """Up to a kilobyte: they would hardly become smaller."""
    body = {"query": "query($n: String!) { __type(name: $n) { name } }", "variables": {"n": "x"}}
    answer, content = raw(fight.table, "POST", "/graphql", GZIP, json=body)
    assert (encoding(answer), len(content) < LEAST) == ("", True)
    answer, _ = raw(fight.table, "GET", "/livez", GZIP)
    assert encoding(answer) == ""


def secrets(fight: Bridge) -> dict[str, tuple[str, str, dict[str, str], dict[str, Any]]]:
    """Every answer with a token or an invitation, as large as its reader likes to have it."""
    gm = Table.headers(fight.tokens["gm"])
    seats = [
        {"id": "gm", "name": "Gil", "role": "GM"},
        *({"id": f"s{n}", "name": f"{n:02}{chr(120) * 78}"} for n in range(20)),
    ]
    made = {"system": "fantasia", "name": "Large", "seats": seats}
    aliases = " ".join(f"{'a' * 60}{n}: __typename" for n in range(25))
    create = (
        "mutation($i: CreateEncounterInput!) { %s createEncounter(input: $i) { ... on Created { tokens { token } } } }"
    )
    issue = (
        "mutation($i: IssueTokenInput!) { issueToken(input: $i) { __typename ... on Issued { token { token } } } %s }"
    )
    wish = {"encounter": fight.id, "seat": "ana"}
    return {
        "create": ("POST", "/v1/encounters", Table.headers(ADMIN), made),
        "create by GraphQL": (
            "POST",
            "/graphql",
            Table.headers(ADMIN),
            {"query": create % aliases, "variables": {"i": made}},
        ),
        "token by GraphQL": ("POST", "/graphql", gm, {"query": issue % aliases, "variables": {"i": wish}}),
    }


@pytest.mark.parametrize("what", ["create", "create by GraphQL", "token by GraphQL"])
def test_no_secret_is_compressed(fight: Bridge, what: str) -> None:
    """Its length would tell whoever reads along, and whose words stand in it, how much of the secret he has guessed."""
    method, path, headers, body = secrets(fight)[what]
    answer, content = raw(fight.table, method, path, {**headers, **GZIP}, json=body)
    assert answer.status_code in (200, 201), content
    assert b'"token"' in content
    assert (encoding(answer), len(content) > LEAST) == ("", True)


def test_nor_are_the_invitations_of_a_fight(fight: Bridge) -> None:
    """Many of them are large enough, whoever asks for them and however."""
    v1, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    for _ in range(12):
        made = fight.table.post(f"{v1}/invitations", gm, {"seat": "ana"})
        assert made.status_code in (200, 201), made.text
    answer, content = raw(fight.table, "GET", f"{v1}/invitations", {**Table.headers(gm), **GZIP})
    assert (encoding(answer), len(content) > LEAST) == ("", True)
    query = "query($id: ID!) { invitations(encounter: $id) { key seat code expires } }"
    body = {"query": query, "variables": {"id": fight.id}}
    answer, content = raw(fight.table, "POST", "/graphql", {**Table.headers(gm), **GZIP}, json=body)
    assert (encoding(answer), len(content) > LEAST) == ("", True), content


@pytest.mark.parametrize("way", ["SSE", "NDJSON", "GraphQL SSE", "multipart"])
def test_streams_are_not_held_back(fight: Bridge, way: str) -> None:
    """Headers and each event arrive while the stream is open, as they are."""
    rest = f"/v1/encounters/{fight.id}/events"
    body = {"json": {"query": WATCH, "variables": {"id": fight.id, "after": 0}}}
    method, path, accept, more = {
        "SSE": ("GET", rest, "text/event-stream", {}),
        "NDJSON": ("GET", f"{rest}?follow=true", "application/x-ndjson", {}),
        "GraphQL SSE": ("POST", "/graphql", "text/event-stream", body),
        "multipart": ("POST", "/graphql", "multipart/mixed;subscriptionSpec=1.0, application/json", body),
    }[way]
    headers = {**Table.headers(fight.tokens["ana"]), **GZIP, "accept": accept}
    last = fight.open("ana")["version"]
    with fight.table.http.stream(method, path, headers=headers, **more) as answer:
        assert encoding(answer) == ""
        pieces, got = answer.iter_raw(), b""
        while f'"version":{last}'.encode() not in got:
            got += next(pieces)
        assert fight.act("gm", PAUSE)["__typename"] == "Accepted"
        while f'"version":{last + 1}'.encode() not in got:
            got += next(pieces)


def test_the_headers_of_a_silent_stream_come_at_once(fight: Bridge) -> None:
    """Nothing happens in the fight: whoever compresses waits for the first bytes otherwise."""
    last = fight.open("ana")["version"]
    for encodings in (GZIP, PLAIN):
        headers = {**Table.headers(fight.tokens["ana"]), **encodings, "accept": "application/x-ndjson"}
        path = f"/v1/encounters/{fight.id}/events?follow=true&after={last}"
        with fight.table.http.stream("GET", path, headers=headers, timeout=4) as answer:  # a sign of life comes after 6
            assert answer.status_code == 200


def test_large_answers_are_compressed_beside_the_loop(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of 32 KiB and more: others are served meanwhile."""
    where: list[tuple[int, bool]] = []
    compress = GZipResponder._compress_body

    def noticed(self: GZipResponder, body: bytes, more_body: bool) -> bytes:
        where.append((len(body), threading.current_thread().name.startswith("AnyIO")))
        return compress(self, body, more_body)

    monkeypatch.setattr(GZipResponder, "_compress_body", noticed)
    for path in ("/openapi.json", "/guide/watching", "/v1/systems/minis"):
        answer, _ = raw(table, "GET", path, GZIP)
        assert answer.status_code == 200
    assert {size >= IN_A_THREAD for size, _ in where} == {True, False}
    assert all(beside == (size >= IN_A_THREAD) for size, beside in where)


def test_a_question_that_was_answered_by_gzip_still_holds(fight: Bridge) -> None:
    """304 for the same version, whatever the reader takes."""
    path, mine = f"/v1/encounters/{fight.id}", Table.headers(fight.tokens["ana"])
    answer, content = raw(fight.table, "GET", path, {**mine, **GZIP})
    assert json.loads(gzip.decompress(content))["id"] == fight.id
    for more in (GZIP, PLAIN):
        again = fight.table.http.get(path, headers={**mine, **more, "if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
