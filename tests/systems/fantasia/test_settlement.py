"""What the game master sets is followed through: points, conditions, places, initiative, and whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantOut, CommandAccepted, Corrected, DecisionOpened, SightChanged
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit_replay import replay
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.sheet import Initiative, Setup, Sheet
from tests.systems.fantasia.bout import BOOK, Bout, at, foe, hero, one, sheet

FALLEN = {"prone", "unconscious"}


def correct(bout: Bout, path: str, value: Any, *faces: int) -> list[Recorded]:
    """The game master sets a field; the new events. Every step is decided again by the audit, to the same events."""
    assert bout.arena.fed is not None
    bout.arena.feed(*faces)
    new = bout.arena.correct(path, value)
    assert bout.arena.fed.spent
    assert bout.arena.at(len(bout.arena.stream)).state == bout.state
    verdict = replay(BOOK, bout.arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict
    return new


def refused(bout: Bout, path: str, value: Any) -> RuleRefusal:
    before = bout.arena.position
    with pytest.raises(RuleRefusal) as refusal:
        bout.arena.correct(path, value)
    assert bout.arena.position is before
    return refusal.value


def kinds(bout: Bout, who: str) -> set[str]:
    return {c.kind for c in bout.who(who).conditions}


def hp(bout: Bout, who: str, value: int) -> list[Recorded]:
    return correct(bout, f"combatants.{who}.vitals.hp.now", value)


def trio(**more: Any) -> Bout:
    return Bout(hero(), foe(**more), foe("other"))


# -- points
@pytest.mark.rule("FF-KO-01")
def test_set_to_zero_he_falls_at_once() -> None:
    """On the ground, unconscious, his counter at 3; what he held ready is lost, and each event names the correction."""
    bout = trio()
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK))
    bout.end("hero")
    new = hp(bout, "hero", 0)
    assert kinds(bout, "hero") == FALLEN
    assert bout.who("hero").condition("unconscious").amount == 3  # type: ignore[union-attr]
    assert bout.fighter("hero").waiting is None
    cause, *facts = new
    assert isinstance(cause.event, Corrected)
    assert facts
    for fact in facts:
        assert fact.foreign
        assert fact.draft.seat == "gm"
        assert fact.draft.rule
        assert fact.draft.because is not None
        assert fact.draft.because.causes[0] == cause.version


@pytest.mark.rule("FF-KO-01")
@pytest.mark.parametrize("points", [1, 19, 20])
def test_with_a_point_left_he_stands(points: int) -> None:
    """Nothing follows."""
    assert len(hp(trio(), "hero", points)) == 1


@pytest.mark.rule("FF-KO-01")
def test_without_a_death_counter_zero_is_death_and_he_has_no_more_turns() -> None:
    """Out of the fight; the round passes him by."""
    bout = trio(figures=sheet(death_counter=False))
    new = hp(bout, "foe", 0)
    assert [r.event.reason for r in new if isinstance(r.event, CombatantOut)] == ["defeated"]
    assert bout.has("foe", "dead")
    bout.end("hero")
    assert bout.acting == "other"
    bout.end("other")
    assert bout.acting == "hero"


def test_what_was_set_to_zero_by_mistake_is_set_back() -> None:
    """Whom the points alone took is back with them: awake, or alive where he has no counter. He lies where he fell."""
    for figures in (sheet(), sheet(death_counter=False)):
        bout = trio(figures=figures)
        hp(bout, "foe", 0)
        hp(bout, "foe", 5)
        assert (bout.who("foe").out, kinds(bout, "foe")) == (None, {"prone"})


@pytest.mark.rule("FF-KO-06")
def test_points_do_not_raise_who_died_of_his_counter() -> None:
    """Only that he is dead no more does; then he has his points."""
    bout = trio()
    correct(bout, "combatants.foe.conditions", [{"key": "dead", "kind": "dead"}])
    hp(bout, "foe", 5)
    assert (bout.who("foe").out, bout.has("foe", "dead")) == ("dead", True)
    correct(bout, "combatants.foe.conditions", [])
    assert (bout.who("foe").out, bout.has("foe", "dead"), bout.hp("foe")) == (None, False, 5)


@pytest.mark.parametrize(("path", "value"), [("now", -1), ("now", 21), ("max", 19), ("max", -1)])
def test_points_are_from_zero_to_their_maximum(path: str, value: int) -> None:
    """Both at once can be set; one that does not fit the other is refused, and so is a vital more or fewer."""
    bout = trio()
    assert "hp is 0 to" in refused(bout, f"combatants.hero.vitals.hp.{path}", value).reason
    assert refused(bout, "combatants.hero.vitals.hp", None).field == "path"
    assert refused(bout, "combatants.hero.vitals.luck", {"now": 1}).field == "path"
    correct(bout, "combatants.hero.vitals.hp", {"now": 30, "max": 30})
    assert bout.hp("hero") == 30


# -- the turn, and the end
@pytest.mark.rule("FF-KO-08", "FF-TURN-01")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("vitals.hp.now", 0),
        ("conditions", [{"key": "stop", "kind": "stop"}]),
        ("conditions", [{"key": "dead", "kind": "dead"}]),
        ("out", "left"),
    ],
)
@pytest.mark.parametrize("conditions", [(), ("berserk",)])
def test_the_turn_of_who_can_no_longer_act_is_over(path: str, value: Any, conditions: tuple[str, ...]) -> None:
    """In the same step: the game master's own order ends it, and the next one acts. The berserk is no exception."""
    bout = Bout(hero(conditions=conditions), hero("friend"), foe())
    new = correct(bout, f"combatants.hero.{path}", value)
    (order,) = [r.event for r in new if isinstance(r.event, CommandAccepted)]
    assert (order.by, order.order) == ("gm", {"fantasia": {"endTurn": {"combatant": "hero"}}})
    assert bout.acting == "friend"
    assert bout.keys("hero") == []


