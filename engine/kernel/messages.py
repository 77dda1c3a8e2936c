"""Commands and events: the bases that every system's own derive from.

An order is imperative (`Attack`), an event is past (`DamageTaken`). Neither names what its envelope holds (`RESERVED`):
a frontend reads both on one object.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kernel.why import Why

RESERVED = frozenset(
    {"version", "time", "type", "seat", "command", "rule", "text", "data", "hash", "digest", "because"}
)
"""The envelope's names: no event and no order has a field called so."""


class Audience(Enum):
    """Who receives an event whole, unless `emit` names seats. Everybody else gets its public part, or a bare Hidden."""

    ALL = "ALL"  # everybody; `narrowed` fields only to the seats that `emit` names
    FIGURES = "FIGURES"  # everybody; `narrowed` fields to those who may know the figures of `combatant`
    SIDE = "SIDE"  # seats of the side of `combatant`, and the GM; nobody else learns more than that it happened
    SEAT = "SEAT"  # the seats that own or control `combatant`, and the GM
    GM = "GM"  # the GM alone


class Event(Struct, frozen=True, kw_only=True, rename="camel"):
    """A fact. Fields are only ever added, with defaults; a rename goes through the store's upcasting.

    audience: every concrete class decides it, or it cannot be registered.
    narrowed: fields that outsiders do not get; each is `T | None` with default None.
    lasting: True where a revert does not take it back (who sits here, what the dice rest on).
    words: fields (as in JSON) that hold words of the system or seats, never a combatant's id: who is hidden and happens
    to be called so is not named by them.
    """

    audience: ClassVar[Audience]
    narrowed: ClassVar[tuple[str, ...]] = ()
    lasting: ClassVar[bool] = False
    words: ClassVar[tuple[str, ...]] = ()


class Order(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A command to a system's rules.

    actor: the field that names the combatant who acts; "" for an order of the GM.
    narrowed: fields that only the actor's side and the GM read in the stream. secret: others do not even read that
    it was given; an order that has narrowed fields may be.
    """

    actor: ClassVar[str] = ""
    narrowed: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False


def actor_of(order: Order) -> str:
    """Who acts; "" for an order of the GM."""
    return getattr(order, order.actor) if order.actor else ""


class Draft(Struct, frozen=True):
    """An event that is about to be appended: everything about it but version, time and hash.

    to: the seats that get all of it; None: everybody. whole: outsiders get a bare Hidden.
    because: where its numbers come from; None: nothing is to be said.
    """

    event: Event
    rule: str = ""
    seat: str | None = None
    command: str | None = None
    to: tuple[str, ...] | None = None
    whole: bool = False
    because: Why | None = None


class Recorded(Struct, frozen=True):
    """An event of the stream. time: RFC 3339 in UTC, milliseconds."""

    version: int
    time: str
    draft: Draft
    hash: str = ""

    @property
    def event(self) -> Event:
        return self.draft.event

    @property
    def foreign(self) -> bool:
        """Made by no command: corrections, table policy, pause."""
        return self.draft.command is None


def plain(value: object) -> Any:
    """The JSON value of a struct, as it will be read back from the stream: lists for tuples, names for enum members."""
    return msgspec.json.decode(msgspec.json.encode(value))


def camel(name: str) -> str:
    """`AttackDeclared` -> `attackDeclared`."""
    return name[:1].lower() + name[1:]


def on_the_wire(field: str) -> str:
    """`own_weapons` -> `ownWeapons`: what a field is called in JSON."""
    head, *rest = field.split("_")
    return head + "".join(word.capitalize() for word in rest)
