"""Some runs of a curve as one job of the pool: short, so that others get their turn, and what nobody wants ends soon.

A fight is sent to a process once, and kept there as its acts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.analysis.curve import ROUNDS, Key, Share, made, task_of
from engine.service.analysis.luck import SEED, sides_of, surplus_of, surplus_of_run
from engine.service.analysis.outline import Act, Outline, acts_of, outline_of
from engine.service.analysis.rolls import rolls_of
from engine.service.odds.batch import SECONDS
from engine.service.odds.run import begun, seed_of
from engine.service.pool.recent import Recent
from engine.service.proof.folding import live, positions
from engine.service.reading.views import decode_whole
from engine.store.packing import unpack_page

KEPT = 4
"""Fights that a process keeps."""
LUCK = Key("L", 0, 0)
"""What plays the whole fight again."""


class Piece(Struct, frozen=True, array_like=True):
    """Runs from number `first` on. key: of a moment or a step, or LUCK."""

    key: Key
    first: int
    count: int


class Outlined(Struct, frozen=True):
    """A fight before any run. surplus: of each side's dice; tie: breaks ties of its rank."""

    outline: Outline
    surplus: dict[str, float]
    tie: str


class Made(Struct, frozen=True):
    """What of some pieces is made. shares: of their first runs, by their places; of LUCK none: surpluses, in their
    order; seconds: that it took."""

    shares: tuple[Share, ...]
    surpluses: tuple[dict[str, float], ...]
    seconds: float


class _Acts(Struct, frozen=True):
    """A fight as this process keeps it."""

    acts: list[Act]
    head: Position[Any]
    outlined: Outlined


_FIGHTS: Recent[str, _Acts] = Recent(KEPT)
"""Those that this process keeps, by their name."""


def _acts(book: Rulebook[Any], pages: Sequence[bytes]) -> _Acts:
    recorded = [decode_whole(book, entry) for page in pages for entry in unpack_page(page)]
    stood = list(positions(book, recorded))
    acts = acts_of(book, recorded, stood)
    versions = live(recorded)
    rolls = rolls_of(book, [recorded[v - 1] for v in versions], [stood[v - 1] for v in versions], None, whole=True)
    surplus = surplus_of(rolls, sides_of(stood[-1]))
    return _Acts(acts, stood[-1], Outlined(outline_of(book, acts, stood[-1]), surplus, recorded[0].hash))


def outlined(book: Rulebook[Any], name: str, pages: Sequence[bytes]) -> Outlined:
    """The pool job: what the curve of a stream is drawn along. name: under which it is kept."""
    return (_FIGHTS.get(name) or _FIGHTS.keep(name, _acts(book, pages))).outlined


def curve_batch(book: Rulebook[Any], name: str, pages: Sequence[bytes] | None, pieces: Sequence[Piece]) -> Made | None:
    """As many of the pieces' runs as fit into a batch, at least one; None: this process has not got the fight, send it
    along."""
    kept = _FIGHTS.get(name)
    if kept is None:
        if pages is None:
            return None
        kept = _FIGHTS.keep(name, _acts(book, pages))
    begin = time.monotonic()
    runs, shares = 0, []
    surpluses: list[dict[str, float]] = []
    for piece in pieces:
        share = Share(0, {})
        for number in range(piece.first, piece.first + piece.count):
            if runs and time.monotonic() - begin >= SECONDS:
                break
            runs += 1
            if piece.key == LUCK:
                surpluses.append(surplus_of_run(book, begun(kept.acts[0].before), seed_of(SEED, number), ROUNDS))
                share = share.plus(Share(1, {}))
            else:
                share = share.plus(made(book, task_of(kept.acts, kept.head, piece.key, number, 1)))
        shares.append(share)
    return Made(tuple(shares), tuple(surpluses), time.monotonic() - begin)
