"""Powers: techniques without a weapon and a roll, for oneself or one's side.  [FF-TURN-02, FF-STK-04]"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table
from engine.systems.fantasia.content.kinds import Affects, Technique
from engine.systems.fantasia.rules.attacks.events import AbilityLaunched
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import standing_target
from engine.systems.fantasia.rules.statuses.status import inflict
from engine.systems.fantasia.state import FantasiaState


def is_power(technique: Technique) -> bool:
    """Whether the technique needs no weapon and no roll."""
    return technique.affects is not Affects.FOES


def reached(state: FantasiaFight, who: str, technique: Technique) -> tuple[str, ...]:
    """The user, and for a power for allies, all of them within its radius; nobody has to be named."""
    if technique.affects is Affects.SELF:
        return (who,)
    near = (a for a in lookup.allies(state, who) if distances.within(state, who, a, technique.radius_metres))
    return (who, *(a for a in near if standing_target(state, a)))


def check(order: UseTechnique) -> None:
    """RuleRefusal where a weapon or a target is named."""
    if order.weapon is not None:
        raise RuleRefusal(f"weapon: {order.technique} needs none", rule="FF-TURN-02", field="weapon")
    if order.targets:
        raise RuleRefusal("targets: it is for all it reaches, name nobody", rule="FF-TURN-02", field="targets")


def do(table: Table[FantasiaState], order: UseTechnique, technique: Technique) -> None:
    """Give its statuses to everybody it reaches."""
    who = order.attacker
    targets = reached(table.state, who, technique)
    table.emit(AbilityLaunched(combatant=who, ability=order.technique, targets=targets), rule="FF-TURN-02")
    for target in targets:
        for what in technique.inflicts:
            inflict(table, target, what, cause=who, by=technique.id)
