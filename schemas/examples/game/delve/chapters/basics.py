"""What all chapters share: who stands where, conditions, what is left of a turn, saving throws."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

import engine.kit as k
from delve.model import Budget, Creature, Own, Spell

CONTENT = k.DataFiles(Path(__file__).parents[1] / "content")
CREATURES = CONTENT.listed("creatures", "creature", Creature)
SPELLS = CONTENT.listed("spells", "spell", Spell)
CONDITIONS = ("prone", "poisoned", "dodging", "blessed", "veiled", "bound", "frightened", "dying", "stable")
HELD = "concentration"
"""Until when a condition lasts that its caster keeps up."""
Delve = k.Table[Own]
Seen = k.State[Own]
gain, lose = (partial(way, rule="DV-CONDITION") for way in (k.conditions.gain, k.conditions.lose))


def able(creature: k.Combatant) -> bool:
    """Whether somebody is in the fight, and does not lie dying."""
    return creature.out is None and not creature.has("dying") and not creature.has("stable")


def cell_of(fight: k.Fight, who: str) -> k.Cell:
    """Where a combatant stands."""
    place = fight.combatants[who].place
    assert place is not None and place.cell is not None  # noqa: PT018  # `enter` lets nobody in without
    return place.cell


def between(cell: k.Cell, other: k.Cell) -> int:
    """In squares."""
    return max(abs(cell.x - other.x), abs(cell.y - other.y))


def distance(fight: k.Fight, who: str, other: str) -> int:
    """In squares."""
    return between(cell_of(fight, who), cell_of(fight, other))


def creature_of(seen: Seen, who: str) -> Creature:
    """What a combatant is."""
    return CREATURES[seen.own.fighters[who].creature]


def enemies(fight: k.Fight, who: str) -> list[str]:
    """Those who can fight, in the order in which they have joined."""
    return [foe for foe in fight.enemies(who) if able(fight.combatants[foe])]


def held_by(fight: k.Fight, caster: str) -> list[tuple[str, str]]:
    """Who has which condition for as long as a caster keeps its concentration."""
    everybody = fight.combatants.values()
    return [(ally.id, c.kind) for ally in everybody for c in ally.conditions if c.until == HELD and c.source == caster]


def let_go(table: Delve, caster: str) -> None:
    """The concentration of a caster ends, where there is one."""
    for who, kind in held_by(table.state.fight, caster):
        lose(table, who, kind)


def leave(table: Delve, who: str, **left: Any) -> None:
    """What a combatant has left from now on: `action=False`, where it is used up."""
    now = structs.replace(table.state.own.fighters[who], **left)
    table.emit(Budget(combatant=who, fighter=now), rule="DV-TURN")


def act(table: Delve, who: str, **left: Any) -> None:
    """Use up the action of this turn. RuleRefusal where it is used up already."""
    if not table.state.own.fighters[who].action:
        raise k.RuleRefusal("the action of this turn is used up", rule="DV-TURN")
    leave(table, who, action=False, **left)


def saves(table: Delve, who: str, against: int, why: str, rule: str) -> bool:
    """A saving throw: a twenty-sided die and a bonus."""
    bonus = creature_of(table.state, who).save
    good = min(max(21 + bonus - against, 0), 20)
    (face,) = table.roll("1d20", by=who, why=why, rule=rule, odds=lambda: k.Odds(good=good, of=20, against=against))
    return face + bonus >= against
