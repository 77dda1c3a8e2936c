"""Proving the rules' part: every step of a stream is decided again, and must make exactly what is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import decide, facts, overruling, position
from engine.kernel import events as e
from engine.kernel.audience import audience_of
from engine.kernel.decide import Choice
from engine.kernel.disclosing import is_talk
from engine.kernel.errors import ReplayDiverged, RuleRefusal, SkaldError
from engine.kernel.evolve import is_roll, merged
from engine.kernel.fight import Fight
from engine.kernel.gm import Correct
from engine.kernel.messages import Recorded, plain
from engine.kernel.position import Position, advance, standing_at
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.service.audit_facts import can_be_said
from engine.service.audit_recorded import RecordedFaces, circumstances_of
from engine.service.audit_talk import is_overtaken, said
from engine.service.folding import check_size
from engine.service.verdict import Verdict, broken

_BY_SEATS = ("HAND", "GM", "DEADLINE")


class Broken(Exception):
    """The stream is not what the rules make. version: the first that differs."""

    def __init__(self, version: int, reason: str, explanation: str = "") -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason
        self.explanation = explanation


class Replay(Struct, frozen=True):
    """What came of it. hidden: version of each roll made again -> whether the rules hid it from the players."""

    verdict: Verdict
    hidden: dict[int, bool]


def same(made: Recorded, recorded: Recorded) -> bool:
    """Whether two events say the same to the same seats; time apart."""
    a, b = made.draft, recorded.draft
    return (
        made.version == recorded.version
        and type(a.event) is type(b.event)
        and (a.rule, a.seat, a.command, a.to, a.whole, a.because)
        == (b.rule, b.seat, b.command, b.to, b.whole, b.because)
        and (a.event == b.event or plain(a.event) == plain(b.event))
    )


def _name(recorded: Recorded) -> str:
    return type(recorded.event).__name__ if recorded.draft.to is None else "an event that not everybody sees"


def _words(recorded: Recorded) -> str:
    draft = recorded.draft
    told = f"{type(draft.event).__name__} {plain(draft.event)} rule={draft.rule!r} seat={draft.seat!r} to={draft.to}"
    return f"{told} because={plain(draft.because)}" if draft.because else told


class _Walk:
    """One pass over a stream, step by step."""

    def __init__(self, book: Rulebook[Any], events: Sequence[Recorded]) -> None:
        self.book, self.events = book, events
        self.position: Position[Any] | None = None
        self.hidden: dict[int, bool] = {}
        self._targets = {r.event.to_version for r in events if isinstance(r.event, (e.Reverted, e.TakeBackAsked))}
        self._kept: dict[int, Position[Any]] = {}
        self._lasting = [r for r in events if r.event.lasting]

    def step(self, start: int) -> int:
        """Decide the step again that begins at index `start`; the index behind it. Raises Broken."""
        first = self.events[start]
        try:
            made = self._first(first) if self.position is None else self._made(self.position, start)
        except ReplayDiverged as error:
            raise Broken(error.version, "the rules make something else here", str(error)) from error
        except RuleRefusal as error:
            raise Broken(first.version, "the rules refuse this", error.reason) from error
        except SkaldError as error:
            raise Broken(first.version, "the rules cannot play this", str(error)) from error
        end = start + max(len(made), 1)
        for number, one in enumerate(made):
            if start + number >= len(self.events):
                raise Broken(one.version, "the stream stops in the middle of a step", f"next: {_words(one)}")
            recorded = self.events[start + number]
            if number and isinstance(recorded.event, e.EncounterForked):
                # The fork began inside this step of its parent, and plays on along another way.
                end = start + number
                break
            if not same(one, recorded):
                raise Broken(
                    recorded.version,
                    f"the stream records {_name(recorded)}, the rules make something else",
                    f"recorded: {_words(recorded)}; made: {_words(one)}",
                )
        for recorded in self.events[start:end]:
            self._advance(recorded)
        return end

    def _advance(self, recorded: Recorded) -> None:
        position = self.position
        if isinstance(recorded.event, e.Reverted):
            position = self._kept[recorded.event.to_version]
            for version in recorded.event.kept:
                position = advance(self.book, position, self.events[version - 1])
            position = standing_at(position, recorded.version, jumped=True)
        else:
            position = advance(self.book, position, recorded)
        if recorded.version in self._targets:
            self._kept[recorded.version] = position
        check_size(position, recorded)
        self.position = position

    # -- steps
    def _first(self, recorded: Recorded) -> list[Recorded]:
        if not isinstance(recorded.event, e.EncounterCreated):
            raise Broken(1, "the first event is not EncounterCreated")
        if recorded.draft.to is not None or not recorded.foreign:
            raise Broken(1, "a fight begins in sight of everybody")
        return []

    def _made(self, position: Position[Any], start: int) -> Sequence[Recorded]:
        begin, start = start, start + is_overtaken(self.events, start)
        recorded = self.events[start]
        event, book, fight = recorded.event, self.book, position.state.fight
        seat, clock = recorded.draft.seat, _clock(recorded)
        circumstances = circumstances_of(self.events, start, fight, waiting=False)
        match event:
            case e.Reverted():
                return self._jumped(position, start)
            case e.EncounterForked():
                parent = self.events[start - 1]
                if (event.parent, event.forked_at, event.parent_hash) != (fight.id, parent.version, parent.hash):
                    raise Broken(recorded.version, "this fork does not name the fight it continues")
                return self._noted(overruling.fork(book, position, event, seat or "", circumstances), circumstances)
            case e.Corrected() if recorded.foreign:
                return overruling.correct(book, position, seat or "", _correction(event), clock=clock).new
            case _ if is_talk(recorded):
                made = said(book, position, self.events, start, self._kept)
                if made is None:
                    raise Broken(recorded.version, "this is nothing that can be said of taking back here")
                return made
            case _ if recorded.foreign:
                self._check_foreign(recorded, fight)
                return [] if begin == start else facts.overtaken(book, position, clock)[0]
            case e.CommandAccepted():
                order = book.decode_order(merged(event.order, event.withheld))
                return self._noted(decide.submit(book, position, event.by, order, circumstances), circumstances)
            case e.DecisionAnswered() if event.how in _BY_SEATS:
                choice = None if event.how == "DEADLINE" else Choice(event.choice or "", event.picks or {})
                step = decide.answer(book, position, seat, event.decision, choice, circumstances)
                return self._noted(step, circumstances)
            case e.DiceRolled() | e.Drawn():
                asked = next((a for a in fight.window.asked if is_roll(a)), None) if fight.window else None
                if asked is None:
                    raise Broken(recorded.version, "dice fall that nobody was asked for")
                circumstances = circumstances_of(self.events, start, fight, waiting=True)
                step = decide.answer(book, position, seat, asked.decision, None, circumstances)
                return self._noted(step, circumstances)
            case _:
                raise Broken(recorded.version, f"{_name(recorded)} stands where the command before it has stopped")

    def _noted(self, step: position.Step[Any], circumstances: Circumstances) -> Sequence[Recorded]:
        faces = circumstances.dice
        if isinstance(faces, RecordedFaces):
            self.hidden |= faces.hidden
        return step.new

    def _jumped(self, position: Position[Any], start: int) -> Sequence[Recorded]:
        recorded, fight = self.events[start], position.state.fight
        event, seat = recorded.event, recorded.draft.seat or ""
        assert isinstance(event, e.Reverted)
        target = self._kept.get(event.to_version)
        if target is None:
            raise Broken(recorded.version, f"a jump to version {event.to_version}, which is not before it")
        if event.cancelled:
            return overruling.cancel(self.book, position, seat, event.note, clock=_clock(recorded)).new
        corrections: list[Correct] = []
        for number in range(start + 1, len(self.events)):
            later = self.events[number]
            if not isinstance(later.event, e.Corrected) or (later.time, later.draft.seat) != (recorded.time, seat):
                break
            corrections.append(_correction(later.event))
        lasting = [r for r in self._lasting if event.to_version < r.version <= start]
        circumstances = circumstances_of(self.events, start, fight, waiting=False)
        step = overruling.revert(self.book, position, target, lasting, seat, corrections, event.note, circumstances)
        return self._noted(step, circumstances)

    def _check_foreign(self, recorded: Recorded, fight: Fight) -> None:
        """What no command made: a fact of the table, to the seats of its class; who joins is as his sheet says."""
        event = recorded.event
        if isinstance(event, e.EncounterCreated):
            raise Broken(recorded.version, "a fight begins a second time")
        before = self.events[: recorded.version - 1] if isinstance(event, e.CombatantJoined) else ()
        creating = bool(before) and all(
            isinstance(one.event, (e.EncounterCreated, e.CombatantJoined)) and one.time == recorded.time
            for one in before
        )
        if not can_be_said(self.book, fight, recorded, creating=creating):
            raise Broken(recorded.version, f"{_name(recorded)} is nothing that happens without an order")
        readers = event.seats if isinstance(event, e.Noted) else None
        audiences = [audience_of(event, fight, readers), audience_of(event, fight, fight.gms())]
        if (recorded.draft.to, recorded.draft.whole) not in audiences[: 2 if event.narrowed else 1]:
            raise Broken(recorded.version, "these are not the seats this event is for")
        if recorded.draft.because is not None:
            raise Broken(recorded.version, "no rule made this event, and so none has reasons for it")
        if isinstance(event, e.CombatantJoined):
            who = self.book.system.enter(msgspec.convert(event.sheet, self.book.system.sheet), event.place)
            vitals = {name: vital.max for name, vital in (event.vitals or {}).items()}
            if who.kind != event.kind or {name: vital.max for name, vital in who.vitals.items()} != vitals:
                raise Broken(recorded.version, "this combatant is not what his sheet says")


def _clock(recorded: Recorded) -> Callable[[], str]:
    return lambda: recorded.time


def _correction(event: e.Corrected) -> Correct:
    return Correct(path=".".join(event.path or ()), value=event.value, reason=event.remark or "")


def _other_rules(recorded: Recorded, version: int) -> int | None:
    """The rules that an event was made under, where they are not these."""
    event = recorded.event
    if isinstance(event, (e.EncounterCreated, e.CommandAccepted)) and event.rules != version:
        return event.rules
    return None


def replay(
    book: Rulebook[Any], events: Sequence[Recorded], *, explain: bool = False, progress: Callable[[int], object]
) -> Replay:
    """Decide every step of a whole stream again, also those a revert took back. Never raises, whatever the events are.

    From the first command on that was played under another version of the rules nothing is proven, and nothing is
    broken by differing. explain: details show both sides of a difference, secrets included.
    """
    walk = _Walk(book, events)
    index = 0
    try:
        while index < len(events):
            other = _other_rules(events[index], book.system.version)
            if other is not None:
                version = events[index].version
                return Replay(Verdict("NOT_PROVABLE", version, f"recorded under rules {other}"), walk.hidden)
            end = walk.step(index)
            progress(end - index)
            index = end
    except Broken as error:
        more = f": {error.explanation}" if explain and error.explanation else ""
        return Replay(broken(error.version, f"{error.reason}{more}"), walk.hidden)
    except Exception as error:  # a forged stream may break anything, and that is a verdict, not a crash
        more = f": {type(error).__name__}: {error}" if explain else ""
        return Replay(broken(events[index].version, f"this cannot be played{more}"), walk.hidden)
    return Replay(Verdict("PROVEN", None, f"{len(events)} events made again"), walk.hidden)
