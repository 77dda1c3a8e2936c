"""The fields of Mutation. A refusal is a member of the result union; unreadable input is an error."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from strawberry.types import Info

from api.errors.problems import member
from api.graphql.context import session_of
from api.operations import hosting, orders, origins, pictures, seating, shelf_saving, shelving, trying, webhooks
from api.operations.orders import check_key
from api.operations.session import Session
from api.reading.global_ids import parse_encounter
from engine.service.reading.views import StepResult
from schemas import answers
from schemas.origins import AllowOriginRequest, DisallowOriginRequest
from schemas.requests import (
    AddEntropyRequest,
    AnswerRequest,
    CopyEncounterRequest,
    CreateEncounterRequest,
    HostTokenRequest,
    PreferRequest,
    SetBotRequest,
    SubmitRequest,
    TokenRequest,
)
from schemas.shelf import (
    ImportShelfRequest,
    PutShelfItemRequest,
    RemoveShelfItemRequest,
    SaveToShelfRequest,
    ShelfItemSaved,
)
from schemas.webhooks import CreateWebhookRequest

T = TypeVar("T")


async def result_or_member(session: Session, work: Awaitable[T]) -> T | answers.Refused | answers.Conflict:
    """The result of the work, or the union member that says why it failed."""
    try:
        return await work
    except Exception as error:
        problem = member(error, gm=session.gm, worded=session.worded)
        if problem is None:
            raise
        return problem


async def create_encounter(info: Info[Any, Any], input: Any) -> Any:
    """Create a fight, with its seats' tokens. Hosts and the operator."""
    wish: CreateEncounterRequest = input
    session = session_of(info)

    async def work() -> orders.Created:
        return await orders.created(session, await orders.create(session, wish))

    return await result_or_member(session, work())


async def submit(info: Info[Any, Any], input: Any) -> Any:
    """Give an order, or use a tool of the GM."""
    wish: SubmitRequest = input
    session = session_of(info)

    async def work() -> orders.Accepted:
        return await orders.Accepted.of(session, await orders.submit(session, wish))

    return await result_or_member(session, work())


async def answer(info: Info[Any, Any], input: Any) -> Any:
    """Answer an open decision."""
    wish: AnswerRequest = input
    session = session_of(info)

    async def work() -> orders.Accepted:
        return await orders.Accepted.of(session, await orders.answer(session, wish))

    return await result_or_member(session, work())


async def prefer(info: Info[Any, Any], input: Any) -> Any:
    """Set a standing preference for a kind of question: it answers as soon as the question opens."""
    wish: PreferRequest = input
    session = session_of(info)
    return await result_or_member(session, orders.prefer(session, wish))


async def set_bot(info: Info[Any, Any], input: Any) -> Any:
    """Have a bot play for a seat, or stop it. The GM and the operator may do so for every seat, players for their
    own."""
    wish: SetBotRequest = input
    session = session_of(info)

    async def work() -> orders.Accepted:
        return await orders.Accepted.of(session, await orders.set_bot(session, wish))

    return await result_or_member(session, work())


async def add_entropy(info: Info[Any, Any], input: Any) -> Any:
    """Add entropy of your own to provable dice, before the first roll: so nobody determines them alone."""
    wish: AddEntropyRequest = input
    session = session_of(info)

    async def work() -> orders.Accepted:
        return await orders.Accepted.of(session, await orders.add_entropy(session, wish))

    return await result_or_member(session, work())


async def fork(
    info: Info[Any, Any], encounter: str, at: int, idempotency_key: str | None = None, todays_rules: bool = False
) -> Any:
    """Fork the fight at a version as a what-if, with fresh dice. The GM only.

    todaysRules: it plays the rules of the installed game from there on; else those that the fight plays.
    """
    session = session_of(info)

    async def work() -> orders.Created:
        view = await orders.fork(session, encounter, at, idempotency_key, todays_rules=todays_rules)
        return await orders.created(session, view, encounter)

    return await result_or_member(session, work())


async def add_seat(info: Info[Any, Any], input: Any) -> Any:
    """Add a seat to a running fight, or bring one back. The GM and the operator."""
    return await _stepped(info, seating.add, input)


