"""The table that rules play at: a command is run again along its trail, and goes on where the trail ends.

The trail holds the live events since the command's base, foreign ones in their place. Each call of a rule gives back
what was recorded, then folds the foreign events directly behind it, so that a rule meets a correction exactly where it
fell. Past the trail's end everything is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NoReturn, TypeVar

from msgspec import Struct, structs

from engine.kernel import events as e
from engine.kernel.audience import apart, audience_of, hidden_with, knowing_all, without
from engine.kernel.combatant import Vital
from engine.kernel.decisions import A, Offer, Question, Visibility, filled
from engine.kernel.dice import Dice, FaceSource, TypedFaces, format_dice, parse_dice
from engine.kernel.errors import FacesRefused, Fault, ReplayDiverged
from engine.kernel.fight import ROLL, Asked, Fight, Interrupted, Policy, State
from engine.kernel.ids import Seats, as_seats
from engine.kernel.messages import Draft, Event, Recorded, plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.why import Why

Own = TypeVar("Own", bound=Struct)
T = TypeVar("T")

AtOnce = Callable[[Fight, Asked], tuple[str, str, dict[str, Any]] | None]
"""Who answers as a question opens: its seat, the key of an offer, picks; None where the question is to wait.

Nothing is left to wait for where bots play by themselves, and a rule that stops runs again from its base. The answer is
recorded as one by hand in a step of its own would be.
"""


class Paused(BaseException):
    """A question has no answer yet: the rule stops here. Not an error, and nothing a rule may catch."""


def _words(draft: Draft) -> str:
    """A draft as a diverging replay names it."""
    told = f"{type(draft.event).__name__} {plain(draft.event)} [{draft.rule}]"
    return f"{told} because {plain(draft.because)}" if draft.because else told


class RunningTable(Generic[Own]):
    """One run of one command.

    base: the state it began with; trail: live events since, the last `tentative` of which are not yet stored.
    head: the version of the trail's last event, or of the stream's head if that is later.
    seat: who brought this step about; preferences: "seat kind" -> "always" | "never".
    closed: a question has stopped the rule; nothing may happen at this table any more.
    """

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
    ) -> None:
        self.state = base
        self.new: list[Recorded] = []
        self.position = 0
        self._book, self._base, self._trail, self._head = book, base, trail, head
        self._seat, self._dice, self._typed, self._preferences, self._clock = seat, dice, typed, preferences, clock
        self._at_once = at_once
        self.closed = False
        self.last = 0
        self._frames: list[Interrupted] = []
        self._ids = 0
        self._fold_foreign()

    # -- the trail
    def _fold_foreign(self) -> None:
        while self.position < len(self._trail) and self._trail[self.position].foreign:
            self.state = self._book.evolve(self.state, self._trail[self.position])
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
        self.state = self._book.evolve(self.state, recorded)
        self._fold_foreign()
        return recorded

    def _must_match(self, recorded: Recorded, event: Event, rule: str, because: Why | None = None) -> None:
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
        because: Why | None = None,
        along: Draft | None = None,
        words: tuple[str, ...] = (),
    ) -> Recorded:
        """A new event. along: the draft of another that it belongs to, and is hidden with. words: as of a question."""
        if self.state.fight.open is None:
            raise Fault("no command is open")
        version = self.next_version
        if because is not None and because.causes and not 0 < min(because.causes) <= max(because.causes) < version:
            raise Fault(f"{type(event).__name__}: version {version} cannot come from {because.causes}")
        seats, whole = audience_of(event, self.state.fight, to, sealed=sealed, because=because, words=words)
        if along is not None:
            seats, whole = hidden_with(along, seats, whole)
        if seats is None and because is not None and because.private:
            raise Fault(f"{type(event).__name__}: its private terms are for nobody in particular: say `to`")
        draft = Draft(event, rule, self._seat, self.state.fight.open.command, seats, whole, because)
        recorded = Recorded(version, self._clock(), draft)
        self.state = self._book.evolve(self.state, recorded)
        self.new.append(recorded)
        self.last = version
        return recorded

    def take_back(self) -> None:
        """The last new event has not come about; what the rule did besides counts no more, for it has stopped."""
        self.new.pop()
        self.state = self._base
        for recorded in (*self._trail, *self.new):
            self.state = self._book.evolve(self.state, recorded)

    def _made(self, version: int) -> Draft | None:
        """The draft of an event of this command."""
        return next((r.draft for r in (*self._trail, *self.new) if r.version == version), None)

    def _pause(self) -> NoReturn:
        self.closed = True
        raise Paused

    def end_command(self) -> None:
        """The order is played out. Who reads nothing of it does not read of its end."""
        made = [r.draft for r in (*self._trail, *self.new) if not r.foreign]
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
        return self._book.seen(self.state, seat)

    def emit(self, event: Event, *, rule: str, to: Seats | None = None, because: Why | None = None) -> int:
        if isinstance(event, e.VitalChanged):
            self._check_vital(event)
        if because is not None and not because.terms and not because.causes:
            because = None
        return self._emit(event, rule, None if to is None else as_seats(to), because)

    def _emit(
        self, event: Event, rule: str, to: tuple[str, ...] | None, because: Why | None, along: Draft | None = None
    ) -> int:
        event = apart(event, self.state.fight)
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

    def change(self, who: str, vital: str, by: int, *, rule: str, least: int = 0, because: Why | None = None) -> int:
        figure = self._vital(who, vital)
        now = max(figure.now + by, min(least, figure.now))
        if figure.max is not None and by > 0:
            now = min(now, max(figure.max, figure.now))
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
        """The seats that type the faces: his who rolls, or the GM's for a roll that he may not see."""
        fight = self.state.fight
        seats = (by,) if by in fight.seats else fight.holders(by)
        return seats if to is None else tuple(s for s in seats if s in to) or fight.gms()

    def _faces(
        self, dice: Dice, by: str, why: str, rule: str, to: tuple[str, ...] | None, closed_by: type[Event]
    ) -> Any:
        """Recorded closing event, or new faces; opens a question where a person must type them."""
        seats = self._rollers(by, to)
        recorded = self.recorded(closed_by, e.DecisionOpened)
        opened: Recorded | None = None
        if recorded and isinstance(recorded.event, e.DecisionOpened):
            opened = recorded
            self._must_match(opened, self._roll_question(dice, by, why, seats, opened.version, to), rule)
            recorded = self.recorded(closed_by)
        if recorded:
            return recorded
        faces = self._dice.faces(self.next_version, dice, hidden=to is not None, entropy=self.state.fight.entropy)
        if faces is None:
            faces = self._typed.take(dice, seats)
            if faces is None:
                if opened is None:
                    self._put(self._roll_question(dice, by, why, seats, self.next_version, to), rule, to)
                self._pause()
            if any(not 1 <= face <= dice.sides for face in faces):
                raise FacesRefused(f"{dice} cannot show {list(faces)}: each face is 1 to {dice.sides}")
        return faces

    def _roll_question(
        self, dice: Dice, by: str, why: str, seats: tuple[str, ...], version: int, to: tuple[str, ...] | None
    ) -> e.DecisionOpened:
        return e.DecisionOpened(
            window=version,
            of=1,
            seats=seats,
            kind=ROLL,
            visibility=Visibility.OPEN if to is None else Visibility.PRIVATE,
            deadline=None,
            pace=0,
            interrupts=tuple(self._frames),
            question={"dice": format_dice(dice), "by": by, "why": why},
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
        because: Why | None = None,
        knowing: Seats | None = None,
    ) -> tuple[int, ...]:
        parsed = parse_dice(dice)
        if parsed.count == 0:
            self.last = 0
            return ()
        seats = None if to is None else as_seats(to)
        if seats is not None and because is not None:
            because = because.opened()  # who sees a hidden roll at all sees all of it
        got = self._faces(parsed, by, why, rule, seats, e.DiceRolled)
        if isinstance(got, Recorded):
            assert isinstance(got.event, e.DiceRolled)
            faces = got.event.faces
            self._must_match(got, e.DiceRolled(dice=dice, faces=faces, by=by, why=why), rule, because)
        else:
            faces = got
            if seats is None and knowing is not None and because is not None and because.private:
                seats = as_seats(knowing)
            got = self._put(e.DiceRolled(dice=dice, faces=faces, by=by, why=why), rule, seats, because=because)
        self.last = got.version
        return faces

    def draw(self, things: Sequence[T], *, by: str, why: str, rule: str, to: Seats | None = None) -> T:
        if not things:
            raise Fault(f"nothing to draw from: {why}")
        seats, count = None if to is None else as_seats(to), len(things)
        got = self._faces(Dice(1, count), by, why, rule, seats, e.Drawn)
        if isinstance(got, Recorded):
            assert isinstance(got.event, e.Drawn)
            index = got.event.index
            self._must_match(got, e.Drawn(index=index, among=count, by=by, why=why), rule)
        else:
            index = got[0] - 1
            self._put(e.Drawn(index=index, among=count, by=by, why=why), rule, seats)
        return things[index]

    # -- questions
    def ask(self, seats: Seats, question: Question[A], *, rule: str) -> A:
        return self.ask_all([(seats, question)], rule=rule)[0]

    def asks(self, kind: type[Question[Any]]) -> bool:
        policy = self.state.fight.policy.get(kind.__name__)
        return policy is None or policy.asked or kind.visibility is Visibility.SEALED

    def ask_all(self, asks: Sequence[tuple[Seats, Question[A]]], *, rule: str) -> list[A]:
        replies: dict[int, A] = {}
        asked: dict[int, tuple[tuple[str, ...], Question[A]]] = {}
        for number, (seats, question) in enumerate(asks):
            if not self.asks(type(question)):
                replies[number] = question.offer(question.default).body
            else:
                asked[number] = (self._answering(seats, question), question)
        self.last = 0
        if asked:
            replies.update(zip(asked, self._window(list(asked.values()), rule), strict=True))
        return [replies[number] for number in range(len(asks))]

    def _window(self, asked: Sequence[tuple[tuple[str, ...], Question[A]]], rule: str) -> list[A]:
        """The answers of a window, as the rules read them. Stops the rule until the last of them is in."""
        ids, fresh = self._open_window(asked, rule)
        questions = {decision: question for decision, (_, question) in zip(ids, asked, strict=True)}
        answers: dict[int, e.DecisionAnswered] = {}
        bodies: dict[int, A] = {}
        if fresh:
            self._prefer(asked, ids, answers, rule)
        while len(answers) < len(ids):
            recorded = self.recorded(e.DecisionAnswered) or self._answered_at_once(rule)
            if recorded is None:
                self._pause()
            answer = recorded.event
            assert isinstance(answer, e.DecisionAnswered)
            if answer.decision not in ids or answer.decision in answers:
                raise ReplayDiverged(recorded.version, _words(recorded.draft), f"answers to {ids}")
            answers[answer.decision] = answer
            # Read at once, not when all are in: what does not fit is refused to the seat that sent it.
            bodies[answer.decision] = self._body(questions[answer.decision], answer)
        sealed = [d for d, question in questions.items() if question.visibility is Visibility.SEALED]
        if sealed:
            revealed = {str(d): {"choice": answers[d].choice, "picks": answers[d].picks or {}} for d in sealed}
            drafts = [draft for decision in sealed if (draft := self._made(decision)) and draft.whole]
            along = drafts[0] if drafts else None
            self._emit(e.AnswersRevealed(window=ids[0], answers=revealed), rule, None, None, along)
        return [bodies[d] if d in bodies else self._body(questions[d], answers[d]) for d in ids]

    def _answered_at_once(self, rule: str) -> Recorded | None:
        """The answer of a seat that takes no time; what follows in this step is what it has brought about."""
        fight = self.state.fight
        if self._at_once is None or fight.window is None:
            return None
        asked = next(a for a in fight.window.asked if not a.answered)
        given = self._at_once(fight, asked)
        if given is None:
            return None
        self._seat, choice, picks = given
        event = e.DecisionAnswered(decision=asked.decision, choice=choice, picks=picks, how="HAND")
        to, sealed = answer_audience(asked.visibility, asked.seats)
        return self._put(event, rule, to, sealed=sealed, along=self._made(asked.decision))

    @staticmethod
    def _body(question: Question[A], answer: e.DecisionAnswered) -> A:
        return filled(question.offer(answer.choice or ""), answer.picks or {})

    def _policy(self, question: Question[A]) -> Policy | None:
        return self.state.fight.policy.get(type(question).__name__)

    def _answering(self, seats: Seats, question: Question[A]) -> tuple[str, ...]:
        """The seats that are there and know of everybody named; the GM's where there is none."""
        fight = self.state.fight
        here = tuple(dict.fromkeys(s for s in as_seats(seats) if s in fight.seats))
        if fight.hidden:
            here = knowing_all(here, fight, without(plain(question), question.words), plain(tuple(self._frames)))
        return here or fight.gms()

    def _open_window(self, asked: Sequence[tuple[tuple[str, ...], Question[A]]], rule: str) -> tuple[list[int], bool]:
        """The decisions' ids, and whether they were opened just now."""
        ids: list[int] = []
        fresh = False
        for seats, question in asked:
            policy = self._policy(question)  # before what was recorded is folded, and with it a policy set meanwhile
            recorded = self.recorded(e.DecisionOpened)
            version = recorded.version if recorded else self.next_version
            event = self._opening(seats, question, policy, ids[0] if ids else version, len(asked))
            if recorded:
                self._must_match(recorded, event, rule)
            else:
                if not question.offers:
                    raise Fault(f"{type(question).__name__} has no legal answer")
                question.offer(question.default)
                open_to_all = question.visibility is Visibility.OPEN
                self._put(event, rule, None if open_to_all else seats, words=question.words)
                fresh = True
            ids.append(version)
        return ids, fresh

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

        Where the table gives a kind its time, they wait for the end of it.
        """
        for decision, (seats, question) in zip(ids, asked, strict=True):
            policy = self._policy(question)
            if policy is not None and policy.pace:
                continue
            choice = preferred(self._preferences, seats, question)
            if choice is None:
                continue
            event = e.DecisionAnswered(decision=decision, choice=choice, picks={}, how="PREFERENCE")
            to, sealed = answer_audience(question.visibility, seats)
            self._put(event, rule, to, sealed=sealed, along=self._made(decision))
            answers[decision] = event


def preferred(preferences: Mapping[str, str], seats: tuple[str, ...], question: Question[Any]) -> str | None:
    """The key a standing preference picks; None where the seat wants to be asked, or several may answer."""
    if len(seats) != 1:
        return None
    match preferences.get(f"{seats[0]} {type(question).__name__}"):
        case "never":
            return question.default
        case "always":
            return next((o.key for o in question.offers if o.key != question.default), question.default)
        case _:
            return None


def answer_audience(visibility: Visibility, seats: tuple[str, ...]) -> tuple[tuple[str, ...] | None, bool]:
    """(seats that see an answer, None for everybody; whether it is sealed even from the GM)."""
    if visibility is Visibility.OPEN:
        return None, False
    return seats, visibility is Visibility.SEALED
