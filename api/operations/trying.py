"""A fight to try: a fresh copy of a ready-made one, for somebody who has no token, against bots."""

from __future__ import annotations

from msgspec import structs

from api.access.cross_origin import FOREIGN
from api.errors.decoding import read
from api.errors.request_errors import Forbidden
from api.operations.orders import installed, new_encounter
from api.operations.session import Session
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.ready_fights import ready_fights_of
from schemas import answers, requests

HOURS = 1
"""How long whoever tries a fight may play it: nobody has a token for it afterwards."""


async def try_fight(session: Session, request: requests.TryFightRequest) -> answers.Joined:
    """Try a ready-made fight: a copy of it, and your token, which holds for an hour. Bots play for all others. Nobody
    needs a token; by default at the server's own machine only."""
    # Forbidden where the server lets nobody try; RateLimited above its limits; UNKNOWN if there is no such fight.
    services, settings = session.services, session.services.settings
    if not may_try(session):
        raise Forbidden("fights are tried at the machine that serves them: ask its operator for a fight")
    if FOREIGN.get() is not None:  # each of its visitors would make fights from an address of his own
        raise Forbidden("pages of other sites try no fights: try one on a page of this server")
    book = installed(session, request.system)
    there = ready_fights_of(book.system, session.locale)
    found = next((ready_fight for ready_fight in there if request.fight in (None, ready_fight.key)), None)
    if found is None:
        raise RuleRefusal("there is no such ready-made fight", code="UNKNOWN", field="fight")
    await services.rates.count_try(session.address, settings.tries_per_hour, settings.tries_at_once)
    new = new_encounter(book, read(found.request, requests.CreateEncounterRequest))
    mine = next(seat for seat in new.seats if seat.role == "PLAYER")
    here = (seat for seat in new.seats if seat == mine or seat.role == "GM")
    seats = tuple(structs.replace(seat, bot=None if seat == mine else "GREEDY") for seat in here)
    combatants = tuple({**who, "seat": mine.seat} if who.get("seat") else who for who in new.combatants)
    gm = next(seat.seat for seat in seats if seat.role == "GM")
    made = await session.service.create(structs.replace(new, seats=seats, combatants=combatants))
    for question in book.system.questions:
        if question.ruling:  # bots rule nothing, and nobody else is there who could: what is usual holds
            await session.service.prefer(made.id, gm, question.__name__, "never")
    await session.service.submit(made.id, gm, {book.key: {"begin": {}}})
    await session.service.archive(made.id, True)
    epoch = (await session.service.epochs(made.id)).get(mine.seat, 0)
    token = services.authority.issue(made.id, mine.seat, "PLAYER", epoch=epoch, hours=HOURS)
    return answers.Joined(encounter=made.id, token=token)


def may_try(session: Session) -> bool:
    """Whether the caller may try a fight here."""
    trying = session.services.settings.trying
    return trying == "anybody" or (trying == "home" and session.at_home)
