"""After the clash: who lives, captives, experience, looting, sharing, who is gone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import CombatantOut, CombatantReturned, OutcomeReached
from engine.systems.mongolian_mercenaries.content.kinds import Courage, CreatureType, Distance, LootRow
from engine.systems.mongolian_mercenaries.events import (
    CaptivesTaken,
    EnemyLooted,
    ExperienceGained,
    FoundTaken,
    RollSettled,
    SummaryBegan,
    Survived,
    TrailLost,
)
from engine.systems.mongolian_mercenaries.orders import CallOff, EndTurn, GoOn
from engine.systems.mongolian_mercenaries.rules.summary.looting import found
from engine.systems.mongolian_mercenaries.sheet import Cause, Kind, Preparedness, Setup, Sheet, Wounds
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import Stage
from engine.systems.mongolian_mercenaries.types import Ending
from tests.systems.mongolian_mercenaries.bout import Bout, at, card, foe, one, pc

LOOT = (LootRow(successes=1, items=("dagger",)), LootRow(successes=3, items=("dagger", "bandage")))
CLOSE = Distance.CLOSE


def down(bout: Bout, *whom: str) -> None:
    """They lose all Health."""
    for who in whom:
        bout.correct(f"combatants.{who}.vitals.health.now", 0)


def round_ends(bout: Bout) -> None:
    """Everybody ends its turn."""
    number = bout.state.fight.round
    kept: list[Any] = []
    while bout.acting and not bout.waiting and bout.state.fight.round == number:
        bout.order(EndTurn(combatant=bout.acting[0]))
        kept += bout.last
    bout.last = kept or bout.last


def fought(*entries: Any, fallen: tuple[str, ...] = ("bob",), setup: Setup | None = None) -> Bout:
    """A round is fought to its end in which these fall."""
    bout = Bout(*entries, setup=setup)
    bout.begin()
    down(bout, *fallen)
    round_ends(bout)
    return bout


# -- who wins
@pytest.mark.rule("MM-END-01", "MM-PHASE-03", "MM-PHASE-05", "MM-ROUND-04")
@pytest.mark.parametrize(("fallen", "winner"), [(("bob",), PARTY), (("ada",), ENEMIES)])
def test_the_side_that_is_left_has_won(fallen: tuple[str, ...], winner: str) -> None:
    """At the end of the round; then the summary."""
    bout = fought(pc(rank=1), foe(rank=1), fallen=fallen)
    assert bout.the(SummaryBegan).ending is Ending.BEATEN
    if winner == PARTY:
        bout.answer("leave")
    assert bout.the(OutcomeReached).result == winner
    assert bout.own.stage is Stage.OVER


@pytest.mark.rule("RUL-74", "RUL-56")
def test_if_both_sides_are_out_nobody_has_won() -> None:
    """No experience and no looting; nobody is left to save the Dying or to take them."""
    bout = fought(pc(rank=1), foe(rank=1, xp=10), fallen=("ada", "bob"))
    assert bout.the(SummaryBegan).ending is Ending.BOTH_OUT
    assert bout.the(OutcomeReached).result == ""
    assert bout.of(ExperienceGained) == []
    assert bout.waiting == []
    assert bout.who("ada").out == "dead"


@pytest.mark.rule("RUL-52", "MM-PHASE-03")
def test_a_side_with_somebody_in_reserve_is_not_beaten() -> None:
    """Five stand on the field; the sixth enters when they have fallen."""
    many = [foe(f"f{number}", speed=2) for number in range(6)]
    bout = Bout(pc(rank=1), *many)
    bout.begin()
    down(bout, "f0", "f1", "f2", "f3", "f4")
    round_ends(bout)
    bout.answer("stand")
    assert bout.state.fight.outcome is None
    assert bout.rank("f5") == 1


# -- Dying
@pytest.mark.rule("RUL-56", "MM-ST-04", "MM-WND-04")
def test_who_is_dying_lives_if_the_fight_is_won() -> None:
    """With Health at least 1, and one wound less than eliminates of each kind."""
    bout = Bout(pc(rank=1), pc("bea", rank=2), foe(rank=1))
    bout.begin()
    bout.correct("rules.fighters.bea.wounds", {"light": 3, "heavy": 2, "severe": 1})
    down(bout, "bea", "bob")
    assert bout.who("bea").out == "dying"
    round_ends(bout)
    assert (bout.who("bea").out, bout.health("bea"), bout.rank("bea")) == (None, 1, None)
    assert bout.fighter("bea").wounds == Wounds(light=3, heavy=1, severe=0)
    assert bout.the(Survived).combatant == bout.the(CombatantReturned).combatant == "bea"


@pytest.mark.rule("RUL-56")
def test_who_has_health_left_keeps_it() -> None:
    """Only its wounds had it Dying."""
    bout = Bout(pc(rank=1), pc("bea", rank=2), foe(rank=1))
    bout.begin()
    bout.correct("rules.fighters.bea.wounds.severe", 1)
    bout.correct("combatants.bea.vitals.health.now", 5)
    assert bout.who("bea").out == "dying"
    down(bout, "bob")
    round_ends(bout)
    assert (bout.health("bea"), bout.fighter("bea").wounds.severe) == (5, 0)


@pytest.mark.rule("RUL-56", "RUL-33")
@pytest.mark.parametrize(("type", "fate"), [(CreatureType.HUMAN, "captured"), (CreatureType.BEAST, "dead")])
def test_of_a_party_that_has_lost_the_dying_are_captured_or_dead(type: CreatureType, fate: str) -> None:
    """Captured if an enemy on the field takes captives."""
    bout = fought(pc(rank=1), foe(rank=1, type=type), fallen=("ada",))
    assert bout.who("ada").out == fate
    assert bout.of(CombatantOut)[-1].reason == fate


@pytest.mark.rule("RUL-78", "MM-WND-04")
def test_allies_and_pets_are_killed() -> None:
    """Only characters are Dying."""
    guard = one("guy", PARTY, "ana", Sheet(kind=Kind.ALLY, card=card(id="guard")), rank=2)
    bout = Bout(pc(rank=1), guard, foe(rank=1))
    bout.begin()
    down(bout, "guy")
    assert bout.who("guy").out == "killed"


@pytest.mark.rule("RUL-56", "MM-DW-06")
def test_a_healed_one_enters_with_the_next_round_unless_its_wounds_had_it_dying() -> None:
    """On a free position of its owner's choice; somebody may stand where it stood."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), foe(rank=1))
    bout.begin()
    down(bout, "bea")
    bout.correct("combatants.bea.vitals.health.now", 2)
    assert (bout.who("bea").out, bout.rank("bea")) == (None, None)
    assert "bea" not in [who for who in bout.queue if bout.rank(who)]
    round_ends(bout)
    (asked,) = bout.waiting
    assert (asked.seats, asked.rule) == (("ben",), "MM-DW-06")
    bout.answer("stand", position=4)
    assert bout.rank("bea") == 4
    bout.correct("rules.fighters.bea.wounds.severe", 1)
    bout.correct("combatants.bea.vitals.health.now", 1)
    assert bout.who("bea").out == "dying"
    bout.correct("combatants.bea.vitals.health.now", 3)
    assert bout.who("bea").out == "dying"


