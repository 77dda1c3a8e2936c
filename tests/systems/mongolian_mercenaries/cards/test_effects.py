"""Each effect of a card: whom it reaches, what it comes to, with it and without it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE
from engine.systems.mongolian_mercenaries.cards.moments import (
    Moment,
    Party,
    Source,
    answers,
    applied,
    effects_at,
    reactions_at,
    standing,
    those,
    used,
)
from engine.systems.mongolian_mercenaries.cards.sums import (
    allowed,
    attribute,
    crit_faces,
    figure,
    forbidden,
    harm,
    immune,
    lighting,
    number,
    resistance,
    skill,
    spared,
    wounds_at_all,
)
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Activity,
    BodySize,
    CardTest,
    CreatureType,
    DamageKind,
    Does,
    Effect,
    Element,
    Figure,
    Formula,
    ItemMark,
    Lighting,
    Manner,
    Permission,
    SpellType,
    When,
    Whom,
)
from tests.systems.mongolian_mercenaries.cards.people import FRIEND, GHOUL, HUNTER, RAT, bearing, moment, struck


def _always(does: Does, **fields: Any) -> Ability:
    return Ability(effects=(Effect(does=does, **fields),))


def _dice(points: int, on: Whom = Whom.SELF) -> Ability:
    return _always(Does.FIGURE, figure=Figure.HIT_DICE, amount=Formula(points=points), on=on)


def _carrying(party: Party, card: str) -> Party:
    pile = next(pile for pile in c.CONTENT.values() if card in pile)
    return bearing(party, *pile[card].abilities, card=card)  # type: ignore[attr-defined]  # every card but a few has


# -- sums
@pytest.mark.rule("MM-GEN-03", "MM-WE-01")
def test_percents_are_summed_and_applied_once() -> None:
    """+25% and +50% on 10 is 17 (17.5 rounded down), not 18 (one after the other)."""
    more = [_always(Does.FIGURE, figure=Figure.DAMAGE, percent=percent) for percent in (25, 50)]
    found = figure(moment(bearing(HUNTER, *more)), "hunter", Figure.DAMAGE, 10)
    assert (found.total, found.points, found.percent) == (17, 0, 75)


@pytest.mark.rule("MM-GEN-03", "MM-GEN-01")
def test_points_come_before_percents() -> None:
    """(4 + 3) and 50% more: 10.5, so 10. Percents first would give 9."""
    card = (
        _always(Does.FIGURE, figure=Figure.DAMAGE, percent=50),
        _always(Does.FIGURE, figure=Figure.DAMAGE, amount=Formula(points=3)),
    )
    assert figure(moment(bearing(HUNTER, *card)), "hunter", Figure.DAMAGE, 4).total == 10


def test_the_terms_say_where_a_number_comes_from() -> None:
    """One for each card's points, one for all percents."""
    hunter = bearing(bearing(HUNTER, _dice(2), card="cry"), _dice(-1), card="fog")
    found = figure(moment(hunter), "hunter", Figure.HIT_DICE, 3)
    assert found.total == 4
    assert [(term.source, term.amount) for term in found.terms("dice", "MM-ATK-04")] == [("cry", 2), ("fog", -1)]


def test_a_formula_counts_points_successes_and_levels() -> None:
    """1 + 2 for each of 3 successes + 1 for each of 4 levels; a negative skill counts as 0."""
    formula = Formula(points=1, per_success=2, skill="first_aid")
    assert number(formula, {"first_aid": 4}, 3) == 11
    assert number(formula, {"first_aid": -2}, 3) == 7
    assert number(formula, {}, None) == 1


# -- whom
@pytest.mark.parametrize(
    ("whom", "found"),
    [
        (Whom.SELF, ("hunter",)),
        (Whom.OTHER, ("ghoul",)),
        (Whom.OWNER, ()),
        (Whom.ALLIES, ("friend",)),
        (Whom.SIDE, ("hunter", "friend")),
        (Whom.OPPONENTS, ("ghoul", "rat")),
        (Whom.EVERYBODY, ("hunter", "friend", "ghoul", "rat")),
    ],
)
def test_whom_an_effect_reaches(whom: Whom, found: tuple[str, ...]) -> None:
    """As its bearer sees it; whoever is out of the fight is in no group."""
    assert those(whom, moment(), "hunter") == found
    gone = moment(structs.replace(RAT, active=False), structs.replace(FRIEND, active=False))
    assert those(whom, gone, "hunter") == tuple(one for one in found if one not in ("friend", "rat"))


