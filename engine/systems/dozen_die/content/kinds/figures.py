"""What figures are and have: abilities, kinds, tags, talents."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id
from engine.systems.dozen_die.content.kinds.words import Name


class Ability(Enum):
    """The abilities that rolls look at: strength, dexterity, constitution, charisma, awareness."""

    ST = "ST"
    DX = "DX"
    CO = "CO"
    CH = "CH"
    AW = "AW"


class Kind(Enum):
    """What somebody is: adventurers and vassals belong to a player, creatures and NPCs to nobody.

    A wanderer waits off the board, and belongs to whoever brings it in.
    """

    ADVENTURER = "ADVENTURER"
    VASSAL = "VASSAL"
    CREATURE = "CREATURE"
    NPC = "NPC"
    WANDERER = "WANDERER"


class Fate(Enum):
    """What becomes of a casualty after the adventure: well again, missing in the next one, or dead."""

    RECOVERED = "RECOVERED"
    ABSENT = "ABSENT"
    DEAD = "DEAD"


class Tag(Enum):
    """What a creature is beside that; some skills work on these alone."""

    UNDEAD = "UNDEAD"


class Talent(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something somebody is born with. reacts: a neutral with it may react all the same.  [DD-REA-04]"""

    id: Id
    name: Name
    reacts: bool = False


class Level(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How well somebody has learned a skill: as many dice as levels.  [DD-DICE-04]"""

    skill: Id
    level: Annotated[int, msgspec.Meta(ge=0, le=12)] = 1
