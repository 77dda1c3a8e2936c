"""What a fight was created from goes onto its host's shelves, and a fight like it is made of that."""

from __future__ import annotations

from typing import Any

import pytest

from api.reading.systems import described
from engine.service.registry import Registry
from tests.api.fights import Bridge, bridge_input
from tests.api.operations.test_shelving import FORD, host_of
from tests.api.table import ADMIN, Table

BOOKS = Registry.installed().books


def rich() -> dict[str, Any]:
    """A fight with something of everything, some of it hidden."""
    goblin = {"fantasia": {"ref": "goblin", "level": 3}}
    scout = {"id": "scout", "name": "Scout", "side": "ambush", "seenBy": ["gm"], "sheet": goblin}
    people = [
        *bridge_input()["combatants"],
        {
            **scout,
            "vitals": {"hp": 2},
            "conditions": [{"key": "blind", "kind": "blind"}],
            "place": {"cell": {"x": 0, "y": 0}},
        },
    ]
    people[0] |= {"place": {"cell": {"x": 1, "y": 0}}, "looks": {"colour": "#aa0000"}}
    people[1] |= {"place": {"cell": {"x": 0, "y": 1}}}
    return {
        "system": "fantasia",
        "name": "Rich",
        "seats": bridge_input()["seats"],
        "combatants": people,
        "figuresOpen": True,
        "typedBy": {"seats": ["ana"]},
        "sides": [{"key": "heroes", "label": "The heroes"}, {"key": "ambush", "label": "In the reeds"}],
        "looks": {"caption": "B"},
        **FORD["content"],
    }


def save(table: Table, token: str | None, id: str, kind: str, key: str = "one") -> Any:
    return table.post(f"/v1/encounters/{id}/shelf", token, {"kind": kind, "key": key, "name": "Saved"})


def content(table: Table, token: str, kind: str, key: str = "one") -> Any:
    return table.get(f"/v1/shelf/{kind}/{key}", token).json()["content"]


@pytest.fixture
def saved(table: Table) -> Bridge:
    """A fight of a host's, which has gone on since."""
    host = host_of(table, "saver")
    made = table.post("/v1/encounters", host, rich())
    assert made.status_code == 201, made.text
    fight = Bridge(table, made.json())
    assert (
        fight.act("gm", {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 1}}})["__typename"]
        == "Accepted"
    )
    return fight


def test_a_fight_is_kept_as_it_was_created(table: Table, saved: Bridge) -> None:
    """Hidden things too; a fight made of it is created from the same, and nothing that happened since is in it."""
    host = host_of(table, "saver")
    assert save(table, host, saved.id, "FIGHT").status_code == 200
    first = content(table, host, "FIGHT")
    sent = {one["id"]: one for one in rich()["combatants"]}
    kept = {one["id"]: one for one in first["combatants"]}
    assert kept.keys() == sent.keys()
    for id, one in sent.items():
        alike = [name for name in one if name not in ("sheet", "looks", "conditions", "place")]
        assert kept[id]["place"]["cell"] == one["place"]["cell"]
        assert {name: kept[id][name] for name in alike} == {name: one[name] for name in alike}
        assert kept[id]["sheet"]["fantasia"].items() >= one["sheet"]["fantasia"].items()
    assert "vitals" not in kept["cloud"]
    assert kept["cloud"]["looks"]["colour"] == "#aa0000"
    assert [condition["kind"] for condition in kept["scout"]["conditions"]] == ["blind"]
    assert first["sides"] == rich()["sides"]
    assert (first["figuresOpen"], first["looks"]["caption"], first["backdrop"]["width"]) == (True, "B", 300)
    again = table.post("/v1/encounters", host, first)
    assert again.status_code == 201, again.text
    save(table, host, again.json()["encounter"]["id"], "FIGHT", "two")
    assert content(table, host, "FIGHT", "two") == first


def test_its_parts_are_kept_by_themselves(table: Table, saved: Bridge) -> None:
    """The combatants of players with their seats, the ground, what was agreed before play."""
    host = host_of(table, "saver")
    for kind in ("PARTY", "MAP", "SETUP"):
        assert save(table, host, saved.id, kind).status_code == 200
    party = content(table, host, "PARTY")
    assert [seat["id"] for seat in party["seats"]] == ["ana"]
    assert [one["id"] for one in party["combatants"]] == ["cloud"]
    map = content(table, host, "MAP")
    assert map["ground"]["rows"] == FORD["content"]["ground"]["rows"]
    assert map["backdrop"]["picture"] == FORD["content"]["backdrop"]["picture"]
    setup = content(table, host, "SETUP")
    assert (setup["typedBy"]["seats"], setup["figuresOpen"], setup["sides"]) == (["ana"], True, rich()["sides"])
    refused = save(table, host, saved.id, "SHEET")
    assert (refused.status_code, refused.json()["field"]) == (422, "kind")


def test_a_fight_of_others_is_a_missing_one(table: Table, saved: Bridge) -> None:
    """To another host; a seat of it, the GM's too, is told that this is not for it."""
    other = host_of(table, "stranger")
    for id in (saved.id, "no-such-fight"):
        answer = save(table, other, id, "FIGHT")
        assert (answer.status_code, answer.json()["code"]) == (404, "UNKNOWN")
    for seat in ("gm", "ana", "eve"):
        assert save(table, saved.tokens[seat], saved.id, "FIGHT").status_code == 403
    assert save(table, None, saved.id, "FIGHT").status_code == 401
    assert table.get("/v1/shelf", other).json()["items"] == []


@pytest.mark.parametrize("system", BOOKS)
def test_of_every_game(table: Table, system: str) -> None:
    """Somebody of its catalogue, whole, and the game's own ground."""
    book = BOOKS[system]
    entries = described(book).sheet["$defs"]["Sheet"]["properties"]["ref"]["x-entries"]
    wish = {
        "system": system,
        "name": "Least",
        "seats": [{"id": "gm", "name": "GM", "role": "GM"}, {"id": "ana", "name": "Ana"}],
        "setup": {book.key: {}},
    }
    for ref in entries:
        one = {"id": "one", "name": "One", "side": "party", "seat": "ana", "sheet": {book.key: {"ref": ref}}}
        made = table.post("/v1/encounters", ADMIN, {**wish, "combatants": [one]})
        if made.status_code == 201:
            break
    id = made.json()["encounter"]["id"]
    assert save(table, ADMIN, id, "FIGHT", system).status_code == 200
    assert save(table, ADMIN, id, "PARTY", system).status_code == 200
    again = table.post("/v1/encounters", ADMIN, content(table, ADMIN, "FIGHT", system))
    assert again.status_code == 201, again.text
    assert content(table, ADMIN, "PARTY", system)["combatants"][0]["sheet"][book.key]["ref"] == ref
    bare = save(table, ADMIN, table.post("/v1/encounters", ADMIN, wish).json()["encounter"]["id"], "PARTY", "none")
    assert bare.json()["detail"] == "this fight was created without a combatant of a player"
