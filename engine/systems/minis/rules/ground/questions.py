"""Questions, and the bodies of their answers, of the table underfoot."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, Place, Point, Question, Visibility


class Deployed(Struct, frozen=True, kw_only=True, rename="camel"):
    """A mini is placed at a point of its side's strip, facing in a direction."""

    combatant: Id
    to: Place
    facing: Point


class DeployNext(Question[Deployed], frozen=True, kw_only=True):
    """To a participant: which mini is placed next, and where? Sides take turns.  [DW-02, MN-GAP-29]

    Default: the next one, at the first free spot, facing the middle. combatants: those that have no place yet.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatants: tuple[str, ...]
