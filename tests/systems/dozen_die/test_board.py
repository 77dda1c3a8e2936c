"""The board of a fight."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell
from engine.kernel.state.ground.ground import Space
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.board.ground import BARE, Door
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.rules.board import board, route
from engine.systems.dozen_die.sheet import Weather
from tests.support.fights.arena import Arena
from tests.systems.dozen_die.bout import BOOK, Bout, ana, at, ben, creature
from tests.systems.dozen_die.laid import Ground, Piece, Setup


def drawn(*rows: str) -> Setup:
    return Setup(ground=Ground(rows=rows))


@pytest.mark.rule("DD-TERR-06")
def test_a_fight_without_ground_is_fought_in_the_open() -> None:
    """Of 24 by 24 squares, which everybody sees before it begins; nothing has to be set."""
    bout = Bout("a....b", ana("a"), ben("b"), setup=Setup(ground=BARE))
    assert Arena(BOOK).state.fight.ground == bout.state.fight.ground == BARE
    assert (board.land(bout.state).width, board.land(bout.state).depth) == (24, 24)
    there = board.stand(bout.state, "a")
    assert there is not None
    assert board.land(bout.state).wading(there) is Grade.VERY_EASY


def test_the_ground_is_as_large_as_its_rows() -> None:
    """Every frontend can draw it."""
    bout = Bout("a....b", ana("a"), ben("b"), setup=drawn("......", "..~~.."))
    assert bout.state.fight.ground.space == Space(kind="GRID", width=6, height=2, unit="in")


def test_ground_that_makes_no_board_is_refused_as_the_fight_is_created() -> None:
    """Before anybody has entered."""
    with pytest.raises(RuleRefusal, match="stand for") as refused:
        Bout("a....b", ana("a"), ben("b"), setup=drawn("..?..."))
    assert refused.value.field == "ground.rows.0"


@pytest.mark.rule("DD-TERR-16")
def test_the_weather_and_opened_doors_change_the_land() -> None:
    """Of the fight as it stands."""
    ground = Ground(width=6, depth=1, pieces=(Piece(x=2, y=0, door=Door()),))
    bout = Bout("a....b", ana("a"), ben("b"), setup=Setup(ground=ground, weather=Weather.HURRICANE))
    here = board.stand(bout.state, "a")
    assert here is not None
    assert board.land(bout.state).wading(here) is Grade.EASY
    assert not board.in_sight(bout.state, "a", "b")
    bout.correct("rules.opened", [Cell(2, 0)])
    bout.correct("rules.weather", "NONE")
    assert board.land(bout.state).wading(here) is Grade.VERY_EASY
    assert board.in_sight(bout.state, "a", "b")


def test_whoever_is_off_the_board_stands_nowhere() -> None:
    """He touches nobody, sees nobody, and is nobody's crowd."""
    bout = Bout("ab.c", ana("a"), ben("b"), creature("c"), ana("z"), setup=Setup(restored=True))
    state = bout.state
    assert board.stand(state, "z") is None
    assert board.apart(state, "a", "z") is None
    assert not board.touches(state, "a", "z")
    assert not board.in_sight(state, "a", "z")
    assert board.touches(state, "a", "b")
    assert board.apart(state, "a", "c") == 3
    assert sorted(board.group(state, "a").foreign) == ["b", "c"]
    assert sorted(board.group(state, "c").foreign) == ["a", "b"]


@pytest.mark.rule("DD-TERR-02")
def test_cover_is_that_of_the_square_or_the_least_of_several() -> None:
    """Who hangs on a face has none of the ground below."""
    ground = Ground(rows=("TT...", "tt...", "....."), pieces=(Piece(x=3, y=0, height=2, faces="inn_wall"),))
    ogre, scout, climber = ana("a", place=at(0, 0), size=2), ana("b", place=at(2, 2)), ana("c", place=at(4, 0, 1))
    bout = Bout(".....\n.....\n.....", ogre, scout, climber, ben("d", place=at(4, 2)), setup=Setup(ground=ground))
    assert [board.cover(bout.state, who) for who in "abc"] == [("sparse_forest", 1), ("open", 0), ("", 0)]


def test_who_moves_is_looked_at_anew_when_anything_has_changed() -> None:
    """Ways are remembered for the same places, movement and ground, and for no others."""
    bout = Bout("a....b", ana("a"), ben("b"))
    bout.draw("heroes")
    first = route.walker(bout.state, "a", 3)
    ends = [way.steps[-1].to.x for way in first.ways()]
    assert route.walker(bout.state, "a", 3) is first
    assert route.walker(bout.state, "a", 2) is not first
    bout.correct("combatants.b.place", at(3))
    closer = route.walker(bout.state, "a", 3)
    assert closer is not first
    assert [way.touches for way in closer.ways() if way.touches] == [("b",)]
    assert ends == [way.steps[-1].to.x for way in first.ways()]
    bout.correct("rules.weather", "HURRICANE")
    assert route.walker(bout.state, "a", 3).land is not closer.land
