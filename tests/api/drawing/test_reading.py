"""A scene out of JSON that others wrote, also a later version of Skald."""

from __future__ import annotations

import msgspec
import pytest

from api.drawing.reading import read_scene
from engine.kernel.scene.scene import Scene
from tests.support.contract.scenes import SCENES, grid


@pytest.mark.parametrize("space", SCENES)
def test_a_scene_is_read_as_it_is_answered(space: str) -> None:
    """Struct to JSON and back; what is left out is empty."""
    scene = read_scene(SCENES[space]())
    assert isinstance(scene, Scene)
    assert read_scene(scene) is scene
    assert read_scene(msgspec.json.decode(msgspec.json.encode(scene))) == scene


def test_what_is_not_known_falls_back() -> None:
    """A look by how it passes a step, a mark to OTHER, tone and turn to plain ones, new fields to nothing."""
    raw = grid()
    raw["ground"]["legend"][0] |= {"look": "LAVA", "step": "NEVER", "glow": 3}
    raw["ground"]["legend"][1] |= {"look": "MOSS", "step": "HARD"}
    raw["marks"][0] |= {"kind": "ENTANGLED", "tone": "ODD"}
    raw["tokens"][0] |= {"turn": "DREAMING", "aura": {"x": 1}}
    raw["tokens"][0]["footprint"]["hexes"] = [1, 2]
    raw["sides"][0]["emblem"] = "HEART"
    raw["play"]["style"] = "TIDES"
    scene = read_scene(raw)
    assert [entry.look for entry in scene.ground.legend[:2]] == ["WALL", "ROUGH"]
    assert (scene.marks[0].kind, scene.marks[0].tone) == ("OTHER", "PLAIN")
    assert (scene.tokens[0].turn, scene.sides[0].emblem) == ("NONE", "CIRCLE")


def test_an_unknown_space_has_no_places() -> None:
    """Tokens are shown by their sides."""
    raw = grid() | {"space": {"kind": "TORUS", "width": 4, "twist": True}}
    assert type(read_scene(raw).space).__name__ == "SceneNowhere"


@pytest.mark.parametrize("raw", [None, [], "scene", 7, {"tokens": 3}, {"space": {"kind": "GRID", "width": "wide"}}])
def test_what_is_no_scene_is_refused(raw: object) -> None:
    """With the place of the fault."""
    with pytest.raises(msgspec.ValidationError):
        read_scene(raw)
