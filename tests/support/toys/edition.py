"""A game in two versions: whoever is struck may dodge, and a blow takes one point (version 1), or two (version 2).

Version 2 also rolls before it asks. `Both` plays either version on, `Newest` plays the second alone.
"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.playing.decide import Choice
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.seat import Bot, SeatEntry
from engine.kernel.structs.messages import Order
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.store.port import Store
from tests.support.slices.common import Reply, YesNo, hurt, must_act, yes_or_no
from tests.support.toys.skirmish import Leave, Own, Plain, Rest, Strike, begin, go_on

KEY = "edition"


class Dodge(YesNo, frozen=True, kw_only=True):
    """Does whoever is struck dodge?"""

    visibility: ClassVar[Visibility] = Visibility.OPEN


class Both(Plain):
    """Version 2, which plays fights of version 1 on."""

    version = 2
    orders: tuple[type[Order], ...] = (Strike, Rest)
    questions = (Dodge,)
    _harm, _rolls_first = 2, True

    def __init__(self) -> None:
        super().__init__("NOWHERE")
        self.id = KEY

    def outdated(self, version: int) -> RuleSystem[Own] | str:
        """Version 1 is played on."""
        return First() if version == 1 else super().outdated(version)

    def play(self, order: Order, table: Table[Own]) -> None:
        """Strike, or rest."""
        if not isinstance(order, (Strike, Rest)):
            begin(table)
            return
        must_act(table.state, order.combatant)
        if isinstance(order, Strike):
            self._strike(order, table)
        go_on(table, order.combatant)

    def _strike(self, order: Strike, table: Table[Own]) -> None:
        if self._rolls_first:
            table.roll("1d6", by=order.combatant, why="strike", rule="ED-2")
        dodge = Dodge(offers=yes_or_no("ED-1"), about=order.target)
        answer: Reply = table.ask(table.state.fight.holders(order.target), dodge, rule="ED-1")
        if not self._rolls_first:
            table.roll("1d6", by=order.combatant, why="strike", rule="ED-2")
        if not answer.yes:
            hurt(table, order.target, self._harm, rule="ED-3")


class First(Both):
    """Version 1, as it was installed, and as version 2 plays it on."""

    version = 1
    _harm, _rolls_first = 1, False


class Newest(Both):
    """Version 2, which has dropped the rules of version 1."""

    def outdated(self, version: int) -> RuleSystem[Own] | str:
        """As every game says that declares nothing."""
        return RuleSystem.outdated(self, version)


class Widened(Both):
    """Version 2 with a version 1 that has a contract of its own: it is no game."""

    def outdated(self, version: int) -> RuleSystem[Own] | str:
        """With an order that version 2 lacks."""
        return _Wide()


class _Wide(First):
    orders = (Strike, Rest, Leave)


def upgraded(store: Store, game: RuleSystem[Own]) -> Encounters:
    """A service with this version of the game, on a store in which fights of another one may be."""
    return Encounters(store, Registry([Rulebook(game)]))


async def begun(service: Encounters, bot: Bot | None = None) -> str:
    """The id of a fight in which Ana acts. bot: what plays Ben's seat."""
    seats = (SeatEntry("gm", "Gil", "GM"), SeatEntry("ana", "Ana", "PLAYER"), SeatEntry("ben", "Ben", "PLAYER", bot))
    people = tuple(
        {"id": who, "name": who.capitalize(), "side": seat, "seat": seat, "sheet": {"life": 9}}
        for who, seat in (("ada", "ana"), ("bo", "ben"))
    )
    made = await service.create(NewEncounter(system=KEY, name="Editions", seats=seats, combatants=people))
    await service.submit(made.id, "gm", {KEY: {"begin": {}}})
    return made.id


async def strike(service: Encounters, id: str, *, answered: bool = True) -> None:
    """Ana's Ada strikes Bo, who does not dodge, and then rests."""
    await service.submit(id, "ana", {KEY: {"strike": {"combatant": "ada", "target": "bo"}}})
    if answered:
        await answer(service, id)
        await service.submit(id, "ben", {KEY: {"rest": {"combatant": "bo"}}})


async def answer(service: Encounters, id: str) -> None:
    """Bo does not dodge."""
    window = (await service.view(id, "gm")).position.state.fight.window
    assert window is not None
    await service.answer(id, "ben", window.asked[0].decision, Choice("no"))


async def life(service: Encounters, id: str) -> int:
    """What Bo has left."""
    return (await service.view(id, "gm")).position.state.fight.combatants["bo"].vitals["life"].now
