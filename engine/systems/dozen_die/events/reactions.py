"""Events of reactions. Their effects on hit points and weapons are events of shooting, skills and harm."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Audience, Event, Place, Weight
from engine.systems.dozen_die.commands import Manner


class ReactionMade(Event, frozen=True, kw_only=True):
    """A figure interrupts an order of `target`; nothing is rolled yet.  [DD-REA-05]

    means: the weapon or skill. manner: the kind of the interrupted order. place: where on its way a mover is met.
    """

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("means", "manner")
    combatant: str
    target: str
    means: str
    manner: Manner
    place: Place | None


class MoveHalted(Event, frozen=True, kw_only=True):
    """A reaction ends a figure's movement of this order where it is.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ActionHindered(Event, frozen=True, kw_only=True):
    """A reaction changes the value of the action that it interrupts.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    change: int
