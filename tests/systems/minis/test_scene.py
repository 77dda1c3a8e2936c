"""The scene of minis: what only this game shows."""

from __future__ import annotations

import pytest
from msgspec import structs

from api.drawing.tokens import said_bar
from engine.kernel.playing.preview import preview_order
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import ScenePlane
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneDisc, SceneOutline, SceneStrip
from engine.kernel.state.ground.ground import GroundEdge, GroundEntry
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.orders import Attack, Cast, Run
from tests.support.laws.pictures import badge, badges, bars, mark, marks, slots, token
from tests.systems.minis.bout import BOOK, Bout, ana, ben, place, point
from tests.systems.minis.casts import bid, cast, ready
from tests.systems.minis.lands import ROAD, box, ground, river
from tests.systems.minis.steps import move


def scene(bout: Bout, seat: str = "ana") -> Scene:
    """The scene of a seat."""
    return scene_of(BOOK.system, BOOK.seen(bout.state, seat), seat, "en")


@pytest.mark.rule("MN-MOVE-01", "MN-CBT-02", "MN-MAG-06")
def test_whoever_acts_shows_what_its_activation_still_holds() -> None:
    """Movement in hundredths, with its unit beside a short label."""
    bout = Bout(ana(at=(0, 0), attacks=2, spell_attacks=1), ben(at=(900, 0)))
    bout.begin()
    bout.declare("ada")
    bout.order(move("ada", (150, 0)))
    (slot,) = [slot for slot in scene(bout).play.slots if slot.state == "ACTING"]
    movement = slot.left[0]
    assert (movement.now, movement.max, movement.unit) == (250, 400, "inches")
    assert [said_bar(bar) for bar in slot.left] == ["Movement 2.5/4 inches", "Attacks 2/2", "Spell attacks 1/1"]


def test_sides_that_are_named_by_a_colour_have_it() -> None:
    """Red first, and yet blue is blue."""
    shown = scene(Bout(ana(at=(0, 0)), ben(at=(900, 0))))
    assert [(side.key, side.emblem) for side in shown.sides] == [("red", "SQUARE"), ("blue", "CIRCLE")]


# -- space and ground
@pytest.mark.rule("MN-WAT-07", "MN-ROAD-01", "MN-GAP-29", "MN-GAP-42", "MN-GAP-47")
def test_the_table_is_a_plane_in_inches_with_roads_water_woods_and_walls() -> None:
    """Water says how wide it is, and that whom it hinders depends; a road over it is a bridge."""
    land = structs.replace(
        ground(ROAD, river(), box("oaks", "wood", -900, -900, -500, -500)),
        legend=(GroundEntry(key="planks", look="BRIDGE", label="Planks"),),
        edges=(GroundEdge(key="w", entry="wall", line=(point(600, 600), point(600, 900))),),
    )
    land = structs.replace(land, patches=(*land.patches, box("planks", "planks", 200, 300, 450, 400)))
    seen = scene(Bout(ana(at=(0, 0)), ben(at=(900, 0)), ground=land))
    assert seen.space == ScenePlane(width=4800, height=4800, unit="inch")
    legend = {one.key: one for one in seen.ground.legend}
    assert {key: (one.look, one.label, one.step, one.sight, one.rule) for key, one in legend.items()} == {
        "planks": ("BRIDGE", "Planks", "FREE", "FREE", "MN-ROAD-01"),
        "road": ("ROAD", "Road", "FREE", "FREE", "MN-ROAD-01"),
        "river": ("WATER", "River", "SOME", "FREE", "MN-WAT-07"),
        "wood": ("WOOD", "Wood", "FREE", "NEVER", "MN-GAP-07"),
        "wall": ("WALL", "Wall", "NEVER", "NEVER", "MN-GAP-47"),
    }
    assert legend["river"].text.startswith("2.5 inches wide.")
    patches = {one.key: one for one in seen.ground.patches}
    assert [(key, one.label) for key, one in patches.items() if one.label] == [("river", "River, 2.5 inches wide")]
    corners = (point(-900, -900), point(-500, -900), point(-500, -500), point(-900, -500))
    assert patches["oaks"].area.outlines == (SceneOutline(points=corners),)
    assert [(one.entry, one.line) for one in seen.ground.edges] == [("wall", (point(600, 600), point(600, 900)))]


# -- minis
@pytest.mark.rule("MN-GAP-05", "MN-GAP-47")
def test_a_mini_is_a_point_with_room_around_it_that_looks_anywhere() -> None:
    """Half an inch to the next one; its size is only drawn. Life points are open to all."""
    bout = Bout(ana(at=(0, 0), towards=(3, -4), size=Size.LARGE, life=7), ben(at=(900, 0)))
    ada, bob = (token(scene(bout, "ben"), who) for who in ("ada", "bob"))
    assert ada.place == place(0)
    assert ada.footprint is not None
    assert ada.footprint.disc == SceneDisc(centre=point(0), radius=25)
    assert (ada.towards, ada.percent, bob.towards, bob.percent) == (Point(3, -4), 150, Point(-1, 0), 100)
    assert (bars(ada), bars(bob)) == ({"life": (7, 10, None)}, {"life": (10, 10, None)})


