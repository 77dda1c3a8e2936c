"""What a fight costs: steps, offers, what cannot be used, previews and scenes by their budget and by the clock."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from engine.kernel.playing.preview import preview_order
from engine.kernel.playing.unavailable import unavailable
from engine.kernel.scene.compose import scene_of
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.errors import RuleRefusal, TooCostly
from engine.kit.testing import picks
from tests.support.fights.arena import Arena
from tests.support.laws import laws

MOST_SECONDS = 5.0
"""Of processor time, for what takes half a second at most where nothing else runs."""


def in_time(work: Callable[[], object], *, refusals: bool = True) -> bool:
    """Whether work is done within the budget of a step; AssertionError where it takes long without being counted.

    refusals: what the rules refuse is done as well; otherwise a refusal is raised.
    """
    begun = time.thread_time()
    try:
        with bounded(STEP):
            work()
    except TooCostly:
        return False
    except RuleRefusal:
        if not refusals:
            raise
    finally:
        assert time.thread_time() - begun < MOST_SECONDS
    return True


def _lacking(arena: Arena, who: str) -> None:
    """What a combatant has and cannot use now, as the game master reads it."""
    seen = arena.book.seen(arena.state, "gm")
    list(unavailable(arena.book, seen, "gm", who, list(arena.book.system.offers(seen, who))))


def played(arena: Arena, rng: random.Random, steps: int) -> int:
    """Play on, looking at everything at each step; how often something was too costly.

    What is refused changes nothing.
    """
    refused = 0
    for _ in range(steps):
        before = arena.position
        if arena.pending:
            refused += not in_time(lambda: laws.answer_somehow(arena, rng))
        else:
            offers = picks.offered(arena.book, arena.state)
            refused += not in_time(lambda: picks.offered(arena.book, arena.state))
            refused += sum(not in_time(lambda: _lacking(arena, who)) for who in arena.fight.acting)  # noqa: B023
            for seat, offer in rng.sample(offers, min(3, len(offers))):
                refused += not in_time(lambda: preview_order(arena.book, arena.position, seat, offer.body, "en"))  # noqa: B023
            found = laws.some_order(arena, rng)
            if found is None:
                break
            refused += not in_time(lambda: arena.order(*found))  # noqa: B023
        seen = arena.book.seen(arena.state, "gm")
        refused += not in_time(lambda: scene_of(arena.book.system, seen, "gm", "en"))  # noqa: B023
        assert arena.position is before or arena.position.version > before.version
    return refused
