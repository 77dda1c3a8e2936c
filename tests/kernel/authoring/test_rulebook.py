"""What a system must keep to be registered, and orders as commands."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Struct

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook, prefix_of
from engine.kernel.state.decisions import Offer, Question, Visibility
from engine.kernel.state.events import KERNEL_EVENTS, RoundBegan
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Audience, Draft, Event, Order, Recorded
from engine.kernel.structs.named import COMBATANT
from engine.kernel.words.wordbook import LocalisedSystem
from tests.support.slices.bare import bare_game
from tests.support.slices.common import Slice, YesNo
from tests.support.slices.fantasia import Fantasia, Ready
from tests.support.slices.saari import Leave, Saari, Strike


class Mute(Event, frozen=True, kw_only=True):
    """Says not who may receive it."""

    combatant: str


class Weighed(Event, frozen=True, kw_only=True):
    """Holds a float."""

    audience: ClassVar[Audience] = Audience.ALL
    kilos: tuple[float, ...]


class Crowd(Event, frozen=True, kw_only=True):
    """Holds a set."""

    audience: ClassVar[Audience] = Audience.ALL
    who: frozenset[str]


class Reserved(Event, frozen=True, kw_only=True):
    """Takes a name of the envelope."""

    audience: ClassVar[Audience] = Audience.ALL
    hash: str


class Naked(Event, frozen=True, kw_only=True):
    """Withholds what cannot be null."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("secret",)
    secret: str


class Astray(Event, frozen=True, kw_only=True):
    """Withholds what it does not have."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("secret",)
    combatant: str


class Sideless(Event, frozen=True, kw_only=True):
    """Is for a side, but of nobody."""

    audience: ClassVar[Audience] = Audience.SIDE
    said: str


class Figureless(Event, frozen=True, kw_only=True):
    """Is about figures and names none."""

    audience: ClassVar[Audience] = Audience.FIGURES
    combatant: str


class Nod(Order, frozen=True, kw_only=True):
    """Has no field."""


class Ghost(Order, frozen=True, kw_only=True):
    """Acts by a field that it lacks."""

    actor: ClassVar[str] = "combatant"
    target: str


class Blurted(Order, frozen=True, kw_only=True):
    """Withholds what it does not have, and so would tell what it has."""

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("trigger",)
    combatant: str
    triggers: str


class Shouted(Order, frozen=True, kw_only=True):
    """Is secret, and withholds nothing."""

    actor: ClassVar[str] = "combatant"
    secret: ClassVar[bool] = True
    combatant: str


class Begin(Order, frozen=True, kw_only=True):
    """Is called as one of the kernel's."""

    note: str


class Exact(Order, frozen=True, kw_only=True):
    """Holds a float two levels down."""

    places: dict[str, tuple[float, float]]


class Spared(Struct, frozen=True):
    """A setup that names somebody and does not say so."""

    spared: tuple[str, ...] = ()


class Led(Struct, frozen=True):
    """A setup with a name that cannot be left out."""

    leader: Annotated[str, COMBATANT]


class Told(Event, frozen=True, kw_only=True):
    """An event that names a side and does not say so."""

    audience: ClassVar[Audience] = Audience.ALL
    side: str


class Share(Struct, frozen=True):
    """A body with a float."""

    part: float


class Voted(Question[YesNo], frozen=True, kw_only=True):
    """A question that names a side and does not say so."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    side: str


class Divide(Question[Share], frozen=True, kw_only=True):
    """A question whose answers hold floats."""

    visibility: ClassVar[Visibility] = Visibility.OPEN


class Roll(Question[Any], frozen=True, kw_only=True):
    """Is called as the question of physical dice."""

    visibility: ClassVar[Visibility] = Visibility.OPEN


class Wordy(Event, frozen=True, kw_only=True):
    """An event whose field hides which of its fields hold words."""

    audience: ClassVar[Audience] = Audience.ALL
    words: tuple[str, ...] = ()


class Lasting(Event, frozen=True, kw_only=True):
    """An event whose field hides whether a revert takes it back."""

    audience: ClassVar[Audience] = Audience.ALL
    lasting: bool = True


class Enacted(Question[YesNo], frozen=True, kw_only=True):
    """A question whose figure hides who acts by its answer."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: str


class Unseen(Question[Any], frozen=True, kw_only=True):
    """Says not what others see of it."""


