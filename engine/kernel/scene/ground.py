"""The ground of a scene: cells, patches, edges, and the legend that explains them."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import EdgeState, SceneLook, ScenePasses


class SceneEntry(Struct, frozen=True, kw_only=True, rename="camel"):
    """What something on the ground is.

    sign: its character in `rows`; null: it has none. look: its meaning, for whoever colours it.
    step, sight: how it passes a step and sight; SOME: it depends on who. No order passes what says NEVER.
    height: of its floor; top: how high it stands up, null: without end. cover: in words; cover_figure: as the game
    counts it. text: the rule in a line; rule: its id.
    """

    key: str
    sign: str | None = None
    look: SceneLook
    state: EdgeState = "NONE"
    label: str
    step: ScenePasses = "FREE"
    sight: ScenePasses = "FREE"
    height: int = 0
    top: int | None = None
    cover: str = ""
    cover_figure: int | None = None
    text: str = ""
    rule: str | None = None


class ScenePatch(Struct, frozen=True, kw_only=True, rename="camel"):
    """Laid over the rows or the plane; of two patches the later one counts. entry: key of the legend."""

    key: str
    entry: str
    area: SceneArea
    label: str = ""


class SceneEdge(Struct, frozen=True, kw_only=True, rename="camel"):
    """A line that stands on the ground, in hundredths of the unit. entry: key of the legend."""

    key: str
    entry: str
    line: tuple[Point, ...]
    state: EdgeState = "NONE"
    label: str = ""


class SceneGround(Struct, frozen=True, kw_only=True, rename="camel"):
    """The ground as this seat sees it.

    digest: changes when anything of it changes for this seat. rows: one sign of the legend per cell, from north to
    south; empty: plain ground. legend: what this scene uses, no more.
    """

    digest: str
    rows: tuple[str, ...] = ()
    patches: tuple[ScenePatch, ...] = ()
    edges: tuple[SceneEdge, ...] = ()
    legend: tuple[SceneEntry, ...] = ()
