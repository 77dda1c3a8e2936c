"""What a position is called by those who keep something of it: two that play on alike have one name."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from engine.kernel.playing.position import Position


def digest_of(position: Position[Any]) -> str:
    """Hex SHA-256 of a position as runs begin at it (`begun`). Its version counts only within an open order."""
    trail = [(type(record.event).__name__, record.version, record.draft) for record in position.trail]
    version = position.version if position.base is not None else 0
    whole = (version, position.state, position.base, trail)
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()
