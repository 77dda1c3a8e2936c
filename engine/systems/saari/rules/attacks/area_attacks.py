"""The order to attack everybody in a zone with a weapon, or with an NPC's attack.  [SA-AOE-01]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.saari.content.kinds import Attack, Weapon
from engine.systems.saari.rules.attacks import areas, attacks, disengaging, free_strikes
from engine.systems.saari.rules.attacks.orders import AttackArea
from engine.systems.saari.rules.basics import companions, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState


def means(state: SaariFight, who: str) -> tuple[str, ...]:
    """What a combatant can strike a whole zone with."""
    if lookup.is_pc(state, who):
        return tuple(key for key, weapon in lookup.held_weapons(state, who).items() if weapon.area and weapon.attacks())
    return tuple(key for key, attack in lookup.figures(state, who).attacks.items() if attack.area)


def check(state: SaariFight, order: AttackArea) -> None:
    """RuleRefusal unless it has such a weapon or attack, and the zone is in range."""
    if order.means not in means(state, order.combatant):
        raise RuleRefusal(
            f"{order.combatant} has nothing such in hand for a whole zone", rule=areas.RULE, field="means"
        )
    if not attacks.can_pay(state, order.combatant, order.means):
        reason = f"{order.combatant} has too few mind points for it"
        raise RuleRefusal(reason, rule="SA-MP-06", field="means", why=WhyNot.NO_MEANS)
    areas.check(state, order.combatant, order.to, order.victims, reach_of(state, order.combatant, order.means))


def cost(state: SaariFight, order: AttackArea) -> int:
    """As its weapon or attack says.  [SA-ACT-11]"""
    return attacks.cost(state, order.combatant, order.means)


def do(table: Table[SaariState], order: AttackArea) -> None:
    """Free strikes that it provokes come first; then everybody there is attacked.  [SA-FREE-03, SA-FREE-06]

    In melee it leaves an engagement as a blow at one of them would. What serves once is used up by an attack that is
    made.  [SA-MELEE-04]
    """
    who, victims = order.combatant, areas.struck(table, order.combatant, order.to, order.victims)
    kind = kind_of(table.state, who, order.means)
    attacks.pay(table, who, order.means)
    if kind is Attack.MELEE:
        foes = tuple(victim for victim in victims if lookup.are_enemies(table.state, who, victim))
        if not disengaging.before_melee(table, who, tuple(companions.engaged_as(table.state, foe) for foe in foes)):
            return
    elif not attacks.is_handy(table.state, who, order.means) and not free_strikes.at_shooting(
        table, who, victims[0] if len(victims) == 1 else ""
    ):
        return
    if order.means not in means(table.state, who):  # lost by a complication of defending against a free strike
        return
    made = areas.perform(
        table,
        who,
        order.to,
        victims,
        lambda state, combatant: attacks.assault_of(state, who, combatant, order.means, kind),
    )
    if made:
        gear.spend(table, who, order.means, kind, zone=order.to.zone)


def kind_of(state: SaariFight, who: str, means: str) -> Attack:
    """As what kind of attack a weapon or attack counts."""
    if lookup.is_pc(state, who):
        return attacks.weapon_of(state, who, means).attacks()[-1]
    return attacks.attack_of(state, who, means).kind


def reach_of(state: SaariFight, who: str, means: str) -> int:
    """How many zones away it strikes: in melee none.  [SA-MELEE-01, SA-SHOOT-01]"""
    return 0 if kind_of(state, who, means) is Attack.MELEE else attacks.range_of(state, who, means)


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every zone in range with somebody to strike, with each weapon in hand or that a swap brings there.

    [SA-GEAR-07, W-09]
    """
    for combatant in means(state, who):
        for offer in _offered(state, who, combatant, None):
            yield gear.left_open(state, who, offer, combatant)
    if lookup.is_pc(state, who):
        for item, thing in gear.within_reach(state, who).items():
            if not isinstance(thing, Weapon) or thing.clumsy or item in means(state, who):
                continue
            if thing.area and thing.attacks():
                held = gear.drawn(state, who, item)
                for offer in _offered(gear.as_if(state, who, held), who, item, held):
                    yield gear.left_open(state, who, offer, item)


def _offered(state: SaariFight, who: str, means: str, held: tuple[str, ...] | None) -> Iterator[Offer[Order]]:
    if not attacks.can_pay(state, who, means):
        return
    for to, victims in areas.choices(state, who, reach_of(state, who, means)):
        key = f"{'draw-' if held is not None else ''}area-{means}-{to.zone}"
        yield Offer(key, AttackArea(combatant=who, means=means, to=to, held=held), areas.RULE, (victims,))
