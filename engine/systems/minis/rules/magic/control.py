"""Who controls whom: Command and golems, and how control breaks.  [MN-CMD-06, MN-GOL-07, MN-GAP-46]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise

from msgspec import Struct

from engine.kit import ControlChanged, Point, Table
from engine.kit.plane import Blockers, clear_sight, leaves, step_at, steps_between, within
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import effects, magic
from engine.systems.minis.rules.magic.events import GolemStopped
from engine.systems.minis.rules.movement.stops import Stop
from engine.systems.minis.state import MinisState, StandingOrder, Verb

RULES = {effects.COMMAND: "MN-CMD-06", effects.GOLEM: "MN-GOL-07"}
OUT_OF_RANGE, CASTER_GONE = "out_of_range", "caster_gone"
"""Reasons, in the system's words."""
HOLD = StandingOrder(verb=Verb.HOLD)


class Bond(Struct, frozen=True):
    """A controlled mini and its caster. spell: by which it is controlled."""

    who: str
    caster: str
    spell: str


# -- who
def bond_of(state: MinisFight, who: str, spell: str) -> Bond | None:
    """The bond by which a spell controls a mini; None where it does not. An inactive golem has none."""
    bearer = state.fight.combatants[who]
    if spell == effects.COMMAND:
        source = next((c.source for c in bearer.conditions if c.kind == spell), None)
        return None if source is None or source not in state.fight.combatants else Bond(who, source, spell)
    summoner = lookup.mini(state, who).summoner or ""
    if not is_golem_of(state, who, summoner) or ability.stopped(state, who):
        return None
    return Bond(who, summoner, spell)


def is_golem_of(state: MinisFight, who: str, caster: str) -> bool:
    """Whether a mini is a golem under the spell of a caster of this fight, active or not.

    Without the spell nobody controls it but its owner.
    """
    mini = lookup.mini(state, who)
    if mini.kind is not Kind.GOLEM or mini.summoner != caster or caster not in state.fight.combatants:
        return False
    return lookup.effect_on(state, who, effects.GOLEM) is not None


def bond(state: MinisFight, who: str) -> Bond | None:
    """The bond whose orders a mini obeys: of a Command before that of a golem.  [MN-GAP-50]"""
    return bond_of(state, who, effects.COMMAND) or bond_of(state, who, effects.GOLEM)


def bonds(state: MinisFight) -> Iterator[Bond]:
    """All bonds of minis in play, in order of joining."""
    for who in lookup.here(state):
        for spell in RULES:
            found = bond_of(state, who, spell)
            if found is not None:
                yield found


def order_of(state: MinisFight, who: str) -> StandingOrder:
    """The present order of a controlled mini; to hold where it has none.  [MN-CMD-04, MN-GOL-05]"""
    found = bond(state, who)
    effect = None if found is None else lookup.effect_on(state, who, found.spell)
    return HOLD if effect is None or effect.order is None else effect.order


def take(table: Table[MinisState], caster: str, target: str) -> None:
    """The target of a Command obeys the caster's participant.  [MN-CMD-01, MN-GAP-49]"""
    bearer = table.state.fight.combatants[caster]
    seat = bearer.owner if bearer.has(effects.COMMAND) else bearer.controller
    if table.state.fight.combatants[target].controller != seat:
        table.emit(ControlChanged(combatant=target, controller=seat), rule="MN-CMD-01")


def settle_owners(table: Table[MinisState], before: MinisFight) -> None:
    """Hand over minis whose Command has begun or ended by a correction.  [MN-CMD-01, MN-CMD-06]"""
    for who, bearer in tuple(table.state.fight.combatants.items()):
        was = before.fight.combatants.get(who)
        had, has = was is not None and was.has(effects.COMMAND), bearer.has(effects.COMMAND)
        found = bond_of(table.state, who, effects.COMMAND)
        if has and not had and found is not None:
            take(table, found.caster, who)
        if had and not has and bearer.controller != bearer.owner:
            table.emit(ControlChanged(combatant=who, controller=bearer.owner), rule="MN-CMD-06")


# -- range
def holds(state: MinisFight, who: str, caster: str, spell: str) -> bool:
    """Whether a controlled mini is in range of its caster; sight is not needed.  [MN-GAP-46]

    A golem is also where the caster's living familiar has it in sight.  [MN-GAP-28]
    """
    there = lookup.at(state, who)
    if within(lookup.at(state, caster), there, magic.reach(state, caster, spell)):
        return True
    return spell == effects.GOLEM and magic.by_familiar(state, caster, there)


def settle(table: Table[MinisState]) -> None:
    """End what has gone out of range, or has lost its caster: Command for good, golems become inactive.

    [MN-GAP-41, MN-GAP-46]
    """
    for bond in tuple(bonds(table.state)):
        if not lookup.in_play(table.state, bond.caster):
            lose(table, bond, CASTER_GONE)
        elif not holds(table.state, bond.who, bond.caster, bond.spell):
            lose(table, bond, OUT_OF_RANGE)


