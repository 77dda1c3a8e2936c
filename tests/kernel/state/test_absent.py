"""Who leaves the table is named nowhere, and who comes back has again what was his."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant, Point
from engine.kernel.state.events import Event
from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.ground import Ground, GroundChange, GroundEdge, GroundLink, GroundPatch, GroundZone
from engine.kernel.state.redaction.ground_pieces import KINDS
from engine.kernel.state.reducer import evolve_fight
from engine.kernel.state.seat import Handover, SeatEntry
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.messages import Draft, Recorded, plain

GROUND = Ground(
    zones=(GroundZone(key="hall", label="Hall"), GroundZone(key="attic", label="Attic", seen_by=("ana", "ben"))),
    links=(GroundLink(key="stairs", from_="hall", to="attic", seen_by=("ana",)),),
    edges=(GroundEdge(key="door", entry="wall", line=(Point(0, 0), Point(0, 100)), seen_by=("ana", "ben")),),
    patches=(GroundPatch(key="trap", entry="pit", area=None, seen_by=("ana",)),),  # type: ignore[arg-type]
)


def a_fight() -> Fight:
    """Ana knows of a wolf and of some places; she types her dice, and lends Ben an elf."""
    return Fight(
        seats={s: SeatEntry(s, s.title(), "GM" if s == "gm" else "PLAYER") for s in ("gm", "ana", "ben")},
        combatants={
            "elf": Combatant("elf", "Elf", "heroes", "ana", "ben"),
            "wolf": Combatant("wolf", "Wolf", "beasts", seen_by=("ana", "ben")),
            "owl": Combatant("owl", "Owl", "beasts", seen_by=("ana",)),
        },
        handed={"elf": Handover("ana", "ben")},
        typed_by=TypedBy(seats=("ana", "ben")),
        ground=GROUND,
    )


def after(fight: Fight, *events: Event) -> Fight:
    for version, event in enumerate(events, 1):
        fight = evolve_fight(fight, Recorded(version, "", Draft(event)))
    return fight


LEAVES = k.SeatRemoved(whose="ana", name="Ana")
COMES = k.SeatAdded(entry=SeatEntry("ana", "Ana", "PLAYER"))


def named(value: Any) -> bool:
    """Whether a JSON value names Ana's seat."""
    if isinstance(value, dict):
        return any(named(one) for one in (*value, *value.values()))
    return value == "ana" or (isinstance(value, list) and any(map(named, value)))


def test_nothing_names_a_seat_that_has_left() -> None:
    """Nobody's owner, reader or typist, and no reader of any part of the ground."""
    fight = after(a_fight(), LEAVES)
    assert not named(plain(structs.replace(fight, left={}, away={})))
    assert fight.combatants["wolf"].seen_by == ("ben",)
    assert fight.combatants["owl"].seen_by == ()
    assert fight.typed_by == TypedBy(seats=("ben",))
    assert fight.ground is not None
    readers = [part.seen_by for kind in KINDS for part in getattr(fight.ground, kind)]
    assert readers == [(), ("ben",), None, ("ben",), ()]


def test_who_comes_back_knows_and_types_what_he_did() -> None:
    """Whether others have left and come back meanwhile or not."""
    before = a_fight()
    ben = SeatEntry("ben", "Ben", "PLAYER")
    for events in ((LEAVES, COMES), (LEAVES, k.SeatRemoved(whose="ben", name="Ben"), COMES, k.SeatAdded(entry=ben))):
        fight = after(before, *events)
        assert {who: set(c.seen_by or ()) for who, c in fight.combatants.items()} == {
            who: set(c.seen_by or ()) for who, c in before.combatants.items()
        }
        assert (fight.combatants["elf"].owner, fight.combatants["elf"].controller) == ("ana", "ben")
        assert set(fight.typed_by.seats) == {"ana", "ben"}
        assert fight.ground is not None
        for kind in KINDS:
            assert [set(part.seen_by or ()) for part in getattr(fight.ground, kind)] == [
                set(part.seen_by or ()) for part in getattr(GROUND, kind)
            ]
        assert (fight.left, fight.away) == ({}, {})


def test_what_is_hidden_anew_meanwhile_stays_hidden() -> None:
    """From somebody else too: the game master has said who knows of it. What more learn of is known as before."""
    hidden, shown = k.SightChanged(combatant="wolf", seen_by=()), k.SightChanged(combatant="owl", seen_by=("ben",))
    fight = after(a_fight(), LEAVES, hidden, shown)
    assert fight.away["ana"].knew == ("owl",)
    fight = after(fight, COMES)
    assert (fight.combatants["wolf"].seen_by, fight.combatants["owl"].seen_by) == ((), ("ben", "ana"))


def test_ground_that_is_laid_anew_meanwhile_is_for_whom_it_says() -> None:
    """A part that has gone, or that fewer know now, is not known again."""
    fight = after(a_fight(), LEAVES)
    assert fight.ground is not None
    door = structs.replace(fight.ground.edges[0], seen_by=())
    laid = structs.replace(fight.ground, patches=(), edges=(door,))
    fight = after(fight, k.GroundSet(whole=GroundChange(ground=laid)))
    assert fight.away["ana"].ground == (("zones", "attic"), ("links", "stairs"))
    fight = after(fight, COMES)
    assert fight.ground is not None
    assert (fight.ground.edges, fight.ground.zones[1].seen_by) == ((door,), ("ben", "ana"))


def test_of_a_seat_that_knew_nothing_apart_nothing_is_kept() -> None:
    """Nor is anything looked up for it when it comes back."""
    fight = after(structs.replace(a_fight(), ground=None, typed_by=TypedBy()), k.SeatRemoved(whose="gm", name="Gm"))
    assert (fight.left, fight.away) == ({}, {})
