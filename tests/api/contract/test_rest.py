"""REST: the same fight for everybody who cannot do GraphQL."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

from tests.api.fights import Bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.support.contract.tags import version_in

PAUSE = {"command": {"gm": {"pause": {"reason": "tea"}}}}
RESUME = {"command": {"gm": {"resume": {}}}}


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """A problem+json of this status and code."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"]
    return body


def test_a_fight_is_created_looked_at_and_played(table: Table) -> None:
    """From nothing to an accepted order, with versions as ETags."""
    made = table.post("/v1/encounters", ADMIN, bridge_input())
    assert made.status_code == 201
    body = made.json()
    tokens = {t["seat"]: t["token"] for t in body["tokens"]}
    path = made.headers["location"]
    assert version_in(made.headers["etag"]) == body["encounter"]["version"]
    begun = table.post(f"{path}/commands", tokens["gm"], {"command": {"fantasia": {"begin": {}}}})
    assert begun.status_code == 200, begun.text
    seen = table.get(path, tokens["gm"])
    assert seen.headers["cache-control"] == "private"
    assert "Authorization" in seen.headers["vary"]
    assert version_in(seen.headers["etag"]) == version_in(begun.headers["etag"]) == begun.json()["version"]
    fight = seen.json()
    assert {c["key"] for c in fight["combatants"]} == {"cloud", "steiner"}
    assert fight["rules"]["fantasia"]["begun"] is True
    offers = [o for o in fight["offers"] if not o["fields"]]
    done = table.post(f"{path}/commands", tokens["gm"], {"command": offers[-1]["send"]})
    assert done.status_code == 200, done.text
    assert done.json()["events"][0]["type"] == "CommandAccepted"
    past = table.get(f"{path}?at=2", tokens["gm"]).json()
    assert (past["id"], past["version"], past["offers"]) == (f"{body['encounter']['id']}@2", 2, [])


def test_versions_are_etags(fight: Bridge) -> None:
    """304 for what is known, 412 for who is late."""
    path, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    seen = fight.table.get(path, gm)
    assert fight.table.get(path, gm, **{"if-none-match": seen.headers["etag"]}).status_code == 304
    done = fight.table.post(f"{path}/commands", gm, PAUSE, **{"if-match": seen.headers["etag"]})
    assert done.status_code == 200
    late = fight.table.post(f"{path}/commands", gm, RESUME, **{"if-match": seen.headers["etag"]})
    body = problem(late, 412, "CONFLICT")
    assert late.headers["etag"] == f'"{body["actual"]}"'
    assert version_in(done.headers["etag"]) == body["actual"]
    problem(fight.table.post(f"{path}/commands", gm, RESUME, **{"if-match": "soon"}), 400, "BAD_USER_INPUT")


def test_a_key_repeats_its_answer(fight: Bridge) -> None:
    """Quoted or bare; another request under it is refused."""
    path, gm = f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"]
    first = fight.table.post(path, gm, PAUSE, **{"idempotency-key": '"k1"'})
    again = fight.table.post(path, gm, PAUSE, **{"idempotency-key": "k1"})
    assert first.json()["events"] == again.json()["events"]
    assert (first.json()["again"], again.json()["again"]) == (False, True)
    problem(fight.table.post(path, gm, RESUME, **{"idempotency-key": "k1"}), 422, "KEY_REUSED")


@pytest.mark.parametrize("key", ["\U00088d11", "ключ", "a\r\nset-cookie: b", "é"])
def test_a_key_that_no_header_can_hold_is_a_key_all_the_same(fight: Bridge, key: str) -> None:
    """It comes in the body, goes back in the body, and is answered again as it was."""
    path, gm = f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"]
    order = {**PAUSE, "idempotencyKey": key}
    first, again = (fight.table.post(path, gm, order) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["command"] == again.json()["command"] == key
    assert (first.json()["version"], "idempotency-key" in first.headers) == (again.json()["version"], False)
    assert "set-cookie" not in first.headers


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "command"),
        ({"command": 1}, "command"),
        ({"command": {}, "faces": ["x"]}, "faces"),
        ({"command": {}, "wish": 1}, "wish"),
        ({"command": {}, "encounter": "another"}, "encounter"),
        ([], "object"),
    ],
)
def test_bodies_that_cannot_be_read(fight: Bridge, body: Any, field: str) -> None:
    """400, and what is wrong with them."""
    answer = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"], body)
    told = problem(answer, 400, "BAD_USER_INPUT")
    assert field in f"{told.get('field')} {told['detail']}"


