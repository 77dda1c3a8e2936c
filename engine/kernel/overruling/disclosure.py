"""What has been disclosed since a version, and whose consent a take-back needs. Pure, over live events.

The affected seats follow from public knowledge only: the public parts of events, and the names of combatants that are
not hidden. So the list of who is asked reveals nothing that the asker was not told. That something hidden happened
shows anyway; the GM answers for it. Each seat is told only those disclosures that it has seen itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.kernel.state import events as e
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import Disclosure
from engine.kernel.state.fight import Fight
from engine.kernel.state.redaction.audience import mentions_any, public_part, strings_in
from engine.kernel.structs.messages import Recorded, plain

_TALK = (e.TakeBackAsked, e.TakeBackClosed, e.DecisionOpened, e.DecisionAnswered)


def is_talk(recorded: Recorded) -> bool:
    """Whether an event belongs to a take-back request; such events are not themselves taken back."""
    return recorded.foreign and isinstance(recorded.event, _TALK)


def events_undone(live: Sequence[Recorded]) -> list[Recorded]:
    """The events since a version that going back undoes."""
    return [r for r in live if not is_talk(r) and not r.lasting]


class _Put(Struct, frozen=True):
    """A decision: the seats asked, its answer's visibility, and whether everybody knows that it was asked."""

    seats: tuple[str, ...]
    visibility: Visibility
    public: bool


def _decisions(before: Fight, events: Sequence[Recorded]) -> dict[int, _Put]:
    """The decisions open at the version, and those opened since."""
    waiting = before.window.asked if before.window else ()
    unseen = {c.id for c in before.combatants.values() if not before.sees(None, c)}
    found = {
        a.decision: _Put(
            a.seats,
            a.visibility,
            a.visibility is not Visibility.HIDDEN and not mentions_any((a.question, a.offers, a.interrupts), unseen),
        )
        for a in waiting
    }
    for r in events:
        if isinstance(r.event, e.DecisionOpened):
            found[r.version] = _Put(r.event.seats, r.event.visibility, not r.draft.whole)
    return found


def disclosures(before: Fight, now: Fight, live: Sequence[Recorded], seat: str) -> tuple[Disclosure, ...]:
    """What these events have disclosed, and to whom. seat: the asker; its own acts disclose nothing.

    before, now: the fight at the version and behind the last event. live: the live events since, in order.

    - a roll, a draw, a reveal of sealed answers;
    - an order of another seat; an answer of another seat, unless it is still sealed: then only its own seat knows it;
    - a combatant that was hidden from a seat and no longer is, or that joined;
    - anything else that only some seats have seen. Not: figures of a combatant that the asker plays, in an event that
      all see: it knew before what its own order would cost.
    """
    return tuple(_disclosed(before, now, events_undone(live), seat))


def _disclosed(before: Fight, now: Fight, events: Sequence[Recorded], seat: str) -> Iterator[Disclosure]:
    put, sights = _decisions(before, events), {c.id: c.seen_by for c in before.combatants.values()}
    for r in events:
        event, to, version = r.event, r.draft.to, r.version
        shown = Disclosure(version, "SHOWN", to)
        match event:
            case e.DiceRolled():
                yield Disclosure(version, "ROLLED", to)
            case e.Drawn():
                yield Disclosure(version, "DRAWN", to)
            case e.AnswersRevealed():
                yield Disclosure(version, "REVEALED", to)
            case e.CommandAccepted() if event.by != seat:
                yield Disclosure(version, "ORDERED", to if r.draft.whole else None)
            case e.DecisionAnswered(typed_faces=tuple()):
                yield Disclosure(version, "ROLLED", to)
            case e.DecisionAnswered():
                asked = put.get(event.decision)
                sealed = asked is not None and asked.visibility is Visibility.SEALED
                mine = r.draft.seat == seat or (asked is not None and asked.seats == (seat,))
                if not mine and not sealed:
                    yield Disclosure(version, "ANSWERED", to)
            case e.CombatantJoined():
                sights[event.combatant] = event.seen_by
                yield Disclosure(version, "APPEARED", to if r.draft.whole else None)
            case e.SightChanged():
                was, sights[event.combatant] = sights.get(event.combatant), event.seen_by
                sees = now.seats if event.seen_by is None else {*event.seen_by, *now.gms()}
                saw = now.seats if was is None else {*was, *now.gms()}
                newly = tuple(s for s in now.seats if s in sees and s not in saw)
                if newly:
                    yield Disclosure(version, "APPEARED", None if event.seen_by is None else newly)
                yield shown
            case e.CombatantAppeared() | e.CombatantVanished() | e.FiguresClosed():
                pass  # SightChanged has disclosed it, or nobody learns anything
            case _ if to is not None and (r.draft.whole or not _is_of(now, r, seat)):
                yield shown


