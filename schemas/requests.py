"""The requests of the API. One struct serves GraphQL (as an input type) and REST (as a body)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.kernel.playing.preferences import Preference
from engine.kernel.seating.entropy import Entropy
from engine.kernel.state.combatant import Condition, Place
from engine.kernel.state.fight import DiceMode, OddsPolicy, SingleAnswers
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.looks import Looks
from engine.kernel.state.seat import Bot, BotPace, BotThinks
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.ids import Host, Id, Role, Seat
from engine.kernel.structs.numbers import Amount, PastVersion, Version
from schemas.types import Key, Request

LONGEST_NAME = 80
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Face = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Faces = Annotated[tuple[Face, ...], msgspec.Meta(max_length=999)]
HouseWishes = Annotated[dict[str, Any], msgspec.Meta(max_length=100)]
"""By key, what the table plays otherwise; the game judges them."""


class SeatRequest(Request, frozen=True, kw_only=True):
    """Somebody at the table. bot: plays for the seat from the start; absent: no bot. looks: absent: plain.

    bot_pace: milliseconds before each act of the bot; absent: as the server has it. bot_thinks: milliseconds that a
    SHARP bot thinks about each act; absent: 2000.
    """

    id: Seat
    name: Name
    role: Role = "PLAYER"
    bot: Bot | None = None
    looks: Looks | None = None
    bot_pace: BotPace | None = None
    bot_thinks: BotThinks | None = None


class CombatantRequest(Request, frozen=True, kw_only=True):
    """A combatant who is in the fight from the start.

    id: the combatant's name in orders. seat: who plays it; absent: the GM. vitals: present values that differ from the
    sheet's. seen_by: the only seats that see it; absent: everybody. looks: how it is shown; absent: plain.
    """

    id: Id
    name: Name
    side: Id
    seat: Seat | None = None
    place: Place | None = None
    vitals: dict[str, Amount] | None = None
    conditions: tuple[Condition, ...] = ()
    seen_by: tuple[Seat, ...] | None = None
    sheet: dict[str, Any]
    looks: Looks | None = None


class CreateEncounterRequest(Request, frozen=True, kw_only=True):
    """A new fight.

    sheet of a combatant, and setup: an object whose only key is the system's `key`, {"fantasia": {...}}.
    dice: SEEDED (provable, the default), PHYSICAL (typed in) or OPEN (from `seed`, for tests). typed_by: whose rolls
    are typed in all the same, with dice SEEDED or OPEN. figures_open: everybody may see everybody's numbers. sides:
    what you call them, and how they are shown; any may be left out. looks: of the fight. backdrop: a picture below the
    ground. single_answers: what the table does with questions that have one; absent: they are skipped.
    house_rules: by key, what this table plays otherwise, of those that the game lists: {"criticalFrom": 11}.
    odds: who may ask how the fight may end: the game master alone, everybody who may read it, or nobody.
    idempotency_key: sent again, it returns the fight it made.
    """

    system: str
    name: Name
    seats: Annotated[tuple[SeatRequest, ...], msgspec.Meta(max_length=100)]
    combatants: Annotated[tuple[CombatantRequest, ...], msgspec.Meta(max_length=200)] = ()
    setup: dict[str, Any] | None = None
    dice: DiceMode = "SEEDED"
    typed_by: TypedBy = NOBODY_TYPES
    seed: Annotated[str, msgspec.Meta(max_length=200)] = ""
    figures_open: bool = False
    sides: Annotated[tuple[SideEntry, ...], msgspec.Meta(max_length=100)] = ()
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    ground: Ground | None = None
    single_answers: SingleAnswers = SingleAnswers()
    house_rules: HouseWishes | None = None
    odds: OddsPolicy = "MASTER"
    idempotency_key: Key | None = None


class CommandBody(Request, frozen=True, kw_only=True):
    """An order, or a tool of the GM.

    command: {"fantasia": {"attack": {...}}} or {"gm": {"correct": {...}}}. expected_version: refuse if the fight has
    moved on. faces: dice rolled on a real table, in order.
    """

    command: dict[str, Any]
    expected_version: Version | None = None
    idempotency_key: Key | None = None
    faces: Faces = ()


class SubmitRequest(CommandBody, frozen=True, kw_only=True):
    """An order, or a tool of the GM. expected_version: refuse if the fight has moved on; faces: typed dice."""

    encounter: str


class ChoiceRequest(Request, frozen=True, kw_only=True):
    """One of a decision's offers: its key, and picks for its fields; fields without a pick stay as offered."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    fields: dict[str, Any] | None = None


