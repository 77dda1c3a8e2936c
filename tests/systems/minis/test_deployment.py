"""Where minis begin: in strips, placed in turn, or as the fight was created."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import Moved
from engine.kernel.state.ground.ground import Ground, Space
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis import system
from engine.systems.minis.events import DeploymentBegan
from engine.systems.minis.ground import BARE
from engine.systems.minis.rules.ground.deployment import edges
from engine.systems.minis.sheet import Edge, Setup, Zone
from engine.systems.minis.state import Phase
from tests.systems.minis.bout import BLUE, BOOK, GREEN, RED, Bout, ana, ben, one
from tests.systems.minis.lands import box, ground

WALLED = ground(box("wall", "wall", 1400, -100, 1600, 100))
SMALL = Ground(space=Space(kind="PLANE", width=400, height=400, unit="inch"))


def point(x: int, y: int) -> dict[str, Any]:
    """A point of the table as JSON, in hundredths of an inch."""
    return {"point": {"x": x, "y": y}}


def refused(bout: Bout, **picks: Any) -> RuleRefusal:
    """The refusal of an answer; the question stays open."""
    before = bout.waiting
    with pytest.raises(RuleRefusal) as found:
        bout.arena.answer(before[0].seats[0], "place", picks)
    assert bout.waiting == before
    return found.value


@pytest.mark.rule("MN-GAP-29", "MN-SET-03")
def test_sides_place_their_minis_in_turn() -> None:
    """Two sides on opposite edges; the facing is free; then the first turn begins."""
    bout = Bout(ana(), ana("amy"), ana("abe"), ben())
    bout.begin()
    assert (bout.the(DeploymentBegan).strip, bout.own.phase) == (600, Phase.DEPLOY)
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.question["combatants"]) == ("DeployNext", ("ana",), ["ada", "amy", "abe"])
    assert BOOK.seen(bout.state, "ben").fight.window == BOOK.seen(bout.state, "ana").fight.window
    bout.answer("place", combatant="abe", to=point(1000, 600), facing={"x": 3, "y": 4})
    assert (bout.the(Moved).combatant, bout.mini("abe").facing.x) == ("abe", 3)
    assert bout.waiting[0].seats == ("ben",)
    bout.answer("place", to=point(1000, 4200))
    assert bout.waiting[0].question["combatants"] == ["ada", "amy"]
    bout.answer("place", to=point(1100, 600))
    assert bout.waiting[0].question["combatants"] == ["amy"]
    bout.answer("place", to=point(1200, 600))
    assert (bout.asked, bout.state.fight.round) == (["DeclareWhom", "DeclareWhom"], 1)


@pytest.mark.rule("MN-GAP-29", "MN-SET-03", "MN-GAP-51")
def test_participants_of_a_side_take_turns_in_its_places() -> None:
    """Red is Ana's and Cleo's: Ana, Ben, Cleo, Ben, Ana; Ben has no third mini, so Cleo follows at once."""
    hers = (one("cat", RED, "cleo"), one("cob", RED, "cleo"))
    bout = Bout(ana(), ana("amy"), *hers, ben(), ben("bea"))
    bout.begin()
    asked = []
    while bout.asked == ["DeployNext"]:
        asked.append((bout.waiting[0].seats, bout.waiting[0].question["combatants"]))
        bout.arena.answer(None)
    assert asked == [
        (("ana",), ["ada", "amy"]),
        (("ben",), ["bob", "bea"]),
        (("cleo",), ["cat", "cob"]),
        (("ben",), ["bea"]),
        (("ana",), ["amy"]),
        (("cleo",), ["cob"]),
    ]


@pytest.mark.rule("MN-GAP-29")
def test_who_does_not_answer_is_placed_facing_the_middle() -> None:
    """At the first free spot of the strip."""
    bout = Bout(ana(), ana("amy"), ben())
    bout.begin()
    while bout.asked == ["DeployNext"]:
        bout.arena.answer(None)
    spots = {who: bout.who(who).place.point for who in ("ada", "amy", "bob")}  # type: ignore[union-attr]
    assert {who: (at.x, at.y) for who, at in spots.items()} == {  # type: ignore[union-attr]
        "ada": (50, 50),
        "amy": (150, 50),
        "bob": (50, 4250),
    }
    assert (bout.mini("ada").facing.x, bout.mini("ada").facing.y) == (2350, 2350)


@pytest.mark.rule("MN-GAP-29", "MN-GAP-47")
def test_a_spot_is_in_the_strip_and_free() -> None:
    """Its edges belong to it; exactly half an inch from another mini is legal."""
    bout = Bout(ana(), ana("amy"), ben())
    bout.begin()
    assert refused(bout, to=point(1000, 601)).reason == "within the strip of its side"
    assert refused(bout, to=point(-1, 0)).reason == "within the strip of its side"
    bout.answer("place", to=point(0, 0))
    bout.answer("place")
    assert refused(bout, to=point(49, 0)).reason == "this spot is taken"
    bout.answer("place", to=point(50, 0))


@pytest.mark.rule("MN-GAP-29")
def test_whoever_has_no_room_in_its_strip_deploys_anywhere() -> None:
    """So that nobody is asked for what cannot be done."""
    bout = Bout(ana(), *(ana(f"a{n}") for n in range(8)), ben(), setup=Setup(depth=50), ground=SMALL)
    bout.begin()
    while bout.asked == ["DeployNext"]:
        bout.arena.answer(None)
    assert bout.who("a7").place.point.y > 50  # type: ignore[union-attr]


@pytest.mark.rule("MN-GAP-29")
def test_up_to_four_sides_have_an_edge_each() -> None:
    """As set up, the others on those that are left; a fifth must be placed when the fight is created."""
    sides = [RED, BLUE, GREEN, "gold", "grey"]
    entries = [one(f"{side}-1", side, None) for side in sides]
    setup = Setup(zones=(Zone(side=BLUE, edge=Edge.EAST), Zone(side=GREEN, edge=Edge.NORTH)))
    four = Bout(*entries[:4], setup=setup)
    assert edges(four.state) == {
        BLUE: Edge.EAST,
        GREEN: Edge.NORTH,
        RED: Edge.SOUTH,
        "gold": Edge.WEST,
    }
    with pytest.raises(RuleRefusal, match="four sides deploy") as found:
        Bout(*entries)
    assert found.value.field == "combatants.4.place"
    five = Bout(*entries[:4], one("grey-1", "grey", None, at=(0, 0)))
    five.begin()
    assert five.asked == ["DeployNext"]
    robbed = Bout(*entries[:4], one("grey-1", "grey", None, at=(0, 0)))
    robbed.correct("combatants.grey-1.place", None)
    assert not [offer for offer in robbed.offers(None, "gm") if offer.key == "begin"]
    with pytest.raises(RuleRefusal, match="four sides deploy"):
        robbed.begin()
    with pytest.raises(RuleRefusal, match="one edge for each side"):
        system.begin(Setup(zones=(Zone(side=RED, edge=Edge.EAST), Zone(side=BLUE, edge=Edge.EAST))))


@pytest.mark.rule("MN-GAP-29", "MN-GAP-47")
def test_places_given_at_creation_are_used_at_once() -> None:
    """Wherever they are, if they are free and on the table."""
    bout = Bout(ana(at=(0, 0)), ben(at=(100, 0)))
    bout.begin()
    assert (bout.asked, bout.of(DeploymentBegan)) == (["DeclareWhom", "DeclareWhom"], [])


@pytest.mark.rule("MN-GAP-29", "MN-GAP-47")
@pytest.mark.parametrize(
    ("at", "why"),
    [((49, 0), "this spot is taken"), ((2401, 0), "this spot is off the table"), ((1500, 0), "the way is blocked")],
)
def test_a_fight_with_somebody_where_nobody_can_stand_is_not_created(at: tuple[int, int], why: str) -> None:
    """On another, off the table, in a wall: refused at creation with the field of the request, not at the beginning."""
    with pytest.raises(RuleRefusal) as refused:
        Bout(ana(at=(0, 0)), ben(at=at), ground=WALLED)
    assert (refused.value.reason, refused.value.field) == (f"bob cannot stand there: {why}", "combatants.1.place")


@pytest.mark.rule("MN-SET-03")
def test_two_sides_or_more_fight() -> None:
    """One alone cannot begin; a fight begins once."""
    with pytest.raises(RuleRefusal, match="two sides"):
        Bout(ana(at=(0, 0))).begin()
    bout = Bout(ana(at=(0, 0)), ben(at=(100, 0)))
    bout.begin()
    bout.declare("ada")
    with pytest.raises(RuleRefusal, match="has begun"):
        bout.begin()


@pytest.mark.rule("MN-GAP-29")
def test_the_table_is_48_inches_unless_another_is_set_up() -> None:
    """In hundredths; an unlike space is refused."""
    assert (BARE.space.kind, BARE.space.width, BARE.space.height) == ("PLANE", 4800, 4800)
    BOOK.require_ground(Ground(space=Space(kind="PLANE", width=3600, height=2400, unit="inch")), ())
    for space in (Space(kind="GRID", width=10, height=10), Space(kind="PLANE", width=3600, height=2400, unit="m")):
        with pytest.raises(RuleRefusal):
            BOOK.require_ground(Ground(space=space), ())


def test_minis_look_to_the_middle_unless_their_sheet_says_otherwise() -> None:
    """A direction of any length."""
    bout = Bout(one("ada", RED, "ana", at=(-100, 50)), ben(at=(100, 0), towards=(3, -7)))
    assert (bout.mini("ada").facing.x, bout.mini("ada").facing.y) == (100, -50)
    assert (bout.mini("bob").facing.x, bout.mini("bob").facing.y) == (3, -7)
