"""What a table of Minis sets for its campaign: prices that the source does not print have no default.

[MN-OUT-05, MN-OUT-06]
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Amount, Thing
from engine.systems.minis.sheet import SpellCost

Points = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class LifeBetween(Enum):
    """With how much life and mana a mini enters its next battle.  [MN-OUT-05]

    KEEP: with what the last one has left.
    FULL: with all.
    """

    KEEP = "KEEP"
    FULL = "FULL"


class WarbandSettings(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed for a campaign of Minis.

    life_between_battles: what a mini enters its next battle with.  [MN-OUT-05]
    spell_cost: what spells cost: build points, or mana.  [MN-OUT-02]
    mini_price: of any mini by itself; level_price: of each level; item_prices: of a weapon or a piece of armour, by
    its name; all in build points; absent: not counted.  [MN-OUT-06]
    budget: of each side's warband; absent: without limit.  [MN-OUT-06]
    """

    life_between_battles: LifeBetween = LifeBetween.KEEP
    spell_cost: SpellCost = SpellCost.PRICE
    mini_price: Points | None = None
    level_price: Points | None = None
    item_prices: dict[Thing, Amount] | None = None
    budget: Points | None = None
