"""What a position must be like for a fight to begin in it."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.orders import Activate
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.sheet import Dice, SpecialAction
from tests.systems.dozen_die.bout import BOOK, HEROES, Bout, ana, at, ben
from tests.systems.dozen_die.laid import Setup, Sign

ROOF = Sign(sign="H", height=2, faces="castle_wall")


def refused(rows: str, *entries: Entry, setup: Setup | None = None) -> str:
    """Why a fight is not created."""
    with pytest.raises(RuleRefusal) as found:
        Bout(rows, *entries, setup=setup, legend=(ROOF,))
    return found.value.reason


def test_two_on_one_square_are_refused_with_all_the_squares_they_take() -> None:
    """Friends or not."""
    assert "one square" in refused("a....x", ana("a"), ben("x"), ana("b", place=at(0, 0)))
    assert "one square" in refused("o....x\n.b....", ana("o", ref="ogre"), ben("x"), ana("b"))


@pytest.mark.rule("DD-PUSH-01")
def test_foreign_contact_is_refused_unless_a_position_is_restored() -> None:
    """Own figures may stand side by side."""
    assert "contact" in refused("ab.\n..x", ana("a"), ana("b"), ben("x"))
    bout = Bout("ab.\n..x", ana("a"), ana("b"), ben("x"), setup=Setup(restored=True))
    bout.draw(HEROES)
    assert bout.acting == ("a", "b")


PLACES = [
    (10, 0, False),  # beside the board
    (2, 0, False),  # in a wall
    (0, 3, False),  # in the air
    (4, 0, False),  # in a house
    (4, 2, True),  # on its roof
    (3, 1, True),  # on the face of its wall
    (3, 3, False),  # above that
]


@pytest.mark.parametrize(("x", "height", "good"), PLACES)
def test_nobody_stands_beside_the_board_in_a_wall_or_in_the_air(x: int, height: int, good: bool) -> None:
    """On a roof one does, and on a face that can be climbed one hangs."""
    entries = (ana("a", place=at(x, 0, height)), ben("z"))
    if good:
        bout = Bout("..#.H....z", *entries, legend=(ROOF,))
        bout.draw(HEROES)
        assert bout.acting == ("a",)
    else:
        assert "set up" in refused("..#.H....z", *entries)


def test_whoever_the_game_master_puts_onto_another_keeps_the_fight_from_beginning() -> None:
    """It is not offered then, and refused."""
    bout = Bout("a....x", ana("a"), ben("x"))
    bout.correct("combatants.x.place", at(0, 0))
    assert bout.keys(None) == ["change-weather"]
    assert "one square" in bout.refuse(Begin(), seat="gm").reason


@pytest.mark.rule("DD-ACT-12")
@pytest.mark.parametrize("opens", [Cell(1, 0), Cell(2, 0), Cell(9, 0)])
def test_a_special_action_opens_a_door(opens: Cell) -> None:
    """Neither plain ground, nor a wall, nor nothing."""
    special = SpecialAction(key="gate", name="Gate", opens=opens)
    assert "opens a door" in refused("a.#+.z", ana("a"), ben("z"), setup=Setup(specials=(special,)))


def test_everybody_knows_everybody_s_figures() -> None:
    """The game has no secrets: a table need not say so."""
    bout = Bout("a..z", ana("a"), ben("z", hp=2))
    seen = BOOK.seen(bout.state, "ana").fight
    assert seen.figures_open
    assert seen.combatants["z"].vitals["hp"].now == 2


@pytest.mark.parametrize("place", [at(99), at(-1), None])
def test_who_is_set_beside_the_board_in_the_middle_of_a_fight_is_not_on_it(place: Place | None) -> None:
    """The game master may do so; the fight goes on without him, and back he is where he can act."""
    bout = Bout("ab...z", ana("a"), ana("b"), ben("z"))
    bout.draw(HEROES)
    bout.correct("combatants.a.place", place)
    assert bout.refuse(Activate(by="a", combatant="a")).rule == "DD-ACT-02"
    assert bout.keys("b") == ["activate"]
    bout.activate("b")
    bout.end(draws=HEROES)
    assert bout.acting == ("b",)
    bout.correct("combatants.a.place", at(0))
    bout.activate("b")
    bout.end(draws=HEROES)
    assert bout.acting == ("a", "b")


@pytest.mark.rule("DD-DICE-07")
def test_a_side_has_dice_once_and_neutrals_have_none() -> None:
    """Nor is a special action there twice; it is refused as the fight is created."""
    gate = SpecialAction(key="gate", name="Gate", opens=Cell(3, 0))
    for setup, field in (
        (Setup(dice=(Dice(side=HEROES), Dice(side=HEROES, pool=1))), "setup.dozenDie.dice.1.side"),
        (Setup(dice=(Dice(side="neutral"),)), "setup.dozenDie.dice.0.side"),
        (Setup(specials=(gate, gate)), "setup.dozenDie.specials.1.key"),
    ):
        with pytest.raises(RuleRefusal) as refused:
            Bout("a..+..z", ana("a"), ben("z"), setup=setup)
        assert refused.value.field == field


@pytest.mark.parametrize(
    ("x", "height", "reason"),
    [(0, 0, "one square"), (2, 0, "cannot stand"), (4, 3, "hangs"), (10, 0, "cannot stand"), (8, 0, "contact")],
)
def test_who_enters_a_fight_that_has_begun_needs_room(x: int, height: int, reason: str) -> None:
    """Somebody's square, a wall, the air, beside the board, beside a foe; what others do is not his affair."""
    bout = Bout("..#......z", ana("a", place=at(0, 0)), ben("z"), legend=(ROOF,))
    bout.draw(HEROES)
    refusal = bout.refuse(ana("c", place=at(x, 0, height)), seat="gm")
    assert reason in refusal.reason
    assert refusal.field == "place"
    bout.order(ana("c", place=at(4, 0)), seat="gm")
    assert bout.state.fight.combatants["c"].place == at(4, 0)


def test_contact_is_judged_near_a_figure_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not between all of a crowd: of sixty with room around each nobody is compared with another."""
    compared: list[tuple[str, str]] = []
    touches = board.touches

    def counted(state: DozenDieFight, one: str, other: str) -> bool:
        compared.append((one, other))
        return touches(state, one, other)

    monkeypatch.setattr(board, "touches", counted)
    people = [(ana if n % 2 else ben)(f"p{n}", place=at(n % 20 * 2, n // 20 * 2)) for n in range(60)]
    rows = "\n".join(["." * 40] * 6)
    Bout(rows, *people)
    assert compared == []
    assert "p1 and x are set up in contact" in refused(rows, *people, ben("x", place=at(3, 1)))
