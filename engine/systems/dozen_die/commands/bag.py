"""Orders of the side whose die was drawn, until somebody is activated.

`by` speaks for the side: of each seat's figures on the board the first one.
"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.combatant import Place
from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.dozen_die.commands.paths import Way


class Special(Order, frozen=True, kw_only=True):
    """A yellow die triggers a special action; nobody of the side marches then. special: which one.  [DD-ACT-12]"""

    actor: ClassVar[str] = "by"
    by: Id
    special: Id


class March(Order, frozen=True, kw_only=True):
    """Move before the activation, far from every foe.  [DD-MARCH-03]

    figure: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "figure"
    figure: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False


class Activate(Order, frozen=True, kw_only=True):
    """Spend the die on a figure, with its pack: two orders.  [DD-ACT-05]

    figure: one of the side, which is `by` itself; or a neutral, for which who speaks for the side is `by`.
    """

    actor: ClassVar[str] = "by"
    by: Id
    figure: Id


class BringIn(Order, frozen=True, kw_only=True):
    """Spend the die on somebody who waits beside the board, and has two orders at once.  [DD-ACT-15]

    wanderer: who. to: a square at the edge of the board.
    """

    actor: ClassVar[str] = "by"
    by: Id
    wanderer: Id
    to: Place


class Pass(Order, frozen=True, kw_only=True):
    """Let the die go where nobody can be activated with it; whoever could still march stays.  [DD-ACT-02]"""

    actor: ClassVar[str] = "by"
    by: Id
