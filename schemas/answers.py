"""What is answered. GraphQL types and REST bodies are made from the same structs."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.kernel.combatant import Place
from engine.kernel.decisions import FieldKind, Visibility
from engine.kernel.fight import Board, Bot, DiceMode, Interrupted, Policy, Status, TakeBackConsent
from engine.kernel.ids import Role
from schemas.words import Instant, Wire


class Seat(Wire, frozen=True, kw_only=True):
    """Somebody at the table. id: unique in the service; key: the seat's name in this fight.

    bot: how a bot plays for him; null: nobody but people does.
    """

    id: str
    key: str
    name: str
    role: Role
    bot: Bot | None


class Vital(Wire, frozen=True, kw_only=True):
    """A figure that damage and healing change. now: present value; max: upper limit, null where there is none."""

    id: str
    key: str
    now: int
    max: int | None


class Condition(Wire, frozen=True, kw_only=True):
    """A state somebody is in. left: how many more turns of its bearer it lasts; until: another end."""

    id: str
    key: str
    kind: str
    source: str | None
    amount: int | None
    left: int | None
    until: str


class Handover(Wire, frozen=True, kw_only=True):
    """Somebody whom a player would lend, or has lent. giver, taker: seats; accepted: whether he is lent."""

    combatant: str
    giver: str
    taker: str
    accepted: bool


class Combatant(Wire, frozen=True, kw_only=True):
    """Somebody in the fight.

    id: unique in the service; key: his name in orders. seat: who orders him now, null: the GM; owner: whose he is.
    vitals: empty where his figures are not for you. out: why he is out of the fight, null while he is in.
    rules: what the rule system adds.
    """

    id: str
    key: str
    name: str
    side: str
    seat: str | None
    owner: str | None
    kind: str
    vitals: tuple[Vital, ...]
    conditions: tuple[Condition, ...]
    place: Place | None
    out: str | None
    rules: Any


class Option(Wire, frozen=True, kw_only=True):
    """A value that may be picked, and its words."""

    value: Any
    label: str


class Field(Wire, frozen=True, kw_only=True):
    """An open choice of an offer: write the pick at `path` inside `send`.

    exact: false where `among` holds samples only; others may be refused.
    """

    name: str
    label: str
    path: tuple[str, ...]
    kind: FieldKind
    among: tuple[Option, ...]
    least: int
    most: int
    exact: bool


class Offer(Wire, frozen=True, kw_only=True):
    """A legal order, or a legal answer of a decision.

    send: the value for SubmitInput.command, or AnswerInput.choice; legal unchanged. combatant: who acts, by key.
    """

    key: str
    kind: str
    label: str
    combatant: str | None
    rule: str
    send: Any
    fields: tuple[Field, ...]


class Decision(Wire, frozen=True, kw_only=True):
    """A question the rules put to seats; any one of them answers.

    key: the version that opened it. yours: whether you may answer; only then it has offers, and none while the fight is
    paused. deadline: seconds until the default is taken; opened_at: when it was put; due_at: when its deadline is. A
    paused fight heeds it as soon as it goes on. Kind `Roll`: no offers, send the fallen dice as `faces`.
    """

    id: str
    key: str
    window: int
    seats: tuple[str, ...]
    kind: str
    rule: str
    text: str
    visibility: Visibility
    interrupts: tuple[Interrupted, ...]
    deadline: int | None
    opened_at: Instant
    due_at: Instant | None
    pace: int
    yours: bool
    default: str | None
    question: Any
    offers: tuple[Offer, ...]


class HeadSignature(Wire, frozen=True, kw_only=True):
    """The server's word that a fight has had this head: keep it, with version and hash, as a receipt.

    key: the id (kid) of a key of `signingKeys`; value: Ed25519 over the head, base64url.
    """

    key: str
    value: str


class Encounter(Wire, frozen=True, kw_only=True):
    """A fight at a version, as you see it.

    id: of a past version it ends in @version. acting: who may be ordered now; order: the order of acting; both by key.
    headHash: of this version's event, the fight's fingerprint. signature: the server's, of that head. commitment:
    SHA-256 of the dice's secret. may_add_entropy: whether you may still add chance of your own to the dice.
    takeBacks: what you may say of taking back, to be sent like an order; also while a decision waits. takeBackConsent:
    whose consent it takes at this table.
    """

    id: str
    name: str
    system: str
    version: int
    status: Status
    dice: DiceMode
    round: int
    acting: tuple[str, ...]
    order: tuple[str, ...]
    outcome: str | None
    seats: tuple[Seat, ...]
    combatants: tuple[Combatant, ...]
    decisions: tuple[Decision, ...]
    offers: tuple[Offer, ...]
    take_backs: tuple[Offer, ...]
    board: Board | None
    policy: tuple[Policy, ...]
    take_back_consent: TakeBackConsent
    handovers: tuple[Handover, ...]
    rules: Any
    commitment: str
    may_add_entropy: bool
    head_hash: str
    signature: HeadSignature
    created_at: Instant
    updated_at: Instant


class EncounterSummary(Wire, frozen=True, kw_only=True):
    """A fight in a listing."""

    id: str
    name: str
    system: str
    status: Status
    version: int
    created_at: Instant
    updated_at: Instant


class Term(Wire, frozen=True, kw_only=True):
    """One step of a number: terms count in their order, and what they come to is rounded down once, at the end."""

    of: str
    amount: int | None
    times: int
    over: int
    source: str
    key: str
    rule: str | None
    statement: str | None
    combatant: str | None
    private: bool


class Because(Wire, frozen=True, kw_only=True):
    """Where an event's numbers come from."""

    terms: tuple[Term, ...]
    causes: tuple[int, ...]
    withheld: tuple[str, ...]


