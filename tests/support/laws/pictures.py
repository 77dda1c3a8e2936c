"""The scene of a fight in memory, as a seat sees it, and its parts by key."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import structs

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.tokens import SceneBadge, SceneSide, SceneToken
from engine.kernel.state.orders import Entry
from tests.support.fights.arena import Arena

T = TypeVar("T")

LANGUAGES = ("en", "es", "fi", "pl")


def scene(arena: Arena, seat: str | None, locale: str = "en") -> Scene:
    """What a seat sees now."""
    return scene_of(arena.book.system, arena.book.seen(arena.state, seat), seat, locale)


def bytes_of(arena: Arena, seat: str | None) -> list[bytes]:
    """The scene in every language, as it is sent."""
    return [msgspec.json.encode(scene(arena, seat, locale)) for locale in LANGUAGES]


def token(scene: Scene, who: str) -> SceneToken:
    """A combatant's."""
    return next(one for one in scene.tokens if one.combatant == who)


def side(scene: Scene, key: str) -> SceneSide:
    """A side."""
    return next(one for one in scene.sides if one.key == key)


def badge(scene: Scene, who: str, key: str) -> SceneBadge:
    """A badge of a combatant."""
    return next(one for one in token(scene, who).badges if one.key == key)


def badges(scene: Scene, who: str) -> list[str]:
    """The keys of a combatant's badges."""
    return [one.key for one in token(scene, who).badges]


def mark(scene: Scene, key: str) -> SceneMark:
    """A mark."""
    return next(one for one in scene.marks if one.key == key)


def marks(scene: Scene) -> list[str]:
    """The keys of all marks."""
    return [one.key for one in scene.marks]


def bars(found: Any) -> dict[str, tuple[int | None, int | None, int | None]]:
    """Key -> now, max and lost, of the bars of a token, a side or a slot."""
    listed = found.left if hasattr(found, "left") else found.bars
    return {bar.key: (bar.now, bar.max, bar.lost) for bar in listed}


def slots(scene: Scene) -> dict[str, str]:
    """Key -> state of the slots of the order, in order."""
    return {slot.key: slot.state for slot in scene.play.slots}


def unseen(entry: Entry) -> Entry:
    """The same, known to the game master alone."""
    return structs.replace(entry, seen_by=())
