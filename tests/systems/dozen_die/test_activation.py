"""One activation: two orders, finished one after the other, by one figure or by a pack."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ControlChanged, OutcomeReached
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.events import (
    ActivationBegan,
    ActivationEnded,
    DieSpent,
    OrderBegan,
    OrderFinished,
    PartFinished,
    WeaponLoaded,
)
from engine.systems.dozen_die.orders import Manner
from tests.systems.dozen_die.bout import FOES, HEROES, Bout, ana, ben, creature

PRAYS = {"skills": {"melee": 1, "pray": 1}}
PRAY = {who: o.Act(combatant=who, skill="pray") for who in "abcrs"}


@pytest.mark.rule("DD-ACT-05", "DD-ACT-08", "DD-ACT-09")
def test_an_activation_holds_two_orders_and_the_same_one_may_be_taken_twice() -> None:
    """Each is finished before the next; after the second the die is spent and the next is drawn."""
    bout = Bout("a...x", ana("a", **PRAYS), ben("x"))
    bout.start("a")
    bout.order(PRAY["a"])
    assert bout.the(OrderBegan) == OrderBegan(combatant="a", manner=Manner.ACTION)
    assert bout.the(OrderFinished) == OrderFinished(combatant="a", orders_left=1)
    assert bout.acting == ("a",)
    bout.order(PRAY["a"], draws=FOES)
    assert bout.the(OrderFinished).orders_left == 0
    assert bout.kinds()[-7:-1] == ["OrderFinished", "ActivationEnded", "DieSpent", "Drawn", "DieDrawn", "TurnBegan"]
    assert bout.acting == ("x",)


@pytest.mark.rule("DD-ACT-06", "DD-ACT-07")
def test_orders_come_in_any_sequence() -> None:
    """Loading, then praying, as well as praying, then loading."""
    for first, second in ((o.Reload(combatant="a", weapon="longbow"), PRAY["a"]), (PRAY["a"], None)):
        bout = Bout("a...x", ana("a", weapons=("longbow",), **PRAYS), ben("x"))
        bout.start("a")
        bout.correct("rules.figures.a.loaded", ())
        bout.order(first)
        bout.order(second or o.Reload(combatant="a", weapon="longbow"), draws=FOES)
        assert bout.figure("a").loaded == ("longbow",)


def test_an_activation_may_end_at_once_or_after_one_order() -> None:
    """What is left is lost."""
    bout = Bout("a...x", ana("a", **PRAYS), ben("x"))
    bout.start("a")
    bout.end(draws=HEROES)
    assert bout.the(ActivationEnded).combatant == "a"
    bout.activate("a")
    bout.order(PRAY["a"])
    bout.end(draws=FOES)
    assert bout.the(DieSpent).idle is False
    assert bout.refuse(PRAY["a"]).rule == "DD-ACT-01"


def test_nobody_is_ordered_who_is_not_activated() -> None:
    """Nor before somebody is."""
    bout = Bout("ab..x", ana("a", **PRAYS), ana("b", **PRAYS), ben("x"))
    bout.draw(HEROES)
    assert bout.refuse(PRAY["a"]).rule == "DD-ACT-05"
    bout.activate("a")
    assert bout.refuse(PRAY["b"]).rule == "DD-ACT-05"
    assert bout.refuse(o.EndActivation(combatant="b")).rule == "DD-ACT-05"


# -- packs
@pytest.mark.rule("DD-ACT-02")
def test_the_miniatures_of_a_pack_are_activated_together() -> None:
    """Those of the same side only, and not the injured with a green die's figure."""
    bout = Bout("abc..x", *(ana(who, pack="rats", **PRAYS) for who in "ab"), ana("c", **PRAYS), ben("x", pack="rats"))
    bout.start("b")
    assert bout.own.activation is not None
    assert bout.own.activation.figures == ("a", "b")
    assert bout.acting == ("a", "b")
    assert bout.figure("a").activations == bout.figure("b").activations == 1


