"""Spells: what is known, at whom they are cast, how they are tested and resisted, and what each sample spell does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Cards,
    Cover,
    CreatureType,
    Distance,
    Lighting,
    Obstacle,
    Position,
    Reach,
    SkillLevel,
)
from engine.systems.mongolian_mercenaries.events import RollOpened, SpellOutcome, Wounded
from engine.systems.mongolian_mercenaries.orders import EndTurn
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.mages import begun, big, cast, field, mage, outcomes, power


# -- what is known
@pytest.mark.rule("MM-MAG-02", "MM-MAG-05", "MM-SKILL-13", "MM-SKILL-14")
@pytest.mark.parametrize(("spell", "level"), [("haste", 2), ("frost_touch", 3), ("night_veil", 5), ("ember", 2)])
def test_a_tier_is_learned_from_its_level_on(spell: str, level: int) -> None:
    """Easy 2, Hard 3, Arcane 5; one less is refused on entering, with the place in the list."""
    Bout(mage("ada", spell, level=level), foe())
    with pytest.raises(RuleRefusal) as caught:
        Bout(mage("ada", spell, level=level - 1), foe())
    assert (caught.value.rule, caught.value.field.endswith("sheet.spells.0")) == ("MM-MAG-02", True)


@pytest.mark.rule("MM-MAG-05", "MM-SKILL-02")
def test_a_spell_of_a_school_without_skill_is_not_learned() -> None:
    """Nature 0."""
    with pytest.raises(RuleRefusal) as caught:
        Bout(mage("ada", "ember", skills={"magic_nature": 0}), foe())
    assert caught.value.rule == "MM-MAG-05"


@pytest.mark.rule("MM-MAG-04")
def test_what_is_not_known_is_not_cast() -> None:
    """Neither learned nor held; a spell of nobody's is refused on entering."""
    bout = begun(mage("ada", "ember"), big())
    assert bout.refuse(cast("glare", "bob")).rule == "MM-MAG-04"
    assert bout.refuse(cast("ember", "bob", held_in="scroll")).rule == "MM-MAG-04"
    with pytest.raises(RuleRefusal, match="no card 'moon'"):
        Bout(mage("ada", "moon"), foe())


@pytest.mark.rule("MM-MAG-03", "MM-WE-13", "MM-SKILL-01")
def test_an_arcane_spell_is_cast_by_masters_alone() -> None:
    """Darkness 5 has learned it; as long as a state lowers it to 4, it is not cast."""
    weak = {"id": "dazed", "name": "Dazed", "abilities": [
        {"effects": [{"does": "SKILL", "skill": "magic_darkness", "amount": {"points": -1}}]}]}  # fmt: skip
    bout = Bout(mage("ada", "night_veil", level=5), big(), setup=_with_states(weak))
    bout.begin()
    assert "cast" in bout.keys("ada")
    bout.correct("combatants.ada.conditions", [{"key": "dazed", "kind": "dazed"}])
    assert bout.refuse(cast("night_veil")).rule == "MM-MAG-03"
    assert "cast" not in bout.keys("ada")


def _with_states(*cards: dict[str, Any]) -> Any:
    return at(Distance.CLOSE, cards=msgspec.convert({"states": list(cards)}, Cards))


# -- reach
@pytest.mark.rule("MM-DIST-06", "MM-GEN-02")
@pytest.mark.parametrize(
    ("spell", "there", "reaches"),
    [
        ("mind_fog", Distance.MEDIUM, True),
        ("mind_fog", Distance.FAR, False),
        ("holy_light", Distance.MEDIUM, True),
        ("holy_light", Distance.FAR, False),
        ("long_fog", Distance.FAR, True),
        ("mend", Distance.FAR, True),
    ],
)
def test_from_far_away_a_spell_reaches_opponents_only_if_its_card_says_so(
    spell: str, there: Distance, reaches: bool
) -> None:
    """Sides shoot and pursue at that distance; what is cast on the own side is free."""
    own = structs.replace(c.SPELLS["mind_fog"], id="long_fog", reach=Reach(distance=Distance.FAR))
    setup = at(there, cards=Cards(spells=(own,)))
    mate = pc("bea", "ben", rank=2, now={"health": 1})
    bout = Bout(mage("ada", spell, level=5, rank=1), mate, foe("bob", rank=1, type=CreatureType.UNDEAD), setup=setup)
    bout.begin()
    while "ada" not in bout.acting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    aim = () if spell == "holy_light" else ("bea",) if spell == "mend" else ("bob",)
    offered = [offer for offer in bout.offers("ada") if offer.key == "cast"]
    among = {one for offer in offered for field in offer.fields for one in field.among}
    assert (set(aim) <= among if aim else bool(offered)) is reaches
    if not reaches:
        assert bout.refuse(cast(spell, *aim)).rule in ("MM-DIST-06", "MM-GEN-04")


