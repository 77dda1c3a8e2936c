"""Magic by cards that are in no file: what the sample spells do not need, and what they cannot show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    CreatureType,
    Distance,
    Does,
    Effect,
    SkillLevel,
)
from engine.systems.mongolian_mercenaries.events import RollOpened, SpellOutcome
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from tests.systems.mongolian_mercenaries.bout import Bout, at, pc
from tests.systems.mongolian_mercenaries.mages import big, cast, done, mage, next_round, outcomes, power


def spell(id: str, *effects: dict[str, Any], only: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A spell of Arcana, for a Large action and 1 Power."""
    ability = {"when": "USED", "cost": "LARGE", "only": only or {}, "effects": list(effects)}
    return {"id": id, "name": id.title(), "school": "arcana", "abilities": [ability], **more}


def fight(*entries: Any, spells: tuple[dict[str, Any], ...], **piles: Any) -> Bout:
    """A fight at a table with these cards."""
    cards = msgspec.convert({"spells": list(spells), **piles}, Cards)
    bout = Bout(*entries, setup=at(Distance.CLOSE, cards=cards))
    bout.begin()
    return bout


def damage(on: str = "OTHER", points: int = 3, **more: Any) -> dict[str, Any]:
    """Fire damage of so many points."""
    return {"does": "DAMAGE", "on": on, "element": "FIRE", "amount": {"points": points}, **more}


BLAST = spell("blast", damage(), types=["OFFENSIVE", "AREA"], choice="AREA", area={"own": True, "positions": [1, 2]})


@pytest.mark.rule("MM-MAG-10", "RUL-47", "MM-RES-01")
def test_an_area_strikes_allies_and_its_caster_too() -> None:
    """Own positions 1 and 2: Ada herself and Cid, who has Resistance 5 but no test against a friend; not Dan on 3."""
    people = (
        mage("ada", "blast", rank=1, attributes={"strength": 9, "toughness": 10}),
        pc("cid", rank=2, skills={"resistance": 5}, lucky=False, attributes={"toughness": 10}),
        pc("dan", rank=3, lucky=False),
        big(),
    )
    bout = fight(*people, spells=(BLAST,))
    before = {name: bout.health(name) for name in ("ada", "cid", "dan", "bob")}
    bout.order(cast("blast"), 6, 1)
    lost = {name: health - bout.health(name) for name, health in before.items()}
    assert lost == {"ada": 3, "cid": 3, "dan": 0, "bob": 0}


@pytest.mark.rule("MM-MAG-19", "MM-RES-01", "MM-RES-03", "MM-MULTI-03")
def test_a_global_spell_is_resisted_by_each_for_itself() -> None:
    """Storm strikes all opponents: nothing is left for the golem's resistance 2, Bob resists, Cid is hurt."""
    from tests.systems.mongolian_mercenaries.bout import foe

    storm = spell("storm", damage("OPPONENTS"), types=["OFFENSIVE"], choice="GLOBAL")
    people = (foe("gol", ref="stone_golem"), big(skills=(SkillLevel(skill="resistance", level=4),)), big("cid"))
    bout = fight(mage("ada", "storm"), *people, spells=(storm,))
    bout.order(cast("storm"), 6, 6, 3)
    assert outcomes(bout) == {
        "gol": SpellOutcome.WEAKENED,
        "bob": SpellOutcome.RESISTED,
        "cid": SpellOutcome.WORKS,
    }
    assert [bout.health(one) for one in ("gol", "bob", "cid")] == [30, 40, 37]


@pytest.mark.rule("MM-RES-05", "MM-MAG-01")
def test_a_path_may_be_ignored() -> None:
    """Whoever is immune to the path of tides ignores the wave and not the blow of another path."""
    immune = (Ability(effects=(Effect(does=Does.IMMUNE, paths=("tides",)),)),)
    wave = spell("wave", damage(), types=["OFFENSIVE"], path="tides")
    gust = spell("gust", damage(), types=["OFFENSIVE"], path="winds")
    for name, outcome in (("wave", SpellOutcome.IMMUNE), ("gust", SpellOutcome.WORKS)):
        bout = fight(mage("ada", "wave", "gust"), big(abilities=immune), spells=(wave, gust))
        bout.order(cast(name, "bob"), 6, 1)
        assert outcomes(bout) == {"bob": outcome}


