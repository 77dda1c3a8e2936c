"""Unconsciousness, the death counter, death and revival.  [FF-KO-01 to FF-KO-08]"""

from __future__ import annotations

from engine.kit import CombatantOut, CombatantReturned, Table
from engine.systems.fantasia.content.statuses import Occasion
from engine.systems.fantasia.house_rules import COUNTER
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.conditions import gain, lose, lose_one, release
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.statuses.events import Healed
from engine.systems.fantasia.rules.statuses.status import ended_by
from engine.systems.fantasia.state import FantasiaState


def counter(state: FantasiaFight, who: str) -> int:
    """The death counter of an unconscious combatant; full if set up without one."""
    condition = state.fight.combatants[who].condition("unconscious")
    return COUNTER.of(state.fight) if condition is None or condition.amount is None else condition.amount


def fall(table: Table[FantasiaState], who: str) -> None:
    """0 points: unconscious at once, on the ground; without a death counter out of the fight.  [FF-KO-01]

    Conditions that end with the last point do not return with new points.  [FF-INT-15]
    """
    if not table.state.fight.combatants[who].has("prone"):
        gain(table, who, "prone", rule="FF-KO-01")
    ended_by(table, who, Occasion.NO_POINTS)
    if not lookup.figures(table.state, who).death_counter:
        die(table, who, rule="FF-KO-01", reason="defeated")
        return
    full = totals.of_word("death_counter", COUNTER.of(table.state.fight), "FF-KO-01")
    gain(table, who, "unconscious", amount=full, rule="FF-KO-01")
    lose(table, who, "readied", reason="unable", rule="FF-KO-08")
    release(table, who, rule="FF-KO-08")


def faint(table: Table[FantasiaState], who: str, *, rule: str) -> None:
    """Unconscious with points left: prone, and no death counter until they are gone.  [FF-ST-51]"""
    if not table.state.fight.combatants[who].has("prone"):
        gain(table, who, "prone", rule=rule)
    gain(table, who, "unconscious", rule=rule)
    lose(table, who, "readied", reason="unable", rule="FF-KO-08")
    release(table, who, rule="FF-KO-08")


def tick(table: Table[FantasiaState], who: str) -> None:
    """The start of an unconscious combatant's turn: one point less, or death.  [FF-KO-02, FF-KO-03]

    A combatant that fainted with hit points left has no counter.
    """
    if table.state.fight.combatants[who].vitals["hp"].now > 0:
        return
    left = counter(table.state, who)
    if left == 0:
        die(table, who, rule="FF-KO-03", reason="dead")
    else:
        gain(table, who, "unconscious", amount=_one_less(left, "FF-KO-02"), rule="FF-KO-02")


def count_down(table: Table[FantasiaState], who: str, *, rule: str) -> None:
    """Damage to an unconscious combatant: one point less at once, and death when none is left.  [FF-KO-04]"""
    left = counter(table.state, who)
    if left <= 1:
        die(table, who, rule=rule, reason="dead")
    else:
        gain(table, who, "unconscious", amount=_one_less(left, rule), rule=rule)


def _one_less(left: int, rule: str) -> totals.Total:
    return totals.counted("death_counter", left, "turn", -1, rule)


def die(table: Table[FantasiaState], who: str, *, rule: str, reason: str) -> None:
    """Dead, and out of the fight until revived. All conditions but lying prone end.

    [FF-ST-22]
    """
    for condition in table.state.fight.combatants[who].conditions:
        if condition.kind not in ("prone", "dead"):
            lose(table, who, condition.kind, reason=reason, rule=rule)
    release(table, who, rule=rule)
    if not table.state.fight.combatants[who].has("dead"):
        gain(table, who, "dead", rule=rule)
    if table.state.fight.combatants[who].out is None:
        table.emit(CombatantOut(combatant=who, reason=reason), rule=rule)


def wake(table: Table[FantasiaState], who: str) -> None:
    """Healed: conscious again, and the next fall begins with a full counter.  [FF-KO-05]"""
    if table.state.fight.combatants[who].vitals["hp"].now > 0:
        lose(table, who, "unconscious", reason="healed", rule="FF-KO-05")


def raisable(state: FantasiaFight, who: str) -> bool:
    """Whether life magic or a feather may be used on a target: the fallen, and the undead.

    On a target with a closed sheet it may always be tried.  [FF-KO-06, FF-ST-79]
    """
    found = state.fight.combatants[who]
    if lookup.dead(found) or found.has("unconscious"):
        return True
    return found.out is None and (lookup.fighter(state, who).figures is None or lookup.undead(state, who))


def revive(table: Table[FantasiaState], who: str, points: int, *, cause: str, rule: str) -> None:
    """Life magic or a phoenix feather brings back the dead and the unconscious, with at least 1 point.  [FF-KO-06]

    It takes all points of the undead, and ends the undeath of a zombie.  [FF-ST-79]
    """
    if lookup.undead(table.state, who) and not lookup.dead(table.state.fight.combatants[who]):
        _lay_to_rest(table, who)
        return
    if not lookup.dead(table.state.fight.combatants[who]) and not table.state.fight.combatants[who].has("unconscious"):
        return
    if lookup.dead(table.state.fight.combatants[who]):
        lose(table, who, "dead", reason="revived", rule="FF-KO-06")
        table.emit(CombatantReturned(combatant=who), rule="FF-KO-06")
    restore(table, who, totals.added(totals.known(points), least=1), cause=cause, rule=rule)
    wake(table, who)


def restore(table: Table[FantasiaState], who: str, points: int, *, cause: str, rule: str, vital: str = "hp") -> None:
    """Restore points, to the maximum at most. Their terms are for those who know both healer and healed."""
    made = totals.known(points)
    because = totals.why(healing=made)
    to = lookup.joint_audience(table.state.fight, who, cause) if because.private else None
    healed = Healed(target=who, cause=cause, healing=int(made), vital=vital)
    version = table.emit(healed, rule=rule, to=to, because=because)
    table.change(who, vital, int(made), rule=rule, because=totals.why(version))


def _lay_to_rest(table: Table[FantasiaState], who: str) -> None:
    """An undead combatant has no points left, and falls; a zombie is itself again.  [FF-ST-79]"""
    for condition, kind in lookup.kinds(table.state.fight.combatants[who]):
        if kind.undead:
            lose_one(table, who, condition, reason="revived", rule="FF-ST-79")
    now = table.state.fight.combatants[who].vitals["hp"].now
    table.change(
        who, "hp", -now, rule="FF-ST-79", because=totals.why(change=totals.of_word("undead", -now, "FF-ST-79"))
    )
    if now > 0:
        fall(table, who)