# -- experience
@pytest.mark.rule("MM-END-02", "RUL-58", "MM-GEN-01")
def test_experience_is_summed_then_shared_equally_and_rounded_down() -> None:
    """Killed and captured enemies count, fled ones do not; allies have no share."""
    guard = one("guy", PARTY, "ana", Sheet(kind=Kind.ALLY, card=card(id="guard", speed=-18)), rank=3)
    slow = {"speed": -19}
    entries = (
        pc(rank=1, attributes=slow),
        pc("bea", "ben", rank=2, attributes=slow),
        guard,
        foe("bob", rank=1, xp=10),
        foe("cob", rank=2, xp=5, courage=Courage.FEARFUL),
        foe("dob", rank=3, xp=100),
    )
    bout = Bout(*entries)
    bout.begin()
    down(bout, "bob")
    bout.correct("combatants.dob.out", "fled")
    round_ends(bout)
    gained = bout.the(ExperienceGained)
    assert (gained.combatants, gained.defeated) == (("ada", "bea"), ("bob", "cob"))
    assert (gained.xp, gained.each) == (15, 7)
    bout.answer("leave")
    assert bout.the(TrailLost).combatants == ("dob",)


@pytest.mark.rule("MM-END-02")
def test_where_sheets_are_closed_only_the_sum_is_told() -> None:
    """Not what each enemy was worth."""
    bout = Bout(pc(rank=1), foe(rank=1, xp=10), foe("eve", rank=2, xp=4), open=False)
    bout.begin()
    down(bout, "bob", "eve")
    round_ends(bout)
    assert bout.the(ExperienceGained).xp == 14
    draft = next(one.draft for one in bout.arena.stream if isinstance(one.event, ExperienceGained))
    assert draft.because is not None
    assert all(term.private for term in draft.because.terms)
    assert not draft.whole


