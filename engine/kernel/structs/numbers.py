"""Whole-number types for external input, each with its valid range.

Input out of range is refused while decoding. All of them fit GraphQL's `Int`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

MOST_EVENTS = 999_999_999
"""More than any fight has."""

Version = Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS)]
"""Of a fight; 0: before its first event."""
PastVersion = Annotated[int, msgspec.Meta(ge=1, le=MOST_EVENTS)]
"""At which something happened."""
Square = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""A coordinate on a board of squares."""
Hundredths = Annotated[int, msgspec.Meta(ge=-100_000_000, le=100_000_000)]
"""A coordinate on an open table, in hundredths of the system's unit."""
Extent = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]
"""Width or height of a board, in squares or hundredths; 0: unspecified."""
Level = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""Height above the ground, in the system's unit."""
Rank = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
"""The row that a combatant is in."""
Amount = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""A number on a sheet: points, a bonus, a strength."""
Turns = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""How many turns something lasts."""
