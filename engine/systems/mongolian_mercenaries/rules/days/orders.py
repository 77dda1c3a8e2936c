"""Orders of the company's day."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Card


class EatProvisions(Order, frozen=True, kw_only=True):
    """The party eats: one unit of provisions for each member. Once a day; GM only.  [MM-OUT-07]

    payer: whose provisions go first; null: those of whoever joined first.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    payer: Annotated[Id, COMBATANT] | None = None


class MakeCamp(Order, frozen=True, kw_only=True):
    """Pitch the camp, or strike it: one phase, in the Wild. GM only.  [MM-OUT-08]  strike: it is taken down."""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    strike: bool = False


class DrawCards(Order, frozen=True, kw_only=True):
    """Draw what is due: today's Day card, or an event of this phase. GM only.  [MM-OUT-04, MM-OUT-05]

    Mornings and phases draw by themselves; this is for the first day, and for an event after a fight.
    event_ended: nothing is drawn; the event has taken its phase, and one at night makes all Tired.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    event_ended: bool = False


class ActionLength(Enum):
    """How many phases a day action takes: none, one, two or three.  [MM-OUT-19]"""

    TRIVIAL = "TRIVIAL"
    ORDINARY = "ORDINARY"
    LONG = "LONG"
    TEDIOUS = "TEDIOUS"


class DoDayAction(Order, frozen=True, kw_only=True):
    """The party does something that a card or the game master names, once a day. GM only.  [MM-OUT-19]

    action: what. length: how long; of one that was interrupted its missing phases count.  [MM-OUT-05]
    At night the night is used for it, and all are Tired.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    action: Card
    length: ActionLength = ActionLength.ORDINARY
