"""The attack roll of weapons and magic: one roll against each target's defence.  [FF-ATK-01, FF-MAG-01]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from engine.kit import Event, Odds, Table
from engine.systems.fantasia.content.kinds import Attribute, Factor, Figure
from engine.systems.fantasia.house_rules import FUMBLES
from engine.systems.fantasia.rules.attacks.events import HitAutomatic
from engine.systems.fantasia.rules.basics import chances, lookup, totals
from engine.systems.fantasia.rules.basics.critical import doubled, outcome_of
from engine.systems.fantasia.rules.basics.dice import of_attribute
from engine.systems.fantasia.rules.basics.events import Outcome
from engine.systems.fantasia.rules.basics.figures import Modifier, figure, rule_of, terms_of, total
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.statuses.damage import critical
from engine.systems.fantasia.rules.statuses.status import attacked
from engine.systems.fantasia.state import FantasiaState


class Blow(Struct, frozen=True, kw_only=True):
    """A combatant hit by an attack. total: the result of the roll against it; None: it hit without one.

    double: it takes the double damage of a natural 12. lowered: how much the damage is reduced in the end.
    taken_over: another target was hit, and this one took the hit over. version: of the event of the hit.
    """

    target: str
    total: int | None
    double: bool = False
    lowered: totals.Total = totals.NOTHING
    taken_over: bool = False
    version: int = 0

    def outgoing(self, state: FantasiaFight) -> tuple[Factor, ...]:
        """Factors on its damage on the attacker's side."""
        return (critical(state),) if self.double else ()


class Struck(Struct, frozen=True, kw_only=True):
    """The result of an attack: the targets hit, and whether it was a fumble."""

    blows: tuple[Blow, ...] = ()
    fumbled: bool = False


class Aim(Struct, frozen=True, kw_only=True):
    """How an attack is rolled. why: `attack` or `magic`. figure: AT or MA. attribute: the one in it.

    terms: of the figure against a target, at that time. defense: what it has to reach.
    rolled: the event of its outcome, from target, total, defence and outcome.
    doubles: it deals damage that a natural 12 doubles. hostile: it is an attack on whoever it is aimed at.
    """

    why: str
    rule: str
    figure: Figure
    attribute: Attribute
    terms: Callable[[FantasiaFight, str], Sequence[Modifier]]
    defense: Figure
    rolled: Callable[[str, int, int, Outcome], Event]
    doubles: bool = True
    hostile: bool = True


def roll_to_hit(
    table: Table[FantasiaState], attacker: str, aim: Aim, targets: Sequence[str], *, plain: bool = False
) -> Struck:
    """2d + AT or MA against each target's defence, with one roll for all.  [FF-ATK-01, FF-ATK-05, FF-MAG-01]

    The helpless are hit without one.  [FF-KO-07]  plain: no criticals, no fumbles.
    Against a defence with blinking it is rolled twice, and the lower roll counts for all.  [FF-ST-23, FF-INT-10]
    """
    here = table.state.fight.combatants
    rolled = [target for target in targets if not lookup.helpless(here[target])]
    blurred = [t for t in rolled if aim.defense is Figure.DEFENSE and lookup.blurred(here[t])]
    faces = lower = _throw(table, attacker, aim, rolled, plain=plain) if rolled else ()
    thrown = worse = totals.of_dice("2d6", sum(faces), table.last if rolled else 0)
    if blurred:
        again = _throw(table, attacker, aim, blurred, rule="FF-ST-23")
        if sum(again) < sum(faces):
            lower, worse = again, totals.of_dice("2d6", sum(again), table.last, "FF-ST-23")
    blows: list[Blow] = []
    struck: list[str] = []
    fumbled = False
    for target in targets:
        if aim.hostile:
            attacked(table, attacker, target)
        if target not in rolled:
            helpless = lookup.helpless(here[target]) or "FF-KO-07"
            version = table.emit(HitAutomatic(attacker=attacker, target=target), rule=helpless)
            blows.append(Blow(target=target, total=None, version=version))
            continue
        state = table.state
        shown, dice = (lower, worse) if target in blurred else (faces, thrown)
        reached = _total(state, attacker, target, aim, dice, rolled)
        against = totals.of_modifiers(
            terms_of(state, target, aim.defense, facing=attacker),
            target,
            figure(state, target, aim.defense, facing=attacker),
        ).private(state.fight, target)
        outcome = outcome_of(shown, reached, against, plain=plain)
        if outcome is Outcome.FUMBLE and not FUMBLES.of(state.fight):
            outcome = Outcome.MISS
        version = table.emit(
            aim.rolled(target, int(reached), int(against), outcome),
            rule={Outcome.CRITICAL: "FF-CRIT-01", Outcome.FUMBLE: "FF-FUM-01"}.get(outcome, aim.rule),
            to=lookup.recipients_of(state.fight, target),
            because=totals.why(total=reached, against=against),
        )
        fumbled = fumbled or outcome is Outcome.FUMBLE
        if outcome in (Outcome.HIT, Outcome.CRITICAL):
            blows.append(Blow(target=target, total=int(reached), version=version))
        if outcome is Outcome.CRITICAL:
            struck.append(target)
    critical = doubled(table, attacker, struck) if struck and aim.doubles else None
    return Struck(blows=tuple(structs.replace(b, double=b.target == critical) for b in blows), fumbled=fumbled)


def _throw(
    table: Table[FantasiaState],
    attacker: str,
    aim: Aim,
    targets: Sequence[str],
    *,
    rule: str = "",
    plain: bool = False,
) -> tuple[int, ...]:
    """The dice are open; the figures that will be added are for those who may know these.

    rule: of a second roll, which has no chance of its own; "": it is the first.
    """
    state = table.state
    terms = totals.shared([aim.terms(state, t) for t in targets])
    attribute = of_attribute(state, attacker, aim.attribute, attack=aim.why == "attack")
    more = [m for m in terms if m.source != aim.attribute.value.lower()]
    own = totals.added(attribute, totals.of_modifiers(more, attacker))
    because = totals.why(faces=own.private(state.fight, attacker))
    readers = lookup.recipients_of(state.fight, attacker)

    def odds() -> Odds:
        (target,) = targets
        added = total(aim.terms(table.state, target))
        against = figure(table.state, target, aim.defense, facing=attacker)
        twice = aim.defense is Figure.DEFENSE and lookup.blurred(table.state.fight.combatants[target])
        good, of = chances.hit(added, against, plain=plain, twice=twice)
        passes = None if twice else lambda faces: chances.hits(faces, added, against, plain=plain)
        return Odds(good=good, of=of, against=against, passes=passes)

    told = odds if len(targets) == 1 and not rule else None
    return table.roll(
        "2d6", by=attacker, why=aim.why, rule=rule or aim.rule, because=because, known_to=readers, odds=told
    )


def _total(
    state: FantasiaFight, attacker: str, target: str, aim: Aim, thrown: totals.Total, rolled: Sequence[str]
) -> totals.Total:
    """Dice, own figure in one, and terms of this target: all of it open, as dice and total are."""
    against = {t: aim.terms(state, t) for t in rolled}
    own = totals.shared(list(against.values()))
    figure = totals.of_word(aim.figure.value.lower(), total(own), rule_of(aim.figure), attacker)
    return totals.added(thrown, figure, totals.of_modifiers([m for m in against[target] if m not in own], attacker))
