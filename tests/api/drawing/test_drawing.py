"""The drawing of a scene as a document: well-formed, harmless, complete, and found by its data attributes."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import api.drawing
from api.drawing.drawing import draw
from api.drawing.lettering import LEAST, width_of
from api.drawing.looks import legend_lines
from api.drawing.options import Options
from api.drawing.reading import read_scene
from api.drawing.signs import ALSO, icon_known
from api.pages.assets import OWN
from engine.kernel.scene.layout import rank_points
from engine.kernel.state.ground.ground import SpaceKind
from engine.kernel.structs.faces import FACES
from engine.kernel.structs.icons import ICONS
from tests.support.contract.scenes import LOOKS, SCENES, STATES, crowded, grid, nowhere, plane, ranks, zones
from tests.support.toys.fights import toy_scene
from tests.support.toys.skirmish import KINDS

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(1)</script>&\"'\x00\x1b\ud800]]>\u202e"


def parsed(svg: str) -> ElementTree.Element:
    """The document."""
    return ElementTree.fromstring(svg)


def parts(svg: str, **wanted: str) -> list[dict[str, str]]:
    """The attributes of the elements with these data attributes."""
    named = {f"data-{name}": value for name, value in wanted.items()}
    return [one.attrib for one in parsed(svg).iter() if named.items() <= one.attrib.items()]


def test_pages_and_drawings_have_the_same_icons_of_buttons() -> None:
    """The pages' own table says the same as this one."""
    script = (OWN / "table" / "shared" / "icon.js").read_text()
    table = re.search(r"const ALSO = new Map\(Object\.entries\(\{(.*?)\}\)\)", script)
    assert table is not None
    assert dict(re.findall(r"(\w+): '([\w-]+)'", table[1])) == ALSO


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("space", [*SCENES, "crowded"])
def test_a_drawing_is_well_formed_and_names_no_other_place(space: str, width: int) -> None:
    """One root, ids that occur once, a title and a description; no script, picture, style or font from elsewhere.

    Nor a style at an element, which strict pages do not let in: the colours of the table are attributes.
    """
    scene = SCENES[space]() if space in SCENES else crowded()
    scene["backdrop"] = {"picture": "https://example.org/map.png", "width": 1000, "height": 1000}
    pictures = {"picture": "https://example.org/a.png", "portrait": "https://example.org/b.png"}
    scene["tokens"][0]["looks"] = {**pictures, "colour": "#12ab34"}
    svg = draw(scene, Options(width=width, title="A fight"))
    root = parsed(svg)
    assert root.tag == f"{SVG}svg"
    assert (root[0].tag, root[0].text) == (f"{SVG}title", "A fight")
    assert root[1].tag == f"{SVG}desc"
    ids = Counter(one.attrib["id"] for one in root.iter() if "id" in one.attrib)
    assert [id for id, often in ids.items() if often > 1] == []
    assert root.attrib["aria-labelledby"] in ids
    assert root.attrib["aria-describedby"] in ids
    assert "example.org" not in svg
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {
        "svg", "title", "desc", "style", "defs", "pattern", "clipPath", "g", "path", "rect", "circle", "ellipse",
        "text", "symbol", "use", "metadata",
    }  # fmt: skip
    assert set(re.findall(r"url\(([^)]*)\)", svg)) <= {f"#{id}" for id in ids}
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on") or name == "style"]
    refers = [(one.tag, value) for one in root.iter() for name, value in one.attrib.items() if "href" in name]
    assert set(refers) <= {(f"{SVG}use", f"#{id}") for id in ids}
    assert "#12ab34" in {one.attrib.get("fill") for one in root.iter()}


@pytest.mark.parametrize("space", SCENES)
def test_the_struct_and_its_json_are_drawn_alike_each_time(space: str) -> None:
    """A drawing is a function of the scene alone."""
    raw = SCENES[space]()
    scene = read_scene(raw)
    assert draw(raw) == draw(scene) == draw(msgspec.to_builtins(scene)) == draw(scene)


