"""The fields of Mutation. What is not allowed is a member of the answer; what cannot be read, an error."""

from collections.abc import Awaitable
from typing import Any, TypeVar

from strawberry.types import Info

from api import acting
from api.graphql.context import session_of
from api.problems import member
from api.reading.ids import parse_encounter
from api.session import Session
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
