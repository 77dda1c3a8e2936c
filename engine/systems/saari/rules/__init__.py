"""The rules, a module for each chapter. This one registers every order: one entry each."""

from __future__ import annotations

from engine.systems.saari import commands as o
from engine.systems.saari.events import Payment
from engine.systems.saari.rules.actions import first_aid, group_action, movement, other_action, shaking_off, taking_up
from engine.systems.saari.rules.attacks import area_attacks, attacking, disengaging
from engine.systems.saari.rules.basics import holding
from engine.systems.saari.rules.basics.order_handlers import GM_OFFERS, GM_ORDERS, ORDER_HANDLERS, OrderHandler
from engine.systems.saari.rules.harm import allies, riding
from engine.systems.saari.rules.magic import spells
from engine.systems.saari.rules.roll import marks
from engine.systems.saari.rules.turns import hazards, readying, scenes

__all__ = ["GM_OFFERS", "GM_ORDERS", "ORDER_HANDLERS"]

# C: field
ORDER_HANDLERS[o.Attack] = OrderHandler(
    attacking.check,
    attacking.do,
    attacking.options,
    attacking.cost,
    rule="SA-ACT-01",
    readied=o.Readied.ATTACK,
    opens=True,
)
ORDER_HANDLERS[o.Move] = OrderHandler(
    movement.check,
    movement.do,
    movement.moves,
    movement.cost,
    rule="SA-ACT-03",
    readied=o.Readied.MOVE,
    declared=(o.Trigger.MOVES,),
    opens=True,
    swaps=True,
)
ORDER_HANDLERS[o.Withdraw] = OrderHandler(
    movement.check,
    movement.do,
    movement.withdrawals,
    movement.cost,
    rule="SA-ACT-04",
    readied=o.Readied.MOVE,
    declared=(o.Trigger.MOVES,),
    opens=True,
    swaps=True,
)
ORDER_HANDLERS[o.Disengage] = OrderHandler(
    disengaging.check,
    disengaging.do,
    disengaging.options,
    disengaging.cost,
    rule="SA-ACT-13",
    readied=o.Readied.MOVE,
    swaps=True,
)
ORDER_HANDLERS[o.TakeUp] = OrderHandler(
    taking_up.check, taking_up.do, taking_up.options, taking_up.cost, rule="SA-GEAR-09", takes_clumsy=True
)
ORDER_HANDLERS[o.Mount] = OrderHandler(
    riding.check_mount, riding.mount, riding.mounts, riding.cost, rule="G-63", readied=o.Readied.MOVE, swaps=True
)
ORDER_HANDLERS[o.Dismount] = OrderHandler(
    riding.check_dismount,
    riding.dismount,
    riding.dismounts,
    riding.cost,
    rule="G-63",
    readied=o.Readied.MOVE,
    swaps=True,
)
GM_ORDERS[o.PlaceAlly] = allies.place
GM_ORDERS[o.HarmAllies] = allies.set_harm
GM_OFFERS.append(allies.gm_offers)

# B: clock and actions
ORDER_HANDLERS[o.FirstAid] = OrderHandler(
    first_aid.check,
    first_aid.do,
    first_aid.options,
    first_aid.cost,
    rule="SA-AID-01",
    readied=o.Readied.HELP,
    opens=True,
    swaps=True,
)
ORDER_HANDLERS[o.ShakeOff] = OrderHandler(
    shaking_off.check,
    shaking_off.do,
    shaking_off.options,
    shaking_off.cost,
    rule="SA-ACT-12",
    readied=o.Readied.HELP,
    swaps=True,
    outside=True,
)
ORDER_HANDLERS[o.GroupAction] = OrderHandler(
    group_action.check,
    group_action.do,
    group_action.options,
    group_action.cost,
    rule="SA-GROUP-01",
    swaps=True,
    judged=True,
    outside=True,
)
ORDER_HANDLERS[o.OtherAction] = OrderHandler(
    other_action.check,
    other_action.do,
    other_action.options,
    other_action.cost,
    rule="G-63",
    readied=o.Readied.OTHER,
    opens=True,
    swaps=True,
    judged=True,
    outside=True,
)
ORDER_HANDLERS[o.Ready] = OrderHandler(
    readying.check,
    readying.do,
    readying.options,
    readying.cost,
    payment=Payment.READY,
    rule="SA-READY-01",
    declared=None,
    swaps=True,
)
ORDER_HANDLERS[o.Hold] = OrderHandler(holding.check, holding.do, holding.options, rule="G-04", declared=None)
GM_ORDERS[o.AdjustInitiative] = scenes.adjust_initiative
GM_ORDERS[o.EndScene] = scenes.end_scene
GM_ORDERS[o.GoOn] = scenes.go_on
GM_ORDERS[o.ReachMilestone] = scenes.reach_milestone
GM_ORDERS[o.ReturnToBase] = scenes.return_to_base
GM_OFFERS.append(scenes.offers)

# D: content that acts
ORDER_HANDLERS[o.Cast] = OrderHandler(
    spells.check,
    spells.do,
    spells.options,
    spells.cost,
    rule="SA-ACT-10",
    readied=o.Readied.SPELL,
    declared=(o.Trigger.CASTS,),
    opens=True,
)
ORDER_HANDLERS[o.AttackArea] = OrderHandler(
    area_attacks.check,
    area_attacks.do,
    area_attacks.options,
    area_attacks.cost,
    rule="SA-ACT-02",
    readied=o.Readied.ATTACK,
    opens=True,
)
GM_ORDERS[o.Spring] = hazards.spring
GM_OFFERS.append(hazards.gm_offers)

# A: rolls
GM_ORDERS[o.MarkRoll] = marks.mark
GM_OFFERS.append(marks.offers)
