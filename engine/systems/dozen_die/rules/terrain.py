"""Hard ground: a die against dexterity says how far a whole order goes.  [DD-TERR-07 to DD-TERR-14, DD-GAP-11]"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.kernel.system import Table
from engine.systems.dozen_die.board.steps import Footing, Mode
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Difficulty, Grade, Stride
from engine.systems.dozen_die.events import TerrainTested
from engine.systems.dozen_die.rules import look
from engine.systems.dozen_die.rules.dice import Value, because, half, of_ability, roll_under
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

DOUBLE = 2
"""A climber falls when his die is above so many times the value.  [DD-FALL-05]"""


class Trial(Struct, frozen=True):
    """What one test of an order said. pays: squares."""

    footing: Footing
    pays: int


class Result(Struct, frozen=True):
    """A test and what follows at once. falls: he loses his hold. version: of its event."""

    tested: Trial
    falls: bool
    version: int


def value(state: DD, who: str, grade: Grade) -> Value:
    """Dexterity, and what the grade adds.  [DD-TERR-09 to DD-TERR-12]"""
    difficulty = GRADES[grade]
    dexterity = of_ability(who, "dx", look.figure(state, who).dx, difficulty.movement)
    return dexterity.plus(grade.value.lower(), difficulty.bonus or 0, difficulty.movement)


def pays(difficulty: Difficulty, passed: bool, face: int, mv: int) -> int:
    """How many squares of movement a test leaves, never more than there are.  [DD-TERR-08 to DD-TERR-12]"""
    match difficulty.passed if passed else difficulty.failed:
        case Stride.FULL:
            return mv
        case Stride.FACE:
            return min(face, mv)
        case Stride.HALF:
            return half(mv)
        case Stride.ONE:
            return min(1, mv)
        case Stride.NONE:
            return 0


def allowance(tests: Iterable[Trial], mv: int) -> int:
    """Squares of the whole order: the hardest ground decides, of two modes of one grade the worse.  [DD-TERR-14]"""
    hardest = max((test.footing.grade.rank for test in tests), default=0)
    return min((test.pays for test in tests if test.footing.grade.rank == hardest), default=mv)


def untested(tests: Iterable[Trial], ground: Iterable[Footing]) -> tuple[Footing, ...]:
    """The ground that is harder than any of its mode that was tested in this order: it is tested now.  [DD-GAP-11]"""
    known: dict[Mode, int] = {}
    for test in tests:
        known[test.footing.mode] = max(known.get(test.footing.mode, 0), test.footing.grade.rank)
    return tuple(footing for footing in ground if footing.grade.rank > known.get(footing.mode, 0))


def trial(table: Table[Own], who: str, footing: Footing, before: tuple[Trial, ...]) -> Result:
    """One die for ground somebody is in or goes into. before: the tests of this order so far.  [DD-TERR-07]

    Who climbs and fails by more than double falls: a 12 always fails, but is no more than a 12.

    [DD-FALL-05, DD-FALL-07]
    """
    state, difficulty = table.state, GRADES[footing.grade]
    against = value(state, who, footing.grade)
    rolled = roll_under(table, who, against, 1, why=footing.mode.value.lower(), rule=difficulty.movement)
    (face,) = rolled.faces
    mv = look.figure(table.state, who).mv
    tested = Trial(footing, pays(difficulty, rolled.passed, face, mv))
    version = table.emit(
        TerrainTested(
            combatant=who,
            mode=footing.mode,
            grade=footing.grade,
            needed=against.total,
            passed=rolled.passed,
            pays=tested.pays,
            allowance=allowance((*before, tested), mv),
        ),
        rule=difficulty.movement,
        because=because(needed=rolled),
    )
    climbs = footing.mode is Mode.CLIMBING and not rolled.passed
    return Result(tested, climbs and face > DOUBLE * max(against.total, 0), version)
