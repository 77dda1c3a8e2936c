"""What a combatant has that an order uses: a weapon, a spell, a talent, an item, a standing order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.kernel.state.decisions import Offer
from engine.kernel.structs.messages import Order, camel


@dataclass(frozen=True)
class Means:
    """One thing that a combatant has, and the orders that would use it.

    name: its id in the system's content, or the word of what is done. order: their class. field: the field of such an
    order, by Python name, that holds `name`; "" where every order of this class uses it. tries: orders that would use
    it, on whom it is meant for first, the nearest before others; none where nobody is there to use it on.
    """

    name: str
    order: type[Order]
    field: str
    tries: Iterable[Order]

    def used_by(self, offer: Offer[Order]) -> bool:
        """Whether an offer uses it, as it stands or by a pick."""
        if type(offer.body) is not self.order:
            return False
        if not self.field or getattr(offer.body, self.field) == self.name:
            return True
        sent = camel(self.field)
        return any(self.name in field.among for field in offer.fields if field.name == sent)
