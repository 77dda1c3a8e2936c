"""Mixed dice: some seats and sides type what they roll, everything else is the server's, as the first event says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.playing.preview import preview_order
from engine.kernel.state import events as k
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.errors import RuleRefusal
from tests.kernel.test_trail import LEAVE, bent
from tests.support.fights.arena import ANA, BEN, EVE, GM, Arena
from tests.support.slices import fantasia
from tests.support.slices.fantasia import Cast, Sneak
from tests.support.slices.ready import fantasia_fight, fight, find, one, play_out, saari_fight

CAST = Cast(combatant="kefka", target="strago")
BACK = Cast(combatant="strago", target="kefka")


def mixed(seats: tuple[str, ...] = (), sides: tuple[str, ...] = (), secret: str = "1", **more: Any) -> Arena:
    """Strago (ana) and Relm (ben) of side a against the GM's Kefka of side b; nobody breaks in."""
    arena = fantasia_fight(typed_by=TypedBy(seats=seats, sides=sides), secret=secret, **more)
    arena.fact(k.PolicySet(kind="FireNow", asked=False))
    return arena


def rolls(arena: Arena) -> list[tuple[str, bool | None]]:
    """Who rolled, and whether that was typed."""
    return [(roll.by, roll.typed) for roll in arena.events(k.DiceRolled)]


def asked(arena: Arena) -> list[tuple[str, tuple[str, ...], str]]:
    """The rolls that are asked for: by whom, of which seats, and why."""
    return [(a.question["by"], a.seats, a.question["why"]) for a in arena.pending if a.kind == "Roll"]


def faces_refused(arena: Arena, seat: str, order: Any, faces: tuple[int, ...]) -> str:
    """The refusal of these faces; nothing is appended."""
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as caught:
        arena.order(seat, order, faces)
    assert caught.value.code == "FACES"
    assert len(arena.stream) == before
    return caught.value.reason


# -- whose roll it is
def test_a_seat_that_types_is_asked_for_its_own_rolls_and_the_server_rolls_the_others() -> None:
    """Ana types for Strago; nobody is asked about Kefka's spell."""
    arena = mixed(seats=("ana",))
    arena.order("gm", CAST)
    assert arena.fight.open is None
    assert rolls(arena)
    assert {said for _, said in rolls(arena)} == {None}
    before = len(rolls(arena))
    arena.order("ana", BACK)
    assert asked(arena) == [("strago", ("ana",), "magic attack")]
    arena.answer("ana", faces=(4, 5))
    assert asked(arena) == [("strago", ("ana",), "damage")]
    arena.answer("ana", faces=(2, 2))
    assert rolls(arena)[before:] == [("strago", True), ("strago", True)]
    arena.done()


def test_a_side_types_whoever_controls_its_combatants() -> None:
    """Both players of side a, and the GM where he has taken one of them over."""
    arena = mixed(sides=("a",))
    arena.order("ana", BACK)
    assert asked(arena) == [("strago", ("ana",), "magic attack")]
    arena.answer("ana", faces=(1, 2))
    arena.fact(k.ControlChanged(combatant="relm", controller=None))
    arena.order("gm", Cast(combatant="relm", target="kefka"))
    assert asked(arena) == [("relm", ("gm",), "magic attack")]
    arena.answer("gm", faces=(1, 2))
    arena.order("gm", CAST)
    assert not arena.pending
    arena.done()


def test_of_a_seat_and_its_side_both_listed_a_roll_is_asked_for_once() -> None:
    """The lists add up: Ana's by her seat and by her side, Ben's by his side."""
    arena = mixed(seats=("ana",), sides=("a",))
    arena.order("ana", BACK)
    assert asked(arena) == [("strago", ("ana",), "magic attack")]
    arena.answer("ana", faces=(1, 2))
    assert len(arena.events(k.DecisionOpened)) == 1
    arena.order("ben", Cast(combatant="relm", target="kefka"))
    assert asked(arena) == [("relm", ("ben",), "magic attack")]


