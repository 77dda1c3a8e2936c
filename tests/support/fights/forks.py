"""Forks an in-memory fight at any version."""

from __future__ import annotations

import copy

from engine.kernel.overruling import overrides
from engine.kernel.playing.dice import PhysicalDice
from engine.kernel.state import events as k
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded


def fork(arena: Arena, at: int, secret: str) -> Arena:
    """The fight continued from version `at` with dice of another secret; the original is unchanged."""
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
    step = overrides.fork(branch.book, arena.at(at), event, "gm", branch._circumstances("gm", ()))
    branch._keep(step)
    return branch