def test_the_other_is_whoever_the_bearer_deals_with() -> None:
    """The target of the actor, the actor for the target, nobody for who stands by."""
    assert those(Whom.OTHER, struck(), "hunter") == ("ghoul",)
    assert those(Whom.OTHER, struck(), "ghoul") == ("hunter",)
    assert those(Whom.OTHER, struck(), "friend") == ()
    assert those(Whom.OTHER, moment(target="hunter"), "hunter") == ("hunter",)


@pytest.mark.rule("MM-PET-02")
def test_a_frog_helps_the_spells_of_its_owner_alone() -> None:
    """+1 die for the hunter, none for the friend."""
    frog = _carrying(Party(id="frog", side="party", owner="hunter"), "talking_frog")
    at = moment(frog)
    assert figure(at, "hunter", Figure.SPELL_DICE, 3).total == 4
    assert figure(at, "friend", Figure.SPELL_DICE, 3).total == 3
    assert figure(at, "hunter", Figure.HIT_DICE, 3).total == 3


@pytest.mark.rule("RUL-53")
def test_a_mount_helps_its_rider_while_it_is_ridden() -> None:
    """Its card works on the rider: +2 to speed in pursuits, and nothing on foot."""
    rider = structs.replace(_carrying(HUNTER, "steppe_horse"), mounted=True)
    assert figure(moment(rider), "hunter", Figure.PURSUIT, 4).total == 6
    assert figure(moment(_carrying(HUNTER, "steppe_horse")), "hunter", Figure.PURSUIT, 4).total == 4


@pytest.mark.rule("MM-FIELD-07")
def test_holy_ground_hinders_the_undead_who_strike_at_it() -> None:
    """One die less for the ghoul; none for the rat, and none where the ghoul strikes somebody else."""
    hunter = _carrying(HUNTER, "holy_ground")
    assert figure(struck(hunter), "ghoul", Figure.HIT_DICE, 3).total == 2
    assert figure(moment(hunter, actor="rat", target="hunter"), "rat", Figure.HIT_DICE, 3).total == 3
    assert figure(moment(hunter, actor="ghoul", target="friend"), "ghoul", Figure.HIT_DICE, 3).total == 3


def test_who_is_out_helps_nobody() -> None:
    """A cry of somebody who lies there is not heard."""
    friend = bearing(FRIEND, _dice(1, Whom.ALLIES))
    assert figure(moment(friend), "hunter", Figure.HIT_DICE, 2).total == 3
    assert figure(moment(structs.replace(friend, active=False)), "hunter", Figure.HIT_DICE, 2).total == 2


# -- standing effects
@pytest.mark.rule("MM-CRIT-07")
def test_crit_faces_are_added() -> None:
    """6 and 7 beside 8; without the card 8 alone."""
    hunter = bearing(HUNTER, _always(Does.CRIT_FACES, faces=(7, 6)))
    assert crit_faces(moment(hunter), "hunter", (8,)) == (6, 7, 8)
    assert crit_faces(moment(), "hunter", (8,)) == (8,)


@pytest.mark.rule("MM-GEN-02", "MM-DIST-03")
def test_a_card_allows_what_is_forbidden() -> None:
    """Point blank, and that alone."""
    hunter = _carrying(HUNTER, "point_blank")
    assert allowed(moment(hunter), "hunter", Permission.RANGED_AT_VERY_CLOSE)
    assert not allowed(moment(hunter), "hunter", Permission.TWO_WEAPONS)
    assert not allowed(moment(hunter), "friend", Permission.RANGED_AT_VERY_CLOSE)


@pytest.mark.rule("RUL-73", "RUL-60")
def test_a_state_forbids_deeds() -> None:
    """Immobilised: no Movement, no attack, but casting. Paralysed: nothing."""
    snared, stiff = moment(_carrying(HUNTER, "immobilised")), moment(_carrying(HUNTER, "paralysed"))
    assert forbidden(snared, "hunter", Activity.ATTACK) == "immobilised"
    assert forbidden(snared, "hunter", Activity.CAST) == ""
    assert forbidden(stiff, "hunter", Activity.CAST) == "paralysed"
    assert forbidden(moment(), "hunter", Activity.ATTACK) == ""


