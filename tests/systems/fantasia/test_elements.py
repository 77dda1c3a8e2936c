"""Elements."""

from __future__ import annotations

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import CREATURES
from engine.systems.fantasia.content.kinds import Affinity, Element, Relation, Weapon
from engine.systems.fantasia.events import DamageTaken, Healed, NoEffect
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.elements import OPPOSITE, relation
from engine.systems.fantasia.sheet import Setup, Sheet
from tests.systems.fantasia.bout import Bout, foe, hero, sheet

MAGE = sheet(mind=1, mp=40, spells=("fire", "blizzard", "thunder", "water", "gravity", "holy", "dark"))


def against(*, setup: Setup | None = None, hp: int = 99, now: int = 50, **figures: object) -> Bout:
    """A mage with mind 1 and no magic weapon before somebody of 99 points who has lost some."""
    return Bout(hero(figures=MAGE), foe(figures=sheet(hp=hp, **figures), vitals={"hp": now}), setup=setup)


def stands(element: str, related: str) -> tuple[Affinity, ...]:
    return (Affinity(element=Element(element), relation=Relation(related)),)


def cast(bout: Bout, spell: str, *faces: int) -> None:
    bout.order(o.Cast(caster="hero", spell=spell, targets=("foe",)), *faces)


@pytest.mark.rule("FF-ELEM-01", "FF-ELEM-02")
def test_ff_elem_01_02_three_pairs_and_the_rest_alone() -> None:
    """Fire-ice, earth-water, dark-light, each both ways; poison, lightning, gravity have no opposite."""
    pairs = {(a.value, b.value) for a, b in OPPOSITE.items()}
    assert pairs == {
        *(("FIRE", "ICE"), ("ICE", "FIRE")),
        *(("EARTH", "WATER"), ("WATER", "EARTH")),
        *(("DARK", "LIGHT"), ("LIGHT", "DARK")),
    }
    for alone in ("POISON", "LIGHTNING", "GRAVITY"):
        bout = against(made_of=Element(alone))
        (only,) = lookup.figures(bout.state, "foe").affinities
        assert (only.element.value, only.relation) == (alone, Relation.ABSORB)


@pytest.mark.rule("FF-ELEM-03")
def test_ff_elem_03_what_is_absorbed_heals() -> None:
    """Two dice and mind: 3 + 4 + 1 points come back, and nothing is taken."""
    bout = against(affinities=stands("FIRE", "ABSORB"))
    cast(bout, "fire", 4, 4, 3, 4)
    assert (bout.the(Healed).healing, bout.hp("foe")) == (8, 58)
    assert bout.rule_of(Healed) == "FF-ELEM-03"
    assert bout.of(DamageTaken) == []


@pytest.mark.rule("FF-ELEM-03", "FF-CRIT-02")
def test_ff_elem_03_heals_by_what_goes_out_not_by_what_comes_in() -> None:
    """A critical is absorbed doubled; lying helpless adds nothing. Full is full."""
    bout = against(affinities=stands("FIRE", "ABSORB"))
    cast(bout, "fire", 6, 6, 3, 4)
    assert bout.the(Healed).healing == 16
    bout = against(affinities=stands("FIRE", "ABSORB"))
    bout.lay("foe", "unconscious", "prone")
    cast(bout, "fire", 3, 4)
    assert bout.the(Healed).healing == 8
    assert not bout.has("foe", "unconscious")
    bout = against(affinities=stands("FIRE", "ABSORB"), now=98)
    cast(bout, "fire", 4, 4, 3, 4)
    assert bout.hp("foe") == 99


@pytest.mark.rule("FF-ELEM-04")
def test_ff_elem_04_immunity_cancels() -> None:
    """A hit, also a critical one, does nothing; the points paid are gone, and no concentration is tested."""
    bout = against(affinities=stands("FIRE", "IMMUNE"))
    cast(bout, "fire", 6, 6, 3, 4)
    assert bout.the(NoEffect).element is Element.FIRE
    assert bout.rule_of(NoEffect) == "FF-ELEM-04"
    assert (bout.hp("foe"), bout.mp("hero"), bout.of(DamageTaken)) == (50, 36, [])


