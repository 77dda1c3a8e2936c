"""Events of casting spells and using abilities."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight


class AbilityBegan(Event, frozen=True, kw_only=True):
    """A spell or technique is declared; until it is launched it can be interrupted.  [FF-CONC-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityLaunched(Event, frozen=True, kw_only=True):
    """A spell or technique takes effect on everybody it affects.  [FF-MAG-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityInterrupted(Event, frozen=True, kw_only=True):
    """A spell or technique is lost before it was launched.  [FF-CONC-04]  reason: concentration, unable, impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    ability: str
    reason: str


class ConcentrationTested(Event, frozen=True, kw_only=True):
    """A check after damage before the launch: 2d + mind against 7, and 2 more each time.  [FF-CONC-02, FF-CONC-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    total: int
    difficulty: int
    passed: bool
