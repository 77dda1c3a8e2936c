"""House rules through the API: listed, set, refused, shown, played by, and kept by whatever comes of a fight."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.structs.messages import plain
from engine.kernel.words.house_rules import house_rules_of
from engine.kit.testing.house_rules import others
from engine.service.encounters import Encounters
from engine.service.proof.export import read_export
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.memory import MemoryStore
from tests.api.fights import CREATE
from tests.api.table import ADMIN, Table
from tests.support.processes.terminal import skald

BOOKS = {id: book for id, book in Registry.installed().books.items() if house_rules_of(book.system)}
READ = """query($id: ID!) { encounter(id: $id) { houseRules {
  key kind name summary rule value default label defaultLabel } } }"""
LISTED = """query($id: ID!) { system(id: $id) { houseRules {
  key kind name summary rule default defaultLabel least most among { key label } } } }"""
SEATS = [{"id": "gm", "name": "GM", "role": "GM"}]


class Physical:
    """A fight of the game master's alone, by REST, whose dice are typed as they are given."""

    def __init__(self, table: Table, system: str, combatants: list[dict[str, Any]], **more: Any) -> None:
        self.table, self.key = table, BOOKS[system].key
        people = [{"name": one["id"].title(), **one, "sheet": {self.key: one["sheet"]}} for one in combatants]
        wish = {"system": system, "name": "By hand", "seats": SEATS, "dice": "PHYSICAL", "combatants": people, **more}
        made = table.post("/v1/encounters", ADMIN, wish)
        assert made.status_code == 201, made.text
        self.id, self.token = made.json()["encounter"]["id"], made.json()["tokens"][0]["token"]

    def order(self, command: dict[str, Any], *faces: int) -> list[dict[str, Any]]:
        """Its events."""
        return self._sent("commands", {"command": {self.key: command}, "faces": faces})

    def answer(self, key: str, *faces: int, **picks: Any) -> list[dict[str, Any]]:
        """The events of an answer to the first open question."""
        asked = self.seen()["decisions"][0]["id"]
        return self._sent(f"decisions/{asked}", {"choice": {"key": key, "fields": picks}, "faces": faces})

    def _sent(self, path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
        done = self.table.post(f"/v1/encounters/{self.id}/{path}", self.token, body)
        assert done.status_code == 200, done.text
        events: list[dict[str, Any]] = done.json()["events"]
        return events

    def seen(self) -> dict[str, Any]:
        """As its game master sees it."""
        found: dict[str, Any] = self.table.get(f"/v1/encounters/{self.id}", self.token).json()
        return found


def of(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """What the only event of a kind tells."""
    (found,) = [event["data"] for event in events if event["type"] == kind]
    told: dict[str, Any] = found
    return told


def shown(table: Table, fight: str, token: str | None = ADMIN) -> dict[str, Any]:
    """What a fight plays otherwise, by key."""
    rules = table.data(READ, token, id=fight)["encounter"]["houseRules"]
    return {rule["key"]: rule["value"] for rule in rules}


def minis(table: Table, house: dict[str, Any]) -> Physical:
    """Ada beside Bob, on an open table."""
    figures = {"level": 1, "initiative": 5, "movement": 400, "life": 10, "weapons": ["short_sword"]}
    people = [
        {
            "id": who,
            "side": side,
            "place": {"point": {"x": x, "y": 2400}},
            "sheet": {**figures, "towards": {"x": to, "y": 0}},
        }
        for who, side, x, to in (("ada", "red", 2400, 1), ("bob", "blue", 2450, -1))
    ]
    return Physical(table, "minis", people, houseRules=house)


def opportunity(table: Table, house: dict[str, Any]) -> Any:
    """Whether a face of 60 hits whoever leaves."""
    fight = minis(table, house)
    fight.order({"begin": {}})
    while fight.seen()["decisions"]:
        mine = "ada" in fight.seen()["decisions"][0]["question"]["combatants"]
        fight.answer("these" if mine else "nobody")
    fight.order({"move": {"combatant": "ada", "path": [{"point": {"x": 2200, "y": 2400}}]}})
    return of(fight.answer("strike", 60), "MinisAttackRolled")["hit"]


def initiative(table: Table, house: dict[str, Any]) -> Any:
    """The actions of a character of Saari who has two successes."""
    people = [
        {"id": "ada", "side": "heroes", "sheet": {"weapons": ["sword"]}},
        {"id": "gob", "side": "foes", "sheet": {"ref": "goblin"}},
    ]
    begun = Physical(table, "saari", people, houseRules=house).order({"begin": {}}, 4, 4)
    return next(e["data"]["initiative"] for e in begun if e["type"] == "SaariInitiativeSet")


def marchers(table: Table, house: dict[str, Any]) -> Any:
    """Who of Dozen Die may march with the first die, five squares from a foe."""
    people = [
        {"id": "ada", "side": "heroes", "place": {"cell": {"x": 0, "y": 0}}, "sheet": {"ref": "veteran"}},
        {"id": "bob", "side": "foes", "place": {"cell": {"x": 5, "y": 0}}, "sheet": {"ref": "veteran"}},
    ]
    ground = {"space": {"kind": "GRID"}, "rows": ["......"]}
    begun = Physical(table, "dozen_die", people, ground=ground, houseRules=house).order({"begin": {}}, 1)
    return [e["data"]["eligible"] for e in begun if e["type"] == "DozenDieMarchersFound"]


def waiting(table: Table, house: dict[str, Any]) -> Any:
    """How far a character of Mercenaries with an initiative of 4 falls back by waiting; its tile says so too."""
    card = {"id": "brute", "name": "Brute", "speed": 2, "health": 9, "damage": 1}
    people = [
        {"id": "ada", "side": "party", "sheet": {"skills": {"long_blade": 3}, "weapons": ["sabre"]}},
        {"id": "bob", "side": "enemies", "sheet": {"card": card}},
    ]
    setup = {"mongolianMercenaries": {"ownBattlefield": {"id": "plain", "name": "Plain"}, "distance": "CLOSE"}}
    fight = Physical(table, "mongolian_mercenaries", people, setup=setup, houseRules=house)
    fight.order({"begin": {}})
    while fight.seen()["decisions"]:
        fight.answer(fight.seen()["decisions"][0]["default"])
    (tile,) = [offer for offer in fight.seen()["offers"] if offer["kind"] == "wait" and offer["combatant"] == "ada"]
    assert f"falls by {house.get('waitInitiative', 20)} " in tile["summary"]
    return of(fight.order({"wait": {"combatant": "ada"}}), "MongolianMercenariesWaited")["initiative"]


def critical(table: Table, house: dict[str, Any]) -> Any:
    """The damage of a natural 12 in La Fantasia Final, of 13."""
    figures = {
        "strength": 3,
        "agility": 0,
        "vitality": 0,
        "mind": 0,
        "defense": 9,
        "magicDefense": 9,
        "hp": 99,
        "movement": 5,
    }
    people = [
        {"id": "ada", "side": "heroes", "sheet": {**figures, "weapons": ["sword_2"]}},
        {"id": "bob", "side": "foes", "sheet": figures},
    ]
    fight = Physical(table, "fantasia", people, houseRules=house)
    fight.order({"begin": {}}, 6, 6, 1, 1)
    struck = fight.order({"attack": {"attacker": "ada", "target": "bob", "weapon": "sword_2"}}, 6, 6, 4, 3)
    return of(struck, "FantasiaDamageTaken")["damage"]


@pytest.mark.parametrize(
    ("played", "house", "usual", "here"),
    [
        (opportunity, {"opportunityChance": 58}, False, True),
        (initiative, {"initiativeBase": 4}, 4, 6),
        (marchers, {"marchDistance": 4}, [], [["ada"]]),
        (waiting, {"waitInitiative": 5}, -16, -1),
        (critical, {"criticalPercent": 150}, 26, 19),
    ],
)
def test_a_fight_is_played_by_its_house_rules(
    table: Table, played: Callable[[Table, dict[str, Any]], Any], house: dict[str, Any], usual: Any, here: Any
) -> None:
    """The same orders with the same dice come to something else."""
    assert (played(table, {}), played(table, house)) == (usual, here)


@pytest.mark.parametrize("game", BOOKS)
def test_a_game_lists_what_a_table_may_set(table: Table, game: str) -> None:
    """By GraphQL and REST alike, in the reader's language."""
    listed = table.data(LISTED, None, id=game)["system"]["houseRules"]
    assert table.get(f"/v1/systems/{game}").json()["houseRules"] == listed
    finnish = table.get(f"/v1/systems/{game}", None, **{"accept-language": "fi"}).json()["houseRules"]
    for rule, told, other in zip(house_rules_of(BOOKS[game].system), listed, finnish, strict=True):
        assert told["key"] == rule.key
        assert (told["kind"], told["rule"], told["default"]) == (rule.kind, rule.rule, rule.default)
        assert (told["least"], told["most"]) == (getattr(rule, "least", None), getattr(rule, "most", None))
        assert [one["key"] for one in told["among"]] == list(getattr(rule, "among", ()))
        assert told["name"] != other["name"]


@pytest.mark.parametrize("game", BOOKS)
def test_each_is_set_and_shown_to_everybody(table: Table, game: str) -> None:
    """By GraphQL and by REST; what is as the game has it is left out, also in the first event."""
    rules = house_rules_of(BOOKS[game].system)
    wished = {rule.key: others(rule)[-1] for rule in rules[1:]}
    wish = {"system": game, "name": "Ours", "seats": SEATS, "houseRules": {**wished, rules[0].key: rules[0].default}}
    made = table.data(CREATE, ADMIN, input=wish)["createEncounter"]["encounter"]["id"]
    answer = table.post("/v1/encounters", ADMIN, wish).json()["encounter"]
    for fight in (made, answer["id"]):
        assert shown(table, fight) == wished
        first = table.get(f"/v1/encounters/{fight}/events?after=0", ADMIN).json()["events"][0]["data"]
        assert first["houseRules"] == wished
    assert {one["key"]: one["value"] for one in answer["houseRules"]} == wished
    assert all(one["label"] != one["defaultLabel"] for one in answer["houseRules"])
    plain_one = table.post("/v1/encounters", ADMIN, {**wish, "houseRules": {rules[0].key: rules[0].default}}).json()
    assert plain_one["encounter"]["houseRules"] == []
    told = table.get(f"/v1/encounters/{plain_one['encounter']['id']}/events?after=0", ADMIN).json()["events"][0]
    assert told["data"]["houseRules"] is None


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"quietTurn": 2}, "there is no house rule 'quietTurn': did you mean 'quietTurns'?"),
    ({"xyz": 2}, "there is no house rule 'xyz': there are quietTurns, roadInches, "),
    ({"quietTurns": 0}, "a whole number from 1 to 10"),
    ({"quietTurns": 11}, "a whole number from 1 to 10"),
    ({"quietTurns": True}, "a whole number from 1 to 10"),
    ({"quietTurns": "many"}, "a whole number from 1 to 10"),
    ({"quietTurns": 2.5}, "a whole number from 1 to 10"),
    ({"quietTurns": None}, "a whole number from 1 to 10"),
    ({"quietTurns": [2]}, "a whole number from 1 to 10"),
    ({"quietTurns": 10**30}, "a whole number from 1 to 10"),
]


