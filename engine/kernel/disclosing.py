"""What has become known since a version, and whom it concerns to go back there. Pure, over events that count.

Whom it concerns follows from what everybody may see: the public parts of events, and the names of those who are not
hidden. So nobody learns from who is asked what he was not told; that something hidden happened shows anyway, and for
all of that the GM answers. What became known is said to each as far as he has seen it himself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.audience import names_any, public_part, strings_in
from engine.kernel.decisions import Visibility
from engine.kernel.events import Disclosure
from engine.kernel.fight import Fight
from engine.kernel.messages import Recorded, plain

_TALK = (e.TakeBackAsked, e.TakeBackClosed, e.DecisionOpened, e.DecisionAnswered)


def is_talk(recorded: Recorded) -> bool:
    """Whether an event belongs to a request to take back: it is none of what would be taken back."""
    return recorded.foreign and isinstance(recorded.event, _TALK)


def undone(live: Sequence[Recorded]) -> list[Recorded]:
    """Of the events since a version those that going back takes back."""
    return [r for r in live if not is_talk(r) and not r.event.lasting]


class _Put(Struct, frozen=True):
    """A decision: to whom it was put, how its answer is seen, and whether everybody knows that it was put."""

    seats: tuple[str, ...]
    visibility: Visibility
    public: bool


def _decisions(before: Fight, events: Sequence[Recorded]) -> dict[int, _Put]:
    """Those that waited at the version, and those opened since."""
    waiting = before.window.asked if before.window else ()
    unseen = {c.id for c in before.combatants.values() if not before.sees(None, c)}
    found = {
        a.decision: _Put(a.seats, a.visibility, not names_any((a.question, a.offers, a.interrupts), unseen))
        for a in waiting
    }
    for r in events:
        if isinstance(r.event, e.DecisionOpened):
            found[r.version] = _Put(r.event.seats, r.event.visibility, not r.draft.whole)
    return found


def disclosed(before: Fight, now: Fight, live: Sequence[Recorded], seat: str) -> tuple[Disclosure, ...]:
    """What has become known by these events, to whoever saw them. seat: who asks; what he did himself is no news.

    before, now: the fight at the version and behind the last event. live: the events since that count, in order.

    - a roll, a draw, a reveal of sealed answers;
    - an order of another seat; an answer of another seat, but not one that is sealed still: only its own seat knows it;
    - somebody who was hidden from a seat and is not any more, or who joined;
    - whatever else only some have seen. Not: figures of somebody whom the asker plays, in an event that all see: what
      his own order cost him he knew before.
    """
    return tuple(_disclosed(before, now, undone(live), seat))


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
            case _ if to is not None and (r.draft.whole or not _is_of(now, r, seat)):
                yield shown


def _is_of(now: Fight, recorded: Recorded, seat: str) -> bool:
    """Whether an event is about somebody whom this seat plays."""
    who = getattr(recorded.event, "combatant", None)
    return isinstance(who, str) and who in now.combatants and seat in now.holders(who)


def seen_by(known: Sequence[Disclosure], fight: Fight, seat: str | None) -> tuple[Disclosure, ...]:
    """What a seat may be told of it: the facts that it knows; only the GM also learns who else knows. None: everybody.

    What nobody else may know is nothing to tell to anybody.
    """
    if fight.is_gm(seat):
        return tuple(known)
    return tuple(Disclosure(d.version, d.what) for d in known if d.seats is None or seat in d.seats)


def concerned(before: Fight, now: Fight, live: Sequence[Recorded], seat: str) -> tuple[tuple[str, ...], ...]:
    """The seats whose consent it takes to go back; of a group any one answers. () where it concerns nobody else.

    It concerns somebody if anything has become known, another seat has acted, or somebody whom another plays has
    changed. Then are asked, beside the GM, who rules and answers for what is hidden:

    - every player who has ordered, answered or typed dice since: it is undone with the rest;
    - to whom a decision was put that is answered: so also where a timer or a wish did it for him, and whose sealed
      answer is revealed or would have to be given again;
    - who plays somebody named by what happened, as far as everybody may know: the target of a blow that missed loses
      his luck. Only in lists of turns and in questions many are named whom nothing happens to.

    Who has changed hands since is answered for by who plays him now; who played him then is asked where he has acted.
    Spectators lose nothing.
    """
    events = undone(live)
    found, changed = _acting(before, now, events), False
    public = [r for r in events if not r.draft.whole]
    there = {c.id for c in now.combatants.values() if now.sees(None, c)}
    for r in public:
        who = getattr(r.event, "combatant", None)
        if isinstance(who, str) and who in there and seat not in now.holders(who):
            changed = True
    found.discard(seat)
    if not (changed or found or disclosed(before, now, live, seat)):
        return ()
    named = {word for r in public for word in _named(r)}
    named |= {r.event.combatant for r in events if isinstance(r.event, e.SightChanged)}
    for who in sorted(named & there):
        found |= set(now.holders(who))
    players = tuple((s.seat,) for s in now.seats.values() if s.seat in found - {seat} and s.role == "PLAYER")
    return players if now.is_gm(seat) else (*players, now.gms())


def _acting(before: Fight, now: Fight, events: Sequence[Recorded]) -> set[str]:
    """The seats that have brought something about, or have answered, as everybody knows."""
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
    """Every word of the public part of an event that may be somebody's id."""
    event = recorded.event
    if isinstance(event, e.DecisionOpened) or hasattr(event, "listed"):
        return set()
    public = event if recorded.draft.to is None else public_part(event)
    return set(strings_in({name: value for name, value in plain(public).items() if name not in event.words}))