def _is_of(now: Fight, recorded: Recorded, seat: str) -> bool:
    """Whether an event is about a combatant that this seat plays."""
    who = getattr(recorded.event, "combatant", None)
    return isinstance(who, str) and who in now.combatants and seat in now.holders(who)


def disclosures_for(known: Sequence[Disclosure], fight: Fight, seat: str | None) -> tuple[Disclosure, ...]:
    """The disclosures a seat may be told: facts that it knows; only the GM also learns who else knows. None: everybody.

    What nobody else may know is disclosed to nobody.
    """
    if fight.is_gm(seat):
        return tuple(known)
    return tuple(Disclosure(d.version, d.what) for d in known if d.seats is None or seat in d.seats)


def affected_seats(
    before: Fight, now: Fight, live: Sequence[Recorded], seat: str, *, learnt: bool = False
) -> tuple[tuple[str, ...], ...]:
    """The seats whose consent going back needs; any one of a group answers. () where nobody else is affected.

    learnt: an order of the seat has gone otherwise than it could expect.

    Others are affected if anything was disclosed, another seat has acted, or a combatant of another seat has changed.
    Then these are asked, beside the GM, who rules and answers for what is hidden:

    - every player who has ordered, answered or typed dice since: it is undone with the rest;
    - the seats of a decision that was answered since: also where a timer or a preference answered for them, or where a
      sealed answer is revealed or would have to be given again;
    - the players of combatants named by what happened, as far as everybody may know: the target of a blow that missed
      loses its luck. Turn lists and questions do not count: they name many to whom nothing happens.

    For a combatant that has changed hands its present player is asked; its former player only where that player has
    acted. Spectators lose nothing.
    """
    events = events_undone(live)
    found, changed = _acting(before, now, events), False
    public = [r for r in events if not r.draft.whole]
    there = {c.id for c in now.combatants.values() if now.sees(None, c)}
    for r in public:
        who = getattr(r.event, "combatant", None)
        if isinstance(who, str) and who in there and seat not in now.holders(who):
            changed = True
    found.discard(seat)
    if not (changed or found or learnt or disclosures(before, now, live, seat)):
        return ()
    named = {word for r in public for word in _named(r)}
    named |= {r.event.combatant for r in events if isinstance(r.event, e.SightChanged)}
    for who in sorted(named & there):
        found |= set(now.holders(who))
    players = tuple((s.seat,) for s in now.seats.values() if s.seat in found - {seat} and s.role == "PLAYER")
    return players if now.is_gm(seat) else (*players, now.gms())


def _acting(before: Fight, now: Fight, events: Sequence[Recorded]) -> set[str]:
    """The seats that are publicly known to have acted or answered."""
    put = _decisions(before, events)
    found = {r.draft.seat for r in events if r.draft.seat is not None and not r.draft.whole}
    for r in events:
        answered = []
        if isinstance(r.event, e.DecisionAnswered):
            answered = [r.event.decision]
        elif isinstance(r.event, e.AnswersRevealed):
            answered = [int(decision) for decision in r.event.answers]
        for decision in answered:
            if decision in put and put[decision].public:
                found |= set(put[decision].seats)
    return found & set(now.seats)


def _named(recorded: Recorded) -> set[str]:
    """Every word of an event's public part that may be a combatant's id."""
    event = recorded.event
    if isinstance(event, e.DecisionOpened) or hasattr(event, "listed"):
        return set()
    public = event if recorded.draft.to is None else public_part(event)
    return set(strings_in({name: value for name, value in plain(public).items() if name not in event.words}))