@pytest.mark.parametrize(("house", "said"), WRONG)
def test_what_cannot_be_is_refused_in_words(table: Table, house: dict[str, Any], said: str) -> None:
    """By both ways in, and by the check, with the field."""
    wish = {"system": "minis", "name": "Ours", "seats": SEATS, "houseRules": house}
    (key,) = house
    answer = table.post("/v1/encounters", ADMIN, wish)
    assert answer.status_code == 422
    assert (answer.json()["field"], answer.json()["detail"][: len(said)]) == (f"houseRules.{key}", said)
    refused = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    assert refused["field"] == f"houseRules.{key}"
    assert table.post("/v1/encounters/check", ADMIN, wish).json()["faults"][0]["field"] == f"houseRules.{key}"


def test_all_that_is_wrong_is_told_at_once_in_the_readers_language(table: Table) -> None:
    wish = {"system": "minis", "name": "Ours", "seats": SEATS, "houseRules": {"quietTurn": 2, "leastDamage": 9}}
    answer = table.post("/v1/encounters", ADMIN, wish, **{"accept-language": "pl"}).json()
    assert [fault["message"] for fault in answer["faults"]] == [
        "nie ma zasady domowej 'quietTurn': czy chodzi o 'quietTurns'?",
        "liczba całkowita od 0 do 3",
    ]