@pytest.mark.rule("MM-SKILL-10", "MM-SKILL-12", "MM-SKILL-09", "RUL-53")
def test_masters_have_what_their_skill_cards_say() -> None:
    """At 5 and not at 4; a Dodge Master not on horseback; Protection counts only in armour."""
    for level, master in ((4, False), (5, True)):
        hunter = structs.replace(HUNTER, skills={"dodge": level, "protection": level}, worn=True)
        hunter = _carrying(_carrying(hunter, "dodge"), "protection")
        assert allowed(moment(hunter), "hunter", Permission.RANGED_DODGE) is master
        assert allowed(moment(hunter), "hunter", Permission.NO_CRITS) is master
        assert figure(moment(hunter), "hunter", Figure.ARMOUR, 2).total == 2 + level
        bare = structs.replace(hunter, worn=False, mounted=True)
        assert figure(moment(bare), "hunter", Figure.ARMOUR, 0).total == 0
        assert not allowed(moment(bare), "hunter", Permission.RANGED_DODGE)


@pytest.mark.rule("MM-SKILL-03", "MM-TEST-08")
def test_a_locked_skill_is_raised_by_nothing() -> None:
    """A bonus to the skill counts into its value, but not where it began negative."""
    hunter = bearing(HUNTER, _always(Does.SKILL, skill="bow", amount=Formula(points=2)))
    assert skill(moment(hunter), "hunter", "bow", 0).total == 2
    assert skill(moment(hunter), "hunter", "spear", 0).total == 0
    assert skill(moment(hunter), "hunter", "bow", -1, locked=True).total == -1


def test_an_idol_takes_luck_and_nothing_else() -> None:
    """-1 luck."""
    hunter = _carrying(HUNTER, "cursed_idol")
    assert attribute(moment(hunter), "hunter", "luck", 3).total == 2
    assert attribute(moment(hunter), "hunter", "speed", 3).total == 3


@pytest.mark.rule("MM-FIELD-05")
def test_a_torch_makes_darkness_dim() -> None:
    """Dark counts as dim while somebody active holds it; a veil makes it darker, never darker than dark."""
    assert lighting(moment(lighting=Lighting.DARK)) is Lighting.DARK
    assert lighting(moment(_carrying(HUNTER, "torch"), lighting=Lighting.DARK)) is Lighting.DIM
    fallen = structs.replace(_carrying(HUNTER, "torch"), active=False)
    assert lighting(moment(fallen, lighting=Lighting.DARK)) is Lighting.DARK
    assert lighting(moment(_carrying(HUNTER, "torch"), lighting=Lighting.FULL)) is Lighting.FULL
    assert lighting(moment(lighting=Lighting.DIM), 1) is Lighting.DARK
    assert lighting(moment(lighting=Lighting.DARK), 1) is Lighting.DARK
    assert lighting(moment(lighting=Lighting.DIM), -2) is Lighting.FULL


# -- resistance
@pytest.mark.rule("MM-RES-04", "MM-RES-07", "MM-RES-08")
def test_resistance_and_vulnerability_sum() -> None:
    """25% resistance and 50% vulnerability to fire: 10 becomes 12 (12.5)."""
    hunter = bearing(
        _carrying(HUNTER, "ring_of_embers"), _always(Does.RESIST, elements=(Element.FIRE,), percent=50), card="oil"
    )
    assert resistance(struck(hunter, element=Element.FIRE), "hunter").percent == 25
    assert harm(struck(hunter, element=Element.FIRE), "hunter", 10) == 12
    assert harm(struck(hunter, element=Element.ICE), "hunter", 10) == 10


@pytest.mark.rule("RUL-41", "RUL-43")
def test_a_ghost_is_not_hurt_by_plain_steel() -> None:
    """100% against a blade without element: nothing is left, and no wound. Fire and magic hurt it."""
    wraith = bearing(GHOUL, *CATALOGUE.abilities(c.CREATURES["wraith"]))
    steel = moment(wraith, kind=DamageKind.SLASHING)
    assert harm(steel, "ghoul", 9) == 0
    assert not wounds_at_all(steel, "ghoul")
    for other in (
        moment(wraith, kind=DamageKind.SLASHING, element=Element.FIRE),
        moment(wraith, kind=DamageKind.MAGICAL),
    ):
        assert harm(other, "ghoul", 9) == 9
        assert wounds_at_all(other, "ghoul")