@pytest.mark.rule("RUL-49", "MM-ACT-17", "MM-GEN-04")
def test_a_spell_for_a_type_that_is_not_there_is_refused() -> None:
    """Of the undead there is none: refused for the man and not offered; with one of them it is legal."""
    turn = spell("turn", damage(), types=["OFFENSIVE"], only={"againstTypes": ["UNDEAD"]})
    bout = fight(mage("ada", "turn"), big(), spells=(turn,))
    before = power(bout, "ada")
    assert bout.refuse(cast("turn", "bob")).rule == "MM-ACT-17"
    assert "cast" not in bout.keys("ada")
    assert power(bout, "ada") == before
    dead = fight(mage("ada", "turn"), big(type=CreatureType.UNDEAD), spells=(turn,))
    dead.order(cast("turn", "bob"), 6, 1)
    assert dead.health("bob") == 37


@pytest.mark.rule("RUL-48", "MM-MAG-03", "MM-MAG-06")
@pytest.mark.parametrize(("level", "legal"), [(3, False), (4, True)])
def test_an_arcane_scroll_takes_skill_and_bonus_of_five(level: int, legal: bool) -> None:
    """A bonus of 1."""
    doom = spell("doom", damage(), types=["OFFENSIVE"], tier="ARCANE")
    scroll = {
        "id": "doom_scroll", "name": "Doom scroll", "category": "SCROLL", "spell": "doom", "bonus": 1, "consumed": True,
    }  # fmt: skip
    reader = mage("ada", level=level, items=("belt_pouch", "doom_scroll"))
    bout = fight(reader, big(), spells=(doom,), items=[scroll])
    order = cast("doom", "bob", held_in="doom_scroll")
    if legal:
        bout.order(order, 6, 1, 1, 1, 1)
        assert bout.health("bob") == 37
    else:
        assert bout.refuse(order).rule == "MM-MAG-03"


MIRROR = {
    "id": "mirror", "name": "Mirror", "school": "arcana", "types": ["REACTION"], "choice": "PLAYER",
    "abilities": [
        {"when": "USED", "cost": "LARGE", "effects": [{"does": "FORCE", "lasts": {"count": 2}}]},
        {"when": "ATTACKED", "only": {"manners": ["SPELL"]}, "effects": [damage(points=2)]},
    ],
}  # fmt: skip


@pytest.mark.rule("MM-MAG-18", "MM-DW-15", "RUL-45")
def test_a_reaction_spell_answers_spells_before_they_are_paid() -> None:
    """Bob's Ember is mirrored: he loses 2 before its test; killed by it he has paid nothing, and nothing is cast."""
    from tests.systems.mongolian_mercenaries.bout import foe

    for health, falls in ((3, False), (2, True)):
        shaman = foe("bob", ref="goblin_shaman", now={"health": health})
        ada = mage("ada", "mirror", attributes={"strength": 20, "toughness": 10})
        bout = fight(ada, shaman, big("cid"), spells=(MIRROR,))
        bout.order(cast("mirror"), 6, 1)
        done(bout, "ada")
        before = power(bout, "bob")
        bout.order(cast("ember", "ada", by="bob"), *(() if falls else (1, 1)))
        assert (bout.who("bob").out is not None, power(bout, "bob")) == (falls, before - (0 if falls else 2))


@pytest.mark.rule("MM-ROUND-02", "RUL-02", "RUL-03")
def test_a_turn_begun_by_the_last_of_a_round_covers_nobodys_later_turn() -> None:
    """Bob dazzles Ada when she has acted: in the next round she has all her dice. Two turns would cover it."""
    for count, dice in ((1, 0), (2, -2)):
        daze = spell("daze", {
            "does": "FIGURE", "on": "OTHER", "figure": "HIT_DICE", "amount": {"points": -2}, "lasts": {"count": count},
        }, types=["NON_OFFENSIVE"])  # fmt: skip
        bob = big(spells=("daze",), skills=(SkillLevel(skill="arcana", level=2),), power=5)
        bout = fight(pc(lucky=False, attributes={"speed": 9}), bob, spells=(daze,))
        done(bout, "ada")
        bout.order(cast("daze", "ada", by="bob"), 6, 1)
        done(bout, "bob")
        assert bout.state.fight.round == 2
        bout.order(Attack(combatant="ada", target="bob"), *[1] * (3 + dice))
        assert bout.the(RollOpened).modifier == dice


