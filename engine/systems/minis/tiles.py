"""How orders and answers are shown: whom they are meant for, and what they cost."""

from __future__ import annotations

from msgspec import Struct, structs

from engine.kit import Cost, Intent, Order, Tile, actor_of, with_price
from engine.systems.minis import orders as o
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim
from engine.systems.minis.questions import Struck
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic.effects import COMMAND


def tile(seen: MinisFight, thing: Struct, usual: Tile, asked: str = "") -> Tile:
    """The kernel's tile, with the way that it is, whom it is meant for, and the attack that it takes of a turn."""
    found = structs.replace(usual, intent=_intent(thing, usual), side=_side(seen, thing))
    match thing:
        case Struck(weapon=None):
            return structs.replace(found, icon="wait")
        case o.Move() if thing.path:
            return structs.replace(found, way_of="move")
        case o.Pivot() | o.Run():
            return structs.replace(found, way_of="move")
        case o.Attack():
            return with_price(found, Cost("attack"))
        case o.Cast():
            return with_price(found, Cost("spell_attack"))
    return found


def _side(seen: MinisFight, thing: Struct) -> str:
    """Of a mini under a Command that of whoever has cast it: "" for any other.  [MN-CMD-01]"""
    bearer = seen.fight.combatants.get(actor_of(thing)) if isinstance(thing, Order) else None
    held = (
        (condition.source for condition in bearer.conditions if condition.kind == COMMAND) if bearer is not None else ()
    )
    casters = (seen.fight.combatants.get(source or "") for source in held)
    return next((caster.side for caster in casters if caster is not None), "")


def _intent(thing: Struct, usual: Tile) -> Intent:
    """What helps is cast at friends; of other magic what is aimed at a point alone calls somebody, or moves its caster.

    The fireball flies along a way, and burns.
    """
    match thing:
        case o.Cast():
            spell = SPELLS.get(thing.spell)
            if spell is None or spell.aim is Aim.POINT:
                return Intent.NONE
            return Intent.HELP if spell.helps else Intent.HARM
        case Struck(weapon=str()):
            return Intent.HARM
    return usual.intent
