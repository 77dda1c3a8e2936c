"""The events of readied actions, of ambushes and of delay."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.commands.waiting import Readied, Trigger


class ActionReadied(Event, frozen=True, kw_only=True):
    """An action is readied. What, and for what, is known of characters; of others to their own side alone.

    [SA-READY-01, G-66]  watched: who sets it off; "": anybody. enemies: only enemies do. toward: whom it guards; "":
    itself.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "enemies", "toward", "note")
    words: ClassVar[tuple[str, ...]] = ("action", "trigger", "triggerNote")
    combatant: str
    action: Readied | None = None
    trigger: Trigger | None = None
    watched: str | None = None
    enemies: bool | None = field(default=None, name="enemiesOnly")
    toward: str | None = None
    note: str | None = field(default=None, name="triggerNote")


class ReadyKept(Event, frozen=True, kw_only=True):
    """A combatant stays ready at its count.  [SA-READY-02]  spent: actions paid for it so far."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    spent: int = field(name="actionsSpent")


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


class ActionsCarried(Event, frozen=True, kw_only=True):
    """Actions are carried over to the next round.  [SA-DELAY-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    carried: int = field(name="carriedActions")


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


EVENTS: tuple[type[Event], ...] = (
    ActionReadied, ReadyKept, ReadyEnded, ActionSpoiled, ActionsCarried, AmbushBegan, AmbushStruck,
)  # fmt: skip
