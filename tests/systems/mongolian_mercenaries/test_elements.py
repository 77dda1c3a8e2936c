"""Elements: what each does beside its damage, and states that go on hurting."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.systems.mongolian_mercenaries.content.catalogue import CREATURES
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    CreatureType,
    DamageKind,
    Does,
    Effect,
    Element,
    Weapon,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, RollOpened, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, UseState
from engine.systems.mongolian_mercenaries.sheet import Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES
from tests.systems.mongolian_mercenaries.bout import foe, one, pc
from tests.systems.mongolian_mercenaries.mages import begun, big, cast, done, mage, next_round

HIT = Attack(combatant="ada", target="bob")


def blade(element: Element | None, **more: Any) -> Any:
    """Ada with a blade of an element and Damage 1."""
    own = Weapon(id="brand", name="Brand", skill="long_blade", kinds=(DamageKind.SLASHING,), damage=1, element=element)
    usual: dict[str, Any] = {"attributes": {"speed": 9, "strength": 3}, "weapons": (), "own_weapons": (own,)}
    return pc(lucky=False, **(usual | more))


def afflicted(entry: Any, kind: str, left: int | None = None) -> Any:
    """The entry with a state."""
    return structs.replace(entry, conditions=(Condition(key=kind, kind=kind, left=left),))


# -- what the elements do
@pytest.mark.rule("MM-ELM-01", "MM-CRIT-01", "MM-ST-03")
def test_a_critical_hit_with_fire_sets_on_fire_and_a_plain_one_does_not() -> None:
    """An 8 burns on; a 7 only burns; the wound is a Burn."""
    for face, burns in ((8, True), (7, False)):
        bout = begun(blade(Element.FIRE), foe(health=40, toughness=2))
        bout.order(HIT, face, 7, 2)
        assert bout.has("bob", "burning") is burns
        assert bout.the(Wounded).label == "burn"


@pytest.mark.rule("MM-ELM-01", "MM-CRIT-08")
def test_nothing_burns_on_a_protection_master() -> None:
    """The imp's 8 is a plain success."""
    master = pc(skills={"protection": 5}, armour=("padded_coat",), attributes={"speed": 1, "strength": 20}, lucky=False)
    bout = begun(master, foe("bob", ref="imp"))
    bout.order(Attack(combatant="bob", target="ada"), 8, 8, 8)
    assert not bout.has("ada", "burning")


@pytest.mark.rule("MM-ELM-02")
def test_water_puts_out_a_fire() -> None:
    """Damage of a water blade; one of no element does not."""
    for element, burns in ((Element.WATER, False), (None, True)):
        bout = begun(blade(element), afflicted(big(), "burning"))
        bout.order(HIT, 7, 7, 2)
        assert bout.has("bob", "burning") is burns


@pytest.mark.rule("MM-ELM-03", "MM-ELM-04", "MM-ELM-05", "MM-WND-06")
@pytest.mark.parametrize(("element", "label"), [
    (Element.FIRE, "burn"), (Element.ICE, "frostbite"), (Element.LIGHTNING, None), (Element.MAGIC, "magical_wound"),
    (None, None)])  # fmt: skip
def test_a_wound_carries_the_label_of_its_element(element: Element | None, label: str | None) -> None:
    """Net 3 of Toughness 3 is a Light wound."""
    bout = begun(blade(element), foe(health=40))
    bout.order(HIT, 7, 7, 2)
    assert bout.the(Wounded).label == label


@pytest.mark.rule("MM-ELM-06", "MM-ST-03")
def test_the_ghoul_poisons_whom_it_wounds() -> None:
    """Net 4 of Toughness 3 is a wound; with Toughness 10 there is none, and no poison."""
    for toughness, poisoned in ((3, True), (10, False)):
        ada = pc(lucky=False, attributes={"speed": 1, "strength": 20, "toughness": toughness})
        bout = begun(ada, foe("bob", ref="ghoul"))
        bout.order(Attack(combatant="bob", target="ada"), 7, 1, 2)
        assert bout.has("ada", "poisoned") is poisoned


