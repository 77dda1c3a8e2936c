"""Minis of which not everybody knows: no initiative round, pause or number follows from their initiative."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Point
from engine.kernel.state.events import CommandAccepted, DecisionOpened
from engine.systems.minis.events import InitiativeRoundBegan, MiniDeclared, TurnEnded
from engine.systems.minis.orders import CallOff, Cast, Pivot
from engine.systems.minis.state import Phase, Verb
from tests.systems.minis.bout import GREEN, Bout, ana, ben, one
from tests.systems.minis.casts import cast, ready
from tests.systems.minis.steps import at, move

INITIATIVES = (-99, 0, 2, 3, 5, 99)
"""Of the unseen mini: below, among and above those of the others."""


def lurking(initiative: int, **more: Any) -> Bout:
    """Ada acts from round 5, Bob from 3; the game master's Orc is known to nobody else."""
    orc = one("orc", "orcs", None, at=(0, 900), initiative=initiative, seen_by=(), **more)
    bout = Bout(ana(at=(0, 0)), ben(at=(900, 0), initiative=3), orc)
    bout.begin()
    return bout


def quiet_turn(bout: Bout) -> list[tuple[int, tuple[str, ...]]]:
    """Who is asked in which round of a turn in which nobody acts."""
    asked = []
    turn = bout.state.fight.round
    while bout.state.fight.round == turn and bout.asked:
        waiting = bout.waiting[0]
        asked.append((waiting.question["initRound"], waiting.seats))
        bout.answer("nobody")
    return asked


@pytest.mark.rule("MN-INIT-01", "MN-GAP-35")
@pytest.mark.parametrize("initiative", INITIATIVES)
def test_rounds_and_questions_do_not_follow_from_an_unseen_initiative(initiative: int) -> None:
    """The game master is asked first in each round of the others, and in a last one."""
    asked = quiet_turn(lurking(initiative))
    rounds = (5, 4, 3, 2, 1)
    seats = {number: [("gm",), ("ana",), *([("ben",)] if number <= 3 else [])] for number in rounds}
    assert asked == [*((number, seat) for number in rounds for seat in seats[number]), (0, ("gm",))]


@pytest.mark.rule("MN-INIT-01")
@pytest.mark.parametrize("initiative", INITIATIVES)
def test_an_unseen_mini_is_eligible_by_its_initiative_and_in_the_last_round(initiative: int) -> None:
    """Before, only "nobody" is offered where it is too slow; in the last round it acts whatever its initiative."""
    bout = lurking(initiative)
    while bout.own.knowing is None:
        asked = bout.waiting[0]
        if asked.seats == ("gm",):
            able = initiative >= asked.question["initRound"]
            assert asked.question["combatants"] == (["orc"] if able else [])
            assert ("these" in [offer.key for offer in asked.offers]) is able
        bout.answer("nobody")
    bout.answer("these", minis=["orc"])
    assert bout.acting == "orc"
    bout.order(Pivot(combatant="orc", facing=Point(1, 0)))
    assert bout.mini("orc").used.acted


@pytest.mark.rule("MN-INIT-01")
def test_the_last_round_is_known_to_those_who_know_of_somebody_in_it() -> None:
    """Others read the number of the round before, and nothing of what happens."""
    bout = lurking(99)
    while bout.own.knowing is None:
        bout.answer("nobody")
    told = [r for r in bout.arena.stream if isinstance(r.event, InitiativeRoundBegan)][-1]
    assert (told.event.init_round, told.draft.to, told.draft.whole) == (0, ("gm",), True)  # type: ignore[attr-defined]
    bout.answer("these", minis=["orc"])
    seen = bout.arena.book.seen(bout.state, "ana")
    assert (seen.own.init_round, seen.own.phase, seen.fight.window) == (1, Phase.DECLARE, None)
    assert bout.own.phase is Phase.ACTIVATE


@pytest.mark.rule("MN-INIT-01")
def test_a_mini_that_has_acted_has_no_last_round() -> None:
    """And is asked about no more in this turn."""
    bout = lurking(5)
    bout.answer("these", minis=["orc"])
    bout.answer("nobody")
    assert bout.acting == "orc"
    bout.order(Pivot(combatant="orc", facing=Point(1, 0)))
    bout.end("orc")
    assert ("gm",) not in [seats for _, seats in quiet_turn(bout)]
    assert len(bout.of(TurnEnded)) <= 1
    assert bout.own.knowing is None


