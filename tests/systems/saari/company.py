"""A campaign of Saari in memory, with dice fed by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.campaign.course import planned
from engine.kernel.structs.messages import Order
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.between import orders as o
from engine.systems.saari.rules.between.company import Expeditions
from engine.systems.saari.rules.turns.orders import ReturnToBase
from engine.systems.saari.sheet import Sheet
from engine.systems.saari.state import Figures
from tests.support.fights.arena import Arena
from tests.systems.saari.bout import BOOK, HEROES, SEATS

COMPANY = campaign_book(BOOK)


def member(name: str = "ada", seat: str = "ana", *, now: dict[str, int] | None = None, **figures: Any) -> Any:
    """A character of the company. now: its points; figures: of its sheet."""
    return COMPANY.enter(
        id=name,
        name=name.title(),
        side=HEROES,
        seat=seat,
        vitals=now,
        sheet=Sheet(**({} if "ref" in figures else {"weapons": ("sword",)}) | figures),
    )  # type: ignore[call-arg]


class Company:
    """At its base. settings: as a request says them."""

    def __init__(self, *members: Any, dice: tuple[int, ...] = (), **settings: Any) -> None:
        self.arena = Arena(COMPANY, members or (member(),), dice=dice, setup=settings, seats=SEATS)

    @property
    def own(self) -> Expeditions:
        """What the game keeps."""
        kept: Expeditions = self.arena.own.game
        return kept

    def order(self, order: Order, seat: str = "gm") -> None:
        self.arena.order(seat, order)

    def out(self) -> Company:
        """On an expedition."""
        self.order(o.SetOut())
        return self

    def back(self, *values: int) -> Company:
        """With treasures of these values, at the base again."""
        for value in values:
            self.order(o.RecordFind(name="A cup", value=value))
        self.order(ReturnToBase())
        return self

    def earned(self, vouchers: int) -> Company:
        """With so many vouchers, counted at the next return."""
        self.arena.correct("rules.game.vouchers", vouchers)
        return self

    def risen(self, levels: int) -> Company:
        """With so many levels, none of them chosen."""
        return self.earned(100 * levels + 1).out().back()

    def vitals(self, who: str = "ada") -> dict[str, tuple[int, int | None]]:
        """Present value and maximum of each."""
        found = self.arena.fight.combatants[who].vitals
        return {name: (vital.now, vital.max) for name, vital in found.items()}

    def figures(self, who: str = "ada") -> Figures:
        """As it would enter a fight."""
        return entering.figures_of(entering.full(msgspec.convert(self.arena.own.members[who].sheet, Sheet)))

    def of(self, kind: type[Any]) -> list[Any]:
        """Events of a kind."""
        return self.arena.events(kind)

    def offered(self, who: str | None, seat: str = "gm") -> dict[str, Any]:
        """What is offered, by key."""
        state = self.arena.state
        return {offer.key: offer for offer in COMPANY.system.offers(state, who)}

    def fighting(self, *members: str) -> None:
        """They are in a fight from now on."""
        self.arena.fact(planned(self.arena.state, "gm", "fight", "", {who: who for who in members}, {}))
