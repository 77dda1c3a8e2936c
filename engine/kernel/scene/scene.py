"""A fight as a picture."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.scene.ground import SceneGround
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.play import ScenePlay
from engine.kernel.scene.space import SceneSpace
from engine.kernel.scene.tokens import SceneBadge, SceneSide, SceneToken
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.looks import PLAIN_LOOKS, Looks


class Scene(Struct, frozen=True, kw_only=True, rename="camel"):
    """A fight as a picture: what this seat sees, for clients that know no game.

    badges: what holds for the whole field: light, weather. text: the same in words, for screen readers.
    """

    space: SceneSpace
    ground: SceneGround
    tokens: tuple[SceneToken, ...]
    marks: tuple[SceneMark, ...] = ()
    sides: tuple[SceneSide, ...]
    badges: tuple[SceneBadge, ...] = ()
    play: ScenePlay
    backdrop: Backdrop | None = None
    looks: Looks = PLAIN_LOOKS
    text: str = ""
