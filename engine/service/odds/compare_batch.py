"""Some runs of a comparison as one job of the pool: short, so that others get their turn."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.bots.lookahead import Move
from engine.service.bots.sharp import AHEAD, Option, played_on
from engine.service.odds.batch import SECONDS, kept_position
from engine.service.odds.compare import Piece, Tried


class Compared(Struct, frozen=True):
    """tried: of the first pieces; seconds: that they took."""

    tried: tuple[Tried, ...]
    seconds: float


def compare_batch(
    book: Rulebook[Any],
    digest: str,
    position: Position[Any] | None,
    moves: Sequence[Move],
    pieces: Sequence[Piece],
    sides: Collection[str],
    seed: str,
    ahead: int = AHEAD,
) -> Compared | None:
    """As many of the pieces as fit into a batch, at least one. moves: one for each piece.

    None: this process has not got the position, send it along.
    """
    kept = kept_position(digest, position)
    if kept is None:
        return None
    begun = time.monotonic()
    tried: list[Tried] = []
    for move, piece in zip(moves, pieces, strict=True):
        if tried and time.monotonic() - begun >= SECONDS:
            break
        option = Option(move)
        played_on(book, kept, option, sides, f"{seed} {piece.number}", ahead, _never)
        tried.append(Tried(option.values[0], option.ended > 0, option.won > 0) if option.values else Tried(None))
    return Compared(tuple(tried), time.monotonic() - begun)


def _never() -> bool:
    return False
