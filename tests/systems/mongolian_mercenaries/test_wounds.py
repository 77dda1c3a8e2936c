"""Wounds and Health: one net value read twice, limits, elements and resistance."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    Condition,
    CreatureType,
    DamageKind,
    Distance,
    Does,
    Effect,
    Element,
    Formula,
    Lasts,
    Subtype,
    Talent,
    Uses,
    Weapon,
    When,
    Whom,
    Wound,
)
from engine.systems.mongolian_mercenaries.content.kinds import Figure as F
from engine.systems.mongolian_mercenaries.events import AbilityUsed, AttackEnded, RollThrown, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.basics.sums import total
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, wound_table
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.sheet import Wounds
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

HIT = Attack(combatant="ada", target="bob")


def duel(cards: Cards | None = None, party: dict[str, Any] | None = None, **brute: Any) -> Bout:
    """Ada, who has used her Lucky Break, against Bob; it is her turn."""
    bout = Bout(pc(lucky=False, **(party or {})), foe(**brute), setup=at(Distance.CLOSE, cards=cards or Cards()))
    bout.begin()
    return bout


def again(bout: Bout, *faces: int) -> None:
    """Ada strikes in the next round."""
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, *faces)


@pytest.mark.rule("MM-ATK-08", "RUL-05", "MM-WND-01")
def test_health_and_the_table_read_the_same_net_value() -> None:
    """Net 4 of Toughness 3: 4 Health and a Light wound."""
    bout = duel(health=30)
    bout.order(HIT, 6, 2, 2)
    assert (bout.health("bob"), bout.the(Wounded).wound, bout.the(Wounded).wounds) == (26, Wound.LIGHT, 1)


@pytest.mark.rule("RUL-08", "MM-WND-02", "MM-WND-01")
@pytest.mark.parametrize(("armour", "wound"), [(3, Wound.HEAVY), (4, Wound.LIGHT), (5, None)])
def test_below_toughness_0_a_net_of_exactly_0_is_a_light_wound(armour: int, wound: Wound | None) -> None:
    """One less is none; neither costs Health."""
    bout = duel(health=30, toughness=-1, armour=armour)
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).net == 4 - armour
    assert [event.wound for event in bout.of(Wounded)] == ([] if wound is None else [wound])
    assert bout.health("bob") == 30 - max(0, 4 - armour)


@pytest.mark.rule("MM-WND-03", "RUL-14")
def test_kinds_are_counted_apart() -> None:
    """Three Light ones and one Heavy of Toughness 3 eliminate nobody; the second Heavy one does."""
    bout = duel(health=90, armour=1)
    for _ in range(3):
        bout.order(HIT, 6, 2, 2)
        again(bout, 2, 2, 2)
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 6, 7, 7)
    assert bout.fighter("bob").wounds == Wounds(light=3, heavy=1)
    assert bout.who("bob").out is None
    again(bout, 6, 7, 7)
    assert bout.who("bob").out == "killed"


@pytest.mark.rule("MM-WND-05", "RUL-15")
@pytest.mark.parametrize(("health", "out"), [(4, "killed"), (5, None)])
def test_without_health_somebody_is_out(health: int, out: str | None) -> None:
    """0 is enough."""
    bout = duel(health=30, toughness=10)
    bout.correct("combatants.bob.vitals.health.now", health)
    bout.order(HIT, 6, 2, 2)
    assert bout.who("bob").out == out


@pytest.mark.rule("RUL-14", "MM-WND-03", "MM-ATTR-07")
def test_a_change_of_toughness_rechecks_the_limits_at_once() -> None:
    """A Heavy wound of Toughness 2 is the last of Toughness 1: a card's curse kills."""
    curse = Effect(
        does=Does.ATTRIBUTE, on=Whom.OTHER, attribute="toughness", amount=Formula(points=-1), lasts=Lasts(count=1)
    )
    ability = Ability(when=When.HITS, uses=Uses.ANY, effects=(curse,))
    cards = Cards(talents=(Talent(id="curse", name="Curse", abilities=(ability,)),))
    bout = duel(cards, {"talents": ("curse",)}, health=30, toughness=2)
    bout.order(HIT, 6, 2, 2)
    assert bout.fighter("bob").wounds == Wounds(heavy=1)
    assert bout.who("bob").out == "killed"
    bout = duel(health=30, toughness=2)
    bout.order(HIT, 6, 2, 2)
    assert bout.who("bob").out is None


@pytest.mark.rule("MM-WND-06")
@pytest.mark.parametrize(
    ("element", "label"), [(Element.FIRE, "burn"), (Element.ICE, "frostbite"), (Element.MAGIC, "magical_wound")]
)
def test_wounds_by_elements_have_their_labels(element: Element, label: str) -> None:
    """Beside the kind of wound."""
    blade = Weapon(
        id="blade", name="Blade", skill="long_blade", kinds=(DamageKind.SLASHING,), damage=3, element=element
    )
    bout = duel(None, {"weapons": (), "own_weapons": (blade,)}, health=30)
    bout.order(HIT, 6, 2, 2)
    assert (bout.the(Wounded).label, bout.fighter("bob").wound_labels) == (label, (label,))


@pytest.mark.rule("RUL-41", "RUL-43", "MM-RES-08")
def test_a_ghost_is_spared_by_plain_damage_even_by_a_critical_hit() -> None:
    """No Health, no wound; a fire sabre harms it."""
    ghost: dict[str, Any] = {"type": CreatureType.UNDEAD, "subtype": Subtype.GHOST, "health": 30}
    bout = duel(None, None, **ghost)
    bout.order(HIT, 8, 8, 8)
    assert (bout.the(AttackEnded).net, bout.health("bob"), bout.of(Wounded)) == (0, 30, [])
    bout = duel(None, {"weapons": ("fire_sabre",)}, **ghost)
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 4


