"""Shots, spells and blows that are stopped by ground unknown to whoever made them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct, structs

from engine.kernel.state.fight import State
from engine.kernel.state.ground.ground import Ground

Own = TypeVar("Own", bound=Struct)


def on_ground(state: State[Own], ground: Ground | None) -> State[Own]:
    """The fight on another ground: its figures where they are."""
    if ground is state.fight.ground:
        return state
    return structs.replace(state, fight=structs.replace(state.fight, ground=ground))


def barred(state: State[Own], known: Ground | None, reaches: Callable[[State[Own]], bool]) -> bool:
    """Whether something reaches its target on the ground as its doer knows it, but not on the ground as it is.

    known: the ground as the doer's seat sees it. What reaches nobody on either is for other rules to judge.
    """
    return known is not state.fight.ground and not reaches(state) and reaches(on_ground(state, known))
