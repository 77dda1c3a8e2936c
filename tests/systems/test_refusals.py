"""No refusal tells a seat what it may not know, whatever it sends, with typed dice and without.

SKALD_WORLDS=50 pytest tests/systems/test_refusals.py       50 pairs of worlds for each secret, 1 otherwise
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.playing import decide
from engine.kernel.playing.table import RunningTable
from engine.kernel.structs.errors import RuleRefusal
from engine.service.registry import Registry
from tests.support.amounts import amount, some
from tests.support.fights import playing
from tests.support.secrecy.refusals import MIXED, PAIRS, Tried, compared
from tests.support.secrecy.worlds import Leak

WORLDS = amount("SKALD_WORLDS", 1, 20)
STEPS = 10
REGISTRY = Registry.installed()
SYSTEMS = sorted(REGISTRY.books)
WORLDS_OF = {**PAIRS, **MIXED}


async def _compared(system: str, name: str, pairs: int, *, first: int = 0) -> list[Tried]:
    """So many pairs of worlds of one kind, more where fights end so soon that little was tried. first: the first seed.

    Those that cannot be made are made otherwise.
    """
    found: list[Tried] = []
    for seed in range(first, first + 30 * pairs):
        rng = random.Random(f"refusals {seed}")
        try:
            tried = await compared(REGISTRY, WORLDS_OF[name](playing.examples_of(system), rng), rng, STEPS)
        except RuleRefusal:
            continue  # the other world cannot be made so
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        if tried.refused and tried.accepted:
            found.append(tried)
        if len(found) >= pairs and _enough(found, pairs):
            break
    return found


def _enough(found: list[Tried], pairs: int) -> bool:
    """Whether enough was refused, accepted, and sent with faces, for so many pairs."""
    sums = [sum(getattr(one, name) for one in found) for name in ("refused", "accepted", "with_faces")]
    return all(tried > least * pairs for tried, least in zip(sums, (40, 4, 40), strict=True))


def _closed(system: str, seed: int) -> bool:
    """Whether a generated fight keeps figures from somebody."""
    arena = playing.examples_of(system).make(random.Random(seed))
    return not arena.fight.figures_open


def _played() -> list[tuple[str, str]]:
    """The pairs of worlds that a system can make: a game may keep nobody's figures from anybody in any fight."""
    open_ones = [system for system in SYSTEMS if not any(_closed(system, seed) for seed in range(10))]
    every = [(s, name) for s in SYSTEMS for name in sorted(WORLDS_OF) if name != "other figures" or s not in open_ones]
    # What is hidden differs from game to game; who types dice is the kernel's, and shown by one game for each kind.
    return some(every, lambda one: one if one[1] in PAIRS else one[1])


@pytest.mark.parametrize(("system", "name"), _played())
async def test_what_looks_the_same_is_refused_the_same(system: str, name: str) -> None:
    """Orders and answers, right and wrong, with faces too many, too few and impossible: the same bytes, or accepted.

    And what nothing visible forbids is accepted: these games settle by what happens who stands unseen in the way.
    """
    found = await _compared(system, name, WORLDS)
    assert len(found) >= WORLDS
    assert _enough(found, WORLDS)


# -- a comparison that finds nothing proves nothing
def whole_state(patch: pytest.MonkeyPatch) -> None:
    """The rules refuse by the fight as it is."""
    patch.setattr(decide, "sees_all", lambda *args: True)
    patch.setattr(RunningTable, "seen", lambda table, seat: table.state)


def who_really_types(patch: pytest.MonkeyPatch) -> None:
    """Faces are refused by the fight as it is, and not by what their sender knows of who types."""

    def require(book: Any, position: Any, seat: str | None, circumstances: Any) -> None:
        circumstances.typed.require_typing(lambda: position.state.fight)

    patch.setattr(decide, "_require_typing", require)


PLANTED: tuple[tuple[str, str, Callable[[pytest.MonkeyPatch], None], int], ...] = (
    ("fantasia", "somewhere else", whole_state, 8),
    ("dozen_die", "somewhere else", whole_state, 7),
    ("saari", "typed unseen", who_really_types, 2),
)
"""Leaks, each with the worlds that it shows in, and the seed of a pair that shows it, from which on they are tried."""


@pytest.mark.parametrize(("system", "name", "plant", "first"), PLANTED)
async def test_a_refusal_that_tells_something_is_found(
    system: str, name: str, plant: Callable[[pytest.MonkeyPatch], None], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: faces left over, a way that somebody unseen blocks, who types unseen."""
    plant(monkeypatch)
    with pytest.raises(Leak):
        await _compared(system, name, 30, first=first)
