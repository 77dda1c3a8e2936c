"""The two secrets of this game: declarations and options of open combat, sealed until all are in."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import AnswersRevealed, DecisionAnswered
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.events import MiniDeclared
from engine.systems.minis.orders import Attack, Concede
from tests.support.laws import laws
from tests.systems.minis.bout import Bout, ana, ben, one

OTHERS = ("gm", "ben", "eye", None)
"""Everybody but Ana."""


def declaring() -> Bout:
    """Everybody is asked who acts."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(80, 0)))
    bout.begin()
    return bout


def fighting() -> Bout:
    """Ada and Bob fight."""
    bout = declaring()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    return bout


DECLARATIONS: list[tuple[str, dict[str, Any]]] = [
    ("these", {}),
    ("nobody", {}),
    ("these", {"minis": ["ada"]}),
    ("these", {"minis": ["amy", "ada"]}),
    ("nobody-until", {"until": 2}),
]
OPTIONS: list[tuple[str, dict[str, Any]]] = [("head", {}), ("parry", {"weapon": "short_sword"}), ("die", {})]


@pytest.mark.rule("MN-TURN-02", "MN-GAP-03", "MN-GAP-06", "MN-OPEN-01")
@pytest.mark.parametrize(
    ("start", "first", "second"),
    [
        *((declaring, one, two) for one in DECLARATIONS for two in DECLARATIONS if one is not two),
        *((fighting, one, two) for one in OPTIONS for two in OPTIONS if one is not two),
    ],
)
def test_nobody_else_sees_anything_of_a_commit(start: Any, first: Any, second: Any) -> None:
    """Whatever Ana has committed: views, files, hashes, offers and refusals are the same for everybody else."""
    worlds = []
    for key, picks in (first, second):
        bout = start()
        bout.answer(key, **picks)
        worlds.append(bout)
    for seat in OTHERS:
        laws.two_worlds(worlds[0].arena, worlds[1].arena, seat)
        if seat is None:
            continue
        for who in ("bob", None):
            assert worlds[0].offers(who, seat) == worlds[1].offers(who, seat)
        told = [str(refused(bout, seat)) for bout in worlds]
        assert told[0] == told[1]
    assert worlds[0].arena.stream != worlds[1].arena.stream


def refused(bout: Bout, seat: str) -> RuleRefusal:
    """How an order of somebody else is refused meanwhile: a decision is open."""
    who = "bob" if seat in ("ben", "gm") else "ada"
    with pytest.raises(RuleRefusal) as found:
        bout.arena.order(seat, Concede(combatant=who))
    return found.value


@pytest.mark.rule("MN-TURN-02", "MN-GAP-03")
def test_the_declarations_of_all_are_asked_at_once() -> None:
    """Everybody knows who is asked, and for which minis: eligibility is open; and that a commit is in."""
    bout = declaring()
    assert [(a.kind, a.seats, a.default) for a in bout.waiting] == [
        ("DeclareWhom", ("ana",), "nobody"),
        ("DeclareWhom", ("ben",), "nobody"),
    ]
    mine = bout.waiting[0]
    assert (mine.question["initRound"], mine.question["combatants"]) == (5, ["ada", "amy"])
    assert [(o.key, [f.name for f in o.fields]) for o in mine.offers] == [
        ("these", ["minis"]),
        ("nobody", []),
        ("nobody-until", ["until"]),
    ]
    bout.answer("these", minis=["ada"])
    window = bout.arena.book.seen(bout.state, "ben").fight.window
    assert window is not None
    assert [(a.seats, a.answered) for a in window.asked] == [(("ana",), True), (("ben",), False)]
    assert bout.of(MiniDeclared) == []
    bout.answer("nobody")
    assert [event.combatant for event in bout.of(MiniDeclared)] == ["ada"]
    (revealed,) = bout.of(AnswersRevealed)
    assert [answer["picks"] for answer in revealed.answers.values()] == [{"minis": ["ada"]}, {}]


@pytest.mark.rule("MN-GAP-03")
def test_silence_declares_nobody() -> None:
    """The default of a deadline is the empty set."""
    bout = declaring()
    while bout.own.init_round == 5:
        bout.arena.answer(None)
    assert bout.own.init_round == 4
    answers = bout.arena.events(DecisionAnswered)
    assert {(event.choice, event.how) for event in answers} == {("nobody", "DEADLINE")}


@pytest.mark.rule("MN-GAP-03", "MN-GAP-06")
def test_standing_preferences_commit_at_once() -> None:
    """Never: nobody acts, a die decides. Always: all act, a swing to the head. Sealed like an answer by hand."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(80, 0)))
    bout.arena.preferences = {"ana DeclareWhom": "always", "ben DeclareWhom": "never", "ben FightHow": "never"}
    bout.begin(90, 10)
    assert [event.combatant for event in bout.of(MiniDeclared)] == ["ada", "amy"]
    bout.order(Attack(combatant="ada", target="bob"))
    assert [a.seats for a in bout.waiting] == [("ana",)]
    (answered,) = (r for r in bout.last if isinstance(r.event, DecisionAnswered))
    assert (answered.event.how, answered.draft.to) == ("PREFERENCE", ("ben",))
    bout.answer("thrust", 1)
    assert bout.life("bob") == 6


@pytest.mark.rule("MN-GAP-06")
def test_a_commit_cannot_be_changed() -> None:
    """Not even to the same, and not by the game master."""
    for start in (declaring, fighting):
        bout = start()
        decision = bout.waiting[0].decision
        key = bout.waiting[0].offers[0].key
        bout.answer(key)
        with pytest.raises(RuleRefusal, match="this choice is committed already") as found:
            bout.arena.answer("ana", key, decision=decision)
        assert found.value.code == "DECISION_CLOSED"
        with pytest.raises(RuleRefusal):
            bout.arena.answer("gm", key, decision=decision)


@pytest.mark.rule("MN-GAP-06")
def test_one_owner_of_both_chooses_twice() -> None:
    """The game master's minis of two sides fight each other: two questions, each sealed."""
    bout = Bout(one("orc", "orcs", None, at=(0, 0), towards=(1, 0)), one("elf", "elves", None, at=(80, 0)))
    bout.begin()
    assert [(a.seats, a.question["side"]) for a in bout.waiting] == [(("gm",), "orcs"), (("gm",), "elves")]
    bout.declare("orc")
    bout.order(Attack(combatant="orc", target="elf"))
    assert [(a.seats, a.question["combatant"]) for a in bout.waiting] == [(("gm",), "orc"), (("gm",), "elf")]
    bout.choose("head", "parry")
    assert bout.life("elf") == 6


@pytest.mark.rule("MN-SET-03", "MN-GAP-51")
def test_two_seats_of_one_side_declare_each_for_its_own() -> None:
    """A participant is a seat with the minis of a side that it controls."""
    bout = Bout(ana(at=(0, 0)), one("cat", "red", "cleo", at=(0, 300)), ben(at=(900, 0)))
    bout.begin()
    assert [(a.seats, a.question["combatants"]) for a in bout.waiting] == [
        (("ana",), ["ada"]),
        (("cleo",), ["cat"]),
        (("ben",), ["bob"]),
    ]
