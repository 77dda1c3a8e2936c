"""Immediate consequences of the game master's corrections, or of an entry in mid-fight: no dice, no questions."""

from __future__ import annotations

from engine.kit import CombatantReturned, Moved, Order, Place, Table
from engine.systems.saari.rules.actions.orders import Hold
from engine.systems.saari.rules.basics import clock, engagements, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import battle, harm, recovery
from engine.systems.saari.rules.turns import readying
from engine.systems.saari.state import Phase, SaariState


def settle(table: Table[SaariState], before: SaariFight) -> None:
    """What follows of everybody's points, place and presence; a newcomer acts from the next round on.  [SA-INIT-01]"""
    if before.own.phase is Phase.SETUP:
        return
    for who in tuple(table.state.fight.combatants):
        if who not in before.fight.combatants:
            _arrived(table, who)
        _points(table, who, before)
        _left(table, who)
    for key in tuple(table.state.own.engagements):  # whose side is another now
        engagements.dissolve(table, key)


def _arrived(table: Table[SaariState], who: str) -> None:
    """Somebody comes late: into the first zone where no other is named, and into the order of its group."""
    if table.state.fight.combatants[who].place is None:
        there = Place(zone=lookup.ground(table.state).zones[0].key)
        table.emit(Moved(combatant=who, from_=None, to=there), rule="SA-ZONE-01")
    if lookup.fighter(table.state, who).kind in lookup.ACTORS:
        clock.insert(table, who)


def _points(table: Table[SaariState], who: str, before: SaariFight) -> None:
    """Without body points somebody falls, with points again it is back.  [SA-KP-02, G-37]"""
    bearer, was = table.state.fight.combatants[who], before.fight.combatants.get(who)
    if lookup.KP not in bearer.vitals:
        return
    if was is not None and was.vitals != bearer.vitals and bearer.vitals[lookup.KP].now > 0:
        if bearer.out == lookup.DEFEATED:
            table.emit(CombatantReturned(combatant=who), rule="G-37")
        recovery.wake(table, who, rule="G-37")
    harm.collapse(table, who)


def _left(table: Table[SaariState], who: str) -> None:
    """Who is out, or elsewhere, is in no engagement, and forced movement provokes nobody.  [G-36, G-46]"""
    out = not lookup.in_play(table.state, who)
    found = lookup.engagement_of(table.state, who)
    if found is not None and (out or found[1].zone != lookup.zone(table.state, who)):
        engagements.leave(table, who, rule="G-36" if out else "G-46")
    if out:
        readying.break_off(table, who, rule="G-42")


def follow_up(state: SaariFight) -> Order | None:
    """The order that goes on where who acts cannot any more, or the fight is decided."""
    acting = state.fight.acting
    if not acting or state.own.phase is not Phase.ACTIONS:
        return None
    stuck = not lookup.in_play(state, acting[0]) or lookup.fighter(state, acting[0]).actions < 1
    decided = len(battle.standing(state)) < 2 or battle.total_defeat(state)
    return Hold(combatant=acting[0]) if stuck or decided else None
