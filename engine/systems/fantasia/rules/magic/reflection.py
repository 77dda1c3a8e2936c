"""Magic that misses its target: mirrors, and floating targets.  [FF-ST-12, FF-ST-14, FF-ST-49, FF-ST-50]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Table
from engine.systems.fantasia.content.kinds import Spell
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.magic.events import Reflected
from engine.systems.fantasia.state import FantasiaState

PIERCES = 3
"""A caster so many levels above the bearer casts through the mirror.  [FF-ST-49]"""


def mirrored(table: Table[FantasiaState], caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    """Targets that reflect this spell to its caster, good or bad; an area is reflected without its area.

    [FF-ST-50, FF-INT-05, FF-INT-06]

    A spell on oneself is not reflected, and none is reflected twice.
    """
    found = throwing_back(table.state, caster, targets)
    for target in found:
        table.emit(Reflected(caster=caster, target=target, spell=spell.id), rule="FF-ST-12")
    return found


def throwing_back(state: FantasiaFight, caster: str, targets: Sequence[str]) -> tuple[str, ...]:
    """Targets with a mirror against this caster; of a closed sheet, as far as known."""
    return tuple(t for t in targets if t != caster and _mirrors(state, caster, t))


def _mirrors(state: FantasiaFight, caster: str, target: str) -> bool:
    if not any(kind.reflects for _, kind in lookup.kinds(state.fight.combatants[target])):
        return False
    sheet = lookup.fighter(state, target).figures
    return sheet is None or lookup.figures(state, caster).level < sheet.level + PIERCES


def reached(
    state: FantasiaFight, caster: str, spell: Spell, targets: Sequence[str], mirrors: Sequence[str]
) -> tuple[str, ...]:
    """Final targets of a spell, each once: its caster instead of those who reflect it."""
    return tuple(dict.fromkeys(caster if t in mirrors else t for t in targets if not passed_over(state, t, spell)))


def passed_over(state: FantasiaFight, target: str, spell: Spell) -> bool:
    """Whether magic along the ground misses a target: it floats above it.  [FF-ST-14]"""
    return spell.ground and any(kind.floats for _, kind in lookup.kinds(state.fight.combatants[target]))
