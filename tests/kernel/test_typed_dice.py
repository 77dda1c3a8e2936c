"""Dice that lie on a real table: typed when asked for, or sent ahead; whole rolls of one's own, as far as they fit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.structs.errors import RuleRefusal
from tests.kernel.test_trail import LEAVE, bent
from tests.support.fights.arena import Arena
from tests.support.slices.fantasia import Cast, Sneak
from tests.support.slices.ready import fantasia_fight, saari_fight

CAST = Cast(combatant="kefka", target="strago")


def silent() -> Arena:
    """Kefka casts and nobody breaks in: a magic attack of 2d6, then damage of 2d6."""
    arena = fantasia_fight(physical=True)
    arena.fact(k.PolicySet(kind="FireNow", asked=False))
    return arena


def refused(arena: Arena, seat: str, faces: tuple[int, ...], *, ordering: bool = False) -> RuleRefusal:
    """The refusal of these faces; nothing is appended."""
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as caught:
        arena.order(seat, CAST, faces) if ordering else arena.answer(seat, faces=faces)
    assert caught.value.code == "FACES"
    assert len(arena.stream) == before
    return caught.value


def test_faces_sent_ahead_are_used_in_order() -> None:
    """Two rolls' faces with the order: no question is asked."""
    arena = silent()
    arena.order("gm", CAST, (4, 5, 6, 6))
    assert arena.hp("strago", "life") == 8
    assert not arena.events(k.DecisionOpened)
    assert [e.faces for e in arena.events(k.DiceRolled)] == [(4, 5), (6, 6)]
    arena.done()


def test_too_few_open_a_decision() -> None:
    """The first roll is used, the second is asked for, of the seat that rolls."""
    arena = silent()
    arena.order("gm", CAST, (4, 5))
    (asked,) = arena.pending
    assert (asked.kind, asked.seats, asked.question) == (
        "Roll",
        ("gm",),
        {"dice": "2d6", "by": "kefka", "why": "damage"},
    )
    arena.answer("gm", faces=(6, 6))
    assert arena.hp("strago", "life") == 8
    arena.done()


@pytest.mark.parametrize("faces", [(4, 7), (0, 3), (4,), (-1, 3)])
def test_faces_that_are_not_the_first_roll_are_refused(faces: tuple[int, ...]) -> None:
    """An impossible one, or part of the roll that is certain to come: the order is refused whole."""
    refused(silent(), "gm", faces, ordering=True)


@pytest.mark.parametrize("faces", [(4, 5, 6), (4, 5, 6, 7), (4, 5, 0, 0), (4, 5, 7, 7, 7, 7, 7)])
def test_from_the_first_roll_that_they_do_not_fit_faces_do_not_count(faces: tuple[int, ...]) -> None:
    """Whether that roll comes is no ground for a refusal: it is asked for."""
    arena = silent()
    arena.order("gm", CAST, faces)
    assert [e.faces for e in arena.events(k.DiceRolled)] == [(4, 5)]
    assert arena.pending[0].question["why"] == "damage"
    arena.answer("gm", faces=(6, 6))
    arena.done()


@pytest.mark.parametrize("faces", [(4, 5, 6, 6, 1), (1, 2, 5), (1, 2, 5, 5)])
def test_faces_that_no_roll_takes_do_not_count(faces: tuple[int, ...]) -> None:
    """After a hit and a miss alike: who types the dice of a whole attack at once may roll damage that is not dealt."""
    arena = silent()
    arena.order("gm", CAST, faces)
    assert arena.events(k.DiceRolled)[0].faces == faces[:2]
    arena.done()


def test_an_order_that_is_certain_to_roll_nothing_takes_no_faces() -> None:
    """Ana's Strago hides, which needs no dice."""
    arena = silent()
    before = len(arena.stream)
    with pytest.raises(RuleRefusal, match="rolls no dice") as caught:
        arena.order("ana", Sneak(combatant="strago"), (4, 5))
    assert (caught.value.code, len(arena.stream)) == ("FACES", before)


@pytest.mark.parametrize("faces", [(), (4,), (4, 7), (4, 5, 1)])
def test_an_answer_of_faces_that_do_not_fit_leaves_the_decision_open(faces: tuple[int, ...]) -> None:
    """Part of a roll is refused as well."""
    arena = silent()
    arena.order("gm", CAST)
    refused(arena, "gm", faces)
    assert arena.pending


