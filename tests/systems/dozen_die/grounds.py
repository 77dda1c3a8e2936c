"""Fights on drawn ground: the signs are those of the tests of the geometry."""

from __future__ import annotations

from typing import Any

from engine.kernel.state.combatant import Cell
from engine.systems.dozen_die.orders import Step, StepBy
from tests.systems.dozen_die.board.maps import SIGNS
from tests.systems.dozen_die.laid import Ground, Setup


def ground(*rows: str, **more: Any) -> Setup:
    """A setup with drawn ground."""
    return Setup(ground=Ground(rows=rows, legend=SIGNS), **more)


def path(*steps: tuple[int, ...]) -> tuple[Step, ...]:
    """Steps: x, y and, if it is not the floor, the height."""
    return tuple(Step(cell=Cell(s[0], s[1]), height=s[2] if len(s) > 2 else None) for s in steps)


def leap(x: int, y: int = 0) -> Step:
    """A jump."""
    return Step(cell=Cell(x, y), by=StepBy.JUMP)
