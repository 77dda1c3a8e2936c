"""Spells that last: for how long, the same one again, their end.  [MN-GAP-09, MN-GAP-39, MN-GAP-40]"""

from __future__ import annotations

from engine.kit import CombatantOut, Condition, ConditionGained, ConditionLost, ControlChanged, Table
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Lasting, Resistance
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.combat.damage import half
from engine.systems.minis.rules.magic.events import EffectBegan, NoEffect
from engine.systems.minis.state import MinisState

COMMAND, GOLEM, FAMILIAR = "command", "golem", "familiar"
SUMMONED = (GOLEM, FAMILIAR)
OVER, DISSOLVED, TOO_SHORT, LASTS_LONGER, UNHURT = "over", "dissolved", "too_short", "lasts_longer", "unhurt"
"""Reasons, in the system's words."""


def turns(state: MinisFight, caster: str, target: str, spell: str) -> Sum:
    """For how many turns a spell lasts on a mini, the present one included; below 1: not at all.

    1 + the caster's level, for some spells less the target's; halved for who resists spells.
    [MN-MAG-03, MN-MAG-04, MN-RES-06, MN-GAP-15]
    """
    found = SPELLS[spell]
    rule = "MN-MAG-04" if found.lasting is Lasting.DIFFERENCE else "MN-MAG-03"
    total = Sum().plus("turn", 1, rule).plus("level", lookup.mini(state, caster).level, rule, who=caster)
    if found.lasting is Lasting.DIFFERENCE:
        total = total.plus("target_level", -lookup.mini(state, target).level, rule, who=target)
    if Resistance.SPELLS in lookup.mini(state, target).resistances and total.total > 0:
        total = total.to("resistance", half(total.total), "MN-RES-06")
    return total


def in_vain(state: MinisFight, caster: str, target: str, spell: str) -> bool:
    """Whether a spell would last no turn on a mini.  [MN-GAP-39]"""
    return SPELLS[spell].lasting is Lasting.DIFFERENCE and turns(state, caster, target, spell).total < 1


def key_of(target: str, spell: str) -> str:
    """The key of the condition that a spell is on its target."""
    return f"{spell}_{target}"


def begin(table: Table[MinisState], caster: str, target: str, spell: str, *, cause: int = 0) -> bool:
    """A spell that succeeded lasts on a mini from now on. Returns whether it does.

    Of the same spell again the later end is kept; a Command replaces the former one.  [MN-GAP-40]
    """
    rule, total = SPELLS[spell].rule, turns(table.state, caster, target, spell)
    last = table.state.fight.round + total.total - 1
    former = lookup.effect_on(table.state, target, spell)
    if total.total < 1:
        table.emit(NoEffect(combatant=target, spell=spell, reason=TOO_SHORT), rule="MN-GAP-39")
        return False
    if former is not None and spell != COMMAND and former.last >= last:
        table.emit(NoEffect(combatant=target, spell=spell, reason=LASTS_LONGER), rule="MN-GAP-40")
        return False
    held = next((c for c in table.state.fight.combatants[target].conditions if c.kind == spell), None)
    key = key_of(target, spell) if held is None else held.key
    event = EffectBegan(
        combatant=target,
        condition=key,
        spell=spell,
        caster=caster,
        caster_level=lookup.mini(table.state, caster).level,
        target_level=lookup.mini(table.state, target).level,
        turns=total.total,
        last=last,
    )
    version = table.emit(event, rule=rule, because=because(cause, turns=total))
    gained = ConditionGained(
        combatant=target, condition=key, kind=spell, source=caster, amount=None, left=None, until="",
        renewed=held is not None,
    )  # fmt: skip
    table.emit(gained, rule=rule, because=because(version))
    return True


# -- the end
def end(table: Table[MinisState], target: str, condition: Condition, reason: str, *, rule: str) -> None:
    """A spell ends on a mini; after Command it is its owner's again.  [MN-CMD-06]"""
    event = ConditionLost(combatant=target, condition=condition.key, kind=condition.kind, reason=reason)
    table.emit(event, rule=rule)
    bearer = table.state.fight.combatants[target]
    if condition.kind == COMMAND and not bearer.has(COMMAND) and bearer.controller != bearer.owner:
        table.emit(ControlChanged(combatant=target, controller=bearer.owner), rule=rule)


def expire(table: Table[MinisState]) -> None:
    """The end of a turn: effects whose last turn it was end, then summoned minis leave.  [MN-GAP-09, MN-GOL-09]"""
    now = table.state.fight.round
    for summoned in (False, True):
        for key, effect in tuple(table.state.own.effects.items()):
            bearer = table.state.fight.combatants.get(effect.target)
            condition = bearer.condition(key) if bearer is not None else None
            if effect.last > now or (effect.spell in SUMMONED) is not summoned or condition is None:
                continue
            end(table, effect.target, condition, OVER, rule="MN-GAP-09")
            if summoned and lookup.in_play(table.state, effect.target):
                table.emit(CombatantOut(combatant=effect.target, reason=DISSOLVED), rule=SPELLS[effect.spell].rule)


def count(table: Table[MinisState]) -> None:
    """The end of a turn, before spells end: conditions of a number of turns have one less, and end at none."""
    for who in tuple(table.state.fight.combatants):
        for condition in table.state.fight.combatants[who].conditions:
            if condition.left is None or table.state.fight.combatants[who].condition(condition.key) is None:
                continue
            if condition.left > 1:
                gained = ConditionGained(
                    combatant=who, condition=condition.key, kind=condition.kind, source=condition.source,
                    amount=condition.amount, left=condition.left - 1, until=condition.until, renewed=True,
                )  # fmt: skip
                table.emit(gained, rule="MN-GAP-09")
            else:
                end(table, who, condition, OVER, rule="MN-GAP-09")
