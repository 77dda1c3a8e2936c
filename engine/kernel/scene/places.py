"""The places of a space."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, ScenePlane, SceneRanks, SceneSpace, SceneZones
from engine.kernel.scene.wording import Wording
from engine.kernel.state.combatant import Place


def lies_in(space: SceneSpace, place: Place) -> bool:
    """Whether a place is one of this space. A width or height of 0 has no edge."""
    if isinstance(space, SceneGrid):
        cell = place.cell
        return cell is not None and _within(cell.x, space.width - 1) and _within(cell.y, space.height - 1)
    if isinstance(space, ScenePlane):
        point = place.point
        return point is not None and _within(point.x, space.width) and _within(point.y, space.height)
    if isinstance(space, SceneZones):
        return any(zone.key == place.zone for zone in space.zones)
    if isinstance(space, SceneRanks):
        return any((position.side, position.rank) == (place.side, place.rank) for position in space.positions)
    return False


def _outside(scene: Scene) -> list[bool]:
    """For each token whether it has a place that the space does not have."""
    space = scene.space
    if not isinstance(space, SceneGrid) or min(space.width, space.height) <= 0:
        return [token.place is not None and not lies_in(space, token.place) for token in scene.tokens]
    # The same for cells, which all figures of a large board have.
    width, height = space.width, space.height
    return [
        (place := token.place) is not None
        and ((cell := place.cell) is None or not (0 <= cell.x < width and 0 <= cell.y < height))
        for token in scene.tokens
    ]


def _within(number: int, most: int) -> bool:
    return most <= 0 or 0 <= number <= most


def with_known_places(words: Wording, scene: Scene) -> Scene:
    """The scene; a combatant in a place that it does not have, such as a zone that the seat does not know, has none."""
    outside = _outside(scene)
    if True not in outside:
        return scene
    why = words.say("elsewhere")
    tokens = [
        structs.replace(token, place=None, footprint=None, whereabouts=why) if out else token
        for token, out in zip(scene.tokens, outside, strict=True)
    ]
    return structs.replace(scene, tokens=tuple(tokens))
