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
from engine.kernel.words.ready_fights import ready_fight_of
from engine.service.odds.placing import placed
from engine.service.odds.planned import first_position
from engine.service.pool.owner import sender_of
from schemas import requests


async def ready_drawing(session: Session, book: Rulebook[Any], fight: str, options: Options) -> bytes:
    """The SVG of a ready-made fight, by its key. RuleRefusal (UNKNOWN) if the game has none of it.

    options: without a title, which is the fight's.
    """
    drawings, name = session.services.drawings, (book.system.id, book.system.version, fight, options)
    drawn = drawings.get(name)
    if drawn is None:
        if ready_fight_of(book.system, options.locale, fight) is None:
            raise RuleRefusal("there is no such ready-made fight", code="UNKNOWN", field="fight")

        async def arguments() -> tuple[str, Options]:
            return fight, options

        drawn = await session.service.work.run(sender_of(session.address), draw_ready, book, arguments)
        drawings.keep(name, drawn)
    return drawn


def draw_ready(book: Rulebook[Any], fight: str, options: Options) -> bytes:
    """The drawing of a ready-made fight, as its game master sees it: a job for another process."""
    ready = ready_fight_of(book.system, options.locale, fight)
    assert ready is not None  # it was there when the job began
    new = new_encounter(book, read(ready.request, requests.CreateEncounterRequest))
    state = placed(book, first_position(book, new)).state
    gm = state.fight.gms()[0]
    scene = scene_of(book.system, book.seen(state, gm), gm, options.locale)
    return draw(scene, structs.replace(options, title=ready.title)).encode()
