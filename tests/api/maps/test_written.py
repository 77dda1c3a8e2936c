"""Grounds become map files again: what is read, written and read once more is the same, and seats see no more in it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api.maps.conversion import convert_map
from api.maps.picture import picture_of, pixels_of
from api.maps.plan import plan_of
from api.maps.written import MapFormat, write_map
from engine.kernel.scene.scene import Scene
from engine.service.registry import Registry
from tests.api.fights import Bridge, bridge_input
from tests.api.maps.files import dungeon_alchemist, dungeon_fog, dungeondraft, points, portal, written
from tests.api.table import ADMIN, Table
from tests.support.contract.scenes import SCENES, grid
from tests.support.processes.terminal import skald

FANTASIA = Registry.installed().book("fantasia")

SECRET = {
    "key": "secret", "entry": "door", "line": [{"x": 100, "y": 100}, {"x": 200, "y": 100}], "state": "LOCKED",
    "seenBy": ["gm"], "shownAs": "wall",
}  # fmt: skip
HIDDEN_WALL = {"key": "unseen", "entry": "wall", "line": [{"x": 0, "y": 300}, {"x": 100, "y": 300}], "seenBy": ["gm"]}


def figures() -> list[dict[str, Any]]:
    people: list[dict[str, Any]] = bridge_input()["combatants"]
    return [{**one, "place": {"cell": {"x": n, "y": 0}}} for n, one in enumerate(people)]


def made(table: Table, ground: dict[str, Any]) -> Bridge:
    answer = table.post("/v1/encounters", ADMIN, bridge_input(combatants=figures(), ground=ground))
    assert answer.status_code == 201, answer.text
    return Bridge(table, answer.json())


def fetched(fight: Bridge, name: str, seat: str = "gm", more: str = "") -> httpx.Response:
    return fight.table.get(f"/v1/encounters/{fight.id}/{name}{more}", fight.tokens[seat])


@pytest.mark.parametrize(
    "file",
    [
        dungeondraft,
        dungeon_alchemist,
        dungeon_fog,
        # Ends a hair beyond a tenth of a cell, which a ground rounds to a tenth.
        lambda: dungeon_alchemist(line_of_sight=[points((1, 1.104), (3, 1.104)), points((0.104, 3), (2.496, 3))]),
        lambda: dungeon_alchemist(portals=[portal((1.2, 1.3), (2.1, 1.9), closed=False), portal((4, 1), (4, 3))]),
    ],
)
def test_what_is_read_written_and_read_again_is_the_same_ground(
    table: Table, file: Callable[[], dict[str, Any]]
) -> None:
    """Through a fight of its own, by REST, with the walls, objects and doors of each program."""
    first = msgspec.to_builtins(convert_map(FANTASIA, written(file())).ground)
    answer = fetched(made(table, first), "scene.uvtt")
    assert answer.status_code == 200, answer.text
    again = convert_map(FANTASIA, answer.content)
    assert msgspec.to_builtins(again.ground) == first
    assert (again.report.moved, again.report.outside, again.report.picture) == (0, 0, True)


def test_a_seat_finds_in_the_file_what_it_sees(table: Table) -> None:
    """A secret door is a wall in its map, and a wall that only the game master knows is none."""
    space = {"kind": "GRID", "width": 4, "height": 4, "cell": 100}
    legend = [{"key": "wall", "look": "WALL", "step": "NEVER", "sight": "NEVER"},
              {"key": "door", "look": "DOOR", "step": "NEVER", "sight": "NEVER", "state": "SHUT"}]  # fmt: skip
    fight = made(table, {"space": space, "legend": legend, "edges": [SECRET, HIDDEN_WALL]})
    whole, seen = (fetched(fight, "scene.uvtt", seat).json() for seat in ("gm", "ana"))
    assert (len(whole["portals"]), len(whole["line_of_sight"])) == (1, 1)
    assert (seen["portals"], seen["line_of_sight"]) == ([], [points((1, 1), (2, 1))])
    gm, ana = (fetched(fight, "scene.foundry.json", seat).json()["walls"] for seat in ("gm", "ana"))
    assert [(wall["door"], wall["ds"]) for wall in gm] == [(1, 2), (0, 0)]
    assert [(wall["c"], wall["door"]) for wall in ana] == [([100, 100, 200, 100], 0)]
    with_other_eyes = fetched(fight, "scene.uvtt", "gm", "?as=ana")
    assert with_other_eyes.json() == seen
    assert fetched(fight, "scene.uvtt", "ana", "?as=gm").status_code == 403
    again = fight.table.get(
        f"/v1/encounters/{fight.id}/scene.uvtt",
        fight.tokens["ana"],
        **{"if-none-match": with_other_eyes.headers["etag"]},
    )
    assert again.status_code == 200, "what the GM sees with another's eyes may be less: it is another answer"


@pytest.mark.parametrize("name", ["scene.uvtt", "scene.foundry.json"])
@pytest.mark.parametrize(
    ("locale", "said"), [("en", "have no map"), ("es", "mapa"), ("fi", "seinäkart"), ("pl", "mapy")]
)
def test_zones_and_ranks_say_in_words_that_they_have_no_map(table: Table, name: str, locale: str, said: str) -> None:
    answer = table.post("/v1/encounters", ADMIN, bridge_input())
    refused = fetched(Bridge(table, answer.json()), name, more=f"?locale={locale}")
    assert refused.status_code == 422
    assert said in refused.json()["detail"]


def scene(told: dict[str, Any]) -> Scene:
    return msgspec.convert(told, Scene)


@pytest.mark.parametrize("form", ["uvtt", "foundry"])
def test_squares_and_open_tables_are_written(form: MapFormat) -> None:
    for name in ("grid", "plane"):
        assert json.loads(write_map(scene(SCENES[name]()), form, name)), name


WALL = {"move": 20, "sight": 20, "light": 20, "sound": 20, "door": 0, "ds": 0}
FREE = dict.fromkeys(WALL, 0)
STOPPING: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "wall": ({"look": "WALL", "step": "NEVER", "sight": "NEVER"}, WALL),
    "window": ({"look": "WINDOW", "step": "NEVER"}, {**FREE, "move": 20}),
    "hedge": ({"look": "COVER", "step": "HARD", "sight": "SOME"}, {**FREE, "sight": 10, "light": 10, "sound": 10}),
    "smoke": ({"look": "SMOKE", "sight": "NEVER"}, {**WALL, "move": 0}),
    "bars": ({"look": "OBSTACLE", "step": "NEVER"}, {**FREE, "move": 20}),
    "shut": ({"look": "DOOR", "state": "SHUT", "step": "NEVER", "sight": "NEVER"}, {**WALL, "door": 1}),
    "locked": ({"look": "DOOR", "state": "LOCKED", "step": "NEVER", "sight": "NEVER"}, {**WALL, "door": 1, "ds": 2}),
    "open": ({"look": "DOOR", "state": "OPEN"}, {**FREE, "door": 1, "ds": 1}),
    "broken": ({"look": "DOOR", "state": "BROKEN"}, {**FREE, "door": 1, "ds": 1}),
}  # fmt: skip
"""What stands on a ground, and what of it stops in Foundry: all fields of a wall besides its place."""


@pytest.mark.parametrize("space", ["grid", "plane"])
def test_a_wall_of_foundry_stops_what_the_ground_stops(space: str) -> None:
    """One line of each kind, and one that stops nothing and is none."""
    told = SCENES[space]()
    legend = [
        {"key": key, "label": key, "step": "FREE", "sight": "FREE", **entry} for key, (entry, _) in STOPPING.items()
    ]
    legend.append({"key": "kerb", "label": "kerb", "look": "ROUGH", "step": "HARD", "sight": "FREE"})
    edges = [{"key": one["key"], "entry": one["key"], "line": [{"x": 0, "y": 100 * n}, {"x": 150, "y": 100 * n}]}
             for n, one in enumerate(legend)]  # fmt: skip
    told["ground"] = {"digest": "1", "legend": legend, "edges": edges}
    found = json.loads(write_map(scene(told), "foundry", "Walls"))["walls"]
    cell = 100 / (told["space"]["cell"] if space == "grid" else 100)
    assert found == [
        {"c": [0, round(100 * n * cell), round(150 * cell), round(100 * n * cell)], **stops}
        for n, (_, stops) in enumerate(STOPPING.values())
    ]


def test_walls_and_doors_that_are_cells_become_lines() -> None:
    """The rim of the cells of a wall; a door of each state in its middle, across from jamb to jamb."""
    plan = plan_of(scene(grid()))
    doors = {
        (line.x1, line.y1, line.x2, line.y2): (line.kind, line.state) for line in plan.lines if line.kind == "DOOR"
    }
    assert doors[4.5, 2.0, 4.5, 3.0] == ("DOOR", "SHUT")
    assert doors[4.5, 4.0, 4.5, 5.0] == ("DOOR", "OPEN")
    walls = {(line.x1, line.y1, line.x2, line.y2) for line in plan.lines if line.kind == "WALL"}
    assert (4.0, 0.0, 4.0, 2.0) in walls
    assert (5.0, 0.0, 5.0, 2.0) in walls


def test_a_ground_without_an_edge_is_shown_where_something_is(table: Table) -> None:
    """Also at cells below zero: a file counts from its own corner, which it names."""
    people = [{**one, "place": {"cell": {"x": -3 - n, "y": 2}}} for n, one in enumerate(bridge_input()["combatants"])]
    answer = table.post("/v1/encounters", ADMIN, bridge_input(combatants=people, ground={"space": {"kind": "GRID"}}))
    fight = Bridge(table, answer.json())
    file = fetched(fight, "scene.uvtt").json()["resolution"]
    assert (file["map_origin"], file["map_size"]) == ({"x": -6, "y": 0}, {"x": 6, "y": 5})
    foundry = fetched(fight, "scene.foundry.json").json()
    assert (foundry["width"], foundry["height"]) == (600, 500)
    assert foundry["flags"]["skald"]["origin"] == {"x": -6, "y": 0}
    assert foundry["grid"]["size"] == 100


def test_the_picture_is_a_png_of_the_cells() -> None:
    box, looks = (0.0, 0.0, 2.0, 1.0), {(1, 0): "WALL"}
    side = pixels_of(box)
    data = picture_of(box, looks)  # type: ignore[arg-type]
    assert data.startswith(b"\x89PNG")
    at = data.index(b"IDAT") + 4
    rows = zlib.decompressobj().decompress(data[at:])
    middle = (side // 2) * (2 * side + 1) + 1
    assert rows[middle + side // 2] == 0
    assert rows[middle + side + side // 2] == 2
    assert len(rows) == side * (2 * side + 1)
    assert pixels_of((0, 0, 1000, 1000)) == 1


def test_by_the_command_line(tmp_path: Path) -> None:
    """A fight of a file: Universal VTT to the terminal, a scene of Foundry into a file; zones are told in one line."""
    recording = Path(__file__).resolve().parents[2] / "recordings" / "fights" / "dozen_ford.ndjson"
    assert recording.exists()
    done = skald("map", "export", str(recording.resolve()), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["resolution"]["map_size"]["x"] > 0
    done = skald("map", "export", str(recording.resolve()), "-o", "scene.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "scene.json").read_text())["grid"]["size"] == 100
    for words in (
        ["map", "a.uvtt"],
        ["map", "a.uvtt", "b", "--system", "fantasia"],
        ["map", "export", "x", "--crop", "1"],
    ):
        done = skald(*words, folder=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
