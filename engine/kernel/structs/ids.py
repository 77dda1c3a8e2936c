"""Ids inside one fight: combatants, seats, commands."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]*$(?!\n)"
"""Pattern of ids. The same in Python, where `$` also matches before a final line break, and in JSON Schema."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=PATTERN)]
"""A combatant or a thing of a fight: letters, digits, "_" and "-", at most 64; unique in its fight."""

Seat = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=PATTERN)]
"""A seat at the table; unique in its fight."""

Host = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=PATTERN)]
"""Somebody who has fights of his own; unique in the service. Spelled like a seat."""

Seats = str | tuple[str, ...]
"""One seat, or several of which any one may answer."""

Role = Literal["GM", "PLAYER", "SPECTATOR"]

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\Z")
_COMMAND = re.compile(r"c([0-9]{1,16})\Z")


def is_id(text: str) -> bool:
    """Whether `text` is a valid id of a combatant or a seat."""
    return _ID.match(text) is not None


def as_seats(seats: Seats) -> tuple[str, ...]:
    """Always a tuple."""
    return (seats,) if isinstance(seats, str) else tuple(seats)


def format_command(version: int) -> str:
    """The id of the order whose first event has this version."""
    return f"c{version}"


def parse_command(command: str) -> int | None:
    """The version at which an order began; None for an id of another format."""
    found = _COMMAND.match(command)
    return int(found[1]) if found else None
