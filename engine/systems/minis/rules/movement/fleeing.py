"""Running in fear.  [MN-SPL-07, MN-GAP-25]"""

from __future__ import annotations

from engine.kit import Point, Table
from engine.kit.plane import direction, towards
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.movement import allowance, cut_short, travel
from engine.systems.minis.rules.movement.events import RunElected
from engine.systems.minis.state import MinisState

RULE = "MN-GAP-25"


def flee(table: Table[MinisState], who: str) -> None:
    """Run straight away from the caster, as far as it goes: the full movement of a run, without the bonus of a road.

    It ends early at the edge of the table, at what blocks movement, at a spot that is not free, and at water as usual;
    enemies may strike. The mini faces away, and has acted even where it could not move at all.  [DW-18]
    """
    if not lookup.mini(table.state, who).used.running:
        table.emit(RunElected(combatant=who), rule=RULE)
    way = away(table.state, who)
    here = lookup.at(table.state, who)
    end = towards(here, way, int(allowance.left(table.state, who)))
    piece = cut_short.as_far_as_allowed(table.state, who, (end,)) if end != here else None
    if piece is None:
        travel.stay(table, who)
    else:
        travel.travel(table, who, piece)
    if lookup.in_play(table.state, who):
        travel.turn(table, who, way)


def away(state: MinisFight, who: str) -> Point:
    """The direction away from whoever has cast the fear, or from where that one fell.

    The own facing where nobody knows where that was, or where both stand on the same point.
    """
    facing, effect = lookup.mini(state, who).facing, lookup.effect_on(state, who, ability.FEAR)
    caster = state.fight.combatants.get(effect.caster) if effect is not None else None
    if caster is None or caster.place is None or caster.place.point is None:
        return facing
    return direction(caster.place.point, lookup.at(state, who)) or facing
