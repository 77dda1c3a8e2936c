"""Things of the guild, and things that were put off.  [SA-OUT-06, SA-OUT-12]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kit import CampaignState, RuleRefusal, State, Table, plain
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.between.company import Expeditions, Possession, Stage
from engine.systems.saari.rules.between.events import ThingPutOff, ThingReturned, ThingStruckOff, ThingTaken
from engine.systems.saari.rules.between.orders import BorrowThing, PutOff
from engine.systems.saari.sheet import Sheet

RULE = "SA-OUT-06"
LISTS = (("weapons", "ownWeapons", "own_weapons"), ("shields", "ownShields", "own_shields"))
"""Fields of a sheet with things in hand: of the catalogue, in full, and the latter in the struct."""


def item_of(thing: Possession | ThingTaken) -> str:
    """The id of a thing on a sheet."""
    found = thing.weapon or thing.shield or thing.armor or thing.trinket
    return found.id if found is not None else ""


def with_thing(sheet: Mapping[str, Any], thing: Possession | ThingTaken) -> dict[str, Any]:
    """A sheet with it, in full."""
    full = entering.full(msgspec.convert(sheet, Sheet))
    if thing.armor is not None:
        return {**sheet, "ownArmor": plain(thing.armor)}
    for name, field, found in (
        ("ownWeapons", "own_weapons", thing.weapon),
        ("ownShields", "own_shields", thing.shield),
        ("ownTrinkets", "own_trinkets", thing.trinket),
    ):
        if found is not None:
            return {**sheet, name: [*(plain(getattr(full, field)) or ()), plain(found)]}
    return dict(sheet)


def without_item(sheet: Mapping[str, Any], item: str) -> dict[str, Any]:
    """A sheet without what has this id."""
    full = entering.full(msgspec.convert(sheet, Sheet))
    made = dict(sheet)
    if full.own_armor is not None and full.own_armor.id == item:
        made["ownArmor"] = None
    for name, own, field in (*LISTS, ("trinkets", "ownTrinkets", "own_trinkets")):
        listed, written = getattr(full, name) or (), getattr(full, field) or ()
        if item in listed:
            made[name] = [key for key in listed if key != item]
        if any(thing.id == item for thing in written):
            made[own] = plain(tuple(thing for thing in written if thing.id != item))
    if item in (full.held or ()):
        made["held"] = [key for key in full.held or () if key != item]
    return made


def require_playable(sheet: Mapping[str, Any]) -> None:
    """SheetRefused for a sheet that cannot be played."""
    entering.combatant_of(msgspec.convert(sheet, Sheet), None)


def _require_base(state: State[CampaignState]) -> None:
    own: Expeditions = state.own.game
    if own.stage is Stage.EXPEDITION:
        raise RuleRefusal("things are borrowed and put off at the base", rule=RULE)


def borrow(table: Table[CampaignState], order: BorrowThing) -> None:
    """Each to one member at a time, within the slots of its gear, free.  [SA-OUT-06]"""
    _require_base(table.state)
    things: Mapping[str, Possession] = table.state.own.game.things
    thing, who = things.get(order.thing), order.combatant
    if thing is None or thing.owner not in ("", who):
        raise RuleRefusal("the guild has no such thing to lend", rule=RULE, field="thing")
    if thing.borrower:
        raise RuleRefusal(f"{thing.borrower} has borrowed it", rule=RULE, field="thing")
    sheet = table.state.own.members[who].sheet or {}
    if thing.armor is not None and entering.full(msgspec.convert(sheet, Sheet)).own_armor is not None:
        raise RuleRefusal(f"{who} wears armour of its own already", rule=RULE, field="thing")
    taken = ThingTaken(
        combatant=who, key=order.thing, weapon=thing.weapon, shield=thing.shield, armor=thing.armor,
        trinket=thing.trinket,
    )  # fmt: skip
    require_playable(with_thing(sheet, taken))
    table.emit(taken, rule=RULE)


def put_off(table: Table[CampaignState], order: PutOff) -> None:
    """A borrowed thing goes back to the guild, one's own waits at the base.  [SA-OUT-12]"""
    _require_base(table.state)
    who = order.combatant
    for key, thing in table.state.own.game.things.items():
        if thing.borrower == who and item_of(thing) == order.item:
            table.emit(ThingReturned(combatant=who, key=key, item=order.item), rule=RULE)
            return
    full = entering.full(msgspec.convert(table.state.own.members[who].sheet or {}, Sheet))
    figures = entering.figures_of(full)
    weapon, shield = figures.weapons.get(order.item), figures.shields.get(order.item)
    if weapon is None and shield is None:
        raise RuleRefusal(f"{who} has no {order.item}", rule="SA-OUT-12", field="item")
    event = ThingPutOff(combatant=who, key=table.new_id(), item=order.item, weapon=weapon, shield=shield)
    table.emit(event, rule="SA-OUT-12")


def give_all_back(table: Table[CampaignState]) -> None:
    """At the return; what its borrower has no more is struck off.  [SA-OUT-06]"""
    things: Mapping[str, Possession] = table.state.own.game.things
    for key, thing in things.items():
        if thing.borrower:
            sheet = table.state.own.members[thing.borrower].sheet or {}
            if without_item(sheet, item_of(thing)) == dict(sheet):
                table.emit(ThingStruckOff(key=key), rule=RULE)
            else:
                table.emit(ThingReturned(combatant=thing.borrower, key=key, item=item_of(thing)), rule=RULE)
