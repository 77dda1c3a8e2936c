"""Who is hidden from a seat: contents are hidden, versions never skip, and he is refused like somebody missing."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Table
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Condition
from engine.kernel.state.decisions import Question, Visibility
from engine.kernel.state.orders import Entry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import Id
from engine.kernel.structs.messages import Order
from engine.kernel.structs.named import SIDE
from tests.support.fights.arena import Arena
from tests.support.fights.exports import export, proven, reads, sealed
from tests.support.slices.common import YesNo, yes_or_no
from tests.support.slices.fantasia import RANKS, Cast, Cover, Fantasia, Note, Prowl, Ready, Sneak
from tests.support.slices.masque import Masked, Masque, Slip, Wave, masks
from tests.support.slices.ready import fantasia_fight, fight, one, play_out

OUTSIDERS = ["ana", "ben", "eve", None]


def about(arena: Arena, seat: str | None) -> bytes:
    """All that a seat can read and see of a fight."""
    return b"\n".join([*reads(arena, seat), msgspec.json.encode(arena.book.seen(arena.state, seat))])


def prowling() -> Arena:
    """The lurker has moved three times."""
    arena = fantasia_fight(lurker=True)
    for rank in (1, 2, 0):
        arena.order("gm", Prowl(combatant="lurker", to=RANKS[rank]))
    return arena


@pytest.mark.parametrize("seat", OUTSIDERS)
def test_nothing_that_a_seat_reads_names_who_is_hidden_from_it(seat: str | None) -> None:
    """Neither his coming nor his moves, his orders or his place in the state; that something happened shows."""
    arena = prowling()
    lines = export(sealed(arena), seat)
    assert b"lurker" not in about(arena, seat)
    assert b"lurker" in about(arena, "gm")
    assert [line.version for line in lines] == list(range(1, len(arena.stream) + 1))
    assert proven(lines)
    bare = [line for line in lines if set(msgspec.json.decode(line.read)) == {"version", "time"}]
    assert len(bare) >= 7


def test_what_is_hidden_whole_says_version_and_time_alone() -> None:
    """The public part of a hidden move is the same whoever moves, and wherever."""
    arena = prowling()
    moved = next(r for r in arena.stream if isinstance(r.event, k.Moved))
    public, secret = arena.book.codec.encode(moved.version, moved.time, moved.draft)
    assert msgspec.json.decode(public) == {"version": moved.version, "time": moved.time}
    assert secret is not None
    assert arena.book.codec.decode(public).event == k.Hidden()


def words(arena: Arena, order: Order, name: str) -> tuple[str, str, str, str]:
    """How Ana's order is refused, her target's name left out."""
    before = len(arena.stream)
    with pytest.raises(RuleRefusal) as refused:
        arena.order("ana", order)
    assert len(arena.stream) == before
    error = refused.value
    return error.reason.replace(name, "NAME"), error.rule, error.code, error.field


@pytest.mark.parametrize(
    "make",
    [
        lambda name: Cast(combatant="strago", target=name),
        lambda name: Cast(combatant=name, target="kefka"),
        lambda name: Sneak(combatant=name),
        lambda name: Prowl(combatant=name, to=RANKS[2]),
        lambda name: Ready(combatant=name, trigger="any"),
    ],
)
def test_who_is_hidden_is_refused_in_the_words_of_who_is_missing(make: Any) -> None:
    """As target and as actor: reason, rule, code and field are alike."""
    arena = fantasia_fight(lurker=True)
    assert words(arena, make("lurker"), "lurker") == words(arena, make("stranger"), "stranger")


def test_a_word_that_happens_to_be_a_hidden_name_is_no_name() -> None:
    """What the rules do not take for a combatant is accepted as any other word would be."""

    class Shout(Order, frozen=True, kw_only=True):
        """Say something aloud."""

        actor: ClassVar[str] = "combatant"
        combatant: str
        words: str

    class Loud(Fantasia):
        orders = (*Fantasia.orders, Shout)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Nothing comes of shouting."""
            if not isinstance(order, Shout):
                super().play(order, table)

    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Loud())
    for word in ("lurker", "stranger"):
        accepted, ended = arena.order("ana", Shout(combatant="strago", words=word))
        assert (accepted.draft.to, ended.draft.to) == (None, None), "whoever wrote it would read that it is a name"
    arena.done()


