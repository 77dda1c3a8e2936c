"""Odds: how a fight may end, shared by GraphQL and REST, as one answer and with progress."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, TypeVar, cast

from msgspec import structs

from api.errors.decoding import read, whole_numbers
from api.operations.orders import installed, new_encounter, present
from api.operations.session import Session
from api.reading.offers import Offering
from engine.kernel.state.fight import Fight
from engine.service.odds.aiming import Aim, Proposals, side_of
from engine.service.odds.chance import Chance, Quartiles
from engine.service.odds.comparing import CompareWish
from engine.service.odds.numbers import Resized
from engine.service.odds.tally import CombatantOdds, Odds
from engine.service.odds.wanted import Wanted
from schemas import answers
from schemas.requests import (
    CompareRequest,
    CreateEncounterRequest,
    OddsBody,
    OddsRequest,
    RunBot,
    SetupOddsRequest,
    SetupProposalsRequest,
)

A = TypeVar("A")


async def odds(session: Session, request: OddsRequest) -> answers.Odds:
    """How a fight may end if bots play it on from now, or from a version: chances, who stands, how long. The game
    master's answer is exact; yours is made of what you see, and the table says whether you may ask."""
    async with aclosing(odds_growing(session, request)) as growing:
        return await _last(growing)


async def setup_odds(session: Session, request: SetupOddsRequest) -> answers.Odds:
    """How a fight may end that is not made yet: how hard is it? Nothing is made."""
    async with aclosing(setup_odds_growing(session, request)) as growing:
        return await _last(growing)


async def odds_growing(session: Session, request: OddsRequest) -> AsyncGenerator[answers.Odds, None]:
    """The same as it grows: at least once a second, the last one complete."""
    encounter = present(request.encounter)
    seat = await session.reads(encounter)
    found = session.service.odds(encounter, seat, _wanted(request), at=request.at)
    async with aclosing(found):
        async for view, now in found:
            exact = seat is None or view.position.state.fight.is_gm(seat)
            fight = view.position.state.fight if exact else view.seen.fight
            answer = answer_of(now, fight, known="EXACT" if exact else "ASSUMED")
            yield structs.replace(answer, encounter=encounter, version=view.version)


async def setup_odds_growing(session: Session, request: SetupOddsRequest) -> AsyncGenerator[answers.Odds, None]:
    """The same as it grows: at least once a second, the last one complete."""
    host = await session.host()
    wish = read(whole_numbers({"name": "a fight", "seats": [], **request.fight}), CreateEncounterRequest, ("fight",))
    new = new_encounter(installed(session, wish.system), wish)
    names = {combatant.id: combatant.name for combatant in wish.combatants}
    async with aclosing(session.service.setup_odds(new, _wanted(request), host=host)) as found:
        async for now in found:
            yield answer_of(now, None, names=names)


async def setup_proposals(session: Session, request: SetupProposalsRequest) -> answers.SetupProposals:
    """With how many opponents a fight that is not made is about as hard as you want it. Nothing is made."""
    async with aclosing(setup_proposals_growing(session, request)) as growing:
        return await _last(growing)


async def setup_proposals_growing(
    session: Session, request: SetupProposalsRequest
) -> AsyncGenerator[answers.SetupProposals, None]:
    """The same as it grows: at least once a second, the last one complete."""
    host = await session.host()
    wish = read(whole_numbers({"name": "a fight", "seats": [], **request.fight}), CreateEncounterRequest, ("fight",))
    new = new_encounter(installed(session, wish.system), wish)
    aim = Aim(side=request.side or side_of(new), chance=request.chance / 1000, wanted=_wanted(request))
    async with aclosing(session.service.setup_proposals(new, aim, host=host)) as growing:
        async for proposals in growing:
            yield proposals_of(proposals, aim, request.fight)


def proposals_of(proposals: Proposals, aim: Aim, fight: dict[str, Any]) -> answers.SetupProposals:
    """Proposals as they are sent. fight: the request that they change."""
    return answers.SetupProposals(
        side=aim.side,
        chance=round(aim.chance * 1000),
        complete=proposals.complete,
        milliseconds=round(proposals.seconds * 1000),
        proposals=tuple(
            answers.SetupProposal(
                kinds=tuple(
                    answers.ProposedKind(name=kind.name, side=kind.side, count=size, was=len(kind.numbers))
                    for kind, size in zip(proposals.kinds, proposal.plan.sizes, strict=True)
                ),
                won=_chance(proposal.chance),
                runs=proposal.runs,
                fight={**fight, "combatants": _combatants(fight["combatants"], proposal.plan)},
            )
            for proposal in proposals.proposals
        ),
    )


def _combatants(given: list[dict[str, Any]], plan: Resized) -> list[dict[str, Any]]:
    """Those of a request that stay, and those who are added."""
    more = [
        {**given[copy.of], "id": copy.id, "name": copy.name, **({"place": copy.place} if copy.place else {})}
        for copy in plan.copies
    ]
    return [*(given[number] for number in plan.kept), *more]


