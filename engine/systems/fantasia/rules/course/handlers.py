"""What plays each order that is an action."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from engine.kit import Order
from engine.systems.fantasia import state
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.attacks import attack
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.board.orders import Attack, Manner
from engine.systems.fantasia.rules.course import requests
from engine.systems.fantasia.rules.course.orders import OtherAction
from engine.systems.fantasia.rules.equipment import equipment, items
from engine.systems.fantasia.rules.equipment.orders import Draw, PickUp, Reload, UseItem
from engine.systems.fantasia.rules.magic import magic, readied, spells, technique
from engine.systems.fantasia.rules.magic.orders import Cast, Ready
from engine.systems.fantasia.rules.movement import jump, movement, posture
from engine.systems.fantasia.rules.movement.orders import Defend, Jump, LieDown, Move, StandUp
from engine.systems.fantasia.rules.statuses import grapple
from engine.systems.fantasia.rules.statuses.order_handlers import OrderHandler
from engine.systems.fantasia.rules.statuses.orders import BreakFree, Grapple, LetGo
from engine.systems.fantasia.rules.turns.orders import CheckAttribute
from engine.systems.fantasia.types import Readied, Trigger

ORDER_HANDLERS: Mapping[type[Order], OrderHandler] = MappingProxyType(
    {
        Attack: OrderHandler(
            attack.check,
            attack.do,
            attack.options,
            Trigger.ATTACKS,
            readied=Readied.ATTACK,
            single=attack.single,
            deed=Activity.ATTACK,
        ),
        Grapple: OrderHandler(
            grapple.check, grapple.do, grapple.options, Trigger.ATTACKS, readied=Readied.ATTACK, deed=Activity.GRAPPLE
        ),
        BreakFree: OrderHandler(grapple.check_free, grapple.break_free, grapple.free_options, deed=Activity.BREAK_FREE),
        LetGo: OrderHandler(grapple.check_let_go, grapple.let_go, grapple.let_go_options, deed=Activity.LET_GO),
        Cast: OrderHandler(
            spells.check,
            magic.do,
            spells.options,
            Trigger.CASTS,
            ability=lambda order: (order.spell, order.targets),
            readied=Readied.CAST,
            deed=Activity.CAST,
            peril=spells.peril,
        ),
        UseTechnique: OrderHandler(
            technique.check,
            technique.do,
            technique.options,
            Trigger.USES_TECHNIQUE,
            ability=lambda order: (order.technique, order.targets),
            readied=Readied.TECHNIQUE,
            deed=Activity.TECHNIQUE,
        ),
        UseItem: OrderHandler(
            items.check,
            items.do,
            items.options,
            Trigger.USES_ITEM,
            readied=Readied.ITEM,
            deed=Activity.ITEM,
            peril=items.peril,
        ),
        PickUp: OrderHandler(
            equipment.check_pick_up, equipment.pick_up, equipment.pick_up_options, deed=Activity.PICK_UP
        ),
        Defend: OrderHandler(
            posture.check_defend, posture.defend, posture.defend_options, readied=Readied.DEFEND, deed=Activity.DEFEND
        ),
        Ready: OrderHandler(readied.check, readied.do, readied.options, deed=Activity.READY),
        Move: OrderHandler(
            movement.check,
            movement.do,
            movement.options,
            Trigger.MOVES,
            deed=Activity.MOVE,
            strains=lambda order: order.manner is Manner.CLIMB,
        ),
        Jump: OrderHandler(
            jump.check,
            jump.do,
            jump.options,
            Trigger.MOVES,
            deed=Activity.MOVE,
            peril=jump.peril,
            strains=lambda _: True,
        ),
        StandUp: OrderHandler(posture.check_stand, posture.stand, posture.stand_options, deed=Activity.STAND_UP),
        LieDown: OrderHandler(posture.check_lie, posture.lie, posture.lie_options, deed=Activity.LIE_DOWN),
        Draw: OrderHandler(equipment.check_draw, equipment.draw, equipment.draw_options, deed=Activity.DRAW),
        Reload: OrderHandler(equipment.check_reload, equipment.reload, equipment.reload_options, deed=Activity.RELOAD),
        CheckAttribute: OrderHandler(
            requests.check_check, requests.do_check, requests.check_options, deed=Activity.CHECK
        ),
        OtherAction: OrderHandler(requests.check_other, requests.do_other, requests.other_options, deed=Activity.OTHER),
    }
)


class FantasiaState(state.FantasiaState, frozen=True, kw_only=True, rename="camel"):
    __doc__ = state.FantasiaState.__doc__
    order_handlers: ClassVar = ORDER_HANDLERS
