"""The course of a campaign's fights: planned, begun, settled, released. Each is a fact of the table, stated once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.differences import part_at
from engine.kernel.campaign.members import is_free, require_free
from engine.kernel.campaign.proposal import Line, Proposal, with_digest
from engine.kernel.campaign.standing import digest_of, standing_of
from engine.kernel.playing.dice import commitment
from engine.kernel.playing.facts import close_take_back, fact, must_be_gm, must_run
from engine.kernel.playing.position import Clock, Position, Step
from engine.kernel.state.campaign import DEAD, CampaignFight, CampaignState, Entered, Standing
from engine.kernel.state.campaign_events import (
    Carried,
    DiceEpochClosed,
    FightBegun,
    FightPlanned,
    FightReleased,
    FightReplaced,
    FightSettled,
    FightTakenIn,
    MemberDied,
)
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.events import CombatantReturned
from engine.kernel.state.fight import Fight, State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, Recorded, plain


class Edits(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What the game master changes in what a fight leaves. dropped: ids of lines that do not count.

    set: id of a line -> what it leaves instead.
    """

    dropped: tuple[str, ...] = ()
    set: dict[str, Any] = {}


NO_EDITS = Edits()


def fight_of(own: CampaignState, fight: str, *stages: str) -> CampaignFight:
    """A fight of the campaign. RuleRefusal where there is none, or where it is past that."""
    found = own.fights.get(fight)
    if found is None:
        raise RuleRefusal(f"this campaign has no fight {fight!r}", code="UNKNOWN", field="fight")
    if found.stage not in stages and not (found.anew and "RUNNING" in stages):
        if found.stage == "SETTLED":
            reason = f"this fight was settled at version {found.settled}"
            raise RuleRefusal(reason, code="ALREADY_SETTLED", field="fight")
        raise RuleRefusal("this fight is not begun yet, or does not count", field="fight")
    return found


def planned(
    state: State[CampaignState], seat: str, fight: str, name: str, members: Mapping[str, str], plan: dict[str, Any]
) -> FightPlanned:
    """A fight is planned. members: member -> its id there. RuleRefusal where one of them cannot come along."""
    known, entering = _coming(state, seat, members)
    return FightPlanned(fight=fight, name=name, members=known, entering=entering, plan=plan)


def _coming(
    state: State[CampaignState], seat: str, members: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[Entered, ...]]:
    """(members whom everybody knows, all with what they have on them now). members: member -> its id in the fight."""
    must_be_gm(state.fight, seat)
    must_run(state.fight)
    require_free(state, members, "members")
    entering = tuple(
        Entered(member, combatant, digest_of(standing_of(state, member))) for member, combatant in members.items()
    )
    return tuple(member for member in members if state.fight.combatants[member].seen_by is None), entering


def taken_in(
    state: State[CampaignState], seat: str, fight: str, name: str, head: str, members: Mapping[str, str]
) -> FightTakenIn:
    """A fight that was played without the campaign is one of its fights. members: member -> its combatant there.

    RuleRefusal where it is one already.
    """
    there = state.own.fights.get(fight)
    if there is not None and there.stage != "RELEASED":
        raise RuleRefusal("this fight is one of the campaign already", field="fight")
    known, entering = _coming(state, seat, members)
    if len(set(members.values())) != len(members):
        raise RuleRefusal("two members were one combatant", field="members")
    return FightTakenIn(fight=fight, name=name, head=head, members=known, entering=entering)


def recognised(state: State[CampaignState], there: Fight, sheets: Mapping[str, Any]) -> dict[str, str]:
    """Who of a fight may be which member: member -> combatant. By id, by name, and by the sheet, each one once.

    sheets: of the combatants there, as they entered.
    """
    found = dict[str, str]()
    left = [who for who in there.combatants.values() if who.id in sheets]
    ways: tuple[Callable[[Combatant, str], bool], ...] = (
        lambda who, member: who.id == member,
        lambda who, member: who.name.casefold() == state.fight.combatants[member].name.casefold(),
        lambda who, member: bool(sheets[who.id] == state.own.members[member].sheet),
    )
    for same in ways:
        for member in state.own.members:
            who = next((candidate for candidate in left if same(candidate, member)), None)
            if member not in found and who is not None and is_free(state, member):
                found[member] = who.id
                left.remove(who)
    return found


