"""Events of what is done out of turn: readied actions, reactions."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.commands import Readied, Trigger


class ActionReadied(Event, frozen=True, kw_only=True):
    """What somebody holds back, and what he waits for: his side's secret. watched: "" for anybody.  [FF-READY-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    words: ClassVar[tuple[str, ...]] = ("action", "trigger", "note")
    combatant: str
    action: Readied
    trigger: Trigger
    watched: str
    note: str


class ReactionSpent(Event, frozen=True, kw_only=True):
    """The one reaction until the next turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class ReactionUsed(Event, frozen=True, kw_only=True):
    """Somebody uses a reaction ability.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    reaction: str


class AvoidanceTested(Event, frozen=True, kw_only=True):
    """2d + EV or BM against the total of what hit: reaching it cancels that.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attacker: str
    reaction: str
    total: int
    difficulty: int
    passed: bool


class HitTakenOver(Event, frozen=True, kw_only=True):
    """Somebody steps in: the hit on the target is his.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str
    attacker: str


class ReactionRegained(Event, frozen=True, kw_only=True):
    """A new turn, a new reaction."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