class Told(Wire, frozen=True, kw_only=True):
    """An event as you may know it. data: its own fields, the very object of the stream. because: where its numbers
    come from; null where nothing is to be said.
    """

    version: int
    time: Instant
    type: str
    seat: str | None
    command: str | None
    rule: str | None
    text: str
    data: Any
    because: Because | None
    hash: str
    digest: str


class Token(Wire, frozen=True, kw_only=True):
    """A seat's token: send it as `Authorization: Bearer ...`, or as `token` when a socket opens."""

    seat: str
    token: str
    expires: Instant


class SigningKey(Wire, frozen=True, kw_only=True):
    """A public key that signs heads, as a JSON Web Key (RFC 8037).

    kty, crv, alg, use: always these. kid: its id, the thumbprint (RFC 7638). x: the key itself, base64url.
    """

    kty: str = "OKP"
    crv: str = "Ed25519"
    alg: str = "EdDSA"
    use: str = "sig"
    kid: str
    x: str


class KeySet(Wire, frozen=True, kw_only=True):
    """A JSON Web Key Set (RFC 7517). keys: the one that signs now, then those that did before."""

    keys: tuple[SigningKey, ...]


class Viewer(Wire, frozen=True, kw_only=True):
    """Who you are by your token. encounter, seat, role: null for the operator."""

    admin: bool
    encounter: str | None
    seat: str | None
    role: Role | None
    expires: Instant | None


class Verdict(Wire, frozen=True, kw_only=True):
    """One proof of an audit. version: the first that is wrong."""

    state: Literal["PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"]
    version: int | None
    detail: str


class AuditReport(Wire, frozen=True, kw_only=True):
    """Whether a fight's record holds: its hash chain, its dice, and its replay by today's rules."""

    encounter: str
    version: int
    head_hash: str
    chain: Verdict
    dice: Verdict
    replay: Verdict


class OrderKind(Wire, frozen=True, kw_only=True):
    """An order of a rule system. actor: the field that names who acts, null for an order of the GM."""

    key: str
    description: str
    actor: str | None
    fields: Any


class Catalogue(Wire, frozen=True, kw_only=True):
    """One kind of content: its entries by id."""

    key: str
    entries: Any


class Rule(Wire, frozen=True, kw_only=True):
    """A rule of the ledger."""

    id: str
    title: str
    statement: str


class RuleSystem(Wire, frozen=True, kw_only=True):
    """An installed game. key: what its orders, sheets and setup stand under, {"dozenDie": {...}} for `dozen_die`.

    questions: the kinds of its decisions, for `prefer`. sheet, setup: their JSON Schema.
    """

    id: str
    key: str
    name: str
    language: str
    rules_version: int
    commands: tuple[OrderKind, ...]
    questions: tuple[str, ...]
    sheet: Any
    setup: Any
    content: tuple[Catalogue, ...]
    rules: tuple[Rule, ...]


# -- what a request comes to --------------------------------------------------------------------------------------
class Refused(Wire, frozen=True, kw_only=True):
    """Not done, and nothing has happened. field: what is at fault, as a path; rule: what forbids it."""

    code: str
    message: str
    reason: str
    rule: str | None
    field: str | None


class Conflict(Wire, frozen=True, kw_only=True):
    """The fight has moved on: look at it again. expected, actual: versions."""

    code: str
    message: str
    expected: int
    actual: int


class Accepted(Wire, frozen=True, kw_only=True):
    """The step a request made: its events as you may know them, and the fight behind it.

    command: the idempotency key, ours where none was sent; sent again it gets this answer again. durable: false where
    the replicas did not confirm in time.
    """

    from_: int = msgspec.field(name="from")
    version: int
    command: str
    again: bool
    durable: bool
    events: tuple[Told, ...]
    encounter: Encounter
    decisions: tuple[Decision, ...]


class Created(Wire, frozen=True, kw_only=True):
    """A new fight, and its seats' tokens: they are shown this once."""

    encounter: Encounter
    tokens: tuple[Token, ...]


class Preferred(Wire, frozen=True, kw_only=True):
    """The preference stands."""

    encounter: str
    kind: str
    preference: Literal["ask", "always", "never"]


class Issued(Wire, frozen=True, kw_only=True):
    """A new token."""

    token: Token


class Invitation(Wire, frozen=True, kw_only=True):
    """A way to a seat for somebody without a token. code: what `join` takes; whoever has it may use it.

    key: its name in this fight. many: it serves any number of readers, else one person, once.
    """

    key: str
    seat: str
    code: str
    many: bool
    expires: Instant


class Invited(Wire, frozen=True, kw_only=True):
    """There is an invitation."""

    invitation: Invitation


class Joined(Wire, frozen=True, kw_only=True):
    """You sit at the table: your fight, and your token."""

    encounter: str
    token: Token


class TokensRevoked(Wire, frozen=True, kw_only=True):
    """All tokens of a seat have ended."""

    encounter: str
    seat: str


# -- pages of REST ------------------------------------------------------------------------------------------------
class EncounterPage(Wire, frozen=True, kw_only=True):
    """Fights, newest first. after: where the next page begins; null on the last one."""

    encounters: tuple[EncounterSummary, ...]
    after: str | None


class EventPage(Wire, frozen=True, kw_only=True):
    """Events, oldest first. after: the version to ask on from."""

    events: tuple[Told, ...]
    after: int
