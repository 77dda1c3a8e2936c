"""Zones, the links between them, and their tokens packed around the zone's spot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from api.drawing.board import Board, fitted
from api.drawing.edges import door
from api.drawing.frame import Box, Frame, Spot, round_path
from api.drawing.lettering import LEAST, width_of
from api.drawing.looks import Legend, facts_of_all, fill_of
from api.drawing.markup import Value, element, id_part, number, text, titled
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneLink, SceneZone, SceneZones
from engine.kernel.scene.tokens import SceneToken

BIGGEST, SMALLEST = 46.0, 12.0
"""A token of 100 percent, in pixels."""
STRONG = 1.1
"""How much wider strong letters are."""
ROUND = 18.0
"""How far from a corner of a zone its rim begins to bend, in pixels."""
VEIL = 0.25
"""How much a zone covers of a backdrop."""


def zones_board(scene: Scene, space: SceneZones, legend: Legend, room: Box, name: str) -> Board:
    """The board within a room. name: begins the ids of this drawing."""
    width, height = space.width or 1000, space.height or 700
    scale = fitted(width, height, room)
    left = room.x + (room.width - width * scale) / 2
    frame = Frame(Box(left, room.y, width * scale, height * scale), 0, 0, scale)
    shapes = {zone.key: _outline(zone, space, frame) for zone in space.zones}
    spots: dict[str, Box] = {}
    taken: list[Box] = []
    drawn: list[str] = []
    names: list[str] = []
    together = _together(scene)
    for zone in space.zones:
        inner = _inner(zone, space, frame)
        size = min(14.0, max(LEAST, inner.width / 9))
        # A name is whole or not there: rather in small letters than cut.
        size = next((number for number in (size, LEAST) if width_of(zone.label, number) * STRONG <= inner.width), LEAST)
        words = zone.label if width_of(zone.label, size) * STRONG <= inner.width else ""
        entries = [legend[key] for key in zone.entries if key in legend]
        told = ", ".join(entry.label for entry in entries)
        told = told if told and width_of(told, LEAST) <= inner.width and inner.height > 50 else ""
        lines = (1 if words else 0) + (1 if told else 0)
        head = Box(inner.x, inner.y, inner.width, lines * (size + 3))
        taken += [head] if lines else []
        packed = [token for token in together if token.place is not None and token.place.zone == zone.key]
        rest = Box(inner.x, inner.y + head.height, inner.width, inner.height - head.height)
        spots |= _packed(packed, rest)
        shape = _bent([frame.at(point) for point in zone.outline]) or shapes[zone.key]
        drawn.append(_zone(zone, shape, legend, name, veiled=scene.backdrop is not None))
        x = inner.middle[0]
        over = text(x, inner.y + size, words, size, "strong mid halo") if words else ""
        over += text(x, inner.y + size + LEAST + 3, told, LEAST, "quiet mid halo") if told else ""
        names.append(over)
    links = "".join(_link(link, space, legend, frame, name, taken) for link in space.links)
    floor = element(
        "rect",
        x=frame.box.x,
        y=frame.box.y,
        width=frame.box.width,
        height=frame.box.height,
        class_="floor",
        data_part="floor",
    )
    return Board(
        box=Box(room.x, room.y, room.width, frame.box.height),
        frame=frame,
        spots=spots,
        floor=floor,
        below="".join([*drawn, links, *names]),
        areas={("zone", key, 0): path for key, path in shapes.items()},
        taken=tuple(taken),
    )


def _outline(zone: SceneZone, space: SceneZones, frame: Frame) -> str:
    if len(zone.outline) >= 3:
        return frame.line(zone.outline) + "Z"
    return round_path(*frame.at(zone.at), _reach(zone, space) * frame.scale)


def _bent(corners: Sequence[Spot]) -> str:
    """The outline of a zone whose corners are round, as on a map; "": it has none."""
    if len(corners) < 3:
        return ""
    parts: list[str] = []
    for before, corner, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        (ax, ay), (bx, by) = (_towards(corner, end) for end in (before, after))
        begins = "L" if parts else "M"
        parts.append(
            f"{begins}{number(ax)} {number(ay)}Q{number(corner[0])} {number(corner[1])} {number(bx)} {number(by)}"
        )
    return "".join(parts) + "Z"


def _towards(corner: Spot, end: Spot) -> Spot:
    """Where the rim begins to bend: at most in the middle of a side."""
    length = hypot(end[0] - corner[0], end[1] - corner[1]) or 1.0
    part = min(ROUND, length / 2) / length
    return corner[0] + (end[0] - corner[0]) * part, corner[1] + (end[1] - corner[1]) * part


def _reach(zone: SceneZone, space: SceneZones) -> float:
    """The radius of a zone without an outline."""
    others = [
        hypot(zone.at.x - candidate.at.x, zone.at.y - candidate.at.y)
        for candidate in space.zones
        if candidate.key != zone.key
    ]
    rim = min(zone.at.x, zone.at.y, (space.width or 1000) - zone.at.x, (space.height or 700) - zone.at.y)
    return max(40.0, min([*(o * 0.42 for o in others), max(rim, 80) * 0.94]))


def _inner(zone: SceneZone, space: SceneZones, frame: Frame) -> Box:
    """The room for words and tokens around a zone's spot."""
    x, y = frame.at(zone.at)
    if len(zone.outline) >= 3:
        corners = [frame.at(point) for point in zone.outline]
        wide = min(x - min(c[0] for c in corners), max(c[0] for c in corners) - x)
        high = min(y - min(c[1] for c in corners), max(c[1] for c in corners) - y)
        wide, high = max(wide, 12) * 0.92, max(high, 12) * 0.92
    else:
        wide = high = _reach(zone, space) * frame.scale * 0.74
    return Box(x - wide, y - high, 2 * wide, 2 * high)


