"""Who may reach whom with what: at close and very close melee from any position to any.

[MM-POS-04, MM-POS-05, MM-DIST-03, MM-DIST-04, MM-DIST-05, MM-DIST-06, MM-COV-03, RUL-25]
"""

from __future__ import annotations

from engine.kit import RuleRefusal, WhyNot
from engine.systems.mongolian_mercenaries.content.kinds import Distance, Permission, Weapon
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.field import permits

FRONT = 2
"""The last position from which and at which there is melee at medium distance.  [MM-DIST-05]"""


def refusal(state: MercenariesFight, attacker: str, target: str, weapon: Weapon) -> RuleRefusal | None:
    """Why a weapon does not reach a target; None where it does. Reads what everybody sees."""
    there = distances.between(state, attacker, target)
    return _melee(state, attacker, target, there) if weapon.reach is None else _ranged(state, attacker, target, weapon)


def _melee(state: MercenariesFight, attacker: str, target: str, there: Distance) -> RuleRefusal | None:
    if there is Distance.FAR:
        return _no("target: too far for melee: only shooting or a change of distance", "MM-DIST-06")
    if there is Distance.MEDIUM and max(lookup.rank(state, attacker), lookup.rank(state, target)) > FRONT:
        return _no("target: at medium distance only those on positions 1 and 2 reach each other", "MM-DIST-05")
    return None


def _ranged(state: MercenariesFight, attacker: str, target: str, weapon: Weapon) -> RuleRefusal | None:
    there, reach = distances.between(state, attacker, target), weapon.reach
    if there is Distance.VERY_CLOSE and not permits.permitted(state, attacker, Permission.RANGED_AT_VERY_CLOSE):
        return _no("target: too close to shoot", "MM-DIST-03", why=WhyNot.CONDITION)
    if reach is None or there.level > reach.distance.level:
        return _no("target: out of the weapon's range", "MM-POS-05")
    if there is reach.distance and lookup.rank(state, target) > reach.positions:
        return _no(f"target: at this distance the weapon reaches positions 1 to {reach.positions}", "MM-POS-05")
    if lookup.fighter(state, attacker).crouched:
        return _no("combatant: who crouches cannot shoot", "MM-COV-03", "combatant", why=WhyNot.CONDITION)
    if lookup.fighter(state, target).crouched:
        return _no("target: who crouches cannot be shot at", "MM-COV-03", why=WhyNot.NOT_SEEN)
    return None


def _no(reason: str, rule: str, field: str = "target", why: WhyNot = WhyNot.OUT_OF_REACH) -> RuleRefusal:
    return RuleRefusal(reason, rule=rule, field=field, why=why)
