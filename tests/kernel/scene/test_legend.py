"""The ground of a scene: rows, patches and edges as they are set up, and a legend of just what they use."""

from __future__ import annotations

import msgspec
from msgspec import structs

from engine.kernel.scene.compose import finished_ground
from engine.kernel.scene.ground import SceneEntry, SceneGround
from engine.kernel.scene.legend import ground_of, used, with_edges
from engine.kernel.scene.space import SceneNowhere
from engine.kernel.scene.spaces import space
from engine.kernel.scene.wording import Wording
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import (
    Ground,
    GroundEdge,
    GroundEntry,
    GroundLink,
    GroundPatch,
    GroundPosition,
    GroundZone,
    Space,
)
from tests.support.slices import minis
from tests.support.slices.ready import minis_fight

ARENA = minis_fight()
WORDS = Wording(ARENA.book.system, ARENA.state, "en")
LEGEND = (
    GroundEntry(key="open", sign="."),
    GroundEntry(key="stone_wall", sign="#", look="WALL", step="NEVER", sight="NEVER"),
    GroundEntry(key="door", look="DOOR", state="SHUT", label="The oak door", cover=2),
    GroundEntry(key="oil", look="HAZARD", step="HARD", height=1, top=3),
    GroundEntry(key="idle", sign="~", look="WATER"),
)
GROUND = Ground(
    space=Space(kind="GRID", width=3, height=2, unit="yard", cell=150),
    rows=("..#", "..x"),
    legend=LEGEND,
    patches=(GroundPatch(key="spill", entry="oil", area=SceneArea(runs=(SceneRun(x=0, y=0, length=2),))),),
    edges=(
        GroundEdge(key="d1", entry="door", line=(Point(150, 0), Point(150, 150))),
        GroundEdge(key="d2", entry="door", line=(Point(300, 0), Point(300, 150)), state="OPEN", label="Gate"),
    ),
)


def test_the_legend_has_words_and_meanings() -> None:
    """Those of the table, or else of the system, or else its key as words; what is not said is free floor."""
    legend = {entry.key: entry for entry in ground_of(WORDS, GROUND).legend}
    wall, door, oil, plain = legend["stone_wall"], legend["door"], legend["oil"], legend["open"]
    assert (wall.label, wall.look, wall.step, wall.sight) == ("Stone wall", "WALL", "NEVER", "NEVER")
    assert (door.label, door.state, door.cover, door.cover_figure) == ("The oak door", "SHUT", "cover 2", 2)
    assert (oil.height, oil.top, oil.step) == (1, 3, "HARD")
    assert (plain.look, plain.step, plain.sight, plain.cover) == ("FLOOR", "FREE", "FREE", "")


def test_what_a_system_knows_without_a_legend_is_explained_too() -> None:
    """Unless the table uses its key or its sign for something else."""

    class Known(minis.Minis):
        """With some entries of its own."""

        ground_entries = (
            GroundEntry(key="lava", sign="x", look="FIRE", step="NEVER"),
            GroundEntry(key="hedge", sign="#", look="WOOD"),
            GroundEntry(key="oil", look="OTHER"),
        )

    known = Known()
    words = Wording(known, ARENA.state, "en")
    legend = {entry.key: entry for entry in ground_of(words, GROUND).legend}
    assert (legend["lava"].sign, legend["lava"].label, legend["lava"].step) == ("x", "Lava", "NEVER")
    assert (legend["hedge"].sign, legend["oil"].look) == (None, "HAZARD")
    shown = finished_ground(SceneNowhere(), ground_of(words, GROUND))
    assert [entry.key for entry in shown.legend] == ["open", "stone_wall", "door", "oil", "lava", "door-open"]


def test_edges_have_the_state_of_their_entry_unless_they_have_their_own() -> None:
    """And their labels."""
    edges = ground_of(WORDS, GROUND).edges
    assert [(edge.key, edge.state, edge.label) for edge in edges] == [("d1", "SHUT", ""), ("d2", "OPEN", "Gate")]


def test_an_open_door_has_an_entry_that_lets_pass() -> None:
    """Beside that of the same door shut, which does not: nothing passes what its entry calls NEVER, and no other is."""
    shown = ground_of(WORDS, GROUND)
    legend = {entry.key: entry for entry in shown.legend}
    shut, opened = (legend[edge.entry] for edge in shown.edges)
    assert (shut.state, shut.step, shut.sight, shut.label) == ("SHUT", "NEVER", "NEVER", "The oak door")
    assert (opened.state, opened.step, opened.sight, opened.label) == ("OPEN", "FREE", "FREE", "The oak door")
    taken = (*LEGEND, GroundEntry(key="door-open", look="PIT"))
    both = ground_of(WORDS, structs.replace(GROUND, legend=taken))
    assert len({edge.entry for edge in both.edges} | {"door-open"}) == 3


def test_edges_are_shown_for_a_system_that_shows_none() -> None:
    """Beside what it shows of its ground; a key that it has for something else is left to it."""
    shown = SceneGround(digest="", rows=("..",), legend=(SceneEntry(key="door", sign=".", look="FLOOR", label="Sill"),))
    whole = with_edges(WORDS, shown, GROUND)
    assert [(edge.key, edge.entry) for edge in whole.edges] == [("d1", "edge-door"), ("d2", "door-open")]
    assert [(one.key, one.sign, one.step) for one in whole.legend] == [
        ("door", ".", "FREE"), ("edge-door", None, "NEVER"), ("door-open", None, "FREE"),
    ]  # fmt: skip
    assert with_edges(WORDS, whole, GROUND) is whole


def test_the_legend_holds_what_is_used_and_nothing_else() -> None:
    """By the rows, the patches and the edges."""
    shown = finished_ground(SceneNowhere(), ground_of(WORDS, GROUND))
    assert [entry.key for entry in shown.legend] == ["open", "stone_wall", "door", "oil", "door-open"]


def test_zones_links_and_positions_use_entries_too() -> None:
    """Of each kind one."""
    legend = tuple(GroundEntry(key=key) for key in ("a", "b", "c"))
    zoned = Ground(
        space=Space(kind="ZONES"),
        legend=legend,
        zones=(GroundZone(key="x", label="X", entries=("a",)), GroundZone(key="y", label="Y")),
        links=(GroundLink(key="xy", from_="x", to="y", entries=("b",)),),
    )
    shown = ground_of(WORDS, zoned)
    assert [entry.key for entry in used(shown.legend, space(WORDS, zoned), shown)] == ["a", "b"]
    ranked = Ground(
        space=Space(kind="RANKS"), legend=legend, positions=(GroundPosition(side="s", rank=1, entries=("c",)),)
    )
    shown = ground_of(WORDS, ranked)
    assert [entry.key for entry in used(shown.legend, space(WORDS, ranked), shown)] == ["c"]


def test_the_digest_follows_what_is_shown_and_nothing_else() -> None:
    """An entry that nothing uses does not change it; an edge's state does."""
    field = SceneNowhere()
    digest = finished_ground(field, ground_of(WORDS, GROUND)).digest
    idle = msgspec.structs.replace(GROUND, legend=LEGEND[:-1])
    assert finished_ground(field, ground_of(WORDS, idle)).digest == digest
    opened = msgspec.structs.replace(GROUND, edges=GROUND.edges[1:])
    assert finished_ground(field, ground_of(WORDS, opened)).digest != digest
