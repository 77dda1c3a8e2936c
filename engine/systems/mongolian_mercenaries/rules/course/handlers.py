"""What plays each order, in the order of the offers, and what each hook calls: the tables of the game.

Acrobatics, Intimidation and Negotiation have no action of their own, and neither Dexterity nor Willpower does anything
by itself: cards may test them.  [MM-SKILL-19, MM-SKILL-21, RUL-65, RUL-67]  An action is Large unless it is said here;
what is cast or used costs what its card says.  [MM-ACT-07]  [MM-ACT-06 to MM-ACT-16, MM-DW-10]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from engine.kit import Offer, Order, Table
from engine.systems.mongolian_mercenaries import state
from engine.systems.mongolian_mercenaries.content.kinds import Does, Tactic
from engine.systems.mongolian_mercenaries.hooks import Hooks
from engine.systems.mongolian_mercenaries.rules.attack import (
    aftermath,
    behaviour,
    declaring,
    dying,
    effects,
    two_weapons,
)
from engine.systems.mongolian_mercenaries.rules.attack import tactics as field_tactics
from engine.systems.mongolian_mercenaries.rules.attack.orders import Attack
from engine.systems.mongolian_mercenaries.rules.basics import captives, initiative
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import OrderHandler, minor
from engine.systems.mongolian_mercenaries.rules.basics.orders import Wait
from engine.systems.mongolian_mercenaries.rules.blows import (
    active_cards,
    durations,
    face_effects,
    states,
    treated,
)
from engine.systems.mongolian_mercenaries.rules.course import courage, gm_orders
from engine.systems.mongolian_mercenaries.rules.course.orders import CallOff, GoOn
from engine.systems.mongolian_mercenaries.rules.field import (
    changing_distance,
    changing_position,
    cover,
    escape,
    ground,
    light,
    mounts,
    screens,
)
from engine.systems.mongolian_mercenaries.rules.field.movement import deed as movement
from engine.systems.mongolian_mercenaries.rules.field.orders import (
    Block,
    ChangeDistance,
    ChangePosition,
    Crouch,
    Dismount,
    Escape,
    LeanOut,
    Mount,
    Screen,
    UseCover,
)
from engine.systems.mongolian_mercenaries.rules.gear import ammunition, handing_over, outfitting
from engine.systems.mongolian_mercenaries.rules.gear.orders import HandOver, SearchEquipment
from engine.systems.mongolian_mercenaries.rules.items import prayers, talents, traps, using_items, using_states
from engine.systems.mongolian_mercenaries.rules.items.orders import (
    DisarmTrap,
    Pray,
    SetTrap,
    UseItem,
    UseState,
    UseTalent,
)
from engine.systems.mongolian_mercenaries.rules.magic import casting, periods, preferring, summons, working
from engine.systems.mongolian_mercenaries.rules.magic.orders import Cast
from engine.systems.mongolian_mercenaries.rules.summary import (
    experience,
    looting,
    recovery,
    spoils,
    surrendering,
    trails,
)
from engine.systems.mongolian_mercenaries.rules.summary.orders import Identify, Recover, Repair, Surrender, TreatWounds

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        Attack: OrderHandler(declaring.check, declaring.do, declaring.options, rule="MM-ACT-06"),
        Wait: OrderHandler(initiative.check_wait, initiative.wait, initiative.wait_options, minor, "MM-ACT-13"),
        ChangeDistance: movement(
            changing_distance.check, changing_distance.do, changing_distance.options, "MM-MOVE-01"
        ),
        ChangePosition: movement(
            changing_position.check, changing_position.do, changing_position.options, "MM-MOVE-03"
        ),
        UseCover: movement(cover.check, cover.do, cover.options, "MM-MOVE-06"),
        Escape: movement(escape.check, escape.do, escape.options, "MM-MOVE-11"),
        Screen: movement(screens.check_screen, screens.do_screen, screens.screen_options, "MM-MOVE-07"),
        Block: movement(screens.check_block, screens.do_block, screens.block_options, "MM-MOVE-07"),
        Mount: movement(mounts.check_mount, mounts.mount, mounts.mount_options, "MM-MNT-01"),
        Dismount: movement(mounts.check_dismount, mounts.dismount, mounts.dismount_options, "MM-MNT-01"),
        Crouch: OrderHandler(cover.check_crouch, cover.crouch, cover.crouch_options, minor, "MM-ACT-11"),
        LeanOut: OrderHandler(cover.check_lean_out, cover.lean_out, cover.lean_out_options, minor, "MM-ACT-12"),
        DisarmTrap: OrderHandler(traps.check_disarm, traps.disarm, traps.disarm_options, rule="MM-SKILL-18"),
        SetTrap: OrderHandler(traps.check_set, traps.lay, traps.set_options, rule="MM-SKILL-18"),
        Surrender: OrderHandler(surrendering.check, surrendering.do, surrendering.options, rule="MM-MOVE-14"),
        Cast: OrderHandler(casting.check, casting.do, casting.options, casting.cost, "MM-ACT-08"),
        UseState: OrderHandler(
            using_states.check, using_states.do, using_states.options, using_states.cost, "MM-ST-01"
        ),
        SearchEquipment: OrderHandler(outfitting.check, outfitting.do, outfitting.options, rule="MM-ACT-09"),
        HandOver: OrderHandler(handing_over.check, handing_over.do, handing_over.options, minor, "MM-ACT-10"),
        UseItem: OrderHandler(using_items.check, using_items.do, using_items.options, using_items.cost, "MM-ACT-14"),
        UseTalent: OrderHandler(talents.check, talents.do, talents.options, talents.cost, "MM-ACT-15"),
        Pray: OrderHandler(prayers.check, prayers.do, prayers.options, prayers.cost, "MM-ACT-16"),
    }
)

GM_ORDERS: Mapping[type[Order], Callable[[Table[state.MercenariesState], Any], None]] = MappingProxyType(
    {
        CallOff: gm_orders.call_off,
        GoOn: gm_orders.go_on,
        Recover: recovery.recover,
        TreatWounds: recovery.treat,
        Repair: recovery.repair,
        Identify: recovery.identify,
    }
)

GM_OFFERS: tuple[Callable[[MercenariesFight], Iterator[Offer[Order]]], ...] = (gm_orders.offers, recovery.offers)
"""What the game master is offered."""

HOOKS = Hooks(
    order_handlers=ORDER_HANDLERS,
    gm_orders=GM_ORDERS,
    attributes=(active_cards.attribute,),
    skills=(active_cards.skill,),
    initiative=(active_cards.initiative,),
    bars=(screens.bar, light.bar, states.bars_attack, two_weapons.bars),
    hit_dice=(cover.hit_dice, active_cards.hit_dice),
    last_dice=(light.dice,),
    attacked=(aftermath.attacked,),
    after_roll=(face_effects.damage_weapon, face_effects.spend_ammunition),
    on_hit=(aftermath.hit,),
    on_miss=(aftermath.missed,),
    net_points=(two_weapons.net_points, active_cards.net_points),
    percents=(active_cards.percents,),
    after_hit=(aftermath.riders,),
    harmed=(aftermath.harmed, treated.after_wound),
    aftermath=(aftermath.windows,),
    fallen=(aftermath.eliminated,),
    leaves=(screens.fallen, summons.vanish_with),
    starts=(mounts.ride_on,),
    entered=(traps.spring,),
    expire=(screens.settle_all, durations.expire, states.expire, summons.vanish_left, periods.round_starts),
    turn_begins=(periods.turn_starts, states.turn_begins, screens.settle, courage.check, behaviour.play),
    round_ends=(periods.round_ends, durations.end_of_round, states.end_of_round, summons.vanish_left),
    summary=(
        durations.after_fight,
        dying.after,
        captives.take,
        ammunition.discard_thrown,
        experience.share,
        looting.play,
        spoils.settle,
        trails.lose,
        states.end_of_fight,
        summons.vanish_all,
        treated.at_end,
    ),
    works=MappingProxyType(
        {
            Does.ITEM: effects.damage_item,
            Does.COVER: ground.give_cover,
            Does.DISTANCE: ground.shift,
            Does.STATE: working.state,
            Does.END_STATE: working.end_state,
            Does.HEAL: working.heal,
            Does.POWER: working.power,
            Does.SUMMON: summons.summon,
        }
    ),
    choices=MappingProxyType(
        {
            Tactic.ATTACK: behaviour.attacks,
            Tactic.MELEE: behaviour.melee_attacks,
            Tactic.SHOOT: behaviour.shots,
            Tactic.CAST: preferring.best,
            Tactic.CLOSE_IN: field_tactics.close_in,
            Tactic.BACK_OFF: field_tactics.back_off,
            Tactic.TAKE_COVER: field_tactics.take_cover,
            Tactic.CROUCH: field_tactics.crouch,
            Tactic.SCREEN: field_tactics.screen,
            Tactic.BLOCK: field_tactics.block,
        }
    ),
)
"""The order in each is that of a number's terms, of windows and of consequences.

Courage goes before behaviour; damage over time before what ends with the round.  [RUL-03]  In the summary who lives is
settled before anything is shared.  [MM-PHASE-05]
"""


class MercenariesState(state.MercenariesState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.MercenariesState.__doc__
    hooks: ClassVar = HOOKS
