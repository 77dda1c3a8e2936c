"""Hits, lost hit points, injury and casualties.  [DD-ARM-01 to DD-ARM-06, DD-HP-02 to DD-HP-05]"""

from __future__ import annotations

from engine.kernel.events import CombatantOut, ConditionGained, ConditionLost
from engine.kernel.system import Table
from engine.kernel.why import Why
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.events import ProtectionRolled
from engine.systems.dozen_die.rules import look, values
from engine.systems.dozen_die.rules.dice import because, of_count, roll_under
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

CASUALTY = "casualty"
"""Why somebody without hit points is out of the fight, for the rest of the adventure."""

Cover = tuple[str, int]
"""What shelters somebody, and what it adds to his protection."""

NO_COVER: Cover = ("", 0)

INJURED = "injured"
"""The condition of whoever has less than half of his hit points left, and no Grit."""


def protect(table: Table[Own], who: str, hits: int, *, cause: int, cover: Cover = NO_COVER) -> None:
    """One die for each hit: whatever does not roll at most his protection costs a hit point.  [DD-ARM-01, DD-ARM-05]

    cause: version of the event that says how often he was hit. cover: what shelters him, where they are ranged.
    """
    if not hits or not look.standing(table.state, who):
        return
    value = values.protection(table.state, who, cover)
    rolled = roll_under(table, who, value, hits, why="protection", rule="DD-ARM-01")
    lost = len(rolled.failures)
    struck = of_count("hits", hits, "DD-ARM-01")
    cost = struck.plus("saved", lost - hits, "DD-ARM-04")
    version = table.emit(
        ProtectionRolled(combatant=who, needed=value.total, hits=hits, lost=lost),
        rule="DD-ARM-05" if lost else "DD-ARM-04",
        because=because(cause, needed=rolled, hits=struck, lost=cost),
    )
    lose(table, who, lost, rule="DD-ARM-05", cause=version)


def lose(table: Table[Own], who: str, points: int, *, rule: str, cause: int) -> None:
    """So many hit points less: without any he is a casualty at once.  [DD-HP-05]

    cause: version of the event that says what cost them.
    """
    table.change(who, "hp", -points, rule=rule, because=Why(causes=(cause,)))
    settle(table, who)


def is_hurt(state: DD, who: str) -> bool:
    """Whether he has less than half of his hit points: exactly half is not.  [DD-HP-02]"""
    vital = state.fight.combatants[who].vitals["hp"]
    return vital.max is not None and 2 * vital.now < vital.max


def suffers(state: DD, who: str) -> bool:
    """Whether being hurt counts: Grit cancels it wholly.  [DD-HP-03]"""
    return is_hurt(state, who) and values.level(state, who, Passive.GRIT) < 1


def settle(table: Table[Own], who: str) -> None:
    """Without hit points he is out at once; injury begins or ends, but for who is activated only when that is over.

    [DD-HP-02, DD-HP-05, DD-REA-09]
    """
    state = table.state
    if look.standing(state, who) and look.hp(state, who) == 0:
        table.emit(CombatantOut(combatant=who, reason=CASUALTY), rule="DD-HP-05")
        return
    activation = state.own.activation
    if not look.standing(state, who) or (activation is not None and who in activation.figures):
        return
    bearer = state.fight.combatants[who]
    if suffers(state, who) and not bearer.has(INJURED):
        gained = ConditionGained(
            combatant=who, condition=INJURED, kind=INJURED, source=None, amount=None, left=None, until="healed"
        )
        table.emit(gained, rule="DD-HP-02")
    elif bearer.has(INJURED) and not suffers(state, who):
        table.emit(ConditionLost(combatant=who, condition=INJURED, kind=INJURED, reason="healed"), rule="DD-HP-02")


def settle_all(table: Table[Own]) -> None:
    """Everybody's injuries as they should be: when the fight begins, and when an activation is over."""
    for who in tuple(table.state.own.figures):
        settle(table, who)
