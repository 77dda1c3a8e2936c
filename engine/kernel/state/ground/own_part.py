"""A game's own part of an entry of the ground, in a struct of the game."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.state.ground.ground import GroundEntry
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import RuleRefusal

T = TypeVar("T", bound=Struct)


def own_part_of(entry: GroundEntry, key: str, cls: type[T]) -> T | None:
    """The part under a game's key; None: the entry has none. RuleRefusal where it cannot be read."""
    if entry.game is None:
        return None
    part = entry.game.get(key)
    if part is None or len(entry.game) != 1:
        raise RuleRefusal(f"game: it has one key here, {key}", field="game")
    try:
        return msgspec.convert(part, cls)
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, part, cls)
        raise RuleRefusal(what, field=dotted_path(("game", key, *where))) from error
