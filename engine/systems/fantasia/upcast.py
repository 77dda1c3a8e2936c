"""How old events are read: terrain was a part of the setup, and some fields had other names."""

from __future__ import annotations

from typing import Any

from engine.kit.upcasts import in_orders, renamed
from engine.systems.fantasia.ground import KEY, METRE

Json = dict[str, Any]


def created(data: Json) -> Json:
    """The data of an EncounterCreated: its setup's `grid.terrain` becomes the ground of the fight.

    Without a grid places were points in metres, whatever the board was.
    """
    if data["system"] != "fantasia":
        return data
    ground, grid = data.get("ground") or {}, data["setup"].get("grid")
    space = {"kind": "NOWHERE", **ground.get("space", {}), "unit": METRE}
    if grid is None:
        if space["kind"] == "GRID":
            space |= {"kind": "PLANE", **{name: space.get(name, 0) * 100 for name in ("width", "height")}}
        return {**data, "ground": {**ground, "space": space}}
    if space["kind"] != "GRID":
        space = {"kind": "GRID", "unit": METRE}
    rules = {name: value for name, value in grid.items() if name != "terrain"}
    return {**data, "setup": {**data["setup"], "grid": rules}, "ground": {"space": space, **laid(grid)}}


def laid(grid: Json) -> Json:
    """Legend and patches of a ground as JSON, from the terrain of a grid."""
    legend: dict[str, Json] = {}
    patches = []
    for number, patch in enumerate(grid.get("terrain", ()), 1):
        entry = _entry(patch)
        legend.setdefault(entry["key"], entry)
        lines = range(patch["y"], patch["y"] + patch.get("rows", 1))
        runs = [{"x": patch["x"], "y": y, "length": patch.get("columns", 1)} for y in lines]
        patches.append({"key": f"patch-{number}", "entry": entry["key"], "area": {"runs": runs}})
    return {"legend": list(legend.values()), "patches": patches}


def _entry(patch: Json) -> Json:
    height, firm = patch.get("height", 0), patch.get("firm", True)
    level = f"{'up' if height > 0 else 'down'}-{abs(height)}" if height else ""
    names = ("wall" if patch.get("wall") else "", "" if firm else "not-firm", level)
    entry: Json = {"key": "-".join(name for name in names if name) or "open", "height": height}
    if patch.get("wall"):
        entry |= {"look": "WALL", "step": "NEVER"}
    return entry if firm else entry | {"game": {KEY: {"firm": False}}}


# -- names
_ORDERS = {"leave": {"whom": "combatant"}, "comeBack": {"whom": "combatant"}, "letFall": {"target": "combatant"}}


_AFFECTED = ("FOES", "SELF", "FRIENDS")


def affecting(value: Any) -> Any:
    """JSON with techniques in it, of a sheet or of the state: what they affect was called `whom`."""
    if isinstance(value, list):
        return [affecting(item) for item in value]
    if not isinstance(value, dict):
        return value
    # A combatant may be called so too, in an object of combatants.
    return {
        "affects" if name == "whom" and inner in _AFFECTED else name: affecting(inner) for name, inner in value.items()
    }


def corrected(data: Json) -> Json:
    """The data of a Corrected: a technique of the state, or what it affects."""
    path = data.get("path")
    if path is not None and path[-2:] == ["technique", "whom"]:
        return {**data, "path": [*path[:-1], "affects"]}
    return {**data, "value": affecting(data.get("value"))}


def _ordered(key: str, fields: Json) -> Json:
    entered: Json = affecting(fields) if key == "enter" else fields
    return renamed(entered, _ORDERS.get(key, {}))


ordered_by_old_names = in_orders(_ordered)
"""The data of a CommandAccepted: whom an order was about was `whom`, and of a fall its `target`."""
