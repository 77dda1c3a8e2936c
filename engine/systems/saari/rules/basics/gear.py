"""Gear: what is in hand, what lies about, what is used up.  [SA-GEAR-07 to SA-GEAR-10, G-22 to G-24]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from msgspec import structs

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.kinds import Attack, Attribute, Shield, Slot, Weapon
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.events import GearSwapped, ItemDropped, ItemTaken, ItemUsedUp
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import Lying, SaariState

HANDS = 2
LIGHT_UNITS = {Slot.LIGHT: 1, Slot.HEAVY: 2, None: 0}
"""Two light items take up as much as a heavy one.  [SA-GEAR-03]"""


def room(personality: int) -> int:
    """How many light items somebody can carry.  [SA-GEAR-01, SA-GEAR-02]"""
    return 2 + lookup.half(personality)


def carried(state: SaariFight, who: str) -> dict[str, Weapon | Shield]:
    """Weapons and shields on a sheet."""
    sheet = lookup.figures(state, who)
    return {**sheet.weapons, **sheet.shields}


def at_feet(state: SaariFight, who: str) -> dict[str, Lying]:
    """What lies in somebody's zone and has another name than what it carries."""
    here, own = lookup.zone(state, who), carried(state, who)
    found: dict[str, Lying] = {}
    for lying in state.own.lying:
        if lying.zone == here and lying.item not in own:
            found.setdefault(lying.item, lying)
    return found


def within_reach(state: SaariFight, who: str) -> dict[str, Weapon | Shield]:
    """What somebody carries, and what it could pick up, which counts as a swap.  [G-24]"""
    found = carried(state, who)
    for key, lying in at_feet(state, who).items():
        thing = lying.weapon or lying.shield
        if thing is not None:
            found[key] = thing
    return {key: thing for key, thing in found.items() if thing.hands}


def check(state: SaariFight, who: str, held: tuple[str, ...], *, clumsy: bool) -> None:
    """RuleRefusal unless these things can be taken in hand. clumsy: that is what the action is for.

    [SA-GEAR-07, SA-GEAR-09, G-22]
    """
    if not lookup.is_pc(state, who):
        raise RuleRefusal("held: only a character swaps gear", rule="SA-GEAR-07", field="held")
    things = within_reach(state, who)
    for item in held:
        if item not in things:
            raise RuleRefusal(f"held: {who} has no {item!r} at hand", rule="SA-GEAR-07", field="held")
    if len(set(held)) < len(held) or sum(things[item].hands for item in held) > HANDS:
        raise RuleRefusal("held: two hands hold one item each, or one for both", rule="G-22", field="held")
    new = [item for item in held if things[item].clumsy and item not in lookup.fighter(state, who).held]
    if clumsy and not new:
        raise RuleRefusal(
            "held: nothing clumsy: take it in hand along with another action", rule="SA-GEAR-09", field="held"
        )
    if new and not clumsy:
        raise RuleRefusal("held: clumsy gear is taken in hand by an action of its own", rule="SA-GEAR-09", field="held")


def as_if(state: SaariFight, who: str, held: tuple[str, ...]) -> SaariFight:
    """The state with these things in hand, to check on it what is done with them."""
    fighter, things = lookup.fighter(state, who), within_reach(state, who)
    sheet = lookup.figures(state, who)
    weapons = {key: thing for key in held if isinstance(thing := things.get(key), Weapon)}
    shields = {key: thing for key in held if isinstance(thing := things.get(key), Shield)}
    figures = structs.replace(sheet, weapons=sheet.weapons | weapons, shields=sheet.shields | shields)
    changed = structs.replace(fighter, held=held, figures=figures)
    own = structs.replace(state.own, fighters={**state.own.fighters, who: changed})
    return structs.replace(state, own=own)


def as_sent(state: SaariFight, who: str, order: Order) -> SaariFight:
    """The state with what an order takes in hand."""
    held: tuple[str, ...] | None = getattr(order, "held", None)
    return state if held is None else as_if(state, who, held)


