"""How orders and answers are shown: whom they are meant for, and what they cost."""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct, structs

from engine.kit import Cost, Icon, Intent, Order, RuleRefusal, Tile, actor_of, with_price
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import ICONS
from engine.systems.fantasia.content.kinds import Affects
from engine.systems.fantasia.content.kinds import Spell as SpellKind
from engine.systems.fantasia.questions import CriticalTarget, UseReaction
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.course import ordered


def tile(seen: FantasiaFight, thing: Struct, usual: Tile, asked: str = "") -> Tile:
    """The kernel's tile, with the way that it is, whom it is meant for, and its actions and magic points."""
    found = structs.replace(
        usual, icon=_icon(seen, thing, usual), intent=_intent(seen, thing, usual, asked), side=_side(seen, thing)
    )
    match thing:
        case o.Move() if thing.manner is not o.Manner.WALK or thing.path:
            found = structs.replace(found, way_of="move")
        case o.Jump():
            found = structs.replace(found, way_of="move")
    if asked or not isinstance(thing, Order):
        return found  # answers cost no action of the turn
    spell = _spell(seen, thing)
    return with_price(found, _action(seen, thing), Cost("mp", spell.mp) if spell is not None else None)


def _icon(seen: FantasiaFight, thing: Struct, usual: Tile) -> Icon:
    """Of a weapon that has its id in this fight alone that of its kind."""
    if isinstance(thing, o.Attack) and thing.weapon not in ICONS and thing.attacker in seen.own.fighters:
        held = lookup.in_hand(seen, thing.attacker).get(thing.weapon)
        return ICONS.get(held.weapon.id, usual.icon) if held is not None else usual.icon
    return usual.icon


def _side(seen: FantasiaFight, thing: Struct) -> str:
    """Of a charmed actor that of his charmer: "" for anybody else.  [FF-ST-11]"""
    bearer = seen.fight.combatants.get(actor_of(thing)) if isinstance(thing, Order) else None
    if bearer is None or not lookup.obeys(bearer):
        return ""
    sources = (condition.source for condition, kind in lookup.kinds(bearer) if kind.master is not None)
    charmers = (seen.fight.combatants.get(source or "") for source in sources)
    return next((charmer.side for charmer in charmers if charmer is not None), "")


def _spell(seen: FantasiaFight, thing: Struct) -> SpellKind | None:
    if not isinstance(thing, o.Cast) or thing.caster not in seen.own.fighters:
        return None
    known = lookup.figures(seen, thing.caster).spells.get(thing.spell)
    return known.spell if known is not None else None


def _intent(seen: FantasiaFight, thing: Struct, usual: Tile, asked: str) -> Intent:
    if asked == CriticalTarget.__name__:
        return Intent.HARM
    match thing:
        case o.Cast():
            spell = _spell(seen, thing)
            return Intent.HELP if spell is not None and spell.beneficial else Intent.HARM
        case o.UseTechnique():
            known = lookup.figures(seen, thing.attacker).techniques.get(thing.technique)
            return usual.intent if known is None or known.technique.affects is Affects.FOES else Intent.HELP
        case o.UseItem():
            return Intent.HELP
        case UseReaction():
            return Intent.NONE
    return usual.intent


def _action(seen: FantasiaFight, order: Order) -> Cost | None:
    if type(order) not in seen.own.order_handlers:
        return None
    with suppress(RuleRefusal):
        paid = ordered.payment(seen, order)
        return Cost(paid.value) if paid is not None else None
    return Cost(o.Pay.NORMAL.value)
