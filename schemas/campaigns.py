"""Requests and answers of campaigns. A campaign's stream is addressed as a fight's is: `encounter` is its id."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.kernel.state.campaign import FightStage
from engine.kernel.state.combatant import Place
from engine.kernel.state.fight import DiceMode, OddsPolicy, SingleAnswers
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.looks import Looks
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.ids import Id
from engine.kernel.structs.numbers import Version
from schemas.answers import EncounterSummary
from schemas.requests import CombatantRequest, HouseWishes, Name, SeatRequest
from schemas.types import Key, Request, Wire

SettledKind = Literal["DEATH", "VITAL", "CONDITION", "SHEET"]
"""What a line of what a fight leaves is about."""


class CreateCampaignRequest(Request, frozen=True, kw_only=True):
    """A new campaign.

    system: the game's id. seats: the game master's and the players'; they sit in each of its fights. members: the
    company; more may enter later. settings: what the table sets for the time between fights, as the game lists it.
    dice: of what is rolled between fights. typed_by: whose rolls are typed in all the same. figures_open: everybody may
    see everybody's numbers. looks: of the campaign. house_rules: by key, what this table plays otherwise.
    idempotency_key: sent again, it returns the campaign it made.
    """

    system: str
    name: Name
    seats: Annotated[tuple[SeatRequest, ...], msgspec.Meta(max_length=100)]
    members: Annotated[tuple[CombatantRequest, ...], msgspec.Meta(max_length=200)] = ()
    settings: dict[str, Any] | None = None
    dice: DiceMode = "SEEDED"
    typed_by: TypedBy = NOBODY_TYPES
    figures_open: bool = False
    looks: Looks | None = None
    house_rules: HouseWishes | None = None
    idempotency_key: Key | None = None


class ComingRequest(Request, frozen=True, kw_only=True):
    """A member who comes along. combatant: its id there; absent: the member's. side: absent: the member's own."""

    member: Id
    combatant: Id | None = None
    side: Id | None = None
    place: Place | None = None


class BeginFightBody(Request, frozen=True, kw_only=True):
    """A fight of a campaign. members: who of the company comes along, with what they have on them now.

    combatants: who else is in it. The rest is as in a fight without a campaign; the seats are the campaign's.
    expected_version: refuse if the campaign has moved on. idempotency_key: sent again, it returns the fight it began.
    """

    name: Name
    members: Annotated[tuple[ComingRequest, ...], msgspec.Meta(max_length=100)]
    combatants: Annotated[tuple[CombatantRequest, ...], msgspec.Meta(max_length=200)] = ()
    setup: dict[str, Any] | None = None
    dice: DiceMode = "SEEDED"
    typed_by: TypedBy = NOBODY_TYPES
    figures_open: bool = False
    sides: Annotated[tuple[SideEntry, ...], msgspec.Meta(max_length=100)] = ()
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    ground: Ground | None = None
    single_answers: SingleAnswers = SingleAnswers()
    house_rules: HouseWishes | None = None
    odds: OddsPolicy = "MASTER"
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class BeginFightRequest(BeginFightBody, frozen=True, kw_only=True):
    """A fight of a campaign, with members of its company."""

    encounter: str


class CampaignFightRequest(Request, frozen=True, kw_only=True):
    """A fight of a campaign that is asked about."""

    encounter: str
    fight: str


class SettleFightBody(Request, frozen=True, kw_only=True):
    """What a fight leaves, as the game master takes it over.

    digest: of the list that he has read. dropped: ids of lines that do not count. set: id of a line -> what it leaves
    instead. expected_version: refuse if the campaign has moved on.
    """

    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    dropped: Annotated[tuple[str, ...], msgspec.Meta(max_length=2000)] = ()
    set: dict[str, Any] | None = None
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class SettleFightRequest(SettleFightBody, frozen=True, kw_only=True):
    """What a fight leaves, as the game master takes it over."""

    encounter: str
    fight: str


class ReleaseFightBody(Request, frozen=True, kw_only=True):
    """A fight that does not count. note: why; the table may read it."""

    note: Annotated[str, msgspec.Meta(max_length=500)] = ""
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class ReleaseFightRequest(ReleaseFightBody, frozen=True, kw_only=True):
    """A fight that does not count: its members are free, as they were before it."""

    encounter: str
    fight: str


class ReplaceFightBody(Request, frozen=True, kw_only=True):
    """A fork that takes the place of a fight. replacement: its id."""

    replacement: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class ReplaceFightRequest(ReplaceFightBody, frozen=True, kw_only=True):
    """A fork that takes the place of a fight: what it leaves counts instead. replacement: its id.

    expected_version: refuse if the campaign has moved on.
    """

    encounter: str
    fight: str


class RecogniseFightBody(Request, frozen=True, kw_only=True):
    """A fight that was played without the campaign. token: of its game master or host; yours is the campaign's."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]


