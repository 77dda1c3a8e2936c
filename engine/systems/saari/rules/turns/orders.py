"""Orders of the course of a fight."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import COMBATANT, SIDE, Ending, Id, OfferGroup, Order
from engine.systems.saari.rules.actions.orders import Note
from engine.systems.saari.rules.attacks.orders import Victims
from engine.systems.saari.types import Readied, Trigger


class Concede(Order, frozen=True, kw_only=True):
    """Whoever plays this combatant gives up: all of its seat and side leave the fight.  [G-36]

    combatant: any that it owns, also one that another controls; at any time when no decision is open.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.SIDE
    concession: ClassVar[bool] = True
    combatant: Id


class Spring(Order, frozen=True, kw_only=True):
    """The game master springs a hazard on characters.  [SA-DEF-01, G-53]  victims: absent: all in its zone."""

    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    hazard: Annotated[Id, COMBATANT]
    victims: Victims | None = None


class AdjustInitiative(Order, frozen=True, kw_only=True):
    """Circumstances change a character's next initiative roll. GM only.  [W-06]

    dice: added to the pool. advantage: an edge factor; false: a disadvantage, absent: none.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    dice: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    advantage: bool | None = None
    note: Note = ""


class EndScene(Order, frozen=True, kw_only=True):
    """The game master ends the scene.  [W-37]  winner: a side; absent: nobody."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Note = ""


class GoOn(Order, frozen=True, kw_only=True):
    """The scene goes on although it was over. GM only.  [W-37]"""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Note = ""


class ReachMilestone(Order, frozen=True, kw_only=True):
    """The characters catch their breath at a milestone: they regain points. GM only.  [SA-REST-02, W-35]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


class ReturnToBase(Order, frozen=True, kw_only=True):
    """The characters are back at their base: they regain all points. GM only.  [SA-REST-04]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    note: Note = ""


class Ready(Order, frozen=True, kw_only=True):
    """Ready an action, and what sets it off.  [SA-READY-01]

    watched: who sets it off, of APPROACHES also by being approached; absent: anybody else. enemies: only enemies do.
    toward: of APPROACHES whom alone it guards: to whom somebody comes; absent: itself, and whom it watches.
    note: the trigger in words; its owner judges by it.
    Its target is chosen when it is carried out, its means among what is in hand then. held: what that is from now on;
    absent: no change.  [SA-GEAR-07, SA-GEAR-08]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "enemies", "toward", "note")
    combatant: Id
    action: Readied
    trigger: Trigger = Trigger.ANYTHING
    watched: Id | None = None
    enemies: bool = False
    toward: Id | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""
    held: tuple[Id, ...] | None = None
