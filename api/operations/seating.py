"""Operations on a table, shared by GraphQL and REST: seats, invitations, control of combatants."""

from __future__ import annotations

from api.operations.orders import present
from api.operations.session import Session
from api.reading.global_ids import bare
from engine.kernel.state.seat import SeatEntry
from engine.service.reading.views import StepResult
from engine.service.writing.seating import Asking
from schemas import answers, requests


async def _asking(session: Session, wish: requests.KeyedBody, encounter: str) -> Asking:
    seat = await session.changes(encounter)
    return Asking(encounter, seat, wish.expected_version, wish.idempotency_key)


async def add(session: Session, wish: requests.AddSeatRequest) -> StepResult:
    """Add a seat."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.add(
        asking, SeatEntry(wish.id, wish.name, wish.role, wish.bot, wish.looks, wish.bot_pace)
    )


async def rename(session: Session, wish: requests.RenameSeatRequest) -> StepResult:
    """Rename a seat."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.rename(asking, bare(wish.seat, asking.encounter), wish.name)


async def remove(session: Session, wish: requests.RemoveSeatRequest) -> StepResult:
    """Remove a seat."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.remove(asking, bare(wish.seat, asking.encounter))


async def hand_over(session: Session, wish: requests.HandOverRequest) -> StepResult:
    """Hand a combatant over to another seat, or offer it."""
    asking = await _asking(session, wish, present(wish.encounter))
    to = None if wish.seat is None else bare(wish.seat, asking.encounter)
    return await session.service.seating.hand_over(asking, bare(wish.combatant, asking.encounter), to)


async def answer_handover(session: Session, wish: requests.AnswerHandoverRequest) -> StepResult:
    """Accept or decline an offered combatant."""
    encounter = present(wish.encounter)
    asking = Asking(encounter, await session.acts(encounter), wish.expected_version, wish.idempotency_key)
    return await session.service.seating.answer_handover(asking, bare(wish.combatant, encounter), wish.accept)


async def recall(session: Session, wish: requests.RecallRequest) -> StepResult:
    """Return a lent combatant to its giver."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.recall(asking, bare(wish.combatant, asking.encounter))


async def invite(session: Session, wish: requests.InviteRequest) -> answers.Invited:
    """Make an invitation to a seat."""
    encounter = present(wish.encounter)
    asking = Asking(encounter, await session.changes(encounter), None, wish.idempotency_key)

    def secret_of(key: str) -> str:
        return session.services.authority.invitation_secret(encounter, key)

    made = await session.service.seating.invite(
        asking, bare(wish.seat, encounter), secret_of, hours=wish.hours, many=wish.many
    )
    short = await session.shortened(encounter, made.key)
    return answers.Invited(invitation=session.code(encounter, made, short, wish.link))


async def withdraw(session: Session, wish: requests.WithdrawInvitationRequest) -> StepResult:
    """Withdraw an invitation."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.withdraw(asking, wish.invitation)
