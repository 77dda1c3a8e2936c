"""Declaring an attack: what is legal, and what is offered.  [MM-ATK-01, MM-DW-11, MM-ACT-06]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Ammunition, Figure, Weapon
from engine.systems.mongolian_mercenaries.rules.attack import course
from engine.systems.mongolian_mercenaries.rules.attack.orders import Attack
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, weapons
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.field import range
from engine.systems.mongolian_mercenaries.rules.gear import ammunition
from engine.systems.mongolian_mercenaries.state import MercenariesState


def check(state: MercenariesFight, order: Attack) -> None:
    """RuleRefusal where the attack is not legal, on what its seat sees."""
    strike = strike_of(state, order)
    for target in (order.target, *order.others):
        refused = refusal(state, strike, target)
        if refused is not None:
            raise refused


def do(table: Table[MercenariesState], order: Attack) -> None:
    """Carry it out."""
    course.play(table, strike_of(table.state, order))


def strike_of(state: MercenariesFight, order: Attack) -> Strike:
    """The attack that an order declares, reach apart; RuleRefusal where weapon, kind or ammunition are not legal."""
    who = order.combatant
    for target in (order.target, *order.others):
        state.fight.require(target)
        if not lookup.on_field(state, target) or not lookup.are_opponents(state, who, target):
            field = "target" if target == order.target else "others"
            raise RuleRefusal("target: an opponent on the field", rule="MM-ATK-01", field=field, why=WhyNot.NO_TARGET)
    means, weapon = _weapon(state, order)
    found = _special(state, who, weapon, order.ammunition)
    weapon = ammunition.loaded(weapon, found)
    kind = order.damage_kind or weapon.kinds[0]
    if kind not in weapon.kinds:
        raise RuleRefusal("damageKind: one of the weapon's", rule="MM-ATK-10", field="damageKind")
    chosen = (order.target, *order.others)
    if len(set(chosen)) < len(chosen):
        raise RuleRefusal("others: each target once", rule="MM-MULTI-01", field="others")
    if len(chosen) > most(state, who, means, weapon):
        raise RuleRefusal("others: more targets than it strikes at once", rule="MM-MULTI-01", field="others")
    targets = (*chosen, *(combatant for combatant in beside(state, order.target, weapon) if combatant not in chosen))
    return Strike(attacker=who, targets=targets, means=means, weapon=weapon, kind=kind, ammunition=found)


def _weapon(state: MercenariesFight, order: Attack) -> tuple[str, Weapon]:
    """The weapon that an order names, or the first that serves; RuleRefusal where there is none."""
    who, found = order.combatant, weapons.at_hand(state, order.combatant)
    if order.means is not None and order.means not in found:
        raise RuleRefusal("means: no such weapon is at hand", rule="MM-EQ-02", field="means", why=WhyNot.NO_MEANS)
    chosen = (order.target, *order.others)
    serving = (key for key, weapon in found.items() if barred(state, who, chosen, key, weapon) is None)
    means = order.means or next(serving, next(iter(found), None))
    if means is None:
        raise RuleRefusal("means: no weapon is at hand", rule="MM-EQ-02", field="means")
    return means, found[means]


def _special(state: MercenariesFight, who: str, weapon: Weapon, wanted: str | None) -> Ammunition | None:
    """The special ammunition that is named; RuleRefusal where there is none for the weapon.  [MM-AMMO-02]"""
    if wanted is None:
        return None
    for candidate in ammunition.special(state, who, weapon):
        if candidate.id == wanted:
            return candidate
    raise RuleRefusal("specialAmmunition: none of it for this weapon", rule="MM-AMMO-02", field="specialAmmunition")


def most(state: MercenariesFight, who: str, means: str, weapon: Weapon) -> int:
    """How many targets one attack may have.  [MM-MULTI-01]"""
    moment = active_cards.moment(state, who, weapon=means, wielded=weapon.skill)
    return max(1, sums.figure(moment, who, Figure.TARGETS, weapon.targets).total)


def beside(state: MercenariesFight, target: str, weapon: Weapon) -> tuple[str, ...]:
    """Who stands so near the target that the weapon strikes it as well; who crouches is spared.  [MM-COV-03]"""
    found = positions.beside(state, target, weapon.around) if weapon.around else ()
    return tuple(combatant for combatant in found if not lookup.fighter(state, combatant).crouched)


def refusal(state: MercenariesFight, strike: Strike, target: str) -> RuleRefusal | None:
    """Why an attack on a target is not legal; None where it is. Reads what the attacker's seat sees."""
    who, weapon = strike.attacker, strike.weapon
    state = weapons.drawn(state, who, strike.means)
    needed = max(1, weapon.min_skill)
    if weapons.skill_of(state, who, weapon) < needed:
        reason = f"means: it takes {weapon.skill} of {needed}"
        return RuleRefusal(reason, rule="MM-SKILL-02", field="means", why=WhyNot.NO_MEANS)
    lacking = ammunition.lacking(state, who, strike.means, weapon)
    if lacking is not None:
        return lacking
    refused = range.refusal(state, who, target, weapon)
    if refused is not None:
        return refused
    return next((found for bar in state.own.hooks.bars if (found := bar(state, strike, target)) is not None), None)


def barred(
    state: MercenariesFight, who: str, targets: tuple[str, ...], means: str, weapon: Weapon
) -> RuleRefusal | None:
    """Why a weapon cannot be used against targets; None where it can."""
    strike = Strike(attacker=who, targets=targets, means=means, weapon=weapon, kind=weapon.kinds[0])
    return next((found for target in targets if (found := refusal(state, strike, target)) is not None), None)


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """An offer for each weapon with each target that it reaches, and for each special ammunition of it."""
    for means, basic in weapons.at_hand(state, who).items():
        reached = [
            active_opponent
            for active_opponent in lookup.active_opponents(state, who)
            if barred(state, who, (active_opponent,), means, basic) is None
        ]
        for special in (None, *ammunition.special(state, who, basic)):
            weapon = ammunition.loaded(basic, special)
            for target in reached:
                yield _offer(state, who, means, weapon, special, target, reached)


def _offer(
    state: MercenariesFight,
    who: str,
    means: str,
    weapon: Weapon,
    special: Ammunition | None,
    target: str,
    reached: list[str],
) -> Offer[Order]:
    """One attack: the kind of damage is a choice, and the other targets, as far as they are legal together."""
    body = Attack(
        combatant=who,
        target=target,
        means=means,
        damage_kind=weapon.kinds[0],
        ammunition=None if special is None else special.id,
    )
    fields = [Field("damageKind", "one", tuple(kind.value for kind in weapon.kinds))]
    room = most(state, who, means, weapon) - 1
    together = tuple(
        combatant
        for combatant in reached
        if combatant != target and barred(state, who, (target, combatant), means, weapon) is None
    )
    if room and together:
        fields.append(Field("others", "some", together, 0, min(room, len(together))))
    return Offer("attack", body, "MM-ACT-06", tuple(fields))