@pytest.mark.rule("RUL-42", "MM-ELM-08")
def test_light_harms_no_living_being() -> None:
    """Undead it does."""
    blade = Weapon(
        id="ray", name="Ray", skill="long_blade", kinds=(DamageKind.MAGICAL,), damage=3, element=Element.LIGHT
    )
    for type, net in ((CreatureType.HUMAN, 0), (CreatureType.UNDEAD, 1 + 3 + 3)):
        bout = duel(None, {"weapons": (), "own_weapons": (blade,)}, type=type, health=30, toughness=-1)
        bout.order(HIT, 8, 2, 2)
        assert bout.the(AttackEnded).net == net
        assert bool(bout.of(Wounded)) is bool(net)


@pytest.mark.rule("MM-GEN-03", "MM-RES-04", "MM-RES-07", "MM-RES-08", "RUL-43")
@pytest.mark.parametrize(("percent", "net"), [(-25, 3), (-50, 2), (50, 7), (-100, 0), (-150, 0), (0, 5)])
def test_percents_come_last_and_round_down(percent: int, net: int) -> None:
    """Of 1 + 4 + 2 - 2 points of fire damage."""
    resist = Ability(effects=(Effect(does=Does.RESIST, elements=(Element.FIRE,), percent=percent or 1),))
    abilities = (resist,) if percent else ()
    bout = duel(None, {"weapons": ("fire_sabre",)}, abilities=abilities, armour=1, health=30, toughness=10)
    bout.order(HIT, 6, 7, 2)
    assert bout.the(AttackEnded).net == net
    assert sum(term.amount for term in bout.because_of(AttackEnded).numbers()["net"]) == net


@pytest.mark.rule("RUL-86", "MM-GEN-02")
def test_damage_without_a_hit_test_ignores_armour() -> None:
    """Resistance counts; it is read in the wound table once, and never critical."""
    sting = Effect(does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=3), kind=DamageKind.PIERCING)
    cards = Cards(talents=(Talent(id="sting", name="Sting", abilities=(Ability(when=When.MISSED, effects=(sting,)),)),))
    sheet: dict[str, Any] = {"talents": ("sting",), "attributes": {"speed": 1}}
    for more, lost, wounds in (
        ({"armour": 9}, 3, 1),
        ({"type": CreatureType.DEMON}, 0, 0),
        ({"toughness": 6}, 3, 0),
    ):
        bout = Bout(pc(lucky=False, **sheet), foe(health=30, **more), setup=at(Distance.CLOSE, cards=cards))
        bout.begin()
        bout.order(Attack(combatant="bob", target="ada"), 2, 2)
        assert (30 - bout.health("bob"), len(bout.of(Wounded))) == (lost, wounds)


@pytest.mark.rule("RUL-60", "RUL-89", "MM-TEST-04")
def test_a_card_that_helps_the_first_test_of_the_day_helps_once() -> None:
    """One die more, then never again today."""
    rested = Ability(
        uses=Uses.ONCE_PER_DAY, effects=(Effect(does=Does.FIGURE, figure=F.TEST_DICE, amount=Formula(points=1)),)
    )
    cards = Cards(talents=(Talent(id="fresh", name="Fresh", abilities=(rested,)),))
    bout = duel(cards, {"talents": ("fresh",)}, health=30, toughness=10)
    bout.order(HIT, 2, 2, 2, 2)
    assert bout.the(AbilityUsed).card == "fresh"
    again(bout, 2, 2, 2)
    assert len(bout.the(RollThrown).faces) == 3


@pytest.mark.rule("MM-WND-01", "MM-WND-03")
def test_the_numbers_that_eliminate() -> None:
    """Of each row and kind."""
    limits = [[row.limit(wound) for wound in Wound] for row in wound_table.ROWS]
    assert limits[0] == [1, 1, 1]
    assert limits[5] == [5, 2, 1]
    assert limits[-1] == [8, 6, 3]


@pytest.mark.rule("MM-GEN-02", "MM-ATK-07")
def test_a_card_that_speaks_of_a_weapon_means_each_of_its_kind() -> None:
    """Damage +2 with a sabre: with a second one that was handed over too, with a dagger not."""
    better = Effect(does=Does.FIGURE, figure=F.DAMAGE, amount=Formula(points=2))
    ability = Ability(only=Condition(weapons=("sabre",)), effects=(better,))
    cards = Cards(talents=(Talent(id="fencer", name="Fencer", abilities=(ability,)),))
    bout = duel(cards, {"talents": ("fencer",), "weapons": ("sabre", "dagger")}, health=30, toughness=10)
    state, ada = bout.state, bout.fighter("ada")
    assert ada.figures is not None
    arms = {**ada.figures.weapons, "sabre-2": ada.figures.weapons["sabre"]}
    armed = structs.replace(ada, figures=structs.replace(ada.figures, weapons=arms))
    own = structs.replace(state.own, fighters={**state.own.fighters, "ada": armed})
    found = structs.replace(state, own=own)
    for means, more in (("sabre", 2), ("sabre-2", 2), ("dagger", 0)):
        strike = Strike(attacker="ada", targets=("bob",), means=means, weapon=arms[means], kind=DamageKind.SLASHING)
        assert total(active_cards.net_points(found, strike, "bob")) == more
