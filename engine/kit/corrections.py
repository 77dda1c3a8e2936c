"""For the author of a game: what the game master may set a game's part of the state to."""

from __future__ import annotations

from engine.kernel.state.takes import (
    KEPT,
    Among,
    Takes,
    anybody,
    bearer,
    combatants,
    named_in,
    present,
    sides_here,
    standing,
    vitals,
    words,
    zones,
)

__all__ = [
    "KEPT",
    "Among",
    "Takes",
    "anybody",
    "bearer",
    "combatants",
    "named_in",
    "present",
    "sides_here",
    "standing",
    "vitals",
    "words",
    "zones",
]
