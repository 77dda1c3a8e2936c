"""Operations on a table, shared by GraphQL and REST: seats, invitations, control of combatants."""

from __future__ import annotations

from api.operations.orders import check_key, present
from api.operations.session import Session
from api.reading.global_ids import bare, parse_encounter
from engine.kernel.state.seat import SeatEntry
from engine.service.reading.views import StepResult
from engine.service.writing.seating import Asking
from schemas import answers, requests


async def _asking(session: Session, request: requests.KeyedBody, encounter: str) -> Asking:
    seat = await session.changes(encounter)
    return Asking(encounter, seat, request.expected_version, request.idempotency_key)


async def add(session: Session, request: requests.AddSeatRequest) -> StepResult:
    """Add a seat to a running fight, or bring one back. The GM and the operator."""
    asking = await _asking(session, request, present(request.encounter))
    return await session.service.seating.add(
        asking,
        SeatEntry(
            request.id, request.name, request.role, request.bot, request.looks, request.bot_pace, request.bot_thinks
        ),
    )


async def rename(session: Session, request: requests.RenameSeatRequest) -> StepResult:
    """Rename a seat. The GM and the operator may rename every seat, the others their own."""
    asking = await _asking(session, request, present(request.encounter))
    return await session.service.seating.rename(asking, bare(request.seat, asking.encounter), request.name)


async def remove(session: Session, request: requests.RemoveSeatRequest) -> StepResult:
    """Remove a seat: its tokens and streams end. The GM and the operator."""
    asking = await _asking(session, request, present(request.encounter))
    return await session.service.seating.remove(asking, bare(request.seat, asking.encounter))


async def hand_over(session: Session, request: requests.HandOverRequest) -> StepResult:
    """Hand a combatant to another seat. For the GM and the operator it takes effect at once; players offer their
    own."""
    asking = await _asking(session, request, present(request.encounter))
    to = None if request.seat is None else bare(request.seat, asking.encounter)
    return await session.service.seating.hand_over(asking, bare(request.combatant, asking.encounter), to)


async def answer_handover(session: Session, request: requests.AnswerHandoverRequest) -> StepResult:
    """Accept or decline the combatant that your seat is offered."""
    encounter = present(request.encounter)
    asking = Asking(encounter, await session.acts(encounter), request.expected_version, request.idempotency_key)
    return await session.service.seating.answer_handover(asking, bare(request.combatant, encounter), request.accept)


async def recall(session: Session, request: requests.RecallRequest) -> StepResult:
    """Take back a combatant you lent, or withdraw the offer. The GM and the operator may return any to its owner."""
    asking = await _asking(session, request, present(request.encounter))
    return await session.service.seating.recall(asking, bare(request.combatant, asking.encounter))


async def invite(session: Session, request: requests.InviteRequest) -> answers.Invited:
    """Create an invitation to a seat, for somebody without a token. The GM and the operator."""
    encounter = present(request.encounter)
    asking = Asking(encounter, await session.changes(encounter), None, request.idempotency_key)

    def secret_of(key: str) -> str:
        return session.services.authority.invitation_secret(encounter, key)

    made = await session.service.seating.invite(
        asking, bare(request.seat, encounter), secret_of, hours=request.hours, many=request.many
    )
    short = await session.shortened(encounter, made.key)
    return answers.Invited(invitation=session.code(encounter, made, short, request.link))


async def withdraw(session: Session, request: requests.WithdrawInvitationRequest) -> StepResult:
    """Withdraw an invitation. The GM and the operator."""
    asking = await _asking(session, request, present(request.encounter))
    return await session.service.seating.withdraw(asking, request.invitation)


async def invitations(session: Session, request: requests.FightRequest) -> list[answers.Invitation]:
    """The valid invitations to a fight. The GM and the operator."""
    encounter, _ = parse_encounter(request.encounter)
    return await session.invitations(encounter)


async def join(session: Session, request: requests.JoinRequest) -> answers.Joined:
    """Join by an invitation, and get your token. Anybody who has its code; a single-use invitation is used up."""
    check_key(request.idempotency_key)
    return await session.join(request.invitation, request.idempotency_key)


async def issue_token(session: Session, request: requests.TokenRequest) -> answers.Issued:
    """Issue a new token for a seat. The GM and the operator."""
    encounter, _ = parse_encounter(request.encounter)
    return answers.Issued(token=await session.issue(encounter, request.seat, request.hours))


async def revoke_token(session: Session, request: requests.RevokeTokenRequest) -> answers.TokensRevoked:
    """Revoke all tokens of a seat; its open streams close. The GM and the operator."""
    encounter, _ = parse_encounter(request.encounter)
    await session.revoke(encounter, request.seat)
    return answers.TokensRevoked(encounter=encounter, seat=request.seat)
