"""Effects of statuses at the start and end of their bearer's turn, and at the battle's end.  [FF-STG-03]"""

from __future__ import annotations

from collections.abc import Callable

from engine.kit import CombatantOut, Condition, Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute, Inflict
from engine.systems.fantasia.content.statuses import AtEnd, AtTurnStart, ConditionKind, Starts
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.conditions import change, gain, kept, lose, lose_one, release
from engine.systems.fantasia.rules.basics.dice import check, roll
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.statuses import unconscious
from engine.systems.fantasia.rules.statuses.damage import heal, hurt
from engine.systems.fantasia.rules.statuses.events import CheckMade
from engine.systems.fantasia.rules.statuses.status import STATUE, inflict
from engine.systems.fantasia.state import FantasiaState

EXHAUSTING = 5
"""The difficulty of the check when Berserk ends; each turn in it adds 1.  [FF-ST-39]"""
EXHAUSTED = Inflict(status="melt", turns_dice=1)
"""The status after a failed check.  [FF-ST-39]"""


# -- a turn starts
def start(table: Table[FantasiaState], who: str) -> None:
    """Aging, poison, regeneration, in this order.  [FF-ST-27, FF-ST-33, FF-ST-75]"""
    for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
        if kind.counts:
            _one_more(table, who, condition, kind.carries)
    for effect in (AtTurnStart.AGE, AtTurnStart.HURT, AtTurnStart.HEAL):
        for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
            here = table.state.fight.combatants[who]
            if kind.starts is None or kind.starts.effect is not effect or here.condition(condition.key) is None:
                continue
            if here.out is None and not lookup.dead(here):
                _EFFECTS[effect](table, who, condition, kind, kind.starts)


def _one_more(table: Table[FantasiaState], who: str, condition: Condition, rule: str) -> None:
    more = totals.counted("turns", condition.amount or 0, "turn", 1, rule)
    change(table, who, condition, rule=rule, left=kept(condition.left, rule), amount=more)


def _age(table: Table[FantasiaState], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    rule = starts.carries or kind.carries
    _one_more(table, who, condition, rule)


def _dice(
    table: Table[FantasiaState], who: str, condition: Condition, kind: ConditionKind, starts: Starts
) -> totals.Total:
    """The dice of the status, or those that its source sets.  [FF-ST-76]"""
    stated = lookup.fighter(table.state, who).stated.get(condition.key)
    dice = starts.dice if stated is None or stated.dice is None else stated.dice
    rule = starts.carries or kind.carries
    points = roll(table, dice, by=who, why=kind.id, rule=rule)
    return totals.of_dice(f"{dice}d6", points, table.last, rule)


def _hurt(table: Table[FantasiaState], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    """Damage like any other, but no attack.  [FF-ST-75, FF-INT-04]"""
    points = _dice(table, who, condition, kind, starts)
    rule = starts.carries or kind.carries
    nature = Nature.MAGIC
    hurt(table, who, points, cause=kind.id, nature=nature, element=starts.element, rule=rule, attack=False)


def _heal(table: Table[FantasiaState], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    if table.state.fight.combatants[who].vitals["hp"].now > 0:
        points = _dice(table, who, condition, kind, starts)
        heal(table, who, points, cause=kind.id, rule=starts.carries or kind.carries)


_EFFECTS: dict[AtTurnStart, Callable[[Table[FantasiaState], str, Condition, ConditionKind, Starts], None]] = {
    AtTurnStart.AGE: _age,
    AtTurnStart.HURT: _hurt,
    AtTurnStart.HEAL: _heal,
}


# -- a turn ends
def end(table: Table[FantasiaState], who: str) -> None:
    """Everything counted has one turn less; at none it ends, with its end effect."""
    for seen in table.state.fight.combatants[who].conditions:
        condition = table.state.fight.combatants[who].condition(seen.key)
        if condition is None or condition.left is None:
            continue
        kind = CONDITIONS.get(condition.kind)
        rule = kind.carries if kind else "FF-STG-03"
        if condition.left > 1:
            less = totals.counted("turns", condition.left, "turn", -1, "FF-STG-03")
            change(table, who, condition, rule=rule, left=less, amount=kept(condition.amount, rule))
        else:
            expire(table, who, condition, ending=True)


def expire(table: Table[FantasiaState], who: str, condition: Condition, *, ending: bool = False) -> None:
    """A status has expired."""
    kind = CONDITIONS.get(condition.kind)
    lose_one(table, who, condition, reason="over", rule=kind.carries if kind else "FF-STG-03")
    match kind.at_end if kind else AtEnd.OVER:
        case AtEnd.FALL:
            doomed(table, who, condition.kind)
        case AtEnd.STATUE:
            petrified(table, who)
        case AtEnd.EXHAUST:
            exhausted(table, who, condition.amount or 0, ending=ending)


def doomed(table: Table[FantasiaState], who: str, kind: str) -> None:
    """All points are lost, and the bearer falls; this is no damage.  [FF-ST-05]"""
    now = table.state.fight.combatants[who].vitals["hp"].now
    if now > 0:
        lost = totals.of_word(kind, -now, "FF-ST-05")
        table.change(who, "hp", -now, rule="FF-ST-05", because=totals.why(change=lost))
        unconscious.fall(table, who)


def petrified(table: Table[FantasiaState], who: str) -> None:
    """Petrified with its equipment: out of the fight until cured, and not dead.  [FF-ST-24, FF-ST-25]"""
    lose(table, who, "readied", reason="unable", rule="FF-ST-25")
    release(table, who, rule="FF-ST-25")
    gain(table, who, STATUE, rule="FF-ST-24")
    table.emit(CombatantOut(combatant=who, reason=STATUE), rule="FF-ST-25")


def exhausted(table: Table[FantasiaState], who: str, turns: int, *, ending: bool) -> None:
    """Berserk is over: a vitality check, harder for each turn in it, or the bearer melts.  [FF-ST-39, FF-INT-03]"""
    difficulty = totals.added(
        totals.of_word("berserk", EXHAUSTING, "FF-ST-39"), totals.of_word("turns", turns, "FF-ST-39")
    )
    made = check(table, who, Attribute.VITALITY, difficulty, why="exhaustion", rule="FF-ST-39")
    table.emit(
        CheckMade(
            combatant=who,
            attribute=Attribute.VITALITY,
            total=made.total,
            difficulty=made.difficulty,
            passed=made.passed,
        ),
        rule="FF-ST-39",
        to=made.to,
        because=made.because,
    )
    if not made.passed:
        inflict(table, who, EXHAUSTED, cause="berserk", by="berserk", ending=ending)


# -- the battle ends
def battle_over(table: Table[FantasiaState]) -> None:
    """Statuses counted in turns, and those that last until cured, end with the battle.  [FF-ST-39]

    Also of who has surrendered: whether somebody hidden was on that side must not show by it.
    """
    for who in tuple(table.state.fight.combatants):
        for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
            here = table.state.fight.combatants[who]
            if not kind.magic and condition.left is None:
                continue
            if here.condition(condition.key) is None or here.out not in (None, lookup.SURRENDERED):
                continue
            lose_one(table, who, condition, reason="battle", rule=kind.carries)
            if kind.at_end is AtEnd.EXHAUST:
                exhausted(table, who, condition.amount or 0, ending=True)
