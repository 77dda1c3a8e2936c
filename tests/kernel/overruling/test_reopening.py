"""Open questions after a ruling: left, put to somebody else, withdrawn; and rulings of several parts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.overruling.gm_tools import Remove
from engine.kernel.playing.knowledge import CHANGING
from engine.kernel.state import events as k
from engine.kernel.structs.messages import plain
from engine.service.proof.audit_replay import replay
from tests.kernel.test_trail import LEAVE
from tests.support.fights.arena import ANA, BEN, Arena
from tests.support.slices.minis import EndRound, Melee
from tests.support.slices.ready import minis_fight, play_out, saari_fight


def proven(arena: Arena) -> None:
    """The stream folds to the state, and every step is made again from it."""
    assert arena.at(len(arena.stream)).state == arena.state
    found = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert found.state != "BROKEN", found


def test_a_question_that_would_be_asked_again_unchanged_stays_open() -> None:
    """Nothing is said of it: a new name changes nothing that is asked."""
    arena = saari_fight()
    arena.order("ana", LEAVE)
    asked = arena.pending
    (only,) = arena.correct("combatants.imp.name", "Imp the second")
    assert isinstance(only.event, k.Corrected)
    assert arena.pending == asked
    play_out(arena)
    proven(arena)


def test_who_has_a_combatant_now_is_asked_in_the_others_stead() -> None:
    """A handover moves the question; whoever was asked before is told that it is closed."""
    arena = minis_fight()
    arena.order("ana", Melee(combatant="ogre", target="knight"))
    assert [asked.seats for asked in arena.pending] == [("ana",), ("ben",)]
    arena.fact(k.ControlChanged(combatant="knight", controller="ana"))
    assert [asked.seats for asked in arena.pending] == [("ana",), ("ana",)]
    assert len(arena.events(k.DecisionWithdrawn)) == 2
    proven(arena)


def test_an_answer_to_what_is_asked_again_unchanged_is_kept() -> None:
    """Ana has chosen her stance, and the knight is the game master's by now: she is not asked twice."""
    arena = minis_fight()
    arena.order("ana", Melee(combatant="ogre", target="knight"))
    arena.answer("ana", "thrust")
    arena.fact(k.SeatRemoved(whose="ben", name="Ben"))
    (left,) = arena.pending
    assert (left.seats, left.question["about"]) == (("gm",), "knight")
    kept = arena.stream[-1]
    assert isinstance(kept.event, k.DecisionAnswered)
    assert (kept.event.choice, kept.event.how, kept.draft.seat, kept.draft.to) == ("thrust", "KEPT", "ana", ("ana",))
    arena.answer("gm", "parry")
    assert arena.fight.open is None
    proven(arena)


def test_what_a_removed_seat_had_is_its_own_again_when_it_comes_back() -> None:
    """Meanwhile nothing names the seat; what has been handed to somebody else stays with him."""
    arena = minis_fight(knight="ana")
    arena.fact(k.SeatRemoved(whose="ana", name="Ana"))
    for who in arena.fight.combatants.values():
        assert "ana" not in (who.owner, who.controller)
    arena.fact(k.ControlChanged(combatant="knight", controller="ben"))
    arena.fact(k.SeatAdded(entry=ANA))
    ogre, knight = (arena.fight.combatants[who] for who in ("ogre", "knight"))
    assert (ogre.owner, ogre.controller) == ("ana", "ana")
    assert (knight.owner, knight.controller) == ("ana", "ben")
    assert arena.fight.left == {}
    assert BEN.seat in arena.fight.seats
    proven(arena)


def test_a_request_to_take_back_ends_with_the_seat_that_it_waits_for() -> None:
    """Nothing open is put to a seat that is not there."""
    arena = minis_fight()
    arena.order("ana", Melee(combatant="ogre", target="knight"))
    arena.answer("ana", "head")
    arena.answer("ben", "parry")
    arena.take_back("ana")
    assert any("ben" in asked.seats for asked in arena.asked_back)
    arena.fact(k.SeatRemoved(whose="ben", name="Ben"))
    assert arena.fight.taking_back is None
    assert arena.events(k.TakeBackClosed)[-1].closed == "OVERTAKEN"
    proven(arena)


@pytest.mark.parametrize("order", [("ogre", "knight"), ("knight", "ogre")])
def test_a_ruling_of_several_parts_is_followed_through_once_in_any_order(order: tuple[str, ...]) -> None:
    """Both are taken off before anything follows; each fact that follows names both parts as its causes."""
    arena = minis_fight()
    arena.order("gm", EndRound(round=1))
    new = arena.rule(Remove(combatants=order))
    parts = [one for one in new if isinstance(one.event, k.Corrected)]
    assert [one.event.more for one in parts] == [True, False]
    assert new[:2] == parts
    facts = [one for one in new[2:] if one.foreign]
    assert facts
    for one in facts:
        assert one.draft.because is not None
        assert one.draft.because.causes == tuple(part.version for part in parts)
    told: list[Any] = [plain(one.event) for one in new[2:] if not isinstance(one.event, CHANGING)]
    assert told == _told_in_the_usual_order()
    proven(arena)


def _told_in_the_usual_order() -> list[Any]:
    arena = minis_fight()
    arena.order("gm", EndRound(round=1))
    new = arena.rule(Remove(combatants=("ogre", "knight")))
    return [plain(one.event) for one in new[2:] if not isinstance(one.event, CHANGING)]
