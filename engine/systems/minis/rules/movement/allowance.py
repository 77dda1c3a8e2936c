"""How far a mini may move in a turn.  [MN-MOVE-01, MN-GAP-10]

Lengths are thousandths of an inch; an allowance may be a fraction of one, since inches are never rounded.
"""

from __future__ import annotations

from fractions import Fraction

from engine.kit.plane import THOUSANDTHS
from engine.systems.minis.ground import INCH
from engine.systems.minis.house_rules import ROAD, RUNNING
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight

IN_WATER = Fraction(1, 2)
"""What water that hinders a mini multiplies its movement by, for the whole turn.  [MN-WAT-05]"""
CHANGE = {ability.SPEED: INCH, ability.SLOW: -INCH}
"""What lasting spells add to movement, in hundredths of an inch.  [MN-SPL-05, MN-SPL-13]"""


def running(state: MinisFight) -> Fraction:
    """What running multiplies the movement by.  [MN-RUN-02]"""
    return Fraction(RUNNING.of(state.fight), 100)


def allowance(state: MinisFight, who: str, *, road: bool = False, penalised: bool = False) -> Fraction:
    """A mini's movement of this turn: with spells, then running, then the road, then water.  [MN-GAP-10, MN-MOVE-02]

    road: with the bonus of a road. penalised: by water; it is halved if it was already in this turn.
    Never below 0.  [MN-GAP-27]  Worked out once per state.
    """
    key = (allowance, who, road, penalised)
    found: Fraction | None = state.kept.get(key)
    if found is None:
        found = state.kept[key] = _allowance(state, who, road=road, penalised=penalised)
    return found


def _allowance(state: MinisFight, who: str, *, road: bool, penalised: bool) -> Fraction:
    bearer, mini = state.fight.combatants[who], lookup.mini(state, who)
    base = mini.movement + sum(inches for spell, inches in CHANGE.items() if bearer.has(spell))
    found = Fraction(max(base, 0) * THOUSANDTHS)
    if mini.used.running:
        found *= running(state)
    if road:
        found += ROAD.of(state.fight) * INCH * THOUSANDTHS
    return found * IN_WATER if penalised or mini.used.penalised else found


def left(state: MinisFight, who: str, *, road: bool = False, penalised: bool = False) -> Fraction:
    """What is left of it; 0 where movement has ended. Worked out once per state.  [MN-WAT-01]"""
    key = (left, who, road, penalised)
    found: Fraction | None = state.kept.get(key)
    if found is None:
        used, whole = lookup.mini(state, who).used, allowance(state, who, road=road, penalised=penalised)
        found = state.kept[key] = max(Fraction(0), Fraction(0) if used.movement_ended else whole - used.moved)
    return found
