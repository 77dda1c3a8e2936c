"""The order of play as PlanarAlly's initiative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct


class Row(Struct, frozen=True):
    """A figure in the order. figure: what PlanarAlly sorts by, highest first."""

    shape: str
    figure: int
    visible: bool = True


class Order(Struct, frozen=True):
    """An initiative list. turn: the index of the row whose turn it is; active: whether it is shown to run."""

    rows: tuple[Row, ...] = ()
    turn: int = 0
    round: int = 0
    active: bool = False


EMPTY = Order()


def order_of(play: Mapping[str, Any], shapes: Mapping[str, str], secret: frozenset[str], *, running: bool) -> Order:
    """The order of a scene's play. shapes: combatant -> shape, of those on the map; secret: of them, the hidden.

    The figures are those of the fight where they fall from first to last, else places counted from the end: PlanarAlly
    sorts by them. Whoever has several turns in a round stands at the first that is not over.
    """
    slots: dict[str, Mapping[str, Any]] = {}
    for slot in play["slots"]:
        who = slot["combatant"]
        if who in shapes and (who not in slots or slots[who]["state"] in ("ACTED", "UNABLE")):
            slots[who] = slot
    listed = list(slots.values())
    figures = [slot["figure"] for slot in listed]
    if any(figure is None for figure in figures) or any(a < b for a, b in pairwise(figures)):
        figures = list(range(len(listed), 0, -1))
    rows = tuple(
        Row(shapes[slot["combatant"]], figure, slot["combatant"] not in secret)
        for slot, figure in zip(listed, figures, strict=True)
    )
    acting = (n for n, slot in enumerate(listed) if slot["state"] in ("ACTING", "ASKED"))
    return Order(rows, next(acting, 0), play["round"], running and bool(rows))


def read_order(order: Mapping[str, Any]) -> Order:
    """A list as PlanarAlly sends it."""
    rows: Sequence[Mapping[str, Any]] = order["data"]
    return Order(
        tuple(Row(row["shape"], int(row.get("initiative") or 0), bool(row["isVisible"])) for row in rows),
        int(order["turn"]),
        int(order["round"]),
        bool(order["isActive"]),
    )
