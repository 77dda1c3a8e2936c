"""What a sheet can be depends on the cards of its table: all of that is judged in words before anybody enters.

SKALD_DECKS=3000 pytest tests/systems/mongolian_mercenaries/test_wrong_decks.py     that many decks, 120 otherwise
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from tests.support.fights import playing
from tests.support.fights.usage import Usage
from tests.systems.mongolian_mercenaries.bout import BOOK
from tests.systems.mongolian_mercenaries.decks import CARDS, FOE, HERO, TABLE, Json, Wish, says, wrong

DECKS = int(os.environ.get("SKALD_DECKS", "120"))
"""Generated decks."""

PLAYED = 8
"""Of so many that can be played one is, for some steps."""


def _cards(pile: str, *more: Json, **changed: Any) -> Json:
    """The table with a changed first card of a pile, or with more of them."""
    first, *others = CARDS[pile]
    return {**TABLE, "cards": {**CARDS, pile: [{**first, **changed}, *others, *more]}}


def _hero(**changed: Any) -> Wish:
    return Wish(hero={**HERO, **changed})


def _foe(**changed: Any) -> Wish:
    return Wish(foe={"card": {**FOE["card"], **changed}})


PIKE = CARDS["weapons"][0]
_STRANGE = {"side": "party", "rank": 1, "trap": "zq_bog"}
SHEET = "combatants.0.sheet"
WRONG: dict[str, tuple[Wish, str]] = {
    "a mount that is none": (_hero(mount="zq_imp"), f"{SHEET}.mount"),
    "a mount that helps": (_hero(mount="zq_owl"), f"{SHEET}.mount"),
    "a mount that stays away from fights": (_hero(mount="donkey"), f"{SHEET}.mount"),
    "no mount of anybody's": (_hero(mount="zq_missing"), f"{SHEET}.mount"),
    "a weapon twice": (_hero(weapons=["zq_pike", "zq_pike"]), f"{SHEET}.weapons"),
    "a weapon twice, once in full": (_hero(ownWeapons=[PIKE]), f"{SHEET}.ownWeapons.0.id"),
    "two in full of one id": (_hero(weapons=[], held=[], ownWeapons=[PIKE, PIKE]), f"{SHEET}.ownWeapons.1.id"),
    "armour twice": (_hero(armour=["zq_coat", "zq_coat"]), f"{SHEET}.armour"),
    "armour with the id of a weapon": (_hero(ownArmour=[{"id": "zq_pike", "name": "P"}]), f"{SHEET}.ownArmour.0.id"),
    "a weapon with the id of a potion": (_hero(ownWeapons=[{**PIKE, "id": "zq_tea"}]), f"{SHEET}.ownWeapons.0.id"),
    "a weapon with a word of the rules": (_hero(ownWeapons=[{**PIKE, "id": "natural"}]), f"{SHEET}.ownWeapons.0.id"),
    "a weapon as armour": (_hero(armour=["zq_pike"]), f"{SHEET}.armour.0"),
    "a spell as a talent": (_hero(talents=["zq_call"]), f"{SHEET}.talents.0"),
    "a talent twice": (_hero(talents=["zq_ward", "zq_ward"]), f"{SHEET}.talents"),
    "a spell twice": (_hero(spells=["zq_call", "zq_call"]), f"{SHEET}.spells"),
    "a prayer twice": (_hero(prayers=["zq_plea", "zq_plea"]), f"{SHEET}.prayers"),
    "a prayer that is used up and not held": (_hero(prayed=["blessing"]), f"{SHEET}.prayed.0"),
    "a skill of no card": (_hero(skills={"zq_missing": 1}), f"{SHEET}.skills.zq_missing"),
    "a talent as a skill": (_hero(skills={"zq_ward": 1}), f"{SHEET}.skills.zq_ward"),
    "a fighter as a companion": (_hero(companions=["zq_imp"]), f"{SHEET}.companions.0"),
    "ammunition that is none": (_hero(ammunitionLeft={"zq_tea": 1}), f"{SHEET}.ammunitionLeft.zq_tea"),
    "ammunition in a bag": (_hero(backpack=["zq_shot"]), f"{SHEET}.backpack.0"),
    "in hand and not there": (_hero(held=["zq_tea", "sabre"]), f"{SHEET}.held"),
    "a creature with a talent of nobody": (_foe(talents=["zq_pit"]), "combatants.1.sheet.card.talents.0"),
    "a creature with a talent twice": (_foe(talents=["zq_ward", "zq_ward"]), "combatants.1.sheet.card.talents"),
    "a creature with a spell of nobody": (_foe(spells=["zq_tea"]), "combatants.1.sheet.card.spells.0"),
    "a creature with loot of nobody": (
        _foe(loot=[{"successes": 1, "items": ["zq_imp"]}]), "combatants.1.sheet.card.loot.0.items.0",
    ),
    "a creature that does nothing at all": (_foe(tactics=[]), "combatants.1.sheet.card.tactics"),
    "a mount as a combatant": (_foe(role="MOUNT"), "combatants.1.sheet.card"),
    "an id of two cards of a pile": (
        Wish(_cards("weapons", PIKE)), "setup.mongolianMercenaries.cards.weapons.2.id",
    ),
    "an id of a weapon and of an item": (
        Wish(_cards("items", {"id": "zq_pike", "name": "P"})), "setup.mongolianMercenaries.cards.items.2.id",
    ),
    "an id of a talent and of a state": (
        Wish(_cards("states", {"id": "zq_ward", "name": "W"})), "setup.mongolianMercenaries.cards.states.1.id",
    ),
    "an id of the catalogue's, of another pile": (
        Wish(_cards("talents", {"id": "sabre", "name": "S"})), "setup.mongolianMercenaries.cards.talents.1.id",
    ),
    "a skill with the id of an attribute": (
        Wish(_cards("skills", {"id": "luck", "name": "L"})), "setup.mongolianMercenaries.cards.skills.1.id",
    ),
    "a spell that calls a mount": (
        Wish(_cards("spells", abilities=says("USED", does="SUMMON", creature="zq_ox"))),
        "setup.mongolianMercenaries.cards.spells.0.abilities.0.effects.0.creature",
    ),
    "a battlefield in full with a trap of nobody": (
        Wish({"cards": CARDS, "ownBattlefield": {"id": "f", "name": "F", "positions": [_STRANGE]}}),
        "setup.mongolianMercenaries.ownBattlefield.positions.0.trap",
    ),
}  # fmt: skip


def test_the_table_can_be_played_as_it_is() -> None:
    """Otherwise nothing below would be refused for what it says."""
    _play(Wish(), 1)


@pytest.mark.rule("MM-GEN-02", "MM-ITEM-01", "MM-MNT-02")
@pytest.mark.parametrize("name", WRONG)
def test_what_no_table_can_play_is_refused_with_its_field(name: str) -> None:
    """Of the right types, each wrong by the cards of its table."""
    wish, field = WRONG[name]
    with pytest.raises(RuleRefusal) as refused:
        wish.laid()
    assert field in {one.field for one in refused.value.all}, [one.field for one in refused.value.all]


@pytest.mark.rule("MM-SKILL-25")
def test_a_skill_of_the_tables_own_is_mastered_and_tested() -> None:
    """Its points are had by a sheet like those of any other skill."""
    arena = Wish().laid()
    assert arena.state.own.fighters["ada"].figures.skill("zq_lore") == 3


def test_any_deck_of_the_right_types_is_refused_with_a_field_or_plays() -> None:
    """One to three fields anywhere are others: only a refusal keeps such a fight from being created and played."""
    told: Counter[str] = Counter()
    for seed in range(DECKS):
        wish = wrong(random.Random(seed))
        refused = _refused(wish, seed)
        assert all(one.field for one in refused or ()), f"seed {seed}: {refused}"
        told["plays" if refused == () else "refused"] += refused is not None
        if refused == () and told["plays"] % PLAYED == 1:
            _play(wish, seed)
    assert min(told["refused"], told["plays"]) > DECKS // 8, told


def _refused(wish: Wish, seed: int) -> tuple[RuleRefusal, ...] | None:
    """What keeps a fight from being created; None where something is of a wrong type."""
    try:
        wish.laid(seed)
    except msgspec.ValidationError:
        return None
    except RuleRefusal as refusal:
        return refusal.all
    return ()


def _play(wish: Wish, seed: int) -> None:
    arena, rng, usage = wish.laid(seed), random.Random(seed), Usage(BOOK)
    try:
        arena.order("gm", Begin())
        for _ in range(15):
            play = playing.chosen(arena, rng, usage)
            if play is None:
                break
            playing.perform(arena, play)
    except Exception as error:
        error.add_note(f"seed {seed}")
        raise