async def compare(session: Session, request: CompareRequest) -> answers.OfferComparison:
    """What each offer of a combatant is worth, the best first: the fight played on by bots behind each of them. The
    table says who may ask; yours is made of what you see."""
    async with aclosing(compare_growing(session, request)) as growing:
        return await _last(growing)


async def compare_growing(session: Session, request: CompareRequest) -> AsyncGenerator[answers.OfferComparison, None]:
    """The same as it grows: at least once a second, the last one complete."""
    encounter = present(request.encounter)
    seat = await session.reads(encounter)
    wish = CompareWish(runs=request.runs, seconds=request.seconds, seed=request.seed)
    growing = session.service.compare(encounter, seat, wish, combatant=request.combatant)
    listed: dict[int, answers.Offer] | None = None
    async with aclosing(growing):
        async for view, who, offers, now in growing:
            fight = view.position.state.fight
            giver = seat or fight.gms()[0]
            if listed is None:
                seen = view.book.seen(view.position.state, giver)
                listed = _listed(view.book, seen, giver, encounter, session.locale, who, offers)
            yield answers.OfferComparison(
                encounter=encounter,
                version=view.version,
                combatant=who,
                side=fight.combatants[who].side,
                known="EXACT" if fight.is_gm(giver) else "ASSUMED",
                runs=now.runs,
                seed=request.seed,
                complete=now.stopped is not None,
                stopped=now.stopped,
                milliseconds=round(now.seconds * 1000),
                offers=tuple(
                    answers.OfferOdds(
                        key=listed[offer.offer].key,
                        label=listed[offer.offer].label,
                        send=view.book.encode_order(offer.order),
                        chance=_chance(offer.chance),
                        runs=offer.runs,
                    )
                    for offer in now.offers
                    if offer.offer in listed
                ),
            )


def _listed(
    book: Any, seen: Any, giver: str, encounter: str, locale: str, who: str, offers: Sequence[Any]
) -> dict[int, answers.Offer]:
    """The offers as they are sent, by their numbers among these."""
    sent = {
        json.dumps(offer.send): offer for offer in Offering(book, seen, giver, encounter, locale, {}).listed(who).offers
    }
    orders = (json.dumps(book.encode_order(offer.body)) for offer in offers)
    return {number: sent[order] for number, order in enumerate(orders) if order in sent}


async def _last(growing: AsyncGenerator[A, None]) -> A:
    last: A | None = None
    async for answer in growing:
        last = answer
    assert last is not None
    return last


def _wanted(request: OddsBody | SetupOddsRequest | SetupProposalsRequest) -> Wanted:
    return Wanted(
        within=request.within / 1000,
        runs=request.runs,
        seconds=request.seconds,
        rounds=request.rounds,
        bots={bot.side or "": bot.bot for bot in request.bots},
        seed=request.seed,
    )


def answer_of(
    odds: Odds, fight: Fight | None, *, known: Any = "EXACT", names: dict[str, str] | None = None
) -> answers.Odds:
    """Odds as they are sent; encounter and version left open. names: of the combatants of a fight that is not made."""
    called = names or (
        {who: combatant.name for who, combatant in fight.combatants.items()} if fight is not None else {}
    )
    return answers.Odds(
        encounter=None,
        version=None,
        known=known,
        runs=odds.runs,
        seed=odds.seed,
        complete=odds.complete,
        stopped=odds.stopped,
        milliseconds=round(odds.seconds * 1000),
        sides=tuple(
            answers.SideOdds(side=side.side, bot=_bot(odds, side.side), won=_chance(side.won), lost=_chance(side.lost))
            for side in odds.sides
        ),
        nobody=_chance(odds.nobody),
        undecided=_chance(odds.undecided),
        combatants=tuple(
            _combatant(combatant, called.get(combatant.id, combatant.id)) for combatant in odds.combatants
        ),
        rounds=_quartiles(odds.rounds) if odds.rounds is not None else None,
    )


def _bot(odds: Odds, side: str) -> RunBot:
    """How a side was played on: as it was asked for, so it is one of those that can be."""
    return cast(RunBot, odds.bots[side])


def _combatant(combatant_odds: CombatantOdds, name: str) -> answers.CombatantOdds:
    return answers.CombatantOdds(
        key=combatant_odds.id,
        name=name,
        side=combatant_odds.side,
        stands=_chance(combatant_odds.stands),
        vitals=tuple(
            answers.VitalOdds(vital=key, left=_quartiles(left)) for key, left in combatant_odds.vitals.items()
        ),
        dealt=_average(combatant_odds.dealt),
        taken=_average(combatant_odds.taken),
    )


def _chance(chance: Chance) -> answers.Chance:
    return answers.Chance(
        value=round(chance.value * 1000), low=round(chance.low * 1000), high=round(chance.high * 1000)
    )


def _average(item: Any) -> answers.Average:
    return answers.Average(value=round(item.value * 10), low=round(item.low * 10), high=round(item.high * 10))


def _quartiles(quartiles: Quartiles) -> answers.Quartiles:
    return answers.Quartiles(q1=quartiles.q1, median=quartiles.median, q3=quartiles.q3)
