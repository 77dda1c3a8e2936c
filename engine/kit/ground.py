"""For the author of a game: what a fight is fought on: its parts, who sees them, and what bars a way or a look."""

from __future__ import annotations

from engine.kernel.authoring.ground_reveals import change_ground, show
from engine.kernel.playing.facts import faults_in
from engine.kernel.state.ground.areas import (
    SceneArea,
    SceneDisc,
    SceneHole,
    SceneOutline,
    SceneRun,
    SceneSector,
    SceneStrip,
)
from engine.kernel.state.ground.barriers import OPENED, edges_of, hides, passes, state_of, step_of, steps_across
from engine.kernel.state.ground.crossed_ground import Named, crossed
from engine.kernel.state.ground.ground import (
    Ground,
    GroundChange,
    GroundEdge,
    GroundEntry,
    GroundLink,
    GroundPatch,
    GroundPosition,
    GroundZone,
    SceneLook,
    ScenePasses,
    Space,
)
from engine.kernel.state.ground.ground_faults import refuse
from engine.kernel.state.ground.own_part import own_part_of
from engine.kernel.state.ground.reach import area_of
from engine.kernel.state.ground.seen_ground import Readers, both, knows_all, line_key, seen_ground
from engine.kernel.state.redaction.barred_lines import barred, on_ground

__all__ = [
    "OPENED",
    "Ground",
    "GroundChange",
    "GroundEdge",
    "GroundEntry",
    "GroundLink",
    "GroundPatch",
    "GroundPosition",
    "GroundZone",
    "Named",
    "Readers",
    "SceneArea",
    "SceneDisc",
    "SceneHole",
    "SceneLook",
    "SceneOutline",
    "ScenePasses",
    "SceneRun",
    "SceneSector",
    "SceneStrip",
    "Space",
    "area_of",
    "barred",
    "both",
    "change_ground",
    "crossed",
    "edges_of",
    "faults_in",
    "hides",
    "knows_all",
    "line_key",
    "on_ground",
    "own_part_of",
    "passes",
    "refuse",
    "seen_ground",
    "show",
    "state_of",
    "step_of",
    "steps_across",
]
