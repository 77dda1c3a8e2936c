"""Attacks on many at once, and friendly fire."""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import EnemyAttack, Purpose, Trait, Weapon
from engine.systems.saari.content.kinds import Kind as Of
from engine.systems.saari.events import AreaAttacked, AttackEnded, RiposteChanged, RollOpened
from engine.systems.saari.orders import Attack, AttackArea, Cast, Hold, Move
from tests.systems.saari.bout import Bout, npc, one, pc, zone

RAIN = EnemyAttack(id="rain", name="Rain", kn=1, damage=2, area=True)


def mage(name: str = "ada", **more: object) -> object:
    """A character with Learning 2 and spells; 4 mind points."""
    return pc(name, weapons=(), spells=("blast", "storm", "dragon_breath"), **more)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4)) -> Bout:
    bout = Bout(*entries)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


@pytest.mark.rule("SA-AOE-01", "SA-AOE-02", "SA-MP-05")
def test_a_character_rolls_against_each_target_apart() -> None:
    """A mind point rescues only the roll it is spent on."""
    bout = begun(mage(), npc("gob", kp=9), npc("orc", kp=9))
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west")), 2, 2)
    assert bout.the(AreaAttacked).targets == ("gob", "orc")
    bout.answer("spend", 2, 3)
    bout.answer("keep")
    assert (bout.kp("gob"), bout.kp("orc"), bout.mp("ada")) == (7, 9, 2)


@pytest.mark.rule("SA-AOE-01")
def test_the_attacker_sets_the_order_of_its_rolls_and_the_victims() -> None:
    """W-27, W-30: as listed; who is not named is not struck."""
    bout = begun(mage(), npc("gob", kp=9), npc("orc", kp=9), npc("elk", kp=9))
    order = Cast(combatant="ada", spell="blast", to=zone("west"), victims=("elk", "gob"))
    bout.order(order, 4, 2, 5, 5)
    assert [one.target for one in bout.of(AttackEnded)] == ["elk", "gob"]
    assert (bout.kp("elk"), bout.kp("gob"), bout.kp("orc")) == (7, 6, 9)


@pytest.mark.rule("SA-AOE-03", "SA-AOE-04", "SA-SUP-05", "G-57")
def test_a_swarm_is_one_target_among_the_others() -> None:
    """One roll, one KP total; it attacks as one."""
    bout = begun(mage(), npc("rats", ref="rat_swarm"), npc("gob", kp=9))
    assert bout.own.fighters["rats"].figures is not None
    assert bout.own.fighters["rats"].figures.traits == (Trait.SWARM,)
    assert bout.fighter("rats").weight_halves == 4
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west")), 4, 4, 4, 2)
    assert len(bout.of(RollOpened)) == 2
    assert (bout.kp("rats"), bout.kp("gob")) == (1, 7)


@pytest.mark.rule("SA-FF-01", "SA-FF-02", "G-47")
@pytest.mark.parametrize(("learning", "kn"), [(2, 1), (3, 2), (4, 2)])
def test_a_comrade_in_the_area_defends_against_half_of_the_pool(learning: int, kn: int) -> None:
    """Rounded up; base damage. The attacker does not roll against it, and the comrade may parry only with a shield."""
    bout = begun(mage(learning=learning), pc("bea", "ben", discipline=0), npc("gob", kp=9), faces=(4, 4, 4, 2))
    victims = ("bea", "gob")
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west"), victims=victims), *(4,) * learning)
    while bout.asked in (["AskAssist"], ["AskFurtherAssist"]):
        bout.answer("stay-out", 2, 2)
    opened = bout.of(RollOpened)[-1]
    assert (opened.combatant, opened.purpose, opened.kn) == ("bea", Purpose.BASIC_DEFENSE, kn)
    assert bout.kp("gob") == 7 - (learning - 1)


