"""Properties of figures: abilities, kinds, tags, talents."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.dozen_die.content.kinds.types import Name


class Ability(Enum):
    """The abilities that rolls use: strength, dexterity, constitution, charisma, awareness."""

    ST = "ST"
    DX = "DX"
    CO = "CO"
    CH = "CH"
    AW = "AW"


class Kind(Enum):
    """The kind of a figure: adventurers and vassals belong to a player, creatures and NPCs to nobody.

    A wanderer waits off the board, and belongs to the player who brings it in.
    """

    ADVENTURER = "ADVENTURER"
    VASSAL = "VASSAL"
    CREATURE = "CREATURE"
    NPC = "NPC"
    WANDERER = "WANDERER"


class Fate(Enum):
    """The outcome for a casualty after the adventure: well again, missing in the next one, or dead."""

    RECOVERED = "RECOVERED"
    ABSENT = "ABSENT"
    DEAD = "DEAD"


class Tag(Enum):
    """Further properties of a creature; some skills work only on these."""

    UNDEAD = "UNDEAD"


class Talent(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An inborn trait. reacts: a neutral with it may react.  [DD-REA-04]"""

    id: Id
    name: Name
    reacts: bool = False


class Level(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How well a figure knows a skill: it rolls one die per level.  [DD-DICE-04]"""

    skill: Id
    level: Annotated[int, msgspec.Meta(ge=0, le=12)] = 1
