"""Engagements: who is tangled with whom.  [SA-ENG-01 to SA-ENG-05]"""

from __future__ import annotations

from engine.kernel.authoring.system import Table
from engine.systems.saari.events import EngagementJoined, EngagementLeft
from engine.systems.saari.rules import lookup
from engine.systems.saari.state import Own


def join(table: Table[Own], who: str, other: str, *, rule: str) -> None:
    """A melee attack, or a parry for somebody, brings two into one engagement.

    That of the other, else the own one, else a new one.  [SA-ENG-02, SA-ENG-04, G-33]
    """
    mine, theirs = lookup.engagement_of(table.state, who), lookup.engagement_of(table.state, other)
    if mine is not None and theirs is not None and mine[0] == theirs[0]:
        return
    zone = lookup.zone(table.state, other)
    if zone is None:
        return
    if theirs is None and mine is not None:
        table.emit(EngagementJoined(combatant=other, engagement=mine[0], zone=zone), rule=rule)
        return
    if mine is not None:
        leave(table, who, rule=rule)
    key = theirs[0] if theirs is not None else table.new_id()
    if theirs is None:
        table.emit(EngagementJoined(combatant=other, engagement=key, zone=zone), rule=rule)
    table.emit(EngagementJoined(combatant=who, engagement=key, zone=zone), rule=rule)


def leave(table: Table[Own], who: str, *, rule: str) -> None:
    """Leave an engagement; with only one side left it dissolves.  [G-46]"""
    found = lookup.engagement_of(table.state, who)
    if found is None:
        return
    key = found[0]
    table.emit(EngagementLeft(combatant=who, engagement=key), rule=rule)
    left = table.state.own.engagements.get(key)
    members = left.members if left is not None else ()
    if len({table.state.fight.combatants[one].side for one in members}) < 2:
        for one in members:
            table.emit(EngagementLeft(combatant=one, engagement=key), rule="G-46")
