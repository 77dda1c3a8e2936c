"""Reverts and forks: to resting points, into the middle of a step, with corrections, and to other jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.state import events as k
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.stored.history import live_versions
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from tests.kernel.test_trail import LEAVE
from tests.support.fights.arena import Arena
from tests.support.fights.forks import fork
from tests.support.slices.fantasia import Cast
from tests.support.slices.minis import Melee
from tests.support.slices.ready import fantasia_fight, find, minis_fight, play_out, saari_fight
from tests.support.slices.saari import Saari

CAST = Cast(combatant="kefka", target="strago")


def struck() -> tuple[Arena, int]:
    """Kefka's spell has hurt Strago; and the version of its magic attack."""

    def make(secret: str) -> Arena | None:
        arena = fantasia_fight(secret=secret)
        arena.order("gm", CAST)
        play_out(arena)
        return arena if arena.hp("strago", "life") < 20 else None

    arena = find(make)
    return arena, next(r.version for r in arena.stream if getattr(r.event, "why", "") == "magic attack")


def faces(arena: Arena) -> list[tuple[int, ...]]:
    """The faces of all rolls, in order of falling."""
    return [event.faces for event in arena.events(k.DiceRolled)]


def test_a_revert_into_a_step_keeps_the_roll_and_applies_corrections() -> None:
    """A revert into the middle of a step plays it on after the corrections sent along, in the same step."""
    arena, attack = struck()
    rolled = faces(arena)
    arena.revert(attack, Correct(path="rules.fighters.strago.guard", value=99, reason="in cover"))
    assert arena.hp("strago", "life") == 20
    assert arena.fight.open is None
    assert faces(arena) == rolled
    assert [type(r.event).__name__ for r in arena.stream[-3:]] == ["Reverted", "Corrected", "CommandEnded"]
    arena.done()


def test_a_revert_into_a_step_throws_fresh_dice_behind_it() -> None:
    """The attack stays as it fell; the damage is another version's, so another roll."""
    arena, attack = struck()
    first = faces(arena)
    thrown = set()
    for _ in range(6):
        arena.revert(attack)
        thrown.add(faces(arena)[-1])
        assert faces(arena)[: len(first) - 1] == first[:-1]
    assert len(thrown) > 1
    arena.done()


def test_a_fork_in_the_middle_of_a_step_keeps_the_roll_and_throws_its_own() -> None:
    """Its parent goes on untouched; a fork with another secret throws other dice."""
    arena, attack = struck()
    whole = list(arena.stream)
    thrown = set()
    for number in range(6):
        branch = fork(arena, attack, f"branch {number}")
        assert faces(branch)[:-1] == faces(arena)[:-1]
        thrown.add(faces(branch)[-1])
        assert branch.fight.id == "fork"
        branch.done()
    assert len(thrown) > 1
    assert arena.stream == whole


def test_a_fork_where_a_decision_waits_waits_too() -> None:
    """It is answered in the fork and in its parent, each on its own."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    branch = fork(arena, len(arena.stream), "branch")
    branch.answer("gm", "no")
    arena.answer("gm", "yes")
    assert len(arena.pending) > 0
    play_out(branch)
    branch.done()


def test_a_fork_can_be_cancelled_and_reverted_into_its_parents_part() -> None:
    """That it is a fork, and on which dice, no jump takes back."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    branch = fork(arena, len(arena.stream), "branch")
    branch.cancel()
    assert (branch.fight.id, branch.fight.open) == ("fork", None)
    branch.revert(2)
    assert branch.fight.id == "fork"
    assert list(branch.fight.combatants) == ["aino"]
    branch.done()


def test_a_revert_to_a_resting_point_runs_no_rules() -> None:
    """Rules that fail always cannot hold it up."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    waiting = len(arena.stream)
    arena.answer("gm", "yes")

    class Broken(Saari):
        def play(self, order: Order, table: Table[Any]) -> None:
            raise AssertionError("no rule is run")

    arena.book = Rulebook(Broken())
    arena.revert(waiting)
    assert [a.kind for a in arena.pending] == ["FreeStrike"]
    arena.revert(1)
    assert not arena.fight.combatants


def test_every_version_can_be_gone_back_to_again_and_again() -> None:
    """Reverts to every version of a fight, jumps among them, each giving what stood there."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.correct("combatants.bo.vitals.life.now", 3)
    arena.cancel()
    arena.fact(k.SeatAdded(entry=SeatEntry("zoe", "Zoe", "PLAYER")))
    arena.order("ana", LEAVE)
    play_out(arena)
    lasting = len(arena.stream)
    for version in range(1, lasting + 1):
        stood = arena.at(version)
        if stood.state.fight.resting:
            arena.revert(version)
            assert arena.state.own == stood.state.own
            assert arena.state.fight.combatants == stood.state.fight.combatants
            assert arena.fight.open == stood.state.fight.open
            assert "zoe" in arena.fight.seats
    arena.done()


