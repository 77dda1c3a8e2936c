"""Damage, and what happens without body points.  [SA-DEF-02, SA-KP-02]"""

from __future__ import annotations

from engine.kit import CombatantOut, Table
from engine.systems.saari.rules.basics import companions, engagements, lookup
from engine.systems.saari.rules.basics.sums import Part, because
from engine.systems.saari.state import SaariState


def hurt(table: Table[SaariState], who: str, damage: int, *, source: str, rule: str, extras: int = 0) -> None:
    """Take body points; below 0 nothing is lost. source: the weapon, spell or attack.  [G-20, G-36]"""
    if lookup.KP not in table.state.fight.combatants[who].vitals:  # an ally that the game master lets be harmed
        engagements.leave(table, who, rule="SA-ALLY-02")
        table.emit(CombatantOut(combatant=who, reason=lookup.DEFEATED), rule="SA-ALLY-02")
        return
    left = lookup.vital(table.state, who, lookup.KP)
    parts = (Part(source, -damage, "G-20"), Part("extras", -extras, "SA-XATK-01"))
    beyond = max(0, damage + extras - left)
    reasons = because(change=(*parts, Part("floor", beyond, "G-36")))
    table.change(who, lookup.KP, -(damage + extras), rule=rule, because=reasons)
    collapse(table, who)


def collapse(table: Table[SaariState], who: str) -> None:
    """Who has no body points is out: a character unconscious, anybody else defeated.  [SA-KP-02, G-37]"""
    if not lookup.in_play(table.state, who) or lookup.vital(table.state, who, lookup.KP) > 0:
        return
    engagements.leave(table, who, rule="G-36")
    companions.fall_with(table, who)
    pc = lookup.is_pc(table.state, who)
    out = CombatantOut(combatant=who, reason=lookup.UNCONSCIOUS if pc else lookup.DEFEATED)
    table.emit(out, rule="SA-KP-02" if pc else "G-37")
