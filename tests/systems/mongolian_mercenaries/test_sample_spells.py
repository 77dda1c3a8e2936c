"""What each sample spell does, through nothing but its card."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Cover, Distance, Lighting, Obstacle, Position, Wound
from engine.systems.mongolian_mercenaries.events import ItemSpent, RollOpened, SpellEnded, SpellOutcome, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, Cast
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.field import light
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc
from tests.systems.mongolian_mercenaries.mages import begun, big, cast, done, field, mage, next_round, outcomes


@pytest.mark.rule("MM-WE-11", "MM-MAG-18", "MM-DW-15", "RUL-86", "MM-ROUND-02")
def test_thorn_armour_strikes_whoever_attacks_in_melee_before_the_roll() -> None:
    """Bob's Armour 9 does not stop 2 piercing; it goes on for three turns, and is gone at the start of the fourth."""
    bout = begun(mage("ada", "thorn_armour", attributes={"strength": 20}), big(armour=9))
    bout.order(cast("thorn_armour"), 6, 1)
    for round in (1, 2, 3, 4):
        done(bout, "ada")
        assert bout.state.fight.round == round
        before = bout.health("bob")
        bout.order(Attack(combatant="bob", target="ada"), 1, 1)
        assert before - bout.health("bob") == (2 if round < 4 else 0)
        done(bout, "bob")


@pytest.mark.rule("MM-MAG-18", "MM-DW-15")
def test_thorns_may_kill_the_attacker_before_it_rolls() -> None:
    """With 2 Health left the attack is void: no hit test falls."""
    bout = begun(mage("ada", "thorn_armour"), big(toughness=1, now={"health": 2}), big("cid"))
    bout.order(cast("thorn_armour"), 6, 1)
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target="ada"))
    assert bout.rolls() == []
    assert bout.who("bob").out == "killed"
    assert bout.health("ada") == bout.who("ada").vitals["health"].max


@pytest.mark.rule("MM-MAG-18")
def test_thorns_do_not_mind_shots() -> None:
    """The attack is at range."""
    archer = foe("bob", ref="skeleton_archer")
    bout = begun(mage("ada", "thorn_armour"), archer)
    bout.order(cast("thorn_armour"), 6, 1)
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target="ada"), 1, 1, 1)
    assert bout.health("bob") == 5


@pytest.mark.rule("MM-ATTR-06", "MM-INIT-03", "MM-ROUND-02", "MM-MAG-08")
def test_haste_counts_in_the_next_queue_and_is_gone_after_two_rounds() -> None:
    """Speed 9 and level 1: INC 10; cast in round 1 it is 13 in round 2, and 10 again in round 3."""
    bout = begun(mage("ada", "haste"), big())
    bout.order(cast("haste"), 6, 1)
    assert bout.fighter("ada").initiative == 10
    assert lookup.attribute(bout.state, "ada", "speed") == 12
    next_round(bout)
    assert bout.fighter("ada").initiative == 13
    next_round(bout)
    assert bout.fighter("ada").initiative == 10


@pytest.mark.rule("MM-ROUND-01", "MM-ROUND-02", "MM-INIT-03")
def test_mind_fog_is_over_before_the_next_queue_is_computed() -> None:
    """One turn: what ends at the start of a round ends before its queue; so its -6 never meets one."""
    bout = begun(mage("ada", "mind_fog"), big())
    bout.order(cast("mind_fog", "bob"), 6, 1)
    assert len(bout.own.forces) == 1
    next_round(bout)
    assert bout.own.forces == ()
    assert bout.fighter("bob").initiative == 2


@pytest.mark.rule("MM-MAG-17", "MM-ROUND-02", "RUL-06")
def test_glare_takes_two_dice_of_hit_tests_for_a_turn() -> None:
    """Fight Proficiency 4: two dice in this round, four in the next."""
    bout = begun(mage("ada", "glare"), big(fight_proficiency=4))
    bout.order(cast("glare", "bob"), 6, 1)
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target="ada"), 1, 1)
    assert bout.the(RollOpened).modifier == -2
    done(bout, "bob")
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target="ada"), 1, 1, 1, 1)


@pytest.mark.rule("MM-MAG-08", "MM-MAG-11", "RUL-22")
def test_mend_gives_back_two_health_a_success_up_to_the_maximum() -> None:
    """Beside the caster; 3 of 4 missing are healed by two successes, no more than there is room for."""
    friend = pc("cid", rank=2, now={"health": 5}, lucky=False)
    bout = begun(mage("ada", "mend", rank=1), friend, big())
    bout.order(cast("mend", "cid"), 6, 7)
    assert bout.health("cid") == 8