@pytest.mark.rule("FF-ELEM-04")
def test_ff_elem_04_damage_to_the_unconscious_that_is_none_costs_no_counter() -> None:
    """Zero damage is no damage."""
    bout = against(affinities=stands("FIRE", "IMMUNE"))
    bout.lay("foe", "unconscious")
    cast(bout, "fire", 3, 4)
    assert bout.has("foe", "unconscious")
    assert not bout.has("foe", "dead")


@pytest.mark.rule("FF-ELEM-05")
@pytest.mark.parametrize(("faces", "damage"), [((3, 4), 4), ((3, 3), 3)])
def test_ff_elem_05_resistance_halves(faces: tuple[int, int], damage: int) -> None:
    """8 is 4, 7 is 3: floored once."""
    bout = against(affinities=stands("LIGHTNING", "RESIST"))
    cast(bout, "thunder", 4, 4, *faces)
    assert bout.the(DamageTaken).damage == damage


@pytest.mark.rule("FF-ELEM-05", "FF-CRIT-02")
def test_ff_elem_05_factors_multiply_before_the_one_floor() -> None:
    """A critical on somebody who resists is a plain hit: 7 × 2 × ½ is 7, not 6."""
    bout = against(affinities=stands("LIGHTNING", "RESIST"))
    cast(bout, "thunder", 6, 6, 3, 3)
    assert bout.the(DamageTaken).damage == 7


@pytest.mark.rule("FF-ELEM-06")
def test_ff_elem_06_weakness_doubles() -> None:
    """8 is 16, and with two sixes 32."""
    bout = against(affinities=stands("ICE", "WEAK"))
    cast(bout, "blizzard", 4, 4, 3, 4)
    assert bout.the(DamageTaken).damage == 16
    bout = against(affinities=stands("ICE", "WEAK"))
    cast(bout, "blizzard", 6, 6, 3, 4)
    assert bout.the(DamageTaken).damage == 32


@pytest.mark.rule("FF-ELEM-06")
def test_what_an_element_does_to_him_is_not_for_the_other_side() -> None:
    """The factors are for those who may know the sheet."""
    bout = against(affinities=stands("ICE", "WEAK"))
    cast(bout, "blizzard", 4, 4, 3, 4)
    (recorded,) = [r for r in bout.last if isinstance(r.event, DamageTaken)]
    assert recorded.draft.to == ("gm",)
    assert [f.source for f in bout.the(DamageTaken).factors or ()] == ["weak"]


@pytest.mark.rule("FF-ELEM-07")
def test_ff_elem_07_the_fire_creature_of_the_text() -> None:
    """It absorbs fire, ice doubles; beside that it may be immune to dark and take half of lightning and gravity."""
    affinities = (*stands("DARK", "IMMUNE"), *stands("LIGHTNING", "RESIST"), *stands("GRAVITY", "RESIST"))
    for spell, dice, points in (
        ("fire", (4, 4, 3, 4), 58),
        ("blizzard", (4, 4, 3, 4), 34),
        ("dark", (4, 4, 3, 4), 50),
        ("thunder", (4, 4, 3, 4), 46),
        ("gravity", (4, 4, 3, 4), 46),
        ("water", (4, 4, 3, 4), 42),
        ("holy", (4, 4, 3, 3, 1), 42),
    ):
        bout = against(made_of=Element.FIRE, affinities=affinities)
        cast(bout, spell, *dice)
        assert bout.hp("foe") == points, spell


@pytest.mark.rule("FF-ELEM-07")
def test_ff_elem_07_usually_so_what_the_sheet_says_comes_first() -> None:
    """A creature of fire that is only immune to fire, and not weak to ice but resists it."""
    given = (*stands("FIRE", "IMMUNE"), *stands("ICE", "RESIST"))
    bout = against(made_of=Element.FIRE, affinities=given)
    assert lookup.figures(bout.state, "foe").affinities == given


@pytest.mark.rule("FF-ELEM-07")
def test_ff_elem_07_the_creatures_of_the_catalogue() -> None:
    """Bomb, golem and shade are made of something; the ghost has two entries of its own."""

    def of(name: str) -> dict[str, str]:
        bout = Bout(hero(), foe(figures=Sheet(ref=name)))
        return {a.element.value: a.relation.value for a in lookup.figures(bout.state, "foe").affinities}

    assert of("bomb") == {"FIRE": "ABSORB", "ICE": "WEAK"}
    assert of("stone_golem") == {"EARTH": "ABSORB", "WATER": "WEAK", "LIGHTNING": "RESIST"}
    assert of("shade") == {"DARK": "ABSORB", "LIGHT": "WEAK"}
    assert of("ghost") == {"POISON": "IMMUNE", "LIGHT": "WEAK"}
    assert {n for n, c in CREATURES.items() if c.weight_kg} == {"stone_golem"}


