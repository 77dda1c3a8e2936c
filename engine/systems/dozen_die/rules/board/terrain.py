"""Hard ground: a die against dexterity determines how far a whole order goes.  [DD-TERR-07 to DD-TERR-14, DD-GAP-11]"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.kit import Table, Term
from engine.systems.dozen_die.board.steps import Footing, Mode
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Difficulty, Grade, Stride
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.dice import Value, because, of_ability, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board.events import TerrainTested
from engine.systems.dozen_die.state import DozenDieState

DOUBLE = 2
"""A climber falls on a die above so many times the value.  [DD-FALL-05]"""


class Trial(Struct, frozen=True):
    """The result of one test of an order. pays: squares."""

    footing: Footing
    pays: int


class Result(Struct, frozen=True):
    """A test and its immediate result. falls: the climber falls. version: of its event."""

    tested: Trial
    falls: bool
    version: int


def value(state: DozenDieFight, who: str, grade: Grade) -> Value:
    """Dexterity plus the bonus of the grade.  [DD-TERR-09 to DD-TERR-12]"""
    difficulty = GRADES[grade]
    dexterity = of_ability(who, "dx", lookup.figure(state, who).dx, difficulty.movement)
    return dexterity.plus(grade.value.lower(), difficulty.bonus or 0, difficulty.movement)


def pays(difficulty: Difficulty, passed: bool, face: int, mv: int) -> Value:
    """How many squares of movement a test leaves, never more than the movement.  [DD-TERR-08 to DD-TERR-12]"""
    rule = difficulty.movement
    match difficulty.passed if passed else difficulty.failed:
        case Stride.FULL:
            return Value(()).plus("mv", mv, rule)
        case Stride.FACE:
            return Value(()).plus("1d12", face, rule).plus("limit", min(0, mv - face), rule)
        case Stride.HALF:
            whole = Term(source="mv", of="", amount=mv, over=2, rule=rule)
            up = Term(source="rounding", of="", amount=mv % 2, over=2, rule="DD-DICE-02")
            return Value((whole, up) if mv % 2 else (whole,))
        case Stride.ONE:
            return Value(()).plus("failure", min(1, mv), rule)
        case Stride.NONE:
            return Value(())


def deciding(tests: Iterable[Trial]) -> Trial | None:
    """The test that decides the whole order: of the hardest ground, of two modes the worse; None without tests.

    [DD-TERR-14, DD-GAP-11]
    """
    return max(tests, key=lambda test: (test.footing.grade.rank, -test.pays), default=None)


def allowance(tests: Iterable[Trial], mv: int) -> int:
    """Squares of the whole order."""
    test = deciding(tests)
    return mv if test is None else test.pays


def untested(tests: Iterable[Trial], ground: Iterable[Footing]) -> tuple[Footing, ...]:
    """The ground harder than any of its mode tested in this order: it is tested now.  [DD-GAP-11]"""
    known: dict[Mode, int] = {}
    for test in tests:
        known[test.footing.mode] = max(known.get(test.footing.mode, 0), test.footing.grade.rank)
    return tuple(footing for footing in ground if footing.grade.rank > known.get(footing.mode, 0))


def trial(table: Table[DozenDieState], who: str, footing: Footing, before: tuple[Trial, ...]) -> Result:
    """One die for ground that a figure is in or enters. before: the tests of this order so far.  [DD-TERR-07]

    A climber who fails by more than double falls: a 12 always fails, but counts as no more than 12.

    [DD-FALL-05, DD-FALL-07]
    """
    state, difficulty = table.state, GRADES[footing.grade]
    against = value(state, who, footing.grade)
    rolled = roll_under(table, who, against, 1, why=footing.mode.value.lower(), rule=difficulty.movement)
    (face,) = rolled.faces
    mv = lookup.figure(table.state, who).mv
    left = pays(difficulty, rolled.passed, face, mv)
    tested = Trial(footing, left.total)
    decides = deciding((*before, tested)) or tested
    whole = Value(()).plus(decides.footing.mode.value.lower(), decides.pays, "DD-TERR-14")
    version = table.emit(
        TerrainTested(
            combatant=who,
            mode=footing.mode,
            grade=footing.grade,
            needed=against.total,
            passed=rolled.passed,
            pays=tested.pays,
            allowance=decides.pays,
        ),
        rule=difficulty.movement,
        because=because(needed=rolled, pays=left, allowance=whole),
    )
    climbs = footing.mode is Mode.CLIMBING and not rolled.passed
    return Result(tested, climbs and face > DOUBLE * max(against.total, 0), version)