class AnswerBody(Request, frozen=True, kw_only=True):
    """An answer to an open decision. choice: absent if the decision asks for typed dice (`faces`)."""

    choice: ChoiceRequest | None = None
    idempotency_key: Key | None = None
    faces: Faces = ()


class AnswerRequest(AnswerBody, frozen=True, kw_only=True):
    """An answer to an open decision. choice: absent if the decision asks for typed dice (`faces`)."""

    encounter: str
    decision: str


class PreviewBody(Request, frozen=True, kw_only=True):
    """What an order or an answer would do. command: an order; or decision, with choice: an answer to it.

    expected_version: refuse if the fight has moved on.
    """

    command: dict[str, Any] | None = None
    decision: str | None = None
    choice: ChoiceRequest | None = None
    expected_version: Version | None = None


class PreviewRequest(PreviewBody, frozen=True, kw_only=True):
    """What an order or an answer would do. command: an order; or decision, with choice: an answer to it.

    expected_version: refuse if the fight has moved on.
    """

    encounter: str


RunBot = Literal["RUN", "GREEDY", "RANDOM"]
"""How a side is played on in runs: fast and to the usual effect (RUN), or as one of the bots of a table."""


class SideBot(Request, frozen=True, kw_only=True):
    """How a side is played on. side: by key; absent: all others."""

    side: Id | None = None
    bot: RunBot


class OddsBody(Request, frozen=True, kw_only=True):
    """How many runs, and until when. It ends at whatever comes first.

    within: half the width of the widest interval of who wins, in tenths of a percent. runs: at most. seconds: at most.
    rounds: of a run, the present one is the first; after them it counts as undecided. bots: absent: RUN for all. seed:
    the same seed gives the same runs everywhere. at: of a version; absent: of now.
    """

    within: Annotated[int, msgspec.Meta(ge=10, le=500)] = 50
    runs: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 200
    seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 10
    rounds: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    bots: Annotated[tuple[SideBot, ...], msgspec.Meta(max_length=100)] = ()
    seed: Annotated[str, msgspec.Meta(max_length=200)] = "odds"
    at: PastVersion | None = None


class OddsRequest(OddsBody, frozen=True, kw_only=True):
    """How a fight may end. As `OddsBody`, of a fight."""

    encounter: str


class SetupOddsRequest(Request, frozen=True, kw_only=True):
    """How a fight may end that is not made yet. fight: as `createEncounter` takes it. The rest as of a fight."""

    fight: dict[str, Any]
    within: Annotated[int, msgspec.Meta(ge=10, le=500)] = 50
    runs: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 200
    seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 10
    rounds: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    bots: Annotated[tuple[SideBot, ...], msgspec.Meta(max_length=100)] = ()
    seed: Annotated[str, msgspec.Meta(max_length=200)] = "odds"


class SetupProposalsRequest(Request, frozen=True, kw_only=True):
    """With how many opponents a fight that is not made is about as hard as you want it.

    fight: as `createEncounter` takes it. chance: that the side should have to win, in tenths of a percent. side:
    absent: that of whoever a seat plays. runs: of each number of opponents, at most. seconds: for all of them. The
    rest as of the odds of such a fight.
    """

    fight: dict[str, Any]
    chance: Annotated[int, msgspec.Meta(ge=10, le=990)] = 700
    side: Id | None = None
    within: Annotated[int, msgspec.Meta(ge=10, le=500)] = 70
    runs: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 200
    seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 30
    rounds: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    bots: Annotated[tuple[SideBot, ...], msgspec.Meta(max_length=100)] = ()
    seed: Annotated[str, msgspec.Meta(max_length=200)] = "odds"


class CompareBody(Request, frozen=True, kw_only=True):
    """What each offer of a combatant is worth. It ends at whatever comes first.

    combatant: absent: the first that is to act and that you order. runs: of all offers together, but each gets one.
    seconds: at most. seed: the same seed gives the same runs everywhere.
    """

    combatant: Id | None = None
    runs: Annotated[int, msgspec.Meta(ge=1, le=5000)] = 600
    seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 10
    seed: Annotated[str, msgspec.Meta(max_length=200)] = "odds"


