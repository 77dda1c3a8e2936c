"""What statuses do as a turn of their bearer starts and ends, and as the battle does.  [FF-STG-03]"""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.combatant import Condition
from engine.kernel.events import CombatantOut
from engine.kernel.system import Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute, Inflict
from engine.systems.fantasia.content.statuses import AtEnd, AtTurnStart, ConditionKind, Starts
from engine.systems.fantasia.events import CheckMade, Nature
from engine.systems.fantasia.rules import look, sums, unconscious
from engine.systems.fantasia.rules.conditions import change, gain, kept, lose, lose_one, release
from engine.systems.fantasia.rules.damage import heal, hurt
from engine.systems.fantasia.rules.dice import check, roll
from engine.systems.fantasia.rules.status import STATUE, inflict
from engine.systems.fantasia.state import Own

EXHAUSTING = 5
"""The difficulty of the check as Berserk ends; each turn in it adds 1.  [FF-ST-39]"""
EXHAUSTED = Inflict(status="melt", turns_dice=1)
"""What a failed one brings.  [FF-ST-39]"""


# -- a turn starts
def start(table: Table[Own], who: str) -> None:
    """Aging, poison, regeneration, each in its place.  [FF-ST-27, FF-ST-33, FF-ST-75]"""
    for condition, kind in look.kinds(table.state.fight.combatants[who]):
        if kind.counts:
            _one_more(table, who, condition, kind.carries)
    for effect in (AtTurnStart.AGE, AtTurnStart.HURT, AtTurnStart.HEAL):
        for condition, kind in look.kinds(table.state.fight.combatants[who]):
            here = table.state.fight.combatants[who]
            if kind.starts is None or kind.starts.effect is not effect or here.condition(condition.key) is None:
                continue
            if here.out is None and not look.dead(here):
                _EFFECTS[effect](table, who, condition, kind, kind.starts)


def _one_more(table: Table[Own], who: str, condition: Condition, rule: str) -> None:
    more = sums.counted("turns", condition.amount or 0, "turn", 1, rule)
    change(table, who, condition, rule=rule, left=kept(condition.left, rule), amount=more)


def _age(table: Table[Own], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    rule = starts.carries or kind.carries
    _one_more(table, who, condition, rule)


def _dice(table: Table[Own], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> sums.Sum:
    """The dice of the status, or those that its source states.  [FF-ST-76]"""
    stated = look.fighter(table.state, who).stated.get(condition.key)
    dice = starts.dice if stated is None or stated.dice is None else stated.dice
    rule = starts.carries or kind.carries
    points = roll(table, dice, by=who, why=kind.id, rule=rule)
    return sums.of_dice(f"{dice}d6", points, table.last, rule)


def _hurt(table: Table[Own], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    """Damage like any other, but no attack.  [FF-ST-75, FF-INT-04]"""
    points = _dice(table, who, condition, kind, starts)
    rule = starts.carries or kind.carries
    nature = Nature.MAGIC
    hurt(table, who, points, cause=kind.id, nature=nature, element=starts.element, rule=rule, attack=False)


def _heal(table: Table[Own], who: str, condition: Condition, kind: ConditionKind, starts: Starts) -> None:
    if table.state.fight.combatants[who].vitals["hp"].now > 0:
        points = _dice(table, who, condition, kind, starts)
        heal(table, who, points, cause=kind.id, rule=starts.carries or kind.carries)


_EFFECTS: dict[AtTurnStart, Callable[[Table[Own], str, Condition, ConditionKind, Starts], None]] = {
    AtTurnStart.AGE: _age,
    AtTurnStart.HURT: _hurt,
    AtTurnStart.HEAL: _heal,
}


# -- a turn ends
def end(table: Table[Own], who: str) -> None:
    """Whatever is counted has a turn less; at none it ends, with what its end brings."""
    for seen in table.state.fight.combatants[who].conditions:
        condition = table.state.fight.combatants[who].condition(seen.key)
        if condition is None or condition.left is None:
            continue
        kind = CONDITIONS.get(condition.kind)
        rule = kind.carries if kind else "FF-STG-03"
        if condition.left > 1:
            less = sums.counted("turns", condition.left, "turn", -1, "FF-STG-03")
            change(table, who, condition, rule=rule, left=less, amount=kept(condition.amount, rule))
        else:
            expire(table, who, condition, ending=True)


def expire(table: Table[Own], who: str, condition: Condition, *, ending: bool = False) -> None:
    """A status has run out."""
    kind = CONDITIONS.get(condition.kind)
    lose_one(table, who, condition, reason="over", rule=kind.carries if kind else "FF-STG-03")
    match kind.at_end if kind else AtEnd.OVER:
        case AtEnd.FALL:
            doomed(table, who, condition.kind)
        case AtEnd.STATUE:
            petrified(table, who)
        case AtEnd.EXHAUST:
            exhausted(table, who, condition.amount or 0, ending=ending)


def doomed(table: Table[Own], who: str, kind: str) -> None:
    """No points are left, and he falls; this is no damage.  [FF-ST-05]"""
    now = table.state.fight.combatants[who].vitals["hp"].now
    if now > 0:
        lost = sums.of_word(kind, -now, "FF-ST-05")
        table.change(who, "hp", -now, rule="FF-ST-05", because=sums.why(change=lost))
        unconscious.fall(table, who)


def petrified(table: Table[Own], who: str) -> None:
    """Stone, with all he carries: out of the fight till he is cured, and not dead.  [FF-ST-24, FF-ST-25]"""
    lose(table, who, "readied", reason="unable", rule="FF-ST-25")
    release(table, who, rule="FF-ST-25")
    gain(table, who, STATUE, rule="FF-ST-24")
    table.emit(CombatantOut(combatant=who, reason=STATUE), rule="FF-ST-25")


def exhausted(table: Table[Own], who: str, turns: int, *, ending: bool) -> None:
    """Berserk is over: a check of vitality, which each turn in it makes harder, or he melts.  [FF-ST-39, FF-INT-03]"""
    difficulty = sums.added(sums.of_word("berserk", EXHAUSTING, "FF-ST-39"), sums.of_word("turns", turns, "FF-ST-39"))
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
def battle_over(table: Table[Own]) -> None:
    """Statuses that are counted in turns, and those that last till they are cured, end with the battle.  [FF-ST-39]"""
    for who in tuple(table.state.fight.combatants):
        for condition, kind in look.kinds(table.state.fight.combatants[who]):
            here = table.state.fight.combatants[who]
            if not kind.magic and condition.left is None:
                continue
            if here.condition(condition.key) is None or here.out is not None:
                continue
            lose_one(table, who, condition, reason="battle", rule=kind.carries)
            if kind.at_end is AtEnd.EXHAUST:
                exhausted(table, who, condition.amount or 0, ending=True)