@pytest.mark.rule("FF-ELEM-08")
def test_ff_elem_08_the_game_master_leaves_elements_out() -> None:
    """For the whole fight, or for one creature; or only for one they count."""
    weak = stands("ICE", "WEAK")
    for setup, damage in (
        (None, 16),
        (Setup(elements=False), 8),
        (Setup(elements_except=("foe",)), 8),
        (Setup(elements_except=("hero",)), 16),
        (Setup(elements=False, elements_except=("foe",)), 16),
    ):
        bout = against(affinities=weak, setup=setup)
        cast(bout, "blizzard", 4, 4, 3, 4)
        assert bout.the(DamageTaken).damage == damage


@pytest.mark.rule("FF-ELEM-03", "FF-ELEM-05")
def test_weapons_of_an_element_too() -> None:
    """A fire sword heals a bomb, and is halved by who resists; whoever stands in no way to fire takes it as it is."""
    for related, points in (("ABSORB", 58), ("RESIST", 46), ("WEAK", 34), ("IMMUNE", 50), (None, 42)):
        given = stands("FIRE", related) if related else stands("ICE", "WEAK")
        bout = Bout(
            hero(figures=sheet(strength=1, weapons=("fire_sword",))),
            foe(figures=sheet(hp=99, affinities=given), vitals={"hp": 50}),
        )
        bout.order(o.Attack(attacker="hero", target="foe", weapon="fire_sword"), 4, 4, 3, 4)
        assert bout.hp("foe") == points, related


def test_an_element_stands_on_a_sheet_once() -> None:
    """Two relations to one element are refused."""
    with pytest.raises(Exception, match="one for each element"):
        Bout(hero(figures=sheet(affinities=(*stands("FIRE", "WEAK"), *stands("FIRE", "RESIST")))))


def test_what_has_no_element_meets_none() -> None:
    """No relation, whatever is on the sheet."""
    bout = against(affinities=stands("FIRE", "IMMUNE"), own_weapons=(Weapon(id="club", name="Club"),))
    assert relation(bout.state, "foe", None) is None


@pytest.mark.rule("FF-ELEM-04")
@pytest.mark.parametrize("spell", ["bio", "venom"])
def test_ff_elem_04_immunity_cancels_the_status_too(spell: str) -> None:
    """A ghost is not poisoned, by a spell with damage nor by one without; it is said once."""
    bout = Bout(hero(figures=sheet(mind=9, mp=40, spells=(spell,))), foe(figures=Sheet(ref="ghost")))
    cast(bout, spell, 4, 4, *([3] if spell == "bio" else []))
    assert len(bout.of(NoEffect)) == 1
    assert (bout.hp("foe"), bout.has("foe", "poison")) == (18, False)


@pytest.mark.rule("FF-ELEM-03")
def test_ff_elem_03_who_absorbs_magic_still_has_its_status() -> None:
    """Affinity turns damage into points, and no more."""
    bout = Bout(
        hero(figures=sheet(mind=1, mp=40, spells=("bio",))),
        foe(figures=sheet(affinities=stands("POISON", "ABSORB")), vitals={"hp": 5}),
    )
    cast(bout, "bio", 4, 4, 3)
    assert (bout.hp("foe"), bout.has("foe", "poison")) == (9, True)


@pytest.mark.rule("FF-ELEM-03", "FF-ELEM-04", "FF-ELEM-05", "FF-ELEM-06")
@pytest.mark.parametrize(("related", "points"), [("ABSORB", 13), ("IMMUNE", 10), ("RESIST", 9), ("WEAK", 4), (None, 7)])
def test_poison_that_works_on_is_of_its_element_too(related: str | None, points: int) -> None:
    """Three points at the start of a turn: given back, none, half, double, or just these."""
    affinities = stands("POISON", related) if related else ()
    bout = Bout(hero(), foe(figures=sheet(affinities=affinities), vitals={"hp": 10}, conditions=("poison",)))
    bout.end("hero", 3)
    assert bout.hp("foe") == points
