"""What may be asked for. One struct serves GraphQL (as an input type) and REST (as a body)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.kernel.combatant import Condition, Place
from engine.kernel.entropy import Entropy
from engine.kernel.fight import Board, Bot, DiceMode
from engine.kernel.ids import Id, Role, Seat
from schemas.words import Key, Request

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Face = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Faces = Annotated[tuple[Face, ...], msgspec.Meta(max_length=999)]
Preference = Literal["ask", "always", "never"]


class SeatRequest(Request, frozen=True, kw_only=True):
    """Somebody at the table. bot: plays for him from the start; absent: none does."""

    id: Seat
    name: Name
    role: Role = "PLAYER"
    bot: Bot | None = None


class CombatantRequest(Request, frozen=True, kw_only=True):
    """Somebody who is in the fight from the start.

    id: his name in orders. seat: who plays him; absent: the GM. vitals: present figures, where they are not the
    sheet's. seen_by: the only seats that know of him; absent: everybody.
    """

    id: Id
    name: Name
    side: Id
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, int] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
    sheet: dict[str, Any]


class CreateEncounterRequest(Request, frozen=True, kw_only=True):
    """A new fight.

    sheet of a combatant, and setup: an object with the system's `key` as its only one, {"fantasia": {...}}.
    dice: SEEDED (provable, the default), PHYSICAL (typed in) or OPEN (from `seed`, for tests). figures_open: everybody
    may know everybody's figures. idempotency_key: sent again, it answers with the fight it made.
    """

    system: str
    name: Name
    seats: Annotated[tuple[SeatRequest, ...], msgspec.Meta(max_length=100)]
    combatants: Annotated[tuple[CombatantRequest, ...], msgspec.Meta(max_length=200)] = ()
    setup: dict[str, Any] | None = None
    dice: DiceMode = "SEEDED"
    seed: Annotated[str, msgspec.Meta(max_length=200)] = ""
    figures_open: bool = False
    board: Board | None = None
    idempotency_key: Key | None = None


class CommandBody(Request, frozen=True, kw_only=True):
    """An order, or a tool of the GM.

    command: {"fantasia": {"attack": {...}}} or {"gm": {"correct": {...}}}. expected_version: refuse if the fight has
    moved on. faces: dice that fell on a real table, in order.
    """

    command: dict[str, Any]
    expected_version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    idempotency_key: Key | None = None
    faces: Faces = ()


class SubmitRequest(CommandBody, frozen=True, kw_only=True):
    """An order, or a tool of the GM. expected_version: refuse if the fight has moved on; faces: typed dice."""

    encounter: str


class ChoiceRequest(Request, frozen=True, kw_only=True):
    """One of a decision's offers: its key, and picks for its fields; what is not picked stays as it was offered."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    fields: dict[str, Any] | None = None


class AnswerBody(Request, frozen=True, kw_only=True):
    """An answer to an open decision. choice: absent where the decision asks for typed dice (`faces`)."""

    choice: ChoiceRequest | None = None
    idempotency_key: Key | None = None
    faces: Faces = ()


class AnswerRequest(AnswerBody, frozen=True, kw_only=True):
    """An answer to an open decision. choice: absent where the decision asks for typed dice (`faces`)."""

    encounter: str
    decision: str


class PreferBody(Request, frozen=True, kw_only=True):
    """A standing preference. kind: of question, as `systems { questions }` lists them."""

    kind: Name
    preference: Preference


class PreferRequest(PreferBody, frozen=True, kw_only=True):
    """A standing preference. kind: of question, as `systems { questions }` lists them."""

    encounter: str


class SetBotBody(Request, frozen=True, kw_only=True):
    """A bot that plays for a seat from now on. bot: how; null: none does any more.

    expected_version: refuse if the fight has moved on. The GM and the operator set it for every seat, a player for
    his own.
    """

    bot: Bot | None
    expected_version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    idempotency_key: Key | None = None


