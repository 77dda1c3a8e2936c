"""Fields of orders that had another name in old events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
Names = Mapping[str, str]
"""Name of a field in old bytes -> its name today."""


def renamed(fields: Json, names: Names) -> Json:
    """An object, its fields called as today."""
    return {names.get(name, name): value for name, value in fields.items()}


def in_orders(change: Callable[[str, Json], Json]) -> Callable[[Json], Json]:
    """For the data of a CommandAccepted: `change`, of the order's key and its fields, applied to all its fields.

    The fields may be divided in two: those that everybody reads, and those that are withheld. What is no order stays as
    it is: whoever reads the event refuses it in words.
    """

    def changed(data: Json) -> Json:
        found = _order_in(data["order"])
        if found is None:
            return data
        system, key, fields = found
        withheld = data.get("withheld")
        return {
            **data,
            "order": {system: {key: change(key, fields)}},
            "withheld": None if withheld is None else change(key, withheld),
        }

    return changed


def _order_in(written: Any) -> tuple[str, str, Json] | None:
    """System, key and fields of `{system: {key: {...}}}`; None for anything else."""
    orders = _only(written)
    order = None if orders is None else _only(orders[1])
    if orders is None or order is None or not isinstance(order[1], dict):
        return None
    return orders[0], order[0], order[1]


def _only(value: Any) -> tuple[str, Any] | None:
    """Key and value of an object with one member."""
    return next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else None


def _entered(key: str, fields: Json) -> Json:
    return renamed(fields, {"combatant": "id"}) if key == "enter" else fields


entered = in_orders(_entered)
"""Whoever entered in mid-fight was a `combatant`, and has an `id` today, as at creation."""