@pytest.mark.rule("RUL-41", "MM-ENM-15")
def test_a_card_may_say_otherwise_than_its_type() -> None:
    """A demon of flesh with 30% has that alone; an imp, whose card is silent, has 100%."""
    imp = c.CREATURES["imp"]
    soft = structs.replace(imp, abilities=(_always(Does.RESIST, plain=True, percent=-30),))
    for card, left in ((imp, 0), (soft, 7)):
        party = bearing(GHOUL, *CATALOGUE.abilities(card))
        assert harm(moment(party, kind=DamageKind.BLUNT), "ghoul", 10) == left


@pytest.mark.rule("RUL-08", "RUL-43")
def test_percents_leave_nothing_alone_and_go_no_lower_than_nothing() -> None:
    """A net of 0 or -2 stays; a sum below -100% leaves 0."""
    hunter = bearing(HUNTER, _always(Does.RESIST, kinds=(DamageKind.BLUNT,), percent=-150))
    at = struck(hunter, kind=DamageKind.BLUNT)
    assert [harm(at, "hunter", points) for points in (-2, 0, 5)] == [-2, 0, 0]
    weak = bearing(HUNTER, _always(Does.RESIST, kinds=(DamageKind.BLUNT,), percent=50))
    assert [harm(struck(weak, kind=DamageKind.BLUNT), "hunter", points) for points in (-2, 0, 5)] == [-2, 0, 7]


@pytest.mark.rule("MM-ELM-08", "RUL-42")
def test_light_hurts_undead_demons_and_vulnerable_monsters() -> None:
    """Not the living; a monster only where its card makes it vulnerable."""
    card = c.ELEMENTS["light"]
    left = {}
    for kind in CreatureType:
        at = moment(structs.replace(GHOUL, type=kind), element=Element.LIGHT)
        left[kind] = harm(at, "ghoul", 4, card)
        assert wounds_at_all(at, "ghoul", card) is (left[kind] > 0)
    assert {kind for kind, points in left.items() if points} == {CreatureType.UNDEAD, CreatureType.DEMON}
    kraken = bearing(structs.replace(GHOUL, type=CreatureType.MONSTER), *c.CREATURES["kraken_spawn"].abilities)
    assert harm(moment(kraken, element=Element.LIGHT), "ghoul", 4, card) == 4


@pytest.mark.rule("MM-ELM-08", "MM-RES-07")
@pytest.mark.parametrize(
    ("percents", "left"),
    [((0,), 4), ((50,), 6), ((50, -50), 4), ((0, -50), 2), ((0, -100), 0), ((-50,), 0), ((), 0)],
)
def test_who_is_vulnerable_is_so_whatever_the_percentage_comes_to(percents: tuple[int, ...], left: int) -> None:
    """Without a percentage, or with one that a resistance takes off again; who only resists is not vulnerable."""
    card = c.ELEMENTS["light"]
    effects = (_always(Does.RESIST, elements=(Element.LIGHT,), percent=percent) for percent in percents)
    at = moment(bearing(structs.replace(GHOUL, type=CreatureType.MONSTER), *effects), element=Element.LIGHT)
    assert harm(at, "ghoul", 4, card) == left
    assert wounds_at_all(at, "ghoul", card) is (left > 0)


@pytest.mark.rule("MM-RES-03", "MM-RES-06")
def test_magic_resistance_and_vulnerability_are_a_figure() -> None:
    """A stone golem takes two successes off, a frost wisp gives one."""
    for card, change in (("stone_golem", -2), ("frost_wisp", 1), ("rat", 0)):
        party = bearing(GHOUL, *c.CREATURES[card].abilities)
        assert figure(moment(party), "ghoul", Figure.MAGIC).total == change


@pytest.mark.rule("MM-RES-05")
def test_immunity_is_by_type_or_school() -> None:
    """A golem ignores the mental mind fog and the sensory glare, not ember; a wisp all illusions."""
    golem = moment(bearing(GHOUL, *c.CREATURES["stone_golem"].abilities))
    wisp = moment(bearing(GHOUL, *c.CREATURES["frost_wisp"].abilities))
    spells = c.SPELLS
    assert [immune(golem, "ghoul", spells[one]) for one in ("mind_fog", "glare", "ember")] == [True, True, False]
    assert [immune(wisp, "ghoul", spells[one]) for one in ("mind_fog", "glare", "ember")] == [True, True, False]
    path = bearing(GHOUL, _always(Does.IMMUNE, paths=("thorns",)))
    assert immune(moment(path), "ghoul", structs.replace(spells["ember"], path="thorns"))
    assert not immune(moment(path), "ghoul", spells["ember"])


