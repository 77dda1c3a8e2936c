"""A what-if from any version of a fight in memory."""

from __future__ import annotations

import copy

from engine.kernel import events as k
from engine.kernel import overruling
from engine.kernel.dice import PhysicalDice
from tests.support.arena import Arena
from tests.support.slices.ready import seeded


def fork(arena: Arena, at: int, secret: str) -> Arena:
    """The fight that goes on from version `at` with dice of another secret; the first one stays as it is."""
    branch = copy.copy(arena)
    branch.stream = arena.stream[:at]
    branch.preferences = dict(arena.preferences)
    if not isinstance(arena.dice, PhysicalDice):
        branch.dice = seeded(secret)
        branch.fed = None
    event = k.EncounterForked(
        encounter="fork",
        parent="arena",
        forked_at=at,
        parent_hash="",
        commitment=secret,
        hidden_commitment="",
    )
    step = overruling.fork(branch.book, arena.at(at), event, "gm", branch._circumstances("gm", ()))
    branch._keep(step)
    return branch
