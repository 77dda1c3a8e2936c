"""An in-memory fight of any system with dice fed by hand; every face must be used.

Each system's tests derive their own `Bout` with its setup and system-specific accessors.
"""

from __future__ import annotations

from typing import Any, TypeVar

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.events import DecisionOpened, DiceRolled
from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Order, Recorded, actor_of, plain
from tests.support.arena import Arena

E = TypeVar("E", bound=Event)


class Bout:
    """A fight in which each order and answer comes from the seat responsible for it."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.last: list[Recorded] = []

    # -- playing
    def keep(self, new: list[Recorded]) -> list[Event]:
        """The events of a step, which is the last one now; every face of it must be used."""
        assert self.arena.fed is not None
        assert self.arena.fed.spent, f"faces left over: {self.arena.fed.left}"
        assert self.arena.at(len(self.arena.stream)).state == self.state
        self.last = new
        return [r.event for r in new]

    def order(self, order: Order, *faces: int, seat: str | None = None) -> list[Event]:
        """Send an order from the seat that may give it; the new events."""
        who = actor_of(order)
        sender = seat or (self.state.fight.givers(type(order), who)[0] if who else "gm")
        self.arena.feed(*faces)
        return self.keep(self.arena.order(sender, order))

    def answer(self, choice: str, *faces: int, which: int = 0, **picks: Any) -> list[Event]:
        """Answer the first open decision (or the one at `which` of those unanswered) from its own seat."""
        asked = self.waiting[which]
        self.arena.feed(*faces)
        return self.keep(self.arena.answer(asked.seats[0], choice, picks, decision=asked.decision))

    def refuse(self, order: Order, *, seat: str | None = None) -> RuleRefusal:
        """The refusal of an order that must be refused; the state must not change."""
        before = self.arena.position
        try:
            self.order(order, seat=seat)
        except RuleRefusal as refusal:
            assert self.arena.position is before
            return refusal
        raise AssertionError(f"not refused: {order}")

    def correct(self, path: str, value: Any) -> None:
        """The GM sets a field."""
        self.last = self.arena.correct(path, plain(value))

    def done(self) -> None:
        """Assert that every fed die was used and no decision is open."""
        self.arena.done()

    def _seat_of(self, who: str | None) -> str:
        return self.state.fight.holders(who)[0] if who else "gm"

    # -- looking
    @property
    def state(self) -> Any:
        return self.arena.state

    @property
    def waiting(self) -> list[Asked]:
        """The open decisions without an answer."""
        return self.arena.pending

    @property
    def asked(self) -> list[str]:
        """Kinds of the open decisions."""
        return [a.kind for a in self.waiting]

    @property
    def choices(self) -> list[str]:
        """Keys of the first open decision's offers."""
        return [offer.key for offer in self.waiting[0].offers]

    def who(self, name: str) -> Combatant:
        found = self.state.fight.combatants[name]
        assert isinstance(found, Combatant)
        return found

    def hp(self, name: str) -> int:
        return self.who(name).vitals["hp"].now

    def has(self, name: str, condition: str) -> bool:
        return self.who(name).has(condition)

    def offers(self, who: str | None, seat: str | None = None) -> list[Any]:
        """The offers of a combatant, made from what its seat sees."""
        book = self.arena.book
        return list(book.system.offers(book.seen(self.state, seat or self._seat_of(who)), who))

    def usual(self, who: str | None) -> list[Any]:
        """The offers of a combatant as they are shown, the usual ones first."""
        book = self.arena.book
        return usual_first(book.system, book.seen(self.state, self._seat_of(who)), self.offers(who))

    def keys(self, who: str | None) -> list[str]:
        return [offer.key for offer in self.offers(who)]

    # -- looking at the last step
    def of(self, kind: type[E]) -> list[E]:
        """The last step's events of a kind."""
        return [r.event for r in self.last if isinstance(r.event, kind)]

    def the(self, kind: type[E]) -> E:
        """The last step's only event of a kind."""
        (event,) = self.of(kind)
        return event

    def kinds(self) -> list[str]:
        """The classes of the last step's events, in order."""
        return [type(r.event).__name__ for r in self.last]

    def rule_of(self, kind: type[Event]) -> str:
        """The rule that the last step's only event of a kind names."""
        (rule,) = [r.draft.rule for r in self.last if isinstance(r.event, kind)]
        return rule

    def because_of(self, kind: type[Event]) -> Any:
        """The reasons of the last step's only event of a kind."""
        (because,) = [r.draft.because for r in self.last if isinstance(r.event, kind)]
        return because

    def rolls(self) -> list[str]:
        """What was rolled, and why."""
        return [f"{roll.dice} {roll.why}" for roll in self.of(DiceRolled)]

    def opened(self) -> list[DecisionOpened]:
        return self.of(DecisionOpened)
