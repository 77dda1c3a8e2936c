"""A shot: of an order or of a reaction.  [DD-REA-07, DD-REA-22, DD-GAP-10]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.system import Table
from engine.systems.dozen_die.content.kinds import Passive
from engine.systems.dozen_die.events import ShotRolled, WeaponUnloaded
from engine.systems.dozen_die.rules import board, harm, hiding, look, values
from engine.systems.dozen_die.rules.conflicts import Hindrance, hindered
from engine.systems.dozen_die.rules.dice import because, of_count, roll_under
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.state import Own

RULE = "DD-REA-07"


def can_shoot(state: DD, who: str, weapon: str) -> bool:
    """Whether he has learned to shoot, and this weapon is loaded.  [DD-REA-16, DD-REA-23]"""
    figure = look.figure(state, who)
    known = figure.arms.get(weapon)
    return (
        known is not None
        and known.ranged
        and weapon in figure.loaded
        and values.level(state, who, Passive.SHOOTING) > 0
    )


def shoot(
    table: Table[Own],
    who: str,
    target: str,
    name: str,
    hindrances: Sequence[Hindrance] = (),
    cover: harm.Cover | None = None,
) -> None:
    """The weapon is unloaded, each success is a hit, and the ground of the target covers it.  [DD-REA-22, DD-ARM-06]

    cover: of the ground where the target is met; None: where it stands.
    """
    weapon = look.figure(table.state, who).arms[name]
    hiding.end(table, who)
    table.emit(WeaponUnloaded(combatant=who, weapon=name), rule="DD-REA-22")
    value = hindered(values.shooting(table.state, who, weapon), hindrances)
    count = values.dice(table.state, who, values.level(table.state, who, Passive.SHOOTING))
    rolled = roll_under(table, who, value, count, why="shooting", rule=RULE)
    hits = len(rolled.successes)
    version = table.emit(
        ShotRolled(attacker=who, target=target, weapon=name, needed=value.total, hits=hits),
        rule=RULE,
        because=because(needed=rolled, hits=of_count("successes", hits, RULE)),
    )
    harm.protect(table, target, hits, cause=version, cover=cover or board.cover(table.state, target))
