"""First aid.  [SA-AID-01 to SA-AID-03, SA-KP-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.actions.orders import FirstAid
from engine.systems.saari.rules.attacks import free_strikes
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import interrupts, recovery
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

COST, KN = 2, 2


def patients(state: SaariFight, who: str) -> tuple[str, ...]:
    """Unconscious comrades in the same zone. Others than characters are past help.  [G-37]"""
    return tuple(
        combatant
        for combatant in recovery.collapsed(state)
        if not lookup.are_enemies(state, who, combatant) and lookup.same_zone(state, who, combatant)
    )


def check(state: SaariFight, order: FirstAid) -> None:
    """RuleRefusal unless a character aids a collapsed comrade beside it. Only players roll.  [SA-DICE-01]"""
    if not lookup.is_pc(state, order.combatant):
        raise RuleRefusal(f"{order.combatant} cannot give first aid: only players roll", rule="SA-DICE-01")
    state.fight.require(order.target)
    if order.target not in patients(state, order.combatant):
        reason = f"{order.target} is no unconscious comrade in the same zone"
        raise RuleRefusal(reason, rule="SA-AID-03", field="target", why=WhyNot.NO_TARGET)


def cost(state: SaariFight, order: FirstAid) -> int:
    """2 actions.  [SA-AID-01, SA-ACT-09]"""
    return COST


def do(table: Table[SaariState], order: FirstAid) -> None:
    """It gives free strikes; then Learning against 2, and a success brings the comrade back.  [SA-FREE-05]

    Who is pushed away from the comrade by one does not aid it.  [G-30, G-37]
    """
    who, target = order.combatant, order.target
    if not free_strikes.at_action(table, who):
        return
    if target not in patients(table.state, who):
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
        return
    if not interrupts.before(table, order):
        return
    if (
        pipeline.resolve(table, plan(table.state, who)).success
        and table.state.fight.combatants[target].out == lookup.UNCONSCIOUS
    ):
        recovery.heal(table, target, 1, rule="SA-AID-03")


def plan(state: SaariFight, who: str) -> Plan:
    """The roll of who aids.  [SA-AID-02]"""
    return Plan(
        purpose=Purpose.FIRST_AID,
        roller=who,
        attribute=Attribute.LEARNING,
        parts=pools.of_attribute(state, who, Attribute.LEARNING, "SA-AID-02")
        + pools.bonuses(state, who, Purpose.FIRST_AID),
        zero=lookup.score(state, who, Attribute.LEARNING) == 0,
        kn=KN,
    )


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every collapsed comrade beside it."""
    found = patients(state, who) if lookup.is_pc(state, who) else ()
    if found:
        yield Offer(
            "first-aid", FirstAid(combatant=who, target=found[0]), "SA-AID-01", (Field("target", "one", found),)
        )
