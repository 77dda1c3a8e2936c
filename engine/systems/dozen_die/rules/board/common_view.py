"""The fight as all who read a question see it: its offers tell nothing that one of them may not know."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Table
from engine.kit.ground import knows_all, seen_ground
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.state import DozenDieState


def commonly(table: Table[DozenDieState], *named: str) -> DozenDieFight:
    """The fight as everybody sees it who knows of these figures: every question is open, so all of them read it.

    named: the figures in the question; they are always there.
    """
    state, fight = table.state, table.state.fight
    if not fight.hidden and knows_all(fight.ground, None):
        return state
    public = table.seen(None).fight
    known = public.combatants
    if not all(who in known for who in named):
        people = [fight.combatants[who] for who in named]
        readers = [seat for seat in fight.seats if all(fight.sees(seat, bearer) for bearer in people)]
        if all(fight.is_gm(seat) for seat in readers):
            return state
        known = {c.id: c for c in fight.combatants.values() if all(fight.sees(seat, c) for seat in readers)}
    return structs.replace(state, fight=structs.replace(fight, combatants=known, ground=public.ground))


def on_known_ground(state: DozenDieFight) -> DozenDieFight:
    """A view of the fight, on the ground as everybody knows it: what may be offered where all read it."""
    ground = state.fight.ground
    if ground is None or knows_all(ground, None):
        return state
    return structs.replace(state, fight=structs.replace(state.fight, ground=seen_ground(ground, None)))


def as_decided(table: Table[DozenDieState], who: str) -> DozenDieFight:
    """The fight as the seat sees it that decides for a figure."""
    seats = lookup.deciders(table.state, who)
    return table.seen(seats[0] if seats else table.seat)
