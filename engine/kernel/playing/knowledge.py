"""Disclosures: events that show a combatant, or its figures, to the seats that now know it, or hide it from others.

Whatever changes who knows what (a rule, a correction, a handover), its disclosures follow in the same step. So a seat
that folds nothing but its own stream has each combatant that it may know, as far as it may know it. That somebody
vanishes comes first: no event names a combatant to a seat that does not know of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.messages import Event, plain

Own = TypeVar("Own", bound=Struct)

CHANGING = (e.SightChanged, e.ControlChanged, e.OwnerChanged)
"""Events that may change who knows what; corrections do it too, and a newcomer is told by its own event."""

DISCLOSING = (e.CombatantAppeared, e.CombatantVanished, e.FiguresOpened, e.FiguresClosed)
"""The events that tell of it."""

Disclosed = tuple[Event, tuple[str, ...]]
"""An event and the seats that it is for, beside the GM's."""


def vanishing(fight: Fight, sights: Mapping[str, tuple[str, ...] | None]) -> Iterator[Disclosed]:
    """What seats have to be told before they no longer know of somebody. sights: by combatant, who knows of it then."""
    for combatant, seen_by in sights.items():
        who = fight.combatants[combatant]
        later = structs.replace(who, seen_by=seen_by)
        gone = tuple(seat for seat in fight.seats if fight.sees(seat, who) and not fight.sees(seat, later))
        if gone:
            yield e.CombatantVanished(combatant=combatant), gone


def disclosures(book: Rulebook[Own], before: Fight, state: State[Own]) -> Iterator[Disclosed]:
    """What seats have to be told of what they know now, or no longer know. state: behind the change.

    Each seat is told what its own view holds; seats whose views are equal share an event.
    """
    after = state.fight
    players = [seat for seat in after.seats if seat in before.seats and not after.is_gm(seat)]
    calm = _same_owners(before, after)
    for who in after.combatants.values():
        was = before.combatants.get(who.id)
        if was is None or (calm and was is who):
            continue
        sees = {seat: (before.sees(seat, was), after.sees(seat, who)) for seat in players}
        knows = {
            seat: (sees[seat][0] and before.may_know_figures(seat, was), after.may_know_figures(seat, who))
            for seat in players
        }
        yield from _grouped(
            (_appeared(book, state, seat, who.id), seat) for seat in players if sees[seat] == (False, True)
        )
        there = [seat for seat in players if sees[seat] == (True, True)]
        closed = tuple(seat for seat in there if knows[seat] == (True, False))
        if closed:
            yield e.FiguresClosed(combatant=who.id), closed
        newly = [seat for seat in there if knows[seat] == (False, True)]
        yield from _grouped((_opened(book, state, seat, who.id), seat) for seat in newly)


def _same_owners(before: Fight, after: Fight) -> bool:
    """Whether the same seats own and control the same combatants: what one knows of each then follows from it alone."""
    return (
        before.seats == after.seats
        and before.figures_open == after.figures_open
        and before.combatants.keys() == after.combatants.keys()
        and all(
            was is (who := after.combatants[was.id])
            or (was.side, was.owner, was.controller) == (who.side, who.owner, who.controller)
            for was in before.combatants.values()
        )
    )


def _grouped(whom: Iterator[tuple[Event, str]]) -> Iterator[Disclosed]:
    """One event for all seats that are told the same."""
    found: list[tuple[Event, list[str]]] = []
    for event, seat in whom:
        group: Sequence[list[str]] = [seats for other, seats in found if other == event]
        if group:
            group[0].append(seat)
        else:
            found.append((event, [seat]))
    yield from ((event, tuple(seats)) for event, seats in found)


def _appeared(book: Rulebook[Own], state: State[Own], seat: str, combatant: str) -> Event:
    view = book.seen(state, seat)
    who = view.fight.combatants[combatant]
    opened = state.fight.may_know_figures(seat, state.fight.combatants[combatant])
    return e.CombatantAppeared(
        combatant=who.id,
        name=who.name,
        side=who.side,
        owner=who.owner,
        controller=who.controller,
        kind=who.kind,
        place=who.place,
        conditions=who.conditions,
        out=who.out,
        turn_order=view.fight.turn_order,
        acting=view.fight.acting,
        vitals=who.vitals if opened else None,
        part=plain(book.part_of(view, combatant)),
        looks=who.looks,
    )


def _opened(book: Rulebook[Own], state: State[Own], seat: str, combatant: str) -> Event:
    view = book.seen(state, seat)
    vitals = view.fight.combatants[combatant].vitals
    return e.FiguresOpened(combatant=combatant, vitals=vitals, part=plain(book.part_of(view, combatant)))
