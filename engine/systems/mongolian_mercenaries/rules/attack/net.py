"""The net value of a hit: points first, then percents.  [MM-ATK-07, MM-GEN-03, MM-RES-08]"""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.rules.attack import armour
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, total, with_percents
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.blows.hits import Hits
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike


def parts(state: MercenariesFight, strike: Strike, target: str, hits: Hits, damage: Parts) -> Parts:
    """The parts of the points: critical successes always get through, Armour can absorb the rest.

    damage: of the weapon before this attack: what its own dice do to it comes after.  [MM-WDM-02]
    [MM-CRIT-02, MM-CRIT-04, RUL-09, RUL-10]
    """
    rest: Parts = (Part("hits", hits.hits - hits.crits, "MM-ATK-07", who=strike.attacker),)
    if hits.crits and strike.melee:
        strength = lookup.attribute(state, strike.attacker, "strength")
        rest += (Part("strength", strength, "MM-CRIT-04", who=strike.attacker),)
    rest += damage
    for points in state.own.hooks.net_points:
        rest += points(state, strike, target)
    for part in armour.parts(state, strike, target):
        rest += (Part(part.source, -part.amount, "MM-ATK-07", who=target),)
    if not hits.crits:
        return rest
    lifted = max(0, -total(rest))
    crits = Part("critical", hits.crits, "MM-CRIT-02", who=strike.attacker)
    return (*rest, Part("floor", lifted, "MM-CRIT-02", who=target), crits)


def value(state: MercenariesFight, strike: Strike, target: str, points: Parts) -> int:
    """The net value of these points; of damage of which nothing is left 0, though never more than before.

    [RUL-08, RUL-41, RUL-42, RUL-43]
    """
    percents: Parts = ()
    for percent in state.own.hooks.percents:
        percents += percent(state, strike, target)
    net = with_percents(total(points), percents)
    return net if wounds(state, strike, target) else min(0, net)


def wounds(state: MercenariesFight, strike: Strike, target: str) -> bool:
    """Whether such damage can harm the target at all.  [RUL-41, RUL-42, RUL-43]"""
    element = strike.weapon.element
    card = None if element is None else deck_of(state.own.setup.cards).element(element)
    return sums.wounds_at_all(active_cards.of_strike(state, strike, target), target, card)
