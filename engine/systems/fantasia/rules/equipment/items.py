"""Items: potion, ether, phoenix feather.  [FF-TURN-02, FF-KO-05, FF-KO-06]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.systems.fantasia.content.kinds import Item
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.board.known_ground import reached, tell_shielded
from engine.systems.fantasia.rules.equipment.events import ItemUsed
from engine.systems.fantasia.rules.equipment.orders import UseItem
from engine.systems.fantasia.rules.statuses.damage import heal, worst
from engine.systems.fantasia.rules.statuses.status import curable, cure, inflict
from engine.systems.fantasia.rules.statuses.unconscious import raisable, revive
from engine.systems.fantasia.state import FantasiaState


def _stock(state: FantasiaFight, who: str) -> dict[str, int]:
    return lookup.fighter(state, who).stock or {}


def _fitting(state: FantasiaFight, target: str, item: Item) -> bool:
    """Whether an item can affect a target: the fallen need a feather, and only that helps the dead."""
    found = state.fight.combatants[target]
    if item.revive_hp:
        return raisable(state, target)
    return (found.out is None and not lookup.dead(found)) or curable(found, item.cures)


def _targets(state: FantasiaFight, who: str, item: Item) -> tuple[str, ...]:
    whom = (who, *sorted(lookup.others(state, who), key=lambda c: c not in lookup.allies(state, who)))
    return tuple(t for t in whom if _fitting(state, t, item) and distances.beside(state, who, t))


def check(state: FantasiaFight, order: UseItem) -> None:
    """RuleRefusal unless the actor has the item, and the target is in reach and can be helped."""
    item = lookup.figures(state, order.combatant).items.get(order.item)
    if item is None or not _stock(state, order.combatant).get(order.item):
        reason = f"item: {order.combatant} has no {order.item!r}"
        raise RuleRefusal(reason, rule="FF-TURN-02", field="item", why=WhyNot.NO_MEANS)
    state.fight.require(order.target)
    if not _fitting(state, order.target, item):
        reason = f"target: {item.id} does nothing for {order.target}"
        raise RuleRefusal(reason, rule="FF-KO-06", field="target", why=WhyNot.NO_TARGET)
    if not distances.beside(state, order.combatant, order.target):
        who, metres = order.combatant, distances.ARM
        raise distances.unreached(state, who, order.target, metres, rule="FF-TURN-02", field="target")


def options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every item that can be used."""
    for name, item in lookup.figures(state, who).items.items():
        targets = _targets(state, who, item)
        if _stock(state, who).get(name) and targets:
            yield Offer(
                key=f"item-{name}",
                body=UseItem(combatant=who, item=name, target=targets[0]),
                rule="FF-TURN-02",
                fields=(Field("target", "one", targets),),
            )


def peril(state: FantasiaFight, order: UseItem) -> int:
    """The most points an item can cost its user as the target: what heals others harms the undead.  [FF-ST-78]"""
    who = order.combatant
    if order.target != who or not lookup.undead(state, who):
        return 0
    item = lookup.figures(state, who).items[order.item]
    if item.revive_hp:
        return state.fight.combatants[who].vitals["hp"].now
    return worst(state, who, item.heal_hp, nature=Nature.MAGIC, attack=False)


def do(table: Table[FantasiaState], order: UseItem) -> None:
    """Use up the item; it works without a roll. One that does not reach its target is kept."""
    who, target = order.combatant, order.target
    item = lookup.figures(table.state, who).items[order.item]
    met = reached(table, who, (target,), lambda there, t: distances.beside(there, who, t))
    tell_shielded(table, who, (target,), met, rule="FF-TURN-02")
    if not met:
        return
    left = totals.counted("stock", _stock(table.state, who)[order.item], "used", -1, "FF-TURN-02")
    because = totals.why(remaining=left.private(table.state.fight, who))
    used = ItemUsed(combatant=who, item=order.item, target=target, remaining=int(left))
    table.emit(used, rule="FF-TURN-02", because=because)
    if item.revive_hp:
        rule = "FF-KO-06"
        revive(table, target, totals.of_word(item.id, item.revive_hp, rule), cause=who, rule=rule)
    if item.heal_hp:
        rule = "FF-KO-05"
        heal(table, target, totals.of_word(item.id, item.heal_hp, rule), cause=who, rule=rule, medicine=True)
    if item.heal_mp:
        rule = "FF-STAT-06"
        heal(table, target, totals.of_word(item.id, item.heal_mp, rule), cause=who, rule=rule, vital="mp")
    for what in item.inflicts:
        inflict(table, target, what, cause=who, by=item.id)
    cure(table, target, item.cures, rule="FF-STG-01")
