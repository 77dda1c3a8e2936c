"""What happened, in plain lines: one for each act, as its headline tells it, or one for each event of an act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from api.reading.rendered_event import RenderedEvent
from api.words.talk import one_line
from schemas import answers

Event = RenderedEvent | answers.Told

_WEIGHTS = ("HEADLINE", "DETAIL", "BOOKKEEPING")
_SENT = ("CommandAccepted", "DecisionAnswered")
"""What an act begins with that somebody has sent: of which nothing came is no line of a log."""


class Line(NamedTuple):
    """An act in one line. version: of the event that tells it, the last of those that are seen."""

    version: int
    text: str


def headlines(events: Iterable[Event]) -> Iterator[Line]:
    """The acts of these events in their order, without those of which nothing came."""
    for act in _acts(events):
        if (line := _line(act)) is not None:
            yield line


def act_lines(events: Iterable[Event]) -> list[str]:
    """A line for each act of these events, behind its version; none of what came to nothing."""
    return [f"{version} {text}" for version, text in headlines(events)]


def sent_lines(events: Sequence[Event]) -> list[str]:
    """The same, also of what came to nothing: for whoever has sent it."""
    heads = ((act[-1].version, _head(act)) for act in _acts(events))
    return act_lines(events) or [f"{version} {one_line(head.text)}" for version, head in heads if head is not None]


def detail_lines(act: Sequence[Event]) -> list[str]:
    """All events of one act, each with the dice and the terms of its numbers that its text names."""
    return [f"{line.version} {text}" for line in act if (text := one_line(line.text))]


def rule_lines(act: Sequence[Event]) -> list[str]:
    """What the rules say that the numbers of an act come from, each once."""
    terms = [term for candidate in act if candidate.because is not None for term in candidate.because.terms]
    told = {one_line(f"{term.source}: {term.statement}"): None for term in terms if term.statement}
    return [f"- {line}" for line in told]


def _acts(events: Iterable[Event]) -> list[list[Event]]:
    """By act: facts of the table may stand between the events of one."""
    found: dict[int, list[Event]] = {}
    for event in events:
        found.setdefault(event.act, []).append(event)
    return list(found.values())


def _line(act: Sequence[Event]) -> Line | None:
    """Of several headlines of an act the last one tells of all of it; an act without one is told by its weightiest."""
    for line in reversed(act):
        if line.headline is not None:
            return Line(line.version, one_line(line.headline.text))
    head = _head(act)
    if head is None or any(line.type in _SENT for line in act):
        return None
    return Line(act[-1].version, one_line(head.text))


def _head(act: Sequence[Event]) -> Event | None:
    """The weightiest event that a reader may see, and that a log does not leave out."""
    told = [line for line in act if line.weight != "BOOKKEEPING" and one_line(line.text)]
    return min(told, key=lambda line: _WEIGHTS.index(line.weight), default=None)
