"""Auditing a fight, offline: whether its hash chain, its dice and its rules hold. Nothing here trusts its input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.codec import canonical
from engine.kernel.errors import RuleRefusal
from engine.kernel.messages import Recorded
from engine.kernel.rulebook import Rulebook
from engine.kernel.why import Why
from engine.service.audit_dice import prove_dice
from engine.service.audit_replay import replay
from engine.service.export import ExportedEvent, ExportHeader, whole_event
from engine.service.registry import Registry
from engine.service.verdict import Verdict, broken
from engine.store.chain import ALGORITHM, link
from engine.store.port import Entry, Head

_TABLE = re.compile(rb'"type":"(EncounterCreated|EncounterForked|SeatAdded)"')
_NOT_PLAYED = Verdict("NOT_PROVABLE", None, "parts of the fight are withheld: only the whole of it can be played again")


class AuditReport(Struct, frozen=True):
    """The three verdicts, and the last event that was read; its hash is the fight's fingerprint."""

    chain: Verdict
    dice: Verdict
    replay: Verdict
    head: Head

    @property
    def verdicts(self) -> tuple[Verdict, Verdict, Verdict]:
        return self.chain, self.dice, self.replay

    @property
    def broken(self) -> bool:
        """Whether anything is wrong."""
        return any(verdict.state == "BROKEN" for verdict in self.verdicts)

    @property
    def proven(self) -> bool:
        """Whether everything is proven."""
        return all(verdict.state == "PROVEN" for verdict in self.verdicts)

    @property
    def broken_at(self) -> int | None:
        """The first version that is broken; None where nothing is."""
        return min((v.version or 0 for v in self.verdicts if v.state == "BROKEN"), default=None)


class _Undecodable(Exception):
    """An event that is none. version: its own."""

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
    """What can be proven of a stream, or of what a seat sees of it. Never raises, whatever the events are.

    header: of the file they come from; what it says of them is judged with the chain.
    explain: details show both sides of a difference, secrets included; without it they tell what everybody may know.
    progress: told of every so many events that were played again.
    """
    events = [whole_event(one) if isinstance(one, Entry) else one for one in entries]
    head = Head(events[-1].version, events[-1].hash) if events else Head()
    chain = _chain(events, header)
    try:
        book = _book(rules, events)
    except RuleRefusal as refusal:
        unknown = Verdict("NOT_PROVABLE", 1, refusal.reason)
        return AuditReport(chain, unknown, unknown, head)
    except _Undecodable as error:
        verdict = broken(error.version, error.reason)
        return AuditReport(chain, verdict, verdict, head)
    recorded, fault = _decoded(book, events, explain)
    redacted = any(event.redacted for event in events) or (header is not None and header.seat is not None)
    if redacted:
        played, hidden = _NOT_PLAYED, {}
    else:
        result = replay(book, recorded, explain=explain, progress=progress)
        played, hidden = result.verdict, result.hidden
    dice = prove_dice(recorded, hidden)
    if fault is not None:
        dice, played = (v if v.state == "BROKEN" else fault for v in (dice, played))
    return AuditReport(chain, dice, played, head)


