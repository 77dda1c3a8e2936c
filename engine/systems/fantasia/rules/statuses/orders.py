"""Orders of what happens to a fighter."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.types import Pay


class Grapple(Order, frozen=True, kw_only=True):
    """Seize a combatant within 1 m.  [FF-GRAP-01]  attribute: STRENGTH or AGILITY; absent: the higher one."""

    actor: ClassVar[str] = "attacker"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    attacker: Id
    target: Id
    attribute: Attribute | None = None


class BreakFree(Order, frozen=True, kw_only=True):
    """Get out of a grapple.  [FF-GRAP-04]  attribute: as for Grapple. pay: as for StandUp."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    attribute: Attribute | None = None
    pay: Pay | None = None


class LetGo(Order, frozen=True, kw_only=True):
    """Release a held combatant: free."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class LetFall(Order, frozen=True, kw_only=True):
    """A combatant falls so many metres. GM only.  [FF-MOVE-06]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    metres: Annotated[int, msgspec.Meta(ge=1, le=30)]


class SpringTrap(Order, frozen=True, kw_only=True):
    """A trap of the catalogue goes off under a combatant. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    target: Id
    trap: Id


class Rest(Order, frozen=True, kw_only=True):
    """These combatants rest after the battle. GM only.  [FF-REST-01, FF-REST-02]

    hours: full ones. interrupted: then, and for less than 8 hours, the game master is asked what they recover.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatants: tuple[Id, ...]
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 8
    interrupted: bool = False
