"""Fights in which nothing happens: the vote, and the limit of rounds."""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import AnswersRevealed, OutcomeReached
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from engine.systems.mongolian_mercenaries.events import RoundsQuiet, SummaryBegan
from engine.systems.mongolian_mercenaries.orders import Attack, ChangeDistance, EndTurn
from engine.systems.mongolian_mercenaries.sheet import Setup
from engine.systems.mongolian_mercenaries.types import Ending
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

CLOSE = Distance.CLOSE


def quiet(bout: Bout, rounds: int) -> None:
    """So many rounds in which nobody does anything."""
    last = bout.state.fight.round + rounds
    while bout.state.fight.round < last and not bout.waiting and bout.acting:
        bout.order(EndTurn(combatant=bout.acting[0]))


def stuck(setup: Setup | None = None) -> Bout:
    """Ten quiet rounds of Ana's Ada and Ben's Bea against Bob."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), foe(rank=1), setup=setup)
    bout.begin()
    quiet(bout, 10)
    return bout


@pytest.mark.rule("MM-DW-29", "RUL-84")
def test_after_ten_quiet_rounds_every_seat_is_asked_at_once() -> None:
    """Sealed; one question for each seat with somebody on the field."""
    bout = stuck()
    assert [(one.kind, one.seats, one.default) for one in bout.waiting] == [
        ("AskBreakOff", (seat,), "go-on") for seat in ("ana", "ben", "gm")
    ]
    assert {one.visibility for one in bout.waiting} == {Visibility.SEALED}
    assert bout.waiting[0].question["quiet"] == 10
    assert bout.state.fight.round == 10


@pytest.mark.rule("MM-DW-29", "RUL-84", "MM-END-01")
def test_all_must_agree_and_nobody_has_won_then() -> None:
    """Nobody reads an answer before all are in."""
    bout = stuck()
    bout.answer("break-off", which=0)
    for seat in ("ben", "gm", None):
        seen = bout.arena.book.seen(bout.state, seat).fight.window
        assert seen is not None
        assert "break-off" not in [answer.default for answer in seen.asked]
    assert bout.of(AnswersRevealed) == []
    bout.answer("break-off", which=0)
    bout.answer("break-off", which=0)
    assert bout.the(AnswersRevealed)
    assert bout.the(RoundsQuiet).ends
    assert (bout.the(SummaryBegan).ending, bout.the(OutcomeReached).result) == (Ending.BROKEN_OFF, "")


@pytest.mark.rule("MM-DW-29", "RUL-84")
def test_one_refusal_goes_on_for_another_ten_rounds() -> None:
    """A deadline refuses."""
    bout = stuck()
    bout.answer("break-off", which=0)
    bout.answer("break-off", which=0)
    bout.arena.answer(None)
    assert (bout.state.fight.round, bout.own.quiet_rounds) == (11, 0)
    quiet(bout, 9)
    assert bout.waiting == []
    quiet(bout, 1)
    assert len(bout.waiting) == 3


@pytest.mark.rule("RUL-84")
def test_lost_health_a_change_of_distance_or_somebody_out_begins_the_count_anew() -> None:
    """A miss does not; a missed step does not either."""
    bout = Bout(pc(rank=1, lucky=False), pc("bea", "ben", rank=2), foe(rank=1))
    bout.begin()
    quiet(bout, 5)
    assert bout.own.quiet_rounds == 5
    bout.order(Attack(combatant="ada", target="bob"), 2, 2, 2)
    quiet(bout, 1)
    assert bout.own.quiet_rounds == 6
    bout.order(ChangeDistance(combatant="ada", target="bob"), 1, 8)
    quiet(bout, 1)
    assert bout.own.quiet_rounds == 7
    bout.order(ChangeDistance(combatant="ada", target="bob"), 8, 1)
    quiet(bout, 1)
    assert bout.own.quiet_rounds == 0
    quiet(bout, 1)
    bout.order(Attack(combatant="ada", target="bob"), 6, 2, 2)
    quiet(bout, 1)
    assert bout.own.quiet_rounds == 0
    quiet(bout, 2)
    assert bout.own.quiet_rounds == 2
    bout.correct("combatants.bea.vitals.health.now", 0)
    quiet(bout, 1)
    assert bout.own.quiet_rounds == 0


@pytest.mark.rule("RUL-84", "MM-GEN-08")
def test_enemies_that_play_themselves_agree() -> None:
    """Only the players are asked."""
    setup = at(Distance.FAR, self_playing=True)
    bout = Bout(pc(rank=1), foe(rank=1, tactics=("PASS",)), setup=setup)
    bout.begin()
    quiet(bout, 10)
    assert [one.seats for one in bout.waiting] == [("ana",)]
    bout.answer("break-off")
    assert bout.the(OutcomeReached).result == ""


@pytest.mark.rule("RUL-84")
def test_at_the_limit_of_rounds_it_is_broken_off_without_asking() -> None:
    """A setting of the table."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE, round_limit=2))
    bout.begin()
    quiet(bout, 2)
    assert (bout.the(SummaryBegan).ending, bout.the(OutcomeReached).result) == (Ending.ROUND_LIMIT, "")
    assert bout.state.fight.round == 2
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE, round_limit=10))
    bout.begin()
    quiet(bout, 10)
    assert bout.waiting == []
    assert bout.the(SummaryBegan).ending is Ending.ROUND_LIMIT
