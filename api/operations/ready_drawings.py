"""Ready-made fights as they stand before the first turn, drawn as the table draws them."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from api.drawing.drawing import draw
from api.drawing.options import Options
from api.errors.decoding import read
from api.operations.orders import new_encounter
from api.operations.session import Session
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.compose import scene_of
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.bots.placing import placed
from engine.service.pool.owner import sender_of
from engine.service.writing.creator import creation_from
from schemas import requests


async def ready_drawing(session: Session, book: Rulebook[Any], fight: str, options: Options) -> bytes:
    """The SVG of a ready-made fight, by its key. RuleRefusal (UNKNOWN) if the game has none of it.

    options: without a title, which is the fight's.
    """
    drawings, name = session.services.drawings, (book.system.id, book.system.version, fight, options)
    drawn = drawings.get(name)
    if drawn is None:
        if all(one.key != fight for one in ready_fights_of(book.system, options.locale)):
            raise RuleRefusal("there is no such ready-made fight", code="UNKNOWN", field="fight")

        async def arguments() -> tuple[str, Options]:
            return fight, options

        drawn = await session.service.work.run(sender_of(session.address), draw_ready, book, arguments)
        drawings.keep(name, drawn)
    return drawn


def draw_ready(book: Rulebook[Any], fight: str, options: Options) -> bytes:
    """The drawing of a ready-made fight, as its game master sees it: a job for another process."""
    ready = next(one for one in ready_fights_of(book.system, options.locale) if one.key == fight)
    new = new_encounter(book, read(ready.request, requests.CreateEncounterRequest))
    creation, _ = creation_from(book, new, dict(enumerate(new.combatants)))
    gm = next((seat.seat for seat in new.seats if seat.role == "GM"), None)
    state = placed(book, creation).state
    scene = scene_of(book.system, state if gm is None else book.seen(state, gm), gm, options.locale)
    return draw(scene, structs.replace(options, title=ready.title)).encode()