async def rename_seat(info: Info[Any, Any], input: Any) -> Any:
    """Rename a seat. The GM and the operator may rename every seat, the others their own."""
    return await _stepped(info, seating.rename, input)


async def remove_seat(info: Info[Any, Any], input: Any) -> Any:
    """Remove a seat: its tokens and streams end. The GM and the operator."""
    return await _stepped(info, seating.remove, input)


async def hand_over(info: Info[Any, Any], input: Any) -> Any:
    """Hand a combatant to another seat. For the GM and the operator it takes effect at once; players offer their
    own."""
    return await _stepped(info, seating.hand_over, input)


async def answer_handover(info: Info[Any, Any], input: Any) -> Any:
    """Accept or decline the combatant that your seat is offered."""
    return await _stepped(info, seating.answer_handover, input)


async def recall(info: Info[Any, Any], input: Any) -> Any:
    """Take back a combatant you lent, or withdraw the offer. The GM and the operator may return any to its owner."""
    return await _stepped(info, seating.recall, input)


async def invite(info: Info[Any, Any], input: Any) -> Any:
    """Create an invitation to a seat, for somebody without a token. The GM and the operator."""
    session = session_of(info)
    return await result_or_member(session, seating.invite(session, input))


async def withdraw_invitation(info: Info[Any, Any], input: Any) -> Any:
    """Withdraw an invitation. The GM and the operator."""
    return await _stepped(info, seating.withdraw, input)


async def join(info: Info[Any, Any], invitation: str, idempotency_key: str | None = None) -> Any:
    """Join by an invitation, and get your token. Anybody who has its code; a single-use invitation is used up."""
    session = session_of(info)
    check_key(idempotency_key)
    return await result_or_member(session, session.join(invitation, idempotency_key))


async def try_fight(info: Info[Any, Any], input: Any) -> Any:
    """Try a ready-made fight: a copy of it, and your token, which holds for an hour. Bots play for all others. Nobody
    needs a token; by default at the server's own machine only."""
    session = session_of(info)
    return await result_or_member(session, trying.try_fight(session, input))


async def _stepped(info: Info[Any, Any], do: Callable[[Session, Any], Awaitable[StepResult]], wish: Any) -> Any:
    """Run a change, and answer with the step that it made."""
    session = session_of(info)

    async def work() -> orders.Accepted:
        return await orders.Accepted.of(session, await do(session, wish))

    return await result_or_member(session, work())


async def issue_token(info: Info[Any, Any], input: Any) -> Any:
    """Issue a new token for a seat. The GM and the operator."""
    wish: TokenRequest = input
    session = session_of(info)
    encounter, _ = parse_encounter(wish.encounter)

    async def work() -> answers.Issued:
        return answers.Issued(token=await session.issue(encounter, wish.seat, wish.hours))

    return await result_or_member(session, work())


async def revoke_token(info: Info[Any, Any], encounter: str, seat: str) -> Any:
    """Revoke all tokens of a seat; its open streams close. The GM and the operator."""
    session = session_of(info)
    id, _ = parse_encounter(encounter)

    async def work() -> answers.TokensRevoked:
        await session.revoke(id, seat)
        return answers.TokensRevoked(encounter=id, seat=seat)

    return await result_or_member(session, work())


async def copy_encounter(info: Info[Any, Any], input: Any) -> Any:
    """Create a fight as another one was created, with new dice and its seats' tokens. Its host and the operator."""
    wish: CopyEncounterRequest = input
    session = session_of(info)

    async def work() -> orders.Created:
        return await orders.created(session, await hosting.copy(session, wish), wish.encounter)

    return await result_or_member(session, work())


async def archive_encounter(info: Info[Any, Any], encounter: str, archived: bool) -> Any:
    """Leave a fight out of the usual listing, or put it back. Its host and the operator."""
    session = session_of(info)
    return await result_or_member(session, hosting.archive(session, encounter, archived))


async def publish_encounter(info: Info[Any, Any], encounter: str, seat: str | None = None) -> Any:
    """Let everybody read a fight that has ended as a seat does; null: nobody any more. Its GM, host and operator."""
    session = session_of(info)
    return await result_or_member(session, hosting.publish(session, encounter, seat))


