"""Orders beside the rules, read and carried out: the tools of the GM, and what anybody may say of taking back."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import events as e
from engine.kernel import facts, overruling, takeback
from engine.kernel.decide import Choice
from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.gm import (
    TALK,
    TOOLS,
    Cancel,
    Correct,
    End,
    Note,
    Pause,
    Resume,
    Revert,
    SetPolicy,
    SetTakeBacks,
    TakeBack,
    Tool,
    Withdraw,
)
from engine.kernel.messages import Event, camel
from engine.kernel.misread import dotted, misread
from engine.kernel.noting import noted
from engine.kernel.position import Step
from engine.kernel.step import Circumstances
from engine.service.loading import Loaded, Loader
from engine.store.port import Secrets

BESIDE_RULES: dict[str, dict[str, type[Tool]]] = {
    "gm": {camel(tool.__name__): tool for tool in TOOLS},
    "table": {camel(tool.__name__): tool for tool in TALK},
}
"""What no rule system plays: the word that stands for one in a command -> its orders by their key."""


def read_tool(command: dict[str, Any]) -> Tool | None:
    """The tool that `{"gm": {<tool>: {...}}}` names; None where it is an order of a system.

    RuleRefusal that names the field where it cannot be read.
    """
    whose = next((key for key in BESIDE_RULES if key in command), None)
    if whose is None:
        return None
    body, tools = command[whose], BESIDE_RULES[whose]
    if len(command) != 1 or not isinstance(body, dict) or len(body) != 1:
        raise RuleRefusal(f'a command is one object: {{"{whose}": {{<tool>: {{...}}}}}}', field="command")
    ((key, fields),) = body.items()
    if key not in tools:
        who = "the GM" if whose == "gm" else "the table"
        raise RuleRefusal(f"{who} has no tool {key!r}: {', '.join(tools)}", field=f"command.{whose}")
    try:
        return msgspec.convert(fields, tools[key])
    except msgspec.ValidationError as error:
        what, where = misread(error, fields, tools[key])
        raise RuleRefusal(what, field=dotted(("command", whose, key, *where))) from error


def use_tool(tool: Tool, loaded: Loaded, seat: str, circumstances: Circumstances, hidden: Secrets | None) -> Step[Any]:
    """What a tool brings about, but for those that go back."""
    book, position, now = loaded.book, loaded.position, circumstances.clock
    fight = position.state.fight
    match tool:
        case Correct():
            return overruling.correct(book, position, seat, tool, clock=now)
        case Cancel():
            return overruling.cancel(book, position, seat, tool.reason, clock=now)
        case Withdraw():
            return takeback.withdraw(book, position, seat, tool, clock=now)
    facts.must_be_gm(fight, seat)
    fight.require_going_on()
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
        case Note():
            written = noted(fight, tool.note, tool.to)
            return facts.foreign(book, position, written, seat=seat, clock=now, to=written.seats)
        case SetTakeBacks():
            event = e.TakeBacksSet(consent=tool.consent, seconds=tool.deadline)
        case End():
            seeded = fight.dice == "SEEDED" and hidden is not None
            event = e.EncounterEnded(
                reason=tool.reason,
                result=tool.outcome or fight.outcome or "",
                dice_secret=hidden.dice if hidden and seeded else "",
                hidden_secret=hidden.hidden if hidden and seeded else None,
            )
            return facts.overtaking(book, position, event, seat=seat, clock=now, to=fight.gms())
        case _:
            raise Fault(f"nobody knows how to use {type(tool).__name__}")
    if isinstance(tool, (Pause, Resume)):
        return facts.foreign(book, position, event, seat=seat, clock=now)
    return facts.overtaking(book, position, event, seat=seat, clock=now)


async def revert(
    loader: Loader, encounter: str, loaded: Loaded, seat: str, tool: Revert, circumstances: Circumstances
) -> Step[Any]:
    """What Revert brings about: it needs the fight at another version, and what no revert takes back."""
    facts.must_be_gm(loaded.position.state.fight, seat)
    if tool.to > loaded.head.version:
        raise RuleRefusal(f"revert to a version from 1 to {loaded.head.version}", field="command.gm.revert.to")
    target, _ = await loader.at(encounter, loaded.book, tool.to)
    lasting = await loader.lasting(encounter, loaded.book, tool.to, loaded.head.version)
    return overruling.revert(
        loaded.book, loaded.position, target, lasting, seat, tool.corrections, tool.reason, circumstances
    )


async def take_back(
    loader: Loader, encounter: str, loaded: Loaded, seat: str, tool: TakeBack, circumstances: Circumstances
) -> Step[Any]:
    """What comes of asking to take back: it needs the fight at another version, and what has come since."""
    to = takeback.wished(loaded.position, seat, tool)
    past = await loader.past(encounter, loaded, to)
    return takeback.ask(loaded.book, loaded.position, seat, to, past, tool.reason, clock=circumstances.clock)


async def consent(
    loader: Loader,
    encounter: str,
    loaded: Loaded,
    seat: str | None,
    decision: int,
    choice: Choice | None,
    circumstances: Circumstances,
) -> Step[Any]:
    """What comes of the answer to a request to take back. seat: None: nobody has answered in time."""
    if circumstances.typed.left:
        raise RuleRefusal("this asks for yes or no: leave `faces` out", code="FACES", field="faces")
    talk = loaded.position.state.fight.taking_back
    past = await loader.past(encounter, loaded, talk.to) if talk is not None else None
    if past is None:
        raise Fault("a request waits to go back to a version that counts no more")
    return takeback.consent(loaded.book, loaded.position, seat, decision, choice, past, clock=circumstances.clock)
