"""A bot is no oracle: what it does for a seat follows from what that seat sees.

SKALD_WORLDS=50 pytest tests/systems/test_bots.py       50 pairs of worlds for each secret, 3 otherwise
"""

from __future__ import annotations

import random

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.service.bots import policy
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.secrecy.oracles import moved
from tests.support.secrecy.refusals import PAIRS
from tests.support.secrecy.worlds import Leak

WORLDS = amount("SKALD_WORLDS", 3, 40)
STEPS = 6
REGISTRY = Registry.installed()
PLAYED = [("dozen_die", "somewhere else"), ("fantasia", "other figures"), ("fantasia", "somewhere else")]


async def _moved(system: str, name: str, pairs: int) -> list[int]:
    """The moves that were compared in so many pairs of worlds."""
    found: list[int] = []
    for seed in range(30 * pairs):
        rng = random.Random(f"bots {seed}")
        try:
            done = await moved(REGISTRY, PAIRS[name](playing.examples_of(system), rng), rng, STEPS)
        except RuleRefusal:
            continue  # the other world cannot be made so
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        found += [done] if done else []
        if len(found) == pairs:
            break
    return found


@pytest.mark.parametrize(("system", "name"), PLAYED)
async def test_a_bot_does_the_same_in_worlds_that_look_the_same(system: str, name: str) -> None:
    """Whoever sets a bot on his own seat to see what it does learns nothing that he may not know."""
    found = await _moved(system, name, WORLDS)
    assert len(found) == WORLDS
    assert sum(found) > 2 * WORLDS


async def test_a_bot_that_knows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: it tries its moves on the fight as it is."""
    monkeypatch.setattr(policy, "assumed_position", lambda book, position, seat, who: position)
    with pytest.raises(Leak):
        await _moved("dozen_die", "somewhere else", 60)
