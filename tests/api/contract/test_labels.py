"""Words stand beside every id that people see: vitals, conditions, kinds, sides, outcomes, the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from api.reading.systems import system_answer
from engine.kernel.scene.wording import Wording
from engine.service.registry import Registry
from tests.api.fights import bridge
from tests.api.table import ADMIN, Table
from tests.support.slices.bare import bare_game

LABELS = """query($id: ID!) { encounter(id: $id) { outcomeLabel sides { key label }
  combatants { key kind kindLabel out outLabel vitals { key label } conditions { key kind label } } } }"""


def told(table: Table, fight: Any, locale: str) -> dict[str, Any]:
    answer = table.http.post(
        "/graphql",
        json={"query": LABELS, "variables": {"id": fight.id}},
        headers={**Table.headers(fight.tokens["gm"]), "accept-language": locale},
    ).json()
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["encounter"]
    return found


def test_a_fight_has_words_in_the_reader_s_language(table: Table) -> None:
    fight = bridge(table)
    condition = {"key": "p", "kind": "poison"}
    fight.act("gm", {"gm": {"correct": {"path": "combatants.cloud.conditions", "value": [condition], "reason": ""}}})
    english, spanish = told(table, fight, "en"), told(table, fight, "es")
    assert english["combatants"][0]["kindLabel"] == "Soldier"
    assert english["combatants"][0]["vitals"] == [{"key": "hp", "label": "HP"}, {"key": "mp", "label": "MP"}]
    assert english["combatants"][0]["conditions"] == [{"key": "p", "kind": "poison", "label": "Poisoned"}]
    assert english["sides"] == [{"key": "heroes", "label": "The heroes"}, {"key": "foes", "label": "The foes"}]
    assert spanish["combatants"][0]["kindLabel"] == "Soldado"
    assert [v["label"] for v in spanish["combatants"][0]["vitals"]] == ["PV", "PM"]
    assert spanish["combatants"][0]["conditions"][0]["label"] == "Veneno"
    assert [s["label"] for s in spanish["sides"]] == ["Los héroes", "Los enemigos"]
    assert (english["outcomeLabel"], english["combatants"][0]["outLabel"]) == ("", "")


def test_a_figure_is_called_what_the_catalogue_calls_it(table: Table) -> None:
    """Also where the kinds of a game are general: creature, adventurer."""
    one = {
        "id": "a",
        "name": "A",
        "side": "foes",
        "place": {"cell": {"x": 1, "y": 1}},
        "sheet": {"dozenDie": {"ref": "ogre"}},
    }
    seats = [{"id": "gm", "name": "GM", "role": "GM"}]
    wish = {"system": "dozen_die", "name": "Bridge", "seats": seats, "combatants": [one], "setup": {"dozenDie": {}}}
    made = table.post("/v1/encounters", ADMIN, wish).json()
    for locale, name in (("en", "Ogre"), ("fi", "Ogri"), ("es", "Ogro")):
        seen = table.get(
            f"/v1/encounters/{made['encounter']['id']}?include=scene", ADMIN, **{"accept-language": locale}
        )
        assert seen.json()["combatants"][0]["kindLabel"] == name
        assert seen.json()["scene"]["tokens"][0]["kindLabel"] == name


def test_who_is_out_and_who_has_won_is_said_in_words(table: Table) -> None:
    fight = bridge(table)
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    fight.act("gm", {"gm": {"correct": {"path": "combatants.steiner.out", "value": "fled", "reason": ""}}})
    found = told(table, fight, "en")
    assert found["combatants"][1]["out"] == "fled"
    assert found["combatants"][1]["outLabel"] not in ("", "FLED")


@pytest.mark.parametrize("system", sorted(Registry.installed().books))
def test_every_entry_of_the_catalogue_has_a_name(system: str, table: Table) -> None:
    """In English and in the language of the game's source; by the API as by the system."""
    book = Registry.installed().book(system)
    for locale in ("en", book.system.language):
        shown = table.http.get(f"/v1/systems/{system}", headers={"accept-language": locale}).json()
        for catalogue in shown["content"]:
            assert set(catalogue["names"]) == set(catalogue["entries"])
            for id, name in catalogue["names"].items():
                assert name == book.system.word(id, locale)
                assert name, f"{catalogue['key']}.{id} has no word in {locale}"
                assert "_" not in name


def test_what_things_are_is_said_in_the_readers_language(table: Table) -> None:
    """Of commands, questions, content, conditions and ground, by REST and GraphQL; of what is offered as well."""
    minis = {locale: table.get(f"/v1/systems/minis?locale={locale}").json() for locale in ("en", "pl")}
    for kind in ("commands", "questions", "conditions", "ground"):
        for english, polish in zip(minis["en"][kind], minis["pl"][kind], strict=True):
            assert english["summary"].endswith(".")
            assert polish["summary"] not in ("", english["summary"])
    query = '{ system(id: "minis") { content { key summaries { key value } } commands { key summary } } }'
    asked = table.http.post("/graphql", json={"query": query}, headers={"accept-language": "pl"})
    assert "errors" not in asked.json(), asked.json()
    by_graphql = asked.json()["data"]["system"]
    content = {c["key"]: {entry["key"]: entry["value"] for entry in c["summaries"]} for c in by_graphql["content"]}
    assert content == {c["key"]: c["summaries"] for c in minis["pl"]["content"]}
    assert by_graphql["commands"] == [{"key": c["key"], "summary": c["summary"]} for c in minis["pl"]["commands"]]
    assert set(content["spells"]) >= {"fireball", "speed"}


