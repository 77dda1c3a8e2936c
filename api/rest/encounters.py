"""Handlers of fights: create, list, view, order, answer, prefer, fork, seats, invitations, tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import BadRequest
from api.graphql.cost import WEIGHTS
from api.operations import checks, hosting, orders, previews, seating, trying
from api.operations.session import Session
from api.reading.parts import Part, parse_parts
from api.reading.validators import asked_for, expected_version, fight_tag, holds, plain_tag, tagged
from api.rest.respond import (
    S,
    body_of,
    idempotency_key,
    json_answer,
    json_of,
    number,
    yes_or_no,
)
from engine.service.reading.views import FightView, StepResult
from schemas import answers, requests

FIGHT = "fight"
"""The form of a fight as JSON."""
LEAST: dict[Part, int] = {
    "offers": WEIGHTS["Encounter.offers"],
    "scene": WEIGHTS["Encounter.scene"],
    "unavailable": WEIGHTS["Encounter.unavailable"],
}
"""The least cost of parts, as `api.graphql.cost` measures it; large ones cost more (`EncounterNode`)."""
SCENE = LEAST["scene"]
USUAL: tuple[Part, ...] = ("offers",)
"""The parts of a fight that is looked at, if none are named."""

W = TypeVar("W")


async def create(session: Session, request: Request) -> Response:
    """Create a fight, with its seats' tokens. Hosts and the operator."""
    parts = await _parts(session, request)
    wish = body_of(await json_of(request), requests.CreateEncounterRequest, idempotencyKey=idempotency_key(request))
    return await _made(session, parts, await orders.create(session, wish))


async def check(session: Session, request: Request) -> Response:
    """Everything that is wrong with a request to create a fight, finished or not. Nothing is made. Hosts and
    the operator."""
    return json_answer(await checks.check(session, await json_of(request)), headers={"cache-control": "no-store"})


async def _parts(session: Session, request: Request, usual: Collection[Part] = ()) -> frozenset[Part]:
    """The parts of the fight that the answer has: read, and counted with the least that they cost, before anything is
    done."""
    parts = parse_parts(request.query_params.get("include"), usual)
    await session.count_cost(sum(LEAST.get(part, 0) for part in parts.difference(usual)))
    return parts


async def _made(session: Session, parts: Collection[Part], view: FightView, source: str | None = None) -> Response:
    made = await (await orders.created(session, view, source)).answer(parts)
    headers = {"location": f"/v1/encounters/{made.encounter.id}", "etag": plain_tag(made.encounter.version)}
    return json_answer(made, 201, headers)


async def list_all(session: Session, request: Request) -> Response:
    """Fights, newest first: a host's own; for the operator all, or those of a host."""
    status: Any = request.query_params.get("status")
    if status not in (None, "RUNNING", "PAUSED", "ENDED"):
        raise BadRequest("status is RUNNING, PAUSED or ENDED", "status")
    page = await hosting.fights(
        session,
        first=number(request, "first", most=500),
        after=request.query_params.get("after"),
        status=status,
        system=request.query_params.get("system"),
        host=request.query_params.get("host"),
        archived=yes_or_no(request, "archived"),
    )
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(answers.EncounterPage(encounters=tuple(page.nodes), after=more))


async def look(session: Session, request: Request) -> Response:
    """A fight as you see it, now or at a past version, with its offers, or with the parts you name (`include`)."""
    parts = await _parts(session, request, USUAL)
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, FIGHT, asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.answer(parts), headers=tagged(tag))


async def picture(session: Session, request: Request) -> Response:
    """A fight as a picture, as you see it, for clients that know no game; now or at a past version (`at`).

    Without the parts of its ground where you have them (`unless`).
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "scene", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.scene_unless(request.query_params.get("unless")), headers=tagged(tag))


async def threats(session: Session, request: Request) -> Response:
    """Where a combatant could strike from where it is, and whom, as marks to draw over the scene.

    Now or at a past version (`at`). None for a combatant that you do not see.
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "threats", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.threats(request.path_params["combatant"]), headers=tagged(tag))


