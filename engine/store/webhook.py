"""What a store keeps of webhooks: where an encounter is told, how far it was, and what could not be delivered."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.structs.errors import SkaldError


class Webhook(Struct, frozen=True):
    """An address that is told of an encounter. key and owner name it; it never changes.

    owner: "seat:ana", or "host:hanna" (the operator: "host:-"). eyes: the seat as which the encounter is told; "": what
    everybody sees. epoch, expires: of the token that it was registered with; expires: Unix time in seconds, 0: never.
    kinds: of messages, as the contract spells them. created: ISO 8601, UTC.
    """

    key: str
    owner: str
    eyes: str
    epoch: int
    expires: int
    address: str
    kinds: tuple[str, ...]
    locale: str
    created: str


class Attempt(Struct, frozen=True):
    """The last try to deliver something. at: ISO 8601, UTC. status: of HTTP, 0 without an answer. error: "": taken."""

    at: str
    status: int = 0
    error: str = ""


class WebhookState(Struct, frozen=True):
    """How far a webhook is. Only the process that delivers writes it.

    version: up to which its events are told. asked: open decisions that it was told of; acting: combatants of whose
    turn it was told; ended: it was told of the end. trying: the id of the message that was not taken yet, after so many
    tries; again: when it is tried next, Unix time in milliseconds. given_up: messages in a row that were given up;
    stopped: nothing more is sent until one that is sent by hand is taken.
    """

    version: int = 0
    asked: tuple[int, ...] = ()
    acting: tuple[str, ...] = ()
    ended: bool = False
    trying: str = ""
    tries: int = 0
    again: int = 0
    given_up: int = 0
    stopped: bool = False
    last: Attempt | None = None


class Letter(Struct, frozen=True):
    """A message that is kept by itself: one that was given up, or (waiting) one that is to be sent now.

    version: of the encounter at which it is told. first: of its events; decision: that it asks; 0: none. made: when it
    was given up or asked for, ISO 8601, UTC. tries: in all; last: None: it was not tried.
    """

    id: str
    kind: str
    version: int
    made: str
    first: int = 0
    decision: int = 0
    tries: int = 0
    last: Attempt | None = None
    waiting: bool = False


class KeptWebhook(Struct, frozen=True):
    """A webhook, and how far it is."""

    webhook: Webhook
    state: WebhookState


class WebhookLimits(Struct, frozen=True):
    """How many webhooks one encounter may have: of one owner, and in all."""

    own: int
    all: int


class WebhooksFull(SkaldError):
    """An encounter has as many webhooks as it may have. most: of one owner (own), or in all."""

    def __init__(self, most: int, *, own: bool) -> None:
        super().__init__(f"{most} webhooks are the most {'of one owner' if own else 'of an encounter'}")
        self.most, self.own = most, own


LETTERS = 100
"""Letters that are kept for one webhook: the oldest go."""


def field_of(owner: str, key: str) -> str:
    """The name of a webhook in its encounter. An owner has no slash."""
    return f"{owner}/{key}"