class Uneven(Struct, frozen=True):
    """A state with a set."""

    seen: set[str] = set()


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("events", (Mute,), "no audience"),
        ("events", (Weighed,), "float"),
        ("events", (Crowd,), "set"),
        ("events", (Reserved,), "envelope"),
        ("events", (Naked,), "withheld"),
        ("events", (Astray,), "withheld"),
        ("events", (Sideless,), "combatant"),
        ("events", (Figureless,), "narrowed"),
        ("orders", (Nod,), "without fields"),
        ("orders", (Ghost,), "actor"),
        ("orders", (Blurted,), "to withhold"),
        ("orders", (Shouted,), "secret"),
        ("orders", (Begin,), "share a name"),
        ("orders", (Leave, Leave), "share a name"),
        ("orders", (Exact,), "float"),
        ("questions", (Divide,), "float"),
        ("questions", (Roll,), "Roll"),
        ("questions", (Unseen,), "Unseen declares no visibility"),
        ("questions", (Enacted,), r"\['actor'\] are what a class of questions declares"),
        ("events", (Wordy,), r"\['words'\] are what a class of events declares"),
        ("events", (Lasting,), r"\['lasting'\] are what a class of events declares"),
        ("questions", (*Saari.questions, Saari.questions[0]), "FreeStrike"),
        ("own", Uneven, "set"),
        ("sheet", Share, "float"),
        ("setup", Share, "float"),
        ("setup", Spared, "Spared.spared does not say whom it names"),
        ("setup", Led, "Led.leader may be withheld"),
        ("events", (Told,), "Told.side names a side"),
        ("questions", (Voted,), "Voted.side names a side"),
    ],
)
def test_a_system_that_breaks_the_houses_law_is_not_registered(part: str, value: Any, words: str) -> None:
    """Told with the name of the class, and what to change."""

    class Broken(Saari):
        """One part is replaced."""

    setattr(Broken, part, value)
    with pytest.raises(RegistrationError, match=words):
        Rulebook(Broken())


def test_nor_is_an_event_of_the_kernel_without_an_audience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's own events are looked at with every system's."""
    monkeypatch.setattr("engine.kernel.state.events.KERNEL_EVENTS", (*KERNEL_EVENTS, Mute))
    with pytest.raises(RegistrationError, match="Mute declares no audience"):
        Rulebook(Saari())


def test_an_audience_may_be_inherited_from_a_base_of_the_systems_own() -> None:
    """A system's events may share a base that decides it."""

    class Loud(Event, frozen=True, kw_only=True):
        """For everybody."""

        audience: ClassVar[Audience] = Audience.ALL

    class Bang(Loud, frozen=True, kw_only=True):
        """Loud."""

        combatant: str

    class Noisy(Saari):
        """Makes a bang."""

        events = (*Saari.events, Bang)

    assert Bang in Rulebook(Noisy()).events


def test_names_of_a_system_carry_its_name() -> None:
    """In the stream, in commands, in the schema."""
    book = Rulebook(Saari())
    assert (prefix_of("dozen_die"), book.prefix, book.key) == ("DozenDie", "SliceSaari", "sliceSaari")
    assert list(book.orders) == ["begin", "enter", "spawn", "leave", "strike", "nextRound"]


BOOK = Rulebook(Saari())
STRIKE = Strike(combatant="aino", target="gob")


def test_an_order_is_read_as_it_is_written() -> None:
    """encode and decode are twins."""
    command = BOOK.encode_order(STRIKE)
    assert command == {"sliceSaari": {"strike": {"combatant": "aino", "target": "gob"}}}
    assert BOOK.decode_order(command) == STRIKE


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({}, "command"),
        ({"other": {"strike": {}}}, "command"),
        ({"sliceSaari": []}, "command"),
        ({"sliceSaari": {}}, "command"),
        ({"sliceSaari": {"strike": {}, "leave": {}}}, "command"),
        ({"sliceSaari": {"strike": {}}, "other": {}}, "command"),
        ({"sliceSaari": {"fly": {}}}, "command.sliceSaari"),
        ({"sliceSaari": {"strike": {"combatant": "aino"}}}, "command.sliceSaari.strike.target"),
        ({"sliceSaari": {"strike": {"combatant": 1, "target": "gob"}}}, "command.sliceSaari.strike.combatant"),
        (
            {"sliceSaari": {"strike": {"combatant": "aino", "target": "gob", "hard": True}}},
            "command.sliceSaari.strike.hard",
        ),
        ({"sliceSaari": {"strike": None}}, "command.sliceSaari.strike"),
    ],
)
def test_a_command_that_cannot_be_read_names_the_field(command: dict[str, Any], field: str) -> None:
    """Unknown fields are refused, too: a misspelt one would be a silent other order."""
    with pytest.raises(RuleRefusal) as refused:
        BOOK.decode_order(command)
    assert refused.value.field == field


