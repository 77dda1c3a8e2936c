"""Damage and healing: one way through all factors, exact, floored once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.kernel.system import Table
from engine.systems.fantasia.content.kinds import Element, Factor, Relation
from engine.systems.fantasia.events import DamageTaken, Nature, NoEffect
from engine.systems.fantasia.rules import elements, look, sums, unconscious
from engine.systems.fantasia.rules.concentration import disturb
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own

CRITICAL = Factor(source="critical", times=2, over=1)
"""What a natural 12 does to the damage.  [FF-CRIT-02]"""


def incoming(state: FF, target: str, nature: Nature, *, attack: bool) -> tuple[Factor, ...]:
    """What multiplies damage on its way in, from the conditions of who takes it.

    attack: an attack deals double to the helpless, however many conditions make him so; other damage does not.
    """
    bearer = state.fight.combatants[target]
    factors: list[Factor] = []
    if attack and look.helpless(bearer):
        factors.append(Factor(source="helpless", times=2, over=1))
    for _, kind in look.kinds(bearer):
        if kind.physical is not None and nature is Nature.PHYSICAL:
            factors.append(Factor(source=kind.id, times=kind.physical[0], over=kind.physical[1]))
    return tuple(factors)


def product(base: int, factors: Sequence[Factor]) -> int:
    """The base, not below 0, times all factors, floored once at the end."""
    result = Fraction(max(0, base))
    for factor in factors:
        result *= Fraction(factor.times, factor.over)
    return result.numerator // result.denominator


def hurt(
    table: Table[Own],
    target: str,
    base: int,
    *,
    cause: str,
    nature: Nature,
    rule: str,
    element: Element | None = None,
    outgoing: Sequence[Factor] = (),
    attack: bool = True,
    lowered: int = 0,
) -> None:
    """One instance of damage: events, the fall, the death counter, concentration.

    base: dice, attribute term and what else is added before anything multiplies. 0 points are no damage.
    lowered: what a reaction takes off in the end.
    Of an element that he absorbs it heals instead, by what goes out; nothing on its way in changes that.  [FF-ELEM-03]
    """
    state = table.state
    if look.dead(state.fight.combatants[target]):
        return
    related = elements.relation(state, target, element)
    if related is Relation.ABSORB:
        healing = product(base, outgoing)
        given = sums.multiplied(base, outgoing, healing, state.fight, target)
        heal(table, target, given, cause=cause, rule="FF-ELEM-03")
        return
    if related is Relation.IMMUNE:
        table.emit(NoEffect(target=target, cause=cause, element=element), rule="FF-ELEM-04")
        return
    factors = (*outgoing, *incoming(state, target, nature, attack=attack), *elements.factors(related))
    whole = sums.multiplied(base, factors, product(base, factors), state.fight, target)
    made = sums.lowered(whole, lowered)
    points = int(made)
    if points == 0:
        return
    table.emit(
        DamageTaken(
            target=target,
            cause=cause,
            damage=points,
            nature=nature,
            element=element,
            factors=factors,
            lowered=lowered,
        ),
        rule=rule,
        to=look.knowing(state.fight, target),
        because=sums.why(damage=made),
    )
    lying = state.fight.combatants[target].has("unconscious")
    table.change(target, "hp", -points, rule=rule, because=sums.why(table.last))
    if lying:
        unconscious.count_down(table, target, rule="FF-KO-04")
    elif table.state.fight.combatants[target].vitals["hp"].now == 0:
        unconscious.fall(table, target)
    disturb(table, target)


def heal(table: Table[Own], target: str, points: int, *, cause: str, rule: str, vital: str = "hp") -> None:
    """Points given back, to the maximum at most. Hit points bring the unconscious round; the dead stay dead."""
    if points <= 0 or look.dead(table.state.fight.combatants[target]):
        return
    unconscious.restore(table, target, points, cause=cause, rule=rule, vital=vital)
    if vital == "hp":
        unconscious.wake(table, target)