def test_some_never_gain_a_state() -> None:
    """Immune to burning, not to poisoning."""
    hunter = moment(bearing(HUNTER, _always(Does.IMMUNE, states=("burning",))))
    assert spared(hunter, "hunter", "burning")
    assert not spared(hunter, "hunter", "poisoned")


# -- moments
@pytest.mark.rule("MM-TAL-04")
def test_a_parry_is_asked_for_when_a_blow_has_hit() -> None:
    """In melee, when hit; then the attacker has one success less."""
    hunter = _carrying(HUNTER, "parry")
    (answer,) = reactions_at(struck(hunter, when=When.HIT))
    (effect,) = applied(answer, struck(hunter, when=When.HIT))
    assert (answer.key, effect.on) == (("hunter", "parry", 0), ("ghoul",))
    assert figure(struck(hunter), "ghoul", Figure.SUCCESSES, 2, [effect]).total == 1
    assert figure(struck(hunter), "hunter", Figure.SUCCESSES, 2, [effect]).total == 2
    assert reactions_at(struck(hunter, when=When.HIT, manner=Manner.RANGED)) == ()
    assert reactions_at(struck(hunter, when=When.ATTACKED)) == ()
    assert effects_at(struck(hunter, when=When.HIT)) == ()


WHO = {
    **dict.fromkeys(("ATTACKED", "HIT", "MISSED", "HARMED", "WOUNDED", "ELIMINATED"), ("ghoul",)),
    **dict.fromkeys(("USED", "FAILED", "HITS", "CRITS", "HARMS", "WOUNDS", "ENTERS", "TURN_STARTS"), ("hunter",)),
    "ALLY_ELIMINATED": ("rat",),
    "OPPONENT_ELIMINATED": ("hunter", "friend"),
    **dict.fromkeys(
        ("ALWAYS", "ROUND_STARTS", "ROUND_ENDS", "RESTS", "SLEEPS", "DAY_STARTS"), ("hunter", "friend", "ghoul", "rat")
    ),
}


@pytest.mark.parametrize("when", When)
def test_whose_cards_answer_a_moment(when: When) -> None:
    """The hunter acts on the ghoul: each moment is answered by those it concerns, and by no other moment's cards."""
    everybody = [
        bearing(one, Ability(when=when, effects=(Effect(does=Does.HEAL, amount=Formula(points=1)),)))
        for one in (HUNTER, FRIEND, GHOUL, RAT)
    ]
    assert tuple(answer.bearer for answer in answers(moment(*everybody, when=when))) == WHO[when.value]
    other = When.USED if when is not When.USED else When.HIT
    assert answers(moment(*everybody, when=other)) == ()


@pytest.mark.rule("MM-ELM-01", "MM-ELM-02", "MM-ELM-06", "MM-ELM-07")
def test_elements_do_what_their_cards_say() -> None:
    """Fire burns on a crit, water puts out on harm, poison poisons with a wound of an attack, acid eats metal."""

    def brought(card: str, when: When, *, target: Party = GHOUL, **facts: Any) -> list[tuple[Does, tuple[str, ...]]]:
        hunter = _carrying(HUNTER, card)
        return [(one.effect.does, one.on) for one in effects_at(moment(hunter, target, when=when, **facts))]

    assert brought("fire", When.CRITS) == [(Does.STATE, ("ghoul",))]
    assert brought("fire", When.HITS) == []
    assert brought("water", When.HARMS) == [(Does.END_STATE, ("ghoul",))]
    assert brought("poison", When.WOUNDS) == [(Does.STATE, ("ghoul",))]
    assert brought("poison", When.WOUNDS, manner=Manner.ITEM) == []
    assert brought("poison", When.HARMS) == []
    assert brought("acid", When.HARMS, target=structs.replace(GHOUL, metal=True)) == [(Does.ITEM, ("ghoul",))]
    assert brought("acid", When.HARMS) == []
    for silent in ("ice", "lightning", "magic"):
        assert c.ELEMENTS[silent].abilities == ()


@pytest.mark.rule("MM-TEST-06", "RUL-61")
def test_a_snare_asks_for_a_test() -> None:
    """It does nothing by itself; passed nothing happens, failed it holds."""
    hunter = _carrying(HUNTER, "snare")
    at = moment(hunter, when=When.ENTERS, target="")
    assert effects_at(at) == ()
    (answer,) = answers(at)
    assert answer.ability.test == CardTest(attribute="dexterity")
    assert applied(answer, at, passed=True) == ()
    (held,) = applied(answer, at, passed=False)
    assert (held.effect.state, held.on) == ("immobilised", ("hunter",))


