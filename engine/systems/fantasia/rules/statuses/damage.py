"""Damage and healing: one computation through all factors, exact, floored once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.kit import Condition, Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Element, Factor, Relation
from engine.systems.fantasia.content.statuses import ConditionKind, Harm, Occasion, Share
from engine.systems.fantasia.house_rules import CRITICAL
from engine.systems.fantasia.rules.basics import elements, lookup, totals
from engine.systems.fantasia.rules.basics.conditions import lose_one
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.statuses import unconscious
from engine.systems.fantasia.rules.statuses.concentration import disturb
from engine.systems.fantasia.rules.statuses.events import DamageTaken, NoEffect
from engine.systems.fantasia.rules.statuses.status import ended_by
from engine.systems.fantasia.state import FantasiaState


def critical(state: FantasiaFight) -> Factor:
    """The factor of a natural 12.  [FF-CRIT-02]"""
    share = Fraction(CRITICAL.of(state.fight), 100)
    return Factor(source="critical", times=share.numerator, over=share.denominator, carries="FF-CRIT-02")


def _of(share: Share, nature: Nature, *, attack: bool, spell: bool) -> bool:
    """Whether a factor applies to this damage."""
    match share.of:
        case Harm.ANY:
            return True
        case Harm.ATTACK:
            return attack
        case Harm.WEAPON:
            return attack and not spell
        case Harm.PHYSICAL:
            return nature is Nature.PHYSICAL


def _factor(kind: ConditionKind, share: Share) -> Factor:
    """A condition's factor, with the rule it comes from."""
    return Factor(source=kind.id, times=share.times, over=share.over, carries=share.carries or kind.carries)


def _broken_by(kind: ConditionKind) -> str:
    """The rule by which an element ends a status and its damage is halved."""
    return (kind.breaks.carries if kind.breaks is not None else "") or kind.carries


def dealt(state: FantasiaFight, cause: str, nature: Nature, *, attack: bool, spell: bool) -> tuple[Factor, ...]:
    """Factors on the damage of a combatant's attacks, from its own conditions."""
    found = state.fight.combatants.get(cause)
    if found is None or not attack:
        return ()
    return tuple(
        _factor(kind, share)
        for _, kind in lookup.kinds(found)
        for share in kind.dealt
        if _of(share, nature, attack=attack, spell=spell)
    )


def breaking(state: FantasiaFight, target: str, element: Element | None, *, spell: bool) -> tuple[Condition, ...]:
    """The statuses that magic of an element ends: its damage is halved for each.  [FF-ST-44, FF-ST-52]"""
    return tuple(
        condition
        for condition, kind in lookup.kinds(state.fight.combatants[target])
        if spell and kind.breaks is not None and element in kind.breaks.elements
    )


def incoming(
    state: FantasiaFight,
    target: str,
    nature: Nature,
    *,
    attack: bool,
    spell: bool = False,
    element: Element | None = None,
) -> tuple[Factor, ...]:
    """Factors on incoming damage, from the conditions of the target.

    attack: an attack deals double to the helpless, once for any number of conditions; other damage does not.
    An element that ends the helpless condition halves instead of doubling.  [FF-ST-44]
    """
    factors: list[Factor] = []
    broken = breaking(state, target, element, spell=spell)
    here = lookup.kinds(state.fight.combatants[target])
    helpless = next((kind.helpless for condition, kind in here if kind.helpless and condition not in broken), "")
    if attack and helpless:
        factors.append(Factor(source="helpless", times=2, over=1, carries=helpless))
    factors += [Factor(source=c.kind, times=1, over=2, carries=_broken_by(CONDITIONS[c.kind])) for c in broken]
    factors += [
        _factor(kind, share)
        for _, kind in here
        for share in kind.taken
        if _of(share, nature, attack=attack, spell=spell)
    ]
    return tuple(factors)


def product(base: int, factors: Sequence[Factor]) -> int:
    """The base, not below 0, times all factors, floored once at the end.  [FF-INT-08]"""
    result = Fraction(max(0, base))
    for factor in factors:
        result *= Fraction(factor.times, factor.over)
    return result.numerator // result.denominator


def worst(
    state: FantasiaFight,
    who: str,
    points: int,
    *,
    nature: Nature,
    element: Element | None = None,
    outgoing: Sequence[Factor] = (),
    attack: bool = True,
    spell: bool = False,
) -> int:
    """Points lost by self-inflicted damage: so many points before all factors.  [FF-ST-11]"""
    related = elements.relation(state, who, element)
    if related is Relation.ABSORB:
        return 0
    factors = (
        *outgoing,
        *dealt(state, who, nature, attack=attack, spell=spell),
        *incoming(state, who, nature, attack=attack, spell=spell, element=element),
        *elements.factors(related),
    )
    return product(points, factors)


