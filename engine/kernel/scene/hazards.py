"""Hazards that lie on the ground, as marks: a trap, a fire, smoke, as far as the reader knows of them."""

from __future__ import annotations

from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.marks import SceneMark

LOOKS = ("HAZARD", "FIRE", "SMOKE")
"""What a client should not overlook."""


def hazards(ground: SceneGround) -> tuple[SceneMark, ...]:
    """A mark for each patch of a hazard, with its name and the rule's text. The keys are the patches'."""
    found = {entry.key: entry for entry in ground.legend if entry.look in LOOKS}
    return tuple(
        [
            SceneMark(
                key=f"hazard-{patch.key}",
                kind="HAZARD",
                label=patch.label or found[patch.entry].label,
                tone="BAD",
                area=patch.area,
                text=found[patch.entry].text,
                rule=found[patch.entry].rule,
            )
            for patch in ground.patches
            if patch.entry in found
        ]
    )
