"""W-33: shaking a condition off with the defence that its kind names.  [SA-DEF-11, SA-ACT-12, G-48]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Condition, Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.catalogue import EFFECTS
from engine.systems.saari.content.kinds import Defense, Purpose
from engine.systems.saari.rules.actions.orders import ShakeOff
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

COST = 2
KN = 2
"""The target number of a condition whose attack had none.  [SA-DICE-08]"""


def shaken_by(condition: Condition) -> Defense | None:
    """The defence that shakes a condition off."""
    effect = EFFECTS.get(condition.kind)
    return effect.shaken_by if effect is not None else None


def shakable(state: SaariFight, who: str) -> tuple[str, ...]:
    """Keys of the conditions that a character can shake off; nobody else rolls.  [SA-DICE-01]"""
    if not lookup.is_pc(state, who):
        return ()
    return tuple(
        condition.key for condition in state.fight.combatants[who].conditions if shaken_by(condition) is not None
    )


def check(state: SaariFight, order: ShakeOff) -> None:
    """RuleRefusal unless it has that condition, and a defence shakes it off."""
    if order.condition not in shakable(state, order.combatant):
        reason = f"{order.combatant} has no such condition that could be shaken off"
        raise RuleRefusal(reason, rule="SA-DEF-11", field="condition")


def cost(state: SaariFight, order: ShakeOff) -> int:
    """2 actions.  [G-48]"""
    return COST


def do(table: Table[SaariState], order: ShakeOff) -> None:
    """Roll Will or Endurance against the attack's target number.  [G-48]"""
    who = order.combatant
    found = plan(table.state, order)
    condition = table.state.fight.combatants[who].condition(order.condition)
    if found is None or condition is None:
        return
    if pipeline.resolve(table, found).success and table.state.fight.combatants[who].condition(order.condition):
        effects.lose(table, who, condition, reason="shaken_off", rule="SA-DEF-11")


def plan(state: SaariFight, order: ShakeOff) -> Plan | None:
    """The roll; None where there is no such condition any more.  [SA-DEF-11, G-48]"""
    who = order.combatant
    condition = state.fight.combatants[who].condition(order.condition)
    defense = shaken_by(condition) if condition is not None else None
    if condition is None or defense is None:
        return None
    attribute = pools.RESISTED[defense][0]
    return Plan(
        purpose=Purpose.SHAKE_OFF,
        roller=who,
        attribute=attribute,
        parts=pools.of_defense(state, who, defense) + pools.bonuses(state, who, Purpose.SHAKE_OFF),
        zero=lookup.score(state, who, attribute) == 0,
        kn=KN if condition.amount is None else condition.amount,
        means=condition.kind,
    )


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every condition that can be shaken off."""
    found = shakable(state, who)
    if found:
        field = Field("condition", "one", found)
        yield Offer("shake-off", ShakeOff(combatant=who, condition=found[0]), "SA-ACT-12", (field,))