def lose(table: Table[MinisState], bond: Bond, reason: str) -> None:
    """Control breaks: a Command ends, its mini is its owner's again; a golem is inactive and drops its order."""
    rule = RULES[bond.spell] if reason == OUT_OF_RANGE else "MN-GAP-41"
    if bond.spell == effects.GOLEM:
        table.emit(GolemStopped(combatant=bond.who, reason=reason), rule=rule)
        return
    for condition in table.state.fight.combatants[bond.who].conditions:
        if condition.kind == bond.spell:
            effects.end(table, bond.who, condition, reason, rule=rule)


# -- along ways
def stops(state: MinisFight, mover: str, point: Point, other: Point) -> Iterator[Stop]:
    """Where a segment breaks control: the first hundredth beyond range, whoever moves.  [MN-GAP-46]

    The controlled mini stops there; its caster, a familiar, and whoever runs in fear go on.
    """
    for found in bonds(state):
        beyond = _beyond(state, found, mover, point, other)
        if beyond is not None:
            act = partial(_break, broken=found, mover=mover)
            yield Stop(beyond, (1, 0, 0, found.who), step_at(point, other, beyond), act)


def _break(table: Table[MinisState], broken: Bond, mover: str) -> bool:
    """Control breaks in the middle of a piece. Returns whether the mover goes on."""
    state = table.state
    if bond_of(state, broken.who, broken.spell) != broken or holds(state, broken.who, broken.caster, broken.spell):
        return True
    obeys = broken.who == mover and bond(state, mover) == broken and not ability.feared(state, mover)
    lose(table, broken, OUT_OF_RANGE)
    return not obeys


def _beyond(state: MinisFight, bond: Bond, mover: str, spot: Point, other: Point) -> int | None:
    """How many steps lead along a segment to where a bond does not hold any more; None where it does to the end."""
    reach, sight = magic.reach(state, bond.caster, bond.spell), terrain_of(state.fight.ground).sight
    at, caster = lookup.at(state, bond.who), lookup.at(state, bond.caster)
    familiar = magic.familiar_of(state, bond.caster) if bond.spell == effects.GOLEM else None
    eyes = None if familiar is None else lookup.at(state, familiar)
    turning: list[int] = []
    if mover == bond.who:
        gone = leaves(spot, other, caster, reach)
        turning += [] if gone is None else [gone.step]
        turning += [] if eyes is None else _changes(spot, other, eyes, sight)

        def kept(point: Point) -> bool:
            return within(point, caster, reach) or (eyes is not None and clear_sight(eyes, point, sight))

    elif mover == bond.caster:
        gone = leaves(spot, other, at, reach)
        turning += [] if gone is None else [gone.step]

        def kept(point: Point) -> bool:
            return within(point, at, reach) or (eyes is not None and clear_sight(eyes, at, sight))

    elif mover == familiar:
        turning += _changes(spot, other, at, sight)

        def kept(point: Point) -> bool:
            return within(caster, at, reach) or clear_sight(point, at, sight)

    else:
        return None
    return _first_out(spot, other, kept, turning)


def _first_out(point: Point, other: Point, kept: Callable[[Point], bool], turning: list[int]) -> int | None:
    """The first of the steps next to those where something may change at which the bond does not hold."""
    steps = steps_between(point, other)
    tried = {step for turn in turning for step in range(turn - 1, turn + 3) if 0 < step <= steps}
    return next((step for step in sorted({*tried, steps}) if step and not kept(step_at(point, other, step))), None)


def _changes(point: Point, other: Point, eyes: Point, sight: Blockers) -> list[int]:
    """The steps of a segment where its being in sight of a point may change: behind corners, and at edges."""
    steps = steps_between(point, other)
    rings = [ring for region in sight.regions for ring in region.outlines()]
    sides = [side for ring in rings for side in pairwise((*ring, ring[0]))]
    sides += [side for line in sight.lines for side in pairwise(line)]
    found: set[int] = set()
    for start, end in sides:
        for origin, through in ((eyes, start), (eyes, end), (start, end)):
            share = _met(point, other, origin, through)
            if share is not None and 0 <= share <= 1:
                found.add(int(share * steps))
    return sorted(found)


def _met(point: Point, other: Point, origin: Point, through: Point) -> Fraction | None:
    """Where a segment's line meets the line through two points, as a share of the segment; None: nowhere."""
    vx, vy = through.x - origin.x, through.y - origin.y
    over = vx * (other.y - point.y) - vy * (other.x - point.x)
    if not over:
        return None
    return Fraction(vy * (point.x - origin.x) - vx * (point.y - origin.y), over)