def hurt(
    table: Table[FantasiaState],
    target: str,
    base: int,
    *,
    cause: str,
    nature: Nature,
    rule: str,
    element: Element | None = None,
    outgoing: Sequence[Factor] = (),
    attack: bool = True,
    lowered: totals.Total = totals.NOTHING,
    spell: bool = False,
) -> None:
    """One instance of damage: events, the fall, the death counter, statuses that end by it, concentration.

    base: dice, attribute term and other additions before any factor. 0 points are no damage.
    lowered: what a reaction subtracts in the end.
    attack: somebody's attack, with a weapon or (spell) with magic, and not a fall, a trap or what a status does.
    An element that the target absorbs heals instead, by the outgoing amount without incoming factors.  [FF-ELEM-03]
    """
    state = table.state
    bearer = state.fight.combatants[target]
    if bearer.out is not None or lookup.dead(bearer):
        return
    outgoing = (*outgoing, *dealt(state, cause, nature, attack=attack, spell=spell))
    related = elements.relation(state, target, element)
    if related is Relation.ABSORB:
        healing = product(base, outgoing)
        given = totals.multiplied(base, outgoing, healing, state.fight, target)
        heal(table, target, given, cause=cause, rule="FF-ELEM-03")
        return
    if related is Relation.IMMUNE:
        table.emit(NoEffect(target=target, cause=cause, element=element), rule="FF-ELEM-04")
        return
    broken = breaking(state, target, element, spell=spell)
    factors = (
        *outgoing,
        *incoming(state, target, nature, attack=attack, spell=spell, element=element),
        *elements.factors(related),
    )
    whole = totals.multiplied(base, factors, product(base, factors), state.fight, target)
    made = totals.lowered(whole, lowered)
    points = int(made)
    if points > 0:
        version = table.emit(
            DamageTaken(
                target=target,
                cause=cause,
                damage=points,
                nature=nature,
                element=element,
                factors=factors,
                lowered=int(lowered),
            ),
            rule=rule,
            to=lookup.recipients_of(state.fight, target),
            because=totals.why(damage=made, lowered=lowered),
        )
        lay_low(table, target, points, rule=rule, version=version)
    for condition in broken:
        lose_one(table, target, condition, reason="broken", rule=_broken_by(CONDITIONS[condition.kind]))
    if points > 0:
        ended_by(table, target, Occasion.DAMAGE)
        swoon(table, target)
        disturb(table, target)


def lay_low(table: Table[FantasiaState], target: str, points: int, *, rule: str, version: int) -> None:
    """Take hit points: at 0 the combatant falls; the death counter of an unconscious one goes down by one.

    version: of the event that caused it.
    """
    bearer = table.state.fight.combatants[target]
    lying = bearer.has("unconscious") and bearer.vitals["hp"].now == 0
    table.change(target, "hp", -points, rule=rule, because=totals.why(version))
    if lying:
        unconscious.count_down(table, target, rule="FF-KO-04")
    elif table.state.fight.combatants[target].vitals["hp"].now == 0:
        unconscious.fall(table, target)


def swoon(table: Table[FantasiaState], who: str) -> None:
    """Damage and exertion fell the feverish at once; their points stay.  [FF-ST-51]"""
    bearer = table.state.fight.combatants[who]
    rule = next((kind.effort for _, kind in lookup.kinds(bearer) if kind.effort), "")
    if rule and bearer.out is None and not bearer.has("unconscious"):
        unconscious.faint(table, who, rule=rule)


def heal(
    table: Table[FantasiaState],
    target: str,
    points: int,
    *,
    cause: str,
    rule: str,
    vital: str = "hp",
    medicine: bool = False,
    spell: bool = False,
) -> None:
    """Restore points, to the maximum at most. Hit points wake the unconscious; the dead stay dead.

    medicine: healing magic (spell) or an item: it harms the undead, and heals the melting half.  [FF-ST-46, FF-ST-78]
    """
    bearer = table.state.fight.combatants[target]
    if points <= 0 or bearer.out is not None or lookup.dead(bearer):
        return
    if vital == "hp" and medicine:
        factors = [_factor(kind, kind.healed) for _, kind in lookup.kinds(bearer) if kind.healed is not None]
        points = totals.multiplied(points, factors, product(points, factors), table.state.fight, target)
    if vital == "hp" and lookup.undead(table.state, target):
        nature = Nature.MAGIC
        hurt(table, target, points, cause=cause, nature=nature, rule="FF-ST-78", attack=spell, spell=spell)
        return
    if points <= 0:
        return
    unconscious.restore(table, target, points, cause=cause, rule=rule, vital=vital)
    if vital == "hp":
        unconscious.wake(table, target)