def test_what_is_no_json(fight: Bridge) -> None:
    """Neither by its words nor by its type; and what is too much."""
    path, headers = f"/v1/encounters/{fight.id}/commands", fight.table.headers(fight.tokens["gm"])
    typed = {**headers, "content-type": "application/json"}
    problem(fight.table.http.post(path, content=b"{", headers=typed), 400, "BAD_USER_INPUT")
    problem(fight.table.http.post(path, content=b"\xff", headers=typed), 400, "BAD_USER_INPUT")
    problem(
        fight.table.http.post(path, content=b"{}", headers={**headers, "content-type": "text/plain"}),
        400,
        "BAD_USER_INPUT",
    )
    for depth in (100, 700, 100_000):
        deep = b'{"command":{"gm":{"correct":{"path":"name","value":%s}}}}' % (b"[" * depth + b"]" * depth)
        told = problem(fight.table.http.post(path, content=deep, headers=typed), 400, "BAD_USER_INPUT")
        assert "inside each other" in told["detail"]
    assert fight.table.http.post(path, content=b" " * 2_000_000, headers=typed).status_code == 413


def test_refusals_name_their_field(fight: Bridge) -> None:
    """400 for what cannot be read, 422 for what is not allowed now, and 403 for what is another's."""
    path, ana = f"/v1/encounters/{fight.id}/commands", fight.tokens["ana"]
    order = {"command": {"fantasia": {"atack": {}}}}
    assert problem(fight.table.post(path, ana, order), 400, "BAD_USER_INPUT")["field"] == "command.fantasia"
    order = {"command": {"fantasia": {"defend": {"combatant": "steiner"}}}}
    assert problem(fight.table.post(path, ana, order), 403, "NOT_YOURS")["field"] == "combatant"
    problem(fight.table.post(path, ana, PAUSE), 403, "NOT_YOURS")
    answer = fight.table.post(f"/v1/encounters/{fight.id}/decisions/12", ana, {"choice": {"key": "yes"}})
    problem(answer, 422, "DECISION_CLOSED")


def test_versions_and_addresses_that_do_not_exist(fight: Bridge) -> None:
    """400 and 404, never 500."""
    path, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    problem(fight.table.get(f"{path}?at=9999", gm), 400, "BAD_USER_INPUT")
    problem(fight.table.get(f"{path}?at=soon", gm), 400, "BAD_USER_INPUT")
    problem(fight.table.get("/nowhere", gm), 404, "UNKNOWN")
    problem(fight.table.http.request("PATCH", path, headers=fight.table.headers(gm)), 405, "BAD_USER_INPUT")
    refused = fight.table.http.request("PATCH", "/v1/encounters", headers=fight.table.headers(gm))
    assert refused.headers["allow"] == "GET, HEAD, POST"
    problem(fight.table.get(f"{path}/events?after=9999", gm), 409, "AHEAD")
    problem(fight.table.get(f"{path}/events?after=-1", gm), 400, "BAD_USER_INPUT")
    problem(fight.table.get(f"{path}/events", gm, **{"last-event-id": "x"}), 400, "BAD_USER_INPUT")


