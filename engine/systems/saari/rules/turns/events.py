"""Events of the course of a fight."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field

from engine.kit import SIDE, Audience, Event, Weight
from engine.systems.saari.types import Readied, Trigger


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


class RoundEnded(Event, frozen=True, kw_only=True):
    """Nobody has an action left to take: what is left lapses.  [G-05]

    idle_rounds: in a row, in which nobody did anything; only the game master knows of hidden ones.  [G-67]
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    narrowed: ClassVar[tuple[str, ...]] = ("idle_rounds",)
    idle_rounds: int | None = None


class HazardSprung(Event, frozen=True, kw_only=True):
    """A hazard strikes.  [SA-DEF-01]  combatant: the hazard. surprise: it was not known, so nobody parries it."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    targets: tuple[str, ...]
    surprise: bool = False


class InitiativeAdjusted(Event, frozen=True, kw_only=True):
    """Circumstances change the next initiative roll.  [W-06]  dice: added to it.

    advantage: whether it is easier, or harder; null: neither.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ("note",)
    combatant: str
    dice: int = field(name="initiativeDice")
    advantage: bool | None = field(default=None, name="initiativeEdge")
    note: str = ""


class Conceded(Event, frozen=True, kw_only=True):
    """A seat gives up with all of a side that it plays. giver: the seat."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("giver", "side")
    giver: str
    side: Annotated[str, SIDE]


class SceneResumed(Event, frozen=True, kw_only=True):
    """The scene goes on although it was over.  [W-37]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


class MilestoneReached(Event, frozen=True, kw_only=True):
    """A turning point of the expedition, at which the characters regain points.  [SA-REST-02, SA-REST-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


class BaseReached(Event, frozen=True, kw_only=True):
    """The characters are back at their base, and regain all points.  [SA-REST-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""


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


class ActionsCarried(Event, frozen=True, kw_only=True):
    """Actions are carried over to the next round.  [SA-DELAY-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "DETAIL"
    combatant: str
    carried: int = field(name="carriedActions")
