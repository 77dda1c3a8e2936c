"""The events of the clock: who may act when, and what is paid."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight


class Payment(Enum):
    """What actions are paid for.

    ACTION: an active one. REACTION: SA-REACT-01. READY: SA-READY-01. DELAY: SA-DELAY-01.
    """

    ACTION = "ACTION"
    REACTION = "REACTION"
    READY = "READY"
    DELAY = "DELAY"


class GroupOrderSet(Event, frozen=True, kw_only=True):
    """Who goes first at the same count, for the whole fight.  [SA-INIT-07 to SA-INIT-09]

    characters: of the players' characters, else of the game master's combatants. Hidden ones have their places from
    PlaceInOrderSet.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    characters: bool
    members: tuple[str, ...]


class PlaceInOrderSet(Event, frozen=True, kw_only=True):
    """When somebody goes who comes late, or is hidden: before whom at the same count; null: last.  [SA-INIT-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    characters: bool
    before: str | None = None


class InitiativeSet(Event, frozen=True, kw_only=True):
    """How many actions a combatant has in this round, and so when it begins to act.  [SA-INIT-03, SA-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    initiative: int


class ActionsBegan(Event, frozen=True, kw_only=True):
    """All initiatives of the round are known: the clock counts down from the highest.  [SA-INIT-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    count: int


class ActionsPaid(Event, frozen=True, kw_only=True):
    """Actions are paid: whoever pays moves down the clock.  [SA-INIT-05, SA-REACT-03]  left: what remains."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    cost: int
    left: int = field(name="actionsLeft")
    payment: Payment = Payment.ACTION


class ActionsLost(Event, frozen=True, kw_only=True):
    """Actions are lost without anything for them.  [SA-COMP-06]  left: what remains."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    lost: int
    left: int = field(name="actionsLeft")


class InitiativeLowered(Event, frozen=True, kw_only=True):
    """A complication before the first initiative: the next one is lower by so much.  [G-14]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    penalty: int


class Held(Event, frozen=True, kw_only=True):
    """A combatant acts no more in this round; its actions serve reactions and delay.  [G-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str


class RoundEnded(Event, frozen=True, kw_only=True):
    """Nobody has an action left to take: what is left lapses.  [G-05]

    idle_rounds: in a row, in which nobody did anything; only the game master knows of hidden ones.  [G-67]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("idle_rounds",)
    idle_rounds: int | None = None


EVENTS: tuple[type[Event], ...] = (
    GroupOrderSet, PlaceInOrderSet, InitiativeSet, ActionsBegan, ActionsPaid, ActionsLost, InitiativeLowered, Held,
    RoundEnded,
)  # fmt: skip
