"""Events of what happens to a fighter."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight


class AllyHarmSet(Event, frozen=True, kw_only=True):
    """Whether attacks may harm allies in this scene.  [SA-ALLY-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    harmable: bool


class Unready(Enum):
    """Why a combatant is ready no more. FIRED: SA-READY-04. CANCELLED: SA-READY-06. BROKEN: G-42."""

    FIRED = "FIRED"
    CANCELLED = "CANCELLED"
    BROKEN = "BROKEN"


class ReadyEnded(Event, frozen=True, kw_only=True):
    """A readied action is carried out, given up or broken. opponent: whose deed it interrupts."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("ending",)
    combatant: str
    why: Unready = field(name="ending")
    opponent: str | None = None


class ActionSpoiled(Event, frozen=True, kw_only=True):
    """What was declared has become impossible before it was carried out; what it cost is lost.  [G-30]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class AmbushBegan(Event, frozen=True, kw_only=True):
    """Before the first initiative one side strikes from ambush.  [SA-AMB-01, SA-AMB-03]  characters: players' ones."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    characters: bool


class AmbushStruck(Event, frozen=True, kw_only=True):
    """A combatant makes its one attack from ambush.  [SA-AMB-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
