"""Fights: create, list, look, order, answer, prefer, fork, tokens."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from api import acting, seating
from api.errors import BadRequest
from api.reading.pages import encounters_page
from api.reading.systems import system_answer
from api.rest.respond import (
    PRIVATE,
    S,
    body_of,
    etag,
    expected_version,
    idempotency_key,
    json_answer,
    json_of,
    number,
    same_version,
)
from api.session import Session
from schemas import answers, requests


async def list_systems(session: Session, request: Request) -> Response:
    """The installed games."""
    return json_answer([system_answer(book, session.locale) for book in session.service.registry.books.values()])


async def create(session: Session, request: Request) -> Response:
    """A new fight, with its seats' tokens. The operator only."""
    wish = body_of(await json_of(request), requests.CreateEncounterRequest, idempotencyKey=idempotency_key(request))
    return await _made(session, await acting.create(session, wish))


async def _made(session: Session, glimpse: Any) -> Response:
    made = acting.Created(session, glimpse, await session.tokens(glimpse)).answer()
    headers = {"location": f"/v1/encounters/{made.encounter.id}", **etag(made.encounter.version)}
    return json_answer(made, 201, headers)


async def list_all(session: Session, request: Request) -> Response:
    """All fights, newest first. The operator only."""
    session.must_be_admin()
    status: Any = request.query_params.get("status")
    if status not in (None, "RUNNING", "PAUSED", "ENDED"):
        raise BadRequest("status is RUNNING, PAUSED or ENDED", "status")
    page = await encounters_page(
        session.service,
        first=number(request, "first", most=500),
        after=request.query_params.get("after"),
        status=status,
        system=request.query_params.get("system"),
    )
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(answers.EncounterPage(encounters=tuple(page.nodes), after=more))


async def look(session: Session, request: Request) -> Response:
    """A fight as you see it, now or at a past version (`at`)."""
    node = await session.encounter(request.path_params["id"], number(request, "at"))
    if same_version(request, node.version):
        return Response(status_code=304, headers={**PRIVATE, **etag(node.version)})
    return json_answer(node.answer(), headers=etag(node.version))


