"""Properties of combatants: tags, professions, traits."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Amount, Id
from engine.systems.fantasia.content.kinds.figures import Mod
from engine.systems.fantasia.content.kinds.types import Name


class Tag(Enum):
    """The kind of a creature; without UNDEAD it is living.  [FF-STAT-10]"""

    UNDEAD = "UNDEAD"
    FLYING = "FLYING"


class Paradigm(Enum):
    """The source of a profession's magic; the arcane one cannot be used in heavy armour.  [FF-MAG-06]"""

    ARCANE = "ARCANE"
    MARTIAL = "MARTIAL"


class Source(Enum):
    """What gives a combatant a spell or technique."""

    PROFESSION = "PROFESSION"
    TRIBE = "TRIBE"
    ITEM = "ITEM"


class Trait(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A permanent trait from tribe, profession or training. multi_attack: attacks in one normal action.

    stealth, hide: a skill for an ambush.  [FF-SURP-02]
    """

    id: Id
    name: Name
    mods: tuple[Mod, ...] = ()
    multi_attack: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    stealth: Amount | None = None
    hide: Amount | None = None


class Profession(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A profession and the paradigm of what it grants.  [FF-MAG-07, FF-MAG-08]"""

    id: Id
    name: Name
    paradigm: Paradigm
