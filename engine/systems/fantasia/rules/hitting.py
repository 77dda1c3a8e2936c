"""The roll to hit, of weapons and of magic: one roll against each target's defence.  [FF-ATK-01, FF-MAG-01]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from engine.kernel.messages import Event
from engine.kernel.system import Table
from engine.systems.fantasia.content.kinds import Factor, Figure
from engine.systems.fantasia.events import HitAutomatic, Outcome
from engine.systems.fantasia.rules import look
from engine.systems.fantasia.rules.critical import doubled, outcome_of
from engine.systems.fantasia.rules.damage import CRITICAL
from engine.systems.fantasia.rules.figures import figure
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own


class Blow(Struct, frozen=True, kw_only=True):
    """Somebody an attack has hit. total: what the roll came to against him; None: it hit without one.

    double: he takes the double damage of a natural 12. lowered: how much less damage it does in the end.
    taken_over: somebody else was hit, and he has stepped in.
    """

    target: str
    total: int | None
    double: bool = False
    lowered: int = 0
    taken_over: bool = False

    @property
    def outgoing(self) -> tuple[Factor, ...]:
        """What multiplies its damage on the attacker's side."""
        return (CRITICAL,) if self.double else ()


class Struck(Struct, frozen=True, kw_only=True):
    """How an attack came out: whom it hit, and whether it was a fumble."""

    blows: tuple[Blow, ...] = ()
    fumbled: bool = False


class Aim(Struct, frozen=True, kw_only=True):
    """How an attack is rolled. why: `attack` or `magic`. figure: AT or MA against a target, as it counts then.

    defense: what it has to reach. rolled: the event of its outcome, from target, total, defence and outcome.
    doubles: it deals damage that a natural 12 doubles.
    """

    why: str
    rule: str
    figure: Callable[[FF, str], int]
    defense: Figure
    rolled: Callable[[str, int, int, Outcome], Event]
    doubles: bool = True


def roll_to_hit(table: Table[Own], attacker: str, aim: Aim, targets: Sequence[str], *, plain: bool = False) -> Struck:
    """2d + AT or MA against each target's defence, with one roll for all.  [FF-ATK-01, FF-ATK-05, FF-MAG-01]

    The helpless are hit without one.  [FF-KO-07]  plain: no criticals, no fumbles.
    """
    here = table.state.fight.combatants
    rolled = [target for target in targets if not look.helpless(here[target])]
    faces = table.roll("2d6", by=attacker, why=aim.why, rule=aim.rule) if rolled else ()
    blows: list[Blow] = []
    struck: list[str] = []
    fumbled = False
    for target in targets:
        if target not in rolled:
            table.emit(HitAutomatic(attacker=attacker, target=target), rule="FF-KO-07")
            blows.append(Blow(target=target, total=None))
            continue
        state = table.state
        total = sum(faces) + aim.figure(state, target)
        against = figure(state, target, aim.defense)
        outcome = outcome_of(faces, total, against, plain=plain)
        table.emit(
            aim.rolled(target, total, against, outcome),
            rule={Outcome.CRITICAL: "FF-CRIT-01", Outcome.FUMBLE: "FF-FUM-01"}.get(outcome, aim.rule),
            to=look.knowing(state.fight, target),
        )
        fumbled = fumbled or outcome is Outcome.FUMBLE
        if outcome in (Outcome.HIT, Outcome.CRITICAL):
            blows.append(Blow(target=target, total=total))
        if outcome is Outcome.CRITICAL:
            struck.append(target)
    critical = doubled(table, attacker, struck) if struck and aim.doubles else None
    return Struck(blows=tuple(structs.replace(b, double=b.target == critical) for b in blows), fumbled=fumbled)
