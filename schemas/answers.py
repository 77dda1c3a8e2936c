"""The answers of the API. GraphQL types and REST bodies are made from the same structs."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.kernel.authoring.tiles import Intent
from engine.kernel.playing.preferences import Preference
from engine.kernel.scene.preview import PreviewNext, PreviewTarget, PreviewWay
from engine.kernel.scene.scene import Scene
from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.decisions import FieldKind, Visibility
from engine.kernel.state.fight import DiceMode, OddsPolicy, Policy, SingleAnswers, Status, TakeBackConsent
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import SceneLook, SpaceKind
from engine.kernel.state.house_rules import HouseKind
from engine.kernel.state.looks import Looks
from engine.kernel.state.seat import Bot, BotPace, BotThinks
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.deeds import Outcome
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.ids import Role
from engine.kernel.structs.messages import Ending, OfferGroup, Weight
from engine.kernel.structs.why_not import WhyNot
from schemas.requests import RunBot
from schemas.types import Instant, Wire


class Seat(Wire, frozen=True, kw_only=True):
    """Somebody at the table. id: unique in the service; key: the seat's name in this fight.

    bot: how a bot plays for the seat; null: only people play for it. looks: how it is shown. bot_pace: milliseconds
    before each of its acts; null: as the server has it. bot_thinks: milliseconds that a SHARP bot thinks about each;
    null: 2000.
    """

    id: str
    key: str
    name: str
    role: Role
    bot: Bot | None
    bot_pace: BotPace | None
    bot_thinks: BotThinks | None
    looks: Looks


class Side(Wire, frozen=True, kw_only=True):
    """A side of which you know a combatant. key: its name in this fight; label: what people call it.

    looks: how it is shown.
    """

    key: str
    label: str
    looks: Looks


class Vital(Wire, frozen=True, kw_only=True):
    """A number that damage and healing change. label: its name. now: present value; max: upper limit, null without
    one."""

    id: str
    key: str
    label: str
    now: int
    max: int | None


class Condition(Wire, frozen=True, kw_only=True):
    """A state of a combatant. left: how many more of the combatant's turns it lasts; until: another end.

    label: its kind in words.
    """

    id: str
    key: str
    kind: str
    label: str
    source: str | None
    amount: int | None
    left: int | None
    until: str


class Handover(Wire, frozen=True, kw_only=True):
    """A combatant that a player offers to lend, or has lent. giver, taker: seats; accepted: whether the loan is in
    force."""

    combatant: str
    giver: str
    taker: str
    accepted: bool


class Combatant(Wire, frozen=True, kw_only=True):
    """A combatant of the fight.

    id: unique in the service; key: the combatant's name in orders. name: as people gave it; one that the rules gave,
    such as a summoned creature's, is in the reader's language. seat: which seat controls it now, null: the GM;
    owner: the seat that owns it. vitals: empty if you may not see its numbers. out: why it is out of the fight, null
    while it is in. looks: how it is shown. rules: what the rule system adds. kind_label, out_label: kind and out in
    words; "" for none.
    """

    id: str
    key: str
    name: str
    side: str
    seat: str | None
    owner: str | None
    kind: str
    kind_label: str
    vitals: tuple[Vital, ...]
    conditions: tuple[Condition, ...]
    place: Place | None
    out: str | None
    out_label: str
    looks: Looks
    rules: Any


class Option(Wire, frozen=True, kw_only=True):
    """A value that may be picked, and its label. towards: the direction that it stands for; null: none.

    asks_twice: picked, it does harm to one's own side: ask again before it is sent.
    """

    value: Any
    label: str
    towards: Point | None = None
    asks_twice: bool = False


class Field(Wire, frozen=True, kw_only=True):
    """An open choice of an offer: write the pick at `path` inside `send`.

    among: what may be picked; of a place, of places and of a path only samples. reach: every place that may be picked;
    on an open table an area that no legal pick lies outside of; null for other kinds, and where it has no end.
    words: what a step of a path may have as `by`. exact: false if more than `among` may be picked, or not everything in
    `reach`: other values may be refused. proposed: the only sensible pick, which a client may set beforehand; null:
    there is none. needs_pick: a person picks before it is sent, though `send` holds something legal: whom it is for, or
    where to.
    """

    name: str
    label: str
    path: tuple[str, ...]
    kind: FieldKind
    among: tuple[Option, ...]
    least: int
    most: int
    exact: bool
    reach: SceneArea | None
    words: tuple[Option, ...]
    proposed: Any = None
    needs_pick: bool = False


class Price(Wire, frozen=True, kw_only=True):
    """A part of what an offer costs. key: what is spent; name: in words; amount: how much of it."""

    key: str
    name: str
    amount: int


class Offer(Wire, frozen=True, kw_only=True):
    """A legal order, or a legal answer to a decision.

    send: the value for SubmitInput.command, or AnswerInput.choice; legal unchanged. combatant: who acts, by key.
    group: what kind of thing it is; null: an answer that is no order. group_label: in words; "" for none. ends: what it
    ends for good; null: nothing. Orders come by combatant, and by group in the order of the enum, the usual ones first.
    target: whom it is fixed on, by key; null: a field picks, or nobody. name: a short name without who acts; icon: a
    picture for it. way_of: the kind of the offers of which this is a way; null: a thing of its own. intent: whom it is
    meant for. asks_twice: `send` as it stands does harm to one's own side: ask again before it is sent. price: what it
    costs; empty: nothing, or not known before. summary: what it is, in a sentence or two; "" for none. place: of an
    answer that is a place, such as where somebody is pushed to: which one; null: it is none.
    """

    key: str
    kind: str
    group: OfferGroup | None
    group_label: str
    ends: Ending | None
    label: str
    combatant: str | None
    rule: str
    send: Any
    fields: tuple[Field, ...]
    target: str | None
    name: str
    icon: Icon
    way_of: str | None
    intent: Intent
    asks_twice: bool
    price: tuple[Price, ...]
    summary: str
    place: Place | None = None


CorrectionKind = Literal["NUMBER", "TEXT", "FLAG", "CHOICE", "PLACE", "JSON"]


class Correction(Wire, frozen=True, kw_only=True):
    """Something that you may correct. path: as `correct` takes it; label: in words. now: its present value.

    send: the order, as a command; write another value into `send.gm.correct.value`, and a reason. least, most: of a
    number; null: any. among: of a choice. nullable: it may be null. What has parts (kind `JSON`) comes whole; each part
    may be corrected alone, at a path below: `rules.minis.knight.used.moved`.
    """

    path: str
    label: str
    kind: CorrectionKind
    now: Any
    least: int | None
    most: int | None
    nullable: bool
    among: tuple[Option, ...]
    send: Any


class Interruption(Wire, frozen=True, kw_only=True):
    """An act that a question interrupts. what: by its key; by: who does it, by key.

    label: the act and who does it, in words of your language.
    """

    what: str
    by: str
    label: str


class Decision(Wire, frozen=True, kw_only=True):
    """A question of the rules to one or more seats; any one of them may answer.

    key: the version that opened it. yours: whether it is put to you. mayAnswer: whether you may answer it, as the GM
    may for everybody: only then it has offers, and none while the fight is paused. deadline: seconds until the
    default is taken; opened_at: when it was asked; due_at: when its deadline is; null while the fight is paused, as
    the clock stands still: what was left of it is left when it goes on. Kind `Roll`: no offers, send the rolled dice
    as `faces`. preferences: answers that `prefer` accepts for this kind of question, to be given for you from now on.
    """

    id: str
    key: str
    window: int
    seats: tuple[str, ...]
    kind: str
    rule: str
    text: str
    visibility: Visibility
    interrupts: tuple[Interruption, ...]
    deadline: int | None
    opened_at: Instant
    due_at: Instant | None
    pace: int
    yours: bool
    may_answer: bool
    default: str | None
    question: Any
    offers: tuple[Offer, ...]
    preferences: tuple[Preference, ...]


class HeadSignature(Wire, frozen=True, kw_only=True):
    """The server's signature that a fight has had this head: keep it, with version and hash, as a receipt.

    key: the id (kid) of a key of `signingKeys`; value: Ed25519 over the head, base64url.
    """

    key: str
    value: str


class OmittedOffers(Wire, frozen=True, kw_only=True):
    """A combatant whose orders are missing from `offers`; they may be given all the same.

    combatant: by key; null: what the GM does with nobody. code: why, as in `Problem`; text: in words.
    """

    combatant: str | None
    code: str
    text: str


class Reason(Wire, frozen=True, kw_only=True):
    """Why something cannot be used now. target: on whom not, by key; null: it does not depend on the target."""

    kind: WhyNot
    text: str
    rule: str | None
    target: str | None


class Unavailable(Wire, frozen=True, kw_only=True):
    """Something that a combatant has and no offer uses now: a weapon, a spell, a talent, an item, a standing order.

    key: it tells this entry from the others of its combatant. kind: of the order that would use it, as in `offers`.
    """

    combatant: str
    key: str
    kind: str
    name: str
    icon: Icon
    group: OfferGroup
    group_label: str
    reason: Reason


WaitedFor = Literal["BEGIN", "ACT", "ANSWER", "ROLL", "CONSENT", "RESUME", "NOTHING"]


class WaitedSeat(Wire, frozen=True, kw_only=True):
    """A seat that the table waits for. seat: by key; name: what people call it."""

    seat: str
    name: str


class Waiting(Wire, frozen=True, kw_only=True):
    """Whom the table waits for, and for what, as far as you may know it. text: in one line.

    what: BEGIN: the fight has not begun. ACT: an order. ANSWER: an answer to a question. ROLL: dice. CONSENT: whether
    something is taken back. RESUME: the fight is paused. NOTHING: the fight is over. for: any one of these seats;
    where somebody is waited for of whom you do not know, the GM's. combatants: who acts, or whom a question is put
    about, by key. next: who acts next as it stands, by key; null where nothing says it.
    """

    text: str
    what: WaitedFor
    for_: tuple[WaitedSeat, ...] = msgspec.field(name="for")
    combatants: tuple[str, ...]
    next: str | None


class HouseRule(Wire, frozen=True, kw_only=True):
    """What this table plays otherwise than the game has it.

    name: what it is called; summary: what it is, in a sentence. value, default: here, and in the game: true or false, a
    whole number, or a word; label, default_label: the same in words. rule: the id of the rule that it touches.
    """

    key: str
    kind: HouseKind
    name: str
    summary: str
    rule: str
    value: Any
    default: Any
    label: str
    default_label: str


class Encounter(Wire, frozen=True, kw_only=True):
    """A fight at a version, as you see it.

    id: of a past version it ends in @version. acting: who may be ordered now; order: the order of acting; both by key.
    headHash: of this version's event, the fight's fingerprint. signature: the server's, of that head. commitment:
    SHA-256 of the dice's secret. typed_by: whose rolls are typed in where `dice` are the server's, as far as you know.
    may_add_entropy: whether you may still add entropy of your own to the dice. takeBacks: your options for taking back,
    sent like orders, each with what it takes back; also while a decision is open. omittedOffers: whose orders are not
    among the offers, since finding them takes too much work. unavailable: what the acting have and no offer uses, each
    with its reason; null unless you ask for it. takeBackConsent: whose consent taking back needs in this fight.
    rules_version: the version of the game's rules that it plays; unplayed: in words, why nobody can order anything in
    it, as the installed game does not play that version; null: it is played.
    outcome_label: the outcome in words; "" while it is open. waiting: whom the table waits for. sides: those of which
    you know a combatant. looks: how the fight is shown; backdrop: a picture below the ground, the same for all seats;
    null: none.
    offers, omittedOffers: null if you ask for other parts than these. scene: the fight as a picture; null unless you
    ask for it. house_rules: what this table plays otherwise than the
    game has it. odds: who may ask how the fight may end.
    """

    id: str
    name: str
    system: str
    version: int
    status: Status
    dice: DiceMode
    typed_by: TypedBy
    round: int
    acting: tuple[str, ...]
    order: tuple[str, ...]
    outcome: str | None
    outcome_label: str
    waiting: Waiting
    seats: tuple[Seat, ...]
    combatants: tuple[Combatant, ...]
    sides: tuple[Side, ...]
    looks: Looks
    backdrop: Backdrop | None
    decisions: tuple[Decision, ...]
    take_backs: tuple[Offer, ...]
    policy: tuple[Policy, ...]
    take_back_consent: TakeBackConsent
    single_answers: SingleAnswers
    odds: OddsPolicy
    house_rules: tuple[HouseRule, ...]
    handovers: tuple[Handover, ...]
    rules: Any
    commitment: str
    may_add_entropy: bool
    rules_version: int
    unplayed: str | None
    head_hash: str
    signature: HeadSignature
    created_at: Instant
    updated_at: Instant
    offers: tuple[Offer, ...] | None = None
    omitted_offers: tuple[OmittedOffers, ...] | None = None
    scene: Scene | None = None
    unavailable: tuple[Unavailable, ...] | None = None


class EncounterSummary(Wire, frozen=True, kw_only=True):
    """A fight in a listing. host: whose it is, by his id; null: the operator's.

    published: the seat, by key, as which everybody may read it; null: nobody may without a token.
    """

    id: str
    name: str
    system: str
    status: Status
    version: int
    created_at: Instant
    updated_at: Instant
    host: str | None
    archived: bool
    published: str | None


class Term(Wire, frozen=True, kw_only=True):
    """One step of a calculation: terms apply in their order, and the result is rounded down once, at the end."""

    of: str
    amount: int | None
    times: int
    over: int
    source: str
    key: str
    rule: str | None
    statement: str | None
    combatant: str | None
    private: bool


class Because(Wire, frozen=True, kw_only=True):
    """Where an event's numbers come from."""

    terms: tuple[Term, ...]
    causes: tuple[int, ...]
    withheld: tuple[str, ...]


