"""Pairs of worlds of one secret, made and compared."""

from __future__ import annotations

import random
from typing import Any

from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.support.amounts import amount
from tests.support.secrecy.lockstep import lockstep
from tests.support.secrecy.worlds import Compared, Secret

STEPS = amount("SKALD_WORLDS_STEPS", 8, 14)
"""Orders and answers in each."""


async def compared(
    registry: Registry, make: Any, pairs: int, tries: int = 20, least: int = 0, first: int = 0
) -> list[Compared]:
    """So many pairs of worlds of one secret, or more until so many steps are compared. first: the first one's seed.

    Those that cannot be made are made otherwise.
    """
    found: list[Compared] = []
    for seed in range(first, first + tries * pairs):
        rng = random.Random(f"worlds {seed}")
        secret: Secret = make(rng)
        if secret.idle:
            continue
        try:
            found.append(await lockstep(registry, secret, rng, max(STEPS, least)))
        except RuleRefusal:
            continue  # the other world's figures do not fit where he stands
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        if len(found) >= pairs and sum(one.steps for one in found) >= least:
            break
    return found
