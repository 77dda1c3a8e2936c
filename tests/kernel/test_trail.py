"""Corrections, changed rules and mistakes of rules, met by a command that is run again along its trail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.state import events as k
from engine.kernel.structs.errors import Fault, ReplayDiverged, RuleRefusal
from engine.service.proof.audit_replay import replay
from tests.support.fights.arena import Arena
from tests.support.slices import saari
from tests.support.slices.common import YesNo, yes_or_no
from tests.support.slices.ready import find, play_out, saari_fight
from tests.support.slices.saari import FORD, Leave, Saari

YES = {kind: ("yes", {}) for kind in ("FreeStrike", "Parry", "Assist", "MindPoint")}
LEAVE = Leave(combatant="aino", to=FORD)
Rule = Callable[[Table[Any]], None]


class Plain(YesNo, frozen=True, kw_only=True):
    """A question for rules made up in a test."""


def ask(table: Table[Any], seat: str = "ana") -> bool:
    return table.ask(seat, Plain(about="aino", offers=yes_or_no("T-1")), rule="T-1").yes


def bending(rule: Rule, version: int = 1) -> Rulebook[Any]:
    """Saari's book in which every Leave is played by another rule."""

    class Bent(Saari):
        questions = (*Saari.questions, Plain)

        def play(self, order: Any, table: Any) -> None:
            if isinstance(order, Leave):
                rule(table)
            else:
                super().play(order, table)

    Bent.version = version
    return Rulebook(Bent())


def bent(rule: Rule) -> Arena:
    """A fight in which Leave is played by `rule`."""
    arena = saari_fight()
    arena.book = bending(rule)
    return arena


def test_the_longest_chain_is_the_same_from_seeded_and_from_typed_dice() -> None:
    """Leave > free strike > defence > parry > riposte: typed faces give the fold that seeded ones gave."""

    def riposte(secret: str) -> Arena | None:
        arena = saari_fight(secret=secret)
        arena.order("ana", LEAVE)
        play_out(arena, YES)
        return arena if {"SA-PARRY-01", "SA-XDEF-03"} <= {r.draft.rule for r in arena.stream} else None

    arena = find(riposte)
    faces = [event.faces for event in arena.events(k.DiceRolled)]
    typed = saari_fight(physical=True)
    typed.order("ana", LEAVE)
    while typed.pending:
        asked = typed.pending[0]
        if asked.kind == "Roll":
            typed.answer(asked.seats[0], faces=faces.pop(0), decision=asked.decision)
        else:
            typed.answer(asked.seats[0], YES[asked.kind][0], decision=asked.decision)
    assert not faces
    assert typed.own == arena.own
    assert typed.fight.combatants == arena.fight.combatants
    typed.done()


