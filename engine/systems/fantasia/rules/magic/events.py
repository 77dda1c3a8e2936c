"""Events of spells and readied actions."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.rules.basics.events import Outcome
from engine.systems.fantasia.types import Readied, Trigger


class MagicRolled(Event, frozen=True, kw_only=True):
    """2d + MA against the target's magic defence.  [FF-MAG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    caster: str
    target: str
    spell: str
    total: int
    against: int | None = None
    outcome: Outcome


class Reflected(Event, frozen=True, kw_only=True):
    """A spell goes back to its caster.  [FF-ST-12]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    caster: str
    target: str
    spell: str


class ActionReadied(Event, frozen=True, kw_only=True):
    """A readied action and what it waits for: a secret of its side. watched: "" for anybody.  [FF-READY-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("action", "trigger", "note")
    combatant: str
    action: Readied
    trigger: Trigger
    watched: str
    note: str
