"""For the author of a game: a fight as a picture, and what an order would do."""

from __future__ import annotations

from engine.kernel.scene import legend, texts
from engine.kernel.scene.bare import scene as bare_scene
from engine.kernel.scene.combatants import badge, bar, caption, footprint, short, tone_of
from engine.kernel.scene.ground import SceneEntry, SceneGround, ScenePatch
from engine.kernel.scene.marks import MarkKind, SceneMark
from engine.kernel.scene.play import PlaySlot, PlayStyle, SceneBar, ScenePlay, Tone, TurnState
from engine.kernel.scene.preview import Foreseen, PreviewNext, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.sides import emblems_of, opposed_sides, sides
from engine.kernel.scene.space import SceneGrid, SceneNowhere, ScenePlane, SceneRanks, SceneSpace, SceneZones
from engine.kernel.scene.spaces import ranks, space
from engine.kernel.scene.stats import StatBlock, StatGroup, StatThing, StatValue
from engine.kernel.scene.threats import Threat
from engine.kernel.scene.tokens import SceneBadge, SceneSide, SceneToken
from engine.kernel.scene.wording import Wording

__all__ = [
    "Foreseen",
    "MarkKind",
    "PlaySlot",
    "PlayStyle",
    "PreviewNext",
    "PreviewTarget",
    "PreviewTest",
    "PreviewWay",
    "Scene",
    "SceneBadge",
    "SceneBar",
    "SceneEntry",
    "SceneGrid",
    "SceneGround",
    "SceneMark",
    "SceneNowhere",
    "ScenePatch",
    "ScenePlane",
    "ScenePlay",
    "SceneRanks",
    "SceneSide",
    "SceneSpace",
    "SceneToken",
    "SceneZones",
    "StatBlock",
    "StatGroup",
    "StatThing",
    "StatValue",
    "Threat",
    "Tone",
    "TurnState",
    "Wording",
    "badge",
    "bar",
    "bare_scene",
    "caption",
    "chance_of",
    "emblems_of",
    "footprint",
    "legend",
    "opposed_sides",
    "ranks",
    "short",
    "sides",
    "space",
    "texts",
    "tone_of",
]
