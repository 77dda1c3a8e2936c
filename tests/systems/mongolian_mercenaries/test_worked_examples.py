"""Worked examples of the source that are about trade, travel and the day.

What is tested here is what holds of each example in a fight: how the game rounds and sums, how a test is read, and
where a fight ends and the day begins. Between fights they are tested with market, roads and decks.
"""

from __future__ import annotations

import pytest

from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import SKILLS
from engine.systems.mongolian_mercenaries.orders import CallOff, Mount, Recover, Recovery, UseItem
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, total, with_percents
from engine.systems.mongolian_mercenaries.rules.roll import judging, plans
from engine.systems.mongolian_mercenaries.sheet import DayPhase, Setup
from engine.systems.mongolian_mercenaries.types import Purpose
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc


def fight(**figures: object) -> Bout:
    """Ada against Bob."""
    bout = Bout(pc("ada", rank=1, lucky=False, **figures), foe("bob", rank=1))
    bout.begin()
    return bout


def modifiers(*points: int) -> tuple[Part, ...]:
    """Parts of a number."""
    return tuple(Part(f"part{place}", amount, "MM-GEN-03") for place, amount in enumerate(points))


@pytest.mark.rule("MM-WE-14")
def test_prices_in_percent_are_rounded_down() -> None:
    """150% and 25% of 101 are 151 and 25. No order of a fight trades."""
    assert [with_percents(101, modifiers(change)) for change in (50, -75, -25)] == [151, 25, 75]
    assert not any("trade" in order.__name__.lower() for order in system.orders)
    assert "trade" in SKILLS


@pytest.mark.rule("MM-WE-15")
def test_a_fraction_is_dropped() -> None:
    """A fifth of 91 is 18, not 18.2."""
    assert sums.with_percent(91, -80) == 18
    assert with_percents(91, modifiers(-80)) == 18


@pytest.mark.rule("MM-WE-16")
def test_a_day_has_four_phases_and_a_fight_takes_one() -> None:
    """Which one is agreed in the setup."""
    assert [one.value for one in DayPhase] == ["MORNING", "NOON", "EVENING", "NIGHT"]
    assert Setup(day_phase=DayPhase.EVENING).day_phase is DayPhase.EVENING


@pytest.mark.rule("MM-WE-17")
def test_what_is_counted_in_phases_goes_on_after_the_fight() -> None:
    """A salve of two phases is not over with the fight, which is one."""
    bout = fight(items=("fire_salve", "haste_draught"))
    bout.order(UseItem(combatant="ada", item="haste_draught"))
    bout.order(UseItem(combatant="ada", item="fire_salve"))
    assert {one.source for one in bout.own.forces} == {"fire_salve", "haste_draught"}
    bout.order(CallOff(), seat="gm")
    assert {one.source for one in bout.own.forces} == {"fire_salve"}


@pytest.mark.rule("MM-WE-19")
def test_a_camp_is_what_the_game_master_says_it_is() -> None:
    """It counts for a Rest; how many camps there may be, and tents, are outside."""
    assert [one for one in Recovery if one is Recovery.CAMP] == [Recovery.CAMP]
    assert Recover(way=Recovery.CAMP).way is Recovery.CAMP
    assert "tent" not in c.ITEMS


@pytest.mark.rule("MM-WE-20")
def test_riding_is_needed_to_ride() -> None:
    """The tables win over the example [RUL-69]: without Riding nobody mounts. Travel range is outside."""
    bout = fight(mount="steppe_horse")
    assert bout.refuse(Mount(combatant="ada")).rule in ("MM-MNT-02", "MM-SKILL-02")
    assert "mount" not in bout.keys("ada")
    assert "mount" in fight(mount="steppe_horse", skills={"riding": 1}).keys("ada")


@pytest.mark.rule("MM-WE-21", "MM-WE-22", "MM-WE-23")
@pytest.mark.parametrize(("points", "found"), [((1, -1, -1, 2, 2), 3), ((1, -2, -2), -3), ((1, -1, -1, 1, 4), 4)])
def test_points_are_simply_summed(points: tuple[int, ...], found: int) -> None:
    """Also below 0, where percents do nothing. The terrain numbers are of an older version, and travel is outside."""
    assert total(modifiers(*points)) == found
    assert with_percents(found, modifiers(0)) == found
    if found < 0:
        assert with_percents(found, modifiers(50)) == found


@pytest.mark.rule("MM-WE-24")
def test_half_a_skill_is_rounded_down() -> None:
    """TS(survival/2) of 5 is 2 > d10: 1 passes, 2 does not. [RUL-90]"""
    plan = plans.standard(
        fight(skills={"survival": 5}).state, "ada", "survival", Purpose.OTHER, rule="MM-TEST-03", divisor=2
    )
    assert plan.left == 2
    assert [judging.passes(plan, (face,)) for face in (1, 2)] == [True, False]


@pytest.mark.rule("MM-WE-25")
def test_a_skill_of_the_town_is_tested_like_any_other() -> None:
    """TS(streetwise) of 3: 2 passes, 3 does not; without the skill it fails by itself."""
    plan = plans.standard(fight(skills={"streetwise": 3}).state, "ada", "streetwise", Purpose.OTHER, rule="MM-TEST-02")
    assert [judging.passes(plan, (face,)) for face in (2, 3)] == [True, False]
    without = plans.standard(fight().state, "ada", "streetwise", Purpose.OTHER, rule="MM-TEST-02")
    assert without.automatic
