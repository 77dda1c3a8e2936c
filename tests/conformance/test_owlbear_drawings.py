"""What the extension for Owlbear Rodeo draws on the map, with the real SDK in Node: what is covered, tied, coloured."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from api.pages.assets import OWN
from tests.conformance.node import Node

MOVE, LINE, CLOSE = 0, 1, 5
CELL, CORNER = 50, (10, 20)
"""Pixels of a cell of the map, whose side is 100 of the scene, and where the scene begins on it."""


@pytest.fixture(scope="module")
def told(node: Node, vendor: Path) -> Any:
    """All that the script has found."""
    sdk = next((vendor / "@owlbear-rodeo").glob("sdk@*/sdk.js"), None)
    if sdk is None:
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    given = {"sdk": sdk, "drawing": OWN / "vtt" / "owlbear" / "drawing.js", "map": OWN / "client" / "map.js"}
    return node.told("clients/drawings.mjs", {name: path.resolve().as_uri() for name, path in given.items()})


def rings(commands: list[list[float]]) -> list[list[tuple[float, float]]]:
    """The closed lines of a path."""
    found: list[list[tuple[float, float]]] = []
    for command in commands:
        match command:
            case [0, x, y]:
                found.append([(x, y)])
            case [1, x, y]:
                found[-1].append((x, y))
            case _:
                assert command == [CLOSE]
    return found


def winding(commands: list[list[float]], x: float, y: float) -> int:
    """How often a path goes around a spot of the scene, by the rule of fills."""
    spot, turns = (CORNER[0] + x * CELL / 100, CORNER[1] + y * CELL / 100), 0
    for ring in rings(commands):
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            side = (bx - ax) * (spot[1] - ay) - (spot[0] - ax) * (by - ay)
            if ay <= spot[1] < by and side > 0:
                turns += 1
            elif by <= spot[1] < ay and side < 0:
                turns -= 1
    return turns


def test_an_area_covers_what_it_names_and_no_more(told: Any) -> None:
    """Spots of the scene: all parts together, without holes, whichever way their lines turn; a strip has round ends."""
    inside: dict[str, list[tuple[float, float]]] = {
        "runs": [(110, 10), (290, 90), (150, 150)],
        "hole": [(50, 50), (350, 350), (150, 250)],
        "turned": [(50, 50), (350, 350), (150, 250)],
        "together": [(50, 50), (151, 151), (120, 120), (250, 250)],
        "disc": [(200, 200), (295, 200), (200, 105)],
        "quarter": [(250, 250), (290, 205), (205, 290)],
        "rest": [(150, 150), (250, 150), (150, 250), (210, 195)],
        "strip": [(200, 100), (300, 200), (300, 100), (280, 120), (320, 80), (55, 100), (300, 345)],
        "zone": [(10, 10), (90, 90)],
    }
    outside: dict[str, list[tuple[float, float]]] = {
        "runs": [(90, 50), (310, 50), (250, 150)],
        "hole": [(150, 150), (410, 50)],
        "turned": [(150, 150), (410, 50)],
        "together": [(250, 50), (50, 250)],
        "disc": [(275, 275), (305, 200)],
        "quarter": [(150, 150), (250, 150), (150, 250), (275, 275)],
        "rest": [(250, 250), (125, 125)],
        "strip": [(200, 155), (200, 45), (240, 200), (57, 57), (345, 345)],
        "zone": [(110, 50)],
    }
    for name, commands in told["areas"].items():
        assert [spot for spot in inside[name] if not winding(commands, *spot)] == [], name
        assert [spot for spot in outside[name] if winding(commands, *spot)] == [], name
    assert told["drawn"]["mark blast"]["fillRule"] == "nonzero"


def test_ground_is_coloured_by_its_look(told: Any) -> None:
    """Cells, patches and edges that are not plain; a look of tomorrow is grey."""
    drawn = told["drawn"]
    fills = {key: drawn[key]["style"]["fillColor"] for key in drawn if key.startswith(("ground ", "patch "))}
    assert fills == {
        "ground river": "#3b82c4",
        "ground wall": "#4b4540",
        "patch camp": "#f76707",
        "patch odd": "#868e96",
    }
    assert [drawn[key]["name"] for key in fills] == ["River", "Wall", "Camp fire", "Odd"]
    assert all(0 < drawn[key]["style"]["fillOpacity"] < 0.5 for key in fills)
    river = drawn["ground river"]["commands"]
    assert rings(river) == [
        [(110, 20), (210, 20), (210, 70), (110, 70)],
        [(110, 70), (160, 70), (160, 120), (110, 120)],
    ]


def test_edges_are_lines_and_what_is_shut_is_a_wall(told: Any) -> None:
    """An open door is dashed and no wall; a wall of cells has four sides."""
    drawn = told["drawn"]
    assert drawn["edge shut"]["commands"] == [[MOVE, 10, 20], [LINE, 10, 70]]
    assert drawn["edge shut"]["style"]["strokeDash"] == []
    assert len(drawn["edge open"]["style"]["strokeDash"]) == 2
    assert (drawn["edge shut"]["name"], drawn["edge open"]["name"]) == ("Door", "Way out")
    walls = {key: one for key, one in drawn.items() if one["type"] == "WALL"}
    assert set(walls) == {"wall shut", *(f"wall-of-cells {n}" for n in range(4))}
    assert walls["wall shut"]["points"] == [{"x": 10, "y": 20}, {"x": 10, "y": 70}]


def test_ties_go_from_one_to_the_other(told: Any) -> None:
    """Through the middles of all who are in it; what has no other end, and what is said of every pair, is no line."""
    drawn = told["drawn"]
    ties = {key: drawn[key] for key in drawn if key.startswith("tie ")}
    assert {key: one["commands"] for key, one in ties.items()} == {
        "tie grip": [[MOVE, 35, 195], [LINE, 235, 195]],
        "tie melee": [[MOVE, 35, 195], [LINE, 135, 195], [LINE, 235, 195]],
    }
    assert (ties["tie grip"]["style"]["strokeColor"], ties["tie melee"]["style"]["strokeColor"]) == (
        "#e03131",
        "#e8890c",
    )
    assert all(one["style"]["fillOpacity"] == 0 and one["style"]["strokeDash"] for one in ties.values())


def test_a_mark_with_an_area_has_its_name_in_its_middle(told: Any) -> None:
    """In the colour of its tone."""
    drawn = told["drawn"]
    assert {key for key in drawn if key.startswith("mark")} == {"mark blast", "mark-name blast"}
    assert drawn["mark blast"]["style"]["fillColor"] == "#e03131"
    assert drawn["mark-name blast"]["text"] == "blast"
    spot = drawn["mark-name blast"]["position"]
    assert math.dist((spot["x"], spot["y"]), (110, 120)) < 1
