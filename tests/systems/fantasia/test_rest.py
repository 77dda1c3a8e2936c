"""Rest after a battle."""

from __future__ import annotations

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import Rested
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def after_battle(**more: int) -> Bout:
    """40 hp and 20 mp at most, 10 and 5 left; the foe is dead, the battle over."""
    figures = sheet(hp=40, mp=20)
    bout = Bout(hero("a", figures, vitals={"hp": 10, "mp": 5}), hero("b"), foe("x", conditions=("dead",)))
    bout.order(o.CallOff(winner="heroes"), seat="gm")
    return bout


def rest(bout: Bout, hours: int, *, interrupted: bool = False, whom: tuple[str, ...] = ("a",)) -> None:
    bout.order(o.Rest(combatants=whom, hours=hours, interrupted=interrupted), seat="gm")


@pytest.mark.rule("FF-REST-01")
@pytest.mark.parametrize("hours", [8, 9])
def test_ff_rest_01_eight_hours_give_back_everything(hours: int) -> None:
    """All points of both kinds, and nobody is asked."""
    bout = after_battle()
    rest(bout, hours)
    assert (bout.hp("a"), bout.mp("a")) == (40, 20)
    assert bout.rule_of(Rested) == "FF-REST-01"
    assert bout.the(Rested).percent == 100


@pytest.mark.rule("FF-REST-02")
def test_ff_rest_02_three_hours_at_40_and_20_are_12_and_6() -> None:
    """The worked example: 10 percent of the maxima for each hour."""
    bout = after_battle()
    rest(bout, 3)
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["RestShare"], ("gm",), "hourly")
    bout.answer("hourly")
    assert (bout.hp("a"), bout.mp("a")) == (10 + 12, 5 + 6)


@pytest.mark.rule("FF-REST-02")
@pytest.mark.parametrize(
    ("hours", "interrupted", "percent", "hp"),
    [(7, False, 70, 38), (8, True, 80, 40), (9, True, 90, 40), (40, True, 100, 40)],
)
def test_ff_rest_02_less_than_eight_hours_or_an_interruption(
    hours: int, interrupted: bool, percent: int, hp: int
) -> None:
    """A share of the maxima; never more than all of it, nor above them."""
    bout = after_battle()
    rest(bout, hours, interrupted=interrupted)
    bout.answer("hourly")
    assert bout.the(Rested).percent == percent
    assert bout.hp("a") == hp


@pytest.mark.rule("FF-REST-02")
def test_ff_rest_02_the_gm_may_set_another_share() -> None:
    """Rounded down; nothing at all too."""
    bout = after_battle()
    rest(bout, 2)
    bout.answer("own", percent=33)
    assert (bout.hp("a"), bout.mp("a")) == (10 + 13, 5 + 6)
    rest(bout, 2)
    bout.answer("own", percent=0)
    assert bout.hp("a") == 23


@pytest.mark.rule("FF-REST-01", "FF-KO-05")
def test_ff_rest_01_the_unconscious_come_round_with_points_only() -> None:
    """Their counter stands still after the battle; a share of nothing wakes nobody."""
    bout = Bout(hero("a", vitals={"hp": 0}), hero("b"), foe("x"))
    bout.order(o.CallOff(), seat="gm")
    rest(bout, 1)
    bout.answer("own", percent=0)
    assert bout.has("a", "unconscious")
    rest(bout, 1)
    bout.answer("hourly")
    assert not bout.has("a", "unconscious")
    assert bout.hp("a") == 2


@pytest.mark.rule("FF-REST-01")
def test_ff_rest_01_who_is_there_and_not_dead_and_only_after_the_battle() -> None:
    """Neither in a fight nor before it; not the dead; each once."""
    order = o.Rest(combatants=("a",))
    assert Bout(hero("a"), foe("x")).refuse(order, seat="gm").rule == "FF-REST-01"
    assert Bout(hero("a"), foe("x"), begin=False).refuse(order, seat="gm").rule == "FF-REST-01"
    bout = after_battle()
    bout.order(o.Leave(combatant="b"), seat="gm")
    for whom in (("x",), ("b",), ("a", "a"), ()):
        assert bout.refuse(o.Rest(combatants=whom), seat="gm").rule == "FF-REST-01"
    (offer,) = [offer for offer in bout.offers(None) if offer.key == "rest"]
    assert offer.body.combatants == ("a",)
