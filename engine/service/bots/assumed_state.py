"""The state that a seat may assume from what it sees: its bot tries moves on it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook, per_combatant
from engine.kernel.playing.position import Position
from engine.kernel.state.combatant import Combatant, Vital
from engine.kernel.state.fight import State


def knows_all(book: Rulebook[Any], position: Position[Any], seat: str) -> bool:
    """Whether a seat sees everything of an encounter, including what the open order has caused so far."""
    return (
        _played(book.seen(position.state, seat)) == _played(position.state)
        and (position.base is None or _played(book.seen(position.base, seat)) == _played(position.base))
        and all(seat in recorded.draft.to for recorded in position.trail if recorded.draft.to is not None)
    )


def _played(state: State[Any]) -> State[Any]:
    """The state that rules play on: without table talk beside the rules."""
    return structs.replace(state, fight=structs.replace(state.fight, taking_back=None, last_acts={}, ruled_at={}))


def assumed_position(book: Rulebook[Any], position: Position[Any], seat: str, who: str) -> Position[Any] | None:
    """The encounter as a seat knows it. who: its combatant; others with hidden figures are assumed to be like it.

    None if the open order is partly hidden from the seat: its effects cannot be replayed then.
    """
    if knows_all(book, position, seat):
        return position
    if position.base is not None:
        return None
    state, seen = position.state, book.seen(position.state, seat)
    closed = [c for c in seen.fight.combatants.values() if not state.fight.may_know_figures(seat, c)]
    like = seen.fight.combatants[who]
    people = {**seen.fight.combatants, **{c.id: unhurt(c, like) for c in closed}}
    own, field = seen.own, per_combatant(book)
    if field is not None:
        parts, mine = getattr(own, field), getattr(own, field).get(who)
        if mine is not None:
            alike = {**getattr(state.own, field), **{c.id: mine for c in closed if c.id in parts}}
            shown = getattr(book.system.view(structs.replace(state.own, **{field: alike}), state.fight, seat), field)
            guessed = {c.id: filled(parts[c.id], mine, shown[c.id]) for c in closed if c.id in parts}
            own = structs.replace(own, **{field: {**parts, **guessed}})
    return Position(position.version, State(structs.replace(seen.fight, combatants=people), own))


def unhurt(who: Combatant, like: Combatant) -> Combatant:
    """`who` with the other's figures, unhurt."""
    vitals = {key: Vital(v.now if v.max is None else v.max, v.max) for key, v in like.vitals.items()}
    return structs.replace(who, vitals=vitals)


def filled(part: Struct, mine: Struct, shown: Struct) -> Struct:
    """A combatant's part of a system's state: withheld fields are assumed to be like mine.

    shown: what would be visible of mine if it belonged to the other. This shows which fields are withheld, whether or
    not the other really has a secret in them.
    """
    withheld = [
        f.name
        for f in structs.fields(part)
        if getattr(part, f.name) is None and getattr(shown, f.name) is None and getattr(mine, f.name) is not None
    ]
    return structs.replace(part, **{name: getattr(mine, name) for name in withheld})
