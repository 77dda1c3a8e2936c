"""A company of Mongolian Mercenaries in memory, with dice fed by hand: every face must be used up."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.mongolian_mercenaries.rules.company.journey_state import Journey
from tests.support.fights.arena import Arena
from tests.systems.mongolian_mercenaries.bout import BOOK, SEATS

COMPANY = campaign_book(BOOK)


class Company(Arena):
    """A campaign with these members. settings: as a request says them."""

    def __init__(self, *members: Any, **settings: Any) -> None:
        entries = [
            structs.replace(
                COMPANY.enter(**{name: getattr(entry, name) for name in entry.__struct_fields__}), place=None
            )
            for entry in members
        ]
        super().__init__(COMPANY, entries, setup=settings, seats=SEATS)

    @property
    def journey(self) -> Journey:
        found: Journey = self.own.game
        return found

    def give(self, order: Order, *faces: int, seat: str = "gm") -> None:
        """An order with these dice, all of which fall; what it asks takes its default."""
        self.feed(*faces)
        self.order(seat, order)
        while self.pending:
            self.answer(None)
        self.done()

    def refused(self, order: Order, seat: str = "gm") -> RuleRefusal:
        """Why an order is refused."""
        try:
            self.order(seat, order)
        except RuleRefusal as refusal:
            return refusal
        raise AssertionError(f"{order} was accepted")

    def sheet(self, who: str = "ada") -> dict[str, Any]:
        """A member's sheet."""
        found: dict[str, Any] = self.own.members[who].sheet
        return found

    def now(self, who: str = "ada") -> tuple[int, int]:
        """Health and Power."""
        vitals = self.fight.combatants[who].vitals
        return vitals["health"].now, vitals["power"].now

    def offered(self, who: str | None = None) -> list[str]:
        """Keys of the offers to a member, or to the game master."""
        return [offer.key for offer in COMPANY.system.offers(self.state, who)]