@pytest.mark.rule("MM-END-02")
def test_who_has_lost_gains_nothing() -> None:
    """Even for those it has killed."""
    bout = fought(pc(rank=1), foe(rank=1, xp=10), foe("eve", rank=2), fallen=("ada", "bob"))
    assert bout.of(ExperienceGained) == []


@pytest.mark.rule("MM-END-03", "MM-MOR-09", "RUL-84")
def test_captives_stay_captives_if_the_fight_is_broken_off() -> None:
    """Without experience and without looting. If the enemies win they are free again."""
    timid = foe(rank=1, speed=9, courage=Courage.FEARFUL, xp=5)
    bout = fought(pc(rank=1), timid, foe("eve", rank=2), foe("fay", rank=3), fallen=(), setup=at(CLOSE, round_limit=1))
    assert bout.own.captives == ()
    entries = (pc(rank=1), timid, foe("eve", rank=2))
    bout = Bout(*entries, pc("bea", rank=2), setup=at(CLOSE, round_limit=1))
    bout.begin()
    round_ends(bout)
    assert (bout.the(SummaryBegan).ending, bout.the(OutcomeReached).result) == (Ending.ROUND_LIMIT, "")
    assert bout.the(CaptivesTaken).combatants == ("bob",)
    assert bout.of(ExperienceGained) == []
    bout = Bout(*entries, pc("bea", rank=2))
    bout.begin()
    down(bout, "ada", "bea")
    round_ends(bout)
    assert bout.the(OutcomeReached).result == ENEMIES
    assert bout.own.captives == ()


# -- looting
@pytest.mark.rule("MM-DW-27", "MM-END-05", "RUL-59", "MM-SKILL-20", "MM-ENM-14")
def test_the_party_loots_whom_it_chooses_each_enemy_once() -> None:
    """T8(looting) of whom it chooses; else of the best. Openly; nobody is looted unless it says so."""
    ada = pc(rank=1, lucky=False, skills={"looting": 2})
    bea = pc("bea", "ben", rank=2, lucky=False, skills={"looting": 3})
    bout = fought(ada, bea, foe(rank=1, loot=LOOT), foe("eve", rank=2), fallen=("bob", "eve"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.visibility, asked.seats) == ("AskLooting", Visibility.OPEN, ("ana", "ben"))
    assert (bout.choices, asked.default) == (["leave", "loot"], "leave")
    assert [field.among for field in asked.offers[1].fields] == [("bob", "eve"), ("ada", "bea")]
    assert asked.offers[1].body == {"target": "bob", "tester": "bea"}
    bout.answer("loot", 6, 5, target="bob", tester="ada")
    looted = bout.the(EnemyLooted)
    assert (looted.combatant, looted.target, looted.successes, looted.items) == ("ada", "bob", 1, ("dagger",))
    bout.answer("take-1")
    assert bout.waiting[0].question["defeated"] == ["eve"]
    bout.answer("loot", 6, 7, 8)
    assert bout.the(EnemyLooted).items == ()
    assert bout.state.fight.outcome == PARTY


@pytest.mark.rule("MM-DW-27", "MM-END-02")
def test_an_enemy_that_nobody_of_the_party_knows_is_neither_paid_for_nor_looted() -> None:
    """The question and the event go to the party, and name the others alone."""
    bout = fought(pc(rank=1), foe(rank=1, xp=10), foe("eve", rank=2, xp=5, seen_by=()), fallen=("bob", "eve"))
    assert (bout.the(ExperienceGained).xp, bout.the(ExperienceGained).defeated) == (10, ("bob",))
    (asked,) = bout.waiting
    assert (asked.seats, asked.question["defeated"]) == (("ana",), ["bob"])


@pytest.mark.rule("MM-END-05", "MM-GEN-07")
def test_the_loot_table_is_read_at_the_highest_row_reached() -> None:
    """Its keys are 1 and 3."""
    assert [found(LOOT, successes) for successes in (0, 1, 2, 3, 9)] == [
        (),
        ("dagger",),
        ("dagger",),
        ("dagger", "bandage"),
        ("dagger", "bandage"),
    ]


@pytest.mark.rule("MM-END-05", "MM-DW-05", "MM-TEST-08")
def test_a_failed_search_may_be_repeated_with_luck_and_without_the_skill_none_is_made() -> None:
    """Looting 1 and luck 3; without the skill no die falls."""
    bout = fought(pc(rank=1, skills={"looting": 1}), foe(rank=1, loot=LOOT))
    bout.answer("loot", 5)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 6, 7, 8)
    assert bout.the(EnemyLooted).items == ("dagger", "bandage")
    bout = fought(pc(rank=1), foe(rank=1, loot=LOOT))
    bout.answer("loot")
    assert (bout.the(RollSettled).passed, bout.the(EnemyLooted).items) == (False, ())


