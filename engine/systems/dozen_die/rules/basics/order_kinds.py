"""The orders of an activation: what each chapter provides for its kinds of order.

Each chapter registers its orders in `DEEDS` (rules/__init__.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.kit import Offer, Order, Table
from engine.systems.dozen_die.commands import Manner
from engine.systems.dozen_die.rules.basics.lookup import DD
from engine.systems.dozen_die.state import Own


@dataclass(frozen=True)
class Deed:
    """One kind of order.

    manner: its kind for those who react. check: RuleRefusal unless it is possible now, whoever is activated;
    reads only what the actor's seat sees. do: its effect. options: every such order that `check` lets pass, as offers.
    """

    manner: Manner
    check: Callable[[DD, Any], None]
    do: Callable[[Table[Own], Any], None]
    options: Callable[[DD, str], Iterable[Offer[Any]]]


DEEDS: dict[type[Order], Deed] = {}
