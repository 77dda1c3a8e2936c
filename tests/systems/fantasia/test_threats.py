"""What a combatant threatens: the cells that its weapons reach, and whom it could strike or shoot from where it is."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.ground.reach import places_in
from engine.systems.fantasia.content.kinds import Weapon
from engine.systems.fantasia.ground import GridRule
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.test_board import WHIP, cells_reached, grid


def threats(bout: Bout, who: str, seat: str | None = "ana", locale: str = "en") -> dict[str, SceneMark]:
    """What a seat is told."""
    book = bout.arena.book
    return {mark.key: mark for mark in threats_of(book.system, book.seen(bout.state, seat), who, locale)}


def area(bout: Bout, who: str = "hero") -> set[tuple[int, int]]:
    """The cells in melee reach."""
    found = threats(bout, who)[f"threat-melee-{who}"].area
    assert found is not None
    return {(place.cell.x, place.cell.y) for place in places_in(found) if place.cell is not None}


@pytest.mark.rule("FF-GRID-01", "FF-GRID-13")
@pytest.mark.parametrize(
    ("ignored", "figures"),
    [
        ((), {}),
        ((GridRule.NO_DIAGONAL,), {}),
        ((), {"own_weapons": (WHIP,)}),
        ((GridRule.METRE_IS_CELL,), {"own_weapons": (Weapon(id="whip", name="Whip", range_metres=3),)}),
        ((), {"size_percent": 200}),
        ((GridRule.DIAGONAL_TWICE,), {"size_percent": 200}),
    ],
)
def test_its_cells_are_those_on_which_somebody_is_reached(
    ignored: tuple[GridRule, ...], figures: dict[str, Any]
) -> None:
    """Compared with an attack on somebody on each single cell."""
    bout = Bout(
        hero(figures=sheet(**figures), place=cell(0, 0)),
        foe(place=cell(9, 9)),
        setup=grid(GridRule.END_ON_EMPTY, *ignored),
    )
    side = 2 if "size_percent" in figures else 1
    own = {(x, y) for x in range(side) for y in range(side)}
    assert area(bout) == cells_reached(*ignored, **figures) - own


@pytest.mark.rule("FF-ATK-01")
def test_whom_it_could_strike_and_whom_it_could_shoot() -> None:
    """Each by an arrow of its own way; at any turn; nothing of whoever is out of reach, an ally, or unable."""
    archer = foe("foe", sheet(weapons=("bow",)), place=cell(1, 0))
    bout = Bout(hero(place=cell(0, 0)), hero("far", place=cell(20, 0)), archer, setup=grid())
    mine = threats(bout, "hero")
    assert (mine["threat-melee-hero-foe"].to, mine["threat-melee-hero-foe"].rule) == ("foe", "FF-GRID-01")
    assert list(threats(bout, "far")) == ["threat-melee-far"]
    assert {"threat-far-foe-hero", "threat-far-foe-far"} <= set(threats(bout, "foe", "gm"))
    bout.lay("hero", "stop")
    assert threats(bout, "hero") == {}


def test_off_the_board_it_is_a_disc_and_without_places_there_are_only_names() -> None:
    """A metre around the point; where nobody has a place everybody is in reach."""
    bout = Bout(hero(place=at(0)), foe(place=at(9)))
    (mark,) = threats(bout, "hero").values()
    assert mark.area is not None
    assert mark.area.disc is not None
    assert mark.area.disc.radius == 100
    assert list(threats(Bout(hero(), foe()), "hero")) == ["threat-melee-hero-foe"]


def test_a_reach_beyond_all_measure_is_not_told_cell_by_cell() -> None:
    """Only whom it reaches."""
    bout = Bout(
        hero(figures=sheet(own_weapons=(Weapon(id="whip", name="Whip", range_metres=999),)), place=cell(0, 0)),
        foe(place=cell(50, 0)),
        setup=grid(),
    )
    assert list(threats(bout, "hero")) == ["threat-melee-hero-foe"]


@pytest.mark.parametrize(
    ("locale", "label"),
    [
        ("en", "In melee reach of its weapons"),
        ("es", "Al alcance de sus armas cuerpo a cuerpo"),
        ("fi", "Sen lähitaisteluaseiden ulottuvilla"),
    ],
)
def test_it_is_told_in_the_readers_language(locale: str, label: str) -> None:
    """By its way."""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(1, 0)), setup=grid())
    assert threats(bout, "hero", locale=locale)["threat-melee-hero-foe"].label == label
