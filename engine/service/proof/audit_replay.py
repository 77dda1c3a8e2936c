"""Proving the rules: every step of a stream is decided again and must give exactly the recorded events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import rulebook_of
from engine.kernel.overruling import overrides
from engine.kernel.overruling.disclosure import is_talk
from engine.kernel.overruling.gm_tools import Correct
from engine.kernel.overruling.ground_tool import stated
from engine.kernel.overruling.reopening import table_changed
from engine.kernel.overruling.takeback import find_consent
from engine.kernel.playing import decide, facts, jumps, position
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position, advance, at_version
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.redaction.audience import recipients_of
from engine.kernel.state.redaction.ground_pieces import Piece
from engine.kernel.state.redaction.redaction import Coming, divided, divided_sides, divided_typing
from engine.kernel.state.reducer import is_roll, merged
from engine.kernel.structs.budget import REPLAY, bounded
from engine.kernel.structs.errors import ReplayDiverged, RuleRefusal, SkaldError
from engine.kernel.structs.messages import Recorded, plain
from engine.kernel.words.house_rules import settled_house_rules
from engine.service import clock
from engine.service.proof.audit_facts import is_statable
from engine.service.proof.audit_recorded import RecordedFaces, circumstances_of
from engine.service.proof.audit_takebacks import is_overtaken, talk_step
from engine.service.proof.folding import check_size
from engine.service.proof.verdict import Verdict, broken

_CHANGE_WHO_IS_ASKED = (e.ControlChanged, e.SeatRemoved, e.SeatAdded, e.Resumed)
_BY_SEATS = ("HAND", "GM", "DEADLINE", "PREFERENCE", "ONLY")


class Broken(Exception):
    """The stream is not what the rules produce. version: the first that differs; made: what they produce there."""

    def __init__(self, version: int, reason: str, explanation: str = "", made: Recorded | None = None) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason
        self.explanation = explanation
        self.made = made


class Replay(Struct, frozen=True):
    """The result of a replay. hidden: version of each replayed roll -> whether the rules hid it from the players."""

    verdict: Verdict
    hidden: dict[int, bool]


def same(replayed: Recorded, recorded: Recorded) -> bool:
    """Whether two events are equal for the same seats, except for time."""
    a, b = replayed.draft, recorded.draft
    return (
        replayed.version == recorded.version
        and type(a.event) is type(b.event)
        and (a.rule, a.seat, a.command, a.to, a.whole, a.because)
        == (b.rule, b.seat, b.command, b.to, b.whole, b.because)
        and (a.event == b.event or plain(a.event) == plain(b.event))
    )


def _name(recorded: Recorded) -> str:
    return type(recorded.event).__name__ if recorded.draft.to is None else "an event that not everybody sees"


def _words(recorded: Recorded) -> str:
    draft = recorded.draft
    text = f"{type(draft.event).__name__} {plain(draft.event)} rule={draft.rule!r} seat={draft.seat!r} to={draft.to}"
    return f"{text} because={plain(draft.because)}" if draft.because else text


class Walk:
    """One pass over a stream, step by step."""

    def __init__(self, book: Rulebook[Any], events: Sequence[Recorded]) -> None:
        self.book, self.events = book, events
        self.position: Position[Any] | None = None
        self.hidden: dict[int, bool] = {}
        self._targets = {r.event.to_version for r in events if isinstance(r.event, (e.Reverted, e.TakeBackAsked))}
        self._kept: dict[int, Position[Any]] = {}
        self._lasting = [r for r in events if r.lasting]

    def step(self, start: int) -> int:
        """Replay the step that begins at index `start`; returns the index after it. Raises Broken."""
        first = self.events[start]
        try:
            with bounded(REPLAY):
                made = self._first(first) if self.position is None else self._made(self.position, start)
        except ReplayDiverged as error:
            raise Broken(error.version, "the rules make something else here", str(error)) from error
        except RuleRefusal as error:
            raise Broken(first.version, "the rules refuse this", error.reason) from error
        except SkaldError as error:
            raise Broken(first.version, "the rules cannot play this", str(error)) from error
        end = start + max(len(made), 1)
        for number, record in enumerate(made):
            if start + number >= len(self.events):
                raise Broken(
                    record.version, "the stream stops in the middle of a step", f"next: {_words(record)}", record
                )
            recorded = self.events[start + number]
            if number and isinstance(recorded.event, e.EncounterForked):
                # The fork began inside this step of its parent and continues differently.
                end = start + number
                break
            if not self.is_same(record, recorded):
                raise Broken(
                    recorded.version,
                    f"the stream records {_name(recorded)}, the rules make something else",
                    f"recorded: {_words(recorded)}; made: {_words(record)}",
                    record,
                )
        for recorded in self.events[start:end]:
            self._advance(recorded)
        return end

    def is_same(self, replayed: Recorded, recorded: Recorded) -> bool:
        """Whether what the rules make is what stands there."""
        return same(replayed, recorded)

    def unplayed(self, start: int) -> str:
        """Why the step that begins at index `start` is not played here; "" where it is.

        A fight plays the rules that it began with, a fork those that it names.
        """
        recorded = self.events[start]
        match recorded.event:
            case e.EncounterCreated(rules=rules) if self.position is None:
                self.book = rulebook_of(self.book, rules)
            case e.EncounterForked(new_rules=int() as rules):
                if rules <= self.book.rules:
                    raise Broken(recorded.version, "a fork names rules that are no later than those of its parent")
                self._fold_again(rulebook_of(self.book, rules), start)
            case e.CommandAccepted(rules=rules) if rules != self.book.rules:
                return f"recorded under rules {rules}"
        return self.book.unplayed

    def _fold_again(self, book: Rulebook[Any], end: int) -> None:
        """Fold all events before index `end` by other rules. As each fork names later ones, that happens seldom."""
        self.book, self.position, self._kept = book, None, {}
        for recorded in self.events[:end]:
            self._advance(recorded)

    def _advance(self, recorded: Recorded) -> None:
        position = self.position
        if isinstance(recorded.event, e.Reverted):
            position = self._kept[recorded.event.to_version]
            for version in recorded.event.kept:
                position = advance(self.book, position, self.events[version - 1])
            position = at_version(position, recorded.version, jumped=True)
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
        event, draft = recorded.event, recorded.draft
        if draft.whole or not recorded.foreign:
            raise Broken(1, "a fight begins in sight of everybody")
        coming = takewhile(lambda r: r.foreign and r.time == recorded.time, self.events[1:])
        joined = [r.event for r in coming if isinstance(r.event, e.CombatantJoined)]
        people = [
            Coming(combatant_joined.combatant, combatant_joined.side, combatant_joined.seen_by is not None)
            for combatant_joined in joined
        ]
        setup = msgspec.convert(event.settled, self.book.system.setup)
        gms = tuple(s.seat for s in event.table if s.role == "GM")
        if (event.setup, event.withheld) != divided(event.settled, setup, people):
            raise Broken(1, "the setup is not withheld as it has to be")
        sides = (*event.side_entries, *(event.withheld_side_entries or ()))
        # Streams that were written before sides had looks name none, also where somebody is hidden.
        if (sides or event.withheld_side_entries is not None) and (
            event.side_entries,
            event.withheld_side_entries,
        ) != divided_sides(sides, people):
            raise Broken(1, "the sides are not withheld as they have to be")
        if (event.typed_by, event.withheld_typed_sides) != divided_typing(event.types, people):
            raise Broken(1, "the sides that type their dice are not withheld as they have to be")
        begun = {person.side for person in people}
        for fault in facts.typing_faults(event.types, event.dice_mode, event.table, begun):
            raise Broken(1, f"{fault.field}: {fault.reason}")
        house_rules = event.house_rules or {}
        for fault in facts.faults_in(settled_house_rules, self.book.system, house_rules):
            raise Broken(1, f"{fault.field}: {fault.reason}")
        if (settled_house_rules(self.book.system, house_rules) or None) != event.house_rules:
            raise Broken(1, "a house rule is told that is as the game has it")
        hidden = {arrival.combatant for arrival in people if arrival.hidden}
        if (event.entered_members, event.withheld_members) != facts.divided_members(
            event.entered, hidden, tied=event.campaign is not None
        ):
            raise Broken(1, "the members are not withheld as they have to be")
        laid = event.laid
        if laid is not None and (event.ground, event.whole_ground) != facts.divided_ground(laid, people):
            raise Broken(1, "the ground is not withheld as it has to be")
        if draft.to != (None if event.open else gms):
            raise Broken(1, "these are not the seats this event is for")
        return []

    def _made(self, position: Position[Any], start: int) -> Sequence[Recorded]:
        begin, start = start, start + is_overtaken(self.events, start)
        while start + 1 < len(self.events) and _is_told_before(self.events[start]):
            start += 1  # who vanishes by the correction that follows
        recorded = self.events[start]
        event, book, fight = recorded.event, self.book, position.state.fight
        seat, clock = recorded.draft.seat, _clock(recorded)
        circumstances = circumstances_of(self.events, start, fight, waiting=False)
        if isinstance(event, e.DecisionAnswered) and event.how in ("DEADLINE", "PREFERENCE", "ONLY"):
            self._check_overdue(recorded, event, fight)
        match event:
            case e.Reverted():
                return self._jumped(position, start)
            case e.EncounterForked():
                parent = self.events[start - 1]
                if (event.parent, event.forked_at, event.parent_hash) != (fight.id, parent.version, parent.hash):
                    raise Broken(recorded.version, "this fork does not name the fight it continues")
                return self._noted(overrides.fork(book, position, event, seat or "", circumstances), circumstances)
            case e.Corrected() if recorded.foreign:
                return self._noted(
                    overrides.correct_all(
                        book,
                        position,
                        seat or "",
                        self._corrections(start),
                        circumstances,
                        meanwhile=event.meanwhile,
                    ),
                    circumstances,
                )
            case e.GroundSet() if recorded.foreign:
                return self._noted(stated(book, position, seat or "", self._laid(start), circumstances), circumstances)
            case _ if is_talk(recorded):
                made = talk_step(book, position, self.events, start, self._kept)
                if made is None:
                    raise Broken(recorded.version, "this is nothing that can be said of taking back here")
                return made
            case _ if recorded.foreign:
                self._check_foreign(recorded, position.state)
                if isinstance(event, _CHANGE_WHO_IS_ASKED) and (begin == start or isinstance(event, e.SeatRemoved)):
                    return self._noted(table_changed(book, position, event, seat, circumstances), circumstances)
                return [] if begin == start else facts.close_take_back(book, position, clock)[0]
            case e.CommandAccepted():
                order = book.decode_order(merged(event.order, event.withheld))
                return self._noted(decide.submit(book, position, event.by, order, circumstances), circumstances)
            case e.DecisionAnswered() if event.how in _BY_SEATS:
                by_dice = event.how == "DEADLINE" or event.typed_faces is not None
                choice = None if by_dice else Choice(event.choice or "", event.picks or {})
                itself = event.how if event.how in ("PREFERENCE", "ONLY") else None
                step = decide.answer(
                    book, position, seat, event.decision, choice, circumstances, itself=itself, faces=event.typed_faces
                )
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

    def _corrections(self, start: int) -> list[Correct]:
        """The parts of one ruling, from index `start` on."""
        found: list[Correct] = []
        for later in self.events[start:]:
            if isinstance(later.event, e.Corrected):
                found.append(_correction(later.event))
                if not later.event.more:
                    break
            elif not _is_told_before(later):
                break
        return found

    def _laid(self, start: int) -> list[Piece]:
        """The changes of the ground that one order of the GM has made, from index `start` on."""
        first = self.events[start]
        found: list[Piece] = []
        for later in self.events[start:]:
            same_order = (later.foreign, later.time, later.draft.seat) == (True, first.time, first.draft.seat)
            if not same_order or not isinstance(later.event, e.GroundSet):
                break
            found.append(Piece(later.event.all, later.event.whole is not None))
        return found

    def _check_overdue(self, recorded: Recorded, event: e.DecisionAnswered, fight: Fight) -> None:
        """Broken if a timeout answers a decision without a deadline, or before its deadline; or before its pace."""
        consenting, request = find_consent(fight, event.decision), fight.taking_back
        asked = consenting or decide.find_asked(fight, event.decision)[1]
        opened = self.events[event.decision - 1].time if 1 <= event.decision < recorded.version else recorded.time
        if consenting is not None and request is not None:
            opened = request.since
        if event.how != "DEADLINE":
            if recorded.time < clock.run_out(opened, asked.pace, asked.stops):
                raise Broken(recorded.version, "a decision is answered by itself before its pace has passed")
            return
        if not asked.deadline:
            raise Broken(recorded.version, "silence answers a decision that has no deadline")
        if recorded.time < clock.run_out(opened, asked.deadline, asked.stops):
            raise Broken(recorded.version, "silence answers a decision before its deadline")

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
            circumstances = circumstances_of(self.events, start, fight, waiting=False)
            step = overrides.cancel(self.book, position, seat, event.note, circumstances)
            return self._noted(step, circumstances)
        corrections: list[Correct] = []
        stated: list[int] = []
        for number in range(start + 1, len(self.events)):
            later = self.events[number]
            if not later.foreign or (later.time, later.draft.seat) != (recorded.time, seat):
                break
            if isinstance(later.event, e.Corrected):
                corrections.append(_correction(later.event))
                stated.append(later.version)
                if not later.event.more:
                    break
            elif later.draft.because is None and not _is_told_before(later):
                break  # a fact of the table; consequences of a correction name it as their cause
        lasting = [r for r in self._lasting if event.to_version < r.version <= start]
        circumstances = circumstances_of(self.events, start, fight, waiting=False)
        try:
            landing = jumps.land(self.book, target, lasting)
            step = overrides.revert(self.book, position, landing, seat, corrections, event.note, circumstances)
        except RuleRefusal as error:
            match error.field.split("."):
                case ["corrections", index, *_]:  # that event is at fault, not the revert before it
                    raise Broken(stated[int(index)], "the rules refuse this", error.reason) from error
            raise
        return self._noted(step, circumstances)

    def _check_foreign(self, recorded: Recorded, state: State[Any]) -> None:
        """Check an event that no command made: a table fact for the seats of its class; joiners match their sheet."""
        event, fight = recorded.event, state.fight
        if isinstance(event, e.EncounterCreated):
            raise Broken(recorded.version, "a fight begins a second time")
        before = self.events[: recorded.version - 1] if isinstance(event, e.CombatantJoined) else ()
        creating = bool(before) and all(
            isinstance(record.event, (e.EncounterCreated, e.CombatantJoined)) and record.time == recorded.time
            for record in before
        )
        if not is_statable(self.book, state, recorded, creating=creating):
            raise Broken(recorded.version, f"{_name(recorded)} is nothing that happens without an order")
        readers = event.seats if isinstance(event, e.Noted) else None
        audiences = [recipients_of(event, fight, readers), recipients_of(event, fight, fight.gms())]
        if (recorded.draft.to, recorded.draft.whole) not in audiences[: 2 if event.narrowed else 1]:
            raise Broken(recorded.version, "these are not the seats this event is for")
        if recorded.draft.because is not None:
            raise Broken(recorded.version, "no rule made this event, and so none has reasons for it")
        if isinstance(event, e.CombatantJoined):
            who = self.book.system.enter(msgspec.convert(event.sheet, self.book.system.sheet), event.stands)
            vitals = {name: vital.max for name, vital in (event.vitals or {}).items()}
            if who.kind != event.kind or {name: vital.max for name, vital in who.vitals.items()} != vitals:
                raise Broken(recorded.version, "this combatant is not what his sheet says")


def _is_told_before(recorded: Recorded) -> bool:
    """Whether an event tells seats of what a correction behind it takes from their sight."""
    return recorded.foreign and recorded.draft.because is None and isinstance(recorded.event, e.CombatantVanished)


def _clock(recorded: Recorded) -> Callable[[], str]:
    return lambda: recorded.time


def _correction(event: e.Corrected) -> Correct:
    return Correct(path=".".join(event.path or ()), value=event.value, reason=event.remark or "")


def replay(
    book: Rulebook[Any], events: Sequence[Recorded], *, explain: bool = False, progress: Callable[[int], object]
) -> Replay:
    """Replay every step of a whole stream, including reverted ones. Never raises, for any events.

    Each step is played by the version of the rules that the fight names. From the first step on whose version is not
    played here, nothing is proven, and a difference is not broken. explain: details show both sides of a difference,
    secrets included.
    """
    walk = Walk(book.today, events)
    index = 0
    try:
        while index < len(events):
            if reason := walk.unplayed(index):
                return Replay(Verdict("NOT_PROVABLE", events[index].version, reason), walk.hidden)
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
