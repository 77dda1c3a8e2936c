"""The client library on maps of other programs, in Node: what a drag means, and where places lie."""

from __future__ import annotations

from typing import Any

import pytest

from api.pages.assets import OWN
from tests.conformance.node import Node


@pytest.fixture(scope="module")
def told(node: Node) -> Any:
    """All that the script has found."""
    return node.told("clients/maps.mjs", {"library": (OWN / "client" / "index.js").as_uri()})


def cells(move: Any) -> list[tuple[int, int]]:
    return [(one["cell"]["x"], one["cell"]["y"]) for one in move["path"]]


def test_a_drag_is_the_usual_way_to_the_place(told: Any) -> None:
    """One question to the server suffices where an offer names the place itself; its height comes from its reach."""
    assert told["place"] == {
        "key": "move",
        "move": {"who": "ada", "to": {"cell": {"x": 3, "y": 3}}, "path": [], "off": False},
        "decision": None,
        "asked": 1,
    }
    assert told["height"]["move"]["to"] == {"cell": {"x": 3, "y": 4}, "height": 2}
    assert [one[0] for one in told["done"]] == ["submit"]
    assert told["done"][0][2] == 7  # the version that it was offered at


def test_a_way_is_straight_or_goes_around_what_is_in_it(told: Any) -> None:
    """By ordinary steps, and no further than its offer allows."""
    assert cells(told["straight"]["move"]) == [(0, 2), (1, 2), (1, 3)]
    assert told["straight"]["asked"] == 1
    way = cells(told["around"]["move"])
    assert len(way) == 8
    assert way[-1] == (4, 1)
    assert not set(way) & {(2, 0), (2, 1), (2, 2)}
    assert told["around"]["asked"] < 25
    assert told["short"]["refused"] == "a wall"


def test_a_drag_never_means_more_than_to_go_there(told: Any) -> None:
    """Not to leave the field, nor to strike; out of reach it is refused in the server's words, without a search."""
    assert told["far"] == {"refused": "too far", "asked": 1}
    assert told["leaving"] == {"refused": "too far", "asked": 1}
    assert told["nothing"] is None


def test_a_drag_answers_a_question_that_asks_where_to(told: Any) -> None:
    """If it is asked of this seat, about this figure."""
    assert (told["asked"]["key"], told["asked"]["decision"]) == ("step-back", "9")
    assert told["other"] is None


def test_places_lie_on_the_map_and_spots_are_places(told: Any) -> None:
    """Of 50 pixels a cell, from (10, 20) on: a figure of four cells, an open table, ranks, three in a zone."""
    assert told["grid"] == [{"x": 160, "y": 120}, {"cell": {"x": 2, "y": 1}}, True, False]
    assert told["plane"] == [{"x": 85, "y": 120}, {"point": {"x": 150, "y": 200}}, True, False]
    assert told["ranks"] == [{"side": "us", "rank": 1}, {"side": "them", "rank": 1}, None]
    spots, inside, outside, stands = told["zones"]
    assert spots == [{"x": 35, "y": 45}, {"x": 85, "y": 45}, {"x": 35, "y": 95}]
    assert (inside, outside, stands) == ({"zone": "hall"}, None, True)


def test_walls_of_cells_are_long_lines_around_them(told: Any) -> None:
    """Two cells beside each other: four lines, and none between them."""
    assert sorted([(a["x"], a["y"], b["x"], b["y"]) for a, b in told["outlines"]]) == [
        (0, 0, 0, 100), (0, 0, 200, 0), (0, 100, 200, 100), (200, 0, 200, 100),
    ]  # fmt: skip
