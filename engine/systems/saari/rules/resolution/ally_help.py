"""W-18: help dice of allies; by default none is used.  [SA-ALLY-04 to SA-ALLY-06, G-59]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Offer, Table
from engine.systems.saari.content.kinds import Kind, Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.resolution.events import AllyHelped
from engine.systems.saari.rules.resolution.questions import AllyHelp, AskAllyHelp
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "SA-ALLY-04"
ALONE = (Purpose.INITIATIVE, Purpose.ASSIST, Purpose.ENDURANCE_DEFENSE, Purpose.WILL_DEFENSE, Purpose.SHAKE_OFF)
"""Rolls in which nobody else can take part.  [SA-ALLY-05]"""


def take(table: Table[SaariState], plan: Plan) -> Plan:
    """The plan with the help dice of the allies that its roller uses. An ally that gives no dice is not asked for."""
    if plan.purpose in ALONE:
        return plan
    holders = table.state.fight.holders(plan.roller)
    known = table.seen(holders[0]).fight.combatants
    for ally in able(table.state, plan.roller):
        if ally not in known:
            continue
        dice = lookup.figures(table.state, ally).help_dice
        question = AskAllyHelp(
            offers=(Offer("alone", AllyHelp(helped=False), RULE), Offer("helped", AllyHelp(helped=True), RULE)),
            default="alone",
            combatant=plan.roller,
            ally=ally,
            dice=dice,
        )
        if table.ask(holders, question, rule=RULE).helped:
            table.emit(AllyHelped(combatant=ally, target=plan.roller, dice=dice), rule=RULE)
            plan = structs.replace(plan, parts=(*plan.parts, Part("ally", dice, "SA-ALLY-06")))
    return plan


def able(state: SaariFight, roller: str) -> tuple[str, ...]:
    """Allies in its zone that have not helped in this round, and have dice to give.  [SA-ALLY-04, G-59]"""
    return tuple(
        who
        for who, fighter in state.own.fighters.items()
        if fighter.kind is Kind.ALLY
        and not fighter.help_used
        and lookup.in_play(state, who)
        and not lookup.are_enemies(state, roller, who)
        and lookup.same_zone(state, roller, who)
        and lookup.figures(state, who).help_dice
    )
