"""Drawing, reloading, picking up.  [FF-EQ-01 to FF-EQ-04, FF-TURN-02]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WayBarred, WhyNot
from engine.kit.ground import barred
from engine.systems.fantasia.content.kinds import Hand, Weapon
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import held
from engine.systems.fantasia.rules.equipment.entering import overlap
from engine.systems.fantasia.rules.equipment.events import WeaponEquipped, WeaponReloaded
from engine.systems.fantasia.rules.equipment.orders import Draw, PickUp, Reload
from engine.systems.fantasia.state import FantasiaState, Held, Where


def _weapon(state: FantasiaFight, who: str, name: str, where: Where, words: str, rule: str) -> Held:
    found = lookup.fighter(state, who).weapons.get(name)
    if found is None or found.where is not where:
        raise RuleRefusal(f"weapon: {who} has no {name!r} {words}", rule=rule, field="weapon", why=WhyNot.NO_MEANS)
    return found


def _hand(weapon: Weapon, wanted: Hand | None) -> Hand:
    """The hand for a weapon; both for one that needs them. RuleRefusal for a hand that does not fit."""
    if weapon.two_hands:
        if wanted not in (None, Hand.BOTH):
            raise RuleRefusal(f"hand: {weapon.id} takes both", rule="FF-EQ-02", field="hand")
        return Hand.BOTH
    return wanted or Hand.RIGHT


def _equip(table: Table[FantasiaState], who: str, weapon: str, hand: Hand, rule: str) -> None:
    stowed = tuple(
        name
        for name, thing in lookup.in_hand(table.state, who).items()
        if thing.hand is not None and overlap(thing.hand, hand)
    )
    table.emit(WeaponEquipped(combatant=who, weapon=weapon, hand=hand, stowed=stowed), rule=rule)


# -- draw
def check_draw(state: FantasiaFight, order: Draw) -> None:
    """RuleRefusal unless the actor carries that weapon stowed.  [FF-EQ-01]"""
    thing = _weapon(state, order.combatant, order.weapon, Where.STOWED, "stowed", "FF-EQ-01")
    _hand(thing.weapon, order.hand)


def draw_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every weapon that can be drawn."""
    for name, thing in lookup.fighter(state, who).weapons.items():
        if thing.where is Where.STOWED:
            both = thing.weapon.two_hands
            yield Offer(
                key=f"draw-{name}",
                body=Draw(combatant=who, weapon=name, hand=Hand.BOTH if both else Hand.RIGHT),
                rule="FF-EQ-01",
                fields=() if both else (Field("hand", "one", (Hand.RIGHT, Hand.LEFT, Hand.BOTH)),),
            )


def draw(table: Table[FantasiaState], order: Draw) -> None:
    """Stow the weapon in the hand and equip the drawn one.  [FF-EQ-01]"""
    weapon = lookup.fighter(table.state, order.combatant).weapons[order.weapon].weapon
    _equip(table, order.combatant, order.weapon, _hand(weapon, order.hand), "FF-EQ-01")


# -- reload
def check_reload(state: FantasiaFight, order: Reload) -> None:
    """RuleRefusal unless it is a firearm in hand that has fired.  [FF-EQ-04]"""
    thing = held(state, order.combatant, order.weapon)
    if thing.bullets >= thing.weapon.chamber:
        reason = "its chamber is full" if thing.weapon.chamber else "it is no firearm"
        raise RuleRefusal(f"weapon: {order.weapon}: {reason}", rule="FF-EQ-04", field="weapon")


def reload_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every firearm that can be reloaded."""
    for name, thing in lookup.in_hand(state, who).items():
        if thing.bullets < thing.weapon.chamber:
            yield Offer(key=f"reload-{name}", body=Reload(combatant=who, weapon=name), rule="FF-EQ-04")


def reload(table: Table[FantasiaState], order: Reload) -> None:
    """The chamber is filled.  [FF-EQ-04]"""
    weapon = lookup.fighter(table.state, order.combatant).weapons[order.weapon].weapon
    full = totals.of_word(weapon.id, weapon.chamber, "FF-EQ-04")
    reloaded = WeaponReloaded(combatant=order.combatant, weapon=order.weapon, bullets=int(full))
    table.emit(reloaded, rule="FF-EQ-04", because=totals.why(bullets=full))


# -- pick up
def _near(state: FantasiaFight, who: str, thing: Held) -> bool:
    return distances.near(state, who, thing.lies)


def check_pick_up(state: FantasiaFight, order: PickUp) -> None:
    """RuleRefusal unless the actor's weapon lies within reach.  [FF-TURN-02]"""
    thing = _weapon(state, order.combatant, order.weapon, Where.ON_GROUND, "on the ground", "FF-TURN-02")
    if not _near(state, order.combatant, thing):
        reason = f"weapon: {order.weapon} lies out of reach"
        raise RuleRefusal(reason, rule="FF-TURN-02", field="weapon", why=WhyNot.OUT_OF_REACH)


def pick_up_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Every own weapon that lies within reach."""
    for name, thing in lookup.fighter(state, who).weapons.items():
        if thing.where is Where.ON_GROUND and _near(state, who, thing):
            yield Offer(key=f"pick-up-{name}", body=PickUp(combatant=who, weapon=name), rule="FF-TURN-02")


def pick_up(table: Table[FantasiaState], order: PickUp) -> None:
    """Put it in the hand that dropped it; a weapon now in that hand is stowed."""
    thing, who = lookup.fighter(table.state, order.combatant).weapons[order.weapon], order.combatant
    known = table.seen(lookup.seat_of(table.state, who) or table.seat).fight.ground
    if thing.lies is not None and barred(table.state, known, lambda there: _near(there, who, thing)):
        table.emit(WayBarred(combatant=who, ahead=thing.lies), rule="FF-TURN-02")
        return
    _equip(table, order.combatant, order.weapon, thing.hand or _hand(thing.weapon, None), "FF-TURN-02")
