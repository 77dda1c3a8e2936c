"""The order to attack one target.  [SA-MELEE-01 to SA-MELEE-04, SA-SHOOT-01 to SA-SHOOT-05, G-24]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, WhyNot
from engine.systems.saari.content.kinds import Attack, Weapon
from engine.systems.saari.ground import distance
from engine.systems.saari.rules.attacks import areas, attacks, disengaging, free_strikes
from engine.systems.saari.rules.attacks import orders as o
from engine.systems.saari.rules.basics import companions, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import interrupts
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.state import SaariState

Way = tuple[str, Attack]
"""What is attacked with, and how."""


def reaches(state: SaariFight, who: str, target: str, way: Way) -> bool:
    """Whether a target is in the same zone, or within range.  [SA-MELEE-01, SA-SHOOT-01]"""
    here, there = lookup.zone(state, who), lookup.zone(state, target)
    if here is None or there is None:
        return False
    if way[1] is Attack.MELEE:
        return here == there
    far = distance(lookup.ground(state), here, there)
    return far is not None and far <= attacks.range_of(state, who, way[0])


def way_of(state: SaariFight, order: o.Attack) -> Way:
    """What an order attacks with. RuleRefusal where the attacker has no such thing at hand."""
    who = order.combatant
    pc = lookup.is_pc(state, who)
    able = [way for way in attacks.kinds(state, who) if (pc and way[1] is Attack.THROWN) is order.throw]
    if order.means is not None:
        able = [way for way in able if way[0] == order.means]
        able.sort(key=lambda way: not reaches(state, who, order.target, way))
    if not able:
        text = f"{who} has no such thing in hand to throw" if order.throw else f"{who} has no such thing in hand"
        raise RuleRefusal(text, rule="G-22", field="means", why=WhyNot.NO_MEANS)
    return next((way for way in able if reaches(state, who, order.target, way)), able[0])


def check(state: SaariFight, order: o.Attack) -> None:
    """RuleRefusal unless the target is an enemy in reach.  [SA-MELEE-01, SA-SHOOT-01]"""
    who, target = order.combatant, order.target
    state.fight.require(target)
    if target not in companions.targets(state, who):
        raise RuleRefusal(
            f"{target} is no enemy in the fight", rule="SA-MELEE-01", field="target", why=WhyNot.NO_TARGET
        )
    way = way_of(state, order)
    if not attacks.can_pay(state, who, way[0]):
        raise RuleRefusal(f"{who} has too few mind points for it", rule="SA-MP-06", field="means", why=WhyNot.NO_MEANS)
    if reaches(state, who, target, way):
        return
    if way[1] is Attack.MELEE:
        reason = f"{target} is in another zone: move there first"
        raise RuleRefusal(reason, rule="SA-MELEE-01", field="target", why=WhyNot.OUT_OF_REACH)
    raise areas.too_far(state, who, target, attacks.range_of(state, who, way[0]), rule="SA-SHOOT-01", field="target")


def cost(state: SaariFight, order: o.Attack) -> int:
    """Normally 2 actions.  [SA-ACT-01, SA-ACT-02]"""
    return attacks.cost(state, order.combatant, way_of(state, order)[0])


def do(table: Table[SaariState], order: o.Attack) -> None:
    """First the free strikes that it provokes, then the attack, if the attacker still stands and has its weapon.

    [SA-FREE-06, G-30, G-61]
    """
    who, target = order.combatant, order.target
    way = means, kind = way_of(table.state, order)
    attacks.pay(table, who, means)
    against = companions.engaged_as(table.state, target)
    if kind is Attack.MELEE:
        if not disengaging.before_melee(table, who, (against,)):
            return
    elif not attacks.is_handy(table.state, who, means) and not free_strikes.at_shooting(table, who, against):
        return
    if not lookup.in_play(table.state, target) or way not in attacks.kinds(table.state, who):
        return
    if not reaches(table.state, who, target, way):  # pushed out of reach by a free strike
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
    else:
        attacks.perform(table, attacks.assault_of(table.state, who, target, means, kind))


def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every target in reach, with each thing in hand or that a swap brings there.  [SA-GEAR-07]"""
    for way in attacks.kinds(state, who):
        for offer in _offered(state, who, way, None):
            yield gear.left_open(state, who, offer, way[0] if way[0] in lookup.fighter(state, who).held else "")
    if lookup.is_pc(state, who):
        for item, thing in gear.within_reach(state, who).items():
            if isinstance(thing, Weapon) and not thing.clumsy and item not in lookup.fighter(state, who).held:
                held = gear.drawn(state, who, item)
                drawn = gear.as_if(state, who, held)
                for way in attacks.kinds(drawn, who):
                    for offer in _offered(drawn, who, way, held) if way[0] == item else ():
                        yield gear.left_open(state, who, offer, item)


def _offered(state: SaariFight, who: str, way: Way, held: tuple[str, ...] | None) -> Iterator[Offer[Order]]:
    targets = tuple(target for target in companions.targets(state, who) if reaches(state, who, target, way))
    if not targets or not attacks.can_pay(state, who, way[0]):
        return
    means, kind = way
    throw = kind is Attack.THROWN and lookup.is_pc(state, who)
    body = o.Attack(combatant=who, target=targets[0], means=means, throw=throw, held=held)
    key = f"{'draw-' if held is not None else ''}{'throw' if throw else 'attack'}-{means}"
    yield Offer(key, body, attacks.DECLARED[kind], (Field("target", "one", targets),))