@pytest.mark.rule("MM-MAG-18", "MM-WE-11")
def test_thorns_answer_whoever_attacks_in_melee() -> None:
    """Two piercing to the attacker, by itself; nothing to an archer."""
    spell = c.SPELLS["thorn_armour"].abilities
    hunter = bearing(HUNTER, *(one for one in spell if one.when is not When.USED))
    (thorn,) = effects_at(struck(hunter))
    assert (thorn.effect.kind, thorn.effect.amount, thorn.on) == (DamageKind.PIERCING, Formula(points=2), ("ghoul",))
    assert effects_at(struck(hunter, manner=Manner.RANGED)) == ()


# -- use
def _use(pile: str, card: str, at: Moment, *targets: str, user: str = "hunter") -> list[tuple[Does, tuple[str, ...]]]:
    source = Source(id=card, abilities=c.CONTENT[pile][card].abilities)  # type: ignore[attr-defined]  # they have
    return [(one.effect.does, one.on) for one in used(at, source, user, targets)]


@pytest.mark.rule("MM-MAG-20", "MM-RES-02")
def test_a_spell_has_more_effects_at_higher_skill() -> None:
    """Ember is irresistible at Nature 5, not at 4."""
    for level, more in ((4, []), (5, [(Does.IRRESISTIBLE, ("hunter",))])):
        at = moment(structs.replace(HUNTER, skills={"magic_nature": level}), when=When.USED, successes=1)
        assert _use("spells", "ember", at, "rat") == [(Does.DAMAGE, ("rat",)), *more]


@pytest.mark.rule("MM-MAG-21")
def test_a_failed_spell_may_have_its_own_effect() -> None:
    """Raising a skeleton hurts who fails; passed it summons."""
    assert _use("spells", "raise_skeleton", moment(when=When.FAILED)) == [(Does.DAMAGE, ("hunter",))]
    assert _use("spells", "raise_skeleton", moment(when=When.USED)) == [(Does.SUMMON, ("hunter",))]
    assert _use("spells", "ember", moment(when=When.FAILED), "rat") == []


@pytest.mark.rule("MM-MULTI-02")
def test_a_prayer_reaches_only_those_it_is_for() -> None:
    """Of ghoul and rat the ghoul alone."""
    assert _use("prayers", "repel_undead", moment(when=When.USED)) == [(Does.DAMAGE, ("ghoul",))]


def test_a_bandage_may_be_for_oneself() -> None:
    """The user is its target then."""
    assert _use("items", "bandage", moment(when=When.USED), "hunter") == [(Does.HEAL, ("hunter",))]
    assert _use("items", "bandage", moment(when=When.USED), "friend") == [(Does.HEAL, ("friend",))]


def test_a_whetstone_marks_a_weapon() -> None:
    """Sharpened."""
    (effect,) = c.ITEMS["whetstone"].abilities[0].effects
    assert effect.mark is ItemMark.SHARPENED
    assert _use("items", "whetstone", moment(when=When.USED)) == [(Does.ITEM, ("hunter",))]


@pytest.mark.rule("MM-ACT-04")
def test_quick_hands_have_one_more_minor_action() -> None:
    """And no more Large ones."""
    at = moment(_carrying(HUNTER, "quick_hands"))
    assert figure(at, "hunter", Figure.MINOR_ACTIONS, 1).total == 2
    assert figure(at, "hunter", Figure.LARGE_ACTIONS, 1).total == 1


@pytest.mark.rule("MM-ENM-04")
def test_a_giant_killer_looks_at_size() -> None:
    """One die more against Large and Huge."""
    hunter = _carrying(HUNTER, "giant_killer")
    dice = [
        figure(moment(hunter, structs.replace(GHOUL, size=size)), "hunter", Figure.HIT_DICE, 2).total
        for size in BodySize
    ]
    assert dice == [2, 2, 3, 3]


def test_standing_effects_may_be_asked_for_by_kind() -> None:
    """All of them, or those that do one thing."""
    hunter = bearing(HUNTER, _dice(1), _always(Does.IMMUNE, types=(SpellType.MENTAL,)))
    assert len(standing(moment(hunter), "hunter")) == 2
    assert [one.effect.does for one in standing(moment(hunter), "hunter", Does.IMMUNE)] == [Does.IMMUNE]
