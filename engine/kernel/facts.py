"""What no command brings about: a fight is there, the clock stops, somebody sits down.

Pure, like all that decides: nothing here reads a clock or a store. Appending the events is the service's part.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.audience import audience_of
from engine.kernel.entering import joining
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Board, DiceMode, Fight, SeatEntry
from engine.kernel.messages import Draft, Event, Recorded
from engine.kernel.orders import Entry
from engine.kernel.position import Clock, Position, Step, advance
from engine.kernel.rulebook import Rulebook

Own = TypeVar("Own", bound=Struct)


class Creation(Struct, frozen=True, kw_only=True):
    """All that a new fight is made from. setup: JSON of the system's setup; commitments: hex, "" for unproven dice."""

    encounter: str
    name: str
    dice: DiceMode
    seats: tuple[SeatEntry, ...]
    combatants: tuple[Entry, ...]
    setup: dict[str, Any]
    chain: str
    commitment: str = ""
    hidden_commitment: str = ""
    seed: str = ""
    figures_open: bool = False
    board: Board | None = None


def must_run(fight: Fight) -> None:
    fight.require_going_on()
    if fight.status == "PAUSED":
        raise RuleRefusal("the GM has paused this fight", code="PAUSED")


def must_be_gm(fight: Fight, seat: str) -> None:
    """RuleRefusal for anybody but the GM."""
    if not fight.is_gm(seat):
        raise RuleRefusal("only the GM may do this", code="NOT_YOURS")


def fact(
    book: Rulebook[Own],
    position: Position[Own] | None,
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
) -> tuple[Recorded, Position[Own]]:
    """One fact that no command made, at the next version, and the position behind it. to: a narrower audience."""
    fight = position.state.fight if position else Fight()
    version = position.version + 1 if position else 1
    seats, whole = audience_of(event, fight, to)
    recorded = Recorded(version, clock(), Draft(event, "", seat, None, seats, whole))
    return recorded, advance(book, position, recorded)


def create(book: Rulebook[Own], creation: Creation, *, seat: str | None, clock: Clock) -> Step[Own]:
    """The first step: the fight is there, and who is in it. RuleRefusal names the field that is at fault."""
    ids = [s.seat for s in creation.seats]
    if len(set(ids)) != len(ids):
        raise RuleRefusal("two seats share an id", field="seats")
    if not any(s.role == "GM" for s in creation.seats):
        raise RuleRefusal("a fight needs a seat with the role GM", field="seats")
    try:
        book.system.begin(msgspec.convert(creation.setup, book.system.setup))
    except RuleRefusal as refusal:
        refusal.field = f"setup.{refusal.field}".rstrip(".")
        raise
    first = e.EncounterCreated(
        encounter=creation.encounter,
        name=creation.name,
        system=book.system.id,
        rules=book.system.version,
        chain=creation.chain,
        dice_mode=creation.dice,
        commitment=creation.commitment,
        hidden_commitment=creation.hidden_commitment,
        seed=creation.seed,
        table=creation.seats,
        figures_open=creation.figures_open or getattr(book.system, "figures_open", False),
        board=creation.board,
        setup=creation.setup,
    )
    recorded, position = fact(book, None, first, seat=seat, clock=clock)
    new = [recorded]
    coming = {entry.combatant: entry.seen_by for entry in creation.combatants}
    for number, entry in enumerate(creation.combatants):
        try:
            event = joining(book.system, entry, position.state.fight, coming=coming)
            book.require_admitted(position.state, event)
        except RuleRefusal as refusal:
            refusal.field = f"combatants.{number}.{refusal.field}".rstrip(".")
            raise
        recorded, position = fact(book, position, event, seat=seat, clock=clock)
        new.append(recorded)
    return Step(tuple(new), position)


def foreign(
    book: Rulebook[Own],
    position: Position[Own],
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
) -> Step[Own]:
    """One fact that no command made: pause, policy, the end, somebody sits down."""
    recorded, position = fact(book, position, event, seat=seat, clock=clock, to=to)
    return Step((recorded,), position)


def overtaken(book: Rulebook[Own], position: Position[Own], clock: Clock) -> tuple[tuple[Recorded, ...], Position[Own]]:
    """The fight goes on: a request to take back that waits is closed. In nobody's name: what goes on may be hidden."""
    talk = position.state.fight.taking_back
    if talk is None:
        return (), position
    event = e.TakeBackClosed(request=talk.request, closed="OVERTAKEN")
    recorded, position = fact(book, position, event, seat=None, clock=clock)
    return (recorded,), position


def overtaking(
    book: Rulebook[Own],
    position: Position[Own],
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
) -> Step[Own]:
    """One fact that no command made, behind which a request to take back is of something else."""
    closed, position = overtaken(book, position, clock)
    step = foreign(book, position, event, seat=seat, clock=clock, to=to)
    return Step((*closed, *step.new), step.position)
