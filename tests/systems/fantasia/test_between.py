"""Between fights: what a fight leaves, and rest of the company."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.campaign.standing import standing_at_entry
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantJoined
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.events import Rested
from tests.support.fights.arena import Arena
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero, sheet

COMPANY = campaign_book(BOOK)


def company(*members: Any) -> Arena:
    """A campaign with these members."""
    entries = [COMPANY.enter(**{name: getattr(one, name) for name in one.__struct_fields__}) for one in members]
    return Arena(COMPANY, entries)


def hp_of(arena: Arena, who: str) -> int:
    return arena.state.fight.combatants[who].vitals["hp"].now


def rest(arena: Arena, hours: int, *whom: str, interrupted: bool = False) -> None:
    arena.order("gm", o.Rest(combatants=whom, hours=hours, interrupted=interrupted))


def left(bout: Bout, who: str = "a") -> Any:
    """What the fight leaves of somebody, as it stands."""
    events = (one.event for one in bout.arena.stream)
    joined = next(event for event in events if isinstance(event, CombatantJoined) and event.combatant == who)
    return system.between.leaves(standing_at_entry(joined), bout.state, who)


@pytest.mark.rule("FF-REST-01")
@pytest.mark.rule("FF-REST-03")
def test_ff_rest_01_a_night_gives_everything_back_and_wakes() -> None:
    """Who lies unconscious with 0 points gets up."""
    figures = sheet(hp=40, mp=20)
    fallen = Condition(key="unconscious", kind="unconscious")
    arena = company(hero("a", figures, vitals={"hp": 0, "mp": 5}, conditions=(fallen,)), hero("b", figures))
    rest(arena, 8, "a", "b")
    assert hp_of(arena, "a") == 40
    assert not arena.state.fight.combatants["a"].has("unconscious")
    assert [one.event.percent for one in arena.stream if isinstance(one.event, Rested)] == [100, 100]


@pytest.mark.rule("FF-REST-02")
def test_ff_rest_02_an_interrupted_rest_gives_a_share() -> None:
    """A tenth for each hour, if the game master says nothing else."""
    arena = company(hero("a", sheet(hp=40, mp=20), vitals={"hp": 10, "mp": 5}))
    rest(arena, 3, "a", interrupted=True)
    arena.answer("gm", "hourly")
    assert hp_of(arena, "a") == 22


@pytest.mark.rule("FF-REST-03")
def test_ff_rest_03_a_statue_does_not_rest() -> None:
    """It is not offered, and refused."""
    arena = company(hero("a", conditions=(Condition(key="statue", kind="statue"),)), hero("b"))
    offers = {one.body.combatants for one in COMPANY.system.offers(arena.state, None)}
    assert offers == {("b",)}
    with pytest.raises(RuleRefusal):
        rest(arena, 8, "a")


@pytest.mark.rule("FF-REST-04")
@pytest.mark.parametrize(
    ("condition", "kept", "hp"),
    [
        (Condition(key="slow", kind="slow", left=2), [], 30),
        (Condition(key="blind", kind="blind"), ["blind"], 30),
        (Condition(key="defending", kind="defending"), [], 30),
        (Condition(key="doom", kind="doom", left=2), ["unconscious"], 0),
        (Condition(key="poison", kind="poison"), ["unconscious"], 0),
        (Condition(key="petrifying", kind="petrifying", left=1), ["statue"], 30),
    ],
)
def test_ff_rest_04_what_is_counted_in_turns_ends(condition: Condition, kept: list[str], hp: int) -> None:
    """What has no end stays; doom and petrifying play out, and poison without an end takes all points."""
    bout = Bout(hero("a", sheet(hp=40), vitals={"hp": 30}, conditions=(condition,)), foe("x"), begin=False)
    standing = left(bout)
    assert [one.kind for one in standing.conditions] == kept
    assert standing.vitals["hp"] == hp
