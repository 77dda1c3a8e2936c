"""Sides in a scene, as far as the kernel knows them."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from engine.kernel.scene.tokens import SceneEmblem, SceneSide
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import Fight

EMBLEMS: tuple[SceneEmblem, ...] = typing.get_args(SceneEmblem)

COLOURS: Mapping[str, SceneEmblem] = {
    "blue": "CIRCLE", "azul": "CIRCLE", "sininen": "CIRCLE",
    "red": "SQUARE", "rojo": "SQUARE", "roja": "SQUARE", "punainen": "SQUARE",
    "green": "DIAMOND", "verde": "DIAMOND", "vihrea": "DIAMOND",
    "purple": "TRIANGLE", "violet": "TRIANGLE", "morado": "TRIANGLE", "morada": "TRIANGLE", "violeta": "TRIANGLE",
    "violetti": "TRIANGLE",
    "yellow": "HEXAGON", "gold": "HEXAGON", "amarillo": "HEXAGON", "amarilla": "HEXAGON", "dorado": "HEXAGON",
    "keltainen": "HEXAGON", "kulta": "HEXAGON",
    "teal": "STAR", "cyan": "STAR", "turquoise": "STAR", "turquesa": "STAR", "turkoosi": "STAR",
}  # fmt: skip
"""Words of colours, as they are in ids of sides, and the emblem that is drawn in that colour."""


def sides(words: Wording, beside: Iterable[str] = ()) -> tuple[SceneSide, ...]:
    """The sides of the combatants that are seen, in order of joining, each against all others.

    beside: sides that something else of the scene names: a position of nobody's.
    """
    return opposed_sides(words.seen.fight, words.side, beside)


def opposed_sides(seen: Fight, name: Callable[[str], str], beside: Iterable[str] = ()) -> tuple[SceneSide, ...]:
    """As `sides`, for a game with words of its own. name: a side's, by its key."""
    keys = tuple(dict.fromkeys((*[who.side for who in seen.combatants.values()], *beside)))
    emblems = emblems_of(keys)
    return tuple(
        [
            SceneSide(
                key=key,
                label=name(key),
                emblem=emblems[key],
                enemies=tuple([other for other in keys if other != key]),
            )
            for key in keys
        ]
    )


def emblems_of(sides: Sequence[str]) -> dict[str, SceneEmblem]:
    """Side -> its emblem, and so its colour. sides: those that are seen, in order of joining.

    A side that is named by the word of a colour gets that colour, the first of several; the others get those that are
    left, in order. Of more than six sides some share an emblem.
    """
    found: dict[str, SceneEmblem] = {}
    for side in sides:
        emblem = _named(side)
        if emblem is not None and emblem not in found.values():
            found[side] = emblem
    left = [emblem for emblem in EMBLEMS if emblem not in found.values()]
    others = [side for side in sides if side not in found]
    for number, side in enumerate(others):
        found[side] = left[number] if number < len(left) else EMBLEMS[number % len(EMBLEMS)]
    return found


@lru_cache(maxsize=1024)
def _named(side: str) -> SceneEmblem | None:
    """The emblem of the first word of a colour in an id: `red`, `red_guard`."""
    return next((COLOURS[word] for word in re.split(r"[\W_]+", side.lower()) if word in COLOURS), None)
