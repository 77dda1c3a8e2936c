"""The scene of a fight, put together."""

from __future__ import annotations

from typing import Any

from engine.kit import RuleSystem
from engine.kit.scene import Scene, Wording, sides
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.ground import ground_of, space_of
from engine.systems.saari.scene.marks import marks_of
from engine.systems.saari.scene.play import play_of
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.scene.tokens import tokens_of


def scene(system: RuleSystem[Any], seen: SaariFight, seat: str | None, locale: str) -> Scene:
    """What a seat sees of a fight. seen: the state as `seat` (None: everybody) sees it; nothing else is read."""
    texts, words = SceneTexts(seen, locale), Wording(system, seen, locale)
    return Scene(
        space=space_of(seen, words, texts),
        ground=ground_of(seen, words, texts),
        tokens=tokens_of(seen, seat, words, texts),
        marks=marks_of(seen, texts),
        sides=sides(words),
        play=play_of(seen, texts),
    )
