"""What somebody is: tags, professions, traits."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id
from engine.systems.fantasia.content.kinds.figures import Mod
from engine.systems.fantasia.content.kinds.words import Name


class Tag(Enum):
    """What a creature is; without UNDEAD it is living.  [FF-STAT-10]"""

    UNDEAD = "UNDEAD"
    FLYING = "FLYING"


class Paradigm(Enum):
    """What a profession's magic rests on; the arcane one cannot be used in heavy armour.  [FF-MAG-06]"""

    ARCANE = "ARCANE"
    MARTIAL = "MARTIAL"


class Source(Enum):
    """Where somebody has a spell or technique from."""

    PROFESSION = "PROFESSION"
    TRIBE = "TRIBE"
    ITEM = "ITEM"


class Trait(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something somebody always has, from tribe, profession or training. multi_attack: attacks in one normal action.

    stealth, hide: a skill for an ambush.  [FF-SURP-02]
    """

    id: Id
    name: Name
    mods: tuple[Mod, ...] = ()
    multi_attack: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    stealth: int | None = None
    hide: int | None = None


class Profession(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A profession and the paradigm of what it grants.  [FF-MAG-07, FF-MAG-08]"""

    id: Id
    name: Name
    paradigm: Paradigm
