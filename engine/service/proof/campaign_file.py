"""A campaign as one file: its export, and behind it the export of each of its fights, in the order of its stream.

Each part is the file that `export` writes of it, byte for byte: a header, and a line for each event. Together they
prove more than each alone: the campaign's chain holds the hash of each fight's first event, and the head with which it
was settled; so no fight can be left out, exchanged or altered, and what a fight left can be worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.proposal import live, proposed
from engine.kernel.state.campaign import Entered
from engine.kernel.state.campaign_events import (
    Carried,
    FightBegun,
    FightPlanned,
    FightReplaced,
    FightSettled,
    FightTakenIn,
)
from engine.kernel.state.events import EncounterCreated, EncounterForked
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Recorded
from engine.service.proof.export import Export, ExportUnreadable, Limits, export_of, lines_of
from engine.service.proof.verdict import Verdict, broken
from engine.service.registry import Registry

_HEADER = b'{"skald":'
MOST = 1_000
"""Fights in a file."""
LIMITS = Limits()


def read_exports(file: BinaryIO, limits: Limits = LIMITS) -> list[Export]:
    """The exports of a file: one of a fight; of a campaign its own first. Raises what `read_export` does.

    The limits are those of the whole file, which is read line by line.
    """
    lines = lines_of(file, limits)
    ahead = [*islice(lines, 1)]

    def part() -> Iterator[bytes]:
        if ahead:
            yield ahead.pop()
        for line in lines:
            if line.startswith(_HEADER):
                ahead.append(line)
                return
            yield line

    exports = [export_of(part())]
    while ahead:
        if len(exports) > MOST:
            raise ExportUnreadable(0, f"the file has more than {MOST} fights")
        exports.append(export_of(part()))
    return exports


def whole(book: Rulebook[Any], export: Export) -> list[Recorded]:
    """The events of a whole export. ValueError where something of it is withheld."""
    return [
        book.codec.decode(entry.public, hash=entry.hash)
        if entry.secret is None
        else book.codec.decode(entry.secret, to=entry.to, hash=entry.hash)
        for entry in (event.entry() for event in export.events)
    ]


def judge_campaign(registry: Registry, exports: Sequence[Export]) -> Verdict:
    """Whether a campaign's file has all of its fights, and each as the campaign's chain names it. Never raises.

    Chain, dice and replay of each part are judged apart. version: of the campaign's stream.
    """
    try:
        campaign, fights = exports[0], {part.header.encounter: part for part in exports[1:]}
        if len(fights) != len(exports) - 1:
            return broken(0, "a fight stands in it twice")
        book = registry.book(campaign.header.system)
        if not book.campaign_of:
            return broken(1, "the first part is no campaign")
        events = live(whole(book, campaign))
        for version, reason in _faults(registry, _ids_of(events), events, fights):
            return broken(version, reason)
    except (SkaldError, ValueError, LookupError) as error:
        return Verdict("NOT_PROVABLE", None, f"this file is not whole: {error}")
    except Exception as error:  # for any bytes: a verdict, not a crash
        return Verdict("NOT_PROVABLE", None, f"this cannot be judged here: {type(error).__name__}")
    return Verdict("PROVEN", None, f"{len(fights)} fights, each as the campaign names it")


def _ids_of(events: Sequence[Recorded]) -> frozenset[str]:
    """The ids of a campaign, and of those that it was forked from: their fights are its own."""
    made = (recorded.event for recorded in events)
    return frozenset(event.encounter for event in made if isinstance(event, (EncounterCreated, EncounterForked)))


def _faults(
    registry: Registry, campaigns: frozenset[str], events: Sequence[Recorded], fights: dict[str, Export]
) -> Iterator[tuple[int, str]]:
    """(version of the campaign, what is wrong there)."""
    planned: dict[str, Recorded] = {}
    taken_in: dict[str, tuple[str, tuple[Entered, ...]]] = {}
    begun, replaced = set[str](), dict[str, str]()
    for recorded in events:
        event = recorded.event
        if isinstance(event, FightPlanned):
            planned[event.fight] = recorded
        elif isinstance(event, FightBegun):
            begun.add(event.fight)
            if event.fight not in fights:
                yield recorded.version, f"the fight {event.fight} is missing"
                continue
            part = fights[event.fight]
            if part.events[0].hash != event.head:
                yield recorded.version, f"another fight stands in the place of {event.fight}"
            yield from _untied(registry, campaigns, part, planned[event.fight])
        elif isinstance(event, FightTakenIn):
            begun.add(event.fight)
            taken_in[event.fight] = (event.fight, event.entering or ())
            if event.fight not in fights:
                yield recorded.version, f"the fight {event.fight} is missing"
            elif fights[event.fight].events[0].hash != event.head:
                yield recorded.version, f"another fight stands in the place of {event.fight}"
        elif isinstance(event, FightReplaced):
            replaced[event.fight] = event.replacement
            if event.replacement not in fights:
                yield recorded.version, f"the fight {event.replacement} is missing"
        elif isinstance(event, FightSettled):
            there = fights.get(replaced.get(event.fight, event.fight))
            if there is not None:
                yield from _unsettled(registry, events, recorded, event, there, taken_in.get(event.fight))
    for name in fights:
        if name not in begun and name not in replaced.values():
            yield 0, f"{name} is no fight of this campaign"


def _untied(registry: Registry, campaigns: frozenset[str], part: Export, plan: Recorded) -> Iterator[tuple[int, str]]:
    """What a fight's first event says of its campaign."""
    book = registry.playing(part.header.system, (event.public for event in part.events))
    first = whole(book, part)[0].event
    tie = first.campaign if isinstance(first, EncounterCreated) else None
    if tie is None or tie.campaign not in campaigns or (tie.version, tie.head) != (plan.version, plan.hash):
        yield plan.version, f"{part.header.encounter} does not name this campaign as it was"
    elif isinstance(first, EncounterCreated) and isinstance(plan.event, FightPlanned):
        entered = {(member.member, member.combatant, member.state) for member in first.entered}
        if entered != {(member.member, member.combatant, member.state) for member in plan.event.entering or ()}:
            yield plan.version, f"others entered {part.header.encounter} than were planned"


def _unsettled(
    registry: Registry,
    events: Sequence[Recorded],
    recorded: Recorded,
    event: FightSettled,
    part: Export,
    taken_in: tuple[str, tuple[Entered, ...]] | None,
) -> Iterator[tuple[int, str]]:
    """Whether a fight ends where it was settled, and left what the campaign says."""
    if (part.header.version, part.header.hash) != (event.fight_version, event.head):
        yield recorded.version, f"{event.fight} ends otherwise than where it was settled"
        return
    book = registry.playing(part.header.system, (line.public for line in part.events))
    if book.unplayed or book.rules != event.rules:
        return  # other rules may propose something else; the lines stand as they were accepted
    proposal = proposed(book, whole(book, part), taken_in)
    if event.supersedes:
        return  # settled anew: its lines are what differs from what was taken over before
    if proposal.digest != event.proposal:
        yield recorded.version, f"{event.fight} leaves something else than the campaign says"
        return
    causes = {(line.member, line.kind, line.path): line for line in proposal.lines}
    for later in events:
        carried = later.event
        if isinstance(carried, Carried) and carried.fight == event.fight and later.time == recorded.time:
            line = causes.get((carried.combatant, carried.carried, carried.about))
            if line is None or (line.was, line.cause) != (carried.entered_as, carried.fight_cause):
                yield later.version, f"{carried.combatant} got something that {event.fight} did not leave"