def test_events_as_a_page_and_as_lines(fight: Bridge) -> None:
    """JSON pages by version; NDJSON a line each; the same objects that GraphQL tells."""
    path, gm = f"/v1/encounters/{fight.id}/events", fight.tokens["gm"]
    page = fight.table.get(f"{path}?first=3", gm).json()
    assert [e["version"] for e in page["events"]] == [1, 2, 3]
    rest = fight.table.get(f"{path}?after={page['after']}", gm).json()["events"]
    lines = fight.table.get(path, gm, accept="application/x-ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == page["events"] + rest
    assert fight.table.get(f"{path}?first=0", gm).json() == {"events": [], "after": 0}
    plain = fight.table.get(f"/v1/encounters/{fight.id}/export", gm, accept="text/plain")
    assert plain.headers["content-type"].startswith("text/plain")
    assert plain.text == fight.table.get(f"/v1/encounters/{fight.id}/export", gm).text
    query = "query Q($id: ID!) { encounter(id: $id) { events(first: 500) { nodes { version time type seat command rule weight act headline { text icon outcome because actor target changes { combatant vital by } } text data because { terms { of amount times over source key rule statement combatant private } causes withheld } hash digest } } } }"  # noqa: E501 (one line of GraphQL)
    assert fight.table.data(query, gm, id=fight.id)["encounter"]["events"]["nodes"] == page["events"] + rest


def test_a_long_poll_waits_for_what_comes(fight: Bridge) -> None:
    """Nothing in time is an empty page."""
    path, gm = f"/v1/encounters/{fight.id}/events", fight.tokens["gm"]
    version = fight.open("gm")["version"]
    empty = fight.table.get(f"{path}?after={version}&wait=1", gm).json()
    assert empty == {"events": [], "after": version}


def test_a_stream_of_lines_follows_the_fight_to_its_end(fight: Bridge) -> None:
    """Catches up, goes on live, keeps the line open, and ends with the fight."""
    headers = fight.table.headers(fight.tokens["ana"], accept="application/x-ndjson")
    seen: list[int] = []
    with fight.table.http.stream("GET", f"/v1/encounters/{fight.id}/events?follow=true", headers=headers) as stream:
        for line in stream.iter_lines():
            if not line:
                continue
            seen.append(json.loads(line)["version"])
            if len(seen) == 3:
                assert fight.act("gm", PAUSE["command"])["__typename"] == "Accepted"
                assert fight.act("gm", RESUME["command"])["__typename"] == "Accepted"
                assert fight.act("gm", {"gm": {"end": {"reason": "late"}}})["__typename"] == "Accepted"
    assert seen == list(range(1, seen[-1] + 1))
    assert seen[-1] == fight.open("gm")["version"]


def test_server_sent_events_resume_by_their_id(fight: Bridge) -> None:
    """`id` is the version; a browser sends it back. The token may stand in the address: it can send no header."""
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})
    address = f"/v1/encounters/{fight.id}/events?token={fight.tokens['ana']}"
    last = fight.open("ana")["version"]
    text = fight.table.http.get(address, headers={"accept": "text/event-stream", "last-event-id": str(last - 2)}).text
    assert text.startswith("retry: 1000\n")
    frames = [dict(line.split(": ", 1) for line in frame.splitlines()) for frame in text.split("\n\n")[:-1]]
    assert [f.get("id") for f in frames] == [str(last - 1), str(last), None]
    assert (frames[1]["event"], frames[2]["event"]) == ("EncounterEnded", "end")
    assert json.loads(frames[1]["data"])["version"] == last
    problem(fight.table.http.get(f"/v1/encounters/{fight.id}?token={fight.tokens['ana']}"), 401, "UNAUTHENTICATED")


def test_server_sent_events_without_names(fight: Bridge) -> None:
    """`onmessage` hears every event, whatever types there will be; what ends a stream keeps its name."""
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})
    address = f"/v1/encounters/{fight.id}/events?token={fight.tokens['ana']}"
    stream = {"accept": "text/event-stream"}
    named, unnamed = (fight.table.http.get(address + more, headers=stream).text for more in ("", "&unnamed=true"))
    assert re.sub(r"event: (?!end\n).*\n", "", named) == unnamed
    *told, end = [dict(line.split(": ", 1) for line in frame.splitlines()) for frame in unnamed.split("\n\n")[:-1]]
    assert len(told) == fight.open("ana")["version"]
    assert not any("event" in frame for frame in told)
    assert all(json.loads(frame["data"])["type"] for frame in told)
    assert end["event"] == "end"
    for accept in ("application/json", "application/x-ndjson"):
        plain, other = (fight.table.http.get(address + m, headers={"accept": accept}) for m in ("", "&unnamed=true"))
        assert plain.content == other.content, "elsewhere there are no names to leave out"


