"""What a game is: a class that derives from `RuleSystem`, with what it must say and what it may say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.system import Rule, Table
from engine.kernel.authoring.tiles import Tile
from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.decisions import Offer, Question
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.state.ground.ground import Ground, GroundEntry
from engine.kernel.state.means import Means
from engine.kernel.state.takes import Takes
from engine.kernel.structs.deeds import Deed
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.faces import Face
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import Event, Order

if TYPE_CHECKING:  # what later rooms make of a game
    from engine.kernel.authoring.between import Between
    from engine.kernel.scene.preview import Foreseen
    from engine.kernel.scene.scene import Scene
    from engine.kernel.scene.stats import StatBlock
    from engine.kernel.scene.threats import Threat
    from engine.kernel.state.stored.codec import Upcast
    from engine.kernel.words.house_rules import HouseRules
    from engine.kernel.words.phrases import Phrases
    from engine.kernel.words.ready_fights import ReadyFights

Own = TypeVar("Own")

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class RuleSystem(ABC, Generic[Own]):
    """A game, as the engine calls it. Derive from it, and register one object of it under `skald.systems`.

    A game has to say what it is and how it is played. All the rest has a default that serves: a game says it where it
    knows more. A public name that is not here is refused when the game is registered, so that a misspelt one is found
    at once; helpers begin with an underscore. The kernel calls every method by position: parameters may have other
    names, and a function of another module may stand for a method: `rank = staticmethod(ranking.rank)`.
    """

    # -- what it is
    id: str
    """Its id, of small letters, digits and `_`, for ever: `saari`."""

    name: str
    """What people call it: "La Fantasia Final"."""

    language: str
    """The language of its source: `es`."""

    version: int = 1
    """Grows with every change that could alter a fold or an order's result: 2 after a rule was mended."""

    setup: type[Struct]
    """The struct of the choices made when a fight is created; an empty one if there are none."""

    sheet: type[Struct]
    """The struct of what a combatant enters with: its values, weapons, spells."""

    own: type[Own]
    """The struct of the game's part of a fight's state."""

    per_combatant: str = ""
    """The field of `own` with a part per combatant, by id; "": the only one that has structs by id: `"fighters"`."""

    orders: tuple[type[Order], ...] = ()
    """Its orders; the kernel adds Begin, Enter and Spawn: `(Strike, Move, EndTurn)`."""

    events: tuple[type[Event], ...] = ()
    """Its facts, by which its part of the state changes; the kernel adds its own: `(Struck, TurnEnded)`."""

    questions: tuple[type[Question[Any]], ...] = ()
    """The kinds of questions that its rules ask in the middle of an order: `(Parry,)`."""

    content: Mapping[str, Mapping[str, Struct]] = NOTHING
    """Its weapons, spells, creatures and the like, by table and id: `{"weapons": {"sword": Weapon("Sword", 3)}}`."""

    house_rules: HouseRules | None = None
    """What a table may set otherwise: `HouseRules((CRITICAL,), Path(__file__).parent / "house_rules")`; None: nothing.

    Rules read each from the fight: `CRITICAL.of(table.state.fight)`. See `engine.kernel.state.house_rules`.
    """

    rules: Mapping[str, Rule] = NOTHING
    """Its rules by id, in English; events and refusals name them: `{"SK-1": Rule("SK-1", "Turns", "In turn.")}`."""

    def outdated(self, version: int, /) -> RuleSystem[Own] | str:
        """The game that plays on the fights of another version of its rules, or, in words, why none does.

        `return RiverWarOne() if version == 1 else super().outdated(version)`: a class derived from this one, with
        `version = 1` and the rules as they were. It may leave out orders, events and questions, and add none; own,
        setup and sheet are the same. By default fights of other versions are read, and nobody can order anything in
        them.
        """
        more = " or fork this fight under today's rules" if version < self.version else ""
        return (
            f"this fight plays version {version} of the rules of {self.name}, and version {self.version} is installed, "
            f"which does not play it: install that version of the game{more}"
        )

    @abstractmethod
    def begin(self, setup: Any, /) -> Own:
        """The game's part of the state before any combatant has entered: `return Own(weather=setup.weather)`.

        RuleRefusal for a setup that cannot be played; `field` is a path from `setup`.
        """

    @abstractmethod
    def enter(self, sheet: Any, place: Place | None, /) -> Combatant:
        """The kernel's view of a combatant with this sheet: kind, vitals, conditions, place; the kernel fills in the
        rest. Vitals are kept in the order of their keys: the first of them is its life to bots and simulations.

        RuleRefusal for a sheet that cannot be played; `admit` checks whether there is room in the fight.
        """

    @abstractmethod
    def play(self, order: Order, table: Table[Own], /) -> None:
        """Refuse the order (RuleRefusal), or play it out with what `table` offers: dice, questions, facts.

        For a seat that does not see everything it is called on that seat's view of the fight first, up to its first
        event: refusals there are passed on unchanged. What only hidden things forbid should be settled by an event
        rather than refused. Later it may be called on such a view again, to find what the seat could expect. It is
        never called with Enter or Spawn, which the kernel plays.
        """

    @abstractmethod
    def evolve(self, own: Own, event: Event, fight: Fight, /) -> Own:
        """The game's part after an event; `fight` is evolved already. The same object where nothing changes.

        It stores what the event says and decides nothing, so that a fight reads the same under later rules.
        """

    @abstractmethod
    def offers(self, seen: State[Own], combatant: str | None, /) -> Iterable[Offer[Order]]:
        """Every legal order of a combatant, or (None) of the game master, from what its seat sees.

        Whatever is offered is accepted; whatever would be accepted is offered.

        Example: `yield Offer("strike", Strike(combatant=combatant, target=foes[0]), "SK-1", (Field("target", "one",
        foes),))`.
        """

    def offers_by_kind(self, seen: State[Own], combatant: str, /) -> Iterable[Iterable[Offer[Order]]]:
        """The same offers of a combatant in parts, each made only when it is read: a bot by chance reads one.

        All offers of one class of order are in one part. By default all are in one; `yield strike.options(seen, who)`,
        where that is a generator, costs nothing until somebody reads it. In runs a part that begins with a move is read
        only if nothing else strikes.
        """
        return (self.offers(seen, combatant),)

    def view(self, own: Own, fight: Fight, seat: str | None, /) -> Own:
        """The game's part as a seat sees it; None: as everybody sees it. Whoever the seat does not see is left out.

        By default all of it, for a game without secrets: the kernel takes out whom the seat does not see.

        Example: `return structs.replace(own, guard=fight.seen_parts(seat, own.guard))`.
        """
        return own

    # -- words
    def describe(self, thing: Struct, locale: str, names: Mapping[str, str], /) -> str:
        """An event, offer, offer's body or question in words: "Ana strikes the wolf"; "" where the kernel's will do.

        An offer's words leave its open choices out. names: of the combatants that the reader knows, and of the game's
        `things`, by id. A game with a file of words per language derives from `LocalisedSystem`, which says all words.
        """
        return ""

    def tells(self, locale: str, /) -> bool:
        """Whether its sentences are in that language: `return locale.startswith("en")`.

        Where they are not, the kernel's are in English too, so that no sentence mixes two languages.
        """
        return True

    def draws_in(self, locale: str, /) -> bool:
        """Whether its scenes have words in that language, as `tells` for sentences: `return self.tells(locale)`."""
        return True

    def word(self, word: str, locale: str, /) -> str:
        """The name of an id of its content, a condition, a figure, a value or a field: `sword` -> "Sword"; else "".

        It is asked with what the word stands for, too: `why.attack`, `reason.dead`, `field.target` (an open choice),
        `pay.EXTRA` (a pick of one; NONE: none), `kind.Parry` (a question), `side.heroes`, `sheet.hp`.
        """
        return ""

    def short_name(self, thing: Struct, locale: str, names: Mapping[str, str], /) -> str:
        """The short name of an order or an answer, without who acts: "Sword"; "" where the order's own will do.

        Example: `return self.words.short_name(thing, locale, names)`.
        """
        return ""

    def order_name(self, order: type[Struct], locale: str, /) -> str:
        """The short name of a kind of order: `Strike` -> "Strike"; "" where the name of its group will do.

        It is told where a question interrupts such an order.
        """
        return ""

    def summary(self, kind: str, id: str, locale: str, /) -> str:
        """What an order, a question, a condition, a kind of ground or an entry of its content is; "" for silence.

        One or two sentences: `("spells", "fire")` -> "Burns one target." See `engine.kernel.words.summaries`.
        """
        return ""

    def headline(self, thing: Struct, locale: str, names: Mapping[str, str], /) -> str:
        """An event or an order as a part of the headline of its act: "hits the wolf: 3"; "" where its sentence will do.

        names: as for `describe`.
        """
        return ""

    def pick(self, field: str, value: object, locale: str, names: Mapping[str, str], /) -> str:
        """The name of an open choice's pick (as JSON) that is no id: a place, a path, an order; "" for the kernel's.

        names: of the combatants that the reader knows. `("to", {"cell": {"x": 2, "y": 3}})` -> "C4".
        """
        return ""

    def things(self, seen: State[Own], /) -> Mapping[str, str]:
        """Names, by id, of things that exist only in this fight: `{"axe-2": "Gorm's axe"}`."""
        return NOTHING

    def name_in(self, kind: str, name: str, locale: str, /) -> str:
        """What a combatant is called in a language whom the rules have named, as somebody summoned: "Lobo".

        kind: the combatant's. By default its name as it stands, as one that people gave does.

        Example: `return self.words.name_in(kind, name, locale)`.
        """
        return name

    def catalogue_entry(self, seen: State[Own], combatant: str, /) -> str:
        """The entry of the content that a combatant is, where its kind is more general: `wolf`; "": none."""
        return ""

    def rules_in(self, locale: str, /) -> Mapping[str, Rule]:
        """Its rules in that language, by id; missing ones are taken from `rules`."""
        return NOTHING

    def refusals(self, locale: str, /) -> Mapping[str, str]:
        """The English text of a refusal, its figures as {0}, {1} ... -> the text in that language.

        `{"{0} has no sword": "{0} no tiene espada"}`
        """
        return NOTHING

    scene_phrases: ClassVar[Phrases | None] = None
    """The texts of its own scenes; None: it has none."""

    usual_sides: Sequence[str] = ()
    """Sides that its words have a name for, as choices for a form: `("heroes", "foes")`."""

    glossary: Mapping[str, str] = NOTHING
    """Field, `Struct.field` or `Enum.VALUE` -> its description in the published schema: `{"reach": "In metres."}`."""

    catalogues: Mapping[str, Sequence[str]] = NOTHING
    """`Struct.field` of sheet or setup, by JSON name -> the tables of `content` whose entries its values name.

    `{"Sheet.weapons": ("weapons",)}`. Of an object its keys are meant. A form offers these; others may be legal too.
    """

    ids: Collection[str] = ()
    """Fields of its structs, by Python name, that hold ids, beside those of every game: `("spell", "patron")`."""

    # -- how orders are shown
    icons: Mapping[str, Icon] = NOTHING
    """Icons of its content, its conditions and its classes, by id or name: `{"sword": "sword", "Wait": "pause"}`."""

    faces: Mapping[str, Face] = NOTHING
    """What figures look like, by entry of the content or by kind: `{"wolf": "wolf", "cleric": "healer"}`."""

    def face(self, seen: State[Own], combatant: str, /) -> Face | None:
        """What a combatant looks like, where nobody has given it a portrait; None: anybody.

        By default the face of its entry in the content, or of its kind.

        Example: `return faces.get(seen.own.fighters[combatant].weapon)`.
        """
        kind = seen.fight.combatants[combatant].kind
        return self.faces.get(self.catalogue_entry(seen, combatant)) or self.faces.get(kind)

    deeds: Collection[type[Event]] = ()
    """The events, its own or the kernel's, of which `deed` says how they stand in a headline.

    Any other event of its own is told by its weight.
    """

    departures: Collection[str] = ()
    """The reasons of `CombatantOut` for which nobody has fallen: `("left",)`."""

    def deed(self, event: Event, /) -> Deed | None:
        """What an event of `deeds` means for the headline of its act; None: it is not told there.

        `return Deed("HIT", actor=event.attacker, target=event.target)`
        """
        return None

    def tile(self, seen: State[Own], thing: Struct, usual: Tile, asked: str, /) -> Tile:
        """How an order or an answer is shown: icon, price, intent, whose way it is (`engine.kernel.authoring.tiles`).

        usual: what the kernel makes of it. asked: the kind of question that it answers; "" for an order.
        """
        return usual

    def rank(self, seen: State[Own], offer: Offer[Order], /) -> tuple[int, ...]:
        """The place of a combatant's offer among those of its `group`, the lowest first. By default as they are listed.

        What is in hand before what is on the back, the plain before its variants. It orders what is shown, and nothing
        else.
        """
        return ()

    def apart(self, seen: State[Own], combatant: str, other: str, /) -> int:
        """How far apart two combatants are, in any measure: the nearest target stands first. By default all alike.

        Example: `return king_distance(here.x - there.x, here.y - there.y)`.
        """
        return 0

    def means(self, seen: State[Own], combatant: str, /) -> Iterable[Means]:
        """Every weapon, spell, talent, item, skill and standing order that an acting combatant has, with its orders.

        What no offer uses is told with the reason why the rules refuse these orders; by default nothing is told.
        Refusals say by `why` what kind of reason it is, and by `field` whether it is about the target.
        """
        return ()

    # -- pictures
    def scene(self, seen: State[Own], seat: str | None, locale: str, /) -> Scene | None:
        """The fight as a picture, made from what `seat` (None: everybody) sees of it.

        The digest and the text are filled in, and the legend is cut to what is used. None, the default: the kernel
        shows the combatants by their places (`engine.kernel.scene.bare`, whose parts a game may use).
        """
        return None

    def threats(self, seen: State[Own], combatant: str, locale: str, /) -> Iterable[Threat]:
        """Where a combatant that the reader sees could strike from where it is, and whom, whoever's turn it is.

        Example: `yield Threat(manner="bow", label="Bow", targets=targets)`.
        """
        return ()

    def stat_block(self, seen: State[Own], combatant: str, locale: str, /) -> StatBlock | None:
        """What a combatant that the reader sees is and has: values as they count now, weapons, spells and the like.

        Of a closed sheet only what everybody knows. None, the default: the kernel reads its part of the state, and
        tells the numbers that `word` has a name for, and the things of `content` that it names.
        """
        return None

    def preview(self, seen: State[Own], seat: str, thing: Struct, locale: str, /) -> Foreseen | None:
        """What an order, or the body of an answer to the open question, would do by what the seat sees.

        Ways, areas, whom it concerns, tests with their chances; no dice, no questions. It may be called for an order
        that the rules refuse; it may refuse itself. What it leaves out is taken from the order as far as it is played
        without dice; with None all of it is.

        Example: `return Foreseen(ways=(PreviewWay(combatant=thing.combatant, steps=steps, cost=3, left=2,
        unit="squares"),))`.
        """
        return None

    # -- the ground
    ground_entries: Sequence[GroundEntry] = ()
    """What a ground may name, by sign or key, without a legend: `(GroundEntry(key="rock", sign="#"),)`."""

    bare_ground: Ground | None = None
    """The ground of a fight that sets none up; None: such a fight has none."""

    def lay(self, ground: Ground, /) -> None:
        """RuleRefusal for a ground that it cannot use, with all faults (`others`).

        It is asked at creation and when the game master changes the ground. By default any ground will do.
        """

    # -- who enters, and what is corrected
    sides: Sequence[str] | None = None
    """The only sides that a combatant may be on: `("heroes", "foes")`; None: any."""

    conditions: Collection[str] | None = None
    """The kinds of its conditions; any other is refused. None: those of the table `conditions` of its content.

    Without such a table, or with no kinds here, any condition is taken.
    """

    listed_conditions: Collection[str] = ()
    """The kinds that a form offers, where a table may add others by its setup; without them all `conditions`."""

    uncounted: Collection[str] = ()
    """The kinds of conditions whose turns it does not count, since something else ends them: `left` is refused."""

    takes: Mapping[str, Takes] = NOTHING
    """`Struct.field` of its part of the state, by JSON name -> what a correction may set it to beside its type."""

    between: Between[Any] | None = None
    """What it says of the time between fights; None: figures and death go from fight to fight, nothing else."""

    ready_fights: ReadyFights | None = None
    """Fights to begin at once: `ReadyFights(Path(__file__).parent / "fights")`."""

    upcasts: Mapping[tuple[str, int], tuple[str, Upcast]] = NOTHING
    """How events written by older code are read: `{("Struck", 1): ("Struck", with_weapon)}` (`engine.store.upcast`)."""

    def opens_figures(self, setup: Any, /) -> bool:
        """Whether nobody's figures are kept from anybody in a fight set up so, whatever the table says.

        Example: `return not setup.hidden_sheets`.
        """
        return False

    def breadth(self, setup: Any, sheet: Any, /) -> int:
        """How wide it is what a combatant with this sheet covers, in a fight set up so: in hundredths of a cell, or of
        the unit of an open table. Later it is the `footprint` of its token; who sets up a fight sees it before.

        RuleRefusal for a sheet that cannot be played.
        """
        return 100

    def judge(self, own: Own, sheet: Any, /) -> None:
        """RuleRefusal for a sheet that cannot be played in this fight, by what its setup brings, as a table's cards.

        It is asked before the combatant is in the fight, at creation and later, so that folding an entry never has to
        refuse anything.

        Example: `if sheet.spell not in own.spells: raise RuleRefusal("nobody here knows that spell", rule="SK-2",
        field="spell")`.
        """

    def admit(self, state: State[Own], combatant: str, /) -> None:
        """RuleRefusal where a combatant cannot enter the fight: "that square is taken".

        In `state` it has entered already. It is called for every combatant, at creation and later.
        """

    def setup_faults(self, state: State[Own], /) -> Iterable[RuleRefusal]:
        """What keeps a fight from ever beginning as it was created, beside what `begin`, `lay` and `admit` refuse.

        `field` is a path in the creation's request.
        """
        return ()

    def fits(self, state: State[Own], combatant: str, /) -> None:
        """RuleRefusal where a combatant cannot be that a correction has put there, or on another side.

        Example: `if there.side == state.fight.combatants[combatant].side: raise RuleRefusal("a rank of its own side",
        rule="SK-3")`.
        """

    def settle(self, table: Table[Own], before: State[Own], /) -> None:
        """What follows at once from a correction, or from a combatant's entering in mid-fight.

        Without points it falls, with points again it gets up. It emits facts; no dice fall, and nobody is asked.
        before: the state before it.

        Example: `if life == 0: table.emit(CombatantOut(combatant=who, reason="down"), rule="SK-4")`.
        """

    def follow_up(self, state: State[Own], /) -> Order | None:
        """The order by which the fight goes on after a correction, where nobody whose turn it is could go on.

        It is played as the game master's, including dice and questions. None: somebody can.

        Example: `return EndTurn(combatant=who) if state.fight.combatants[who].out else None`.
        """
        return None

    def meanwhile(self, state: State[Own], order: Order, /) -> Iterable[tuple[str, Any]] | None:
        """What an order of the game master sets that may be given while a decision is open; None: it has to wait.

        Paths and values of corrections: `[("rules.marks.roll", 2)]`. RuleRefusal where it is not allowed.
        """
        return None

    def offers_meanwhile(self, seen: State[Own], /) -> Iterable[Offer[Order]]:
        """Every order that `meanwhile` allows now, from what the game master sees."""
        return ()

    def can_act(self, state: State[Own], combatant: str, /) -> bool:
        """Whether somebody who is in the fight could act by an answer, where some lie in it who cannot.

        Example: `return not state.fight.combatants[combatant].has("dying")`.
        """
        return True

    # -- what bots ask
    def trouble(self, order: Order, /) -> int:
        """How much more an order takes on than a plain one with the same result; below 0 for doing nothing more.

        Example: `return 1 if isinstance(order, Charge) else 0`.
        """
        return 0

    def readiness(self, seen: State[Own], combatant: str, /) -> float:
        """How well a combatant could strike next, from 0 to 1.

        Example: `return 1 / min((distance(seen, combatant, foe) for foe in seen.fight.enemies(combatant)),
        default=99)`.
        """
        return 0.0

    def advice(self, seen: State[Own], asked: Asked, /) -> Iterable[tuple[str, dict[str, Any]]]:
        """Keys and picks of answers to a question, one as good as the other; a greedy bot gives any of them.

        Only where trying answers out cannot tell which is best: a commitment whose worth shows later.

        Example: `return [("these", {"minis": able})] if able else []`.
        """
        return ()

    def nearer(self, seen: State[Own], order: Order, /) -> float | None:
        """How much nearer an order brings its combatant to where it could strike, in any measure; 0: not at all.

        None, the default: what the places say that it names, and where the enemies stand. A game says it where places
        do not tell: `return 1.0 if isinstance(order, Close) else 0.0`.
        """
        return None

    def prospect(self, seen: State[Own], sides: Collection[str], /) -> float | None:
        """The chance, 0 to 1, that a fight in progress ends for one of these sides, as far as its state tells it.

        sides: ids of single combatants stand among them, who fight for them. It is asked where a look ahead ends before
        the fight does. None, the default: what stands on each side says it, and how ready and near it is.

        Example: `return own.points[side] / sum(own.points.values())`.
        """
        return None
