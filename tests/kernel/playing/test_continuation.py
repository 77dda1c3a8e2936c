"""A rule that is held at its question goes on once, in its thread, and makes what it would make if it ran again."""

from __future__ import annotations

import gc
import pickle
import threading
import weakref
from typing import Any

import pytest

from engine.kernel.playing import continuation, decide
from engine.kernel.state import events as e
from engine.kernel.structs.budget import STEP, spend
from engine.kernel.structs.errors import Fault, RuleRefusal, SkaldError, TooCostly
from engine.service.writing.continuations import SAMPLE, Continuations
from engine.service.writing.steps import Around
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.support.slices.masque import MQ, Toast, Wave, masks
from tests.support.slices.toasts import After, Runs, no_more, toasts

TOAST = Toast(combatant="aino")
AGAIN = Wave(offers=masks("MQ-1"), default="moon", about="aino")


def toasted(kept: Continuations | None, times: int = 3, after: After = no_more) -> tuple[Arena, Runs]:
    """A fight whose first toast waits for its first answer. Its runs are counted from there on."""
    arena, runs = toasts(times, after)
    arena.continuations = kept
    arena.order("ana", TOAST)
    runs.begun = runs.left = 0
    return arena, runs


def held(times: int = 3, after: After = no_more) -> tuple[Arena, Runs]:
    """With continuations."""
    return toasted(Continuations(sample=0), times, after)


def bare(times: int = 3, after: After = no_more) -> Arena:
    """Without."""
    return toasted(None, times, after)[0]


def answered(arena: Arena) -> Arena:
    """With every question answered, in turns."""
    while arena.pending:
        arena.answer("ana", ("moon", "sun")[len(arena.stream) % 2])
    return arena


def test_a_command_of_many_questions_is_run_once() -> None:
    """And makes what it makes when it is run again at each of its answers."""
    arena, runs = held(20)
    other, again = toasted(None, 20)
    assert answered(arena).stream == answered(other).stream
    assert (runs.begun, again.begun) == (0, 20)
    assert arena.state == other.state
    arena.done()


def test_samples_are_few_and_run_the_command_again() -> None:
    """Each time that its trail has doubled at the most, so that many questions take as many times as much."""
    arena, runs = toasted(Continuations(sample=1), 80)
    answered(arena)
    assert 3 < runs.begun < 10


def test_a_sample_finds_a_rule_that_remembers_something() -> None:
    """What is recorded is what counts."""
    memory: list[int] = []

    def moody(table: MQ, number: int) -> None:
        memory.append(number)
        table.change("aino", "nerve", len(memory), rule="MQ-1", least=-999)

    arena, _ = toasted(Continuations(sample=2), 3 * SAMPLE, moody)
    with pytest.raises(Fault, match="the stream records"):
        answered(arena)


