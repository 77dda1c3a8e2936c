"""Every decision window: who decides, between what, what silence comes to, and what the other seats learn.

A question is a `Window` of the table in `windows.py`; orders, which nobody is asked for, follow it (DW-04 to DW-06,
DW-08, DW-10, DW-13 to DW-16, DW-19). DW-01 is the sheet (`test_sheets.py`), DW-18 is forced (below). That two commits
of the sealed windows cannot be told apart is tested in `test_secrets.py` and `test_sealed.py`, for a fireball in
`test_spells.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Point
from engine.kernel.state.events import AnswersRevealed, DecisionAnswered, DecisionOpened
from engine.kernel.state.fight import Asked
from engine.kernel.structs.messages import Order
from engine.systems.minis.orders import Attack, Cast, Concede, EndActivation, GiveOrder, Move, Pivot, Run, Wait
from engine.systems.minis.rules.movement.orders import Stop
from tests.support.fights.exports import reads
from tests.systems.minis.bout import Bout, ana, ben, place, point
from tests.systems.minis.casts import bid, cast, ready
from tests.systems.minis.steps import move
from tests.systems.minis.windows import OPEN, PRIVATE, SEALED, WINDOWS, Window

SEATS = ("gm", "ana", "ben", "eye", None)


each = pytest.mark.parametrize(
    "window", [pytest.param(one, id=one.id, marks=pytest.mark.rule(*one.rules)) for one in WINDOWS]
)


def about(asked: Asked) -> str:
    """The mini that a question is about, or the minis that may be picked."""
    return str(asked.question.get("combatant") or " ".join(asked.question["combatants"]))


def shown(bout: Bout, seat: str | None) -> list[Asked]:
    """The window as a seat sees it."""
    window = bout.arena.book.seen(bout.state, seat).fight.window
    assert window is not None
    return list(window.asked)


def read_after(bout: Bout, seat: str | None, before: int) -> str:
    """What a seat reads of all that came after so many events."""
    return b"\n".join(reads(bout.arena, seat)[before:]).decode()


@each
def test_who_is_asked_for_whom_and_between_what(window: Window) -> None:
    """All at once where several are; each may send the default as it stands."""
    bout = window.start()
    assert [asked.kind for asked in bout.waiting] == [window.kind] * len(window.asked)
    assert tuple((asked.seats[0], about(asked)) for asked in bout.waiting) == window.asked
    assert all(len(asked.seats) == 1 for asked in bout.waiting)
    assert tuple(bout.choices) == window.keys
    assert {asked.default for asked in bout.waiting} == {window.default}
    assert {asked.visibility for asked in bout.waiting} == {window.visibility}


@each
def test_a_deadline_takes_the_default(window: Window) -> None:
    """As if the seat had sent it; recorded as the deadline's."""
    bout = window.start()
    before = len(bout.arena.events(DecisionAnswered))
    bout.arena.feed(*window.faces)
    for asked in bout.waiting:
        bout.arena.answer(None, decision=asked.decision)
    window.silence(bout)
    answers = bout.arena.events(DecisionAnswered)[before:]
    assert {(one.choice, one.how) for one in answers} == {(window.default, "DEADLINE")}
    assert bout.arena.fed is not None
    assert bout.arena.fed.spent


@each
def test_a_table_that_does_not_ask_takes_the_default(window: Window) -> None:
    """In silence; a sealed window opens all the same: who is known never to choose has given the choice away."""
    bout = window.start(window.kind)
    opened = [event.kind for event in bout.arena.events(DecisionOpened)]
    if window.visibility is SEALED:
        assert opened.count(window.kind) >= len(window.asked)
        assert len(bout.waiting) == len(window.asked)
    else:
        assert window.kind not in opened
        window.silence(bout)


@each
@pytest.mark.parametrize("seat", SEATS)
def test_what_others_see_of_a_question(window: Window, seat: str | None) -> None:
    """Open: all of it. Private and sealed: that it is asked, of whom, and its kind; the game master sees all."""
    bout = window.start()
    for asked, seen in zip(bout.waiting, shown(bout, seat), strict=True):
        assert (seen.kind, seen.seats, seen.answered) == (asked.kind, asked.seats, False)
        known = window.visibility is OPEN or seat in (*asked.seats, "gm")
        assert (seen.offers, seen.question, seen.default) == (
            (asked.offers, asked.question, asked.default) if known else ((), {}, "")
        )


