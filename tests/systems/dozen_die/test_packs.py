"""A pack in contact: all its miniatures come there first, then one of them fights, and all are sent away."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.events import (
    ContactHeld,
    ContactMade,
    MeleeFought,
    OrderFinished,
    PartFinished,
    Pushed,
    Separated,
)
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, at, ben, creature

ROWS = "r......\n...x...\ns......\n......."


def rats() -> Bout:
    """Two rats of Ana's, activated; x of Ben's is three squares off."""
    bout = Bout(ROWS, *(ana(who, pack="rats", st=6, mv=4) for who in "rs"), ben("x", st=6), ana("z", place=at(6, 3)))
    bout.start("r")
    return bout


def test_a_contact_waits_for_the_rest_of_the_pack() -> None:
    """No dice yet; the other one comes too, and its player picks who fights."""
    bout = rats()
    bout.order(o.Charge(combatant="r", target="x", path=_path((1, 0), (2, 0))))
    assert bout.the(ContactHeld) == ContactHeld(attacker="r", defender="x", used=None)
    assert bout.of(ContactMade) == []
    assert bout.the(PartFinished).combatant == "r"
    bout.order(o.Charge(combatant="s", target="x", path=_path((1, 2), (2, 2))))
    assert bout.asked == ["WhichFights"]
    assert bout.choices == ["r-x", "s-x"]
    assert bout.waiting[0].seats == ("ana",)
    bout.answer("s-x", 6, 4)
    assert bout.the(ContactMade) == ContactMade(attacker="s", defender="x", used=None)
    assert bout.the(MeleeFought).winner == "s"
    assert bout.asked == ["PushWhere"]
    bout.answer(bout.waiting[0].default, 1)
    assert bout.the(Pushed).combatant == "x"
    while bout.waiting:
        assert bout.asked == ["SeparateNext"]
        bout.answer(bout.waiting[0].default)
    assert bout.the(OrderFinished).orders_left == 1
    assert bout.acting == ("r", "s")


@pytest.mark.rule("DD-PUSH-10", "DD-CHG-06")
def test_who_of_a_pack_has_not_fought_is_sent_away_by_the_defender() -> None:
    """The defender wins here and pushes the one who fought; then the other is moved out of contact."""
    bout = rats()
    bout.order(o.Charge(combatant="r", target="x", path=_path((1, 0), (2, 0))))
    bout.order(o.Charge(combatant="s", target="x", path=_path((1, 2), (2, 2))))
    bout.answer("s-x", 2, 4)
    assert bout.the(MeleeFought).winner == "x"
    assert bout.waiting[0].seats == ("ben",)
    bout.answer(bout.waiting[0].default, 1)
    assert bout.the(Pushed).combatant == "s"
    assert bout.asked == ["SeparateNext"]
    assert bout.waiting[0].seats == ("ben",)
    bout.answer(bout.waiting[0].default)
    assert bout.the(Separated).combatant == "r"


def test_the_order_may_be_ended_before_all_have_come() -> None:
    """Then those who are there fight; so it is when the whole activation is ended."""
    for end in (o.EndOrder(combatant="s"), o.EndActivation(combatant="s")):
        bout = rats()
        bout.order(o.Charge(combatant="r", target="x", path=_path((1, 0), (2, 0))))
        bout.order(end, 6, 4)
        assert bout.the(ContactMade).attacker == "r"
        last = isinstance(end, o.EndActivation)
        bout.answer(bout.waiting[0].default, 1, draws=FOES if last else None)
        assert bout.acting == (("x",) if last else ("r", "s"))


def test_a_contact_that_is_broken_meanwhile_is_not_fought() -> None:
    """Nobody is there any more."""
    bout = rats()
    bout.order(o.Charge(combatant="r", target="x", path=_path((1, 0), (2, 0))))
    bout.correct("combatants.x.place", at(6, 1))
    bout.order(o.EndOrder(combatant="s"))
    assert bout.of(ContactMade) == []
    assert bout.the(OrderFinished).orders_left == 1


def test_the_last_of_a_pack_meets_at_once_where_nobody_waits() -> None:
    """The others have had their part, out of contact."""
    bout = rats()
    bout.order(o.Move(combatant="r", to=at(1, 0)))
    bout.order(o.Charge(combatant="s", target="x", path=_path((1, 2), (2, 2))), 6, 4)
    assert bout.of(ContactHeld) == []
    assert bout.the(MeleeFought).attacker == "s"


def test_a_neutral_pack_asks_who_activated_it() -> None:
    """And its opponent where it retreats to."""
    bout = Bout(
        ROWS, *(creature(who, pack="rats", st=6, mv=4) for who in "rs"), ben("x", st=6), ana("z", place=at(6, 3))
    )
    bout.draw(HEROES)
    bout.activate("r")
    bout.order(o.Charge(combatant="r", target="x", path=_path((1, 0), (2, 0))))
    bout.order(o.Charge(combatant="s", target="x", path=_path((1, 2), (2, 2))))
    assert (bout.asked, bout.waiting[0].seats) == (["WhichFights"], ("ana",))


def _path(*squares: tuple[int, int]) -> tuple[o.Step, ...]:
    return tuple(o.Step(cell=Cell(x, y)) for x, y in squares)
