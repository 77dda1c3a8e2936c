"""Events of all chapters."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.saari.content.kinds import Shield, Weapon


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


class EngagementJoined(Event, frozen=True, kw_only=True):
    """A combatant is in an engagement from now on; with a new id it begins.  [SA-ENG-02, SA-ENG-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("engagement", "zone")
    combatant: str
    engagement: str
    zone: str


class EngagementLeft(Event, frozen=True, kw_only=True):
    """A combatant is in no engagement any more."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("engagement",)
    combatant: str
    engagement: str


class GearSwapped(Event, frozen=True, kw_only=True):
    """A combatant has other things in hand.  [SA-GEAR-07]  held: all of them."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("held",)
    combatant: str
    held: tuple[str, ...]


class ItemDropped(Event, frozen=True, kw_only=True):
    """A thing lies in a zone: it was thrown, lost, or there was no room for it.  [G-24, G-23]

    weapon: in full; null: it is none. shield: in full; null: it is none.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item", "zone")
    combatant: str
    item: str
    zone: str
    weapon: Weapon | None = field(default=None, name="droppedWeapon")
    shield: Shield | None = field(default=None, name="droppedShield")


class ItemTaken(Event, frozen=True, kw_only=True):
    """A combatant picks up what lay in its zone.  [G-24]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item", "zone")
    combatant: str
    item: str
    zone: str


class ItemUsedUp(Event, frozen=True, kw_only=True):
    """A thing that serves once is gone."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("item",)
    combatant: str
    item: str


class Mounted(Event, frozen=True, kw_only=True):
    """A combatant rides from now on.  [SA-MOUNT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mount: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A combatant is on foot from now on.  [G-44]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    mount: str
