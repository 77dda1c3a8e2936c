"""Items: potion, ether, phoenix feather.  [FF-TURN-02, FF-KO-05, FF-KO-06]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.fantasia.commands import UseItem
from engine.systems.fantasia.content.kinds import Item
from engine.systems.fantasia.events import ItemUsed, Nature
from engine.systems.fantasia.rules import look, space, sums
from engine.systems.fantasia.rules.damage import heal, worst
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.status import curable, cure, inflict
from engine.systems.fantasia.rules.unconscious import raisable, revive
from engine.systems.fantasia.state import Own


def _stock(state: FF, who: str) -> dict[str, int]:
    return look.fighter(state, who).stock or {}


def _fitting(state: FF, target: str, item: Item) -> bool:
    """Whether an item can do something to somebody: the fallen need a feather, the dead nothing else helps."""
    found = state.fight.combatants[target]
    if item.revive_hp:
        return raisable(state, target)
    return (found.out is None and not look.dead(found)) or curable(found, item.cures)


def _targets(state: FF, who: str, item: Item) -> tuple[str, ...]:
    whom = (who, *sorted(look.others(state, who), key=lambda c: c not in look.allies(state, who)))
    return tuple(t for t in whom if _fitting(state, t, item) and space.beside(state, who, t))


def check(state: FF, order: UseItem) -> None:
    """RuleRefusal unless he has the item, and it is for somebody beside him whom it helps."""
    item = look.figures(state, order.combatant).items.get(order.item)
    if item is None or not _stock(state, order.combatant).get(order.item):
        raise RuleRefusal(f"item: {order.combatant} has no {order.item!r}", rule="FF-TURN-02", field="item")
    state.fight.require(order.target)
    if not _fitting(state, order.target, item):
        raise RuleRefusal(f"target: {item.id} does nothing for {order.target}", rule="FF-KO-06", field="target")
    if not space.beside(state, order.combatant, order.target):
        raise RuleRefusal(f"target: {order.target} is more than {space.ARM} m away", rule="FF-TURN-02", field="target")


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Every item he could use."""
    for name, item in look.figures(state, who).items.items():
        targets = _targets(state, who, item)
        if _stock(state, who).get(name) and targets:
            yield Offer(
                key=f"item-{name}",
                body=UseItem(combatant=who, item=name, target=targets[0]),
                rule="FF-TURN-02",
                fields=(Field("target", "one", targets),),
            )


def peril(state: FF, order: UseItem) -> int:
    """The most points an item can cost who uses it on himself: what heals others harms the undead.  [FF-ST-78]"""
    who = order.combatant
    if order.target != who or not look.undead(state, who):
        return 0
    item = look.figures(state, who).items[order.item]
    if item.revive_hp:
        return state.fight.combatants[who].vitals["hp"].now
    return worst(state, who, item.heal_hp, nature=Nature.MAGIC, attack=False)


def do(table: Table[Own], order: UseItem) -> None:
    """It is used up, and works without a roll."""
    who, target = order.combatant, order.target
    item = look.figures(table.state, who).items[order.item]
    left = sums.counted("stock", _stock(table.state, who)[order.item], "used", -1, "FF-TURN-02")
    because = sums.why(remaining=left.private(table.state.fight, who))
    used = ItemUsed(combatant=who, item=order.item, target=target, remaining=int(left))
    table.emit(used, rule="FF-TURN-02", because=because)
    if item.revive_hp:
        rule = "FF-KO-06"
        revive(table, target, sums.of_word(item.id, item.revive_hp, rule), cause=who, rule=rule)
    if item.heal_hp:
        rule = "FF-KO-05"
        heal(table, target, sums.of_word(item.id, item.heal_hp, rule), cause=who, rule=rule, medicine=True)
    if item.heal_mp:
        rule = "FF-STAT-06"
        heal(table, target, sums.of_word(item.id, item.heal_mp, rule), cause=who, rule=rule, vital="mp")
    for what in item.inflicts:
        inflict(table, target, what, cause=who, by=item.id)
    cure(table, target, item.cures, rule="FF-STG-01")
