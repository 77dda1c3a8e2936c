"""Courage: when an enemy gives up, and how. By rule, whoever plays it.  [MM-MOR-01 to MM-MOR-10, MM-DW-07]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from engine.kit import Table
from engine.systems.mongolian_mercenaries.content.kinds import Courage, Wound
from engine.systems.mongolian_mercenaries.house_rules import DAUNTED
from engine.systems.mongolian_mercenaries.rules.basics import captives, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import harm, wound_table
from engine.systems.mongolian_mercenaries.rules.course.events import CourageFailed
from engine.systems.mongolian_mercenaries.rules.field import escape
from engine.systems.mongolian_mercenaries.sheet import Kind
from engine.systems.mongolian_mercenaries.state import MercenariesState

MULTIPLE = 2
"""Kinds of wounds of which fewer eliminate do not count for courage.  [RUL-16, RUL-17]"""


class Fears(Struct, frozen=True):
    """What courage looks at.

    outnumbering: own active members are more than the opponents'; as many are not, unless the table has it so.
    [MM-MOR-07, RUL-32]
    alone: the only active one of its side. wounded: it has any wound. half: of a kind half of those that eliminate.
    last: one wound of a kind is left.
    """

    outnumbering: bool = False
    alone: bool = False
    wounded: bool = False
    half: bool = False
    last: bool = False


GIVES_UP: Mapping[Courage, Callable[[Fears], bool]] = MappingProxyType(
    {
        Courage.FEARFUL: lambda morale: not morale.outnumbering or morale.wounded,  # [MM-MOR-01]
        Courage.COWARDLY: lambda morale: not morale.outnumbering and morale.wounded,  # [MM-MOR-02]
        Courage.INDIFFERENT: lambda morale: morale.alone or morale.half,  # [MM-MOR-03]
        Courage.BRAVE: lambda morale: morale.alone and morale.half,  # [MM-MOR-04]
        Courage.FANATIC: lambda morale: morale.last,  # [MM-MOR-05]
        Courage.HEROIC: lambda morale: False,  # [MM-MOR-06]
    }
)


def fears(state: MercenariesFight, who: str) -> Fears:
    """How things stand for a combatant; summons, pets and allies on the field count.  [RUL-16, RUL-17, RUL-32]"""
    own, others = lookup.active(state, lookup.side_of(state, who)), lookup.active_opponents(state, who)
    row = wound_table.row(lookup.attribute(state, who, "toughness"))
    wounds = lookup.fighter(state, who).wounds
    kinds = [(harm.count(wounds, wound), row.limit(wound)) for wound in Wound]
    several = [(count, limit) for count, limit in kinds if limit >= MULTIPLE]
    return Fears(
        outnumbering=len(own) > len(others) or (len(own) == len(others) and not DAUNTED.of(state.fight)),
        alone=own == (who,),
        wounded=any(count for count, _ in kinds),
        half=any(count >= max(1, limit // 2) for count, limit in several),
        last=any(count >= limit - 1 for count, limit in several),
    )


def fails(state: MercenariesFight, who: str) -> bool:
    """Whether an enemy gives up now; without Courage it fights to its death.  [MM-MOR-10, RUL-31]

    With no opponent left on the field there is nobody to flee from or to surrender to: it has won.  [MM-MOR-08]
    """
    fighter = lookup.fighter(state, who)
    if fighter.kind is not Kind.ENEMY or not lookup.on_field(state, who) or not lookup.active_opponents(state, who):
        return False
    courage = lookup.figures(state, who).courage
    return courage is not None and GIVES_UP[courage](fears(state, who))


def check(table: Table[MercenariesState], who: str) -> bool:
    """At the start of its turn: the whole turn goes into an escape if the distance allows one, else it surrenders.

    [MM-DW-07, MM-MOR-08, RUL-31]
    """
    if not fails(table.state, who):
        return False
    table.emit(CourageFailed(combatant=who), rule="MM-MOR-08")
    if escape.possible(table.state, who):
        escape.attempt(table, who)
    else:
        captives.surrender(table, who)
    return True
