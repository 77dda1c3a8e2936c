"""The order that a figure's new place on a map stands for: found among the offers of its seat, tried by previews."""

from __future__ import annotations

import copy
import heapq
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from api.bridge.skald import Refusal

Place = Mapping[str, Any]

MOST_PREVIEWS = 60
"""Previews for one way: a longer search would hold up the table."""


class Previewing(Protocol):
    """Who tells what an order would do."""

    async def preview(self, command: dict[str, Any]) -> dict[str, Any]:
        """Refusal if it is not legal."""


def filled(send: Mapping[str, Any], path: Sequence[str], pick: object) -> dict[str, Any]:
    """What an offer sends, with a pick in one of its fields."""
    whole: dict[str, Any] = copy.deepcopy(dict(send))
    inside = whole
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = pick
    return whole


async def order_to(
    seat: Previewing, offers: Sequence[Mapping[str, Any]], combatant: str, place: Place
) -> tuple[dict[str, Any] | None, str]:
    """(the first legal order by which a combatant comes to a place, "") or (None, why there is none).

    The reason is Skald's, in the seat's language; "" where it gave none.
    """
    reason, spent = "", _Budget()
    for offer in offers:
        if offer["combatant"] != combatant or offer["group"] != "MOVE":
            continue
        for field in offer["fields"]:
            if field["kind"] not in ("place", "path") or _excluded(field, place):
                continue
            try:
                found = await (_by_place if field["kind"] == "place" else _by_way)(seat, offer, field, place, spent)
            except Refusal as refusal:
                reason = reason or refusal.detail
            else:
                if found is not None:
                    return found, ""
    return None, reason


class _Budget:
    """Previews that a search may still ask for."""

    def __init__(self) -> None:
        self.left = MOST_PREVIEWS


def _excluded(field: Mapping[str, Any], place: Place) -> bool:
    """Whether the offer itself says that the place may not be picked."""
    return (
        bool(field["exact"])
        and field["reach"] is not None
        and not any(same(item, place) for item in _all(field["reach"]))
    )


def _all(area: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every place that an area names one by one."""
    for run in area["runs"]:
        height = {} if run["height"] is None else {"height": run["height"]}
        for n in range(run["length"]):
            yield {"cell": {"x": run["x"] + n, "y": run["y"]}, **height}
    for place in area["places"]:
        yield {name: value for name, value in place.items() if value is not None}


def same(item: Place, other: Place) -> bool:
    """Whether two places lie one over the other: the same cell, point, zone or position."""
    return all(item.get(name) == other.get(name) for name in ("cell", "point", "zone", "side", "rank"))


def _picked(field: Mapping[str, Any], place: Place) -> list[dict[str, Any]]:
    """The place as the field takes it, with each height that it has there."""
    listed = [item for item in _all(field["reach"]) if same(item, place)] if field["reach"] is not None else []
    return listed or [dict(place)]


async def _by_place(
    seat: Previewing, offer: Mapping[str, Any], field: Mapping[str, Any], place: Place, spent: _Budget
) -> dict[str, Any] | None:
    refused: Refusal | None = None
    for pick in _picked(field, place):
        if not spent.left:
            return None
        spent.left -= 1
        command = filled(offer["send"], field["path"], pick)
        try:
            await seat.preview(command)
        except Refusal as refusal:
            refused = refused or refusal
        else:
            return command
    if refused is not None:
        raise refused
    return None


async def _by_way(
    seat: Previewing, offer: Mapping[str, Any], field: Mapping[str, Any], place: Place, spent: _Budget
) -> dict[str, Any] | None:
    """A way to the place, step by step as the previews allow it, nearest steps first."""
    for option in field["among"]:
        way = option["value"]
        if way and same(way[-1], place):
            return filled(offer["send"], field["path"], way)
    if place.get("point") is not None:  # on an open table a way goes straight
        spent.left -= 1
        command = filled(offer["send"], field["path"], [dict(place)])
        return command if not (await seat.preview(command))["unfinished"] else None
    waiting: list[tuple[int, int, list[dict[str, Any]]]] = [(0, 0, [])]
    seen: set[str] = set()
    count = 0
    while waiting and spent.left:
        spent.left -= 1
        _, _, way = heapq.heappop(waiting)
        command = filled(offer["send"], field["path"], way)
        try:
            told = await seat.preview(command)
        except Refusal:
            if not way:
                raise
            continue
        if way and same(way[-1], place):
            if not told["unfinished"]:
                return command
            continue
        for entry in told["next"]:
            word = {} if entry["by"] is None else {"by": entry["by"]}
            for step in _all(entry["area"]):
                written = json.dumps(step, sort_keys=True)
                if written not in seen:
                    count += 1
                    longer = [*way, {**step, **word}]
                    heapq.heappush(waiting, (len(longer) + _apart(step, place), count, longer))
                    if not same(step, place):  # it may be reached by several ways, of which one is barred
                        seen.add(written)
    return None


def _apart(item: Place, other: Place) -> int:
    """At least so many steps from one place to the other."""
    if item.get("cell") and other.get("cell"):
        return int(max(abs(item["cell"][axis] - other["cell"][axis]) for axis in "xy"))
    return 0 if same(item, other) else 1