def test_offers_say_what_they_are(table: Table) -> None:
    """An order, and what is offered beside the game: taking a step back."""
    fight = bridge(table, begin=False)
    path = f"/v1/encounters/{fight.id}?locale=fi"
    begin = next(o for o in table.get(path, fight.tokens["gm"]).json()["offers"] if o["kind"] == "begin")
    assert begin["summary"].startswith("Aloittaa taistelun")
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    back = table.get(path, fight.tokens["gm"]).json()["takeBacks"]
    assert "takeBack" in {one["kind"] for one in back}
    assert all(one["summary"] for one in back)


def test_a_system_without_words_shows_ids_as_plain_words() -> None:
    """So a third party's fight can be read before it is translated."""

    words = Wording(bare_game(), None, "en")  # type: ignore[arg-type]
    assert words.word("stone_golem") == "Stone golem"


def test_the_operator_sees_them_too(table: Table) -> None:
    fight = bridge(table)
    whole = table.get(f"/v1/encounters/{fight.id}", ADMIN).json()
    assert whole["combatants"][0]["kindLabel"] == "Soldier"


GROUPS = """query($id: ID!) {
  encounter(id: $id) { offers(combatant: "cloud") { key group groupLabel } }
  systems { key commands { key group groupLabel } }
}"""


def test_offers_stand_in_groups_with_words(table: Table) -> None:
    """The usual ones first, in both APIs; what is listed of a game has the same groups."""
    fight = bridge(table)
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    said = {
        "en": ("Attack", "Turn and round"),
        "es": ("Ataque", "Turno y ronda"),
        "fi": ("Hyökkäys", "Vuoro ja kierros"),
    }
    for locale, (first, last) in {**said, "pl": ("Atak", "Tura i runda")}.items():
        headers = {**Table.headers(fight.tokens["gm"]), "accept-language": locale}
        asked = {"query": GROUPS, "variables": {"id": fight.id}}
        found = table.http.post("/graphql", json=asked, headers=headers).json()["data"]
        offers = found["encounter"]["offers"]
        assert offers[0] == {"key": "attack-sword_2", "group": "STRIKE", "groupLabel": first}
        assert offers[-1] == {"key": "end-turn", "group": "END", "groupLabel": last}
        rest = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"], **{"accept-language": locale}).json()
        mine = [one for one in rest["offers"] if one["combatant"] == "cloud"]
        assert [{name: one[name] for name in offers[0]} for one in mine] == offers
        commands = {(s["key"], c["key"]): c for s in found["systems"] for c in s["commands"]}
        assert commands["fantasia", "attack"] == {"key": "attack", "group": "STRIKE", "groupLabel": first}
        assert commands["saari", "begin"]["group"] == "END"


def test_what_gives_up_or_ends_the_fight_is_marked(table: Table) -> None:
    """In both APIs, in the list of a game's orders, and of the tool that ends a fight which the rules have decided."""
    fight = bridge(table)
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    offers = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["offers"]
    marked = {one["kind"]: one["ends"] for one in offers if one["ends"] is not None}
    assert marked == {"callOff": "FIGHT", "surrender": "SIDE", "leave": "COMBATANT"}
    asked = "query($id: ID!) { encounter(id: $id) { offers { kind ends } } systems { key commands { key ends } } }"
    found = table.data(asked, fight.tokens["gm"], id=fight.id)
    assert {(one["kind"], one["ends"]) for one in found["encounter"]["offers"]} >= {*marked.items()}
    (fantasia,) = [one for one in found["systems"] if one["key"] == "fantasia"]
    assert {one["key"]: one["ends"] for one in fantasia["commands"] if one["ends"]} == marked
    fight.act("gm", {"fantasia": {"callOff": {}}})
    left = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()["offers"]
    assert [one["ends"] for one in left if one["kind"] == "end"] == ["FIGHT"]


def test_an_answer_has_the_group_of_the_order_that_it_is(table: Table) -> None:
    """Any other answer has none; what is offered beside the game's own orders has one."""
    fight = bridge(table)
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    fight.act("ana", {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}})
    told = table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).json()
    for decision in told["decisions"]:
        assert {(o["group"], o["groupLabel"]) for o in decision["offers"]} <= {(None, "")}
    asked = table.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).json()
    assert [(o["key"], o["group"]) for o in asked["takeBacks"]] == [("takeBack", "OTHER")]


@pytest.mark.parametrize(
    ("game", "locale", "said"),
    [
        ("fantasia", "en", {"open": "Open ground", "wall": "Wall", "not-firm": "Water or thin air"}),
        ("fantasia", "es", {"open": "Terreno abierto", "wall": "Muro", "not-firm": "Agua o aire"}),
        ("fantasia", "fi", {"open": "Avoin maa", "wall": "Seinä", "not-firm": "Vettä tai tyhjää"}),
        ("dozen_die", "es", {"wall": "Muro", "door-shut": "Puerta cerrada", "river": "Río"}),
        ("dozen_die", "fi", {"wall": "Seinä", "door-shut": "Suljettu ovi", "river": "Joki"}),
        ("dozen_die", "pl", {"wall": "Wall", "door-shut": "Shut door", "river": "River"}),
        ("saari", "fi", {"difficult": "Vaikea maasto", "cover": "Suoja"}),
    ],
)
def test_what_ground_is_made_of_is_called_as_in_the_scene(game: str, locale: str, said: dict[str, str]) -> None:
    """In each language that the scenes of a game have; in English where they have none."""
    ground = {one.key: one.label for one in system_answer(Registry.installed().book(game), locale).ground}
    assert {key: ground[key] for key in said} == said
