"""Gaining and ending statuses.  [FF-STG-01 to FF-STG-04]  Their effects are data: content/conditions.toml."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Combatant, CombatantReturned, Condition, Table
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute, Inflict, Mod
from engine.systems.fantasia.content.statuses import Again, ConditionKind, Master, Occasion
from engine.systems.fantasia.rules.basics import control, lookup, totals
from engine.systems.fantasia.rules.basics.conditions import change, gain, kept, key_of, lose, lose_one, release, swell
from engine.systems.fantasia.rules.basics.dice import of_attribute, roll
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import bars
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.statuses.concentration import interrupt
from engine.systems.fantasia.rules.statuses.events import StatusFailed, StatusStated
from engine.systems.fantasia.state import FantasiaState, Stated

WEIGHT, PER_LEVEL = 90, 10
"""Kilograms that can float, and the increase for each level.  [FF-ST-56]"""
STATUE = "statue"
"""The result of petrification, and the reason for its bearer being out of the fight.  [FF-ST-25]"""


def inflict(
    table: Table[FantasiaState], target: str, what: Inflict, *, cause: str, by: str, ending: bool = False
) -> None:
    """Give a combatant a status, or record that it fails.

    by: the spell, technique, item or status that causes it.
    ending: the target's turn is just ending, and does not count as one of its turns.
    """
    bearer = table.state.fight.combatants[target]
    if bearer.out is not None or lookup.dead(bearer):
        return
    kind = CONDITIONS[what.status]
    failure = _failure(table.state, target, kind)
    if failure is not None:
        rule, reason = failure
        table.emit(StatusFailed(target=target, cause=cause, status=kind.id, reason=reason), rule=rule)
        return
    old = bearer.condition(key_of(table, target, kind, cause))
    if old is not None and kind.again is Again.TOGGLE:
        lose_one(table, target, old, reason="cancelled", rule=kind.again_carries or kind.carries)
        return
    if kind.opposite is not None and bearer.has(kind.opposite):
        lose(table, target, kind.opposite, reason="opposed", rule=kind.carries)
        return
    if old is not None and kind.again is Again.FIRST:
        table.emit(StatusFailed(target=target, cause=cause, status=kind.id, reason="kept"), rule=kind.carries)
        return
    left = _locks_by_encounter(table, target, kind, what, cause, by)
    if left is not None and not ending and lookup.on_turn(table.state, target):
        left = totals.added(left, totals.of_word("this_turn", 1, "FF-STG-03"))
    if old is not None:
        _again(table, target, kind, old, what, left, cause, by)
        return
    key = gain(
        table,
        target,
        kind.id,
        rule=kind.carries,
        source=cause,
        left=left,
        amount=totals.Total(0) if kind.growing or kind.counts else None,
    )
    if what.mods or what.dice is not None:
        _state(table, target, key, Stated(mods=what.mods, dice=what.dice), by)
    onset(table, target, kind)


def _failure(state: FantasiaFight, target: str, kind: ConditionKind) -> tuple[str, str] | None:
    """The rule and the reason for which a status cannot be gained."""
    sheet = lookup.figures(state, target)
    if kind.living and lookup.undead(state, target):
        return kind.living, "undead"
    if kind.heavy and sheet.weight_kg > WEIGHT + PER_LEVEL * sheet.level:
        return kind.heavy, "heavy"
    if kind.floats and not board.firm(state, target):
        return "FF-ST-55", "no_ground"
    for condition, other in lookup.kinds(state.fight.combatants[target]):
        if kind.id in other.prevents:
            return other.prevents_carries or other.carries, "immune"
        if condition.kind in kind.excludes:
            return kind.again_carries or kind.carries, "transformed"
    return None


def _locks_by_encounter(
    table: Table[FantasiaState], target: str, kind: ConditionKind, what: Inflict, cause: str, by: str
) -> totals.Total | None:
    """Number of turns: by its source, or otherwise by the status; None: until it is cured.  [FF-STG-03]"""
    if what.turns is not None:
        return totals.of_word(by, what.turns, "FF-STG-03")
    dice = what.turns_dice or kind.turns_dice
    if dice:
        roller = cause if cause in table.state.fight.combatants else target
        points = roll(table, dice, by=roller, why=kind.id, rule=kind.carries)
        return totals.of_dice(f"{dice}d6", points, table.last, kind.carries)
    if kind.turns_vitality:
        own = of_attribute(table.state, target, Attribute.VITALITY)
        return totals.added(own, totals.of_word(kind.id, 1, kind.carries), least=1).private(table.state.fight, target)
    return None if kind.turns is None else totals.of_word(kind.id, kind.turns, kind.carries)


def _again(
    table: Table[FantasiaState],
    target: str,
    kind: ConditionKind,
    old: Condition,
    what: Inflict,
    left: totals.Total | None,
    cause: str,
    by: str,
) -> None:
    """The same status again: the longer time counts, and where strengths differ the stronger figures.

    A new charmer replaces the first.
    """
    if kind.master is Master.CAUSE and old.source != cause:
        gain(table, target, kind.id, rule=kind.carries, source=cause, left=left)
        control.settle(table, target, rule=kind.carries)
        return
    longer = (kind.again is Again.RESTART or _outlasts(left, old.left)) and left != old.left
    stated = _stronger(lookup.fighter(table.state, target).stated.get(old.key), kind, what)
    if longer:
        change(table, target, old, rule=kind.carries, left=left, amount=kept(old.amount, kind.carries))
    if stated is not None:
        _state(table, target, old.key, stated, by if stated.dice == what.dice else "as_it_was")
    if not longer and stated is None:
        table.emit(StatusFailed(target=target, cause=cause, status=kind.id, reason="kept"), rule=kind.carries)


def _state(table: Table[FantasiaState], target: str, key: str, stated: Stated, by: str) -> None:
    """Record the figures that the source sets itself."""
    because = None if stated.dice is None else totals.why(turn_dice=totals.of_word(by, stated.dice, "FF-STG-02"))
    event = StatusStated(target=target, condition=key, mods=stated.mods, turn_dice=stated.dice)
    table.emit(event, rule="FF-STG-02", because=because)


def _outlasts(new: int | None, old: int | None) -> bool:
    """Whether one time is longer than the other; None: for ever."""
    return old is not None and (new is None or new > old)


def _stronger(old: Stated | None, kind: ConditionKind, what: Inflict) -> Stated | None:
    """The stronger of two for each figure and for the dice; None where the old one is already the stronger."""
    mods = {m.figure: m.change for m in (old.mods if old else ())}
    default = {m.figure: m.change for m in kind.mods}
    for mod in what.mods:
        if abs(mod.change) > abs(mods.get(mod.figure, default.get(mod.figure, 0))):
            mods[mod.figure] = mod.change
    usual = kind.starts.dice if kind.starts else 0
    dice = max((old.dice if old and old.dice is not None else usual), what.dice or 0)
    found = Stated(
        mods=tuple(Mod(figure=figure, change=by) for figure, by in mods.items()), dice=dice if dice > usual else None
    )
    return None if found == (old or Stated(mods=(), dice=None)) else found


def onset(table: Table[FantasiaState], target: str, kind: ConditionKind) -> None:
    """Immediate effects of a status."""
    rule = kind.carries
    for other in kind.prevents:
        lose(table, target, other, reason="prevented", rule=kind.prevents_carries or rule)
    if kind.points is not None:
        swell(table, target, kind.id, kind.points, rule=kind.points.carries or rule)
    if kind.master is not None:
        control.settle(table, target, rule=kind.master_carries or rule)
    if kind.falls and not table.state.fight.combatants[target].has("prone"):
        gain(table, target, "prone", rule=rule)
    if not kind.acts:
        lose(table, target, "readied", reason="unable", rule=rule)
        release(table, target, rule=rule)
    activation = lookup.fighter(table.state, target).activation
    if activation is not None and (not kind.acts or bars(table.state, target, activation.ability)):
        interrupt(table, target, reason="unable")


def curable(bearer: Combatant, statuses: Sequence[str]) -> bool:
    """Whether a statue may be restored by what cures these."""
    return bearer.has(STATUE) and STATUE in statuses


def cure(table: Table[FantasiaState], target: str, statuses: Sequence[str], *, rule: str) -> None:
    """End these, whatever is left of them. A statue is restored, and back in the fight."""
    for status in statuses:
        here = table.state.fight.combatants[target]
        for condition in here.conditions:
            if condition.kind == status:
                lose_one(table, target, condition, reason="cured", rule=rule)
        if status == STATUE and here.has(STATUE):
            table.emit(CombatantReturned(combatant=target), rule="FF-ST-25")


def ended_by(
    table: Table[FantasiaState], who: str, occasion: Occasion, *, cause: str | None = None, but: Sequence[str] = ()
) -> None:
    """End statuses on this early end. cause: only those caused by it. but: not these."""
    for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
        for end in kind.ends:
            if end.on is occasion and condition.kind not in but and cause in (None, condition.source):
                lose_one(table, who, condition, reason=occasion.value.lower(), rule=end.carries or kind.carries)


def attacked(table: Table[FantasiaState], attacker: str, target: str) -> None:
    """An attack, hit or not: a combatant attacked by its charmer is free.  [FF-ST-48]"""
    ended_by(table, target, Occasion.CAUSE_ATTACKS, cause=attacker)


def affected_by_magic(table: Table[FantasiaState], who: str, brought: Sequence[str]) -> None:
    """Magic affects a combatant: it is visible again, unless this magic hides it.  [FF-ST-47]"""
    ended_by(table, who, Occasion.MAGIC, but=brought)