@each
@pytest.mark.parametrize("seat", SEATS)
def test_what_others_see_of_an_answer(window: Window, seat: str | None) -> None:
    """Open: the choice as it is made. Sealed: that a commit is in; all of them at the reveal, together."""
    bout = window.start()
    asked, key, before = bout.waiting[0], bout.choices[0], len(bout.arena.stream)
    mine = seat in asked.seats
    alone = len(bout.waiting) == 1
    dice = 2 if key == "cast" or window.kind == "StrikeAtShooting" else 1 if key == "strike" else 0
    bout.arena.feed(*((100,) * dice))
    bout.arena.answer(asked.seats[0], key)
    told = read_after(bout, seat, before)
    answered = next(line for line in told.splitlines() if '"DecisionAnswered"' in line)
    if window.visibility is OPEN:
        assert f'"{key}"' in answered
        return
    assert (f'"{key}"' in answered) is (mine or (seat == "gm" and window.visibility is PRIVATE))
    if window.visibility is SEALED:
        assert not alone
        window_seen = shown(bout, seat)
        assert [one.answered for one in window_seen] == [True, False]
        assert not bout.arena.events(AnswersRevealed)[1 if window.id == "DW-09" else 0 :]
        bout.arena.answer(bout.waiting[0].seats[0], bout.choices[1], decision=bout.waiting[0].decision)
        revealed = read_after(bout, seat, before)
        (line,) = [line for line in revealed.splitlines() if '"AnswersRevealed"' in line]
        assert f'"{key}"' in line


# -- orders
def acting(**figures: Any) -> Bout:
    """Ada, with a bow and spells, acts; Bob is in reach, Dan is not, Cid is under her Command."""
    figures = {"spell_attacks": 5, "attacks": 2, "weapons": ("short_sword", "long_bow"), **figures}
    bout = ready(ben(at=(80, 0), hp=30), ben("cid", at=(300, 300), level=2), ben("dan", at=(900, 0)), **figures)
    cast(bout, "command", "cid", 1)
    bout.answer("hold")
    return bout


ORDERS: tuple[tuple[str, Order, tuple[int, ...]], ...] = (
    ("DW-06", Move(combatant="ada", path=(Stop(point=point(-50, 0)),), facing=Point(0, 1)), ()),
    ("DW-06", Pivot(combatant="ada", facing=Point(0, 1)), ()),
    ("DW-08", Attack(combatant="ada", target="dan", weapon="long_bow"), (100,)),
    ("DW-10", Cast(combatant="ada", spell="slow", target="bob"), (100,)),
    ("DW-13", Cast(combatant="ada", spell="golem", place=place(0, 300), bidding=bid("GUARD", "ada")), (100,)),
    ("DW-14", Cast(combatant="ada", spell="familiar", place=place(0, 300), facing=Point(0, 1)), (100,)),
    ("DW-15", Cast(combatant="ada", spell="teleport", place=place(0, 300)), (100,)),
    ("DW-16", GiveOrder(combatant="ada", target="cid", bidding=bid("ATTACK", "bob")), (100,)),
    ("DW-04", EndActivation(combatant="ada"), ()),
    ("DW-19", Concede(combatant="bob"), ()),
)
"""An order of each window that nobody is asked for, with dice that fail."""


@pytest.mark.rule("MN-TURN-06", "MN-GAP-34", "MN-INIT-02", "MN-RUN-01", "MN-GAP-48")
def test_dw_04_and_05_what_the_owner_may_order_at_its_place() -> None:
    """Before anything is done it may run and wait, after a cast it may not; others are only offered to give up."""
    bout = ready(ben(at=(80, 0)), ana("amy", at=(0, 600), initiative=1), spells=("slow", "teleport"), attacks=1)
    assert set(bout.keys("ada")) == {
        "move", "pivot", "run", "attack-bob", "cast-slow", "cast-teleport", "wait", "concede",
    }  # fmt: skip
    cast(bout, "slow", "bob", 100)
    assert set(bout.keys("ada")) == {
        "move", "pivot", "attack-bob", "cast-slow", "cast-teleport", "end-activation", "concede",
    }  # fmt: skip
    assert (bout.keys("amy"), bout.keys("bob")) == (["concede"], ["concede"])


