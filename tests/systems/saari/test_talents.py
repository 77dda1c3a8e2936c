"""What each talent of the catalogue does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.structs.errors import SheetRefused
from engine.systems.saari.content import catalogue as c
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import Purpose, Talent
from engine.systems.saari.rules.attacks import attacks
from engine.systems.saari.rules.basics import superiority
from engine.systems.saari.rules.basics.entering import fighter_of
from engine.systems.saari.rules.basics.sums import total
from engine.systems.saari.rules.resolution import parry
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.sheet import Sheet
from tests.systems.saari.bout import Bout, npc, pc


def begun(*talents: str, **more: Any) -> Bout:
    """Ada with these talents, and Bea without."""
    return Bout(pc("ada", talents=talents, **more), pc("bea"), npc("gob"))


@pytest.mark.rule("SA-TALENT-01", "SA-PARRY-07")
def test_an_arrow_catcher_parries_missiles_without_a_shield() -> None:
    """Others do not."""
    bout = begun("arrow_catcher")
    assert [parry.can_meet(bout.state, who, Kind.RANGED) for who in ("ada", "bea")] == [True, False]


@pytest.mark.rule("SA-TALENT-01", "SA-INIT-02")
def test_the_quick_have_a_die_more_of_initiative() -> None:
    """Beside Personality."""
    bout = begun("quick")
    assert total(pools.bonuses(bout.state, "ada", Purpose.INITIATIVE)) == 1
    bout.begin(2, 2, 2, 2, 2)


@pytest.mark.rule("SA-TALENT-01", "G-51")
def test_a_shield_brother_has_a_die_more_for_comrades() -> None:
    """Not for itself."""
    bout = begun("shield_brother")
    assert [parry.parry_dice(bout.state, "ada", who) for who in ("ada", "bea")] == [1, 2]


@pytest.mark.rule("SA-TALENT-01", "SA-SUP-03")
def test_who_holds_fast_weighs_half_more() -> None:
    """Two halves and one."""
    assert superiority.weight_halves(begun("hold_fast").state, "ada") == 3


@pytest.mark.rule("SA-TALENT-01", "SA-AID-02")
def test_a_medic_has_a_die_more_of_first_aid() -> None:
    """And of nothing else."""
    state = begun("medic").state
    assert [total(pools.bonuses(state, "ada", purpose)) for purpose in (Purpose.FIRST_AID, Purpose.TASK)] == [1, 0]


@pytest.mark.rule("SA-TALENT-01", "SA-XATK-02")
def test_a_cruel_twist_may_stagger() -> None:
    """Extras of melee attacks buy it."""
    state = begun("cruel_twist").state
    bought = [attacks.assault_of(state, who, "gob", "sword", Kind.MELEE).bought for who in ("ada", "bea")]
    assert [[one.effect for one in effects] for effects in bought] == [["stagger"], []]


@pytest.mark.rule("SA-TALENT-01", "SA-ACT-11")
def test_a_snap_shot_costs_one_action() -> None:
    """With the pistol alone."""
    state = begun("snap_shot", weapons=("pistol", "sword")).state
    assert [attacks.cost(state, "ada", means) for means in ("pistol", "sword")] == [1, 2]


@pytest.mark.rule("SA-TALENT-01")
def test_an_heirloom_blade_has_a_die_more() -> None:
    """With the sword, in melee; it is worldly, and can be lost."""
    state = begun("heirloom_blade").state
    dice = [total(pools.bonuses(state, "ada", Purpose.MELEE_ATTACK, means)) for means in ("sword", "fists")]
    assert dice == [1, 0]
    assert [one.id for one in c.TALENTS.values() if one.worldly] == ["heirloom_blade"]


@pytest.mark.rule("SA-TALENT-02", "SA-ATTR-07")
@pytest.mark.parametrize(("learning", "more"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("starting", [0, 2])
def test_half_of_learning_is_additional_talents(learning: int, more: int, starting: int) -> None:
    """Rounded up, on top of what creation gives; one more is refused."""
    talents = tuple(Talent(id=f"talent{number}", name="Talent") for number in range(starting + more + 1))
    fits = Sheet(learning=learning, starting_talents=starting, own_talents=talents[:-1])
    assert fighter_of(fits).figures is not None
    with pytest.raises(SheetRefused) as refused:
        fighter_of(structs.replace(fits, own_talents=talents))
    assert (refused.value.rule, refused.value.field) == ("SA-TALENT-02", "sheet.talents")


@pytest.mark.rule("SA-TALENT-02", "SA-SPELL-01")
def test_spells_are_counted_with_talents() -> None:
    """A spell may be taken in place of any talent; whose sheet does not say what creation gives is not counted."""
    learned = Sheet(learning=3, talents=("quick",), spells=("spark", "lance"))
    assert fighter_of(learned).figures is not None
    assert fighter_of(structs.replace(learned, starting_talents=1)).figures is not None
    for sheet, field in (
        (structs.replace(learned, starting_talents=0), "talents"),
        (structs.replace(learned, starting_talents=0, talents=()), None),
        (Sheet(learning=0, spells=("spark",), starting_talents=0), "spells"),
    ):
        if field is None:
            assert fighter_of(sheet).figures is not None
            continue
        with pytest.raises(SheetRefused) as refused:
            fighter_of(sheet)
        assert refused.value.field == f"sheet.{field}"