def settled(
    book: Rulebook[Any],
    position: Position[Any],
    seat: str,
    proposal: Proposal,
    edits: Edits,
    clock: Clock,
) -> Step[Any]:
    """One step: the fight is settled, and each line of it. RuleRefusal where it is settled already."""
    state = position.state
    must_be_gm(state.fight, seat)
    must_run(state.fight)
    fight = fight_of(state.own, proposal.fight, "RUNNING")
    lines = edited(proposal.lines, edits)
    first = FightSettled(
        fight=proposal.fight,
        fight_version=proposal.version,
        head=proposal.head,
        rules=proposal.rules,
        proposal=proposal.digest,
        result=proposal.result,
        supersedes=fight.settled,
        lines=len(lines),
        edits=plain(edits),
    )
    before, position = close_take_back(book, position, clock)
    recorded, position = fact(book, position, first, seat=seat, clock=clock, to=state.fight.gms())
    new: list[Recorded] = [*before, recorded]
    for line in lines:
        event = _event_of(position.state, proposal.fight, line)
        recorded, position = fact(book, position, event, seat=seat, clock=clock, rule=line.rule)
        new.append(recorded)
    return Step(tuple(new), position)


def edited(lines: Sequence[Line], edits: Edits) -> list[Line]:
    """The lines that count, as the game master wants them. RuleRefusal for a line that is not in the list."""
    known = {line.id: line for line in lines}
    for id in (*edits.dropped, *edits.set):
        if id not in known:
            raise RuleRefusal(f"there is no line {id!r}", code="UNKNOWN", field="edits")
    found: list[Line] = []
    for line in lines:
        if line.id in edits.dropped:
            continue
        left = edits.set.get(line.id, line.left)
        if line.kind == "DEATH" and line.id in edits.set:
            raise RuleRefusal("a death counts, or is dropped", field="edits.set")
        if line.kind == "VITAL" and type(left) is not int:
            raise RuleRefusal(f"{line.path[0]} is a whole number", field="edits.set")
        found.append(Line(line.id, line.member, line.kind, line.path, line.was, left, line.cause, line.rule))
    return found


def _event_of(state: State[CampaignState], fight: str, line: Line) -> Event:
    if line.kind == "DEATH" and not line.left:
        return CombatantReturned(combatant=line.member)
    if line.kind == "DEATH":
        return MemberDied(combatant=line.member, fight=fight, fight_cause=line.cause)
    kind: Any = line.kind
    return Carried(
        combatant=line.member,
        carried=kind,
        about=line.path,
        entered_as=line.was,
        left_as=line.left,
        value=now_of(standing_of(state, line.member), line),
        fight=fight,
        fight_cause=line.cause,
    )


def _is_made_so(state: State[CampaignState], event: Carried) -> bool:
    """Whether a member's figure is what its line makes of it."""
    told = (event.entered_as, event.left_as, event.fight_cause)
    line = Line("", event.combatant, event.carried, event.about, *told, "")
    return bool(now_of(standing_of(state, event.combatant), line) == event.value)


def now_of(present: Standing, line: Line) -> Any:
    """What a line makes of what a member has on him: a number by its change, anything else as the fight left it.

    Where nothing has changed since the member entered, that is as the fight left it.
    """
    value: Any
    if line.kind == "VITAL":
        value = present.vitals.get(line.path[0])
    elif line.kind == "CONDITION":
        value = next((plain(condition) for condition in present.conditions if condition.key == line.path[0]), None)
    else:
        value = part_at(present.sheet, line.path)
    if value == line.was:
        return line.left
    numbers = (value, line.was, line.left)
    if all(type(item) is int for item in numbers):
        return max(0, value + line.left - line.was)
    return line.left


def begun(state: State[CampaignState], fight: str, head: str) -> FightBegun:
    """A planned fight has been created."""
    fight_of(state.own, fight, "PLANNED")
    return FightBegun(fight=fight, head=head)


def replaced(state: State[CampaignState], seat: str, fight: str, replacement: str) -> FightReplaced:
    """A fork takes the place of a fight of the campaign."""
    must_be_gm(state.fight, seat)
    state.fight.require_going_on()
    fight_of(state.own, fight, "RUNNING", "SETTLED")
    there = {name for id, found in state.own.fights.items() for name in (id, found.replaced_by)}
    if replacement in there:
        raise RuleRefusal(f"{replacement} is a fight of this campaign already", field="replacement")
    return FightReplaced(fight=fight, replacement=replacement)


