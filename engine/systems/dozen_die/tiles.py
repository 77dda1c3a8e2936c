"""How orders and answers are shown: whom they are meant for, and what they cost."""

from __future__ import annotations

from msgspec import Struct, structs

from engine.kit import Cost, Intent, Tile, with_price
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.content.kinds import Effect
from engine.systems.dozen_die.questions import AffectWhom, FightWhom, React
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight

HARMFUL = (Effect.HIT, Effect.TURN, Effect.PUSH, Effect.TAUNT, Effect.HALT, Effect.HINDER)
"""What skills do to those on whom they are used against their will."""
ORDERS = (o.Move, o.Charge, o.Act, o.Shoot, o.Reload)
"""Each takes one of the two orders of an activation.  [DD-ACT-05]"""


def tile(seen: DozenDieFight, thing: Struct, usual: Tile, asked: str = "") -> Tile:
    """The kernel's tile, with the way that it is, whom it is meant for, and the order or the die that it takes."""
    found = structs.replace(usual, intent=_intent(seen, thing, usual, asked))
    match thing:
        case o.Move() if thing.path and not thing.off:
            found = structs.replace(found, way_of="move")
        case o.March() if thing.path and not thing.off:
            found = structs.replace(found, way_of="march")
    if isinstance(thing, ORDERS):
        return with_price(found, Cost("orders"))
    return with_price(found, Cost("die")) if isinstance(thing, o.Activate) else found


def _intent(seen: DozenDieFight, thing: Struct, usual: Tile, asked: str) -> Intent:
    if asked in (FightWhom.__name__, AffectWhom.__name__):
        return Intent.HARM
    match thing:
        case React():
            return Intent.HARM
        case o.Act():
            figure = seen.own.figures.get(thing.combatant)
            skill = figure.skills.get(thing.skill) if figure is not None else None
            return Intent.HARM if skill is not None and skill.effect in HARMFUL else Intent.NONE
    return usual.intent
