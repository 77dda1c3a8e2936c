"""Natural 12."""

from __future__ import annotations

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import AttackRolled, CriticalGiven, DamageTaken, MagicRolled, Outcome
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


@pytest.mark.rule("FF-CRIT-01", "FF-CRIT-02")
def test_ff_crit_01_02_two_sixes_hit_any_de_and_double_the_damage() -> None:
    """Against DE 99: (2 + 3) × 2 of a sword +2 with strength ... all of it doubled."""
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword_2",))), foe(figures=sheet(defense=99, hp=99)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword_2"), 6, 6, 4, 3)
    assert bout.the(AttackRolled).outcome is Outcome.CRITICAL
    assert bout.the(DamageTaken).damage == 26
    assert bout.rule_of(AttackRolled) == "FF-CRIT-01"


@pytest.mark.rule("FF-CRIT-01", "FF-CRIT-02")
def test_ff_crit_01_02_also_for_a_spell() -> None:
    """DM 99 does not help; (2d + mind) × 2."""
    bout = Bout(hero(figures=sheet(mind=1, mp=4, spells=("fire",))), foe(figures=sheet(magic_defense=99)))
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 6, 6, 2, 3)
    assert bout.the(MagicRolled).outcome is Outcome.CRITICAL
    assert bout.the(DamageTaken).damage == 12


@pytest.mark.rule("FF-CRIT-01")
def test_ff_crit_01_it_is_the_pair_of_faces_not_the_total() -> None:
    """A total of 12 and more by figures is no critical."""
    bout = Bout(hero(figures=sheet(strength=6)), foe(figures=sheet(defense=19)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 6, 5)
    assert bout.the(AttackRolled).outcome is Outcome.MISS


def sweeping(*more: str) -> Bout:
    foes = [foe(f"f{n}", sheet(hp=99, defense=99)) for n in (1, 2, 3)]
    down = [foe("down", sheet(hp=99), conditions=("unconscious",))] if more else []
    return Bout(hero(figures=sheet(strength=2, techniques=("sweep",))), *foes, *down)


@pytest.mark.rule("FF-CRIT-03")
def test_ff_crit_03_of_several_the_attacker_picks_one_for_double_damage() -> None:
    """A sweep at three with two sixes hits all; the second is picked, and one damage roll serves all."""
    bout = sweeping()
    order = o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("f1", "f2", "f3"))
    bout.order(order, 6, 6)
    assert bout.asked == ["CriticalTarget"]
    assert (bout.waiting[0].seats, bout.waiting[0].default, bout.choices) == (("ana",), "f1", ["f1", "f2", "f3"])
    bout.answer("f2", 4)
    assert bout.the(CriticalGiven).target == "f2"
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("f1", 4), ("f2", 8), ("f3", 4)]


@pytest.mark.rule("FF-CRIT-03")
def test_ff_crit_03_with_a_single_target_nobody_is_asked() -> None:
    """One named enemy takes the double damage."""
    bout = sweeping()
    bout.order(o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("f2",)), 6, 6, 4)
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("f2", 8)]


@pytest.mark.rule("FF-CRIT-03", "FF-KO-07")
def test_ff_crit_03_the_helpless_among_them_are_no_choice() -> None:
    """Who is hit without a roll cannot take the critical: two remain to pick from."""
    bout = sweeping("down")
    order = o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("f1", "f2", "down"))
    bout.order(order, 6, 6)
    assert bout.choices == ["f1", "f2"]
    bout.answer("f1", 4)
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("f1", 8), ("f2", 4), ("down", 8)]


@pytest.mark.rule("FF-CRIT-03")
def test_ff_crit_03_a_sweep_names_one_to_three_enemies_in_reach() -> None:
    """Four, none, twice the same, an ally: refused."""
    bout = Bout(hero(figures=sheet(techniques=("sweep",))), hero("friend"), *[foe(f"f{n}") for n in (1, 2, 3, 4)])
    for targets in (("f1", "f2", "f3", "f4"), (), ("f1", "f1"), ("friend",)):
        order = o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=targets)
        assert bout.refuse(order).field == "targets"


def caster(spell: str = "firaga") -> Bout:
    return Bout(
        hero(figures=sheet(mind=2, mp=8, spells=(spell,))),
        foe("f1", sheet(hp=99)),
        foe("f2", sheet(hp=99, magic_defense=99)),
    )


