"""A masque where a guest's wit decides whether it has a choice: with little of it, moon is all that it may answer.

Its side alone knows its wit. An answer leaves no trace but itself, so fights with and without a choice go on alike.
"""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel.state.decisions import Offer, Question, Visibility
from engine.kernel.structs.messages import Order
from tests.support.slices import masque
from tests.support.slices.common import must_act
from tests.support.slices.masque import MQ, Choose, Make, Masked, Masque, Wave

WITTY = 5
"""The least wit with which there is a choice."""


class Muse(Question[Masked], frozen=True, kw_only=True):
    """A question of which others do not even see that it is asked."""

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    about: str


class Ponder(Order, frozen=True, kw_only=True):
    """Ask yourself something, in secret, and everybody else something, in private."""

    actor: ClassVar[str] = "combatant"
    combatant: str


def offers(table: MQ, who: str, rule: str) -> tuple[Offer[Masked], ...]:
    """What a guest may answer."""
    wit = table.state.own.guests[who].wit or 0
    return masque.masks(rule)[: None if wit >= WITTY else 1]


class Wits(Masque):
    """See the module. A toast asks the one whom it names, in the open; the others as in a masque."""

    id = "slice_wits"
    name = "Wits slice"
    orders: tuple[type[Order], ...] = (*Masque.orders, Ponder)
    questions: tuple[type[Question[Any]], ...] = (Choose, Make, Wave, Muse)

    def play(self, order: Order, table: MQ) -> None:
        """As in a masque, with offers by wit."""
        match order:
            case masque.Toast():
                must_act(table.state, order.combatant)
                self._ask(table, [(order.combatant, Wave)], "MQ-1")
                table.change(order.combatant, "nerve", -1, rule="MQ-1", least=-99)
            case masque.Dance():
                must_act(table.state, order.combatant)
                masque.must_know(table.seen(table.seat), order.target)
                self._ask(table, [(order.combatant, Choose), (order.target, Choose)], "MQ-2")
            case masque.Whisper():
                must_act(table.state, order.combatant)
                here = table.seen(None).fight.combatants
                self._ask(table, [(who, Make) for who in here if who != order.combatant], "MQ-3")
            case Ponder():
                must_act(table.state, order.combatant)
                self._ask(table, [(order.combatant, Muse)], "MQ-6")
            case _:
                super().play(order, table)

    @staticmethod
    def _ask(table: MQ, asks: list[tuple[str, Any]], rule: str) -> None:
        table.ask_all(
            [
                (table.state.fight.holders(who), kind(offers=offers(table, who, rule), default="moon", about=who))
                for who, kind in asks
            ],
            rule=rule,
        )

    def offers(self, seen: Any, combatant: str | None) -> Any:
        """Every legal order."""
        yield from super().offers(seen, combatant)
        if combatant is not None and combatant in seen.fight.acting:
            yield Offer("ponder", Ponder(combatant=combatant), "MQ-6")


system: Any = Wits()
