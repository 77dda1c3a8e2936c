"""One rule alone, played on the table of a fight: for rules that other rules call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from engine.kernel.authoring.system import Table
from engine.systems.dozen_die.orders import EndActivation
from engine.systems.dozen_die.rules.turns import activation
from engine.systems.dozen_die.state import DozenDieState
from tests.systems.dozen_die.bout import Bout


@contextmanager
def instead(rule: Callable[[Table[DozenDieState]], None]) -> Iterator[None]:
    """The end of an activation is this rule."""
    ends = activation.end
    activation.end = rule
    try:
        yield
    finally:
        activation.end = ends


def played(bout: Bout, who: str, rule: Callable[[Table[DozenDieState]], None], *faces: int) -> list[Any]:
    """`rule` is played instead of the end of an activation, while `who` is activated; the new events."""
    with instead(rule):
        return bout.order(EndActivation(combatant=who), *faces)


def answered(
    bout: Bout, rule: Callable[[Table[DozenDieState]], None], choice: str, *faces: int, **picks: Any
) -> list[Any]:
    """The first open decision of such a rule is answered; the new events."""
    with instead(rule):
        return bout.answer(choice, *faces, **picks)
