"""The space of a scene, from the ground of the fight; where there is none, from the places that are in use."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.layout import extent, rank_points, zone_boxes
from engine.kernel.scene.space import (
    SceneGrid,
    SceneLink,
    SceneMeasure,
    SceneNowhere,
    ScenePlane,
    ScenePosition,
    SceneRanks,
    SceneSpace,
    SceneZone,
    SceneZones,
)
from engine.kernel.scene.wording import Wording, zone_names
from engine.kernel.state.ground.ground import Ground, GroundPosition, GroundZone

METRE = "m"
"""The unit where neither the table nor the system names one."""


def unit_of(system: RuleSystem[Any], ground: Ground | None) -> str:
    """The unit of length: the table's, or else the system's."""
    grounds = (ground, system.bare_ground)
    return next(
        (candidate.space.unit for candidate in grounds if candidate is not None and candidate.space.unit), METRE
    )


def space(
    words: Wording, ground: Ground | None, *, diagonals: bool = True, measure: SceneMeasure = "CHEBYSHEV"
) -> SceneSpace:
    """How places are told apart. ground: as its reader sees it. diagonals, measure: of a grid, as the rules have it."""
    if ground is None:
        return bare_space(words, diagonals=diagonals, measure=measure)
    field = ground.space
    match field.kind:
        case "GRID":
            return SceneGrid(
                width=field.width,
                height=field.height,
                unit=unit_of(words.system, ground),
                cell=field.cell,
                diagonals=diagonals,
                measure=measure,
            )
        case "PLANE":
            return ScenePlane(width=field.width, height=field.height, unit=unit_of(words.system, ground))
        case "ZONES":
            return zones(words, ground)
        case "RANKS":
            return ranks(ground)
        case "NOWHERE":
            return bare_space(words, diagonals=diagonals, measure=measure)


def zones(words: Wording, ground: Ground) -> SceneZones:
    """The zones of a ground. Those without coordinates are laid out: `engine.kernel.scene.layout`."""
    boxes = zone_boxes(ground.zones, ground.links)
    width, height = extent(boxes)
    names = zone_names(ground, words.locale)
    return SceneZones(
        width=max(width, ground.space.width),
        height=max(height, ground.space.height),
        zones=tuple(
            [
                SceneZone(
                    key=zone.key,
                    label=names[zone.key],
                    at=boxes[zone.key][0],
                    outline=boxes[zone.key][1],
                    entries=zone.entries,
                )
                for zone in ground.zones
            ]
        ),
        links=tuple(
            [
                SceneLink(
                    key=link.key, from_=link.from_, to=link.to, both=link.both, label=link.label, entries=link.entries
                )
                for link in ground.links
            ]
        ),
    )


def ranks(ground: Ground, *, bands: tuple[str, ...] = (), farthest: int = 0) -> SceneRanks:
    """The positions of a ground. bands, farthest: the words for distances, as the rules have them."""
    never = {entry.key for entry in ground.legend if entry.step == "NEVER"}
    by_side: dict[str, list[int]] = {}
    for position in ground.positions:
        by_side.setdefault(position.side, []).append(position.rank)
    width, height, points = rank_points(by_side)
    return SceneRanks(
        width=width,
        height=height,
        positions=tuple(
            [
                ScenePosition(
                    side=position.side,
                    rank=position.rank,
                    at=points[position.side, position.rank],
                    open=never.isdisjoint(position.entries),
                    entries=position.entries,
                )
                for position in ground.positions
            ]
        ),
        bands=bands,
        farthest=farthest,
    )


def bare_space(words: Wording, *, diagonals: bool, measure: SceneMeasure) -> SceneSpace:
    """The space of a fight without a ground: it holds every place, and has no edge."""
    unit = unit_of(words.system, None)
    placed = [(who, who.place) for who in words.seen.fight.combatants.values() if who.place is not None]
    if any(place.cell is not None for _, place in placed):
        return SceneGrid(width=0, height=0, unit=unit, cell=100, diagonals=diagonals, measure=measure)
    if any(place.point is not None for _, place in placed):
        return ScenePlane(width=0, height=0, unit=unit)
    if named := dict.fromkeys(place.zone for _, place in placed if place.zone is not None):
        return zones(words, Ground(zones=tuple([GroundZone(key=key, label=words.word(key)) for key in named])))
    if used := sorted({(place.side or who.side, place.rank) for who, place in placed if place.rank is not None}):
        sides = dict.fromkeys(place.side or who.side for who, place in placed)
        ordered = [(side, rank) for side in sides for at, rank in used if at == side]
        return ranks(Ground(positions=tuple([GroundPosition(side=side, rank=rank) for side, rank in ordered])))
    return SceneNowhere(why=words.say("no_places"))
