"""How fights end by the rules: at most one side is left, or the rules say so otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import OutcomeReached, TurnBegan


def decided(standing: Sequence[str], undecided: Sequence[str] | None) -> bool:
    """Whether at most one side is left.

    undecided: the sides that stood when the game master let a decided fight go on; for them it is not decided again.
    """
    return len(standing) <= 1 and (undecided is None or tuple(standing) != tuple(undecided))


def decide(table: Table[Any], winner: str, *, rule: str) -> None:
    """Announce the outcome; nobody acts any more. winner: a side, or "" for a draw."""
    table.emit(OutcomeReached(result=winner), rule=rule)
    table.emit(TurnBegan(acting=()), rule=rule)


def over(table: Table[Any], standing: Sequence[str], undecided: Sequence[str] | None, *, rule: str) -> bool:
    """Whether the fight is decided; if so, announce the side that is left, or that none is."""
    if not decided(standing, undecided):
        return False
    decide(table, standing[0] if standing else "", rule=rule)
    return True
