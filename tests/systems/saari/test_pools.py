"""Attributes, and what is added to them."""

from __future__ import annotations

import pytest
from msgspec import ValidationError, convert

from engine.systems.saari.content.kinds import Attribute, Purpose, RollBonus, Talent, Trinket
from engine.systems.saari.events import PartialGranted, RollApplied, RollOpened
from engine.systems.saari.orders import Attack, FirstAid
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.entering import fighter_of
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.sheet import Setup, Sheet
from tests.systems.saari.bout import Bout, npc, pc

CHARM = Trinket(id="charm", name="Charm", bonuses=(RollBonus(purpose=Purpose.BASIC_DEFENSE, dice=1),))
DRILLED = Talent(id="drilled", name="Drilled", bonuses=(RollBonus(purpose=Purpose.BASIC_DEFENSE, dice=2),))


@pytest.mark.rule("SA-ATTR-01", "SA-ATTR-02")
def test_a_character_has_six_attributes_from_0_to_6() -> None:
    """A race may bring one to 0 or to 6."""
    figures = fighter_of(Sheet()).figures
    assert figures is not None
    assert set(figures.attributes) == {one.value for one in Attribute}
    assert len(figures.attributes) == 6
    for one in Attribute:
        name = one.value.lower()
        assert [getattr(convert({name: score}, Sheet), name) for score in (0, 6)] == [0, 6]
        for score in (-1, 7):
            with pytest.raises(ValidationError):
                convert({name: score}, Sheet)


@pytest.mark.rule("SA-DICE-14", "SA-ATTR-03")
@pytest.mark.parametrize(("number", "half"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_halves_are_rounded_up(number: int, half: int) -> None:
    """Exactly half stays."""
    assert lookup.half(number) == half


@pytest.mark.rule("SA-DICE-04", "SA-GEAR-05", "SA-GEAR-06", "SA-GEAR-11", "SA-GEAR-12")
def test_armour_trinkets_and_talents_add_to_the_one_held_item() -> None:
    """Dodge 2, padded armour 1, a shield 1, a charm 1, a talent 2. Of all that only the shield takes up room."""
    worn = pc(
        "ada",
        weapons=("bow",),
        shields=("shield",),
        held=("shield",),
        personality=1,
        armor="padded",
        own_trinkets=(CHARM,),
        own_talents=(DRILLED,),
    )
    bout = Bout(worn, npc("gob", initiative=9, kp=9))
    bout.begin(4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2, 2, 2, 2, 2, 2)
    assert bout.the(RollOpened).pool == 7
    assert pools.armor_dice(bout.state, "ada") == 1


@pytest.mark.rule("SA-DICE-13")
@pytest.mark.parametrize("choice", ["partial", "failure"])
def test_a_partial_success_is_none_for_a_rule_that_asks_for_one(choice: str) -> None:
    """First aid that half succeeds wakes nobody."""
    fallen = pc("bea", "ben", now={"kp": 1, "mp": 0}, personality=0)
    bout = Bout(pc("ada", now={"mp": 0}), fallen, npc("gob", initiative=9, kp=9), setup=Setup(rulings=True))
    bout.begin(4, 4, 2, 2)
    bout.order(Attack(combatant="gob", target="bea"))
    bout.answer("as-written", 2, 2)
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    while bout.acting == ("gob",):
        bout.order(Attack(combatant="gob", target="ada"))
        bout.answer("as-written", 4, 2)
        while bout.waiting:
            bout.answer(bout.waiting[0].default)
    bout.order(FirstAid(combatant="ada", target="bea"))
    while bout.asked == ["AskNpcFreeStrike"]:
        bout.answer("let-go")
    bout.answer("as-written", 4, 2)
    while bout.asked != ["AskPartial"]:
        bout.answer(bout.waiting[0].default)
    bout.answer(choice)
    assert len(bout.of(PartialGranted)) == (choice == "partial")
    assert not bout.the(RollApplied).success
    assert bout.who("bea").out == lookup.UNCONSCIOUS
