"""Fights of every game that have stopped at a question, one of each kind, for laws of what may happen there."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from tests.support import laws, playing
from tests.support.arena import Arena

STEPS = 40
"""How many orders and answers one fight is followed for."""

Stop = tuple[str, Arena, Asked]
"""The game's fight at an open question. The first part says which, for whoever reads a failure."""


def stops(system: str, fights: int, *, each: int = 1) -> Iterator[Stop]:
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
