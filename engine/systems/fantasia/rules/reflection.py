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
    found = tuple(t for t in targets if t != caster and _mirrors(table.state, caster, t))
    for target in found:
        table.emit(Reflected(caster=caster, target=target, spell=spell.id), rule="FF-ST-12")
    return found


def _mirrors(state: FF, caster: str, target: str) -> bool:
    if not any(kind.reflects for _, kind in look.kinds(state.fight.combatants[target])):
        return False
    return look.figures(state, caster).level < look.figures(state, target).level + PIERCES


def passed_over(state: FF, target: str, spell: Spell) -> bool:
    """Whether magic that goes along the ground misses him: he floats above it.  [FF-ST-14]"""
    return spell.ground and any(kind.floats for _, kind in look.kinds(state.fight.combatants[target]))
