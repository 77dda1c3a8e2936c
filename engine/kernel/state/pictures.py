"""The pictures that the server keeps, as far as a fight names them: in looks, and below the ground."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.state.fight import Fight
from engine.kernel.state.looks import KEPT, Looks


def named_pictures(fight: Fight) -> list[str]:
    """The ids of the kept pictures that a fight names, each once, in a fixed order; of a seen one those that are seen.

    What lies below the ground comes first: it is missed most where there is no room for all.
    """
    return list(dict.fromkeys(address.removeprefix(KEPT) for address in _named(fight) if address.startswith(KEPT)))


def _named(fight: Fight) -> Iterator[str]:
    if fight.backdrop is not None:
        yield fight.backdrop.picture
    yield from _of(fight.looks)
    for who in fight.combatants.values():
        yield from _of(who.looks)
    for seat in fight.seats.values():
        yield from _of(seat.looks)
    for side in fight.sides.values():
        yield from _of(side.looks)


def _of(looks: Looks | None) -> Iterator[str]:
    if looks is not None:
        yield from (address for address in (looks.picture, looks.portrait) if address is not None)
