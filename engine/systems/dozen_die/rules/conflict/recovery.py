"""After the adventure: how badly a casualty was hurt.  [DD-HP-06, DD-GAP-26]"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table
from engine.systems.dozen_die.content.kinds import Ability, Fate
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.chances import NEVER
from engine.systems.dozen_die.rules.basics.dice import because, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict import damage
from engine.systems.dozen_die.rules.conflict.events import RecoveryRolled
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-HP-06"


def waiting(state: DozenDieFight) -> tuple[str, ...]:
    """The players' casualties not yet rolled for, once the fight is decided; in order of joining."""
    if state.fight.outcome is None or state.fight.acting:
        return ()
    return tuple(
        who
        for who, combatant in state.fight.combatants.items()
        if combatant.out == damage.CASUALTY and not lookup.neutral(state, who) and who not in state.own.fates
    )


def do(table: Table[DozenDieState]) -> None:
    """One die for each, a 12 is death. RuleRefusal where no casualty is left to roll for.  [DD-GAP-26]"""
    whom = waiting(table.state)
    if not whom:
        raise RuleRefusal("no casualty of a player waits for its roll, or the fight is not decided", rule=RULE)
    for who in whom:
        value = values.ability(table.state, who, Ability.CO, RULE)
        value = value.plus("recovery", table.state.own.adventure.recovery_bonus, RULE)
        rolled = roll_under(table, who, value, 1, why="recovery", rule=RULE)
        fate = Fate.RECOVERED if rolled.passed else Fate.DEAD if rolled.faces == (NEVER,) else Fate.ABSENT
        event = RecoveryRolled(combatant=who, needed=value.total, fate=fate)
        table.emit(event, rule=RULE, because=because(needed=rolled))
