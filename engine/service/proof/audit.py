"""Offline audit of an encounter: hash chain, dice and rules. All input is untrusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.house_rules import HouseValue
from engine.kernel.state.redaction.audience import public_part
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.kernel.structs.reasons import Reasons
from engine.service import clock
from engine.service.proof.audit_dice import FaceCount, prove_dice
from engine.service.proof.audit_replay import replay
from engine.service.proof.export import ExportedEvent, ExportHeader, whole_event
from engine.service.proof.verdict import Verdict, broken
from engine.service.registry import Registry
from engine.store.chain import ALGORITHM, link
from engine.store.port import Entry, Head

_TABLE = re.compile(rb'"type":"(EncounterCreated|EncounterForked|SeatAdded)"')
_NOT_PLAYED = Verdict("NOT_PROVABLE", None, "parts of the fight are withheld: only the whole of it can be played again")


class AuditReport(Struct, frozen=True):
    """The three verdicts, and the last event read; its hash is the encounter's fingerprint.

    faces: how many of the dice that everybody sees are proven, and how many people typed. house_rules: by key, in what
    the fight differs from its game.
    """

    chain: Verdict
    dice: Verdict
    replay: Verdict
    head: Head
    faces: FaceCount = FaceCount()
    house_rules: dict[str, HouseValue] = {}

    @property
    def verdicts(self) -> tuple[Verdict, Verdict, Verdict]:
        return self.chain, self.dice, self.replay

    @property
    def broken(self) -> bool:
        """Whether anything is broken."""
        return any(verdict.state == "BROKEN" for verdict in self.verdicts)

    @property
    def proven(self) -> bool:
        """Whether everything is proven."""
        return all(verdict.state == "PROVEN" for verdict in self.verdicts)

    @property
    def broken_at(self) -> int | None:
        """The first broken version; None if nothing is broken."""
        return min((v.version or 0 for v in self.verdicts if v.state == "BROKEN"), default=None)


def unreadable(version: int) -> AuditReport:
    """The report for a stream damaged in the database at a version: nothing is proven."""
    verdict = broken(version, "this event is not what was written: it is damaged in the database")
    return AuditReport(verdict, verdict, verdict, Head())


class _Undecodable(Exception):
    """An event that cannot be decoded. version: of that event."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


def audit(
    rules: Registry | Rulebook[Any],
    entries: Iterable[Entry | ExportedEvent],
    *,
    header: ExportHeader | None = None,
    explain: bool = False,
    progress: Callable[[int], object] = lambda events: None,
) -> AuditReport:
    """Prove what can be proven of a stream, or of a seat's view of it. Never raises, for any events.

    header: of the file they come from; it is checked with the chain.
    explain: details show both sides of a difference, secrets included; otherwise only what everybody may know.
    progress: called every so many replayed events.
    """
    events = [whole_event(entry) if isinstance(entry, Entry) else entry for entry in entries]
    head = Head(events[-1].version, events[-1].hash) if events else Head()
    chain = judge_chain(events, header)
    try:
        book = _book(rules, events)
    except RuleRefusal as refusal:
        unknown = Verdict("NOT_PROVABLE", 1, refusal.reason)
        return AuditReport(chain, unknown, unknown, head)
    except _Undecodable as error:
        verdict = broken(error.version, error.reason)
        return AuditReport(chain, verdict, verdict, head)
    recorded, fault = decoded(book, events, explain=explain)
    redacted = any(event.redacted for event in events) or (header is not None and header.seat is not None)
    if redacted:
        played, hidden = _NOT_PLAYED, {}
    else:
        result = replay(book, recorded, explain=explain, progress=progress)
        played, hidden = result.verdict, result.hidden
    cut = bool(events) and bool(events[0].digest)
    dice, faces = prove_dice(recorded, hidden, cut=cut)
    if fault is not None:
        dice, played = (v if v.state == "BROKEN" else fault for v in (dice, played))
    return AuditReport(chain, dice, played, head, faces, _house_rules(recorded))


def _house_rules(recorded: Sequence[Recorded]) -> dict[str, HouseValue]:
    first = recorded[0].event if recorded else None
    return (isinstance(first, e.EncounterCreated) and first.house_rules) or {}


def judge_chain(events: Sequence[ExportedEvent], header: ExportHeader | None) -> Verdict:
    """Whether the hashes of a stream continue each other; header: of its file, which has to agree."""
    previous = Head()
    for event in events:
        if event.version != previous.version + 1:
            return broken(previous.version + 1, f"version {event.version} stands where this one belongs")
        try:
            expected = link(previous.hash, event.public, event.chained)
        except ValueError:  # characters that no Skald file contains
            expected = ""
        if expected != event.hash:
            return broken(event.version, "its hash does not continue the chain: this event, or its hash, was changed")
        previous = Head(event.version, event.hash)
    if not events:
        return broken(1, "there is no event")
    named = algorithm_of(events)
    if named != ALGORITHM:
        return broken(1, f"the first event names the chain {named[:80]!r}; only {ALGORITHM!r} is known here")
    if header is not None:
        return _judge_header(header, events, previous)
    return Verdict("PROVEN", None, f"{previous.version} events, head {previous.hash}")


