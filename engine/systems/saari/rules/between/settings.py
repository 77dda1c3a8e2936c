"""What a table of Saari sets for its campaign: tables that the source does not print have no default."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import COMBATANT, Id, Thing
from engine.systems.saari.content.kinds import Attribute, Score

Vouchers = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class LevelChoice(Enum):
    """What a level gives.  [SA-OUT-09, SA-OUT-10]

    ALTERNATE: a talent, then a point of an attribute, then a talent.
    FREE: each chooses one of the two at each level.
    """

    ALTERNATE = "ALTERNATE"
    FREE = "FREE"


class AttributeBound(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How high an attribute of somebody can rise: 4 or 6 by race, where it is not 5.  [SA-OUT-09]"""

    combatant: Annotated[Id, COMBATANT]
    attribute: Attribute
    most: Score


class ExpeditionSettings(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed for a campaign of Saari.

    threshold: vouchers of a level.  [SA-OUT-08]  level_choice: what a level gives.  [SA-OUT-09, SA-OUT-10]
    bounds: of attributes, where they are not 5.  [SA-OUT-09]
    beast_values: vouchers for the parts of a beast, by its name; absent: none can be sold.  [SA-OUT-05]
    armour_die: the kinds of armour that are found on 1 to 6; absent: the game master names what is found.  [SA-OUT-07]
    """

    threshold: Annotated[int, msgspec.Meta(ge=1, le=9999)] = 100
    level_choice: LevelChoice = LevelChoice.ALTERNATE
    bounds: tuple[AttributeBound, ...] = ()
    beast_values: dict[Thing, Vouchers] | None = None
    armour_die: Annotated[tuple[Thing, ...], msgspec.Meta(min_length=6, max_length=6)] | None = None
