"""Fights from before the kernel held the ground: their bytes fold to fights on the ground that they had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.state.combatant import Cell
from engine.kernel.state.events import Corrected, GroundSet
from engine.kernel.state.fight import State
from engine.kernel.state.ground.ground import Space
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.messages import Recorded
from engine.service.registry import Registry
from tests.recordings import dozen_die, fantasia

OLD = Path(__file__).parent / "old_grounds"
"""The first events of two fights as they were written, up to the one that told of the board."""
REGISTRY = Registry.installed()


def folded(name: str, system: str) -> tuple[State[Any], list[Recorded]]:
    """The state behind the old events, and the events as they are read today."""
    book, state, read = REGISTRY.book(system), None, []
    for line in (OLD / f"{name}.ndjson").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        recorded = book.codec.decode(canonical(entry.get("secret") or entry["public"]))
        state = book.evolve(state, recorded)
        read.append(recorded)
    assert state is not None
    return state, read


def test_a_board_of_dozen_die_is_the_same_land() -> None:
    """Drawn, with signs of its own: square by square as the same board is told today."""
    from engine.systems.dozen_die.board.terrain_map import TerrainMap

    state, read = folded("dozen_ford", "dozen_die")
    today = dozen_die.fight().ground
    assert today is not None
    assert state.fight.ground is not None
    assert TerrainMap(state.fight.ground).rows == TerrainMap(today).rows
    assert state.fight.ground.space == Space(kind="GRID", width=20, height=10, unit="in")
    assert not hasattr(state.own.adventure, "ground")
    assert isinstance(read[-1].event, GroundSet)


def test_a_board_of_fantasia_keeps_its_walls_and_heights() -> None:
    """A grid with terrain, on a board of eight by six."""
    from engine.systems.fantasia.ground import floors_of

    state, _ = folded("board", "fantasia")
    laid, today = state.fight.ground, fantasia.BOARD
    assert laid is not None
    assert laid.space == Space(kind="GRID", width=8, height=6, unit="m")
    cells = [Cell(x, y) for x in range(8) for y in range(6)]
    assert [floors_of(laid).at(cell) for cell in cells] == [floors_of(today).at(cell) for cell in cells]


@pytest.mark.parametrize(
    ("path", "value", "now"),
    [
        (["board", "width"], 9, (["ground", "space", "width"], 9)),
        (["board", "grid"], "OPEN", (["ground", "space", "kind"], "PLANE")),
        (["board"], {"grid": "SQUARE", "width": 3}, (["ground", "space"], {"kind": "GRID", "width": 3, "unit": "m"})),
        (["round"], 2, (["round"], 2)),
    ],
)
def test_a_corrected_board_is_a_corrected_space(path: list[str], value: Any, now: tuple[list[str], Any]) -> None:
    """By its path and value."""
    envelope = {"version": 3, "time": "2026-01-01T00:00:00.000Z", "type": "Corrected", "schema": 1}
    old = canonical({**envelope, "data": {"path": path, "value": value, "remark": None}})
    event = REGISTRY.book("fantasia").codec.decode(old).event
    assert isinstance(event, Corrected)
    assert (list(event.path or ()), event.value) == now
