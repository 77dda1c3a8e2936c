"""A request to create a fight is judged without making one, however unfinished it is."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.registry import Registry
from tests.api.contract.test_creation_faults import FIELDS, wrong
from tests.api.fights import bridge, bridge_input
from tests.api.table import ADMIN, Table

CHECK = """query($input: JSON!) { checkEncounter(input: $input) {
  faults { field message rule } combatants { number breadth } } }"""


def faults(table: Table, wish: Any, **headers: str) -> list[dict[str, Any]]:
    """By GraphQL and by REST, which say the same."""
    found: list[dict[str, Any]] = checked(table, wish)["faults"]
    return found


def checked(table: Table, wish: Any) -> dict[str, Any]:
    """The same, with what is told of the combatants."""
    found: dict[str, Any] = table.data(CHECK, ADMIN, input=wish)["checkEncounter"]
    answer = table.post("/v1/encounters/check", ADMIN, wish)
    assert answer.status_code == 200
    assert answer.json() == found
    return found


def fields(table: Table, wish: Any) -> list[str]:
    return sorted(fault["field"] for fault in faults(table, wish))


def listed(table: Table) -> int:
    return len(table.get("/v1/encounters?first=500", ADMIN).json()["encounters"])


def test_a_request_that_is_well_has_no_faults_and_makes_nothing(table: Table) -> None:
    before = listed(table)
    assert faults(table, bridge_input()) == []
    assert faults(table, bridge_input(idempotencyKey="mine")) == []
    assert listed(table) == before
    made = table.post("/v1/encounters", ADMIN, bridge_input(idempotencyKey="mine"))
    assert made.status_code == 201


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_examples_of_every_game_have_none(table: Table, system: str) -> None:
    """And with a sheet that names nobody of the catalogue, one of that field."""
    book = Registry.installed().book(system)
    [least] = [
        {"system": system, "name": "x", "seats": [{"id": "gm", "name": "GM", "role": "GM"}], "setup": {book.key: {}}}
    ]
    assert faults(table, least) == []
    unknown = {"id": "a", "name": "A", "side": "foes", "sheet": {book.key: {"ref": "nobody-at-all"}}}
    assert [f for f in fields(table, {**least, "combatants": [unknown]}) if "sheet" in f] == [
        f"combatants.0.sheet.{book.key}.ref"
    ]


BOOKS = Registry.installed().books
READY = [(game, one.key) for game, book in BOOKS.items() for one in ready_fights_of(book.system, "en")]


@pytest.mark.sampled("game")
@pytest.mark.parametrize(("game", "key"), READY)
def test_how_wide_a_combatant_is_can_be_told_before(table: Table, game: str, key: str) -> None:
    """As wide as what its token covers once the fight is there; also where its place is wrong."""
    (request,) = (one.request for one in ready_fights_of(BOOKS[game].system, "en") if one.key == key)
    assert widths(table, request) == [footprint(one) for one in tokens(table, request)]


def test_a_big_one_is_big_also_where_it_cannot_stand(table: Table) -> None:
    """So that a page can draw it there. Of a sheet that cannot be read nothing is told."""
    ogre = {"id": "ogre", "name": "Ogre", "side": "foes", "sheet": {"fantasia": {"ref": "ogre"}}}
    wish = bridge_input(
        combatants=[{**ogre, "id": "x", "sheet": {"fantasia": {"ref": "nobody"}}}, {**ogre, "place": cell(99, 0)}]
    )
    told = checked(table, wish)
    assert {"combatants.0.sheet.fantasia.ref", "combatants.1.place"} <= {one["field"] for one in told["faults"]}
    assert told["combatants"] == [{"number": 1, "breadth": 200}]


def cell(x: int, y: int) -> dict[str, Any]:
    return {"cell": {"x": x, "y": y}}


def widths(table: Table, wish: Any) -> list[int]:
    return [one["breadth"] for one in checked(table, wish)["combatants"]]


def tokens(table: Table, wish: Any) -> list[dict[str, Any]]:
    """In the order of the request."""
    made = table.post("/v1/encounters", ADMIN, wish).json()
    (gm,) = (one["token"] for one in made["tokens"] if one["seat"] == "gm")
    scene = table.get(f"/v1/encounters/{made['encounter']['id']}/scene", gm).json()
    of = {one["combatant"]: one for one in scene["tokens"]}
    return [of[one["id"]] for one in wish["combatants"]]


def footprint(token: dict[str, Any]) -> int:
    area = token["footprint"]
    if area is None:
        return 100
    return 2 * area["disc"]["radius"] if area["disc"] else 100 * area["runs"][0]["length"]


def test_what_create_refuses_is_told_alike(table: Table) -> None:
    """The same faults, in the same words."""
    told = table.post("/v1/encounters", ADMIN, wrong()).json()["faults"]
    assert sorted(FIELDS) == fields(table, wrong())
    assert {f["field"]: f["message"] for f in faults(table, wrong())} == {f["field"]: f["message"] for f in told}


def test_faults_of_reading_and_of_the_rules_are_told_together(table: Table) -> None:
    """What is missing, of a wrong type or unknown, and beside it what the rules do not allow."""
    wish = {
        "system": "fantasia",
        "colour": "red",
        "dice": "SEEDED",
        "seed": "mine",
        "seats": [{"id": "gm", "role": "GM"}, {"id": "ana", "name": "Ana"}, {"id": "b b", "name": ""}],
        "setup": {"fantasia": {"nonsense": 1}},
        "sides": [{"key": "angels"}, {"key": "foes"}, {"key": "foes"}],
        "combatants": [
            {"id": "a", "name": "A", "side": "foes", "sheet": {"fantasia": {"ref": "goblin", "toughness": "much"}}},
            {"id": "b", "name": "B", "side": "foes", "seat": "gm", "sheet": {"fantasia": {"ref": "unicorn"}}},
            {"id": "c", "side": "elves", "sheet": {"minis": {}}},
            {"id": "d", "name": "D", "side": "foes", "seat": "eve", "sheet": {"fantasia": {"ref": "goblin"}}},
            "nobody",
        ],
        "ground": {"space": {"kind": "CUBE"}},
    }
    assert fields(table, wish) == sorted(
        [
            "name", "colour", "seed", "seats.0.name", "seats.2.id", "seats.2.name", "setup.fantasia.nonsense",
            "sides.0.key", "sides.2.key", "combatants.0.sheet.fantasia.toughness", "combatants.1.sheet.fantasia.ref",
            "combatants.2.name", "combatants.2.sheet", "combatants.3.seat", "combatants.4", "ground.space.kind",
        ]
    )  # fmt: skip


def test_what_follows_only_from_an_unreadable_part_is_no_fault(table: Table) -> None:
    """Sides of combatants that cannot be read, seats where there are none yet, a GM whose name is missing."""
    goblin = {"id": "a", "name": "A", "side": "foes", "seat": "ana", "sheet": {"fantasia": {"ref": "goblin"}}}
    assert fields(table, {"system": "fantasia", "name": "x", "combatants": [goblin]}) == ["seats"]
    half = {
        "system": "fantasia",
        "name": "x",
        "seats": [{"id": "gm", "role": "GM"}, {"id": "ana"}],
        "sides": [{"key": "foes"}, {"key": "elves"}],
        "typedBy": {"seats": ["ana"], "sides": ["foes", "elves"]},
        "combatants": [{**goblin, "vitals": {"hp": "all"}}],
    }
    assert fields(table, half) == [
        "combatants.0.vitals.hp",
        "seats.0.name",
        "seats.1.name",
        "sides.1.key",
        "typedBy.sides.1",
    ]


@pytest.mark.parametrize(
    ("wish", "field"),
    [({}, ["name", "seats", "system"]), ({"system": 3, "name": "x", "seats": []}, ["system"])],
)
def test_without_a_game(table: Table, wish: Any, field: list[str]) -> None:
    assert fields(table, wish) == field
    unknown = {**wish, "system": "chess", "name": "x", "seats": []}
    assert [f["field"] for f in faults(table, unknown)] == ["system"]


def test_what_is_no_object(table: Table) -> None:
    found = table.data(CHECK, ADMIN, input=[1])["checkEncounter"]["faults"]
    assert [(f["field"], f["message"]) for f in found] == [(None, "expected an object, got a list")]
    assert table.post("/v1/encounters/check", ADMIN, [1]).status_code == 400


def test_whole_numbers_as_some_clients_write_them(table: Table) -> None:
    goblin = {"id": "a", "name": "A", "side": "foes", "vitals": {"hp": 3.0}, "sheet": {"fantasia": {"ref": "goblin"}}}
    assert faults(table, bridge_input(combatants=[goblin])) == []


def test_faults_in_the_reader_s_language(table: Table) -> None:
    answer = table.post("/v1/encounters/check?locale=fi", ADMIN, {"system": "fantasia", "name": 3, "seats": []})
    words = {fault["field"]: fault["message"] for fault in answer.json()["faults"]}
    assert words["name"] == "odotettiin: teksti, saatiin kokonaisluku"


def test_only_who_may_create_may_check(table: Table) -> None:
    fight = bridge(table)
    for seat in ("gm", "ana"):
        assert table.post("/v1/encounters/check", fight.tokens[seat], bridge_input()).status_code == 403
        assert table.gql(CHECK, fight.tokens[seat], input={})["errors"][0]["extensions"]["code"] == "NOT_YOURS"
    assert table.post("/v1/encounters/check", None, {}).status_code == 401
    host = table.post("/v1/hosts", ADMIN, {"host": "hanna"}).json()["token"]
    assert table.post("/v1/encounters/check", host, bridge_input()).json()["faults"] == []
    assert table.http.delete("/v1/hosts/hanna/tokens", headers=table.headers(ADMIN)).status_code == 200
    assert table.post("/v1/encounters/check", host, bridge_input()).status_code == 401


def test_so_many_faults_take_no_longer_than_reading(table: Table) -> None:
    """Ten thousand values that are all wrong are told as far as somebody can read them."""
    crowd = [{"id": 1, "name": 2, "side": 3, "sheet": 4} for _ in range(200)]
    wish = {
        "system": "fantasia",
        "name": "x",
        "seats": [{}] * 100,
        "combatants": crowd,
        **{f"x{n}": n for n in range(5000)},
    }
    assert len(faults(table, wish)) == 100


def test_a_fault_says_the_way_to_its_field_beside_its_words(table: Table) -> None:
    """A person reads what is wrong; a page marks where."""
    area = {"runs": [{"x": 40, "y": 0, "length": 3}]}
    ground = {
        "space": {"kind": "GRID", "width": 8, "height": 8},
        "patches": [{"key": "p", "entry": "wall", "area": area}],
    }
    found = faults(table, bridge_input(ground=ground))
    (told,) = (one["message"] for one in found if "patches" in one["field"])
    assert told == "it reaches off the board"
