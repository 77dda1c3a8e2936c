"""Take-backs by consent: a request, the answers of the affected seats, and the jump back. Outside the rules.

It works whatever the rules do, at rest and while a question waits; the rules only replay what an order would have come
to as its seat saw it (`expectation`). It blocks nobody: an order, an answer to the fight's own question, a correction
or a jump closes the request as overtaken, because the asked seats agreed to something else; it may be asked again. A
pause only suspends it. Going back restores states, never dice: a roll depends on its version, and no version recurs.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.disclosure import affected_seats, disclosures, disclosures_for, events_undone
from engine.kernel.overruling.expectation import unexpected
from engine.kernel.overruling.gm_tools import TakeBack, Withdraw
from engine.kernel.overruling.reopening import settled
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.facts import fact, must_run
from engine.kernel.playing.jumps import jump, land
from engine.kernel.playing.position import Clock, Position, Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as e
from engine.kernel.state.decisions import Offer, Visibility, check_picks
from engine.kernel.state.fight import TAKE_BACK, Asked, Fight
from engine.kernel.state.reducer import is_roll
from engine.kernel.structs.budget import STEP, bounded
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain

Own = TypeVar("Own", bound=Struct)

FARTHEST = 1000
"""How many versions back a request may reach; only the GM goes farther, by a revert."""

YES, NO = "yes", "no"
_TO = "command.table.takeBack.to"


class TakeBackTarget(Struct, Generic[Own], frozen=True):
    """Where a request would go back to, and the live events since, in order."""

    target: Position[Own]
    live: tuple[Recorded, ...]


def find_consent(fight: Fight, decision: int) -> Asked | None:
    """The open question of a request with this id."""
    waiting = fight.taking_back.asked if fight.taking_back else ()
    return next((a for a in waiting if a.decision == decision and not a.answered), None)


# -- asking
def default_target(fight: Fight, seat: str | None, version: int) -> int | None:
    """The version that a seat may now ask to go back to, before its last act; None where there is none.

    version: the fight's. It is offered exactly when it would not be refused.
    """
    if seat not in fight.seats:
        return None
    try:
        return _wished(fight, version, seat, TakeBack())
    except RuleRefusal:
        return None


def last_step(fight: Fight, seat: str | None) -> int | None:
    """The version before the last order or answer of anybody, to which a GM may go back; None where there is none."""
    if not fight.is_gm(seat) or fight.status != "RUNNING":
        return None
    return max(fight.last_acts.values(), default=None)


def requested_target(position: Position[Own], seat: str, tool: TakeBack) -> int:
    """The version that a seat asks to go back to. RuleRefusal where it may not ask, or not for that one."""
    return _wished(position.state.fight, position.version, seat, tool)


def _wished(fight: Fight, head: int, seat: str, tool: TakeBack) -> int:
    must_run(fight)
    if fight.seats[seat].role == "SPECTATOR":
        raise RuleRefusal("who looks on has nothing to take back", code="NOT_YOURS")
    if fight.take_backs.consent == "NEVER" and not fight.is_gm(seat):
        raise RuleRefusal("at this table nothing is taken back: ask the GM", code="NOT_YOURS")
    talk = fight.taking_back
    if talk is not None:
        raise RuleRefusal(f"{talk.by} asks to take back already, to version {talk.to}: that comes first")
    to = fight.last_acts.get(seat) if tool.to is None else tool.to
    if to is None:
        raise RuleRefusal("you have done nothing that could be taken back", field=_TO)
    if not 1 <= to < head:
        raise RuleRefusal(f"take back to a version from 1 to {head - 1}", field=_TO)
    if head - to > FARTHEST:
        raise RuleRefusal(f"a take-back reaches {FARTHEST} versions back: farther goes only the GM", field=_TO)
    return to


def ask(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    to: int,
    past: TakeBackTarget[Own] | None,
    note: str,
    circumstances: Circumstances,
) -> Step[Own]:
    """A seat asks to go back to a version found by `requested_target`. past: None where that version is no longer live.

    It is done at once where nobody else is affected. A player asks for what its own seat did, the GM for anything.
    """
    with bounded(STEP, circumstances.timer):
        return _requested(book, position, seat, to, past, note, circumstances)


def _requested(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str,
    to: int,
    past: TakeBackTarget[Own] | None,
    note: str,
    circumstances: Circumstances,
) -> Step[Own]:
    fight, clock = position.state.fight, circumstances.clock
    if past is None:
        raise RuleRefusal(f"version {to} was taken back itself: name one that still counts", field=_TO)
    _check(fight, seat, to, past)
    before = past.target.state.fight
    known = disclosures(before, fight, past.live, seat)
    if not known and not fight.is_gm(seat):
        # If something was openly disclosed consent is needed anyway: no need to look further.
        other = unexpected(book, past.target, past.live, seat)
        known = () if other is None else (e.Disclosure(other, "UNEXPECTED"),)
    groups = _asked(before, fight, past, seat, learnt=bool(known))
    event = e.TakeBackAsked(
        by=seat,
        to_version=to,
        seats=tuple(dict.fromkeys(s for group in groups for s in group)),
        known=disclosures_for(known, fight, None),
        everything=known,
        note=note,
    )
    asked, position = fact(book, position, event, seat=seat, clock=clock, to=fight.gms())
    if not groups:
        back = _granted(book, position, past, circumstances)
        return Step((asked, *back.new), back.position)
    new = [asked]
    first = position.version + 1
    for group in groups:
        disclosed = disclosures_for(known, fight, group[0])
        opened = _question(fight, seat, group, to, disclosed, note, window=first, of=len(groups))
        recorded, position = fact(book, position, opened, seat=seat, clock=clock, to=group)
        new.append(recorded)
    return Step(tuple(new), position)


def _check(fight: Fight, seat: str, to: int, past: TakeBackTarget[Own]) -> None:
    if any(isinstance(r.event, e.EncounterForked) for r in past.live):
        raise RuleRefusal(f"version {to} is the parent's: take back to where this fork began, or after", field=_TO)
    before = past.target.state.fight
    first = next(iter(events_undone(past.live)), None)
    if first is None:
        raise RuleRefusal(f"since version {to} nothing has happened that could be taken back", field=_TO)
    gm = fight.is_gm(seat)
    # Only the sender of an order is told where it began: another's may be hidden.
    if not before.resting and before.open is not None and (gm or before.open.seat == seat):
        reason = f"version {to} lies inside an order: take back to {before.open.base}, where it began"
        raise RuleRefusal(reason, field=_TO)
    if not gm and not _is_act_of(seat, first, before):
        reason = f"behind version {to} stands what another brought about: take back to before an act of your own"
        raise RuleRefusal(reason, field=_TO)


def _is_act_of(seat: str, recorded: Recorded, before: Fight) -> bool:
    """Whether this seat itself has ordered, answered or typed this."""
    match recorded.event:
        case e.CommandAccepted(by=by):
            return by == seat
        case e.DecisionAnswered(how="HAND" | "GM"):
            return recorded.draft.seat == seat
        case e.DiceRolled() | e.Drawn():
            return recorded.draft.seat == seat and before.window is not None and any(map(is_roll, before.window.asked))
    return False


def _asked(
    before: Fight, fight: Fight, past: TakeBackTarget[Own], seat: str, *, learnt: bool
) -> tuple[tuple[str, ...], ...]:
    """Who is asked, by the table's setting."""
    gm = () if fight.is_gm(seat) else (fight.gms(),)
    match fight.take_backs.consent:
        case "GM":
            return gm
        case "ALWAYS":
            return affected_seats(before, fight, past.live, seat, learnt=learnt) or gm
    return affected_seats(before, fight, past.live, seat, learnt=learnt)