def earlier_lines(events: Iterable[Recorded], fight: str) -> dict[tuple[str, str, tuple[str, ...]], tuple[Any, Any]]:
    """What was taken over of a fight until now: (member, kind, path) -> (as the member entered, as it was left)."""
    found: dict[tuple[str, str, tuple[str, ...]], tuple[Any, Any]] = {}
    dead = set[str]()
    for recorded in events:
        match recorded.event:
            case Carried(fight=named) as line if named == fight:
                key = (line.combatant, line.carried, line.about)
                found[key] = (found.get(key, (line.entered_as, None))[0], line.left_as)
            case MemberDied(fight=named, combatant=member) if named == fight:
                dead.add(member)
            case CombatantReturned(combatant=member) if member in dead:
                dead.discard(member)
    return found | {(member, "DEATH", ()): (False, True) for member in dead}


def anew(proposal: Proposal, earlier: Mapping[tuple[str, str, tuple[str, ...]], tuple[Any, Any]]) -> Proposal:
    """What a fight leaves beside what was taken over of it until now: new minus old, on top of what is there now."""
    lines = list[Line]()
    rest = dict(earlier)
    for line in proposal.lines:
        _, before = rest.pop((line.member, line.kind, line.path), (None, line.was))
        if before != line.left:
            lines.append(structs.replace(line, was=before))
    for (member, kind, path), (entered, left) in rest.items():
        id, rule = "/".join((member, kind.lower(), *path)), "CA-01"
        lines.append(Line(id, member, kind, path, left, entered, proposal.version, rule))
    return with_digest(structs.replace(proposal, lines=tuple(lines)))


def released(state: State[CampaignState], seat: str, fight: str, note: str) -> FightReleased:
    """A fight does not count."""
    must_be_gm(state.fight, seat)
    state.fight.require_going_on()
    fight_of(state.own, fight, "PLANNED", "RUNNING")
    return FightReleased(fight=fight, note=note)


def epoch_closed(fight: Fight, secret: str, hidden: str | None, note: str = "") -> DiceEpochClosed:
    """The dice secret in force is published. RuleRefusal where it is not the one that was committed to."""
    fight.require_going_on()
    if fight.dice != "SEEDED" or commitment(secret) != fight.commitment:
        raise RuleRefusal("these dice have no secret that could be published", field="command.gm")
    return DiceEpochClosed(dice_secret=secret, hidden_secret=hidden, note=note)


def require_after_fights(state: State[Any], to: int) -> None:
    """RuleRefusal for going back behind the beginning of a fight: the fight would not know, and go on.

    A settlement is taken back like an order. state: of a campaign or a fight; of a fight nothing is refused.
    """
    if not isinstance(state.own, CampaignState):
        return
    last = max((max(fight.planned, fight.begun) for fight in state.own.fights.values()), default=0)
    if to < last:
        raise RuleRefusal(f"a fight began at version {last}: go back no further, or fork the campaign", field="to")


def statable(state: State[CampaignState], event: Event, by: str | None) -> bool:
    """Whether the table could state this fact of a fight in this state. RuleRefusal says why not."""
    fight, own = state.fight, state.own
    match event:
        case FightPlanned():
            there = {entered.member: entered.combatant for entered in event.entering or ()}
            return planned(state, by or "", event.fight, event.name, there, event.plan or {}) == event
        case DiceEpochClosed():
            return (by is None or fight.is_gm(by)) and (
                epoch_closed(fight, event.dice_secret, event.hidden_secret, event.note) == event
            )
        case FightBegun():
            return begun(state, event.fight, event.head) == event
        case FightTakenIn():
            there = {entered.member: entered.combatant for entered in event.entering or ()}
            return taken_in(state, by or "", event.fight, event.name, event.head, there) == event
        case FightReplaced():
            return replaced(state, by or "", event.fight, event.replacement) == event
        case CombatantReturned():
            who = fight.combatants[event.combatant]
            return fight.is_gm(by) and who.out == DEAD
        case FightReleased():
            return released(state, by or "", event.fight, event.note) == event
        case FightSettled():
            fight_of(own, event.fight, "RUNNING")
            return fight.is_gm(by)
        case Carried() | MemberDied():
            stands = own.fights.get(event.fight)
            if not fight.is_gm(by) or stands is None or event.combatant not in stands.members:
                return False
            return isinstance(event, MemberDied) or _is_made_so(state, event)
    return False