def test_a_seat_that_sat_down_during_an_order_stays_whatever_is_taken_back() -> None:
    """Cancel and revert take back the fight, not the table."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.fact(k.SeatAdded(entry=SeatEntry("zoe", "Zoe", "PLAYER")))
    base = arena.fight.open.base
    arena.cancel()
    assert "zoe" in arena.fight.seats
    arena.revert(base)
    assert "zoe" in arena.fight.seats
    arena.done()


def test_dice_never_come_back() -> None:
    """A hundred melees of like stances, each taken back: the faces of d100 are as many as chance has them."""
    arena = minis_fight(life=90)
    start = len(arena.stream)
    for _ in range(100):
        arena.order("ana", Melee(combatant="ogre", target="knight"))
        play_out(arena)
        arena.revert(start)
    thrown = [event.faces[0] for event in arena.events(k.DiceRolled)]
    assert len(thrown) == 100
    assert len(set(thrown)) > 45
    arena.done()


def test_a_refused_correction_refuses_the_revert_whole() -> None:
    """It names which correction; nothing is appended."""
    arena, attack = struck()
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as refused:
        arena.revert(
            attack,
            Correct(path="rules.fighters.strago.guard", value=9),
            Correct(path="rules.fighters.strago.guard", value="high"),
        )
    assert refused.value.field == "corrections.1.value"
    assert len(arena.stream) == before


@pytest.mark.parametrize(
    "use",
    [
        lambda arena: arena.correct("round", 3, seat="ana"),
        lambda arena: arena.cancel(seat="ana"),
        lambda arena: arena.revert(1, seat="ana"),
    ],
    ids=["correct", "cancel", "revert"],
)
def test_only_the_gm_has_these_tools(use: Callable[[Arena], object]) -> None:
    """A player is refused, and nothing happens."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as refused:
        use(arena)
    assert refused.value.code == "NOT_YOURS"
    assert len(arena.stream) == before


def test_nothing_but_a_fork_follows_the_end() -> None:
    """The secret is out: no order, no answer, no tool; a fork plays on."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    waiting = len(arena.stream)
    decision = arena.pending[0].decision
    arena.fact(k.EncounterEnded(reason="late", result="", dice_secret="", hidden_secret=""))
    attempts = (
        lambda: arena.order("ana", LEAVE),
        lambda: arena.answer("gm", "no", decision=decision),
        lambda: arena.correct("round", 2),
        lambda: arena.revert(1),
        lambda: arena.cancel(),
    )
    for attempt in attempts:
        with pytest.raises(RuleRefusal):
            attempt()
    branch = fork(arena, waiting, "branch")
    branch.answer("gm", "no")
    assert fork(arena, len(arena.stream), "other").fight.status == "RUNNING"


def test_a_paused_fight_takes_no_order_and_no_answer() -> None:
    """Corrections go through; after it is resumed all is as before."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    arena.fact(k.Paused())
    for attempt in (lambda: arena.answer("gm", "no"), lambda: arena.order("ana", LEAVE)):
        with pytest.raises(RuleRefusal) as refused:
            attempt()
        assert refused.value.code == "PAUSED"
    arena.correct("combatants.bo.vitals.life.now", 5)
    arena.fact(k.Resumed())
    play_out(arena)
    arena.done()


def test_undone_branches_cost_no_folds() -> None:
    """The live path of a fight with many jumps is as long as what still counts."""
    arena = minis_fight(life=90)
    start = len(arena.stream)
    for _ in range(50):
        arena.order("ana", Melee(combatant="ogre", target="knight"))
        play_out(arena)
        arena.revert(start)
    assert live_versions(arena.jumps, len(arena.stream)) == list(range(1, start + 1))
