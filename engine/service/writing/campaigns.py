"""The fights of a campaign: begun from it, and settled in it.

The campaign's stream alone decides: each change is one append to it, at its head. A fight is created under the id that
the campaign has chosen before, and is only read afterwards. So each step may be cut short anywhere, and done again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.between import between_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign import course
from engine.kernel.campaign.campaign import campaign_id, game_of
from engine.kernel.campaign.course import NO_EDITS, Edits
from engine.kernel.campaign.proposal import Proposal, live, proposed
from engine.kernel.campaign.standing import entry_of, standing_of
from engine.kernel.playing import facts
from engine.kernel.playing.position import Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.campaign import CampaignFight, CampaignState, CampaignTie, Entered
from engine.kernel.state.campaign_events import FightPlanned
from engine.kernel.state.combatant import Place
from engine.kernel.state.events import CombatantJoined, EncounterCreated
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.ids import Id
from engine.kernel.structs.messages import Recorded, plain
from engine.service import randomness
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.loader import Charge, Loaded, Loader, free
from engine.service.reading.views import StepResult, decode_whole
from engine.service.registry import Registry
from engine.service.writing.creator import Creator, NewEncounter
from engine.service.writing.dice_secrets import DiceSecrets
from engine.service.writing.writer import Writer, fingerprint
from engine.store.packing import pack_page, unpack_page
from engine.store.port import Store


class ComingAlong(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A member who comes along. combatant: its id in the fight; "": the member's. side: "": the member's own."""

    member: Id
    combatant: str = ""
    side: str = ""
    place: Place | None = None


class NewFight(Struct, frozen=True, kw_only=True):
    """A fight of a campaign. members: who comes along. new: all else; seats and system are the campaign's."""

    members: tuple[ComingAlong, ...]
    new: NewEncounter


class BegunFight(Struct, frozen=True):
    """What `Campaigns.begin` has done. step: in the campaign, in which the fight was planned."""

    fight: str
    step: StepResult


def proposal_of(
    book: Rulebook[Any], pages: list[bytes], taken_in: tuple[str, tuple[Entered, ...]] | None = None
) -> Proposal:
    """What a fight leaves, as a job. pages: its whole stream, packed. taken_in: see `proposed`."""
    return proposed(book, [decode_whole(book, entry) for page in pages for entry in unpack_page(page)], taken_in)


def earlier_of(book: Rulebook[Any], pages: list[bytes], fight: str) -> Any:
    """What was taken over of a fight until now, as a job. pages: the campaign's whole stream, packed."""
    recorded = [decode_whole(book, entry) for page in pages for entry in unpack_page(page)]
    return course.earlier_lines(live(recorded), fight)