def algorithm_of(events: Sequence[ExportedEvent]) -> str:
    """The chain algorithm named in the first event; "" if none."""
    try:
        return str(msgspec.json.decode(events[0].public)["data"]["chain"])
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _judge_header(header: ExportHeader, events: Sequence[ExportedEvent], head: Head) -> Verdict:
    """Whether the header agrees with the events."""
    if header.version > head.version:
        return broken(head.version + 1, f"the file ends here; its header promises {header.version} events")
    if header.head != head:
        return broken(head.version, f"the header names version {header.version} with hash {header.hash}, not this head")
    try:
        data = [msgspec.json.decode(event.public)["data"] for event in events if _TABLE.search(event.public)]
        created = data[0]
        stated = [item["encounter"] for item in data if "encounter" in item][-1], created["system"], created["rules"]
        seats = {item["seat"] for item in (*created["table"], *(item["entry"] for item in data if "entry" in item))}
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
        return broken(1, "the first event is not EncounterCreated")
    if stated != (header.encounter, header.system, header.rules):
        return broken(1, "the header names another encounter, system or rules version than the events do")
    if header.seat is not None and header.seat not in seats:
        return broken(1, f"the header names a seat {header.seat!r}, and nobody of that name is at the table")
    return Verdict("PROVEN", None, f"{head.version} events, head {head.hash}")


def _book(rules: Registry | Rulebook[Any], events: Sequence[ExportedEvent]) -> Rulebook[Any]:
    if isinstance(rules, Rulebook):
        return rules.today
    try:
        system = msgspec.json.decode(events[0].public)["data"]["system"]
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise _Undecodable(1, "the first event is not EncounterCreated") from error
    return rules.book(str(system))


# -- decoding
def decoded(
    book: Rulebook[Any], events: Sequence[ExportedEvent], *, explain: bool = False
) -> tuple[list[Recorded], Verdict | None]:
    """The events up to the first undecodable one, and what is wrong with that one."""
    found: list[Recorded] = []
    if not events:
        return found, broken(1, "there is no event")
    before = ""
    for number, event in enumerate(events, 1):
        try:
            found.append(_recorded(book, event, number))
            before = _timely(found[-1], before)
        except _Undecodable as error:
            return found, broken(error.version, error.reason)
        except Exception as error:  # for any bytes: a verdict, not a crash
            more = f": {error}" if explain else ""
            return found, broken(number, f"this event cannot be read{more}")
    return found, None


def _recorded(book: Rulebook[Any], event: ExportedEvent, number: int) -> Recorded:
    if event.version != number:
        raise _Undecodable(number, f"version {event.version} stands where this one belongs")
    for part in (event.public, event.secret):
        # Otherwise two programs could read different events from the same bytes, such as with a duplicate name.
        if part is not None and canonical(msgspec.json.decode(part)) != part:
            raise _Undecodable(number, "this event is not written as the chain wants it: canonical JSON")
    if event.secret is None:
        recorded = book.codec.decode(event.public, hash=event.hash)
    else:
        whole = _fits(event.public, event.secret, number)
        recorded = book.codec.decode(event.secret, to=event.to or (), whole=whole, hash=event.hash)
    if recorded.version != number:
        raise _Undecodable(number, f"this event says that it is version {recorded.version}")
    if isinstance(recorded.event, e.Hidden) and not event.digest:
        raise _Undecodable(number, "an event is hidden, and nothing stands for it in the chain")
    if not isinstance(recorded.event, e.Hidden):
        _check_parts(book, event, recorded)
    return recorded


def _check_parts(book: Rulebook[Any], event: ExportedEvent, recorded: Recorded) -> None:
    """_Undecodable if an event's parts are not as it is written: more members, or others withheld."""
    number, draft = recorded.version, recorded.draft
    made = book.codec.encode(number, recorded.time, draft)
    if made == (event.public, event.secret) and not event.digest:
        return
    if event.digest or not draft.whole:
        shown = draft if event.secret is None else book.codec.decode(event.public).draft
        withheld = event.digest or event.secret is not None
        if withheld and (
            shown.event != public_part(draft.event)
            or (shown.because or Reasons()) != ((draft.because.public() if draft.because else None) or Reasons())
        ):
            raise _Undecodable(number, "its public part tells more, or less, than everybody may know of such an event")
    written = msgspec.json.decode(event.public if event.secret is None else event.secret)
    anew = msgspec.json.decode(made[0] if made[1] is None else made[1])
    # An event of another schema, older or newer, may have other members.
    if written.get("schema", 1) == anew["schema"] and not _is_part_of(written, anew):
        raise _Undecodable(number, "it has a member, or a value, that such an event does not have")


def _is_part_of(written: Any, made: Any) -> bool:
    """Whether everything written is there when it is written again: a newer Skald only adds members."""
    match written, made:
        case dict(), dict():
            return all(name in made and _is_part_of(value, made[name]) for name, value in written.items())
        case list(), list():
            return len(written) == len(made) and all(map(_is_part_of, written, made))
    return bool(written == made)


def _timely(recorded: Recorded, before: str) -> str:
    """The timestamp of an event. _Undecodable if it is malformed, or before that of the last event."""
    if not clock.is_time(recorded.time):
        raise _Undecodable(recorded.version, f"{recorded.time[:40]!r} is no time as it is written here")
    if recorded.time < before:
        raise _Undecodable(recorded.version, "its time is before that of the event before it")
    return recorded.time


def _fits(public: bytes, secret: bytes, number: int) -> bool:
    """Whether outsiders see a bare Hidden. _Undecodable if the public part is not the redacted secret part."""
    shown, all_of_it = msgspec.json.decode(public), msgspec.json.decode(secret)
    wrong = _Undecodable(number, "its public part tells something else than its secret part")
    if "type" not in shown:
        if shown != {"version": all_of_it["version"], "time": all_of_it["time"]}:
            raise wrong
        return True
    data, withheld = shown.pop("data"), all_of_it.pop("data")
    published = msgspec.convert(shown.pop("because", {}), Reasons)
    if published != msgspec.convert(all_of_it.pop("because", {}), Reasons).public():
        raise wrong
    if shown != all_of_it or data.keys() != withheld.keys():
        raise wrong
    if any(value is not None and value != withheld[name] for name, value in data.items()):
        raise wrong
    return False
