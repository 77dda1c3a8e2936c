"""Attributes and what they give, experience and levels, what development points buy."""

from __future__ import annotations

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import ATTRIBUTES, SKILLS
from engine.systems.mongolian_mercenaries.events import GearDropped, GearGained, LevelGained
from engine.systems.mongolian_mercenaries.orders import EndTurn
from engine.systems.mongolian_mercenaries.rules.gear import development
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc
from tests.systems.mongolian_mercenaries.windows.gear import loaded


def won(gained: int, **figures: object) -> Bout:
    """Ada alone wins, and nobody is looted."""
    bout = Bout(pc("ada", rank=1, lucky=False, **figures), foe("bob", rank=1, xp=gained))
    bout.begin()
    bout.correct("combatants.bob.vitals.health.now", 0)
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    bout.answer("leave")
    return bout


@pytest.mark.rule("MM-ATTR-01", "MM-ATTR-20")
def test_there_are_nine_main_attributes_and_all_begin_at_three() -> None:
    """The derived ones are kept elsewhere: Health and Power as vitals, the others beside. [RUL-71]"""
    bout = Bout(pc("ada", rank=1), foe())
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert figures.attributes == dict.fromkeys(ATTRIBUTES, 3)
    assert len(ATTRIBUTES) == 9
    assert set(bout.who("ada").vitals) == {"health", "power"}


@pytest.mark.rule("MM-ATTR-02", "MM-ATTR-03", "MM-ATTR-11", "MM-ATTR-12", "MM-ATTR-19")
@pytest.mark.parametrize(
    ("strength", "intelligence", "level", "health", "power"), [(3, 3, 1, 8, 5), (7, 0, 10, 25, 11)]
)
def test_health_and_power(strength: int, intelligence: int, level: int, health: int, power: int) -> None:
    """2 * strength + level + 1, and intelligence + level + 1."""
    ada = pc("ada", rank=1, level=level, attributes={"strength": strength, "intelligence": intelligence})
    bout = Bout(ada, foe())
    assert bout.who("ada").vitals["health"].max == health
    assert bout.who("ada").vitals["power"].max == power


@pytest.mark.rule("MM-ATTR-13", "MM-REC-06", "MM-ATTR-16")
def test_a_level_restores_health_and_power() -> None:
    """100 for level 2 [RUL-58]: one more Health and Power each, both full, 2 development points; 30 are kept."""
    bout = won(130, now={"health": 2, "power": 1})
    assert [one.level for one in bout.arena.events(LevelGained)] == [2]
    assert bout.who("ada").vitals["health"].now == bout.who("ada").vitals["health"].max == 9
    assert bout.who("ada").vitals["power"].now == bout.who("ada").vitals["power"].max == 6
    ada = bout.fighter("ada")
    assert ada.figures is not None
    assert (ada.figures.level, ada.dev_points, ada.xp) == (2, 2, 30)


@pytest.mark.rule("MM-ATTR-13", "MM-ATTR-16")
def test_below_the_threshold_nothing_rises() -> None:
    """99 are not enough, 1 kept from before makes it 100; 300 are two levels at once."""
    assert list(won(99).arena.events(LevelGained)) == []
    assert [one.level for one in won(99, xp=1).arena.events(LevelGained)] == [2]
    assert [one.level for one in won(300).arena.events(LevelGained)] == [2, 3]


@pytest.mark.rule("MM-ATTR-14", "MM-ATTR-16")
def test_points_and_thresholds() -> None:
    """Reaching 2 to 10 gives 2, 11 to 20 gives 4, from 21 on 6; 100 for each level there is."""
    levels = (1, 2, 10, 11, 20, 21, 40)
    assert [development.points_for(level) for level in levels] == [0, 2, 2, 4, 4, 6, 6]
    assert [development.threshold(Bout(pc(), foe()).state, level) for level in (1, 2, 10)] == [100, 200, 1000]


@pytest.mark.rule("MM-ATTR-15", "MM-ATTR-21", "MM-SKILL-04", "MM-SKILL-01")
def test_what_development_points_buy() -> None:
    """A skill point costs 1, an attribute point 2; one of 0 or less, or of 5, cannot be raised; never in a fight."""
    assert (development.SKILL_COSTS, development.ATTRIBUTE_COSTS) == (1, 2)
    assert [development.can_raise(level) for level in (-1, 0, 1, 4, 5)] == [False, False, True, True, False]
    bout = Bout(pc("ada", rank=1), foe(rank=1))
    bout.begin()
    assert not any("train" in key or "raise" in key for key in bout.keys("ada"))


@pytest.mark.rule("MM-ATTR-04", "MM-ATTR-05", "MM-ATTR-09", "MM-SKILL-19", "MM-SKILL-21", "MM-SKILL-24")
def test_what_has_no_formula_changes_nothing_by_itself() -> None:
    """Willpower, dexterity, charisma, skills of the day: the same offers and INC with and without. [RUL-65, RUL-67]"""

    def offered(**figures: object) -> tuple[list[str], int | None]:
        bout = Bout(pc("ada", rank=1, **figures), foe(rank=1))
        bout.begin()
        return bout.keys("ada"), bout.fighter("ada").initiative

    skills = {"long_blade": 3}
    base = offered(skills=skills)
    for name in ("willpower", "dexterity", "charisma"):
        assert offered(skills=skills, attributes={name: 9}) == base
    for name in ("acrobatics", "intimidation", "negotiation", "alchemy", "enchanting"):
        assert name in SKILLS
        assert offered(skills={**skills, name: 5}) == base


@pytest.mark.rule("MM-ATTR-06", "MM-ATTR-07", "MM-ATTR-08", "MM-ATTR-10")
def test_speed_is_initiative() -> None:
    """Speed 6 and level 1 are INC 7; it gives no action more. [RUL-04]"""
    bout = Bout(pc("ada", rank=1, attributes={"speed": 6}), foe(rank=1))
    bout.begin()
    ada = bout.fighter("ada")
    assert (ada.initiative, ada.large, ada.minor) == (7, 1, 1)


# -- the summary
@pytest.mark.rule("MM-EQ-07", "MM-END-07", "MM-DW-28", "MM-EQ-06")
def test_what_cannot_be_carried_is_dropped() -> None:
    """A third Large or Long thing: the newest by default; nothing cursed is offered."""
    bout = loaded()
    assert [event.items for event in bout.of(GearGained)] == [("mace",)]
    offered = {offer.body["item"] for offer in bout.waiting[0].offers}
    assert offered == {"mace", "bow", "sabre"}
    bout.answer("drop-1")
    assert bout.the(GearDropped).items == ("mace",)
    assert bout.asked == []
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert set(figures.weapons) == {"sabre", "bow"}


@pytest.mark.rule("MM-EQ-07")
def test_another_thing_may_be_dropped() -> None:
    """The bow is, and the mace stays in the backpack."""
    bout = loaded()
    key = next(offer.key for offer in bout.waiting[0].offers if offer.body["item"] == "bow")
    bout.answer(key)
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert (set(figures.weapons), bout.fighter("ada").packed) == ({"sabre", "mace"}, ("mace",))
