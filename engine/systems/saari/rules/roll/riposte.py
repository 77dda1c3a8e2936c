"""Riposte dice: won by a defence, they join the next attack of any kind.  [SA-XDEF-03, SA-XDEF-04]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Table
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.roll.events import RiposteChanged
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

ATTACKS = (Purpose.MELEE_ATTACK, Purpose.THROWN_ATTACK, Purpose.RANGED_ATTACK, Purpose.SPELL_ATTACK)


def join(table: Table[SaariState], plan: Plan) -> Plan:
    """The plan with the attacker's riposte dice, which are consumed whether it hits or not.  [G-43]"""
    dice = lookup.fighter(table.state, plan.roller).riposte
    if plan.purpose not in ATTACKS or not dice:
        return plan
    table.emit(RiposteChanged(combatant=plan.roller, dice=0), rule="G-43")
    return structs.replace(plan, parts=(*plan.parts, Part("riposte", dice, "SA-XDEF-03")))


def win(table: Table[SaariState], who: str, dice: int) -> None:
    """A defence leaves so many dice: of several only the best counts.  [SA-XDEF-04]"""
    if dice > lookup.fighter(table.state, who).riposte:
        table.emit(RiposteChanged(combatant=who, dice=dice), rule="SA-XDEF-03")
