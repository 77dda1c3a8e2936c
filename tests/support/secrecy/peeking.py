"""Walking into a hidden combatant and taking the walk back: whoever learnt something must have the GM's consent."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from msgspec import Struct

from engine.kernel.overruling import takeback
from engine.kernel.state import events as k
from engine.kernel.structs.errors import RuleRefusal
from engine.kit.testing.picks import offered, pick
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.exports import reads
from tests.support.laws import laws

SEEDS = 60


def standing(system: str, seed: int) -> tuple[Arena, str, str] | None:
    """A fight at a player's turn, a combatant of the player's side hidden from that player, and the player's seat.

    None if the random fight has none.
    """
    rng = random.Random(f"peeking {seed}")
    examples = playing.examples_of(system)
    arena = examples.make(rng)
    examples.begin(arena)
    for _ in range(12):
        if not arena.pending:
            break
        laws.answer_somehow(arena, rng, default=True)
    fight = arena.fight
    players = [fight.combatants[who] for who in fight.acting if fight.combatants[who].controller is not None]
    players = [one for one in players if one.place is not None and one.place.cell is not None]
    if fight.open is not None or not players:
        return None
    actor = rng.choice(players)
    friends = [c.id for c in fight.combatants.values() if c.side == actor.side and c.id != actor.id and not c.out]
    friends = [who for who in friends if (place := fight.combatants[who].place) is not None and place.cell is not None]
    if not friends:
        return None
    friend = rng.choice(friends)
    for field, value in (("controller", None), ("owner", None), ("seenBy", [])):
        arena.correct(f"combatants.{friend}.{field}", value)
    return arena, friend, actor.controller or ""


def put(arena: Arena, who: str, x: int, y: int) -> Arena:
    """A copy of the fight with a combatant moved to that cell."""
    there = laws.branch(arena)
    there.correct(f"combatants.{who}.place.cell", {"x": x, "y": y})
    return there


def cells(order: Any) -> list[tuple[int, int]]:
    """The cells that a walk names."""
    named = [order.to] if getattr(order, "to", None) is not None else list(getattr(order, "path", None) or ())
    found = [getattr(getattr(one, "place", one), "cell", None) or one for one in named]
    return [(one.x, one.y) for one in found if hasattr(one, "x")]


def walks(arena: Arena, seat: str, rng: random.Random) -> list[Any]:
    """A seat's offered orders that only move a combatant."""
    offers = [offer for whose, offer in offered(arena.book, arena.state) if whose == seat]
    moves = [offer for offer in offers if type(offer.body).__name__ in ("Move", "March", "Jump")]
    found = []
    for offer in moves:
        for _ in range(10):
            picks = {f.name: pick(f, rng) for f in offer.fields if f.name in ("to", "path")}
            found.append(laws.filled(offer, picks))
    return found


class Peeked(Struct):
    """Walks that were taken back: those that ended otherwise than without the hidden one; those that asked nobody."""

    met: int = 0
    alone: int = 0


def peeked(system: str) -> Peeked:
    """Walk over a hidden combatant's cell, with it there or elsewhere, and take it back. AssertionError: it shows.

    Walks that roll dice or ask a question are left out: these reveal it by themselves.
    """
    done = Peeked()
    for seed in range(SEEDS):
        found = standing(system, seed)
        if found is None:
            continue
        arena, friend, seat = found
        rng = random.Random(seed)
        for order in walks(arena, seat, rng):
            away = arena.fight.combatants[friend].place.cell
            way = cells(order)
            if not way or (away.x, away.y) in way:
                continue
            here, there = put(arena, friend, *rng.choice(way)), put(arena, friend, away.x, away.y)
            before = len(here.stream)
            with suppress(RuleRefusal):
                here.order(seat, order)
                there.order(seat, order)
                if any(_told_otherwise(one, seat, before) for one in (here, there)):
                    continue
                unlike = reads(here, seat)[before:] != reads(there, seat)[before:]
                here.take_back(seat)
                there.take_back(seat)
                assert not unlike or "gm" in _asked(here), f"{seed}: {order} is taken back, and nobody was asked"
                assert unlike or _asked(here) == _asked(there), f"{seed}: {order} is taken back otherwise"
                done.met += unlike
                done.alone += not _asked(there)
    return done


def _told_otherwise(arena: Arena, seat: str, before: int) -> bool:
    """Whether a walk rolled dice, waits for an answer, or cannot be taken back by the seat that ordered it."""
    if any(isinstance(r.event, (k.DiceRolled, k.Drawn)) for r in arena.stream[before:]):
        return True
    return bool(arena.pending) or takeback.default_target(arena.fight, seat, len(arena.stream)) != before


def _asked(arena: Arena) -> tuple[str, ...]:
    seats: tuple[str, ...] = arena.events(k.TakeBackAsked)[-1].seats
    return seats
