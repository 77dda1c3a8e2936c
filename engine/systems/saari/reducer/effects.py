"""How attacks on many and hazards change the state."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit import Event
from engine.systems.saari import events as e
from engine.systems.saari.reducer.handlers import Handler, with_fighter
from engine.systems.saari.state import SaariState


def _surprised(own: SaariState, event: e.AttackDeclared | e.AreaAttacked) -> SaariState:
    """An invisible attacker surprises once."""
    return with_fighter(own, event.combatant, surprise_used=True) if event.surprise else own


HANDLERS: Mapping[type[Event], Handler] = {e.AttackDeclared: _surprised, e.AreaAttacked: _surprised}
