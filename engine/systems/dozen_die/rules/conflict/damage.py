"""Hits, lost hit points, injury and casualties.  [DD-ARM-01 to DD-ARM-06, DD-HP-02 to DD-HP-05]"""

from __future__ import annotations

import functools

from engine.kit import CombatantOut, ConditionGained, ConditionLost, Reasons, Table
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.house_rules import ALL, FAILED
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.chances import all_succeed
from engine.systems.dozen_die.rules.basics.dice import because, of_count, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict.events import ProtectionRolled
from engine.systems.dozen_die.state import DozenDieState

CASUALTY = "casualty"
"""Reason of a figure without hit points being out, for the rest of the adventure."""

Cover = tuple[str, int]
"""A source of cover, and its bonus to protection."""

NO_COVER: Cover = ("", 0)

INJURED = "injured"
"""The condition of a figure with less than half of its hit points and no Grit."""


def protect(table: Table[DozenDieState], who: str, hits: int, *, cause: int, cover: Cover = NO_COVER) -> None:
    """One die for each hit: each that exceeds the protection value costs a hit point.  [DD-ARM-01, DD-ARM-05]

    A table may have it that one such die lets all hits through.  [DD-GAP-05]
    cause: version of the event with the number of hits. cover: against ranged hits.
    """
    if not hits or not lookup.standing(table.state, who):
        return
    value = values.protection(table.state, who, cover)
    unhurt = functools.partial(all_succeed, value.total, hits)
    rolled = roll_under(table, who, value, hits, why="protection", rule="DD-ARM-01", chance=unhurt)
    lost = len(rolled.failures)
    if lost and FAILED.of(table.state.fight) == ALL:
        lost = hits
    struck = of_count("hits", hits, "DD-ARM-01")
    cost = struck.plus("saved", lost - hits, "DD-ARM-04")
    version = table.emit(
        ProtectionRolled(combatant=who, needed=value.total, hits=hits, lost=lost),
        rule="DD-ARM-05" if lost else "DD-ARM-04",
        because=because(cause, needed=rolled, hits=struck, lost=cost),
    )
    lose(table, who, lost, rule="DD-ARM-05", cause=version)


def lose(table: Table[DozenDieState], who: str, points: int, *, rule: str, cause: int) -> None:
    """Take hit points; at 0 the figure is a casualty at once.  [DD-HP-05]

    cause: version of the event that caused the loss.
    """
    table.change(who, "hp", -points, rule=rule, because=Reasons(causes=(cause,)))
    settle(table, who)


def is_hurt(state: DozenDieFight, who: str) -> bool:
    """Whether the figure has less than half of its hit points: exactly half is not less.  [DD-HP-02]"""
    vital = state.fight.combatants[who].vitals["hp"]
    return vital.max is not None and 2 * vital.now < vital.max


def suffers(state: DozenDieFight, who: str) -> bool:
    """Whether the figure is injured: Grit cancels injury completely.  [DD-HP-03]"""
    return is_hurt(state, who) and values.level(state, who, Passive.GRIT) < 1


def settle(table: Table[DozenDieState], who: str, *, waiting: bool = True) -> None:
    """Without hit points the figure is out at once; injury begins or ends, for an activated figure only after that.

    [DD-HP-02, DD-HP-05, DD-REA-09]
    waiting: False for the game master's corrections, which do not wait for the end of an activation.
    """
    state = table.state
    if lookup.standing(state, who) and lookup.hp(state, who) == 0:
        table.emit(CombatantOut(combatant=who, reason=CASUALTY), rule="DD-HP-05")
        return
    activation = state.own.activation if waiting else None
    if not lookup.standing(state, who) or (activation is not None and who in activation.figures):
        return
    bearer = state.fight.combatants[who]
    if suffers(state, who) and not bearer.has(INJURED):
        gained = ConditionGained(
            combatant=who, condition=INJURED, kind=INJURED, source=None, amount=None, left=None, until="healed"
        )
        table.emit(gained, rule="DD-HP-02")
    elif bearer.has(INJURED) and not suffers(state, who):
        table.emit(ConditionLost(combatant=who, condition=INJURED, kind=INJURED, reason="healed"), rule="DD-HP-02")


def settle_all(table: Table[DozenDieState]) -> None:
    """Bring everybody's injuries up to date: when the fight begins, and when an activation is over."""
    for who in tuple(table.state.own.figures):
        settle(table, who)
