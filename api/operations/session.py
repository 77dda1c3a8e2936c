"""One caller during one request or socket: identity, rights, limits, and access to the service."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping
from contextlib import aclosing, asynccontextmanager, nullcontext, suppress
from functools import partial

from msgspec import Struct, field, structs
from starlette.requests import HTTPConnection

from api.access import auth
from api.access.auth import Caller, Claims, TokenAuthority, format_second
from api.access.cross_origin import FOREIGN, AllowedOrigins
from api.access.event_work import AUDIT, FOLD, SECOND, SECOND_OF_A_GUEST, EventWork, spend
from api.access.origins import NULL, origin_fault
from api.access.rates import Rates, network
from api.access.stream_quota import StreamQuota
from api.config import Settings
from api.errors.request_errors import BadRequest, Forbidden, NoToken, RateLimited, Stopping
from api.operations.qr import qr_rows
from api.operations.short_codes import TRIES_OF_ALL, TRIES_PER_HOUR, written_short
from api.reading.analysis_in_words import analysis_in_words
from api.reading.encounter_node import EncounterNode
from api.reading.event_cache import EventCache
from api.reading.global_ids import parse_encounter
from api.reading.recent_parts import RecentParts
from api.reading.rendered_event import EventRenderer, RenderedEvent
from api.reading.sources import Sources
from api.streaming.connections import place, while_connected
from api.streaming.fan_out import Audience, SubscriptionGroups
from api.streaming.stream_end import until_end, until_failed
from api.streaming.watcher import Watcher
from api.words.refusals import worded
from api.words.renderer import Renderer
from engine.kernel.seating.seats import no_invitation
from engine.kernel.state.seat import Invitation
from engine.kernel.structs.errors import RuleRefusal
from engine.service.analysis.curve_growth import GrownCurve
from engine.service.encounters import Encounters
from engine.service.pool.owner import begin_as_guest
from engine.service.pool.payment import begin_paying
from engine.service.pool.recent import Recent
from engine.service.proof.signing import Signer
from engine.service.reading.loader import Charge
from engine.service.reading.views import FightView, StepResult, UnknownEncounter
from engine.service.writing.hosts import OPERATOR
from engine.store.port import Head, Revoked, StoreUnavailable
from schemas import answers
from schemas.analysis import FightAnalysis
from schemas.answers import AuditReport, Token, Verdict, Viewer
from schemas.types import Instant

A_REQUEST = 5000
"""The cost that one request may have; each full multiple of it counts as one more request."""
BYTE = 2
"""The cost of each byte of a body, which is read before its content is known."""


EVERYBODY = 2**31
"""The epoch of who reads a published fight: no revocation of the seat's tokens concerns him."""


def address_of(connection: HTTPConnection) -> str:
    """The client address of a request or a socket; "" if the server does not know it."""
    return connection.client.host if connection.client else ""


def present_in(view: FightView, streams: Mapping[str, int]) -> answers.Presence:
    """Who watches, of the seats that a view shows, in their order."""
    there = tuple(
        answers.SeatPresence(key=key, name=seat.name, streams=streams[key])
        for key, seat in view.seen.fight.seats.items()
        if streams.get(key)
    )
    return answers.Presence(encounter=view.id, seats=there)


DRAWINGS = 256
"""Drawings of ready-made fights that are kept, of about 30 kB each."""


class Services(Struct, frozen=True):
    """What all sessions of a process share. signer: signs heads.

    stopping: set when the process ends; open streams end then. event_cache: recently rendered events;
    parts: parts of fights that were worked out lately; drawings: of ready-made fights.
    """

    service: Encounters
    authority: TokenAuthority
    signer: Signer
    settings: Settings
    stopping: asyncio.Event
    rates: Rates
    held: StreamQuota
    groups: SubscriptionGroups = field(default_factory=SubscriptionGroups)
    event_cache: EventCache = field(default_factory=EventCache)
    parts: RecentParts = field(default_factory=RecentParts)
    drawings: Recent[Hashable, bytes] = field(default_factory=lambda: Recent(DRAWINGS))
    allowed_origins: AllowedOrigins | None = None

    def forget_origins(self) -> None:
        """What is cached of allowed origins may be wrong by now."""
        if self.allowed_origins is not None:
            self.allowed_origins.forget()


