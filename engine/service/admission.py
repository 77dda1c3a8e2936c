"""Whether a store may hold a stream that comes from outside, whatever the audit could prove of it.

Events of other rules are not played again, so they could say anything. What is let in must be served like any other
fight: every version of it, also those that were taken back, to every seat, in every way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.kernel import events as e
from engine.kernel.fight import Fight
from engine.kernel.ids import is_id
from engine.kernel.messages import Recorded
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.service import clock
from engine.service.audit_dice import fallen
from engine.service.folding import positions
from engine.store.ids import created_ms
from engine.store.port import Entry

AHEAD_MS = 24 * 3600 * 1000
"""How far another server's clock may be ahead of ours."""

_schema = msgspec.json.Decoder(dict[str, Any])


def admit(book: Rulebook[Any], entries: Sequence[Entry], recorded: Sequence[Recorded]) -> None:
    """ValueError, or a Fault, names the version that no service like this one could have stored, and says why.

    recorded: all of the fight's events, which `entries` hold, with a chain that was proven.
    """
    latest = clock.now_ms() + AHEAD_MS
    for entry, one in zip(entries, recorded, strict=True):
        _check_envelope(entry, one)
    for before, after in pairwise(recorded):
        if isinstance(after.event, e.EncounterCreated):
            raise ValueError(f"version {after.version}: a fight begins a second time")
        if after.time < before.time:
            raise ValueError(f"version {after.version}: its time is before that of the event before it")
        if isinstance(before.event, e.EncounterEnded) and not isinstance(after.event, e.EncounterForked):
            raise ValueError(f"version {after.version}: the fight had ended before it")
    if clock.parse_ms(recorded[-1].time) > latest:
        raise ValueError(f"version {recorded[-1].version}: its time has not come yet")
    position: Position[Any] | None = None
    for position, one in zip(positions(book, recorded), recorded, strict=True):
        _check_table(book, position.state.fight, one)
    made = created_ms(position.state.fight.id) if position is not None else None
    if made is None or made > latest:
        raise ValueError(f"{position.state.fight.id!r} is no id of an encounter" if position else "there is no event")


def _check_envelope(entry: Entry, one: Recorded) -> None:
    at = f"version {one.version}"
    if isinstance(one.event, (e.DiceRolled, e.Drawn)):
        fallen(one.event)
    try:
        exact = clock.format_ms(clock.parse_ms(one.time)) == one.time
    except (ValueError, OverflowError):
        exact = False
    if not exact:
        raise ValueError(f"{at}: {one.time[:40]!r} is no time as it is written here")
    for part in (entry.public, entry.secret):
        if part is None:
            continue
        told = _schema.decode(part)
        if not 1 <= told.get("schema", 1) <= getattr(type(one.event), "schema", 1):
            raise ValueError(f"{at}: it was written by a newer Skald: import it there, or bring this one up to date")
        if not _fits(told):
            raise ValueError(f"{at}: it holds a number that is no whole one of 32 bits, and could not be shown")


def _fits(value: Any) -> bool:
    """Whether all numbers are whole ones of 32 bits, as the API asks of orders: GraphQL knows no others."""
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


def _check_table(book: Rulebook[Any], fight: Fight, one: Recorded) -> None:
    event, at = one.event, f"version {one.version}"
    if isinstance(event, e.CommandAccepted) and not _is_order(event.order, book.key):
        raise ValueError(f'{at}: no order as it is written here, {{"{book.key}": {{<order>: {{...}}}}}}')
    if isinstance(event, e.CombatantJoined):
        for name in (event.combatant, event.side):
            if not is_id(name):
                raise ValueError(f"{at}: {name[:80]!r} is no name that a combatant or a side may have in orders")
    if isinstance(event, (e.EncounterCreated, e.SeatAdded)):
        for seat in fight.seats:
            if not is_id(seat):
                raise ValueError(f"{at}: {seat[:80]!r} is no name that a seat may have")
    if not fight.gms():
        raise ValueError(f"{at}: nobody at this table is its GM")


def _is_order(order: dict[str, Any], key: str) -> bool:
    """Whether it has the form that every look at an open order expects; which orders there are, its rules say."""
    body = order.get(key)
    return len(order) == 1 and isinstance(body, dict) and [dict] == [type(fields) for fields in body.values()]