async def stat_block(session: Session, request: Request) -> Response:
    """What a combatant is and has, as far as you know: values, weapons, spells, conditions.

    Now or at a past version (`at`). All empty for a combatant that you do not see.
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "stat-block", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.stat_block(request.path_params["combatant"]), headers=tagged(tag))


async def corrections(session: Session, request: Request) -> Response:
    """Every figure of a combatant, or of the fight, that you may correct. The GM only: others get none."""
    node = await session.encounter(request.path_params["id"])
    return json_answer(node.corrections_of(request.query_params.get("combatant")))


async def submit(session: Session, request: Request) -> Response:
    """Give an order, or use a tool of the GM. If-Match: refuse if the fight has moved on."""
    raw = await json_of(request)
    orders.wrapped(session, raw)
    wish = body_of(
        raw,
        requests.SubmitRequest,
        encounter=request.path_params["id"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, request, orders.submit, wish)


async def preview(session: Session, request: Request) -> Response:
    """What an order or an answer of yours would do, as far as you can know. Nothing happens, and no dice fall."""
    raw = await json_of(request)
    wish = body_of(
        raw, requests.PreviewRequest, encounter=request.path_params["id"], expectedVersion=expected_version(request)
    )
    return json_answer(await previews.preview(session, wish), headers={"cache-control": "no-store"})


async def answer(session: Session, request: Request) -> Response:
    """Answer an open decision."""
    wish = body_of(
        await json_of(request),
        requests.AnswerRequest,
        encounter=request.path_params["id"],
        decision=request.path_params["decision"],
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, request, orders.answer, wish)


async def _accepted(
    session: Session, request: Request, do: Callable[[Session, W], Awaitable[StepResult]], wish: W
) -> Response:
    """Do what is wished, and answer with the step, and with the parts of the fight after it that are named."""
    parts = await _parts(session, request)
    accepted = await orders.Accepted.of(session, await do(session, wish))
    headers = {"etag": plain_tag(accepted.fight_version)}
    if accepted.command.isascii() and accepted.command.isprintable():  # any other key is in the body only
        headers["idempotency-key"] = accepted.command
    return json_answer(await accepted.answer(parts), headers=headers)


async def prefer(session: Session, request: Request) -> Response:
    """Set a standing preference for a kind of question."""
    wish = body_of(await json_of(request), requests.PreferRequest, encounter=request.path_params["id"])
    return json_answer(await orders.prefer(session, wish))


async def preferences(session: Session, request: Request) -> Response:
    """Your own seat's standing preferences. Nobody else reads them; whoever has no seat has none."""
    node = await session.encounter(request.path_params["id"])
    return json_answer(await orders.preferences(session, node), headers={"cache-control": "no-store"})