class PreviewTest(Wire, frozen=True, kw_only=True):
    """Dice that would fall, as far as you know them. combatant: who rolls; target: against whom.

    against: the number that decides; null too where other dice decide. chance: of success, in tenths of a percent. Both
    null where you do not know all its figures; terms: those that you know. typed: people roll these dice and type them
    in, as far as you know.
    """

    label: str
    combatant: str | None
    target: str | None
    dice: str
    against: int | None
    chance: int | None
    provided: str
    terms: tuple[Term, ...]
    rule: str | None
    typed: bool


class Preview(Wire, frozen=True, kw_only=True):
    """What an order or an answer would do, as far as no dice come into it, and nothing that is hidden from you.

    certain: no dice fall and nobody is asked, as far as you see. text: all of it in words. ways: where somebody would
    go. next: where a way that is begun may go on. areas: what it reaches over. affected: whom
    it concerns. tests: the dice that would fall. unfinished: why a way that is begun may not end where it ends so far;
    empty: the order is legal as it stands.
    """

    certain: bool
    text: str
    ways: tuple[PreviewWay, ...]
    next: tuple[PreviewNext, ...]
    areas: tuple[SceneArea, ...]
    affected: tuple[PreviewTarget, ...]
    tests: tuple[PreviewTest, ...]
    unfinished: str


