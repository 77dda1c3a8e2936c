"""Handlers of webhooks and of origins."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.operations import origins, webhooks
from api.operations.orders import present
from api.operations.session import Session
from api.rest.respond import body_of, json_answer, json_of
from schemas.origins import AllowOriginRequest, DisallowOriginRequest, OriginBody
from schemas.webhooks import CreateWebhookRequest, SendAgainBody


async def create_webhook(session: Session, request: Request) -> Response:
    """Have an address told of a fight as you see it: steps, when you are asked, when it is your turn.

    The answer has the secret that signs its messages; it is shown only now.
    """
    wish = body_of(await json_of(request), CreateWebhookRequest, encounter=request.path_params["id"])
    return json_answer(await webhooks.create(session, wish), 201, {"cache-control": "no-store"})


async def list_webhooks(session: Session, request: Request) -> Response:
    """Your own webhooks of a fight, and how far each is."""
    return json_answer(await webhooks.listed(session, request.path_params["id"]))


async def remove_webhook(session: Session, request: Request) -> Response:
    """Have an address told nothing more."""
    return json_answer(await webhooks.remove(session, request.path_params["id"], request.path_params["webhook"]))


async def test_webhook(session: Session, request: Request) -> Response:
    """Have a message sent to an address of yours that tells nothing. What came of it stands in its `last`, soon."""
    done = await webhooks.test(session, request.path_params["id"], request.path_params["webhook"])
    return json_answer(done, 202)


async def list_webhook_letters(session: Session, request: Request) -> Response:
    """The messages of a webhook that were given up, oldest first."""
    return json_answer(await webhooks.letters(session, request.path_params["id"], request.path_params["webhook"]))


async def send_webhook_again(session: Session, request: Request) -> Response:
    """Have messages sent again that were given up: one, or all."""
    wish = body_of(await json_of(request), SendAgainBody)
    done = await webhooks.send_again(session, request.path_params["id"], request.path_params["webhook"], wish.letter)
    return json_answer(done, 202)


async def allow_origin(session: Session, request: Request) -> Response:
    """Let browsers call from a site for this fight. The GM, its host and the operator."""
    wish = body_of(await json_of(request), AllowOriginRequest, encounter=request.path_params["id"])
    return json_answer(await origins.allow(session, wish))


async def disallow_origin(session: Session, request: Request) -> Response:
    """Let browsers call from a site for this fight no longer. The GM, its host and the operator."""
    await session.rules(present(request.path_params["id"]))
    wish = body_of({}, DisallowOriginRequest, encounter=request.path_params["id"], origin=_origin(request))
    return json_answer(await origins.disallow(session, wish))


async def list_origins(session: Session, request: Request) -> Response:
    """The sites from which browsers may call for this fight. The GM, its host and the operator."""
    return json_answer(await origins.listed(session, request.path_params["id"]))


async def allow_host_origin(session: Session, request: Request) -> Response:
    """Let browsers call from a site for all your fights. Hosts and the operator."""
    body = body_of(await json_of(request), OriginBody)
    wish = AllowOriginRequest(origin=body.origin)
    return json_answer(await origins.allow(session, wish))


async def disallow_host_origin(session: Session, request: Request) -> Response:
    """Let browsers call from a site for all your fights no longer. Hosts and the operator."""
    await session.host()
    wish = body_of({}, DisallowOriginRequest, origin=_origin(request))
    return json_answer(await origins.disallow(session, wish))


async def list_host_origins(session: Session, request: Request) -> Response:
    """The sites from which browsers may call for all your fights. Hosts and the operator."""
    return json_answer(await origins.listed(session, None))


def _origin(request: Request) -> str:
    return request.query_params.get("origin", "")