# -- sharing
@pytest.mark.rule("MM-DW-28", "MM-END-07")
def test_the_party_shares_what_was_found() -> None:
    """Its finder takes it unless they choose otherwise; nobody need take it."""
    ada, bea = pc(rank=1, skills={"looting": 3}), pc("bea", "ben", rank=2)
    for choice, keeper in (("take-1", "ada"), ("take-2", "bea"), ("drop", None)):
        bout = fought(ada, bea, foe(rank=1, loot=LOOT))
        bout.answer("loot", 6, 5, 5)
        (asked,) = bout.waiting
        assert (asked.kind, asked.visibility, asked.seats) == ("AskTaker", Visibility.OPEN, ("ana", "ben"))
        assert (bout.choices, asked.default) == (["take-1", "take-2", "drop"], "take-1")
        bout.answer(choice)
        assert bout.the(FoundTaken).keeper == keeper


# -- gone
@pytest.mark.rule("MM-END-06", "RUL-68", "MM-SKILL-22")
def test_enemies_from_ambush_are_not_met_again() -> None:
    """Not those who fled, and after an ambush nobody who is left."""
    quick = pc(rank=1, lucky=False)
    setup = at(CLOSE, cause=Cause.AMBUSH, party=Preparedness.READY, round_limit=1)
    bout = fought(quick, foe(rank=1), foe("eve", rank=2), fallen=("eve",), setup=setup)
    assert bout.the(TrailLost).combatants == ("bob",)
    assert bout.rule_of(TrailLost) == "MM-END-06"
    bout = fought(quick, foe(rank=1), foe("eve", rank=2), fallen=("eve",), setup=at(CLOSE, round_limit=1))
    assert bout.of(TrailLost) == []


# -- called off, and resumed
@pytest.mark.rule("MM-END-01", "MM-END-02", "RUL-59")
def test_another_outcome_of_a_fight_that_is_over_is_no_second_summary() -> None:
    """Nor does a fight that goes on pay twice for the same enemy."""
    bout = fought(pc(rank=1), foe(rank=1, xp=10, loot=LOOT), foe("eve", rank=2, xp=4), fallen=("bob",))
    bout.order(CallOff(winner=PARTY), seat="gm")
    assert bout.the(ExperienceGained).xp == 10
    bout.answer("loot")
    assert bout.the(OutcomeReached).result == PARTY
    bout.order(CallOff(), seat="gm")
    assert bout.kinds().count("SummaryBegan") == 0
    bout.order(GoOn(), seat="gm")
    down(bout, "eve")
    round_ends(bout)
    assert bout.the(ExperienceGained).xp == 4
    assert bout.waiting[0].question["defeated"] == ["eve"]