@pytest.mark.parametrize("house", [7, [], "x", {str(n): n for n in range(101)}])
def test_what_is_no_object_or_too_large_is_refused_at_the_edge(table: Table, house: Any) -> None:
    answer = table.post("/v1/encounters", ADMIN, {"system": "minis", "name": "x", "seats": SEATS, "houseRules": house})
    assert answer.status_code == 400
    assert answer.json()["field"] == "houseRules"


def test_forks_and_copies_keep_them(table: Table) -> None:
    """And play by them."""
    house = {"opportunityChance": 58, "roadInches": 0}
    fight = minis(table, house)
    fork = table.post(f"/v1/encounters/{fight.id}/fork", fight.token, {"at": 2}).json()
    copy = table.post(f"/v1/encounters/{fight.id}/copy", ADMIN, {}).json()
    assert shown(table, fork["encounter"]["id"]) == shown(table, copy["encounter"]["id"]) == house


def test_a_shelf_keeps_them_in_a_setup_and_in_a_fight(table: Table) -> None:
    """What a fight was created from is the request again."""
    token = table.post("/v1/hosts", ADMIN, {"host": "gil"}).json()["token"]
    house = {"quietTurns": 7}
    wish = {"system": "minis", "name": "Ours", "seats": SEATS, "houseRules": house}
    made = table.post("/v1/encounters", token, wish).json()["encounter"]["id"]
    for kind in ("SETUP", "FIGHT"):
        save = "mutation($i: SaveToShelfInput!) { saveToShelf(input: $i) { __typename } }"
        table.data(save, token, i={"encounter": made, "kind": kind, "key": "ours", "name": "Ours"})
        kept = table.get(f"/v1/shelf/{kind}/ours", token).json()
        assert kept["content"]["houseRules"] == house


def test_a_file_tells_them_is_verified_and_imported(table: Table, tmp_path: Path) -> None:
    """A file that tells other house rules than it was played by is broken."""
    fight = minis(table, {"quietTurns": 1})
    fight.order({"begin": {}})
    while fight.seen()["decisions"]:
        fight.answer("nobody")
    assert fight.seen()["outcome"] == ""
    fight.table.post(
        f"/v1/encounters/{fight.id}/commands", fight.token, {"command": {"gm": {"end": {"reason": "over"}}}}
    )
    whole = table.get(f"/v1/encounters/{fight.id}/export", fight.token).content
    file = tmp_path / "fight.ndjson"
    file.write_bytes(whole)
    verified = skald("verify", file, folder=tmp_path)
    assert "played  by a house rule: Quiet turns until a draw: 1 (the game has 3)" in verified.stdout
    assert "BROKEN" not in verified.stdout

    async def imported() -> dict[str, Any]:
        store = MemoryStore()
        done = await import_export(store, Registry.installed(), read_export(io.BytesIO(whole)))
        service = Encounters(store, Registry.installed())
        return plain((await service.view(done.encounter, None)).seen.fight.house_rules)

    assert asyncio.run(imported()) == {"quietTurns": 1}
