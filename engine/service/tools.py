"""The tools of the GM, read and used: what corrects, cancels, pauses, ends or takes back."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import decide
from engine.kernel import events as e
from engine.kernel.decide import Step
from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.gm import TOOLS, Cancel, Correct, End, Pause, Resume, Revert, SetPolicy, Tool
from engine.kernel.messages import Event, camel
from engine.kernel.misread import dotted, misread
from engine.kernel.step import Circumstances
from engine.service.loading import Loaded, Loader
from engine.store.port import Secrets

_TOOLS = {camel(tool.__name__): tool for tool in TOOLS}


def read_tool(command: dict[str, Any]) -> Tool:
    """The tool that `{"gm": {<tool>: {...}}}` names. RuleRefusal that names the field where it cannot be read."""
    body = command["gm"]
    if len(command) != 1 or not isinstance(body, dict) or len(body) != 1:
        raise RuleRefusal('a command is one object: {"gm": {<tool>: {...}}}', field="command")
    ((key, fields),) = body.items()
    if key not in _TOOLS:
        raise RuleRefusal(f"the GM has no tool {key!r}: {', '.join(_TOOLS)}", field="command.gm")
    try:
        return msgspec.convert(fields, _TOOLS[key])
    except msgspec.ValidationError as error:
        what, where = misread(error, fields, _TOOLS[key])
        raise RuleRefusal(what, field=dotted(("command", "gm", key, *where))) from error


def use_tool(tool: Tool, loaded: Loaded, seat: str, circumstances: Circumstances, hidden: Secrets | None) -> Step[Any]:
    """What a tool of the GM brings about, but for Revert."""
    book, position, now = loaded.book, loaded.position, circumstances.clock
    fight = position.state.fight
    match tool:
        case Correct():
            return decide.correct(book, position, seat, tool, clock=now)
        case Cancel():
            return decide.cancel(book, position, seat, tool.reason, clock=now)
    decide.must_be_gm(fight, seat)
    if fight.status == "ENDED":
        raise RuleRefusal("this fight has ended: fork it to play on", code="ENDED")
    event: Event
    match tool:
        case Pause():
            if fight.status == "PAUSED":
                raise RuleRefusal("this fight is paused already", code="PAUSED")
            event = e.Paused(note=tool.reason)
        case Resume():
            if fight.status != "PAUSED":
                raise RuleRefusal("this fight is not paused")
            event = e.Resumed(note=tool.reason)
        case SetPolicy():
            if tool.kind not in {q.__name__ for q in book.system.questions}:
                raise RuleRefusal(f"there is no question {tool.kind!r}", field="command.gm.setPolicy.kind")
            event = e.PolicySet(kind=tool.kind, asked=tool.asked, pace=tool.pace, seconds=tool.deadline)
        case End():
            seeded = fight.dice == "SEEDED" and hidden is not None
            event = e.EncounterEnded(
                reason=tool.reason,
                result=tool.outcome or fight.outcome or "",
                dice_secret=hidden.dice if hidden and seeded else "",
                hidden_secret=hidden.hidden if hidden and seeded else None,
            )
            return decide.foreign(book, position, event, seat=seat, clock=now, to=fight.gms())
        case _:
            raise Fault(f"nobody knows how to use {type(tool).__name__}")
    return decide.foreign(book, position, event, seat=seat, clock=now)


async def revert(
    loader: Loader, encounter: str, loaded: Loaded, seat: str, tool: Revert, circumstances: Circumstances
) -> Step[Any]:
    """What Revert brings about: it needs the fight at another version, and what no revert takes back."""
    decide.must_be_gm(loaded.position.state.fight, seat)
    if tool.to > loaded.head.version:
        raise RuleRefusal(f"revert to a version from 1 to {loaded.head.version}", field="command.gm.revert.to")
    target, _ = await loader.at(encounter, loaded.book, tool.to)
    lasting = await loader.lasting(encounter, loaded.book, tool.to, loaded.head.version)
    return decide.revert(
        loaded.book, loaded.position, target, lasting, seat, tool.corrections, tool.reason, circumstances
    )
