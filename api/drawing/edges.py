"""Walls, doors, windows, banks and hedges: lines that stand on the ground."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from api.drawing.frame import Frame, Spot
from api.drawing.looks import UNKNOWN, Legend, facts_of
from api.drawing.markup import element, id_part, number, titled
from engine.kernel.scene.ground import SceneEdge, SceneEntry
from engine.kernel.state.ground.ground import EdgeState

MOST_SINGLE = 300
"""Up to here every wall is an element of its own; beyond, all walls of one entry are one path."""


def thickness(frame: Frame) -> float:
    """Of a wall, in pixels."""
    return min(7.0, max(2.0, frame.side * 0.13)) if frame.side else 4.0


def edges_markup(edges: tuple[SceneEdge, ...], legend: Legend, frame: Frame, name: str) -> Iterator[str]:
    """All edges. Walls come first, so that doors lie over their ends."""
    thick = thickness(frame)
    plain: dict[str, list[SceneEdge]] = {}
    single: list[tuple[SceneEdge, SceneEntry]] = []
    for edge in edges:
        entry = legend.get(edge.entry, UNKNOWN)
        if len(edges) > MOST_SINGLE and entry.look not in ("DOOR", "WINDOW") and not edge.label:
            plain.setdefault(edge.entry, []).append(edge)
        else:
            single.append((edge, entry))
    for key, walls in plain.items():
        entry = legend.get(key, UNKNOWN)
        path = "".join(frame.line(wall.line) for wall in walls)
        keys = " ".join(wall.key for wall in walls)
        lines = titled(entry.label) + "".join(_line(path, entry, thick))
        yield element(
            "g", lines, id=f"{name}-edges-{id_part(key)}", data_part="edge", data_keys=keys, **facts_of(entry)
        )
    for edge, entry in sorted(single, key=lambda pair: pair[1].look in ("DOOR", "WINDOW")):
        yield _edge(edge, entry, frame, thick, name)


def _edge(edge: SceneEdge, entry: SceneEntry, frame: Frame, thick: float, name: str) -> str:
    state = edge.state if edge.state != "NONE" else entry.state
    inside = titled(edge.label or entry.label)
    if entry.look == "DOOR":
        ends = [frame.at(point) for point in edge.line]
        inside += "".join(door(spot, other, state, thick) for spot, other in pairwise(ends))
    else:
        inside += "".join(_line(frame.line(edge.line), entry, thick))
    facts = {**facts_of(entry), "data_state": state}
    return element("g", inside, id=f"{name}-edge-{id_part(edge.key)}", data_part="edge", data_key=edge.key, **facts)


def _line(path: str, entry: SceneEntry, thick: float) -> Iterator[str]:
    common = {"d": path, "stroke_linecap": "round", "stroke_linejoin": "round"}
    match entry.look:
        case "WALL":
            yield element("path", class_="open s-WALL", stroke_width=thick, **common)
        case "WINDOW":
            yield element("path", class_="open s-WINDOW", stroke_width=thick + 1, **common)
            yield element("path", class_="open rind", stroke_width=thick / 2.5, **common)
        case "WOOD" | "COVER" | "OBSTACLE":  # hedges and barricades
            dots = f"0 {number(thick * 1.5)}"
            yield element(
                "path", class_=f"open s-{entry.look}", stroke_width=thick * 1.2, stroke_dasharray=dots, **common
            )
        case look:  # banks, ledges, fences
            yield element("path", class_=f"open s-{look}", stroke_width=thick / 2, **common)
            ticks = f"1.500 {number(max(4, thick * 1.5))}"
            plain = {**common, "stroke_linecap": "butt"}
            yield element("path", class_=f"open s-{look}", stroke_width=thick * 1.6, stroke_dasharray=ticks, **plain)


def door(point: Spot, other: Spot, state: EdgeState, thick: float) -> str:
    """A door from one spot to another: a leaf across, or swung open; a lock as a dot; a broken one in pieces."""
    (ax, ay), (bx, by) = point, other
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    whole = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    wide = thick * 1.5
    posts = (
        f"M{number(ax)} {number(ay)}L{number(ax + ux * 2)} {number(ay + uy * 2)}"
        f"M{number(bx)} {number(by)}L{number(bx - ux * 2)} {number(by - uy * 2)}"
    )
    parts = [element("path", d=posts, class_="open s-WALL", stroke_width=wide + 2)]
    if state == "OPEN":
        # The leaf hangs at the first end, a quarter turned: the way through is free.
        leaf = length * 0.75
        swung = f"M{number(ax)} {number(ay)}L{number(ax - uy * leaf)} {number(ay + ux * leaf)}"
        parts.append(element("path", d=whole, class_="open s-DOOR", stroke_width=1, stroke_dasharray="1 3"))
        parts.append(element("path", d=swung, class_="open s-DOOR", stroke_width=wide * 0.6))
    else:
        broken = f"{number(length * 0.2)} {number(length * 0.12)}" if state == "BROKEN" else None
        parts.append(element("path", d=whole, class_="open s-DOOR", stroke_width=wide, stroke_dasharray=broken))
        if state != "BROKEN":
            parts.append(element("path", d=whole, class_="open k-DOOR", stroke_width=wide - 2))
    if state == "LOCKED":
        x, y = (ax + bx) / 2, (ay + by) / 2
        parts.append(element("circle", cx=x, cy=y, r=max(2.0, wide * 0.55), class_="t-DOOR"))
    # What is thin can still be pointed at.
    parts.append(element("path", d=whole, class_="open", stroke_width=max(wide, 8.0), stroke="transparent"))
    return "".join(parts)
