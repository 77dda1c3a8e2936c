"""A row of the table of windows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.kernel.state.decisions import Visibility
from tests.systems.mongolian_mercenaries.bout import Bout


class Window(Struct, frozen=True, kw_only=True):
    """A question of the game.

    start: a fight that stands at it. seats: whom it asks. about: figures of the question that must hold.
    keys: of its answers. faces: of the dice that fall once the default is taken.
    """

    id: str
    rules: tuple[str, ...]
    kind: str
    visibility: Visibility
    start: Callable[[], Bout]
    seats: tuple[str, ...]
    about: dict[str, object]
    keys: tuple[str, ...]
    default: str
    faces: tuple[int, ...] = ()
