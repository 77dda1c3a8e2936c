"""One turn: its start, its number of actions, its end.  [FF-TURN-01]

The order of turns: rounds.py. Orders in a turn: ordered.py.
"""

from __future__ import annotations

from engine.kit import Condition, Table, TurnBegan
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.rules.basics import control, lookup
from engine.systems.fantasia.rules.basics.conditions import lose
from engine.systems.fantasia.rules.basics.restraint import allowance
from engine.systems.fantasia.rules.statuses import unconscious, upkeep
from engine.systems.fantasia.rules.turns import confusion
from engine.systems.fantasia.rules.turns.events import ActionsGiven, ReactionRegained, TurnEnded
from engine.systems.fantasia.state import FantasiaState

UNTIL_TURN = "OWN_TURN_START"
"""The end of everything that lasts until its bearer's next turn begins."""


def start(table: Table[FantasiaState], who: str) -> bool:
    """Begin a turn: start effects, then its actions. Returns whether the combatant can act by its own will."""
    rule = "FF-INIT-04" if lookup.in_sides(table.state) else "FF-INIT-01"
    table.emit(TurnBegan(acting=(who,)), rule=rule)
    control.settle_from_start(table, who)
    at_start(table, who)
    if not lookup.able(table.state.fight.combatants[who]):
        return False
    give_actions(table, who)
    return of_own_will(table, who)


def of_own_will(table: Table[FantasiaState], who: str) -> bool:
    """Whether the combatant takes the turn itself; a confused one's deed is done here.  [FF-ST-42]"""
    if not lookup.turned(table.state.fight.combatants[who]):
        return True
    confusion.play(table, who)
    return False


def end(table: Table[FantasiaState], who: str) -> None:
    """End a turn, whether its owner could act in it or not."""
    at_end(table, who)
    table.emit(TurnEnded(combatant=who), rule="FF-TURN-01")


def at_start(table: Table[FantasiaState], who: str) -> None:
    """The start effects of a turn, in this order.

    Conditions lasting until now end, an unused readied action is lost, the reaction is back; the death counter runs;
    then statuses take effect.
    """
    for condition in table.state.fight.combatants[who].conditions:
        if _ends_now(condition):
            kind = CONDITIONS.get(condition.kind)
            rule = "FF-READY-03" if condition.kind == "readied" else kind.carries if kind else "FF-TURN-01"
            lose(table, who, condition.kind, reason="turn", rule=rule)
    fighter = lookup.fighter(table.state, who)
    if fighter.reacted or fighter.reactions_used:
        table.emit(ReactionRegained(combatant=who), rule="FF-REACT-02")
    if table.state.fight.combatants[who].has("unconscious"):
        unconscious.tick(table, who)
    upkeep.start(table, who)


def give_actions(table: Table[FantasiaState], who: str) -> None:
    """How many actions a turn holds: one normal, one movement, unless a status says otherwise.  [FF-TURN-01]"""
    has = allowance(table.state, who)
    given = ActionsGiven(
        combatant=who,
        normal=int(has.normal),
        movement=int(has.movement),
        extra=int(has.extra),
        most=None if has.most is None else int(has.most),
    )
    table.emit(given, rule=has.rule, because=has.because)


def at_end(table: Table[FantasiaState], who: str) -> None:
    """What a turn ends with: statuses have a turn less, and end.  [FF-STG-03]"""
    upkeep.end(table, who)


def _ends_now(condition: Condition) -> bool:
    """Whether a condition lasts until its bearer's turn begins; one set up without an end has its kind's."""
    kind = CONDITIONS.get(condition.kind)
    return (condition.until or (kind.until if kind else "")) == UNTIL_TURN
