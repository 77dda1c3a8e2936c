"""What a correction may set in this game's part of a fight, field by field."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.kit.corrections import KEPT, Takes, anybody, bearer, combatants, named_in, present, words, zones
from engine.systems.saari.content.catalogue import EFFECTS, SPELLS
from engine.systems.saari.content.kinds import Attribute
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import ANYBODY


def _in_hand(state: SaariFight, path: tuple[str, ...]) -> Collection[str]:
    """What a combatant can hold."""
    figures = state.own.fighters[who].figures if (who := bearer(state, path)) else None
    return (*figures.weapons, *figures.shields) if figures is not None else ()


def _next_to_roll(state: SaariFight, path: tuple[str, ...]) -> Collection[str]:
    """Whose next roll can be marked."""
    return (ANYBODY, *combatants(state, path))


def _open_rolls(state: SaariFight, path: tuple[str, ...]) -> Collection[str]:
    """The rolls that are not applied yet."""
    return tuple(roll.id for roll in state.own.rolls)


_DICE = Takes(most=99)

TAKES: Mapping[str, Takes] = {
    "SaariState.agreed": KEPT,
    "SaariState.stage": KEPT,
    "SaariState.fighters": Takes(keys=combatants, every=True),
    "SaariState.count": Takes(most=99),
    "SaariState.pcOrder": Takes(names=present, once=True),
    "SaariState.npcOrder": Takes(names=present, once=True),
    "SaariState.rolls": KEPT,
    "SaariState.marks": Takes(names=_next_to_roll, once=True),
    "SaariState.ruled": Takes(names=_open_rolls, once=True),
    "SaariState.ambushUsed": Takes(names=combatants, once=True),
    "SaariState.idleRounds": Takes(most=999),
    "Fighter.fighterKind": KEPT,
    "Fighter.ref": KEPT,
    "Fighter.sheetFigures": Takes(there=True),
    "Fighter.weightHalves": Takes(most=99),
    "Fighter.actions": Takes(most=99),
    "Fighter.initiative": Takes(least=-99, most=999),
    "Fighter.held": Takes(names=_in_hand, once=True),
    "Fighter.riposte": _DICE,
    "Fighter.carriedActions": Takes(most=99),
    "Fighter.penalty": Takes(most=99),
    "Fighter.initiativeDice": Takes(least=-99, most=99),
    "Fighter.mount": Takes(names=combatants),
    "Figures.attributes": Takes(keys=words(*(attribute.value for attribute in Attribute)), most=99),
    "Figures.initiative": Takes(least=-99, most=999),
    "Figures.spells": Takes(keys=named_in(SPELLS)),
    "Figures.helpDice": _DICE,
    "Figures.patron": Takes(names=combatants),
    "EffectPrice.effect": Takes(names=named_in(EFFECTS)),
    "Spell.effects": Takes(names=named_in(EFFECTS)),
    "EnemyAttack.effects": Takes(names=named_in(EFFECTS)),
    "Hazard.effects": Takes(names=named_in(EFFECTS)),
    "Ready.action": Takes(there=True),
    "Ready.trigger": Takes(there=True),
    "Ready.watched": Takes(names=anybody),
    "Ready.toward": Takes(names=anybody),
    "Ready.note": Takes(of_text=500),
    "Ready.actionsSpent": Takes(least=1, most=99),
    "Engagement.zone": Takes(names=zones),
    "Engagement.members": Takes(names=combatants, once=True),
    "Lying.item": Takes(of_text=64),
    "Lying.zone": Takes(names=zones),
}


def fits(state: SaariFight, who: str) -> None:
    """RuleRefusal where a combatant cannot be."""
    entering.check_place(state.fight.combatants[who].place)
    entering.admit(state, who)
