"""Commands outside the rules, parsed and executed: the GM's tools, and every seat's takeback commands."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.course import epoch_closed
from engine.kernel.overruling import overrides, takeback
from engine.kernel.overruling.gm_tools import (
    EVERY_SEAT,
    TOOLS,
    Cancel,
    CloseDiceEpoch,
    Correct,
    End,
    EndCondition,
    Hide,
    Note,
    Pause,
    Remove,
    Resume,
    Reveal,
    SetBackdrop,
    SetCondition,
    SetGround,
    SetLooks,
    SetPolicy,
    SetSingleAnswers,
    SetTakeBacks,
    Tool,
    Withdraw,
)
from engine.kernel.overruling.ground_tool import set_ground
from engine.kernel.overruling.looks import backdrop_set, looks_set
from engine.kernel.overruling.notes import noted
from engine.kernel.overruling.reopening import table_changed
from engine.kernel.overruling.rulings import rule
from engine.kernel.playing import facts
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as e
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Event, camel
from engine.store.port import Secrets

BESIDE_RULES: dict[str, dict[str, type[Tool]]] = {
    "gm": {camel(tool.__name__): tool for tool in TOOLS},
    "table": {camel(tool.__name__): tool for tool in EVERY_SEAT},
}
"""Commands that belong to no rule system: top-level key -> orders by their key."""


def read_tool(command: dict[str, Any]) -> Tool | None:
    """The tool in `{"gm": {<tool>: {...}}}`; None for an order of a system.

    Raises RuleRefusal naming the invalid field.
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
        what, where = explain_decode_error(error, fields, tools[key])
        raise RuleRefusal(what, field=dotted_path(("command", whose, key, *where))) from error


def use_tool(
    book: Rulebook[Any],
    position: Position[Any],
    tool: Tool,
    whose: str,
    seat: str,
    circumstances: Circumstances,
    hidden: Secrets | None,
) -> Step[Any]:
    """The step of a tool, except for those that go back. whose: the top-level key that it was sent under."""
    fight, now = position.state.fight, circumstances.clock
    match tool:
        case Correct():
            return overrides.correct(book, position, seat, tool, circumstances)
        case Reveal() | Hide() | Remove() | SetCondition() | EndCondition():
            return rule(book, position, seat, tool, circumstances)
        case SetGround():
            return set_ground(book, position, seat, tool, circumstances)
        case Cancel():
            return overrides.cancel(book, position, seat, tool.reason, circumstances)
        case Withdraw():
            return takeback.withdraw(book, position, seat, tool, clock=now)
    event: Event
    if isinstance(tool, SetLooks):
        try:
            event = looks_set(fight, seat, tool)
        except RuleRefusal as refusal:
            refusal.field = dotted_path(("command", whose, "setLooks", refusal.field)) if refusal.field else ""
            raise
        return facts.table_fact(book, position, event, seat=seat, clock=now)
    facts.must_be_gm(fight, seat)
    fight.require_going_on()
    match tool:
        case SetBackdrop():
            return facts.table_fact(book, position, backdrop_set(fight, seat, tool), seat=seat, clock=now)
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
            return facts.table_fact(book, position, written, seat=seat, clock=now, to=written.seats)
        case SetTakeBacks():
            event = e.TakeBacksSet(consent=tool.consent, seconds=tool.deadline)
        case SetSingleAnswers():
            event = e.SingleAnswersSet(skip=tool.skip, pace=tool.pace)
        case CloseDiceEpoch():
            if hidden is None:
                raise RuleRefusal("these dice have no secret that could be published", field="command.gm")
            closed = epoch_closed(fight, hidden.dice, hidden.hidden, tool.reason)
            return facts.table_fact(book, position, closed, seat=seat, clock=now, to=fight.gms())
        case End():
            seeded = fight.dice == "SEEDED" and hidden is not None
            event = e.EncounterEnded(
                reason=tool.reason,
                result=tool.outcome or fight.known_outcome(None) or "",
                dice_secret=hidden.dice if hidden and seeded else "",
                hidden_secret=hidden.hidden if hidden and seeded else None,
            )
            return facts.fact_closing_take_back(book, position, event, seat=seat, clock=now, to=fight.gms())
        case _:
            raise Fault(f"nobody knows how to use {type(tool).__name__}")
    if isinstance(tool, Resume):
        return table_changed(book, position, event, seat, circumstances)
    if isinstance(tool, Pause):
        return facts.table_fact(book, position, event, seat=seat, clock=now)
    return facts.fact_closing_take_back(book, position, event, seat=seat, clock=now)
