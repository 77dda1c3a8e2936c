"""The orders to shoot and to reload: a loaded weapon, somebody in sight and in range.  [DD-GAP-10]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kit import Field, Offer, RuleRefusal, Table, WhyNot
from engine.kit.ground import barred
from engine.systems.dozen_die.content.kinds import Passive, Weapon
from engine.systems.dozen_die.rules.actions.events import ShotAimed, WeaponLoaded
from engine.systems.dozen_die.rules.actions.orders import Reload, Shoot
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import reach
from engine.systems.dozen_die.rules.board.common_view import as_decided
from engine.systems.dozen_die.rules.conflict import reactions, shots
from engine.systems.dozen_die.state import DozenDieState


# -- the order to shoot
def check(state: DozenDieFight, order: Shoot) -> None:
    """RuleRefusal unless the weapon is loaded and the target in sight and range."""
    weapon = _ranged(state, order.combatant, order.weapon)
    state.fight.require(order.target)
    if values.level(state, order.combatant, Passive.SHOOTING) < 1:
        raise RuleRefusal(
            f"{order.combatant} has not learned to shoot", rule="DD-DICE-04", field="combatant", why=WhyNot.NO_MEANS
        )
    if not shots.can_shoot(state, order.combatant, order.weapon):
        raise RuleRefusal(
            f"{order.weapon} is not loaded: reload it first", rule="DD-REA-23", field="weapon", why=WhyNot.NO_MEANS
        )
    if order.target not in reach.shot_at(state, order.combatant, weapon.range_squares or 0):
        squares = weapon.range_squares or 0
        raise reach.unreached(state, order.combatant, order.target, squares, rule=shots.RULE, field="target")


def _ranged(state: DozenDieFight, who: str, name: str) -> Weapon:
    weapon = lookup.figure(state, who).arms.get(name)
    if weapon is None or not weapon.ranged:
        raise RuleRefusal(f"{who} has no ranged weapon {name!r}", rule="DD-REA-16", field="weapon")
    return weapon


def do(table: Table[DozenDieState], order: Shoot) -> None:
    """An action.  [DD-CON-01]"""
    who = order.combatant
    table.emit(ShotAimed(attacker=who, target=order.target, weapon=order.weapon), rule=shots.RULE)
    hindrances = reactions.to_action(table, who)
    if lookup.standing(table.state, who):
        squares = lookup.figure(table.state, who).arms[order.weapon].range_squares or 0
        known = as_decided(table, who).fight.ground
        shielded = barred(table.state, known, lambda state: reach.in_range(state, who, order.target, squares))
        shots.shoot(table, who, order.target, order.weapon, hindrances, shielded=shielded)


def options(state: DozenDieFight, who: str) -> Iterable[Offer[Any]]:
    """Each loaded weapon with all targets in its reach."""
    for name, weapon in lookup.figure(state, who).arms.items():
        among = reach.shot_at(state, who, weapon.range_squares or 0) if shots.can_shoot(state, who, name) else ()
        if among:
            body = Shoot(combatant=who, target=among[0], weapon=name)
            yield Offer(key=f"shoot-{name}", body=body, rule=shots.RULE, fields=(Field("target", among=among),))


# -- the order to reload
def check_reload(state: DozenDieFight, order: Reload) -> None:
    """RuleRefusal unless the weapon has to be loaded."""
    _ranged(state, order.combatant, order.weapon)
    if order.weapon in lookup.figure(state, order.combatant).loaded:
        raise RuleRefusal(f"{order.weapon} is loaded", rule="DD-REA-24", field="weapon")


def reload(table: Table[DozenDieState], order: Reload) -> None:
    """An action that always succeeds, unless a reaction takes the figure out.  [DD-REA-24, DD-GAP-10]"""
    reactions.to_action(table, order.combatant)
    if not lookup.standing(table.state, order.combatant):
        return
    table.emit(WeaponLoaded(combatant=order.combatant, weapon=order.weapon), rule="DD-REA-24")


def reload_options(state: DozenDieFight, who: str) -> Iterable[Offer[Any]]:
    """Every weapon that is not loaded."""
    figure = lookup.figure(state, who)
    for name, weapon in figure.arms.items():
        if weapon.ranged and name not in figure.loaded:
            yield Offer(key=f"reload-{name}", body=Reload(combatant=who, weapon=name), rule="DD-REA-24")
