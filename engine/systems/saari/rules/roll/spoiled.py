"""A roll that is not made: before the dice fell, a ruling has felled or removed somebody whom it needs.  [G-30]"""

from __future__ import annotations

from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.roll.plan import Plan


class Spoiled(Exception):
    """Who would roll, or whom the roll is about, is not in play any more. Whoever began the action ends it."""


def require_standing(state: SaariFight, plan: Plan) -> None:
    """Spoiled where somebody of the roll is not in play.

    Everybody rolls initiative, and against an area each for itself.
    """
    assault = plan.assault
    about = (plan.roller,) if assault is None else (assault.attacker, assault.target, assault.struck)
    if plan.purpose is Purpose.INITIATIVE or (assault is not None and assault.area):
        return
    if not all(lookup.in_play(state, combatant) for combatant in about):
        raise Spoiled
