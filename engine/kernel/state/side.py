"""Sides of a fight: what people call them, and how they are shown. Who is of which side combatants say themselves."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.state.looks import Looks
from engine.kernel.structs.ids import Id


class SideEntry(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A side as people at the table name and show it. label: its name; "": none is given. looks: null: plain."""

    key: Id
    label: Annotated[str, msgspec.Meta(max_length=80)] = ""
    looks: Looks | None = None