class CompareRequest(CompareBody, frozen=True, kw_only=True):
    """What each offer of a combatant is worth. As `CompareBody`, of a fight."""

    encounter: str


class PreferBody(Request, frozen=True, kw_only=True):
    """A standing preference. kind: of question, as listed by `systems { questions }`."""

    kind: Name
    preference: Preference


class PreferRequest(PreferBody, frozen=True, kw_only=True):
    """A standing preference. kind: of question, as listed by `systems { questions }`."""

    encounter: str


class SetBotBody(Request, frozen=True, kw_only=True):
    """A bot that plays for a seat from now on. bot: how it plays; null: no bot any more.

    bot_pace: milliseconds before each of its acts; absent: as the server has it. bot_thinks: milliseconds that a SHARP
    bot thinks about each act; absent: 2000.
    expected_version: refuse if the fight has moved on. The GM and the operator may set it for every seat, players for
    their own.
    """

    bot: Bot | None
    bot_pace: BotPace | None = None
    bot_thinks: BotThinks | None = None
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class SetBotRequest(SetBotBody, frozen=True, kw_only=True):
    """A bot that plays for a seat from now on. bot: how it plays; null: no bot any more.

    bot_pace: milliseconds before each of its acts; absent: as the server has it. bot_thinks: milliseconds that a SHARP
    bot thinks about each act; absent: 2000.
    expected_version: refuse if the fight has moved on. The GM and the operator may set it for every seat, players for
    their own.
    """

    encounter: str
    seat: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AddEntropyBody(Request, frozen=True, kw_only=True):
    """A player's own entropy for SEEDED dice of a fight, before the first roll; each seat adds once.

    entropy: any text of one line; random is best. expected_version: refuse if the fight has moved on.
    """

    entropy: Entropy
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class AddEntropyRequest(AddEntropyBody, frozen=True, kw_only=True):
    """A player's own entropy for SEEDED dice of a fight, before the first roll; each seat adds once.

    entropy: any text of one line; random is best. expected_version: refuse if the fight has moved on.
    """

    encounter: str


class ForkBody(Request, frozen=True, kw_only=True):
    """A what-if. at: the version it starts from. todays_rules: by the installed game's rules; else by the fight's."""

    at: PastVersion
    todays_rules: bool = False
    idempotency_key: Key | None = None


class ForkRequest(ForkBody, frozen=True, kw_only=True):
    """A what-if. at: the version it starts from. todays_rules: by the installed game's rules; else by the fight's."""

    encounter: str


class TokenBody(Request, frozen=True, kw_only=True):
    """A token for a seat. hours: how long it is valid; absent: the server's setting."""

    seat: Seat
    hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] | None = None


class TokenRequest(TokenBody, frozen=True, kw_only=True):
    """A token for a seat. hours: how long it is valid; absent: the server's setting."""

    encounter: str


class RevokeTokenRequest(Request, frozen=True, kw_only=True):
    """A seat whose tokens end."""

    encounter: str
    seat: str


class CopyEncounterBody(Request, frozen=True, kw_only=True):
    """A new fight from the same creation as another, with new dice. name: absent: the same."""

    name: Name | None = None
    idempotency_key: Key | None = None


class CopyEncounterRequest(CopyEncounterBody, frozen=True, kw_only=True):
    """A new fight from the same creation as another, with new dice. name: absent: the same."""

    encounter: str


class ArchiveBody(Request, frozen=True, kw_only=True):
    """Whether a fight is left out of the usual listing."""

    archived: bool


class ArchiveRequest(ArchiveBody, frozen=True, kw_only=True):
    """Whether a fight is left out of the usual listing."""

    encounter: str


class PublishBody(Request, frozen=True, kw_only=True):
    """As which seat everybody may read a fight that has ended; null: nobody any more."""

    seat: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None


class PublishRequest(PublishBody, frozen=True, kw_only=True):
    """As which seat everybody may read a fight that has ended; null: nobody any more."""

    encounter: str


class HostTokenRequest(Request, frozen=True, kw_only=True):
    """A token for a host. host: his id, of your choice for a new one; absent: yours, if you are a host or become one.

    name: what people call him; absent: as it is. hours: how long it is valid; absent: the server's setting.
    """

    host: Host | None = None
    name: Name | None = None
    hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] | None = None


