"""Carrying out what cards do: effects on the table, by themselves or because somebody used a card.  [MM-GEN-02]

An effect that changes a number and lasts goes on as a force; one without `lasts` counts in the moment at hand, and
outside of an attack until the start of the next round.  [RUL-03]
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engine.kit import Table, spend
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.forces import spent
from engine.systems.mongolian_mercenaries.cards.grammar import GRAMMAR
from engine.systems.mongolian_mercenaries.cards.moments import (
    Answer,
    Applied,
    Moment,
    answer_at,
    answers,
    applied,
    those,
)
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Does,
    Effect,
    Lasts,
    RollForm,
    Uses,
    When,
)
from engine.systems.mongolian_mercenaries.rules.attack import armour, extra
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part
from engine.systems.mongolian_mercenaries.rules.blows import durations, harm
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain
from engine.systems.mongolian_mercenaries.rules.blows.events import AbilityUsed
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Purpose

Work = Callable[[Table[MercenariesState], Applied, Moment, str], None]
Make = Callable[[MercenariesFight], Moment]
"""The moment as the state now is."""

_KEEP = (Does.STATE, Does.COVER, Does.SUMMON)
"""Effects that are kept where they belong, not as forces."""
OTHERS_FALL = (When.ALLY_ELIMINATED, When.OPPONENT_ELIMINATED)
_TO_THE_FALLEN = (Does.HEAL, Does.END_STATE)


def passing(effect: Effect) -> bool:
    """Whether an effect counts in the moment at hand alone."""
    return effect.lasts is None and not GRAMMAR[effect.does].at_once


def carry_out(
    table: Table[MercenariesState],
    card_effect: Applied,
    moment: Moment,
    *,
    rule: str,
    card: tuple[Ability, ...] | None = None,
    chain: Chain = NO_CHAIN,
    means: str | None = None,
) -> None:
    """An effect comes about. card: the abilities of its card, where nobody in the moment has it at work.

    means: the weapon of an attack, where it was chosen.
    chain: abilities that have led here.
    """
    effect = card_effect.effect
    on = tuple(who for who in card_effect.on if effect.does in _TO_THE_FALLEN or lookup.in_play(table.state, who))
    card_effect = structs.replace(card_effect, on=on)
    if effect.does not in _KEEP and (effect.lasts is not None or not GRAMMAR[effect.does].at_once):
        abilities = _card_of(card_effect, moment) if card is None else card
        durations.begin(table, card_effect, moment, abilities, rule=rule, default=Lasts())
    elif effect.does is Does.DAMAGE:
        _damage(table, card_effect, moment, rule, chain)
    elif effect.does is Does.ATTACK:
        extra.attack(table, card_effect.bearer, card_effect.on, effect.manner, effect.targets, chain, means)
    elif effect.does in (works := table.state.own.hooks.works):
        works[effect.does](table, card_effect, moment, rule)


def _card_of(effect: Applied, moment: Moment) -> tuple[Ability, ...]:
    """The abilities of the card that an effect comes from."""
    sources = moment.parties[effect.bearer].sources
    return next((source.abilities for source in sources if source.id == effect.source), ())


def _damage(table: Table[MercenariesState], card_effect: Applied, moment: Moment, rule: str, chain: Chain) -> None:
    """Damage without a hit test, on whoever stands beside the struck as well.  [RUL-86]"""
    effect, bearer = card_effect.effect, moment.parties[card_effect.bearer]
    points = 0 if effect.amount is None else sums.number(effect.amount, bearer.skills, moment.successes)
    struck = tuple(
        dict.fromkeys(who for on in card_effect.on for who in (on, *_beside(table.state, on, effect.around)))
    )
    for who in struck:
        if lookup.in_play(table.state, who):
            by = Harm(by=card_effect.bearer, kind=effect.kind, element=effect.element, chain=chain)
            harm.fixed(table, who, points, source=card_effect.source, rule=rule, harm=by)


def _beside(state: MercenariesFight, who: str, around: int) -> tuple[str, ...]:
    return positions.beside(state, who, around) if around and lookup.on_field(state, who) else ()


def damage_item(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """Acid and its like: the metal armour of whoever is struck is Damaged.  [MM-ELM-07, MM-ST-05]"""
    for who in effect.on:
        armour.damage(table, who, rule=rule, metal=True)


# -- by themselves
def work_all(
    table: Table[MercenariesState], make: Make, *, rule: str, chain: Chain = NO_CHAIN, but: tuple[str, ...] = ()
) -> tuple[Applied, ...]:
    """All abilities that answer a moment by themselves; the effects that count in this moment alone are returned.

    but: whose cards do not answer.
    """
    brought: tuple[Applied, ...] = ()
    keys = [
        answer.key for answer in answers(make(table.state)) if not answer.ability.asked and answer.bearer not in but
    ]
    for key in keys:
        moment = make(table.state)
        if chain.bars(key, fallen(moment)):
            continue
        found = answer_at(moment, key)
        if found is not None and not is_spent(table.state, found):
            if found.ability.uses is not Uses.ANY:
                use(table, found, moment.when, rule=rule)
            brought += carry(table, found, make(table.state), rule=rule, chain=chain)
    return brought


def carry(
    table: Table[MercenariesState],
    answer: Answer,
    moment: Moment,
    *,
    rule: str,
    chain: Chain = NO_CHAIN,
    means: str | None = None,
) -> tuple[Applied, ...]:
    """One ability comes about, after its test where it has one; the effects that count now alone are returned.

    means: the weapon of its attack, where it was chosen.
    """
    passed = answer.ability.test is None or _tested(table, answer, moment, rule)
    brought: tuple[Applied, ...] = ()
    led = chain.followed_by(answer.key, fallen(moment))
    for effect in applied(answer, moment, passed=passed):
        if passing(effect.effect) and moment.when is not When.USED:
            brought += (effect,)
        else:
            carry_out(table, effect, moment, rule=rule, card=answer.source.abilities, chain=led, means=means)
    return brought


def fallen(moment: Moment) -> str:
    """Who has fallen, where a moment is about that; "" for nobody."""
    return moment.target if moment.when in (When.ELIMINATED, *OTHERS_FALL) else ""


def _tested(table: Table[MercenariesState], answer: Answer, moment: Moment, rule: str) -> bool:
    """The test of a card, by whom it says.  [MM-TEST-06]"""
    test = answer.ability.test
    assert test is not None
    tested = test.attribute or test.skill or ""
    for who in those(test.by, moment, answer.bearer)[:1]:
        purpose = Purpose.TRAP if moment.when is When.ENTERS else Purpose.OTHER
        modifiers = (Part(answer.source.id, test.modifier, rule, who=who),)
        if test.form is RollForm.STANDARD:
            divisor = 2 if test.halved else 1
            plan = plans.standard(table.state, who, tested, purpose, rule=rule, modifiers=modifiers, divisor=divisor)
        else:
            plan = plans.success(table.state, who, tested, purpose, rule=rule, modifiers=modifiers)
        return pipeline.resolve(table, plan).passed
    return False


# -- how often
def is_spent(state: MercenariesFight, answer: Answer) -> bool:
    """Whether an ability has no use left; a reaction has one a round unless its card says otherwise.  [RUL-89]"""
    ability = answer.ability
    if ability.asked and ability.uses is Uses.ANY:
        answer = structs.replace(answer, ability=structs.replace(ability, uses=Uses.ONCE_PER_ROUND))
    return spent(answer, state.own.uses, round=state.fight.round, day=state.own.setup.day)


def use(table: Table[MercenariesState], answer: Answer, when: When, *, rule: str) -> None:
    """An ability is used."""
    used = AbilityUsed(
        combatant=answer.bearer,
        card=answer.source.id,
        index=answer.index,
        moment=when,
        round=table.state.fight.round,
        day=table.state.own.setup.day,
    )
    table.emit(used, rule=rule)


def asked_in_deck(state: MercenariesFight, moment: Moment) -> int:
    """How many abilities of the table's cards may answer a moment by choice, whoever has them: everybody knows that."""
    there = deck_of(state.own.setup.cards).asked.get(moment.when, ())
    spend(len(there))
    return sum(not ability.only.manners or moment.manner in ability.only.manners for ability in there)