@pytest.mark.rule("MN-GAP-25")
@pytest.mark.parametrize("initiative", INITIATIVES)
def test_who_is_unseen_runs_in_fear_in_the_last_round(initiative: int) -> None:
    """So that no round of the others is interrupted by it."""
    bout = lurking(initiative, conditions=("fear",))
    quiet_turn(bout)
    declared = [r.event for r in bout.arena.stream if isinstance(r.event, MiniDeclared)]
    assert [(event.combatant, event.init_round) for event in declared] == [("orc", 0)]


@pytest.mark.rule("MN-GAP-35")
def test_the_game_master_may_hold_back_until_the_last_round() -> None:
    """An unseen mini that is too slow yet may be held back too; in the last round it is asked about all the same."""
    bout = lurking(2)
    bout.answer("nobody-until", until=1)
    asked = [seats for _, seats in quiet_turn(bout)]
    assert asked.count(("gm",)) == 2
    assert asked[-1] == ("gm",)


def test_a_seat_that_knows_one_unseen_mini_learns_nothing_of_another() -> None:
    """The number of the last round is the same whatever the other's initiative."""
    numbers = set()
    for initiative in INITIATIVES:
        orc = one("orc", "orcs", None, at=(0, 900), initiative=initiative, seen_by=())
        amy = ana("amy", at=(0, 300), seen_by=("ana",))
        bout = Bout(ana(at=(0, 0)), ben(at=(900, 0)), amy, orc)
        bout.begin()
        while bout.own.knowing is None:
            bout.answer("nobody")
        opened = [r.event for r in bout.arena.stream if isinstance(r.event, DecisionOpened)]
        floors = {
            field.least
            for event in opened
            if event.seats == ("ana",)
            for offer in event.offers
            for field in offer.fields
            if field.name == "until"
        }
        assert floors == {1}
        numbers.add(bout.own.init_round)
    assert numbers == {0}


@pytest.mark.rule("MN-CMD-08")
def test_a_commanded_mini_that_the_casters_seat_does_not_know_holds() -> None:
    """The game master casts for Ana's mini. Nobody is asked for the first order: the question would name the mini."""
    orc = one("orc", "orcs", None, at=(0, 300), initiative=5, seen_by=())
    bout = ready(ben(at=(900, 0)), orc)
    bout.order(Cast(combatant="ada", spell="command", target="orc"), 1, seat="gm")
    assert not bout.asked
    assert bout.own.effects
    (order,) = [effect.order for effect in bout.own.effects.values()]
    assert order is not None
    assert order.verb is Verb.HOLD


def test_a_past_view_of_an_outcome_names_no_side_that_its_reader_does_not_know() -> None:
    """In the middle of the step the order is open: who looks back at it there reads it as its event shows it."""
    bout = Bout(ana(at=(0, 0)), ben(at=(900, 0)), one("gil", GREEN, None, at=(0, 900), seen_by=()))
    bout.begin()
    bout.declare("ada")
    bout.order(CallOff(winner=GREEN), seat="gm")
    book, first = bout.arena.book, next(r.version for r in bout.last if isinstance(r.event, CommandAccepted))
    within = bout.arena.at(first).state
    assert within.fight.open is not None
    for seat, told in (("ana", False), ("eye", False), (None, False), ("gm", True)):
        seen = book.seen(within, seat).fight.open
        assert seen is not None
        assert (GREEN in str(seen.order)) is told


@pytest.mark.rule("MN-GAP-33")
def test_whoever_gets_nowhere_after_a_teleport_keeps_its_facing() -> None:
    """Only a piece longer than nothing sets it free; the orc, of whom Ana does not know, stands in the way."""
    orc = one("orc", "orcs", None, at=(350, 0), seen_by=())
    bout = ready(ben(at=(0, 1500)), orc)
    cast(bout, "teleport", None, 1, at=(300, 0))
    bout.order(move("ada", (400, 0)))
    assert at(bout) == (300, 0)
    assert bout.refuse(Pivot(combatant="ada", facing=Point(0, 1))).reason == "ada has teleported, and keeps its facing"
    bout.order(move("ada", (290, 0)))
    bout.order(Pivot(combatant="ada", facing=Point(0, 1)))
