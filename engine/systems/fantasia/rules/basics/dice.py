"""Dice and checks.  [FF-DICE-01 to FF-DICE-05]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Odds, Reasons, Reckons, Seats, Table
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.house_rules import TIES
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.events import OpposedCheckMade
from engine.systems.fantasia.rules.basics.figures import FIGURE_OF, attribute, multipliers, terms_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.throws import reached
from engine.systems.fantasia.state import FantasiaState

HIGHEST, LOWEST = (6, 6), (1, 1)
"""The faces of a natural 12 and a natural 2; they matter only in attack rolls.  [FF-DICE-05]"""


def roll(
    table: Table[FantasiaState],
    count: int,
    *,
    by: str,
    why: str,
    rule: str,
    to: Seats | None = None,
    known_to: Seats | None = None,
    odds: Reckons | None = None,
) -> int:
    """The sum of so many six-sided dice. to: only these seats and the game master see them.  [FF-DICE-01]

    known_to, odds: as in `Table.roll`.
    """
    return sum(table.roll(f"{count}d6", by=by, why=why, rule=rule, to=to, known_to=known_to, odds=odds))


def odds_of(number: totals.Total, against: totals.Total, chance: tuple[int, int], *, alone: bool = True) -> Odds:
    """The odds of dice with a number added. chance: (results that succeed, all results).

    against: the deciding number, or what is added to the dice that decide. alone: these dice alone decide.
    """
    added, needed = int(number), int(against)
    terms = totals.why(faces=number, against=against).terms
    passes = (lambda faces: sum(faces) + added >= needed) if alone else None
    return Odds(good=chance[0], of=chance[1], against=needed, terms=terms, passes=passes)


def throw(
    table: Table[FantasiaState], who: str, count: int, own: totals.Total, *, why: str, rule: str
) -> tuple[int, ...]:
    """Open dice, face by face. own: the figures that will be added, for those who may know these."""
    fight = table.state.fight
    because, audience = totals.why(faces=own.private(fight, who)), lookup.recipients_of(fight, who)
    return table.roll(f"{count}d6", by=who, why=why, rule=rule, because=because, known_to=audience)


def of_attribute(state: FantasiaFight, who: str, which: Attribute, *, attack: bool = False) -> totals.Total:
    """An attribute with present changes, and its terms. attack: as in `attribute`."""
    # An attack uses the same total for its dice, its events and the damage.
    kept, key = state.kept, (of_attribute, who, which, attack)
    found: totals.Total | None = kept.get(key)
    if found is None:
        figure = FIGURE_OF[which]
        found = totals.of_modifiers(terms_of(state, who, figure), who)
        value = attribute(state, who, which, attack=attack)
        if value != found:
            found = totals.times(found, multipliers(state, who, figure), value)
        kept[key] = found
    return found


def half_die(face: int) -> int:
    """1d3 read off a six-sided die: 1-2 is 1, 3-4 is 2, 5-6 is 3.  [FF-DICE-04]"""
    return (face + 1) // 2


class Checked(Struct, frozen=True):
    """A check: 2d + figure, and whether that reached the difficulty. because: the origin of both numbers.

    to: who may read all of that; None: everybody.
    """

    total: int
    difficulty: int
    passed: bool
    because: Reasons
    to: tuple[str, ...] | None


def check(
    table: Table[FantasiaState], who: str, which: Attribute, difficulty: totals.Total, *, why: str, rule: str
) -> Checked:
    """2d + attribute against a difficulty; reaching it is enough.  [FF-DICE-02]"""

    def odds() -> Odds:
        own = of_attribute(table.state, who, which)
        return odds_of(own, difficulty, reached(own, difficulty))

    audience = lookup.recipients_of(table.state.fight, who)
    fell = roll(table, 2, by=who, why=why, rule=rule, known_to=audience, odds=odds)
    thrown = totals.of_dice("2d6", fell, table.last)
    own = of_attribute(table.state, who, which).private(table.state.fight, who)
    total = totals.added(thrown, own)
    because = totals.why(total=total, difficulty=difficulty)
    return Checked(int(total), int(difficulty), total >= difficulty, because, totals.recipients_of(table, who, because))


def opposed(
    table: Table[FantasiaState], who: str, which: Attribute, opponent: str, opposing: Attribute, *, why: str, rule: str
) -> bool:
    """Both roll 2d + attribute, `who` first, who wins with the higher total, with a tie only where the table has it so.

    [FF-DICE-03]
    """
    mine, theirs = (_thrown(table, c, a, why=why, rule=rule) for c, a in ((who, which), (opponent, opposing)))
    mine, theirs = _added(table.state, mine, who, which), _added(table.state, theirs, opponent, opposing)
    passed = mine > theirs or (mine == theirs and TIES.of(table.state.fight))
    table.emit(
        OpposedCheckMade(
            combatant=who,
            attribute=which,
            total=int(mine),
            opponent=opponent,
            opposing=opposing,
            opposed_total=int(theirs),
            passed=passed,
        ),
        rule="FF-DICE-03",
        because=totals.why(total=mine, opposed_total=theirs),
    )
    return passed


def _thrown(table: Table[FantasiaState], who: str, which: Attribute, *, why: str, rule: str) -> totals.Total:
    faces = throw(table, who, 2, of_attribute(table.state, who, which), why=why, rule=rule)
    return totals.of_dice("2d6", sum(faces), table.last)


def _added(state: FantasiaFight, thrown: totals.Total, who: str, which: Attribute) -> totals.Total:
    """Dice and attribute in one: open, as dice and total are; the attribute's terms belong to the roll."""
    return totals.added(thrown, totals.of_word(which.value.lower(), attribute(state, who, which), "FF-STAT-01", who))
