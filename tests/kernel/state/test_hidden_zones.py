"""Who stands in a zone that not everybody knows of: no place to the others, in the state, in events and orders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.gm_tools import SetGround
from engine.kernel.overruling.ground_tool import set_ground
from engine.kernel.scene.compose import scene_of
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.fight import Open
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import GroundPatch
from engine.kernel.state.ground.seen_ground import readers_of, seen_ground
from engine.kernel.state.redaction.audience import public_part, recipients_of
from engine.kernel.state.redaction.hidden_zones import zones_in
from engine.kernel.state.reducer import merged
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.messages import Recorded, plain
from tests.support.fights.arena import Arena
from tests.support.slices.ready import fight, one
from tests.support.toys import skirmish as toy
from tests.support.toys.grounds import ZONES

CELLAR, CRYPT = Place(zone="cellar"), Place(zone="crypt")


def hall(*, known_to: tuple[str, ...] = (), start: Place = CELLAR, **more: Any) -> Arena:
    """Ana's hero acts beside the secret crypt. known_to: who knows of it, besides the GM. start: of the hero."""
    system = toy.skirmish("ZONES")
    zones = tuple(structs.replace(z, seen_by=known_to) if z.key == "crypt" else z for z in ZONES.zones)
    system.bare_ground = structs.replace(ZONES, zones=zones)

    def entries(book: Rulebook[Any]) -> list[Any]:
        return [
            one(book, "asha", "heroes", "ana", place=start),
            one(book, "wolf", "foes", None, place=Place(zone="yard")),
        ]

    return fight(system, entries, **more)


def read(arena: Arena, recorded: Recorded, seat: str | None) -> e.Event:
    """An event as a seat reads it."""
    draft = recorded.draft
    if draft.to is None or seat in draft.to:
        return draft.event
    return e.Hidden() if draft.whole else public_part(draft.event)


def told(arena: Arena, new: list[Recorded], seat: str | None) -> list[e.Event]:
    return [read(arena, one, seat) for one in new]


def place(arena: Arena, seat: str | None, who: str = "asha") -> Place | None:
    found: Place | None = arena.book.seen(arena.state, seat).fight.combatants[who].place
    return found


def knows_of_crypt(value: Any) -> bool:
    return b"crypt" in canonical(plain(value))


def test_who_enters_a_zone_that_others_do_not_know_of_is_nowhere_to_them() -> None:
    """They read that he is gone from where he was; who knows of the zone reads where he is."""
    arena = hall(known_to=("ana",))
    new = arena.order("ana", toy.Move(combatant="asha", to=CRYPT))
    (moved,) = [one for one in new if isinstance(one.event, e.Moved)]
    assert (moved.draft.to, moved.draft.whole) == (("gm", "ana"), False)
    assert read(arena, moved, "ben") == e.Moved(combatant="asha", from_=CELLAR, to=None)
    assert read(arena, moved, "ana") == e.Moved(combatant="asha", from_=CELLAR, to=None, unseen_to=CRYPT)
    assert moved.event.stands == CRYPT  # type: ignore[attr-defined]
    assert (place(arena, "ana"), place(arena, "gm")) == (CRYPT, CRYPT)
    assert place(arena, "ben") is place(arena, None) is None
    assert not any(knows_of_crypt(one) for one in told(arena, new, "ben"))
    scene = scene_of(arena.book.system, arena.book.seen(arena.state, "ben"), "ben", "en")
    assert not knows_of_crypt(scene)
    (token,) = [one for one in scene.tokens if one.combatant == "asha"]
    assert token.place is None
    assert token.whereabouts


def test_who_leaves_such_a_zone_comes_from_nowhere() -> None:
    """Where he comes to, all read."""
    arena = hall(known_to=("ana",), start=CRYPT)
    new = arena.order("ana", toy.Move(combatant="asha", to=CELLAR))
    (moved,) = [one for one in new if isinstance(one.event, e.Moved)]
    assert read(arena, moved, None) == e.Moved(combatant="asha", from_=None, to=CELLAR)
    assert place(arena, None) == CELLAR


def test_who_joins_in_such_a_zone_has_no_place_to_others() -> None:
    """In the event only who knows of the zone reads the place."""
    arena = hall(known_to=("ana",), start=CRYPT, begun=False)
    (joined,) = [r for r in arena.stream if isinstance(r.event, e.CombatantJoined) and r.event.combatant == "asha"]
    public = read(arena, joined, "ben")
    assert isinstance(public, e.CombatantJoined)
    assert (public.place, public.unseen_place, public.vitals) == (None, None, None)
    assert joined.event.unseen_place == CRYPT  # type: ignore[attr-defined]
    assert joined.event.vitals is not None  # type: ignore[attr-defined]
    assert place(arena, "ana") == CRYPT