@pytest.mark.parametrize(
    ("locale", "words"), [("en", "Backdrop"), ("es", "Imagen de fondo"), ("fi", "Taustakuva"), ("pl", "Obraz tła")]
)
def test_a_backdrop_is_a_frame_with_its_name(locale: str, words: str) -> None:
    """As large as its picture, which is another host's, and is neither fetched nor named."""
    raw = grid() | {"backdrop": {"picture": "https://example.org/map.png", "at": {"x": 100, "y": 200}}}
    raw["backdrop"] |= {"width": 600, "height": 300}
    root = parsed(draw(raw, Options(locale=locale)))
    (frame,) = [one for one in root.iter() if one.attrib.get("data-part") == "backdrop"]
    scale, left, top = (float(root.attrib[f"data-{name}"]) for name in ("scale", "left", "top"))
    (rim,) = frame.iter(f"{SVG}rect")
    drawn = [float(rim.attrib[name]) for name in ("x", "y", "width", "height")]
    assert drawn == pytest.approx([left + 100 * scale, top + 200 * scale, 600 * scale, 300 * scale], abs=0.01)
    assert [one.text for one in frame.iter(f"{SVG}text")] == [words]
    assert "example.org" not in draw(raw)
    assert not parts(draw(grid()), part="backdrop")


@pytest.mark.parametrize(("scene", "part"), [(zones, "zone"), (ranks, "position")])
def test_a_backdrop_lies_under_places_with_words(scene: Callable[[], dict[str, Any]], part: str) -> None:
    """Over the floor, and a zone lets it through: the words and ways of a zone stay in sight."""
    drawn = draw(scene() | {"backdrop": {"picture": "https://example.org/map.png", "width": 600, "height": 300}})
    at = [drawn.index(f'data-part="{one}"') for one in ("floor", "backdrop", part)]
    assert at == sorted(at)
    assert ("fill-opacity" in drawn[at[2] : drawn.index("</g>", at[2])]) == (part == "zone")


