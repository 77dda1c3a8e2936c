"""What takes too much work is missing in its place, and a word says so: the rest of a scene is there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.drawing.drawing import Options, draw
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.threats import threats_of
from engine.kernel.structs.budget import STEP, spend
from tests.support.slices.ready import fight
from tests.support.toys.fights import entries
from tests.support.toys.skirmish import Shown

MISSING = {
    "en": "Part of the picture takes too much work and is missing",
    "es": "Parte de la imagen da demasiado trabajo y falta",
    "fi": "Osa kuvasta vaatii liikaa työtä ja puuttuu",
    "pl": "Część obrazu wymaga zbyt wiele pracy i jej brakuje",
}


def _spends(*_: object) -> Scene:
    while True:
        spend(STEP // 10)


def _deeper(*arguments: object) -> Scene:
    return _deeper(*arguments)


@pytest.mark.parametrize("endless", [_spends, _deeper])
def test_where_a_game_shows_too_much_the_kernel_shows_the_rest(
    monkeypatch: pytest.MonkeyPatch, endless: Callable[..., Scene]
) -> None:
    """Everybody with his place, life and turn; a mark tells it, in the text too and in every language."""
    arena = fight(Shown("GRID"), entries("GRID"))
    seen, system = arena.book.seen(arena.state, "ana"), arena.book.system
    whole = scene_of(system, seen, "ana", "en")
    seen.kept.clear()
    monkeypatch.setattr(system, "scene", endless)
    for locale, said in MISSING.items():
        scene = scene_of(system, seen, "ana", locale)
        assert [one.combatant for one in scene.tokens] == [one.combatant for one in whole.tokens]
        assert [one.place for one in scene.tokens] == [one.place for one in whole.tokens]
        (mark,) = [one for one in scene.marks if one.key == "scene-omitted"]
        assert (mark.kind, mark.label, mark.tone, mark.area) == ("OTHER", said, "WARNING", None)
        assert f"{said}." in scene.text.splitlines()
        assert said in draw(scene, Options(locale=locale))


@pytest.mark.parametrize("endless", [_spends, _deeper])
def test_of_threats_that_come_to_no_end_a_mark_says_so(
    monkeypatch: pytest.MonkeyPatch, endless: Callable[..., Scene]
) -> None:
    """It is whoever's it is, and points at nobody."""
    arena = fight(Shown("GRID"), entries("GRID"))
    seen, system = arena.book.seen(arena.state, "ana"), arena.book.system
    monkeypatch.setattr(system, "threats", endless)
    who = next(iter(seen.fight.combatants))
    (mark,) = threats_of(system, seen, who, "en")
    assert (mark.kind, mark.from_, mark.to, mark.area) == ("THREATENS", who, None, None)
    assert mark.label == "Finding what it threatens takes too much work"
    assert threats_of(system, seen, "nobody", "en") == ()