async def submit(session: Session, request: Request) -> Response:
    """Order something, or use a tool of the GM. If-Match: refuse if the fight has moved on."""
    raw = await json_of(request)
    acting.wrapped(session, raw)
    wish = body_of(
        raw,
        requests.SubmitRequest,
        encounter=request.path_params["id"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, await acting.submit(session, wish))


async def answer(session: Session, request: Request) -> Response:
    """Answer an open decision."""
    wish = body_of(
        await json_of(request),
        requests.AnswerRequest,
        encounter=request.path_params["id"],
        decision=request.path_params["decision"],
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, await acting.answer(session, wish))


async def _accepted(session: Session, done: Any) -> Response:
    body = (await acting.Accepted.of(session, done)).answer()
    headers = etag(body.version)
    if body.command.isascii() and body.command.isprintable():  # any other key stands in the body alone
        headers["idempotency-key"] = body.command
    return json_answer(body, headers=headers)


async def prefer(session: Session, request: Request) -> Response:
    """Keep a standing preference for a kind of question."""
    wish = body_of(await json_of(request), requests.PreferRequest, encounter=request.path_params["id"])
    return json_answer(await acting.prefer(session, wish))


async def set_bot(session: Session, request: Request) -> Response:
    """Have a bot play for a seat, or no longer. The GM and the operator do so for every seat, a player for his own."""
    wish = body_of(
        await json_of(request),
        requests.SetBotRequest,
        encounter=request.path_params["id"],
        seat=request.path_params["seat"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, await acting.set_bot(session, wish))


async def add_entropy(session: Session, request: Request) -> Response:
    """Add chance of your own to provable dice, before the first of them falls: so nobody chooses them alone."""
    wish = body_of(
        await json_of(request),
        requests.AddEntropyRequest,
        encounter=request.path_params["id"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, await acting.add_entropy(session, wish))


async def add_seat(session: Session, request: Request) -> Response:
    """Somebody sits down in a running fight, or comes back. The GM and the operator."""
    wish = await _table_wish(request, requests.AddSeatRequest)
    return await _accepted(session, await seating.add(session, wish))


async def rename_seat(session: Session, request: Request) -> Response:
    """Call a seat otherwise. The GM and the operator name everybody, the others themselves."""
    wish = await _table_wish(request, requests.RenameSeatRequest)
    return await _accepted(session, await seating.rename(session, wish))


async def remove_seat(session: Session, request: Request) -> Response:
    """Somebody leaves the table: his tokens and streams end. The GM and the operator."""
    wish = await _table_wish(request, requests.RemoveSeatRequest)
    return await _accepted(session, await seating.remove(session, wish))


async def hand_over(session: Session, request: Request) -> Response:
    """Hand a combatant to another seat. The GM and the operator do so at once; a player offers who is his."""
    wish = await _table_wish(request, requests.HandOverRequest)
    return await _accepted(session, await seating.hand_over(session, wish))


async def answer_handover(session: Session, request: Request) -> Response:
    """Take the combatant that your seat is offered, or do not."""
    wish = await _table_wish(request, requests.AnswerHandoverRequest)
    return await _accepted(session, await seating.answer_handover(session, wish))


async def recall(session: Session, request: Request) -> Response:
    """Take back whom you have lent, or offer him no more. The GM and the operator give everybody back to his owner."""
    wish = await _table_wish(request, requests.RecallRequest)
    return await _accepted(session, await seating.recall(session, wish))


async def invite(session: Session, request: Request) -> Response:
    """Make an invitation to a seat, for somebody without a token. The GM and the operator."""
    wish = body_of(
        await json_of(request),
        requests.InviteRequest,
        encounter=request.path_params["id"],
        idempotencyKey=idempotency_key(request),
    )
    made = await seating.invite(session, wish)
    return json_answer(made.invitation, 201, {"cache-control": "no-store"})


async def invitations(session: Session, request: Request) -> Response:
    """The invitations that serve now. The GM and the operator."""
    found = await session.invitations(request.path_params["id"])
    return json_answer(found, headers={"cache-control": "no-store"})


async def withdraw_invitation(session: Session, request: Request) -> Response:
    """Let an invitation serve no more. The GM and the operator."""
    wish = await _table_wish(request, requests.WithdrawInvitationRequest)
    return await _accepted(session, await seating.withdraw(session, wish))


async def join(session: Session, request: Request) -> Response:
    """Sit down by an invitation, and get your token. Anybody who has it; one for a single person is used up."""
    wish = body_of(await json_of(request), requests.JoinRequest, idempotencyKey=idempotency_key(request))
    return json_answer(await session.join(wish.invitation, wish.idempotency_key), 201, {"cache-control": "no-store"})


async def _table_wish(request: Request, cls: type[S]) -> S:
    """A wish for the table, by its body, if it has one, its path and its headers."""
    named = {name: value for name, value in request.path_params.items() if name != "id"}
    return body_of(
        {} if request.method == "DELETE" else await json_of(request),
        cls,
        encounter=request.path_params["id"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
        **named,
    )


async def fork(session: Session, request: Request) -> Response:
    """A what-if from a version, with fresh dice. The GM only."""
    wish = body_of(await json_of(request), requests.ForkBody, idempotencyKey=idempotency_key(request))
    return await _made(session, await acting.fork(session, request.path_params["id"], wish.at, wish.idempotency_key))


async def issue(session: Session, request: Request) -> Response:
    """A new token for a seat. The GM and the operator."""
    wish = body_of(await json_of(request), requests.TokenRequest, encounter=request.path_params["id"])
    return json_answer(await session.issue(wish.encounter, wish.seat, wish.hours), 201, {"cache-control": "no-store"})


async def revoke(session: Session, request: Request) -> Response:
    """End all tokens of a seat. The GM and the operator."""
    encounter, seat = request.path_params["id"], request.path_params["seat"]
    await session.revoke(encounter, seat)
    return json_answer(answers.TokensRevoked(encounter=encounter, seat=seat))


async def audit(session: Session, request: Request) -> Response:
    """Whether the record holds: chain, dice and replay."""
    return json_answer(await session.audit(request.path_params["id"]))


async def viewer(session: Session, request: Request) -> Response:
    """Who you are by your token."""
    return json_answer(await session.viewer())
