"""`skald diff-rules`: where a recorded fight and today's rules part."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from api.cli.fights import read_events
from api.cli.narration import words_of
from api.cli.outcome import BROKEN, OK, UNREADABLE, Misread, fail, one_line, progress
from api.config import Settings
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.structs.errors import SkaldError
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit import decoded, judge_chain
from engine.service.proof.rules_difference import Difference, first_difference

SAME, DIFFERS = OK, BROKEN


def diff_rules(given: argparse.Namespace, settings: Settings) -> int:
    """Play a recorded fight by today's rules, and print the first step at which they part."""
    try:
        book, recorded = _read(given.fight, settings)
        with progress(len(recorded), "playing") as more:
            found = first_difference(book.today, recorded, progress=more)
    except (SkaldError, OSError) as error:  # exit code 1 says that they differ
        return fail(f"this cannot be compared: {error}", UNREADABLE)
    today, last = book.today, len(recorded)
    if given.json:
        print(one_line(msgspec.json.encode(_as_json(book, recorded, found)).decode()))
    elif found is None:
        print(f"SAME: version {today.rules} of the rules makes all {last} events as they are recorded")
    else:
        for line in _told(book, recorded, found, given.locale):
            print(one_line(line))
    return SAME if found is None else DIFFERS


def _read(named: str, settings: Settings) -> tuple[Rulebook[Any], list[Recorded]]:
    """The rulebook and the events of a whole fight. Misread for one that cannot be played again."""
    book, events, seat = read_events(named, None, settings)
    if seat is not None or any(event.redacted for event in events):
        raise Misread(f"{Path(named).name} holds what a seat sees: too little to play it again")
    chain, (recorded, fault) = judge_chain(events, None), decoded(book, events, explain=True)
    for verdict in (chain, fault):
        if verdict is not None and verdict.state == "BROKEN":
            raise Misread(f"it is broken at version {verdict.version}: {verdict.detail}")
    return book, recorded


def _rules_at(recorded: Sequence[Recorded], version: int) -> int:
    """The version of the rules by which an event was made, as the fight records it."""
    rules = 0
    for record in recorded[:version]:
        match record.event:
            case e.EncounterCreated(rules=named) | e.CommandAccepted(rules=named):
                rules = named
            case e.EncounterForked(new_rules=int() as named):
                rules = named
    return rules


def _told(book: Rulebook[Any], recorded: Sequence[Recorded], difference: Difference, locale: str) -> Iterator[str]:
    """The difference in words: both events, each with its rule, and as JSON."""
    before, was, now = recorded[: difference.version - 1], _rules_at(recorded, difference.version), book.today.rules
    begun = recorded[difference.step - 1]
    yield f"DIFFERS at version {difference.version}: the events before it are the same under version {now} of the rules"
    yield f"step        {difference.step:>5}  {words_of(book, recorded[: difference.step - 1], begun, locale)}"
    if difference.recorded is None:
        yield f"recorded           nothing: the recording ends before it, under version {was}"
    else:
        yield f"recorded    {_line(book, before, difference.recorded, was, locale)}"
    if difference.made is None:
        rule = f"  [{difference.rule}]" if difference.rule else ""
        yield f"today              nothing, under version {now}: {difference.reason}{rule}"
    else:
        yield f"today       {_line(book.today, before, difference.made, now, locale)}"
    for record in (difference.recorded, difference.made):
        if record is not None:
            yield _encoded(book, record).decode()


def _line(book: Rulebook[Any], before: Sequence[Recorded], recorded: Recorded, rules: int, locale: str) -> str:
    rule = f"  [{recorded.draft.rule}, version {rules}]" if recorded.draft.rule else f"  [version {rules}]"
    return f"{recorded.version:>5}  {words_of(book, before, recorded, locale)}{rule}"


def _encoded(book: Rulebook[Any], recorded: Recorded) -> bytes:
    """An event as it is stored, whole."""
    public, secret = book.codec.encode(recorded.version, recorded.time, recorded.draft)
    return public if secret is None else secret


def _as_json(book: Rulebook[Any], recorded: Sequence[Recorded], difference: Difference | None) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "finding": "SAME" if difference is None else "DIFFERS",
        "system": book.system.id,
        "rules": _rules_at(recorded, len(recorded) if difference is None else difference.version),
        "today": book.today.rules,
        "events": len(recorded),
    }
    if difference is None:
        return whole
    sides = {
        name: None if record is None else msgspec.Raw(_encoded(book, record))
        for name, record in (("recorded", difference.recorded), ("made", difference.made))
    }
    return {
        **whole,
        "version": difference.version,
        "step": difference.step,
        **sides,
        "reason": difference.reason or None,
        "rule": difference.rule or None,
    }