def _question(
    fight: Fight,
    by: str,
    group: tuple[str, ...],
    to: int,
    known: tuple[e.Disclosure, ...],
    note: str,
    *,
    window: int,
    of: int,
) -> e.DecisionOpened:
    figures: dict[str, Any] = {"by": by, "to": to, "known": plain(known), "note": note}
    return e.DecisionOpened(
        window=window,
        of=of,
        seats=group,
        kind=TAKE_BACK,
        visibility=Visibility.PRIVATE,
        deadline=fight.take_backs.deadline or None,
        pace=0,
        interrupts=(),
        question=figures,
        offers=tuple(Offer(key, {}, "") for key in (YES, NO)),
        default=NO,
    )


# -- answering
def consent(
    book: Rulebook[Own],
    position: Position[Own],
    seat: str | None,
    decision: int,
    choice: Choice | None,
    past: TakeBackTarget[Own],
    circumstances: Circumstances,
) -> Step[Own]:
    """An asked seat answers, or (None) silence is a no. The last yes goes back, the first no closes the request."""
    fight, clock = position.state.fight, circumstances.clock
    must_run(fight)
    asked, talk = find_consent(fight, decision), fight.taking_back
    if asked is None or talk is None:
        raise RuleRefusal(f"decision {decision} is not open", code="DECISION_CLOSED", field="decision")
    if seat is not None and seat not in asked.seats and not fight.is_gm(seat):
        raise RuleRefusal("this decision is another seat's", code="NOT_YOURS", field="decision")
    key = _key(asked, Choice(NO) if seat is None else choice)
    how: e.How = "DEADLINE" if seat is None else "HAND" if seat in asked.seats else "GM"
    event = e.DecisionAnswered(decision=decision, choice=key, picks={}, how=how)
    answered, position = fact(book, position, event, seat=seat, clock=clock, to=asked.seats)
    if key == NO:
        end = e.TakeBackClosed(request=talk.request, closed="EXPIRED" if seat is None else "REFUSED")
        closed, position = fact(book, position, end, seat=seat, clock=clock)
        return Step((answered, closed), position)
    now = position.state.fight.taking_back
    if now is None or not all(a.answered for a in now.asked):
        return Step((answered,), position)
    with bounded(STEP, circumstances.timer):
        back = _granted(book, position, past, circumstances)
    return Step((answered, *back.new), back.position)


