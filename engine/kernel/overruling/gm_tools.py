"""Orders beside the rules: the GM's tools, and take-back requests. They run no rules, so no bug locks a fight."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Struct

from engine.kernel.state.fight import TakeBackConsent
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import EdgeState, GroundChange
from engine.kernel.state.looks import Looks
from engine.kernel.structs.ids import Id, Seat
from engine.kernel.structs.numbers import Amount, PastVersion, Turns

Reason = Annotated[str, msgspec.Meta(max_length=500)]


class Tool(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Base of all tools."""


class ToolWithReason(Tool, frozen=True, kw_only=True):
    """A tool with a reason. reason: in the sender's words; the table may read it."""

    reason: Reason = ""


class Correct(ToolWithReason, frozen=True, kw_only=True):
    """Set any field of the state: path from the root (`combatants.cloud.vitals.hp.now`), value as JSON of its type."""

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    value: Any


Whom = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=100)]


class Reveal(ToolWithReason, frozen=True, kw_only=True):
    """Let seats know of combatants. They are told so by an event, with what they need to show them.

    seats: who knows of them from now on, beside those who do; null: everybody.
    """

    combatants: Whom
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=32)] | None = None


class Hide(ToolWithReason, frozen=True, kw_only=True):
    """Hide combatants from seats. They are told so by an event.

    seats: who no longer knows of them; null: everybody but the GM and the seats that own or control them.
    """

    combatants: Whom
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=32)] | None = None


class Remove(ToolWithReason, frozen=True, kw_only=True):
    """Take combatants off the table for good: out of the fight, off the board, and out of the order of acting."""

    combatants: Whom


class SetCondition(ToolWithReason, frozen=True, kw_only=True):
    """Give a combatant a condition, or change the one of the same key. What follows by the rules is applied at once.

    kind: one of `systems { conditions }`. key: absent: as the kind. left: refused for conditions whose turns the game
    does not count.
    """

    combatant: Id
    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    source: Id | None = None
    amount: Amount | None = None
    left: Turns | None = None
    until: Annotated[str, msgspec.Meta(max_length=64)] = ""


class EndCondition(ToolWithReason, frozen=True, kw_only=True):
    """Take a condition from a combatant. condition: its key. What follows by the rules is applied at once."""

    combatant: Id
    condition: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Cancel(ToolWithReason, frozen=True, kw_only=True):
    """Take back the open order: the fight returns to where it began; corrections made meanwhile stay."""


class Revert(ToolWithReason, frozen=True, kw_only=True):
    """Go back to a version. If it lies inside an order, the order is played on after `corrections`, with fresh dice."""

    to: PastVersion
    corrections: tuple[Correct, ...] = ()


class Pause(ToolWithReason, frozen=True, kw_only=True):
    """Stop the clock: no orders and answers until Resume."""


class Resume(ToolWithReason, frozen=True, kw_only=True):
    """Let the clock run again."""


class End(ToolWithReason, frozen=True, kw_only=True):
    """End the fight for good: the dice secret is revealed."""

    outcome: Annotated[str, msgspec.Meta(max_length=200)] = ""


class CloseDiceEpoch(ToolWithReason, frozen=True, kw_only=True):
    """Publish the dice secret in force of a campaign, so that its rolls are proven, and go on with the next one."""


class SetPolicy(ToolWithReason, frozen=True, kw_only=True):
    """What this table does with a kind of question: ask it, wait `pace` seconds for preferences, answer it by itself.

    asked: false takes the default silently. deadline: seconds until the default is taken; 0: as the rules say.
    """

    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    asked: bool = True
    pace: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    deadline: Annotated[int, msgspec.Meta(ge=0, le=604800)] = 0


class SetTakeBacks(ToolWithReason, frozen=True, kw_only=True):
    """What this table does when somebody asks to take back.

    consent: AFFECTED asks the affected seats, or nobody where there are none; ALWAYS asks the GM in that case; GM asks
    the GM alone; NEVER refuses. deadline: seconds until silence is a no; 0: none.
    """

    consent: TakeBackConsent
    deadline: Annotated[int, msgspec.Meta(ge=0, le=604800)] = 0


class SetSingleAnswers(ToolWithReason, frozen=True, kw_only=True):
    """What this table does with a question that has a single answer.

    skip: true does not ask it where everybody could read its offers; where not, it answers itself after `pace` seconds,
    and answers by hand to such questions are stored no sooner. pace: 0: such a question waits for a hand.
    """

    skip: bool = True
    pace: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2


class GroundState(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The state that an edge gets: a door is opened, shut, locked or broken. edge: its key."""

    edge: Id
    state: EdgeState


class SetGround(GroundChange, Tool, frozen=True, kw_only=True):
    """Change the ground, or parts of it by key: those of the same key are replaced, the others are added.

    ground: in place of all that was. removed: parts that go. space, rows: in place of what was. cells: of the rows.
    states: of doors and windows that stand on edges. Each part is read by those who may know of it.
    """

    states: Annotated[tuple[GroundState, ...], msgspec.Meta(max_length=5000)] = ()


class Note(Tool, frozen=True, kw_only=True):
    """Write a note beside the fight. to: the seats that read it too; empty: the GM alone."""

    note: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    to: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=32)] = ()


class SetLooks(Tool, frozen=True, kw_only=True):
    """Show something otherwise: a combatant, a seat or a side; none of them: the fight. No rule reads it.

    The GM sets all looks, a seat its own and those of the combatants that it owns; at any time before the end, also
    while a decision is open or the fight is paused. looks: replace the former ones; null: plain.
    """

    combatant: Id | None = None
    seat: Seat | None = None
    side: Id | None = None
    looks: Looks | None = None


class SetBackdrop(Tool, frozen=True, kw_only=True):
    """Put a picture below the ground, the same for all seats. No rule reads it. backdrop: null: none any more."""

    backdrop: Backdrop | None = None


TOOLS: tuple[type[Tool], ...] = (
    Correct, Reveal, Hide, Remove, SetCondition, EndCondition, Cancel, Revert,
    Pause, Resume, End, SetPolicy, SetTakeBacks, SetSingleAnswers, SetGround, Note, SetLooks, SetBackdrop,
    CloseDiceEpoch,
)  # fmt: skip


# -- what every seat may send
class TakeBack(ToolWithReason, frozen=True, kw_only=True):
    """Ask to go back to an earlier version. The affected seats are asked; dice rolled again fall anew.

    to: a version behind which your seat has acted; absent: before your last act.
    """

    to: PastVersion | None = None


class Withdraw(ToolWithReason, frozen=True, kw_only=True):
    """Withdraw a take-back request; the GM may withdraw anybody's."""


TALK: tuple[type[Tool], ...] = (TakeBack, Withdraw)

EVERY_SEAT: tuple[type[Tool], ...] = (*TALK, SetLooks)
"""The tools that every seat may use; whether it may do this with them the tool decides."""
WITHOUT_RULES: tuple[type[Tool], ...] = (
    Pause,
    End,
    SetPolicy,
    SetTakeBacks,
    SetSingleAnswers,
    Note,
    SetLooks,
    SetBackdrop,
    CloseDiceEpoch,
    Withdraw,
)
"""Tools that ask no rules: they serve also where the rules of a fight are not played."""
