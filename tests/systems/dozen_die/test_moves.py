"""Moves over open ground, among others, and off the board."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantOut, Moved
from engine.systems.dozen_die.board.steps import Barred
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.events import ContactMade, OrderFinished, WayDeclared
from engine.systems.dozen_die.orders import Activate, Charge, March, Move, Step, StepBy
from engine.systems.dozen_die.rules.board.route import WRONG
from tests.systems.dozen_die.bout import Bout, ana, at, ben, creature
from tests.systems.dozen_die.grounds import ground, path

FAR = "a..........b"


@pytest.mark.rule("DD-MOVE-01", "DD-MOVE-02", "DD-MOVE-03", "DD-EX-01")
def test_a_move_goes_up_to_the_movement_square_by_square() -> None:
    """Turning freely, aslant too; each step is a fact of its own."""
    bout = Bout(f"{FAR}\n............\n............", ana("a"), ben("b"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 1), (1, 2), (0, 2))))
    assert [m.to for m in bout.of(Moved)] == [at(1, 1), at(1, 2), at(0, 2)]
    assert bout.the(WayDeclared).charged is None
    assert bout.rolls() == []
    refused = bout.refuse(Move(combatant="a", path=path((1, 2), (2, 2), (3, 2), (4, 2))))
    assert (refused.rule, refused.field) == ("DD-MOVE-01", "path")


@pytest.mark.rule("DD-ACT-08", "DD-ACT-09", "DD-ACT-10")
def test_a_second_move_has_the_full_allowance_and_none_of_the_first() -> None:
    """What the first left unused is lost."""
    bout = Bout(FAR, ana("a"), ben("b"))
    bout.start("a")
    bout.order(Move(combatant="a", to=at(1)))
    assert bout.the(OrderFinished).orders_left == 1
    bout.refuse(Move(combatant="a", to=at(5)))
    bout.order(Move(combatant="a", to=at(4)), draws="heroes")
    assert bout.place("a") == at(4)


@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-07", "DD-MOVE-08")
def test_what_is_shut_is_no_way() -> None:
    """A wall; a usual door for a large figure; a low tunnel."""
    bout = Bout("a.........b\n...........", ana("a"), ben("b"), setup=ground(".#.........", "..........."))
    bout.start("a")
    assert bout.refuse(Move(combatant="a", path=path((1, 0)))).rule == "DD-MOVE-05"
    bout.order(Move(combatant="a", to=at(2)), draws=None)
    assert bout.place("a") == at(2)
    large = Bout("a.........b\n...........", ana("a", size=2), ben("b"), setup=ground("..''.......", "..''......."))
    large.start("a")
    assert large.refuse(Move(combatant="a", path=path((1, 0)))).rule == "DD-MOVE-05"


@pytest.mark.rule("DD-MOVE-09", "DD-MOVE-10")
def test_through_ones_own_but_not_onto_them() -> None:
    """A friend in the way."""
    bout = Bout("ac........b", ana("a"), ana("c"), ben("b"), setup=ground("..........."))
    bout.start("a")
    assert bout.refuse(Move(combatant="a", path=path((1, 0)))).rule == "DD-MOVE-10"
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0))))
    assert bout.place("a") == at(2)


@pytest.mark.rule("DD-MOVE-11")
def test_not_through_foreign_figures_and_neutrals_are_foreign() -> None:
    """One step would be contact; even from contact there is no way through."""
    bout = Bout("an........b", ana("a"), creature("n"), ben("b"), setup=ground("...........", restored=True))
    bout.start("a")
    assert bout.refuse(Move(combatant="a", path=path((1, 0), (2, 0)))).rule == "DD-MOVE-11"


@pytest.mark.rule("DD-MOVE-12", "DD-MOVE-13", "DD-CHG-01")
def test_a_move_that_touches_a_foreign_figure_stops_there_and_is_a_charge() -> None:
    """An empty square between them lets him pass."""
    bout = Bout("a......\n.......\n...b...\n.......", ana("a", mv=5), ben("b"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0), (4, 0))))
    assert bout.of(ContactMade) == []
    bout.order(Move(combatant="a", path=path((5, 0), (4, 1), (3, 1), (2, 1))), 12, 12)
    assert [m.to for m in bout.of(Moved) if m.combatant == "a"] == [at(5, 0), at(4, 1)]
    met = bout.the(ContactMade)
    assert (met.attacker, met.defender) == ("a", "b")


@pytest.mark.rule("DD-MOVE-13", "DD-CHG-06")
def test_whoever_touches_two_at_once_picks_one() -> None:
    """The other is not fought."""
    bout = Bout("...b\na...\n...c", ana("a"), ben("b"), ben("c"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 1), (2, 1))))
    assert bout.asked == ["FightWhom"]
    assert bout.choices == ["b", "c"]
    bout.answer("c", 12, 12)
    assert bout.the(ContactMade).defender == "c"


@pytest.mark.rule("DD-MOVE-14", "DD-MOVE-15")
def test_an_own_figure_may_leave_the_board_for_good() -> None:
    """The step over the edge costs a square like any other; nobody can be put back."""
    bout = Bout(".a........b", ana("a"), ana("c", place=at(5)), ben("b"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((0, 0)), off=True), draws="heroes")
    assert bout.the(CombatantOut).reason == "left"
    assert bout.who("a").out == "left"
    assert bout.place("a") is None
    assert "a" not in bout.acting


@pytest.mark.rule("DD-MOVE-15")
@pytest.mark.parametrize("drawn", ["heroes", "foes"])
def test_who_has_left_the_board_is_refused_for_that_and_for_nothing_else(drawn: str) -> None:
    """Whosever die is in hand, and whatever it would do."""
    bout = Bout(".a........b", ana("a"), ana("c", place=at(5)), ben("b"))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((0, 0)), off=True), draws=drawn)
    for order in (
        Activate(by="a", combatant="a"),
        March(combatant="a", to=at(2)),
        Move(combatant="a", path=path((1, 0))),
        Charge(combatant="a", target="b", path=path((1, 0))),
    ):
        refused = bout.refuse(order)
        assert (refused.reason, refused.rule) == ("a has left the board", "DD-MOVE-15")


@pytest.mark.rule("DD-MOVE-01", "DD-JUMP-01")
def test_a_way_is_offered_with_the_word_for_a_step_that_is_a_jump() -> None:
    """A step without a word is a plain one."""
    bout = Bout(FAR, ana("a"), ben("b"))
    bout.start("a")
    (field,) = [field for offer in bout.offers("a") for field in offer.fields if field.kind == "path"][:1]
    assert field.words == ("JUMP",)
    bout.order(Move(combatant="a", path=(Step(cell=at(1).cell), Step(cell=at(3).cell, by=StepBy.JUMP))))
    assert bout.place("a") == at(3)


@pytest.mark.rule("DD-MOVE-14")
def test_the_step_over_the_edge_is_one_of_the_movement() -> None:
    """Three squares to the edge are too far for three."""
    bout = Bout("...........\n...........\n...a......b", ana("a"), ben("b"))
    bout.start("a")
    assert bout.refuse(Move(combatant="a", path=path((2, 1), (1, 1), (0, 1)), off=True)).rule == "DD-MOVE-01"
    assert bout.refuse(Move(combatant="a", path=path((2, 1)), off=True)).rule == "DD-MOVE-14"
    bout.order(Move(combatant="a", path=path((2, 1), (1, 0)), off=True))
    assert bout.who("a").out == "left"


@pytest.mark.rule("DD-MOVE-16")
def test_neutrals_stay_unless_the_adventure_lets_them_go() -> None:
    """Whoever activates them."""
    closed = Bout("n..a......b", creature("n"), ana("a"), ben("b"))
    closed.draw("heroes")
    closed.activate("n", by="a")
    assert closed.refuse(Move(combatant="n", off=True)).rule == "DD-MOVE-16"
    assert "move-off" not in closed.keys("n")
    hired = Bout("n..a......b", creature("n", kind=Kind.VASSAL), ana("a"), ben("b"))
    hired.draw("heroes")
    hired.activate("n", by="a")
    assert hired.refuse(Move(combatant="n", off=True)).rule == "DD-MOVE-16"
    tamed = Bout("n..a......b", ana("n", kind=Kind.CREATURE), ana("a"), ben("b"))
    tamed.start("n")
    assert tamed.refuse(Move(combatant="n", off=True)).rule == "DD-MOVE-16"
    opened = Bout(
        "n..a......b", creature("n"), ana("a"), ben("b"), setup=ground("...........", neutrals_may_leave=True)
    )
    opened.draw("heroes")
    opened.activate("n", by="a")
    assert "move-off" in opened.keys("n")
    opened.order(Move(combatant="n", off=True), draws="foes")
    assert opened.who("n").out == "left"


def test_who_begins_in_contact_may_step_out_of_it() -> None:
    """Of a position in the middle of a fight; touching him again is a charge."""
    bout = Bout(".....\n.a...\n..b..\n.....", ana("a"), ben("b"), setup=ground(*["....."] * 4, restored=True))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 2), (0, 2))))
    assert bout.of(ContactMade) == []
    assert bout.place("a") == at(0, 2)


# -- marches
@pytest.mark.rule("DD-MARCH-03", "DD-MARCH-04", "DD-MARCH-09")
def test_a_march_is_a_move_before_the_activation() -> None:
    """It may come near, and its figure still has two orders."""
    bout = Bout("a......b", ana("a"), ben("b"))
    bout.draw("heroes")
    bout.order(March(combatant="a", to=at(3)))
    assert bout.place("a") == at(3)
    assert "march" not in bout.keys("a")
    bout.activate("a")
    bout.order(Move(combatant="a", to=at(1)))
    bout.order(Move(combatant="a", to=at(0)), draws="foes")


@pytest.mark.rule("DD-MARCH-07")
def test_hard_ground_slows_a_march_as_it_does_a_move() -> None:
    """A river: one die, and half the movement."""
    bout = Bout("a.......b", ana("a"), ben("b"), setup=ground(".~~~....."))
    bout.draw("heroes")
    bout.order(March(combatant="a", to=at(3)), 7)
    assert bout.asked == ["GoOnHow"]
    bout.answer("keep")
    assert bout.place("a") == at(2)
    assert bout.rolls() == []


@pytest.mark.rule("DD-MARCH-08")
def test_a_march_into_contact_is_a_charge() -> None:
    """As any move is; then the draw goes on."""
    bout = Bout("a......b", ana("a", mv=6), ben("b"))
    bout.draw("heroes")
    bout.order(March(combatant="a", path=path(*((x, 0) for x in range(1, 7)))), 12, 12)
    assert bout.the(ContactMade).attacker == "a"
    assert bout.own.activation is None
    bout.activate("a")


# -- what is offered
def test_what_is_offered_is_accepted() -> None:
    """Every listed end, every listed way, and leaving."""
    rows = ("...~..", "..1...", "L2....", "......")
    start = Bout("......\n.a....\n......\n.....b", ana("a"), ben("b"), setup=ground(*rows))
    start.start("a")
    for offer in start.offers("a"):
        for field in offer.fields:
            for pick in field.picks:
                if offer.key.startswith(("move", "charge")):
                    again = Bout("......\n.a....\n......\n.....b", ana("a"), ben("b"), setup=ground(*rows))
                    again.start("a")
                    bodies = {"to": {"to": pick}, "path": {"path": pick}}[field.name]
                    kind = Move if offer.key.startswith("move") else Charge
                    more = {} if kind is Move else {"target": offer.body.target}
                    before = len(again.arena.stream)
                    again.arena.feed(1, 1, 1, 1, 1, 1)
                    again.arena.order("ana", kind(combatant="a", **bodies, **more))
                    assert len(again.arena.stream) > before


def test_offers_of_a_move_keep_out_of_contact() -> None:
    """Its ends do; ways into contact are offered as ways, and as charges."""
    bout = Bout("a....b", ana("a", mv=4), ben("b"))
    bout.start("a")
    offers = {offer.key: offer for offer in bout.offers("a")}
    assert [place.cell.x for place in offers["move"].fields[0].among] == [1, 2, 3]
    assert [len(way) for way in offers["move-path"].fields[0].among] == [1, 2, 3, 4]
    assert offers["charge-b"].body == Charge(
        combatant="a", target="b", path=path((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0))
    )


def test_an_order_that_says_nothing_or_too_much_is_refused() -> None:
    """Nowhere; by a path to a place; from where there is no edge; to a place that no way leads to."""
    bout = Bout(".......\n...a..b\n.......", ana("a", kind=Kind.VASSAL), ben("b", place=at(6, 1)))
    bout.start("a")
    assert bout.refuse(Move(combatant="a")).field == "path"
    assert bout.refuse(Move(combatant="a", to=at(4), path=path((4, 0)))).field == "to"
    assert bout.refuse(Move(combatant="a", off=True)).field == "off"
    assert bout.refuse(Move(combatant="a", to=at(3, 1, 2))).field == "to"
    assert bout.refuse(Charge(combatant="a", target="a")).rule == "DD-CHG-01"


def test_whatever_bars_a_step_says_why_and_by_which_rule() -> None:
    """In words that a player understands."""
    assert set(WRONG) == set(Barred)
    assert all(why and rule.startswith("DD-") for why, rule in WRONG.values())
