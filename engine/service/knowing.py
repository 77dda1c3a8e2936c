"""What a seat may suppose a fight to be, from what it sees: the ground on which its bot tries its moves."""

from __future__ import annotations

import typing
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from engine.kernel.combatant import Combatant, Vital
from engine.kernel.fight import State
from engine.kernel.position import Position
from engine.kernel.rulebook import RegistrationError, Rulebook


@lru_cache(maxsize=64)
def per_combatant(book: Rulebook[Any]) -> str | None:
    """The field of a system's state that holds something for each combatant, by his key.

    A system names it as `per_combatant`; else it is the only object of structs that its state has. RegistrationError
    where there are several.
    """
    own = book.system.own
    named: str | None = getattr(own, "per_combatant", None)
    if named is not None:
        return named
    hints = typing.get_type_hints(own)
    found = []
    for name in own.__struct_fields__:
        args = typing.get_args(hints[name])
        if typing.get_origin(hints[name]) is dict and isinstance(args[1], type) and issubclass(args[1], Struct):
            found.append(name)
    if len(found) > 1:
        raise RegistrationError(f"{own.__name__}: name as `per_combatant` which is by combatant: {', '.join(found)}")
    return found[0] if found else None


def knows_all(book: Rulebook[Any], position: Position[Any], seat: str) -> bool:
    """Whether nothing of a fight is withheld from a seat, nor of what the open order has brought about so far."""
    return (
        _played(book.seen(position.state, seat)) == _played(position.state)
        and (position.base is None or _played(book.seen(position.base, seat)) == _played(position.base))
        and all(seat in recorded.draft.to for recorded in position.trail if recorded.draft.to is not None)
    )


def _played(state: State[Any]) -> State[Any]:
    """What rules can be played on: without what is said at the table beside them."""
    return structs.replace(state, fight=structs.replace(state.fight, taking_back=None, last_acts={}))


def supposed(book: Rulebook[Any], position: Position[Any], seat: str, who: str) -> Position[Any] | None:
    """The fight as a seat knows it. who: whom it orders; others whose figures are closed are supposed to be like him.

    None where an order is open that the seat does not know all of: what it led to cannot be played again without that.
    """
    if knows_all(book, position, seat):
        return position
    if position.base is not None:
        return None
    state, seen = position.state, book.seen(position.state, seat)
    closed = [c for c in seen.fight.combatants.values() if not state.fight.may_know_figures(seat, c)]
    like = seen.fight.combatants[who]
    people = {**seen.fight.combatants, **{c.id: _hale(c, like) for c in closed}}
    own, field = seen.own, per_combatant(book)
    if field is not None:
        parts, mine = getattr(own, field), getattr(own, field).get(who)
        if mine is not None:
            alike = {**getattr(state.own, field), **{c.id: mine for c in closed if c.id in parts}}
            shown = getattr(book.system.view(structs.replace(state.own, **{field: alike}), state.fight, seat), field)
            guessed = {c.id: _filled(parts[c.id], mine, shown[c.id]) for c in closed if c.id in parts}
            own = structs.replace(own, **{field: {**parts, **guessed}})
    return Position(position.version, State(structs.replace(seen.fight, combatants=people), own))


def _hale(who: Combatant, like: Combatant) -> Combatant:
    """With the other's figures, unhurt."""
    vitals = {key: Vital(v.now if v.max is None else v.max, v.max) for key, v in like.vitals.items()}
    return structs.replace(who, vitals=vitals)


def _filled(part: Struct, mine: Struct, shown: Struct) -> Struct:
    """The part of a system's state that belongs to somebody: what is withheld of it is supposed to be like mine.

    shown: what would be seen of mine, if it were his. That tells what is withheld, whatever there is to withhold: a
    secret that he has not is no other than one that he has.
    """
    withheld = [
        f.name
        for f in structs.fields(part)
        if getattr(part, f.name) is None and getattr(shown, f.name) is None and getattr(mine, f.name) is not None
    ]
    return structs.replace(part, **{name: getattr(mine, name) for name in withheld})