# -- Power and actions
@pytest.mark.rule("MM-MAG-01", "RUL-44", "MM-MAG-22", "MM-ACT-08", "MM-MAG-21", "MM-ENM-08")
def test_power_is_paid_even_where_it_fails_and_never_more_than_there_is() -> None:
    """Ember costs 2, a Large action; with 1 Power it is refused."""
    bout = begun(mage("ada", "ember"), big())
    before = power(bout, "ada")
    bout.order(cast("ember", "bob"), 1, 5)
    assert outcomes(bout) == {None: SpellOutcome.FAILED}
    assert (power(bout, "ada"), bout.fighter("ada").large, bout.health("bob")) == (before - 2, 0, 40)
    poor = begun(mage("ada", "ember", now={"power": 1}), big())
    assert poor.refuse(cast("ember", "bob")).rule == "RUL-44"
    assert "cast" not in poor.keys("ada")


@pytest.mark.rule("MM-ACT-04", "MM-MAG-22")
def test_haste_costs_a_minor_action() -> None:
    """The card says so."""
    bout = begun(mage("ada", "haste"), big())
    bout.order(cast("haste"), 6, 1)
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)


# -- the test
@pytest.mark.rule("MM-MAG-21", "MM-MAG-07", "RUL-46", "RUL-45", "MM-MAG-20")
def test_ember_burns_for_two_and_one_a_success_whatever_the_armour() -> None:
    """Nature 2: both dice succeed, 2 + 2; Armour 9 does not matter. Its rule is the spell's."""
    bout = begun(mage("ada", "ember"), big(armour=9))
    bout.order(cast("ember", "bob"), 6, 7)
    assert bout.rolls() == ["2d8 spell"]
    assert bout.health("bob") == 40 - 4
    assert outcomes(bout) == {"bob": SpellOutcome.WORKS}


@pytest.mark.rule("RUL-12")
def test_ones_and_eights_of_a_spell_test_do_nothing_else() -> None:
    """An 8 is one success: no critical damage, no wound; nothing is damaged by a 1."""
    bout = begun(mage("ada", "ember", weapons=("dagger",)), big())
    bout.order(cast("ember", "bob"), 8, 1)
    assert bout.health("bob") == 40 - 3
    assert bout.of(Wounded) == []
    assert bout.fighter("ada").damaged == ()


@pytest.mark.rule("MM-ST-03", "RUL-60", "MM-PET-02")
def test_tired_takes_a_die_of_a_spell_test() -> None:
    """Nature 2 and Tired: one die."""
    from engine.kernel.state.combatant import Condition

    tired = structs.replace(mage("ada", "ember"), conditions=(Condition(key="tired", kind="tired"),))
    bout = begun(tired, big())
    bout.order(cast("ember", "bob"), 6)
    assert bout.the(RollOpened).modifier == -1


@pytest.mark.rule("MM-LUCK-03", "MM-LUCK-04", "RUL-34", "MM-DW-05")
def test_a_failed_spell_test_may_be_repeated_with_luck() -> None:
    """Nature 2 fails; luck 3 casts with three dice; Power is paid once."""
    bout = begun(mage("ada", "ember", lucky=True), big())
    before = power(bout, "ada")
    bout.order(cast("ember", "bob"), 1, 2)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 6, 6, 6)
    assert (bout.health("bob"), power(bout, "ada")) == (40 - 5, before - 2)


# -- magic resistance and vulnerability
@pytest.mark.rule("MM-WE-10", "MM-RES-03", "RUL-34", "RUL-45")
def test_magic_resistance_takes_successes_down_to_a_failure() -> None:
    """The golem's 2 of two successes leave none: no effect; of three they leave one: 3 damage of Ember."""
    for faces, lost in (((6, 6, 1), 0), ((6, 6, 6), 3)):
        bout = begun(mage("ada", "ember", level=3), foe("bob", ref="stone_golem"))
        bout.order(cast("ember", "bob"), *faces)
        assert bout.health("bob") == 30 - lost
        assert list(outcomes(bout).values()) == [SpellOutcome.WORKS if lost else SpellOutcome.WEAKENED]


@pytest.mark.rule("MM-RES-03", "RUL-34")
def test_a_test_that_resistance_fails_may_be_repeated() -> None:
    """Two successes against resistance 2 are a failed test of its only target: luck is asked."""
    bout = begun(mage("ada", "ember", lucky=True), foe("bob", ref="stone_golem"))
    bout.order(cast("ember", "bob"), 6, 6)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("keep")
    assert bout.health("bob") == 30


