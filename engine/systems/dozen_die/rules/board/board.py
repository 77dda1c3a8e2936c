"""The present board: its land, the figures' positions, and the other figures from each one's point of view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.kit import Combatant, Place
from engine.kit.board import cells
from engine.kit.ground import Ground
from engine.systems.dozen_die.board.contact import OtherFigures, in_contact
from engine.systems.dozen_die.board.footprint import Footprint, distance, footprint_at
from engine.systems.dozen_die.board.ground import BARE
from engine.systems.dozen_die.board.sight import sees
from engine.systems.dozen_die.board.terrain_map import TerrainMap, terrain_map_of
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import Figure


def ground(state: DozenDieFight) -> Ground:
    """The ground that was set up; without one, open ground.  [DD-TERR-06]"""
    laid = state.fight.ground
    return BARE if laid is None or laid.space.kind != "GRID" else laid


def land(state: DozenDieFight) -> TerrainMap:
    """The ground with its edges, the doors opened since, and the weather.  [DD-TERR-16]"""
    return terrain_map_of(ground(state), state.own.opened, state.own.weather is Weather.HURRICANE)


# -- positions
def stand(state: DozenDieFight, who: str) -> Footprint | None:
    """A figure's footprint; None if it is not on the board."""
    return stands(state).get(who)


def stands(state: DozenDieFight) -> Mapping[str, Footprint]:
    """Everybody on the board, in order of joining, with their footprints."""
    found: dict[str, Footprint] | None = state.kept.get(stands)
    if found is None:
        people, figures = state.fight.combatants, state.own.figures
        placed = ((who, footprint_at(people[who].place, figures[who].size)) for who in lookup.here(state))
        found = {who: where for who, where in placed if where is not None}
        state.kept[stands] = found
    return found


def group(state: DozenDieFight, who: str) -> OtherFigures:
    """Everybody else on the board, from a figure's point of view."""
    return OtherFigures(*others(state, who))


def others(state: DozenDieFight, who: str) -> tuple[dict[str, Footprint], dict[str, Footprint]]:
    """Footprints of everybody else on the board, in order of joining: (of the own side, foreign)."""
    own: dict[str, Footprint] = {}
    foreign: dict[str, Footprint] = {}
    for other, where in stands(state).items():
        if other != who:
            (foreign if lookup.foreign(state, who, other) else own)[other] = where
    return own, foreign


def contacts(state: DozenDieFight) -> tuple[tuple[str, str], ...]:
    """Foreign figures that touch, each pair once, in order of joining.  [DD-CHG-04]

    Kept with the land until somebody stands elsewhere: every picture asks for it.
    """
    people, figures, here = state.fight.combatants, state.own.figures, land(state)
    kept: _Touching | None = here.kept.get("contacts")
    if (
        kept is None
        or kept.people is not people
        or kept.figures is not figures
        or kept.ground is not state.fight.ground
    ):
        where = stands(state)
        standing = [(who, stand, people[who].side) for who, stand in where.items()]
        same = kept is not None and kept.standing == standing
        pairs = kept.pairs if kept is not None and same else tuple(_contacts(here, standing))
        kept = here.kept["contacts"] = _Touching(people, figures, state.fight.ground, standing, pairs)
    return kept.pairs


class _Touching(NamedTuple):
    """Who is in contact, and everything that it follows from."""

    people: Mapping[str, Combatant]
    figures: Mapping[str, Figure]
    ground: Ground | None
    standing: list[tuple[str, Footprint, str]]
    pairs: tuple[tuple[str, str], ...]


def _contacts(land: TerrainMap, standing: Sequence[tuple[str, Footprint, str]]) -> Iterator[tuple[str, str]]:
    taken: dict[tuple[int, int], list[int]] = {}
    for number, (_, footprint, _) in enumerate(standing):
        for cell in footprint.cells():
            taken.setdefault(cell, []).append(number)
    for number, (who, footprint, side) in enumerate(standing):
        around = cells(footprint.x - 1, footprint.y - 1, footprint.size + 2)
        near = {other for cell in around if cell in taken for other in taken[cell] if other > number}
        for other in sorted(near):
            name, stand, side_of_other = standing[other]
            if side_of_other != side and in_contact(land, footprint, stand):
                yield who, name


# -- between two figures
def apart(state: DozenDieFight, combatant: str, other: str) -> int | None:
    """Squares between two figures; None where one of them is not on the board.  [DD-GAP-07]"""
    mine, theirs = stand(state, combatant), stand(state, other)
    return None if mine is None or theirs is None else distance(mine, theirs)


def touches(state: DozenDieFight, combatant: str, other: str) -> bool:
    """Whether two figures on the board are in contact.  [DD-CHG-04]"""
    mine, theirs = stand(state, combatant), stand(state, other)
    return mine is not None and theirs is not None and in_contact(land(state), mine, theirs)


def in_sight(state: DozenDieFight, combatant: str, other: str) -> bool:
    """Whether a line of sight runs between two figures on the board.  [DD-GAP-16]"""
    mine, theirs = stand(state, combatant), stand(state, other)
    return mine is not None and theirs is not None and sees(land(state), mine, theirs)


def cover(state: DozenDieFight, who: str, at: Place | None = None) -> tuple[str, int]:
    """(terrain, bonus): the cover of a figure against shots; of several squares the least cover counts.

    A figure on a face has none. at: where it is met; None: where it stands.  [DD-TERR-02, DD-GAP-14]
    """
    where = stand(state, who) if at is None else footprint_at(at, lookup.figure(state, who).size)
    return ("", 0) if where is None else land(state).cover(where)