@pytest.mark.parametrize("word", ["lurker", "stranger"])
def test_nor_is_it_one_in_a_question_that_says_so(word: str) -> None:
    """`words` of a question are as those of an event: it is asked of whom it may concern, whatever they hold."""

    class May(YesNo, frozen=True, kw_only=True):
        """May he?"""

        words: ClassVar[tuple[str, ...]] = ("said",)
        said: str

    class Asking(Fantasia):
        questions = (*Fantasia.questions, May)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Ask the GM."""
            table.ask("gm", May(about="strago", said=word, offers=yes_or_no("T-1")), rule="T-1")

    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Asking())
    opened = arena.order("ana", Sneak(combatant="strago"))[-1]
    assert isinstance(opened.event, k.DecisionOpened)
    assert opened.draft.to is None
    window = arena.book.seen(arena.state, "ana").fight.window
    assert window is not None
    assert window.asked[0].question["said"] == word
    assert arena.answer("gm", "yes")[0].draft.to is None


def test_a_hidden_figure_is_no_target_among_the_offers() -> None:
    """Ana is offered whom she sees; the GM sees all."""
    arena = fantasia_fight(lurker=True)
    seen = {seat: arena.book.seen(arena.state, seat) for seat in ("ana", "gm")}
    offers = {
        seat: next(o for o in arena.book.system.offers(seen[seat], who) if o.key == "cast").fields[0].among
        for seat, who in (("ana", "strago"), ("gm", "kefka"))
    }
    assert offers == {"ana": ("kefka", "relm"), "gm": ("lurker", "relm", "strago")}


def test_to_act_in_the_open_is_to_be_seen_from_then_on() -> None:
    """The lurker casts: everybody sees him now, and what came before stays hidden for ever."""
    arena = prowling()
    before = len(arena.stream)
    arena.order("gm", Cast(combatant="lurker", target="strago"))
    play_out(arena)
    for seat in OUTSIDERS:
        assert b"lurker" not in b"".join(reads(arena, seat)[: before + 1])
        assert b"lurker" in b"".join(reads(arena, seat)[before + 1 :])
        assert "lurker" in arena.book.seen(arena.state, seat).fight.combatants
        assert proven(export(sealed(arena), seat))
    arena.done()


def test_a_side_knows_its_own_who_sneak() -> None:
    """Strago hides: Ana and Ben, of his side, see him; a guest does not."""
    arena = fantasia_fight()
    arena.order("ana", Sneak(combatant="strago"))
    arena.order("ana", Prowl(combatant="strago", to=RANKS[1]))
    for seat, sees in (("ana", True), ("ben", True), ("gm", True), ("eve", False)):
        assert ("strago" in arena.book.seen(arena.state, seat).fight.combatants) is sees
        assert (b"strago" in reads(arena, seat)[-2]) is sees


class Whispering(Fantasia):
    """A Prowl asks the GM about the one who prowls, and leaves a mark of his on Strago."""

    def play(self, order: Order, table: Table[Any]) -> None:
        """Ask, then mark."""
        if not isinstance(order, Prowl):
            super().play(order, table)
            return
        with table.during("prowl", by=order.combatant):
            table.ask("gm", Cover(about=order.combatant, offers=yes_or_no("T-1")), rule="T-1")
        mark = k.ConditionGained(
            combatant="strago",
            condition="mark",
            kind="marked",
            source=order.combatant,
            amount=None,
            left=None,
            until="",
        )
        table.emit(mark, rule="T-1")


@pytest.mark.parametrize("seat", OUTSIDERS)
def test_a_question_about_somebody_hidden_is_hidden(seat: str | None) -> None:
    """Stream and state agree: neither figures, offers, interrupts nor the open order name him."""
    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Whispering())
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    assert b"lurker" not in about(arena, seat)
    assert b"lurker" in msgspec.json.encode(arena.book.seen(arena.state, "gm"))
    arena.answer("gm")
    assert b"lurker" not in about(arena, seat)
    arena.done()


class Telling(Fantasia):
    """A Prowl asks seats about the one who prowls."""

    def __init__(self, *seats: str) -> None:
        self._seats = seats

    def play(self, order: Order, table: Table[Any]) -> None:
        """Ask, by the name or by what it interrupts."""
        assert isinstance(order, Prowl)
        with table.during("prowl", by=order.combatant):
            table.ask(self._seats, Cover(about="strago", offers=yes_or_no("T-1")), rule="T-1")
        table.ask(self._seats, Cover(about=order.combatant, offers=yes_or_no("T-1")), rule="T-1")


def test_nobody_is_asked_about_somebody_whom_he_does_not_know_of() -> None:
    """Of several seats those who know of him are; where none does, the GM is."""
    for asked, seen_by, answering in (
        (("ana",), (), ("gm",)),
        (("ana", "ben"), ("ben",), ("ben",)),
        (("ana", "ben"), None, ("ana", "ben")),
    ):
        arena = fantasia_fight(lurker=True)
        arena.book = Rulebook(Telling(*asked))
        arena.fact(k.SightChanged(combatant="lurker", seen_by=seen_by))
        before = len(arena.stream)
        arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
        assert [one.seats for one in arena.pending] == [answering]
        arena.answer("gm", "yes")
        assert [one.seats for one in arena.pending] == [answering]
        arena.answer("gm", "yes")
        if seen_by == ():
            read = [msgspec.json.decode(line) for line in reads(arena, "ana")[before:]]
            assert all(set(one) == {"version", "time"} for one in read)


@pytest.mark.parametrize("seat", OUTSIDERS)
def test_a_question_about_somebody_hidden_leaves_versions_only(seat: str | None) -> None:
    """Neither that it is open, of what kind and by which rule, nor what is answered, nor that the order has ended."""
    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Whispering())
    before = len(arena.stream)
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    (asked,) = arena.pending
    opened = arena.book.seen(arena.state, seat).fight.open
    assert opened is not None
    assert (opened.order, opened.window) == ({}, None)
    assert arena.book.seen(arena.state, "gm").fight.window is not None
    arena.answer("gm", "yes")
    read = [msgspec.json.decode(line) for line in reads(arena, seat)[before:]]
    answer = next(r for r in arena.stream if isinstance(r.event, k.DecisionAnswered))
    assert read[answer.version - before - 1] == {"version": answer.version, "time": answer.time}
    assert answer.version == asked.decision + 1
    mark = next(r for r in arena.stream if isinstance(r.event, k.ConditionGained))
    assert mark.draft.whole
    assert all(set(one) == {"version", "time"} for one in read)


def test_a_hidden_question_is_refused_in_the_words_of_one_that_is_not_open() -> None:
    """Who sends something meanwhile is told to wait, and no more."""
    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Whispering())
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    (asked,) = arena.pending
    told = []
    for decision in (asked.decision, 99):
        with pytest.raises(RuleRefusal) as refused:
            arena.answer("ana", "yes", decision=decision)
        told.append((refused.value.reason.replace(str(decision), "N"), refused.value.code, refused.value.field))
    assert told[0] == told[1]
    with pytest.raises(RuleRefusal) as refused:
        arena.order("ana", Sneak(combatant="strago"))
    assert refused.value.reason == "a decision is open that is not for you to know of, and comes first"
    with pytest.raises(RuleRefusal, match="who answers: GM"):
        arena.order("gm", Prowl(combatant="kefka", to=RANKS[1]))


def test_a_sealed_answer_to_a_hidden_question_is_hidden_when_it_is_laid_open() -> None:
    """Who may not know of the question does not read what was answered to it."""

    class Seal(YesNo, frozen=True, kw_only=True):
        """Sealed."""

        visibility: ClassVar[Visibility] = Visibility.SEALED

    class Sealing(Fantasia):
        questions = (*Fantasia.questions, Seal)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Ask sealed about the one who prowls."""
            if isinstance(order, Prowl):
                table.ask("gm", Seal(about=order.combatant, offers=yes_or_no("T-1")), rule="T-1")

    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Sealing())
    before = len(arena.stream)
    arena.preferences["gm Seal"] = "always"
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    assert [type(r.event) for r in arena.stream[before:]] == [
        k.CommandAccepted, k.DecisionOpened, k.DecisionAnswered, k.AnswersRevealed, k.CommandEnded
    ]  # fmt: skip
    for seat in OUTSIDERS:
        assert all(set(msgspec.json.decode(line)) == {"version", "time"} for line in reads(arena, seat)[before:])
    assert b'"yes"' in reads(arena, "gm")[-2]