class HeadlineChange(Wire, frozen=True, kw_only=True):
    """A number of a headline. vital: by key; by: how much it changes, below 0 for a loss."""

    combatant: str
    vital: str
    by: int


class Headline(Wire, frozen=True, kw_only=True):
    """What came of an act, in one line, as far as you see it. text: to be read and read aloud.

    icon: what stands for it. because: the arithmetic of what it is
    about; "" for none. actor: who acted; target: upon whom; by key, null: nobody in particular. changes: all numbers of
    the act, in order.
    """

    text: str
    icon: Icon
    outcome: Outcome
    because: str
    actor: str | None
    target: str | None
    changes: tuple[HeadlineChange, ...]


class Told(Wire, frozen=True, kw_only=True):
    """An event as you may see it. data: its own fields, exactly as in the stream. because: where its numbers come from;
    null without an explanation. weight: how much it matters in a log. act: the version of the event that began its act:
    an order or an answer with all that it brought about, as far as you see it. headline: what came of the act up to
    this event, where the next event is of another act; of several of one act the last counts. null on all other events,
    and where nothing came of it that is worth a line.
    """

    version: int
    time: Instant
    type: str
    seat: str | None
    command: str | None
    rule: str | None
    weight: Weight
    act: int
    headline: Headline | None
    text: str
    data: Any
    because: Because | None
    hash: str
    digest: str