async def issue_host_token(info: Info[Any, Any], input: Any) -> Any:
    """Issue a token for a host, who may have fights of his own: the operator for anybody, a host for himself.

    Where the server lets anybody host, whoever has no token gets one for a new host.
    """
    wish: HostTokenRequest = input
    session = session_of(info)

    async def work() -> answers.HostIssued:
        return answers.HostIssued(token=await hosting.issue(session, wish))

    return await result_or_member(session, work())


async def revoke_host_tokens(info: Info[Any, Any], host: str) -> Any:
    """Revoke all tokens of a host; his open streams close, his fights stay. The operator, and a host his own."""
    session = session_of(info)
    return await result_or_member(session, hosting.revoke(session, host))


async def put_shelf_item(info: Info[Any, Any], input: Any) -> Any:
    """Put an item on one of your shelves, in place of what was there. Hosts and the operator."""
    wish: PutShelfItemRequest = input
    session = session_of(info)

    async def work() -> ShelfItemSaved:
        return ShelfItemSaved(item=await shelving.put(session, wish))

    return await result_or_member(session, work())


async def save_to_shelf(info: Info[Any, Any], input: Any) -> Any:
    """Put what a fight of yours was created from on one of your shelves. Its host and the operator."""
    wish: SaveToShelfRequest = input
    session = session_of(info)

    async def work() -> ShelfItemSaved:
        return ShelfItemSaved(item=await shelf_saving.save(session, wish))

    return await result_or_member(session, work())


async def remove_shelf_item(info: Info[Any, Any], input: Any) -> Any:
    """Remove an item from one of your shelves. Hosts and the operator."""
    wish: RemoveShelfItemRequest = input
    session = session_of(info)
    return await result_or_member(session, shelving.remove(session, wish))


async def import_shelf(info: Info[Any, Any], input: Any) -> Any:
    """Put the items of a file on your shelves, all or none. Hosts and the operator."""
    wish: ImportShelfRequest = input
    session = session_of(info)
    return await result_or_member(session, shelving.take_in(session, wish.file, wish.existing))


async def create_webhook(info: Info[Any, Any], input: Any) -> Any:
    """Have an address told of a fight as you see it: steps, when you are asked, when it is your turn.

    The answer has the secret that signs its messages; it is shown only now.
    """
    wish: CreateWebhookRequest = input
    session = session_of(info)
    return await result_or_member(session, webhooks.create(session, wish))


async def remove_webhook(info: Info[Any, Any], encounter: str, webhook: str) -> Any:
    """Have an address of yours told nothing more."""
    session = session_of(info)
    return await result_or_member(session, webhooks.remove(session, encounter, webhook))


async def remove_picture(info: Info[Any, Any], picture: str, encounter: str | None = None) -> Any:
    """Keep a picture of a fight no longer, for its GM, its host and the operator; without a fight one that you keep for
    your next ones."""
    session = session_of(info)
    return await result_or_member(session, pictures.remove(session, encounter, picture))


async def test_webhook(info: Info[Any, Any], encounter: str, webhook: str) -> Any:
    """Have a message sent to an address of yours that tells nothing. What came of it stands in its `last`, soon."""
    session = session_of(info)
    return await result_or_member(session, webhooks.test(session, encounter, webhook))


async def send_webhook_again(info: Info[Any, Any], encounter: str, webhook: str, letter: str | None = None) -> Any:
    """Have messages sent again that were given up: one, or all."""
    session = session_of(info)
    return await result_or_member(session, webhooks.send_again(session, encounter, webhook, letter))


async def allow_origin(info: Info[Any, Any], input: Any) -> Any:
    """Let browsers call from a site, for a fight (its GM, host and operator) or for all fights of yours (hosts)."""
    wish: AllowOriginRequest = input
    session = session_of(info)
    return await result_or_member(session, origins.allow(session, wish))


async def disallow_origin(info: Info[Any, Any], input: Any) -> Any:
    """Let browsers call from a site no longer: the same as in `allowOrigin`."""
    wish: DisallowOriginRequest = input
    session = session_of(info)
    return await result_or_member(session, origins.disallow(session, wish))
