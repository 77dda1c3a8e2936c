"""The refusals of this game, each under its name. A refusal spends nothing and rolls nothing."""

from __future__ import annotations

from math import isqrt

from engine.kit import RuleRefusal, WhyNot
from engine.systems.minis.ground import INCH
from engine.systems.minis.rules.basics.restrictions import already_acted, feared, inactive, initiative_too_low, statue

__all__ = [
    "already_acted", "cannot_run_after_fighting", "facing_fixed", "familiar_in_play", "feared",
    "golem_inactive_or_out_of_range", "in_water_attacked", "in_water_moved", "inactive", "initiative_too_low",
    "no_attacks_left", "no_line_of_sight", "no_movement_left", "no_spell_attacks_left", "not_an_enemy",
    "not_controlled", "not_declared", "not_engaged", "not_in_front", "not_your_turn_in_round", "obeys_itself",
    "off_table", "out_of_range", "path_blocked", "pivot_repeated", "road_end_required", "running_already",
    "running_cannot_cast", "running_cannot_fight", "spell_not_known", "spot_taken", "stands_there", "statue",
    "stopped_by_water", "too_close_to_shoot", "wait_is_meant", "water_barred",
]  # fmt: skip


# -- when
def not_declared(who: str, field: str = "combatant") -> RuleRefusal:
    """It was not declared before the round began.  [MN-TURN-05]"""
    return RuleRefusal(f"{who} was not declared for this initiative round", rule="MN-TURN-05", field=field)


def not_your_turn_in_round(who: str, field: str = "combatant") -> RuleRefusal:
    """It is declared; others are before it.  [MN-INIT-04]"""
    return RuleRefusal(f"it is not yet the place of {who} in this initiative round", rule="MN-INIT-04", field=field)


def not_controlled(who: str, field: str = "target") -> RuleRefusal:
    """It obeys nobody's orders, or somebody else's.  [MN-CMD-02]"""
    return RuleRefusal(f"{who} is not under your control", rule="MN-CMD-02", field=field, why=WhyNot.NOT_YOURS)


def golem_inactive_or_out_of_range(who: str, field: str = "target") -> RuleRefusal:
    """No order reaches it.  [MN-GOL-06]"""
    return RuleRefusal(f"the golem {who} is out of range", rule="MN-GOL-06", field=field, why=WhyNot.OUT_OF_REACH)


def wait_is_meant(who: str) -> RuleRefusal:
    """Who has done nothing does not end its activation; it waits, and may be declared again.  [MN-GAP-03]"""
    reason = f"{who} has done nothing yet, and ends nothing: wait is meant"
    return RuleRefusal(reason, rule="MN-INIT-02", field="combatant")


def running_already(who: str) -> RuleRefusal:
    """Running lasts to the end of the turn.  [MN-RUN-01]"""
    return RuleRefusal(f"{who} is running already", rule="MN-RUN-01", field="combatant", why=WhyNot.CONDITION)


def stands_there(who: str, field: str) -> RuleRefusal:
    """A piece of no length is none, and nobody teleports to where it stands.  [MN-GAP-37]"""
    return RuleRefusal(f"{who} stands there already", rule="MN-GAP-37", field=field)


def obeys_itself(who: str, field: str) -> RuleRefusal:
    """An order at a mini names another one than that which is to obey.  [MN-GAP-31]"""
    return RuleRefusal(f"{who} is to obey, and the order is about another mini", rule="MN-GAP-31", field=field)


# -- budgets
def no_movement_left(who: str, field: str = "path") -> RuleRefusal:
    """The way is longer than what is left of its movement.  [MN-MOVE-01]"""
    return RuleRefusal(f"{who} has not so much movement left", rule="MN-MOVE-01", field=field, why=WhyNot.NO_BUDGET)


def no_attacks_left(who: str) -> RuleRefusal:
    """All its attacks of this turn are spent.  [MN-CBT-02]"""
    return RuleRefusal(
        f"{who} has no attacks left in this turn", rule="MN-CBT-02", field="combatant", why=WhyNot.NO_BUDGET
    )


def no_spell_attacks_left(who: str) -> RuleRefusal:
    """All its spell attacks of this turn are spent.  [MN-MAG-06]"""
    return RuleRefusal(
        f"{who} has no spell attacks left in this turn", rule="MN-MAG-06", field="combatant", why=WhyNot.NO_BUDGET
    )


# -- reach and sight
def out_of_range(squared: int = 0, reach: int = 0, rule: str = "MN-RNG-05", field: str = "target") -> RuleRefusal:
    """Beyond the maximum range.  [MN-RNG-05]

    squared: the square of the distance; reach: the range, both in hundredths of an inch. Told in inches, the distance
    rounded up.
    """
    reason = f"it is {_inches(squared)} inches away, in range are {reach // INCH}"
    return RuleRefusal(reason, rule=rule, field=field, why=WhyNot.OUT_OF_REACH)


def _inches(squared: int) -> int:
    return isqrt(max(0, squared - 1)) // INCH + 1


def no_line_of_sight(rule: str = "MN-GAP-07", field: str = "target") -> RuleRefusal:
    """Something that blocks sight lies between.  [MN-GAP-07]"""
    return RuleRefusal("there is no line of sight", rule=rule, field=field, why=WhyNot.NOT_SEEN)


def not_engaged(squared: int = 0, field: str = "target") -> RuleRefusal:
    """A melee weapon reaches one inch. squared: as for `out_of_range`.  [MN-GAP-07]"""
    reason = f"it is {_inches(squared)} inches away, this weapon reaches one"
    return RuleRefusal(reason, rule="MN-GAP-07", field=field, why=WhyNot.OUT_OF_REACH)


