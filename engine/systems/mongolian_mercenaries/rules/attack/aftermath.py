"""The moments of an attack and of harm, at which cards work and reactions are asked.

[MM-DW-14, MM-DW-15, MM-DW-16, MM-DW-17, MM-DW-22]
"""

from __future__ import annotations

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment
from engine.systems.mongolian_mercenaries.cards.sums import number
from engine.systems.mongolian_mercenaries.content.kinds import Does, Figure, When
from engine.systems.mongolian_mercenaries.rules.attack import armour, effects, reactions
from engine.systems.mongolian_mercenaries.rules.attack import net as values
from engine.systems.mongolian_mercenaries.rules.attack.effects import Make
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, harm
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain
from engine.systems.mongolian_mercenaries.rules.blows.hits import Hits
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm, Taken
from engine.systems.mongolian_mercenaries.state import MercenariesState

CARDS = "MM-GEN-02"
SPELLS = "MM-MAG-18"


def attacked(table: Table[MercenariesState], strike: Strike, target: str) -> tuple[Applied, ...]:
    """MM-DW-14, then MM-DW-15: the target may react, and what is in force on it answers, before the roll."""
    make = _of(strike, target, When.ATTACKED)
    brought = reactions.occur(table, make, window="MM-DW-14", chain=strike.chain)
    if not lookup.on_field(table.state, strike.attacker):
        return brought
    return brought + effects.work_all(table, make, rule=SPELLS, chain=strike.chain)


def hit(table: Table[MercenariesState], strike: Strike, target: str, hits: Hits) -> Hits:
    """MM-DW-16: the target may lessen a hit, though not a critical one.  [MM-CRIT-06]"""
    make = _of(strike, target, When.HIT, successes=hits.hits)
    brought = effects.work_all(table, make, rule=CARDS, chain=strike.chain)
    if not hits.crits:
        brought += reactions.occur(table, make, window="MM-DW-16", chain=strike.chain)
    return lessened(hits, brought, make(table.state), strike.attacker)


def lessened(hits: Hits, brought: tuple[Applied, ...], moment: Moment, attacker: str) -> Hits:
    """The hits that successes given or taken by cards leave; critical ones are never taken.  [MM-CRIT-02]"""
    terms = hits.terms
    for effect in brought:
        if effect.effect.does is Does.FIGURE and effect.effect.figure is Figure.SUCCESSES and attacker in effect.on:
            amount = effect.effect.amount
            points = 0 if amount is None else number(amount, moment.parties[effect.bearer].skills, moment.successes)
            terms = (*terms, (effect.source, effect.bearer, points))
    return hits.changed(terms)


def missed(table: Table[MercenariesState], strike: Strike, target: str) -> None:
    """MM-DW-17: the target of a final miss may answer it."""
    make = _of(strike, target, When.MISSED)
    effects.work_all(table, make, rule=CARDS, chain=strike.chain)
    reactions.occur(table, make, window="MM-DW-17", chain=strike.chain)


def riders(table: Table[MercenariesState], strike: Strike, target: str, hits: Hits, net: int) -> None:
    """What a hit, and critical damage, does besides: armour is Damaged, cards answer.  [MM-CRIT-05, MM-ELM-01]

    Where nothing can be left of the damage there is no critical one.  [RUL-41, RUL-43]
    """
    if hits.crits and armour.worn(table.state, target):
        armour.damage(table, target, rule="MM-CRIT-05")
    for when, holds in ((When.HITS, True), (When.CRITS, hits.crits > 0 and values.wounds(table.state, strike, target))):
        if holds:
            make = _of(strike, target, when, successes=hits.hits)
            effects.work_all(table, make, rule=CARDS, chain=strike.chain)
            reactions.occur(table, make, window="MM-DW-22", chain=strike.chain)


def _of(strike: Strike, target: str, when: When, successes: int | None = None) -> Make:
    return lambda state: active_cards.of_strike(state, strike, target, when=when, successes=successes)


# -- harm, however it came
def _moments(taken: Taken) -> tuple[When, ...]:
    lost = (When.HARMS, When.HARMED) if taken.health > 0 else ()
    return lost + ((When.WOUNDS, When.WOUNDED) if taken.wound is not None else ())


def _harmed(who: str, source: Harm, when: When) -> Make:
    return lambda state: harm.moment_of(state, who, source, when)


def harmed(table: Table[MercenariesState], who: str, source: Harm, taken: Taken) -> None:
    """What lost Health and wounds bring by themselves, such as Poisoning.  [MM-ELM-02, MM-ELM-06, MM-ELM-07]"""
    for when in _moments(taken):
        effects.work_all(table, _harmed(who, source, when), rule=CARDS, chain=source.chain)


def windows(table: Table[MercenariesState], who: str, source: Harm, taken: Taken) -> None:
    """MM-DW-22: who is wounded, and who has wounded it, may react."""
    for when in _moments(taken):
        reactions.occur(table, _harmed(who, source, when), window="MM-DW-22", chain=source.chain)


def eliminated(table: Table[MercenariesState], who: str, chain: Chain = NO_CHAIN) -> None:
    """MM-DW-22: somebody is out: its own cards answer, then those of its allies and of its opponents."""

    def make_for(when: When) -> Make:
        return lambda state: _fall(state, who, when)

    for when in (When.ELIMINATED, When.ALLY_ELIMINATED, When.OPPONENT_ELIMINATED):
        effects.work_all(table, make_for(when), rule=CARDS, chain=chain)
        reactions.occur(table, make_for(when), window="MM-DW-22", chain=chain)


def _fall(state: MercenariesFight, who: str, when: When) -> Moment:
    return active_cards.moment(state, target=who, when=when)