def test_a_choice_is_no_answer_to_a_roll() -> None:
    """And typed faces beside a choice do not count, unless the rules roll behind it."""
    arena = fantasia_fight(physical=True)
    arena.order("gm", CAST)
    arena.answer("ben", "no", faces=(1, 2))
    assert not arena.events(k.DiceRolled)
    arena.answer("ana", "no", faces=())
    assert arena.pending[0].kind == "Roll"


def test_faces_may_come_with_the_answer_before_the_roll() -> None:
    """Ben shoots and sends his own dice along; the GM's concentration is asked for."""
    arena = fantasia_fight(physical=True)
    arena.order("gm", CAST)
    arena.answer("ben", "yes", faces=(6, 6))
    assert arena.hp("kefka", "life") == 17
    assert arena.pending[0].question["why"] == "concentration"
    arena.answer("gm", faces=(1, 1))
    arena.done()


def test_a_players_faces_serve_his_own_rolls_only() -> None:
    """Ben's faces would roll the GM's concentration as well: that roll is asked for, of the GM."""
    arena = fantasia_fight(physical=True)
    arena.order("gm", CAST)
    arena.answer("ben", "yes", faces=(6, 6, 1, 1))
    (asked,) = arena.pending
    assert (asked.kind, asked.seats, asked.question["why"]) == ("Roll", ("gm",), "concentration")


def test_the_gms_faces_serve_anybodys() -> None:
    """He answers for Ben, and types Ben's dice and his own."""
    arena = fantasia_fight(physical=True)
    arena.order("gm", CAST)
    arena.answer("gm", "yes", faces=(6, 6, 1, 1))
    assert not arena.pending
    arena.done()


def test_another_player_does_not_type_ones_dice() -> None:
    """The question is the rolling seat's, or the GM's."""
    arena = fantasia_fight(physical=True)
    arena.order("gm", CAST)
    arena.answer("ben", "yes")
    with pytest.raises(RuleRefusal) as caught:
        arena.answer("ana", faces=(6, 6), decision=arena.pending[0].decision)
    assert caught.value.code == "NOT_YOURS"


def test_a_mistyped_face_is_mended_by_a_revert_to_its_question() -> None:
    """12 damage was 11: the question is open again, and the decision keeps its id."""
    arena = silent()
    arena.order("gm", CAST, (4, 5))
    decision = arena.pending[0].decision
    arena.answer("gm", faces=(6, 6))
    assert arena.hp("strago", "life") == 8
    arena.revert(decision)
    assert arena.pending[0].decision == decision
    arena.answer("gm", faces=(5, 6))
    assert arena.hp("strago", "life") == 9
    arena.done()


def test_seeded_dice_take_no_typed_faces() -> None:
    """Nobody types where the server rolls."""
    arena = fantasia_fight()
    arena.fact(k.PolicySet(kind="FireNow", asked=False))
    refused(arena, "gm", (4, 5), ordering=True)


def test_nought_dice_are_no_roll() -> None:
    """Neither an event nor a question."""

    def rule(table: Table[Any]) -> None:
        assert table.roll("0d6", by="aino", why="nothing", rule="T-1") == ()

    arena = saari_fight(physical=True)
    arena.book = bent(rule).book
    arena.order("ana", LEAVE)
    assert not arena.events(k.DiceRolled)
    arena.done()


def test_a_hidden_roll_is_typed_by_who_may_see_it() -> None:
    """The GM rolls in secret for Aino: Ana is neither asked nor told, in stream and state alike."""

    def rule(table: Table[Any]) -> None:
        table.roll("1d20", by="aino", why="spot the ambush", rule="T-1", to="gm")
        table.change("aino", "mind", -1, rule="T-1")

    arena = saari_fight(physical=True)
    arena.book = bent(rule).book
    arena.order("ana", LEAVE)
    (asked,) = arena.pending
    assert asked.seats == ("gm",)
    for seat in ("ana", "eve", None):
        assert "ambush" not in str(arena.book.seen(arena.state, seat))
    assert "ambush" in str(arena.book.seen(arena.state, "gm"))
    arena.answer("gm", faces=(13,))
    assert [r.draft.to for r in arena.stream if isinstance(r.event, k.DiceRolled)] == [("gm",)]
    arena.done()
