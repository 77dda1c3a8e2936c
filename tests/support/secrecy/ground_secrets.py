"""Pairs of fights that differ in ground that only the game master knows of: traps, secret doors, zones and ways."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, GroundLink, GroundZone, SpaceKind
from engine.service.encounters import NewEncounter
from tests.support.fights.fights import SEATS
from tests.support.fights.playing import Examples
from tests.support.fights.wishes import wish_of
from tests.support.secrecy.secrets import LURKER, NAME, outsiders, seen_by_all
from tests.support.secrecy.worlds import Secret
from tests.support.toys.grounds import GROUNDS, SECRET
from tests.support.toys.skirmish import PLACES

UNBOUNDED = 6
"""How far out parts are laid on a board without an edge."""

HIDING: tuple[SpaceKind, ...] = ("GRID", "PLANE", "ZONES")
"""The kinds of space whose ground may have parts that not everybody knows of."""


def without_secrets(ground: Ground) -> Ground:
    """The ground as it is for whoever knows of nothing hidden, as a setup: what looks like a wall is one."""
    zones = tuple(zone for zone in ground.zones if zone.seen_by is None)
    known = {zone.key for zone in zones}
    return structs.replace(
        ground,
        patches=tuple(patch for patch in ground.patches if patch.seen_by is None),
        zones=zones,
        links=tuple(link for link in ground.links if link.seen_by is None and {link.from_, link.to} <= known),
        edges=tuple(
            edge if edge.seen_by is None else GroundEdge(entry=edge.shown_as, line=edge.line)
            for edge in ground.edges
            if edge.seen_by is None or edge.shown_as is not None
        ),
    )


def toy_wish(kind: SpaceKind, ground: Ground) -> NewEncounter:
    """A skirmish without a lurker, which does not end: both worlds can always rest, move or strike."""
    people: list[dict[str, Any]] = [
        {
            "id": f"c{number}",
            "name": f"C {number}",
            "side": "heroes" if number < 2 else "foes",
            "seat": ("ana", "ben", None, None)[number],
            "place": None if place is None else msgspec.to_builtins(place),
            "sheet": {"life": 99, "stays": True},
        }
        for number, place in enumerate(PLACES[kind][:4])
    ]
    return NewEncounter(
        system=f"skirmish_{kind.lower()}",
        name="Skirmish",
        seats=SEATS,
        combatants=tuple(people),
        dice="SEEDED",
        ground=ground,
    )


def toys_ground(kind: SpaceKind) -> Any:
    """Everything that the toy of this space hides, against nothing."""

    def made(rng: random.Random) -> Secret:
        ground = GROUNDS[kind]
        one, other = toy_wish(kind, ground), toy_wish(kind, without_secrets(ground))
        return Secret(one, other, outsiders(one), strict=False)

    return made


TOYS: Mapping[str, Any] = {f"ground of {kind.lower()}": toys_ground(kind) for kind in HIDING}


def secret_door(examples: Examples, rng: random.Random) -> Secret:
    """A locked door that all but the game master take for a wall, against a wall, on a board of any game.

    Where a game has zones: a way between two of them, and a zone behind one, of which only the game master knows.
    """
    wish = seen_by_all(wish_of(examples.make(rng)))
    ground = wish.ground
    if ground is not None and ground.space.kind == "ZONES":
        return _secret_way(wish, ground, rng)
    if ground is None or ground.space.kind not in ("GRID", "PLANE"):
        return Secret(wish, wish, outsiders(wish))  # idle: there are no edges
    side, cells = ground.space.cell, 1 if ground.space.kind == "GRID" else ground.space.cell
    width, height = (length // cells or UNBOUNDED for length in (ground.space.width, ground.space.height))
    x, y = rng.randrange(1, width) * side, rng.randrange(height) * side
    wall = GroundEntry(key="zq7wall", look="WALL", step="NEVER", sight="NEVER")
    door = GroundEntry(key=LURKER, look="DOOR", state="SHUT", label=NAME)
    line = (Point(x, y), Point(x, y + side))
    hidden = GroundEdge(key="hatch", entry=LURKER, line=line, seen_by=SECRET, shown_as="zq7wall")
    plain = GroundEdge(entry="zq7wall", line=line)
    one, other = (
        structs.replace(
            wish,
            ground=structs.replace(ground, legend=(*ground.legend, wall, *more), edges=(*ground.edges, edge)),
        )
        for more, edge in (((door,), hidden), ((), plain))
    )
    return Secret(one, other, outsiders(wish), strict=False)


def _secret_way(wish: NewEncounter, ground: Ground, rng: random.Random) -> Secret:
    one, other = rng.sample([zone.key for zone in ground.zones], 2)
    cave = GroundZone(key=LURKER, label=NAME, seen_by=SECRET)
    ways = (
        GroundLink(key="zq7way", from_=one, to=other, label=NAME, seen_by=SECRET),
        GroundLink(key="zq7crack", from_=one, to=LURKER, seen_by=SECRET),
    )
    dug = structs.replace(ground, zones=(*ground.zones, cave), links=(*ground.links, *ways))
    return Secret(structs.replace(wish, ground=dug), wish, outsiders(wish), hidden=(LURKER, NAME), strict=False)