@pytest.mark.rule("SA-FF-01", "SA-FF-02", "G-47", "G-43")
def test_riposte_dice_count_for_all_rolls_of_an_area_attack() -> None:
    """Two of them: each roll has two dice more, and the comrade needs a success more; then they are gone."""
    bout = begun(mage(agility=3), pc("bea", "ben", discipline=0), npc("gob", initiative=6, kp=9), faces=(4, 4, 2, 2))
    bout.order(Attack(combatant="gob", target="ada"), 4, 4, 4)
    assert bout.fighter("ada").riposte == 2
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west")))
    bout.answer("let-go", 5, 2, 2, 2)  # at a disadvantage: gob is in her own engagement
    assert bout.the(RiposteChanged).dice == 0
    opened = bout.of(RollOpened)
    bout.answer("stay-out", 2, 2)
    opened += bout.of(RollOpened)
    assert [(one.combatant, one.pool, one.kn) for one in opened] == [("ada", 4, 1), ("bea", 2, 2)]
    assert bout.fighter("ada").riposte == 0


@pytest.mark.rule("SA-DEF-01", "G-54")
def test_an_enemys_area_attack_is_defended_by_every_character_there() -> None:
    """Its comrades are unharmed.  [G-54]"""
    foe = npc("gob", initiative=9, attacks=(RAIN,))
    bout = begun(pc("ada", discipline=0), pc("bea", discipline=0), npc("orc"), foe, faces=(4, 4, 4, 4))
    assert "area-rain-west" in bout.keys("gob")
    bout.order(AttackArea(combatant="gob", means="rain", to=zone("west")), 2, 2, 4, 2)
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    assert (bout.kp("ada"), bout.kp("bea"), bout.kp("orc")) == (5, 7, 3)


@pytest.mark.rule("SA-AOE-01")
def test_an_area_out_of_range_or_without_anybody_is_refused() -> None:
    """Range 1: two zones away is too far; in an empty zone nobody is struck."""
    bout = begun(mage(), npc("gob", at="east"))
    assert bout.refuse(Cast(combatant="ada", spell="blast", to=zone("east"))).field == "to"
    assert bout.refuse(Cast(combatant="ada", spell="blast", to=zone("west"))).field == "to"
    assert [key for key in bout.keys("ada") if "storm" in key] == ["cast-storm-east"]


@pytest.mark.rule("SA-SHOOT-02", "SA-SHOOT-03", "SA-FREE-03")
def test_an_area_attack_provokes_also_one_of_several_targets() -> None:
    """An only target may not strike."""
    bout = begun(mage(), npc("gob", initiative=5, kp=9), npc("orc", kp=9, initiative=1))
    strike(bout)
    order = Cast(combatant="ada", spell="blast", to=zone("west"), victims=("gob", "orc"))
    bout.order(order)
    assert bout.asked == ["AskNpcFreeStrike"]
    bout = begun(mage(), npc("gob", initiative=5, kp=9), npc("orc", kp=9, initiative=1))
    strike(bout)
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west"), victims=("gob",)), 5, 5)
    assert bout.kp("gob") == 6


def strike(bout: Bout) -> None:
    """Gob and Ada are engaged; it is Ada's count."""
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    assert bout.acting == ("ada",)


@pytest.mark.rule("SA-AOE-01", "SA-ATK-03")
def test_a_fire_flask_hits_a_whole_zone() -> None:
    """An area weapon of one's own, rolled with Agility."""
    bout = begun(pc("ada", weapons=("fire_flask",)), npc("troll", ref="troll", at="middle"))
    bout.order(AttackArea(combatant="ada", means="fire_flask", to=zone("middle")), 4, 2)
    opened = bout.of(RollOpened)[-1]
    assert (opened.purpose, opened.kn) == (Purpose.RANGED_ATTACK, -2)


