"""All that the rest of the house asks of a rule system, and all that a rule may touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.kernel.combatant import Combatant, Place
from engine.kernel.decisions import A, Offer, Question
from engine.kernel.fight import Fight, State
from engine.kernel.ids import Seats
from engine.kernel.messages import Event, Order
from engine.kernel.why import Why

Own = TypeVar("Own")
T = TypeVar("T")


class Rule(Struct, frozen=True, rename="camel"):
    """One rule of a system's catalogue: a title and a one-line statement, in our words."""

    id: str
    title: str
    statement: str


class Table(Protocol[Own]):
    """All that a rule may touch. Every call may be a replay: keep ids across a roll or a question, never structs."""

    @property
    def state(self) -> State[Own]:
        """The fight as of this moment."""
        ...

    @property
    def seat(self) -> str:
        """The seat that sent the order."""
        ...

    def seen(self, seat: str | None) -> State[Own]:
        """What that seat sees of the fight; None: what every seat sees."""
        ...

    @property
    def last(self) -> int:
        """The version of the event that the last call made: a cause to name. 0 where it made none."""
        ...

    def roll(
        self,
        dice: str,
        *,
        by: str,
        why: str,
        rule: str,
        to: Seats | None = None,
        because: Why | None = None,
        knowing: Seats | None = None,
    ) -> tuple[int, ...]:
        """The faces of `dice` (`2d6`), in order of falling; () for zero dice.

        by: the combatant or seat that rolls. to: only these seats and the GM see it (a second secret serves it).
        because: what will be added to the dice; its private terms are for `knowing` and the GM, the roll is open.
        """
        ...

    def draw(self, things: Sequence[T], *, by: str, why: str, rule: str, to: Seats | None = None) -> T:
        """One of `things`, blind. Fault where there are none."""
        ...

    def ask(self, seats: Seats, question: Question[A], *, rule: str) -> A:
        """The body of the chosen offer, its picks filled in. The rule stops here until somebody answers."""
        ...

    def ask_all(self, asks: Sequence[tuple[Seats, Question[A]]], *, rule: str) -> list[A]:
        """The answers of one window, in the order asked; all questions open together."""
        ...

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Why | None = None) -> int:
        """State a fact: the only way to change anything. Returns its version.

        to: a narrower audience than the event's own. because: where its numbers come from; the private terms are
        withheld like narrowed fields, so an event with some of them and a `to` is not hidden whole.
        """
        ...

    def change(self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Why | None = None) -> int:
        """Change a vital by at most `by`, not below `least` nor above its maximum. Returns the change; 0: no event."""
        ...

    def asks(self, kind: type[Question[Any]]) -> bool:
        """Whether this table asks such questions; where it does not, each takes its default and leaves no event.

        `ask` sees to that by itself: this is for what would be made for the question alone.
        """
        ...

    def during(self, what: str, by: str) -> AbstractContextManager[None]:
        """Names the act that the questions asked inside it interrupt."""
        ...

    def new_id(self) -> str:
        """An id that is the same on every run of the command."""
        ...


class RuleSystem(Protocol[Own]):
    """A game. `version` grows with every change that could alter a fold or a command.

    setup, sheet: structs of the choices made at creation, and of what a combatant is entered with.
    own: the system's part of the state. orders, events, questions: tuples of its classes; the kernel adds its own.
    It may have a `glossary: Mapping[str, str]`: field, `Struct.field` or `Enum.VALUE` -> what the schema says of it.
    It may have `ids: Collection[str]`: fields of its structs, as the code calls them, that hold ids, beside those that
    do in every system (`combatant`, `target`, `weapon` ...).
    It may have a `word(word, locale) -> str`: what an id of its content, a condition, a figure, a value of an enum or a
    field of an offer is called; "" where the word itself will do. It is asked for `why.attack`, `reason.dead`,
    `field.target` (an open choice), `pay.EXTRA` (a pick of one; NONE: none) and `kind.SideTie` (a question) first.
    It may have a `pick(field, value, locale) -> str`: what a pick of an open choice is called that is no id, as JSON: a
    place, a path; "" where the kernel's words will do.
    It may have `things(seen) -> Mapping[str, str]`: what things are called that only this fight has, by their ids.
    It may have `admit(state, combatant) -> None`: RuleRefusal where somebody cannot enter the fight as it stands; in
    `state` he has entered already. It is asked for everybody, as the fight is made and in mid-fight.
    It may have `rules_in(locale) -> Mapping[str, Rule]`: its rules in that language, by their ids; one that is missing
    is told as `rules` has it.
    It may have `figures_open: bool`: True where its rules keep nobody's figures from anybody, at any table.
    It may have `refusals(locale) -> Mapping[str, str]`: the English text of a refusal, its figures as {0}, {1} ... ->
    the text in that language.
    """

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def setup(self) -> type[Struct]: ...
    @property
    def sheet(self) -> type[Struct]: ...
    @property
    def own(self) -> type[Own]: ...
    @property
    def orders(self) -> tuple[type[Order], ...]: ...
    @property
    def events(self) -> tuple[type[Event], ...]: ...
    @property
    def questions(self) -> tuple[type[Question[Any]], ...]: ...
    @property
    def content(self) -> Mapping[str, Mapping[str, Struct]]: ...
    @property
    def rules(self) -> Mapping[str, Rule]: ...

    def begin(self, setup: Any) -> Own:
        """The system's part before anybody has entered. RuleRefusal for a setup that cannot be played."""
        ...

    def enter(self, sheet: Any, place: Place | None) -> Combatant:
        """The kernel's view of somebody with this sheet: kind, vitals, conditions, place; the kernel fills in the rest.

        RuleRefusal for a sheet that cannot be played; whether there is room for him in the fight, `admit` says.
        """
        ...

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse the order, or play it out. Enter never comes here: the kernel lets people in."""
        ...

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part after an event; `fight` is evolved already."""
        ...

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or (None) of the GM, from what his seat sees."""
        ...

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The system's part as a seat sees it; None: as everybody sees it."""
        ...

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event, offer, offer's body or question in words; "" where the kernel's words will do.

        An offer's words leave its open choices out. names: what the combatants that the reader knows of, and the
        system's `things`, are called, by their ids.
        """
        ...
