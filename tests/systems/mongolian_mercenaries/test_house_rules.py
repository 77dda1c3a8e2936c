"""What a table of Mongolian Mercenaries may play otherwise, each shown by given dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Courage, Distance
from engine.systems.mongolian_mercenaries.events import AttackEnded, LevelGained
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, Escape, Wait
from engine.systems.mongolian_mercenaries.rules.course import courage
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc


@pytest.mark.parametrize(("daunt", "fails"), [({}, True), ({"equalNumbersDaunt": False}, False)])
def test_whether_equal_numbers_daunt_the_fearful(daunt: dict[str, Any], fails: bool) -> None:
    """One against one; where they are fewer they give up all the same."""
    bout = Bout(pc(), foe(courage=Courage.FEARFUL), house=daunt)
    bout.begin()
    assert courage.fails(bout.state, "bob") is fails
    fewer = Bout(pc(), pc("bea", "ben"), foe(courage=Courage.FEARFUL), house=daunt)
    fewer.begin()
    assert courage.fails(fewer.state, "bob")


@pytest.mark.parametrize(("lost", "initiative"), [({}, -16), ({"waitInitiative": 5}, -1)])
def test_what_waiting_costs(lost: dict[str, Any], initiative: int) -> None:
    """Of an initiative of 4."""
    bout = Bout(pc("ada"), foe("bob"), house=lost)
    bout.begin()
    bout.order(Wait(combatant="ada"))
    assert bout.fighter("ada").initiative == initiative


@pytest.mark.parametrize(
    ("bonus", "away"), [({}, False), ({"escapeDistance": 3}, True), ({"escapeDistance": 0}, False)]
)
def test_what_distance_adds_to_an_escape(bonus: dict[str, Any], away: bool) -> None:
    """Far off, with speed and luck of 3 against 8: 2 more tie, 3 more get away."""
    bout = Bout(pc(lucky=False), foe(), setup=at(Distance.FAR), house=bonus)
    bout.begin()
    bout.order(Escape(combatant="ada"), 8)
    assert (bout.who("ada").out == "fled") is away


@pytest.mark.parametrize(("more", "net"), [({}, 5), ({"treatedDamage": 3}, 7)])
def test_what_a_sharpened_weapon_does(more: dict[str, Any], net: int) -> None:
    """One success, Damage 3, and so much for the edge."""
    bout = Bout(pc(lucky=False, skills={"long_blade": 2}), foe(toughness=9, health=30), house=more)
    bout.begin()
    bout.correct("rules.fighters.ada.sharpened", ["sabre"])
    bout.order(Attack(combatant="ada", target="bob"), 6, 2)
    assert bout.the(AttackEnded).net == net


@pytest.mark.parametrize(("quiet", "rounds"), [({}, 10), ({"quietRounds": 3}, 3)])
def test_after_how_many_quiet_rounds_all_are_asked(quiet: dict[str, Any], rounds: int) -> None:
    """Whether to break off."""
    bout = Bout(pc(rank=1), foe(rank=1), house=quiet)
    bout.begin()
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    assert (set(bout.asked), bout.state.fight.round) == ({"AskBreakOff"}, rounds)


@pytest.mark.parametrize(
    ("needed", "levels"), [({}, [2]), ({"levelExperience": 25}, [2, 3]), ({"levelExperience": 200}, [])]
)
def test_how_much_experience_a_level_takes(needed: dict[str, Any], levels: list[int]) -> None:
    """Of 130: 25 and 50 are two levels, and 55 are no third one's 75."""
    bout = Bout(pc("ada", rank=1, lucky=False), foe("bob", rank=1, xp=130), house=needed)
    bout.begin()
    bout.correct("combatants.bob.vitals.health.now", 0)
    while not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    bout.answer("leave")
    assert [one.level for one in bout.arena.events(LevelGained)] == levels