async def set_bot(session: Session, request: Request) -> Response:
    """Have a bot play for a seat, or stop it. The GM and the operator may do so for every seat, players for their
    own."""
    wish = body_of(
        await json_of(request),
        requests.SetBotRequest,
        encounter=request.path_params["id"],
        seat=request.path_params["seat"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, request, orders.set_bot, wish)


async def add_entropy(session: Session, request: Request) -> Response:
    """Add entropy of your own to provable dice, before the first roll: so nobody determines them alone."""
    wish = body_of(
        await json_of(request),
        requests.AddEntropyRequest,
        encounter=request.path_params["id"],
        expectedVersion=expected_version(request),
        idempotencyKey=idempotency_key(request),
    )
    return await _accepted(session, request, orders.add_entropy, wish)


async def add_seat(session: Session, request: Request) -> Response:
    """Add a seat to a running fight, or bring one back. The GM and the operator."""
    wish = await _table_wish(request, requests.AddSeatRequest)
    return await _accepted(session, request, seating.add, wish)


async def rename_seat(session: Session, request: Request) -> Response:
    """Rename a seat. The GM and the operator may rename every seat, the others their own."""
    wish = await _table_wish(request, requests.RenameSeatRequest)
    return await _accepted(session, request, seating.rename, wish)


async def remove_seat(session: Session, request: Request) -> Response:
    """Remove a seat: its tokens and streams end. The GM and the operator."""
    wish = await _table_wish(request, requests.RemoveSeatRequest)
    return await _accepted(session, request, seating.remove, wish)


async def hand_over(session: Session, request: Request) -> Response:
    """Hand a combatant to another seat. For the GM and the operator it takes effect at once; players offer their
    own."""
    wish = await _table_wish(request, requests.HandOverRequest)
    return await _accepted(session, request, seating.hand_over, wish)


async def answer_handover(session: Session, request: Request) -> Response:
    """Accept or decline the combatant that your seat is offered."""
    wish = await _table_wish(request, requests.AnswerHandoverRequest)
    return await _accepted(session, request, seating.answer_handover, wish)


async def recall(session: Session, request: Request) -> Response:
    """Take back a combatant you lent, or withdraw the offer. The GM and the operator may return any to its owner."""
    wish = await _table_wish(request, requests.RecallRequest)
    return await _accepted(session, request, seating.recall, wish)


async def invite(session: Session, request: Request) -> Response:
    """Create an invitation to a seat, for somebody without a token. The GM and the operator."""
    wish = body_of(
        await json_of(request),
        requests.InviteRequest,
        encounter=request.path_params["id"],
        idempotencyKey=idempotency_key(request),
    )
    made = await seating.invite(session, wish)
    return json_answer(made.invitation, 201, {"cache-control": "no-store"})


async def invitations(session: Session, request: Request) -> Response:
    """The valid invitations. The GM and the operator."""
    found = await session.invitations(request.path_params["id"])
    return json_answer(found, headers={"cache-control": "no-store"})


async def withdraw_invitation(session: Session, request: Request) -> Response:
    """Withdraw an invitation. The GM and the operator."""
    wish = await _table_wish(request, requests.WithdrawInvitationRequest)
    return await _accepted(session, request, seating.withdraw, wish)


async def join(session: Session, request: Request) -> Response:
    """Join by an invitation, and get your token. Anybody who has its code; a single-use invitation is used up."""
    wish = body_of(await json_of(request), requests.JoinRequest, idempotencyKey=idempotency_key(request))
    return json_answer(await session.join(wish.invitation, wish.idempotency_key), 201, {"cache-control": "no-store"})


async def try_fight(session: Session, request: Request) -> Response:
    """Try a ready-made fight: a copy of it, and your token, which holds for an hour. Bots play for all others. Nobody
    needs a token; by default at the server's own machine only."""
    wish = body_of(await json_of(request), requests.TryFightRequest)
    return json_answer(await trying.try_fight(session, wish), 201, {"cache-control": "no-store"})


async def _table_wish(request: Request, cls: type[S]) -> S:
    """A request about the table, from its body (if any), its path and its headers."""
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
    """Fork the fight at a version as a what-if, with fresh dice. The GM only."""
    parts = await _parts(session, request)
    wish = body_of(await json_of(request), requests.ForkBody, idempotencyKey=idempotency_key(request))
    id, key = request.path_params["id"], wish.idempotency_key
    made = await orders.fork(session, id, wish.at, key, todays_rules=wish.todays_rules)
    return await _made(session, parts, made, id)


async def copy(session: Session, request: Request) -> Response:
    """Create a fight as another one was created, with new dice and its seats' tokens. Its host and the operator."""
    parts = await _parts(session, request)
    wish = body_of(
        await json_of(request),
        requests.CopyEncounterRequest,
        encounter=request.path_params["id"],
        idempotencyKey=idempotency_key(request),
    )
    return await _made(session, parts, await hosting.copy(session, wish), wish.encounter)


async def archive(session: Session, request: Request) -> Response:
    """Leave a fight out of the usual listing, or put it back. Its host and the operator."""
    wish = body_of(await json_of(request), requests.ArchiveBody)
    return json_answer(await hosting.archive(session, request.path_params["id"], wish.archived))


async def publish(session: Session, request: Request) -> Response:
    """Let everybody read a fight that has ended as a seat does; null: nobody any more. Its GM, host and operator."""
    wish = body_of(await json_of(request), requests.PublishBody)
    return json_answer(await hosting.publish(session, request.path_params["id"], wish.seat))


async def issue(session: Session, request: Request) -> Response:
    """Issue a new token for a seat. The GM and the operator."""
    wish = body_of(await json_of(request), requests.TokenRequest, encounter=request.path_params["id"])
    return json_answer(await session.issue(wish.encounter, wish.seat, wish.hours), 201, {"cache-control": "no-store"})


async def revoke(session: Session, request: Request) -> Response:
    """Revoke all tokens of a seat. The GM and the operator."""
    encounter, seat = request.path_params["id"], request.path_params["seat"]
    await session.revoke(encounter, seat)
    return json_answer(answers.TokensRevoked(encounter=encounter, seat=seat))


async def audit(session: Session, request: Request) -> Response:
    """Verify the record: hash chain, dice and replay."""
    return json_answer(await session.audit(request.path_params["id"]))


async def viewer(session: Session, request: Request) -> Response:
    """Who you are by your token."""
    return json_answer(await session.viewer())
