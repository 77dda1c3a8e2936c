"""Events of acting out of turn: readied actions, reactions."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Weight
from engine.systems.fantasia.commands import Readied, Trigger


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


class ReactionSpent(Event, frozen=True, kw_only=True):
    """The one reaction until the next turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str


class ReactionUsed(Event, frozen=True, kw_only=True):
    """A combatant uses a reaction ability.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    reaction: str


class AvoidanceTested(Event, frozen=True, kw_only=True):
    """2d + EV or BM against the total of the hit: reaching it cancels the hit.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    attacker: str
    reaction: str
    total: int
    difficulty: int
    passed: bool


class HitTakenOver(Event, frozen=True, kw_only=True):
    """A combatant takes over the hit on the target.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str
    target: str
    attacker: str


class ReactionRegained(Event, frozen=True, kw_only=True):
    """A new turn brings a new reaction."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
