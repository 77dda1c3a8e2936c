"""Checks whether a store may hold an external stream, beyond what the audit can prove.

Events of other rules are not replayed, so they could contain anything. An imported encounter must be servable like any
other: every version, including reverted ones, to every seat, in every way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.ids import is_id
from engine.kernel.structs.messages import Recorded
from engine.service import clock
from engine.service.proof.audit_dice import recorded_roll
from engine.service.proof.folding import positions
from engine.store.ids import created_ms
from engine.store.port import Entry

AHEAD_MS = 24 * 3600 * 1000
"""How far another server's clock may be ahead of this one."""

_schema = msgspec.json.Decoder(dict[str, Any])


class Inadmissible(ValueError):
    """An event that this service could not have stored. version: of the event; newer: a newer Skald could."""

    def __init__(self, version: int, reason: str, *, newer: bool = False) -> None:
        super().__init__(f"version {version}: {reason}")
        self.version, self.reason, self.newer = version, reason, newer


def check_importable(book: Rulebook[Any], entries: Sequence[Entry], recorded: Sequence[Recorded]) -> None:
    """Raises Inadmissible or Fault, with version and reason, for an event that this service could not have stored.

    recorded: all events, decoded from `entries`; their chain is already proven.
    """
    latest = clock.now_ms() + AHEAD_MS
    for entry, record in zip(entries, recorded, strict=True):
        _check_envelope(entry, record)
    for before, after in pairwise(recorded):
        if isinstance(after.event, e.EncounterCreated):
            raise Inadmissible(after.version, "a fight begins a second time")
        if after.time < before.time:
            raise Inadmissible(after.version, "its time is before that of the event before it")
        if isinstance(before.event, e.EncounterEnded) and not isinstance(after.event, e.EncounterForked):
            raise Inadmissible(after.version, "the fight had ended before it")
    if clock.parse_ms(recorded[-1].time) > latest:
        raise Inadmissible(recorded[-1].version, "its time has not come yet")
    position: Position[Any] | None = None
    ground: Ground | None = None
    seats: set[str] = set()  # also those that were removed: parts of the ground may name them still
    for position, record in zip(positions(book, recorded), recorded, strict=True):
        fight = position.state.fight
        _check_table(book, fight, record)
        seats |= fight.seats.keys()
        if fight.ground is not ground and fight.ground is not None:
            _check_ground(book, fight.ground, seats, record)
        ground = fight.ground
    made = created_ms(position.state.fight.id) if position is not None else None
    if made is None or made > latest:
        raise Inadmissible(
            1, f"{position.state.fight.id!r} is no id of an encounter" if position else "there is no event"
        )


def _check_envelope(entry: Entry, recorded: Recorded) -> None:
    if isinstance(recorded.event, (e.DiceRolled, e.Drawn)):
        try:
            recorded_roll(recorded.event)
        except ValueError as error:
            raise Inadmissible(recorded.version, str(error)) from error
    if not clock.is_time(recorded.time):
        raise Inadmissible(recorded.version, f"{recorded.time[:40]!r} is no time as it is written here")
    for part in (entry.public, entry.secret):
        if part is None:
            continue
        decoded = _schema.decode(part)
        if not 1 <= decoded.get("schema", 1) <= getattr(type(recorded.event), "schema", 1):
            why = "it was written by a newer Skald: import it there, or bring this one up to date"
            raise Inadmissible(recorded.version, why, newer=True)
        if not _fits(decoded):
            raise Inadmissible(
                recorded.version, "it holds a number that is no whole one of 32 bits, and could not be shown"
            )


def _fits(value: Any) -> bool:
    """Whether all numbers are 32-bit integers, as the API requires of orders: GraphQL has no others."""
    match value:
        case bool() | str() | None:
            return True
        case int():
            return -(2**31) <= value < 2**31
        case dict():
            return all(map(_fits, value.values()))
        case list():
            return all(map(_fits, value))
    return False


def _check_table(book: Rulebook[Any], fight: Fight, recorded: Recorded) -> None:
    event = recorded.event
    if isinstance(event, e.CommandAccepted) and not _is_order(event.order, book.key):
        raise Inadmissible(recorded.version, f'no order as it is written here, {{"{book.key}": {{<order>: {{...}}}}}}')
    if isinstance(event, e.CombatantJoined):
        for name in (event.combatant, event.side):
            if not is_id(name):
                raise Inadmissible(
                    recorded.version, f"{name[:80]!r} is no name that a combatant or a side may have in orders"
                )
    if isinstance(event, (e.EncounterCreated, e.SeatAdded)):
        for seat in fight.seats:
            if not is_id(seat):
                raise Inadmissible(recorded.version, f"{seat[:80]!r} is no name that a seat may have")
    if not fight.gms():
        raise Inadmissible(recorded.version, "nobody at this table is its GM")


def _check_ground(book: Rulebook[Any], ground: Ground, seats: set[str], recorded: Recorded) -> None:
    """A ground that could not be set up could not be drawn or played on either."""
    try:
        book.require_ground(ground, seats)
    except RuleRefusal as refusal:
        raise Inadmissible(recorded.version, f"no ground of this game: {refusal.reason}") from refusal


def _is_order(order: dict[str, Any], key: str) -> bool:
    """Whether it has the form that readers of an open order expect; which orders exist, the rules define."""
    body = order.get(key)
    return len(order) == 1 and isinstance(body, dict) and [dict] == [type(fields) for fields in body.values()]
