"""What a chat asks of the past: the last acts, a line each, and all of one act, down to its dice."""

from __future__ import annotations

from api.operations.session import Session
from api.reading.chat_view import ChatView
from api.reading.event_reader import read_events
from api.reading.log_lines import act_lines, detail_lines, rule_lines
from api.reading.rendered_event import RenderedEvent

USUAL_LOG, LONGEST_LOG = 10, 50
"""Lines of the log, unless the line says how many, and the most."""
EVENT = 4
"""The cost of an event that is looked at for the log, as of a page of events."""
BEHIND = 8
"""How many events are looked at for a line of the log: most acts have several."""
LONGEST_ACT = 300
"""Events of an act that are told, and how far behind it is looked for what led to it."""


async def log(session: Session, chat: ChatView, most: int) -> list[str]:
    """The last acts, oldest first."""
    told = await _read(session, chat, chat.version - BEHIND * most + 1, chat.version)
    return act_lines(told)[-most:] or [chat.say("nothingYet")]


async def why(session: Session, chat: ChatView, version: int | None) -> list[str]:
    """All of the act of an event, what led to it, and the rules of its numbers. None: of the last act of the log."""
    if version is None:
        recent = await _read(session, chat, chat.version - BEHIND * USUAL_LOG + 1, chat.version)
        version = next((event.version for event in reversed(recent) if event.headline is not None), chat.version)
    if not 1 <= version <= chat.version:
        return [chat.say("noVersion", version=chat.version)]
    (asked,) = await _read(session, chat, version, version)
    around = await _read(session, chat, asked.act, min(asked.act + LONGEST_ACT, chat.version))
    act = [event for event in around if event.act == asked.act]
    known = {event.version for event in act}
    causes = {cause for event in act if event.because is not None for cause in event.because.causes} - known
    led = [cause for cause in sorted(causes) if asked.act - LONGEST_ACT < cause < asked.act]
    before = await _read(session, chat, led[0], led[-1]) if led else []
    told = [event for event in before if event.version in causes] + act
    heads = act_lines(act)
    return [*heads, *(f"  {line}" for line in detail_lines(told)), *rule_lines(told)] or [chat.say("nothingYet")]


async def _read(session: Session, chat: ChatView, first: int, last: int) -> list[RenderedEvent]:
    first = max(1, first)
    await session.count_cost((last - first + 1) * EVENT)
    return await read_events(session.service, chat.node, first, last)