class SeatPresence(Wire, frozen=True, kw_only=True):
    """A seat that watches. key: its id in this fight; name: what people call it; streams: how many of its are open."""

    key: str
    name: str
    streams: int


class Presence(Wire, frozen=True, kw_only=True):
    """Who watches a fight live, as far as you may know the seats. A moment old; a stream that ends still counts for
    some seconds. Who only reads, and the operator, is not counted.
    """

    encounter: str
    seats: tuple[SeatPresence, ...]


class Token(Wire, frozen=True, kw_only=True):
    """A seat's token: send it as `Authorization: Bearer ...`, or as `token` when a socket opens."""

    seat: str
    token: str
    expires: Instant


class HostToken(Wire, frozen=True, kw_only=True):
    """A host's token: send it as `Authorization: Bearer ...`, or as `token` when a socket opens."""

    host: str
    token: str
    expires: Instant


class Host(Wire, frozen=True, kw_only=True):
    """Somebody who has fights of his own. name: what people call him."""

    id: str
    name: str
    created_at: Instant


class SigningKey(Wire, frozen=True, kw_only=True):
    """A public key that signs heads, as a JSON Web Key (RFC 8037).

    kty, crv, alg, use: always these. kid: its id, the thumbprint (RFC 7638). x: the key itself, base64url.
    """

    kty: str = "OKP"
    crv: str = "Ed25519"
    alg: str = "EdDSA"
    use: str = "sig"
    kid: str
    x: str


