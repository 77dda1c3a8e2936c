"""Events after the adventure."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.dozen_die.content.kinds import Fate


class RecoveryRolled(Event, frozen=True, kw_only=True):
    """How badly a casualty was hurt: well again with a face up to the value, dead with a 12.  [DD-HP-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    needed: int
    fate: Fate
