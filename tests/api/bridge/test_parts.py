"""The parts of a bridge by themselves: where places lie, whose shape is whose, the order of play, ways."""

from __future__ import annotations

from typing import Any

import pytest

from api.bridge.board import Board, Spot
from api.bridge.initiative import Order, Row, order_of
from api.bridge.orders import MOST_PREVIEWS, order_to
from api.bridge.shapes import MARK, matched, new_shape, own_id, read_shape
from api.bridge.skald import Refusal

PLACE: dict[str, Any] = {"cell": None, "point": None, "zone": None, "side": None, "rank": None}


def token(combatant: str, label: str = "", **more: Any) -> dict[str, Any]:
    return {
        "combatant": combatant, "label": label or combatant, "caption": "", "place": None, "footprint": None,
        "whereabouts": "", "down": False, "looks": {"colour": None, "refs": []}, **more,
    }  # fmt: skip


def at(**place: Any) -> dict[str, Any]:
    return {"place": {**PLACE, **place}}


# -- places
@pytest.mark.parametrize("origin", [(0, 0), (4, -2)])
@pytest.mark.parametrize("wide", [1, 2, 3])
def test_a_cell_is_a_square_and_back(origin: tuple[int, int], wide: int) -> None:
    """Whatever the figure measures; up to its very edges a square is its own."""
    board = Board({"kind": "GRID"}, origin)
    runs = [{"x": -1, "y": 3 + n, "length": wide} for n in range(wide)]
    figure = token("a", footprint={"runs": runs}, **at(cell={"x": -1, "y": 3}))
    spot = board.spots([figure])["a"]
    assert (spot.x, spot.y, spot.squares) == (
        (-1 + wide / 2 + origin[0]) * 50, (3 + wide / 2 + origin[1]) * 50, wide,
    )  # fmt: skip
    for by in (-24.9, 0, 24.9):
        assert board.place_at(spot.x + by, spot.y - by, spot.squares) == {"cell": {"x": -1, "y": 3}}
    assert board.place_at(spot.x + 25.1, spot.y, spot.squares) == {"cell": {"x": 0, "y": 3}}


def test_an_open_table_zones_and_ranks() -> None:
    """A point; the zone around a spot, the last that is drawn; the position that is near; and nowhere at all."""
    plane = Board({"kind": "PLANE"})
    disc = {"disc": {"centre": {"x": 150, "y": 300}, "radius": 50}}
    assert plane.spots([token("a", footprint=disc, **at(point={"x": 150, "y": 300}))]) == {"a": Spot(75, 150, 1.0)}
    assert plane.place_at(75, 150, 1) == {"point": {"x": 150, "y": 300}}
    square = [{"x": x, "y": y} for x, y in ((0, 0), (400, 0), (400, 300), (0, 300))]
    inner = [{"x": x, "y": y} for x, y in ((100, 100), (200, 100), (200, 200), (100, 200))]
    zones = [
        {"key": "hall", "at": {"x": 200, "y": 150}, "outline": square},
        {"key": "pit", "at": {"x": 150, "y": 150}, "outline": inner},
    ]
    drawn = Board({"kind": "ZONES", "zones": zones})
    assert drawn.place_at(150, 20, 1) == {"zone": "hall"}
    assert drawn.place_at(75, 75, 1) == {"zone": "pit"}
    assert drawn.place_at(999, 75, 1) is None
    crowd = drawn.spots([token("a", **at(zone="hall")), token("b", **at(zone="hall")), token("c", **at(zone="pit"))])
    assert len({(spot.x, spot.y) for spot in crowd.values()}) == 3
    lines = Board({"kind": "RANKS", "positions": [{"side": "a", "rank": 1, "at": {"x": 100, "y": 100}}]})
    assert lines.place_at(80, 50, 1) == {"side": "a", "rank": 1}
    assert lines.place_at(180, 50, 1) is None
    nowhere = Board({"kind": "NOWHERE"})
    assert set(nowhere.spots([token("a"), token("b", whereabouts="It has fled")])) == {"a"}
    assert nowhere.place_at(0, 0, 1) is None


# -- shapes
def _shape(id: str, name: str, layer: str = "tokens") -> Any:
    return read_shape({"uuid": id, "type_": "rect", "x": 0, "y": 0, "name": name, "options": "[]"}, "ground", layer)


def test_whose_shape_is_whose() -> None:
    """By what it was, by looks, by its own id, by a name that both alone have; never one for two."""
    shapes = {
        id: _shape(id, name)
        for id, name in (("1", "Ogre"), ("2", "Wolf"), ("3", "Wolf"), ("4", "Hero"), (own_id("f", 1, "e"), "Somebody"))
    }
    shapes["5"] = _shape("5", "Ghost", "dm")
    by_looks = {"colour": None, "refs": [{"program": "planarally", "value": "4"}]}
    by_name = {"colour": None, "refs": [{"program": "other", "value": "1"}, {"program": "planarally", "value": "Ogre"}]}
    tokens = [
        token("a", "Ogre"), token("b", "Wolf"), token("c", looks=by_looks), token("d", looks=by_name), token("e"),
        token("f", "Ghost"), token("g", "Hero"),
    ]  # fmt: skip
    assert matched(tokens, "f", 1, shapes, {}) == {"c": "4", "d": "1", "e": own_id("f", 1, "e")}
    assert matched(tokens, "f", 1, shapes, {"a": "1", "b": "9"}) == {"a": "1", "c": "4", "e": own_id("f", 1, "e")}
    assert matched([token("a", "Ogre"), token("b", "Ogre")], "f", 1, shapes, {}) == {}