@pytest.mark.rule("MM-RES-06", "RUL-50")
def test_magic_vulnerability_adds_to_a_passed_test_alone() -> None:
    """The wisp: one success counts as two; none stays none."""
    for faces, lost in (((6, 1), 2 + 2), ((1, 1), 0)):
        bout = begun(mage("ada", "ember"), foe("bob", ref="frost_wisp"))
        bout.order(cast("ember", "bob"), *faces)
        assert bout.health("bob") == 7 - lost


# -- immunity
@pytest.mark.rule("MM-RES-05", "RUL-49", "MM-MAG-16", "MM-MAG-17")
@pytest.mark.parametrize(("spell", "ref"), [("mind_fog", "skeleton_archer"), ("glare", "stone_golem"),
                                            ("glare", "frost_wisp")])  # fmt: skip
def test_an_immune_target_is_legal_and_ignores_the_spell(spell: str, ref: str) -> None:
    """By type (Mental, Sensory), or by school (Illusion); Power is gone."""
    bout = begun(mage("ada", spell, level=5), foe("bob", ref=ref))
    before = power(bout, "ada")
    bout.order(cast(spell, "bob"), 6, 6, 6, 6, 6)
    assert outcomes(bout) == {"bob": SpellOutcome.IMMUNE}
    assert power(bout, "ada") < before
    assert bout.own.forces == ()


# -- the resistance test
RESISTING = (SkillLevel(skill="resistance", level=4),)


@pytest.mark.rule("MM-RES-01", "RUL-51", "MM-SKILL-15", "MM-DW-18")
@pytest.mark.parametrize(("face", "lost"), [(3, 0), (4, 4)])
def test_a_resistance_test_is_all_or_nothing(face: int, lost: int) -> None:
    """Resistance 4 above a 3: no effect at all; a 4 is a tie and fails: full effect."""
    bout = begun(mage("ada", "ember"), big(skills=RESISTING))
    bout.order(cast("ember", "bob"), 6, 6, face)
    assert bout.rolls() == ["2d8 spell", "1d10 resistance"]
    assert bout.health("bob") == 40 - lost


@pytest.mark.rule("MM-RES-01")
def test_an_ally_makes_no_resistance_test() -> None:
    """Mend of a friend with Resistance 5 heals it, and no d10 falls."""
    friend = pc("cid", rank=2, now={"health": 1}, skills={"resistance": 5}, lucky=False)
    bout = begun(mage("ada", "mend", rank=1), friend, big())
    bout.order(cast("mend", "cid"), 6, 6)
    assert (bout.rolls(), bout.health("cid")) == (["2d8 spell"], 5)


@pytest.mark.rule("MM-RES-01", "MM-DW-05", "MM-DW-18")
def test_who_resists_may_have_a_lucky_break() -> None:
    """The shaman casts at Ada; her test fails, and she repeats it with luck 3 above a 2."""
    ada = pc(skills={"resistance": 2}, rank=1, attributes={"speed": 1})
    bout = begun(ada, foe("bob", ref="goblin_shaman"))
    bout.order(cast("ember", "ada", by="bob"), 6, 6, 9)
    assert bout.asked == ["AskLuckyBreak"]
    assert bout.waiting[0].seats == ("ana",)
    bout.answer("repeat", 2)
    assert outcomes(bout) == {"ada": SpellOutcome.RESISTED}
    assert bout.health("ada") == 8


@pytest.mark.rule("MM-RES-02", "MM-MAG-20")
def test_a_master_of_nature_casts_ember_without_resistance() -> None:
    """Nature 5: no d10; at 4 one falls."""
    for level, extra in ((5, ()), (4, (1,))):
        bout = begun(mage("ada", "ember", level=level), big(skills=RESISTING))
        bout.order(cast("ember", "bob"), 6, *[1] * (level - 1), *extra)
        assert (bout.health("bob") < 40) is (level == 5)


@pytest.mark.rule("MM-RES-02", "MM-ELM-08", "MM-MAG-10", "RUL-47", "RUL-42")
def test_holy_light_strikes_an_area_and_at_four_successes_nobody_resists() -> None:
    """Positions 1 and 2 of the enemies: the ghoul loses 3 + 4, the living man nothing, who is on 3 is not struck."""
    people = (
        foe("gul", ref="ghoul", rank=1),
        big("man", rank=2),
        foe("far", ref="ghoul", rank=3),
    )
    bout = begun(mage("ada", "holy_light", level=4), *people)
    bout.order(cast("holy_light"), 6, 6, 6, 6)
    assert {key: bout.health(key) for key in ("gul", "man", "far")} == {"gul": 3, "man": 40, "far": 10}