class KeySet(Wire, frozen=True, kw_only=True):
    """A JSON Web Key Set (RFC 7517). keys: the current signing key, then the former ones."""

    keys: tuple[SigningKey, ...]


class Viewer(Wire, frozen=True, kw_only=True):
    """Who you are by your token. encounter, seat, role: of a seat's token; host: of a host's; else null."""

    admin: bool
    host: str | None
    encounter: str | None
    seat: str | None
    role: Role | None
    expires: Instant | None


class Verdict(Wire, frozen=True, kw_only=True):
    """One check of an audit. version: the first one found wrong."""

    state: Literal["PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"]
    version: int | None
    detail: str


class AuditReport(Wire, frozen=True, kw_only=True):
    """The verification of a fight's record: its hash chain, its dice, and its replay by today's rules.

    proven_faces: of the rolls that everybody sees, how many faces follow from the revealed secret; typed_faces: how
    many people typed.
    """

    encounter: str
    version: int
    head_hash: str
    chain: Verdict
    dice: Verdict
    replay: Verdict
    proven_faces: int
    typed_faces: int


class OrderKind(Wire, frozen=True, kw_only=True):
    """An order of a rule system. actor: the field that names who acts, null for an order of the GM.

    group: what kind of thing it is; group_label: in words. ends: what it ends for good; null: nothing, or with some of
    its values only. description: what its fields do, for developers. summary: what it is, for people at the table, in
    your language; "" where the game says nothing.
    """

    key: str
    group: OfferGroup
    group_label: str
    ends: Ending | None
    description: str
    summary: str
    actor: str | None
    fields: Any


class Catalogue(Wire, frozen=True, kw_only=True):
    """One kind of content: its entries by id. names: what people call each, in your language, by id.

    summaries: what each is, in one or two sentences for somebody who does not know the game, in your language, by id;
    entries of which the game says nothing are left out.
    """

    key: str
    entries: Any
    names: dict[str, str]
    summaries: dict[str, str]


class Rule(Wire, frozen=True, kw_only=True):
    """A rule of the ledger."""

    id: str
    title: str
    statement: str


class GroundKind(Wire, frozen=True, kw_only=True):
    """What a ground of a game may name without a legend of its own.

    key: in `patches`, `edges`, `zones` and the like; sign: in `rows`, null: it has none; label: in words; look: how it
    is shown; summary: what it does to those on it, in one or two sentences; "" where the game says nothing.
    """

    key: str
    sign: str | None
    label: str
    look: SceneLook
    summary: str


class ConditionKind(Wire, frozen=True, kw_only=True):
    """A condition that a combatant may have. key: its kind, as `setCondition` takes it; label: its name.

    text: what its rule says; "" where no rule is named. until: how it ends by itself, in the game's words; "" where it
    does not say. summary: what it does, in one or two sentences for people at the table; "" where the game says
    nothing.
    """

    key: str
    label: str
    text: str
    until: str
    summary: str


class QuestionKind(Wire, frozen=True, kw_only=True):
    """A kind of a game's decisions. key: as `prefer` and `setPolicy` take it; label: what it is about, in words.

    summary: what is decided by it, in one or two sentences; "" where the game says nothing.
    """

    key: str
    label: str
    summary: str


