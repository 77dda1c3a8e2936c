"""What a correction may set in this game's part of a fight, field by field."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.kit.corrections import KEPT, Takes, combatants, named_in, sides_here, standing
from engine.systems.minis.content.catalogue import SPELLS, WEAPONS
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment
from engine.systems.minis.rules.magic import entering


def _patches(state: MinisFight, _: tuple[str, ...]) -> Collection[str]:
    """The patches of the ground."""
    ground = state.fight.ground
    return [patch.key for patch in ground.patches] if ground is not None else ()


def _laid(state: MinisFight, _: tuple[str, ...]) -> Collection[str]:
    """The keys of everybody's conditions."""
    return [condition.key for who in state.fight.combatants.values() for condition in who.conditions]


_LEVEL, _ATTACKS = Takes(most=999), Takes(most=99)

TAKES: Mapping[str, Takes] = {
    "MinisState.battle": KEPT,
    "MinisState.phase": KEPT,
    "MinisState.initRound": KEPT,
    "MinisState.knownRound": KEPT,
    "MinisState.knowing": KEPT,
    "MinisState.minis": Takes(keys=combatants, every=True),
    "MinisState.holdings": KEPT,
    "MinisState.effects": Takes(keys=_laid),
    "MinisState.quietTurns": Takes(most=999),
    "MinisState.undecided": Takes(names=sides_here, once=True),
    "MinisState.conceded": Takes(names=sides_here, once=True),
    "Mini.ref": KEPT,
    "Mini.level": _LEVEL,
    "Mini.baseInitiative": Takes(least=-999, most=999),
    "Mini.movement": Takes(most=100_000),
    "Mini.attacks": _ATTACKS,
    "Mini.spellAttacks": _ATTACKS,
    "Mini.carried": Takes(keys=named_in(WEAPONS)),
    "Mini.spells": Takes(names=named_in(SPELLS), once=True),
    "Mini.resistances": Takes(once=True),
    "Mini.summoner": Takes(names=combatants),
    "Mini.effectiveInitiative": KEPT,
    "Used.moved": Takes(most=1_000_000),
    "Used.fraction": KEPT,
    "Used.attacks": _ATTACKS,
    "Used.spellAttacks": _ATTACKS,
    "Used.waterStart": Takes(names=_patches, once=True),
    "Slot.combatant": Takes(names=standing),
    "Slot.score": Takes(least=-999, most=999),
    "Effect.target": Takes(names=combatants),
    "Effect.spell": Takes(names=named_in(SPELLS)),
    "Effect.caster": Takes(names=combatants),
    "Effect.casterLevel": _LEVEL,
    "Effect.targetLevel": _LEVEL,
    "Effect.started": Takes(),
    "Effect.last": Takes(),
    "StandingOrder.target": Takes(names=combatants),
}


def fits(state: MinisFight, who: str) -> None:
    """RuleRefusal where a mini cannot be."""
    entering.check_place(state.fight.combatants[who].place)
    deployment.require_on_table(state, who)