def test_a_correction_counts_exactly_where_it_fell() -> None:
    """What came before it is made again from the old figure, what comes after it from the corrected one."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    assert arena.events(k.VitalChanged)[-1].now == 3
    arena.correct("combatants.aino.vitals.moves.now", 1)
    arena.correct("combatants.aino.vitals.life.now", 5)
    play_out(arena)
    assert arena.hp("aino", "moves") == 1
    assert arena.hp("aino", "life") == 5
    arena.done()


def test_a_figure_kept_across_a_question_is_a_fault() -> None:
    """A rule that holds a struct while the GM corrects it would undo the correction: nothing is appended."""

    def stale(table: Table[Any]) -> None:
        before = table.state.fight.combatants["aino"].vitals["life"].now
        ask(table)
        table.emit(k.VitalChanged(combatant="aino", vital="life", change=-1, now=before - 1), rule="T-1")

    arena = bent(stale)
    arena.order("ana", LEAVE)
    arena.correct("combatants.aino.vitals.life.now", 2)
    before = len(arena.stream)
    with pytest.raises(Fault, match="now 5 is not the present 2 plus -1"):
        arena.answer("ana", "yes")
    assert len(arena.stream) == before


def test_a_question_that_a_correction_made_pointless_is_withdrawn() -> None:
    """Nobody is asked for what is gone: the rule goes on as it would without, and the audit finds the same."""

    def at_mind_point(secret: str) -> Arena | None:
        arena = saari_fight(secret=secret)
        arena.order("ana", LEAVE)
        arena.answer("gm", "yes")
        while arena.pending and arena.pending[0].kind == "Parry":
            arena.answer(arena.pending[0].seats[0], "no", decision=arena.pending[0].decision)
        return arena if arena.pending and arena.pending[0].kind == "MindPoint" else None

    arena = find(at_mind_point)
    asked = arena.pending[0].decision
    new = arena.correct("combatants.aino.vitals.mind.now", 0)
    withdrawn = next(r for r in new if isinstance(r.event, k.DecisionWithdrawn))
    assert withdrawn.event == k.DecisionWithdrawn(decision=asked)
    assert withdrawn.draft.because is not None
    assert withdrawn.draft.because.causes == (new[0].version,)
    assert all(one.kind != "MindPoint" for one in arena.pending)
    with pytest.raises(RuleRefusal) as refused:
        arena.answer("ana", "yes", decision=asked)
    assert refused.value.code == "DECISION_CLOSED"
    play_out(arena)
    arena.done()
    assert replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict.state != "BROKEN"


def old(table: Table[Any]) -> None:
    table.change("aino", "mind", -1, rule="T-1")
    table.emit(saari.RiposteSet(combatant="aino", dice=1), rule="T-2")
    ask(table)
    table.change("aino", "life", -1, rule="T-3")


def new(table: Table[Any]) -> None:
    table.change("aino", "mind", -2, rule="T-1")
    table.emit(saari.RiposteSet(combatant="aino", dice=1), rule="T-2")
    ask(table)
    table.change("aino", "life", -1, rule="T-3")


def open_under_old_rules() -> tuple[Arena, int]:
    """A fight with an open decision whose rules are mended meanwhile, and the version of the first difference."""
    arena = bent(old)
    differs = len(arena.stream) + 2
    arena.order("ana", LEAVE)
    arena.book = bending(new, version=2)
    return arena, differs


def test_rules_that_play_otherwise_than_recorded_are_told_with_version_and_both_sides() -> None:
    """The answer is refused as diverged; nothing is appended."""
    arena, differs = open_under_old_rules()
    before = len(arena.stream)
    with pytest.raises(ReplayDiverged) as diverged:
        arena.answer("ana", "yes")
    assert diverged.value.version == differs
    assert "'change': -1" in diverged.value.recorded
    assert "'change': -2" in diverged.value.made
    assert len(arena.stream) == before


def test_a_diverged_order_can_be_cancelled() -> None:
    """The tools of the GM run no rules: the fight stands where the order began, and goes on under the new rules."""
    arena, _ = open_under_old_rules()
    arena.cancel()
    assert arena.fight.open is None
    assert arena.hp("aino", "mind") == 2
    arena.order("ana", LEAVE)
    arena.answer("ana", "yes")
    assert arena.hp("aino", "mind") == 0
    arena.done()


def test_a_revert_to_just_before_the_difference_goes_on_under_the_new_rules() -> None:
    """The GM goes back to n - 1; the order is played on from there."""
    arena, differs = open_under_old_rules()
    arena.revert(differs - 1)
    assert arena.hp("aino", "mind") == 0
    arena.answer("ana", "yes")
    assert arena.hp("aino", "life") == 5
    arena.done()


def test_a_revert_to_behind_the_difference_diverges() -> None:
    """What is recorded before the landing must be made again: the jump is a fault, nothing is appended."""
    arena, differs = open_under_old_rules()
    before = len(arena.stream)
    with pytest.raises(ReplayDiverged):
        arena.revert(differs)
    assert len(arena.stream) == before


def rolls_then_refuses(table: Table[Any]) -> None:
    table.roll("1d6", by="aino", why="luck", rule="T-1")
    raise RuleRefusal("too late")


def emits_then_refuses(table: Table[Any]) -> None:
    table.change("aino", "life", -1, rule="T-1")
    raise RuleRefusal("too late")


def emits_in_finally(table: Table[Any]) -> None:
    try:
        ask(table)
    finally:
        table.emit(saari.KnotLeft(combatant="aino"), rule="T-1")


def swallows_its_pause(table: Table[Any]) -> None:
    try:
        ask(table)
    except BaseException:
        return


def asks_nothing(table: Table[Any]) -> None:
    table.ask("ana", Plain(about="aino", offers=()), rule="T-1")


def asks_without_a_legal_default(table: Table[Any]) -> None:
    table.ask("ana", Plain(about="aino", offers=yes_or_no("T-1"), default="maybe"), rule="T-1")


def names_a_stranger(table: Table[Any]) -> None:
    table.emit(k.CombatantOut(combatant="nobody", reason="down"), rule="T-1")


def divides_by_nought(table: Table[Any]) -> None:
    table.change("aino", "life", 1 // 0, rule="T-1")


def draws_from_nothing(table: Table[Any]) -> None:
    table.draw((), by="aino", why="bag", rule="T-1")


def emits_a_revert(table: Table[Any]) -> None:
    table.emit(k.Reverted(to_version=1, kept=()), rule="T-1")


@pytest.mark.parametrize(
    "rule",
    [
        rolls_then_refuses,
        emits_then_refuses,
        emits_in_finally,
        swallows_its_pause,
        asks_nothing,
        asks_without_a_legal_default,
        names_a_stranger,
        divides_by_nought,
        draws_from_nothing,
        emits_a_revert,
    ],
)
def test_a_mistake_of_the_rules_is_a_fault_and_appends_nothing(rule: Rule) -> None:
    """The order is not played at all, and the fight goes on."""
    arena = bent(rule)
    before, state = len(arena.stream), arena.state
    with pytest.raises(Fault):
        arena.order("ana", LEAVE)
    assert (len(arena.stream), arena.state) == (before, state)
    arena.order("gm", saari.NextRound(round=2))
    arena.done()


def test_a_refusal_after_a_second_question_refuses_that_answer_only() -> None:
    """The first answer stands in the trail; refused is the one just given, and it may be given otherwise."""

    def two(table: Table[Any]) -> None:
        first = ask(table)
        if ask(table) == first:
            raise RuleRefusal("choose the other", rule="T-1")

    arena = bent(two)
    arena.order("ana", LEAVE)
    arena.answer("ana", "yes")
    with pytest.raises(RuleRefusal, match="choose the other"):
        arena.answer("ana", "yes")
    arena.answer("ana", "no")
    arena.done()


def test_a_refusal_after_a_window_of_several_is_a_fault() -> None:
    """Nobody can tell which answer was refused: what is impossible by then does not happen."""

    def window(table: Table[Any]) -> None:
        asks = [(seat, Plain(about="aino", offers=yes_or_no("T-1"))) for seat in ("ana", "ben")]
        if all(reply.yes for reply in table.ask_all(asks, rule="T-1")):
            raise RuleRefusal("not both")

    arena = bent(window)
    arena.order("ana", LEAVE)
    arena.answer("ana", "yes")
    before = len(arena.stream)
    with pytest.raises(Fault, match="not both"):
        arena.answer("ben", "yes")
    assert len(arena.stream) == before
    arena.answer("ben", "no")
    arena.done()


def needing(table: Table[Any]) -> None:
    """A rule that needs a condition of Aino's behind its question and its roll."""
    if ask(table):
        table.roll("1d6", by="aino", why="strength", rule="T-1")
    table.emit(k.ConditionLost(combatant="aino", condition=table.state.fight.combatants["aino"].conditions[0].key))