REFUSED: dict[str, dict[str, Any]] = {
    "no offer": {"key": "comet"},
    "a field that it has not": {"key": "moon", "fields": {"mask": "sun"}},
    "another seat's": {"key": "moon", "seat": "ben"},
    "faces": {"key": "moon", "faces": (3,)},
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_answer_leaves_it_whole(case: str) -> None:
    arena, runs = held()
    wish = {"seat": "ana", **REFUSED[case]}
    for _ in range(2):
        with pytest.raises(RuleRefusal):
            arena.answer(decision=arena.pending[0].decision, **wish)
    answered(arena)
    assert runs.begun == 0


def test_a_rule_that_refuses_an_answer_is_run_again_at_the_next_one() -> None:
    """It has gone on, and there is no way back; the answer that is taken is the other one."""

    def proud(table: MQ, number: int) -> None:
        if table.state.fight.combatants["aino"].vitals["nerve"].now < 20:
            raise RuleRefusal("not that")

    fights = held(3, proud)[0], bare(3, proud)
    for fight in fights:
        with pytest.raises(SkaldError, match="not that"):
            fight.answer("ana", "moon")
        while fight.pending:
            fight.answer("ana", "sun")
    assert fights[0].stream == fights[1].stream


@pytest.mark.parametrize("act", ["correct", "pause", "revert"])
def test_what_happens_beside_it_is_met_by_a_run_from_the_base(act: str) -> None:
    fights = held(4)[0], bare(4)
    for fight in fights:
        fight.answer("ana", "moon")
        match act:
            case "correct":
                fight.correct("combatants.aino.vitals.nerve.now", 7)
            case "pause":
                fight.fact(e.Paused())
                fight.fact(e.Resumed())
            case "revert":
                fight.revert(len(fight.stream) - 2)
        answered(fight)
    assert fights[0].stream == fights[1].stream


def test_what_is_only_tried_neither_has_nor_takes_it() -> None:
    arena, runs = held(5)
    trial = laws.branch(arena)
    trial.continuations = None
    answered(trial)
    assert runs.begun == 5
    answered(arena)
    assert runs.begun == 5


def test_it_belongs_to_its_thread() -> None:
    """An answer in another thread runs the command again, and so does the one that comes back."""
    arena, runs = held(4)
    other = bare(4)
    for answering in (threading.Thread(target=arena.answer, args=("ana", "sun")), None):
        if answering is None:
            arena.answer("ana", "sun")
        else:
            answering.start()
            answering.join()
        other.answer("ana", "sun")
    assert runs.begun == 2
    assert answered(arena).stream == answered(other).stream


def test_another_process_does_not_get_it() -> None:
    """What is sent to the pool has none, and runs the command again."""
    around = Around("ana", toasts()[0].dice, (), None, {}, "2026-01-01T00:00:00.000Z", Continuations())
    assert pickle.loads(pickle.dumps(around)).continuations is None


def test_few_are_kept_and_not_for_long() -> None:
    """Those that go are left as a pause leaves a rule."""
    now = 0.0
    kept = Continuations(3, 60.0, sample=0, clock=lambda: now)
    fights = [toasted(kept) for _ in range(5)]
    assert [runs.left for _, runs in fights] == [1, 1, 0, 0, 0]
    now = 61.0
    fights[4][0].answer("ana", "moon")
    assert len(kept) == 1
    assert [runs.left for _, runs in fights] == [1, 1, 1, 1, 0]
    fights[0][0].answer("ana", "moon")
    assert fights[0][0].stream == fights[4][0].stream


def test_one_that_nobody_refers_to_is_collected() -> None:
    """With its table, and all states that its rule has seen."""
    kept = Continuations()
    arena, runs = toasted(kept)
    table = weakref.ref(next(iter(kept._kept.values())).continuation.table)
    del kept
    arena.continuations = None
    gc.collect()
    assert table() is None
    assert runs.left == 1


def test_nothing_happens_at_the_table_of_one_that_is_let_go() -> None:
    """Not in what its rules do as they are left, either."""
    told: list[str] = []

    def after(table: MQ, number: int) -> None:
        try:
            table.ask("ana", AGAIN, rule="MQ-1")
        finally:
            try:
                table.change("aino", "nerve", 1, rule="MQ-1")
            except Fault as fault:
                told.append(str(fault))
                raise

    for late in (False, True):
        kept = Continuations(1, sample=0)
        arena, runs = toasted(kept, 3, after)
        arena.answer("ana", "moon")
        before = list(arena.stream), arena.state
        if late:
            del kept
            arena.continuations = None
        else:
            toasted(kept)
        gc.collect()
        assert runs.left >= 1
        assert (arena.stream, arena.state) == before
    assert len(told) == 2
    assert all("the table is closed" in one for one in told)


def test_an_error_in_a_rule_that_goes_on_is_a_fault() -> None:
    """And the next answer runs the command again."""
    angry = [True]

    def after(table: MQ, number: int) -> None:
        if number == 2 and angry:
            raise ZeroDivisionError("no glass")

    arena, runs = held(3, after)
    arena.answer("ana", "moon")
    with pytest.raises(Fault, match="no glass"):
        arena.answer("ana", "moon")
    angry.clear()
    answered(arena)
    assert runs.begun == 1


def test_rules_that_call_each_other_without_end_are_too_costly() -> None:
    """Also where they begin to after an answer."""

    def deeper(table: MQ, number: int) -> None:
        deeper(table, number)

    with pytest.raises(TooCostly):
        held(3, deeper)[0].answer("ana", "moon")


def test_an_endless_rule_ends_where_the_budget_of_its_step_does() -> None:
    """Not of the step in which the rule began."""

    def endless(table: MQ, number: int) -> None:
        while number == 2:
            spend(1000)

    arena, _ = held(3, endless)
    arena.answer("ana", "moon")
    with pytest.raises(TooCostly):
        arena.answer("ana", "moon")


def test_what_a_command_takes_in_all_its_steps_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where it is run again: it may take as much as one step, wherever it is played."""

    def work(table: MQ, number: int) -> None:
        spend(STEP // 4)

    for fight in (held(9, work)[0], bare(9, work)):
        with pytest.raises(TooCostly):
            answered(fight)
        assert len(fight.events(e.DecisionAnswered)) == 3
    monkeypatch.setattr(continuation, "STEP", 9 * STEP)
    monkeypatch.setattr(decide, "STEP", 9 * STEP)
    answered(held(9, work)[0]).done()
