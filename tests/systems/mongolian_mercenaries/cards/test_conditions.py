"""Each condition of a card: with it, without it, and at its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.systems.mongolian_mercenaries.cards.moments import Moment, Source, holds, usable
from engine.systems.mongolian_mercenaries.cards.sums import figure
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    BodySize,
    Condition,
    CreatureType,
    DamageKind,
    Distance,
    Does,
    Effect,
    Element,
    FieldType,
    Figure,
    Lighting,
    Manner,
    Subtype,
    When,
    Whom,
)
from tests.systems.mongolian_mercenaries.cards.people import GHOUL, HUNTER, bearing, moment


def _of_hunter(only: Condition, at: Moment, since: int = 0) -> bool:
    return holds(only, at, "hunter", Source(id="card", abilities=(), since=since))


def _hunter(**figures: Any) -> Moment:
    return moment(structs.replace(HUNTER, **figures))


def _ghoul(**figures: Any) -> Moment:
    return moment(structs.replace(GHOUL, **figures))


CASES = {
    "manners": (Condition(manners=(Manner.MELEE,)), moment(), moment(manner=Manner.RANGED)),
    "kinds": (
        Condition(kinds=(DamageKind.BLUNT, DamageKind.SLASHING)),
        moment(kind=DamageKind.SLASHING),
        moment(kind=DamageKind.PIERCING),
    ),
    "elements": (Condition(elements=(Element.FIRE,)), moment(element=Element.FIRE), moment()),
    "plain": (Condition(plain=True), moment(kind=DamageKind.BLUNT), moment(element=Element.ICE)),
    "plain, magical": (Condition(plain=True), moment(), moment(kind=DamageKind.MAGICAL)),
    "wielded": (Condition(wielded=("bow",)), moment(wielded="bow"), moment(wielded="spear")),
    "weapons": (Condition(weapons=("sabre",)), moment(weapon="sabre"), moment(weapon="fire_sabre")),
    "at least": (Condition(at_least=Distance.MEDIUM), moment(distance=2), moment(distance=1)),
    "at most": (Condition(at_most=Distance.CLOSE), moment(distance=1), moment(distance=2)),
    "at most, no pair": (Condition(at_most=Distance.FAR), moment(distance=3), moment(distance=None)),
    "own positions": (Condition(own_positions=(1, 2)), _hunter(position=2), _hunter(position=3)),
    "other positions": (Condition(other_positions=(1, 2)), _ghoul(position=2), _ghoul(position=3)),
    "of types": (
        Condition(of_types=(CreatureType.HUMAN,)),
        moment(),
        _hunter(type=CreatureType.DEMON),
    ),
    "of sizes": (Condition(of_sizes=(BodySize.MEDIUM,)), moment(), _hunter(size=BodySize.SMALL)),
    "against types": (Condition(against_types=(CreatureType.UNDEAD,)), moment(), moment(target="rat")),
    "against types, nobody": (Condition(against_types=(CreatureType.UNDEAD,)), moment(), moment(target="")),
    "against subtypes": (
        Condition(against_subtypes=(Subtype.REVENANT,)),
        _ghoul(subtype=Subtype.REVENANT),
        _ghoul(subtype=Subtype.GHOST),
    ),
    "against sizes": (
        Condition(against_sizes=(BodySize.LARGE, BodySize.HUGE)),
        _ghoul(size=BodySize.HUGE),
        _ghoul(size=BodySize.MEDIUM),
    ),
    "faces": (Condition(faces=(7, 8)), moment(faces=(1, 7)), moment(faces=(1, 6))),
    "successes at least": (Condition(successes_at_least=4), moment(successes=4), moment(successes=3)),
    "successes at most": (Condition(successes_at_most=1), moment(successes=1), moment(successes=2)),
    "skill": (Condition(skill="dodge", level=5), _hunter(skills={"dodge": 5}), _hunter(skills={"dodge": 4})),
    "skill, at all": (Condition(skill="dodge"), _hunter(skills={"dodge": 1}), _hunter(skills={"dodge": 0})),
    "attribute": (
        Condition(attribute="luck", level=3),
        _hunter(attributes={"luck": 3}),
        _hunter(attributes={"luck": 2}),
    ),
    "worn": (Condition(worn=True), _hunter(worn=True), moment()),
    "not worn": (Condition(worn=False), moment(), _hunter(worn=True)),
    "metal of the other": (Condition(metal=True), _ghoul(metal=True), _hunter(metal=True)),
    "in cover": (Condition(in_cover=True), _hunter(in_cover=True), moment()),
    "mounted": (Condition(mounted=False), moment(), _hunter(mounted=True)),
    "states": (
        Condition(states=("tired", "hungry")),
        _hunter(states=("hungry", "tired")),
        _hunter(states=("tired",)),
    ),
    "other states": (Condition(other_states=("burning",)), _ghoul(states=("burning",)), _hunter(states=("burning",))),
    "health": (Condition(health_at_most=50), _hunter(health=50), _hunter(health=51)),
    "wounds": (Condition(wounds_at_least=2), _hunter(wounds=2), _hunter(wounds=1)),
    "landscapes": (Condition(landscapes=("steppe",)), moment(landscape="steppe"), moment(landscape="cave")),
    "lighting": (Condition(lighting=(Lighting.DARK,)), moment(lighting=Lighting.DARK), moment()),
    "field type": (Condition(field_type=FieldType.OPEN), moment(), moment(field_type=FieldType.CLOSED)),
    "rounds": (Condition(rounds_at_most=3), moment(round=3), moment(round=5)),
}


@pytest.mark.rule("MM-TAL-05", "MM-FIELD-03", "MM-POS-04")
@pytest.mark.parametrize("name", CASES)
def test_a_condition_holds_at_its_boundary_and_not_beyond(name: str) -> None:
    """The second moment meets it, the third one does not; a card without conditions does not ask."""
    only, met, missed = CASES[name]
    assert _of_hunter(only, met, since=1)
    assert not _of_hunter(only, missed, since=1)
    assert _of_hunter(Condition(), missed, since=1)


def test_every_field_of_a_condition_has_a_case() -> None:
    """A new one needs a test."""
    tested = {field for only, *_ in CASES.values() for field in Condition.__struct_fields__ if getattr(only, field)}
    tested |= {"worn", "mounted"}
    assert tested == set(Condition.__struct_fields__)


def test_rounds_count_from_the_one_in_which_it_began() -> None:
    """Begun in round 4: rounds 4, 5 and 6 are three."""
    only = Condition(rounds_at_most=3)
    assert [_of_hunter(only, moment(round=number), since=4) for number in (4, 6, 7)] == [True, True, False]


def test_all_that_is_given_must_hold() -> None:
    """One of two is not enough."""
    only = Condition(manners=(Manner.MELEE,), against_types=(CreatureType.UNDEAD,))
    assert _of_hunter(only, moment())
    assert not _of_hunter(only, moment(target="rat"))
    assert not _of_hunter(only, moment(manner=Manner.RANGED))


@pytest.mark.rule("MM-TAL-05")
def test_grave_bane_adds_damage_against_undead_alone() -> None:
    """+2 against the ghoul, nothing against the rat."""
    hunter = bearing(HUNTER, *c.TALENTS["grave_bane"].abilities, card="grave_bane")
    assert figure(moment(hunter), "hunter", Figure.DAMAGE, 3).total == 5
    assert figure(moment(hunter, target="rat"), "hunter", Figure.DAMAGE, 3).total == 3


@pytest.mark.rule("MM-GEN-04", "MM-ACT-17", "MM-WE-07")
def test_a_prayer_against_undead_needs_one() -> None:
    """With a ghoul it may be said; with the rat alone there is nobody whom it is for."""
    prayer = Source(id="repel_undead", abilities=c.PRAYERS["repel_undead"].abilities)
    assert usable(moment(), prayer, "hunter")
    assert not usable(_ghoul(type=CreatureType.BEAST), prayer, "hunter")
    assert not usable(_ghoul(active=False), prayer, "hunter")


@pytest.mark.rule("MM-GEN-04")
def test_what_dice_will_show_does_not_matter_before_they_fall() -> None:
    """A spell that works from two successes on may be cast; one without a target may not."""
    spell = Source(
        id="card",
        abilities=(
            Ability(
                when=When.USED,
                only=Condition(successes_at_least=2, faces=(8,)),
                effects=(Effect(does=Does.STATE, on=Whom.OTHER, state="burning"),),
            ),
        ),
    )
    assert usable(moment(), spell, "hunter", ("ghoul",))
    assert not usable(moment(), spell, "hunter")


def test_a_condition_needs_no_more_than_it_asks() -> None:
    """A card with an ability that asks nothing of the other works without one."""
    assert _of_hunter(Ability().only, moment(target=""))