@pytest.mark.parametrize("how", ["yes", "no", "deadline"])
def test_an_order_that_a_correction_has_robbed_is_taken_back_and_says_so(how: str) -> None:
    """The correction stays; what the order did is gone, and the next one is free. Without one a fault is a fault."""
    arena = bent(needing)
    arena.robbed = True
    assert not arena.fight.combatants["aino"].conditions
    before = arena.state
    arena.order("ana", LEAVE)
    opened = arena.position
    with pytest.raises(Fault, match="IndexError"):
        arena.answer("ana", "yes")
    assert arena.position is opened
    arena.correct("combatants.bo.vitals.life.now", 1)
    corrected = len(arena.stream)
    new = arena.answer(None if how == "deadline" else "ana", None if how == "deadline" else how)
    (taken_back,) = [r.event for r in new]
    assert isinstance(taken_back, k.Reverted)
    assert taken_back.cancelled
    assert taken_back.note == f"after the correction at version {corrected} this order cannot be played on"
    assert (new[0].draft.seat, new[0].draft.to) == ("gm", None)
    assert (arena.hp("bo", "life"), arena.fight.open) == (1, None)
    assert arena.fight.combatants["aino"] == before.fight.combatants["aino"]
    assert arena.at(len(arena.stream)).state == arena.state
    arena.order("ana", LEAVE)
    assert arena.pending


