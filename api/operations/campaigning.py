"""Operations of campaigns, shared by GraphQL and REST: created, fights begun, what they leave taken over."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any

from api.access.auth import Claims
from api.access.event_work import AUDIT
from api.errors.decoding import read
from api.errors.request_errors import BadRequest, Forbidden, Unauthenticated
from api.operations.orders import as_sent, entry_order, installed, new_fight, own_part, present
from api.operations.session import Session
from api.reading.global_ids import parse_encounter
from api.reading.pagination import USUAL, campaigns_page
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.campaign import campaign_id
from engine.kernel.campaign.course import Edits
from engine.kernel.campaign.proposal import Line
from engine.kernel.state.campaign import CampaignFight
from engine.kernel.state.campaign_events import Carried, MemberDied
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from engine.service.reading.views import FightView, StepResult, UnknownEncounter
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.port import Listing
from schemas import campaigns as c


async def create_campaign(session: Session, request: c.CreateCampaignRequest) -> FightView:
    """Create a campaign, with its seats' tokens: they are valid in each of its fights. Hosts and the operator."""
    owner = await session.owner()
    book = installed(session, request.system)
    if book.campaign_of:
        raise BadRequest("name the game: its campaigns are made from it", "system")
    company = session.service.registry.book(campaign_id(book.system.id))
    settings = own_part(request.settings, book, "settings") if request.settings else {}
    read(settings, company.system.setup, ("settings", book.key))
    new = NewEncounter(
        system=book.system.id,
        name=request.name,
        seats=tuple(SeatEntry(s.id, s.name, s.role, s.bot, s.looks, s.bot_pace, s.bot_thinks) for s in request.seats),
        combatants=tuple(entry_order(book, member, number) for number, member in enumerate(request.members)),
        setup=settings,
        dice=request.dice,
        typed_by=request.typed_by,
        figures_open=request.figures_open,
        looks=request.looks,
        house_rules=request.house_rules or {},
    )
    try:
        made = await session.service.create(as_campaign(new), key=request.idempotency_key, host=owner)
    except RuleRefusal as refusal:
        for fault in refusal.all:
            fault.field = as_sent(fault.field, book).replace("combatants.", "members.", 1)
        raise
    return await session.service.view(made.id, await session.reads(made.id))


async def begin_fight(session: Session, request: c.BeginFightRequest) -> FightView:
    """Begin a fight of a campaign: the chosen members enter with what they have on them now. Its GM."""
    campaign = present(request.encounter)
    async with _ordering_as_gm(session, campaign) as claims:
        book = await _game(session, campaign)
        wish = NewFight(
            members=tuple(
                ComingAlong(
                    member=coming.member, combatant=coming.combatant or "", side=coming.side or "", place=coming.place
                )
                for coming in request.members
            ),
            new=new_fight(book, request),
        )
        begun = await session.service.campaigns.begin(
            campaign,
            claims.seat,
            wish,
            key=request.idempotency_key,
            expected=request.expected_version,
            epoch=claims.epoch,
        )
        return await session.service.view(begun.fight, claims.seat)


@asynccontextmanager
async def _ordering_as_gm(session: Session, campaign: str) -> AsyncGenerator[Claims, None]:
    """`Session.ordering` of the GM alone. Forbidden for other seats, whatever is wrong with the request."""
    async with session.ordering(campaign) as claims:
        if await session.rules(campaign) is None:
            raise Forbidden("only the GM may do this")
        yield claims


async def _game(session: Session, campaign: str) -> Rulebook[Any]:
    """The rulebook of a campaign's game."""
    loaded = await session.service.campaigns.require(campaign)
    return session.service.registry.book(loaded.book.campaign_of)


async def settlement(session: Session, request: c.CampaignFightRequest) -> c.Settlement:
    """What an ended fight leaves its members, line by line, with the event that made it so. Its GM, host, operator."""
    campaign = present(request.encounter)
    seat = await session.rules(campaign)
    found = await session.service.campaigns.proposal(campaign, request.fight, charge=session.charge(AUDIT))
    view = await session.service.view(campaign, seat)
    renderer = Renderer(view.book, session.locale, view.position.state)
    return c.Settlement(
        encounter=campaign,
        fight=request.fight,
        version=found.version,
        head_hash=found.head,
        digest=found.digest,
        outcome=found.result or None,
        lines=tuple(_line(renderer, request.fight, line) for line in found.lines),
    )


def _line(renderer: Renderer, fight: str, line: Line) -> c.SettledLine:
    kind: Any = line.kind
    told = (
        MemberDied(combatant=line.member, fight=fight, fight_cause=line.cause)
        if kind == "DEATH"
        else Carried(
            combatant=line.member,
            carried=kind,
            about=line.path,
            entered_as=line.was,
            left_as=line.left,
            value=line.left,
            fight=fight,
            fight_cause=line.cause,
        )
    )
    return c.SettledLine(
        key=line.id,
        member=line.member,
        kind=kind,
        path=line.path,
        was=line.was,
        left=line.left,
        cause=line.cause,
        rule=line.rule,
        text=renderer.event(told),
    )


