"""Weapons and armour."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.dozen_die.content.kinds.types import Bonus, Name


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon. bonus: added to strength in melee, to dexterity in shooting.  [DD-MEL-01]

    range_squares: how far it shoots; None: it is a melee weapon.
    """

    id: Id
    name: Name
    bonus: Bonus = 0
    range_squares: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None

    @property
    def ranged(self) -> bool:
        """Whether it shoots, and therefore must be loaded."""
        return self.range_squares is not None


class Armor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Armour. bonus: added to dexterity in protection rolls.  [DD-ARM-03]"""

    id: Id
    name: Name
    bonus: Bonus = 0