class RecogniseFightRequest(RecogniseFightBody, frozen=True, kw_only=True):
    """Who of an ended fight, which was played without the campaign, may be which of its members."""

    encounter: str
    fight: str


class TakenInRequest(Request, frozen=True, kw_only=True):
    """A member, and who he was in a fight that is taken in. member: its id; combatant: the id there."""

    member: Id
    combatant: Id


class TakeInFightBody(Request, frozen=True, kw_only=True):
    """An ended fight that was played without the campaign. members: who of it was which member; others do not change.

    token: of its game master or host, since yours is the campaign's. expected_version: refuse if the campaign has moved
    on.
    """

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
    members: Annotated[tuple[TakenInRequest, ...], msgspec.Meta(max_length=100)]
    expected_version: Version | None = None
    idempotency_key: Key | None = None


class TakeInFightRequest(TakeInFightBody, frozen=True, kw_only=True):
    """An ended fight that becomes one of the campaign's, to be settled like any other."""

    encounter: str
    fight: str


class CampaignPageRequest(Request, frozen=True, kw_only=True):
    """A page of campaigns. after: the page before's; absent: the first page."""

    after: str | None = None


class CampaignFightsRequest(Request, frozen=True, kw_only=True):
    """A page of a campaign's fights. after: the page before's; absent: the first page."""

    encounter: str
    after: str | None = None


# -- answers
class SettledLine(Wire, frozen=True, kw_only=True):
    """One thing that a fight leaves.

    key: of the line in its list. was: as the member entered the fight; left: as the fight left it; null: not there.
    cause: the version of the fight's event that made it so. rule: by which it stays. text: in words.
    """

    key: str
    member: str
    kind: SettledKind
    path: tuple[str, ...]
    was: Any
    left: Any
    cause: int
    rule: str
    text: str


class Settlement(Wire, frozen=True, kw_only=True):
    """What an ended fight leaves its members, before it is taken over.

    version, head_hash: of the fight. digest: of the list: send it with what you accept. outcome: in the game's words.
    """

    encounter: str
    fight: str
    version: int
    head_hash: str
    digest: str
    outcome: str | None
    lines: tuple[SettledLine, ...]


class Recognised(Wire, frozen=True, kw_only=True):
    """A combatant of a fight that can be taken in. member: whom it may be, by id, name or sheet; null: nobody."""

    combatant: str
    name: str
    side: str
    member: str | None


class RecognisedFight(Wire, frozen=True, kw_only=True):
    """A fight that was played without the campaign, and who of it may be which of its members."""

    fight: str
    name: str
    combatants: tuple[Recognised, ...]


class FightMember(Wire, frozen=True, kw_only=True):
    """A member in a fight of its campaign. combatant: its id there."""

    member: str
    combatant: str


class FightOfCampaign(Wire, frozen=True, kw_only=True):
    """A fight of a campaign. planned, begun, settled: versions of the campaign; null: not yet.

    version, head_hash: of the fight as it was settled; null: it is not. replaced_by: the fork that has taken its place;
    null: none. settles_anew: it has done so since the fight was settled, and what differs can be taken over. taken_in:
    it was played without the campaign.
    """

    fight: str
    name: str
    stage: FightStage
    members: tuple[FightMember, ...]
    planned: int
    begun: int | None
    settled: int | None
    version: int | None
    head_hash: str | None
    outcome: str | None
    replaced_by: str | None
    settles_anew: bool
    taken_in: bool


class CampaignFights(Wire, frozen=True, kw_only=True):
    """Fights of a campaign, the last planned first. after: where the next page begins; null on the last one."""

    fights: tuple[FightOfCampaign, ...]
    after: str | None


class CampaignPage(Wire, frozen=True, kw_only=True):
    """Campaigns, newest first. after: where the next page begins; null on the last one."""

    campaigns: tuple[EncounterSummary, ...]
    after: str | None
