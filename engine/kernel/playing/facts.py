"""Facts outside commands: a fight is created, the clock stops, a seat joins.

Pure: nothing here reads a clock or a store. The service appends the events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.entering import joined_event, taken
from engine.kernel.playing.knowledge import disclosures
from engine.kernel.playing.position import Clock, Position, Step, advance
from engine.kernel.playing.sizes import MOST_IN_SETUP, require_moderate
from engine.kernel.state import events as e
from engine.kernel.state.campaign import CampaignTie, Entered
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.fight import ASKED_ALWAYS, DiceMode, Fight, OddsPolicy, SingleAnswers
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_change import finished
from engine.kernel.state.ground.ground_faults import refuse
from engine.kernel.state.ground.seen_ground import seen_ground, sides_of
from engine.kernel.state.looks import Looks
from engine.kernel.state.orders import Entry
from engine.kernel.state.redaction.audience import recipients_of
from engine.kernel.state.redaction.hidden_zones import with_places_apart
from engine.kernel.state.redaction.redaction import Coming, divided, divided_sides, divided_typing
from engine.kernel.state.seat import SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.typed_by import NOBODY_TYPES, TypedBy
from engine.kernel.structs.budget import CREATION, Timer, bounded
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Draft, Event, Recorded
from engine.kernel.structs.names import cleaned, look_of, require_visible
from engine.kernel.structs.reasons import Reasons
from engine.kernel.words.house_rules import settled_house_rules

Own = TypeVar("Own", bound=Struct)


class Creation(Struct, frozen=True, kw_only=True):
    """The input of a new fight. setup: JSON of the system's setup; commitments: hex, "" for unproven dice.

    house_rules: by key, as the table wishes.

    numbers: of the combatants in the request, where others of it could not be read; (): from 0 on. campaign: of which
    it is a fight; members: who of it come along.
    """

    encounter: str
    name: str
    dice: DiceMode
    seats: tuple[SeatEntry, ...]
    combatants: tuple[Entry, ...]
    setup: dict[str, Any]
    chain: str
    commitment: str = ""
    hidden_commitment: str = ""
    seed: str = ""
    figures_open: bool = False
    sides: tuple[SideEntry, ...] = ()
    looks: Looks | None = None
    backdrop: Backdrop | None = None
    ground: Ground | None = None
    typed_by: TypedBy = NOBODY_TYPES
    single_answers: SingleAnswers = ASKED_ALWAYS
    house_rules: dict[str, Any] = {}
    odds: OddsPolicy = "MASTER"
    numbers: tuple[int, ...] = ()
    campaign: CampaignTie | None = None
    members: tuple[Entered, ...] = ()

    @property
    def numbered(self) -> Iterator[tuple[int, Entry]]:
        """The combatants, each with its number in the request."""
        return zip(self.numbers or range(len(self.combatants)), self.combatants, strict=True)

    @property
    def sights(self) -> dict[str, tuple[str, ...] | None]:
        """The seats that know of each combatant."""
        return {entry.id: entry.seen_by for entry in self.combatants}

    @property
    def names(self) -> dict[str, str]:
        """What people call the zones, seats and combatants of it."""
        zones = self.ground.zones if self.ground is not None else ()
        return {
            **{zone.key: zone.label for zone in zones if zone.label},
            **{seat.seat: seat.name for seat in self.seats},
            **{entry.id: entry.name for entry in self.combatants},
        }


def must_run(fight: Fight) -> None:
    fight.require_going_on()
    if fight.status == "PAUSED":
        raise RuleRefusal("the GM has paused this fight", code="PAUSED")


def must_be_gm(fight: Fight, seat: str) -> None:
    """RuleRefusal for anybody but the GM."""
    if not fight.is_gm(seat):
        raise RuleRefusal("only the GM may do this", code="NOT_YOURS")


def fact(
    book: Rulebook[Own],
    position: Position[Own] | None,
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
    rule: str = "",
    because: Reasons | None = None,
    sights: Fight | None = None,
    secret: bool = False,
) -> tuple[Recorded, Position[Own]]:
    """One fact made by no command, at the next version, and the position behind it. to: a narrower audience.

    rule, because: of what follows from a correction. sights: who knows of whom, where that differs from the fight.
    secret: others than `to` do not read what kind of fact it is either.
    """
    fight = sights or (position.state.fight if position else _about_to_be(event))
    version = position.version + 1 if position else 1
    event = with_places_apart(event, fight)
    seats, whole = recipients_of(event, fight, to, because=because)
    whole = whole or (secret and seats is not None)
    recorded = Recorded(version, clock(), Draft(event, rule, seat, None, seats, whole, because))
    return recorded, advance(book, position, recorded)


def _about_to_be(first: Event) -> Fight:
    """The fight that an event begins, as far as its audience depends on it."""
    return Fight(seats={s.seat: s for s in first.table}) if isinstance(first, e.EncounterCreated) else Fight()


def create(
    book: Rulebook[Own],
    creation: Creation,
    *,
    seat: str | None,
    clock: Clock,
    faults: Sequence[RuleRefusal] = (),
    timer: Timer | None = None,
) -> Step[Own]:
    """The first step: the fight and its initial combatants.

    RuleRefusal with everything that is wrong (`others`), each with the field at fault and the names of whom it tells
    of. faults: what is known already. timer: of the service, for the guard of the budget.
    """
    try:
        with bounded(CREATION, timer):
            return _created(book, creation, seat, clock, faults)
    except RuleRefusal as refusal:
        refusal.called(creation.names, book.system.id)
        raise


def _created(
    book: Rulebook[Own], creation: Creation, seat: str | None, clock: Clock, faults: Sequence[RuleRefusal]
) -> Step[Own]:
    found = list(faults)
    found += [
        fault
        for check in (_check_seats, _check_names, check_setup, check_house_rules, _check_sides)
        for fault in faults_in(check, book, creation)
    ]
    sides_here = {entry.side for entry in creation.combatants}
    found += typing_faults(creation.typed_by, creation.dice, creation.seats, sides_here)
    people = [Coming(entry.id, entry.side, entry.seen_by is not None) for entry in creation.combatants]
    ground: Ground | None = None
    whole_ground: Ground | None = None
    try:
        ground, whole_ground = _laid(book, creation, people)
    except RuleRefusal as refusal:
        found += refusal.all
    if found:
        # Combatants are judged all the same, as far as that needs neither setup nor ground.
        refuse([*found, *entry_faults(book, creation)])
    setup = msgspec.convert(creation.setup, book.system.setup)
    public, withheld = divided(creation.setup, setup, people)
    sides, withheld_side_entries = divided_sides(creation.sides, people)
    typed_by, withheld_typed_sides = divided_typing(creation.typed_by, people)
    members, withheld_members = divided_members(
        creation.members, {person.combatant for person in people if person.hidden}, tied=creation.campaign is not None
    )
    first = e.EncounterCreated(
        encounter=creation.encounter,
        name=creation.name,
        system=book.system.id,
        rules=book.system.version,
        chain=creation.chain,
        dice_mode=creation.dice,
        commitment=creation.commitment,
        hidden_commitment=creation.hidden_commitment,
        seed=creation.seed,
        table=_seated(creation).seats,
        figures_open=creation.figures_open or book.opens_figures(setup),
        ground=ground,
        whole_ground=whole_ground,
        setup=public,
        withheld=withheld,
        side_entries=sides,
        withheld_side_entries=withheld_side_entries,
        looks=creation.looks,
        backdrop=creation.backdrop,
        typed_by=typed_by,
        withheld_typed_sides=withheld_typed_sides,
        single_answers=creation.single_answers,
        house_rules=settled_house_rules(book.system, creation.house_rules) or None,
        odds=creation.odds,
        campaign=creation.campaign,
        entered_members=members,
        withheld_members=withheld_members,
    )
    to = None if first.open else tuple(s.seat for s in creation.seats if s.role == "GM")
    recorded, position = fact(book, None, first, seat=seat, clock=clock, to=to)
    new, refused = [recorded], set[str]()
    for number, entry in creation.numbered:
        if entry.id in refused:  # the fight does not know of the first one
            found.append(taken(entry.id).below(f"combatants.{number}"))
            continue
        try:
            event = joined_event(book.system, entry, position.state.fight, coming=creation.sights)
            book.require_admitted(position.state, event)
        except RuleRefusal as refusal:
            found += refusal.below(f"combatants.{number}").all
            refused.add(entry.id)
            continue
        recorded, position = fact(book, position, event, seat=seat, clock=clock)
        new.append(recorded)
    refuse([*found, *book.setup_faults(position.state)])
    return Step(tuple(new), position)


def divided_members(
    members: Sequence[Entered], hidden: Collection[str], *, tied: bool
) -> tuple[tuple[Entered, ...], tuple[Entered, ...] | None]:
    """(members of a campaign of whom everybody knows, the others). hidden: combatants.

    tied: it is a fight of a campaign. Others are told apart then also where there are none: that would tell something.
    """
    apart = tuple(member for member in members if member.combatant in hidden)
    return tuple(member for member in members if member.combatant not in hidden), apart if tied else None


def breadths(book: Rulebook[Own], creation: Creation, timer: Timer | None = None) -> dict[int, int]:
    """How wide it is what each combatant covers, by its number in the request, as far as it can be played."""
    found: dict[int, int] = {}
    with suppress(msgspec.ValidationError), bounded(CREATION, timer):
        setup = msgspec.convert(creation.setup, book.system.setup)
        for number, entry in creation.numbered:
            sheet: Any = entry.sheet  # type: ignore[attr-defined]  # every system's Enter has one
            with suppress(RuleRefusal):
                found[number] = book.system.breadth(setup, sheet)
    return found


def faults_in(check: Callable[..., object], *arguments: Any) -> tuple[RuleRefusal, ...]:
    """All that a check refuses; () where it refuses nothing."""
    try:
        check(*arguments)
    except RuleRefusal as refusal:
        return refusal.all
    return ()


def entry_faults(book: Rulebook[Own], creation: Creation) -> Iterator[RuleRefusal]:
    """What is wrong with the combatants by themselves."""
    fight = Fight(seats={seat.seat: seat for seat in creation.seats})
    for number, entry in creation.numbered:
        try:
            joined_event(book.system, entry, fight, coming=creation.sights)
        except RuleRefusal as refusal:
            yield from refusal.below(f"combatants.{number}").all
        here = Combatant(id=entry.id, name=entry.name, side=entry.side, seen_by=entry.seen_by)
        fight = structs.replace(fight, combatants={**fight.combatants, entry.id: here})


def _seated(creation: Creation) -> Creation:
    """With the names of seats as they are kept, as far as they can be."""
    return structs.replace(
        creation, seats=tuple(structs.replace(seat, name=cleaned(seat.name)) for seat in creation.seats)
    )


def _require_visible(name: str, field: str) -> None:
    require_visible(name, field=field)


def _check_names(book: Rulebook[Own], creation: Creation) -> None:
    """RuleRefusal for each seat whose name cannot be seen, or looks like that of one before it."""
    looks: dict[str, str] = {}
    found: list[RuleRefusal] = []
    for number, seat in enumerate(creation.seats):
        field = f"seats.{number}.name"
        found += faults_in(_require_visible, seat.name, field)
        other = looks.setdefault(look_of(seat.name), seat.seat)
        if other != seat.seat:
            found.append(RuleRefusal(f"{other} is called so, or looks like it: take another name", field=field))
    refuse(found)


def _check_seats(book: Rulebook[Own], creation: Creation) -> None:
    ids = [s.seat for s in creation.seats]
    if len(set(ids)) != len(ids):
        raise RuleRefusal("two seats share an id", field="seats")
    if not any(s.role == "GM" for s in creation.seats):
        raise RuleRefusal("a fight needs a seat with the role GM", field="seats")


def check_setup(book: Rulebook[Own], creation: Creation) -> None:
    """RuleRefusal for a setup that cannot be read, or that the system cannot use."""
    try:
        require_moderate(creation.setup, MOST_IN_SETUP)
        book.system.begin(msgspec.convert(creation.setup, book.system.setup))
    except msgspec.ValidationError as error:
        what, where = explain_decode_error(error, creation.setup, book.system.setup)
        raise RuleRefusal(what, field=dotted_path(("setup", book.key, *where))) from error
    except RuleRefusal as refusal:
        raise refusal.below(f"setup.{book.key}") from None


def check_house_rules(book: Rulebook[Own], creation: Creation) -> None:
    """RuleRefusal for each house rule that the game does not have, or that cannot be so."""
    settled_house_rules(book.system, creation.house_rules)


def _check_sides(book: Rulebook[Own], creation: Creation) -> None:
    """RuleRefusal for each side that is named twice, or of which nobody begins."""
    known, keys = {entry.side for entry in creation.combatants}, [side.key for side in creation.sides]
    found = []
    for number, key in enumerate(keys):
        if key not in known:
            found.append(RuleRefusal(f"nobody is of the side {key!r}", code="UNKNOWN", field=f"sides.{number}.key"))
        elif key in keys[:number]:
            found.append(RuleRefusal(f"there is a side {key!r} already", field=f"sides.{number}.key"))
    refuse(found)


def typing_faults(
    typed_by: TypedBy, mode: DiceMode, seats: Sequence[SeatEntry], sides: Collection[str]
) -> Iterator[RuleRefusal]:
    """What is wrong with whose rolls people type. mode: of the dice; sides: of those who begin."""
    if typed_by and mode == "PHYSICAL":
        yield RuleRefusal("with dice PHYSICAL everybody types: leave it out", field="typedBy")
    playing = {entry.seat for entry in seats if entry.role != "SPECTATOR"}
    for number, seat in enumerate(typed_by.seats):
        where = f"typedBy.seats.{number}"
        if seat in typed_by.seats[:number]:
            yield RuleRefusal(f"{seat!r} is named already", field=where)
        elif seat not in playing:
            spectator = any(entry.seat == seat for entry in seats)
            reason = f"{seat!r} only watches, and rolls no dice" if spectator else f"there is no seat {seat!r}"
            yield RuleRefusal(reason, code="NOT_LEGAL" if spectator else "UNKNOWN", field=where)
    for number, side in enumerate(typed_by.sides):
        where = f"typedBy.sides.{number}"
        if side in typed_by.sides[:number]:
            yield RuleRefusal(f"{side!r} is named already", field=where)
        elif side not in sides:
            yield RuleRefusal(f"nobody is of the side {side!r}", code="UNKNOWN", field=where)


def _laid(book: Rulebook[Own], creation: Creation, people: Sequence[Coming]) -> tuple[Ground | None, Ground | None]:
    """The ground that a fight begins on, as `divided_ground` divides it. RuleRefusal with all its faults."""
    ground = creation.ground or book.system.bare_ground
    if ground is None:
        return None, None
    ground = finished(ground, book.system.ground_entries)
    try:
        book.require_ground(ground, [seat.seat for seat in creation.seats])
    except RuleRefusal as refusal:
        raise refusal.below("ground") from None
    return divided_ground(ground, people)


def divided_ground(ground: Ground, people: Sequence[Coming]) -> tuple[Ground, Ground | None]:
    """(what everybody reads of a ground, all of it for the game master; None: nothing of it can be hidden).

    people: the initial combatants. A side of which everybody is hidden is not told. All of it is there also where
    nothing is hidden: whether something is withheld would tell of a trap or a secret door.
    """
    known = {person.side for person in people if not person.hidden}
    secret = {person.side for person in people} - known
    public = seen_ground(ground, None, [side for side in sides_of(ground) if side in secret])
    return public, ground if ground.space.kind != "NOWHERE" else None


def table_fact(
    book: Rulebook[Own],
    position: Position[Own],
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
) -> Step[Own]:
    """One fact made by no command: pause, policy, the end, a seat joins."""
    recorded, position = fact(book, position, event, seat=seat, clock=clock, to=to)
    return Step((recorded,), position)


def handed_fact(
    book: Rulebook[Own], position: Position[Own], event: Event, *, seat: str | None, clock: Clock
) -> Step[Own]:
    """One fact made by no command, and what it lets seats know, or no longer know, told to them."""
    before = position.state.fight
    recorded, position = fact(book, position, event, seat=seat, clock=clock)
    new, because = [recorded], Reasons(causes=(recorded.version,))
    for news, seats in disclosures(book, before, position.state):
        recorded, position = fact(book, position, news, seat=seat, clock=clock, to=seats, because=because)
        new.append(recorded)
    return Step(tuple(new), position)


def close_take_back(
    book: Rulebook[Own], position: Position[Own], clock: Clock
) -> tuple[tuple[Recorded, ...], Position[Own]]:
    """The fight goes on, so a pending take-back request is closed. No seat is named: what goes on may be hidden."""
    talk = position.state.fight.taking_back
    if talk is None:
        return (), position
    event = e.TakeBackClosed(request=talk.request, closed="OVERTAKEN")
    recorded, position = fact(book, position, event, seat=None, clock=clock)
    return (recorded,), position


def fact_closing_take_back(
    book: Rulebook[Own],
    position: Position[Own],
    event: Event,
    *,
    seat: str | None,
    clock: Clock,
    to: tuple[str, ...] | None = None,
) -> Step[Own]:
    """One fact made by no command that invalidates a pending take-back request."""
    closed, position = close_take_back(book, position, clock)
    step = table_fact(book, position, event, seat=seat, clock=clock, to=to)
    return Step((*closed, *step.new), step.position)