def test_the_gms_seat_types_for_everybody_without_a_player() -> None:
    """The other way round: the monsters' dice lie on the table, the players' are the server's."""
    arena = mixed(seats=("gm",))
    arena.order("ana", BACK)
    assert not arena.pending
    arena.order("gm", CAST)
    assert asked(arena) == [("kefka", ("gm",), "magic attack")]


def test_a_handover_moves_the_dice_with_the_combatant() -> None:
    """Ben does not type: what he takes over the server rolls, until it is Ana's again."""
    arena = mixed(seats=("ana",))
    arena.fact(k.ControlChanged(combatant="strago", controller="ben"))
    arena.order("ben", BACK)
    assert not arena.pending
    assert {said for _, said in rolls(arena)} == {None}
    arena.fact(k.ControlChanged(combatant="strago", controller="ana"))
    arena.order("ana", BACK)
    assert asked(arena) == [("strago", ("ana",), "magic attack")]


def test_a_handover_while_dice_are_asked_for_moves_them_to_who_has_the_combatant_now() -> None:
    """The roll is judged anew: the server rolls for Ben, who does not type."""
    arena = mixed(seats=("ana",))
    arena.order("ana", BACK)
    arena.fact(k.ControlChanged(combatant="strago", controller="ben"))
    assert not arena.pending
    assert {said for _, said in rolls(arena)} == {None}


def test_combatants_of_a_removed_seat_are_the_gms_and_so_are_their_dice() -> None:
    """Rolled by the server unless the GM types; a side's stay typed."""
    for typed_by, expected in (
        (TypedBy(seats=("ana",)), []),
        (TypedBy(seats=("ana", "gm")), ["gm"]),
        (TypedBy(sides=("a",)), ["gm"]),
    ):
        arena = mixed(seats=typed_by.seats, sides=typed_by.sides)
        arena.fact(k.SeatRemoved(whose="ana", name="Ana"))
        arena.order("gm", BACK)
        assert [seat for _, seats, _ in asked(arena) for seat in seats] == expected


def test_a_seat_removed_while_its_dice_are_asked_for_leaves_them_to_the_gm() -> None:
    """The roll is judged anew: the game master does not type, and the server rolls."""
    arena = mixed(seats=("ana",))
    arena.order("ana", BACK)
    arena.fact(k.SeatRemoved(whose="ana", name="Ana"))
    assert not arena.pending
    assert {said for _, said in rolls(arena)} == {None}


def test_a_roll_by_a_seat_is_that_seats_alone() -> None:
    """The GM rolls on the fumble table by himself: typed where his seat types, whatever sides do."""
    for typed_by, questions in ((TypedBy(sides=("heroes", "foes")), 0), (TypedBy(seats=("gm",)), 1)):
        arena = playing(lambda table: table.roll("1d3", by="gm", why="fumble row", rule="T-1"), typed_by)
        arena.order("ana", LEAVE)
        assert len(arena.pending) == questions
        assert len(rolls(arena)) == 1 - questions


def playing(rule: Callable[[Table[Any]], Any], typed_by: TypedBy) -> Arena:
    """A fight of Aino (ana) in which this rule is what leaving does."""
    arena = saari_fight(typed_by=typed_by, secret="1")
    arena.book = bent(rule).book
    return arena


@pytest.mark.parametrize("by", ["", "nobody", "initiative"])
def test_a_roll_of_nobody_is_the_servers(by: str) -> None:
    """Also where every seat types."""
    everybody = TypedBy(seats=("gm", "ana", "ben"), sides=("heroes", "foes"))
    arena = playing(lambda table: table.roll("1d6", by=by, why="order", rule="T-1"), everybody)
    arena.order("ana", LEAVE)
    assert rolls(arena) == [(by, None)]
    arena.done()


