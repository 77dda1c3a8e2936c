"""The sides of a fight: their names, shapes, and enemies."""

from __future__ import annotations

from engine.kit.scene import SceneSide, emblems_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import SceneTexts


def sides_of(seen: FantasiaFight, texts: SceneTexts) -> tuple[SceneSide, ...]:
    """The sides of which somebody is seen, in order of joining; every other side is an enemy."""
    sides = tuple(dict.fromkeys(c.side for c in seen.fight.combatants.values()))
    emblems = emblems_of(sides)
    return tuple(
        SceneSide(
            key=side,
            label=texts.side(side),
            emblem=emblems[side],
            enemies=tuple(other for other in sides if other != side),
        )
        for side in sides
    )