@pytest.mark.rule("MN-RUN-04", "MN-WAT-01", "MN-WAT-06")
def test_running_and_water_are_badges() -> None:
    """Whoever has been stopped at an edge, and whoever is in it."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(300, 900)), ben(at=(900, 0)), ground=ground(river()))
    bout.begin()
    bout.declare("ada")
    bout.order(Run(combatant="ada"))
    assert badges(scene(bout), "ada") == ["running", "initiative"]
    bout.order(move("ada", (300, 0)))
    seen = scene(bout, "ben")
    assert badges(seen, "ada") == ["running", "stopped", "initiative"]
    assert [badge(seen, "ada", key).label for key in badges(seen, "ada")[:2]] == ["Running", "Stopped by water"]
    water = badge(seen, "amy", "in-water")
    assert (water.label, water.tone, water.rule) == ("In water", "BAD", "MN-WAT-06")


@pytest.mark.rule("MN-CMD-04", "MN-GAP-46", "MN-GAP-09", "MN-SPL-10")
def test_a_command_is_told_with_its_order_its_end_and_how_far_it_reaches() -> None:
    """A badge of whoever obeys, and a mark from the caster; both name the last turn."""
    bout = ready()
    cast(bout, "command", "bob", 1)
    bout.answer("hold")
    seen = scene(bout, "ben")
    (key, _) = badges(seen, "bob")
    ordered = badge(seen, "bob", key)
    assert (ordered.label, ordered.tone, ordered.until, ordered.source) == (
        "Command: hold",
        "BAD",
        "the end of turn 4",
        "ada",
    )
    (controls,) = [one for one in seen.marks if one.kind == "CONTROLS"]
    assert (controls.from_, controls.to, controls.until) == ("ada", "bob", "the end of turn 4")
    assert controls.label == "Controls, up to 16 inches"
    assert controls.area is not None
    assert controls.area.disc == SceneDisc(centre=point(0), radius=1600)


@pytest.mark.rule("MN-GOL-05", "MN-SPL-11")
def test_a_golem_is_marked_as_its_casters_and_leaves_with_its_spell() -> None:
    """As long as it is on the table."""
    bout = ready(ben(at=(2000, 2000), hp=30, initiative=1))
    cast(bout, "golem", None, 1, at=(300, 0), facing=(0, 1), bidding=bid("GUARD", "ada"))
    seen = scene(bout, "ben")
    (controls,) = [one for one in seen.marks if one.kind == "CONTROLS"]
    assert (controls.from_, controls.to, controls.rule) == ("ada", "ada-golem-1", "MN-GOL-05")
    (key, _) = badges(seen, "ada-golem-1")
    assert badge(seen, "ada-golem-1", key).label == "Golem: guard Ada"
    assert token(seen, "ada-golem-1").percent == 150


@pytest.mark.rule("MN-GAP-07", "MN-GAP-05")
def test_who_reaches_whom_and_whose_flank_is_told() -> None:
    """And the front of whoever acts."""
    bout = Bout(ana(at=(0, 0)), ben(at=(60, 0), towards=(1, 0)))
    bout.begin()
    bout.declare("ada")
    seen = scene(bout)
    engaged = mark(seen, "engaged-ada-bob")
    assert (engaged.kind, engaged.members, engaged.label, engaged.tone) == (
        "ENGAGED",
        ("ada", "bob"),
        "In reach, in the flank of Bob",
        "BAD",
    )
    assert marks(seen) == ["engaged-ada-bob", "reach-ada"]
    bout.correct("rules.minis.bob.facing", {"x": -1, "y": 0})
    assert mark(scene(bout), "engaged-ada-bob").label == "In reach of each other"


@pytest.mark.rule("MN-GAP-29")
def test_strips_are_marked_until_everybody_is_placed() -> None:
    """Of the sides that still deploy; until then their minis are beside the table."""
    bout = Bout(ana(), ben())
    bout.begin()
    seen = scene(bout, "eye")
    assert marks(seen) == ["strip-red", "strip-blue"]
    strip = mark(seen, "strip-red")
    assert (strip.kind, strip.label) == ("ENTRY", "Here the side deploys: The red side")
    assert strip.area is not None
    assert strip.area.outlines[0].points == (Point(0, 0), Point(4800, 0), Point(4800, 600), Point(0, 600))
    assert (token(seen, "ada").place, token(seen, "ada").whereabouts) == (None, "beside the table")
    assert seen.play.phase == "Deployment"
    while bout.asked == ["DeployNext"]:
        bout.arena.answer(None)
    assert [key for key in marks(scene(bout)) if key.startswith("strip")] == []


def test_who_has_fallen_and_what_has_gone_stands_nowhere() -> None:
    """The fallen are told; a familiar of which nothing is left on the table too."""
    bout = ready(ben(at=(300, 0), hp=30), ben("cid", at=(2000, 2000)))
    cast(bout, "familiar", None, 1, at=(0, 300))
    assert token(scene(bout), "ada-familiar-1").place == place(0, 300)
    bout.correct("combatants.bob.vitals.life.now", 0)
    bout.correct("combatants.ada-familiar-1.vitals.life.now", 0)
    seen = scene(bout, "ben")
    for who in ("bob", "ada-familiar-1"):
        one = token(seen, who)
        assert (one.place, one.footprint, one.down, one.turn) == (None, None, True, "UNABLE")
        assert one.whereabouts
        assert who not in slots(seen)


# -- the order of play
@pytest.mark.rule("MN-TURN-02", "MN-INIT-04", "MN-TURN-03")
def test_seats_are_asked_then_the_declared_act_by_their_scores() -> None:
    """Who has answered is known, and not whom he declares; then the round's number, scores, and who has acted."""
    bout = Bout(ana(at=(0, 0)), ana("amy", at=(0, 300)), ben(at=(900, 0)))
    bout.begin()
    play = scene(bout, "ben").play
    assert (play.style, play.label, play.phase, play.round, play.count) == (
        "NUMBERED",
        "Turn 1, initiative round 5",
        "Declarations",
        1,
        5,
    )
    assert [(one.seat, one.state) for one in play.slots] == [("ana", "ASKED"), ("ben", "ASKED")]
    bout.answer("these", minis=["ada", "amy"])
    play = scene(bout, "ben").play
    assert [(one.seat, one.combatant, one.state) for one in play.slots] == [
        ("ana", None, "ANSWERED"),
        ("ben", None, "ASKED"),
    ]
    bout.answer("these", 40, 70, 20, minis=["bob"])
    play = scene(bout, "ben").play
    assert play.phase == "Activation of Amy"
    assert [(one.combatant, one.figure, one.state) for one in play.slots] == [
        ("amy", None, "ACTING"),
        ("ada", 41, "NEXT"),
        ("bob", 21, "WAITING"),
    ]
    bout.order(move("amy", (0, 350)))
    bout.end("amy")
    assert slots(scene(bout)) == {"ada": "ACTING", "bob": "NEXT", "amy": "ACTED"}
    bout.wait("ada")
    bout.wait("bob")
    assert scene(bout).play.label == "Turn 1, initiative round 4"