def test_hidden_rolls_and_draws_are_the_servers() -> None:
    """Whoever makes them: a person who types them would know what players may not."""

    def rule(table: Table[Any]) -> None:
        table.roll("1d20", by="aino", why="spot the ambush", rule="T-1", to="gm")
        table.draw(("a", "b", "c"), by="aino", why="card", rule="T-1")
        table.roll("1d20", by="aino", why="jump", rule="T-1")

    arena = playing(rule, TypedBy(seats=("gm", "ana"), sides=("heroes",)))
    arena.order("ana", LEAVE)
    assert [a.question["why"] for a in arena.pending] == ["jump"]
    assert [roll.typed for roll in arena.events(k.DiceRolled)] == [None]
    assert len(arena.events(k.Drawn)) == 1
    arena.answer("ana", faces=(13,))
    assert [roll.typed for roll in arena.events(k.DiceRolled)] == [None, True]
    arena.done()


def test_the_servers_dice_fall_as_they_would_without_typed_ones() -> None:
    """A typed roll uses up none of the secret: faces follow from the version alone."""
    arena, plain = mixed(seats=("ana",)), mixed()
    for fought in (arena, plain):
        fought.order("gm", CAST)
    assert [r.faces for r in arena.events(k.DiceRolled)] == [r.faces for r in plain.events(k.DiceRolled)]


# -- faces sent ahead
def test_faces_sent_ahead_serve_typed_rolls() -> None:
    arena = mixed(seats=("ana",))
    arena.order("ana", BACK, (4, 5, 2, 3))
    assert not arena.pending
    assert rolls(arena) == [("strago", True), ("strago", True)]
    arena.done()


def test_faces_for_a_roll_of_the_servers_are_refused() -> None:
    """The GM's too: nobody types where the server rolls."""
    arena = mixed(seats=("ana",))
    assert "the server makes the first roll" in faces_refused(arena, "gm", CAST, (4, 5))
    assert "too few" in faces_refused(arena, "ana", BACK, (4,))
    assert "rolls no dice" in faces_refused(arena, "ana", Sneak(combatant="strago"), (4, 5))


def test_the_servers_roll_takes_none_of_the_faces_sent_ahead() -> None:
    """Ben breaks in with a typed shot; whether Kefka concentrates the server rolls, and two faces are left."""

    def broken_into(secret: str) -> Arena | None:
        arena = fantasia_fight(typed_by=TypedBy(sides=("a",)), secret=secret)
        arena.order("gm", CAST)
        arena.answer("ben", "yes", faces=(6, 6, 1, 1))
        return arena if ("kefka", None) in rolls(arena) else None

    arena = find(broken_into)
    assert rolls(arena)[:2] == [("relm", True), ("kefka", None)]
    play_out(arena)
    arena.done()


def test_where_nobody_types_faces_are_refused_as_ever() -> None:
    """Also in a fight whose only side that types is hidden from the sender: it may not know of it."""
    plain = faces_refused(mixed(lurker=True), "ana", BACK, (4, 5))
    assert plain == "this fight rolls its own dice: leave `faces` out"
    arena = ambushed()
    assert faces_refused(arena, "ana", BACK, (4, 5)) == plain
    assert "the server makes the first roll" in faces_refused(arena, "gm", CAST, (4, 5))
    arena.fact(k.SightChanged(combatant="lurker", seen_by=None))
    assert "the server makes the first roll" in faces_refused(arena, "ana", BACK, (4, 5))


# -- what a seat knows
def ambushed() -> Arena:
    """A lurker of side c, hidden from all but the GM; only side c types."""
    return _with_lurker(TypedBy(sides=("c",)))


def _with_lurker(typed_by: TypedBy) -> Arena:
    def entries(book: Any) -> list[Any]:
        return [
            one(book, "kefka", "b", None, life=20, magic=9),
            one(book, "strago", "a", "ana", life=20, magic=9, trigger="cast"),
            one(book, "lurker", "c", None, hidden_from=True, life=20, magic=9),
        ]

    arena = fight(fantasia.system, entries, typed_by=typed_by, secret="1")
    arena.fact(k.PolicySet(kind="FireNow", asked=False))
    return arena


