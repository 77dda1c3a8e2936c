"""The scene of a fight, put together.  [DD-MOVE-03, DD-GAP-07]"""

from __future__ import annotations

from typing import Any

from engine.kit import RuleSystem
from engine.kit.scene import Scene, SceneGrid, Wording
from engine.systems.dozen_die.board.ground import INCH
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.scene.badges import of_the_field
from engine.systems.dozen_die.scene.ground import ground_of
from engine.systems.dozen_die.scene.marks import marks_of
from engine.systems.dozen_die.scene.play import play_of
from engine.systems.dozen_die.scene.sides import sides_of
from engine.systems.dozen_die.scene.texts import SceneTexts
from engine.systems.dozen_die.scene.tokens import tokens_of

CELL = 100
"""The side of a square, in hundredths of an inch."""


def scene(system: RuleSystem[Any], seen: DozenDieFight, seat: str | None, locale: str) -> Scene:
    """What a seat sees of a fight. seen: the state as `seat` (None: everybody) sees it; nothing else is read."""
    texts, land = SceneTexts(seen, locale), board.land(seen)
    return Scene(
        space=SceneGrid(width=land.width, height=land.depth, unit=INCH, cell=CELL, diagonals=True, measure="CHEBYSHEV"),
        ground=ground_of(board.ground(seen), seen.own.opened, land, Wording(system, seen, locale), texts),
        tokens=tokens_of(seen, seat, texts),
        marks=marks_of(seen, texts),
        sides=sides_of(seen, texts),
        badges=of_the_field(seen, texts),
        play=play_of(seen, texts),
    )