def test_fork_prefer_tokens_audit_export(fight: Bridge) -> None:
    """The rest of the mirror."""
    path, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    forked = fight.table.post(f"{path}/fork", gm, {"at": 3})
    assert forked.status_code == 201
    assert forked.json()["encounter"]["id"] != fight.id
    problem(fight.table.post(f"{path}/fork", fight.tokens["ana"], {"at": 3}), 403, "NOT_YOURS")
    wish = {"kind": "UseReadied", "preference": "never"}
    put = fight.table.http.put(f"{path}/preferences", json=wish, headers=fight.table.headers(fight.tokens["ana"]))
    assert put.json() == {"encounter": fight.id, **wish}
    token = fight.table.post(f"{path}/tokens", gm, {"seat": "eve"}).json()["token"]
    assert fight.table.get(path, token).status_code == 200
    gone = fight.table.http.delete(f"{path}/tokens/eve", headers=fight.table.headers(gm))
    assert gone.status_code == 200
    problem(fight.table.get(path, token), 401, "UNAUTHENTICATED")
    report = fight.table.get(f"{path}/audit", gm).json()
    assert report["chain"]["state"] == "PROVEN"
    assert report["headHash"]
    lines = fight.table.get(f"{path}/export", fight.tokens["ana"]).text.splitlines()
    assert json.loads(lines[0])["encounter"] == fight.id
    assert len(lines) == report["version"] + 1


def test_probes_and_the_root_answer(table: Table) -> None:
    """For machines that start, stop and find us."""
    assert table.get("/livez").json()["status"] == "ok"
    assert table.get("/readyz").json()["status"] == "ok"
    assert table.get("/").json()["graphql"] == "/graphql"
    assert table.get("/openapi.json").json()["openapi"] == "3.1.0"
    assert "type Query" in table.get("/schema.graphql").text
    assert table.get("/livez", None, **{"x-request-id": "abc-1"}).headers["x-request-id"] == "abc-1"


def test_the_description_is_one_that_generators_can_read(table: Table) -> None:
    """JSON first wherever there is a choice, and problems with all that is sent."""
    document = table.get("/openapi.json").json()
    operations = {one["operationId"]: one for path in document["paths"].values() for one in path.values()}
    for operation in operations.values():
        for answer in operation["responses"].values():
            media = list(answer.get("content", ()))
            assert "application/json" not in media[1:]
    assert list(operations["export"]["responses"]["200"]["content"]) == ["text/plain", "application/x-ndjson"]
    assert "406" in operations["events"]["responses"]
    schemas = document["components"]["schemas"]
    sent = {"head", "expected", "actual", "request", "after"}
    assert sent <= set(schemas["ProblemDetails"]["properties"])
    assert not sent & set(schemas["ProblemDetails"]["required"])
    assert schemas["CombatantRequest"]["properties"]["conditions"]["items"]["$ref"].endswith("/ConditionRequest")


def test_the_language_and_an_events_token_may_stand_in_the_address(fight: Bridge) -> None:
    """What is not in the list of parameters is refused; these two are read before it."""
    path, ana = f"/v1/encounters/{fight.id}", fight.tokens["ana"]
    assert fight.table.get(f"{path}?locale=es", ana).status_code == 200
    assert fight.table.get(f"{path}/events?token={ana}&locale=es").status_code == 200
    told = problem(fight.table.get(f"{path}/audit?token={ana}", ana), 400, "BAD_USER_INPUT")
    assert told["field"] == "token"
    told = problem(fight.table.get(f"{path}/audit"), 401, "UNAUTHENTICATED")
    assert "connection_init" not in told["detail"]


def test_a_system_that_is_not_there_is_a_request_that_cannot_be_read(table: Table) -> None:
    told = problem(table.post("/v1/encounters", ADMIN, bridge_input(system="dnd")), 400, "BAD_USER_INPUT")
    assert told["field"] == "system"
    assert "installed: dozen_die, " in told["detail"]


def test_pages_of_fights(table: Table) -> None:
    """Newest first, by status and system."""
    path = "/v1/encounters?first=2"
    page = table.get(path, ADMIN).json()
    assert len(page["encounters"]) == 2
    following = table.get(f"{path}&after={page['after']}", ADMIN).json()["encounters"]
    ids = [e["id"] for e in page["encounters"] + following]
    assert ids == sorted(ids, reverse=True)
    ended = table.get("/v1/encounters?status=ENDED&system=fantasia", ADMIN).json()["encounters"]
    assert {e["status"] for e in ended} == {"ENDED"}
    problem(table.get("/v1/encounters?status=LOST", ADMIN), 400, "BAD_USER_INPUT")
    problem(table.get("/v1/encounters?first=501", ADMIN), 400, "BAD_USER_INPUT")


