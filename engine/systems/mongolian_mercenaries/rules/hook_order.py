"""What each hook calls, and in which order: it is the order of a number's terms, of windows and of consequences.

Courage goes before behaviour; damage over time before what ends with the round.  [RUL-03]  In the summary who lives is
settled before anything is shared.  [MM-PHASE-05]
"""

from __future__ import annotations

from types import MappingProxyType

from engine.systems.mongolian_mercenaries.content.kinds import Does, Tactic
from engine.systems.mongolian_mercenaries.rules.actions import GM_ORDERS, ORDER_HANDLERS
from engine.systems.mongolian_mercenaries.rules.attack import (
    aftermath,
    behaviour,
    courage,
    dying,
    effects,
    traps,
    two_weapons,
)
from engine.systems.mongolian_mercenaries.rules.attack import tactics as field_tactics
from engine.systems.mongolian_mercenaries.rules.basics import captives
from engine.systems.mongolian_mercenaries.rules.blows import (
    active_cards,
    durations,
    face_effects,
    states,
    treated,
)
from engine.systems.mongolian_mercenaries.rules.course import experience, looting, spoils, trails
from engine.systems.mongolian_mercenaries.rules.field import cover, ground, light, mounts, screens
from engine.systems.mongolian_mercenaries.rules.gear import ammunition
from engine.systems.mongolian_mercenaries.rules.hooks import Hooks
from engine.systems.mongolian_mercenaries.rules.magic import periods, preferring, summons, working

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
