"""One caller, for one request or one socket: who he is, what he may ask, and the service behind him."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager

from msgspec import Struct, field
from starlette.requests import HTTPConnection

from api import auth
from api.auth import Authority, Claims, Pass, format_second
from api.config import Settings
from api.connections import place
from api.crowds import Audience, Crowds
from api.errors import BadRequest, Forbidden, NoToken, Stopping
from api.held import Held
from api.rates import Rates
from api.reading.ids import parse_encounter
from api.reading.node import EncounterNode
from api.reading.shelves import Shelves
from api.reading.spoken import Speech, Spoken
from api.watcher import Watcher
from api.words.refusals import worded
from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import Invitation
from engine.kernel.seats import no_invitation
from engine.service.encounters import Encounters
from engine.service.seeing import Glimpse, UnknownEncounter
from engine.service.signing import Signer
from engine.store.port import Head, Revoked
from schemas import answers
from schemas.answers import AuditReport, Token, Verdict, Viewer
from schemas.words import Instant


def address_of(connection: HTTPConnection) -> str:
    """Where a request or a socket comes from; "" where the server does not know."""
    return connection.client.host if connection.client else ""


class House(Struct, frozen=True):
    """What all sessions of a process share. signer: vouches for heads.

    stopping: set when the process ends; open streams end then. shelves: what was told lately.
    """

    service: Encounters
    authority: Authority
    signer: Signer
    settings: Settings
    stopping: asyncio.Event
    rates: Rates
    held: Held
    crowds: Crowds = field(default_factory=Crowds)
    shelves: Shelves = field(default_factory=Shelves)


class Session:
    """Somebody who asks. locale: the language of texts; address: where from."""

    def __init__(self, house: House, locale: str, who: Pass = auth.NOBODY, address: str = "") -> None:
        self.house, self.locale, self.who, self.address = house, locale, who, address
        self.gm = who.admin or (who.claims is not None and who.claims.role == "GM")

    @property
    def service(self) -> Encounters:
        return self.house.service

    async def viewer(self) -> Viewer:
        """Who the token speaks for; Unauthenticated for one that was revoked."""
        claims = self.who.claims
        if claims is None and not self.who.admin:
            raise NoToken
        if claims is not None:
            await self._claims(claims.enc)
        return Viewer(
            admin=self.who.admin,
            encounter=claims.enc if claims else None,
            seat=claims.seat if claims else None,
            role=claims.role if claims else None,
            expires=format_second(claims.exp) if claims else None,
        )

    def worded(self, reason: str) -> str:
        """A refusal in the caller's language, as far as there are words."""
        return worded(reason, self.locale, (book.system for book in self.service.registry.books.values()))

    # -- limits
    async def count(self) -> None:
        """A request, or an operation on a socket. RateLimited if it is one too many."""
        await self.house.rates.count(self.who, self.address)

    def check_streams(self) -> None:
        """RateLimited where one stream more with this token would be too many."""
        self.house.held.check(self.who)

    # -- rights
    def must_be_admin(self) -> None:
        """Forbidden for a seat, Unauthenticated for nobody."""
        if self.who.admin:
            return
        if self.who.claims is None:
            raise NoToken
        raise Forbidden("only the operator may do this: send the admin token")

    async def reads(self, encounter: str) -> str | None:
        """The seat a fight is read as; None: as everybody sees it (the operator). Another fight's token: UNKNOWN."""
        if self.who.admin:
            return None
        return (await self._claims(encounter)).seat

    async def acts(self, encounter: str) -> str:
        """The seat that acts in a fight. The operator has none."""
        self._must_have_seat()
        return (await self._claims(encounter)).seat

    @asynccontextmanager
    async def ordering(self, encounter: str) -> AsyncGenerator[Claims, None]:
        """`acts`, for an order: whether the token was revoked the service sees, at one moment with the order."""
        self._must_have_seat()
        claims = self._standing(encounter)
        try:
            yield claims
        except BadRequest:
            await self._claims(encounter)  # the service was not asked: who was revoked is told so, and nothing else
            raise
        except Revoked:
            raise auth.revoked() from None

    def _must_have_seat(self) -> None:
        if self.who.admin:
            raise Forbidden("the operator has no seat: issue a seat's token (issueToken) and use it")

    async def _claims(self, encounter: str) -> Claims:
        claims = self._standing(encounter)
        try:
            await self.service.require_epoch(encounter, claims.seat, claims.epoch)
        except Revoked:
            raise auth.revoked() from None
        return claims

    def _standing(self, encounter: str) -> Claims:
        """What the token says, if it is of this fight and its time has not come; it may have been revoked."""
        claims = self.who.claims
        if claims is None:
            raise NoToken
        if claims.enc != encounter:
            raise UnknownEncounter(encounter)
        if claims.exp <= time.time():  # a socket may outlive the token that opened it
            raise auth.expired()
        return claims

    # -- reading
    async def encounter(self, id: str, at: int | None = None) -> EncounterNode:
        """A fight by its id, `a` or `a@3`, at a version. BadRequest for a version that it does not have."""
        encounter, past = parse_encounter(id)
        at = past if at is None else at
        claims = None if self.who.admin else self._standing(encounter)
        # One look tells both, what was revoked and where the fight stands.
        standing = await self.service.look(encounter)
        if claims is not None and standing.epochs.get(claims.seat, 0) > claims.epoch:
            raise auth.revoked()
        try:
            glimpse = await self.service.glimpse(encounter, claims.seat if claims else None, at, standing=standing)
            return self.node(glimpse, pinned=at is not None)
        except RuleRefusal as refusal:
            if refusal.field == "at":
                raise BadRequest(refusal.reason, "at") from None
            raise

    def node(self, glimpse: Glimpse, *, pinned: bool = False) -> EncounterNode:
        """A glimpse in the caller's language."""
        return EncounterNode(glimpse, self.locale, self.house.signer, pinned=pinned, shelves=self.house.shelves)

    async def watch(
        self, id: str, after: int, *, beat: float | None = None
    ) -> AsyncGenerator[list[Spoken] | None, None]:
        """Every later event, a step at a time; None in the silence. Ends with the fight.

        Raises Unauthenticated when the token ends, Stopping when the process does.
        """
        encounter, _ = parse_encounter(id)
        seat = await self.reads(encounter)
        claims = self.who.claims
        glimpse = await self.service.glimpse(encounter, seat)
        epoch, expires = (claims.epoch, float(claims.exp)) if claims else (0, None)
        audience = Audience(encounter, seat, epoch, self.who.admin, self.gm, self.locale)
        # Of a version that he merely names we do not know whether it is the one that we have.
        have = glimpse.head if after == glimpse.version else Head(after, "")
        watcher = Watcher(self.house, audience, Speech(glimpse, self.locale), have, expires=expires, beat=beat)
        with self.house.held.one(self.who), place(encounter, after) as reached:
            try:
                async with aclosing(watcher.steps()) as steps:
                    async for step in steps:
                        yield step
                        if step is not None:  # whoever asks for more has taken it
                            reached.version = step[-1].version
            except Stopping:
                raise Stopping(reached.version) from None

    async def audit(self, encounter: str) -> AuditReport:
        """Whether a fight's record holds."""
        found = await self.service.audit(encounter, await self.reads(encounter))
        verdicts = {
            name: Verdict(state=one.state, version=one.version, detail=one.detail)
            for name, one in (("chain", found.chain), ("dice", found.dice), ("replay", found.replay))
        }
        return AuditReport(encounter=encounter, version=found.head.version, head_hash=found.head.hash, **verdicts)

    # -- tokens
    async def tokens(self, glimpse: Glimpse) -> list[Token]:
        """Tokens of all seats of a fight that was just made."""
        return [
            self.house.authority.issue(glimpse.id, s.seat, s.role, epoch=0) for s in glimpse.seen.fight.seats.values()
        ]

    async def _ruled(self, encounter: str) -> Glimpse:
        """The fight, for its GM or the operator; Forbidden for anybody else."""
        mine = await self.reads(encounter)
        glimpse = await self.service.glimpse(encounter, mine)
        if not self.who.admin and not glimpse.seen.fight.is_gm(mine):
            raise Forbidden("only the GM and the operator may do this")
        return glimpse

    async def _rules(self, encounter: str, seat: str) -> Glimpse:
        """The same; UNKNOWN for a seat that it does not have."""
        glimpse = await self._ruled(encounter)
        if seat not in glimpse.seen.fight.seats:
            there = ", ".join(glimpse.seen.fight.seats)
            raise RuleRefusal(f"there is no seat {seat!r} at this table: {there}", code="UNKNOWN", field="seat")
        return glimpse

    async def issue(self, encounter: str, seat: str, hours: int | None) -> Token:
        """A new token of a seat."""
        glimpse = await self._rules(encounter, seat)
        epoch = (await self.service.epochs(encounter)).get(seat, 0)
        role = glimpse.seen.fight.seats[seat].role
        return self.house.authority.issue(encounter, seat, role, epoch=epoch, hours=hours)

    # -- invitations
    def code(self, encounter: str, invitation: Invitation) -> answers.Invitation:
        """An invitation as whoever may give it away reads it."""
        secret = self.house.authority.invitation_secret(encounter, invitation.key)
        return answers.Invitation(
            key=invitation.key,
            seat=invitation.seat,
            code=f"{encounter}.{invitation.key}.{secret}",
            many=invitation.many,
            expires=Instant(invitation.expires),
        )

    async def invitations(self, encounter: str) -> list[answers.Invitation]:
        """All that serve now. The GM and the operator."""
        await self._ruled(encounter)
        return [self.code(encounter, one) for one in await self.service.seating.invitations(encounter)]

    async def join(self, code: str, key: str | None) -> answers.Joined:
        """Sit down by an invitation. Whoever has it may: no token is asked for."""
        match code.split("."):
            case [str(encounter), str(invitation), str(secret)] if encounter and invitation and secret:
                let = await self.service.seating.join(encounter, invitation, secret, key)
            case _:
                raise no_invitation()
        token = self.house.authority.issue(encounter, let.seat, let.role, epoch=let.epoch)
        return answers.Joined(encounter=encounter, token=token)

    async def revoke(self, encounter: str, seat: str) -> None:
        """End all tokens of a seat."""
        await self._rules(encounter, seat)
        await self.service.revoke(encounter, seat)
