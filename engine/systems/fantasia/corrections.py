"""What a correction may set in this game's part of a fight, field by field."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.kit.corrections import (
    KEPT,
    Takes,
    anybody,
    bearer,
    combatants,
    named_in,
    sides_here,
    standing,
    vitals,
    words,
)
from engine.systems.fantasia.content.catalogue import (
    CONDITIONS,
    ITEMS,
    PROFESSIONS,
    REACTIONS,
    SPELLS,
    TECHNIQUES,
    WEAPONS,
)
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.equipment import entering


def _abilities(state: FantasiaFight, path: tuple[str, ...]) -> Collection[str]:
    """What can be declared: what the combatant knows, and all that the catalogue has."""
    figures = state.own.fighters[who].figures if (who := bearer(state, path)) else None
    own = (*figures.spells, *figures.techniques) if figures is not None else ()
    return (*own, *SPELLS, *TECHNIQUES)


def _conditions(state: FantasiaFight, path: tuple[str, ...]) -> Collection[str]:
    """The keys of a combatant's conditions."""
    who = bearer(state, path)
    return [condition.key for condition in state.fight.combatants[who].conditions] if who else ()


def _reactions(state: FantasiaFight, path: tuple[str, ...]) -> Collection[str]:
    """The reactions that a combatant can use."""
    figures = state.own.fighters[who].figures if (who := bearer(state, path)) else None
    return tuple(figures.reactions) if figures is not None else ()


_FEW, _COUNT, _FIGURE = Takes(most=9), Takes(most=999), Takes(least=-999, most=9999)

TAKES: Mapping[str, Takes] = {
    "FantasiaState.setup": KEPT,
    "FantasiaState.begun": KEPT,
    "FantasiaState.fighters": Takes(keys=combatants, every=True),
    "FantasiaState.acted": Takes(names=combatants, once=True),
    "FantasiaState.passed": Takes(names=combatants),
    "FantasiaState.delaying": Takes(names=combatants, once=True),
    "FantasiaState.holding": Takes(names=combatants, once=True),
    "FantasiaState.ambush": KEPT,
    "Fighter.group": Takes(of_text=64),
    "Fighter.sizePercent": Takes(least=1, most=1000),
    "Fighter.figures": Takes(there=True),
    "Fighter.stock": Takes(keys=named_in(ITEMS), most=999, there=True),
    "Fighter.initiative": Takes(least=-999, most=999),
    "Fighter.reactionsUsed": Takes(keys=_reactions, most=999),
    "Fighter.stated": Takes(keys=_conditions),
    "Fighter.lost": Takes(keys=vitals),
    **{f"Figures.{name}": _FIGURE for name in (
        "level", "strength", "agility", "vitality", "mind", "defense", "magicDefense", "evasion", "magicBlock",
        "stealth", "hide", "hp", "mp", "weightKg", "initiativeBonus",
    )},
    "Figures.movement": Takes(most=99),
    "Figures.multiAttack": Takes(least=1, most=9),
    "Figures.profession": Takes(names=words("", *PROFESSIONS)),
    "Figures.spells": Takes(keys=named_in(SPELLS)),
    "Figures.techniques": Takes(keys=named_in(TECHNIQUES)),
    "Figures.reactions": Takes(keys=named_in(REACTIONS)),
    "Figures.items": Takes(keys=named_in(ITEMS)),
    "Inflict.status": Takes(names=named_in(CONDITIONS)),
    "Spell.profession": Takes(names=named_in(PROFESSIONS)),
    "Technique.profession": Takes(names=named_in(PROFESSIONS)),
    "Spell.cures": Takes(names=named_in(CONDITIONS)),
    "Item.cures": Takes(names=named_in(CONDITIONS)),
    "Fighter.weapons": Takes(keys=named_in(WEAPONS)),
    "Held.bullets": _COUNT,
    "Waiting.watched": Takes(names=anybody),
    "Waiting.note": Takes(of_text=500),
    "Activation.ability": Takes(names=_abilities),
    "Activation.targets": Takes(names=combatants, once=True),
    "Activation.checks": _COUNT,
    "Stated.dice": Takes(most=99),
    "Turn.combatant": Takes(names=standing),
    "Turn.normal": _FEW,
    "Turn.movement": _FEW,
    "Turn.extra": _FEW,
    "Turn.most": _FEW,
    "Turn.given": Takes(keys=words("normal", "movement", "extra", "most"), most=9),
    "Sides.rolls": Takes(keys=sides_here, most=999),
    "SideBlock.sides": Takes(names=sides_here, once=True),
    "Sides.up": Takes(names=sides_here),
}  # fmt: skip


def fits(state: FantasiaFight, who: str) -> None:
    """RuleRefusal for a place that is none of this fight; on top of others the GM may set anybody."""
    entering.check_place(state.fight.combatants[who].place)
    board.require_kind(state, who)
