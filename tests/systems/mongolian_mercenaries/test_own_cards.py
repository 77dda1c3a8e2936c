"""A table plays cards that exist in no file: written in its setup, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.sums import figure
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    CreatureType,
    DamageKind,
    Distance,
    Does,
    Effect,
    Figure,
    Formula,
    Manner,
    Weapon,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, RollOpened
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.sheet import Setup
from tests.systems.mongolian_mercenaries.bout import BOOK, Bout, foe, pc

OURS: dict[str, Any] = {
    "weapons": [
        {
            "id": "boar_spear",
            "name": "Boar spear",
            "skill": "spear",
            "kinds": ["PIERCING"],
            "damage": 2,
            "abilities": [
                {
                    "only": {"againstTypes": ["BEAST"]},
                    "effects": [{"does": "FIGURE", "figure": "DAMAGE", "amount": {"points": 3}}],
                }
            ],
        }
    ],
    "talents": [
        {
            "id": "hill_hunter",
            "name": "Hill hunter",
            "abilities": [
                {
                    "only": {"landscapes": ["hollow"], "manners": ["MELEE"]},
                    "effects": [{"does": "FIGURE", "figure": "HIT_DICE", "amount": {"points": 1}}],
                }
            ],
        }
    ],
    "armour": [{"id": "bark_coat", "name": "Bark coat", "value": 1, "byKind": {"PIERCING": 1}}],
    "specialAreas": [
        {
            "id": "bog",
            "name": "Bog",
            "abilities": [{"effects": [{"does": "FIGURE", "figure": "HIT_DICE", "amount": {"points": -1}}]}],
        }
    ],
    "battlefields": [
        {
            "id": "hollow",
            "name": "Hollow",
            "landscape": "hollow",
            "size": "SMALL",
            "positions": [{"side": "party", "rank": 2, "special": "bog"}],
        }
    ],
}


def _setup(**more: Any) -> Setup:
    told = {"cards": OURS, "battlefield": "hollow", "distance": "CLOSE", **more}
    return msgspec.convert(told, Setup)


def _hunt(*, rank: int = 1, talents: tuple[str, ...] = ("hill_hunter",), **beast: Any) -> Bout:
    usual: dict[str, Any] = {"type": CreatureType.BEAST, "health": 30, "toughness": 10}
    hunter = pc(rank=rank, lucky=False, skills={"spear": 2}, weapons=("boar_spear",), talents=talents)
    bout = Bout(hunter, foe(rank=1, **(usual | beast)), setup=_setup())
    bout.begin()
    return bout


HIT = Attack(combatant="ada", target="bob")


def test_none_of_these_cards_is_in_a_file() -> None:
    """Otherwise the tests below would prove nothing."""
    ids = {card["id"] for pile in OURS.values() for card in pile}
    assert len(ids) == 5
    assert not any(ids & set(pile) for pile in c.CONTENT.values())


@pytest.mark.rule("MM-GEN-02", "MM-ATK-04", "MM-ATK-07")
def test_a_weapon_a_talent_and_a_field_of_the_table_are_played() -> None:
    """Spear 2, one die more in the hollow; Damage 2, three more against a beast; both with the card as the reason."""
    bout = _hunt()
    assert bout.own.field is not None
    assert bout.own.field.id == "hollow"
    bout.order(HIT, 6, 7, 2)
    assert bout.rolls() == ["3d8 hit"]
    assert bout.the(RollOpened).modifier == 1
    assert bout.the(AttackEnded).net == 2 + 2 + 3
    sources = {term.source for term in bout.because_of(AttackEnded).numbers()["net"]}
    assert "boar_spear" in sources
    assert bout.health("bob") == 30 - 7


def test_without_what_a_card_asks_for_it_adds_nothing() -> None:
    """No talent: no third die. No beast: no more Damage."""
    bout = _hunt(talents=(), type=CreatureType.HUMAN)
    bout.order(HIT, 6, 7)
    assert bout.the(AttackEnded).net == 2 + 2


@pytest.mark.rule("MM-FIELD-07")
def test_a_special_area_of_the_table_works_on_who_stands_there() -> None:
    """In the bog one die less."""
    bout = _hunt(rank=2)
    bout.order(HIT, 6, 7)
    assert bout.the(RollOpened).modifier == 0


@pytest.mark.rule("MM-RES-04", "MM-ATK-11", "MM-GEN-03")
def test_a_creature_written_on_its_sheet_resists() -> None:
    """Half of piercing, after the points: (2 + 5) is 3 (3.5)."""
    half = Ability(effects=(Effect(does=Does.RESIST, kinds=(DamageKind.PIERCING,), percent=-50),))
    bout = _hunt(abilities=(half,))
    bout.order(HIT, 6, 7, 2)
    assert bout.the(AttackEnded).net == 3


@pytest.mark.rule("MM-SKILL-09", "MM-ARM-01")
def test_armour_of_the_table_is_worn() -> None:
    """Bark 1 and 1 against piercing, Protection 2 as it is worn: of Damage 5 and a crit 2 are left; bare 6."""
    for armour, net in ((("bark_coat",), 2), ((), 6)):
        beast = foe("bob", rank=1, health=30, damage=5, fight_proficiency=1, damage_kind=DamageKind.PIERCING)
        ada = pc(rank=1, lucky=False, skills={"protection": 2}, armour=armour)
        bout = Bout(ada, beast, setup=_setup())
        bout.begin()
        while "bob" not in bout.acting:
            bout.order(EndTurn(combatant=bout.acting[0]), seat="ana")
        bout.order(Attack(combatant="bob", target="ada", damage_kind=None), 8, seat="gm")
        assert bout.the(AttackEnded).net == net


def test_a_card_of_nobody_is_refused_on_entering() -> None:
    """An id that neither the catalogue nor the table has; and a weapon on a sheet that names what nobody has."""
    with pytest.raises(RuleRefusal, match="no card 'harpoon'"):
        Bout(pc(weapons=("harpoon",)), foe(), setup=_setup())
    with pytest.raises(RuleRefusal, match="no card 'giant_heart'"):
        Bout(pc(talents=("giant_heart",)), foe(), setup=_setup())
    odd = Weapon(
        id="odd",
        name="Odd",
        skill="spear",
        kinds=(DamageKind.PIERCING,),
        abilities=(Ability(effects=(Effect(does=Does.FIGURE, figure=Figure.DAMAGE, amount=Formula(skill="x")),)),),
    )
    with pytest.raises(RuleRefusal, match="no skill 'x'") as caught:
        Bout(pc(weapons=(), own_weapons=(odd,)), foe(), setup=_setup())
    assert caught.value.field.endswith("sheet.ownWeapons.0.abilities.0.effects.0.amount.skill")


def test_a_wrong_card_keeps_the_fight_from_being_created() -> None:
    """The setup is judged before anybody enters, with the path of the fault."""
    wrong = msgspec.convert({"talents": [{"id": "t", "name": "T", "abilities": [{}]}]}, Cards)
    with pytest.raises(RuleRefusal) as caught:
        Bout(pc(), foe(), setup=Setup(cards=wrong, distance=Distance.CLOSE))
    assert caught.value.field == "setup.mongolianMercenaries.cards.talents.0.abilities.0.effects"


def test_what_is_closed_to_a_seat_says_nothing() -> None:
    """A spear for beasts adds nothing to what Ana foresees against somebody whose figures she does not know."""
    for open_, points in ((True, 3), (False, 0)):
        hunter = pc(lucky=False, skills={"spear": 2}, weapons=("boar_spear",))
        bout = Bout(hunter, foe(type=CreatureType.BEAST), setup=_setup(), open=open_)
        bout.begin()
        seen = BOOK.seen(bout.state, "ana")
        at = active_cards.moment(seen, "ada", "bob", weapon="boar_spear", manner=Manner.MELEE)
        assert figure(at, "ada", Figure.DAMAGE).total == points
        assert (at.parties["bob"].type is None) is not open_


def test_cards_of_the_table_are_called_by_their_names() -> None:
    """As their authors wrote them, whatever the language; also those that nobody has yet."""
    things = system.things(_hunt().state)
    assert (things["boar_spear"], things["hill_hunter"], things["bog"]) == ("Boar spear", "Hill hunter", "Bog")
    assert "sabre" not in things


def test_a_deck_is_made_once_and_follows_its_cards() -> None:
    """The same object for the same setup; equal cards read anew make an equal deck."""
    one, other = _setup().cards, _setup().cards
    assert deck_of(one) is deck_of(one)
    assert deck_of(one).weapons == deck_of(other).weapons
    assert "boar_spear" not in deck_of(Cards()).weapons