class SetBotRequest(SetBotBody, frozen=True, kw_only=True):
    """A bot that plays for a seat from now on. bot: how; null: none does any more.

    expected_version: refuse if the fight has moved on. The GM and the operator set it for every seat, a player for
    his own.
    """

    encounter: str
    seat: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AddEntropyBody(Request, frozen=True, kw_only=True):
    """Chance of one's own for the dice SEEDED of a fight, before the first of them falls; each seat adds once.

    entropy: any text of one line; random is best. expected_version: refuse if the fight has moved on.
    """

    entropy: Entropy
    expected_version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    idempotency_key: Key | None = None


class AddEntropyRequest(AddEntropyBody, frozen=True, kw_only=True):
    """Chance of one's own for the dice SEEDED of a fight, before the first of them falls; each seat adds once.

    entropy: any text of one line; random is best. expected_version: refuse if the fight has moved on.
    """

    encounter: str


class ForkBody(Request, frozen=True, kw_only=True):
    """A what-if. at: the version it begins from."""

    at: Annotated[int, msgspec.Meta(ge=1)]
    idempotency_key: Key | None = None


class TokenBody(Request, frozen=True, kw_only=True):
    """A token for a seat. hours: how long it serves; absent: as the server is set."""

    seat: Seat
    hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] | None = None


class TokenRequest(TokenBody, frozen=True, kw_only=True):
    """A token for a seat. hours: how long it serves; absent: as the server is set."""

    encounter: str


class KeyedBody(Request, frozen=True, kw_only=True):
    """A change of the table. expected_version: refuse if the fight has moved on."""

    expected_version: Annotated[int, msgspec.Meta(ge=0)] | None = None
    idempotency_key: Key | None = None


Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AddSeatBody(KeyedBody, frozen=True, kw_only=True):
    """Somebody who sits down in a running fight, or comes back to the seat that he had. bot: plays for him."""

    seat: Seat
    name: Name
    role: Role = "PLAYER"
    bot: Bot | None = None


class AddSeatRequest(AddSeatBody, frozen=True, kw_only=True):
    """Somebody who sits down in a running fight, or comes back to the seat that he had. bot: plays for him."""

    encounter: str


class RenameSeatBody(KeyedBody, frozen=True, kw_only=True):
    """What a seat is called from now on."""

    name: Name


class RenameSeatRequest(RenameSeatBody, frozen=True, kw_only=True):
    """What a seat is called from now on. A player may name himself."""

    encounter: str
    seat: Word


class RemoveSeatRequest(KeyedBody, frozen=True, kw_only=True):
    """Somebody who leaves the table: his tokens end, and who obeyed him obeys the GM."""

    encounter: str
    seat: Word


class HandOverBody(KeyedBody, frozen=True, kw_only=True):
    """To whom a combatant is handed. seat: null: the GM. A player offers who is his; the other seat answers."""

    seat: Word | None


class HandOverRequest(HandOverBody, frozen=True, kw_only=True):
    """To whom a combatant is handed. seat: null: the GM. A player offers who is his; the other seat answers."""

    encounter: str
    combatant: Word


class AnswerHandoverBody(KeyedBody, frozen=True, kw_only=True):
    """Whether a seat takes the combatant that it is offered."""

    accept: bool


class AnswerHandoverRequest(AnswerHandoverBody, frozen=True, kw_only=True):
    """Whether a seat takes the combatant that it is offered."""

    encounter: str
    combatant: Word


class RecallRequest(KeyedBody, frozen=True, kw_only=True):
    """Whom his giver takes back, or offers no more; the GM gives everybody back to his owner."""

    encounter: str
    combatant: Word


class InviteBody(Request, frozen=True, kw_only=True):
    """An invitation to a seat. hours: how long it serves; many: for any number of readers, to a SPECTATOR's seat."""

    seat: Seat
    hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] = 168
    many: bool = False
    idempotency_key: Key | None = None


class InviteRequest(InviteBody, frozen=True, kw_only=True):
    """An invitation to a seat. hours: how long it serves; many: for any number of readers, to a SPECTATOR's seat."""

    encounter: str


class WithdrawInvitationRequest(KeyedBody, frozen=True, kw_only=True):
    """An invitation that serves no more, by its key."""

    encounter: str
    invitation: Word


class JoinRequest(Request, frozen=True, kw_only=True):
    """An invitation to be used. idempotency_key: sent again with it, it lets in again who was let in."""

    invitation: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    idempotency_key: Key | None = None
