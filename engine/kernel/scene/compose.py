"""The scene of any fight: what its rule system shows, or the kernel's, made whole in one place."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene import bare
from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.hazards import hazards
from engine.kernel.scene.legend import used, with_edges
from engine.kernel.scene.looks import with_looks
from engine.kernel.scene.omitted import omitted
from engine.kernel.scene.places import with_known_places
from engine.kernel.scene.reader import text
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.signs import with_signs
from engine.kernel.scene.space import SceneSpace
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State
from engine.kernel.structs.budget import STEP, Timer, bounded, spend
from engine.kernel.structs.errors import TooCostly

FIGURE = 100
"""Units of a budget that a figure of a scene takes."""


def scene_of(
    system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str, *, timer: Timer | None = None
) -> Scene:
    """What a seat sees of a fight, for clients that know no game. seen: what `seat` (None: everybody) sees of it.

    Where what the system shows takes too much work, it is the kernel's scene, and a mark says so. timer: of the
    service, for the guard of the budget.
    The last one of a seat is kept with the (immutable) state: the encounter, its drawing and other readers ask again.
    """
    kept: tuple[RuleSystem[Any], str, Scene] | None = seen.kept.get(("scene", seat))
    if kept is not None and kept[0] is system and kept[1] == locale:
        return kept[2]
    made = _made(system, seen, seat, locale, timer)
    keep_scene(system, seen, seat, locale, made)
    return made


def keep_scene(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str, scene: Scene) -> None:
    """Remember a scene that was made elsewhere. scene: as `scene_of` makes it."""
    seen.kept["scene", seat] = (system, locale, scene)


def picture_of(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    """The scene without its text, for drawings that come one after another and need none."""
    return _drawn(system, seen, seat, locale, Wording(system, seen, locale))


def same_picture(before: State[Any], after: State[Any]) -> bool:
    """Whether two states of a fight surely make the same scene: no scene reads whose order is played, only its window.

    Most steps of a fight that nobody sees are of this kind: an order begins, or is done.
    """
    fight, other = before.fight, after.fight
    if before.own is not after.own and before.own != after.own:
        return False
    if fight.window is not other.window and fight.window != other.window:
        return False
    return structs.replace(other, open=fight.open, last_acts=fight.last_acts, ruled_at=fight.ruled_at) == fight


def _made(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str, timer: Timer | None) -> Scene:
    words = Wording(system, seen, locale)
    with suppress(TooCostly, RecursionError), bounded(STEP, timer):  # rules that call each other without end, too
        return _with_text(words, _drawn(system, seen, seat, locale, words))
    with bounded(STEP, timer):
        plain = bare.scene(system, seen, seat, locale)
        plain = structs.replace(plain, marks=(*plain.marks, omitted(words, "scene-omitted")))
        return _with_text(words, _finished(seen, seat, words, plain))


def _with_text(words: Wording, scene: Scene) -> Scene:
    return structs.replace(scene, text=text(words, scene))


def _drawn(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str, words: Wording) -> Scene:
    scene = system.scene(seen, seat, locale) or bare.scene(system, seen, seat, locale)
    return _finished(seen, seat, words, scene)


def _finished(seen: State[Any], seat: str | None, words: Wording, scene: Scene) -> Scene:
    spend(FIGURE * len(seen.fight.combatants))
    ground = _finished_once(words, seat, scene)
    scene = structs.replace(scene, ground=ground, marks=(*scene.marks, *hazards(ground)))
    return with_looks(with_signs(words.system, seen, with_known_places(words, scene)), seen.fight)


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