async def settle_fight(session: Session, request: c.SettleFightRequest) -> StepResult:
    """Take over what a fight leaves, as you have read it and want it changed. Its GM."""
    campaign = present(request.encounter)
    async with _ordering_as_gm(session, campaign) as claims:
        return await session.service.campaigns.settle(
            campaign,
            claims.seat,
            request.fight,
            request.digest,
            Edits(request.dropped, request.set or {}),
            key=request.idempotency_key,
            expected=request.expected_version,
            epoch=claims.epoch,
        )


async def replace_fight(session: Session, request: c.ReplaceFightRequest) -> StepResult:
    """Let a fork take the place of a fight: settled before, what differs can then be taken over. Its GM."""
    campaign = present(request.encounter)
    async with _ordering_as_gm(session, campaign) as claims:
        return await session.service.campaigns.replace(
            campaign,
            claims.seat,
            request.fight,
            request.replacement,
            key=request.idempotency_key,
            expected=request.expected_version,
            epoch=claims.epoch,
        )


async def _must_rule(session: Session, token: str, fight: str) -> None:
    """Whoever takes a fight in shows that it is his: by a token of its own. RuleRefusal, which tells nothing of it."""
    services = session.services
    try:
        await Session(services, session.locale, services.authority.read(token), session.address).rules(fight)
    except (Unauthenticated, Forbidden, UnknownEncounter):
        raise RuleRefusal("this is no token of the game master or host of that fight", field="token") from None


async def recognised_fight(session: Session, request: c.RecogniseFightRequest) -> c.RecognisedFight:
    """Who of an ended fight, which was played without the campaign, may be which member. Its GM, host, operator."""
    campaign, fight = present(request.encounter), present(request.fight)
    await session.rules(campaign)
    await _must_rule(session, request.token, fight)
    there, found = await session.service.campaigns.recognised(campaign, fight, charge=session.charge(AUDIT))
    members = {combatant: member for member, combatant in found.items()}
    return c.RecognisedFight(
        fight=fight,
        name=there.name,
        combatants=tuple(
            c.Recognised(combatant=who.id, name=who.name, side=who.side, member=members.get(who.id))
            for who in there.combatants.values()
        ),
    )


async def take_in_fight(session: Session, request: c.TakeInFightRequest) -> StepResult:
    """Take in an ended fight that was played without the campaign, to be settled like any other. Its GM."""
    campaign = present(request.encounter)
    async with _ordering_as_gm(session, campaign) as claims:
        fight = present(request.fight)
        await _must_rule(session, request.token, fight)
        members = {entry.member: entry.combatant for entry in request.members}
        if len(members) != len(request.members):
            raise BadRequest("somebody is named twice", "members")
        return await session.service.campaigns.take_in(
            campaign,
            claims.seat,
            fight,
            members,
            key=request.idempotency_key,
            expected=request.expected_version,
            epoch=claims.epoch,
        )


async def release_fight(session: Session, request: c.ReleaseFightRequest) -> StepResult:
    """Have a fight not count: nothing of it is taken over, and its members are free. Its GM."""
    campaign = present(request.encounter)
    async with _ordering_as_gm(session, campaign) as claims:
        return await session.service.campaigns.release(
            campaign,
            claims.seat,
            request.fight,
            request.note,
            key=request.idempotency_key,
            expected=request.expected_version,
            epoch=claims.epoch,
        )


async def campaign_fights(session: Session, request: c.CampaignFightsRequest) -> c.CampaignFights:
    """Fights of a campaign, the last planned first, 50 on a page."""
    campaign, _ = parse_encounter(request.encounter)
    seat = await session.reads(campaign)
    await session.service.campaigns.go_on_with_all(campaign)
    view = await session.service.view(campaign, seat)
    fights: dict[str, CampaignFight] = view.seen.own.fights
    rest = iter(reversed(fights.items()))
    if request.after:
        if request.after not in fights:
            raise BadRequest("this is no cursor of fights: send the one that the page before ends with", "after")
        next(name for name, _ in rest if name == request.after)
    page = list(islice(rest, USUAL + 1))
    more = page[USUAL - 1][0] if len(page) > USUAL else None
    return c.CampaignFights(fights=tuple(_fight(*entry) for entry in page[:USUAL]), after=more)


def _fight(id: str, fight: CampaignFight) -> c.FightOfCampaign:
    return c.FightOfCampaign(
        fight=id,
        name=fight.name,
        stage=fight.stage,
        members=tuple(c.FightMember(member=member, combatant=there) for member, there in fight.members.items()),
        planned=fight.planned,
        begun=fight.begun or None,
        settled=fight.settled or None,
        version=fight.version or None,
        head_hash=fight.head or None,
        outcome=fight.outcome or None,
        replaced_by=fight.replaced_by or None,
        settles_anew=fight.anew,
        taken_in=fight.taken_in,
    )


async def campaigns(session: Session, request: c.CampaignPageRequest) -> c.CampaignPage:
    """Campaigns, newest first, 50 on a page: a host's own; for the operator all."""
    host = await session.owner()
    page = await campaigns_page(session.service, Listing(host=host or None), after=request.after or None)
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return c.CampaignPage(campaigns=tuple(page.nodes), after=more)
