"""What a figure threatens: the squares in contact with it, and whom it could shoot from where it is."""

from __future__ import annotations

import pytest

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.ground.reach import places_in
from engine.systems.dozen_die.rules.board import board
from tests.support.fights.walls import edge
from tests.systems.dozen_die.bout import Bout, ana, at, ben

ROWS = """
....#...x
.a.+#....
.........
"""


def threats(bout: Bout, who: str, seat: str | None = "ana", locale: str = "en") -> dict[str, SceneMark]:
    """What a seat is told."""
    book = bout.arena.book
    return {mark.key: mark for mark in threats_of(book.system, book.seen(bout.state, seat), who, locale)}


@pytest.mark.rule("DD-CHG-04", "DD-GAP-07")
@pytest.mark.parametrize("size", [1, 2])
def test_its_squares_are_those_on_which_somebody_is_in_contact(size: int) -> None:
    """Compared with a foe on each single square, past a wall between squares and a shut door."""
    walls = (edge((1, 1), (2, 1)),)
    bout = Bout(ROWS, ana("a", size=size), ben("x"), edges=walls)
    found = threats(bout, "a")["threat-contact-a"].area
    assert found is not None
    told = {(place.cell.x, place.cell.y) for place in places_in(found) if place.cell is not None}
    own = {(x, y) for x in range(1, 1 + size) for y in range(1, 1 + size)}
    tried = set()
    for y, row in enumerate(ROWS.split()):
        for x, sign in enumerate(row):
            if sign in "#+" or (x, y) in own:
                continue
            bout.correct("combatants.x.place", at(x, y))
            if board.touches(bout.state, "a", "x"):
                tried.add((x, y))
    assert told == tried
    assert ((1, 0) in told) is (size == 2)


@pytest.mark.rule("DD-REA-07", "DD-REA-23")
def test_whom_it_could_shoot_at_whoevers_turn() -> None:
    """By a loaded weapon in sight and range; arrows lead to each of them, and to whom it touches."""
    archer = ben("x", weapons=("short_bow",), skills={"shooting": 1, "melee": 1})
    bout = Bout("ab...x..", ana("a"), ana("b"), archer)
    assert list(threats(bout, "x")) == ["threat-contact-x", "threat-shot-x-a", "threat-shot-x-b"]
    assert threats(bout, "x")["threat-shot-x-a"].rule == "DD-REA-07"
    empty = ben("x", weapons=("short_bow",), skills={"shooting": 1}, unloaded=("short_bow",))
    assert list(threats(Bout("ab...x..", ana("a"), ana("b"), empty), "x")) == ["threat-contact-x"]
    near = Bout("a..x", ana("a"), ben("x"))
    near.correct("combatants.x.place", at(1))
    assert threats(near, "a")["threat-contact-a-x"].to == "x"


def test_who_is_not_on_the_board_threatens_nobody() -> None:
    """Nor is it told of whoever is not seen."""
    bout = Bout("a...x", ana("a"), ben("x", seen_by=("ben",)))
    assert threats(bout, "x") == {}
    assert list(threats(bout, "x", "ben")) == ["threat-contact-x"]
    assert threats(bout, "a", locale="fi")["threat-contact-a"].label == "Kontaktissa siihen"
