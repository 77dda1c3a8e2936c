"""What a combatant threatens, as marks: told of one that is seen, when it is asked for."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.scene.threats import threats_of
from engine.kernel.state.combatant import Cell, Place, Point
from engine.kernel.state.ground.areas import SceneArea, SceneDisc, SceneRun
from engine.kernel.state.ground.ground import SpaceKind
from tests.support.slices.ready import fight
from tests.support.toys.fights import entries
from tests.support.toys.skirmish import KINDS, Plain, Shown


def test_an_area_for_each_way_and_an_arrow_to_each_it_reaches() -> None:
    """The marks point from whoever threatens; here the cells around it, and a foe that has come near."""
    arena = fight(Shown("GRID"), entries("GRID", lurker=False))
    seen = arena.book.seen(arena.state, "ana")
    one, *_, wolf = seen.fight.combatants
    (area,) = threats_of(arena.book.system, seen, one, "en")
    assert (area.kind, area.from_, area.to, area.label, area.tone) == ("THREATENS", one, None, "near", "WARNING")
    assert area.area is not None
    assert SceneRun(x=0, y=0, length=3, height=0) in area.area.runs
    near = structs.replace(seen.fight.combatants[wolf], place=Place(cell=Cell(2, 1)))
    there = structs.replace(seen, fight=structs.replace(seen.fight, combatants={**seen.fight.combatants, wolf: near}))
    again, arrow = threats_of(arena.book.system, there, one, "en")
    assert again == area
    assert (arrow.key, arrow.from_, arrow.to, arrow.area) == (f"{area.key}-{wolf}", one, wolf, None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_space_can_tell_it_and_no_system_has_to(kind: SpaceKind) -> None:
    """Of a system that says nothing of it there is none; nor of whoever is not seen, and nobody aims at him."""
    for game, told in ((Shown(kind), True), (Plain(kind), False)):
        arena = fight(game, entries(kind))
        seen = arena.book.seen(arena.state, "ana")
        marks = [mark for who in seen.fight.combatants for mark in threats_of(arena.book.system, seen, who, "en")]
        assert bool(marks) == told
        assert threats_of(arena.book.system, seen, "lurker", "en") == ()
        assert "lurker" in arena.fight.combatants
        assert "lurker" not in {mark.to for mark in marks}


def test_on_a_plane_it_is_a_disc() -> None:
    """Around the point."""
    arena = fight(Shown("PLANE"), entries("PLANE", lurker=False))
    seen = arena.book.seen(arena.state, "ana")
    (area,) = threats_of(arena.book.system, seen, next(iter(seen.fight.combatants)), "en")
    assert area.area == SceneArea(disc=SceneDisc(centre=Point(700, 600), radius=300))
