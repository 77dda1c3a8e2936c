"""What a caller may change of a table: seats, invitations, whom they order. The same for GraphQL and REST."""

from __future__ import annotations

from api.acting import present
from api.reading.ids import bare
from api.session import Session
from engine.kernel.fight import SeatEntry
from engine.service.seating import Asking
from engine.service.seeing import Done
from schemas import answers, requests


async def _asking(session: Session, wish: requests.KeyedBody, encounter: str) -> Asking:
    seat = await session.reads(encounter)
    return Asking(encounter, seat, wish.expected_version, wish.idempotency_key)


async def add(session: Session, wish: requests.AddSeatRequest) -> Done:
    """Somebody sits down."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.add(asking, SeatEntry(wish.seat, wish.name, wish.role, wish.bot))


async def rename(session: Session, wish: requests.RenameSeatRequest) -> Done:
    """A seat is called otherwise."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.rename(asking, bare(wish.seat, asking.encounter), wish.name)


async def remove(session: Session, wish: requests.RemoveSeatRequest) -> Done:
    """Somebody leaves the table."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.remove(asking, bare(wish.seat, asking.encounter))


async def hand_over(session: Session, wish: requests.HandOverRequest) -> Done:
    """A combatant is handed to another seat, or offered to it."""
    asking = await _asking(session, wish, present(wish.encounter))
    to = None if wish.seat is None else bare(wish.seat, asking.encounter)
    return await session.service.seating.hand_over(asking, bare(wish.combatant, asking.encounter), to)


async def answer_handover(session: Session, wish: requests.AnswerHandoverRequest) -> Done:
    """A seat takes whom it is offered, or does not."""
    encounter = present(wish.encounter)
    asking = Asking(encounter, await session.acts(encounter), wish.expected_version, wish.idempotency_key)
    return await session.service.seating.answer_handover(asking, bare(wish.combatant, encounter), wish.accept)


async def recall(session: Session, wish: requests.RecallRequest) -> Done:
    """A combatant obeys who lent him again."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.recall(asking, bare(wish.combatant, asking.encounter))


async def invite(session: Session, wish: requests.InviteRequest) -> answers.Invited:
    """An invitation to a seat."""
    encounter = present(wish.encounter)
    asking = Asking(encounter, await session.reads(encounter), None, wish.idempotency_key)

    def secret_of(key: str) -> str:
        return session.house.authority.invitation_secret(encounter, key)

    made = await session.service.seating.invite(
        asking, bare(wish.seat, encounter), secret_of, hours=wish.hours, many=wish.many
    )
    return answers.Invited(invitation=session.code(encounter, made))


async def withdraw(session: Session, wish: requests.WithdrawInvitationRequest) -> Done:
    """An invitation serves no more."""
    asking = await _asking(session, wish, present(wish.encounter))
    return await session.service.seating.withdraw(asking, wish.invitation)
