"""A table's own cards are judged in words, each fault by its path; the catalogue passes the same judge."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.words.refusals import worded
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE, deck_of
from engine.systems.mongolian_mercenaries.cards.grammar import GRAMMAR
from engine.systems.mongolian_mercenaries.cards.judging import MOST, judge, judged_card
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import Cards, Does, Effect

CLUB = {"id": "war_club", "name": "War club", "skill": "blunt", "kinds": ["BLUNT"]}
KEEN = {"effects": [{"does": "FIGURE", "figure": "DAMAGE", "amount": {"points": 1}}]}
FIRE = {"does": "DAMAGE", "element": "FIRE", "amount": {"points": 1}}


def _cards(**piles: Any) -> Cards:
    return msgspec.convert(piles, Cards)


def _faults(**piles: Any) -> list[tuple[str, str]]:
    try:
        judge(_cards(**piles))
    except RuleRefusal as refusal:
        return [(one.field, one.reason) for one in refusal.all]
    return []


def _talent(**ability: Any) -> dict[str, Any]:
    return {"id": "t", "name": "T", "abilities": [ability]}


def _spell(**fields: Any) -> dict[str, Any]:
    use = {"when": "USED", "effects": [{**FIRE, "on": "OTHER"}]}
    return {"id": "s", "name": "S", "school": "arcana", "abilities": [use], **fields}


def _field(*positions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": "f", "name": "F", "positions": list(positions), **fields}


def test_the_catalogue_passes() -> None:
    """Every card of the files."""
    faults = [
        (fault.field, fault.reason)
        for pile, cards in c.CONTENT.items()
        for key, card in cards.items()
        for fault in judged_card(card, f"{pile}.{key}", CATALOGUE, pile)
    ]
    assert faults == []


def test_cards_that_can_be_played_pass() -> None:
    """Of every pile one, which name each other."""
    own = {
        "weapons": [{**CLUB, "abilities": [KEEN]}],
        "ammunition": [{"id": "bone_arrow", "name": "Bone arrow", "weapons": ["bow"]}],
        "armour": [{"id": "bark", "name": "Bark", "value": 1}],
        "items": [{"id": "salt", "name": "Salt", "spell": None, "abilities": []}],
        "spells": [_spell(school="runes")],
        "prayers": [{"id": "p", "name": "P", "abilities": [{"when": "USED", "effects": [{**FIRE}]}]}],
        "talents": [_talent(**KEEN)],
        "skills": [{"id": "runes", "name": "Runes"}],
        "states": [{"id": "dizzy", "name": "Dizzy"}],
        "traps": [{"id": "net", "name": "Net"}],
        "specialAreas": [{"id": "ice_floor", "name": "Ice"}],
        "elements": [{"id": "sound", "name": "Sound", "element": "MAGIC"}],
        "creatures": [{"id": "bear", "name": "Bear", "loot": [{"successes": 1, "items": ["war_club"]}]}],
        "battlefields": [_field({"side": "party", "rank": 1, "trap": "net", "special": "ice_floor"})],
    }
    assert _faults(**own) == []
    assert set(own) == set(Cards.__struct_encode_fields__)
    deck = deck_of(_cards(**own))
    assert deck.weapons["war_club"].name == "War club"
    assert "sabre" in deck.weapons
    assert deck.thing("bone_arrow")
    assert not CATALOGUE.thing("bone_arrow")


FAULTY = {
    "id of the catalogue": ({"weapons": [{**CLUB, "id": "sabre"}]}, "cards.weapons.0.id", "already"),
    "id twice": ({"weapons": [CLUB, CLUB]}, "cards.weapons.1.id", "already"),
    "skill": ({"weapons": [{**CLUB, "skill": "blnt"}]}, "cards.weapons.0.skill", "no skill 'blnt'"),
    "skill above 5": ({"weapons": [{**CLUB, "minSkill": 6}]}, "cards.weapons.0.minSkill", "above 5"),
    "no reach": ({"weapons": [{**CLUB, "skill": "bow"}]}, "cards.weapons.0.reach", "needed"),
    "reach": (
        {"weapons": [{**CLUB, "reach": {"distance": "VERY_CLOSE"}}]},
        "cards.weapons.0.reach.distance",
        "melee alone",
    ),
    "face twice": ({"weapons": [{**CLUB, "critFaces": [8, 8]}]}, "cards.weapons.0.critFaces", "twice"),
    "packet": ({"weapons": [{**CLUB, "ammo": {"mode": "PACKET"}}]}, "cards.weapons.0.ammo.type", "needed"),
    "no packet": (
        {"weapons": [{**CLUB, "ammo": {"mode": "PACKET", "type": "piercing_bolt"}}]},
        "cards.weapons.0.ammo.type",
        "no packet",
    ),
    "ammunition": (
        {"ammunition": [{"id": "a", "name": "A", "weapons": ["bw"]}]},
        "cards.ammunition.0.weapons.0",
        "no weapon",
    ),
    "ammunition for nothing": ({"ammunition": [{"id": "a", "name": "A"}]}, "cards.ammunition.0.weapons", "needed"),
    "metal": (
        {"armour": [{"id": "a", "name": "A", "material": "IRON"}]},
        "cards.armour.0.metal",
        "it is of iron",
    ),
    "scroll": ({"items": [{"id": "i", "name": "I", "category": "SCROLL"}]}, "cards.items.0.spell", "holds a spell"),
    "scroll of nothing": (
        {"items": [{"id": "i", "name": "I", "category": "SCROLL", "spell": "embre"}]},
        "cards.items.0.spell",
        "no spell 'embre'",
    ),
    "bag": ({"items": [{"id": "i", "name": "I", "bag": {}}]}, "cards.items.0.bag", "nothing else"),
    "drawn unknown": (
        {"items": [{"id": "i", "name": "I", "deck": True, "unidentified": True}]},
        "cards.items.0.deck",
        "identified",
    ),
    "area": ({"spells": [_spell(choice="AREA")]}, "cards.spells.0.area", "needed"),
    "touch": ({"spells": [_spell(types=["TOUCH"])]}, "cards.spells.0.reach", "very close"),
    "types": ({"spells": [_spell(types=["OFFENSIVE", "NON_OFFENSIVE"])]}, "cards.spells.0.types", "or it does not"),
    "idle spell": ({"spells": [_spell(abilities=[])]}, "cards.spells.0.abilities", "when it is used"),
    "idle prayer": ({"prayers": [{"id": "p", "name": "P"}]}, "cards.prayers.0.abilities", "when it is used"),
    "talent's skill": ({"talents": [{"id": "t", "name": "T", "skill": "x"}]}, "cards.talents.0.skill", "no skill"),
    "back": (
        {"states": [{"id": "s", "name": "S", "back": [KEEN]}]},
        "cards.states.0.symbol",
        "turns over",
    ),
    "health": ({"creatures": [{"id": "k", "name": "K", "health": 0}]}, "cards.creatures.0.health", "at least 1"),
    "creature's spell": (
        {"creatures": [{"id": "k", "name": "K", "spells": ["ember", "x"]}]},
        "cards.creatures.0.spells.1",
        "no spell 'x'",
    ),
    "creature's skill": (
        {"creatures": [{"id": "k", "name": "K", "skills": [{"skill": "dodge", "level": 6}]}]},
        "cards.creatures.0.skills.0.level",
        "at most 5",
    ),
    "equipment": (
        {"creatures": [{"id": "k", "name": "K", "equipment": ["x"]}]},
        "cards.creatures.0.equipment.0",
        "no item",
    ),
    "loot": (
        {"creatures": [{"id": "k", "name": "K", "loot": [{"successes": 1, "items": ["sabre", "x"]}]}]},
        "cards.creatures.0.loot.0.items.1",
        "no item 'x'",
    ),
    "loot order": (
        {"creatures": [{"id": "k", "name": "K", "loot": [{"successes": 3}, {"successes": 3}]}]},
        "cards.creatures.0.loot",
        "rise",
    ),
    "tactics": ({"creatures": [{"id": "k", "name": "K", "tactics": []}]}, "cards.creatures.0.tactics", "PASS"),
    "start": ({"battlefields": [_field(size="SMALL", start="MEDIUM")]}, "cards.battlefields.0.start", "farther"),
    "side": (
        {"battlefields": [_field({"side": "wolves", "rank": 1})]},
        "cards.battlefields.0.positions.0.side",
        "party or enemies",
    ),
    "position twice": (
        {"battlefields": [_field({"side": "party", "rank": 1}, {"side": "party", "rank": 1})]},
        "cards.battlefields.0.positions.1.rank",
        "already",
    ),
    "trap": (
        {"battlefields": [_field({"side": "party", "rank": 1, "trap": "x"})]},
        "cards.battlefields.0.positions.0.trap",
        "no trap 'x'",
    ),
    "trap in a rock": (
        {"battlefields": [_field({"side": "party", "rank": 1, "trap": "snare", "obstacle": "LARGE"})]},
        "cards.battlefields.0.positions.0.obstacle",
        "nobody can stand",
    ),
    "no room": (
        {"battlefields": [_field(*({"side": "enemies", "rank": n, "obstacle": "LARGE"} for n in range(1, 6)))]},
        "cards.battlefields.0.positions",
        "no position",
    ),
    "otherwise": (
        {"talents": [_talent(when="HIT", effects=[FIRE], otherwise=[FIRE])]},
        "cards.talents.0.abilities.0.otherwise",
        "test that may fail",
    ),
    "test": (
        {"traps": [_talent(when="ENTERS", test={}, otherwise=[FIRE])]},
        "cards.traps.0.abilities.0.test.attribute",
        "one of the two",
    ),
    "test always": (
        {"talents": [_talent(test={"skill": "dodge"}, **KEEN)]},
        "cards.talents.0.abilities.0.test",
        "name its moment",
    ),
    "nothing": ({"talents": [_talent()]}, "cards.talents.0.abilities.0.effects", "at least one"),
    "asked": ({"talents": [_talent(asked=True, **KEEN)]}, "cards.talents.0.abilities.0.asked", "reaction"),
    "cost": (
        {"talents": [_talent(when="HIT", cost="MINOR", effects=[FIRE])]},
        "cards.talents.0.abilities.0.cost",
        "only a use",
    ),
    "never": (
        {"talents": [_talent(only={"atLeast": "MEDIUM", "atMost": "CLOSE"}, **KEEN)]},
        "cards.talents.0.abilities.0.only.atMost",
        "never holds",
    ),
    "never, successes": (
        {"talents": [_talent(only={"successesAtLeast": 3, "successesAtMost": 2}, **KEEN)]},
        "cards.talents.0.abilities.0.only.successesAtMost",
        "never holds",
    ),
    "condition's state": (
        {"talents": [_talent(only={"otherStates": ["wet"]}, **KEEN)]},
        "cards.talents.0.abilities.0.only.otherStates.0",
        "no state 'wet'",
    ),
    "condition's attribute": (
        {"talents": [_talent(only={"attribute": "beauty"}, **KEEN)]},
        "cards.talents.0.abilities.0.only.attribute",
        "no attribute",
    ),
    "field missing": (
        {"talents": [_talent(effects=[{"does": "FIGURE", "amount": {"points": 1}}])]},
        "cards.talents.0.abilities.0.effects.0.figure",
        "FIGURE needs figure",
    ),
    "field too many": (
        {"talents": [_talent(when="HIT", effects=[{**FIRE, "creature": "rat"}])]},
        "cards.talents.0.abilities.0.effects.0.creature",
        "leave it out",
    ),
    "effect's state": (
        {"talents": [_talent(when="HIT", effects=[{"does": "STATE", "state": "wet"}])]},
        "cards.talents.0.abilities.0.effects.0.state",
        "no state 'wet'",
    ),
    "effect's creature": (
        {"spells": [_spell(abilities=[{"when": "USED", "effects": [{"does": "SUMMON", "creature": "x"}]}])]},
        "cards.spells.0.abilities.0.effects.0.creature",
        "no creature",
    ),
    "effect's school": (
        {"talents": [_talent(effects=[{"does": "IMMUNE", "schools": ["x"]}])]},
        "cards.talents.0.abilities.0.effects.0.schools.0",
        "no skill",
    ),
    "at once, always": (
        {"talents": [_talent(effects=[FIRE])]},
        "cards.talents.0.abilities.0.effects.0.does",
        "happens once",
    ),
    "for how long": (
        {"talents": [_talent(when="USED", **KEEN)]},
        "cards.talents.0.abilities.0.effects.0.lasts",
        "how long FIGURE goes on",
    ),
    "always for a while": (
        {"talents": [_talent(effects=[{**KEEN["effects"][0], "lasts": {}}])]},
        "cards.talents.0.abilities.0.effects.0.lasts",
        "as long as its card",
    ),
    "no force": (
        {"spells": [_spell(abilities=[{"when": "USED", "effects": [{"does": "FORCE", "lasts": {}}]}])]},
        "cards.spells.0.abilities.0.effects.0.does",
        "nothing else",
    ),
    "irresistible": (
        {"talents": [_talent(when="USED", effects=[{"does": "IRRESISTIBLE"}])]},
        "cards.talents.0.abilities.0.effects.0.does",
        "only the use of a spell",
    ),
    "successes always": (
        {"talents": [_talent(effects=[{"does": "FIGURE", "figure": "SUCCESSES", "amount": {"points": 1}}])]},
        "cards.talents.0.abilities.0.effects.0.figure",
        "in a moment",
    ),
    "successes of nothing": (
        {"talents": [_talent(when="ROUND_ENDS", effects=[{**FIRE, "amount": {"perSuccess": 1}}])]},
        "cards.talents.0.abilities.0.effects.0.amount.perSuccess",
        "no test",
    ),
    "formula's skill": (
        {"talents": [_talent(when="HIT", effects=[{**FIRE, "amount": {"skill": "x"}}])]},
        "cards.talents.0.abilities.0.effects.0.amount.skill",
        "no skill",
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_told_with_its_path(name: str) -> None:
    """Exactly one, by the name of its field and in words."""
    piles, field, words = FAULTY[name]
    ((found, reason),) = _faults(**piles)
    assert found == field
    assert words in reason
    assert reason.startswith(field.rpartition(".")[2] + ": ")


def test_all_faults_are_told_at_once_up_to_a_number() -> None:
    """Two of two; of thirty so many as somebody can read."""
    faults = _faults(weapons=[{**CLUB, "skill": "x"}, {**CLUB, "id": "sabre"}])
    assert [field for field, _ in faults] == ["cards.weapons.0.skill", "cards.weapons.1.id"]
    many = [{**CLUB, "id": f"club{number}", "skill": "x"} for number in range(30)]
    assert len(_faults(weapons=many)) == MOST


@pytest.mark.parametrize(
    ("piles", "where"),
    [
        ({"weapons": [{**CLUB, "colour": "red"}]}, "weapons.0.colour"),
        ({"weapons": [{**CLUB, "damage": 1000}]}, "weapons.0.damage"),
        ({"weapons": [{**CLUB, "kinds": []}]}, "weapons.0.kinds"),
        ({"talents": [_talent(when="LATER")]}, "talents.0.abilities.0.when"),
        ({"talents": [_talent(only={"mood": "good"})]}, "talents.0.abilities.0.only.mood"),
        ({"curses": []}, "curses"),
    ],
)
def test_unknown_fields_and_impossible_numbers_cannot_be_read(piles: dict[str, Any], where: str) -> None:
    """They are refused at the edge, with the path."""
    with pytest.raises(msgspec.ValidationError) as caught:
        _cards(**piles)
    assert dotted_path(explain_decode_error(caught.value, piles, Cards).where) == where


def test_every_effect_has_a_grammar_of_real_fields() -> None:
    """None is forgotten, and no field belongs to nothing."""
    assert set(GRAMMAR) == set(Does)
    used = {name for grammar in GRAMMAR.values() for name in grammar.fields}
    assert used | {"does", "on"} == set(Effect.__struct_fields__)


def test_a_creature_of_a_table_has_what_its_type_has() -> None:
    """An elemental that says nothing of steel is not hurt by it."""
    own = _cards(creatures=[{"id": "mud", "name": "Mud", "type": "ELEMENTAL"}])
    deck = deck_of(own)
    (ability,) = deck.abilities(deck.creatures["mud"])
    assert ability.effects[0].percent == -100


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_told_in_polish(name: str) -> None:
    """Every one of them, with the id that was sent."""
    ((_, reason),) = _faults(**FAULTY[name][0])
    told = worded(reason, "pl", [system])
    assert told != reason
    assert [word for word in reason.split("'")[1::2] if word not in told] == []


def test_every_card_has_a_polish_name() -> None:
    """In the words of the language."""
    words = system.words.words_of("pl")
    named = {**words["things"], **words["terms"]}
    assert [key for pile in c.CONTENT.values() for key in pile if key not in named] == []
