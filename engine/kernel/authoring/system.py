"""The interface of a rule system, and all that a rule may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.decisions import A, Offer, Question
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.ids import Seats
from engine.kernel.structs.messages import Event, Order
from engine.kernel.structs.odds import Reckons
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own")
T = TypeVar("T")


class Rule(Struct, frozen=True, rename="camel"):
    """One rule of a system's catalogue: a title and a one-line statement, in our words."""

    id: str
    title: str
    statement: str


class Table(Protocol[Own]):
    """All that a rule may use. Every call may be a replay: keep ids across a roll or a question, never structs."""

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
        """The version of the event that the last call made, to be named as a cause. 0 where it made none."""
        ...

    def roll(
        self,
        dice: str,
        *,
        by: str,
        why: str,
        rule: str,
        to: Seats | None = None,
        because: Reasons | None = None,
        known_to: Seats | None = None,
        odds: Reckons | None = None,
    ) -> tuple[int, ...]:
        """The faces of `dice` (`2d6`), in order of falling; () for zero dice.

        by: the combatant or seat that rolls. to: only these seats and the GM see it (it uses a second secret).
        because: what will be added to the dice; its private terms are for `known_to` and the GM, the roll is open.
        odds: the chance of success, where there is one. Only a preview calls it, for a seat of `known_to` that sees the
        roll, and tells nobody else.
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

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Reasons | None = None) -> int:
        """Emit a fact: the only way to change anything. Returns its version.

        to: a narrower audience than the event's own. because: where its numbers come from; the private terms are
        withheld like narrowed fields, so an event with some of them and a `to` is not hidden whole.
        """
        ...

    def change(
        self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Reasons | None = None
    ) -> int:
        """Change a vital by at most `by`, not below `least` nor above its maximum. Returns the change; 0: no event."""
        ...

    def asks(self, kind: type[Question[Any]]) -> bool:
        """Whether this table asks such questions; where it does not, each takes its default and leaves no event.

        `ask` checks that itself: use this to skip work that is only needed for the question.
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
    It may have a `glossary: Mapping[str, str]`: field, `Struct.field` or `Enum.VALUE` -> its description in the schema.
    It may have `catalogues: Mapping[str, Sequence[str]]`: `Struct.field` of sheet or setup, by JSON name -> the keys of
    `content` whose entries its values (of an object: its keys) name. A form offers these; others may be legal too.
    It may have `ids: Collection[str]`: fields of its structs, by Python name, that hold ids, beside those that do in
    every system (`combatant`, `target`, `weapon` ...).
    It may have a `word(word, locale) -> str`: the name of an id of its content, a condition, a figure, a value of an
    enum or a field of an offer; "" where the word itself will do. It is asked for `why.attack`, `reason.dead`,
    `field.target` (an open choice), `pay.EXTRA` (a pick of one; NONE: none) and `kind.SideTie` (a question) first.
    It may have an `order_name(order, locale) -> str`: the short name of a kind of order; "" where the name of its group
    will do. It is told where a question interrupts such an order.
    It may have a `summary(kind, id, locale) -> str`: what an order, a question, a condition, a kind of ground or an
    entry of its content is, in one or two sentences (`engine.kernel.words.summaries`); "" where it says nothing.
    It may have a `tells(locale) -> bool`: whether its sentences are in that language. Where they are not, the kernel's
    are in English too, so that no sentence mixes two; without it they are in the reader's. `draws_in(locale) -> bool`
    says the same of its scenes.
    It may have a `pick(field, value, locale, names) -> str`: the name of an open choice's pick (as JSON) that is no id:
    a place, a path, an order; "" where the kernel's words will do. names: of the combatants that the reader knows.
    It may have `icons`, `tile(seen, thing, usual) -> Tile` and `short_name(thing, locale, names) -> str`: how its
    orders and answers are shown (`engine.kernel.authoring.tiles`); a short name leaves out who acts, and is "" where
    the order's own name will do.
    It may have `things(seen) -> Mapping[str, str]`: names, by id, of things that exist only in this fight.
    It may have a `name_in(kind, name, locale) -> str`: what a combatant is called in a language whom the rules have
    named, such as a summoned creature; "" where its name stands, as one that people gave does.
    It may have `judge(own, sheet) -> None`: RuleRefusal for a sheet that cannot be played in this fight, by what its
    setup brings, such as content of the table's own. It is asked before the combatant is in the fight, at creation and
    later, so that folding an entry never has to refuse anything.
    It may have `admit(state, combatant) -> None`: RuleRefusal where a combatant cannot enter the fight; in `state` it
    has entered already. It is called for every combatant, at creation and later.
    It may have `lay(ground) -> None`: RuleRefusal for a ground that it cannot use, at creation and when the GM changes
    it, with all faults (`others`); and `ground_entries: Sequence[GroundEntry]`: what a ground may name, by sign or key,
    without a legend; and `bare_ground: Ground`: the ground of a fight that sets none up.
    It may have `ready_fights: engine.kernel.words.ready_fights.ReadyFights`: fights to begin at once.
    It may have `sides: Sequence[str]`: the only sides that a combatant of it may be on.
    It may have `upcasts: Mapping[tuple[str, int], tuple[str, Upcast]]`: how events written by older code are read
    (`engine.store.upcast`).
    It may have a `setup_faults(state) -> Iterable[RuleRefusal]`: what keeps a fight from ever beginning as it was
    created, beside what `begin`, `lay` and `admit` refuse; field: a path in the creation's request.
    It may have `conditions: Collection[str]`: the kinds of its conditions, where no table `conditions` of its content
    holds them; any other is refused, on entering and in corrections.
    It may have `uncounted: Collection[str]`: the kinds of conditions whose turns it does not count, as they end by
    themselves or by something that happens; `left` is refused for them.
    It may have `listed_conditions: Collection[str]`: those that it lists, where a table may add others by its setup.
    It may have `takes: Mapping[str, engine.kernel.state.takes.Takes]`: `Struct.field` of its part of the state, by JSON
    name -> what a correction may set it to beside its type; and `fits(state, combatant) -> None`: RuleRefusal where a
    combatant cannot be that a correction has put there, or on another side.
    It may have `settle(table, before) -> None`: what follows at once from a correction, or from a combatant's entering
    in mid-fight: without points it falls, with points again it gets up. It emits facts; no dice fall, and nobody is
    asked. before: the state before it.
    It may have `follow_up(state) -> Order | None`: the order by which the fight goes on after a correction, where
    nobody whose turn it is could go on. It is played as the game master's, including dice and questions.
    It may have `meanwhile(state, order) -> Iterable[tuple[str, Any]] | None`: what an order of the game master sets
    that may be given while a decision is open, as paths and values of corrections; None: no such order. RuleRefusal
    where it is not allowed.
    It may have a `can_act(state, combatant) -> bool`: whether somebody who is in the fight could act by an answer,
    where some lie in it who cannot. Without it everybody can who is not out.
    It may have `rules_in(locale) -> Mapping[str, Rule]`: its rules in that language, by id; missing ones are taken from
    `rules`.
    It may have `opens_figures(setup) -> bool`: whether nobody's figures are kept from anybody in a fight set up so,
    whatever the table says.
    It may have `trouble(order) -> int`: how much more an order takes on than a plain one with the same result, below 0
    for doing nothing more; and `readiness(seen, combatant) -> float`: how well a combatant could strike next, from 0 to
    1. A greedy bot asks both.
    It may have `rank(seen, offer) -> tuple[int, ...]`: the place of a combatant's offer among those of its `group`, the
    lowest first: what is in hand before what is on the back, the nearest target before others, the plain before its
    variants. Without it they are as listed. And `apart(seen, one, other) -> int`: how far apart two combatants are, in
    any measure: the nearest target stands first. Both order what is shown, and nothing else.
    It may have `means(seen, combatant) -> Iterable[engine.kernel.state.means.Means]`: every weapon, spell, talent,
    item, skill and standing order that an acting combatant has, each with orders that would use it. What no offer uses
    is told with the reason why the rules refuse these orders; without it nothing is told. Refusals say by `why`
    what kind of reason it is, and by `field` whether it is about the target.
    It may have `advice(seen, asked) -> Iterable[tuple[str, dict]]`: keys and picks of answers to a question, one as
    good as the other, where trying answers out cannot tell which is best: a commitment whose worth shows only later. A
    greedy bot gives any of them.
    It may have `scene(seen, seat, locale) -> engine.kernel.scene.scene.Scene`: the fight as a picture, made from what
    `seat` (None: everybody) sees of it. The digest and the text are filled in, and the legend is cut to what is used.
    Without it the kernel shows the combatants by their places: `engine.kernel.scene.bare`, whose parts it may use.
    It may have `threats(seen, combatant, locale) -> Iterable[engine.kernel.scene.threats.Threat]`: where a combatant
    that the reader sees could strike from where it is, and whom, whoever's turn it is; without it nothing is told.
    It may have `preview(seen, seat, thing, locale) -> engine.kernel.scene.preview.Foreseen | None`: what an order of a
    seat, or the body of an answer to the open question, would do by what the seat sees: ways, areas, whom it concerns,
    tests with their chances. No dice, no questions. It may be called for an order that the rules refuse; it may refuse
    itself. What it leaves out is taken from the order as far as it is played without dice.
    It may have a `headline(thing, locale, names) -> str`: an event or an order as a part of the headline of its act,
    with `names` as for `describe`; "" where its own sentence will do. And `deeds: Collection[type[Event]]` with
    `deed(event) -> Deed | None`: what an event of these, its own or the kernel's, means for the headline
    (`engine.kernel.structs.deeds`); None: it is not told there. Any other event of its own is told by its weight.
    `departures: Collection[str]` are the reasons of `CombatantOut` for which nobody has fallen.
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
        """The system's part before any combatant has entered. RuleRefusal for a setup that cannot be played."""
        ...

    def enter(self, sheet: Any, place: Place | None) -> Combatant:
        """The kernel's view of a combatant with this sheet: kind, vitals, conditions, place; the kernel fills in the
        rest. Vitals are kept in the order of their keys: the first of them is its life to bots and simulations.

        RuleRefusal for a sheet that cannot be played; `admit` checks whether there is room in the fight.
        """
        ...

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse the order, or play it out. Never called with Enter, which the kernel plays.

        For a seat that does not see everything it is called on that seat's view of the fight first, up to its first
        event: refusals there are passed on unchanged. What only hidden things forbid should be settled by an event
        rather than refused. Later it may be called on such a view again, to find what the seat could expect.
        """
        ...

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """The system's part after an event; `fight` is evolved already."""
        ...

    def offers(self, seen: State[Own], combatant: str | None) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or (None) of the GM, from what its seat sees."""
        ...

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """The system's part as a seat sees it; None: as everybody sees it."""
        ...

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event, offer, offer's body or question in words; "" where the kernel's words will do.

        An offer's words leave its open choices out. names: of the combatants that the reader knows, and of the system's
        `things`, by id.
        """
        ...
