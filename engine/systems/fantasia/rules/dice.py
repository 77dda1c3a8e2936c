"""Dice and checks.  [FF-DICE-01 to FF-DICE-05]"""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.system import Table
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import OpposedCheckMade
from engine.systems.fantasia.rules.figures import attribute
from engine.systems.fantasia.state import Own

HIGHEST, LOWEST = (6, 6), (1, 1)
"""The faces of a natural 12 and a natural 2; only attack rolls know them.  [FF-DICE-05]"""


def roll(table: Table[Own], count: int, *, by: str, why: str, rule: str) -> int:
    """The sum of so many six-sided dice.  [FF-DICE-01]"""
    return sum(table.roll(f"{count}d6", by=by, why=why, rule=rule))


def half_die(face: int) -> int:
    """1d3 read off a six-sided die: 1-2 is 1, 3-4 is 2, 5-6 is 3.  [FF-DICE-04]"""
    return (face + 1) // 2


class Checked(Struct, frozen=True):
    """A check: 2d + figure, and whether that reached the difficulty."""

    total: int
    passed: bool


def check(table: Table[Own], who: str, which: Attribute, difficulty: int, *, why: str, rule: str) -> Checked:
    """2d + attribute against a difficulty; reaching it is enough.  [FF-DICE-02]"""
    thrown = roll(table, 2, by=who, why=why, rule=rule)
    total = thrown + attribute(table.state, who, which)
    return Checked(total, total >= difficulty)


def opposed(
    table: Table[Own], who: str, which: Attribute, opponent: str, opposing: Attribute, *, why: str, rule: str
) -> bool:
    """Both roll 2d + attribute, `who` first; he wins with the higher total, not with a tie.  [FF-DICE-03]"""
    mine = roll(table, 2, by=who, why=why, rule=rule)
    theirs = roll(table, 2, by=opponent, why=why, rule=rule)
    mine += attribute(table.state, who, which)
    theirs += attribute(table.state, opponent, opposing)
    table.emit(
        OpposedCheckMade(
            combatant=who,
            attribute=which,
            total=mine,
            opponent=opponent,
            opposing=opposing,
            opposed_total=theirs,
            passed=mine > theirs,
        ),
        rule="FF-DICE-03",
    )
    return mine > theirs
