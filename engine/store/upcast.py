"""Upcasts: how events written with old names are read today.

Stored events are kept forever. New fields are only added, with a default, and need nothing here. A rename does: the
class gets `schema: ClassVar[int]` one higher than before, and an entry here converts the old data:

    UPCASTS = {("Moved", 1): ("Moved", lambda data: {**data, "to": data.pop("target")})}

Key: the name in the stream and the schema found there; value: the name now, and the conversion of the data (JSON,
by its wire names). One entry leads from one schema to the next; chains are followed. A test reads the old bytes.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.state.stored.codec import Upcast
from engine.kernel.state.stored.old_names import entered
from engine.kernel.state.stored.old_steps import with_steps

_HOLD_ORDERS = ("CommandAccepted", "DecisionOpened", "DecisionAnswered", "AnswersRevealed")
"""Events that hold orders of a rule system, or parts of them."""
_KINDS = {"NONE": "NOWHERE", "SQUARE": "GRID", "OPEN": "PLANE"}


def _space(board: dict[str, Any] | None) -> dict[str, Any]:
    """The space that a board was."""
    if board is None:
        return {"kind": "NOWHERE"}
    extent: dict[str, Any] = {name: board[name] for name in ("width", "height") if name in board}
    return {**extent, "unit": board.get("unit", "m"), "kind": _KINDS[board.get("grid", "NONE")]}


def _created(data: dict[str, Any]) -> dict[str, Any]:
    ground = {"space": _space(data.get("board"))}
    return {**{name: value for name, value in data.items() if name != "board"}, "ground": ground}


def _board_set(data: dict[str, Any]) -> dict[str, Any]:
    return {"told": {"space": _space(data["board"])}}


def _corrected(data: dict[str, Any]) -> dict[str, Any]:
    match data.get("path"):
        case ["board"]:
            return {**data, "path": ["ground", "space"], "value": _space(data["value"])}
        case ["board", "grid"]:
            return {**data, "path": ["ground", "space", "kind"], "value": _KINDS[data["value"]]}
        case ["board", name]:
            return {**data, "path": ["ground", "space", name]}
    return data


UPCASTS: dict[tuple[str, int], tuple[str, Upcast]] = {
    ("EncounterCreated", 1): ("EncounterCreated", _created),
    ("BoardSet", 1): ("GroundSet", _board_set),
    ("Corrected", 1): ("Corrected", _corrected),
    **{(name, 1): (name, with_steps) for name in _HOLD_ORDERS},
    ("CommandAccepted", 2): ("CommandAccepted", entered),
}
"""For the kernel: a board was the extent of a fight, which its ground holds today, a step of a way was a bare cell or
had a flag, and whoever entered was a `combatant`. A rule system brings its own (`RuleSystem.upcasts`), each for the
schema behind the kernel's."""