class SideKind(Wire, frozen=True, kw_only=True):
    """A side that a game has in every fight. key: a combatant's `side`; label: in words."""

    key: str
    label: str


class InstalledSystem(Wire, frozen=True, kw_only=True):
    """An installed game in short; `RuleSystem` is all of it. key: the JSON key of its orders, sheets and setup.

    language: that of its rulebook. spaces: the kinds of space a ground of it may have.
    """

    id: str
    key: str
    name: str
    language: str
    rules_version: int
    spaces: tuple[SpaceKind, ...]


class HouseChoice(Wire, frozen=True, kw_only=True):
    """One of the values of a choice. key: the value; label: in words."""

    key: str
    label: str


class OfferedHouseRule(Wire, frozen=True, kw_only=True):
    """What a table may set otherwise when it creates a fight, in `houseRules` of the request, by its key.

    name: what it is called; summary: what it is, in a sentence. rule: the id of the rule that it touches. default: as
    the game has it: true or false, a whole number, or a word; default_label: the same in words. least, most: of a
    number; null: it is none. among: the values of a choice.
    """

    key: str
    kind: HouseKind
    name: str
    summary: str
    rule: str
    default: Any
    default_label: str
    least: int | None
    most: int | None
    among: tuple[HouseChoice, ...]


class ReadyFight(Wire, frozen=True, kw_only=True):
    """A fight to begin at once. title, summary: what it is called, and what it shows, in your language where it has
    words, else in English. request: what creates it, as `createEncounter` and `POST /v1/encounters` take it.
    """

    key: str
    title: str
    summary: str
    request: Any


class RuleSystem(Wire, frozen=True, kw_only=True):
    """An installed game. key: the JSON key of its orders, sheets and setup, {"dozenDie": {...}} for `dozen_die`.

    questions: the kinds of its decisions, for `prefer`. sheet, setup: their JSON Schema, with a title and a description
    for each field; `x-labels` of an enum are its values in words; `x-catalogues` of a field are the keys of `content`
    whose entries its values, or an object's keys, name; `x-names` of a field says that they name a COMBATANT or a SIDE
    of the fight, by id or key; `x-entries` of `ref` are the ids of those who may enter a
    fight. spaces: the kinds of space a ground of it may have; ground: what it may name without a legend. sides: those
    of its fights; empty: as you like. usual_sides: those that it has a name for; any other is called by its key.
    ready_fights: that come with it, to be played, or changed, at once. house_rules: what a table may set otherwise.
    """

    id: str
    key: str
    name: str
    language: str
    rules_version: int
    commands: tuple[OrderKind, ...]
    questions: tuple[QuestionKind, ...]
    sheet: Any
    setup: Any
    content: tuple[Catalogue, ...]
    spaces: tuple[SpaceKind, ...]
    ground: tuple[GroundKind, ...]
    sides: tuple[SideKind, ...]
    usual_sides: tuple[SideKind, ...]
    conditions: tuple[ConditionKind, ...]
    rules: tuple[Rule, ...]
    ready_fights: tuple[ReadyFight, ...] = ()
    house_rules: tuple[OfferedHouseRule, ...] = ()


# -- results of requests ------------------------------------------------------------------------------------------
class Fault(Wire, frozen=True, kw_only=True):
    """One thing that is wrong with a request. field: what is at fault, as a path; rule: what forbids it."""

    field: str | None
    message: str
    rule: str | None


class Refused(Wire, frozen=True, kw_only=True):
    """Refused, and nothing has changed. field: what is at fault, as a path; rule: what forbids it.

    faults: all that is wrong, this first. ways: of a preview of a way that is blocked, the way up to the block.
    """

    code: str
    message: str
    reason: str
    rule: str | None
    field: str | None
    faults: tuple[Fault, ...]
    ways: tuple[PreviewWay, ...] = ()


class CheckedCombatant(Wire, frozen=True, kw_only=True):
    """A combatant of a fight that is not made yet.

    number: its place among the combatants of the request, from 0 on. breadth: how wide it is what it covers, in
    hundredths of a cell, or of the unit of an open table: 200: two cells by two, from the cell of its place on.
    """

    number: int
    breadth: int


