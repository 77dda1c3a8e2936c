"""Events of the table underfoot."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Point, Weight


class DeploymentBegan(Event, frozen=True, kw_only=True):
    """Minis without a place are about to be deployed.  [MN-GAP-29]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    strip: int


class Turned(Event, frozen=True, kw_only=True):
    """A mini faces in another direction. pivot: by a pivot of its own.  [MN-GAP-37]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    facing: Point
    pivot: bool = False