@pytest.mark.rule("MM-ELM-07", "RUL-11", "RUL-35")
def test_acid_damages_metal_armour_and_no_other() -> None:
    """Lamellar is steel, a padded coat cloth; what it is worth falls from the next attack on."""
    for armour, damaged in (("lamellar", ("lamellar",)), ("padded_coat", ())):
        ada = pc(lucky=False, attributes={"speed": 1, "strength": 20}, armour=(armour,))
        bout = begun(ada, foe(damage=6, element=Element.ACID, fight_proficiency=1))
        bout.order(Attack(combatant="bob", target="ada"), 7)
        assert bout.fighter("ada").damaged == damaged


@pytest.mark.rule("MM-ELM-08", "RUL-42")
@pytest.mark.parametrize(("figures", "hurt"), [
    ({"type": CreatureType.UNDEAD}, True), ({"type": CreatureType.HUMAN}, False), ({"type": CreatureType.BEAST}, False),
    ({"type": CreatureType.MONSTER}, False)])  # fmt: skip
def test_light_hurts_the_undead_and_not_the_living(figures: dict[str, Any], hurt: bool) -> None:
    """Nor a Monster that is not vulnerable to it; critical or not, there is no wound."""
    bout = begun(blade(Element.LIGHT), big(**figures))
    bout.order(HIT, 8, 7, 2)
    assert (bout.health("bob") < 40) is hurt
    assert bool(bout.of(Wounded)) is hurt


@pytest.mark.rule("MM-ELM-08", "MM-RES-07", "MM-GEN-03")
def test_light_hurts_a_monster_that_is_vulnerable_to_it() -> None:
    """The kraken is, without a percentage: 2 + 9 - 4 Armour is 7; with 50% more it is 10 (10.5)."""
    more = Ability(effects=(Effect(does=Does.RESIST, elements=(Element.LIGHT,), percent=50),))
    sun = Weapon(
        id="sun", name="Sun", skill="long_blade", kinds=(DamageKind.SLASHING,), damage=9, element=Element.LIGHT
    )
    for weak, net in (((), 7), ((more,), 10)):
        kraken = structs.replace(CREATURES["kraken_spawn"], abilities=(*CREATURES["kraken_spawn"].abilities, *weak))
        bout = begun(blade(None, own_weapons=(sun,)), one("bob", ENEMIES, None, Sheet(card=kraken)))
        bout.order(HIT, 7, 7, 2)
        assert bout.the(AttackEnded).net == net


@pytest.mark.rule("RUL-41", "MM-ENM-15", "MM-RES-08")
@pytest.mark.parametrize(("element", "net"), [(None, 0), (Element.MAGIC, 5)])
def test_a_ghost_is_hurt_by_magic_alone(element: Element | None, net: int) -> None:
    """Plain steel leaves nothing, a critical hit included: no wound."""
    bout = begun(blade(element), foe("bob", ref="wraith"))
    bout.order(HIT, 8, 2, 2)
    assert bout.the(AttackEnded).net == net
    assert bool(bout.of(Wounded)) is (net > 0)


# -- over time
@pytest.mark.rule("RUL-60", "RUL-03", "MM-ROUND-04", "RUL-86", "MM-DW-15")
def test_who_burns_loses_a_point_at_each_end_of_a_round() -> None:
    """Armour does not help; it goes on until something ends it."""
    bout = begun(afflicted(pc(armour=("lamellar",), lucky=False), "burning"), big())
    before = bout.health("ada")
    next_round(bout)
    next_round(bout)
    assert bout.health("ada") == before - 2


@pytest.mark.rule("RUL-60", "MM-ACT-01", "MM-ST-02")
def test_a_minor_action_puts_out_the_own_fire() -> None:
    """Then nothing burns at the end of the round; without the state there is nothing to put out."""
    bout = begun(afflicted(pc(lucky=False), "burning"), big())
    before = bout.health("ada")
    assert "use_state" in bout.keys("ada")
    bout.order(UseState(combatant="ada", state="burning"))
    assert (bout.has("ada", "burning"), bout.fighter("ada").minor, bout.fighter("ada").large) == (False, 0, 1)
    assert bout.refuse(UseState(combatant="ada", state="burning")).rule == "MM-ST-01"
    next_round(bout)
    assert bout.health("ada") == before


