"""Which seats a bot plays, and how long bots have been by themselves."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.state import events as k
from engine.kernel.state.fight import Fight, Unattended
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.unattended import unattended
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Draft, Event, Recorded
from tests.kernel.test_trail import LEAVE
from tests.support.fights.arena import BEN, GM
from tests.support.fights.forks import fork
from tests.support.slices.ready import play_out, saari_fight

GREEDY_ANA = SeatEntry("ana", "Ana", "PLAYER", "GREEDY")
TABLE = (GM, GREEDY_ANA, BEN)
WAS = Unattended(7, 3)


def test_a_bot_is_set_and_taken_off_and_no_revert_undoes_it() -> None:
    """Who plays a seat belongs to the table; a seat that is not there is nobody's."""
    arena = saari_fight(seats=TABLE)
    assert arena.fight.bots() == {"ana": "GREEDY"}
    before = len(arena.stream)
    arena.fact(k.BotSet(whose="ana", bot=None))
    arena.fact(k.BotSet(whose="ben", bot="RANDOM"))
    assert arena.fight.bots() == {"ben": "RANDOM"}
    arena.revert(before)
    assert arena.fight.bots() == {"ben": "RANDOM"}
    with pytest.raises(Fault, match="no seat"):
        arena.fact(k.BotSet(whose="zoe", bot="RANDOM"))
    arena.done()


def test_a_bot_may_be_set_while_a_decision_is_open() -> None:
    """It is a fact of the table: the order goes on as if nothing had happened, and a cancel keeps it."""
    arena = saari_fight(seats=TABLE)
    arena.order("ana", LEAVE)
    assert arena.pending
    arena.fact(k.BotSet(whose="gm", bot="RANDOM"))
    arena.answer(None)
    arena.fact(k.BotSet(whose="gm", bot="GREEDY"))
    if arena.pending:
        arena.cancel()
    assert arena.fight.bots() == {"gm": "GREEDY", "ana": "GREEDY"}
    arena.done()


def test_a_what_if_begins_with_people_only() -> None:
    """Nothing goes on before somebody has looked at it."""
    arena = saari_fight(seats=TABLE)
    branch = fork(arena, len(arena.stream), "branch")
    assert arena.fight.bots() == {"ana": "GREEDY"}
    assert branch.fight.bots() == {}


def test_the_count_is_folded_from_the_stream() -> None:
    """The same however the fight was read; a step taken back does not count."""
    arena = saari_fight(seats=TABLE)
    before = len(arena.stream)
    arena.order("ana", LEAVE)
    assert arena.fight.unattended.moves == 1
    play_out(arena)
    assert arena.at(len(arena.stream)).state == arena.state
    arena.revert(before)
    assert arena.fight.unattended == Unattended()


def after(event: Event, seat: str | None, command: str | None = "c5") -> Unattended:
    """The count behind an event, where bots have made seven moves, the last three of which changed nothing."""
    fight: Fight = structs.replace(saari_fight(seats=TABLE).fight, unattended=WAS)
    return unattended(fight, Recorded(9, "2026-01-01T00:00:00.000Z", Draft(event, "", seat, command))).unattended


@pytest.mark.parametrize(("seat", "count"), [("ana", Unattended(8, 4)), ("ben", Unattended()), ("gm", Unattended())])
def test_what_a_bots_seat_does_counts_and_what_a_person_does_begins_anew(seat: str, count: Unattended) -> None:
    """Orders and answers."""
    assert after(k.CommandAccepted(order={}, by=seat, rules=1), seat) == count
    assert after(k.DecisionAnswered(decision=3, choice="yes", how="HAND"), seat) == count


def test_deadlines_and_preferences_do_not_change_the_unattended_count() -> None:
    """They neither count nor begin anew."""
    assert after(k.DecisionAnswered(decision=3, choice="yes", how="DEADLINE"), None) == WAS
    assert after(k.DecisionAnswered(decision=3, choice="yes", how="PREFERENCE"), "ana") == WAS


@pytest.mark.parametrize(
    "event",
    [
        k.VitalChanged(combatant="gob", vital="life", change=-1, now=2),
        k.Moved(combatant="gob", from_=None, to=None),
        k.ConditionGained(combatant="gob", condition="x", kind="x", source=None, amount=None, left=None, until=""),
        k.ConditionLost(combatant="gob", condition="x", kind="x", reason="over"),
        k.CombatantOut(combatant="gob", reason="dead"),
        k.CombatantReturned(combatant="gob"),
    ],
)
def test_what_changes_somebody_gets_the_fight_on(event: Event) -> None:
    """The moves still count, so that nothing goes on for ever by walking to and fro."""
    assert after(event, "ana") == Unattended(7)


def test_what_changes_nobody_does_not() -> None:
    """Rounds, turns, dice."""
    for event in (k.RoundBegan(round=2), k.TurnBegan(acting=("gob",)), k.CommandEnded()):
        assert after(event, "ana") == WAS


def test_any_tool_of_the_gm_begins_anew() -> None:
    """Whoever pauses, corrects or sets is there."""
    for event in (k.Paused(), k.Corrected(path=("name",), value="x"), k.BotSet(whose="ben", bot="RANDOM")):
        assert after(event, "gm", None) == Unattended()