class RevokeHostTokensRequest(Request, frozen=True, kw_only=True):
    """A host whose tokens end."""

    host: str


class KeyedBody(Request, frozen=True, kw_only=True):
    """A change of the table. expected_version: refuse if the fight has moved on."""

    expected_version: Version | None = None
    idempotency_key: Key | None = None


class TryFightRequest(Request, frozen=True, kw_only=True):
    """A ready-made fight to try. system: a game's id. fight: the key of one of its `readyFights`; absent: the first."""

    system: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    fight: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None


Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AddSeatBody(KeyedBody, frozen=True, kw_only=True):
    """A new seat in a running fight, or the return of a removed one. Its fields are those of a seat at creation.

    id: the seat's name in this fight. bot: plays for the seat; absent: no bot. looks: absent: plain. bot_pace:
    milliseconds before each act of the bot; absent: as the server has it. bot_thinks: milliseconds that a SHARP bot
    thinks about each act; absent: 2000.
    """

    id: Seat
    name: Name
    role: Role = "PLAYER"
    bot: Bot | None = None
    looks: Looks | None = None
    bot_pace: BotPace | None = None
    bot_thinks: BotThinks | None = None


class AddSeatRequest(AddSeatBody, frozen=True, kw_only=True):
    """A new seat in a running fight, or the return of a removed one. Its fields are those of a seat at creation.

    id: the seat's name in this fight. bot: plays for the seat; absent: no bot. looks: absent: plain. bot_pace:
    milliseconds before each act of the bot; absent: as the server has it. bot_thinks: milliseconds that a SHARP bot
    thinks about each act; absent: 2000.
    """

    encounter: str


class RenameSeatBody(KeyedBody, frozen=True, kw_only=True):
    """A new name for a seat."""

    name: Name


class RenameSeatRequest(RenameSeatBody, frozen=True, kw_only=True):
    """A new name for a seat. Players may rename their own."""

    encounter: str
    seat: Word


class RemoveSeatRequest(KeyedBody, frozen=True, kw_only=True):
    """A seat to be removed: its tokens end, and the GM controls its combatants."""

    encounter: str
    seat: Word


class HandOverBody(KeyedBody, frozen=True, kw_only=True):
    """A handover of a combatant. seat: null: the GM. Players offer their own; the other seat answers."""

    seat: Word | None


class HandOverRequest(HandOverBody, frozen=True, kw_only=True):
    """A handover of a combatant. seat: null: the GM. Players offer their own; the other seat answers."""

    encounter: str
    combatant: Word


class AnswerHandoverBody(KeyedBody, frozen=True, kw_only=True):
    """Whether a seat accepts the combatant that it is offered."""

    accept: bool


class AnswerHandoverRequest(AnswerHandoverBody, frozen=True, kw_only=True):
    """Whether a seat accepts the combatant that it is offered."""

    encounter: str
    combatant: Word


class RecallRequest(KeyedBody, frozen=True, kw_only=True):
    """A combatant that its giver takes back, or no longer offers; the GM may return any to its owner."""

    encounter: str
    combatant: Word


class InviteBody(Request, frozen=True, kw_only=True):
    """An invitation to a seat. hours: how long it is valid; many: for any number of readers, to a SPECTATOR's seat.

    link: the address that its code is put after, for a QR code in the answer.
    """

    seat: Seat
    hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] = 168
    many: bool = False
    link: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    idempotency_key: Key | None = None


class InviteRequest(InviteBody, frozen=True, kw_only=True):
    """An invitation to a seat. hours: how long it is valid; many: for any number of readers, to a SPECTATOR's seat.

    link: the address that its code is put after, for a QR code in the answer.
    """

    encounter: str


class WithdrawInvitationRequest(KeyedBody, frozen=True, kw_only=True):
    """An invitation to be withdrawn, by its key."""

    encounter: str
    invitation: Word


class JoinRequest(Request, frozen=True, kw_only=True):
    """An invitation to be used. idempotency_key: a request repeated with it gets the same person in again."""

    invitation: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    idempotency_key: Key | None = None


class FightRequest(Request, frozen=True, kw_only=True):
    """A fight that is asked about."""

    encounter: str


class FightOrOwnRequest(Request, frozen=True, kw_only=True):
    """A fight that is asked about; absent: what is the caller's own."""

    encounter: str | None = None