class EncounterCheck(Wire, frozen=True, kw_only=True):
    """A fight that could be created, or what is wrong with the request.

    faults: all that is wrong; empty: `createEncounter` would make it. combatants: those whose sheet can be read.
    """

    faults: tuple[Fault, ...]
    combatants: tuple[CheckedCombatant, ...] = ()


class Conflict(Wire, frozen=True, kw_only=True):
    """The fight has moved on: read it again. expected, actual: versions."""

    code: str
    message: str
    expected: int
    actual: int


class Accepted(Wire, frozen=True, kw_only=True):
    """The step that a request made: its events as you may see them; the fight after it if you ask for it.

    command: the idempotency key, generated if none was sent; sent again it gets this answer again. durable: false if
    the replicas did not confirm in time. decisions: those that are open after it. encounter, decisions: null unless you
    ask for them.
    """

    from_: int = msgspec.field(name="from")
    version: int
    command: str
    again: bool
    durable: bool
    events: tuple[Told, ...]
    encounter: Encounter | None = None
    decisions: tuple[Decision, ...] | None = None


class Created(Wire, frozen=True, kw_only=True):
    """A new fight, and its seats' tokens, which are shown only once.

    missing_pictures: ids of kept pictures that it names and does not have: there was no room for them, or none are
    kept under these ids.
    """

    encounter: Encounter
    tokens: tuple[Token, ...]
    missing_pictures: tuple[str, ...] = ()


class Preferred(Wire, frozen=True, kw_only=True):
    """The preference is set."""

    encounter: str
    kind: str
    preference: Preference


class StandingPreference(Wire, frozen=True, kw_only=True):
    """What you prefer for a kind of question, until you set it otherwise. Only your own seat reads it."""

    kind: str
    label: str
    preference: Preference


class Issued(Wire, frozen=True, kw_only=True):
    """A new token."""

    token: Token


class HostTokensRevoked(Wire, frozen=True, kw_only=True):
    """All tokens of a host are revoked."""

    host: str


class Archived(Wire, frozen=True, kw_only=True):
    """The fight is left out of the usual listing, or is in it again. Nothing else has changed."""

    encounter: str
    archived: bool


class Published(Wire, frozen=True, kw_only=True):
    """Everybody may read the fight as this seat does, without a token; null: nobody any more."""

    encounter: str
    seat: str | None


class HostIssued(Wire, frozen=True, kw_only=True):
    """A new token of a host."""

    token: HostToken


class Invitation(Wire, frozen=True, kw_only=True):
    """An invitation to a seat for somebody without a token. code: the argument of `join`; whoever has it may use it.

    key: its name in this fight. many: whether any number of readers may use it, else one person, once.
    short: letters and digits that serve as its code for twenty minutes after it was made; null: no longer.
    qr: a QR code of the link with its code, as rows of "0" (light) and "1" (dark); null: no link was sent.
    """

    key: str
    seat: str
    code: str
    many: bool
    expires: Instant
    short: str | None = None
    qr: tuple[str, ...] | None = None


class Invited(Wire, frozen=True, kw_only=True):
    """The invitation is created."""

    invitation: Invitation


class Joined(Wire, frozen=True, kw_only=True):
    """You have joined: your fight, and your token."""

    encounter: str
    token: Token


class TokensRevoked(Wire, frozen=True, kw_only=True):
    """All tokens of a seat are revoked."""

    encounter: str
    seat: str


# -- pages of REST ------------------------------------------------------------------------------------------------
class HostPage(Wire, frozen=True, kw_only=True):
    """Hosts by their ids. after: where the next page begins; null on the last one."""

    hosts: tuple[Host, ...]
    after: str | None


class EncounterPage(Wire, frozen=True, kw_only=True):
    """Fights, newest first. after: where the next page begins; null on the last one."""

    encounters: tuple[EncounterSummary, ...]
    after: str | None


class EventPage(Wire, frozen=True, kw_only=True):
    """Events, oldest first. after: the version after which the next page begins."""

    events: tuple[Told, ...]
    after: int


class Chance(Wire, frozen=True, kw_only=True):
    """A chance and its interval of 95 per cent, in tenths of a percent: 1 to 999.

    0 and 1000 only where nothing else can happen.
    """

    value: int
    low: int
    high: int


class Average(Wire, frozen=True, kw_only=True):
    """A mean and its interval of 95 per cent, in tenths."""

    value: int
    low: int
    high: int


