"""Opportunity attacks: at an enemy that leaves one's reach, and where it is agreed that shoots or casts within it.

[MN-AOO-01, MN-GAP-08, MN-GAP-38]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kit import Field, Offer, Point, Table
from engine.kit.plane import clear_sight, in_front, leaves
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import ability, lookup, positions, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.combat import damage, strikes
from engine.systems.minis.rules.combat.events import OpportunityTaken, Provocation
from engine.systems.minis.rules.combat.questions import StrikeAtLeaving, StrikeAtShooting, Struck
from engine.systems.minis.rules.ground import unseen_ground, water
from engine.systems.minis.rules.movement.stops import Stop
from engine.systems.minis.sheet import OpportunityAttacks
from engine.systems.minis.state import MinisState

RULE = "MN-GAP-08"


def may_strike(state: MinisFight, who: str) -> bool:
    """Whether a mini may make an opportunity attack: once in a turn, with nothing that keeps it from fighting.

    It may have acted, or not be eligible yet. In water that hinders it, not after it has moved.
    [MN-GAP-08, MN-GAP-38, MN-WAT-06]
    """
    if not lookup.in_play(state, who) or lookup.mini(state, who).used.opportunity:
        return False
    return ability.may_fight(state, who) and water.veto(state, who) is None


def stops(state: MinisFight, mover: str, point: Point, other: Point) -> Iterator[Stop]:
    """Where a segment leaves the reach of an enemy that has the mover in front and in sight there, and may strike.

    Like every attack in melee it needs line of sight: nobody strikes through a wall.  [MN-GAP-07, MN-GAP-08]

    Of several at the same point the highest initiative comes first, then the higher level, then the id.  [DW-07]
    """
    for who in lookup.enemies(state, mover):
        if not may_strike(state, who) or not _sees(state, who, mover):
            continue
        found = leaves(point, other, lookup.at(state, who), positions.REACH)
        if found is not None and _has_before_it(state, who, found.at):
            act = partial(_ask, who=who, mover=mover, how=Provocation.LEAVING)
            yield Stop(found.step, _rank(state, who), found.at, act)


def threats(state: MinisFight, shooter: str) -> tuple[str, ...]:
    """Who may strike at a mini if it shoots or casts where it stands, in the order in which they are asked.

    Nobody, unless it is agreed so.  [MN-GAP-08]
    """
    if state.own.battle.opportunity_attacks is not OpportunityAttacks.SHOOTING_TOO:
        return ()
    found = [
        who
        for who in lookup.enemies(state, shooter)
        if positions.in_reach(state, who, shooter)
        and may_strike(state, who)
        and _sees(state, who, shooter)
        and _has_before_it(state, who, lookup.at(state, shooter))
    ]
    return tuple(sorted(found, key=lambda who: _rank(state, who)))


def provoke(table: Table[MinisState], shooter: str, how: Provocation) -> bool:
    """Ask everybody who may strike at whoever shoots or casts. Returns whether that one still stands.

    It is asked before the roll. Whoever falls neither shoots nor casts any more, and has spent what that costs.
    [MN-GAP-08, MN-GAP-38]
    """
    return all(_ask(table, who, shooter, how) for who in threats(table.state, shooter))


def _rank(state: MinisFight, who: str) -> tuple[int, int, int, str]:
    """By which those are asked who may strike at the same time."""
    return (0, -ability.initiative(state, who), -lookup.mini(state, who).level, who)


def _has_before_it(state: MinisFight, who: str, point: Point) -> bool:
    """Whether a point is in a mini's front, and in sight by the ground that everybody knows."""
    at, sight = lookup.at(state, who), terrain_of(unseen_ground.as_all_know(state).fight.ground).sight
    return in_front(at, lookup.mini(state, who).facing, point) and clear_sight(at, point, sight)


def _sees(state: MinisFight, who: str, mover: str) -> bool:
    """Whether those who decide for a mini know of the mover: nobody strikes at whom he does not see."""
    there = state.fight.combatants[mover]
    return all(state.fight.sees(seat, there) for seat in state.fight.holders(who))


def _ask(table: Table[MinisState], who: str, mover: str, how: Provocation) -> bool:
    """Ask for an opportunity attack, and play it. Returns whether the mover goes on: it stands.  [MN-GAP-38]

    It costs no attack, and is no action of the striker's.
    """
    if not may_strike(table.state, who) or not lookup.in_play(table.state, mover):
        return lookup.in_play(table.state, mover)
    reply = table.ask(table.state.fight.holders(who), _question(table.state, who, mover, how), rule=RULE)
    if reply.weapon is None:
        return lookup.in_play(table.state, mover)
    weapon = weapons.melee(table.state, who)[reply.weapon]
    wet = water.in_penalty(table.state, who)
    event = OpportunityTaken(combatant=who, mover=mover, in_water=wet, provocation=how)
    table.emit(event, rule="MN-GAP-38")
    if unseen_ground.shields(table, who, mover):
        return True
    strikes.opportunity(table, who, mover, weapon)
    damage.settle(table)
    return lookup.in_play(table.state, mover)


def _question(state: MinisFight, who: str, mover: str, how: Provocation) -> StrikeAtLeaving | StrikeAtShooting:
    arms = tuple(weapons.melee(state, who))
    strike = Offer("strike", Struck(weapon=arms[0]), "MN-AOO-01", (Field("weapon", "one", arms),))
    decline = Offer("decline", Struck(), RULE)
    offers, default = (strike, decline), decline.key
    if how is Provocation.LEAVING:
        return StrikeAtLeaving(offers=offers, default=default, combatant=who, mover=mover)
    return StrikeAtShooting(offers=offers, default=default, combatant=who, target=mover, provocation=how)
