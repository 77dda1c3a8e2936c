"""The system's reducer: it stores what events report, and decides nothing. Each chapter has its own handlers."""

from __future__ import annotations

from typing import Any

from engine.kit import Event, Fight
from engine.systems.saari.reducer import course, effects, field, rolls, waiting
from engine.systems.saari.reducer.handlers import Handler
from engine.systems.saari.state import SaariState

HANDLERS: dict[type[Event], Handler] = {
    **course.HANDLERS,
    **waiting.HANDLERS,
    **rolls.HANDLERS,
    **field.HANDLERS,
    **effects.HANDLERS,
}


def evolve(own: SaariState, event: Any, fight: Fight) -> SaariState:
    """The system's part of the state after an event; `fight` is evolved already."""
    handler = HANDLERS.get(type(event))
    return own if handler is None else handler(own, event)
