"""The GM changes the ground: what is sent, split into facts of which each is for its own readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import SetGround
from engine.kernel.overruling.reopening import settled
from engine.kernel.playing.facts import close_take_back, fact, must_be_gm
from engine.kernel.playing.follow_through import followed
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground, GroundChange
from engine.kernel.state.ground.ground_change import changed, finished, keyed
from engine.kernel.state.redaction.ground_pieces import KINDS, Piece, event_of, pieces_of
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.errors import RuleRefusal

Own = TypeVar("Own", bound=Struct)

FIELD = "command.gm.setGround"
MOST = 20
"""How many groups of readers one order may have: each is a fact of its own."""


# -- the tool
def change_of(fight: Fight, tool: SetGround) -> GroundChange:
    """What an order asks for, with a key for each edge. RuleRefusal for a key that is not there."""
    ground = tool.ground or fight.ground or Ground()
    edges = {edge.key: edge for edge in map(keyed, tool.edges)}
    there = {edge.key: edge for edge in ground.edges}
    for number, wish in enumerate(tool.states):
        edge = edges.get(wish.edge) or there.get(wish.edge)
        if edge is None:
            raise _missing(f"states.{number}.edge", wish.edge)
        edges[wish.edge] = structs.replace(edge, state=wish.state)
    for name in ("legend", *KINDS):
        keys = {part.key for part in getattr(ground, name)}
        for number, key in enumerate(getattr(tool.removed, name) if tool.removed else ()):
            if key not in keys:
                raise _missing(f"removed.{name}.{number}", key)
    given = {name: getattr(tool, name) for name in GroundChange.__struct_fields__}
    return GroundChange(**{**given, "edges": tuple(edges.values())})


def _missing(field: str, key: str) -> RuleRefusal:
    return RuleRefusal(f"there is no part {key!r} of the ground", code="UNKNOWN", field=f"{FIELD}.{field}")


def set_ground(
    book: Rulebook[Own], position: Position[Own], seat: str, tool: SetGround, circumstances: Circumstances
) -> Step[Own]:
    """Change the ground; what follows from it by the rules is part of the same step.

    RuleRefusal for a ground that would have a fault, or that the game cannot use.
    """
    fight = position.state.fight
    must_be_gm(fight, seat)
    fight.require_going_on()
    change = change_of(fight, tool)
    own = book.system.ground_entries
    if change.ground is not None:
        change = structs.replace(change, ground=finished(change.ground, own))
    made = changed(fight.ground or Ground(), change)
    after = finished(made, own)
    entries = after.legend[len(made.legend) :]
    space = after.space if after.space != made.space else change.space
    change = structs.replace(change, legend=(*change.legend, *entries), space=space)
    try:
        book.require_ground(after, tuple(fight.seats))
    except RuleRefusal as refusal:
        for fault in (refusal, *refusal.others):
            fault.field = f"{FIELD}.{_as_sent(fault.field, after, change)}"
        raise
    pieces = pieces_of(fight, change)
    if not pieces:
        raise RuleRefusal("this changes nothing of the ground", field=FIELD)
    if len(pieces) > MOST:
        raise RuleRefusal(f"at most {MOST} groups of seats may know of what one order changes", field=FIELD)
    return stated(book, position, seat, pieces, circumstances)


def _as_sent(field: str, ground: Ground, change: GroundChange) -> str:
    """A field of the ground as one of the order: `patches.7.area` is `patches.0.area`, where that was sent first."""
    if change.ground is not None:
        return f"ground.{field}"
    match field.split("."):
        case [("legend" | "patches" | "edges" | "zones" | "links") as name, number, *rest]:
            key = getattr(ground, name)[int(number)].key
            sent = [part.key for part in getattr(change, name)]
            return ".".join((name, str(sent.index(key)), *rest)) if key in sent else field
    return field


def stated(
    book: Rulebook[Own], position: Position[Own], seat: str, pieces: Iterable[Piece], circumstances: Circumstances
) -> Step[Own]:
    """The pieces as facts, and what follows from them."""
    with bounded(STEP, circumstances.timer):
        return _stated(book, position, seat, pieces, circumstances)


def _stated(
    book: Rulebook[Own], position: Position[Own], seat: str, pieces: Iterable[Piece], circumstances: Circumstances
) -> Step[Own]:
    clock = circumstances.clock
    closed, position = close_take_back(book, position, clock)
    before, new = position.state, list(closed)
    for piece in pieces:
        event, readers = event_of(position.state.fight, piece)
        recorded, position = fact(book, position, event, seat=seat, clock=clock, to=readers)
        new.append(recorded)
    cause = new[-1].version
    facts, position = followed(book, position, before, (cause,), seat, clock)
    return settled(book, Step((*new, *facts), position), circumstances, cause)
