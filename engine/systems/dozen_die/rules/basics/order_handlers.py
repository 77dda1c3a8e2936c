"""What each chapter provides for its orders of an activation. `rules/turns/handlers.py` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.kit import Offer, Table
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.state import DozenDieState
from engine.systems.dozen_die.types import Manner


@dataclass(frozen=True)
class OrderHandler:
    """One kind of order.

    manner: its kind for those who react. check: RuleRefusal unless it is possible now, whoever is activated;
    reads only what the actor's seat sees. do: its effect. options: every such order that `check` lets pass, as offers.
    """

    manner: Manner
    check: Callable[[DozenDieFight, Any], None]
    do: Callable[[Table[DozenDieState], Any], None]
    options: Callable[[DozenDieFight, str], Iterable[Offer[Any]]]