@pytest.mark.rule("RUL-56", "MM-ST-04", "MM-MAG-11")
def test_mend_brings_back_who_is_dying_for_lack_of_health() -> None:
    """Where she fell beside the caster: she is in reserve, and enters with the next round."""
    for rank, reached in ((2, True), (4, False)):
        friend = pc("cid", rank=rank, lucky=False)
        bout = begun(mage("ada", "mend", rank=1), friend, big())
        bout.correct("combatants.cid.vitals.health.now", 0)
        assert bout.who("cid").out == "dying"
        if not reached:
            assert bout.refuse(cast("mend", "cid")).rule == "MM-MAG-11"
            continue
        bout.order(cast("mend", "cid"), 6, 1)
        assert (bout.who("cid").out, bout.rank("cid"), bout.health("cid")) == (None, None, 2)
        done(bout, "ada")
        done(bout, "bob")
        while bout.waiting:
            bout.answer(bout.waiting[0].default)
        assert bout.rank("cid") is not None


@pytest.mark.rule("MM-ELM-05", "MM-WND-06")
def test_void_bolt_leaves_magical_wounds() -> None:
    """1 + 2 against Toughness 3: 3 is a Light wound, with its label."""
    bout = begun(mage("ada", "void_bolt"), foe())
    bout.order(cast("void_bolt", "bob"), 6, 6)
    wound = bout.the(Wounded)
    assert (wound.wound, wound.label) == (Wound.LIGHT, "magical_wound")


@pytest.mark.rule("MM-ELM-03", "MM-WND-06", "RUL-43", "MM-RES-04", "MM-RES-08")
def test_frost_touch_leaves_frostbite_and_nothing_on_a_wisp() -> None:
    """Twice the successes: 4 is a Light wound of Toughness 3; ice resistance 100% leaves nothing, no wound either."""
    for ref, lost, label in ((None, 4, "frostbite"), ("frost_wisp", 0, None)):
        one = foe("bob", ref=ref) if ref else foe()
        bout = begun(mage("ada", "frost_touch", level=3), one, distance=Distance.VERY_CLOSE)
        before = bout.health("bob")
        bout.order(cast("frost_touch", "bob"), 6, 6, 1)
        assert before - bout.health("bob") == lost
        assert [wound.label for wound in bout.of(Wounded)] == ([label] if label else [])


@pytest.mark.rule("MM-ELM-01", "MM-WND-06", "RUL-12")
def test_ember_leaves_burns_and_sets_nobody_on_fire() -> None:
    """The wound is a Burn; only critical damage of a hit test burns on."""
    bout = begun(mage("ada", "ember"), foe())
    bout.order(cast("ember", "bob"), 8, 8)
    assert bout.the(Wounded).label == "burn"
    assert not bout.has("bob", "burning")


@pytest.mark.rule("MM-RES-04", "MM-GEN-03", "RUL-43")
def test_half_of_fire_is_left_for_the_imp() -> None:
    """2 + 1 is 3, half of it 1 (1.5)."""
    bout = begun(mage("ada", "ember"), foe("bob", ref="imp"))
    bout.order(cast("ember", "bob"), 6, 1)
    assert bout.health("bob") == 6 - 1


# -- dealt out
def sparks(**more: Any) -> Bout:
    """Mystic 3, three enemies."""
    return begun(mage("ada", "chain_spark", level=3), big("bob"), big("cid"), big("dan"), **more)


@pytest.mark.rule("MM-DW-19", "MM-MAG-21", "MM-ELM-04", "MM-MULTI-02")
def test_chain_spark_is_dealt_out_by_its_caster() -> None:
    """Three successes of 2 each: two at Bob and one at Dan; each success is a part."""
    bout = sparks()
    bout.order(cast("chain_spark", "bob", "cid", "dan"), 6, 6, 6)
    assert (bout.asked, bout.waiting[0].default) == (["AskShares"], "deal")
    bout.answer("deal", shares={"bob": 2, "dan": 1})
    assert [40 - bout.health(one) for one in ("bob", "cid", "dan")] == [4, 0, 2]


@pytest.mark.rule("MM-DW-19")
def test_without_a_choice_each_gets_one_in_order() -> None:
    """Two successes and three targets: the first two."""
    bout = sparks()
    bout.order(cast("chain_spark", "dan", "bob", "cid"), 6, 6, 1)
    bout.answer("deal")
    assert [40 - bout.health(one) for one in ("dan", "bob", "cid")] == [2, 2, 0]


@pytest.mark.rule("MM-DW-19")
def test_one_target_gets_all_and_nobody_is_asked() -> None:
    """Nothing to choose."""
    bout = sparks()
    bout.order(cast("chain_spark", "cid"), 6, 6, 6)
    assert (bout.asked, bout.health("cid")) == ([], 40 - 6)


@pytest.mark.rule("MM-DW-18", "MM-DW-19", "RUL-45")
def test_who_resists_is_dealt_nothing() -> None:
    """The golem's resistance 2 leaves nothing of two successes: they are for the other alone."""
    bout = begun(mage("ada", "chain_spark", level=3), foe("gol", ref="stone_golem"), big("bob"))
    bout.order(cast("chain_spark", "gol", "bob"), 6, 6, 1)
    assert outcomes(bout) == {"gol": SpellOutcome.WEAKENED, "bob": SpellOutcome.WORKS}
    assert (bout.asked, bout.health("bob"), bout.health("gol")) == ([], 40 - 4, 30)


