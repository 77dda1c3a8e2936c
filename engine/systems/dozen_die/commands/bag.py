"""Orders of the side whose die was drawn, until a figure is activated.

`by` speaks for the side: the first of each seat's figures on the board.
"""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Ending, Id, OfferGroup, Order, Place
from engine.systems.dozen_die.commands.paths import Way


class Special(Order, frozen=True, kw_only=True):
    """A yellow die triggers a special action; nobody of the side marches then. special: which one.  [DD-ACT-12]"""

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    by: Id
    special: Id


class March(Order, frozen=True, kw_only=True):
    """Move before the activation, far from every foe.  [DD-MARCH-03]

    combatant: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False

    def ending(self) -> Ending | None:
        return Ending.COMBATANT if self.off else None


class Activate(Order, frozen=True, kw_only=True):
    """Spend the die on a figure, with its pack: two orders.  [DD-ACT-05]

    combatant: one of the side, which is `by` itself; or a neutral, and then `by` is the figure that speaks for the
    side.
    """

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.END
    by: Id
    combatant: Id


class BringIn(Order, frozen=True, kw_only=True):
    """Spend the die on a wanderer beside the board, which then has two orders at once.  [DD-ACT-15]

    wanderer: who. to: a square at the edge of the board.
    """

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    by: Id
    wanderer: Id
    to: Place


class Pass(Order, frozen=True, kw_only=True):
    """Spend the die where it can activate nobody; figures that could still march do not.  [DD-ACT-02]"""

    actor: ClassVar[str] = "by"
    group: ClassVar[OfferGroup] = OfferGroup.END
    by: Id
