"""The scene of any fight: what its rule system shows, or the kernel's, made whole in one place."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.system import RuleSystem
from engine.kernel.scene import bare
from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.hazards import hazards
from engine.kernel.scene.legend import used, with_edges
from engine.kernel.scene.looks import with_looks
from engine.kernel.scene.places import with_known_places
from engine.kernel.scene.reader import text
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneSpace
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State
from engine.kernel.structs.budget import STEP, bounded

Shown = Callable[[State[Any], str | None, str], Scene]


def scene_of(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    """What a seat sees of a fight, for clients that know no game. seen: what `seat` (None: everybody) sees of it.

    The last one of a seat is kept with the (immutable) state: the encounter, its drawing and other readers ask again.
    """
    key = ("scene", seat)
    kept: tuple[RuleSystem[Any], str, Scene] | None = seen.kept.get(key)
    if kept is None or kept[0] is not system or kept[1] != locale:
        kept = seen.kept[key] = (system, locale, _made(system, seen, seat, locale))
    return kept[2]


def picture_of(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    """The scene without its text, for drawings that come one after another and need none."""
    return _drawn(system, seen, seat, locale, Wording(system, seen, locale))


def same_picture(before: State[Any], after: State[Any]) -> bool:
    """Whether two states of a fight surely make the same scene: no scene reads whose order is played, only its window.

    Most steps of a fight that nobody sees are of this kind: an order begins, or is done.
    """
    one, other = before.fight, after.fight
    if before.own is not after.own and before.own != after.own:
        return False
    if one.window is not other.window and one.window != other.window:
        return False
    return structs.replace(other, open=one.open, last_acts=one.last_acts, ruled_at=one.ruled_at) == one


def _made(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    words = Wording(system, seen, locale)
    with bounded(STEP):
        scene = _drawn(system, seen, seat, locale, words)
        return structs.replace(scene, text=text(words, scene))


def _drawn(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str, words: Wording) -> Scene:
    shown: Shown | None = getattr(system, "scene", None)
    scene = bare.scene(system, seen, seat, locale) if shown is None else shown(seen, seat, locale)
    ground = _finished_once(words, seat, scene)
    scene = structs.replace(scene, ground=ground, marks=(*scene.marks, *hazards(ground)))
    return with_looks(with_known_places(words, scene), seen.fight)


def _finished_once(words: Wording, seat: str | None, scene: Scene) -> SceneGround:
    """The finished ground with its edges, made anew only when the system drew another one."""
    ground = words.seen.fight.ground
    if ground is None:
        return finished_ground(scene.space, scene.ground)
    kept = ground.kept
    found: tuple[SceneGround, SceneSpace, str, SceneGround] | None = kept.get(("finished", seat))
    if found is None or found[0] is not scene.ground or found[1:3] != (scene.space, words.locale):
        whole = with_edges(words, scene.ground, ground)
        found = (scene.ground, scene.space, words.locale, finished_ground(scene.space, whole))
        kept["finished", seat] = found
    return found[3]


def finished_ground(space: SceneSpace, ground: SceneGround) -> SceneGround:
    """The ground with the legend that the scene uses and the digest of all that is shown of it."""
    ground = structs.replace(ground, digest="", legend=used(ground.legend, space, ground))
    told = msgspec.json.encode(ground)
    return structs.replace(ground, digest=hashlib.sha256(told).hexdigest()[:16])
