"""What the acting have and cannot use now is told with its reason, in GraphQL and REST, to those who may order them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.kernel.structs.budget import LISTING, spend
from engine.systems import fantasia
from tests.api.fights import Bridge, bridge
from tests.support.processes.pool_jobs import done_here

WHY = """query Why($id: ID!, $only: ID) { encounter(id: $id) { acting offers { combatant kind }
  unavailable { combatant key kind name icon group groupLabel reason { kind text rule target } }
  some: unavailable(combatant: $only) { combatant } } }"""
PREVIEW = """query Preview($input: PreviewInput!) { preview(input: $input) {
  ... on Refused { message ways { steps { cell { x y } } } } } }"""
COLD = {"fantasia": {"ref": "soldier", "initiativeBonus": 50, "spells": ["fire"], "mp": 1}}


def placed(id: str, side: str, seat: str, x: int, sheet: Any) -> dict[str, Any]:
    """A combatant on a cell."""
    place = {"cell": {"x": x, "y": 0}}
    return {"id": id, "name": id.title(), "side": side, "seat": seat, "place": place, "sheet": sheet}


@pytest.fixture
def fight(table: Any) -> Bridge:
    """Cloud, whose turn it is, knows Fire, has too few magic points, and the ogre is eleven metres away."""
    cloud = placed("cloud", "heroes", "ana", 0, COLD)
    ogre = placed("ogre", "foes", "gm", 11, {"fantasia": {"ref": "ogre"}})
    return bridge(table, combatants=[cloud, ogre], ground={"space": {"kind": "GRID"}})


def why(fight: Bridge, seat: str, **headers: str) -> dict[str, Any]:
    """What a seat reads by GraphQL."""
    found: dict[str, Any] = fight.table.data(WHY, fight.tokens[seat], id=fight.id, only="ogre")["encounter"]
    return found


def test_each_thing_without_an_offer_has_its_reason(fight: Bridge) -> None:
    """With the figures: how far away the nearest is, and how far it reaches."""
    found = why(fight, "ana")
    assert found["acting"] == ["cloud"]
    assert {one["combatant"] for one in found["unavailable"]} == {"cloud"}
    assert found["some"] == []
    sword = next(one for one in found["unavailable"] if one["kind"] == "attack")
    assert (sword["name"], sword["group"], sword["groupLabel"]) == ("Sword +2", "STRIKE", "Attack")
    assert sword["reason"] == {
        "kind": "OUT_OF_REACH", "text": "Ogre is 11 m away, this reaches 1 m", "rule": "FF-ATK-01", "target": "ogre",
    }  # fmt: skip


def test_it_is_told_by_rest_to_whoever_asks_for_it(fight: Bridge) -> None:
    """The same, in the reader's language; null where it is not asked for."""
    path = f"/v1/encounters/{fight.id}"
    told = fight.table.get(f"{path}?include=unavailable", fight.tokens["ana"]).json()["unavailable"]
    assert told == why(fight, "ana")["unavailable"]
    assert fight.table.get(path, fight.tokens["ana"]).json()["unavailable"] is None
    spanish = fight.table.get(f"{path}?include=unavailable", fight.tokens["ana"], **{"accept-language": "es"}).json()
    assert "Ogre está a 11 m, y esto alcanza 1 m" in [one["reason"]["text"] for one in spanish["unavailable"]]


def test_it_is_told_to_those_who_may_order(fight: Bridge) -> None:
    """To the game master too; not to spectators, and of nobody whose turn it is not."""
    assert why(fight, "gm")["unavailable"] == why(fight, "ana")["unavailable"]
    assert why(fight, "eve")["unavailable"] == []


def test_a_way_that_is_blocked_is_told_up_to_the_block(fight: Bridge) -> None:
    """Beside the reason, by both; a target out of reach is told with the figures too."""
    path = [{"cell": {"x": 0, "y": 1}}, {"cell": {"x": 0, "y": 2}}, {"cell": {"x": 5, "y": 5}}]
    order = {"fantasia": {"move": {"combatant": "cloud", "path": path}}}
    asked = fight.table.data(PREVIEW, fight.tokens["ana"], input={"encounter": fight.id, "command": order})["preview"]
    assert [[step["cell"] for step in way["steps"]] for way in asked["ways"]] == [[one["cell"] for one in path[:2]]]
    assert "no neighbouring cell" in asked["message"]
    previews, token = f"/v1/encounters/{fight.id}/previews", fight.tokens["ana"]
    told = fight.table.post(previews, token, {"command": order}).json()
    assert [len(way["steps"]) for way in told["ways"]] == [2]
    attack = {"fantasia": {"attack": {"attacker": "cloud", "target": "ogre", "weapon": "sword_2"}}}
    far = fight.table.post(previews, token, {"command": attack}).json()
    assert far["detail"] == "Ogre is 11 m away, this reaches 1 m"
    assert "ways" not in far


def test_what_takes_too_much_work_is_left_out(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fight stays readable, and the offers are there."""
    means: Callable[..., Iterator[Any]] = fantasia.system.means

    def endless(seen: Any, who: str) -> Iterator[Any]:
        yield from means(seen, who)
        while True:
            spend(LISTING // 100)

    done_here(monkeypatch)
    monkeypatch.setattr(fantasia.system, "means", endless)
    found = why(fight, "ana")
    assert found["offers"]
    assert found["unavailable"] == []
