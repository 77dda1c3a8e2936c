"""The reach of a move holds every square that is accepted, at every height, and no other."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.ground.reach import places_in
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.orders import Move
from engine.systems.dozen_die.rules.actions import moves
from tests.systems.dozen_die.bout import Bout, ana, ben
from tests.systems.dozen_die.grounds import ground

LANDS = [
    (".......\n.a.....\n.......\n.....b.", ("...~...", "..12...", "L2.....", ".......")),
    (".......\n..ac...\n.......\n.b.....", (".......", "#......", "..#....", ".......")),
    ("............\n" * 8 + ".....a......\n" + "............\n" * 8, ("............",) * 17),
]


@pytest.mark.parametrize(("shown", "rows"), LANDS)
def test_every_single_place_is_tried(shown: str, rows: tuple[str, ...]) -> None:
    """Also where there are more than a hundred."""
    bout = Bout(
        shown.rstrip("\n"),
        *(ana(who, mv=7) if who in "ac" else ben(who) for who in "abc" if who in shown),
        setup=ground(*rows),
    )
    bout.start("a")
    (move,) = (offer for offer in bout.offers("a") if offer.key == "move")
    (field,) = move.fields
    assert field.exact
    assert field.reach is not None
    accepted = set()
    state = bout.arena.state
    for y in range(-1, len(rows) + 1):
        for x in range(-1, len(rows[0]) + 1):
            for height in range(-3, 6):
                place = Place(cell=Cell(x, y), height=height)
                try:
                    moves.check(state, Move(combatant="a", to=place))
                except RuleRefusal:
                    continue
                accepted.add(place)
    assert set(places_in(field.reach)) == accepted
    assert len(accepted) > (100 if len(rows) > 8 else 5)