def test_withheld_fields_of_an_order_are_split_off() -> None:
    """What everybody reads, and the rest."""
    book = Rulebook(Fantasia())
    public, withheld = book.split_order(book.encode_order(Ready(combatant="strago", trigger="blow")))
    assert public == {"sliceFantasia": {"ready": {"combatant": "strago"}}}
    assert withheld == {"trigger": "blow"}
    assert BOOK.split_order(BOOK.encode_order(STRIKE)) == (BOOK.encode_order(STRIKE), None)


def test_a_stream_begins_with_its_creation() -> None:
    """Anything else is a fault."""
    with pytest.raises(Fault, match="EncounterCreated"):
        BOOK.evolve(None, Recorded(1, "", Draft(RoundBegan(round=1))))


def test_an_offer_of_a_slice_is_a_struct_of_the_kernels() -> None:
    """Key, body, rule and fields are all there is to it."""
    assert Offer("k", STRIKE, "R").fields == ()


class Misspelt(Saari):
    """A member of a game with a letter too many."""

    def settlle(self, table: Any, before: Any) -> None:
        """Nothing."""


class Helpful(Saari):
    """A helper in public."""

    dragons = 3


def test_a_misspelt_member_of_a_game_is_refused_with_the_right_name() -> None:
    """It would never be asked for, and nobody would notice."""
    with pytest.raises(RegistrationError, match=r"Misspelt\.settlle: .* did you mean 'settle'\?"):
        Rulebook(Misspelt())
    with pytest.raises(RegistrationError, match=r"Helpful\.dragons: .* begin the name of a helper with _"):
        Rulebook(Helpful())
    named = Saari()
    named.jugde = 1  # type: ignore[attr-defined]  # as if by mistake
    with pytest.raises(RegistrationError, match="did you mean 'judge'"):
        Rulebook(named)


def test_a_game_says_what_it_is_and_derives_from_the_base() -> None:
    """Neither what only looks like one, nor one without an id, nor one that cannot be played."""

    class Alike:
        id, name = "alike", "Alike"

    with pytest.raises(RegistrationError, match="Alike: derive it from RuleSystem"):
        Rulebook(Alike())  # type: ignore[arg-type]

    class Unnamed(Slice):
        sheet, own = Saari.sheet, Saari.own
        begin = enter = play = evolve = offers = lambda *_: None  # type: ignore[assignment]

    with pytest.raises(RegistrationError, match="Unnamed says no 'id'"):
        Rulebook(Unnamed())

    class Unplayed(Slice):
        id, name = "unplayed", "Unplayed"

    with pytest.raises(TypeError, match="abstract method"):
        Unplayed()  # type: ignore[abstract]

    class Wordless(LocalisedSystem[Any]):
        id, name, language = "wordless", "Wordless", "en"
        setup, sheet, own = Saari.setup, Saari.sheet, Saari.own
        begin = enter = play = evolve = offers = lambda *_: None  # type: ignore[assignment]

    with pytest.raises(RegistrationError, match="Wordless says no 'words': LocalisedSystem tells"):
        Rulebook(Wordless())


def test_every_member_has_an_example() -> None:
    """Of its docstring, by which an author writes his own."""
    bare = [name for name, member in vars(RuleSystem).items() if callable(member) and not name.startswith("_")]
    assert [name for name in bare if "`" not in (getattr(RuleSystem, name).__doc__ or "")] == []


def test_a_game_of_five_methods_has_a_default_for_the_rest() -> None:
    """Whatever else the kernel asks, it gets an answer that serves."""
    game = bare_game()
    assert (game.sides, game.conditions, game.bare_ground, game.ready_fights) == (None, None, None, None)
    assert game.tells("pl")
    assert game.draws_in("pl")
    assert game.can_act(None, "ana")
    assert (game.word("sword", "en"), game.name_in("wolf", "Grey", "en")) == ("", "Grey")
    Rulebook(game)