def nasty(value: Any, key: str = "") -> Any:
    """The scene with every text for people replaced by markup, and characters that XML cannot hold."""
    if isinstance(value, dict):
        return {name: nasty(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [nasty(item, key) for item in value]
    told = {
        "label",
        "text",
        "phase",
        "until",
        "whereabouts",
        "why",
        "kindLabel",
        "unit",
        "cover",
        "short",
        "bands",
        "caption",
    }
    return NASTY if key in told else value


@pytest.mark.parametrize("space", SCENES)
def test_markup_in_names_stays_text(space: str) -> None:
    """No element comes out of words, and none is lost."""
    scene = nasty(SCENES[space]())
    scene["tokens"][0]["combatant"] = '"><script>'
    root = parsed(draw(scene, Options(width=1280, title=NASTY, name="scene")))
    assert [one for one in root.iter() if "script" in one.tag] == []
    assert root[0].text == NASTY.translate({0: "\ufffd", 0x1B: "\ufffd", 0xD800: "\ufffd"})


@pytest.mark.parametrize("space", [*SCENES, "crowded"])
def test_no_text_is_smaller_than_nine_pixels(space: str) -> None:
    """At the width that a drawing is made for."""
    scene = SCENES[space]() if space in SCENES else crowded()
    for width in (320, 400, 1280):
        root = parsed(draw(scene, Options(width=width)))
        assert root.attrib["width"] == str(width)
        sizes = [float(one.attrib["font-size"]) for one in root.iter(f"{SVG}text")]
        assert sizes
        assert min(sizes) >= LEAST


def test_everything_on_a_board_of_cells_is_found_by_its_data() -> None:
    """Ground, doors with their state, patches, edges, tokens, marks, sides, slots, the legend."""
    svg = draw(grid(), Options(width=1280))
    assert parts(svg, part="ground", look="WATER")[0]["data-entry"] == "river"
    assert parts(svg, part="ground", look="WALL")[0]["data-step"] == "NEVER"
    doors = {(d["data-x"], d["data-y"]): d["data-state"] for d in parts(svg, part="ground", look="DOOR")}
    assert doors == {("4", "2"): "SHUT", ("4", "4"): "OPEN", ("4", "6"): "LOCKED", ("4", "8"): "BROKEN"}
    assert parts(svg, part="patch", key="fire")[0]["data-look"] == "FIRE"
    assert (
        parts(svg, part="edge", key="gate")[0] | {"data-state": "SHUT", "data-look": "DOOR"}
        == parts(svg, key="gate")[0]
    )
    (ogre,) = parts(svg, part="token", combatant="ogre")
    assert (ogre["data-x"], ogre["data-y"], ogre["data-height"], ogre["data-side"]) == ("13", "3", "1", "neutral")
    assert ogre["id"] == "scene-token-ogre"
    assert "Hit points −2; Taunted 2" in ogre["aria-label"]
    assert parts(svg, part="token", combatant="scout")[0]["data-away"] == "true"
    assert parts(svg, part="token", combatant="thief")[0]["data-yours"] == "true"
    assert parts(svg, part="mark", key="aim")[0]["data-to"] == "ogre"
    assert {one["data-emblem"] for one in parts(svg, part="side")} == {"CIRCLE", "SQUARE", "TRIANGLE"}
    assert [one["data-state"] for one in parts(svg, part="slot")] == ["ACTING", "WAITING", "NEXT", "ACTED"]
    assert len(parts(svg, part="legend-entry")) == len(grid()["ground"]["legend"])
    assert parts(svg, part="field-badge", key="rain")


def test_entries_of_the_legend_that_look_and_read_alike_are_listed_once() -> None:
    """A wall of the rows and one along an edge: with the keys of both, and what holds of both; others stay apart."""
    scene = grid()
    edge = {"key": "edge-wall", "look": "WALL", "label": "Wall", "step": "NEVER"}
    covered = {**edge, "key": "parapet", "cover": "cover 2"}
    row = {**edge, "key": "wall", "sign": "#", "sight": "NEVER", "text": "Nobody passes."}
    scene["ground"]["legend"] = [row, edge, covered, {**edge, "key": "hut", "look": "WOOD"}]
    found = parts(draw(scene, Options(width=1280)), part="legend-entry")
    assert [one["data-entry"] for one in found] == ["wall edge-wall", "parapet", "hut"]
    assert found[0]["data-step"] == "NEVER"
    assert "data-sight" not in found[0]
    lines = legend_lines(read_scene(scene).ground.legend)
    assert [(one.words, one.text) for one in lines] == [
        ("Wall", "Nobody passes."), ("Wall (cover 2)", ""), ("Wall", "")]  # fmt: skip


def test_zones_links_positions_and_planes_are_found_by_their_data() -> None:
    """Each kind of space has its own parts."""
    svg = draw(zones())
    assert {one["data-key"] for one in parts(svg, part="zone")} == {"yard", "thicket", "barn", "lane"}
    assert parts(svg, part="link", key="yard-barn")[0]["data-state"] == "LOCKED"
    assert parts(svg, part="token", combatant="troll")[0]["data-zone"] == "yard"
    svg = draw(ranks())
    assert parts(svg, part="position", side="bandits", rank="2")[0]["data-open"] == "false"
    assert parts(svg, part="token", combatant="batu")[0]["data-rank"] == "1"
    svg = draw(plane())
    assert parts(svg, part="patch", key="river")[0]["data-look"] == "WATER"
    assert parts(svg, part="edge", key="wall-1")[0]["data-look"] == "WALL"
    assert parts(svg, part="token", combatant="archer")[0]["data-towards"] == "-3 4"
    svg = draw(nowhere())
    assert {one["data-side"] for one in parts(svg, part="column")} == {"heroes", "foes"}


def test_heights_cover_and_what_a_way_costs_are_marked() -> None:
    """Once for each group of squares that are alike, and for what is laid over them; a way's cost at its own end."""
    scene = grid()
    rows = ["." * 24 for _ in range(16)]
    rows[2] = "..kk" + rows[2][4:]
    rows[9] = rows[9][:10] + "k" + rows[9][11:]
    scene["ground"]["rows"] = rows
    knoll = {"key": "knoll", "sign": "k", "look": "HEIGHT", "label": "Knoll", "height": 2, "cover": "cover 1"}
    mound = {"key": "mound", "look": "HEIGHT", "label": "Mound", "height": -1}
    scene["ground"]["legend"] = [knoll, mound]
    scene["ground"]["edges"] = []
    scene["ground"]["patches"] = [{"key": "m", "entry": "mound", "area": {"runs": [{"x": 5, "y": 5, "length": 3}]}}]
    svg = draw(scene, Options(width=1280, panel=False))
    assert [one["data-height"] for one in parts(svg, part="height")] == ["2", "2", "-1"]
    assert len(parts(svg, part="cover")) == 2
    scene = zones()
    usual, other = scene["space"]["links"][:2]
    usual.update(cost="2 actions", costBack="2 actions", both=True)
    other.update(cost="2 actions", costBack="", both=True)
    svg = draw(scene)
    told = [one.text for one in parsed(svg).iter() if one.attrib.get("data-part") == "cost"]
    assert told == ["2 actions", "2 actions"]


def facing(*distances: tuple[str, str, str]) -> dict[str, Any]:
    """Two facing lines as the kernel lays them out, with these distances of pairs."""
    scene = ranks()
    space = scene["space"]
    lines = {side: range(1, 6) for side in ("party", "bandits")}
    space["width"], space["height"], points = rank_points(lines)
    for one in space["positions"]:
        at = points[one["side"], one["rank"]]
        one["at"] = {"x": at.x, "y": at.y}
    scene["marks"][:1] = [
        {"key": f"distance-{one}-{other}", "kind": "DISTANCE", "members": [one, other], "label": label}
        for one, other, label in distances
    ]
    return scene


PAIRS = (
    ("batu", "chief", "close"), ("batu", "beast", "close"), ("saran", "chief", "close"), ("saran", "beast", "close"),
)  # fmt: skip


def lines_of(svg: str) -> list[str]:
    """The list of marks, in words."""
    told = [one for one in parsed(svg).iter() if one.attrib.get("data-part") == "mark-line"]
    return [" ".join(part.text or "" for part in one.iter() if part.tag.endswith("text")) for one in told]


@pytest.mark.parametrize("width", [400, 1280])
def test_the_distances_of_facing_lines_are_told_with_names(width: int) -> None:
    """Who is as far from the same ones stands in one line; what else holds is told with its ends."""
    blocks = "Saran → Batu: blocks (a movement of either)"
    assert lines_of(draw(facing(*PAIRS), Options(width=width))) == ["Batu, Saran – Chief, Beast: close", blocks]
    mixed = (*PAIRS[:3], ("saran", "beast", "medium"))
    told = ["Batu – Chief, Beast: close", "Saran – Chief: close", "Saran – Beast: medium", blocks]
    svg = draw(facing(*mixed), Options(width=width))
    assert lines_of(svg) == told
    assert parts(svg, part="mark-line", key="distance-batu-chief distance-batu-beast")


def test_the_usual_distance_is_told_once_between_the_lines() -> None:
    """Lines on the board are for the pairs at another one; with few pairs each has its line."""
    svg = draw(facing(*PAIRS[:3], ("saran", "beast", "medium")))
    assert len(parts(svg, part="usual-distance")) == 1
    drawn = {one["data-key"] for one in parts(svg, part="mark")}
    assert drawn == {"distance-saran-beast", "block-saran"}
    svg = draw(facing(*PAIRS[:2]))
    assert not parts(svg, part="usual-distance")
    assert {one["data-key"] for one in parts(svg, part="mark", kind="DISTANCE")} == {
        "distance-batu-chief",
        "distance-batu-beast",
    }


def test_elsewhere_each_mark_is_told_with_those_whom_it_is_about() -> None:
    """On zones, tables and grids: two that wait for somebody are told apart; what only lies there has no names."""
    scene = nowhere()
    scene["marks"] = [
        {"key": f"d{n}", "kind": "DISTANCE", "members": ["ana", foe], "label": "close"}
        for n, foe in enumerate(("ogre", "imp", "ogre"))
    ]
    scene["marks"] += [
        {"key": "wait", "kind": "AIMS", "from": "ana", "to": "imp", "label": "waits for"},
        {"key": "axe", "kind": "THING", "label": "An axe", "area": {"runs": [{"x": 1, "y": 1}]}},
    ]
    svg = draw(scene)
    assert lines_of(svg) == [
        "Ana, Ogre: close",
        "Ana, Imp: close",
        "Ana, Ogre: close",
        "Ana → Imp: waits for",
        "An axe",
    ]
    assert {one["data-key"] for one in parts(svg, part="mark")} == {"d0", "d1", "d2", "wait"}


def test_what_is_left_of_a_turn_is_read_whole() -> None:
    """In as many lines as it needs beside the board, where other slots are cut."""
    scene = grid()
    left = [
        {"key": f"b{n}", "label": label, "now": n, "max": 4} for n, label in enumerate(("Orders", "Squares of way"))
    ]
    slot = {"key": "a", "label": "A white die of the band", "state": "ACTING", "left": left}
    scene["play"]["slots"] = [slot]
    svg = draw(scene, Options(width=1280))
    (shown,) = [one for one in parsed(svg).iter() if one.attrib.get("data-part") == "slot"]
    told = [part.text or "" for part in shown.iter() if part.tag == f"{SVG}text"]
    assert len(told) > 1
    assert " ".join(told) == "A white die of the band (Orders 0/4, Squares of way 1/4)"


def test_every_look_and_every_state_of_an_edge_is_drawn_its_own_way() -> None:
    """No two looks have the same texture and colour, and no two states of a door the same lines."""
    looks = []
    for look in LOOKS:
        scene = plane()
        scene["ground"]["legend"] = [{"key": "x", "look": look, "label": "x", "step": "FREE", "sight": "FREE"}]
        scene["ground"]["patches"] = [
            {"key": "p", "entry": "x", "area": {"disc": {"centre": {"x": 2000, "y": 2000}, "radius": 500}}}
        ]
        scene["ground"]["edges"] = [{"key": "e", "entry": "x", "line": [{"x": 0, "y": 0}, {"x": 900, "y": 0}]}]
        svg = draw(scene)
        (pattern,) = re.findall(rf'<pattern id="scene-t-{look}".*?</pattern>', svg) or [f"f-{look}"]
        looks.append(pattern.replace(look, ""))
        assert parts(svg, part="patch", look=look)
        assert parts(svg, part="edge", look=look)
    assert len(set(looks) - {"f-"}) == len(LOOKS) - 2
    doors = []
    for state in STATES:
        scene = plane()
        scene["ground"]["edges"][1]["state"] = state
        scene["ground"]["legend"][7]["state"] = "NONE"
        doors += re.findall(r'<g id="scene-edge-door-1".*?</g>', draw(scene))
    assert len({re.sub(r' data-state="\w+"', "", door) for door in doors}) == len(STATES) - 1  # NONE is as SHUT


def test_the_ground_is_a_few_paths_however_many_cells() -> None:
    """Elements grow with entries and figures, not with cells."""

    def ground(columns: int, rows: int) -> int:
        scene = crowded(columns, rows)
        scene["ground"]["rows"] = [row.replace("c", "a") for row in scene["ground"]["rows"]]
        scene["ground"]["edges"] = [
            {"key": f"w{n}", "entry": "wall", "line": [{"x": n, "y": 0}, {"x": n, "y": 100}]}
            for n in range(columns * 20)
        ]
        (layer,) = [one for one in parsed(draw(scene)).iter() if one.attrib.get("data-layer") == "ground"]
        (edges,) = [one for one in parsed(draw(scene)).iter() if one.attrib.get("data-layer") == "edges"]
        return len(list(layer.iter())) + len(list(edges.iter()))

    assert ground(60, 40) == ground(24, 24) < 120


def test_a_large_board_is_drawn_in_linear_time() -> None:
    """Four times the cells take about four times as long; a bound far above both."""
    scene = crowded(200, 200, 200)
    began = time.process_time()
    svg = draw(scene)
    assert time.process_time() - began < 5
    assert len(svg) < 4_000_000


def test_unknown_looks_marks_and_spaces_are_drawn() -> None:
    """A look by its step, a mark with its area and words, a space as tokens by their sides."""
    scene = grid()
    scene["ground"]["legend"][6] |= {"look": "LAVA", "step": "NEVER"}
    scene["marks"][1] |= {"kind": "AURA"}
    svg = draw(scene)
    assert parts(svg, part="ground", entry="river")[0]["data-look"] == "WALL"
    assert parts(svg, part="mark", key="cloud")[0]["data-kind"] == "OTHER"
    assert "Cloud" in svg
    svg = draw(scene | {"space": {"kind": "SPHERE"}})
    assert {one["data-side"] for one in parts(svg, part="column")} == {"band", "neutral", "beasts"}
    assert len(parts(svg, part="token")) == 6


def test_a_place_that_the_space_does_not_have_is_shown_beside_the_board() -> None:
    """Off the board, or told in another kind of space: no figure is lost."""
    scene = grid()
    scene["tokens"][0]["footprint"] = None
    scene["tokens"][0]["place"] = {"cell": {"x": 900_000, "y": -5}}
    scene["tokens"][1]["place"] = {"zone": "cellar"}
    svg = draw(scene)
    assert {one["data-combatant"] for one in parts(svg, away="true")} == {"thief", "archer", "scout"}


def test_a_board_without_an_edge_is_drawn_around_what_is_seen() -> None:
    """Grids and planes of no size."""
    scene = grid()
    scene["space"] |= {"width": 0, "height": 0}
    assert len(parts(draw(scene), away="true")) == 1
    table = plane()
    table["space"] |= {"width": 0, "height": 0}
    assert parts(draw(table), away="true") == []
    empty = {**grid(), "tokens": [], "marks": [], "ground": {"digest": "0"}}
    empty["space"] |= {"width": 0, "height": 0}
    assert parts(draw(empty), part="floor")


def test_runs_of_a_million_cells_end_with_the_board() -> None:
    """What is named in a few bytes is drawn in a few."""
    scene = grid()
    scene["marks"][1]["area"]["runs"] = [{"x": -1_000_000, "y": y, "length": 1_000_000} for y in range(300)]
    scene["tokens"][2]["footprint"]["runs"] = [{"x": 0, "y": 3, "length": 1_000_000}]
    began = time.process_time()
    assert len(draw(scene)) < 200_000
    assert time.process_time() - began < 2


@pytest.mark.parametrize("kind", KINDS)
def test_toys_of_every_space_are_drawn_with_all_that_they_have(kind: SpaceKind) -> None:
    """By the same code as games: each token, mark, side, zone, position, edge and entry of the scene is found."""
    scene = toy_scene(kind)
    svg = draw(scene)
    assert {one["data-combatant"] for one in parts(svg, part="token")} == {token.combatant for token in scene.tokens}
    assert {one["data-key"] for one in parts(svg, part="side")} == {side.key for side in scene.sides}
    named = {key for one in parts(svg, part="legend-entry") for key in one["data-entry"].split()}
    assert named == {e.key for e in scene.ground.legend}
    assert {one["data-key"] for one in parts(svg, part="edge")} == {edge.key for edge in scene.ground.edges}
    assert {one["data-key"] for one in parts(svg, part="patch")} == {patch.key for patch in scene.ground.patches}
    assert {one["data-key"] for one in parts(svg, part="mark-line")} == {mark.key for mark in scene.marks if mark.label}
    space = msgspec.to_builtins(scene.space)
    assert len(parts(svg, part="zone")) == len(space.get("zones", ()))
    assert len(parts(svg, part="link")) == len(space.get("links", ()))
    assert len(parts(svg, part="position")) == len(space.get("positions", ()))


def test_light_and_dark_can_be_fixed() -> None:
    """auto follows the reader's system; a fixed one does not."""
    auto, light, dark = (draw(grid(), Options(theme=theme)) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in light + dark
    assert "#fbf8f1" in light
    assert "#fbf8f1" not in dark


def test_several_drawings_share_a_page() -> None:
    """Ids begin with the given name."""
    ids = {one.attrib["id"] for one in parsed(draw(grid(), Options(name="left"))).iter() if "id" in one.attrib}
    assert all(id.startswith("left-") for id in ids)


def test_the_scene_in_words_is_for_screen_readers() -> None:
    """The scene's own text; without one, its tokens and marks in words."""
    assert parsed(draw(grid()))[1].text == "Tora of the band has the turn, at 2, 2."
    told = parsed(draw(ranks()))[1].text or ""
    assert "Batu, The party; Health 11/16; Crouched (until he leans out)" in told
    assert "Boy, Bandits; in reserve" in told


@pytest.mark.parametrize("width", [0, 319, 4097])
def test_a_width_out_of_range_is_refused(width: int) -> None:
    """In words."""
    with pytest.raises(ValueError, match="320 to 4096"):
        draw(grid(), Options(width=width))


def test_every_face_and_icon_of_the_contract_has_a_picture() -> None:
    """A face has a file of its own; whoever has one that is not here looks like anybody."""
    folder = Path(api.drawing.__file__).parent / "faces"
    assert sorted(file.stem for file in folder.glob("*.svg")) == sorted(FACES)
    assert [icon for icon in ICONS if not icon_known(icon)] == []
    assert not icon_known("no such")
    assert not icon_known(None)


def test_a_figure_has_a_face_and_its_name_whole_or_not_at_all() -> None:
    """One that hides is dashed, pale, and has the sign of it; what holds for it has its icon, else its short word."""
    scene = grid()
    first, second = scene["tokens"][:2]
    first |= {"face": "wolf", "hidden": True, "badges": [{"key": "a", "label": "Asleep", "icon": "sleep"}]}
    second |= {"face": "goblin", "badges": [{"key": "b", "label": "Odd", "short": "odd"}]}
    svg = draw(scene, Options(width=1280))
    tree = parsed(svg)
    tokens = {one.attrib["data-combatant"]: one for one in tree.iter() if one.attrib.get("data-part") == "token"}
    assert {one.attrib["data-face"] for one in tree.iter() if "data-face" in one.attrib} >= {"wolf", "goblin"}
    uses = [one.attrib["href"] for one in tree.iter(f"{SVG}use")]
    ids = {one.attrib["id"] for one in tree.iter() if "id" in one.attrib}
    assert uses
    assert all(use.removeprefix("#") in ids for use in uses)
    hidden = tokens[first["combatant"]]
    keys = [one.attrib["data-key"] for one in hidden.iter() if one.attrib.get("data-part") == "badge"]
    assert keys == ["hidden", "a"]
    assert any(one.attrib.get("stroke-dasharray") for one in hidden.iter(f"{SVG}path"))
    assert any("opacity" in one.attrib for one in hidden.iter(f"{SVG}use"))
    assert "odd" in {one.text for one in tokens[second["combatant"]].iter(f"{SVG}text")}
    names = {one.text for one in tree.iter() if one.attrib.get("data-part") == "name"}
    assert names
    assert not any("…" in (name or "") for name in names)


def test_a_name_that_is_wider_than_its_card_stands_in_two_lines() -> None:
    """Whole, and no wider than the card; a short one in one line."""
    scene = ranks()
    long, short = [one for one in scene["tokens"] if one["place"] is not None][:2]
    long |= {"label": "Second skeleton archer"}
    short |= {"label": "Imp"}
    tree = parsed(draw(scene, Options(width=1280)))
    names = {one.attrib["data-combatant"]: one for one in tree.iter() if one.attrib.get("data-part") == "name"}
    lines = [one.text for one in names[long["combatant"]].iter(f"{SVG}tspan")]
    assert lines == ["Second", "skeleton archer"] or lines == ["Second skeleton", "archer"]
    assert "".join(names[long["combatant"]].itertext()) == "Second skeleton archer"
    assert names[short["combatant"]].text == "Imp"


def test_the_words_of_a_square_are_no_wider_than_it_and_as_dark_as_names() -> None:
    """In as many lines as that takes, whole."""
    scene = grid()
    (trap,) = [one for one in scene["marks"] if one["key"] == "trap"]
    trap["label"] = "Kick the door open"
    tree = parsed(draw(scene, Options(width=1280)))
    (name,) = [one for one in tree.iter() if (one.get("data-part"), one.get("data-key")) == ("mark-name", "trap")]
    lines = [one.text or "" for one in name.iter(f"{SVG}tspan")]
    assert "".join(name.itertext()) == trap["label"]
    assert len(lines) == 2
    assert all(width_of(line, LEAST) <= 1280 / 16 for line in lines)
    assert "ink" in name.attrib["class"].split()


def test_words_that_need_more_than_two_lines_cover_nothing() -> None:
    """They are left out where they would stand; the mark itself says them to who points at it."""
    scene = grid()
    (trap,) = [one for one in scene["marks"] if one["key"] == "trap"]
    trap["label"] = "Special action: Kick the heavy door of the inn wide open"
    tree = parsed(draw(scene, Options(width=1280)))
    assert not [one for one in tree.iter() if (one.get("data-part"), one.get("data-key")) == ("mark-name", "trap")]
    assert any(trap["label"] in "".join(one.itertext()) for one in tree.iter(f"{SVG}title"))


def test_zones_are_land_and_ways_between_them_are_seen() -> None:
    """A zone of no ground is land, no bare paper; a way is a trail as wide as one sees, of one way with a head."""
    scene = zones()
    for zone in scene["space"]["zones"]:
        zone["entries"] = []
    scene["space"]["zones"][0]["label"] = "The long gallery of all the kings of old"
    tree = parsed(draw(scene, Options(width=1280, panel=False)))
    drawn = [one for one in tree.iter() if one.attrib.get("data-part") == "zone"]
    assert all(any(path.attrib.get("class") == "land" for path in one.iter(f"{SVG}path")) for one in drawn)
    links = [one for one in tree.iter() if one.attrib.get("data-part") == "link"]
    for link in links:
        (trail,) = [path for path in link.iter(f"{SVG}path") if path.attrib.get("class") == "open trail"]
        assert float(trail.attrib["stroke-width"]) >= 8
    texts = [one.text or "" for one in tree.iter(f"{SVG}text")]
    assert not any(one.endswith("…") for one in texts)


def test_the_distance_of_most_pairs_is_measured_between_the_lines() -> None:
    """By an arrow from one line to the other, in letters that one reads."""
    scene = ranks()
    others = [one["combatant"] for one in scene["tokens"] if one["combatant"] != "batu"]
    far = [{"key": f"far-{who}", "kind": "DISTANCE", "label": "close", "members": ["batu", who]} for who in others]
    scene["marks"] = far[:3]
    tree = parsed(draw(scene, Options(width=1280, panel=False)))
    (measured,) = [one for one in tree.iter() if one.attrib.get("data-part") == "usual-distance"]
    assert [one.text for one in measured.iter(f"{SVG}text")] == ["close"]
    assert len([*measured.iter(f"{SVG}path")]) == 2


def test_the_picture_of_the_readme_is_such_a_drawing() -> None:
    """With the parts that the guide names; `skald draw tests/recordings/fights/dozen_ford.ndjson` makes it again."""
    root = Path(__file__).resolve().parents[3]
    assert "](schemas/examples/ford.svg)" in (root / "README.md").read_text(encoding="utf-8")
    svg = (root / "schemas" / "examples" / "ford.svg").read_text(encoding="utf-8")
    assert parsed(svg)[0].text == "The ford"
    assert parts(svg, part="ground", look="WATER")
    assert parts(svg, part="ground", look="DOOR")
    assert len(parts(svg, part="token")) >= 10