@pytest.mark.rule("MM-SKILL-03", "MM-TEST-08")
@pytest.mark.parametrize(("began", "now"), [(-1, -1), (0, 2), (1, 3)])
def test_nothing_acts_on_a_skill_that_began_negative(began: int, now: int) -> None:
    """Insight adds 2 to Stealth for two turns; what was locked stays so."""
    insight = spell("insight", {
        "does": "SKILL", "skill": "stealth", "amount": {"points": 2}, "lasts": {"count": 2},
    }, types=["NON_OFFENSIVE"], choice="PLAYER")  # fmt: skip
    bout = fight(mage("ada", "insight", skills={"stealth": began}), big(), spells=(insight,))
    bout.order(cast("insight"), 6, 1)
    assert lookup.skill(bout.state, "ada", "stealth") == now


@pytest.mark.rule("MM-MAG-20", "MM-MAG-21")
def test_skill_and_successes_change_what_a_spell_does() -> None:
    """2 damage; with Arcana 4 a state besides; at three successes it also heals the caster."""
    bolt = {
        "id": "bolt", "name": "Bolt", "school": "arcana", "types": ["OFFENSIVE"],
        "abilities": [
            {"when": "USED", "cost": "LARGE", "effects": [damage(points=2)]},
            {"when": "USED", "cost": "LARGE", "only": {"skill": "arcana", "level": 4},
             "effects": [{"does": "STATE", "on": "OTHER", "state": "immobilised", "lasts": {"count": 1}}]},
            {"when": "USED", "cost": "LARGE", "only": {"successesAtLeast": 3},
             "effects": [{"does": "HEAL", "amount": {"points": 1}}]},
        ],
    }  # fmt: skip
    for level, faces, held, healed in ((3, (6, 6, 1), False, 0), (4, (6, 6, 6, 1), True, 1)):
        bout = fight(mage("ada", "bolt", level=level, now={"health": 3}), big(), spells=(bolt,))
        bout.order(cast("bolt", "bob"), *faces)
        assert (bout.health("bob"), bout.has("bob", "immobilised"), bout.health("ada")) == (38, held, 3 + healed)


@pytest.mark.rule("MM-ROUND-02", "RUL-73", "MM-ST-03")
def test_a_state_of_one_turn_is_gone_in_the_next_round() -> None:
    """Held for a turn Bob cannot attack in this round, and can in the next."""
    snare = spell("snare_them", {
        "does": "STATE", "on": "OTHER", "state": "immobilised", "lasts": {"count": 1},
    }, types=["NON_OFFENSIVE"])  # fmt: skip
    bout = fight(mage("ada", "snare_them"), big(), spells=(snare,))
    bout.order(cast("snare_them", "bob"), 6, 1)
    done(bout, "ada")
    assert "attack" not in bout.keys("bob")
    next_round(bout)
    assert not bout.has("bob", "immobilised")
    bout.order(EndTurn(combatant="ada"))
    assert "attack" in bout.keys("bob")


@pytest.mark.rule("MM-RES-05")
def test_who_is_spared_a_state_never_gains_it() -> None:
    """Immune to being held."""
    snare = spell("snare_them", {"does": "STATE", "on": "OTHER", "state": "immobilised"}, types=["NON_OFFENSIVE"])
    spared = (Ability(effects=(Effect(does=Does.IMMUNE, states=("immobilised",)),)),)
    bout = fight(mage("ada", "snare_them"), big(abilities=spared), spells=(snare,))
    bout.order(cast("snare_them", "bob"), 6, 1)
    assert not bout.has("bob", "immobilised")


@pytest.mark.rule("MM-POS-05", "RUL-22")
def test_the_positions_of_a_range_limit_opponents_alone() -> None:
    """CLOSE-2: the ally on the own position 4 is close, and helped; the opponent on position 4 is out of range."""
    heal = {"does": "HEAL", "on": "OTHER", "amount": {"points": 2}}
    spells = tuple(
        spell(id, effect, choice=choice, reach={"distance": "CLOSE", "positions": 2})
        for id, effect, choice in (("help", heal, "ALLY"), ("scorch", damage(), "OPPONENT"))
    )
    friend = pc("cid", rank=4, now={"health": 3}, lucky=False)
    bout = fight(mage("ada", "help", "scorch", rank=1), friend, big(rank=4), spells=spells)
    assert bout.refuse(cast("scorch", "bob")).rule == "MM-POS-05"
    bout.order(cast("help", "cid"), 6, 1)
    assert bout.health("cid") == 5