def test_an_order_that_nobody_may_read_of_is_not_in_what_they_see_while_it_is_open() -> None:
    """A secret order waits for an answer: its kind is in nobody's state but that of those who may know."""

    class Asking(Masque):
        def play(self, order: Order, table: Table[Any]) -> None:
            """Slip, and ask for leave."""
            if isinstance(order, Slip):
                table.ask("gm", Wave(offers=masks("T-1"), default="moon", about="anybody"), rule="T-1")
                return
            super().play(order, table)

    arena = fight(Asking(), lambda book: [one(book, "aino", "a", "ana"), one(book, "bo", "b", "ben")])
    arena.order("ana", Slip(combatant="aino", plan="sun"))
    orders = {seat: arena.book.seen(arena.state, seat).fight.open.order for seat in ("ana", "gm", "ben", None)}
    assert orders["ana"] == orders["gm"] == {"sliceMasque": {"slip": {"combatant": "aino", "plan": "sun"}}}
    assert orders["ben"] == orders[None] == {}


class Award(Order, frozen=True, kw_only=True):
    """Name who has won."""

    winner: Annotated[Id, SIDE]


def test_an_open_order_that_names_a_side_is_not_in_what_they_see_who_know_nobody_of_it() -> None:
    """As its event is hidden from them: while it waits for an answer, and whoever gives it."""

    class Awarding(Masque):
        orders = (*Masque.orders, Award)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Ask before it is so."""
            if isinstance(order, Award):
                table.ask("gm", Wave(offers=masks("T-1"), default="moon", about="anybody"), rule="T-1")
                return
            super().play(order, table)

    def entries(book: Rulebook[Any]) -> list[Entry]:
        return [one(book, "aino", "a", "ana"), one(book, "bo", "zq7side", "ben", hidden_from=True)]

    arena = fight(Awarding(), entries)
    arena.order("gm", Award(winner="zq7side"))
    orders = {seat: arena.book.seen(arena.state, seat).fight.open.order for seat in ("gm", "ben", "ana", None)}
    assert orders["gm"] == orders["ben"] == {"sliceMasque": {"award": {"winner": "zq7side"}}}
    assert orders["ana"] == orders[None] == {}


class Cheer(Question[Masked], frozen=True, kw_only=True):
    """A public question about sides."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    sides: tuple[Annotated[str, SIDE], ...]


