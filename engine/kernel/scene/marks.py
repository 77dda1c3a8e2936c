"""What lies over the ground, or holds between combatants, now."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from engine.kernel.scene.play import Tone
from engine.kernel.state.ground.areas import SceneArea

MarkKind = Literal[
    "EFFECT", "HAZARD", "THING", "ENTRY", "ENGAGED", "HOLDS", "COVERS", "BLOCKS", "RIDES", "CARRIES", "CONTROLS",
    "AIMS", "THREATENS", "DISTANCE", "GROUP", "OTHER",
]  # fmt: skip


class SceneMark(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something over the ground, or between combatants.

    key: made from what you see of it. from, to: combatants, where it has a direction; members: where it has none.
    area: where it lies; null: between combatants only. level: how many, how far, how strong; `label` has it in words.
    until: its end, in words. text: what it means, in a line; rule: its id.
    """

    key: str
    kind: MarkKind
    label: str
    tone: Tone = "PLAIN"
    from_: str | None = msgspec.field(name="from", default=None)
    to: str | None = None
    members: tuple[str, ...] = ()
    area: SceneArea | None = None
    level: int | None = None
    until: str = ""
    text: str = ""
    rule: str | None = None
