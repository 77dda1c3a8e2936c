"""Requests for new fights, taken from the examples' fights and modified."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as k
from engine.kernel.structs.messages import plain
from engine.service.encounters import NewEncounter
from tests.support.fights.arena import Arena


def wish_of(arena: Arena) -> NewEncounter:
    """The request for a new fight that equals an arena that has not begun."""
    created = arena.stream[0].event
    assert isinstance(created, k.EncounterCreated)
    joined = [r.event for r in arena.stream if isinstance(r.event, k.CombatantJoined)]
    return NewEncounter(
        system=created.system,
        name=created.name,
        seats=created.table,
        combatants=tuple(_entry(arena.book, one) for one in joined),
        setup=created.settled,
        dice="SEEDED",
        figures_open=created.figures_open,
        ground=created.laid,
    )


def _entry(book: Rulebook[Any], joined: k.CombatantJoined) -> dict[str, Any]:
    who = book.system.enter(msgspec.convert(joined.sheet, book.system.sheet), joined.place)
    return {
        "id": joined.combatant,
        "name": joined.name,
        "side": joined.side,
        "seat": joined.owner,
        "place": plain(joined.place),
        "vitals": {name: vital.now for name, vital in (joined.vitals or {}).items()},
        "conditions": plain(joined.conditions[len(who.conditions) :]),
        "seenBy": plain(joined.seen_by),
        "sheet": joined.sheet,
    }


def renamed(wish: NewEncounter, who: str, id: str, name: str) -> NewEncounter:
    """The same wish with a combatant's id and name changed."""
    text = msgspec.json.encode(wish.combatants).decode().replace(f'"{who}"', f'"{id}"')
    people = [{**one, "name": name} if one["id"] == id else one for one in msgspec.json.decode(text)]
    return structs.replace(wish, combatants=tuple(people))


def changed(wish: NewEncounter, who: str, **fields: Any) -> NewEncounter:
    """The same wish with fields of a combatant's entry changed."""
    people = ({**one, **fields} if one["id"] == who else one for one in wish.combatants)
    return structs.replace(wish, combatants=tuple(people))
