"""What each kind of active order provides. `rules/turns/handlers.py` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.kit import Offer, Order, Table
from engine.systems.saari.rules.basics.events import Payment
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Readied, Trigger


def no_cost(state: SaariFight, order: Any) -> int:
    """Of orders that pay for nothing, or pay by themselves."""
    return 0


class OrderHandler(Struct, frozen=True):
    """An active order: one that is given at one's own count.

    check: RuleRefusal where it is not allowed now, on what its seat sees. do: plays it; it is paid for already.
    [G-30]  options: its offers, whether or not they can be afforded. cost: in actions, on what its seat sees.
    readied: as what it can be readied; null: it cannot.  [G-42]  declared: what readied actions of others wait for
    that its declaration is, beside anything at all. null: it is nothing that anybody could interrupt.  [SA-READY-04]
    opens: whether `do` opens that window itself, once: an attack when it is declared, others after free strikes.
    swaps: its order has `held`, which its offers leave open.  [SA-GEAR-07]  takes_clumsy: that has to be clumsy gear.
    [SA-GEAR-09]  judged: the game master may forbid it, so that `do` swaps when it is allowed. outside: it can be done
    where no fight goes on, and costs nothing there.  [G-29]
    """

    check: Callable[[SaariFight, Any], None]
    do: Callable[[Table[SaariState], Any], None]
    options: Callable[[SaariFight, str], Iterator[Offer[Order]]]
    cost: Callable[[SaariFight, Any], int] = no_cost
    payment: Payment = Payment.ACTION
    rule: str = "SA-INIT-05"
    readied: Readied | None = None
    declared: tuple[Trigger, ...] | None = ()
    opens: bool = False
    swaps: bool = False
    takes_clumsy: bool = False
    judged: bool = False
    outside: bool = False