def _together(scene: Scene) -> list[SceneToken]:
    """Tokens in an order that has those side by side who share a mark. Nobody moves for being looked at."""
    first: dict[str, int] = {}
    for n, mark in enumerate(scene.marks):
        if mark.kind == "THREATENS":
            continue
        for member in (*mark.members, mark.from_ or "", mark.to or ""):
            first.setdefault(member, n)
    return sorted(scene.tokens, key=lambda token: first.get(token.combatant, len(scene.marks)))


def _packed(tokens: Sequence[SceneToken], room: Box) -> Mapping[str, Box]:
    """Tokens in rows within a room, as large as they may be."""
    if not tokens:
        return {}
    shares = [min(max(token.percent, 40), 300) / 100 for token in tokens]
    size = BIGGEST
    while size > SMALLEST and _height(_rows(shares, size, room.width), shares, size) > room.height:
        size *= 0.92
    found: dict[str, Box] = {}
    rows = _rows(shares, size, room.width)
    y = room.y + max(0.0, (room.height - _height(rows, shares, size)) / 2)
    for row in rows:
        gap = size * 0.6
        x = room.middle[0] - (sum(shares[n] * size for n in row) + gap * (len(row) - 1)) / 2
        high = max(shares[n] for n in row) * size
        for n in row:
            side = shares[n] * size
            found[tokens[n].combatant] = Box(x, y + (high - side) / 2, side, side)
            x += side + gap
        y += high + 13
    return found