def drawn(state: SaariFight, who: str, item: str) -> tuple[str, ...]:
    """What is in hand after taking an item: besides it what the other hand can keep."""
    things = within_reach(state, who)
    held: tuple[str, ...] = (item,)
    for other in lookup.fighter(state, who).held:
        if other != item and other in things and sum(things[thing].hands for thing in (*held, other)) <= HANDS:
            held = (*held, other)
    return tuple(sorted(held))


def swaps(state: SaariFight, who: str) -> Iterator[tuple[str, ...]]:
    """Everything that may be in hand, without clumsy gear that is not in hand yet."""
    fighter = lookup.fighter(state, who)
    things: Mapping[str, Weapon | Shield] = within_reach(state, who)
    free = sorted(key for key, thing in things.items() if key in fighter.held or not thing.clumsy)
    for size in range(HANDS + 1):
        for held in combinations(free, size):
            if sum(things[key].hands for key in held) <= HANDS:
                yield held


def left_open(state: SaariFight, who: str, offer: Offer[Any], needed: str = "") -> Offer[Any]:
    """The offer with what is in hand left open, where there is a choice. needed: what is in any case.

    [W-09]
    """
    if not lookup.is_pc(state, who):
        return offer
    others = tuple(held for held in swaps(state, who) if not needed or needed in held)
    usual = (None,) if offer.body.held is None else ()
    if len(others) + len(usual) < 2:
        return offer
    return structs.replace(offer, fields=(*offer.fields, Field("held", "one", (*usual, *others))))


def unswapped(offers: Iterable[Offer[Order]]) -> Iterator[Offer[Order]]:
    """The offers of what is done with what is in hand: no swap goes along with a reaction.  [SA-GEAR-08]"""
    for offer in offers:
        if getattr(offer.body, "held", None) is None:
            yield structs.replace(offer, fields=tuple(field for field in offer.fields if field.name != "held"))


def granted(state: SaariFight, who: str, talent: str) -> tuple[str, ...]:
    """Weapons of somebody that a talent is about: an heirloom is lost with them.  [SA-COMP-11]"""
    sheet = lookup.figures(state, who)
    named = {
        bonus.weapon for owned_talent in sheet.talents if owned_talent.id == talent for bonus in owned_talent.bonuses
    }
    return tuple(item for item in sheet.weapons if item in named)


# -- at the table
def swap(table: Table[SaariState], who: str, held: tuple[str, ...]) -> None:
    """Take these things in hand. What there is no room for falls to the ground.  [SA-GEAR-07, SA-GEAR-10, G-23]

    It costs nothing by itself.  [SA-ACT-05]
    """
    if set(held) == set(lookup.fighter(table.state, who).held):
        return
    zone = lookup.zone(table.state, who) or ""
    for item in held:
        if item not in carried(table.state, who):
            table.emit(ItemTaken(combatant=who, item=item, zone=zone), rule="G-24")
    table.emit(GearSwapped(combatant=who, held=held), rule="SA-GEAR-07")
    for item in reversed(tuple(carried(table.state, who))):
        things = carried(table.state, who)
        units = sum(LIGHT_UNITS[thing.slot] for thing in things.values())
        if units <= room(lookup.score(table.state, who, Attribute.PERSONALITY)):
            return
        if item not in held and things[item].slot is not None:
            drop(table, who, item, zone=zone, rule="G-23")


def drop(table: Table[SaariState], who: str, item: str, *, zone: str, rule: str) -> None:
    """A thing lies in a zone from now on."""
    sheet = lookup.figures(table.state, who)
    weapon, shield = sheet.weapons.get(item), sheet.shields.get(item)
    table.emit(ItemDropped(combatant=who, item=item, zone=zone, weapon=weapon, shield=shield), rule=rule)


def spend(table: Table[SaariState], who: str, means: str, kind: Attack, *, zone: str | None) -> None:
    """After an attack: a thrown weapon lies in the zone of its target; what serves once is gone.  [G-24]"""
    sheet = lookup.fighter(table.state, who).figures
    if sheet is None or means not in sheet.weapons:
        return
    if sheet.weapons[means].single_use:
        table.emit(ItemUsedUp(combatant=who, item=means), rule="G-38")
    elif kind is Attack.THROWN and zone is not None:
        drop(table, who, means, zone=zone, rule="G-24")
