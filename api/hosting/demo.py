"""The demo fight: created once per data folder from `demo.json`, begun, and reused at every later start."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec

from api.operations.orders import new_encounter
from engine.kernel.structs.errors import SkaldError
from engine.service.encounters import Encounters
from engine.service.reading.views import UnknownEncounter
from schemas.requests import CreateEncounterRequest

NOTE = "demo.id"


async def demo_fight(service: Encounters, data: Path) -> str:
    """The id of the demo fight, stored in the data folder; a missing fight is created again.

    Raises RuleRefusal if its rule system is not installed, StoreUnavailable.
    """
    kept = _noted(data)
    if kept:
        try:
            await service.view(kept, None)
            return kept
        except UnknownEncounter:
            pass
    wish = msgspec.json.decode(files(__package__).joinpath("demo.json").read_bytes(), type=CreateEncounterRequest)
    made = await service.create(new_encounter(service.registry.book(wish.system), wish))
    (gm, *_) = made.position.state.fight.gms()
    await service.submit(made.id, gm, {made.book.key: {"begin": {}}})
    _note(data, made.id)
    return made.id


def _noted(data: Path) -> str:
    note = data / NOTE
    return note.read_text(encoding="ascii").strip() if note.exists() else ""


def _note(data: Path, encounter: str) -> None:
    data.mkdir(parents=True, exist_ok=True)
    (data / NOTE).write_text(f"{encounter}\n", encoding="ascii")


async def players_of(service: Encounters, encounter: str) -> tuple[str, str | None]:
    """The first GM and the first player at a table."""
    fight = (await service.view(encounter, None)).position.state.fight
    players = [seat.seat for seat in fight.seats.values() if seat.role == "PLAYER"]
    if not fight.gms():
        raise SkaldError(f"{encounter} has no GM")
    return fight.gms()[0], players[0] if players else None
