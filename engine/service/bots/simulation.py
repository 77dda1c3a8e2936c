"""Encounters played between bots in memory.

Nothing is stored and no clock is read: a seed gives the same encounters in every process.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import get_ident
from typing import Any, Literal

from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import facts
from engine.kernel.playing.continuation import Continuation
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import FaceSource, SeededDice, TypedFaces
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import Position, Step, advanced
from engine.kernel.playing.step import Circumstances, play_on
from engine.kernel.state.events import CommandAccepted, TurnBegan, VitalChanged
from engine.kernel.state.fight import ROLL, Asked, Fight, State
from engine.kernel.state.orders import Begin
from engine.kernel.state.seat import Bot
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service.bots.lookahead import Move, step_of
from engine.service.bots.policy import (
    Search,
    answer,
    answers_by_chance,
    in_any_order,
    is_ruling,
    order,
    orders_by_chance,
)
from engine.service.bots.run_policy import answers_of_run, orders_of_run

Policy = Literal["RANDOM", "GREEDY", "SHARP", "RUN"]
"""How a side is played: as a bot plays at a table, or by the policy of runs, which tries nothing out."""
ROUNDS = 50
"""Rounds after which an encounter counts as undecided."""
STEPS = 3000
"""Orders and answers after which an encounter counts as undecided."""


TIME = "2000-01-01T00:00:00.000Z"
"""The time of every event: no clock is read."""


class SimulatedFight(Struct, frozen=True):
    """The result of one encounter.

    outcome: as the system names it, usually a side; None: undecided at the limit. dealt, taken: points of the first
    vital by combatant; dealt: to anybody else, by the combatant whose order caused it, or in whose turn it came where
    no order did: of one that plays itself.
    """

    outcome: str | None
    rounds: int
    steps: int
    dealt: dict[str, int]
    taken: dict[str, int]
    left: dict[str, int]


# -- one encounter
def simulate_fight(
    book: Rulebook[Any],
    creation: Creation,
    bots: Mapping[str, Policy],
    seed: str,
    *,
    rounds: int = ROUNDS,
    search: Search | None = None,
) -> SimulatedFight:
    """Play one encounter to its end. bots: side -> how it plays; then as its seat's `bot` says; "" for all others.
    Rulings and the GM's orders: the default. search: what sharp bots look ahead by; without it they are greedy.

    Fault if the rules fail, RuleRefusal if it cannot be created.
    """
    step, play = _begun(book, creation, bots, seed, rounds, search)
    tally = Points(step.position.state.fight)
    for new in play.on():
        tally.add(new)
    fight = play.position.state.fight
    left = {c.id: next((v.now for v in c.vitals.values()), 0) for c in fight.combatants.values()}
    return SimulatedFight(fight.outcome, fight.round, play.steps, dict(tally.dealt), dict(tally.taken), left)


def recorded_fight(
    book: Rulebook[Any], creation: Creation, bots: Mapping[str, Policy], seed: str
) -> Iterator[Recorded]:
    """The events of an encounter that `simulate_fight` plays, one after the other, as far as they are asked for."""
    step, play = _begun(book, creation, bots, seed, ROUNDS)
    yield from step.new
    for new in play.on():
        yield from new


def _begun(
    book: Rulebook[Any],
    creation: Creation,
    bots: Mapping[str, Policy],
    seed: str,
    rounds: int,
    search: Search | None = None,
) -> tuple[Step[Any], Play]:
    """An encounter before its first order, and who plays it."""
    secret = hashlib.sha256(seed.encode()).hexdigest()
    dice = SeededDice("simulation", secret, hashlib.sha256(secret.encode()).hexdigest())
    step = facts.create(book, creation, seat=None, clock=lambda: TIME)
    return step, Play(book, step.position, bots, random.Random(seed), dice, rounds, search)


class _Waiting:
    """The rule that waits at the question of a fight in progress: see `Continuations`."""

    def __init__(self) -> None:
        self._kept: tuple[Continuation[Any], State[Any], Recorded, int, int] | None = None

    def take(self, book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]) -> Continuation[Any] | None:
        """See Continuations."""
        kept, self._kept = self._kept, None
        if kept is None or not trail:
            return None
        continuation, whose, last, length, thread = kept
        fits = whose is base and last is trail[-1] and length == len(trail) and thread == get_ident()
        return continuation if fits else None

    def keep(
        self, continuation: Continuation[Any], book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]
    ) -> None:
        """See Continuations."""
        self._kept = continuation, base, trail[-1], len(trail), get_ident()


class Play:
    """An encounter in progress. steps: orders and answers so far.

    position: with or without a beginning; rounds: the last round that is played, by its number.
    """

    def __init__(
        self,
        book: Rulebook[Any],
        position: Position[Any],
        bots: Mapping[str, Policy],
        rng: random.Random,
        dice: FaceSource,
        rounds: int,
        search: Search | None = None,
    ) -> None:
        self.position = position
        self._search = search
        self.steps = 0
        self._book, self._bots, self._rng, self._dice, self._rounds = book, bots, rng, dice, rounds
        self._advised = type(book.system).advice is not RuleSystem.advice
        self._waiting = _Waiting()

    def over(self, fight: Fight) -> bool:
        """Whether it is decided, or has reached a limit."""
        return self.steps >= STEPS or fight.outcome is not None or fight.round > self._rounds

    def on(self) -> Iterator[Sequence[Recorded]]:
        """The events of each move, to the end."""
        while not self.over(self.position.state.fight):
            new = self.next()
            if new is None:
                return
            yield new

    def next(self) -> Sequence[Recorded] | None:
        """The events of the next move, and of answers that need no thought; None if nobody has a move."""
        book, position, fight, rng = self._book, self.position, self.position.state.fight, self._rng
        gm = fight.gms()[0]
        if not self.steps and not fight.acting and not fight.round and fight.open is None:
            # If it cannot begin, the caller learns why.
            return self.made(Move(gm, order=Begin()))
        if fight.window is not None:
            asked = next(a for a in fight.window.asked if not a.answered)
            answers = self._by_chance(fight, asked)
            if answers is not None:
                return self._any_of(answers, must=True)
            # The policy of runs answers without a thought, except that its dice are rolled, as anybody's are.
            plays = self._answering(fight, asked.seats[0])
            thinks: Bot = "GREEDY" if plays == "RUN" else plays
            move = answer(book, position, asked, asked.seats[0], thinks, rng, self._search)
            return self.made(move) if move else None
        for who in in_any_order(fight.acting, rng):
            seat = fight.holders(who)[0]
            bot = self._plays(fight, fight.combatants[who].side, seat)
            if bot == "RANDOM":
                new = self._any_of(orders_by_chance(book, position, who, seat, rng))
            elif bot == "RUN":
                new = self._any_of(orders_of_run(book, position, who, seat))
            else:
                move = order(book, position, who, seat, bot, rng, search=self._search)
                new = self.made(move) if move else None
            if new is not None:
                return new
        offer = next(iter(book.system.offers(book.seen(position.state, gm), None)), None)
        return self.made(Move(gm, order=offer.body)) if offer else None

    def settle(self) -> Sequence[Recorded]:
        """The events to the next rest, where the encounter stands in the middle of an order: it goes on from there."""
        position = self.position
        if position.base is None or position.state.fight.resting:
            return ()
        around = self._around(Move(position.trail[0].draft.seat or ""))
        played = play_on(self._book, position.base, position.trail, around, head=position.version)
        self.position = advanced(position, played.new, played.state)
        self.steps += 1
        return played.new

    # -- moves
    def _around(self, move: Move) -> Circumstances:
        typed = TypedFaces(move.faces, None if self.position.state.fight.is_gm(move.seat) else move.seat)
        return Circumstances(move.seat, self._dice, typed, {}, lambda: TIME, self._at_once, continuations=self._waiting)

    def made(self, move: Move) -> Sequence[Recorded]:
        """The events of a move. RuleRefusal, Fault."""
        steps = self.steps
        self.steps += 1
        try:
            step = step_of(self._book, self.position, move, self._around(move))
        except RuleRefusal:
            self.steps = steps
            raise
        self.position = step.position
        return step.new

    def _any_of(self, moves: Iterable[Move], *, must: bool = False) -> Sequence[Recorded] | None:
        """The first move that is not refused: random bots compare nothing, so none is tried on a copy first.

        None if there is none, or the last refusal where there `must` be one.
        """
        refused: RuleRefusal | None = None
        for move in moves:
            try:
                return self.made(move)
            except RuleRefusal as refusal:
                refused = refusal
        if must and refused is not None:
            raise refused
        return None

    # -- answers
    def _plays(self, fight: Fight, side: str, seat: str) -> Policy:
        return self._bots.get(side) or fight.bots().get(seat) or self._bots.get("", "GREEDY")

    def _answering(self, fight: Fight, seat: str) -> Policy:
        held = next((c.side for c in fight.combatants.values() if seat in fight.holders(c.id)), None)
        return "GREEDY" if held is None else self._plays(fight, held, seat)

    def _by_chance(self, fight: Fight, asked: Asked) -> Iterator[Move] | None:
        """Answers that need no comparison, the preferred one first; None if a bot has to think."""
        seat = asked.seats[0]
        if asked.kind == ROLL:
            return None
        if is_ruling(self._book, asked):
            return iter((Move(seat, decision=asked.decision, choice=Choice(asked.default)),))
        match self._answering(fight, seat):
            case "RANDOM":
                return answers_by_chance(asked, seat, self._rng)
            case "RUN":
                return answers_of_run(self._book, self.position, asked, seat)
        return None

    def _at_once(self, fight: Fight, asked: Asked) -> tuple[str, str, dict[str, Any]] | None:
        """See AtOnce: a rule need not stop for answers that need no comparison."""
        runs = self._answering(fight, asked.seats[0]) == "RUN" and not is_ruling(self._book, asked)
        if self.over(fight) or (runs and self._advised):
            return None  # advice is of the position as it will be when the rule has stopped
        moves = self._by_chance(fight, asked)
        if moves is None:
            return None
        self.steps += 1
        move = next(moves)
        assert move.choice is not None
        return move.seat, move.choice.key, move.choice.fields


class Points:
    """Points of the first vital, by who dealt and who took them."""

    def __init__(self, fight: Fight) -> None:
        self.dealt: Counter[str] = Counter(dict.fromkeys(fight.combatants, 0))
        self.taken: Counter[str] = Counter(dict.fromkeys(fight.combatants, 0))
        self._first = {c.id: next(iter(c.vitals), "") for c in fight.combatants.values()}
        self._actor = ""

    def add(self, events: Sequence[Recorded]) -> None:
        for recorded in events:
            event = recorded.draft.event
            if isinstance(event, CommandAccepted):
                ((_, body),) = event.order.items()
                ((_, fields),) = body.items()
                named = [value for value in fields.values() if isinstance(value, str) and value in self._first]
                self._actor = named[0] if named else ""
            elif isinstance(event, TurnBegan):
                self._actor = event.acting[0] if len(event.acting) == 1 else ""
            elif isinstance(event, VitalChanged) and (event.change or 0) < 0:
                if event.vital != self._first.get(event.combatant):
                    continue
                points = -(event.change or 0)
                self.taken[event.combatant] += points
                if self._actor and event.combatant != self._actor:
                    self.dealt[self._actor] += points
