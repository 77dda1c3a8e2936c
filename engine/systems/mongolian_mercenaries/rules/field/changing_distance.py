"""Change of distance: an opposed test of speed; the pursuit of the rules.  [MM-MOVE-01, MM-MOVE-02, MM-DIST-06]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.events import DistanceChanged
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.field import movement
from engine.systems.mongolian_mercenaries.rules.field.orders import ChangeDistance, Heading
from engine.systems.mongolian_mercenaries.rules.roll import pipeline
from engine.systems.mongolian_mercenaries.rules.roll.plan import Plan
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Form, Purpose


def after(state: MercenariesFight, who: str, target: str, heading: Heading) -> Distance:
    """The distance that a change would bring; RuleRefusal where the field does not allow it.

    [MM-MOVE-02, MM-DIST-02, RUL-29]
    """
    level = distances.between(state, who, target).level + (-1 if heading is Heading.NEARER else 1)
    if level < Distance.VERY_CLOSE.level:
        raise RuleRefusal("heading: nothing is nearer than very close", rule="MM-MOVE-02", field="heading")
    farthest = lookup.battlefield(state).farthest
    if level > farthest.level:
        raise RuleRefusal("heading: the battlefield is too small for it", rule="MM-MOVE-02", field="heading")
    return Distance.at(level)


def check(state: MercenariesFight, order: ChangeDistance) -> None:
    """RuleRefusal where the change is not legal."""
    movement.require_opponent(state, order.combatant, order.target, "MM-MOVE-01")
    after(state, order.combatant, order.target, order.heading)


def own_side(state: MercenariesFight, who: str, target: str) -> Plan:
    """The left side of the test: speed + d8. A mount adds to it.  [RUL-53]"""
    rule = "MM-MOVE-01"
    return Plan(
        tester=who,
        purpose=Purpose.DISTANCE,
        form=Form.OPPOSED,
        tested="speed",
        value=Part("speed", lookup.attribute(state, who, "speed"), rule, who=who),
        modifiers=movement.pursuit(state, who),
        skill=False,
        opponent=target,
        rule=rule,
    )


def plan_of(state: MercenariesFight, who: str, target: str) -> Plan:
    """Speed + d8 > the opponent's speed + d8.  [MM-MOVE-01]"""
    theirs = Part("speed", lookup.attribute(state, target, "speed"), "MM-MOVE-01", who=target)
    return structs.replace(own_side(state, who, target), against=(theirs, *movement.pursuit(state, target)))


def do(table: Table[MercenariesState], order: ChangeDistance) -> None:
    """The test, and by one level the distance of this pair alone.  [MM-MOVE-01, RUL-21]"""
    who, target = order.combatant, order.target
    wanted = after(table.state, who, target, order.heading)
    if pipeline.resolve(table, plan_of(table.state, who, target)).passed:
        changed = DistanceChanged(combatant=who, target=target, distance=wanted)
        table.emit(changed, rule="MM-MOVE-01", because=because(table.last))


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """Nearer to each opponent, and away from it, as the field allows."""
    for target in lookup.active_opponents(state, who):
        for heading in Heading:
            body = ChangeDistance(combatant=who, target=target, heading=heading)
            if legal(check, state, body):
                yield Offer("change_distance", body, "MM-MOVE-01")
