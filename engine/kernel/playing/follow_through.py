"""What follows from a ruling at once: facts that the rules emit.

The facts follow the ruling in its step, name it as their cause, and belong to no command: so replaying an open command
keeps them. They use no dice and no questions. Anything that needs either waits for the open command; where none is
open, the rules may name an order that resolves the deadlock (`playing.going_on`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NoReturn, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import RollAhead
from engine.kernel.playing.facts import fact
from engine.kernel.playing.knowledge import CHANGING, disclosures, vanishing
from engine.kernel.playing.position import Clock, Position
from engine.kernel.state import events as e
from engine.kernel.state.combatant import REMOVED, Combatant
from engine.kernel.state.decisions import A, Question
from engine.kernel.state.fight import State
from engine.kernel.state.redaction.audience import with_hidden_listed_apart
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.ids import Seats, as_seats
from engine.kernel.structs.messages import Event, Recorded
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own", bound=Struct)
T = TypeVar("T")


class FactTable(Generic[Own]):
    """The table at which facts follow from a ruling. causes: the versions of its parts.

    It implements `Table` except for dice and questions, which are a Fault here.
    """

    def __init__(
        self, book: Rulebook[Own], position: Position[Own], causes: tuple[int, ...], seat: str | None, clock: Clock
    ) -> None:
        self.position = position
        self.new: list[Recorded] = []
        self.last = 0
        self._book, self._causes, self._seat, self._clock = book, causes, seat, clock
        self._ids = 0

    @property
    def state(self) -> State[Own]:
        return self.position.state

    @property
    def seat(self) -> str:
        return self._seat or self.state.fight.gms()[0]

    def seen(self, seat: str | None) -> State[Own]:
        return self._book.seen(self.state, seat)

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Reasons | None = None) -> int:
        before = self.state.fight
        if isinstance(event, e.SightChanged) and event.combatant in before.combatants:
            for news, seats in vanishing(before, {event.combatant: event.seen_by}):
                self.put(news, rule=rule, to=seats)
        made = self.put(event, rule=rule, to=to, because=because)
        if isinstance(event, CHANGING):
            for news, seats in disclosures(self._book, before, self.state):
                self.put(news, rule=rule, to=seats)
            self.last = made
        return made

    def put(self, event: Event, *, rule: str = "", to: Seats | None = None, because: Reasons | None = None) -> int:
        """Emit an event without telling anybody what it lets him know."""
        event, why = with_hidden_listed_apart(event, self.state.fight), because or Reasons()
        why = structs.replace(why, causes=tuple(dict.fromkeys((*self._causes, *why.causes))))
        readers = None if to is None else as_seats(to)
        recorded, self.position = fact(
            self._book,
            self.position,
            event,
            seat=self._seat,
            clock=self._clock,
            to=readers,
            rule=rule,
            because=why,
        )
        self.new.append(recorded)
        self.last = recorded.version
        return recorded.version

    def change(
        self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Reasons | None = None
    ) -> int:
        figure = self.state.fight.combatants[who].vitals[vital]
        now = figure.moved(by, least=least)
        if now == figure.now:
            self.last = 0
            return 0
        changed = e.VitalChanged(combatant=who, vital=vital, change=now - figure.now, now=now)
        self.emit(changed, rule=rule, because=because)
        return now - figure.now

    def roll(self, *_: Any, **__: Any) -> NoReturn:
        raise Fault("no dice fall for what follows from a ruling: leave that to `follow_up`")

    @contextmanager
    def rolls_together(self, rolls: Iterable[RollAhead]) -> Iterator[None]:
        yield

    def draw(self, *_: Any, **__: Any) -> NoReturn:
        raise Fault("nothing is drawn for what follows from a ruling: leave that to `follow_up`")

    def ask(self, seats: Seats, question: Question[A], *, rule: str) -> NoReturn:
        raise Fault("nobody is asked about what follows from a ruling: leave that to `follow_up`")

    def ask_all(self, asks: Sequence[tuple[Seats, Question[A]]], *, rule: str) -> list[A]:
        if asks:
            self.ask(*asks[0], rule=rule)
        return []

    def asks(self, kind: type[Question[Any]]) -> bool:
        return False

    @contextmanager
    def during(self, what: str, by: str) -> Iterator[None]:
        yield

    def new_id(self) -> str:
        self._ids += 1
        return f"{self._causes[0]}-{self._ids}"


def followed(
    book: Rulebook[Own],
    position: Position[Own],
    before: State[Own],
    causes: tuple[int, ...],
    seat: str | None,
    clock: Clock,
) -> tuple[tuple[Recorded, ...], Position[Own]]:
    """The facts that follow a ruling, once all its parts are made, and the position behind them.

    before: the state before its first part; causes: the versions of the parts.
    If the rules fail on it no facts are emitted: a broken state must stay correctable.
    """
    seen = FactTable(book, position, causes, seat, clock)
    for who in position.state.fight.combatants.values():
        if who.id in before.fight.combatants and before.fight.combatants[who.id].seen_by != who.seen_by:
            seen.put(e.SightChanged(combatant=who.id, seen_by=who.seen_by))
    for news, seats in disclosures(book, before.fight, position.state):
        seen.put(news, to=seats)
    for who in position.state.fight.combatants.values():
        if who.out == REMOVED and who.id in before.fight.combatants and before.fight.combatants[who.id].out != REMOVED:
            _taken_off(seen, who)
    table = FactTable(book, seen.position, causes, seat, clock)
    try:
        book.system.settle(table, before)
    except Exception:
        return tuple(seen.new), seen.position
    return (*seen.new, *table.new), table.position


def _taken_off(table: FactTable[Any], who: Combatant) -> None:
    """Somebody is off the table: systems hear that he is out, he stands nowhere, and the order is without him."""
    table.put(e.CombatantOut(combatant=who.id, reason=REMOVED))
    if who.place is not None:
        table.put(e.Moved(combatant=who.id, from_=who.place, to=None))
    order = table.state.fight.turn_order
    if who.id in order:
        table.put(e.OrderSet(turn_order=tuple(other for other in order if other != who.id)))
