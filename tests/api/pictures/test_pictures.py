"""Pictures of a fight over the API: who puts, lists, reads and removes them, and how much room there is."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, bridge_input, sheet
from tests.api.pictures.files import BOM, drawn, kept, map_file, send
from tests.api.seats.test_hosts import host_token
from tests.api.secrecy.test_two_worlds import blanked
from tests.api.table import ADMIN, Table, serving

PICTURES = "query P($id: ID!) { pictures(encounter: $id) { key address media width height size } }"
REMOVE = """mutation R($id: ID!, $picture: ID!) { removePicture(encounter: $id, picture: $picture) {
  ... on PictureRemoved { encounter picture } ... on Problem { code message } } }"""
LURKER = {"id": "zq7", "name": "Zq7", "side": "foes", "seat": "gm", "seenBy": ["gm"], "sheet": sheet()}


def begun(table: Table, token: str = ADMIN, **more: Any) -> Bridge:
    """A fight with somebody in it whom only the GM sees."""
    wish = bridge_input(**more)
    wish["combatants"].append(LURKER)
    answer = table.data(CREATE, token, input=wish)["createEncounter"]
    assert "encounter" in answer, answer
    return Bridge(table, answer)


def ask(fight: Bridge, seat: str | None, picture: str, query: str = "") -> httpx.Response:
    token = None if seat is None else fight.tokens.get(seat, seat)
    return fight.table.get(f"/v1/encounters/{fight.id}/pictures/{picture}{query}", token)


def show(fight: Bridge, who: str, picture: str, seat: str = "gm") -> dict[str, Any]:
    """Give somebody a portrait."""
    looks = {"portrait": f"picture:{picture}"}
    return fight.act(seat, {"table": {"setLooks": {"combatant": who, "looks": looks}}})


def lay(fight: Bridge, picture: str, seat: str = "gm", **more: Any) -> dict[str, Any]:
    """Lay a picture below the ground."""
    backdrop = {"picture": f"picture:{picture}", "at": {"x": -50, "y": 0}, "width": 800, "height": 400, **more}
    return fight.act(seat, {"gm": {"setBackdrop": {"backdrop": backdrop}}})


def test_a_map_is_put_laid_and_seen_by_all(table: Table) -> None:
    """By the GM, its host and the operator; with place, size and opacity, also in a running fight, on the record."""
    mine = host_token(table, "painter")
    fight = begun(table, mine)
    for token in (fight.tokens["gm"], mine, ADMIN):
        answer = send(table, fight.id, token, drawn())
        assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["address"], made["media"], made["width"]) == (f"picture:{made['key']}", "image/webp", 40)
    assert table.get(f"/v1/encounters/{fight.id}/pictures", mine).json() == [made]
    assert table.data(PICTURES, fight.tokens["gm"], id=fight.id)["pictures"] == [made]
    assert lay(fight, made["key"], opacity=60)["__typename"] == "Accepted"
    for seat in ("gm", "ana", "eve"):
        scene = table.get(f"/v1/encounters/{fight.id}/scene", fight.tokens[seat]).json()
        assert (scene["backdrop"]["picture"], scene["backdrop"]["opacity"]) == (made["address"], 60)
        events = table.get(f"/v1/encounters/{fight.id}/events", fight.tokens[seat]).json()["events"]
        assert events[-1]["type"] == "BackdropSet"
        answer = ask(fight, seat, made["key"])
        assert answer.status_code == 200
        assert hashlib.sha256(answer.content).hexdigest() == made["key"]
        head = answer.headers
        assert (head["content-type"], head["x-content-type-options"]) == ("image/webp", "nosniff")
        assert head["content-security-policy"].startswith("default-src 'none'; sandbox")
        assert head["cache-control"] == "private, max-age=31536000, immutable"
        assert "Authorization" in head["vary"]


def test_who_is_not_at_the_table_gets_none(table: Table) -> None:
    """Neither without a token nor with another fight's or host's; only GM, host and operator put and remove."""
    fight, other = begun(table), begun(table)
    id = kept(table, fight.id, fight.tokens["gm"])
    assert lay(fight, id)["__typename"] == "Accepted"
    assert ask(fight, None, id).status_code == 401
    for token in (other.tokens["gm"], host_token(table, "stranger")):
        assert ask(fight, token, id).status_code == 404
        assert send(table, fight.id, token, drawn()).status_code == 404
    for seat in ("ana", "eve"):
        assert send(table, fight.id, fight.tokens[seat], drawn()).status_code == 403
        assert table.data(REMOVE, fight.tokens[seat], id=fight.id, picture=id)["removePicture"]["code"] == "NOT_YOURS"
    assert send(table, fight.id, None, drawn()).status_code == 401
    assert send(table, f"{fight.id}@1", fight.tokens["gm"], drawn()).status_code == 422


def test_the_portrait_of_who_is_hidden_reaches_nobody_else(table: Table) -> None:
    """Whether it is kept, where it is used, and that it is none at all: everybody else gets the same answer."""
    fight = begun(table)
    secret = kept(table, fight.id, fight.tokens["gm"], "#aa0000")
    unused = kept(table, fight.id, fight.tokens["gm"], "#00aa00")
    assert show(fight, "zq7", secret)["__typename"] == "Accepted"
    assert ask(fight, "gm", secret).status_code == ask(fight, "gm", unused).status_code == 200
    for seat in ("ana", "eve"):
        texts = set()
        for id in (secret, unused, "0" * 64):
            answer = ask(fight, seat, id)
            told = {name: value for name, value in answer.headers.items() if name not in ("x-request-id", "date")}
            body = {**answer.json(), "request": ""}
            texts.add((answer.status_code, str(sorted(told.items())), str(body).replace(id, "ID")))
        assert len(texts) == 1, texts
        assert next(iter(texts))[0] == 404
        for path in ("", "/scene", "/events", "/export"):
            assert secret not in table.get(f"/v1/encounters/{fight.id}{path}", fight.tokens[seat]).text
    assert fight.act("gm", {"gm": {"reveal": {"combatants": ["zq7"], "seats": ["ana"]}}})["__typename"] == "Accepted"
    assert (ask(fight, "ana", secret).status_code, ask(fight, "eve", secret).status_code) == (200, 404)


def test_two_worlds_with_other_portraits_of_who_is_hidden_read_alike(table: Table) -> None:
    """Whether he has one, how large it is, and what else is kept: all that leaves for others has the same bytes."""
    fights = [begun(table), begun(table)]
    secret = kept(table, fights[0].id, ADMIN, "#aa0000", (900, 700))
    kept(table, fights[0].id, ADMIN, "#00aa00")
    for fight, looks in zip(fights, ({"portrait": f"picture:{secret}"}, {"caption": "Zq7"}), strict=True):
        done = fight.act("gm", {"gm": {"setLooks": {"combatant": "zq7", "looks": looks}}})
        assert done["__typename"] == "Accepted"
    naming = {"command": {"table": {"setLooks": {"combatant": "cloud", "looks": {"picture": f"picture:{secret}"}}}}}
    for seat in ("ana", "eve"):
        told = []
        for fight in fights:
            here, token = f"/v1/encounters/{fight.id}", fight.tokens[seat]
            paths = ("", "/scene", "/events", "/export", "/scene.svg", "/replay", "/pictures", f"/pictures/{secret}")
            answers = [table.get(f"{here}{path}", token) for path in paths]
            answers.append(table.post(f"{here}/commands", token, naming))
            told.append([(one.status_code, blanked(fight, one.content)) for one in answers])
        assert told[0] == told[1]


def test_nobody_reads_a_picture_by_naming_it(table: Table) -> None:
    """A player gives his figure only what he sees; what he does not see is refused alike, there or not."""
    fight = begun(table)
    secret = kept(table, fight.id, fight.tokens["gm"], "#aa0000")
    shown = kept(table, fight.id, fight.tokens["gm"], "#00aa00")
    assert show(fight, "zq7", secret)["__typename"] == show(fight, "steiner", shown)["__typename"] == "Accepted"
    refused = [show(fight, "cloud", id, seat="ana") for id in (secret, "0" * 64)]
    assert refused[0] == refused[1]
    assert refused[0]["code"] == "UNKNOWN"
    assert ask(fight, "ana", secret).status_code == 404
    assert show(fight, "cloud", shown, seat="ana")["__typename"] == "Accepted"
    assert [show(fight, "cloud", "0" * 64)["code"], lay(fight, "0" * 64)["code"]] == ["UNKNOWN"] * 2


def test_a_past_version_has_its_pictures(table: Table) -> None:
    """What is no longer shown is read where it was shown, and by the GM, until it is removed."""
    fight = begun(table)
    first, second = (kept(table, fight.id, fight.tokens["gm"], colour) for colour in ("#aa00aa", "#22aa22"))
    version = lay(fight, first)["version"]
    assert lay(fight, second)["__typename"] == "Accepted"
    assert ask(fight, "ana", first).status_code == 404
    assert ask(fight, "ana", first, f"?at={version}").status_code == 200
    gone = table.data(REMOVE, fight.tokens["gm"], id=fight.id, picture=first)["removePicture"]
    assert gone == {"encounter": fight.id, "picture": first}
    assert ask(fight, "ana", first, f"?at={version}").status_code == 404
    again = table.http.delete(f"/v1/encounters/{fight.id}/pictures/{first}", headers=table.headers(fight.tokens["gm"]))
    assert (again.status_code, again.json()) == (200, gone), "a repeat changes nothing"


def test_a_file_of_a_map_is_taken_and_others_are_refused_in_words(table: Table) -> None:
    """Drawn anew in the pool; with or without a mark of byte order."""
    fight = begun(table)
    plain = send(table, fight.id, ADMIN, map_file(drawn("JPEG", (900, 300))), "?longest=300").json()
    assert (plain["width"], plain["height"]) == (300, 100)
    assert send(table, fight.id, ADMIN, BOM + map_file(drawn("JPEG", (900, 300))), "?longest=300").json() == plain
    for data, query, field in ((b"<svg/>", "", "picture"), (b"", "", "picture"), (drawn(), "?longest=3", "longest")):
        answer = send(table, fight.id, ADMIN, data, query)
        assert (answer.status_code, answer.json()["field"]) == (400 if query else 422, field)
    answer = send(table, fight.id, ADMIN, b"x" * 20_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


def test_a_published_fight_shows_its_pictures_to_everybody(table: Table) -> None:
    fight = begun(table)
    id = kept(table, fight.id, fight.tokens["gm"])
    secret = kept(table, fight.id, fight.tokens["gm"], "#aa0000")
    assert lay(fight, id)["__typename"] == show(fight, "zq7", secret)["__typename"] == "Accepted"
    assert fight.act("gm", {"gm": {"end": {"reason": "they talk"}}})["__typename"] == "Accepted"
    publish = 'mutation P($id: ID!) { publishEncounter(encounter: $id, seat: "eve") { __typename } }'
    table.data(publish, fight.tokens["gm"], id=fight.id)
    assert (ask(fight, None, id).status_code, ask(fight, None, secret).status_code) == (200, 404)


COPY = """mutation C($input: CopyEncounterInput!) { copyEncounter(input: $input) { ... on Created {
  encounter { id } tokens { seat token } missingPictures } ... on Problem { code message } } }"""
FORK = """mutation F($id: ID!, $at: Int!) { fork(encounter: $id, at: $at) { ... on Created {
  encounter { id } tokens { seat token } missingPictures } ... on Problem { code message } } }"""


def test_forks_copies_and_new_fights_bring_pictures_along(table: Table) -> None:
    """Of their own host: what a creation names is taken from any of his fights, and what nobody of his has is told."""
    mine = host_token(table, "gallery")
    first = begun(table, mine)
    map, face = kept(table, first.id, mine, "#445566"), kept(table, first.id, mine, "#665544")
    backdrop = {"picture": f"picture:{map}", "width": 800, "height": 400}
    second = begun(table, mine, backdrop=backdrop)
    assert ask(second, "ana", map).status_code == 200
    version = show(second, "zq7", face)
    assert version["code"] == "UNKNOWN", "it is kept for the other fight alone"
    third = kept(table, second.id, mine, "#667788")
    at = show(second, "cloud", third)["version"]
    forked = table.data(FORK, second.tokens["gm"], id=second.id, at=at)["fork"]
    assert forked["missingPictures"] == []
    branch = Bridge(table, forked)
    assert [ask(branch, "ana", id).status_code for id in (map, third, face)] == [200, 200, 404]
    copied = table.data(COPY, mine, input={"encounter": second.id})["copyEncounter"]
    assert copied["missingPictures"] == []
    assert ask(Bridge(table, copied), "ana", map).status_code == 200
    other = table.post("/v1/encounters", host_token(table, "elsewhere"), bridge_input(backdrop=backdrop)).json()
    assert other["missingPictures"] == [map], "another host's pictures are none of his"
    assert table.get(f"/v1/encounters/{other['encounter']['id']}/pictures/{map}", ADMIN).status_code == 404


def test_a_full_host_is_told_what_he_has_no_room_for(server: PrivateServer, tmp_path: Path) -> None:
    """Whether he puts one, forks, copies or creates; the fight is there all the same."""
    with serving(server.url, tmp_path, {"host_pictures": 2, "fight_pictures": 2, "pool": 1}) as narrow:
        mine = host_token(narrow, "narrow")
        fight = begun(narrow, mine)
        map, face = kept(narrow, fight.id, mine, "#445566"), kept(narrow, fight.id, mine, "#665544")
        assert kept(narrow, fight.id, mine, "#445566") == map, "one that is there needs no room"
        answer = send(narrow, fight.id, mine, drawn(colour="#000000"))
        assert answer.status_code == 422
        assert "this fight has 2 pictures at most" in answer.json()["detail"]
        assert send(narrow, begun(narrow, mine).id, mine, drawn()).json()["detail"].startswith("your fights have 2")
        looked = begun(narrow, mine, backdrop={"picture": f"picture:{map}", "width": 8, "height": 4})
        assert ask(looked, "ana", map).status_code == 404
        at = lay(fight, map)["version"]
        assert narrow.data(FORK, fight.tokens["gm"], id=fight.id, at=at)["fork"]["missingPictures"] == [map]
        assert narrow.data(FORK, fight.tokens["gm"], id=fight.id, at=1)["fork"]["missingPictures"] == []
        created = bridge_input(backdrop={"picture": f"picture:{map}", "width": 8, "height": 4})
        before = narrow.post("/v1/encounters", mine, created).json()
        assert before["missingPictures"] == [map]
        copied = narrow.data(COPY, mine, input={"encounter": before["encounter"]["id"]})["copyEncounter"]
        assert copied["missingPictures"] == [map], "the source has none either"
        narrow.data(REMOVE, mine, id=fight.id, picture=face)
        assert send(narrow, looked.id, mine, drawn(colour="#445566")).status_code == 201
        assert ask(looked, "ana", map).status_code == 200


@pytest.mark.parametrize("path", ["pictures", "pictures/" + "0" * 64])
def test_only_the_ways_that_are_there_lead_to_pictures(table: Table, path: str) -> None:
    """No other method, and no address of another site's picture is taken for one that is kept."""
    fight = begun(table)
    assert table.http.put(f"/v1/encounters/{fight.id}/{path}", headers=table.headers(ADMIN)).status_code == 405
    for address in ("picture:abc", f"picture:{'A' * 64}", f"picture:{'0' * 64}?x", "data:image/png;base64,AAAA"):
        backdrop = {"picture": address, "width": 8, "height": 4}
        answer = table.post(
            f"/v1/encounters/{fight.id}/commands",
            fight.tokens["gm"],
            {"command": {"gm": {"setBackdrop": {"backdrop": backdrop}}}},
        )
        assert answer.status_code in (400, 404, 422)


def test_a_host_keeps_pictures_for_his_next_fights(table: Table) -> None:
    """He alone reads, lists and removes them; a fight that names one has it for good."""
    mine, other = host_token(table, "beforehand"), host_token(table, "somebody")
    headers = {**table.headers(mine), "content-type": "application/octet-stream"}
    made = table.http.post("/v1/pictures?longest=30", content=drawn(), headers=headers).json()
    assert (made["width"], made["height"]) == (30, 15)
    path = f"/v1/pictures/{made['key']}"
    assert table.get("/v1/pictures", mine).json() == [made]
    assert (table.get("/v1/pictures", other).json(), table.get(path, other).status_code) == ([], 404)
    assert table.get(path, mine).headers["content-type"] == "image/webp"
    fight = begun(table, mine, backdrop={"picture": made["address"], "width": 8, "height": 4})
    assert table.get("/v1/pictures", fight.tokens["gm"]).status_code == 403
    assert table.http.delete(path, headers=table.headers(mine)).json()["encounter"] is None
    assert table.data("{ pictures { key } }", mine)["pictures"] == []
    assert (table.get(path, mine).status_code, ask(fight, "ana", made["key"]).status_code) == (404, 200)
