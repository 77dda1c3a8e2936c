"""A scene as a text: whole sentences with everything that it shows."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.play import SceneBar
from engine.kernel.scene.reader import bar_text, text
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge
from engine.kernel.scene.wording import Wording
from engine.kernel.state.ground.ground import SpaceKind
from tests.support.toys.fights import toy_fight, toy_scene


def lines(scene: Scene, kind: SpaceKind = "GRID", locale: str = "en") -> list[str]:
    arena = toy_fight(kind)
    return text(Wording(arena.book.system, arena.state, locale), scene).splitlines()


def test_the_field_is_told_first() -> None:
    """Its extent and unit, what lies on it, and how its doors stand; zones with their ways."""
    told = toy_scene("GRID").text.splitlines()
    assert told[1] == "The field is a grid of 10 by 8 cells, a cell measures 1.5 m."
    assert "Brambles" in told[2]
    assert told[2].endswith("and Door (shut).")
    plane = toy_scene("PLANE", locale="es").text.splitlines()
    assert plane[1] == "El campo es una mesa abierta de 48 por 36 inch."
    zones = toy_scene("ZONES", locale="fi").text.splitlines()
    assert zones[1] == "Kentällä on 4 aluetta: Yard, Thicket, Great hall ja Cellar."
    assert "Kulku Great hall – Cellar: a chute." in zones
    grid = toy_scene("GRID", locale="pl").text.splitlines()
    assert grid[1] == "Pole walki to siatka o wymiarach 10 na 8; kratka mierzy 1,5 m."
    assert grid[2].endswith(" i Door (zamknięte).")
    assert toy_scene("NOWHERE").text.splitlines()[1] == "This fight has no places."


def test_combatants_stand_under_their_sides_with_place_figures_and_badges() -> None:
    """A position by its side, a height where there is one; who is gone says why."""
    scene = toy_scene("RANKS", steps=1)
    assert "Wolf, Fighter, The foes, position 2: Life: 0 lost." in scene.text.splitlines()
    token = structs.replace(
        scene.tokens[0],
        place=None,
        whereabouts="in reserve",
        bars=(
            SceneBar(key="a", label="Power", now=3),
            SceneBar(key="b", label="Health", band="wounded", share="HALF"),
            SceneBar(key="c", label="Luck"),
        ),
        badges=(SceneBadge(key="d", label="Held", level=2, source="wolf", until="for long"),),
    )
    told = lines(structs.replace(scene, tokens=(token,)), "RANKS")
    assert "Ana-maria, Fighter, in reserve: has the turn, Power 3, Health: wounded, Held 2 (Wolf), for long." in told


def test_a_figure_with_a_unit_is_told_in_it() -> None:
    """Lengths are in hundredths, as places are; the decimal point is that of the language."""
    arena = toy_fight("PLANE")
    left = SceneBar(key="movement", label="Movement", now=250, max=400, unit="inches")
    told = [bar_text(Wording(arena.book.system, arena.state, locale), left) for locale in ("en", "es")]
    assert told == ["Movement 2.5 of 4 inches", "Movement 2,5 de 4 inches"]
    words = Wording(arena.book.system, arena.state, "en")
    lost = SceneBar(key="rope", label="Rope", lost=50, unit="m")
    assert bar_text(words, lost) == "Rope: 0.5 m lost"
    assert bar_text(words, structs.replace(lost, lost=None, now=-50)) == "Rope -0.5 m"


def test_marks_and_what_holds_everywhere_are_told() -> None:
    """With a direction where they have one, and the order of play at the beginning."""
    scene = toy_scene("GRID")
    marks = (
        SceneMark(key="a", kind="HOLDS", label="holds", from_="ogre", to="bo", until="a turn"),
        SceneMark(key="b", kind="GROUP", label="a pack", members=("ogre", "wolf")),
        SceneMark(key="c", kind="EFFECT", label="Fog"),
    )
    told = lines(structs.replace(scene, marks=marks, badges=(SceneBadge(key="x", label="Dim light"),)))
    assert told[-3:] == ["holds: Ogre → Bo, a turn.", "a pack: Ogre and Wolf.", "Fog."]
    assert "Everywhere: Dim light." in told
    assert told[0].startswith("Order of acting. Round")