def _rows(shares: Sequence[float], size: float, width: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for n, share in enumerate(shares):
        more = share * size + size * 0.6
        if rows[-1] and used + more > width + size * 0.6:
            rows.append([])
            used = 0.0
        rows[-1].append(n)
        used += more
    return rows


def _height(rows: Sequence[Sequence[int]], shares: Sequence[float], size: float) -> float:
    # Below each row there is a line for names.
    return sum(max(shares[n] for n in row) * size + 13 for row in rows)


def _zone(zone: SceneZone, shape: str, legend: Legend, name: str, *, veiled: bool) -> str:
    """A zone. veiled: a backdrop lies below it, and is seen through it."""
    entries = [legend[key] for key in zone.entries if key in legend]
    inside = titled(". ".join([zone.label, *(f"{entry.label}: {entry.text}".rstrip(": ") for entry in entries)]))
    fill = fill_of(entries[0].look, name) if entries else {"class_": "land"}
    inside += element("path", d=shape, fill_opacity=VEIL if veiled else None, **fill)
    inside += element("path", d=shape, class_="open rim", stroke_width=2.5)
    facts = facts_of_all(zone.entries, entries)
    return element("g", inside, id=f"{name}-zone-{id_part(zone.key)}", data_part="zone", data_key=zone.key, **facts)


def _link(
    link: SceneLink,
    space: SceneZones,
    legend: Legend,
    frame: Frame,
    name: str,
    taken: list[Box],
) -> str:
    """A way between two zones. taken: gets the box of its words."""
    ends = {zone.key: frame.at(zone.at) for zone in space.zones}
    if link.from_ not in ends or link.to not in ends:
        return ""
    zones = {zone.key: zone for zone in space.zones}
    point, other = _ends(
        _rim(zones[link.from_], space, frame, ends[link.to]), _rim(zones[link.to], space, frame, ends[link.from_])
    )
    entries = [legend[key] for key in link.entries if key in legend]
    path = f"M{number(point[0])} {number(point[1])}L{number(other[0])} {number(other[1])}"
    hard = any(entry.step != "FREE" for entry in entries)
    told = [link.label, *(entry.label for entry in entries), *dict.fromkeys((link.cost, link.cost_back))]
    inside = titled(", ".join(filter(None, told)))
    # A trail from ground to ground, with steps on it; one that is hard to go is stony, and of one way it has a head.
    inside += element("path", d=path, class_="open rind", stroke_width=13, stroke_linecap="round")
    inside += element("path", d=path, class_="open trail", stroke_width=10, stroke_linecap="round")
    steps: dict[str, Value] = {"stroke_width": 3.5, "stroke_linecap": "round", "stroke_dasharray": "0.1 8"}
    if hard:
        steps = {"stroke_width": 4, "stroke_dasharray": "3 5"}
    inside += element("path", d=path, class_="open inked", **steps)
    if not link.both:
        inside += element("path", d=_arrow(point, other), class_="ink rind", stroke_width=1)
    middle = ((point[0] + other[0]) / 2, (point[1] + other[1]) / 2)
    gate = next((entry for entry in entries if entry.look == "DOOR"), None)
    if gate is not None:
        length = hypot(other[0] - point[0], other[1] - point[1]) or 1.0
        nx, ny = -(other[1] - point[1]) / length * 9, (other[0] - point[0]) / length * 9
        inside += door((middle[0] - nx, middle[1] - ny), (middle[0] + nx, middle[1] + ny), gate.state, 4)
    if link.label and width_of(link.label, LEAST) <= max(60.0, hypot(point[0] - other[0], point[1] - other[1])):
        wide = width_of(link.label, LEAST)
        taken.append(Box(middle[0] - wide / 2, middle[1] - 6 - LEAST, wide, LEAST + 3))
        inside += text(middle[0], middle[1] - 6, link.label, LEAST, "quiet mid halo")
    inside += "".join(_costs(link, point, other, taken))
    facts = facts_of_all(link.entries, entries)
    return element(
        "g",
        inside,
        id=f"{name}-link-{id_part(link.key)}",
        data_part="link",
        data_key=link.key,
        data_from=link.from_,
        data_to=link.to,
        **facts,
    )


def _costs(link: SceneLink, point: Spot, other: Spot, taken: list[Box]) -> Iterator[str]:
    """What the way costs where that is not the usual: in its middle, or near the end that it leads to."""
    same = link.cost == link.cost_back or not link.both
    for cost, part in ((link.cost, 0.5),) if same else ((link.cost, 0.72), (link.cost_back, 0.28)):
        if not cost:
            continue
        x, y = point[0] + (other[0] - point[0]) * part, point[1] + (other[1] - point[1]) * part
        wide = width_of(cost, LEAST) + 8
        box = Box(x - wide / 2, y + 3, wide, LEAST + 5)
        taken.append(box)
        pill = element(
            "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=box.height / 2, class_="paper rim"
        )
        yield pill + text(x, box.y + LEAST + 1, cost, LEAST, "ink mid", data_part="cost")


def _rim(zone: SceneZone, space: SceneZones, frame: Frame, towards: Spot) -> Spot:
    """Where the straight way from a zone's spot leaves the zone."""
    x, y = frame.at(zone.at)
    dx, dy = towards[0] - x, towards[1] - y
    length = hypot(dx, dy) or 1.0
    if len(zone.outline) < 3:
        part = min(1.0, _reach(zone, space) * frame.scale / length)
        return x + dx * part, y + dy * part
    part = 0.0
    corners = [frame.at(point) for point in zone.outline]
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        across = dx * (by - ay) - dy * (bx - ax)
        if across:
            t = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / across
            u = ((ax - x) * dy - (ay - y) * dx) / across
            part = max(part, t) if 0 <= u <= 1 and t <= 1 else part
    return x + dx * part, y + dy * part


def _ends(point: Spot, other: Spot) -> tuple[Spot, Spot]:
    """A way from rim to rim, reaching a little into both zones: their names lie within."""
    length = hypot(other[0] - point[0], other[1] - point[1]) or 1.0
    ux, uy = (other[0] - point[0]) / length * 3, (other[1] - point[1]) / length * 3
    return (point[0] - ux, point[1] - uy), (other[0] + ux, other[1] + uy)


def _arrow(back: Spot, tip: Spot) -> str:
    length = hypot(tip[0] - back[0], tip[1] - back[1]) or 1.0
    ux, uy = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
    x, y = tip
    return (
        f"M{number(x + ux * 6)} {number(y + uy * 6)}L{number(x - ux * 8 - uy * 8)} {number(y - uy * 8 + ux * 8)}"
        f"L{number(x - ux * 8 + uy * 8)} {number(y - uy * 8 - ux * 8)}Z"
    )
