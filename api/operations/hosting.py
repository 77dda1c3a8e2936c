"""Operations of hosting, shared by GraphQL and REST: hosts and their tokens, and what a host does with his fights."""

from __future__ import annotations

from api.access.auth import NOBODY
from api.access.cross_origin import FOREIGN
from api.errors.request_errors import BadRequest, Forbidden
from api.operations.orders import present
from api.operations.session import Session
from api.reading.global_ids import bare
from api.reading.pagination import USUAL, Page, encounters_page, page_of, page_size
from engine.kernel.state.fight import Status
from engine.kernel.structs.ids import is_id
from engine.service import randomness
from engine.service.reading.views import FightView
from engine.service.writing.hosts import OPERATOR
from engine.store.port import Listing
from schemas import answers, requests
from schemas.types import Instant


async def issue(session: Session, request: requests.HostTokenRequest) -> answers.HostIssued:
    """Issue a token for a host, who may have fights of his own: the operator for anybody, a host for himself.

    Where the server lets anybody host, whoever has no token gets one for a new host.
    """
    services = session.services
    if session.who == NOBODY and services.settings.hosting == "anybody":
        if request.host is not None:
            raise Forbidden("only the operator chooses a host's id: leave it out, and you get one")
        if FOREIGN.get() is not None:  # each of its visitors would make hosts from an address of his own
            raise Forbidden("pages of other sites make no hosts: ask for a token on a page of this server")
        await services.rates.count_host(session.address, services.settings.hosts_per_hour)
        host = randomness.host_id()
    elif session.who.host is not None:
        host = await session.host()
        _must_be_own(session, request.host)
    else:
        session.must_be_admin()
        if request.host is None:
            raise BadRequest("name the host: an id of your choice, spelled like a seat's", "host")
        host = request.host
    epoch = await session.service.hosts.keep(host, request.name)
    if session.who.host is not None:
        epoch = session.who.host.epoch  # of the token it is asked with: who is revoked meanwhile does not outlive that
    return answers.HostIssued(token=services.authority.issue_host(host, epoch=epoch, hours=request.hours))


async def revoke(session: Session, request: requests.RevokeHostTokensRequest) -> answers.HostTokensRevoked:
    """Revoke all tokens of a host; his open streams close, his fights stay. The operator, and a host his own."""
    host = request.host
    if session.who.host is not None:
        await session.host()
        _must_be_own(session, host)
    else:
        session.must_be_admin()
    if not is_id(host):
        raise BadRequest("a host's id has letters, digits, _ and -, at most 64", "host")
    await session.service.hosts.revoke(host)
    return answers.HostTokensRevoked(host=host)


def _must_be_own(session: Session, host: str | None) -> None:
    """Forbidden for another host's id, in the same words whether there is such a host or not."""
    if host is not None and session.who.host is not None and host != session.who.host.host:
        raise Forbidden("this is for the operator: a host sees and changes only what is his own")


async def fights(
    session: Session,
    *,
    first: int | None,
    after: str | None,
    status: Status | None,
    system: str | None,
    host: str | None,
    archived: bool,
) -> Page[answers.EncounterSummary]:
    """Fights, newest first: a host's own; for the operator all, or those of one host."""
    whose = await session.host()
    if whose != OPERATOR:
        _must_be_own(session, host)
        host = whose
    elif host is not None and not is_id(host):
        raise BadRequest("a host's id has letters, digits, _ and -, at most 64", "host")
    listing = Listing(host=host, archived=archived)
    return await encounters_page(session.service, listing, first=first, after=after, status=status, system=system)


async def copy(session: Session, request: requests.CopyEncounterRequest) -> FightView:
    """Create a fight as another one was created, with new dice and its seats' tokens. Its host and the operator."""
    encounter = present(request.encounter)
    await session.owns(encounter)
    made = await session.service.copy(encounter, request.name, key=request.idempotency_key, host=await session.owner())
    return await session.service.view(made.id, None)


async def archive(session: Session, request: requests.ArchiveRequest) -> answers.Archived:
    """Leave a fight out of the usual listing, or put it back. Its host and the operator."""
    encounter = present(request.encounter)
    await session.owns(encounter)
    await session.service.archive(encounter, request.archived)
    return answers.Archived(encounter=encounter, archived=request.archived)


async def publish(session: Session, request: requests.PublishRequest) -> answers.Published:
    """Let everybody read a fight that has ended as a seat does; null: nobody any more. Its GM, host and operator."""
    encounter = present(request.encounter)
    seat = None if request.seat is None else bare(request.seat, encounter)
    await session.publish(encounter, seat)
    return answers.Published(encounter=encounter, seat=seat)


async def page(session: Session, first: int | None, after: str | None) -> Page[answers.Host]:
    """Hosts by their ids."""
    session.must_be_admin()
    size = page_size("first", first)
    size = USUAL if size is None else size
    if after is not None and not is_id(after):
        raise BadRequest("this is no cursor of hosts: send the one that the page before ends with", "after")
    found = await session.service.hosts.page(after=after, limit=size + 1)
    hosts = [
        answers.Host(id=host_record.id, name=host_record.name, created_at=Instant(host_record.created))
        for host_record in found
    ]
    pairs = [(host.id, host) for host in hosts[:size]]
    return page_of(pairs, more=len(hosts) > size, before=after is not None)
