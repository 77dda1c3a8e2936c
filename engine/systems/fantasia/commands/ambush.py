"""Orders of an ambush."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kernel.ids import Id
from engine.kernel.messages import Order


class Skill(Enum):
    """With what somebody lies in ambush: agility, or a skill he has.  [FF-SURP-02]"""

    AGILITY = "AGILITY"
    STEALTH = "STEALTH"
    HIDE = "HIDE"


class Lurk(Order, frozen=True, kw_only=True):
    """Lie in ambush before the fight begins. Nobody but his side and the game master knows of him then.  [FF-SURP-01]

    skill: absent: the best he has.
    """

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("combatant", "skill")
    secret: ClassVar[bool] = True
    combatant: Id
    skill: Skill | None = None


class Surprise(Order, frozen=True, kw_only=True):
    """Begin the fight with an ambush. GM only, who says that it is possible at all.  [FF-SURP-01, FF-SURP-03]

    ambushers: who lies in ambush, all of one side. watchers: which of the others are on the watch.
    """

    narrowed: ClassVar[tuple[str, ...]] = ("ambushers", "watchers")
    ambushers: tuple[Id, ...]
    watchers: tuple[Id, ...] = ()
