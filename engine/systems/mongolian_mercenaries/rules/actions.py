"""Which rule plays which order, in the order of the offers.  [MM-ACT-06 to MM-ACT-16, MM-DW-10]

Acrobatics, Intimidation and Negotiation have no action of their own, and neither Dexterity nor Willpower does anything
by itself: cards may test them.  [MM-SKILL-19, MM-SKILL-21, RUL-65, RUL-67]  An action is Large unless it is said here;
what is cast or used costs what its card says.  [MM-ACT-07]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.kit import Offer, Order, Table
from engine.systems.mongolian_mercenaries import commands as o
from engine.systems.mongolian_mercenaries.rules.attack import declaring, traps
from engine.systems.mongolian_mercenaries.rules.basics import initiative
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import OrderHandler, minor
from engine.systems.mongolian_mercenaries.rules.course import gm_orders, surrendering
from engine.systems.mongolian_mercenaries.rules.field import (
    changing_distance,
    changing_position,
    cover,
    escape,
    mounts,
    screens,
)
from engine.systems.mongolian_mercenaries.rules.field.movement import deed as movement
from engine.systems.mongolian_mercenaries.rules.gear import handing_over, outfitting
from engine.systems.mongolian_mercenaries.rules.items import prayers, recovery, talents, using_items
from engine.systems.mongolian_mercenaries.rules.magic import casting, using_states
from engine.systems.mongolian_mercenaries.state import MercenariesState

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        o.Attack: OrderHandler(declaring.check, declaring.do, declaring.options, rule="MM-ACT-06"),
        o.Wait: OrderHandler(initiative.check_wait, initiative.wait, initiative.wait_options, minor, "MM-ACT-13"),
        o.ChangeDistance: movement(
            changing_distance.check, changing_distance.do, changing_distance.options, "MM-MOVE-01"
        ),
        o.ChangePosition: movement(
            changing_position.check, changing_position.do, changing_position.options, "MM-MOVE-03"
        ),
        o.UseCover: movement(cover.check, cover.do, cover.options, "MM-MOVE-06"),
        o.Escape: movement(escape.check, escape.do, escape.options, "MM-MOVE-11"),
        o.Screen: movement(screens.check_screen, screens.do_screen, screens.screen_options, "MM-MOVE-07"),
        o.Block: movement(screens.check_block, screens.do_block, screens.block_options, "MM-MOVE-07"),
        o.Mount: movement(mounts.check_mount, mounts.mount, mounts.mount_options, "MM-MNT-01"),
        o.Dismount: movement(mounts.check_dismount, mounts.dismount, mounts.dismount_options, "MM-MNT-01"),
        o.Crouch: OrderHandler(cover.check_crouch, cover.crouch, cover.crouch_options, minor, "MM-ACT-11"),
        o.LeanOut: OrderHandler(cover.check_lean_out, cover.lean_out, cover.lean_out_options, minor, "MM-ACT-12"),
        o.DisarmTrap: OrderHandler(traps.check_disarm, traps.disarm, traps.disarm_options, rule="MM-SKILL-18"),
        o.SetTrap: OrderHandler(traps.check_set, traps.lay, traps.set_options, rule="MM-SKILL-18"),
        o.Surrender: OrderHandler(surrendering.check, surrendering.do, surrendering.options, rule="MM-MOVE-14"),
        o.Cast: OrderHandler(casting.check, casting.do, casting.options, casting.cost, "MM-ACT-08"),
        o.UseState: OrderHandler(
            using_states.check, using_states.do, using_states.options, using_states.cost, "MM-ST-01"
        ),
        o.SearchEquipment: OrderHandler(outfitting.check, outfitting.do, outfitting.options, rule="MM-ACT-09"),
        o.HandOver: OrderHandler(handing_over.check, handing_over.do, handing_over.options, minor, "MM-ACT-10"),
        o.UseItem: OrderHandler(using_items.check, using_items.do, using_items.options, using_items.cost, "MM-ACT-14"),
        o.UseTalent: OrderHandler(talents.check, talents.do, talents.options, talents.cost, "MM-ACT-15"),
        o.Pray: OrderHandler(prayers.check, prayers.do, prayers.options, prayers.cost, "MM-ACT-16"),
    }
)

GM_ORDERS: Mapping[type[Order], Callable[[Table[MercenariesState], Any], None]] = MappingProxyType(
    {
        o.CallOff: gm_orders.call_off,
        o.GoOn: gm_orders.go_on,
        o.Recover: recovery.recover,
        o.TreatWounds: recovery.treat,
        o.Repair: recovery.repair,
        o.Identify: recovery.identify,
    }
)

GM_OFFERS: tuple[Callable[[MercenariesFight], Iterator[Offer[Order]]], ...] = (gm_orders.offers, recovery.offers)
"""What the game master is offered."""
