"""A turn counts down through initiative rounds; the declared act in the order of d100 + level."""

from __future__ import annotations

import pytest

from engine.kernel.scene.compose import scene_of
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import OrderSet, OutcomeReached, RoundBegan, SingleAnswersSet
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.events import InitiativeRoundBegan, MiniDeclared, OrderRolled, PlaceSkipped, TurnEnded, Waited
from engine.systems.minis.orders import Attack, EndActivation, Wait
from engine.systems.minis.rules.basics.restrictions import already_acted, initiative_too_low
from tests.systems.minis.bout import BOOK, Bout, ana, ben


def far(*more: object, **figures: object) -> Bout:
    """Ada (initiative 5) and Bob (4), far from each other."""
    return Bout(ana(at=(-1000, 0), initiative=5), ben(at=(1000, 0), initiative=4), *more, **figures)  # type: ignore[arg-type]


def rounds(bout: Bout) -> list[int]:
    """All initiative rounds so far."""
    return [event.init_round for event in bout.arena.events(InitiativeRoundBegan)]


# -- the countdown
@pytest.mark.rule("MN-TURN-01", "MN-INIT-01", "MN-GAP-03", "MN-GAP-35")
def test_rounds_count_down_from_the_highest_initiative() -> None:
    """To 1; whoever has no eligible mini is not asked."""
    bout = Bout(ana(at=(-1000, 0), initiative=4), ben(at=(1000, 0), initiative=2))
    bout.begin()
    assert (rounds(bout), [a.seats for a in bout.waiting]) == ([4], [("ana",)])
    bout.declare()
    assert (rounds(bout), [a.seats for a in bout.waiting]) == ([4, 3], [("ana",)])
    bout.declare()
    assert (rounds(bout), [a.seats for a in bout.waiting]) == ([4, 3, 2], [("ana",), ("ben",)])
    bout.declare()
    assert (rounds(bout), bout.state.fight.round) == ([4, 3, 2, 1], 1)
    bout.declare()
    assert (rounds(bout), bout.state.fight.round) == ([4, 3, 2, 1, 4], 2)


@pytest.mark.rule("MN-GAP-35")
def test_rounds_in_which_nobody_is_eligible_are_skipped() -> None:
    """The bounds are read again after every round."""
    bout = Bout(ana(at=(0, 0), initiative=8), ben(at=(80, 0), initiative=3))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    bout.end("ada")
    assert rounds(bout) == [8, 3]


@pytest.mark.rule("MN-GAP-35", "MN-GAP-27")
def test_a_turn_goes_on_below_1_for_whoever_is_that_slow() -> None:
    """The last round is the lowest initiative of a mini that has not acted, or 1."""
    bout = Bout(ana(at=(-1000, 0), initiative=2), ben(at=(1000, 0), initiative=-1))
    bout.begin()
    for _ in range(4):
        bout.declare()
    assert rounds(bout) == [2, 1, 0, -1, 2]


