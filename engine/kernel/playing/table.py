"""The table that rules play at: a command is replayed along its trail, and continues where the trail ends.

The trail holds the live events since the command's base, including foreign ones. Each call of a rule returns what was
recorded, then folds the foreign events directly behind it, so a rule meets a correction exactly where it occurred. Past
the trail's end everything is new. A rule that is held at its question (`playing.continuation`) has its trail behind it
already, and goes on where that one ended.

A window that was withdrawn counts as never asked: its events are folded like foreign ones. So a rule meets the ruling
that came while it was open just before it asks, and asks, or does not, as it would in the fight as it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import RollAhead
from engine.kernel.playing.dice import Dice, FaceSource, RunDice, TypedFaces, format_dice, parse_dice
from engine.kernel.playing.knowledge import CHANGING, DISCLOSING, disclosures, vanishing
from engine.kernel.playing.preferences import has_choice, preferred
from engine.kernel.playing.trials import Trials
from engine.kernel.state import events as e
from engine.kernel.state.combatant import REMOVED, Vital
from engine.kernel.state.decisions import A, Offer, Question, Visibility, filled
from engine.kernel.state.fight import ROLL, Asked, Fight, Interrupted, Policy, State
from engine.kernel.state.redaction.audience import (
    recipients_of,
    recipients_of_all,
    recipients_of_related,
    with_hidden_listed_apart,
    without_words,
)
from engine.kernel.state.redaction.hidden_zones import with_places_apart, zones_of
from engine.kernel.state.redaction.redaction import sides_named
from engine.kernel.structs.budget import spend
from engine.kernel.structs.errors import Fault, Gone, ReplayDiverged
from engine.kernel.structs.ids import Seats, as_seats
from engine.kernel.structs.messages import Draft, Event, Order, Recorded, plain
from engine.kernel.structs.odds import Reckons
from engine.kernel.structs.reasons import Reasons

Own = TypeVar("Own", bound=Struct)
T = TypeVar("T")

AtOnce = Callable[[Fight, Asked], tuple[str, str, dict[str, Any]] | None]
"""Answers as a question opens: its seat, the key of an offer, picks; None where the question is to wait.

