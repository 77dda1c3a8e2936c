"""Events of magic and abilities in the making."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event


class AbilityBegan(Event, frozen=True, kw_only=True):
    """A spell or technique is declared; until it is launched it can be interrupted.  [FF-CONC-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityLaunched(Event, frozen=True, kw_only=True):
    """A spell or technique takes place, on all whom it affects.  [FF-MAG-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityInterrupted(Event, frozen=True, kw_only=True):
    """A spell or technique is lost before it was launched.  [FF-CONC-04]  reason: concentration, unable, impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    reason: str


class ConcentrationTested(Event, frozen=True, kw_only=True):
    """Damage came in between: 2d + mind against 7, and 2 more each time.  [FF-CONC-02, FF-CONC-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int
    difficulty: int
    passed: bool