def _chain(events: Sequence[ExportedEvent], header: ExportHeader | None) -> Verdict:
    previous = Head()
    for event in events:
        if event.version != previous.version + 1:
            return broken(previous.version + 1, f"version {event.version} stands where this one belongs")
        try:
            expected = link(previous.hash, event.public, event.chained)
        except ValueError:  # characters that no file of ours holds
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
    """What the first event calls the chain; "" where it says nothing of the kind."""
    try:
        return str(msgspec.json.decode(events[0].public)["data"]["chain"])
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _judge_header(header: ExportHeader, events: Sequence[ExportedEvent], head: Head) -> Verdict:
    """Whether what the header says is what the events say."""
    if header.version > head.version:
        return broken(head.version + 1, f"the file ends here; its header promises {header.version} events")
    if header.head != head:
        return broken(head.version, f"the header names version {header.version} with hash {header.hash}, not this head")
    try:
        data = [msgspec.json.decode(one.public)["data"] for one in events if _TABLE.search(one.public)]
        created = data[0]
        told = [one["encounter"] for one in data if "encounter" in one][-1], created["system"], created["rules"]
        seats = {one["seat"] for one in (*created["table"], *(one["entry"] for one in data if "entry" in one))}
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
        return broken(1, "the first event is not EncounterCreated")
    if told != (header.encounter, header.system, header.rules):
        return broken(1, "the header names another encounter, system or rules version than the events do")
    if header.seat is not None and header.seat not in seats:
        return broken(1, f"the header names a seat {header.seat!r}, and nobody of that name is at the table")
    return Verdict("PROVEN", None, f"{head.version} events, head {head.hash}")


def _book(rules: Registry | Rulebook[Any], events: Sequence[ExportedEvent]) -> Rulebook[Any]:
    if isinstance(rules, Rulebook):
        return rules
    try:
        system = msgspec.json.decode(events[0].public)["data"]["system"]
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise _Undecodable(1, "the first event is not EncounterCreated") from error
    return rules.book(str(system))


# -- decoding
def _decoded(
    book: Rulebook[Any], events: Sequence[ExportedEvent], explain: bool
) -> tuple[list[Recorded], Verdict | None]:
    """The events up to the first that is none, and what is wrong with that one."""
    found: list[Recorded] = []
    if not events:
        return found, broken(1, "there is no event")
    for number, event in enumerate(events, 1):
        try:
            found.append(_recorded(book, event, number))
        except _Undecodable as error:
            return found, broken(error.version, error.reason)
        except Exception as error:  # whatever bytes somebody wrote: a verdict, not a crash
            more = f": {error}" if explain else ""
            return found, broken(number, f"this event cannot be read{more}")
    return found, None


def _recorded(book: Rulebook[Any], event: ExportedEvent, number: int) -> Recorded:
    if event.version != number:
        raise _Undecodable(number, f"version {event.version} stands where this one belongs")
    for part in (event.public, event.secret):
        # Otherwise two programs could read two different events in the same bytes: a name twice in an object, say.
        if part is not None and canonical(msgspec.json.decode(part)) != part:
            raise _Undecodable(number, "this event is not written as the chain wants it: canonical JSON")
    if event.secret is None:
        recorded = book.codec.decode(event.public, hash=event.hash)
    else:
        whole = _fits(event.public, event.secret, number)
        book.codec.decode(event.public)  # null where nothing is withheld: an event that outsiders cannot be told
        recorded = book.codec.decode(event.secret, to=event.to or (), whole=whole, hash=event.hash)
    if recorded.version != number:
        raise _Undecodable(number, f"this event says that it is version {recorded.version}")
    if isinstance(recorded.event, e.Hidden) and not event.digest:
        raise _Undecodable(number, "an event is hidden, and nothing stands for it in the chain")
    return recorded


def _fits(public: bytes, secret: bytes, number: int) -> bool:
    """Whether outsiders get a bare Hidden. _Undecodable where the public part is not what is left of the secret one."""
    shown, all_of_it = msgspec.json.decode(public), msgspec.json.decode(secret)
    wrong = _Undecodable(number, "its public part tells something else than its secret part")
    if "type" not in shown:
        if shown != {"version": all_of_it["version"], "time": all_of_it["time"]}:
            raise wrong
        return True
    data, withheld = shown.pop("data"), all_of_it.pop("data")
    told = msgspec.convert(shown.pop("because", {}), Why)
    if told != msgspec.convert(all_of_it.pop("because", {}), Why).public():
        raise wrong
    if shown != all_of_it or data.keys() != withheld.keys():
        raise wrong
    if any(value is not None and value != withheld[name] for name, value in data.items()):
        raise wrong
    return False