# -- what is foretold
@pytest.mark.rule("MN-CBT-03", "MN-RNG-01")
def test_a_shot_is_foretold_with_its_chance_and_the_terms_of_it() -> None:
    """By its band, the level, and who is shot at."""
    bout = Bout(ana(at=(0, 0), weapons=("long_bow",)), ben(at=(600, 0)))
    bout.begin()
    bout.declare("ada")
    told = preview_order(BOOK, bout.arena.position, "ana", Attack(combatant="ada", target="bob"), "en")
    (test,) = told.tests
    assert (test.label, test.dice, test.target) == ("a range attack", "1d100", "bob")
    assert test.against is not None
    assert test.chance == 10 * test.against
    assert sum((term.amount or 0) * term.times for term in test.terms) == test.against
    far = preview_order(
        BOOK, moved(bout, 1500).arena.position, "ana", Attack(combatant="ada", target="bob"), "en"
    ).tests[0]
    assert far.chance is not None
    assert far.chance < test.chance


def moved(bout: Bout, x: int) -> Bout:
    """Bob is so far off now."""
    bout.correct("combatants.bob.place", place(x))
    return bout


@pytest.mark.rule("MN-GAP-26", "MN-SPL-09")
def test_a_fireball_is_foretold_with_its_strip_and_everybody_in_it() -> None:
    """Friend and foe, the nearest first, each with a chance; whoever stands aside is not in it."""
    bout = ready(ben(at=(900, 0), hp=30), ana("amy", at=(300, 50)), ben("cid", at=(600, 51)))
    order = Cast(combatant="ada", spell="fireball", place=place(1600))
    told = preview_order(BOOK, bout.arena.position, "ana", order, "en")
    assert [area.strip for area in told.areas] == [SceneStrip(line=(point(0), point(1600)), width=100)]
    assert [one.combatant for one in told.affected] == ["amy", "bob"]
    assert [(test.target, test.chance is not None) for test in told.tests] == [("amy", True), ("bob", True)]
