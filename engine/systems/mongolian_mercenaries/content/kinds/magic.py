"""Spells and prayers."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.effects import Ability, SpellType
from engine.systems.mongolian_mercenaries.content.kinds.gear import Reach
from engine.systems.mongolian_mercenaries.content.kinds.types import (
    ActionCost,
    Card,
    Count,
    Element,
    Name,
    Rank,
    Targets,
)


class Tier(Enum):
    """Learning needs the school at 2, 3 or 5; an Arcane spell is cast by Masters alone.  [MM-MAG-02, MM-MAG-03]"""

    EASY = "EASY"
    HARD = "HARD"
    ARCANE = "ARCANE"

    @property
    def level(self) -> int:
        """2, 3 or 5."""
        return (2, 3, 5)[tuple(Tier).index(self)]


class Choice(Enum):
    """What is chosen when something is used.  [MM-MAG-19]

    CHARACTER: anybody within reach. OPPONENT, ALLY: one of them; ALLY includes the user. AREA: positions of a side.
    PLAYER: the user alone. POSITION: of the user's side. WEAPON: a melee weapon of the user. GLOBAL: nothing.
    """

    CHARACTER = "CHARACTER"
    OPPONENT = "OPPONENT"
    ALLY = "ALLY"
    AREA = "AREA"
    PLAYER = "PLAYER"
    POSITION = "POSITION"
    WEAPON = "WEAPON"
    GLOBAL = "GLOBAL"


class Area(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Positions of the user's own side, or of the other one.  [RUL-47]"""

    own: bool = False
    positions: tuple[Rank, ...] = ()


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell card.

    school: the skill that is tested. path: of the school. types: MM-MAG-07 to MM-MAG-18. power: what casting costs.
    choice: what is targeted; targets: at most so many. reach: null: its own side, and opponents up to medium; a Touch
    only at very close.  [MM-DIST-06]
    area: of an area spell. element: of its damage. abilities: USED: what a passed test brings; FAILED: a failed one;
    the others work on whoever the spell is put on by an effect FORCE.
    """

    id: Card
    name: Name
    school: Card
    tier: Tier = Tier.EASY
    path: Card | None = None
    types: tuple[SpellType, ...] = ()
    power: Count = 1
    action: ActionCost = ActionCost.LARGE
    choice: Choice = Choice.CHARACTER
    targets: Targets = 1
    reach: Reach | None = None
    area: Area | None = None
    element: Element | None = None
    abilities: tuple[Ability, ...] = ()


class Prayer(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A prayer card. lasting: it is not used up for the day.  [RUL-91]"""

    id: Card
    name: Name
    action: ActionCost = ActionCost.LARGE
    choice: Choice = Choice.GLOBAL
    reach: Reach | None = None
    lasting: bool = False
    abilities: tuple[Ability, ...] = ()
