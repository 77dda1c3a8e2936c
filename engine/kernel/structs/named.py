"""Whom a string names, as a mark on its type: so that it is withheld from those who may not know it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from engine.kernel.structs.ids import Id


class Names(Enum):
    """Whom a string of a setup names, as a mark on its type."""

    COMBATANT = "COMBATANT"  # a combatant, by id: for those who know that it is there
    SIDE = "SIDE"  # a side: for those who know a combatant of it
    GM_ONLY = "GM_ONLY"  # for the game master alone, whatever it names
    PART = "PART"  # a part of the ground, by key: for those who know of it
    NOBODY = "NOBODY"  # text, an entry of the catalogue, or a combatant announced to everybody


COMBATANT, SIDE, GM_ONLY, NOBODY = Names.COMBATANT, Names.SIDE, Names.GM_ONLY, Names.NOBODY
PART = Names.PART

Thing = Annotated[Id, NOBODY]
"""An id of something that everybody may know of: of the catalogue, of the board."""
