"""From whose eyes odds are worked out: the fight as it is, or as a seat may assume it from what it sees.

An assumed fight is made from the seat's view and the public catalogue alone, also where it comes to the same as the
true one: neither the answer nor the work behind it says how much there is that the seat does not know. Whoever is
hidden is not there; whose figures are closed has those of the catalogue's entry for what he is seen to be, unhurt.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook, per_combatant
from engine.kernel.playing.entering import joined_event
from engine.kernel.playing.position import Position
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import State, Unattended
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Draft, Recorded
from engine.service.bots.assumed_state import filled, unhurt
from engine.service.odds.run import begun

IN_AN_ORDER = (
    "while an order waits for somebody nobody can tell where it leads but the game master: ask again afterwards"
)
UNSAID = (
    "what {who} can do is not for you to know, nor which entry of the catalogue it is: so there are no odds for you. "
    "Where everybody may see everybody's values there are"
)
UNLIKELY = "what you know of this fight is too little to play it on"


def assumed(book: Rulebook[Any], position: Position[Any], seat: str | None) -> Position[Any]:
    """The fight as a seat (None: whoever only reads) may assume it, as `begun` makes it.

    RuleRefusal where it cannot be assumed; that follows from what the seat sees, too.
    """
    if position.base is not None:
        raise RuleRefusal(IN_AN_ORDER, code="NOT_LEGAL")
    seen = book.seen(position.state, seat)
    fight = structs.replace(seen.fight, rolled=False, unattended=Unattended(), entropy=(), entropy_by=())
    state = State(fight, seen.own)
    for who in fight.combatants.values():
        if not position.state.fight.may_know_figures(seat, who):
            state = _as_its_kind(book, state, who, seat)
    return begun(Position(1, state))


def _as_its_kind(book: Rulebook[Any], state: State[Any], who: Combatant, seat: str | None) -> State[Any]:
    """The state with the figures of the catalogue's entry, where those of a combatant are withheld."""
    fresh = _fresh(book, state, who, seat)
    like = fresh.fight.combatants[who.id]
    fight = structs.replace(state.fight, combatants={**state.fight.combatants, who.id: unhurt(who, like)})
    own, field = state.own, per_combatant(book)
    parts = getattr(own, field) if field is not None else {}
    if field is not None and who.id in parts:
        mine = getattr(fresh.own, field)[who.id]
        alike = structs.replace(own, **{field: {**parts, who.id: mine}})
        shown = getattr(book.system.view(alike, state.fight, seat), field)[who.id]
        own = structs.replace(own, **{field: {**parts, who.id: filled(parts[who.id], mine, shown)}})
    return State(fight, own)


def _fresh(book: Rulebook[Any], state: State[Any], who: Combatant, seat: str | None) -> State[Any]:
    """The state in which somebody of this kind has just entered in its place."""
    others = {key: combatant for key, combatant in state.fight.combatants.items() if key != who.id}
    fight = structs.replace(state.fight, combatants=others)
    own, field = state.own, per_combatant(book)
    sheet = _sheet(book, state, who)
    if field is not None:
        left = {key: part for key, part in getattr(own, field).items() if key != who.id}
        own = structs.replace(own, **{field: left})
    place = msgspec.to_builtins(who.place)
    plain = {"id": who.id, "name": who.name, "side": who.side, "place": place, "sheet": sheet}
    try:
        joined = joined_event(book.system, msgspec.convert(plain, book.enter), fight)
        return book.evolve(State(fight, own), Recorded(1, "", Draft(joined)))
    except (RuleRefusal, Fault, msgspec.ValidationError) as error:
        raise RuleRefusal(UNSAID.format(who=who.name), code="NOT_LEGAL") from error


def _sheet(book: Rulebook[Any], state: State[Any], who: Combatant) -> dict[str, Any]:
    """The sheet of an entry of the catalogue; of what it leaves open as much as is seen."""
    part = book.part_of(state, who.id)
    entry = book.system.catalogue_entry(state, who.id) or getattr(part, "ref", "")
    sheet: dict[str, Any] = {"ref": entry or who.kind}
    names = {field.name: field.encode_name for field in structs.fields(book.system.sheet)}
    if part is not None and "kind" in names and (seen := getattr(part, "kind", None)) is not None:
        sheet["kind"] = msgspec.to_builtins(seen)
    return sheet
