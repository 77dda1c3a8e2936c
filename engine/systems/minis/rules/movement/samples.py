"""Ways that are offered as samples: to enemies, to the sides, along roads. All of them are allowed.  [DW-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Point, RuleRefusal
from engine.kit.plane import ring, squared_distance, towards
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.movement import allowance, cut_short, paths

NEAREST = 3
"""Enemies to whom ways are offered."""
CONTACT = 75
"""How near to an enemy a sample leads, in hundredths of an inch: within reach, and not too near."""


def ways(state: MinisFight, who: str) -> tuple[tuple[Point, ...], ...]:
    """Some ways that a mini may go now, without its start: towards the nearest enemies first, then all round."""
    found: dict[tuple[Point, ...], None] = {}
    for way in _wishes(state, who):
        piece = cut_short.as_far_as_allowed(state, who, way)
        if piece is not None and piece.points[1:] not in found and _allowed(state, who, piece.points[1:]):
            found[piece.points[1:]] = None
    return tuple(found)


def _allowed(state: MinisFight, who: str, way: tuple[Point, ...]) -> bool:
    try:
        paths.judged(state, who, way)
    except RuleRefusal:
        return False
    return True


def _wishes(state: MinisFight, who: str) -> Iterator[tuple[Point, ...]]:
    here, length = lookup.at(state, who), int(allowance.left(state, who))
    near = sorted(
        lookup.enemies(state, who),
        key=lambda combatant: (squared_distance(here, lookup.at(state, combatant)), combatant),
    )
    for enemy in near[:NEAREST]:
        there = lookup.at(state, enemy)
        before = towards(there, Point(here.x - there.x, here.y - there.y), CONTACT * 10) if here != there else there
        if squared_distance(here, there) > CONTACT * CONTACT:
            yield (before,)
    for share in (1, 2):
        for end in ring(here, length // 10 // share)[::4]:
            yield (end,)