@pytest.mark.rule("SA-SHOOT-04", "G-47")
def test_a_comrade_in_the_shooters_engagement_defends_without_an_edge() -> None:
    """Only an opponent there is harder to hit: the edges of the attack do not matter for friendly fire."""
    bout = begun(mage(), pc("bea", "ben", discipline=0), npc("gob", initiative=6, kp=9), faces=(4, 4, 2, 2))
    bout.order(Attack(combatant="gob", target="bea"), 4, 2)
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "bea", "gob"]}})
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west"), victims=("bea", "gob")))
    bout.answer("let-go", 5, 2)
    bout.answer("stay-out", 4, 2) if bout.asked else None
    edges = {one.combatant: [factor.source for factor in one.factors] for one in bout.arena.events(RollOpened)}
    assert edges == {"ada": ["own_engagement"], "bea": []}


# -- who plays no part for a player
@pytest.mark.rule("G-54")
def test_of_opponents_in_an_opponents_area_the_game_master_says_what_it_does() -> None:
    """Of a third side: its comrades are unharmed. No dice."""
    foe = npc("gob", initiative=9, attacks=(RAIN,))
    wolf = one("wolf", "beasts", None, kind=Of.NPC, kp=3, initiative=1)
    bout = begun(pc("ada", discipline=0, at="east"), npc("orc"), wolf, foe)
    bout.order(AttackArea(combatant="gob", means="rain", to=zone("west")))
    assert bout.the(AreaAttacked).targets == ("wolf",)
    assert (bout.asked, bout.waiting[0].question["target"]) == (["AskNpcHarm"], "wolf")
    bout.answer("harmed")
    assert (bout.kp("wolf"), bout.kp("orc")) == (1, 3)


@pytest.mark.rule("G-54")
@pytest.mark.parametrize(("answer", "kp"), [("harmed", 2), ("unharmed", 3)])
def test_of_a_blow_between_opponents_the_game_master_says_whether_it_hits(answer: str, kp: int) -> None:
    bout = begun(pc("ada", at="east"), one("wolf", "beasts", None, kind=Of.NPC, kp=3), npc("gob", initiative=9))
    bout.order(Attack(combatant="gob", target="wolf"))
    bout.answer(answer)
    assert (bout.kp("wolf"), bout.rolls()) == (kp, [])


# -- what it costs
@pytest.mark.rule("SA-MP-05", "SA-MP-06")
def test_a_weapon_for_a_whole_zone_may_cost_a_mind_point() -> None:
    """As the source says of area attacks; without one it cannot be used."""
    horn = Weapon(id="horn", name="Horn", ranged=True, area=True, damage=1, mind_cost=1)
    bout = begun(pc("ada", weapons=(), own_weapons=(horn,)), npc("gob", kp=9))
    bout.order(AttackArea(combatant="ada", means="horn", to=zone("west")), 4, 2)
    assert (bout.mp("ada"), bout.kp("gob")) == (3, 8)
    bout = begun(pc("ada", weapons=(), own_weapons=(horn,), now={"mp": 0}), npc("gob", kp=9))
    assert "area-horn-west" not in bout.keys("ada")
    assert bout.refuse(AttackArea(combatant="ada", means="horn", to=zone("west"))).rule == "SA-MP-06"


@pytest.mark.rule("SA-MP-05", "SA-FREE-01")
def test_a_free_strike_with_such_a_weapon_costs_it_too() -> None:
    """Who has no mind point strikes with bare hands."""
    brand = Weapon(id="brand", name="Brand", melee=True, damage=1, mind_cost=1)
    for points, means in ((1, ("brand", "fists")), (0, ("fists",))):
        ada = pc("ada", weapons=(), own_weapons=(brand,), now={"mp": points})
        bout = begun(ada, npc("gob", initiative=6, kp=9))
        bout.order(Attack(combatant="gob", target="ada"), 4, 2)
        bout.order(Hold(combatant="ada")) if bout.acting == ("ada",) else None
        bout.order(Move(combatant="gob", to=zone("middle")))
        assert bout.waiting[0].offers[1].fields[0].among == means if points else True
        bout.answer("strike", 4, 2)
        assert bout.mp("ada") == 0
