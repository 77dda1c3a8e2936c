"""Falling: a die for each level, and what is above the better of two abilities hurts.  [DD-FALL-01 to DD-FALL-08]"""

from __future__ import annotations

from engine.kernel.system import Table
from engine.systems.dozen_die.board.steps import HARMLESS
from engine.systems.dozen_die.events import FallRolled, Fell
from engine.systems.dozen_die.rules import harm, look
from engine.systems.dozen_die.rules.dice import Value, because, of_ability, of_count
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own


def firmness(state: DD, who: str) -> Value:
    """What a die of a fall must exceed to hurt: the better of dexterity and constitution.  [DD-FALL-03]

    Armour is no part of it.  [DD-FALL-04]
    """
    figure = look.figure(state, who)
    if figure.dx >= figure.co:
        return of_ability(who, "dx", figure.dx, "DD-FALL-03")
    return of_ability(who, "co", figure.co, "DD-FALL-03")


def fall(table: Table[Own], who: str, levels: int, *, cause: int) -> None:
    """Somebody has come down so many levels: of one he gets up unhurt, and going up is no fall.

    All levels count, the first one too. The dice are no test: a 12 too hurts only above the value.

    [DD-FALL-01, DD-FALL-02]
    cause: version of the event that says where he is now.
    """
    if levels <= HARMLESS or not look.standing(table.state, who):
        return
    why = because(cause, levels=of_count("height", levels, "DD-FALL-02"))
    fell = table.emit(Fell(combatant=who, levels=levels), rule="DD-FALL-02", because=why)
    faces = table.roll(f"{levels}d12", by=who, why="fall", rule="DD-FALL-02")
    rolled = table.last
    value = firmness(table.state, who)
    lost = sum(face > value.total for face in faces)
    cost = of_count("levels", levels, "DD-FALL-02").plus("held", lost - levels, "DD-FALL-03")
    version = table.emit(
        FallRolled(combatant=who, needed=value.total, lost=lost),
        rule="DD-FALL-03",
        because=because(fell, rolled, needed=value, lost=cost),
    )
    harm.lose(table, who, lost, rule="DD-FALL-03", cause=version)
