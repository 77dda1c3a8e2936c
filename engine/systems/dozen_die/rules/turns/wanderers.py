"""Wanderers that wait off the board, and where each may enter. [DD-ACT-15]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Place, RuleRefusal
from engine.systems.dozen_die.board.contact import OtherFigures
from engine.systems.dozen_die.board.footprint import Footprint, distance
from engine.systems.dozen_die.board.steps import rim_open
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.turns import entering
from engine.systems.dozen_die.sheet import Setup, Wanderer

CLEAR = 2
"""Squares between a newcomer and the nearest foreign figure, counted to it: at least one is empty."""


def require_playable(setup: Setup) -> None:
    """RuleRefusal where a wanderer of the setup has a sheet that cannot be played, or shares its name."""
    names: list[str] = []
    for number, wanderer in enumerate(setup.wanderers):
        try:
            if wanderer.key in names:
                raise RuleRefusal(f"key: {wanderer.key!r} twice", rule="DD-ACT-15", field="key")
            entering.combatant_of(as_vassal(wanderer).sheet, None)
        except RuleRefusal as refusal:
            refusal.field = f"wanderers.{number}.{refusal.field}"
            raise
        names.append(wanderer.key)


def as_vassal(wanderer: Wanderer) -> Wanderer:
    """The wanderer as the vassal of the side that brings it in."""
    return structs.replace(wanderer, sheet=structs.replace(wanderer.sheet, kind=Kind.VASSAL))


def places(state: DozenDieFight, wanderer: Wanderer, side: str) -> tuple[Place, ...]:
    """Where it may enter: at the edge on free ground, one square clear of foreign figures; least y, then x first.

    No wall may stand along the edge there. Nowhere if its name is taken.
    """
    if wanderer.key in state.fight.combatants:
        return ()
    land, size = board.land(state), entering.figure_of(as_vassal(wanderer).sheet).size
    stands = board.stands(state)
    foreign = {who: stand for who, stand in stands.items() if state.fight.combatants[who].side != side}
    group = OtherFigures({who: stand for who, stand in stands.items() if who not in foreign}, foreign)
    found: list[Footprint] = []
    for y in range(land.depth - size + 1):
        for x in range(land.width - size + 1):
            if x not in (0, land.width - size) and y not in (0, land.depth - size):
                continue
            flat = Footprint(x, y, 0, size)
            if not land.bears(flat) or not outside(land, flat):
                continue
            there = flat.at(x, y, land.floor(flat))
            if group.free(there) and all(distance(there, other) >= CLEAR for other in foreign.values()):
                found.append(there)
    return tuple(stand.place for stand in found)


def outside(land: TerrainMap, stand: Footprint) -> tuple[Footprint, ...]:
    """From where somebody can come onto the board there: no wall stands along the rim.  [DD-MOVE-05]"""
    beyond = [stand.at(stand.x + dx, stand.y + dy, 0) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))]
    return tuple(to for to in beyond if not land.on_board(to) and rim_open(land, stand, to))


def waiting(state: DozenDieFight) -> dict[str, tuple[Place, ...]]:
    """Wanderers that can be brought in with the die in hand, and where; in the order of the setup."""
    side = lookup.active_side(state)
    if side is None:
        return {}
    found = {wanderer.key: places(state, wanderer, side) for wanderer in state.own.wanderers}
    return {who: where for who, where in found.items() if where}