def test_an_order_is_told_without_the_zone_that_it_names() -> None:
    """While it is played, too; who knows of the zone reads all of it."""
    arena = hall(known_to=("ana",))
    accepted = arena.order("ana", toy.Move(combatant="asha", to=CRYPT))[0]
    assert isinstance(accepted.event, e.CommandAccepted)
    assert accepted.event.order == {"skirmishZones": {"move": {"combatant": "asha"}}}
    assert accepted.draft.to == ("gm", "ana")
    assert accepted.event.withheld is not None
    opened = structs.replace(arena.fight, open=e_open(arena, accepted.event))
    state = structs.replace(arena.state, fight=opened)
    for seat, known in (("ana", True), ("gm", True), ("ben", False), (None, False)):
        assert knows_of_crypt(arena.book.seen(state, seat).fight.open) is known


def e_open(arena: Arena, accepted: e.CommandAccepted) -> Any:
    """The order as if it were still being played."""
    return Open(command="c1", order=merged(accepted.order, accepted.withheld), seat="ana", base=1, rules=1)


@pytest.mark.parametrize(
    "event",
    [
        e.DecisionOpened(
            window=1,
            of=1,
            seats=("gm",),
            kind="Where",
            visibility=Visibility.OPEN,
            deadline=None,
            pace=0,
            interrupts=(),
            question={"to": {"zone": "crypt"}},
            offers=(),
            default="",
        ),
        e.DecisionAnswered(decision=1, choice="go", picks={"to": {"zone": "crypt"}}, how="HAND"),
        e.WayBarred(combatant="asha", ahead=CRYPT),
    ],
)
def test_any_other_event_that_names_such_a_zone_is_hidden_whole(event: e.Event) -> None:
    """From all who do not know of it."""
    arena = hall(known_to=("ana",))
    assert recipients_of(event, arena.fight, None) == (("gm", "ana"), True)


def test_what_the_game_master_corrects_does_not_name_such_a_zone() -> None:
    """Whoever does not know of it reads that a field was set, not which one."""
    arena = hall()
    new = arena.correct("combatants.asha.place", plain(CRYPT))
    assert not any(knows_of_crypt(one) for one in told(arena, new, "ana"))
    assert place(arena, "ana") is None
    assert knows_of_crypt(told(arena, new, "gm"))


def test_a_patch_in_such_a_zone_is_known_to_those_alone_who_know_of_the_zone() -> None:
    """Its area names the zone."""
    area = SceneArea(places=(CELLAR, CRYPT))
    ground = structs.replace(ZONES, patches=(GroundPatch(key="smoke", entry="dark", area=area),))
    assert readers_of(ground, ground.patches[0]) == ()
    assert seen_ground(ground, None).patches == ()


def test_zones_are_found_at_any_depth() -> None:
    """In lists and objects, by the field of a place."""
    assert set(zones_in([{"to": {"zone": "a", "cell": None}}, {"zone": None}, "zone", {"x": [{"zone": "b"}]}])) == {
        "a",
        "b",
    }


@pytest.mark.parametrize("known_to", [None, ("ana",)])
def test_with_a_zone_that_is_revealed_come_what_leads_to_it_and_what_lies_in_it(known_to: Any) -> None:
    """Whoever now knows of the zone reads of them, after the zone; the others read of neither."""
    arena = hall()
    crypt = next(zone for zone in arena.state.fight.ground.zones if zone.key == "crypt")
    slab = GroundPatch(key="slab", entry=ZONES.legend[0].key, area=SceneArea(places=(CRYPT,)))
    lay(arena, SetGround(patches=(slab,)))
    new = lay(arena, SetGround(zones=(structs.replace(crypt, seen_by=known_to),)))
    changes = [one.whole or one.told for one in told(arena, new, "ana") if isinstance(one, e.GroundSet)]
    assert [[zone.key for zone in change.zones] for change in changes if change.zones] == [["crypt"]]
    first = next(n for n, change in enumerate(changes) if change.zones)
    later = changes[first:]
    assert {link.key for change in later for link in change.links} == {
        link.key for link in ZONES.links if "crypt" in (link.from_, link.to)
    }
    assert [patch.key for change in later for patch in change.patches] == ["slab"]
    assert any(map(knows_of_crypt, told(arena, new, "ben"))) is (known_to is None)
    for version in range(1, len(arena.stream) + 1):
        seen = arena.book.seen(arena.at(version).state, "ben").fight.ground
        there = {zone.key for zone in seen.zones} if seen else set()
        assert all({link.from_, link.to} <= there for link in (seen.links if seen else ()))


def lay(arena: Arena, tool: SetGround) -> list[Recorded]:
    return arena._keep(set_ground(arena.book, arena.position, "gm", tool, arena._circumstances("gm", ())))
