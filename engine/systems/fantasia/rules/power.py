"""Powers: techniques without a weapon and a roll, that help oneself or one's own.  [FF-TURN-02, FF-STK-04]"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.fantasia.commands import UseTechnique
from engine.systems.fantasia.content.kinds import Technique, Whom
from engine.systems.fantasia.events import AbilityLaunched
from engine.systems.fantasia.rules import look, space
from engine.systems.fantasia.rules.aim import standing_target
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.status import inflict
from engine.systems.fantasia.state import Own


def is_power(technique: Technique) -> bool:
    """Whether it is done without a weapon and a roll."""
    return technique.whom is not Whom.FOES


def reached(state: FF, who: str, technique: Technique) -> tuple[str, ...]:
    """Himself, and where it is for his own too, all of them within its radius; nobody has to be named."""
    if technique.whom is Whom.SELF:
        return (who,)
    near = (a for a in look.allies(state, who) if space.within(state, who, a, technique.radius_metres))
    return (who, *(a for a in near if standing_target(state, a)))


def check(order: UseTechnique) -> None:
    """RuleRefusal where a weapon or somebody is named."""
    if order.weapon is not None:
        raise RuleRefusal(f"weapon: {order.technique} needs none", rule="FF-TURN-02", field="weapon")
    if order.targets:
        raise RuleRefusal("targets: it is for all it reaches, name nobody", rule="FF-TURN-02", field="targets")


def do(table: Table[Own], order: UseTechnique, technique: Technique) -> None:
    """What it brings lies on all whom it reaches."""
    who = order.attacker
    targets = reached(table.state, who, technique)
    table.emit(AbilityLaunched(combatant=who, ability=order.technique, targets=targets), rule="FF-TURN-02")
    for target in targets:
        for what in technique.inflicts:
            inflict(table, target, what, cause=who, by=technique.id)
