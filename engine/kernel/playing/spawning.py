"""Several enter at once: copies of one, numbered, or different ones. All of them, or nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.entering import joined_event, require_room, taken
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import State
from engine.kernel.state.ground.ground_faults import refuse
from engine.kernel.state.orders import MOST_AT_ONCE, Entry, Newcomer, Spawning
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import is_id
from engine.kernel.structs.messages import Draft, Recorded

Own = TypeVar("Own", bound=Struct)


def arrivals(book: Rulebook[Own], state: State[Own], order: Spawning) -> list[CombatantJoined]:
    """The events by which all of an order enter, in its sequence. Each is judged with those before it in the fight.

    RuleRefusal with all that is wrong, each with its field, by the number of its newcomer in the order.
    """
    found: list[RuleRefusal] = []
    newcomers: tuple[Any, ...] = order.combatants
    many = sum(newcomer.count for newcomer in newcomers)
    if many > MOST_AT_ONCE:
        raise RuleRefusal(f"at most {MOST_AT_ONCE} enter at once", field="combatants")
    require_room(state.fight, many, "combatants")
    coming: list[tuple[int, Entry]] = []
    ids = set(state.fight.combatants)
    for number, newcomer in enumerate(newcomers):
        field = f"combatants.{number}"
        if newcomer.places and len(newcomer.places) != newcomer.count:
            reason = f"name as many places as there are copies: {newcomer.count}"
            found.append(RuleRefusal(reason, field=f"{field}.places"))
            continue
        for entry in _copies(book, newcomer, ids):
            if entry.id in ids:
                found.append(taken(entry.id).below(field))
            elif not is_id(entry.id) or len(entry.name) > 80:
                found.append(RuleRefusal("with its number this is too long", field=f"{field}.id"))
            else:
                coming.append((number, entry))
            ids.add(entry.id)
    sights = {entry.id: entry.seen_by for _, entry in coming}
    made: list[CombatantJoined] = []
    now = state
    for number, entry in coming:
        try:
            joined = joined_event(book.system, entry, now.fight, coming=sights)
            book.require_admitted(now, joined)
        except RuleRefusal as refusal:
            found += refusal.below(f"combatants.{number}").all
            continue
        made.append(joined)
        now = book.evolve(now, Recorded(0, "", Draft(joined)))
    names = {entry.id: entry.name for _, entry in coming}
    refuse([fault.called(names) for fault in found])
    return made


def _copies(book: Rulebook[Own], newcomer: Newcomer, ids: Collection[str]) -> Iterator[Entry]:
    """The entries of a newcomer: one as it is named, or copies with the first numbers whose ids are free."""
    own = {name: getattr(newcomer, name) for name in (*Entry.__struct_fields__, "sheet")}
    if newcomer.count == 1 and not newcomer.numbered:
        yield book.enter(**{**own, "place": newcomer.places[0] if newcomer.places else newcomer.place})
        return
    number = 0
    for copy in range(newcomer.count):
        number += 1
        while f"{newcomer.id}-{number}" in ids:
            number += 1
        place = newcomer.places[copy] if newcomer.places else newcomer.place
        yield structs.replace(
            book.enter(**own), id=f"{newcomer.id}-{number}", name=f"{newcomer.name} {number}", place=place
        )
