"""Operations on webhooks, shared by GraphQL and REST: whoever reads a fight may have an address of his told of it."""

from __future__ import annotations

from api.access.auth import format_second
from api.errors.request_errors import Forbidden
from api.operations.orders import present
from api.operations.session import Session
from api.webhooks.address import check_address
from api.webhooks.networks import read_networks
from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.store.webhook import Attempt, KeptWebhook, Letter, Webhook, WebhookLimits
from schemas import webhooks
from schemas.requests import FightRequest
from schemas.types import Instant

IN_ALL = 100
"""Webhooks of one fight, of all who read it."""


async def _owner(session: Session, encounter: str) -> tuple[str, str | None]:
    """(the owner of what the caller registers, his seat; None: the host or the operator).

    Forbidden for who looks on: a link for readers may be anybody's, and all of them would share one seat's webhooks.
    """
    seat = await session.changes(encounter)
    if session.who.claims is not None and session.who.claims.role == "SPECTATOR":
        raise Forbidden("who looks on has no webhooks: the GM may register one for everybody")
    if seat is not None:
        return f"seat:{seat}", seat
    return f"host:{await session.host()}", None


async def create(session: Session, request: webhooks.CreateWebhookRequest) -> webhooks.WebhookCreated:
    """Have an address told of a fight as you see it: steps, when you are asked, when it is your turn.

    The answer has the secret that signs its messages; it is shown only now.
    """
    encounter = present(request.encounter)
    owner, seat = await _owner(session, encounter)
    settings = session.services.settings
    if not settings.webhooks:
        raise RuleRefusal("this server sends no webhooks: its operator may set SKALD_WEBHOOKS")
    check_address(request.address, read_networks(settings.webhook_networks))
    view = await session.service.view(encounter, seat)
    signed = session.who.claims or session.who.host
    made = await session.service.webhooks.add(
        encounter,
        Webhook(
            key="",
            owner=owner,
            eyes="" if seat is None or request.everybody else seat,
            epoch=signed.epoch if signed else 0,
            expires=session.who.expires or 0,
            address=request.address,
            kinds=tuple(dict.fromkeys(request.kinds)),
            locale=request.locale,
            created="",
        ),
        view.version,
        WebhookLimits(settings.webhooks, max(IN_ALL, settings.webhooks)),
    )
    secret = session.services.authority.webhook_secret(encounter, owner, made.webhook.key)
    return webhooks.WebhookCreated(webhook=shown(made), secret=secret)


async def listed(session: Session, request: FightRequest) -> list[webhooks.Webhook]:
    """Your own webhooks of a fight, and how far each is."""
    encounter = present(request.encounter)
    owner, _ = await _owner(session, encounter)
    await session.service.view(encounter, None)  # there is such a fight
    return [shown(webhook) for webhook in await session.service.webhooks.of(encounter, owner)]


async def remove(session: Session, request: webhooks.WebhookRequest) -> webhooks.WebhookRemoved:
    """Have an address of yours told nothing more."""
    encounter = present(request.encounter)
    owner, _ = await _owner(session, encounter)
    await session.service.webhooks.remove(encounter, owner, request.webhook)
    return webhooks.WebhookRemoved(encounter=encounter, webhook=request.webhook)


async def test(session: Session, request: webhooks.WebhookRequest) -> webhooks.WebhookLetters:
    """Have a message sent to an address of yours that tells nothing. What came of it stands in its `last`, soon."""
    encounter = present(request.encounter)
    owner, _ = await _owner(session, encounter)
    version = (await session.service.head(encounter)).head.version
    made = await session.service.webhooks.test(encounter, owner, request.webhook, version)
    return webhooks.WebhookLetters(letters=(letter_of(made),))


async def letters(session: Session, request: webhooks.WebhookRequest) -> list[webhooks.WebhookLetter]:
    """The messages of a webhook of yours that were given up, oldest first."""
    encounter = present(request.encounter)
    owner, _ = await _owner(session, encounter)
    return [letter_of(letter) for letter in await session.service.webhooks.letters(encounter, owner, request.webhook)]


async def send_again(session: Session, request: webhooks.SendAgainRequest) -> webhooks.WebhookLetters:
    """Have messages sent again that were given up: one, or all."""
    encounter = present(request.encounter)
    owner, _ = await _owner(session, encounter)
    again = await session.service.webhooks.send_again(encounter, owner, request.webhook, request.letter)
    return webhooks.WebhookLetters(letters=tuple(map(letter_of, again)))


# -- as they are shown
def shown(kept: KeptWebhook) -> webhooks.Webhook:
    """A webhook as its owner sees it, without its secret."""
    webhook, state = kept.webhook, kept.state
    return webhooks.Webhook(
        key=webhook.key,
        address=webhook.address,
        kinds=tuple(kind for kind in webhooks.KINDS if kind in webhook.kinds),
        seat=webhook.eyes or None,
        locale=webhook.locale,
        created_at=Instant(webhook.created),
        expires=format_second(webhook.expires) if webhook.expires else None,
        version=state.version,
        last=_delivery(state.last),
        retry_at=Instant(clock.format_ms(state.again)) if state.trying else None,
        stopped=state.stopped,
    )


def letter_of(letter: Letter) -> webhooks.WebhookLetter:
    """A letter as its owner sees it."""
    kinds: tuple[webhooks.MessageKind, ...] = ("TEST", *webhooks.KINDS)
    return webhooks.WebhookLetter(
        key=letter.id,
        kind=next(kind for kind in kinds if kind == letter.kind),
        version=letter.version,
        made_at=Instant(letter.made),
        tries=letter.tries,
        last=_delivery(letter.last),
        waiting=letter.waiting,
    )


def _delivery(last: Attempt | None) -> webhooks.Delivery | None:
    if last is None:
        return None
    errors: tuple[webhooks.DeliveryError, ...] = ("STATUS", "ADDRESS", "CONNECTION", "TIMEOUT", "ANSWER")
    error = next((name for name in errors if name == last.error), None)
    return webhooks.Delivery(at=Instant(last.at), status=last.status or None, error=error)