def test_a_question_that_names_a_side_is_hidden_with_its_answer_from_those_who_know_nobody_of_it() -> None:
    """Open to all as it is: who knows somebody of the side reads it, in the events and while it waits."""

    class Cheering(Masque):
        questions = (*Masque.questions, Cheer)
        orders = (*Masque.orders, Award)

        def play(self, order: Order, table: Table[Any]) -> None:
            """Ask about the sides."""
            if isinstance(order, Award):
                table.ask(("ana", "gm"), Cheer(offers=masks("T-1"), default="moon", sides=("a", "zq7side")), rule="T-1")
                return
            super().play(order, table)

    def entries(book: Rulebook[Any]) -> list[Entry]:
        return [one(book, "aino", "a", "ana"), one(book, "bo", "zq7side", "ben", hidden_from=True)]

    arena = fight(Cheering(), entries)
    arena.order("gm", Award(winner="a"))
    (asked,) = arena.pending
    assert asked.seats == ("gm",)  # whoever may not know of a side is not asked about it
    windows = {seat: arena.book.seen(arena.state, seat).fight.window for seat in ("gm", "ben", "ana", None)}
    assert [seat for seat, window in windows.items() if window is not None] == ["gm", "ben"]
    arena.answer("gm", "moon")
    for seat in ("ana", None):
        assert b"zq7side" not in about(arena, seat)
        assert b"moon" not in about(arena, seat)
    assert b"zq7side" in about(arena, "ben")


