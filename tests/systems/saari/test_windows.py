"""Every decision window: who is asked, between what, what silence comes to, and what the other seats see.

A question is a `Window` of the tables in `windows.py`, an order or a field of one a `Choice`. The setup (W-01, W-02) is
tested in `test_clock` and `test_ambush`, what is done by itself (W-10, W-34) in `test_gear` and `test_scenes`.
"""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from engine.kernel.state.events import DecisionAnswered
from engine.kernel.state.fight import Asked
from engine.systems.saari.events import AttackDeclared
from engine.systems.saari.orders import Attack, Cast
from engine.systems.saari.questions import QUESTIONS
from engine.systems.saari.rules.turns.handlers import GM_ORDERS, ORDER_HANDLERS
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc
from tests.systems.saari.windows import HIDDEN, OPEN, ORDERED, WINDOWS, Choice, Window, begun

SEATS = ("gm", "ana", "ben", "eye", None)

each = pytest.mark.parametrize(
    "window", [pytest.param(one, id=one.id, marks=pytest.mark.rule(*one.rules)) for one in WINDOWS]
)


def shown(bout: Bout, seat: str | None) -> tuple[Asked, ...]:
    """The questions that a seat sees to be open."""
    window = bout.arena.book.seen(bout.state, seat).fight.window
    return () if window is None else tuple(window.asked)


def test_the_table_has_every_question() -> None:
    """None is missing."""
    assert {one.kind for one in WINDOWS} == {one.__name__ for one in QUESTIONS}


@each
def test_who_is_asked_for_whom_and_between_what(window: Window) -> None:
    """One seat at a time; the default is one of the answers."""
    bout = window.start()
    (asked,) = bout.waiting
    assert (asked.kind, asked.visibility) == (window.kind, window.visibility)
    assert (asked.seats, asked.question["combatant"]) == ((window.asked[0],), window.asked[1])
    assert (tuple(bout.choices), asked.default) == (window.keys, window.default)


@each
def test_a_deadline_takes_the_default(window: Window) -> None:
    """As if the seat had sent it, and the fight goes on."""
    bout = window.start()
    (asked,) = bout.waiting
    bout.arena.feed(*window.faces)
    bout.keep(bout.arena.answer(None, decision=asked.decision))
    answered = next(one for one in bout.arena.events(DecisionAnswered) if one.decision == asked.decision)
    assert (answered.choice, answered.how) == (window.default, "DEADLINE")


@pytest.mark.rule("G-66")
@each
@pytest.mark.parametrize("seat", SEATS)
def test_what_others_see_of_it(window: Window, seat: str | None) -> None:
    """Open: all of it. Private: that it is asked, of whom. Hidden: nothing.  [G-66]"""
    bout = window.start()
    (asked,) = bout.waiting
    seen = shown(bout, seat)
    knows = seat in (*asked.seats, "gm")
    if window.visibility is HIDDEN and not knows:
        assert seen == ()
        return
    (one,) = seen
    assert (one.kind, one.seats) == (asked.kind, asked.seats)
    told = (asked.offers, asked.question, asked.default)
    assert (one.offers, one.question, one.default) == (told if knows or window.visibility is OPEN else ((), {}, ""))


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(
    ("window", "key"), [pytest.param(one, key, id=f"{one.id} {key}") for one in WINDOWS for key in one.told]
)
def test_what_the_game_master_has_chosen_is_told_to_all(window: Window, key: str) -> None:
    """Others read nothing of the question, and once it is answered what has come of it."""
    bout = window.start()
    assert set(window.told) == set(window.keys)
    told, faces = window.told[key]
    bout.arena.feed(*faces)
    before = len(bout.arena.stream)
    bout.arena.answer("gm", key, {"advantages": ["tools"]} if key == "change" else {})
    while bout.arena.fed is not None and bout.arena.fed.left:  # a roll is ruled on as well
        bout.arena.answer("gm", bout.waiting[0].default)
    (first, *_) = [one for one in bout.arena.stream[before:] if isinstance(one.event, told)]
    assert (first.draft.to, first.draft.whole) == (None, False)


def test_every_choice_in_secret_is_told_once_it_is_made() -> None:
    """Of those of the game master as a judge."""
    rulings = {one.__name__ for one in QUESTIONS if one.ruling and one.visibility is HIDDEN}
    assert {one.kind for one in WINDOWS if one.told} == rulings
    assert {one.id for one in WINDOWS if one.told} == {
        "W-12",
        "W-16",
        "W-19",
        "W-23",
        "W-24",
        "W-29",
        "W-29 of an opponent",
    }


# -- what nobody is asked for
@pytest.mark.rule("G-66")
@pytest.mark.parametrize("choice", ORDERED, ids=lambda one: one.id)
def test_the_other_windows_are_orders(choice: Choice) -> None:
    """The game master's at any count; a character's at its own."""
    for order in choice.orders:
        assert order in (GM_ORDERS if choice.gm else ORDER_HANDLERS)
        if choice.field:
            fields = {one.name: one for one in structs.fields(order)}
            assert choice.field in fields
            if choice.field != "target" or order is Cast:
                assert fields[choice.field].default is None


@pytest.mark.rule("SA-MOUNT-04", "G-44")
def test_whoever_attacks_names_rider_or_mount() -> None:
    """W-28: the rider unless it says otherwise, also where the mount has joined first; everybody reads whom."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    for entries in ((pc("ada"), pony), (pony, pc("ada"))):
        bout = begun(*entries, npc("gob", initiative=9, kp=9))
        (offer,) = [one for one in bout.offers("gob") if one.key == "attack-club"]
        assert (offer.body.target, offer.fields[0].among) == ("ada", ("ada", "pony"))
        bout.order(Attack(combatant="gob", target="pony"), 4, 2)
        declared = next(one for one in bout.last if isinstance(one.event, AttackDeclared))
        assert (declared.event.target, declared.draft.to) == ("pony", None)


def test_no_window_is_missing() -> None:
    """Of the 37 of the rule document; those that nobody chooses in are the setup, or done by themselves."""
    ids = {int(found) for one in (*WINDOWS, *ORDERED) for found in re.findall(r"W-(\d\d)", one.id)}
    assert set(range(1, 38)) - ids == {1, 2, 10, 34}