class Campaigns:
    """The campaigns of one store."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        loader: Loader,
        dice_secrets: DiceSecrets,
        writer: Writer,
        creator: Creator,
        work: Work,
    ) -> None:
        self._dice_secrets = dice_secrets
        self._store, self._registry, self._loader = store, registry, loader
        self._writer, self._creator, self._work = writer, creator, work

    # -- reading
    async def require(self, campaign: str) -> Loaded:
        """The campaign at its head. RuleRefusal where this is a fight."""
        loaded, _ = await self._loader.head(campaign)
        if not loaded.book.campaign_of:
            raise RuleRefusal("this is a fight, and no campaign", field="encounter")
        return loaded

    async def proposal(self, campaign: str, fight: str, *, charge: Charge = free) -> Proposal:
        """What a fight leaves that has ended. RuleRefusal: NOT_ENDED, ALREADY_SETTLED, UNKNOWN."""
        return await self._proposal(campaign, await self.require(campaign), fight, charge)

    async def _proposal(self, campaign: str, loaded: Loaded, fight: str, charge: Charge = free) -> Proposal:
        """What a fight leaves, or the fork that has taken its place; settled before, what differs from that."""
        found = course.fight_of(loaded.position.state.own, fight, "RUNNING")
        stream = found.replaced_by or fight
        there, _ = await self._loader.head(stream)
        await charge(there.head.version)
        owner = owner_of(campaign, None)
        taken_in = (fight, _entered(found)) if found.taken_in else None
        arguments = partial(self._packed, stream, there.head.version, taken_in)
        proposal = await self._work.run(owner, proposal_of, there.book, arguments)
        if proposal.fight != fight:
            raise RuleRefusal(f"{stream!r} is no fight of this campaign", code="UNKNOWN", field="fight")
        if not found.anew:
            return proposal
        arguments = partial(self._packed, campaign, loaded.head.version, fight)
        earlier = await self._work.run(owner, earlier_of, loaded.book, arguments)
        return course.anew(proposal, earlier)

    async def _packed(self, stream: str, last: int, *more: Any) -> tuple[Any, ...]:
        return ([pack_page(page) async for page in self._loader.pages(stream, last)], *more)

    # -- fights
    async def begin(
        self,
        campaign: str,
        seat: str,
        wish: NewFight,
        *,
        key: str | None = None,
        expected: int | None = None,
        epoch: int | None = None,
    ) -> BegunFight:
        """Begin a fight of the campaign with these members; a repeated key finds the fight that it has begun.

        RuleRefusal for a fight that cannot be created, and for a member who cannot come along (IN_A_FIGHT).
        """
        fight = randomness.encounter_id()

        async def plan(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            state = loaded.position.state
            there = {member.member: member.combatant or member.member for member in wish.members}
            if len(there) != len(wish.members):
                raise RuleRefusal("somebody comes along twice", field="members")
            plan = {"members": plain(wish.members), "new": plain(wish.new)}
            event = course.planned(state, seat, fight, wish.new.name, there, plan)
            new = self._new(loaded.book, state, plan)
            judged = await self._creator.check(new, dict(enumerate(new.combatants)), (), "")
            if judged.faults:
                first = judged.faults[0]
                first.others = judged.faults[1:]
                raise first
            gms = state.fight.gms()
            # What is asked back would lead behind the fight.
            return facts.fact_closing_take_back(
                loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock, to=gms
            )

        await self.require(campaign)
        print_ = fingerprint("begin", wish)
        step = await self._writer.write(campaign, seat, plan, expected, key, print_, (), epoch=epoch)
        event = decode_whole(step.view.book, step.entries[-1]).event
        if not isinstance(event, FightPlanned):
            raise Fault("the plan of a fight is another event")
        await self.go_on(campaign, event.fight)
        return BegunFight(event.fight, step)

    async def go_on(self, campaign: str, fight: str) -> None:
        """Do what is missing of a planned fight: create it, and say so. Safe to repeat, and at once by several."""
        loaded = await self.require(campaign)
        found: CampaignFight | None = loaded.position.state.own.fights.get(fight)
        if found is None or found.stage != "PLANNED":
            return
        book = loaded.book
        position, entry = await self._loader.at(campaign, book, found.planned, owner=owner_of(campaign, None))
        event = decode_whole(book, entry).event
        if not isinstance(event, FightPlanned) or event.plan is None:
            raise Fault(f"campaign {campaign}: version {found.planned} is no plan of a fight")
        new = self._new(book, position.state, event.plan)
        tie = CampaignTie(campaign, found.planned, entry.hash)
        host = (await self._store.standings([campaign]))[0].host
        await self._creator.create_under(fight, new, tie, event.entering or (), host)
        (first,) = await self._store.read(fight, 1, 1)

        async def begin(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            begun = course.begun(loaded.position.state, fight, first.hash)
            closed, position = await self._epoch_closed(campaign, loaded, circumstances)
            step = facts.table_fact(loaded.book, position, begun, seat=None, clock=circumstances.clock)
            return structs.replace(step, new=(*closed, *step.new))

        key = f"begun {fight}"
        await self._writer.write(campaign, None, begin, None, key, fingerprint("begun", fight), ())

    async def recognised(self, campaign: str, fight: str, *, charge: Charge = free) -> tuple[Fight, dict[str, str]]:
        """A fight that could be taken in, at its end, and who of it may be which member: member -> combatant.

        RuleRefusal where it is of another game, of a campaign, or goes on (NOT_ENDED).
        """
        loaded = await self.require(campaign)
        there, _ = await self._foreign(loaded, fight)
        await charge(there.head.version)
        sheets: dict[str, Any] = {}
        async for page in self._loader.pages(fight, there.head.version):
            for entry in page:
                event = decode_whole(there.book, entry).event if b"CombatantJoined" in entry.public else None
                if isinstance(event, CombatantJoined):
                    sheets[event.combatant] = event.sheet
        here = there.position.state.fight
        return here, course.recognised(loaded.position.state, here, sheets)

    async def _foreign(self, loaded: Loaded, fight: str) -> tuple[Loaded, str]:
        """A fight that can be taken into a campaign, and the hash of its first event."""
        there, _ = await self._loader.head(fight)
        first = (await self._store.read(fight, 1, 1))[0]
        created = decode_whole(there.book, first).event
        if there.book.campaign_of or there.book.system.id != loaded.book.campaign_of:
            raise RuleRefusal("this is no fight of the campaign's game", field="fight")
        if isinstance(created, EncounterCreated) and created.campaign is not None:
            raise RuleRefusal("this fight is one of a campaign: let a fork replace the fight it is of", field="fight")
        if there.position.state.fight.status != "ENDED":
            raise RuleRefusal("this fight goes on: end it first", code="NOT_ENDED", field="fight")
        return there, first.hash

    async def take_in(
        self,
        campaign: str,
        seat: str,
        fight: str,
        members: Mapping[str, str],
        *,
        key: str | None = None,
        expected: int | None = None,
        epoch: int | None = None,
    ) -> StepResult:
        """An ended fight that was played without the campaign becomes one of its fights, to be settled like any other.

        members: member -> its combatant there. RuleRefusal: NOT_ENDED, UNKNOWN, IN_A_FIGHT.
        """
        there, head = await self._foreign(await self.require(campaign), fight)
        here = there.position.state.fight
        for combatant in members.values():
            here.require(combatant)

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = course.taken_in(loaded.position.state, seat, fight, here.name, head, members)
            gms = loaded.position.state.fight.gms()
            return facts.fact_closing_take_back(
                loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock, to=gms
            )

        print_ = fingerprint("take in", fight, dict(members))
        return await self._writer.write(campaign, seat, put, expected, key, print_, (), epoch=epoch)

    async def _epoch_closed(
        self, campaign: str, loaded: Loaded, circumstances: Circumstances
    ) -> tuple[tuple[Recorded, ...], Position[Any]]:
        """The dice of a campaign are proven until each of its fights: the secret in force is published then."""
        position, fight = loaded.position, loaded.position.state.fight
        if fight.dice != "SEEDED":
            return (), position
        found = await self._dice_secrets.in_force(campaign, fight.commitment)
        if found is None or not found[1]:
            return (), position
        event = course.epoch_closed(fight, found[0].dice, found[0].hidden)
        recorded, position = facts.fact(
            loaded.book, position, event, seat=None, clock=circumstances.clock, to=fight.gms()
        )
        return (recorded,), position

    async def go_on_with_all(self, campaign: str) -> None:
        """`go_on` with each fight that is planned: where a process has ended in between."""
        loaded = await self.require(campaign)
        for fight, item in loaded.position.state.own.fights.items():
            if item.stage == "PLANNED":
                await self.go_on(campaign, fight)

    def _new(self, book: Rulebook[Any], state: State[CampaignState], plan: Mapping[str, Any]) -> NewEncounter:
        """A planned fight, with its members as they are in `state`."""
        game = game_of(book)
        if game is None:
            raise Fault("fights are begun from campaigns")
        new = msgspec.convert(plan["new"], NewEncounter)
        coming = msgspec.convert(plan["members"], tuple[ComingAlong, ...])
        fights = self._registry.book(game.id)
        people = [_entry(fights, state, coming_along) for coming_along in coming]
        seats = tuple(state.fight.seats.values())
        setup = {**between_of(game).fights_setup(state), **new.setup}
        return structs.replace(new, system=game.id, seats=seats, combatants=(*people, *new.combatants), setup=setup)

    # -- what fights leave
    async def settle(
        self,
        campaign: str,
        seat: str,
        fight: str,
        digest: str,
        edits: Edits = NO_EDITS,
        *,
        key: str | None = None,
        expected: int | None = None,
        epoch: int | None = None,
    ) -> StepResult:
        """Take over what a fight leaves, as the game master has read it. digest: of the list that he has read.

        RuleRefusal: NOT_ENDED, ALREADY_SETTLED, DIFFERS where the list is another one by now.
        """

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            proposal = await self._proposal(campaign, loaded, fight)
            if proposal.digest != digest:
                raise RuleRefusal("this fight leaves something else by now: read it again", code="DIFFERS")
            return course.settled(loaded.book, loaded.position, seat, proposal, edits, circumstances.clock)

        await self.require(campaign)
        print_ = fingerprint("settle", fight, digest, edits)
        return await self._writer.write(campaign, seat, put, expected, key, print_, (), epoch=epoch)

    async def replace(
        self,
        campaign: str,
        seat: str,
        fight: str,
        replacement: str,
        *,
        key: str | None = None,
        expected: int | None = None,
        epoch: int | None = None,
    ) -> StepResult:
        """A fork takes the place of a fight; what it leaves is settled, or settled anew as what differs.

        RuleRefusal where it is no fork of that fight.
        """
        await self.require(campaign)
        first = await self._store.read(replacement, 1, 1)
        there, _ = await self._loader.head(replacement)
        created = decode_whole(there.book, first[0]).event
        tie = created.campaign if isinstance(created, EncounterCreated) else None
        if tie is None or not isinstance(created, EncounterCreated) or created.encounter != fight:
            raise RuleRefusal(f"{replacement!r} is no fork of this fight", field="replacement")

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = course.replaced(loaded.position.state, seat, fight, replacement)
            return facts.table_fact(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        print_ = fingerprint("replace", fight, replacement)
        return await self._writer.write(campaign, seat, put, expected, key, print_, (), epoch=epoch)

    async def release(
        self,
        campaign: str,
        seat: str,
        fight: str,
        note: str = "",
        *,
        key: str | None = None,
        expected: int | None = None,
        epoch: int | None = None,
    ) -> StepResult:
        """A fight does not count: its members are free, as they were before it."""

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = course.released(loaded.position.state, seat, fight, note)
            return facts.table_fact(loaded.book, loaded.position, event, seat=seat, clock=circumstances.clock)

        await self.require(campaign)
        print_ = fingerprint("release", fight, note)
        return await self._writer.write(campaign, seat, put, expected, key, print_, (), epoch=epoch)


def _entry(book: Rulebook[Any], state: State[CampaignState], coming: ComingAlong) -> dict[str, Any]:
    """A member as it enters a fight."""
    who = state.fight.require(coming.member)
    standing = between_of(book.system).comes_along(state, coming.member, standing_of(state, coming.member))
    return entry_of(
        book,
        standing,
        id=coming.combatant or who.id,
        name=who.name,
        side=coming.side or who.side,
        seat=who.owner,
        looks=plain(who.looks) if who.looks else None,
        seenBy=list(who.seen_by) if who.seen_by is not None else None,
        place=plain(coming.place) if coming.place else None,
    )


def _entered(fight: CampaignFight) -> tuple[Entered, ...]:
    """The members of a fight of which it does not tell itself."""
    return tuple(Entered(member, combatant, "") for member, combatant in fight.members.items())


def as_campaign(new: NewEncounter) -> NewEncounter:
    """What a campaign is created from: the same as a fight, of the game's campaigns."""
    return structs.replace(new, system=campaign_id(new.system))
