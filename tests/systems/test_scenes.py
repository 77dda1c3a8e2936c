"""The scene of every rule system keeps the laws of all, in generated play, for every seat and in every language.

Besides the installed systems the toys are played (`tests/support/toys`): one for each kind of space, with a scene of
its own, and as a third party's system that leaves its scene to the kernel.

    SKALD_SCENES=60 pytest tests/systems/test_scenes.py     so many fights of each system, 3 otherwise
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.play import PlaySlot, SceneBar
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.structs.errors import SkaldError
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws, pictures
from tests.support.laws.scene_laws import lawful
from tests.support.slices.ready import fight
from tests.support.toys.fights import entries, toy_fight, toy_scene
from tests.support.toys.skirmish import KINDS, Shown

FIGHTS = amount("SKALD_SCENES", 3, 40)
"""Fights of each system."""

STEPS = 25
"""Orders and answers in each."""

LOCALES = ("en", "es", "fi", "pl")

SYSTEMS = sorted(Registry.installed().books)

Maker = Callable[[random.Random], Arena]


def toy(kind: str, *, own: bool) -> Maker:
    return lambda rng: toy_fight(kind, own=own, secret=str(rng.random()), begun=False)  # type: ignore[arg-type]


MAKERS: dict[str, Maker] = {
    **{system: playing.examples_of(system).make for system in SYSTEMS},
    **{f"toy-{kind.lower()}": toy(kind, own=True) for kind in KINDS},
    **{f"bare-{kind.lower()}": toy(kind, own=False) for kind in KINDS},
}


def judged(make: Maker, seed: int) -> int:
    """Every scene of a fight by chance: how many there were."""
    rng, scenes = random.Random(f"scenes {seed}"), 0
    for arena, _ in laws.walk(make, rng, STEPS):
        seats = (*arena.fight.seats, None)
        for seat in seats:
            try:
                lawful(arena.book, arena.state, seat, LOCALES[(scenes + seats.index(seat)) % len(LOCALES)])
            except (AssertionError, SkaldError) as error:
                error.add_note(f"seed {seed}, version {len(arena.stream)}, seat {seat}")
                raise
            scenes += 1
    return scenes


@pytest.mark.parametrize("name", MAKERS)
def test_every_scene_keeps_every_law(name: str) -> None:
    """From before the fight begins, at every stop, for every seat and for those without one."""
    assert sum(judged(MAKERS[name], seed) for seed in range(FIGHTS)) > 10 * FIGHTS


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_scenes_of_rare_situations_keep_every_law(system: str) -> None:
    """Those in a system's `examples.py` that chance seldom reaches."""
    for number, make in enumerate(playing.examples_of(system).SCENES):
        rng = random.Random(number)
        arena = make(rng)
        for seat in (*arena.fight.seats, None):
            lawful(arena.book, arena.state, seat, rng.choice(LOCALES))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_that_lacks_a_language_is_shown_in_english_as_a_whole(system: str) -> None:
    """Though the kernel has words in it: no scene mixes two."""
    examples = playing.examples_of(system)
    arena = examples.make(random.Random(system))
    examples.begin(arena)
    game: Any = arena.book.system
    for locale in LOCALES:
        told, english = (pictures.scene(arena, arena.fight.gms()[0], one) for one in (locale, "en"))
        assert (told.text == english.text) == (locale == "en" or not game.draws_in(locale))


# -- a law that finds nothing proves nothing
def _token(scene: Scene, **changes: Any) -> Scene:
    return structs.replace(scene, tokens=(structs.replace(scene.tokens[0], **changes), *scene.tokens[1:]))


BAR = SceneBar(key="life", label="Life", now=1, max=2)
ROGUE = SceneMark(key="rogue", kind="OTHER", label="Somebody", members=("nobody",))
PLANTED: dict[str, Callable[[Scene], Scene]] = {
    "a combatant without a token": lambda scene: structs.replace(scene, tokens=scene.tokens[1:]),
    "a token without place or words": lambda scene: _token(scene, place=None),
    "a token that is somewhere else": lambda scene: _token(scene, place=Place(cell=Cell(0, 0))),
    "somebody down without a word": lambda scene: _token(scene, down=True, badges=()),
    "another name": lambda scene: _token(scene, label="Somebody"),
    "a bar twice": lambda scene: _token(scene, bars=(BAR, BAR)),
    "a bar that says two things": lambda scene: _token(scene, bars=(structs.replace(BAR, lost=1),)),
    "an unknown side": lambda scene: structs.replace(scene, sides=scene.sides[1:]),
    "an unknown combatant": lambda scene: structs.replace(scene, marks=(ROGUE,)),
    "a mark of nobody": lambda scene: structs.replace(scene, marks=(structs.replace(ROGUE, members=()),)),
    "an id among the words": lambda scene: _token(scene, kind_label="war_band"),
    "a value of an enum among the words": lambda scene: structs.replace(
        scene, play=structs.replace(scene.play, phase="WAITING")
    ),
    "a field's name among the words": lambda scene: structs.replace(
        scene, badges=(SceneBadge(key="x", label="kindLabel"),)
    ),
    "a number that stands in the label too": lambda scene: structs.replace(
        scene, badges=(SceneBadge(key="x", label="1 wound", level=1),)
    ),
    "a sign without an entry": lambda scene: structs.replace(
        scene, ground=structs.replace(scene.ground, legend=scene.ground.legend[1:])
    ),
    "another round": lambda scene: structs.replace(scene, play=structs.replace(scene.play, round=77)),
    "a field that is too small": lambda scene: structs.replace(
        scene, space=structs.replace(scene.space, width=3), ground=structs.replace(scene.ground, rows=())
    ),
    "a slot of nobody": lambda scene: structs.replace(
        scene, play=structs.replace(scene.play, slots=(PlaySlot(key="x", label="X"),))
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_violation_is_found(name: str) -> None:
    """Of every law, in a toy whose scene breaks it."""

    class Broken(Shown):
        """A skirmish on a grid."""

        def scene(self, seen: Any, seat: str | None, locale: str) -> Scene:
            """Broken."""
            return PLANTED[name](super().scene(seen, seat, locale))

    arena = fight(Broken("GRID"), entries("GRID", lurker=False))
    with pytest.raises(AssertionError):
        lawful(arena.book, arena.state, "ana")


def test_the_toys_show_everything_that_their_spaces_have() -> None:
    """So that the laws, the drawings and the pages are tried on it."""
    shown = {kind: toy_scene(kind, steps=12) for kind in KINDS}
    assert {scene.space.__struct_config__.tag for scene in shown.values()} == set(KINDS)
    grid = shown["GRID"]
    assert grid.ground.rows
    assert grid.ground.patches
    assert grid.ground.edges
    assert {edge.state for edge in grid.ground.edges} >= {"SHUT", "NONE"}
    assert any(len(token.footprint.runs) > 1 for token in grid.tokens if token.footprint is not None)
    plane = [patch.area for patch in shown["PLANE"].ground.patches]
    assert any(area.strip for area in plane)
    assert any(area.disc and area.sector for area in plane)
    assert any(area.outlines and area.outlines[0].holes for area in plane)
    assert any(token.towards is not None for token in shown["PLANE"].tokens)
    for scene in shown.values():
        assert any(slot.state == "ACTING" and slot.left for slot in scene.play.slots)
        assert {bar.lost for token in scene.tokens for bar in token.bars} >= {0}
    assert all(shown[kind].marks for kind in KINDS if kind != "NOWHERE")
