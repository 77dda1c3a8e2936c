"""Magic that passes by whom it is cast on: mirrors, and who floats.  [FF-ST-12, FF-ST-14, FF-ST-49, FF-ST-50]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.system import Table
from engine.systems.fantasia.content.kinds import Spell
from engine.systems.fantasia.events import Reflected
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own

PIERCES = 3
"""A caster so many levels above the bearer casts through his mirror.  [FF-ST-49]"""


def mirrored(table: Table[Own], caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    """Who throws this spell back at its caster, good or bad; an area comes back without its area.

    [FF-ST-50, FF-INT-05, FF-INT-06]

    Nobody's own spell on himself is thrown back, and none comes back twice.
    """
    found = throwing_back(table.state, caster, targets)
    for target in found:
        table.emit(Reflected(caster=caster, target=target, spell=spell.id), rule="FF-ST-12")
    return found


def throwing_back(state: FF, caster: str, targets: Sequence[str]) -> tuple[str, ...]:
    """Which of these have a mirror for what he casts on them; of a closed sheet, as far as one knows."""
    return tuple(t for t in targets if t != caster and _mirrors(state, caster, t))


def _mirrors(state: FF, caster: str, target: str) -> bool:
    if not any(kind.reflects for _, kind in look.kinds(state.fight.combatants[target])):
        return False
    sheet = look.fighter(state, target).figures
    return sheet is None or look.figures(state, caster).level < sheet.level + PIERCES


def reached(state: FF, caster: str, spell: Spell, targets: Sequence[str], mirrors: Sequence[str]) -> tuple[str, ...]:
    """Whom a spell comes to, each once: its caster instead of those who throw it back."""
    return tuple(dict.fromkeys(caster if t in mirrors else t for t in targets if not passed_over(state, t, spell)))


def passed_over(state: FF, target: str, spell: Spell) -> bool:
    """Whether magic that goes along the ground misses him: he floats above it.  [FF-ST-14]"""
    return spell.ground and any(kind.floats for _, kind in look.kinds(state.fight.combatants[target]))
