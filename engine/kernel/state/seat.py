"""Seats of a fight, open invitations to them, and combatants offered or lent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.kernel.state.looks import Looks
from engine.kernel.structs.ids import Role

Bot = Literal["GREEDY", "RANDOM", "SHARP"]
BotPace = Annotated[int, Meta(ge=0, le=60_000)]
"""Milliseconds that a bot waits before each of its acts."""
BotThinks = Annotated[int, Meta(ge=100, le=10_000)]
"""Milliseconds that a bot which looks ahead thinks about each of its acts."""


class SeatEntry(Struct, frozen=True, rename="camel"):
    """A seat at the table. seat: its id, unique in its fight. bot: how a bot plays it, None: none.

    looks: how it is shown; None: plain. bot_pace: milliseconds before each act of the bot; None: as the server has it.
    bot_thinks: milliseconds that a sharp bot thinks about each act; None: as the server has it.
    """

    seat: str
    name: str
    role: Role
    bot: Bot | None = None
    looks: Looks | None = None
    bot_pace: BotPace | None = None
    bot_thinks: BotThinks | None = None


class Invitation(Struct, frozen=True, rename="camel"):
    """An open invitation to a seat: fields as in SeatInvited."""

    key: str
    seat: str
    proof: str
    epoch: int
    expires: str
    many: bool


class Handover(Struct, frozen=True, rename="camel"):
    """Which seat lends a combatant to which."""

    giver: str
    taker: str


class Left(Struct, frozen=True, rename="camel"):
    """Whose a combatant was before those seats left the table: it is theirs again if they come back."""

    owner: str | None = None
    controller: str | None = None


class Away(Struct, frozen=True, rename="camel"):
    """What a seat knew and typed that has left the table: it is so again if it comes back.

    knew: combatants of whom not everybody knows. ground: parts of it of which not everybody knows, by kind and key.
    types: the rolls of the combatants that it answered for were typed in.
    """

    knew: tuple[str, ...] = ()
    ground: tuple[tuple[str, str], ...] = ()
    types: bool = False
