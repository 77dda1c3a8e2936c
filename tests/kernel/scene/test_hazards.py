"""Hazards on the ground are marks."""

from __future__ import annotations

from engine.kernel.scene.ground import SceneEntry, SceneGround, ScenePatch
from engine.kernel.scene.hazards import hazards
from engine.kernel.scene.marks import SceneMark
from engine.kernel.state.ground.areas import SceneArea, SceneRun


def test_each_patch_of_a_hazard_is_a_mark() -> None:
    """With its own name, else that of its entry; all that is no hazard is only ground."""
    area = SceneArea(runs=(SceneRun(x=1, y=2),))
    ground = SceneGround(
        digest="",
        patches=(
            ScenePatch(key="spikes", entry="trap", area=area, label="Spikes"),
            ScenePatch(key="blaze", entry="fire", area=area),
            ScenePatch(key="pond", entry="water", area=area, label="A pond"),
        ),
        legend=(
            SceneEntry(key="trap", look="HAZARD", label="A trap", text="It hurts.", rule="X-1"),
            SceneEntry(key="fire", look="FIRE", label="Fire"),
            SceneEntry(key="water", look="WATER", label="Water"),
        ),
    )
    assert hazards(ground) == (
        SceneMark(
            key="hazard-spikes", kind="HAZARD", label="Spikes", tone="BAD", area=area, text="It hurts.", rule="X-1"
        ),
        SceneMark(key="hazard-blaze", kind="HAZARD", label="Fire", tone="BAD", area=area),
    )
