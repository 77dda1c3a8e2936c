"""The system's reducer: it stores what events report, and decides nothing. Each chapter has its own handlers."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import Event, Fight, VitalChanged
from engine.systems.mongolian_mercenaries.reducer import attack, course, field, gear, magic, rolls
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler
from engine.systems.mongolian_mercenaries.reducer.losing import seen_to_lose
from engine.systems.mongolian_mercenaries.reducer.stirring import stirs
from engine.systems.mongolian_mercenaries.state import MercenariesState

HANDLERS: dict[type[Event], Handler] = {
    **course.HANDLERS,
    **rolls.HANDLERS,
    **attack.HANDLERS,
    **field.HANDLERS,
    **magic.HANDLERS,
    **gear.HANDLERS,
}


def evolve(own: MercenariesState, event: Any, fight: Fight) -> MercenariesState:
    """The system's part of the state after an event; `fight` is evolved already."""
    if type(event) in magic.DATED:
        own = magic.DATED[type(event)](own, event, fight)
    if isinstance(event, VitalChanged):
        own = seen_to_lose(own, event, fight)
    handler = HANDLERS.get(type(event))
    after = own if handler is None else handler(own, event)
    return structs.replace(after, stirred=True) if not after.stirred and stirs(own, after, event) else after
