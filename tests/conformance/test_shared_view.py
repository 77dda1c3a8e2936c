"""What all seats of a fight see alike, in Node: of two players each knows something that the other does not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from api.pages.assets import OWN
from tests.api.vtt.foundry.playing import EYES, SEEN_BY_ALL, played
from tests.conformance.node import Node
from tests.support.processes.serving import Service

PARTS = {
    "shared": (OWN / "client" / "shared.js").as_uri(),
    "scene": (OWN / "vtt" / "foundry" / "scene.js").as_uri(),
}
NO_EDGE = {
    **EYES,
    "ground": {"space": {"kind": "GRID"}, "legend": EYES["ground"]["legend"], "edges": EYES["ground"]["edges"]},
    "combatants": [
        {**one, "place": {"cell": {"x": -20, "y": 2}}} if one["id"] == "scout" else one for one in EYES["combatants"]
    ],
}
"""A ground without an edge, drawn as far as a seat sees something: Ana's scout is far away."""


def told_of(node: Node, folder: Path, setup: dict[str, Any]) -> Any:
    """All that the script has found in a fight that has begun."""
    service = Service(folder / "data")
    asyncio.run(service.start())
    try:
        with played(service.base, setup) as fight:
            fight.order("gm", {"fantasia": {"begin": {"note": ""}}})
            library = (OWN / "client" / "index.js").as_uri()
            given = {"root": f"{service.base}/", "library": library, "parts": PARTS, "fight": fight.id}
            return node.told("clients/shared.mjs", {**given, "token": fight.tokens["gm"]})
    finally:
        asyncio.run(service.stop())


@pytest.fixture(scope="module")
def told(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Of `EYES`, and of views that the script makes up."""
    return told_of(node, tmp_path_factory.mktemp("seen"), EYES)


def test_nobody_is_told_of_whom_or_what_only_one_knows(told: Any) -> None:
    """Figures, order, words and dice."""
    common = told["common"]
    assert [one["combatant"] for one in common["tokens"]] == ["cloud", "goblin"]
    assert [one["combatant"] for one in common["slots"]] == ["cloud", "goblin"]
    rolled = [one["text"] for one in common["events"] if one.get("faces")]
    assert [text.partition(" ")[0] for text in rolled] == ["Cloud", "Goblin"]
    hidden = ("Unseen", "Scout", "Spy")
    assert not [one["text"] for one in common["events"] if any(who in one["text"] for who in hidden)]


def test_a_wall_is_one_where_all_see_something_and_nobody_sees_a_door(told: Any) -> None:
    """Also where a door of cells, of which one knows, makes his walls shorter; a door that all see stays one."""
    found = [(one["door"], one["ds"], one["c"]) for one in told["scene"]["walls"]]
    assert sorted(found) == sorted(SEEN_BY_ALL)


def test_a_ground_without_an_edge_ends_where_somebody_sees_no_further(node: Node, tmp_path: Path) -> None:
    """Seats have scenes of different corners; nothing tells how far one of them sees."""
    scene = told_of(node, tmp_path, NO_EDGE)["scene"]
    left, top = scene["flags"]["skald"]["origin"]["x"], scene["flags"]["skald"]["origin"]["y"]
    assert left > -20
    at = [(one["door"], [c + (top if n % 2 else left) * 100 for n, c in enumerate(one["c"])]) for one in scene["walls"]]
    assert sorted(at) == [(0, [700, 300, 900, 300]), (1, [700, 400, 900, 400])]


def test_where_views_differ_it_is_as_if_nothing_were_known(told: Any) -> None:
    """A figure in another place is none, another name is none; reasons and headlines are told that all may know."""
    made = told["made"]
    assert (made["version"], made["round"]) == (7, 2)
    figures = [[one[name] for name in ("combatant", "label", "down", "turn", "looks")] for one in made["tokens"]]
    assert figures == [
        ["b", "?", False, "NONE", {"picture": None, "refs": []}],
        ["d", "d", False, "WAITING", {"picture": "a.png", "refs": []}],
    ]
    assert [(one["combatant"], one["state"]) for one in made["slots"]] == [("b", "ACTING"), ("c", "WAITING")]
    heard = [(one["version"], one["text"], one["because"], one["headline"]) for one in made["events"]]
    assert heard == [(5, "all", None, {"text": "all"}), (6, "why", None, None)]


def test_all_people_but_the_game_master_are_asked_till_they_tell_of_one_version(told: Any) -> None:
    """Bots look through nobody's eyes; without anybody, or where the fight does not stand still, nothing is common."""
    assert told["asked"] == ["ana", "bob", "ana", "bob"]
    assert told["nobody"] is None
    assert told["never"] is None
