"""An order is tried on what its sender sees: what is refused follows from nothing that he may not know."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.playing.dry_run import UNSEEN, sees_all
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from tests.kernel.test_trail import LEAVE, bent
from tests.support.fights.arena import Arena
from tests.support.slices.fantasia import Cast, Fantasia, Sneak
from tests.support.slices.ready import fantasia_fight, saari_fight

SNEAK = Sneak(combatant="strago")


def refusal(arena: Arena, order: Order = SNEAK, seat: str = "ana", faces: tuple[int, ...] = ()) -> RuleRefusal:
    """How it is refused; nothing is appended."""
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as caught:
        arena.order(seat, order, faces)
    assert len(arena.stream) == before
    return caught.value


def playing(rule: Any) -> Arena:
    """A fight with somebody hidden, in which every order is played by this rule."""

    class Ruled(Fantasia):
        def play(self, order: Order, table: Table[Any]) -> None:
            """By the rule."""
            rule(table, order)

    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Ruled())
    return arena


def test_what_rules_refuse_by_what_is_hidden_is_refused_in_one_sentence() -> None:
    """Whatever the rules say of it: their words, rule and field stay with them. The GM reads them."""

    def rule(table: Table[Any], order: Order) -> None:
        if "lurker" in table.state.fight.combatants:
            raise RuleRefusal("lurker stands there", rule="T-1", field="to")
        table.change("strago", "life", -1, rule="T-1")

    found = refusal(playing(rule))
    assert (found.reason, found.rule, found.code, found.field) == (UNSEEN, "", "NOT_LEGAL", "")
    assert refusal(playing(rule), seat="gm").reason == "lurker stands there"


def test_what_is_refused_as_it_is_seen_is_refused_in_those_words() -> None:
    """Also where the fight as it is would allow it, or would have other words."""

    def rule(table: Table[Any], order: Order) -> None:
        left = sum(one.vitals["life"].now for one in table.state.fight.combatants.values() if one.vitals)
        raise RuleRefusal(f"{left} points of life are at this table")

    def blind(table: Table[Any], order: Order) -> None:
        if "lurker" not in table.state.fight.combatants:
            raise RuleRefusal("nobody is there")
        table.change("strago", "life", -1, rule="T-1")

    seen = playing(rule).book.seen(playing(rule).state, "ana").fight
    known = sum(one.vitals["life"].now for one in seen.combatants.values() if one.vitals)
    assert refusal(playing(rule)).reason == f"{known} points of life are at this table"
    assert refusal(playing(blind)).reason == "nobody is there"


def test_rules_that_fail_without_what_is_hidden_tell_nothing() -> None:
    """They look at figures that the sender does not know: what they refuse then is refused in the one sentence."""

    def rule(table: Table[Any], order: Order) -> None:
        if table.state.fight.combatants["kefka"].vitals["life"].now > 5:
            raise RuleRefusal("he is too strong", rule="T-1")
        table.change("strago", "life", -1, rule="T-1")

    arena = playing(rule)
    assert refusal(arena).reason == UNSEEN
    arena.correct("combatants.kefka.vitals.life.now", 5)
    arena.order("ana", SNEAK)


def test_who_sees_everything_is_played_with_at_once() -> None:
    """The GM does; a player where nothing is closed to him."""
    arena = fantasia_fight()
    assert sees_all(arena.book, arena.state, "gm")
    assert not sees_all(arena.book, arena.state, "ana")
    runs: list[int] = []

    def rule(table: Table[Any]) -> None:
        runs.append(1)
        table.change("aino", "mind", -1, rule="T-1")

    arena = bent(rule)
    arena.order("gm", LEAVE)
    assert len(runs) == 1


def test_nothing_of_a_dry_run_is_kept() -> None:
    """No event, no version, no die: what is accepted is what it would have been."""
    arena = fantasia_fight(secret="1")
    before = len(arena.stream)
    new = arena.order("ana", Cast(combatant="strago", target="kefka"))
    assert [r.version for r in new] == list(range(before + 1, len(arena.stream) + 1))
    assert arena.at(len(arena.stream)).state == arena.state


def test_faces_for_anothers_roll_are_refused() -> None:
    """As far as Ana sees, the first roll is the GM's."""

    def rule(table: Table[Any]) -> None:
        table.roll("1d6", by="gm", why="luck", rule="T-1")

    arena = saari_fight(physical=True)
    arena.book = bent(rule).book
    assert "another seat's" in refusal(arena, LEAVE, faces=(4,)).reason
    arena.order("ana", LEAVE)
    assert arena.pending[0].seats == ("gm",)