@pytest.mark.rule("FF-KO-01")
def test_the_last_one_of_a_side_is_set_to_zero_on_his_turn() -> None:
    """The game master is asked whether the battle is over."""
    bout = Bout(hero(), foe())
    bout.end("hero")
    new = hp(bout, "foe", 0)
    assert [r.event.kind for r in new if isinstance(r.event, DecisionOpened)] == ["EndBattle"]
    bout.answer("over")
    assert (bout.state.fight.outcome, bout.state.fight.acting) == ("heroes", ())


@pytest.mark.rule("FF-INIT-05")
def test_of_several_who_may_be_next_the_dead_is_none() -> None:
    """The last one left begins his turn at once."""
    bout = Bout(hero(), hero("friend"), hero("third"), foe(), begin=False, setup=Setup(initiative=Initiative.SIDES))
    bout.order(_begin(), 6, 5, 1, 2, seat="gm")
    assert bout.state.fight.acting == ("hero", "friend", "third")
    correct(bout, "combatants.friend.conditions", [{"key": "dead", "kind": "dead"}])
    assert bout.state.fight.acting == ("hero", "third")
    assert bout.state.own.turn is None
    correct(bout, "combatants.hero.out", "left")
    assert bout.acting == "third"
    assert bout.state.own.turn.normal == 1


def _begin() -> Any:
    from engine.kernel.state.orders import Begin

    return Begin()


def test_while_a_decision_is_open_the_facts_stand_and_the_rules_go_on_from_them() -> None:
    """The attacker falls while the reaction to his blow is asked; the answer finds him lying, and his turn ends."""
    bout = Bout(hero(), foe(figures=sheet(reactions=("evade",), hp=60), seat="bea"), hero("friend"))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 6, 5)
    assert bout.asked == ["ReactToHit"]
    new = hp(bout, "hero", 0)
    assert not [r for r in new if isinstance(r.event, CommandAccepted)]
    assert kinds(bout, "hero") == FALLEN
    bout.answer("hold", 3)
    assert bout.asked == ["ReactToWound"]
    bout.answer("hold")
    assert bout.acting == "foe"
    verdict = replay(BOOK, bout.arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict


def test_cancelled_the_correction_and_what_followed_stay() -> None:
    """The order is taken back, not the fall."""
    bout = Bout(hero(), foe(figures=sheet(reactions=("evade",), hp=60), seat="bea"), hero("friend"))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 6, 5)
    hp(bout, "friend", 0)
    bout.arena.cancel()
    assert kinds(bout, "friend") == FALLEN
    assert bout.arena.at(len(bout.arena.stream)).state == bout.state