@pytest.mark.rule("MN-RUN-01", "MN-RUN-03", "MN-RUN-04")
def test_dw_05_running_is_an_order_of_its_own_and_not_the_default() -> None:
    """Whoever does not elect to run does not; whoever has is offered neither attacks nor spells."""
    bout = ready(ben(at=(80, 0)), attacks=1)
    bout.order(move("ada", (0, 50)))
    assert not bout.mini("ada").used.running
    bout.order(Run(combatant="ada"))
    assert set(bout.keys("ada")) == {"move", "pivot", "end-activation", "concede"}


@pytest.mark.rule("MN-TURN-06", "MN-GAP-48", "MN-CMD-02", "MN-GOL-10", "MN-FAM-01", "MN-TEL-01")
@pytest.mark.parametrize(
    ("window", "order", "faces"), ORDERS, ids=[f"{one[0]} {type(one[1]).__name__}" for one in ORDERS]
)
def test_orders_of_the_place_are_their_owners_and_open(window: str, order: Order, faces: tuple[int, ...]) -> None:
    """Refused to every other seat; all seats read the same of it, with its dice and the point of a spell.

    That is told as the cast begins, for a fireball is its caster's own until it is confirmed. The declarations behind
    the end of a round are questions, which are tested above.
    """
    bout = acting()
    owner = "ben" if window == "DW-19" else "ana"
    for seat in {"ana", "ben"} - {owner}:
        assert bout.refuse(order, seat=seat).code == "NOT_YOURS"
    before = len(bout.arena.stream)
    bout.order(order, *faces)
    told = {seat: read_after(bout, seat, before).splitlines() for seat in SEATS}
    name = type(order).__name__
    assert all(f'"{name[:1].lower()}{name[1:]}":' in lines[0] for lines in told.values())
    # Who of the hidden leaves is told to the game master alone, by an event that always comes.
    open_to_all = [number for number, line in enumerate(told["gm"]) if number and '"UnseenOut"' not in line]
    for lines in told.values():
        happened = [lines[number] for number in open_to_all if '"DecisionOpened"' not in lines[number]]
        assert happened == [
            told["gm"][number] for number in open_to_all if '"DecisionOpened"' not in told["gm"][number]
        ]
    if isinstance(order, Cast) and order.place is not None:
        assert f'"y":{point(0, 300).y}' in "".join(told[None][1:])


@pytest.mark.rule("MN-TURN-07", "MN-INIT-02")
def test_dw_04_the_game_master_passes_for_whoever_does_not_play_on() -> None:
    """Waiting where nothing was done, else the end of the activation: exactly one of them is offered."""
    bout = ready()
    bout.order(Wait(combatant="ada"), seat="gm")
    assert not bout.mini("ada").used.acted
    bout = ready()
    bout.order(Pivot(combatant="ada", facing=Point(0, 1)))
    bout.order(EndActivation(combatant="ada"), seat="gm")
    assert bout.mini("ada").used.acted


@pytest.mark.rule("MN-SPL-07", "MN-GAP-25")
def test_dw_18_nobody_is_asked_for_whoever_runs_in_fear() -> None:
    """Neither in the declaration nor at its place; everybody sees it run."""
    bout = ready(ben(at=(300, 0), level=2, initiative=9), ben("cid", at=(2000, 2000)))
    cast(bout, "fear", "bob", 1)
    before = len(bout.arena.stream)
    bout.end("ada")
    while not bout.mini("bob").used.acted:
        assert all("bob" not in asked.question["combatants"] for asked in bout.waiting)
        bout.declare()
    assert not any((asked.question.get("combatant") or "") == "bob" for asked in bout.arena.events(DecisionOpened))
    assert all('"MinisPieceMoved"' in read_after(bout, seat, before) for seat in SEATS)
