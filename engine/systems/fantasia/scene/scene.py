"""The scene of a fight, put together."""

from __future__ import annotations

from typing import Any

from engine.kit import RuleSystem
from engine.kit.scene import Scene, Wording
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.ground import ground_of, space_of
from engine.systems.fantasia.scene.marks import marks_of
from engine.systems.fantasia.scene.play import play_of
from engine.systems.fantasia.scene.sides import sides_of
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.scene.tokens import tokens_of


def scene(system: RuleSystem[Any], seen: FantasiaFight, seat: str | None, locale: str) -> Scene:
    """What a seat sees of a fight. seen: the state as `seat` (None: everybody) sees it; nothing else is read."""
    texts = SceneTexts(seen, locale)
    return Scene(
        space=space_of(seen, texts),
        ground=ground_of(seen, texts, Wording(system, seen, locale)),
        tokens=tokens_of(seen, seat, texts),
        marks=marks_of(seen, texts),
        sides=sides_of(seen, texts),
        play=play_of(seen, texts),
    )
