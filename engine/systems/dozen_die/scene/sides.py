"""The sides: the players', and the neutrals, who are foreign to them all.  [DD-CHG-01]"""

from __future__ import annotations

from engine.kit.scene import SceneSide, emblems_of
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.scene.bars import pool_of
from engine.systems.dozen_die.scene.texts import SceneTexts


def sides_of(seen: DozenDieFight, texts: SceneTexts) -> tuple[SceneSide, ...]:
    """The sides of which somebody is seen, in order of joining, with their dice; every other side is an enemy."""
    sides = tuple(dict.fromkeys([c.side for c in seen.fight.combatants.values()]))
    emblems = emblems_of(sides)
    return tuple(
        SceneSide(
            key=side,
            label=texts.side(side),
            emblem=emblems[side],
            enemies=tuple(other for other in sides if other != side),
            bars=pool_of(seen, side, texts),
        )
        for side in sides
    )
