"""Drawings in a real browser: where tokens and ground are drawn, and pictures of all five spaces to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.drawing.drawing import draw
from api.drawing.options import Options
from tests.support.browsers.browser import Tab
from tests.support.contract.scenes import SCENES, crowded, grid

KEPT = Path(__file__).resolve().parents[3] / "build" / "scenes"
"""Where the pictures are kept."""

BOXES = """[...document.querySelectorAll('[data-layer=tokens] [data-part=token]')].map((one) => {
    const box = one.getBoundingClientRect(), face = one.querySelector('path.inked').getBoundingClientRect();
    return {key: one.dataset.combatant, x: box.left, y: box.top, right: box.right, bottom: box.bottom,
            least: Math.min(face.width, face.height)};
})"""


def show(page: Tab, scene: dict[str, Any], folder: Path, width: int, theme: str = "light") -> float:
    """Open the drawing in a window of this width; returns the side of a cell in pixels."""
    svg = draw(scene, Options(width=width, theme="dark" if theme == "dark" else "light", title="The fight at the ford"))
    file = folder / "scene.svg"
    file.write_text(svg)
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    page.open(file.as_uri())
    root = "document.documentElement.dataset"
    return float(page.js(f"{root}.cell ? {root}.cell * {root}.scale : 0"))


def footprint(token: dict[str, Any]) -> set[tuple[int, int]]:
    """The cells that a token of the scene covers."""
    runs = (token.get("footprint") or {}).get("runs") or [{**token["place"]["cell"], "length": 1}]
    return {(run["x"] + n, run["y"]) for run in runs for n in range(run["length"])}


@pytest.mark.parametrize("width", [400, 1280])
def test_every_token_lies_on_the_cells_of_its_footprint(page: Tab, tmp_path: Path, width: int) -> None:
    """The box of its whole group, bars and badges and all."""
    for scene in (grid(), crowded()):
        cell = show(page, scene, tmp_path, width)
        left, top = (float(page.js(f"document.documentElement.dataset.{name}")) for name in ("left", "top"))
        boxes = {one["key"]: one for one in page.js(BOXES)}
        placed = [token for token in scene["tokens"] if token["place"]]
        assert {token["combatant"] for token in placed} == set(boxes)
        for token in placed:
            box, cells = boxes[token["combatant"]], footprint(token)
            assert left + min(x for x, _ in cells) * cell <= box["x"] + 0.5
            assert top + min(y for _, y in cells) * cell <= box["y"] + 0.5
            assert box["right"] <= left + (max(x for x, _ in cells) + 1) * cell + 0.5
            assert box["bottom"] <= top + (max(y for _, y in cells) + 1) * cell + 0.5


def test_no_token_of_a_board_of_24_by_24_is_smaller_than_ten_pixels(page: Tab, tmp_path: Path) -> None:
    """At 400 pixels; the face alone, without rings."""
    show(page, crowded(24, 24, 40), tmp_path, 400)
    assert min(one["least"] for one in page.js(BOXES)) >= 10


@pytest.mark.parametrize("width", [400, 1280])
def test_walls_doors_and_water_are_found_where_they_are(page: Tab, tmp_path: Path, width: int) -> None:
    """What lies under the middle of a cell, or on an edge, says what it is."""
    scene = grid()
    cell = show(page, scene, tmp_path, width)

    def at(x: float, y: float) -> str:
        """The look at a spot, in cells."""
        place = f"(+r.left + {x} * {cell}, +r.top + {y} * {cell})"
        root = "((r) => document.elementFromPoint" + place + ")(document.documentElement.dataset)"
        return str(page.js(f"{root}.closest('[data-look]')?.dataset.look"))

    signs = {entry["sign"]: entry["look"] for entry in scene["ground"]["legend"] if entry["sign"]}
    under = {cells for token in scene["tokens"] if token["place"] for cells in footprint(token)}
    under |= {(6, 7), (7, 7)}  # the fire
    under |= {
        (run["x"] + n, run["y"])
        for mark in scene["marks"]
        for run in (mark.get("area") or {}).get("runs", ())
        for n in range(run.get("length", 1))
    }
    for y, row in enumerate(scene["ground"]["rows"]):
        for x, sign in enumerate(row):
            if (x, y) not in under and (x, y) not in ((3, 5), (4, 5), (5, 4), (7, 4), (11, 3), (11, 4), (12, 3)):
                assert at(x + 0.5, y + 0.5) == signs[sign], (x, y)
    assert at(6.5, 7.5) == "FIRE"
    assert at(12, 9.5) == "DOOR"
    assert at(14.6, 8) == "WALL"


def test_no_words_lie_over_each_other(page: Tab, tmp_path: Path) -> None:
    """Names that have no room are left out."""
    for scene in (crowded(), *(make() for make in SCENES.values())):
        show(page, scene, tmp_path, 400)
        clashes = page.js("""(() => {
            const found = [...document.querySelectorAll('[data-part=name], [data-part=mark-name]')];
            const boxes = found.map((one) => [one.textContent, one.getBoundingClientRect()]);
            return boxes.flatMap(([one, a], n) => boxes.slice(n + 1).filter(([, b]) =>
                 a.left + 1 < b.right && b.left + 1 < a.right
                && a.top + 2 < b.bottom && b.top + 2 < a.bottom).map(([other]) => [one, other]));
        })()""")
        assert clashes == []


@pytest.mark.parametrize("space", SCENES)
def test_pictures_of_all_five_spaces_are_kept(page: Tab, tmp_path: Path, space: str) -> None:
    """In light and dark, at 400 and 1280 pixels, without a complaint of the browser or a request to anybody."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        for width in (400, 1280):
            show(page, SCENES[space](), tmp_path, width, theme)
            file = KEPT / f"{space}-{theme}-{width}.png"
            page.picture(file)
            assert file.stat().st_size > 5000
            wide = page.js(
                "Math.max(...[...document.querySelectorAll('text')].map((t) => t.getBoundingClientRect().right))"
            )
            assert wide <= width
    assert page.complaints == []
    assert {address.partition(":")[0] for address in page.asked} == {"file"}
