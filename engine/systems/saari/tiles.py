"""How orders and answers are shown: whom they are meant for, and what they cost."""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct, structs

from engine.kit import Cost, Fault, Intent, Order, RuleRefusal, Tile, actor_of, with_price
from engine.systems.saari import orders as o
from engine.systems.saari.content.kinds import Spell
from engine.systems.saari.questions import Assist, FreeStrike, Push
from engine.systems.saari.rules.attacks import attacks
from engine.systems.saari.rules.basics import clock, gear, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.magic import spells


def tile(seen: SaariFight, thing: Struct, usual: Tile, asked: str = "") -> Tile:
    """The kernel's tile, with the way that it is, whom it is meant for, and its actions and mind points."""
    found = structs.replace(usual, intent=_intent(seen, thing, usual))
    if isinstance(thing, o.Withdraw):
        found = structs.replace(found, way_of="move")
    if asked or not isinstance(thing, Order) or actor_of(thing) not in seen.own.fighters:
        return found
    return with_price(found, _actions(seen, thing), _mind(seen, thing))


def _actions(seen: SaariFight, order: Order) -> Cost | None:
    deed, who, held = seen.own.order_handlers.get(type(order)), actor_of(order), getattr(order, "held", None)
    if deed is None or (deed.outside and clock.is_outside(seen)):
        return None
    with suppress(RuleRefusal, Fault, KeyError):
        return Cost("actions", deed.cost(seen if held is None else gear.as_if(seen, who, held), order))
    return None


def _mind(seen: SaariFight, order: Order) -> Cost | None:
    with suppress(RuleRefusal, Fault, KeyError):
        match order:
            case o.Cast():
                return Cost("mind", spells.spells(seen, order.combatant)[order.spell].mind_cost)
            case o.Attack(means=str(means)) | o.AttackArea(means=str(means)):
                return Cost("mind", attacks.mind_cost(seen, order.combatant, means))
    return None


def _intent(seen: SaariFight, thing: Struct, usual: Tile) -> Intent:
    match thing:
        case o.Cast() if thing.combatant in seen.own.fighters and lookup.is_pc(seen, thing.combatant):
            spell = spells.spells(seen, thing.combatant).get(thing.spell)
            return _of_spell(spell) if spell is not None else usual.intent
        case o.FirstAid() | Assist():
            return Intent.HELP
        case FreeStrike() | Push():
            return Intent.HARM
    return usual.intent


def _of_spell(spell: Spell) -> Intent:
    if spell.attack:
        return Intent.HARM
    return Intent.HELP if spell.heal or spell.wards else Intent.NONE