def test_nobody_enters_with_a_condition_from_somebody_whom_others_may_not_know_of() -> None:
    """Neither beside him nor later: whoever saw it would read who is hidden."""

    def entries(book: Rulebook[Any]) -> list[Entry]:
        stunned = (Condition("stunned", "stunned", source="lurker"),)
        strago = one(book, "strago", "a", "ana", conditions=stunned)
        return [strago, one(book, "lurker", "b", None, hidden_from=True)]

    with pytest.raises(RuleRefusal, match="may know of lurker: leave out the source of stunned") as refused:
        fight(Fantasia(), entries)
    assert refused.value.field == "combatants.0.conditions"
    arena = fantasia_fight(lurker=True)
    (newcomer,) = entries(arena.book)[:1]
    with pytest.raises(RuleRefusal, match="leave out the source of stunned"):
        arena.order("gm", structs.replace(newcomer, id="guest"))
    unseen = structs.replace(newcomer, id="guest", seen_by=())
    assert isinstance(arena.order("gm", unseen)[1].event, k.CombatantJoined)


@pytest.mark.parametrize("seat", OUTSIDERS)
def test_an_open_order_against_somebody_hidden_is_hidden(seat: str | None) -> None:
    """The GM's Kefka casts at his own lurker: who waits for the answer does not learn at whom."""
    arena = fantasia_fight(lurker=True)
    arena.order("gm", Cast(combatant="kefka", target="lurker"))
    assert arena.pending
    assert b"lurker" not in about(arena, seat)


def test_a_condition_that_somebody_hidden_caused_does_not_name_him() -> None:
    """Strago is marked, by nobody that Ana knows."""
    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Whispering())
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    arena.answer("gm")
    sources = {
        seat: arena.book.seen(arena.state, seat).fight.combatants["strago"].condition("mark").source
        for seat in ("gm", "ana", None)
    }
    assert sources == {"gm": "lurker", "ana": None, None: None}


def test_a_correction_of_somebody_hidden_is_hidden() -> None:
    """Ana reads that something happened; what, she does not."""
    arena = fantasia_fight(lurker=True)
    arena.correct("combatants.lurker.vitals.life.now", 3)
    for seat in OUTSIDERS:
        assert b"lurker" not in about(arena, seat)
        assert b'"value"' not in reads(arena, seat)[-1]


def test_figures_are_for_the_side_and_the_gm() -> None:
    """Others read that a vital changed and by how much, not what is left; nor sheet and vitals in the state."""
    arena = fantasia_fight()
    arena.correct("combatants.relm.side", "c")
    arena.order("gm", Cast(combatant="kefka", target="strago"))
    play_out(arena)
    changed = [r for r in arena.stream if isinstance(r.event, k.VitalChanged)]
    assert changed
    for recorded in changed:
        public, secret = arena.book.codec.encode(recorded.version, recorded.time, recorded.draft)
        assert msgspec.json.decode(public)["data"]["now"] is None
        assert secret is not None
        assert recorded.draft.to == ("gm",) if recorded.event.combatant == "kefka" else ("gm", "ana")
    seen = arena.book.seen(arena.state, "ben").fight.combatants
    assert [who for who, combatant in seen.items() if combatant.vitals] == ["relm"]


