"""The two sides of every fight."""

from __future__ import annotations

PARTY = "party"
ENEMIES = "enemies"
SIDES = (PARTY, ENEMIES)


def opposite(side: str) -> str:
    """The other side."""
    return ENEMIES if side == PARTY else PARTY
