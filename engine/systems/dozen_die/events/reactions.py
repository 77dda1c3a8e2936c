"""Events of reactions. What they do to hit points and weapons say the events of shooting, skills and harm."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.combatant import Place
from engine.kernel.messages import Audience, Event
from engine.systems.dozen_die.commands import Manner


class ReactionMade(Event, frozen=True, kw_only=True):
    """Somebody interrupts an order of `target`; nothing is rolled yet.  [DD-REA-05]

    means: the weapon or skill. manner: of what is interrupted. place: where on his way a mover is met.
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("means", "manner")
    combatant: str
    target: str
    means: str
    manner: Manner
    place: Place | None


class MoveHalted(Event, frozen=True, kw_only=True):
    """A reaction ends somebody's movement of this order where he is.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str


class ActionHindered(Event, frozen=True, kw_only=True):
    """A reaction changes the value of the action that it interrupts.  [DD-REA-16]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("skill",)
    combatant: str
    skill: str
    change: int