def test_a_diverged_order_is_not_taken_back_for_a_correction() -> None:
    """Rules that have changed are another matter: that is the game master's to settle."""
    arena = bent(needing)
    arena.order("ana", LEAVE)
    arena.correct("combatants.bo.vitals.life.now", 1)
    arena.book = bending(lambda table: None)
    with pytest.raises(ReplayDiverged):
        arena.answer("ana", "yes")


def test_a_revert_whose_corrections_rob_the_order_is_refused() -> None:
    """Nothing is appended, and it says what to do."""

    def rule(table: Table[Any]) -> None:
        table.roll("1d6", by="aino", why="strength", rule="T-1")
        if table.state.fight.combatants["bo"].vitals["life"].now == 1:
            raise ValueError("robbed")

    arena = bent(rule)
    arena.order("ana", LEAVE)
    rolled = next(r.version for r in arena.stream if isinstance(r.event, k.DiceRolled))
    before = len(arena.stream)
    with pytest.raises(RuleRefusal, match="cannot be played on") as refused:
        arena.revert(rolled, Correct(path="combatants.bo.vitals.life.now", value=1))
    assert (refused.value.field, len(arena.stream)) == ("corrections", before)
    arena.revert(rolled, Correct(path="combatants.bo.vitals.life.now", value=2))


def test_cancel_keeps_corrections_and_nothing_else() -> None:
    """What the order did is gone, what the GM corrected meanwhile stays."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.correct("combatants.bo.vitals.life.now", 1)
    arena.answer("gm", "yes")
    arena.cancel()
    assert arena.hp("bo", "life") == 1
    assert arena.hp("aino", "moves") == 4
    assert arena.fight.open is None
    arena.done()
    arena.order("ana", LEAVE)
    assert arena.pending


def test_cancel_twice_and_in_the_next_order_keeps_the_same_correction() -> None:
    """Kept versions of one jump lie on the path of the next."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.correct("combatants.bo.vitals.life.now", 1)
    arena.cancel()
    arena.order("ana", LEAVE)
    arena.correct("combatants.bo.vitals.mind.now", 0)
    arena.cancel()
    assert (arena.hp("bo", "life"), arena.hp("bo", "mind")) == (1, 0)
    jumped = len(arena.stream)
    arena.correct("combatants.bo.vitals.life.now", 6)
    arena.revert(jumped)
    assert (arena.hp("bo", "life"), arena.hp("bo", "mind")) == (1, 0)
    arena.done()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("combatants.aino.vitals.life.now", "many"),
        ("combatants.aino.vitals.life.now", 1.5),
        ("combatants.aino.vitals.life.now", True),
        ("combatants.aino.vitals.life.now", None),
        ("combatants.aino.vitals.luck.was", 1),
        ("combatants.aino.id", "other"),
        ("combatants.nobody.side", "foes"),
        ("combatants.aino", 5),
        ("order.7", "aino"),
        ("open.base", 1),
        ("seats.ana.role", "GM"),
        ("rules", {}),
        ("rules.fighters.aino.pool", "three"),
        ("rules.fighters.aino.shoe", 3),
        ("", 1),
    ],
)
def test_a_malformed_correction_is_never_appended(path: str, value: Any) -> None:
    """A value of another type, or a path that is not there, is refused, and the fight can be loaded as before."""
    arena = saari_fight()
    before, state = len(arena.stream), arena.state
    with pytest.raises(RuleRefusal):
        arena.correct(path, value)
    assert (len(arena.stream), arena.state) == (before, state)
    assert arena.at(before).state == state


def test_a_long_order_folds_its_trail_once_per_answer() -> None:
    """A command of 300 events costs folds in proportion to its trail, not to its square, per answer."""

    def long(table: Table[Any]) -> None:
        for _ in range(100):
            table.change("aino", "mind", -1, rule="T-1", least=-1000)
            ask(table)

    folds = 0

    class Counting(Saari):
        questions = (*Saari.questions, Plain)

        def play(self, order: Any, table: Any) -> None:
            long(table)

        def evolve(self, own: Any, event: Any, fight: Any) -> Any:
            nonlocal folds
            folds += 1
            return super().evolve(own, event, fight)

    arena = saari_fight()
    arena.book = Rulebook(Counting())
    arena.order("ana", LEAVE)
    for _ in range(98):
        arena.answer("ana", "yes")
    trail = len(arena.position.trail)
    assert trail > 290
    folds = 0
    arena.answer("ana", "yes")
    assert folds <= trail + 10
