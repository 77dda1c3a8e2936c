"""The rules, one module per chapter. This one maps every order of an activation to its chapter."""

from __future__ import annotations

from engine.systems.minis import commands as o
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim
from engine.systems.minis.rules.basics import ability
from engine.systems.minis.rules.basics.order_handlers import FORCED, ORDER_HANDLERS, OrderHandler
from engine.systems.minis.rules.combat import attacks, opportunity
from engine.systems.minis.rules.magic import bidding, casting, control, effects, fireball, spells, summoning, teleport
from engine.systems.minis.rules.magic.casting import CASTINGS, Casting
from engine.systems.minis.rules.movement import fleeing, movement
from engine.systems.minis.rules.movement.stops import STOPS
from engine.systems.minis.rules.turns import obeying

ORDER_HANDLERS.update(
    {
        o.Move: OrderHandler(movement.check_move, movement.do_move, movement.move_options),
        o.Pivot: OrderHandler(movement.check_pivot, movement.do_pivot, movement.pivot_options),
        o.Run: OrderHandler(movement.check_run, movement.do_run, movement.run_options),
        o.Attack: OrderHandler(attacks.check, attacks.do, attacks.options),
        o.Cast: OrderHandler(casting.check, casting.do, casting.options),
        o.GiveOrder: OrderHandler(bidding.check, bidding.do, bidding.options),
    }
)

_AT_MINIS = Casting(spells.check, spells.do, spells.options)
_SUMMONING = Casting(summoning.check, summoning.do, summoning.options)
CASTINGS.update({id: _AT_MINIS for id, spell in SPELLS.items() if spell.aim in (Aim.SELF, Aim.MINI)})
CASTINGS.update({effects.GOLEM: _SUMMONING, effects.FAMILIAR: _SUMMONING})
CASTINGS[teleport.SPELL] = Casting(teleport.check, teleport.do, teleport.options)
CASTINGS[fireball.SPELL] = Casting(fireball.check, fireball.do, fireball.options)

FORCED[ability.FEAR] = fleeing.flee
FORCED[effects.COMMAND] = FORCED[effects.GOLEM] = obeying.obey
STOPS += [opportunity.stops, control.stops]
