"""The sides: the players', and the neutrals, who are foreign to them all.  [DD-CHG-01]"""

from __future__ import annotations

from msgspec import structs

from engine.kit.scene import SceneSide, opposed_sides
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.scene.bars import pool_of
from engine.systems.dozen_die.scene.texts import SceneTexts


def sides_of(seen: DozenDieFight, texts: SceneTexts) -> tuple[SceneSide, ...]:
    """The sides of which somebody is seen, in order of joining, with their dice; every other side is an enemy."""
    sides = opposed_sides(seen.fight, texts.side)
    return tuple(structs.replace(side, bars=pool_of(seen, side.key, texts)) for side in sides)