class Quartiles(Wire, frozen=True, kw_only=True):
    """The middle of some whole numbers (median), of their lower half (q1) and of their upper half (q3)."""

    q1: int
    median: int
    q3: int


class SideOdds(Wire, frozen=True, kw_only=True):
    """What may become of a side. side: by key; bot: how it is played on. won: the fight ends for it; lost: for
    another."""

    side: str
    bot: RunBot
    won: Chance
    lost: Chance


class VitalOdds(Wire, frozen=True, kw_only=True):
    """What may be left of a vital. vital: by key."""

    vital: str
    left: Quartiles


class CombatantOdds(Wire, frozen=True, kw_only=True):
    """What may become of a combatant. stands: it is in the fight at its end, with some of its first vital
    left. dealt, taken: points of the first vital from here on."""

    key: str
    name: str
    side: str
    stands: Chance
    vitals: tuple[VitalOdds, ...]
    dealt: Average
    taken: Average


Known = Literal["EXACT", "ASSUMED"]
Stopped = Literal["WITHIN", "RUNS", "SECONDS", "LEFT"]


class Odds(Wire, frozen=True, kw_only=True):
    """How a fight may end if bots play it on, counted over seeded runs.

    encounter, version: of which moment; null: of a fight that is not made. known: EXACT: from all there is; ASSUMED:
    from what you see, and the catalogue. runs: how many; seed: of their dice. complete: no more are made; stopped: why:
    as narrow as was asked (WITHIN), as many as was asked (RUNS), or so much time has passed (SECONDS): then another
    answer may differ. milliseconds: that it took. nobody: it ends for no side; undecided: not within its rounds.
    rounds: still to be played, the present one included; null: no run has ended yet.
    """

    encounter: str | None
    version: int | None
    known: Known
    runs: int
    seed: str
    complete: bool
    stopped: Stopped | None
    milliseconds: int
    sides: tuple[SideOdds, ...]
    nobody: Chance
    undecided: Chance
    combatants: tuple[CombatantOdds, ...]
    rounds: Quartiles | None


class OfferOdds(Wire, frozen=True, kw_only=True):
    """What an offer is worth. key: of the offer; label: what it is called; send: the order that was tried, with the
    best of its picks. chance: that the side wins. runs: that it got: most behind what may be the best.
    """

    key: str
    label: str
    send: Any
    chance: Chance
    runs: int


ComparisonStopped = Literal["CLEAR", "RUNS", "SECONDS"]


class OfferComparison(Wire, frozen=True, kw_only=True):
    """The offers of a combatant, the best first, each with the chance of its side if bots play on behind it.

    A run ends at the end of the round after the present one, at the latest: then the chance is estimated by how the
    fight stands. It compares offers well, and says less of the fight than its odds. known: EXACT: from all there is;
    ASSUMED: from what you see, and the catalogue. runs: of all offers. complete: no more are made; stopped: why: what
    is best is clear (CLEAR), as many as was asked (RUNS), or so much time has passed (SECONDS). milliseconds: that it
    took. offers: those that were tried; none before the first run has ended.
    """

    encounter: str
    version: int
    combatant: str
    side: str
    known: Known
    runs: int
    seed: str
    complete: bool
    stopped: ComparisonStopped | None
    milliseconds: int
    offers: tuple[OfferOdds, ...]


class ProposedKind(Wire, frozen=True, kw_only=True):
    """Opponents of one kind: those of a side with the same sheet. count: how many there would be; was: how many there
    are."""

    name: str
    side: str
    count: int
    was: int


class SetupProposal(Wire, frozen=True, kw_only=True):
    """A fight with other numbers of opponents. won: the chance of the side that it was asked for. runs: that it is
    counted of. fight: for `createEncounter`: who is added has a name and a place of his own."""

    kinds: tuple[ProposedKind, ...]
    won: Chance
    runs: int
    fight: dict[str, Any]


class SetupProposals(Wire, frozen=True, kw_only=True):
    """With how many opponents a fight is about as hard as was asked, the nearest first; in the mix of kinds of now.

    side: whose chance it is. chance: that was asked for, in tenths of a percent. complete: nothing more is tried.
    milliseconds: that it took. proposals: one for each number that was tried.
    """

    side: str
    chance: int
    complete: bool
    milliseconds: int
    proposals: tuple[SetupProposal, ...]
