"""Who gets to know of a combatant is told so by an event, whatever brings it about; and so is who no longer does."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Vital
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit_replay import replay
from tests.support.fights.arena import Arena
from tests.support.fights.fights import SEATS
from tests.support.slices.masque import Masque

KNOWING = (k.CombatantAppeared, k.CombatantVanished, k.FiguresOpened, k.FiguresClosed)


def fight(**sights: Any) -> Arena:
    """Aino is Ana's and Bo is Ben's; a wolf of Bo's side is the GM's. sights: the seats that know of each."""
    book: Any = Rulebook(Masque())
    people = [
        book.enter(id=who, name=who.title(), side=side, seat=seat, sheet=book.system.sheet(), seen_by=sights.get(who))
        for who, side, seat in (("aino", "a", "ana"), ("bo", "b", "ben"), ("wolf", "b", None))
    ]
    return Arena(book, people, seats=SEATS, name="Masque")


def correct(arena: Arena, path: str, value: Any) -> list[Recorded]:
    """The events of a correction that are about knowing; the stream is proven with them."""
    new = arena.correct(path, value)
    verdict = replay(arena.book, arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict
    return [r for r in new if isinstance(r.event, KNOWING)]


def told(new: list[Recorded]) -> list[tuple[str, str, tuple[str, ...] | None, bool]]:
    return [(type(r.event).__name__, r.event.combatant, r.draft.to, r.draft.whole) for r in new]  # type: ignore[attr-defined]


def test_whoever_newly_knows_is_told_what_it_may_know() -> None:
    """Ben is of its side and gets its figures; Ana and the spectator do not. Each is told once, nobody else is."""
    arena = fight(wolf=())
    new = correct(arena, "combatants.wolf.seenBy", None)
    assert told(new) == [
        ("CombatantAppeared", "wolf", ("gm", "ana", "eve"), True),
        ("CombatantAppeared", "wolf", ("gm", "ben"), True),
    ]
    others, own = (r.event for r in new)
    assert isinstance(others, k.CombatantAppeared)
    assert isinstance(own, k.CombatantAppeared)
    assert (others.name, others.side, others.vitals) == ("Wolf", "b", None)
    assert own.vitals == arena.fight.combatants["wolf"].vitals


def test_only_the_seat_that_newly_knows_is_told() -> None:
    """Ben has known of the wolf; Ana learns of it, Eve does not."""
    arena = fight(wolf=("ben",))
    assert told(correct(arena, "combatants.wolf.seenBy", ["ben", "ana"])) == [
        ("CombatantAppeared", "wolf", ("gm", "ana"), True)
    ]


def test_whoever_no_longer_knows_is_told() -> None:
    """And nothing else: the others have known of it and still do."""
    arena = fight()
    assert told(correct(arena, "combatants.wolf.seenBy", ["ben"])) == [
        ("CombatantVanished", "wolf", ("gm", "ana", "eve"), True)
    ]


def test_nobody_is_told_where_nothing_changes() -> None:
    """A correction of something else, and of the same seats in another order."""
    arena = fight(wolf=("ben", "ana"))
    assert correct(arena, "combatants.wolf.name", "Dog") == []
    assert correct(arena, "combatants.wolf.seenBy", ["ana", "ben"]) == []


def test_figures_opened_and_closed_are_told() -> None:
    """By the switch of the table, to all who may not have known them; of nobody whom a seat does not know."""
    arena = fight(wolf=("ben",))
    opened = correct(arena, "figuresOpen", True)
    assert told(opened) == [
        ("FiguresOpened", "aino", ("gm", "ben", "eve"), True),
        ("FiguresOpened", "bo", ("gm", "ana", "eve"), True),
    ]
    event = opened[0].event
    assert isinstance(event, k.FiguresOpened)
    assert event.vitals == arena.fight.combatants["aino"].vitals
    assert [(name, who) for name, who, _, _ in told(correct(arena, "figuresOpen", False))] == [
        ("FiguresClosed", "aino"),
        ("FiguresClosed", "bo"),
    ]


def test_a_new_controller_is_told_the_figures() -> None:
    """And loses them when the combatant goes back."""
    arena = fight()
    assert told(correct(arena, "combatants.wolf.controller", "ana")) == [("FiguresOpened", "wolf", ("gm", "ana"), True)]
    assert told(correct(arena, "combatants.wolf.controller", None)) == [("FiguresClosed", "wolf", ("gm", "ana"), True)]


def folded(stream: list[Recorded], seat: str) -> dict[str, Combatant]:
    """The combatants that a seat has from nothing but what it reads of the stream."""
    found: dict[str, Combatant] = {}
    for r in stream:
        event: Any = r.event
        if r.draft.to is not None and seat not in r.draft.to:
            if r.draft.whole:
                continue
            event = type(event)(**{n: getattr(event, n) for n in event.__struct_fields__ if n not in event.narrowed})
        if isinstance(event, (k.CombatantJoined, k.CombatantAppeared)):
            vitals = event.vitals or {}
            found[event.combatant] = Combatant(id=event.combatant, name=event.name, side=event.side, vitals=vitals)
        elif isinstance(event, k.CombatantVanished):
            del found[event.combatant]
        elif isinstance(event, (k.FiguresOpened, k.FiguresClosed)):
            vitals = event.vitals or {} if isinstance(event, k.FiguresOpened) else {}
            was = found[event.combatant]
            found[event.combatant] = Combatant(id=was.id, name=was.name, side=was.side, vitals=vitals)
    return found


def test_a_seat_that_folds_only_its_stream_has_whom_it_may_know() -> None:
    """With their figures as far as it may know them, after each of several changes."""
    arena = fight(wolf=())
    for path, value in (
        ("combatants.wolf.vitals.nerve.now", 1),
        ("combatants.wolf.seenBy", ["ana"]),
        ("combatants.wolf.controller", "ana"),
        ("combatants.wolf.seenBy", None),
        ("figuresOpen", True),
        ("combatants.bo.seenBy", ["ben"]),
        ("figuresOpen", False),
    ):
        correct(arena, path, value)
        for seat in ("ana", "ben", "eve"):
            seen = arena.book.seen(arena.state, seat).fight.combatants
            mine = folded(arena.stream, seat)
            assert mine.keys() == seen.keys(), (path, value, seat)
            figures = {who: one.vitals for who, one in mine.items()}
            assert figures == {who: dict(one.vitals) for who, one in seen.items()}, (path, value, seat)
    assert folded(arena.stream, "ana")["wolf"].vitals["nerve"] == Vital(1)
