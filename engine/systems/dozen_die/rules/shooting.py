"""The orders to shoot and to reload: a loaded weapon, somebody in sight and in range.  [DD-GAP-10]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.dozen_die.commands import Reload, Shoot
from engine.systems.dozen_die.content.kinds import Passive, Weapon
from engine.systems.dozen_die.events import ShotAimed, WeaponLoaded
from engine.systems.dozen_die.rules import look, reach, reactions, shots, values
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own


# -- the order to shoot
def check(state: DD, order: Shoot) -> None:
    """RuleRefusal unless the weapon is loaded and the target in sight and range."""
    weapon = _ranged(state, order.figure, order.weapon)
    state.fight.require(order.target)
    if values.level(state, order.figure, Passive.SHOOTING) < 1:
        raise RuleRefusal(f"{order.figure} has not learned to shoot", rule="DD-DICE-04", field="figure")
    if not shots.can_shoot(state, order.figure, order.weapon):
        raise RuleRefusal(f"{order.weapon} is not loaded: reload it first", rule="DD-REA-23", field="weapon")
    if order.target not in reach.shot_at(state, order.figure, weapon.range_squares or 0):
        raise RuleRefusal(
            f"{order.target} cannot be shot at: choose a foreign figure in sight, at most {weapon.range_squares} "
            "squares away",
            rule=shots.RULE,
            field="target",
        )


def _ranged(state: DD, who: str, name: str) -> Weapon:
    weapon = look.figure(state, who).arms.get(name)
    if weapon is None or not weapon.ranged:
        raise RuleRefusal(f"{who} has no ranged weapon {name!r}", rule="DD-REA-16", field="weapon")
    return weapon


def do(table: Table[Own], order: Shoot) -> None:
    """An action.  [DD-CON-01]"""
    who = order.figure
    table.emit(ShotAimed(attacker=who, target=order.target, weapon=order.weapon), rule=shots.RULE)
    hindrances = reactions.to_action(table, who)
    if look.standing(table.state, who):
        shots.shoot(table, who, order.target, order.weapon, hindrances)


def options(state: DD, who: str) -> Iterable[Offer[Any]]:
    """Each loaded weapon with everybody it reaches."""
    for name, weapon in look.figure(state, who).arms.items():
        among = reach.shot_at(state, who, weapon.range_squares or 0) if shots.can_shoot(state, who, name) else ()
        if among:
            body = Shoot(figure=who, target=among[0], weapon=name)
            yield Offer(key=f"shoot-{name}", body=body, rule=shots.RULE, fields=(Field("target", among=among),))


# -- the order to reload
def check_reload(state: DD, order: Reload) -> None:
    """RuleRefusal unless the weapon has to be loaded."""
    _ranged(state, order.figure, order.weapon)
    if order.weapon in look.figure(state, order.figure).loaded:
        raise RuleRefusal(f"{order.weapon} is loaded", rule="DD-REA-24", field="weapon")


def reload(table: Table[Own], order: Reload) -> None:
    """An action that always succeeds, unless somebody's reaction takes him out.  [DD-REA-24, DD-GAP-10]"""
    reactions.to_action(table, order.figure)
    if not look.standing(table.state, order.figure):
        return
    table.emit(WeaponLoaded(combatant=order.figure, weapon=order.weapon), rule="DD-REA-24")


def reload_options(state: DD, who: str) -> Iterable[Offer[Any]]:
    """Every weapon that is not loaded."""
    figure = look.figure(state, who)
    for name, weapon in figure.arms.items():
        if weapon.ranged and name not in figure.loaded:
            yield Offer(key=f"reload-{name}", body=Reload(figure=who, weapon=name), rule="DD-REA-24")