def _key(asked: Asked, choice: Choice | None) -> str:
    if choice is None:
        raise RuleRefusal("choose one of the offers", field="choice")
    if choice.key not in (YES, NO):
        raise RuleRefusal(f"{choice.key!r} is not among the offers: {YES}, {NO}", field="choice.key")
    try:
        check_picks((), choice.fields)
    except RuleRefusal as refusal:
        refusal.field = f"choice.fields.{refusal.field}"
        raise
    return choice.key


def _granted(
    book: Rulebook[Own], position: Position[Own], past: TakeBackTarget[Own], circumstances: Circumstances
) -> Step[Own]:
    """Go back, keeping lasting events; in the name of the asker."""
    talk = position.state.fight.taking_back
    assert talk is not None
    kept = [r for r in past.live if r.lasting]
    landing = land(book, past.target, kept)
    step = jump(book, position, landing, talk.by, talk.note, circumstances.clock, agreed=talk.request)
    return settled(book, step, circumstances, step.new[0].version)


# -- closing it
def withdraw(book: Rulebook[Own], position: Position[Own], seat: str, tool: Withdraw, *, clock: Clock) -> Step[Own]:
    """The asker withdraws the request; the GM thereby refuses it at once."""
    fight = position.state.fight
    must_run(fight)
    talk = fight.taking_back
    if talk is None:
        raise RuleRefusal("nobody asks to take back")
    if seat != talk.by and not fight.is_gm(seat):
        raise RuleRefusal("this request is another seat's", code="NOT_YOURS")
    closed: e.Closed = "WITHDRAWN" if seat == talk.by else "REFUSED"
    event = e.TakeBackClosed(request=talk.request, closed=closed, note=tool.reason)
    recorded, position = fact(book, position, event, seat=seat, clock=clock)
    return Step((recorded,), position)
