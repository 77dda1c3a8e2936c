"""Terrain: properties of ground and climbable pieces."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Thing
from engine.kit.ground import SceneLook
from engine.systems.dozen_die.content.kinds.grades import Grade
from engine.systems.dozen_die.content.kinds.types import Bonus, Name


class Terrain(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A piece of terrain.  [DD-TERR-01]  id: the name that squares refer to it by.

    wading, climbing: how hard it is to cross, and to climb up or down; None: not possible.  [DD-TERR-15]
    cover_class: added to the protection of a figure in it, against shots.  [DD-TERR-02]
    shadow_class: how hard it is to hide in it; None: not possible.  [DD-TERR-03]
    Ground that hides well may be as easy to cross as any: tall grass.  [DD-TERR-17]
    look: its meaning in a picture.
    Its own restrictions: max_size: larger figures cannot go in; no_jumping: neither from, over nor into it;
    no_charging: a charge cannot go into it.  [DD-MOVE-08]
    """

    id: Thing
    name: Name
    look: SceneLook = "OTHER"
    wading: Grade | None = None
    climbing: Grade | None = None
    cover_class: Bonus = 0
    shadow_class: Grade | None = None
    max_size: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    no_jumping: bool = False
    no_charging: bool = False