def test_a_withheld_trigger_is_read_by_its_side() -> None:
    """The order in the stream, the event and the state: Ben is on Strago's side, the guest is not."""
    arena = fantasia_fight(trigger="cast")
    arena.order("ana", Ready(combatant="strago", trigger="blow"))
    texts = {seat: b"".join(reads(arena, seat)[6:]) for seat in ("ana", "ben", "gm", "eve", None)}
    assert {seat for seat, text in texts.items() if b"blow" in text} == {"ana", "ben", "gm"}
    seen = {seat: arena.book.seen(arena.state, seat).own.fighters["strago"].trigger for seat in ("ben", "eve", None)}
    assert seen == {"ben": "blow", "eve": None, None: None}


def test_a_note_for_one_seat_is_a_bare_version_for_the_rest() -> None:
    """SEAT: its owner, and the GM."""
    arena = fantasia_fight()
    arena.order("ana", Ready(combatant="strago", trigger="blow"))
    (note,) = [r for r in arena.stream if isinstance(r.event, Note)]
    assert (note.draft.to, note.draft.whole) == (("gm", "ana"), True)


def test_a_combatant_of_the_kind_that_a_hidden_one_is_called_is_not_hidden_with_him() -> None:
    """Kinds and reasons are the system's words, not names: an event is not hidden for holding one."""

    class Kinds(Fantasia):
        def enter(self, sheet: Any, place: Any) -> Combatant:
            """Everybody is a lurker by kind."""
            return structs.replace(super().enter(sheet, place), kind="lurker")

    def entries(book: Rulebook[Any]) -> list[Entry]:
        lurker = one(book, "lurker", "b", None, hidden_from=True)
        return [lurker, one(book, "strago", "a", "ana"), one(book, "kefka", "b", None)]

    arena = fight(Kinds(), entries)
    joined = [r for r in arena.stream if isinstance(r.event, k.CombatantJoined)]
    assert [r.draft.whole for r in joined] == [True, False, False]
    assert b'"kefka"' in reads(arena, "ana")[3]


def listing(*whom: str) -> Arena:
    """A fight with one who lurks, in which an order has listed these as those who act, and in which order."""

    class Listing(Fantasia):
        def play(self, order: Any, table: Any) -> None:
            table.emit(k.OrderSet(turn_order=whom), rule="T-1")
            table.emit(k.TurnBegan(acting=whom), rule="T-1")

    arena = fantasia_fight(lurker=True)
    arena.book = Rulebook(Listing())
    arena.order("gm", Prowl(combatant="lurker", to=RANKS[1]))
    return arena


@pytest.mark.parametrize("seat", OUTSIDERS)
def test_of_those_listed_beside_somebody_hidden_everybody_reads(seat: str | None) -> None:
    """The event without him; the whole list is for those who know of him, and is what the fight folds."""
    arena = listing("strago", "lurker", "kefka")
    assert (arena.fight.turn_order, arena.fight.acting) == (("strago", "lurker", "kefka"),) * 2
    read = [arena.book.codec.decode(line.read).event for line in export(sealed(arena), seat)]
    (order,) = [event for event in read if isinstance(event, k.OrderSet)]
    turn = [event for event in read if isinstance(event, k.TurnBegan)][-1]
    assert (order.turn_order, order.everybody) == (("strago", "kefka"), None)
    assert (turn.acting, turn.everybody) == (("strago", "kefka"), None)
    assert b"lurker" not in about(arena, seat)
    known = [r.event for r in arena.stream if isinstance(r.event, (k.OrderSet, k.TurnBegan))][-2:]
    assert [event.everybody for event in known] == [("strago", "lurker", "kefka")] * 2
    assert b"lurker" in about(arena, "gm")
    assert proven(export(sealed(arena), seat))


def test_where_nobody_else_is_listed_it_is_hidden_whole() -> None:
    """An empty list would say that nobody acts; with nobody hidden among them nothing is kept back."""
    arena = listing("lurker")
    read = [arena.book.codec.decode(line.read).event for line in export(sealed(arena), "ana")][-3:]
    assert not [event for event in read if isinstance(event, (k.OrderSet, k.TurnBegan))]
    assert arena.fight.acting == ("lurker",)
    (began,) = [r for r in listing("strago").stream[-3:] if isinstance(r.event, k.TurnBegan)]
    assert (began.event, began.draft.to) == (k.TurnBegan(acting=("strago",)), None)