class Session:
    """A caller. locale: the language of texts; address: the client's; at_home: it is on this machine."""

    def __init__(
        self, services: Services, locale: str, who: Caller = auth.NOBODY, address: str = "", *, at_home: bool = False
    ) -> None:
        self.services, self.locale, self.who, self.address, self.at_home = services, locale, who, address, at_home
        self.gm = who.admin or (who.claims is not None and who.claims.role == "GM")
        self._nodes: dict[Hashable, EncounterNode] = {}

    @property
    def service(self) -> Encounters:
        return self.services.service

    async def viewer(self) -> Viewer:
        """Who you are by your token."""
        claims, expires = self.who.claims, self.who.expires
        if claims is not None:
            await self._claims(claims.enc)
        elif not self.who.admin:
            await self.host()
        return Viewer(
            admin=self.who.admin,
            host=self.who.host.host if self.who.host else None,
            encounter=claims.enc if claims else None,
            seat=claims.seat if claims else None,
            role=claims.role if claims else None,
            expires=None if expires is None else format_second(expires),
        )

    def worded(self, text: str, refusal: RuleRefusal | None = None) -> str:
        """An error text in the caller's language, where translated. refusal: the refusal whose reason it is."""
        books = self.service.registry.books
        systems = tuple(book.system for book in books.values())
        if refusal is None or refusal.system not in books:
            return worded(text, self.locale, systems)
        return worded(text, self.locale, systems, refusal.names, books[refusal.system].system)

    # -- limits
    async def count(self) -> None:
        """Count a request, or an operation on a socket. RateLimited above the limit."""
        await self.services.rates.count(self.who, self.address)
        begin_paying(self._pay)
        self._nodes = {}

    async def _pay(self) -> None:
        """Count a second of a long job. RateLimited above the limit."""
        cost = SECOND if self.who.mark else SECOND_OF_A_GUEST
        await self.services.rates.count(self.who, self.address, cost)

    def charge(self, work: EventWork) -> Charge:
        """Charges work on events to the caller: RateLimited, or BadRequest above an operation's cost limit.

        The extra requests that the work counts as are taken from the rate before the work begins.
        """

        async def charge(events: int) -> None:
            if (requests := spend(work, events)) > 0:
                await self.services.rates.count(self.who, self.address, requests)

        return charge

    async def count_cost(self, cost: int) -> None:
        """Count the cost of a counted request, in units of `api.graphql.cost`: an expensive one counts as several.

        RateLimited above the limit.
        """
        if cost >= A_REQUEST:
            await self.services.rates.count(self.who, self.address, cost // A_REQUEST)

    async def count_done(self, cost: int) -> None:
        """As `count_cost`, for the answer to what has been done: that is told also where it is beyond the limit."""
        with suppress(RateLimited):
            await self.count_cost(cost)

    def check_streams(self) -> None:
        """RateLimited if one more stream with this token would be too many."""
        self.services.held.check(self.who, self.address)

    # -- rights
    def must_be_admin(self) -> None:
        """Forbidden for a seat, Unauthenticated without a token."""
        if self.who.admin:
            return
        if self.who == auth.NOBODY:
            raise NoToken
        raise Forbidden("only the operator may do this: send the admin token")

    async def host(self) -> str:
        """Who has the caller's own things: the host by his token, checked for revocation, or `OPERATOR`.

        Forbidden for a seat, Unauthenticated without a token.
        """
        if self.who.admin:
            return OPERATOR
        host = self.who.host
        if host is None:
            if self.who.claims is None:
                raise NoToken
            raise Forbidden("only a host and the operator may do this: send a host's token, or the admin token")
        if host.exp <= time.time():  # a socket may outlive the token that opened it
            raise auth.expired()
        try:
            await self.service.hosts.require_epoch(host.host, host.epoch)
        except Revoked:
            raise auth.revoked() from None
        return host.host

    async def owner(self) -> str:
        """Whose a new fight is: the host's by his id, or "" for the operator's. Else as `host`."""
        found = await self.host()
        return "" if found == OPERATOR else found

    async def owns(self, encounter: str) -> None:
        """For the operator, and the host whose fight it is. UNKNOWN for other hosts, Forbidden for a seat of it."""
        if await self.changes(encounter) is not None:
            raise Forbidden("only the host of this fight and the operator may do this")

    async def reads(self, encounter: str) -> str | None:
        """The seat that reads a fight: the token's own, or that as which it is published.

        None: the public view (the operator and its host). Another fight's token: UNKNOWN.
        """
        if self.who.admin:
            return None
        if await self.claims_of(encounter) is not None:
            return (await self._claims(encounter)).seat
        if self.who.host is not None:
            await self.host()
        standing = await self.service.standing(encounter)
        if self.who.host is not None and standing.host == self.who.host.host:
            return None
        if not standing.published:
            raise self._not_mine(encounter)
        begin_as_guest(network(self.address))
        return standing.published

    async def changes(self, encounter: str) -> str | None:
        """The seat that changes something about a fight; None: the operator, or its host. Else as `reads`, but that a
        published fight is nobody's to change."""
        if self.who.admin:
            return None
        if self.who.host is None:
            return (await self._claims(encounter)).seat
        host = await self.host()
        if (await self.service.standing(encounter)).host != host:
            raise UnknownEncounter(encounter)
        return None

    async def takes_along(self, encounter: str) -> str | None:
        """The seat whose view is written to a file: as `reads`, but that a host gets what the GM sees.

        None: everything, which is for the operator.
        """
        seat = await self.reads(encounter)
        if seat is not None or self.who.admin:
            return seat
        return next(iter((await self.service.view(encounter, None)).position.state.fight.gms()), "")

    def _not_mine(self, encounter: str) -> Exception:
        return NoToken() if self.who == auth.NOBODY else UnknownEncounter(encounter)

    async def acts(self, encounter: str) -> str:
        """The seat that acts in a fight. The operator has none."""
        self._must_have_seat()
        return (await self._claims(encounter)).seat

    @asynccontextmanager
    async def ordering(self, encounter: str) -> AsyncGenerator[Claims, None]:
        """`acts`, for an order: the service checks revocation atomically with the order."""
        self._must_have_seat()
        claims = await self._token_claims(encounter)
        try:
            yield claims
        except BadRequest:
            await self._claims(encounter)  # the service was not called: a revoked caller learns only of the revocation
            raise
        except Revoked:
            raise auth.revoked() from None

    def _must_have_seat(self) -> None:
        if self.who.admin:
            raise Forbidden("the operator has no seat: issue a seat's token and use it")
        if self.who.host is not None:
            raise Forbidden("a host has no seat: issue a seat's token and use it")

    async def _claims(self, encounter: str) -> Claims:
        claims = await self._token_claims(encounter)
        try:
            await self.service.require_epoch(encounter, claims.seat, claims.epoch)
        except Revoked:
            raise auth.revoked() from None
        return claims

    async def claims_of(self, encounter: str) -> Claims | None:
        """The token's claims for a fight: of its own table, or of the campaign whose fight it is; None: of another.

        Who is at the campaign's table sits in its fights as he does there. A token of the campaign that was revoked is
        told so here; what ends the streams of a fight is its own epoch, which a revocation raises as well.
        """
        claims = self.who.claims
        if claims is None or claims.enc == encounter:
            return claims
        if await self.service.campaign_of(encounter) != claims.enc:
            return None
        try:
            await self.service.require_epoch(claims.enc, claims.seat, claims.epoch)
        except Revoked:
            raise auth.revoked() from None
        epochs = await self.service.epochs(encounter)
        return structs.replace(claims, enc=encounter, epoch=epochs.get(claims.seat, 0))

    async def _token_claims(self, encounter: str) -> Claims:
        """The token's claims, if it is for this fight and not expired; it may have been revoked."""
        claims = await self.claims_of(encounter)
        if claims is None:
            raise self._not_mine(encounter)
        if claims.exp <= time.time():  # a socket may outlive the token that opened it
            raise auth.expired()
        return claims

    # -- reading
    async def encounter(self, id: str, at: int | None = None, seen_as: str | None = None) -> EncounterNode:
        """A fight by its id, `a` or `a@3`, at a version, also with the eyes of another seat (`seen_as`).

        BadRequest for a version or a seat that does not exist. Forbidden for another seat's eyes, except for the GM,
        the host and the operator: others are refused in the same words, whether there is such a seat or not.
        """
        encounter, past = parse_encounter(id)
        at = past if at is None else at
        own = await self.claims_of(encounter) is not None
        claims = await self._token_claims(encounter) if own else None
        seat = claims.seat if claims else await self.reads(encounter)
        # One lookup returns both the revocations and the head.
        current = await self.service.head(encounter)
        if claims is not None and current.epochs.get(claims.seat, 0) > claims.epoch:
            raise auth.revoked()
        try:
            charge = self.charge(FOLD)
            if seen_as is not None:
                seat = await self.changes(encounter)  # who reads what is published reads it as that seat only
                now = await self.service.view(encounter, seat, current=current)
                self._may_rule(now, seat)
                _require_seat(now, seen_as, "as")
            eyes = seat if seen_as is None else seen_as
            with nullcontext() if at is None else while_connected():
                view = await self.service.view(encounter, eyes, at, current=current, charge=charge)
            through = seat if eyes != seat else None
            return self.node(view, pinned=at is not None, through=through)
        except RuleRefusal as refusal:
            if refusal.field == "at":
                raise BadRequest(refusal.reason, "at") from None
            raise

    def node(self, view: FightView, *, pinned: bool = False, through: str | None = None) -> EncounterNode:
        """A view as a node in the caller's language. through: the GM's seat that looks with this view's eyes.

        Within one request there is one of the same view, however often it is asked for: what it has worked out, such as
        offers, is worked out once.
        """
        key = (view.id, view.seat, through, pinned, view.version, view.head)
        node = self._nodes.get(key)
        if node is None:
            sources = self._sources(self.count_cost)
            node = self._nodes[key] = EncounterNode(view, self.locale, sources, pinned=pinned, through=through)
        return node

    def node_after(self, step: StepResult, *, pinned: bool = False) -> EncounterNode:
        """The fight after a step that the caller has made."""
        return EncounterNode(step.view, self.locale, self._sources(self.count_done), pinned=pinned, made=step)

    def _sources(self, count: Callable[[int], Awaitable[None]]) -> Sources:
        services = self.services
        return Sources(services.service, services.signer, services.event_cache, services.parts, count)

    async def watch(
        self, id: str, after: int, *, beat: float | None = None
    ) -> AsyncGenerator[list[RenderedEvent] | None, None]:
        """Every later event, one step at a time; None after each silent `beat`. Ends with the fight.

        Raises Unauthenticated when the token expires, Stopping when the process ends.
        """
        encounter, _ = parse_encounter(id)
        seat = await self.reads(encounter)
        claims = await self.claims_of(encounter)
        view = await self.service.view(encounter, seat)
        epoch = claims.epoch if claims else 0 if seat is None else EVERYBODY
        expires = None if self.who.expires is None else float(self.who.expires)
        audience = Audience(encounter, seat, epoch, seat is None, self.gm, self.locale)
        # A version that the caller merely names may be of another lineage than ours.
        have = view.head if after == view.version else Head(after, "")
        watcher = Watcher(self.services, audience, EventRenderer(view, self.locale), have, expires=expires, beat=beat)
        source = watcher.steps()
        host = self.who.host
        if host is not None:
            source = until_failed(source, partial(self.service.hosts.until_revoked, host.host, host.epoch))
        # Who reads what is published is not at its table.
        presence = self.service.presence.one(encounter, seat if claims is not None else None)
        with self.services.held.one(self.who, self.address), presence, place(encounter, after) as reached:
            try:
                async with aclosing(source) as steps:
                    async for step in steps:
                        yield step
                        if step is not None:  # asking for more means that the step was taken
                            reached.version = step[-1].version
            except Stopping:
                raise Stopping(reached.version) from None

    async def presence(self, id: str) -> answers.Presence:
        """Who watches a fight now: for its table, its host and the operator, not for who reads what is published."""
        encounter, _ = parse_encounter(id)
        view = await self.service.view(encounter, await self.changes(encounter))
        return present_in(view, await self.service.presence.now(encounter))

    async def watch_presence(self, id: str, *, beats: bool = False) -> AsyncGenerator[answers.Presence | None, None]:
        """Who watches a fight, now and after every change. Ends as `watch` does, but not with the fight.

        beats: also None, whenever nothing has changed for a heartbeat.
        """
        encounter, _ = parse_encounter(id)
        seat = await self.changes(encounter)
        await self.service.view(encounter, seat)  # there is such a fight
        expires = self.who.expires
        changes = self.service.presence.changes(encounter)
        told: answers.Presence | None = None
        with self.services.held.one(self.who, self.address):
            ending = until_end(
                changes,
                self.services.stopping,
                expires=float(expires) if expires else None,
                beat=float(self.services.settings.heartbeat),
            )
            async with aclosing(ending) as steps:
                async for step in steps:
                    await self.changes(encounter)  # ends when the token is revoked
                    if step is None:
                        if beats:
                            yield None
                        continue
                    now = present_in(await self.service.view(encounter, seat), step)
                    if now != told:
                        told = now
                        yield now

    async def audit(self, encounter: str) -> AuditReport:
        """Audit a fight's record: chain, dice and replay."""
        seat = await self.reads(encounter)
        with while_connected():
            found = await self.service.audit(encounter, seat, charge=self.charge(AUDIT))
        verdicts = {
            name: Verdict(state=verdict.state, version=verdict.version, detail=verdict.detail)
            for name, verdict in (("chain", found.chain), ("dice", found.dice), ("replay", found.replay))
        }
        return AuditReport(
            encounter=encounter,
            version=found.head.version,
            head_hash=found.head.hash,
            proven_faces=found.faces.proven,
            typed_faces=found.faces.typed,
            **verdicts,
        )

    async def analysis(self, encounter: str) -> FightAnalysis:
        """What a fight has taught, as the caller may know it."""
        seat = await self.reads(encounter)
        with while_connected():
            found = await self.service.analysis(encounter, seat, charge=self.charge(AUDIT))
            view = await self.service.view(encounter, seat, charge=self.charge(FOLD))
        there = view.position.state.fight.combatants
        return analysis_in_words(found, encounter, Renderer(view.book, self.locale, view.seen, there))

    async def curve(self, encounter: str) -> AsyncGenerator[tuple[int, GrownCurve], None]:
        """How the chances of a fight went, as it is worked out; with the version up to which."""
        seat = await self.reads(encounter)
        async with aclosing(self.service.curve(encounter, seat, charge=self.charge(AUDIT))) as growing:
            async for growth in growing:
                yield growth

    # -- tokens
    async def tokens(self, view: FightView) -> list[Token]:
        """Tokens of all seats of a newly created fight."""
        return [self.services.authority.issue(view.id, s.seat, s.role, epoch=0) for s in view.seen.fight.seats.values()]

    async def rules(self, encounter: str) -> str | None:
        """The GM's seat that decides about a fight; None: its host, or the operator. Forbidden for other seats."""
        return (await self._ruled(encounter)).seat

    async def _ruled(self, encounter: str) -> FightView:
        """The fight, for its GM, its host or the operator; Forbidden for other seats."""
        mine = await self.changes(encounter)
        view = await self.service.view(encounter, mine)
        self._may_rule(view, mine)
        return view

    def _may_rule(self, view: FightView, mine: str | None) -> None:
        """Forbidden for a seat that is no GM's."""
        if mine is not None and not view.seen.fight.is_gm(mine):
            raise Forbidden("only the GM and the operator may do this")

    async def _rules(self, encounter: str, seat: str) -> FightView:
        """As `_ruled`; UNKNOWN for a seat that does not exist."""
        view = await self._ruled(encounter)
        if seat not in view.seen.fight.seats:
            there = ", ".join(view.seen.fight.seats)
            raise RuleRefusal(f"there is no seat {seat!r} at this table: {there}", code="UNKNOWN", field="seat")
        return view

    async def issue(self, encounter: str, seat: str, hours: int | None) -> Token:
        """Issue a new token for a seat."""
        view = await self._rules(encounter, seat)
        claims = self.who.claims
        if claims is not None and claims.seat == seat:
            epoch = claims.epoch  # as of the token it is asked with: who is revoked meanwhile does not outlive that
        else:
            epoch = (await self.service.epochs(encounter)).get(seat, 0)
        role = view.seen.fight.seats[seat].role
        return self.services.authority.issue(encounter, seat, role, epoch=epoch, hours=hours)

    # -- invitations
    def code(self, encounter: str, invitation: Invitation, short: str | None, link: str | None) -> answers.Invitation:
        """An invitation with its code. link: what a QR code holds before it; None: there is none."""
        secret = self.services.authority.invitation_secret(encounter, invitation.key)
        code = f"{encounter}.{invitation.key}.{secret}"
        return answers.Invitation(
            key=invitation.key,
            seat=invitation.seat,
            code=code,
            many=invitation.many,
            expires=Instant(invitation.expires),
            short=short,
            qr=None if link is None else qr_rows(link + code),
        )

    async def invitations(self, encounter: str) -> list[answers.Invitation]:
        """All valid invitations. For the GM and the operator."""
        await self._ruled(encounter)
        there = await self.service.seating.invitations(encounter)
        short_of, kept = self._short_of, self.service.short_codes
        shorts = [await kept.of(encounter, invitation.key, short_of(encounter, invitation.key)) for invitation in there]
        return [self.code(encounter, invitation, short, None) for invitation, short in zip(there, shorts, strict=True)]

    async def shortened(self, encounter: str, key: str) -> str | None:
        """A short code for an invitation that has just been made."""
        return await self.service.short_codes.keep(encounter, key, self._short_of(encounter, key))

    def _short_of(self, encounter: str, key: str) -> Callable[[int], str]:
        return partial(self.services.authority.short_code, encounter, key)

    async def join(self, code: str, key: str | None) -> answers.Joined:
        """Take a seat by an invitation's code, or by its short code. No token is required."""
        short = written_short(code)
        if short is not None:
            code = await self._code_of(short)
        match code.split("."):
            case [str(encounter), str(invitation), str(secret)] if encounter and invitation and secret:
                let = await self.service.seating.join(encounter, invitation, secret, key)
            case _:
                raise no_invitation()
        token = self.services.authority.issue(encounter, let.seat, let.role, epoch=let.epoch)
        foreign = FOREIGN.get()
        if foreign is not None and not let.many:
            await self._pair(encounter, foreign.origin, let.seat)
        return answers.Joined(encounter=encounter, token=token)

    async def _code_of(self, short: str) -> str:
        """The code that a short code stands for. Each that is tried is counted, and other sites try none at all:

        their visitors would guess from addresses of their own.
        """
        if FOREIGN.get() is not None:
            raise no_invitation()
        await self.services.rates.count_short(self.address, TRIES_PER_HOUR, TRIES_OF_ALL)
        means = await self.service.short_codes.read(short)
        if means is None:
            raise no_invitation()
        return f"{'.'.join(means)}.{self.services.authority.invitation_secret(*means)}"

    async def _pair(self, encounter: str, origin: str, seat: str) -> None:
        """Let the site call where an invitation was used, for its fight: the GM gave it to be used there."""
        if origin != NULL and not origin_fault(origin):
            with suppress(RuleRefusal, StoreUnavailable):  # too many: then the GM has to allow it himself
                await self.service.origins.allow(encounter, origin, seat, paired=True)
            self.services.forget_origins()

    async def publish(self, encounter: str, seat: str | None) -> None:
        """Let everybody read an ended fight as a seat does; None: nobody any more. For its GM, host and operator."""
        await self._ruled(encounter)
        await self.service.publish(encounter, seat)

    async def revoke(self, encounter: str, seat: str) -> None:
        """Revoke all tokens of a seat."""
        await self._rules(encounter, seat)
        await self.service.revoke(encounter, seat)


def _require_seat(view: FightView, seat: str, field: str) -> None:
    """RuleRefusal, UNKNOWN, for a seat that is not at the table."""
    if seat not in view.seen.fight.seats:
        there = ", ".join(view.seen.fight.seats)
        raise RuleRefusal(f"there is no seat {seat!r} at this table: {there}", code="UNKNOWN", field=field)
