"""Random acts at a table: orders, answers, corrections, cancels, reverts into steps, forks, preferences, policy.

An act is drawn from one fight, and may be done in others that stand alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import PhysicalDice
from engine.kernel.playing.preferences import PREFERENCES
from engine.kernel.state import events as k
from engine.kernel.state.fight import Asked
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.messages import Order
from engine.kit.testing import picks
from tests.support.fights.arena import Arena
from tests.support.fights.forks import fork
from tests.support.laws import laws

ACTS = ("go", "correct", "cancel", "revert", "prefer", "fork", "policy", "sit", "pause")
WEIGHTS = (20, 2, 1, 1.5, 1, 0.4, 1, 0.3, 0.3)

Act = Callable[[Arena], Arena]
"""Does an act; gives the fight that goes on. RuleRefusal."""


def drawn(arena: Arena, name: str, rng: random.Random) -> Act:
    """A random act of a kind."""
    match name:
        case "go" if arena.pending:
            asked = rng.choice(arena.pending)
            seat = rng.choice([asked.seats[0], asked.seats[0], "gm"])
            if asked.kind == "Roll":
                return partial(_type, seat, asked, laws.typed(asked, rng))
            return partial(_answer, seat, asked, rng.choice([picks.some_choice(asked, rng), Choice(asked.default)]))
        case "go":
            order = laws.some_order(arena, rng)
            if order is not None:
                ahead = [rng.randint(1, 6) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
                return partial(_order, *order, ahead if arena.dice.__class__ is PhysicalDice else ())
        case "correct":
            correction = laws.correctable(arena, rng)
            if correction is not None:
                return partial(_correct, *correction)
        case "cancel" if arena.fight.open is not None:
            return _cancel
        case "revert":
            correction = laws.correctable(arena, rng) if rng.random() < 0.5 else None
            corrections = [Correct(path=correction[0], value=correction[1])] if correction else []
            return partial(_revert, rng.randint(1, len(arena.stream)), corrections)
        case "prefer":
            kinds = [q.__name__ for q in arena.book.system.questions]
            wish = rng.choice(PREFERENCES)
            return partial(_prefer, f"{rng.choice(['gm', 'ana', 'ben'])} {rng.choice(kinds)}", wish)
        case "fork":
            return partial(_fork, rng.randint(6, len(arena.stream)), str(rng.random()))
        case "policy":
            kind = rng.choice([q.__name__ for q in arena.book.system.questions])
            asked_here, pace = rng.random() < 0.6, rng.choice([0, 0, 5])
            return partial(_facts, (k.PolicySet(kind=kind, asked=asked_here, pace=pace),))
        case "sit":
            guest = f"guest{len(arena.stream)}"
            return partial(_facts, (k.SeatAdded(entry=SeatEntry(guest, guest.capitalize(), "SPECTATOR")),))
        case "pause":
            return _pause
    return _nothing


def _nothing(arena: Arena) -> Arena:
    return arena


def _type(seat: str, asked: Asked, faces: Sequence[int], arena: Arena) -> Arena:
    arena.answer(seat, faces=faces, decision=asked.decision)
    return arena


def _answer(seat: str, asked: Asked, choice: Choice, arena: Arena) -> Arena:
    arena.answer(seat, choice.key, choice.fields, decision=asked.decision)
    return arena


def _order(seat: str, order: Order, faces: Sequence[int], arena: Arena) -> Arena:
    arena.order(seat, order, faces=faces)
    return arena


def _correct(path: str, value: Any, arena: Arena) -> Arena:
    arena.correct(path, value)
    return arena


def _cancel(arena: Arena) -> Arena:
    arena.cancel()
    return arena


def _revert(to: int, corrections: Sequence[Correct], arena: Arena) -> Arena:
    arena.revert(to, *corrections)
    return arena


def _prefer(whose: str, wish: str, arena: Arena) -> Arena:
    arena.preferences[whose] = wish
    return arena


def _fork(at: int, secret: str, arena: Arena) -> Arena:
    return fork(arena, at, secret)


def _facts(events: Sequence[Any], arena: Arena) -> Arena:
    for event in events:
        arena.fact(event)
    return arena


def _pause(arena: Arena) -> Arena:
    arena.fact(k.Paused())
    arena.correct("round", arena.fight.round)
    arena.fact(k.Resumed())
    return arena
