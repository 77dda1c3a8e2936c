"""Opportunity attacks: at an enemy that leaves one's reach.  [MN-AOO-01, MN-GAP-08, MN-GAP-38]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kernel.authoring.system import Table
from engine.kernel.space.plane.arcs import in_front
from engine.kernel.space.plane.leaving import leaves
from engine.kernel.space.plane.sight import clear_sight
from engine.kernel.state.combatant import Point
from engine.kernel.state.decisions import Field, Offer
from engine.systems.minis.events import OpportunityTaken
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.questions import StrikeAtLeaving, Struck
from engine.systems.minis.rules import ability, damage, lookup, positions, strikes, unseen_ground, water, weapons
from engine.systems.minis.rules.lookup import MN
from engine.systems.minis.rules.stops import Stop
from engine.systems.minis.state import Own

RULE = "MN-GAP-08"


def may_strike(state: MN, who: str) -> bool:
    """Whether a mini may make an opportunity attack: once in a turn, with nothing that keeps it from fighting.

    It may have acted, or not be eligible yet. In water that hinders it, not after it has moved.
    [MN-GAP-08, MN-GAP-38, MN-WAT-06]
    """
    if not lookup.in_play(state, who) or lookup.mini(state, who).used.opportunity:
        return False
    return ability.may_fight(state, who) and water.veto(state, who) is None


def stops(state: MN, mover: str, one: Point, other: Point) -> Iterator[Stop]:
    """Where a segment leaves the reach of an enemy that has the mover in front and in sight there, and may strike.

    Like every attack in melee it needs line of sight: nobody strikes through a wall.  [MN-GAP-07, MN-GAP-08]

    Of several at the same point the highest initiative comes first, then the higher level, then the id.  [DW-07]
    """
    sight = terrain_of(unseen_ground.as_all_know(state).fight.ground).sight
    for who in lookup.enemies(state, mover):
        if not may_strike(state, who) or not _sees(state, who, mover):
            continue
        at, striker = lookup.at(state, who), lookup.mini(state, who)
        found = leaves(one, other, at, positions.REACH)
        if found is not None and in_front(at, striker.facing, found.at) and clear_sight(at, found.at, sight):
            rank = (0, -ability.initiative(state, who), -striker.level, who)
            yield Stop(found.step, rank, found.at, partial(_ask, who=who, mover=mover))


def _sees(state: MN, who: str, mover: str) -> bool:
    """Whether those who decide for a mini know of the mover: nobody strikes at whom he does not see."""
    there = state.fight.combatants[mover]
    return all(state.fight.sees(seat, there) for seat in state.fight.holders(who))


def _ask(table: Table[Own], who: str, mover: str) -> bool:
    """Ask for an opportunity attack, and play it. Returns whether the mover goes on: it stands.  [MN-GAP-38]

    It costs no attack, and is no action of the striker's.
    """
    if not may_strike(table.state, who):
        return True
    reply = table.ask(table.state.fight.holders(who), _question(table.state, who, mover), rule=RULE)
    if reply.weapon is None:
        return True
    weapon = weapons.melee(table.state, who)[reply.weapon]
    event = OpportunityTaken(combatant=who, mover=mover, in_water=water.in_penalty(table.state, who))
    table.emit(event, rule="MN-GAP-38")
    if unseen_ground.shields(table, who, mover):
        return True
    strikes.opportunity(table, who, mover, weapon)
    damage.settle(table)
    return lookup.in_play(table.state, mover)


def _question(state: MN, who: str, mover: str) -> StrikeAtLeaving:
    arms = tuple(weapons.melee(state, who))
    strike = Offer("strike", Struck(weapon=arms[0]), "MN-AOO-01", (Field("weapon", "one", arms),))
    decline = Offer("decline", Struck(), RULE)
    return StrikeAtLeaving(offers=(strike, decline), default="decline", combatant=who, mover=mover)
