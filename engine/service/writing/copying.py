"""How an encounter was created, read back from its first step: for a copy of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Recorded
from engine.service.reading.loader import time_of
from engine.service.reading.views import UnknownEncounter, decode_whole
from engine.service.writing.creator import NewEncounter
from engine.store.port import Store

MOST = 201
"""Most events of a first step: the creation, and the combatants that a request may have."""


async def first_step(store: Store, book: Rulebook[Any], encounter: str) -> list[Recorded]:
    """The events of an encounter's creation, whole. UnknownEncounter if there is none."""
    entries = await store.read(encounter, 1, MOST)
    if not entries:
        raise UnknownEncounter(encounter)
    return [decode_whole(book, entry) for entry in entries if time_of(entry) == time_of(entries[0])]


def creation_of(book: Rulebook[Any], recorded: Sequence[Recorded], seed: str) -> NewEncounter:
    """What an encounter with this first step was created from, whole. seed: for OPEN dice, which would fall alike.

    What has the same name in both is taken over as it is. Fault if the step creates nothing.
    """
    first = recorded[0].event if recorded else None
    if not isinstance(first, e.EncounterCreated):
        raise Fault("the first event of an encounter creates it")
    known = set(first.__struct_fields__)
    alike = {f.name: getattr(first, f.name) for f in structs.fields(NewEncounter) if f.name in known}
    named: dict[str, Any] = {
        "seats": first.table,
        "combatants": tuple(
            _entry(book, record.event) for record in recorded if isinstance(record.event, e.CombatantJoined)
        ),
        "setup": first.settled,
        "dice": first.dice_mode,
        "seed": seed if first.dice_mode == "OPEN" else "",
        "sides": (*first.side_entries, *(first.withheld_side_entries or ())),
        "ground": first.laid,
        "typed_by": first.types,
        "house_rules": first.house_rules or {},
    }
    return NewEncounter(**{**alike, **named})


def _entry(book: Rulebook[Any], event: e.CombatantJoined) -> dict[str, Any]:
    """The order by which a combatant joined. Its own figures are those that its sheet does not give."""
    sheet, place = event.sheet or {}, event.stands
    who = book.system.enter(msgspec.convert(sheet, book.system.sheet), place)
    conditions = event.conditions[len(who.conditions) :]
    vitals = {
        name: vital.now
        for name, vital in (event.vitals or {}).items()
        if name not in who.vitals or who.vitals[name].now != vital.now
    }
    order = book.enter(
        id=event.combatant,
        name=event.name,
        side=event.side,
        seat=event.owner,
        place=place,
        vitals=vitals or None,
        conditions=conditions,
        seen_by=event.seen_by,
        looks=event.looks,
        sheet=msgspec.convert(sheet, book.system.sheet),  # type: ignore[call-arg]  # every system's Enter has one
    )
    given = {name: value for name, value in msgspec.to_builtins(order).items() if value is not None}
    return {**given, "sheet": sheet}
