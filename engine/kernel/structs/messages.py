"""Commands and events: the base classes of every system's own.

An order is imperative (`Attack`), an event is past (`DamageTaken`). Neither may use a field name of its envelope
(`RESERVED`): a frontend reads both on one object.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct

from engine.kernel.structs.reasons import Reasons

RESERVED = frozenset(
    {
        "version", "time", "type", "seat", "command", "rule", "text", "data", "hash", "digest", "because", "weight",
        "act", "headline",
    }
)  # fmt: skip
"""Field names of the envelope, which no event or order may use."""


class Audience(Enum):
    """Who receives an event whole, unless `emit` names seats. Everybody else gets its public part, or a bare Hidden."""

    ALL = "ALL"  # everybody; `narrowed` fields only to the seats that `emit` names
    FIGURES = "FIGURES"  # everybody; `narrowed` fields only to those who may know the figures of `combatant`
    SIDE = "SIDE"  # seats of the side of `combatant`, and the GM; others learn only that something happened
    SEAT = "SEAT"  # the seats that own or control `combatant`, and the GM
    GM = "GM"  # the GM alone


class OfferGroup(Enum):
    """What kind of thing an order is, for those who choose among offers; in the order in which they are shown."""

    STRIKE = "STRIKE"  # attacks somebody, or does harm: with a weapon, bare hands, a technique, a trap
    MOVE = "MOVE"  # goes somewhere, or changes how one stands, sits or faces
    CAST = "CAST"  # works magic: a spell, a prayer, the command of what was conjured
    OTHER = "OTHER"  # anything else: items, gear, aid, defence, readiness, delays, rulings
    END = "END"  # the course of the fight: begins or ends a turn, round or fight, passes, gives up


class Ending(Enum):
    """What an order ends for good, for those who choose among offers: a client asks again before it sends one."""

    COMBATANT = "COMBATANT"  # somebody leaves the fight, or tries to: flees, surrenders, goes off the board
    SIDE = "SIDE"  # a side, or all that a seat has of one, gives up
    FIGHT = "FIGHT"  # the fight is over


Weight = Literal["HEADLINE", "DETAIL", "BOOKKEEPING"]
"""How much an event matters to somebody who reads the log.

HEADLINE: without it he does not understand the fight. DETAIL: worth a line of its own, beside a headline.
BOOKKEEPING: figures that are counted, ends of what has been told already; left out of a log.
"""


class Event(Struct, frozen=True, kw_only=True, rename="camel"):
    """A fact. Fields are only ever added, with defaults; a rename goes through the store's upcasting.

    audience: required on every concrete class, or it cannot be registered.
    narrowed: fields that outsiders do not get; each is `T | None` with default None.
    lasting: True where a revert does not take it back (who sits here, what the dice rest on), if everybody sees it.
    weight: how much it matters in a log; every system that comes with Skald declares it for each of its events.
    words: fields (by JSON name) that hold words of the system or seats, never a combatant's id: a hidden combatant
    whose id equals such a word is not named by them.
    """

    audience: ClassVar[Audience]
    narrowed: ClassVar[tuple[str, ...]] = ()
    lasting: ClassVar[bool] = False
    weight: ClassVar[Weight] = "DETAIL"
    words: ClassVar[tuple[str, ...]] = ()


class Order(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A command to a system's rules.

    actor: the field that names the acting combatant; "" for an order of the GM.
    narrowed: fields that only the actor's side and the GM read in the stream. secret: others do not even read that the
    order was given; allowed only for orders with narrowed fields.
    group: what kind of thing it is, for whoever chooses among offers; every system that comes with Skald declares it
    for each of its orders.
    ends: what it ends for good; None: nothing. Where only some of its values end something, `ending` says so.
    concession: it gives up: whoever is in the fight may send it, whoever may act now, and no bot does. It is given by
    whom the actor belongs to, also while another seat controls it.
    told_by_use: whether what it uses says what it does, as a spell that is cast; else it says so itself, as reloading.
    """

    actor: ClassVar[str] = ""
    narrowed: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    ends: ClassVar[Ending | None] = None
    concession: ClassVar[bool] = False
    told_by_use: ClassVar[bool] = True

    def ending(self) -> Ending | None:
        """What this order ends for good, with the values that it has."""
        return self.ends


def actor_of(order: Order) -> str:
    """The acting combatant's id; "" for an order of the GM."""
    return getattr(order, order.actor) if order.actor else ""


class Draft(Struct, frozen=True):
    """An event about to be appended: complete except for version, time and hash.

    to: the seats that get all of it; None: everybody. whole: outsiders get a bare Hidden.
    because: where its numbers come from; None: no reasons are given.
    """

    event: Event
    rule: str = ""
    seat: str | None = None
    command: str | None = None
    to: tuple[str, ...] | None = None
    whole: bool = False
    because: Reasons | None = None


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
        """Not produced by a command: corrections, table policy, pause."""
        return self.draft.command is None

    @property
    def lasting(self) -> bool:
        """Whether no revert takes it back.

        One that is hidden from somebody is taken back like anything hidden: that a revert keeps its version would tell
        of what kind it is.
        """
        return self.event.lasting and not self.draft.whole


def plain(value: object) -> Any:
    """A struct's JSON value as read back from the stream: lists for tuples, names for enum members."""
    return msgspec.json.decode(msgspec.json.encode(value))


def camel(name: str) -> str:
    """`AttackDeclared` -> `attackDeclared`."""
    return name[:1].lower() + name[1:]


def on_the_wire(field: str) -> str:
    """`own_weapons` -> `ownWeapons`: a field's JSON name."""
    head, *rest = field.split("_")
    return head + "".join(word.capitalize() for word in rest)