@pytest.mark.rule("MM-MAG-19")
def test_targets_are_named_within_bounds_and_once() -> None:
    """At most three, each once, at least one; a spell for the caster has none."""
    bout = begun(mage("ada", "chain_spark", "haste", level=3), *(big(name) for name in ("bob", "cid", "dan", "eli")))
    for targets in ((), ("bob", "bob"), ("bob", "cid", "dan", "eli")):
        assert bout.refuse(cast("chain_spark", *targets)).rule == "MM-MAG-19"
    assert bout.refuse(cast("haste", "bob")).rule == "MM-MAG-19"
    assert bout.refuse(cast("haste", position=1)).rule == "MM-MAG-19"


# -- terrain and the whole field
@pytest.mark.rule("MM-MAG-15", "MM-COV-02")
def test_a_stone_wall_is_heavy_cover_on_an_own_position() -> None:
    """Where an obstacle stands, or heavy cover, there is no room for it; a failed test builds nothing."""
    ours = field(
        Position(side="party", rank=4, obstacle=Obstacle.ORDINARY),
        Position(side="party", rank=5, cover=Cover.HEAVY),
    )
    bout = begun(mage("ada", "stone_wall", rank=1, level=3), big(), field=ours)
    for position in (None, 4, 5):
        assert bout.refuse(cast("stone_wall", position=position)).rule == "MM-MAG-15"
    (offer,) = (one for one in bout.offers("ada") if one.key == "cast")
    assert offer.fields[0].among == (1, 2, 3)
    bout.order(cast("stone_wall", position=2), 6, 1, 1)
    assert bout.own.field is not None
    assert bout.own.field.at("party", 2).cover is Cover.HEAVY
    assert bout.the(SpellEnded).outcome is SpellOutcome.WORKS


@pytest.mark.rule("MM-MAG-19", "MM-MAG-03", "MM-ROUND-02")
def test_night_veil_darkens_the_whole_field_for_a_turn() -> None:
    """Full light becomes dim, and is full again in the next round."""
    bout = begun(mage("ada", "night_veil", level=5), big())
    bout.order(cast("night_veil"), 6, 1, 1, 1, 1)
    assert light.now(bout.state) is Lighting.DIM
    next_round(bout)
    assert light.now(bout.state) is Lighting.FULL


# -- from what is held
def reader(*items: str, level: int = 0, school: str = "magic_nature", **more: Any) -> Any:
    """Somebody with one school, and items."""
    return mage("ada", level=0, skills={school: level} if level else {}, items=("belt_pouch", *items), **more)


@pytest.mark.rule("MM-MAG-04", "MM-MAG-06", "RUL-48", "MM-TEST-08")
def test_a_scroll_casts_without_the_skill_by_its_bonus_and_is_used_up() -> None:
    """Nature 0 and a scroll of 2: two dice; then there is no scroll."""
    bout = begun(reader("scroll_of_ember"), big())
    order = cast("ember", "bob", held_in="scroll_of_ember")
    bout.order(order, 6, 6)
    assert bout.rolls() == ["2d8 spell"]
    assert bout.health("bob") == 40 - 4
    assert bout.the(ItemSpent).item == "scroll_of_ember"
    next_round(bout)
    assert bout.refuse(order).rule == "MM-MAG-04"


@pytest.mark.rule("RUL-48", "MM-MAG-04")
@pytest.mark.parametrize(("item", "spell", "school", "dice"), [
    ("rune_of_haste", "haste", "arcana", 3), ("book_of_mend", "mend", "magic_mystic", 3)])  # fmt: skip
def test_rune_and_book_add_their_bonus_and_stay(item: str, spell: str, school: str, dice: int) -> None:
    """A school of 2 and a bonus of 1."""
    friend = pc("cid", rank=2, now={"health": 1}, lucky=False)
    bout = begun(reader(item, level=2, school=school, rank=1), friend, big())
    targets = ("cid",) if spell == "mend" else ()
    order = Cast(combatant="ada", spell=spell, held_in=item, targets=targets)
    bout.order(order, *[6] * dice)
    assert bout.rolls() == [f"{dice}d8 spell"]
    next_round(bout)
    assert any(getattr(one.body, "held_in", None) == item for one in bout.offers("ada"))


@pytest.mark.rule("MM-SKILL-03", "MM-MAG-06")
def test_a_locked_school_casts_from_nothing() -> None:
    """It began at -1: no item's bonus acts on it."""
    bout = begun(reader("scroll_of_ember", level=-1), big())
    refused = bout.refuse(cast("ember", "bob", held_in="scroll_of_ember"))
    assert refused.rule == "MM-SKILL-03"
    assert "cast" not in bout.keys("ada")