def too_close_to_shoot(field: str = "target") -> RuleRefusal:
    """No missiles at a target within one inch.  [MN-GAP-07]"""
    return RuleRefusal(
        "it is too close to shoot at: within one inch", rule="MN-GAP-07", field=field, why=WhyNot.CONDITION
    )


def not_in_front(who: str, field: str = "target") -> RuleRefusal:
    """Whoever attacks, casts or gives orders looks at the target.  [MN-GAP-05]"""
    return RuleRefusal(f"it is not in front of {who}: pivot first", rule="MN-GAP-05", field=field, why=WhyNot.NOT_SEEN)


def not_an_enemy(who: str, field: str = "target") -> RuleRefusal:
    """Attacks are made at enemies.  [MN-GAP-51]"""
    return RuleRefusal(f"{who} is no enemy", rule="MN-GAP-51", field=field, why=WhyNot.NO_TARGET)


# -- running
def running_cannot_cast(who: str) -> RuleRefusal:
    """No spells and no orders in a turn of running.  [MN-RUN-03]"""
    return RuleRefusal(f"{who} is running, and cannot cast", rule="MN-RUN-03", field="combatant", why=WhyNot.CONDITION)


def running_cannot_fight(who: str) -> RuleRefusal:
    """No attacks in a turn of running.  [MN-RUN-04]"""
    return RuleRefusal(f"{who} is running, and cannot fight", rule="MN-RUN-04", field="combatant", why=WhyNot.CONDITION)


def cannot_run_after_fighting(who: str) -> RuleRefusal:
    """Running is elected before the first attack, cast or order.  [MN-GAP-11]"""
    return RuleRefusal(
        f"{who} has attacked or cast, and cannot run any more",
        rule="MN-GAP-11",
        field="combatant",
        why=WhyNot.CONDITION,
    )


# -- water and roads
def stopped_by_water(who: str, field: str = "path") -> RuleRefusal:
    """Its movement of this turn has ended at water.  [MN-WAT-01]"""
    return RuleRefusal(
        f"water has ended the movement of {who} for this turn", rule="MN-WAT-01", field=field, why=WhyNot.CONDITION
    )


def water_barred(who: str, field: str = "path") -> RuleRefusal:
    """Small minis do not enter water wider than an inch.  [MN-WAT-04]"""
    return RuleRefusal(
        f"this water is too wide for {who} to enter", rule="MN-WAT-04", field=field, why=WhyNot.OUT_OF_REACH
    )


def in_water_moved(who: str) -> RuleRefusal:
    """Whoever has moved does not attack in water.  [MN-WAT-06]"""
    return RuleRefusal(
        f"{who} is in water and has moved, and cannot attack", rule="MN-WAT-06", field="combatant", why=WhyNot.CONDITION
    )


def in_water_attacked(who: str, field: str = "path") -> RuleRefusal:
    """Whoever has attacked in water does not move.  [MN-WAT-06]"""
    return RuleRefusal(
        f"{who} has attacked in water, and cannot move", rule="MN-WAT-06", field=field, why=WhyNot.CONDITION
    )


def road_end_required(who: str, field: str = "path") -> RuleRefusal:
    """The bonus of a road is for movement that ends on one.  [MN-ROAD-02]"""
    return RuleRefusal(f"so far {who} goes only if it ends on a road", rule="MN-ROAD-02", field=field)


# -- spots and paths
def path_blocked(field: str = "path") -> RuleRefusal:
    """Terrain, or an enemy nearer than half an inch.  [MN-GAP-47]"""
    return RuleRefusal("the way is blocked", rule="MN-GAP-47", field=field, why=WhyNot.OUT_OF_REACH)


def spot_taken(field: str = "path") -> RuleRefusal:
    """Nearer than half an inch to somebody, or in what blocks movement.  [MN-GAP-47]"""
    return RuleRefusal("this spot is taken", rule="MN-GAP-47", field=field, why=WhyNot.NO_TARGET)


def off_table(field: str = "path") -> RuleRefusal:
    """Beyond the edge of the table.  [MN-GAP-47]"""
    return RuleRefusal("this spot is off the table", rule="MN-GAP-47", field=field, why=WhyNot.NO_TARGET)


def facing_fixed(who: str, field: str = "facing") -> RuleRefusal:
    """After a teleport it keeps its facing until it moves.  [MN-TEL-03, MN-GAP-33]"""
    return RuleRefusal(
        f"{who} has teleported, and keeps its facing", rule="MN-TEL-03", field=field, why=WhyNot.CONDITION
    )


def pivot_repeated(who: str, field: str = "facing") -> RuleRefusal:
    """No pivot directly after another one.  [MN-GAP-37]"""
    return RuleRefusal(f"{who} has just pivoted", rule="MN-GAP-37", field=field)


# -- magic
def spell_not_known(who: str) -> RuleRefusal:
    """It does not know this spell.  [MN-SET-02]"""
    return RuleRefusal(f"{who} does not know this spell", rule="MN-MAG-06", field="spell", why=WhyNot.NO_MEANS)


def familiar_in_play(who: str) -> RuleRefusal:
    """One familiar for each caster.  [MN-GAP-30]"""
    return RuleRefusal(f"a familiar of {who} is in play already", rule="MN-GAP-30", field="spell", why=WhyNot.CONDITION)
