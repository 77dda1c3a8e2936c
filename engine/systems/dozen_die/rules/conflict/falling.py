"""Falling: one die per level; each above the better of two abilities hurts.  [DD-FALL-01 to DD-FALL-08]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Odds, Table
from engine.systems.dozen_die.board.steps import HARMLESS
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.chances import all_hold
from engine.systems.dozen_die.rules.basics.dice import Value, because, of_ability, of_count
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.conflict import damage
from engine.systems.dozen_die.rules.conflict.events import FallRolled, Fell
from engine.systems.dozen_die.state import DozenDieState


def firmness(state: DozenDieFight, who: str) -> Value:
    """The value that a fall's die must exceed to hurt: the better of dexterity and constitution.  [DD-FALL-03]

    Armour does not count.  [DD-FALL-04]
    """
    figure = lookup.figure(state, who)
    if figure.dx >= figure.co:
        return of_ability(who, "dx", figure.dx, "DD-FALL-03")
    return of_ability(who, "co", figure.co, "DD-FALL-03")


def fall(table: Table[DozenDieState], who: str, levels: int, *, cause: int) -> None:
    """A figure has come down so many levels: one level is harmless, nothing is rolled. Going up is no fall.

    All levels count, the first one too. The dice are no test: even a 12 hurts only above the value.

    [DD-FALL-01, DD-FALL-02]
    cause: version of the event with the figure's new position.
    """
    if levels <= 0 or not lookup.standing(table.state, who):
        return
    rule = "DD-FALL-01" if levels <= HARMLESS else "DD-FALL-02"
    why = because(cause, levels=of_count("height", levels, rule))
    fell = table.emit(Fell(combatant=who, levels=levels), rule=rule, because=why)
    if levels <= HARMLESS:
        return

    def odds() -> Odds:
        against = firmness(table.state, who)
        good, of = all_hold(against.total, levels)
        terms = tuple(structs.replace(term, of="against") for term in against.terms)
        holds = against.total
        return Odds(
            good=good, of=of, against=holds, terms=terms, passes=lambda faces: all(face <= holds for face in faces)
        )

    faces = table.roll(f"{levels}d12", by=who, why="fall", rule="DD-FALL-02", odds=odds)
    rolled = table.last
    value = firmness(table.state, who)
    lost = sum(face > value.total for face in faces)
    cost = of_count("levels", levels, "DD-FALL-02").plus("held", lost - levels, "DD-FALL-03")
    version = table.emit(
        FallRolled(combatant=who, needed=value.total, lost=lost),
        rule="DD-FALL-03",
        because=because(fell, rolled, needed=value, lost=cost),
    )
    damage.lose(table, who, lost, rule="DD-FALL-03", cause=version)
