"""Every decision window: who is asked, between what, what silence comes to, and what the other seats see.

A question is a `Window` of the tables in `windows/`. What nobody is asked for is a recorded draw (DW-01), forced by
rule (DW-07, DW-15, DW-18, DW-23) or an order (DW-08 to DW-13, DW-21, DW-26): below.
"""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import DecisionAnswered
from engine.kernel.state.fight import Asked
from engine.systems.mongolian_mercenaries.content.kinds import Courage, Distance
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, Wait
from engine.systems.mongolian_mercenaries.sheet import Setup
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.windows import WINDOWS, Window

SEATS = ("gm", "ana", "ben", "eye", None)

each = pytest.mark.parametrize(
    "window", [pytest.param(one, id=one.id, marks=pytest.mark.rule(*one.rules)) for one in WINDOWS]
)


def shown(bout: Bout, seat: str | None) -> tuple[Asked, ...]:
    """The questions that a seat sees to be open."""
    window = bout.arena.book.seen(bout.state, seat).fight.window
    return () if window is None else tuple(window.asked)


@each
def test_who_is_asked_about_what_and_between_what(window: Window) -> None:
    """The default is one of the answers."""
    bout = window.start()
    asked = bout.waiting[0]
    assert (asked.kind, asked.visibility, asked.seats) == (window.kind, window.visibility, window.seats)
    assert {key: asked.question[key] for key in window.about} == window.about
    assert asked.rule in window.rules
    assert (tuple(bout.choices), asked.default) == (window.keys, window.default)


@each
def test_a_deadline_takes_the_default(window: Window) -> None:
    """As if the seat had sent it, and the fight goes on."""
    bout = window.start()
    asked = bout.waiting[0]
    bout.arena.feed(*window.faces)
    bout.arena.answer(None, decision=asked.decision)
    answered = next(one for one in bout.arena.events(DecisionAnswered) if one.decision == asked.decision)
    assert (answered.choice, answered.how) == (window.default, "DEADLINE")
    assert bout.arena.fed is not None
    assert bout.arena.fed.spent


@each
@pytest.mark.parametrize("seat", SEATS)
def test_what_others_see_of_it(window: Window, seat: str | None) -> None:
    """Open: all of it. Private and sealed: that it is asked, of whom. Hidden: nothing."""
    bout = window.start()
    asked = bout.waiting[0]
    seen = [one for one in shown(bout, seat) if one.decision == asked.decision]
    knows = seat in (*asked.seats, "gm")
    if window.visibility is Visibility.HIDDEN and not knows:
        assert seen == []
        return
    (one,) = seen
    assert (one.kind, one.seats) == (asked.kind, asked.seats)
    told = (asked.offers, asked.question, asked.default)
    wide = knows or window.visibility is Visibility.OPEN
    assert (one.offers, one.question, one.default) == (told if wide else ((), {}, ""))


# -- what nobody is asked for
@pytest.mark.rule("MM-DW-01")
def test_the_battlefield_is_drawn_by_nobodys_choice() -> None:
    """A recorded draw; nobody sees the order of the deck."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=Setup())
    bout.begin(1)
    assert "Drawn" in bout.kinds()
    assert bout.own.field is not None


@pytest.mark.rule("MM-DW-07")
def test_courage_asks_nobody() -> None:
    """Forced by rule, at the start of the enemy's turn."""
    bout = Bout(pc(rank=1), foe(rank=1, courage=Courage.FEARFUL))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    assert "CourageFailed" in bout.kinds()
    assert [one.kind for one in bout.opened()] == ["AskLooting"]


@pytest.mark.rule("MM-DW-08", "MM-DW-09", "MM-DW-26")
def test_a_turn_is_orders_until_its_budget_is_spent() -> None:
    """Only the acting one's seat is offered something; after Wait again, with the rest of the budget."""
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1), setup=at(Distance.CLOSE))
    bout.begin()
    assert {"attack", "wait", "end_turn"} <= set(bout.keys("ada"))
    assert bout.keys("bob") == []
    book = bout.arena.book
    for seat in ("ben", "eye"):
        with pytest.raises(Exception, match="not yours"):
            bout.order(EndTurn(combatant="ada"), seat=seat)
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("bob",)
    assert tuple(book.seen(bout.state, "eye").fight.turn_order) == ("bob", "ada")
    bout.order(EndTurn(combatant="bob"))
    assert {"attack", "end_turn"} <= set(bout.keys("ada"))
    bout.order(Attack(combatant="ada", target="bob"), 2, 2, 2)
