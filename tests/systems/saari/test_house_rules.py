"""What a table of Saari may play otherwise, each shown by given dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.saari.events import RollApplied, RollOpened
from engine.systems.saari.orders import Attack, Hold
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc


@pytest.mark.parametrize(("crowded", "edges", "successes"), [({}, [], 2), ({"crowdedShots": True}, [False], 1)])
def test_shots_into_the_melee_of_others(crowded: dict[str, Any], edges: list[bool], successes: int) -> None:
    """Bea fights with Gob, and Ada shoots: with a disadvantage 4 is no success any more, 5 is."""
    heroes = (pc("bea", "ben", personality=3), pc("ada", weapons=("bow",), discipline=3))
    bout = Bout(*heroes, npc("gob", initiative=1, kp=9), house=crowded, further=False)
    bout.begin(4, 4, 4, 4, 4)
    bout.order(Attack(combatant="bea", target="gob"), 4, 2, 2)
    bout.order(Attack(combatant="ada", target="gob", means="bow"), 5, 4, 2)
    opened = bout.the(RollOpened)
    assert [(one.source, one.advantage) for one in opened.factors] == [("others_engagement", one) for one in edges]
    if bout.asked:
        bout.answer("damage")
    assert bout.the(RollApplied).successes == successes


@pytest.mark.parametrize(("base", "actions"), [({}, 4), ({"initiativeBase": 1}, 3), ({"initiativeBase": 4}, 6)])
def test_actions_before_successes(base: dict[str, Any], actions: int) -> None:
    """And two successes; an opponent has those of its sheet."""
    bout = Bout(pc("ada"), npc("gob"), house=base)
    bout.begin(4, 4)
    assert (bout.actions("ada"), bout.actions("gob")) == (actions, 2)


@pytest.mark.parametrize(("carried", "most"), [({}, 2), ({"carriedActions": 1}, 1), ({"carriedActions": 4}, 4)])
def test_how_many_actions_are_carried_over(carried: dict[str, Any], most: int) -> None:
    """Of four that are left."""
    bout = Bout(pc("ada"), npc("gob", initiative=1), setup=Setup(delay=True), house=carried)
    bout.begin(4, 4)
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"))
    assert bout.waiting[0].offers[1].fields[0].most == most
    bout.answer("carry", carried=most)
    bout.answer("lapse", 4, 2)
    assert bout.actions("ada") == 3 + most


@pytest.mark.parametrize(
    ("reach", "at", "thrown"), [(None, "middle", True), (None, "east", False), (2, "east", True), (3, "east", True)]
)
def test_how_far_something_is_thrown(reach: int | None, at: str, thrown: bool) -> None:
    """From the west; what is out of reach is refused."""
    house = {} if reach is None else {"thrownRange": reach}
    bout = Bout(pc("ada", weapons=("throwing_axe",)), npc("gob", kp=9, at=at), house=house)
    bout.begin(4, 4)
    order = Attack(combatant="ada", target="gob", throw=True)
    if thrown:
        assert bout.order(order, 4, 2)
    else:
        with pytest.raises(RuleRefusal):
            bout.order(order)


@pytest.mark.parametrize(("idle", "rounds"), [({}, 2), ({"idleRounds": 1}, 1)])
def test_how_many_idle_rounds_end_a_fight(idle: dict[str, Any], rounds: int) -> None:
    """In which all hold."""
    bout = Bout(pc("ada"), npc("gob"), house=idle)
    bout.begin(4, 4)
    for number in range(1, rounds + 1):
        bout.order(Hold(combatant="ada"))
        bout.order(Hold(combatant="gob"), *((4, 4) if number < rounds else ()))
    assert (bout.state.fight.outcome, bout.state.fight.round) == ("", rounds)
