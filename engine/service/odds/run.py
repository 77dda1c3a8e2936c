"""One continuation of a fight by bots, from any position to its end or a limit of rounds.

A run has dice and chance of its own, from a given seed and its number alone: neither the fight's dice nor the order in
which runs are made change it. Runs of one number roll the same for the same deeds, whatever they begin with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import RunDice
from engine.kernel.playing.position import Position
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service.bots.lookahead import Move
from engine.service.bots.sharp import by_runs
from engine.service.bots.simulation import Play, Points, Policy

SHARP_RUNS = 60
"""Runs of each choice of a sharp bot: by the clock the same seed would not give the same run."""


class Left(Struct, frozen=True, array_like=True):
    """What is left of a combatant. stands: it is in the fight, and has something of its first vital left; vitals: their
    values, in the fight's order.

    dealt, taken: points of the first vital, as in `SimulatedFight`, from the beginning of the run on.
    """

    stands: bool
    vitals: tuple[int, ...]
    dealt: int
    taken: int


class Run(Struct, frozen=True, array_like=True):
    """How a run ended. outcome: as the system names it, usually a side, "": of nobody; None: undecided at the limit.

    rounds: that were played, the one that it began in included; 0 of a fight that had ended.
    people: those that were there when it began, by id, in the fight's order.
    """

    outcome: str | None
    rounds: int
    people: dict[str, Left]


def begun(position: Position[Any]) -> Position[Any]:
    """Where runs from a position begin: a pause and a request to take back are passed over, and people's talk."""
    state = _bare(position.state)
    base = None if position.base is None else _bare(position.base)
    return structs.replace(position, state=state, base=base)


def _bare(state: State[Any]) -> State[Any]:
    fight = state.fight
    status = "RUNNING" if fight.status == "PAUSED" else fight.status
    seats = {key: structs.replace(seat, bot=None) for key, seat in fight.seats.items()}  # the run says who plays how
    bare = structs.replace(fight, status=status, seats=seats, paused_at="", taking_back=None, last_acts={}, ruled_at={})
    return structs.replace(state, fight=bare)


def last_round(fight: Fight, rounds: int) -> int:
    """The number of the last round of a run that plays so many, of which the present one is the first."""
    return max(fight.round, 1) - 1 + rounds


def run(
    book: Rulebook[Any],
    position: Position[Any],
    seed: str,
    bots: Mapping[str, Policy],
    rounds: int,
    first: Sequence[Move] = (),
) -> Run:
    """One run from where `begun` says. See `played_on`."""
    before = position.state.fight
    points = Points(before)
    play = played_on(book, position, seed, bots, rounds, first, points.add)
    fight, last = play.position.state.fight, last_round(before, rounds)
    played = min(fight.round, last) - max(before.round, 1) + 1 if play.steps else 0
    people = {}
    for who, was in before.combatants.items():
        combatant = fight.combatants.get(who, was)
        vitals = tuple(combatant.vitals.get(key, vital).now for key, vital in was.vitals.items())
        people[who] = Left(
            combatant.out is None and (not vitals or vitals[0] > 0), vitals, points.dealt[who], points.taken[who]
        )
    return Run(fight.outcome, max(played, 0), people)


def played_on(
    book: Rulebook[Any],
    position: Position[Any],
    seed: str,
    bots: Mapping[str, Policy],
    rounds: int,
    first: Sequence[Move] = (),
    told: Callable[[Sequence[Recorded]], object] = len,
) -> Play:
    """A run to its end. position: as `begun` makes it; seed: of this run; bots: side -> how it plays, "" for all else.

    rounds: 1 or more. first: orders that are given before anything else, one after the other, as far as they still can
    be. told: called with the events of each move. RuleRefusal where the first of them is refused; Fault.
    """
    before = position.state.fight
    search = by_runs(SHARP_RUNS) if "SHARP" in bots.values() else None
    play = Play(book, position, bots, random.Random(seed), RunDice(seed), last_round(before, rounds), search)
    if before.outcome is not None or before.status == "ENDED":
        return play
    told(play.settle())
    for number, move in enumerate(first):
        while play.position.state.fight.open is not None and not play.over(play.position.state.fight):
            told(play.next() or ())
        if play.over(play.position.state.fight):
            break
        try:
            told(play.made(move))
        except RuleRefusal:
            if not number:
                raise
            break
    for new in play.on():
        told(new)
    return play


def seed_of(seed: str, number: int) -> str:
    """The seed of run `number` (from 0) of those of a seed."""
    return f"{seed} {number}"
