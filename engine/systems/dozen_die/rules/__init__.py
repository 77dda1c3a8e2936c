"""The rules, one module per chapter. This one maps every order of an activation to its chapter."""

from __future__ import annotations

from engine.systems.dozen_die import commands as o
from engine.systems.dozen_die.rules.actions import charges, moves, shooting, skills
from engine.systems.dozen_die.rules.basics.order_kinds import DEEDS, Deed

DEEDS.update(
    {
        o.Move: Deed(o.Manner.MOVE, moves.check, moves.do, moves.options),
        o.Charge: Deed(o.Manner.CHARGE, charges.check, charges.do, charges.options),
        o.Act: Deed(o.Manner.ACTION, skills.check, skills.do, skills.options),
        o.Shoot: Deed(o.Manner.ACTION, shooting.check, shooting.do, shooting.options),
        o.Reload: Deed(o.Manner.ACTION, shooting.check_reload, shooting.reload, shooting.reload_options),
    }
)
