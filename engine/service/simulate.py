"""Fights that bots play against each other in memory, and what can be said of many: odds, lengths, damage.

Nothing is stored, and no clock is read: a seed gives the same fights in every process.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from engine.kernel import facts
from engine.kernel.decide import Choice
from engine.kernel.dice import SeededDice, TypedFaces
from engine.kernel.events import CommandAccepted, VitalChanged
from engine.kernel.facts import Creation
from engine.kernel.fight import ROLL, Bot, Fight
from engine.kernel.messages import Recorded
from engine.kernel.orders import Begin
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.service.bot import answer, in_any_order, is_ruling, order
from engine.service.trials import Move, step_of

ROUNDS = 50
"""Rounds after which a fight counts as undecided."""
STEPS = 3000
"""Orders and answers after which it does."""
Z = 1.959964
"""Of the normal distribution, for intervals of 95 per cent."""


class Fought(Struct, frozen=True):
    """How one fight went.

    outcome: in the system's words, a side as a rule; None: undecided at the bound. dealt, taken: points of the first
    vital by combatant; dealt to anybody else, by whose order it was in.
    """

    outcome: str | None
    rounds: int
    steps: int
    dealt: dict[str, int]
    taken: dict[str, int]
    left: dict[str, int]


class Interval(Struct, frozen=True):
    """A figure, and where it lies with 95 per cent confidence."""

    value: float
    low: float
    high: float


# -- one fight
def fought(
    book: Rulebook[Any], creation: Creation, bots: Mapping[str, Bot], seed: str, *, rounds: int = ROUNDS
) -> Fought:
    """One fight to its end. bots: side -> how it plays; then as its seat's `bot` says; "" for all others.
    Rulings and the GM's orders: the default.

    Fault where the rules fail, RuleRefusal for what cannot be created.
    """
    rng = random.Random(seed)
    secret = hashlib.sha256(seed.encode()).hexdigest()
    dice = SeededDice("simulation", secret, hashlib.sha256(secret.encode()).hexdigest())
    time = "2000-01-01T00:00:00.000Z"
    step = facts.create(book, creation, seat=None, clock=lambda: time)
    position, tally = step.position, _Tally(step.position.state.fight)
    steps = 0
    while steps < STEPS:
        fight = position.state.fight
        if fight.outcome is not None or fight.round > rounds:
            break
        # Where it cannot begin, whoever simulates it learns why.
        move = _next(book, position, bots, rng) if steps or fight.acting else Move(fight.gms()[0], order=Begin())
        if move is None:
            break
        gm = fight.is_gm(move.seat)
        around = Circumstances(move.seat, dice, TypedFaces(move.faces, None if gm else move.seat), {}, lambda: time)
        step = step_of(book, position, move, around)
        tally.add(step.new)
        position = step.position
        steps += 1
    fight = position.state.fight
    left = {c.id: next((v.now for v in c.vitals.values()), 0) for c in fight.combatants.values()}
    return Fought(fight.outcome, fight.round, steps, dict(tally.dealt), dict(tally.taken), left)


def _next(book: Rulebook[Any], position: Position[Any], bots: Mapping[str, Bot], rng: random.Random) -> Move | None:
    fight = position.state.fight

    def plays(side: str, seat: str) -> Bot:
        return bots.get(side) or fight.bots().get(seat) or bots.get("", "GREEDY")

    if fight.window is not None:
        asked = next(a for a in fight.window.asked if not a.answered)
        seat = asked.seats[0]
        if asked.kind != ROLL and is_ruling(book, asked):
            return Move(seat, decision=asked.decision, choice=Choice(asked.default))
        held = [c.side for c in fight.combatants.values() if seat in fight.holders(c.id)]
        return answer(book, position, asked, seat, plays(held[0], seat) if held else "GREEDY", rng)
    for who in in_any_order(fight.acting, rng):
        seat = fight.holders(who)[0]
        move = order(book, position, who, seat, plays(fight.combatants[who].side, seat), rng)
        if move is not None:
            return move
    gm = fight.gms()[0]
    offer = next(iter(book.system.offers(book.seen(position.state, gm), None)), None)
    return Move(gm, order=offer.body) if offer else None


class _Tally:
    """Points of the first vital, by who dealt and who took them."""

    def __init__(self, fight: Fight) -> None:
        self.dealt: Counter[str] = Counter(dict.fromkeys(fight.combatants, 0))
        self.taken: Counter[str] = Counter(dict.fromkeys(fight.combatants, 0))
        self._first = {c.id: next(iter(c.vitals), "") for c in fight.combatants.values()}
        self._actor = ""

    def add(self, events: Sequence[Recorded]) -> None:
        for recorded in events:
            event = recorded.event
            if isinstance(event, CommandAccepted):
                ((_, body),) = event.order.items()
                ((_, fields),) = body.items()
                named = [value for value in fields.values() if isinstance(value, str) and value in self._first]
                self._actor = named[0] if named else ""
            elif isinstance(event, VitalChanged) and (event.change or 0) < 0:
                if event.vital != self._first.get(event.combatant):
                    continue
                points = -(event.change or 0)
                self.taken[event.combatant] += points
                if self._actor and event.combatant != self._actor:
                    self.dealt[self._actor] += points


# -- many fights
def wilson(hits: int, of: int) -> Interval:
    """A share of `of` trials by Wilson's score: it stays within 0 and 1, however few there are."""
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = hits / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean by the normal distribution of its error."""
    count = len(values)
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    value = sum(values) / count
    if count == 1:
        return Interval(value, value, value)
    half = Z * sqrt(sum((one - value) ** 2 for one in values) / (count - 1) / count)
    return Interval(value, value - half, value + half)