@pytest.mark.rule("MN-TURN-07", "MN-TURN-03")
def test_unused_minis_lose_the_turn_and_all_act_again_in_the_next() -> None:
    """What was used is counted anew."""
    bout = Bout(ana(at=(0, 0)), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    assert (bout.mini("ada").used.acted, bout.mini("ada").used.attacks) == (True, 1)
    bout.end("ada")
    while bout.state.fight.round == 1:
        bout.declare()
    assert (bout.mini("ada").used.acted, bout.mini("ada").used.attacks) == (False, 0)
    assert [a.seats for a in bout.waiting] == [("ana",), ("ben",)]


# -- the three bars
@pytest.mark.rule("MN-TURN-03")
def test_whoever_has_acted_is_not_declared_again() -> None:
    """It is refused under the name of the bar, and the rest may be sent again."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300), initiative=4), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    bout.end("ada")
    assert rounds(bout) == [5, 4]
    asked = bout.waiting[0]
    assert asked.question["combatants"] == ["amy"]
    refused = refused_answer(bout, asked.decision, minis=["ada", "amy"])
    assert (refused.reason, refused.rule, refused.field) == (
        already_acted("ada").reason,
        "MN-TURN-03",
        "choice.fields.minis",
    )
    bout.answer("these", minis=["amy"])


@pytest.mark.rule("MN-TURN-04")
def test_whoever_is_too_slow_is_not_declared() -> None:
    """An initiative equal to the number of the round is enough."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300), initiative=4), ben(at=(1000, 0)))
    bout.begin()
    assert bout.waiting[0].question["combatants"] == ["ada"]
    refused = refused_answer(bout, bout.waiting[0].decision, minis=["amy"])
    assert (refused.reason, refused.rule) == (initiative_too_low("amy").reason, "MN-TURN-04")
    bout.declare()
    assert rounds(bout) == [5, 4]
    assert bout.waiting[0].question["combatants"] == ["ada", "amy"]


def refused_answer(bout: Bout, decision: int, **picks: object) -> RuleRefusal:
    """The refusal of an answer."""
    seat = next(a.seats[0] for a in bout.waiting if a.decision == decision)
    with pytest.raises(RuleRefusal) as refused:
        bout.arena.answer(seat, "these", dict(picks), decision=decision)
    return refused.value


@pytest.mark.rule("MN-TURN-05", "MN-INIT-04")
def test_only_the_declared_act_and_only_at_their_place() -> None:
    """Others are refused: not declared, or not yet their turn."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada", "bob", faces=(50, 40))
    assert bout.acting == "ada"
    assert bout.refuse(Attack(combatant="amy", target="bob")).reason == "amy was not declared for this initiative round"
    assert bout.refuse(Attack(combatant="bob", target="ada")).reason == (
        "it is not yet the place of bob in this initiative round"
    )


@pytest.mark.rule("MN-TURN-03")
def test_whoever_has_acted_is_refused() -> None:
    """Also in the same round, behind its place."""
    bout = Bout(ana(at=(0, 0), attacks=2), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada", "bob", faces=(50, 40))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    bout.end("ada")
    assert bout.acting == "bob"
    assert bout.refuse(Attack(combatant="ada", target="bob")).reason == "ada has already acted in this turn"


@pytest.mark.rule("MN-TURN-04", "MN-TURN-05")
def test_whoever_is_too_slow_is_refused_in_the_round() -> None:
    """Declared or not."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300), initiative=2), ben(at=(1000, 0)))
    bout.begin()
    bout.declare("ada")
    assert bout.refuse(Attack(combatant="amy", target="bob")).rule == "MN-TURN-04"


# -- the order
@pytest.mark.rule("MN-INIT-03", "MN-INIT-04")
def test_the_declared_act_by_d100_and_level() -> None:
    """One roll for each mini; sides are mixed as the numbers fall; 101 beats 100, and initiative counts for nothing."""
    bout = Bout(
        ana(at=(0, 0), level=3, initiative=9),
        ana("amy", at=(0, 300), level=1),
        ben(at=(1000, 0), level=6),
    )
    bout.begin()
    bout.skip(until=5)
    bout.declare("ada", "amy", "bob", faces=(97, 100, 94, 1, 2))
    assert [(r.combatant, r.score) for r in bout.of(OrderRolled)] == [
        ("ada", 100),
        ("amy", 101),
        ("bob", 100),
        ("ada", 4),
        ("bob", 8),
    ]


@pytest.mark.rule("MN-INIT-03", "MN-INIT-04")
def test_higher_scores_act_earlier() -> None:
    """All in one step, in the order of the fight."""
    bout = Bout(ana(at=(0, 0), level=3), ana("amy", at=(0, 300)), ben(at=(1000, 0), level=6))
    bout.begin()
    bout.declare("ada", "amy", "bob", faces=(97, 100, 93))
    assert bout.the(OrderSet).turn_order == ("amy", "ada", "bob")
    assert bout.acting == "amy"
    (score,) = (r.draft.because for r in bout.last if getattr(r.event, "combatant", "") == "bob" and r.draft.because)
    assert [(t.source, t.amount) for t in score.terms] == [("face", 93), ("level", 6)]
    bout.wait("amy")
    assert bout.acting == "ada"


@pytest.mark.rule("MN-GAP-01")
def test_one_alone_acts_without_a_roll() -> None:
    """Of whichever side."""
    bout = far()
    bout.begin()
    bout.declare("ada")
    assert (bout.of(OrderRolled), bout.acting) == ([], "ada")


@pytest.mark.rule("MN-GAP-02")
def test_equal_scores_roll_again_and_keep_their_place() -> None:
    """Until they differ; the others stay before or behind both."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(1000, 0)), ben("ben-2", at=(1000, 300)))
    bout.begin()
    bout.declare("ada", "amy", "bob", "ben-2", faces=(50, 60, 50, 40, 7, 7, 1, 99))
    assert bout.the(OrderSet).turn_order == ("amy", "bob", "ada", "ben-2")
    assert [slot.score for slot in bout.own.slots] == [51, 51, 41]


@pytest.mark.rule("MN-INIT-04")
def test_scores_are_valid_for_one_round() -> None:
    """In the next round all is rolled afresh."""
    bout = Bout(ana(at=(-1000, 0), initiative=5), ben(at=(1000, 0), initiative=5))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    bout.wait("ada")
    bout.wait("bob")
    assert rounds(bout) == [5, 4]
    bout.declare("ada", "bob", faces=(10, 90))
    assert bout.acting == "bob"


# -- waiting
@pytest.mark.rule("MN-INIT-02", "MN-GAP-03", "MN-GAP-34")
def test_waiting_is_not_acting() -> None:
    """Whoever passes at its place may be declared again in a lower round, and rolls like any other."""
    bout = Bout(ana(at=(0, 0), initiative=5), ben(at=(80, 0), initiative=4))
    bout.begin()
    bout.declare("ada")
    bout.wait("ada")
    assert bout.the(Waited).combatant == "ada"
    assert rounds(bout) == [5, 4]
    bout.declare("ada", "bob", faces=(1, 100))
    assert bout.acting == "bob"


@pytest.mark.rule("MN-INIT-02")
def test_ending_and_waiting_exclude_each_other() -> None:
    """Before anything is done one waits, after it one ends."""
    bout = Bout(ana(at=(0, 0)), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada")
    assert {"wait", "end-activation"} & set(bout.keys("ada")) == {"wait"}
    refused = bout.refuse(EndActivation(combatant="ada"))
    assert (refused.reason, refused.rule) == ("ada has done nothing yet, and ends nothing: wait is meant", "MN-INIT-02")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    assert {"wait", "end-activation"} & set(bout.keys("ada")) == {"end-activation"}
    assert bout.refuse(Wait(combatant="ada")).rule == "MN-TURN-03"


# -- changed initiative
@pytest.mark.rule("MN-INIT-05")
def test_whoever_becomes_too_slow_before_its_place_is_skipped() -> None:
    """And may be declared again once the number has fallen."""
    bout = Bout(ana(at=(0, 0)), ben(at=(1000, 0)))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    bout.correct("combatants.bob.conditions", (Condition(key="slow", kind="slow"),))
    bout.wait("ada")
    assert (bout.the(PlaceSkipped).combatant, bout.the(PlaceSkipped).reason) == ("bob", "too_slow")
    assert rounds(bout) == [5, 4]
    assert [a.question["combatants"] for a in bout.waiting] == [["ada"]]
    bout.skip(until=2)
    assert [a.question["combatants"] for a in bout.waiting] == [["ada"], ["bob"]]


@pytest.mark.rule("MN-INIT-05", "MN-TURN-05")
def test_whoever_becomes_fast_enough_is_declared_from_the_next_round_on() -> None:
    """Not in the present one; who has acted gets no second activation."""
    bout = Bout(ana(at=(0, 0), initiative=6), ana("amy", at=(0, 300), initiative=2), ben(at=(1000, 0), initiative=3))
    bout.begin()
    bout.declare("ada")
    bout.correct("combatants.amy.conditions", (Condition(key="speed", kind="speed"),))
    assert bout.refuse(Attack(combatant="amy", target="bob")).rule == "MN-TURN-04"
    bout.wait("ada")
    assert rounds(bout) == [6, 5]
    assert bout.waiting[0].question["combatants"] == ["ada", "amy"]


@pytest.mark.rule("MN-GAP-50")
def test_the_place_of_a_statue_is_skipped() -> None:
    """And it cannot be declared."""
    bout = Bout(ana(at=(0, 0)), ben(at=(1000, 0)), ben("bea", at=(1000, 300)))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    bout.correct("combatants.bob.conditions", (Condition(key="statue", kind="statue"),))
    bout.wait("ada")
    assert bout.the(PlaceSkipped).reason == "statue"
    asked = bout.waiting[1]
    assert (asked.seats, asked.question["combatants"]) == (("ben",), ["bea"])
    assert refused_answer(bout, asked.decision, minis=["bob"]).reason == "bob is a statue"


# -- nobody until
@pytest.mark.rule("MN-GAP-35")
def test_a_participant_may_hold_back_until_a_later_round() -> None:
    """It is not asked before; the others are."""
    bout = Bout(
        ana(at=(-1000, 0), initiative=6), ben(at=(1000, 0), initiative=6), ben("bea", at=(1000, 300), initiative=4)
    )
    bout.begin()
    bout.answer("nobody")
    offer = bout.waiting[0].offers[2]
    assert (offer.key, offer.fields[0].least, offer.fields[0].most) == ("nobody-until", 1, 5)
    bout.answer("nobody-until", until=2)
    for number in (5, 4, 3):
        assert (bout.own.init_round, [a.seats for a in bout.waiting]) == (number, [("ana",)])
        bout.declare()
    assert (bout.own.init_round, [a.seats for a in bout.waiting]) == (2, [("ana",), ("ben",)])


@pytest.mark.rule("MN-GAP-35")
def test_holding_back_lapses_when_a_mini_changes() -> None:
    """With another initiative of one of its minis the participant is asked again."""
    bout = Bout(ana(at=(-1000, 0), initiative=6), ben(at=(1000, 0), initiative=6))
    bout.begin()
    bout.answer("these", minis=["ada"])
    bout.answer("nobody-until", until=1)
    bout.correct("combatants.bob.conditions", (Condition(key="slow", kind="slow"),))
    bout.wait("ada")
    bout.skip(until=3)
    assert [a.seats for a in bout.waiting] == [("ana",), ("ben",)]


@pytest.mark.rule("MN-GAP-35")
def test_nobody_holds_back_beyond_a_turn() -> None:
    """In the next turn everybody is asked."""
    bout = Bout(ana(at=(-1000, 0), initiative=6), ben(at=(1000, 0), initiative=6))
    bout.begin()
    bout.answer("nobody-until", until=1)
    bout.answer("nobody-until", until=1)
    assert (rounds(bout), bout.state.fight.round) == ([6, 1], 1)
    bout.declare()
    assert (rounds(bout), bout.state.fight.round) == ([6, 1, 6], 2)
    assert len(bout.waiting) == 2


# -- quiet turns
@pytest.mark.rule("MN-GAP-48")
def test_three_quiet_turns_in_a_row_are_a_draw() -> None:
    """So that nobody can wait for ever."""
    bout = Bout(ana(at=(-1000, 0), initiative=1), ben(at=(1000, 0), initiative=1))
    bout.begin()
    bout.declare("ada")
    bout.wait("ada")
    bout.declare()
    assert [event.quiet_turns for event in bout.arena.events(TurnEnded)] == [1, 2]
    assert bout.state.fight.outcome is None
    bout.declare()
    assert bout.the(OutcomeReached).result == ""
    assert [event.round for event in bout.arena.events(RoundBegan)] == [1, 2, 3]


@pytest.mark.rule("MN-GAP-48", "MN-GAP-34")
def test_a_turn_with_an_action_is_not_quiet() -> None:
    """The count begins anew."""
    bout = Bout(ana(at=(0, 0), initiative=1), ben(at=(80, 0), initiative=1))
    bout.begin()
    bout.declare()
    bout.declare("ada", "bob", faces=(90, 10))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    bout.end("ada")
    bout.wait("bob")
    assert [event.quiet_turns for event in bout.arena.events(TurnEnded)] == [1, 0]


@pytest.mark.rule("MN-TURN-02", "MN-GAP-03")
def test_declared_together() -> None:
    """All minis of all participants, in one step."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(1000, 0)))
    bout.begin()
    bout.answer("these", minis=["amy", "ada"])
    assert bout.of(MiniDeclared) == []
    bout.answer("these", 1, 2, 3, minis=["bob"])
    assert [event.combatant for event in bout.of(MiniDeclared)] == ["ada", "amy", "bob"]


# -- what is told of a declaration
@pytest.mark.rule("MN-TURN-02", "MN-GAP-03")
def test_a_declaration_that_tells_nobody_anything_waits_for_nobody() -> None:
    """Who is eligible is open, so that no pace is needed; for minis that not everybody knows of it is."""
    for seen_by, paces in ((None, {0}), (("ben",), {0, 2})):
        bout = Bout(ana(at=(-1000, 0), initiative=5), ben(at=(1000, 0), initiative=5, seen_by=seen_by))
        bout.arena.fact(SingleAnswersSet(skip=True, pace=2))
        bout.begin()
        found = set()
        while bout.asked and bout.asked[0] == "DeclareWhom":
            found |= {(one.question["unseen"], one.pace) for one in bout.waiting}
            asked = bout.waiting[0]
            bout.arena.answer(asked.seats[0], "nobody", decision=asked.decision)
            if len(found) == len(paces):
                break
        assert found == {(pace > 0, pace) for pace in paces}


@pytest.mark.rule("MN-GAP-03")
@pytest.mark.parametrize("name", ["bob", "zed"])
def test_whoever_declares_somebody_else_is_told_whom(name: str) -> None:
    """An enemy's mini and nobody's are told alike."""
    bout = far()
    bout.begin()
    with pytest.raises(RuleRefusal) as refused:
        bout.answer("these", minis=[name])
    assert refused.value.reason.endswith(f"{name} is none of the minis that are asked about")
    assert refused.value.field.endswith("minis")


@pytest.mark.rule("MN-INIT-05", "MN-SET-02")
def test_state_and_scene_tell_initiative_as_it_is_now_and_the_size() -> None:
    """Speed adds three; once it has gone it is as on the sheet again."""
    bout = Bout(ana(at=(0, 0), initiative=5, size=Size.SMALL, conditions=("speed",)), ben(at=(0, 2000)))
    for initiative in (8, 5):
        assert (bout.mini("ada").effective_initiative, bout.mini("ada").initiative) == (initiative, 5)
        seen = BOOK.seen(bout.state, "ben")
        token = next(one for one in scene_of(BOOK.system, seen, "ben", "en").tokens if one.combatant == "ada")
        (badge,) = [one for one in token.badges if one.key == "initiative"]
        assert (badge.label, badge.level) == (f"Initiative {initiative}, small", None)
        bout.correct("combatants.ada.conditions", [])
