"""Content of the ground: traps."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.fantasia.content.kinds import Count, Element, Name


class Trap(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A trap: physical damage without an attacker. attack: its AT, rolled against DE; None: it strikes without a roll.

    dice: of damage. fall_metres: how far its victim falls.
    """

    id: Id
    name: Name
    attack: Annotated[int, msgspec.Meta(ge=-99, le=99)] | None = None
    dice: Count = 0
    element: Element | None = None
    fall_metres: Count = 0
