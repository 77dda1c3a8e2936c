"""Orders that ask the game master."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.fantasia.commands.words import Words
from engine.systems.fantasia.content.kinds import Attribute


class CheckAttribute(Order, frozen=True, kw_only=True):
    """Ask for a check of an attribute; the game master sets its difficulty and cost.  [FF-TURN-05]

    opponent: somebody who opposes it with an attribute that the game master names.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    attribute: Attribute
    purpose: Words
    opponent: Id | None = None


class OtherAction(Order, frozen=True, kw_only=True):
    """Ask for something the rules do not list, as the normal action.  [FF-TURN-06]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    purpose: Words
