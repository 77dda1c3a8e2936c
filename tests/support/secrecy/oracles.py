"""A bot's moves in two fights that look the same to its seat must be the same, whatever is hidden."""

from __future__ import annotations

import random

from engine.kernel.structs.messages import plain
from engine.service.bots.policy import next_move
from engine.service.registry import Registry
from tests.support.secrecy.refusals import alike, begun, stepped
from tests.support.secrecy.worlds import Leak, Secret, World


async def moved(registry: Registry, secret: Secret, rng: random.Random, steps: int) -> int:
    """The number of bot moves compared, at each stop while their seats see the same. Leak."""
    worlds = [World(registry, wish, dice) for wish, dice in zip((secret.one, secret.other), secret.dice, strict=True)]
    seats, done = await begun(worlds, secret, rng, steps), 0
    for _ in range(steps):
        seats = await alike(worlds, seats)
        if not seats:
            break
        for seat in seats:
            for bot in ("GREEDY", "RANDOM"):
                chance, moves = rng.random(), []
                for world in worlds:
                    loaded = await world.loaded()
                    move = next_move(loaded.book, loaded.position, {seat: bot}, random.Random(chance))  # type: ignore[dict-item]
                    moves.append(plain(move))
                if moves[0] != moves[1]:
                    raise Leak(f"the {bot} bot of {seat} tells the worlds apart:\n{moves[0]}\n{moves[1]}")
                done += moves[0] is not None
        if not await stepped(worlds, rng):
            break
    return done