Where bots play by themselves there is nothing to wait for, and a stopped rule would rerun from its base. The answer is
recorded as if given by hand in a step of its own.
"""


class Fallen(NamedTuple):
    """Faces that somebody typed before their roll came up, as he was asked for them. typed: see `FaceSource`."""

    faces: tuple[int, ...]
    typed: bool


class Paused(BaseException):
    """A question has no answer yet: the rule stops here. Not an error; rules must not catch it."""


def _words(draft: Draft) -> str:
    """A draft as a ReplayDiverged describes it."""
    text = f"{type(draft.event).__name__} {plain(draft.event)} [{draft.rule}]"
    return f"{text} because {plain(draft.because)}" if draft.because else text


def withdrawn(trail: Sequence[Recorded]) -> frozenset[int]:
    """The versions of all events that belong to windows that were withdrawn."""
    gone = {r.event.decision for r in trail if isinstance(r.event, e.DecisionWithdrawn)}
    if not gone:
        return frozenset()
    opened = {r.version: r.event.window for r in trail if isinstance(r.event, e.DecisionOpened) and not r.foreign}
    windows = {opened[decision] for decision in gone if decision in opened}
    asked = {decision for decision, window in opened.items() if window in windows}
    return frozenset(
        r.version
        for r in trail
        if r.version in asked
        or (isinstance(r.event, (e.DecisionAnswered, e.DecisionWithdrawn)) and r.event.decision in asked)
    )


EVENT, QUESTION, OFFER = 60, 20, 5
"""Units of a budget that a new event, a question put and each of its offers take, folds and rules apart."""


class RunningTable(Generic[Own]):
    """One run of one command.

    base: the state it began with; trail: live events since, the last `tentative` of which are not yet stored.
    head: the version of the trail's last event, or of the stream's head if that is later.
    seat: who brought this step about; preferences: "seat kind" -> a standing preference.
    closed: a question has stopped the rule; nothing may happen at this table any more.
    hold: holds the rule at a question, and says whether it goes on; None: a question stops it.
    """

    hold: Callable[[], bool] | None = None

    def __init__(
        self,
        book: Rulebook[Own],
        base: State[Own],
        trail: Sequence[Recorded],
        *,
        head: int,
        seat: str | None,
        dice: FaceSource,
        typed: TypedFaces,
        preferences: Mapping[str, str],
        clock: Callable[[], str],
        at_once: AtOnce | None = None,
        trials: Trials[Own] | None = None,
    ) -> None:
        self.state = base
        self.new: list[Recorded] = []
        self.position = 0
        self._book, self._base, self._trail, self._head = book, base, trail, head
        self._seat, self._dice, self._typed, self._preferences, self._clock = seat, dice, typed, preferences, clock
        self._at_once = at_once
        self._fold = book.evolve if trials is None else trials.fold
        self._waits_for: Mapping[int, Question[Any]] = {}
        self._withdrawn = withdrawn(trail)
        self._asked_anew = False
        self.closed = False
        self.last = 0
        self._frames: list[Interrupted] = []
        self._ahead: list[RollAhead] = []
        self._fallen: dict[RollAhead, Fallen] = {}
        self._ids = 0
        self._fold_foreign()

    # -- one step after another, where the rule is held at its question
    def fits(self, answer: e.DecisionAnswered) -> bool:
        """Whether an answer can be one to what the rule waits for; a roll's faces are judged elsewhere."""
        question = self._waits_for.get(answer.decision)
        try:
            return question is None or self._body(question, answer) is not None
        except Exception:  # whoever runs the command again says what is wrong with it
            return False

    def follow(
        self,
        trail: Sequence[Recorded],
        *,
        head: int,
        seat: str | None,
        dice: FaceSource,
        typed: TypedFaces,
        preferences: Mapping[str, str],
        clock: Callable[[], str],
        at_once: AtOnce | None = None,
    ) -> None:
        """Take up the next step, whose trail begins with this one's and its new events. For the rest see the class."""
        self.position, self.new = len(self._trail) + len(self.new), []
        self._trail, self._head = trail, head
        self._seat, self._dice, self._typed, self._preferences, self._clock = seat, dice, typed, preferences, clock
        self._at_once = at_once

    # -- the trail
    def _fold_foreign(self) -> None:
        while self.position < len(self._trail):
            recorded = self._trail[self.position]
            if not recorded.foreign and recorded.version not in self._withdrawn:
                return
            self.state = self._fold(self.state, recorded)
            self.position += 1

    def recorded(self, *kinds: type[Event]) -> Recorded | None:
        """The next event of the trail, folded; None past its end. ReplayDiverged if it is none of `kinds`."""
        if self.closed:
            raise Fault("the table is closed: a rule went on after its question stopped it")
        if self.position == len(self._trail):
            return None
        recorded = self._trail[self.position]
        if not isinstance(recorded.event, kinds):
            made = " or ".join(k.__name__ for k in kinds)
            raise ReplayDiverged(recorded.version, _words(recorded.draft), made)
        self.position += 1
        self.last = recorded.version
        self.state = self._fold(self.state, recorded)
        self._fold_foreign()
        return recorded

    def _must_match(self, recorded: Recorded, event: Event, rule: str, because: Reasons | None = None) -> None:
        draft = recorded.draft
        if (draft.rule, draft.because) == (rule, because) and (
            draft.event == event or plain(draft.event) == plain(event)
        ):
            return
        raise ReplayDiverged(recorded.version, _words(draft), _words(Draft(event, rule, because=because)))

    @property
    def next_version(self) -> int:
        return self._head + 1 + len(self.new)

    def _put(
        self,
        event: Event,
        rule: str,
        to: tuple[str, ...] | None = None,
        *,
        sealed: bool = False,
        because: Reasons | None = None,
        along: Draft | None = None,
        words: tuple[str, ...] = (),
        sides: Collection[str] = (),
        hidden: bool = False,
    ) -> Recorded:
        """A new event. along: the draft of another event whose audience it shares. words, sides: as of a question.

        hidden: whoever is not named in `to` reads nothing of it.
        """
        if self.state.fight.open is None:
            raise Fault("no command is open")
        spend(EVENT)
        version = self.next_version
        if because is not None and because.causes and not 0 < min(because.causes) <= max(because.causes) < version:
            raise Fault(f"{type(event).__name__}: version {version} cannot come from {because.causes}")
        seats, whole = recipients_of(
            event, self.state.fight, to, sealed=sealed, because=because, words=words, sides=sides
        )
        if along is not None:
            seats, whole = recipients_of_related(along, seats, whole)
        whole = whole or (hidden and seats is not None)
        if seats is None and because is not None and because.private:
            raise Fault(f"{type(event).__name__}: its private terms are for nobody in particular: say `to`")
        draft = Draft(event, rule, self._seat, self.state.fight.open.command, seats, whole, because)
        recorded = Recorded(version, self._clock(), draft)
        self.state = self._book.evolve(self.state, recorded)
        self.new.append(recorded)
        self.last = version
        return recorded

    def take_back(self) -> None:
        """Drop the last new event and refold; the rule's other effects are void, since it has stopped."""
        self.new.pop()
        self.state = self._base
        for recorded in (*self._trail, *self.new):
            self.state = self._book.evolve(self.state, recorded)

    def _made(self, version: int) -> Draft | None:
        """The draft of an event of this command."""
        return next((r.draft for r in (*self._trail, *self.new) if r.version == version), None)

    def _pause(self) -> None:
        """Hold the rule, or stop it, until the next step."""
        if self.hold is not None and self.hold():
            return
        self.closed = True
        raise Paused

    def end_command(self) -> None:
        """End the command. Seats that read nothing of it do not read its end either."""
        told_apart = [r.draft for r in (*self._trail, *self.new) if not r.foreign]
        made = [draft for draft in told_apart if not isinstance(draft.event, DISCLOSING)]
        along: Draft | None = None
        if all(draft.whole and draft.to is not None for draft in made):
            read = {seat for draft in made for seat in draft.to or ()}
            known = tuple(seat for seat in self.state.fight.seats if seat in read)
            along = Draft(e.CommandEnded(), to=known, whole=True)
        self._put(e.CommandEnded(), "", along=along)

    # -- what rules use
    @property
    def seat(self) -> str:
        if self.state.fight.open is None:
            raise Fault("no command is open")
        return self.state.fight.open.seat

    def seen(self, seat: str | None) -> State[Own]:
        spend(2)
        return self._book.seen(self.state, seat)

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Reasons | None = None) -> int:
        if isinstance(event, e.VitalChanged):
            self._check_vital(event)
        if because is not None and not because.terms and not because.causes:
            because = None
        before = self.state.fight
        if isinstance(event, e.SightChanged) and event.combatant in before.combatants:
            for news, seats in vanishing(before, {event.combatant: event.seen_by}):
                self._emit(news, rule, seats, None)
        made = self._emit(event, rule, None if to is None else as_seats(to), because)
        if isinstance(event, CHANGING):
            for news, seats in disclosures(self._book, before, self.state):
                self._emit(news, rule, seats, None)
            self.last = made
        return made

    def _emit(
        self, event: Event, rule: str, to: tuple[str, ...] | None, because: Reasons | None, along: Draft | None = None
    ) -> int:
        event = with_places_apart(with_hidden_listed_apart(event, self.state.fight), self.state.fight)
        recorded = self.recorded(type(event))
        if recorded:
            self._must_match(recorded, event, rule, because)
        else:
            recorded = self._put(event, rule, to, because=because, along=along)
        return recorded.version

    def _check_vital(self, event: e.VitalChanged) -> None:
        vital = self._vital(event.combatant, event.vital)
        if vital.now + event.change != event.now:
            raise Fault(
                f"{event.combatant} {event.vital}: now {event.now} is not the present {vital.now} plus {event.change}"
            )

    def _vital(self, who: str, vital: str) -> Vital:
        combatant = self.state.fight.combatants.get(who)
        if combatant is None or vital not in combatant.vitals:
            raise Fault(f"{who!r} has no vital {vital!r}")
        return combatant.vitals[vital]

    def change(
        self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Reasons | None = None
    ) -> int:
        spend(5)  # a change of nothing makes no event
        figure = self._vital(who, vital)
        now = figure.moved(by, least=least)
        if now == figure.now:
            self.last = 0
            return 0
        event = e.VitalChanged(combatant=who, vital=vital, change=now - figure.now, now=now)
        self.emit(event, rule=rule, because=because)
        return now - figure.now

    def new_id(self) -> str:
        self._ids += 1
        opened = self.state.fight.open
        return f"{opened.command if opened else ''}-{self._ids}"

    @contextmanager
    def during(self, what: str, by: str) -> Iterator[None]:
        self._frames.append(Interrupted(what, by))
        try:
            yield
        finally:
            self._frames.pop()

    # -- dice
    def _rollers(self, by: str, to: tuple[str, ...] | None) -> tuple[str, ...]:
        """The seats that type the faces: the roller's, or the GM's for a roll that the roller may not see."""
        fight = self.state.fight
        seats = (by,) if by in fight.seats else fight.holders(by)
        return seats if to is None else tuple(s for s in seats if s in to) or fight.gms()

    def _faces(
        self,
        dice: Dice,
        by: str,
        why: str,
        rule: str,
        to: tuple[str, ...] | None,
        closed_by: type[Event],
        among: Sequence[Any] = (),
        *,
        typed: bool = False,
    ) -> Any:
        """Recorded closing event, or new faces; opens a question where a person must type them.

        Gone where a ruling has taken the roller off the table since the order began.
        among: what each face of the one die means; only whoever types it reads that. typed: see `FaceSource`.
        """
        seats = self._rollers(by, to)
        fallen = self._fallen.pop(RollAhead(format_dice(dice), by, why), None)
        if fallen is not None:
            return self.recorded(closed_by) or fallen.faces
        recorded = self.recorded(closed_by, e.DecisionOpened)
        opened: Recorded | None = None
        if recorded and isinstance(recorded.event, e.DecisionOpened):
            if recorded.event.of > 1:
                several = self._faces_of_several(RollAhead(format_dice(dice), by, why), rule, recorded)
                return self.recorded(closed_by) or several
            opened = recorded
            self._must_match(opened, self._roll_question(dice, by, why, seats, opened.version, to, among), rule)
            recorded = self.recorded(closed_by)
        while recorded is None:
            roller = self.state.fight.combatants.get(by)
            if roller is not None and roller.out == REMOVED and any(r.foreign for r in self._trail):
                raise Gone(f"{by} has been taken off the table, and would roll")
            entropy = self.state.fight.entropy
            faces: tuple[int, ...] | None
            if isinstance(self._dice, RunDice):
                faces = self._dice.roll(by, why, dice)
            else:
                faces = self._dice.faces(self.next_version, dice, hidden=to is not None, typed=typed, entropy=entropy)
            if faces is None:
                faces = self._typed.take(dice, seats)
            if faces is not None:
                return faces
            if opened is None:
                if to is None and not among and self._typed.asks_together(self.next_version):
                    several = self._faces_of_several(RollAhead(format_dice(dice), by, why), rule)
                    if several is not None:
                        return several
                question = self._roll_question(dice, by, why, seats, self.next_version, to, among)
                opened = self._put(question, rule, seats if among and to is None else to)
            self._pause()
            recorded = self.recorded(closed_by)
        return recorded

    @contextmanager
    def rolls_together(self, rolls: Iterable[RollAhead]) -> Iterator[None]:
        self._ahead = list(rolls)
        try:
            yield
        finally:
            self._ahead, self._fallen = [], {}

    def _faces_of_several(self, first: RollAhead, rule: str, opened: Recorded | None = None) -> tuple[int, ...] | None:
        """The faces of a roll that is asked for together with others that follow; None where it is alone.

        opened: the first recorded question of the window. Who is hidden is asked apart: how many are asked would tell.
        """
        rolls = self._typed_ahead(first)
        if len(rolls) < 2:
            if opened is None:
                return None
            raise ReplayDiverged(opened.version, _words(opened.draft), f"the roll of {first.by} alone")
        ids, fresh = self._open_rolls(rolls, rule, opened)
        fallen: dict[int, tuple[int, ...]] = {}
        if fresh:
            self._keep_faces(ids, fallen, rule)
        while len(fallen) < len(ids):
            recorded = self.recorded(e.DecisionAnswered)
            if recorded is None:
                self._pause()
                continue
            answer = recorded.event
            assert isinstance(answer, e.DecisionAnswered)
            if answer.decision not in ids or answer.decision in fallen or answer.typed_faces is None:
                raise ReplayDiverged(recorded.version, _words(recorded.draft), f"faces for {list(ids)}")
            fallen[answer.decision] = answer.typed_faces
        self._fallen = {roll: Fallen(fallen[decision], typed) for decision, (roll, typed) in ids.items()}
        self._ahead = []  # a bonus die may be the same roll by name, and is none of those that were announced
        return self._fallen.pop(first).faces

    def _typed_ahead(self, first: RollAhead) -> list[RollAhead]:
        """Those of the rolls that follow which people type, from this one on; none where this one is asked apart."""
        fight = self.state.fight
        if first not in self._ahead or not self._is_typed_openly(fight, first.by):
            return []
        rest = self._ahead[self._ahead.index(first) :]
        return [roll for roll in dict.fromkeys(rest) if self._is_typed_openly(fight, roll.by)]

    @staticmethod
    def _is_typed_openly(fight: Fight, by: str) -> bool:
        who = fight.combatants.get(by)
        return (fight.dice == "PHYSICAL" or fight.types(by)) and (who is None or (who.seen_by is None and not who.out))

    def _open_rolls(
        self, rolls: list[RollAhead], rule: str, opened: Recorded | None
    ) -> tuple[dict[int, tuple[RollAhead, bool]], bool]:
        """The rolls by decision, each with whether it is typed among dice of the server; whether they are new."""
        ids: dict[int, tuple[RollAhead, bool]] = {}
        fresh = opened is None
        asked = [(roll, self._rollers(roll.by, None), self.state.fight.types(roll.by)) for roll in rolls]
        for number, (roll, seats, typed) in enumerate(asked):
            recorded = opened if number == 0 else None if fresh else self.recorded(e.DecisionOpened)
            version = recorded.version if recorded else self.next_version
            question = self._roll_question(parse_dice(roll.dice), roll.by, roll.why, seats, version, None, ())
            question = structs.replace(question, window=next(iter(ids), version), of=len(rolls))
            if recorded:
                self._must_match(recorded, question, rule)
            else:
                self._put(question, rule)
            ids[version] = (roll, typed)
        return ids, fresh

    def _keep_faces(
        self, ids: Mapping[int, tuple[RollAhead, bool]], fallen: dict[int, tuple[int, ...]], rule: str
    ) -> None:
        """Whoever has typed his faces before the window was withdrawn does not roll again."""
        for seat, opening, answer in self._kept_answers():
            for decision in ids:
                draft = self._made(decision)
                if decision in fallen or answer.typed_faces is None or draft is None:
                    continue
                if same_question(draft.event, opening):
                    event = structs.replace(answer, decision=decision, how="KEPT")
                    by, self._seat = self._seat, seat
                    self._put(event, rule, along=draft)
                    self._seat = by
                    fallen[decision] = answer.typed_faces
                    break

    def _roll_question(
        self,
        dice: Dice,
        by: str,
        why: str,
        seats: tuple[str, ...],
        version: int,
        to: tuple[str, ...] | None,
        among: Sequence[Any],
    ) -> e.DecisionOpened:
        figures = {"dice": format_dice(dice), "by": by, "why": why}
        return e.DecisionOpened(
            window=version,
            of=1,
            seats=seats,
            kind=ROLL,
            visibility=Visibility.OPEN if to is None and not among else Visibility.PRIVATE,
            deadline=None,
            pace=0,
            interrupts=tuple(self._frames),
            question={**figures, "among": [self._as_json(thing) for thing in among]} if among else figures,
            offers=(),
            default="",
        )

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
        parsed = parse_dice(dice)
        if parsed.count == 0:
            self.last = 0
            return ()
        seats = None if to is None else as_seats(to)
        if seats is not None and because is not None:
            because = because.opened()  # whoever sees a hidden roll at all sees all of it
        # As it is before the dice are asked for: who has been asked types them, whoever controls the roller by then.
        typed = seats is None and self.state.fight.types(by)
        fallen = self._fallen.get(RollAhead(dice, by, why)) if seats is None else None
        if fallen is not None:
            typed = fallen.typed
        said = True if typed else None
        got = self._faces(parsed, by, why, rule, seats, e.DiceRolled, typed=typed)
        if isinstance(got, Recorded):
            assert isinstance(got.event, e.DiceRolled)
            faces = got.event.faces
            self._must_match(got, e.DiceRolled(dice=dice, faces=faces, by=by, why=why, typed=said), rule, because)
        else:
            faces = got
            if seats is None and known_to is not None and because is not None and because.private:
                seats = as_seats(known_to)
            event = e.DiceRolled(dice=dice, faces=faces, by=by, why=why, typed=said)
            got = self._put(event, rule, seats, because=because)
        self.last = got.version
        return faces

    def draw(self, things: Sequence[T], *, by: str, why: str, rule: str, to: Seats | None = None) -> T:
        if not things:
            raise Fault(f"nothing to draw from: {why}")
        seats, count = None if to is None else as_seats(to), len(things)
        got = self._faces(Dice(1, count), by, why, rule, seats, e.Drawn, things)
        if isinstance(got, Recorded):
            assert isinstance(got.event, e.Drawn)
            index = got.event.index
            self._must_match(got, e.Drawn(index=index, among=count, by=by, why=why), rule)
        else:
            index = got[0] - 1
            self._put(e.Drawn(index=index, among=count, by=by, why=why), rule, seats)
        return things[index]

    def _as_json(self, thing: Any) -> Any:
        """A thing to draw as a question holds it: an order as it would be sent, anything else as plain JSON."""
        thing = thing.body if isinstance(thing, Offer) else thing
        return self._book.encode_order(thing) if isinstance(thing, Order) else plain(thing)

    # -- questions
    def ask(self, seats: Seats, question: Question[A], *, rule: str) -> A:
        return self.ask_all([(seats, question)], rule=rule)[0]

    def asks(self, kind: type[Question[Any]]) -> bool:
        policy = self.state.fight.policy.get(kind.__name__)
        return (kind.asked if policy is None else policy.asked) or kind.visibility is Visibility.SEALED

    def ask_all(self, asks: Sequence[tuple[Seats, Question[A]]], *, rule: str) -> list[A]:
        spend(sum(QUESTION + OFFER * len(question.offers) for _, question in asks))
        replies: dict[int, A] = {}
        asked: dict[int, tuple[tuple[str, ...], Question[A]]] = {}
        for number, (seats, question) in enumerate(asks):
            if not self.asks(type(question)) or self._is_pointless(question):
                replies[number] = question.offer(question.default).body
                continue
            answering = self._answering(seats, question)
            if self._skips(answering, question, rule):
                replies[number] = question.offers[0].body
            else:
                asked[number] = (answering, question)
        self.last = 0
        if asked:
            replies.update(zip(asked, self._window(list(asked.values()), rule), strict=True))
        return [replies[number] for number in range(len(asks))]

    def _is_pointless(self, question: Question[Any]) -> bool:
        """Whether who would act by a question cannot, or whom it is about is off the table: its default is taken."""
        fight, actor = self.state.fight, type(question).actor
        for name in question.__struct_fields__:
            if name in _NO_FIGURES or name in type(question).words:
                continue
            value = getattr(question, name)
            who = [fight.combatants.get(key) for key in ((value,) if isinstance(value, str) else _ids(value))]
            if who and all(combatant is not None and combatant.out == REMOVED for combatant in who):
                return True
            if name == actor and who[0] is not None and not self._book.can_act(self.state, who[0].id):
                return True
        return False

    def _skips(self, seats: tuple[str, ...], question: Question[A], rule: str) -> bool:
        """Whether a question is not put to anybody: it has a single answer, and everybody could have read that.

        What every reader could have read tells nobody more by being left out. Whether somebody who does not read the
        offers could work them out is no ground: it would depend on what is hidden, and that the table goes on, or
        stops, would tell of it.
        """
        if not self.state.fight.single_answers.skip or not question.offers or has_choice(question.offers):
            return False
        return self._all_read(self._opening(seats, question, self._policy(question), 0, 1), question)

    def _all_read(self, opening: e.DecisionOpened, question: Question[A]) -> bool:
        """Whether everybody reads a question with its offers."""
        fight = self.state.fight
        return (
            question.visibility is Visibility.OPEN
            and recipients_of(opening, fight, None, words=question.words, sides=sides_named(question)[0])[0] is None
        )

    def _window(self, asked: Sequence[tuple[tuple[str, ...], Question[A]]], rule: str) -> list[A]:
        """The answers of a window, as the rules read them. Stops the rule until the window is complete."""
        ids, fresh = self._open_window(asked, rule)
        questions = {decision: question for decision, (_, question) in zip(ids, asked, strict=True)}
        answers: dict[int, e.DecisionAnswered] = {}
        bodies: dict[int, A] = {}
        if fresh:
            self._keep_answers(asked, ids, answers, rule)
            self._prefer(asked, ids, answers, rule)
        while len(answers) < len(ids):
            recorded = self.recorded(e.DecisionAnswered) or self._answered_at_once(rule)
            if recorded is None:
                self._waits_for = questions
                self._pause()
                self._waits_for = {}
                continue
            answer = recorded.event
            assert isinstance(answer, e.DecisionAnswered)
            if answer.decision not in ids or answer.decision in answers:
                raise ReplayDiverged(recorded.version, _words(recorded.draft), f"answers to {ids}")
            answers[answer.decision] = answer
            # Decoded at once, not when the window is complete: an invalid answer is refused to its sender.
            bodies[answer.decision] = self._body(questions[answer.decision], answer)
        sealed = [d for d, question in questions.items() if question.visibility is Visibility.SEALED]
        if sealed:
            revealed = {str(d): {"choice": answers[d].choice, "picks": answers[d].picks or {}} for d in sealed}
            drafts = [draft for decision in sealed if (draft := self._made(decision)) and draft.whole]
            along = drafts[0] if drafts else None
            self._emit(e.AnswersRevealed(window=ids[0], answers=revealed), rule, None, None, along)
        return [bodies[d] if d in bodies else self._body(questions[d], answers[d]) for d in ids]

    def _answered_at_once(self, rule: str) -> Recorded | None:
        """An immediate answer of a seat; whatever follows in this step is attributed to it."""
        fight = self.state.fight
        if self._at_once is None or fight.window is None:
            return None
        asked = next(a for a in fight.window.asked if not a.answered)
        given = self._at_once(fight, asked)
        if given is None:
            return None
        self._seat, choice, picks = given
        event = e.DecisionAnswered(decision=asked.decision, choice=choice, picks=picks, how="HAND")
        return self._put_answer(event, rule, asked.visibility, asked.seats)

    def _keep_answers(
        self,
        asked: Sequence[tuple[tuple[str, ...], Question[A]]],
        ids: Sequence[int],
        answers: dict[int, e.DecisionAnswered],
        rule: str,
    ) -> None:
        """Whoever has answered a question of a withdrawn window that is asked anew unchanged is not asked twice."""
        for seat, opening, answer in self._kept_answers():
            for decision, (seats, question) in zip(ids, asked, strict=True):
                draft = self._made(decision)
                if decision in answers or draft is None or not same_question(draft.event, opening):
                    continue
                event = structs.replace(answer, decision=decision, how="KEPT")
                by, self._seat = self._seat, seat
                self._put_answer(event, rule, question.visibility, seats)
                self._seat = by
                answers[decision] = event
                break

    def _kept_answers(self) -> Iterator[tuple[str | None, e.DecisionOpened, e.DecisionAnswered]]:
        """The answers of the window whose withdrawal the trail ends with: by which seat, and to what."""
        last = self._trail[-1] if self._trail else None
        if self._asked_anew or last is None or not isinstance(last.event, e.DecisionWithdrawn):
            return
        self._asked_anew = True
        opened = {r.version: r.event for r in self._trail if isinstance(r.event, e.DecisionOpened)}
        window = opened[last.event.decision].window
        for r in self._trail:
            if isinstance(r.event, e.DecisionAnswered) and not r.foreign:
                opening = opened.get(r.event.decision)
                if opening is not None and opening.window == window:
                    yield r.draft.seat, opening, r.event

    def _put_answer(
        self, event: e.DecisionAnswered, rule: str, visibility: Visibility, seats: tuple[str, ...]
    ) -> Recorded:
        """A new answer, for those who may read it. visibility: of its question; seats: whom that asks."""
        to, sealed = answer_audience(visibility, seats)
        return self._put(event, rule, to, sealed=sealed, along=self._made(event.decision))

    @staticmethod
    def _body(question: Question[A], answer: e.DecisionAnswered) -> A:
        return filled(question.offer(answer.choice or ""), answer.picks or {})

    def _policy(self, question: Question[A]) -> Policy | None:
        return self.state.fight.policy.get(type(question).__name__)

    def _answering(self, seats: Seats, question: Question[A]) -> tuple[str, ...]:
        """The existing seats that know everybody named; the GM's where there are none."""
        fight = self.state.fight
        here = tuple(dict.fromkeys(s for s in as_seats(seats) if s in fight.seats))
        if fight.hidden or zones_of(fight):
            here = recipients_of_all(
                here,
                fight,
                without_words(plain(question), question.words),
                plain(tuple(self._frames)),
                sides=sides_named(question)[0],
            )
        return here or fight.gms()

    def _open_window(self, asked: Sequence[tuple[tuple[str, ...], Question[A]]], rule: str) -> tuple[list[int], bool]:
        """The decisions' ids, and whether they were opened just now."""
        ids: list[int] = []
        fresh = False
        for seats, question in asked:
            # Before the recorded event is folded, and with it a policy set meanwhile.
            event = self._opening(seats, question, self._policy(question), 0, len(asked))
            event = structs.replace(event, pace=self._pace(event, question))
            recorded = self.recorded(e.DecisionOpened)
            version = recorded.version if recorded else self.next_version
            event = structs.replace(event, window=ids[0] if ids else version)
            if recorded:
                self._must_match(recorded, event, rule)
            else:
                if not question.offers:
                    raise Fault(f"{type(question).__name__} has no legal answer")
                question.offer(question.default)
                open_to_all = question.visibility is Visibility.OPEN
                self._put(
                    event,
                    rule,
                    None if open_to_all else seats,
                    words=question.words,
                    sides=sides_named(question)[0],
                    hidden=question.visibility is Visibility.HIDDEN,
                )
                fresh = True
            ids.append(version)
        return ids, fresh

    def _pace(self, opening: e.DecisionOpened, question: Question[A]) -> int:
        """Seconds before anything answers a question by itself.

        All questions whose offers not everybody reads have the table's pace, whatever they offer: it must not tell.
        Where everybody could name them all the same there is nothing to tell.
        """
        single = self.state.fight.single_answers
        if not single.skip or self._all_read(opening, question) or question.open_offers:
            return opening.pace
        # No longer than until silence answers, which shows as well.
        return max(opening.pace, min(single.pace, opening.deadline or single.pace))

    def _opening(
        self, seats: tuple[str, ...], question: Question[A], policy: Policy | None, window: int, of: int
    ) -> e.DecisionOpened:
        figures = plain(question)
        for name in ("offers", "default", "deadline"):
            figures.pop(name)
        return e.DecisionOpened(
            window=window,
            of=of,
            seats=seats,
            kind=type(question).__name__,
            visibility=question.visibility,
            deadline=question.deadline or (policy.deadline if policy else 0) or None,
            pace=policy.pace if policy else 0,
            interrupts=tuple(self._frames),
            question=figures,
            offers=tuple(
                Offer(
                    o.key,
                    plain(o.body),
                    o.rule,
                    tuple(structs.replace(f, among=tuple(plain(f.among))) for f in o.fields),
                )
                for o in question.offers
            ),
            default=question.default,
        )

    def _prefer(
        self,
        asked: Sequence[tuple[tuple[str, ...], Question[A]]],
        ids: Sequence[int],
        answers: dict[int, e.DecisionAnswered],
        rule: str,
    ) -> None:
        """Standing preferences answer as the question opens; read once, recorded like an answer by hand.

        Where the question has a pace, they wait until it has passed.
        """
        window = self.state.fight.window
        paced = {open_question.decision for open_question in (window.asked if window else ()) if open_question.pace}
        for decision, (seats, question) in zip(ids, asked, strict=True):
            if decision in paced or decision in answers:
                continue
            choice = preferred(self._preferences, seats, type(question).__name__, question.offers, question.default)
            if choice is None:
                continue
            event = e.DecisionAnswered(decision=decision, choice=choice, picks={}, how="PREFERENCE")
            self._put_answer(event, rule, question.visibility, seats)
            answers[decision] = event


def same_question(event: Event, other: Event) -> bool:
    """Whether two decisions put the same question to the same seats. When it is due does not matter."""
    if not isinstance(event, e.DecisionOpened) or not isinstance(other, e.DecisionOpened):
        return False
    alike = structs.replace(event, window=other.window, of=other.of, deadline=other.deadline, pace=other.pace)
    return bool(plain(alike) == plain(other))


_NO_FIGURES = ("offers", "default", "deadline")


def _ids(value: object) -> tuple[str, ...]:
    """A list of ids; () for anything else."""
    return value if isinstance(value, tuple) and all(isinstance(item, str) for item in value) else ()


def answer_audience(visibility: Visibility, seats: tuple[str, ...]) -> tuple[tuple[str, ...] | None, bool]:
    """(seats that see an answer, None for everybody; whether it is sealed even from the GM)."""
    if visibility is Visibility.OPEN:
        return None, False
    return seats, visibility is Visibility.SEALED
