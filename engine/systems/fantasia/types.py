"""What the state shares with orders and events."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Struct

from engine.kit import SIDE


class Skill(Enum):
    """What an ambusher rolls with: agility, or a skill it has.  [FF-SURP-02]"""

    AGILITY = "AGILITY"
    STEALTH = "STEALTH"
    HIDE = "HIDE"


class Pay(Enum):
    """Which action of a turn pays: normal, movement, or the extra one that haste gives.  [FF-TURN-01, FF-ST-26]"""

    NORMAL = "NORMAL"
    MOVEMENT = "MOVEMENT"
    EXTRA = "EXTRA"


class Phase(Enum):
    """Kinds of action in the order in which a side takes them when it acts in phases.  [FF-INIT-07]"""

    CHECKS = "CHECKS"
    RANGED = "RANGED"
    MELEE = "MELEE"
    ITEMS = "ITEMS"
    MAGIC = "MAGIC"


class Readied(Enum):
    """The kind of a readied normal action.  [FF-READY-01]"""

    ATTACK = "ATTACK"
    CAST = "CAST"
    TECHNIQUE = "TECHNIQUE"
    ITEM = "ITEM"
    DEFEND = "DEFEND"


class Trigger(Enum):
    """What a readied action waits for: an action of another combatant.

    ANY: every action; its owner decides each time whether it is the one (also for a condition in words).
    """

    ANY = "ANY"
    ATTACKS = "ATTACKS"
    CASTS = "CASTS"
    USES_TECHNIQUE = "USES_TECHNIQUE"
    USES_ITEM = "USES_ITEM"
    MOVES = "MOVES"


class SideBlock(Struct, frozen=True, rename="camel"):
    """Sides that take their turns together: one, or several that alternate, in order of beginning."""

    sides: tuple[Annotated[str, SIDE], ...]
