"""How old events are read: the board was a part of the setup, and some fields had other names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.upcasts import in_orders, renamed
from engine.systems.dozen_die.board.ground import INCH, KEY, SIGNS

Json = dict[str, Any]


def created(data: Json) -> Json:
    """The data of an EncounterCreated: its setup's `ground` becomes the ground of the fight."""
    if data["system"] != "dozen_die":
        return data
    space = (data.get("ground") or {}).get("space", {})
    setup = {name: value for name, value in data["setup"].items() if name != "ground"}
    board = data["setup"].get("ground")
    if board is None:
        extent = (space.get("width", 0), space.get("height", 0))
        width, height = extent if min(extent) >= 1 else (24, 24)
        board = {"width": width, "depth": height}
    return {**data, "setup": setup, "ground": ground_of(board)}


def ground_of(board: Json) -> Json:
    """A ground as JSON, from a board with rows, legend, width, depth, pieces and ownTerrain."""
    rows = board.get("rows") or []
    size = (len(rows[0]), len(rows)) if rows else (board.get("width", 24), board.get("depth", 24))
    own = {terrain["id"]: terrain for terrain in board.get("ownTerrain", ())}
    legend = {sign["sign"]: sign for sign in (*_replaced(own), *board.get("legend", ()))}
    entries = [_entry(item, f"sign-{number}", own) for number, item in enumerate(legend.values(), 1)]
    patches = []
    for number, piece in enumerate(board.get("pieces", ()), 1):
        entries.append(_entry(piece, f"piece-{number}", own))
        lines = range(piece["y"], piece["y"] + piece.get("lines", 1))
        runs = [{"x": piece["x"], "y": y, "length": piece.get("columns", 1)} for y in lines]
        patches.append({"key": f"piece-{number}", "entry": f"piece-{number}", "area": {"runs": runs}})
    return {
        "space": {"kind": "GRID", "width": size[0], "height": size[1], "unit": INCH},
        "rows": rows,
        "legend": entries,
        "patches": patches,
    }


def _replaced(own: Json) -> Iterator[Json]:
    """The usual signs of terrain that the board has otherwise."""
    for sign, terrain in {**SIGNS, ".": "open"}.items():
        if terrain in own:
            yield {"sign": sign, "terrain": terrain}


def _entry(square: Json, key: str, own: Json) -> Json:
    door, height = square.get("door"), square.get("height", 0)
    entry: Json = {"key": key} | ({"sign": square["sign"]} if "sign" in square else {})
    part: Json = {}
    terrain = square.get("terrain", "open")
    if terrain in own:
        part["terrain"] = own[terrain]
    elif terrain != "open":
        entry["terrain"] = terrain
    part |= {name: own.get(square[name], square[name]) for name in ("faces", "leans") if square.get(name)}
    if square.get("wall"):
        return entry | {"look": "WALL", "step": "NEVER", "sight": "NEVER", "top": height or None}
    if square.get("blocksSight"):
        entry["sight"] = "NEVER"
    if door is not None:
        part |= {"width": door.get("width", 1)}
        lock = None if door.get("open") else door.get("lock")
        part |= {"lock": lock} if lock else {}
        entry |= {"look": "DOOR", "state": "OPEN" if door.get("open") else "LOCKED" if lock else "SHUT"}
    return entry | {"height": height} | ({"game": {KEY: part}} if part else {})


# -- names
_OF_AN_ORDER = {"figure": "combatant", "at": "place"}
_ORDERS = ("march", "activate", "move", "charge", "act", "shoot", "reload", "endOrder", "endActivation")


def with_keys(data: Json) -> Json:
    """The data of an EncounterCreated: the key of a wanderer was called `combatant`."""
    return {**data, "setup": _adventure(data["setup"])}


def _adventure(setup: Json) -> Json:
    return {**setup, "wanderers": _wanderers(setup["wanderers"])} if "wanderers" in setup else setup


def _wanderers(wanderers: list[Json]) -> list[Json]:
    return [_wanderer(wanderer) for wanderer in wanderers]


def _wanderer(wanderer: Json) -> Json:
    return renamed(wanderer, {"combatant": "key"})


def corrected(data: Json) -> Json:
    """The data of a Corrected: wanderers of the adventure, or those that still wait."""
    path: Any = data.get("path")
    value: Any = data.get("value")
    match path:
        case ["rules", "adventure"]:
            return {**data, "value": _adventure(value)}
        case ["rules", "wanderers"] | ["rules", "adventure", "wanderers"]:
            return {**data, "value": _wanderers(value)}
        case ["rules", "wanderers", _] | ["rules", "adventure", "wanderers", _]:
            return {**data, "value": _wanderer(value)}
        case ["rules", *_, "wanderers", _, "combatant"]:
            return {**data, "path": [*path[:-1], "key"]}
    return data


def _ordered(key: str, fields: Json) -> Json:
    return renamed(fields, _OF_AN_ORDER) if key in _ORDERS else fields


ordered_by_old_names = in_orders(_ordered)
"""The data of a CommandAccepted: the combatant of an order was its `figure`, the place of a skill `at`."""