@pytest.mark.rule("MM-GEN-04", "MM-MAG-10")
def test_an_area_with_nobody_in_it_is_refused() -> None:
    """All enemies stand on 3; no Power is paid."""
    bout = begun(mage("ada", "holy_light", level=3), big(rank=3))
    assert bout.refuse(cast("holy_light")).rule == "MM-GEN-04"
    assert "cast" not in bout.keys("ada")


# -- whom it reaches
@pytest.mark.rule("MM-WE-07", "MM-MAG-11", "RUL-24", "MM-ACT-17", "MM-GEN-04")
def test_a_touch_reaches_whoever_is_very_close_and_never_its_caster() -> None:
    """An opponent at close and an ally two positions off are out of range; very close ones are not."""
    two = (pc("cid", rank=3, now={"health": 1}), big(rank=1))
    bout = begun(mage("ada", "mend", "frost_touch", rank=1, level=3), *two)
    assert bout.refuse(cast("frost_touch", "bob")).rule == "MM-MAG-11"
    assert bout.refuse(cast("mend", "cid")).rule == "MM-MAG-11"
    assert bout.refuse(cast("mend", "ada")).rule == "RUL-24"
    assert "cast" not in bout.keys("ada")
    near = begun(mage("ada", "frost_touch", level=3), big(), distance=Distance.VERY_CLOSE)
    near.order(cast("frost_touch", "bob"), 6, 6, 1)
    assert near.health("bob") == 40 - 4


@pytest.mark.rule("MM-POS-05", "RUL-81")
def test_a_spell_has_its_own_range() -> None:
    """Ember reaches every position at medium and nobody far; at very close it is legal, though shots are not."""
    assert begun(mage("ada", "ember"), big(), distance=Distance.FAR).refuse(cast("ember", "bob")).rule == "MM-POS-05"
    for distance in (Distance.MEDIUM, Distance.VERY_CLOSE):
        bout = begun(mage("ada", "ember"), big(rank=5), distance=distance)
        bout.order(cast("ember", "bob"), 6, 1)
        assert bout.health("bob") == 40 - 3


@pytest.mark.rule("MM-MAG-09", "RUL-83", "MM-COV-05")
def test_a_projectile_finds_nobody_behind_cover_or_a_large_obstacle() -> None:
    """Cover of the target, a large obstacle before it; an ordinary one hides nobody, nor a large one behind it."""

    def struck(*positions: Position, rank: int) -> bool:
        bout = begun(mage("ada", "ember", "void_bolt"), big(rank=rank), field=field(*positions))
        assert "cast" in bout.keys("ada")  # the Void Bolt is no Projectile
        there = any(one.body.spell == "ember" for one in bout.offers("ada") if one.key == "cast")
        if there:
            bout.order(cast("ember", "bob"), 6, 1)
        else:
            assert bout.refuse(cast("ember", "bob")).rule == "MM-MAG-09"
        return there

    assert not struck(Position(side="enemies", rank=2, cover=Cover.LIGHT), rank=2)
    assert not struck(Position(side="enemies", rank=1, obstacle=Obstacle.LARGE), rank=2)
    assert struck(Position(side="enemies", rank=1, obstacle=Obstacle.ORDINARY), rank=2)
    assert struck(Position(side="enemies", rank=3, obstacle=Obstacle.LARGE), rank=2)


@pytest.mark.rule("MM-MAG-09", "RUL-40")
def test_in_the_dark_no_projectile_flies_far() -> None:
    """At medium it is refused, at close it is not."""
    dark = field(lighting=Lighting.DARK)
    bout = begun(mage("ada", "ember"), big(), distance=Distance.MEDIUM, field=dark)
    assert bout.refuse(cast("ember", "bob")).rule == "MM-MAG-09"
    near = begun(mage("ada", "ember"), big(), field=dark)
    near.order(cast("ember", "bob"), 6, 1)


@pytest.mark.rule("RUL-83")
def test_who_crouches_casts_no_projectile() -> None:
    """Behind heavy cover and crouching."""
    from engine.systems.mongolian_mercenaries.orders import Crouch

    heavy = field(Position(side="party", rank=1, cover=Cover.HEAVY))
    bout = begun(mage("ada", "ember", "void_bolt", rank=1), big(), field=heavy)
    if bout.waiting:
        bout.answer(bout.waiting[0].default)
    bout.order(Crouch(combatant="ada"))
    assert bout.refuse(cast("ember", "bob")).rule == "RUL-83"
    bout.order(cast("void_bolt", "bob"), 6, 1)
    assert bout.health("bob") == 40 - 2
