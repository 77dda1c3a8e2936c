"""Orders of the parts of a roll."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class MarkRoll(Order, frozen=True, kw_only=True):
    """The game master wants to rule on the next roll of a character; nobody else reads of it.  [SA-DICE-02]

    While a decision is open, on the roll that it is about: he is asked for late factors of it.  [SA-EDGE-05]
    combatant: absent: of whoever rolls next.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("combatant",)
    secret: ClassVar[bool] = True
    combatant: Id | None = None
