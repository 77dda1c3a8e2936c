"""Looks over the API: set at creation and later, read alike over GraphQL and REST, and nothing of who is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.fights import CREATE, Bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table

LOOKS = "looks { colour caption portrait picture refs { program value } }"
READ = f"""query Read($id: ID!) {{ encounter(id: $id) {{ {LOOKS} backdrop {{ picture at {{ x y }} width height opacity
  }} seats {{ key {LOOKS} }} sides {{ key label {LOOKS} }} combatants {{ key {LOOKS} }}
  events(first: 20) {{ nodes {{ type text ... on CombatantLooksSet {{ combatant {LOOKS} }} }} }} }} }}"""
PLAIN = {"colour": None, "caption": "", "portrait": None, "picture": None, "refs": []}
ADDRESS = "https://zq7.example/a.webp"
BACKDROP = {
    "picture": "https://maps.example/a.webp",
    "at": {"x": -50, "y": 0},
    "width": 2400,
    "height": 1600,
    "opacity": 100,
}


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A fight in which everything has looks, also somebody whom only the GM sees, and his side."""
    wish = bridge_input(
        looks={"caption": "Bridge"},
        backdrop=BACKDROP,
        sides=[
            {"key": "heroes", "label": "The Red Company", "looks": {"colour": "#aa0000"}},
            {"key": "zq7side", "looks": {"picture": ADDRESS}},
        ],
    )
    wish["seats"][1]["looks"] = {"portrait": "https://a.example/ana.webp"}
    wish["combatants"][0]["looks"] = {"refs": [{"program": "foundry", "value": "a1"}]}
    lurker = {"id": "zq7", "name": "Zq7", "side": "zq7side", "seenBy": ["gm"], "sheet": sheet()}
    wish["combatants"].append({**lurker, "looks": {"picture": ADDRESS}})
    answer = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    assert "encounter" in answer, answer
    return Bridge(table, answer)


def read(fight: Bridge, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(READ, fight.tokens[seat], id=fight.id)["encounter"]
    return found


def test_looks_are_read_alike(fight: Bridge) -> None:
    """Over GraphQL and REST, by everybody; what nobody has given a look is plain."""
    for seat in ("gm", "ana", "eve"):
        shown = read(fight, seat)
        assert (shown["looks"], shown["backdrop"]) == ({**PLAIN, "caption": "Bridge"}, BACKDROP)
        seats = {one["key"]: one["looks"] for one in shown["seats"]}
        assert seats == {"gm": PLAIN, "ana": {**PLAIN, "portrait": "https://a.example/ana.webp"}, "eve": PLAIN}
        people = {one["key"]: one["looks"] for one in shown["combatants"]}
        assert people["cloud"] == {**PLAIN, "refs": [{"program": "foundry", "value": "a1"}]}
        assert people["steiner"] == PLAIN
        sides = {one["key"]: (one["label"], one["looks"]["colour"]) for one in shown["sides"]}
        assert (sides["heroes"], sides["foes"]) == (("The Red Company", "#aa0000"), ("The foes", None))
        rest = fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens[seat]).json()
        for name in ("looks", "backdrop", "sides"):
            assert rest[name] == shown[name], name
        for name in ("seats", "combatants"):
            assert [{"key": one["key"], "looks": one["looks"]} for one in rest[name]] == shown[name]


def test_what_is_hidden_leaves_no_address_anywhere(fight: Bridge) -> None:
    """Neither in the state nor in events, files and streams of those who do not see him."""
    assert fight.act("gm", {"gm": {"setLooks": {"combatant": "zq7", "looks": {"picture": ADDRESS}}}})
    assert fight.act("gm", {"gm": {"setLooks": {"side": "zq7side", "looks": {"picture": ADDRESS}}}})
    paths = ("", "/scene", "/events", "/export")
    for seat in ("gm", "ana", "eve"):
        got = [fight.table.get(f"/v1/encounters/{fight.id}{path}", fight.tokens[seat]).text for path in paths]
        got.append(json.dumps(read(fight, seat)))
        assert [ADDRESS in text or "zq7" in text for text in got] == [seat == "gm"] * len(got), seat


def test_a_seat_sets_its_own_and_all_read_it(fight: Bridge) -> None:
    """In the reader's language; what is another's is refused with its field."""
    looks = {"colour": "#00aa00", "caption": "Cl"}
    assert fight.act("ana", {"table": {"setLooks": {"combatant": "cloud", "looks": looks}}})["__typename"] == "Accepted"
    told = read(fight, "eve")["events"]["nodes"][-1]
    assert told == {
        "type": "CombatantLooksSet",
        "text": "Cloud is shown otherwise from now on",
        "combatant": "cloud",
        "looks": {**PLAIN, **looks},
    }
    refused = fight.act("ana", {"table": {"setLooks": {"combatant": "steiner", "looks": looks}}})
    assert (refused["__typename"], refused["code"]) == ("Refused", "NOT_YOURS")
    assert refused["field"] == "command.table.setLooks.combatant"


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"looks": {"picture": "http://a.example/b.png"}}, ["input", "looks", "picture"]),
        ({"backdrop": {**BACKDROP, "picture": "https://u@a.example/"}}, ["input", "backdrop", "picture"]),
        ({"backdrop": {**BACKDROP, "width": -1}}, ["input", "backdrop", "width"]),
        ({"sides": [{"key": "heroes", "looks": {"colour": "red"}}]}, ["input", "sides", 0, "looks", "colour"]),
    ],
)
def test_a_look_that_is_none_is_refused_at_creation(table: Table, more: dict[str, Any], path: list[Any]) -> None:
    """With its path."""
    (error,) = table.gql(CREATE, ADMIN, input=bridge_input(**more))["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT", "path": path}
    assert "[" not in error["message"]
