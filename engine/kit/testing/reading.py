"""What a test reads of a fight, and of its last step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.events import DecisionOpened, DiceRolled
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.structs.messages import Event, Order, Recorded, actor_of

E = TypeVar("E", bound=Event)


class FightReader:
    """Everything here follows from the rulebook, the state and the last step of a fight, which a subclass has."""

    last: Sequence[Recorded] = ()
    """The events of the last step, as they are recorded."""

    @property
    def book(self) -> Rulebook[Any]:
        """The game's rulebook."""
        raise NotImplementedError

    @property
    def state(self) -> State[Any]:
        """The fight as it is."""
        raise NotImplementedError

    # -- the fight
    @property
    def fight(self) -> Fight:
        """The kernel's part of the state."""
        return self.state.fight

    @property
    def own(self) -> Any:
        """The game's part of the state."""
        return self.state.own

    @property
    def waiting(self) -> list[Asked]:
        """The decisions that wait for an answer."""
        window = self.fight.window
        return [asked for asked in window.asked if not asked.answered] if window else []

    @property
    def asked(self) -> list[str]:
        """The kinds of these decisions: `["Parry"]`."""
        return [asked.kind for asked in self.waiting]

    @property
    def choices(self) -> list[str]:
        """Keys of the offers of the first of them: `["parry", "take"]`."""
        return [offer.key for offer in self.waiting[0].offers]

    def who(self, name: str) -> Combatant:
        """A combatant, by its id."""
        return self.fight.combatants[name]

    def life(self, name: str) -> int:
        """The first of a combatant's vitals."""
        return next(iter(self.who(name).vitals.values())).now

    def has(self, name: str, condition: str) -> bool:
        """Whether a combatant has a condition of this kind."""
        return self.who(name).has(condition)

    # -- what may be ordered
    def sender(self, order: Order) -> str:
        """The seat that may give an order."""
        who = actor_of(order)
        return self.fight.givers(type(order), who)[0] if who else self.fight.gms()[0]

    def offers(self, who: str | None = None, seat: str | None = None) -> list[Any]:
        """The offers of a combatant (None: of the GM), made from what its seat sees."""
        holder = seat or (self.fight.holders(who)[0] if who else self.fight.gms()[0])
        return list(self.book.system.offers(self.book.seen(self.state, holder), who))

    def keys(self, who: str | None = None) -> list[str]:
        """Their keys."""
        return [offer.key for offer in self.offers(who)]

    def usual(self, who: str | None = None) -> list[Any]:
        """The offers as they are shown, the usual ones first."""
        holder = self.fight.holders(who)[0] if who else self.fight.gms()[0]
        return usual_first(self.book.system, self.book.seen(self.state, holder), self.offers(who))

    # -- the last step
    def of(self, kind: type[E]) -> list[E]:
        """Its events of a kind."""
        return [recorded.event for recorded in self.last if isinstance(recorded.event, kind)]

    def the(self, kind: type[E]) -> E:
        """Its only event of a kind. ValueError where there is none, or several."""
        (event,) = self.of(kind)
        return event

    def kinds(self) -> list[str]:
        """The classes of its events, in order."""
        return [type(recorded.event).__name__ for recorded in self.last]

    def rule_of(self, kind: type[Event]) -> str:
        """The rule that its only event of a kind names."""
        (rule,) = [recorded.draft.rule for recorded in self.last if isinstance(recorded.event, kind)]
        return rule

    def because_of(self, kind: type[Event]) -> Any:
        """The reasons of its only event of a kind."""
        (because,) = [recorded.draft.because for recorded in self.last if isinstance(recorded.event, kind)]
        return because

    def rolls(self) -> list[str]:
        """What was rolled in it, and why: `["1d20 attack"]`."""
        return [f"{roll.dice} {roll.why}" for roll in self.of(DiceRolled)]

    def opened(self) -> list[DecisionOpened]:
        """The questions that it asked."""
        return self.of(DecisionOpened)
