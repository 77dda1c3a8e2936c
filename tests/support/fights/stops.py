"""Fights of every game that have stopped at a question, for laws of what may happen there.

Each game has a table of its questions, `tests/systems/<id>/windows`: a fight made by hand that stands at each. Others
are come to by chance.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator

from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.ready import seeded

STEPS = 40
"""How many orders and answers one fight is followed for."""

Stop = tuple[str, Arena, Asked]
"""The game's fight at an open question. The first part says which, for whoever reads a failure."""


def at_windows(system: str) -> Iterator[Stop]:
    """The fights of a game's table of questions; from there on their dice depend on the version alone."""
    for window in importlib.import_module(f"tests.systems.{system}.windows").WINDOWS:
        arena: Arena = window.start().arena
        arena.fed, arena.dice, arena.robbed = None, seeded(window.kind), True
        asked = next(one for one in arena.pending if one.kind == window.kind)
        yield f"{system} {window.kind} ({window.id})", arena, asked


def by_chance(system: str, fights: int, *, each: int = 1) -> Iterator[Stop]:
    """The first stops at each kind of question, in random fights and scenes of a game. each: how many of a kind."""
    examples, met = playing.examples_of(system), dict[str, int]()
    makers = (examples.make, *examples.SCENES)
    for seed in range(fights):
        rng = random.Random(f"stops {seed}")
        try:
            arena = makers[seed % len(makers)](rng)
        except RuleRefusal:
            continue  # a scene that chance has led elsewhere
        arena.robbed = True
        if not arena.fight.acting and arena.fight.open is None and arena.fight.round == 0:
            examples.begin(arena)
        for step in range(STEPS):
            if arena.fight.status == "ENDED":
                break
            for asked in arena.pending:
                if asked.kind != "Roll" and met.get(asked.kind, 0) < each:
                    met[asked.kind] = met.get(asked.kind, 0) + 1
                    yield f"{system} {asked.kind} (fight {seed}, step {step})", laws.branch(arena), asked
            if arena.pending:
                laws.answer_somehow(arena, rng)
            elif (choice := laws.some_order(arena, rng)) is not None:
                arena.order(*choice)
            else:
                break


def stops(system: str, fights: int, *, each: int = 1) -> Iterator[Stop]:
    """Both: no kind of question is missing."""
    yield from at_windows(system)
    yield from by_chance(system, fights, each=each)