@pytest.mark.rule("FF-CRIT-04")
def test_ff_crit_04_area_magic_on_several_has_no_critical() -> None:
    """Two sixes are 12: they hit DM 7, miss DM 99, and double nothing."""
    bout = caster()
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f1", "f2")), 6, 6, 3, 3)
    assert [m.outcome for m in bout.of(MagicRolled)] == [Outcome.HIT, Outcome.MISS]
    assert bout.the(DamageTaken).damage == 8


@pytest.mark.rule("FF-CRIT-04", "FF-FUM-09")
def test_ff_crit_04_fum_09_also_an_area_ability() -> None:
    """A whirl at two enemies: 12 is a number, 2 is a number."""
    for faces, outcome in (((6, 6), Outcome.MISS), ((1, 1), Outcome.MISS)):
        bout = Bout(
            hero(figures=sheet(techniques=("whirl",))), foe("f1", sheet(defense=99)), foe("f2", sheet(defense=99))
        )
        order = o.UseTechnique(attacker="hero", technique="whirl", weapon="unarmed", targets=("f1", "f2"))
        bout.order(order, *faces)
        assert {m.outcome for m in bout.of(AttackRolled)} == {outcome}
        assert bout.asked == []


@pytest.mark.rule("FF-FUM-09")
def test_ff_fum_09_area_magic_on_several_has_no_fumble() -> None:
    """Two ones and a mind of 9 hit DM 7 all the same; nobody is asked."""
    bout = Bout(hero(figures=sheet(mind=9, mp=8, spells=("firaga",))), foe("f1", sheet(hp=99)), foe("f2", sheet(hp=99)))
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f1", "f2")), 1, 1, 1, 1)
    assert [m.outcome for m in bout.of(MagicRolled)] == [Outcome.HIT, Outcome.HIT]
    assert bout.asked == []


@pytest.mark.rule("FF-CRIT-05")
def test_ff_crit_05_area_magic_on_exactly_one_has_criticals_and_fumbles() -> None:
    """Alone in the area: two sixes double, two ones fumble."""
    bout = caster()
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f2",)), 6, 6, 3, 3)
    assert bout.the(DamageTaken).damage == 16
    bout = caster()
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f1",)), 1, 1)
    assert bout.asked == ["FumbleEffect"]


@pytest.mark.rule("FF-CRIT-05", "FF-CRIT-04")
def test_ff_crit_05_with_places_those_within_the_area_count() -> None:
    """Two metres around the one aimed at: another foe at 2 m is in it, one at 3 m is not."""

    def field(x: int) -> Bout:
        return Bout(
            hero(figures=sheet(mp=8, spells=("firaga",)), place=at(0)),
            foe("f1", sheet(hp=99), place=at(6)),
            foe("f2", sheet(hp=99), place=at(x)),
        )

    bout = field(8)
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f1",)), 6, 6, 1, 1)
    assert [d.damage for d in bout.of(DamageTaken)] == [2, 2]
    bout = field(9)
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("f1",)), 6, 6, 1, 1)
    assert [d.damage for d in bout.of(DamageTaken)] == [4]


@pytest.mark.rule("FF-CRIT-05")
def test_ff_crit_05_a_whirl_on_one_alone_can_crit() -> None:
    """With places it strikes all within 1 m, and nobody is named."""
    bout = Bout(
        hero(figures=sheet(techniques=("whirl",)), place=at(0)),
        foe("f1", sheet(hp=99), place=at(1)),
        foe("f2", sheet(hp=99), place=at(2)),
    )
    named = o.UseTechnique(attacker="hero", technique="whirl", weapon="unarmed", targets=("f1",))
    assert bout.refuse(named).field == "targets"
    bout.order(o.UseTechnique(attacker="hero", technique="whirl", weapon="unarmed"), 6, 6, 3)
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("f1", 4)]


@pytest.mark.rule("FF-CRIT-05")
def test_ff_crit_05_around_somebody_without_a_place_there_is_nobody_else() -> None:
    """He is in the middle and alone there, whoever else has a place: two sixes double."""
    bout = Bout(
        hero(figures=sheet(mp=8, spells=("firaga",)), place=at(0)), foe("shade", sheet(hp=99)), foe("f2", place=at(3))
    )
    bout.order(o.Cast(caster="hero", spell="firaga", targets=("shade",)), 6, 6, 1, 1)
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("shade", 4)]
