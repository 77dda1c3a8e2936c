"""Dice and checks.  [FF-DICE-01 to FF-DICE-05]"""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.ids import Seats
from engine.kernel.system import Table
from engine.kernel.why import Why
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import OpposedCheckMade
from engine.systems.fantasia.rules import look, sums
from engine.systems.fantasia.rules.figures import FIGURE_OF, attribute, multipliers, terms_of
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own

HIGHEST, LOWEST = (6, 6), (1, 1)
"""The faces of a natural 12 and a natural 2; only attack rolls know them.  [FF-DICE-05]"""


def roll(table: Table[Own], count: int, *, by: str, why: str, rule: str, to: Seats | None = None) -> int:
    """The sum of so many six-sided dice. to: only these seats and the game master see them.  [FF-DICE-01]"""
    return sum(table.roll(f"{count}d6", by=by, why=why, rule=rule, to=to))


def throw(table: Table[Own], who: str, count: int, own: sums.Sum, *, why: str, rule: str) -> tuple[int, ...]:
    """Open dice, face by face. own: what his figures will add to them, for those who may know these."""
    fight = table.state.fight
    because, knowing = sums.why(faces=own.private(fight, who)), look.knowing(fight, who)
    return table.roll(f"{count}d6", by=who, why=why, rule=rule, because=because, knowing=knowing)


def of_attribute(state: FF, who: str, which: Attribute, *, attack: bool = False) -> sums.Sum:
    """An attribute as it counts now, and what it is made of. attack: as in `attribute`."""
    # An attack asks for the same one for its dice, for what is told of them and for the damage.
    kept, key = state.kept, (of_attribute, who, which, attack)
    found: sums.Sum | None = kept.get(key)
    if found is None:
        figure = FIGURE_OF[which]
        found = sums.of_modifiers(terms_of(state, who, figure), who)
        value = attribute(state, who, which, attack=attack)
        if value != found:
            found = sums.times(found, multipliers(state, who, figure), value)
        kept[key] = found
    return found


def half_die(face: int) -> int:
    """1d3 read off a six-sided die: 1-2 is 1, 3-4 is 2, 5-6 is 3.  [FF-DICE-04]"""
    return (face + 1) // 2


class Checked(Struct, frozen=True):
    """A check: 2d + figure, and whether that reached the difficulty. because: where both numbers come from.

    to: who may read all of that; None: everybody.
    """

    total: int
    difficulty: int
    passed: bool
    because: Why
    to: tuple[str, ...] | None


def check(table: Table[Own], who: str, which: Attribute, difficulty: sums.Sum, *, why: str, rule: str) -> Checked:
    """2d + attribute against a difficulty; reaching it is enough.  [FF-DICE-02]"""
    thrown = sums.of_dice("2d6", roll(table, 2, by=who, why=why, rule=rule), table.last)
    own = of_attribute(table.state, who, which).private(table.state.fight, who)
    total = sums.added(thrown, own)
    because = sums.why(total=total, difficulty=difficulty)
    return Checked(int(total), int(difficulty), total >= difficulty, because, sums.telling(table, who, because))


def opposed(
    table: Table[Own], who: str, which: Attribute, opponent: str, opposing: Attribute, *, why: str, rule: str
) -> bool:
    """Both roll 2d + attribute, `who` first; he wins with the higher total, not with a tie.  [FF-DICE-03]"""
    mine, theirs = (_thrown(table, c, a, why=why, rule=rule) for c, a in ((who, which), (opponent, opposing)))
    mine, theirs = _added(table.state, mine, who, which), _added(table.state, theirs, opponent, opposing)
    table.emit(
        OpposedCheckMade(
            combatant=who,
            attribute=which,
            total=int(mine),
            opponent=opponent,
            opposing=opposing,
            opposed_total=int(theirs),
            passed=mine > theirs,
        ),
        rule="FF-DICE-03",
        because=sums.why(total=mine, opposed_total=theirs),
    )
    return mine > theirs


def _thrown(table: Table[Own], who: str, which: Attribute, *, why: str, rule: str) -> sums.Sum:
    faces = throw(table, who, 2, of_attribute(table.state, who, which), why=why, rule=rule)
    return sums.of_dice("2d6", sum(faces), table.last)


def _added(state: FF, thrown: sums.Sum, who: str, which: Attribute) -> sums.Sum:
    """Dice and the attribute in one: open, as dice and total are; what it is made of stands with the roll."""
    return sums.added(thrown, sums.of_word(which.value.lower(), attribute(state, who, which), "FF-STAT-01", who))
