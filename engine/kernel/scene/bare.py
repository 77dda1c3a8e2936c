"""The scene that every rule system has without doing anything: what the kernel knows, on the ground of the fight.

A system's own scene may begin with these parts, or with the whole, and replace what it can show better.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.combatants import tokens
from engine.kernel.scene.legend import ground_of
from engine.kernel.scene.order import play
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.sides import sides
from engine.kernel.scene.space import SceneRanks
from engine.kernel.scene.spaces import space
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State


def scene(system: RuleSystem[Any], seen: State[Any], seat: str | None, locale: str) -> Scene:
    """The kernel's scene. seen: what `seat` (None: everybody) sees of the fight; nothing else is read."""
    words = Wording(system, seen, locale)
    ground = seen.fight.ground
    field = space(words, ground)
    positions = [position.side for position in field.positions] if isinstance(field, SceneRanks) else []
    return Scene(
        space=field,
        ground=ground_of(words, ground),
        tokens=tokens(words, seat, field),
        sides=sides(words, positions),
        play=play(words),
    )