def test_a_side_of_which_everybody_is_hidden_is_told_the_gm_alone() -> None:
    """In the first event and in every state; it is told with the first of its combatants that is seen."""
    arena = ambushed()
    first = arena.stream[0]
    assert first.draft.to == ("gm",)
    public, secret = arena.book.codec.encode(1, first.time, first.draft)
    assert b'"c"' not in public
    assert b'"withheldTypedSides":["c"]' in (secret or b"")
    for version in (1, len(arena.stream)):
        state = arena.at(version).state
        assert state.fight.typed_by == TypedBy(sides=("c",))
        for seat in ("ana", "ben", "eve", None):
            assert not arena.book.seen(state, seat).fight.typed_by
    arena.fact(k.SightChanged(combatant="lurker", seen_by=None))
    assert arena.book.seen(arena.state, "ana").fight.typed_by == TypedBy(sides=("c",))


def test_what_everybody_sees_of_a_roll_does_not_depend_on_a_hidden_side_that_types() -> None:
    """Kefka's spell reads the same to Ana, to the byte."""

    def told(arena: Arena) -> list[bytes]:
        arena.order("gm", CAST)
        return [arena.book.codec.encode(r.version, r.time, r.draft)[0] for r in arena.stream]

    assert told(_with_lurker(TypedBy(sides=("c",)))) == told(_with_lurker(TypedBy()))


def test_a_preview_is_the_same_whoever_types() -> None:
    """It tells which dice would fall, and rolls none."""
    told = [preview_order(arena.book, arena.position, "ana", BACK, "en") for arena in (mixed(), mixed(seats=("ana",)))]
    assert told[0] == told[1]
    assert told[0].tests


# -- a new fight
def test_everything_that_is_wrong_with_who_types_is_said_at_once() -> None:
    """Unknown seats and sides, those named twice, a spectator; each with its place."""
    with pytest.raises(RuleRefusal) as caught:
        mixed(seats=("ana", "zoe", "ana", "eve"), sides=("a", "z", "a"))
    assert {(one.field, one.code) for one in caught.value.all} == {
        ("typedBy.seats.1", "UNKNOWN"),
        ("typedBy.seats.2", "NOT_LEGAL"),
        ("typedBy.seats.3", "NOT_LEGAL"),
        ("typedBy.sides.1", "UNKNOWN"),
        ("typedBy.sides.2", "NOT_LEGAL"),
    }


def test_where_all_dice_are_typed_nobody_is_named() -> None:
    with pytest.raises(RuleRefusal) as caught:
        fantasia_fight(physical=True, typed_by=TypedBy(seats=("ana",)))
    assert caught.value.field == "typedBy"


def test_a_second_gm_types_for_both() -> None:
    """What is the GMs' either of them answers for: one that types is enough, and either may type."""
    arena = _two_gms()
    arena.order("gm", CAST)
    assert asked(arena) == [("kefka", ("gm", "max"), "magic attack")]


def _two_gms() -> Arena:
    def entries(book: Any) -> list[Any]:
        return [one(book, "kefka", "b", None, magic=9), one(book, "strago", "a", "ana", magic=9)]

    table = (GM, SeatEntry("max", "Max", "GM"), ANA, BEN, EVE)
    return fight(fantasia.system, entries, typed_by=TypedBy(seats=("max",)), secret="1", seats=table)


# -- going back
def test_a_mistyped_face_is_mended_by_a_revert_to_its_question() -> None:
    arena = mixed(seats=("ana",))
    arena.order("ana", BACK, (4, 5))
    decision = arena.pending[0].decision
    arena.answer("ana", faces=(6, 6))
    arena.revert(decision)
    assert arena.pending[0].decision == decision
    arena.answer("ana", faces=(1, 1))
    assert [r.faces for r in arena.events(k.DiceRolled)] == [(4, 5), (6, 6), (1, 1)]
    arena.done()


def test_who_types_cannot_be_corrected() -> None:
    """It is a promise of the first event."""
    arena = mixed(seats=("ana",))
    with pytest.raises(RuleRefusal, match="a path begins with one of"):
        arena.correct("typedBy.seats", [])