@pytest.mark.rule("DD-ACT-09")
def test_each_miniature_does_its_part_of_each_order() -> None:
    """The order is finished when all have; in any sequence."""
    bout = Bout("ab..x", *(ana(who, pack="rats", **PRAYS) for who in "ab"), ben("x"))
    bout.start("a")
    bout.order(PRAY["b"])
    assert bout.the(PartFinished).combatant == "b"
    assert bout.of(OrderFinished) == []
    bout.order(PRAY["a"])
    assert bout.the(OrderFinished).orders_left == 1
    bout.order(PRAY["a"])
    bout.order(PRAY["b"], draws=FOES)
    assert bout.the(OrderFinished).orders_left == 0
    assert bout.acting == ("x",)


def test_who_has_done_its_part_waits_for_the_others_or_the_order_is_ended() -> None:
    """Whoever has had no part in it then has none; the next order is for all again."""
    bout = Bout("ab..x", *(ana(who, pack="rats", **PRAYS) for who in "ab"), ben("x"))
    bout.start("a")
    assert bout.refuse(o.EndOrder(combatant="a")).rule == "DD-ACT-09"
    assert "end-order" not in bout.keys("a")
    bout.order(PRAY["a"])
    assert bout.refuse(PRAY["a"]).rule == "DD-ACT-05"
    assert bout.keys("a") == ["end-order", "end-activation"]
    bout.order(o.EndOrder(combatant="a"))
    assert bout.the(OrderFinished).orders_left == 1
    bout.order(PRAY["b"])
    bout.order(o.EndOrder(combatant="b"), draws=FOES)
    assert bout.the(OrderFinished).orders_left == 0
    assert bout.acting == ("x",)


def test_a_pack_goes_on_without_a_miniature_that_is_gone() -> None:
    """The rest of it finishes the order."""
    bout = Bout("ab..x", *(ana(who, pack="rats", **PRAYS) for who in "ab"), ben("x"))
    bout.start("a")
    bout.correct("combatants.b.out", "casualty")
    assert bout.acting == ("a",)
    bout.order(PRAY["a"])
    assert bout.the(OrderFinished).orders_left == 1
    assert bout.acting == ("a",)


def test_an_activation_ends_with_the_last_of_its_figures() -> None:
    """And the fight with the last of a side."""
    bout = Bout("a....x", ana("a", **PRAYS), ben("x"))
    bout.start("a")
    bout.correct("combatants.x.out", "casualty")
    assert bout.of(ActivationEnded)
    assert bout.the(OutcomeReached).result == HEROES


@pytest.mark.rule("DD-ACT-16")
def test_a_neutral_pack_obeys_whoever_activated_it() -> None:
    """All its miniatures do, and none afterwards."""
    rats = (creature(who, pack="rats", **PRAYS) for who in "rs")
    bout = Bout("a....x...rs", ana("a"), ben("x"), *rats)
    bout.draw(HEROES)
    bout.activate("r")
    assert bout.the(ActivationBegan).activated == ("r", "s")
    assert [(c.combatant, c.controller) for c in bout.of(ControlChanged)] == [("r", "ana"), ("s", "ana")]
    bout.order(PRAY["s"], seat="ana")
    bout.order(o.EndActivation(combatant="r"), draws=FOES, seat="ana")
    assert [(c.combatant, c.controller) for c in bout.of(ControlChanged)] == [("r", None), ("s", None)]


def test_loading_takes_an_order() -> None:
    """One of the two."""
    bout = Bout("a...x", ana("a", weapons=("longbow",)), ben("x"))
    bout.start("a")
    bout.correct("rules.figures.a.loaded", ())
    bout.order(o.Reload(combatant="a", weapon="longbow"))
    assert bout.the(WeaponLoaded).weapon == "longbow"
    assert bout.the(OrderFinished).orders_left == 1
