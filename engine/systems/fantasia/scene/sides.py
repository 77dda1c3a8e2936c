"""The sides of a fight: their names, shapes, and enemies."""

from __future__ import annotations

from engine.kit.scene import SceneSide, opposed_sides
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import SceneTexts


def sides_of(seen: FantasiaFight, texts: SceneTexts) -> tuple[SceneSide, ...]:
    """The sides of which somebody is seen, in order of joining; every other side is an enemy."""
    return opposed_sides(seen.fight, texts.side)
