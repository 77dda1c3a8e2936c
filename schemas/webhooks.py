"""Webhooks in the API: the addresses that a fight is told to, what they are told, and what could not be delivered."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from schemas.answers import Decision, Told
from schemas.types import Instant, Request, Wire

WebhookKind = Literal["EVENTS", "ASKED", "YOUR_TURN", "ENDED"]
MessageKind = Literal["EVENTS", "ASKED", "YOUR_TURN", "ENDED", "TEST"]
DeliveryError = Literal["STATUS", "ADDRESS", "CONNECTION", "TIMEOUT", "ANSWER"]
KINDS: tuple[WebhookKind, ...] = get_args(WebhookKind)

ADDRESS = (
    r"^(https?)://"
    r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?))"
    r"(?::([1-9][0-9]{0,4}))?"
    r"(/[!$%&'()*+,\-./0-9:;=@A-Z_a-z~]*)?(\?[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]*)?$(?!\n)"
)
"""The form of an address: scheme, IPv6 address or name, port, path and query. No user, fragment or blank."""
# The pattern is only for who reads the schema: `api.webhooks.address` says in words what is wrong with another one.
Url = Annotated[str, msgspec.Meta(min_length=1, max_length=2000, extra_json_schema={"pattern": ADDRESS})]
Locale = Annotated[str, msgspec.Meta(min_length=2, max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$(?!\n)")]
WebhookKey = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


# -- requests ---------------------------------------------------------------------------------------------------------
class WebhookBody(Request, frozen=True, kw_only=True):
    """An address that a fight is told to. address: https, on the public Internet.

    kinds: of messages; absent: ASKED and YOUR_TURN. everybody: it is told what everybody may see, and who is asked or
    has a turn, for a channel that all read; a host's always is. locale: language of texts.
    """

    address: Url
    kinds: Annotated[tuple[WebhookKind, ...], msgspec.Meta(min_length=1, max_length=10)] = ("ASKED", "YOUR_TURN")
    everybody: bool = False
    locale: Locale = "en"


class CreateWebhookRequest(WebhookBody, frozen=True, kw_only=True):
    """An address that a fight is told to. address: https, on the public Internet.

    kinds: of messages; absent: ASKED and YOUR_TURN. everybody: it is told what everybody may see, and who is asked or
    has a turn, for a channel that all read; a host's always is. locale: language of texts.
    """

    encounter: str


class SendAgainBody(Request, frozen=True, kw_only=True):
    """Messages that were given up, to be sent again. letter: one, by its key; absent: all."""

    letter: WebhookKey | None = None


class SendAgainRequest(SendAgainBody, frozen=True, kw_only=True):
    """Messages that were given up, to be sent again. letter: one, by its key; absent: all."""

    encounter: str
    webhook: str


class WebhookRequest(Request, frozen=True, kw_only=True):
    """A webhook of a fight, by key."""

    encounter: str
    webhook: str


# -- answers ----------------------------------------------------------------------------------------------------------
class Delivery(Wire, frozen=True, kw_only=True):
    """A try to deliver. status: of HTTP; null without an answer. error: why it was not taken; null: it was."""

    at: Instant
    status: int | None
    error: DeliveryError | None


class Webhook(Wire, frozen=True, kw_only=True):
    """An address of yours that a fight is told to. key: names it.

    seat: with whose eyes, by key; null: what everybody sees. expires: when it ends, as the token that it was registered
    with does; null: never. version: of the fight, up to which everything was told. last: try. retry_at: of the next
    one, after a failure. stopped: too many messages were given up, so that no more are sent until one that is sent by
    hand is taken; nothing is lost meanwhile.
    """

    key: str
    address: str
    kinds: tuple[WebhookKind, ...]
    seat: str | None
    locale: str
    created_at: Instant
    expires: Instant | None
    version: int
    last: Delivery | None
    retry_at: Instant | None
    stopped: bool


class WebhookCreated(Wire, frozen=True, kw_only=True):
    """The address is registered. secret: signs its messages; it is shown only now."""

    webhook: Webhook
    secret: str


class WebhookRemoved(Wire, frozen=True, kw_only=True):
    """The address is told nothing more."""

    encounter: str
    webhook: str


class WebhookLetter(Wire, frozen=True, kw_only=True):
    """A message that was given up, or one that is about to be sent by hand (waiting). key: names it.

    version: of the fight that it tells. made_at: when it was given up or asked for. tries: how many there were.
    """

    key: str
    kind: MessageKind
    version: int
    made_at: Instant
    tries: int
    last: Delivery | None
    waiting: bool


class WebhookLetters(Wire, frozen=True, kw_only=True):
    """Messages that are about to be sent by hand, soon."""

    letters: tuple[WebhookLetter, ...]


# -- messages ---------------------------------------------------------------------------------------------------------
class Message(Wire, frozen=True, kw_only=True):
    """What every message tells. text: in words, in the webhook's language; name: of the fight; version: of the fight.

    seat: with whose eyes it is told, by key; null: what everybody sees.
    """

    encounter: str
    name: str
    system: str
    seat: str | None
    version: int
    text: str


class EventsMessage(Message, frozen=True, kw_only=True):
    """A step: all that came of one order or answer, as its reader may see it, with the same events as every stream."""

    events: tuple[Told, ...]


class AskedMessage(Message, frozen=True, kw_only=True):
    """You are asked: a decision waits. seats: who may answer, by key; names: their names.

    decision: as `decisions` has it, with offers where the webhook's seat may answer.
    """

    seats: tuple[str, ...]
    names: tuple[str, ...]
    decision: Decision


class MessageCombatant(Wire, frozen=True, kw_only=True):
    """A combatant in a message. key: its name in orders."""

    key: str
    name: str


class YourTurnMessage(Message, frozen=True, kw_only=True):
    """It is your turn: combatants of yours may be ordered now. seats: who orders them, by key; names: their names."""

    seats: tuple[str, ...]
    names: tuple[str, ...]
    combatants: tuple[MessageCombatant, ...]
    round: int


class EndedMessage(Message, frozen=True, kw_only=True):
    """The fight has ended. outcome: the side that won, "" for none; null: nobody found one. outcome_label: in words."""

    outcome: str | None
    outcome_label: str


class TestMessage(Message, frozen=True, kw_only=True):
    """A message that tells nothing, sent because somebody asked for it."""


class CloudEvent(Wire, frozen=True, kw_only=True):
    """A message as it is sent: CloudEvents 1.0 as JSON. id: the same for each try, and in `Webhook-Id`.

    source: the fight; type: what `data` holds; subject: the webhook, by key; time: when it happened.
    """

    specversion: Literal["1.0"] = "1.0"
    id: str
    source: str
    type: str
    subject: str
    time: Instant
    datacontenttype: Literal["application/json"] = "application/json"
    data: Any


TYPES: dict[str, tuple[str, type[Message]]] = {
    "EVENTS": ("skald.events.v1", EventsMessage),
    "ASKED": ("skald.asked.v1", AskedMessage),
    "YOUR_TURN": ("skald.your-turn.v1", YourTurnMessage),
    "ENDED": ("skald.ended.v1", EndedMessage),
    "TEST": ("skald.test.v1", TestMessage),
}
"""Kind of message -> type of its CloudEvent, and what its data holds."""
