"""The rules, one module per chapter. Here every order that is an action finds its chapter."""

from __future__ import annotations

from engine.systems.fantasia import commands as o
from engine.systems.fantasia.rules import (
    attack,
    equipment,
    grapple,
    items,
    magic,
    movement,
    posture,
    readied,
    requests,
    technique,
)
from engine.systems.fantasia.rules.actions import ACTIONS, Action

ACTIONS.update(
    {
        o.Attack: Action(
            attack.check,
            attack.do,
            attack.options,
            o.Trigger.ATTACKS,
            readied=o.Readied.ATTACK,
            single=attack.single,
        ),
        o.Grapple: Action(grapple.check, grapple.do, grapple.options, o.Trigger.ATTACKS, readied=o.Readied.ATTACK),
        o.BreakFree: Action(grapple.check_free, grapple.break_free, grapple.free_options),
        o.LetGo: Action(grapple.check_let_go, grapple.let_go, grapple.let_go_options),
        o.Cast: Action(
            magic.check,
            magic.do,
            magic.options,
            o.Trigger.CASTS,
            ability=lambda order: (order.spell, order.targets),
            readied=o.Readied.CAST,
        ),
        o.UseTechnique: Action(
            technique.check,
            technique.do,
            technique.options,
            o.Trigger.USES_TECHNIQUE,
            ability=lambda order: (order.technique, order.targets),
            readied=o.Readied.TECHNIQUE,
        ),
        o.UseItem: Action(items.check, items.do, items.options, o.Trigger.USES_ITEM, readied=o.Readied.ITEM),
        o.PickUp: Action(equipment.check_pick_up, equipment.pick_up, equipment.pick_up_options),
        o.Defend: Action(posture.check_defend, posture.defend, posture.defend_options, readied=o.Readied.DEFEND),
        o.Ready: Action(readied.check, readied.do, readied.options),
        o.Move: Action(movement.check, movement.do, movement.options, o.Trigger.MOVES),
        o.StandUp: Action(posture.check_stand, posture.stand, posture.stand_options),
        o.LieDown: Action(posture.check_lie, posture.lie, posture.lie_options),
        o.Draw: Action(equipment.check_draw, equipment.draw, equipment.draw_options),
        o.Reload: Action(equipment.check_reload, equipment.reload, equipment.reload_options),
        o.CheckAttribute: Action(requests.check_check, requests.do_check, requests.check_options),
        o.OtherAction: Action(requests.check_other, requests.do_other, requests.other_options),
    }
)
