"""The scene of a fight, put together."""

from __future__ import annotations

from typing import Any

from engine.kit import RuleSystem
from engine.kit.scene import Scene, Wording, sides
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.scene.marks import marks_of
from engine.systems.mongolian_mercenaries.scene.play import play_of
from engine.systems.mongolian_mercenaries.scene.ranks import badges_of, ground_of, space_of
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.scene.tokens import tokens_of
from engine.systems.mongolian_mercenaries.sides import SIDES


def scene(system: RuleSystem[Any], seen: MercenariesFight, seat: str | None, locale: str) -> Scene:
    """What a seat sees of a fight. seen: the state as `seat` (None: everybody) sees it; nothing else is read."""
    texts, words = SceneTexts(seen, locale), Wording(system, seen, locale)
    return Scene(
        space=space_of(seen, texts),
        ground=ground_of(seen, words, texts),
        tokens=tokens_of(seen, seat, words, texts),
        marks=marks_of(seen, words, texts),
        sides=sides(words, list(SIDES)),
        badges=badges_of(seen, words, texts),
        play=play_of(seen, texts),
    )