@pytest.mark.parametrize(
    ("sheet", "detail"),
    [
        ({"ref": "leviathan"}, "el catálogo no tiene 'leviathan'"),
        ({"ref": "goblin", "equipped": [{"weapon": "bow"}]}, "no hay arco que empuñar"),
    ],
)
def test_a_sheet_is_refused_in_the_readers_language(table: Table, sheet: dict[str, Any], detail: str) -> None:
    """Spanish to who asks for it, English to who does not."""
    body = bridge_input(
        combatants=[{"id": "one", "name": "One", "side": "foes", "seat": "gm", "sheet": {"fantasia": sheet}}]
    )
    told = problem(table.post("/v1/encounters", ADMIN, body, **{"accept-language": "es"}), 422, "NOT_LEGAL")
    assert told["detail"] == detail
    assert problem(table.post("/v1/encounters", ADMIN, body), 422, "NOT_LEGAL")["detail"] != detail


def test_rules_are_told_in_the_readers_language(fight: Bridge) -> None:
    """By Accept-Language and by `locale`; in the catalogue of a system and beside the terms of a number."""
    spanish = {"accept-language": "es-CO,es;q=0.9"}
    path = "/v1/systems/fantasia"
    for address, language in ((path, spanish), (f"{path}?locale=es", {})):
        rules = {r["id"]: r for r in fight.table.get(address, None, **language).json()["rules"]}
        assert rules["FF-DICE-02"]["title"] == "Chequeo"
    english = fight.table.get(path).json()["rules"]
    assert [r["id"] for r in english] == list(rules)
    assert english[1]["title"] == "Check"
    events = f"/v1/encounters/{fight.id}/events"
    for language, told in ((spanish, "caras"), ({}, "six-sided")):
        read = fight.table.get(events, fight.tokens["gm"], **language).json()["events"]
        terms = [t for e in read if e["because"] for t in e["because"]["terms"] if t["rule"] == "FF-DICE-01"]
        assert terms
        assert all(told in t["statement"] for t in terms)


def test_a_rule_is_told_in_a_language_of_its_game_or_in_english(fight: Bridge) -> None:
    """Saari's rules exist in Finnish, not in Swedish."""
    for locale, title in (("fi", "Vapaa-isku"), ("sv", "Free strike")):
        saari = fight.table.get(f"/v1/systems/saari?locale={locale}").json()
        assert {r["id"]: r["title"] for r in saari["rules"]}["SA-FREE-01"] == title


def test_games_are_listed_in_short_and_each_is_read_once(table: Table) -> None:
    """The list is small; a game says by its ETag whether it has changed, which depends on the language."""
    listed = table.get("/v1/systems")
    assert len(listed.content) < 2_000
    for short in listed.json():
        path = f"/v1/systems/{short['id']}"
        whole = table.get(path)
        assert {name: whole.json()[name] for name in short} == short
        assert len(whole.json()["commands"]) > 5
        again = table.get(path, None, **{"if-none-match": whole.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        finnish = table.get(path, None, **{"if-none-match": whole.headers["etag"], "accept-language": "fi"})
        assert finnish.status_code == 200
        assert finnish.headers["etag"] != whole.headers["etag"]
    problem(table.get("/v1/systems/chess"), 404, "UNKNOWN")


def test_each_seat_reads_the_reasons_that_are_for_it(fight: Bridge) -> None:
    """What the dice were added to is told; whose figures are closed keeps his terms. GraphQL and REST say the same."""
    path = f"/v1/encounters/{fight.id}/events"
    read = {seat: fight.table.get(path, fight.tokens[seat]).json()["events"] for seat in ("gm", "ana", "eve")}
    assert any(event["because"] for event in read["gm"])
    for number, event in enumerate(read["gm"]):
        whole = event["because"]
        for seat in ("ana", "eve"):
            part = read[seat][number]["because"]
            if whole is None or part is None:
                continue
            assert part["causes"] == whole["causes"]
            assert all(term in whole["terms"] for term in part["terms"])
            lacking = {term["of"] for term in whole["terms"] if term not in part["terms"]}
            assert lacking == set(part["withheld"])
    private = [t for e in read["gm"] if e["because"] for t in e["because"]["terms"] if t["private"]]
    assert private
    assert not any(t["private"] for e in read["eve"] if e["because"] for t in e["because"]["terms"])
