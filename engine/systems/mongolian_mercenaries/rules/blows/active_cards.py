"""The cards at work in a fight: moments made from the state, and what cards add to an attack.  [MM-GEN-02]

Figures that are closed to whoever looks say nothing: their cards are left out.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import spend
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Moment, Source, standing
from engine.systems.mongolian_mercenaries.content.kinds import (
    Does,
    Figure,
    Lighting,
    Manner,
    When,
)
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows import card_facts
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike

MOMENT = 10
"""Units of a budget that a moment takes, and two more for each fighter."""

CARDS_RULE = "MM-GEN-02"
"""What a card says goes before what is general."""


def moment(
    state: MercenariesFight, actor: str = "", target: str = "", *, when: When = When.ALWAYS, **facts: Any
) -> Moment:
    """A moment between two, as it is now. facts: of it, such as `manner`, `kind`, `weapon`, `faces`, `successes`.

    A play asks for the same one many times: it is made once per state, and taken from the budget every time.
    """
    spend(MOMENT + 2 * len(state.own.fighters) + len(state.own.forces))
    key = (moment, actor, target, when, *facts.items())
    found: Moment | None = state.kept.get(key)
    if found is None:
        found = state.kept[key] = _made(state, actor, target, when, facts)
    return found


def _made(state: MercenariesFight, actor: str, target: str, when: When, facts: dict[str, Any]) -> Moment:
    field = state.own.field
    weapon = facts.get("weapon", "")
    pair = actor and target and lookup.are_opponents(state, actor, target)
    if field is not None:
        facts = {"landscape": field.landscape, "lighting": field.lighting, "field_type": field.type, **facts}
    here = card_facts.everybody(state)
    if weapon and actor in here:
        here = {**here, actor: card_facts.wielding(state, actor, weapon)}
        sheet = state.own.fighters[actor].figures
        if sheet is not None and weapon in sheet.weapons:
            # Cards speak of a kind of weapon, whichever of several it is.
            facts["weapon"] = sheet.weapons[weapon].id
    element = facts.get("element")
    if element is not None and actor in here:
        # What an element does besides, whoever harms with it does.  [MM-ELM-01]
        card = deck_of(state.own.setup.cards).element(element)
        wielding = (*here[actor].sources, Source(id=card.id, abilities=card.abilities))
        here = {**here, actor: structs.replace(here[actor], sources=wielding)}
    found = Moment(
        when=when,
        parties=here,
        actor=actor,
        target=target,
        distance=distances.between(state, actor, target).level if pair else None,
        round=state.fight.round,
        **facts,
    )
    light = _lighting(state, found)
    return found if light is found.lighting else structs.replace(found, lighting=light)


def _lighting(state: MercenariesFight, moment: Moment) -> Lighting:
    """The light as spells, cards and torches have it; a torch turns only darkness into dim light.  [MM-FIELD-05]"""
    steps = sum(
        effect.steps
        for force in state.own.forces
        if not force.bearer
        for ability in force.abilities
        for effect in ability.effects
        if effect.does is Does.LIGHTING
    )
    for who, party in moment.parties.items():
        if party.active and party.lights:
            steps += sum(
                card_effect.effect.steps
                for card_effect in standing(moment, who, Does.LIGHTING)
                if card_effect.bearer == who
            )
    if not steps and moment.lighting is Lighting.FULL:
        return Lighting.FULL
    return sums.lighting(moment, steps)


def with_source(moment: Moment, who: str, *sources: Source) -> Moment:
    """A moment in which somebody has more cards at work."""
    if who not in moment.parties or not sources:
        return moment
    party = moment.parties[who]
    more = structs.replace(party, sources=(*party.sources, *sources))
    return structs.replace(moment, parties={**moment.parties, who: more})


def of_strike(
    state: MercenariesFight, strike: Strike, target: str, *, when: When = When.ALWAYS, **facts: Any
) -> Moment:
    """A moment of an attack."""
    found = moment(
        state,
        strike.attacker,
        target,
        when=when,
        manner=Manner.MELEE if strike.melee else Manner.RANGED,
        kind=strike.kind,
        element=strike.weapon.element,
        weapon=strike.means,
        wielded=strike.weapon.skill,
        **facts,
    )
    if strike.ammunition is None or not strike.ammunition.abilities:
        return found
    return with_source(found, strike.attacker, Source(id=strike.ammunition.id, abilities=strike.ammunition.abilities))


def parts_of(total: sums.Sum, who: str) -> Parts:
    """The points of a sum, as parts of a number; each card is a source."""
    return tuple(Part(card, points, CARDS_RULE, who=who, card_of=by) for card, points, _, by in total.changes if points)


def hit_dice(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Dice of a hit test by cards; at range also Accuracy.  [MM-ATK-04]"""
    wanted = (Figure.HIT_DICE, Figure.TEST_DICE, *(() if strike.melee else (Figure.ACCURACY,)))
    return dice_of(state, strike, target, wanted)


def test_dice(state: MercenariesFight, who: str) -> Parts:
    """Dice of any success test by cards.  [MM-TEST-04]"""
    return parts_of(sums.figure(moment(state, who), who, Figure.TEST_DICE), who)


def dice_of(state: MercenariesFight, strike: Strike, target: str, wanted: tuple[Figure, ...]) -> Parts:
    """What cards add to figures of the attacker in an attack, with what reactions have brought."""
    at, more = of_strike(state, strike, target), strike.against(target)
    return parts_of(sums.figure(at, strike.attacker, wanted, more=more), strike.attacker)


def net_points(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Points of Damage by cards: talents against types, twice the skill unarmed.  [MM-ATK-07, MM-SKILL-08]"""
    return dice_of(state, strike, target, (Figure.DAMAGE,))


def percents(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Resistances and vulnerabilities of the target.  [MM-RES-04, MM-RES-07, MM-RES-08]"""
    found = sums.resistance(of_strike(state, strike, target), target)
    return tuple(Part(card, percent, CARDS_RULE, who=target) for card, _, percent, _ in found.changes if percent)


def armour(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Armour by cards, such as Protection while any is worn.  [MM-SKILL-09, MM-ARM-01]"""
    at, more = of_strike(state, strike, target), strike.against(target)
    return parts_of(sums.figure(at, target, Figure.ARMOUR, more=more), target)


def attribute(state: MercenariesFight, who: str, name: str, base: int) -> int:
    """An attribute with what cards do to it.  [MM-ST-01, MM-GEN-03]"""
    return sums.attribute(moment(state, who), who, name, base).total


def skill(state: MercenariesFight, who: str, name: str, base: int) -> int:
    """A skill with what cards do to it: nothing where it began negative.  [MM-SKILL-03, MM-TEST-08]"""
    return sums.skill(moment(state, who), who, name, base, locked=base < 0).total


def initiative(state: MercenariesFight, who: str) -> Parts:
    """INC by cards.  [MM-INIT-01]"""
    return parts_of(sums.figure(moment(state, who), who, Figure.INITIATIVE), who)