@pytest.mark.rule("MM-ST-01")
def test_a_state_that_allows_nothing_is_not_used() -> None:
    """Tired is slept off, not shaken off."""
    bout = begun(afflicted(pc(), "tired"), big())
    assert bout.refuse(UseState(combatant="ada", state="tired")).rule == "MM-ST-01"
    assert "use_state" not in bout.keys("ada")


@pytest.mark.rule("RUL-60", "MM-ELM-06", "MM-ROUND-02")
def test_poison_hurts_at_the_end_of_three_rounds_and_stays() -> None:
    """Poisoned in round 1 by the ghoul: a point in rounds 1, 2 and 3, none in round 4; the state is for days."""
    ada = pc(lucky=False, attributes={"speed": 1, "strength": 20})
    bout = begun(ada, foe("bob", ref="ghoul"))
    bout.order(Attack(combatant="bob", target="ada"), 7, 1, 2)
    done(bout, "bob")
    lost = []
    for _ in range(4):
        before = bout.health("ada")
        next_round(bout)
        lost.append(before - bout.health("ada"))
    assert lost == [1, 1, 1, 0]
    assert bout.has("ada", "poisoned")


@pytest.mark.rule("RUL-60", "MM-ELM-06")
def test_poisoned_again_it_begins_anew() -> None:
    """A second bite in round 3: points in rounds 1 to 5, none in round 6."""
    bout = begun(pc(lucky=False, attributes={"speed": 1, "strength": 30, "toughness": 4}), foe("bob", ref="ghoul"))
    lost = []
    for round in range(1, 7):
        if round in (1, 3):
            bout.order(Attack(combatant="bob", target="ada"), 7, 1, 2)
        done(bout, "bob")
        before = bout.health("ada")
        next_round(bout)
        lost.append(before - bout.health("ada"))
    assert lost == [1, 1, 1, 1, 1, 0]


@pytest.mark.rule("RUL-03", "RUL-60")
def test_damage_over_time_comes_in_the_order_of_the_queue() -> None:
    """Cid is first, then Ada, then Bob."""
    from engine.kernel.state.events import VitalChanged

    people = (pc("ada", lucky=False), pc("cid", attributes={"speed": 5}, lucky=False), big())
    bout = begun(*(afflicted(one, "burning") for one in people))
    assert bout.queue == ("cid", "ada", "bob")
    next_round(bout)
    assert [one.combatant for one in bout.of(VitalChanged)] == ["cid", "ada", "bob"]


@pytest.mark.rule("RUL-60", "MM-WND-05", "MM-PHASE-03")
def test_a_fire_may_end_the_fight() -> None:
    """The last enemy burns to death at the end of the round: the party has won."""
    bout = begun(pc(), afflicted(big(now={"health": 1}), "burning"))
    next_round(bout)
    assert bout.who("bob").out == "killed"
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.state.fight.outcome == "party"


@pytest.mark.rule("RUL-60", "MM-ST-03")
def test_well_rested_gives_a_die_to_the_first_test_of_the_day() -> None:
    """Long Blade 3: four dice once, then three."""
    bout = begun(afflicted(pc(lucky=False, attributes={"speed": 9}), "well_rested"), big())
    bout.order(HIT, 1, 1, 1, 2)
    assert bout.the(RollOpened).modifier == 1
    next_round(bout)
    bout.order(HIT, 1, 2, 2)
    assert bout.the(RollOpened).modifier == 0


@pytest.mark.rule("MM-RES-04", "MM-RES-07", "MM-WE-01")
def test_percents_of_resistance_and_vulnerability_are_summed() -> None:
    """Fire at an elemental with -100% and 50% more by oil: half is left. 2 + 2 is 4, and 2."""
    from engine.systems.mongolian_mercenaries.content.kinds import Ability, Does, Effect

    def resisting(*percents: int) -> tuple[Ability, ...]:
        return tuple(
            Ability(effects=(Effect(does=Does.RESIST, elements=(Element.FIRE,), percent=one),)) for one in percents
        )

    for percents, lost in (((-100, 50), 2), ((25, 50), 7), ((-100,), 0), ((-100, -50), 0)):
        bout = begun(mage("ada", "ember"), big(abilities=resisting(*percents)))
        bout.order(cast("ember", "bob"), 6, 6)
        assert 40 - bout.health("bob") == lost
