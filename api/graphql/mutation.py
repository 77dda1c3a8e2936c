"""The fields of Mutation. What is not allowed is a member of the answer; what cannot be read, an error."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from strawberry.types import Info

from api import acting, seating
from api.acting import check_key
from api.graphql.context import session_of
from api.problems import member
from api.reading.ids import parse_encounter
from api.session import Session
from engine.service.seeing import Done
from schemas import answers
from schemas.requests import (
    AddEntropyRequest,
    AnswerRequest,
    CreateEncounterRequest,
    PreferRequest,
    SetBotRequest,
    SubmitRequest,
    TokenRequest,
)

T = TypeVar("T")


async def _told(session: Session, work: Awaitable[T]) -> T | answers.Refused | answers.Conflict:
    """What comes of the work, or the member that tells why not."""
    try:
        return await work
    except Exception as error:
        problem = member(error, gm=session.gm, worded=session.worded)
        if problem is None:
            raise
        return problem


async def create_encounter(info: Info[Any, Any], input: Any) -> Any:
    """A new fight, with its seats' tokens. The operator only."""
    wish: CreateEncounterRequest = input
    session = session_of(info)

    async def work() -> acting.Created:
        glimpse = await acting.create(session, wish)
        return acting.Created(session, glimpse, await session.tokens(glimpse))

    return await _told(session, work())


async def submit(info: Info[Any, Any], input: Any) -> Any:
    """Order something, or use a tool of the GM."""
    wish: SubmitRequest = input
    session = session_of(info)

    async def work() -> acting.Accepted:
        return await acting.Accepted.of(session, await acting.submit(session, wish))

    return await _told(session, work())


async def answer(info: Info[Any, Any], input: Any) -> Any:
    """Answer an open decision."""
    wish: AnswerRequest = input
    session = session_of(info)

    async def work() -> acting.Accepted:
        return await acting.Accepted.of(session, await acting.answer(session, wish))

    return await _told(session, work())


async def prefer(info: Info[Any, Any], input: Any) -> Any:
    """Keep a standing preference for a kind of question: it answers as the question opens."""
    wish: PreferRequest = input
    session = session_of(info)
    return await _told(session, acting.prefer(session, wish))


async def set_bot(info: Info[Any, Any], input: Any) -> Any:
    """Have a bot play for a seat, or no longer. The GM and the operator do so for every seat, a player for his own."""
    wish: SetBotRequest = input
    session = session_of(info)

    async def work() -> acting.Accepted:
        return await acting.Accepted.of(session, await acting.set_bot(session, wish))

    return await _told(session, work())


async def add_entropy(info: Info[Any, Any], input: Any) -> Any:
    """Add chance of your own to provable dice, before the first of them falls: so nobody chooses them alone."""
    wish: AddEntropyRequest = input
    session = session_of(info)

    async def work() -> acting.Accepted:
        return await acting.Accepted.of(session, await acting.add_entropy(session, wish))

    return await _told(session, work())


async def fork(info: Info[Any, Any], encounter: str, at: int, idempotency_key: str | None = None) -> Any:
    """A what-if from a version, with fresh dice. The GM only."""
    session = session_of(info)

    async def work() -> acting.Created:
        glimpse = await acting.fork(session, encounter, at, idempotency_key)
        return acting.Created(session, glimpse, await session.tokens(glimpse))

    return await _told(session, work())


async def add_seat(info: Info[Any, Any], input: Any) -> Any:
    """Somebody sits down in a running fight, or comes back. The GM and the operator."""
    return await _stepped(info, seating.add, input)


async def rename_seat(info: Info[Any, Any], input: Any) -> Any:
    """Call a seat otherwise. The GM and the operator name everybody, the others themselves."""
    return await _stepped(info, seating.rename, input)


async def remove_seat(info: Info[Any, Any], input: Any) -> Any:
    """Somebody leaves the table: his tokens and streams end. The GM and the operator."""
    return await _stepped(info, seating.remove, input)


async def hand_over(info: Info[Any, Any], input: Any) -> Any:
    """Hand a combatant to another seat. The GM and the operator do so at once; a player offers who is his."""
    return await _stepped(info, seating.hand_over, input)


async def answer_handover(info: Info[Any, Any], input: Any) -> Any:
    """Take the combatant that your seat is offered, or do not."""
    return await _stepped(info, seating.answer_handover, input)


async def recall(info: Info[Any, Any], input: Any) -> Any:
    """Take back whom you have lent, or offer him no more. The GM and the operator give everybody back to his owner."""
    return await _stepped(info, seating.recall, input)


async def invite(info: Info[Any, Any], input: Any) -> Any:
    """Make an invitation to a seat, for somebody without a token. The GM and the operator."""
    session = session_of(info)
    return await _told(session, seating.invite(session, input))


async def withdraw_invitation(info: Info[Any, Any], input: Any) -> Any:
    """Let an invitation serve no more. The GM and the operator."""
    return await _stepped(info, seating.withdraw, input)


async def join(info: Info[Any, Any], invitation: str, idempotency_key: str | None = None) -> Any:
    """Sit down by an invitation, and get your token. Anybody who has it; one for a single person is used up."""
    session = session_of(info)
    check_key(idempotency_key)
    return await _told(session, session.join(invitation, idempotency_key))


async def _stepped(info: Info[Any, Any], do: Callable[[Session, Any], Awaitable[Done]], wish: Any) -> Any:
    """What is answered with the step that it made."""
    session = session_of(info)

    async def work() -> acting.Accepted:
        return await acting.Accepted.of(session, await do(session, wish))

    return await _told(session, work())


async def issue_token(info: Info[Any, Any], input: Any) -> Any:
    """A new token for a seat. The GM and the operator."""
    wish: TokenRequest = input
    session = session_of(info)
    encounter, _ = parse_encounter(wish.encounter)

    async def work() -> answers.Issued:
        return answers.Issued(token=await session.issue(encounter, wish.seat, wish.hours))

    return await _told(session, work())


async def revoke_token(info: Info[Any, Any], encounter: str, seat: str) -> Any:
    """End all tokens of a seat; its open streams close. The GM and the operator."""
    session = session_of(info)
    id, _ = parse_encounter(encounter)

    async def work() -> answers.TokensRevoked:
        await session.revoke(id, seat)
        return answers.TokensRevoked(encounter=id, seat=seat)

    return await _told(session, work())