def test_a_shape_says_which_fight_made_it() -> None:
    """And a stranger's, or what is no JSON, says nothing."""
    made = new_shape("fight", "id", token("a"), Spot(25, 25), colour="#000000", owners=["ana"])
    assert read_shape(made, "ground", "tokens").made_for == "fight"
    for options in ("[]", "", None, "no", "{}", '[["x"]]', f'[["{MARK}"]]', "[1, 2]"):
        assert read_shape({**made, "options": options}, "ground", "tokens").made_for == ""
    assert own_id("fight", 1, "a") != own_id("fight", 1, "b")
    assert own_id("fight", 1, "a") != own_id("other", 1, "a")
    assert own_id("fight", 1, "a") != own_id("fight", 2, "a")


# -- order of play
def _slot(who: str | None, figure: int | None, state: str = "WAITING") -> dict[str, Any]:
    return {"combatant": who, "figure": figure, "state": state}


def test_the_order_of_play_as_a_list() -> None:
    """Its figures where they fall; places from the end where they do not, or some have none; the turn that is on."""
    shapes = {"a": "A", "b": "B", "c": "C"}

    def listed(*slots: dict[str, Any]) -> Order:
        return order_of({"slots": slots, "round": 2}, shapes, frozenset({"c"}), running=True)

    falling = listed(_slot("a", 9), _slot("x", 8), _slot("b", 7, "ACTING"), _slot("c", 7))
    assert falling == Order((Row("A", 9), Row("B", 7), Row("C", 7, visible=False)), turn=1, round=2, active=True)
    assert [row.figure for row in listed(_slot("a", 1), _slot("b", 5)).rows] == [2, 1]
    assert [row.figure for row in listed(_slot("a", None), _slot("b", 5)).rows] == [2, 1]
    again = listed(_slot("a", 5, "ACTED"), _slot("b", 4), _slot("a", 3, "ACTING"))
    assert sorted(row.shape for row in again.rows) == ["A", "B"]
    assert listed(_slot(None, 3)) == Order((), 0, 2, active=False)


# -- ways
class Maze:
    """Previews of a walk over squares, without those in `walls`. most: steps of a way."""

    def __init__(self, *walls: tuple[int, int], most: int = 99) -> None:
        self.walls, self.most, self.asked = set(walls), most, 0

    async def preview(self, command: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        way = [(0, 0), *((step["cell"]["x"], step["cell"]["y"]) for step in command["go"]["way"])]
        if any(one in self.walls for one in way):
            raise Refusal(422, "REFUSED", "a wall")
        x, y = way[-1]
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if len(way) <= self.most else []
        runs = [{"x": a, "y": b, "length": 1, "height": None} for a, b in near if (a, b) not in self.walls]
        return {"unfinished": "", "next": [{"by": None, "area": {"runs": runs, "places": []}}]}


WALK = {
    "combatant": "a", "group": "MOVE", "send": {"go": {"way": []}},
    "fields": [{"kind": "path", "path": ["go", "way"], "among": [], "exact": False, "reach": None}],
}  # fmt: skip


async def test_a_way_is_found_around_walls() -> None:
    """Step by step, as the previews allow; a short one, with few questions."""
    maze = Maze((1, -1), (1, 0), (1, 1))
    found, reason = await order_to(maze, [WALK], "a", {"cell": {"x": 2, "y": 0}})
    assert found is not None
    assert reason == ""
    assert [len(found["go"]["way"]), maze.asked <= MOST_PREVIEWS] == [6, True]
    straight = Maze()
    await order_to(straight, [WALK], "a", {"cell": {"x": 5, "y": 0}})
    assert straight.asked <= 12
    assert WALK["send"] == {"go": {"way": []}}


async def test_a_search_ends() -> None:
    """Where there is no way, after as many questions as are allowed; and at once for whom it is no move."""
    maze = Maze()
    assert await order_to(maze, [WALK], "a", {"cell": {"x": 500, "y": 0}}) == (None, "")
    assert maze.asked == MOST_PREVIEWS
    assert await order_to(maze, [WALK], "b", {"cell": {"x": 1, "y": 0}}) == (None, "")
    assert maze.asked == MOST_PREVIEWS
    assert await order_to(Maze((0, 0)), [WALK], "a", {"cell": {"x": 1, "y": 0}}) == (None, "a wall")
