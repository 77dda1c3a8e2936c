"""A shot: of an order or of a reaction.  [DD-REA-07, DD-REA-22, DD-GAP-10]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import LineBarred, Table
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.dice import because, of_count, roll_under
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, hiding
from engine.systems.dozen_die.rules.conflict import damage
from engine.systems.dozen_die.rules.conflict.conflicts import Hindrance, hindered
from engine.systems.dozen_die.rules.conflict.events import ShotRolled, WeaponUnloaded
from engine.systems.dozen_die.state import DozenDieState

RULE = "DD-REA-07"


def can_shoot(state: DozenDieFight, who: str, weapon: str) -> bool:
    """Whether the figure can shoot, and this weapon is loaded.  [DD-REA-16, DD-REA-23]"""
    figure = lookup.figure(state, who)
    known = figure.arms.get(weapon)
    return (
        known is not None
        and known.ranged
        and weapon in figure.loaded
        and values.level(state, who, Passive.SHOOTING) > 0
    )


def shoot(
    table: Table[DozenDieState],
    who: str,
    target: str,
    name: str,
    hindrances: Sequence[Hindrance] = (),
    cover: damage.Cover | None = None,
    *,
    shielded: bool = False,
) -> None:
    """Unload the weapon; each success is a hit, and the target's ground covers it.  [DD-REA-22, DD-ARM-06]

    cover: of the ground where the target is met; None: where it stands. shielded: ground that the shooter's player did
    not know stands between: the shot is spent, and nothing is rolled.
    """
    weapon = lookup.figure(table.state, who).arms[name]
    hiding.end(table, who)
    table.emit(WeaponUnloaded(combatant=who, weapon=name), rule="DD-REA-22")
    if shielded:
        table.emit(LineBarred(combatant=who, target=target), rule="DD-GAP-16")
        return
    value = hindered(values.shooting(table.state, who, weapon), hindrances)
    count = values.dice(table.state, who, values.level(table.state, who, Passive.SHOOTING))
    rolled = roll_under(table, who, value, count, why="shooting", rule=RULE)
    hits = len(rolled.successes)
    version = table.emit(
        ShotRolled(attacker=who, target=target, weapon=name, needed=value.total, hits=hits),
        rule=RULE,
        because=because(needed=rolled, hits=of_count("successes", hits, RULE)),
    )
    damage.protect(table, target, hits, cause=version, cover=cover or board.cover(table.state, target))
