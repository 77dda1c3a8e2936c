"""Engagements: who is tangled with whom.  [SA-ENG-01 to SA-ENG-05]"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kit import Table
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.events import EngagementJoined, EngagementLeft
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState


def join(table: Table[SaariState], who: str, other: str, *, rule: str) -> None:
    """A melee attack, or a parry for somebody, brings two into one engagement.

    That of the other, else the own one, else a new one; none in which nobody is of another side.
    [SA-ENG-02, SA-ENG-04, G-33, G-46]
    """
    mine, theirs = lookup.engagement_of(table.state, who), lookup.engagement_of(table.state, other)
    if mine is not None and theirs is not None and mine[0] == theirs[0]:
        return
    zone = lookup.zone(table.state, other)
    there = theirs or mine
    if zone is None or is_one_sided(table.state, (who, other, *(there[1].members if there is not None else ()))):
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


def join_several(table: Table[SaariState], who: str, others: Iterable[str], *, rule: str) -> None:
    """One blow at several enemies brings its attacker into one engagement: its own, else that of the first of them.

    Whoever of them is in none comes into that one; whoever is in another stays there.  [SA-ENG-02, SA-ENG-04, G-33]
    """
    foes = [other for other in others if lookup.are_enemies(table.state, who, other)]
    if foes and lookup.engagement_of(table.state, who) is None:
        join(table, who, foes[0], rule=rule)
    for foe in foes:
        if lookup.engagement_of(table.state, foe) is None:
            join(table, who, foe, rule=rule)


def is_one_sided(state: SaariFight, members: Iterable[str]) -> bool:
    """Whether nobody among them has an enemy there.  [G-46]"""
    return len({state.fight.combatants[member].side for member in members}) < 2


def newly(state: SaariFight, who: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """With whom somebody has come into an engagement.  before: with whom it was in one already."""
    return tuple(combatant for combatant in lookup.engaged_with(state, who) if combatant not in before)


def leave(table: Table[SaariState], who: str, *, rule: str) -> None:
    """Leave an engagement; with only one side left it dissolves.  [G-46]"""
    found = lookup.engagement_of(table.state, who)
    if found is None:
        return
    table.emit(EngagementLeft(combatant=who, engagement=found[0]), rule=rule)
    dissolve(table, found[0])


def dissolve(table: Table[SaariState], key: str) -> None:
    """Whoever is in an engagement leaves it, if only one side is in it.  [G-46]"""
    left = table.state.own.engagements.get(key)
    members = left.members if left is not None else ()
    if is_one_sided(table.state, members):
        for member in members:
            table.emit(EngagementLeft(combatant=member, engagement=key), rule="G-46")
