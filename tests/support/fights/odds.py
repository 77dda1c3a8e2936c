"""Orders with the chance that is told of them, and the same chance counted by playing the order with every result.

Each system's tests have an `odds.py`: `CASES` has an order for each kind that a test decides, with the event that says
whether it succeeded; `WITHOUT` gives for every other kind of order the reason why no chance is told of it;
`NO_SUCCESS` gives for each rule whose dice succeed at nothing what they are for.
"""

from __future__ import annotations

import copy
import importlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from engine.kernel.playing.dice import Dice
from engine.kernel.playing.preview import preview_order
from engine.kernel.scene.preview import Preview, chance_of
from engine.kernel.structs.messages import Event, Order
from tests.support.fights.arena import Arena


class Case(Struct, frozen=True, kw_only=True):
    """An order, and what is told of it.

    make: the fight in which it is given. seat: who gives it. dice: how many decide, the first that fall.
    won: whether it succeeded, by the events of the order and its answers. test: which of the tests is meant.
    answers: what is answered to questions of these kinds; others get their default.
    """

    make: Callable[[], Arena]
    order: Order
    won: Callable[[Sequence[Event]], bool]
    seat: str = "gm"
    sides: int
    dice: int
    test: int = 0
    answers: Mapping[str, str] = {}


class Odds(Protocol):
    """The contents of a system's `odds.py`."""

    CASES: Mapping[str, Case]
    WITHOUT: Mapping[type[Order], str]
    NO_SUCCESS: Mapping[str, str]


def odds_of(system: str) -> Odds:
    """The module of a system."""
    found: Odds = importlib.import_module(f"tests.systems.{system}.odds")
    return found


class Falling:
    """Dice that fall as given, one after the other; all later ones show a 1."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def faces(self, version: int, dice: Dice, *, hidden: bool, typed: bool, entropy: Sequence[str]) -> tuple[int, ...]:
        """See FaceSource."""
        return tuple(self.left.pop(0) if self.left else 1 for _ in range(dice.count))


def told(arena: Arena, case: Case) -> Preview:
    """What is told of the order."""
    return preview_order(arena.book, arena.position, case.seat, case.order, "en")


def counted(arena: Arena, case: Case) -> int:
    """The chance, in tenths of a percent, by playing the order with every result of the dice that decide."""
    results = list(itertools.product(range(1, case.sides + 1), repeat=case.dice))
    good = sum(case.won(list(_played(arena, case, faces))) for faces in results)
    return chance_of(good, len(results))


def _played(arena: Arena, case: Case, faces: Sequence[int]) -> Iterator[Event]:
    """The events of the order and of all answers that follow until its dice have fallen."""
    here = copy.copy(arena)
    here.stream, here.fed, here.dice = list(arena.stream), None, Falling(faces)
    yield from (recorded.event for recorded in here.order(case.seat, case.order))
    while here.pending and here.dice.left:
        asked = here.pending[0]
        key: Any = case.answers.get(asked.kind)
        yield from (recorded.event for recorded in here.answer("gm", key, decision=asked.decision))
    assert not here.dice.left, f"{len(here.dice.left)} dice have not fallen"