def test_a_revert_with_corrections_follows_them_through() -> None:
    """Each of them, and then the turn; the audit finds the same."""
    bout = Bout(hero(), hero("friend"), foe(), foe("other"))
    version = len(bout.arena.stream)
    bout.end("hero")
    bout.arena.revert(
        version,
        Correct(path="combatants.foe.vitals.hp.now", value=0),
        Correct(path="combatants.hero.vitals.hp.now", value=0),
    )
    assert (kinds(bout, "foe"), kinds(bout, "hero"), bout.acting) == (FALLEN, FALLEN, "friend")
    verdict = replay(BOOK, bout.arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict


# -- conditions
def test_an_unknown_condition_is_refused_with_those_there_are() -> None:
    """In a correction and at the entrance; and so is a seat that nobody sits on."""
    bout = trio()
    told = refused(bout, "combatants.hero.conditions", [{"key": "wet", "kind": "wet"}])
    assert (told.field, "'wet'" in told.reason) == ("value", True)
    assert all(kind in told.reason for kind in CONDITIONS)
    with pytest.raises(RuleRefusal, match="there is no condition 'wet'"):
        Bout(hero(conditions=("wet",)), foe())
    assert "'zoe' is not among" in refused(bout, "combatants.hero.controller", "zoe").reason


@pytest.mark.rule("FF-ST-59")
@pytest.mark.parametrize(("points", "raised"), [(20, 30), (1, 1), (13, 19)])
def test_maxi_raises_the_maximum_from_the_start_and_by_correction(points: int, raised: int) -> None:
    """Once; when it is taken away the old maximum is back, and what is above it is gone."""
    bout = Bout(hero(conditions=("maxi",), vitals={"hp": points}), foe())
    assert (bout.hp("hero"), bout.who("hero").vitals["hp"].max) == (raised, 30)
    correct(bout, "combatants.hero.conditions", [])
    assert (bout.hp("hero"), bout.who("hero").vitals["hp"].max) == (min(raised, 20), 20)
    correct(bout, "combatants.hero.conditions", [{"key": "maxi", "kind": "maxi"}])
    assert bout.who("hero").vitals["hp"].max == 30
    correct(bout, "combatants.hero.conditions", [{"key": "maxi", "kind": "maxi", "left": 2, "until": "TURNS"}])
    assert bout.who("hero").vitals["hp"].max == 30


def test_who_enters_in_mid_fight_is_as_he_is_set_up() -> None:
    """The same as at the beginning."""
    bout = trio()
    bout.order(one("late", "foes", sheet(), conditions=("maxi",)), seat="gm")
    assert bout.who("late").vitals["hp"].max == 30
    bout.order(one("down", "foes", sheet(), vitals={"hp": 0}), seat="gm")
    assert kinds(bout, "down") == FALLEN


@pytest.mark.rule("FF-ST-11", "FF-ST-80")
def test_whose_will_it_is_follows_what_lies_on_him() -> None:
    """A zombie is the game master's, and his owner's again when he is none; whom he had charmed goes with him."""
    bout = trio()
    correct(bout, "combatants.foe.conditions", [{"key": "charmed", "kind": "charmed", "source": "hero"}])
    assert bout.state.fight.holders("foe") == ("ana",)
    correct(bout, "combatants.hero.owner", "bea")
    assert bout.state.fight.holders("foe") == ("bea",)
    correct(bout, "combatants.other.conditions", [{"key": "zombie", "kind": "zombie"}])
    correct(bout, "combatants.foe.conditions", [])
    assert bout.state.fight.holders("foe") == ("gm",)


@pytest.mark.rule("FF-ST-29", "FF-GRAP-03")
def test_who_is_put_to_sleep_falls_and_lets_go() -> None:
    """On the ground; what he held and what held him is loose."""
    bout = Bout(hero(), foe(conditions=(Condition(key="grappled", kind="grappled", source="other"),)), foe("other"))
    correct(bout, "combatants.other.conditions", [{"key": "asleep", "kind": "asleep"}])
    assert kinds(bout, "other") == {"asleep", "prone"}
    assert kinds(bout, "foe") == set()


@pytest.mark.rule("FF-ST-25")
def test_a_statue_is_out_of_the_fight_and_back_when_it_is_none() -> None:
    bout = trio()
    correct(bout, "combatants.foe.conditions", [{"key": "statue", "kind": "statue"}])
    assert bout.who("foe").out == "statue"
    correct(bout, "combatants.foe.conditions", [])
    assert bout.who("foe").out is None


@pytest.mark.parametrize("value", ["dead", "left", "away"])
def test_whoever_is_set_out_has_no_turns(value: str) -> None:
    """And is back where the word is taken away; the dead is then alive."""
    bout = trio()
    correct(bout, "combatants.foe.out", value)
    assert bout.has("foe", "dead") is (value == "dead")
    bout.end("hero")
    assert bout.acting == "other"
    correct(bout, "combatants.foe.out", None)
    assert (bout.who("foe").out, bout.has("foe", "dead")) == (None, False)


# -- places, order
@pytest.mark.rule("FF-GRAP-03")
def test_who_is_put_elsewhere_is_held_no_more() -> None:
    held = Condition(key="grappled", kind="grappled", source="hero")
    bout = Bout(hero(place=at(0)), foe(place=at(1), conditions=(held,)))
    correct(bout, "combatants.foe.place.point.x", 90)
    assert bout.has("foe", "grappled")
    correct(bout, "combatants.foe.place.point.y", 200)
    assert not bout.has("foe", "grappled")


@pytest.mark.rule("FF-INIT-01")
@pytest.mark.parametrize(
    ("total", "order"),
    [(13, ("other", "hero", "foe")), (12, ("hero", "other", "foe")), (3, ("hero", "foe", "other"))],
)
def test_another_initiative_is_another_place_in_the_order(total: int, order: tuple[str, ...]) -> None:
    """Hero has 12, foe 7, other 2; with 12 too a player's character goes first."""
    bout = trio()
    correct(bout, "rules.fighters.other.initiative", total)
    assert bout.state.fight.turn_order == order


# -- who knows of it
def test_a_reveal_reaches_those_who_now_know() -> None:
    """They read the correction itself; before it nothing of him, and of a correction of somebody hidden nothing."""
    bout = Bout(hero(), foe(seat="bea"), foe("other"))
    correct(bout, "combatants.other.seenBy", [])
    new = hp(bout, "other", 0)
    assert all(r.draft.whole and r.draft.to == ("gm",) for r in new)
    told, sight, *_ = correct(bout, "combatants.other.seenBy", ["bea"])
    assert (told.draft.to, told.draft.whole) == (("gm", "bea"), True)
    assert isinstance(sight.event, SightChanged)
    told, *_ = correct(bout, "combatants.other.seenBy", None)
    assert (told.draft.to, told.draft.whole) == (None, False)
    assert "other" in BOOK.seen(bout.state, "eye").fight.combatants


def test_a_correction_without_what_followed_is_found() -> None:
    """A fact that is cut out, changed, or stated without a correction breaks the stream where it is."""
    bout = trio()
    cause, *facts = hp(bout, "foe", 0)
    stream = bout.arena.stream
    without = stream[: cause.version]
    assert replay(BOOK, without, progress=lambda _: None).verdict.state == "BROKEN"
    other = structs.replace(facts[0], draft=structs.replace(facts[0].draft, rule="FF-KO-09"))
    changed = [other if r.version == other.version else r for r in stream]
    verdict = replay(BOOK, changed, progress=lambda _: None).verdict
    assert (verdict.state, verdict.version) == ("BROKEN", facts[0].version)
    alone = [structs.replace(r, version=n) for n, r in enumerate((r for r in stream if r.version != cause.version), 1)]
    assert replay(BOOK, alone, progress=lambda _: None).verdict.state == "BROKEN"


@pytest.mark.parametrize("ref", ["goblin", "bomb"])
def test_a_creature_of_the_catalogue_set_to_zero(ref: str) -> None:
    """Whatever its sheet says of a death counter, it stands no more."""
    bout = Bout(hero(), foe("c", Sheet(ref=ref)), foe("other"))
    hp(bout, "c", 0)
    assert bout.has("c", "dead") or bout.has("c", "unconscious")
