"""The scene of Dozen Die: what any client can draw of it. Each row of what it has to show has a test."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.ground import SceneEntry
from engine.kernel.scene.space import SceneGrid
from engine.kernel.state.combatant import Cell
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import GroundEntry, GroundPatch, Space
from engine.kernel.state.side import SideEntry
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die import system
from engine.systems.dozen_die.board.ground import Door
from engine.systems.dozen_die.content.catalogue import CONTENT, WEAPONS
from engine.systems.dozen_die.content.kinds import Grade, Terrain
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.scene.texts import PHRASES
from engine.systems.dozen_die.sheet import Sheet, SpecialAction, Wanderer, Weather
from tests.support.fights.walls import edge
from tests.support.laws.pictures import badge, badges, bars, bytes_of, mark, marks, scene, side, slots, token, unseen
from tests.systems.dozen_die.bout import FOES, HEROES, NEUTRAL, Bout, ana, at, ben, creature
from tests.systems.dozen_die.laid import Ground, Laid, Setup, Sign

SELLSWORD = Wanderer(key="w", name="Kalle", sheet=Sheet(ref="sellsword"))


# -- tokens
def test_a_large_figure_covers_all_its_squares_and_has_no_front() -> None:
    """N x N from the square of least x and y; its size in percent.  [DD-MOVE-04]"""
    bout = Bout("a.....\n......\n...y..\n......", ana("a"), creature("y", ref="ogre"))
    small, ogre = (token(scene(bout.arena, "ana"), who) for who in "ay")
    assert (small.footprint.runs, small.percent, small.towards) == ((SceneRun(x=0, y=0),), 100, None)
    assert ogre.footprint.runs == (SceneRun(x=3, y=2, length=2), SceneRun(x=3, y=3, length=2))
    assert (ogre.percent, ogre.towards, ogre.kind_label) == (200, None, "Ogre")
    assert [token(scene(bout.arena, "ana", locale), "y").kind_label for locale in ("es", "fi")] == [
        "Ogro",
        "Ogri",
    ]


def test_a_figure_written_in_full_is_called_by_its_kind() -> None:
    """The catalogue has no name for it."""
    bout = Bout("a..", ana("a"))
    assert lookup.figure(bout.arena.state, "a").ref == ""
    assert [token(scene(bout.arena, "ana", locale), "a").kind_label for locale in ("en", "es", "fi")] == [
        "Adventurer",
        "Aventurero",
        "Seikkailija",
    ]


def test_who_is_not_on_the_board_is_told_with_the_reason() -> None:
    """Not placed yet, a casualty, and who has left it for good.  [DD-HP-05, DD-MOVE-14, DD-MOVE-15, DD-GAP-41]"""
    bout = Bout("a..b.c.x", ana("a"), ana("b"), ana("c"), ana("d"), ben("x"))
    bout.start("a")
    bout.order(o.Move(combatant="a", path=(), off=True), draws=HEROES)
    bout.correct("combatants.b.vitals.hp.now", 0)
    seen = scene(bout.arena, "ben")
    told = {who: (token(seen, who).place, token(seen, who).whereabouts, token(seen, who).down) for who in "abd"}
    assert told == {
        "a": (None, "has left the board", True),
        "b": (None, "a casualty", True),
        "d": (None, "beside the board", False),
    }
    assert token(scene(bout.arena, "ben", "es"), "a").whereabouts == "ha dejado el tablero"
    assert [token(seen, who).turn for who in "abd"] == ["UNABLE"] * 3


def test_a_wanderer_is_no_token_before_it_comes() -> None:
    """Then it is one of the side that brings it in.  [DD-ACT-15]"""
    bout = Bout("..a......x", ana("a"), ben("x"), setup=Setup(wanderers=(SELLSWORD,)))
    bout.draw(HEROES)
    assert [t.combatant for t in scene(bout.arena, "ben").tokens] == ["a", "x"]
    bout.order(o.BringIn(by="a", wanderer="w", to=at(0, 0)))
    found = token(scene(bout.arena, "ana"), "w")
    assert (found.label, found.side, found.turn, found.yours) == ("Kalle", HEROES, "ACTING", True)


def test_a_neutral_belongs_to_the_gm_and_to_whom_activated_it() -> None:
    """A neutral is the game master's, and whose die has activated it."""
    bout = Bout("a...y...x", ana("a"), ben("x"), creature("y"))
    bout.draw(HEROES)
    bout.activate("y")
    yours = {seat: [t.combatant for t in scene(bout.arena, seat).tokens if t.yours] for seat in ("ana", "ben", "eye")}
    assert yours == {"ana": ["a", "y"], "ben": ["x"], "eye": []}


# -- bars
def test_hit_points_are_open_to_all() -> None:
    """Good unhurt, bad when less than half are left.  [DD-HP-01, DD-HP-02]"""
    bout = Bout("a....x", ana("a", co=4, hp=2), ben("x", co=4, hp=1))
    seen = scene(bout.arena, None)
    assert bars(token(seen, "a")) == {"hp": (2, 4, None)}
    assert [token(seen, who).bars[0].tone for who in "ax"] == ["WARNING", "BAD"]
    assert [token(scene(bout.arena, None, locale), "a").bars[0].label for locale in ("es", "fi")] == [
        "Puntos de resistencia",
        "Kestopisteet",
    ]


def test_the_pool_is_the_side_s() -> None:
    """Dice for rolls, with those of this round; neutrals always have enough.  [DD-DICE-04]"""
    bout = Bout("a....x.y", ana("a"), ben("x"), creature("y"))
    before = scene(bout.arena, "ben")
    assert [bars(side(before, key)) for key in (HEROES, NEUTRAL)] == [{"pool": (6, 6, None)}, {}]
    bout.draw(HEROES)
    bout.correct("rules.pools.heroes", {"dice": 6, "extra": 2})
    assert bars(side(scene(bout.arena, "ben"), HEROES)) == {"pool": (8, 8, None)}
    assert not any(bar.key == "pool" for t in before.tokens for bar in t.bars)


# -- badges
def test_injured_hidden_and_taunted_are_told_with_their_ends() -> None:
    """The hidden stay on the board, for everybody.  [DD-HP-02, DD-GAP-15, DD-CON-03]"""
    bout = Bout("a....x", ana("a", conditions=("hidden", "injured", "taunted")), ben("x"))
    seen = scene(bout.arena, "ben")
    assert token(seen, "a").place == at(0)
    assert [(b.key, b.label, b.tone, b.until) for b in token(seen, "a").badges] == [
        ("hidden", "Hidden", "GOOD", "until it moves, attacks or reacts"),
        ("injured", "Injured", "BAD", "until half of its hit points are back"),
        ("taunted", "Taunted", "BAD", "until the next die is drawn"),
    ]
    assert [badge(scene(bout.arena, "ben", locale), "a", "hidden").label for locale in ("es", "fi")] == [
        "Escondido",
        "Piilossa",
    ]


def test_an_unloaded_weapon_and_too_heavy_a_load_are_told() -> None:
    """Of the sheet's own weapons too.  [DD-REA-24, DD-MARCH-05]"""
    bout = Bout("a....x", ana("a", st=1, items=2, weapons=("short_bow", "crossbow"), unloaded=("crossbow",)), ben("x"))
    seen = scene(bout.arena, "ben", "fi")
    assert [(b.key, b.label, b.tone) for b in token(seen, "a").badges] == [
        ("overloaded", "Ylikuorma", "BAD"),
        ("unloaded-crossbow", "Lataamatta: Varsijousi", "BAD"),
    ]
    assert badges(seen, "x") == []


def test_cover_is_a_badge_with_its_bonus() -> None:
    """By the ground where somebody stands.  [DD-TERR-02]"""
    bout = Bout("r....x", ana("a", place=at(0, 0)), ben("x"))
    found = badge(scene(bout.arena, "ben"), "a", "cover")
    assert (found.label, found.level, found.tone) == ("Cover: Rocks", 2, "GOOD")
    assert badges(scene(bout.arena, "ben"), "x") == []


def test_who_may_march_is_told_while_the_die_is_in_hand() -> None:
    """Far from every foe, once; not any more when somebody is activated.  [DD-MARCH-03, DD-MARCH-11]"""
    bout = Bout("a.b.........x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    assert [badges(scene(bout.arena, "ben"), who) for who in "abx"] == [["march"], ["march"], []]
    bout.order(o.March(combatant="a", to=at(1)))
    assert [badges(scene(bout.arena, "ben"), who) for who in "ab"] == [[], ["march"]]
    bout.activate("b")
    assert badges(scene(bout.arena, "ben"), "b") == []


def test_the_weather_holds_everywhere() -> None:
    """A hurricane is told once, calm is not told.  [DD-TERR-16]"""
    calm, storm = (Bout("a....x", ana("a"), ben("x"), setup=Setup(weather=weather)) for weather in Weather)
    assert scene(calm.arena, "ana").badges == ()
    (found,) = scene(storm.arena, "ana", "es").badges
    assert (found.label, found.tone, found.rule) == ("Huracán", "WARNING", "DD-TERR-16")


# -- marks
def test_who_is_in_contact_with_whom() -> None:
    """Foreign figures that touch, at a corner too, each pair once; not friends, nor two behind walls.  [DD-CHG-04]"""
    rows = "ab....\nx.....\n...c#.\n...#y."
    setup = Setup(restored=True)
    bout = Bout(rows, ana("a"), ana("b"), ana("c"), ben("x"), creature("y"), setup=setup)
    seen = scene(bout.arena, "eye")
    assert marks(seen) == ["contact-a-x", "contact-b-x"]
    found = mark(seen, "contact-a-x")
    assert (found.kind, found.members, found.label) == ("ENGAGED", ("a", "x"), "In contact")


def test_a_large_figure_touches_along_all_its_sides() -> None:
    """Every square of it counts, each pair once."""
    bout = Bout("....x\ny....\n..a..\n.....", ana("a"), ben("x"), creature("y", ref="ogre"), setup=Setup(restored=True))
    assert marks(scene(bout.arena, "ana")) == ["contact-a-y"]


def test_a_pack_is_a_group() -> None:
    """Miniatures of one side that are activated together, while there are several.  [DD-GAP-22]"""
    rats = [creature(name, ref="rat", pack="p1") for name in "rst"]
    bout = Bout("r.s.t....a...x", *rats, ana("a", pack="p1"), ben("x"))
    found = mark(scene(bout.arena, "ana"), "pack-neutral-p1")
    assert (found.kind, found.members, found.level, found.label) == ("GROUP", ("r", "s", "t"), 3, "A pack")
    assert marks(scene(bout.arena, "ana")) == ["pack-neutral-p1"]


def test_who_carries_something_together() -> None:
    """Two who name the same load; one alone carries nothing jointly.  [DD-MARCH-06]"""
    bout = Bout("ab.c.....x", ana("a", load="l1"), ana("b", load="l1"), ana("c", load="l2"), ben("x"))
    seen = scene(bout.arena, "ben")
    assert marks(seen) == ["load-l1"]
    assert (mark(seen, "load-l1").kind, mark(seen, "load-l1").members) == ("CARRIES", ("a", "b"))


def test_the_door_of_a_special_action_is_marked_until_it_is_triggered() -> None:
    """With the name that the adventure gives it.  [DD-ACT-12]"""
    setup = Setup(specials=(SpecialAction(key="gate", name="Raise the gate", opens=Cell(2, 0)),))
    bout = Bout("a.+...x", ana("a"), ben("x"), setup=setup)
    found = mark(scene(bout.arena, "ben"), "special-gate")
    assert (found.kind, found.label, found.area.runs) == (
        "THING",
        "Raise the gate",
        (SceneRun(x=2, y=0),),
    )
    bout.draw(HEROES, Color.YELLOW)
    bout.order(o.Special(by="a", special="gate"))
    assert marks(scene(bout.arena, "ben")) == []


def test_where_a_wanderer_may_enter_is_marked_while_a_die_is_in_hand() -> None:
    """Squares at the edge as runs.  [DD-ACT-15]"""
    bout = Bout("......\n..a...\n......\n......", ana("a"), setup=Setup(wanderers=(SELLSWORD,)))
    assert marks(scene(bout.arena, "ana")) == []
    bout.draw(HEROES)
    found = mark(scene(bout.arena, "ana"), "entry-w")
    assert (found.kind, found.label) == ("ENTRY", "Here Kalle may come in")
    assert found.area.runs == (
        SceneRun(x=0, y=0, length=6),
        SceneRun(x=0, y=1),
        SceneRun(x=5, y=1),
        SceneRun(x=0, y=2),
        SceneRun(x=5, y=2),
        SceneRun(x=0, y=3, length=6),
    )
    bout.activate("a")
    assert marks(scene(bout.arena, "ana")) == []


# -- space and ground
def told(bout: Bout, locale: str = "en") -> dict[str, SceneEntry]:
    """The legend by its signs."""
    return {entry.sign or "": entry for entry in scene(bout.arena, "ben", locale).ground.legend}


def test_the_board_is_squares_of_an_inch() -> None:
    """Steps go diagonally, and count one; also before the fight begins.  [DD-MOVE-03]"""
    space = scene(Bout("a....x\n......", ana("a"), ben("x")).arena, "ben").space
    assert space == SceneGrid(width=6, height=2, unit="in", cell=100, diagonals=True, measure="CHEBYSHEV")


def test_walls_and_doors_are_squares() -> None:
    """The usual signs stay; a shut door is a wall, and shows when it stands open.  [DD-MOVE-05, DD-MOVE-07]"""
    setup = Setup(specials=(SpecialAction(key="gate", name="Raise the gate", opens=Cell(2, 0)),))
    bout = Bout("a.+..'.x\n..#..#..", ana("a"), ben("x"), setup=setup)
    before = scene(bout.arena, "ben").ground
    assert before.rows == ("..+..'..", "..#..#..")
    legend = told(bout)
    assert {sign: (e.key, e.look, e.state, e.label, e.step, e.sight) for sign, e in legend.items()} == {
        ".": ("open", "FLOOR", "NONE", "Open ground", "FREE", "FREE"),
        "+": ("door-shut", "DOOR", "SHUT", "Shut door", "NEVER", "NEVER"),
        "'": ("door-open", "DOOR", "OPEN", "Open door", "SOME", "FREE"),
        "#": ("wall", "WALL", "NONE", "Wall", "NEVER", "NEVER"),
    }
    assert legend["+"].text == "While it is open, figures pass it whose side is 1 square or less."
    bout.draw(HEROES, Color.YELLOW)
    bout.order(o.Special(by="a", special="gate"))
    after = scene(bout.arena, "ben").ground
    (laid,) = after.patches
    assert (laid.key, laid.area.runs) == ("opened-2-0", (SceneRun(x=2, y=0),))
    opened = next(entry for entry in after.legend if entry.key == laid.entry)
    assert (opened.look, opened.state, opened.label, opened.step, opened.sight) == (
        "DOOR",
        "OPEN",
        "Open door",
        "SOME",
        "FREE",
    )
    assert after.digest != before.digest


def test_a_locked_door_says_how_hard_its_lock_is() -> None:
    """In every language.  [DD-CON-04]"""
    legend = (Sign(sign="L", door=Door(lock=Grade.HARD, width=2)),)
    bout = Bout("a.L..x", ana("a"), ben("x"), legend=legend)
    found = [next(e for e in told(bout, locale).values() if e.look == "DOOR") for locale in ("en", "es", "fi")]
    assert {e.state for e in found} == {"LOCKED"}
    assert [(e.label, e.text) for e in found] == [
        (
            "Locked door",
            "While it is open, figures pass it whose side is 2 squares or less. Picking the lock: hard.",
        ),
        (
            "Puerta con llave",
            "Abierta, la pasan figuras de 2 casillas de lado como máximo. Forzar la cerradura: difícil.",
        ),
        (
            "Lukittu ovi",
            "Avoinna siitä kulkevat figuurit, joiden sivu on enintään 2 ruutua. Lukon tiirikointi: vaikea.",
        ),
    ]


def test_terrain_has_its_grades_cover_and_shadow_in_words() -> None:
    """Wading hard for all where a test is needed; cover as the game counts it.  [DD-TERR-01 to DD-TERR-05]"""
    bout = Bout("a~rT,.x", ana("a"), ben("x"))
    legend = told(bout)
    assert {sign: (e.key, e.look, e.step, e.cover_figure, e.rule) for sign, e in legend.items()} == {
        ".": ("open", "FLOOR", "FREE", None, "DD-TERR-06"),
        "~": ("river", "WATER", "HARD", None, "DD-TERR-10"),
        "r": ("rocks", "ROUGH", "HARD", 2, "DD-TERR-09"),
        "T": ("dense_forest", "WOOD", "HARD", 2, "DD-TERR-10"),
        ",": ("flooded_ground", "WATER", "HARD", None, "DD-TERR-09"),
    }
    assert (legend["T"].cover, legend["T"].text) == ("cover 2 against shots", "Wading: normal. Hiding: normal.")
    spanish = told(bout, "es")
    assert (spanish["T"].label, spanish["T"].text) == ("Bosque espeso", "Vadear: normal. Esconderse: normal.")


def test_heights_decks_and_what_leans_at_them() -> None:
    """The height of a floor; who passes depends on its faces.  [DD-GAP-30, DD-GAP-35]"""
    legend = (
        Sign(sign="2", height=2, faces="inn_wall"),
        Sign(sign="L", leans="ladder"),
        Sign(sign="P", height=-2),
        Sign(sign="W", wall=True, height=3),
        Sign(sign="h", blocks_sight=True),
    )
    bout = Bout("a.2LPWh.x", ana("a"), ben("x"), legend=legend)
    found = {sign: (e.look, e.label, e.step, e.sight, e.height, e.top) for sign, e in told(bout).items()}
    assert found == {
        ".": ("FLOOR", "Open ground", "FREE", "FREE", 0, None),
        "2": ("HEIGHT", "Open ground, height 2", "SOME", "FREE", 2, None),
        "L": ("STAIRS", "Open ground, with Ladder", "FREE", "FREE", 0, None),
        "P": ("PIT", "Open ground, height -2", "SOME", "FREE", -2, None),
        "W": ("WALL", "Wall, height 3", "NEVER", "SOME", 0, 3),
        "h": ("FLOOR", "Open ground", "FREE", "SOME", 0, 0),
    }


def test_terrain_by_size_lets_some_pass() -> None:
    """A tunnel; and terrain of the table's own has the name that the table gives it.  [DD-MOVE-08]"""
    moss = Terrain(id="moss", name="Old moss", look="WOOD", wading=Grade.EASY)
    ground = Ground(
        rows=("..t.m.",),
        legend=(Sign(sign="t", terrain="low_tunnel"), Sign(sign="m", terrain="moss")),
        own_terrain=(moss,),
    )
    bout = Bout("a....x", ana("a"), ben("x"), setup=Setup(ground=ground))
    found = {sign: (e.label, e.look, e.step) for sign, e in told(bout, "fi").items()}
    assert found["t"] == ("Matala tunneli", "DARK", "SOME")
    assert found["m"] == ("Old moss", "WOOD", "HARD")


def test_a_hurricane_makes_all_ground_hard() -> None:
    """As the rules have it: nobody walks without a test.  [DD-TERR-16]"""
    bout = Bout("a....x", ana("a"), ben("x"), setup=Setup(weather=Weather.HURRICANE))
    assert [(e.step, e.text, e.rule) for e in told(bout).values()] == [("HARD", "Wading: easy.", "DD-TERR-09")]


def test_walls_doors_and_windows_stand_along_sides() -> None:
    """A door as it stands, by its width; the sides of a seat are those that it sees.  [DD-MOVE-05, DD-GAP-31]"""
    edges = (
        edge((1, 0), (1, 1), key="w"),
        edge((2, 0), (2, 1), entry="door", key="d"),
        edge((3, 0), (3, 1), entry="door", key="o", state="OPEN"),
        edge((4, 0), (4, 1), entry="window", key="v"),
    )
    bout = Bout("a....x", ana("a"), ben("x"), edges=edges)
    for locale, names in {
        "en": ["Wall", "Shut door", "Open door", "Window"],
        "es": ["Muro", "Puerta cerrada", "Puerta abierta", "Ventana"],
        "fi": ["Seinä", "Suljettu ovi", "Avoin ovi", "Ikkuna"],
    }.items():
        ground = scene(bout.arena, "ben", locale).ground
        legend = {e.key: e for e in ground.legend}
        shown = [legend[one.entry] for one in ground.edges]
        assert [e.label for e in shown] == names
        assert [(one.state, e.look, e.step, e.sight) for one, e in zip(ground.edges, shown, strict=True)] == [
            ("NONE", "WALL", "NEVER", "NEVER"),
            ("SHUT", "DOOR", "NEVER", "NEVER"),
            ("OPEN", "DOOR", "SOME", "FREE"),
            ("NONE", "WINDOW", "NEVER", "FREE"),
        ]
    assert [one.line for one in ground.edges] == [one.line for one in edges]


def test_a_secret_door_is_a_wall_to_others() -> None:
    """Whoever does not know of it sees what he would see without it.  [DD-MOVE-07]"""
    line = ((1, 0), (1, 1))
    secret = Bout("a....x", ana("a"), ben("x"), edges=(edge(*line, entry="door", seen_by=("ana",), shown_as="wall"),))
    assert [e.look for e in scene(secret.arena, "ana").ground.legend] == ["DOOR", "FLOOR"]
    both(secret, Bout("a....x", ana("a"), ben("x"), edges=(edge(*line),)), "ben")


def test_the_table_s_own_names_and_patches_are_shown() -> None:
    """Names and looks that the table gives count first; a patch lies over the rows, and only for those who know it."""
    entries = (
        GroundEntry(key="hall", sign="h", label="The old hall", look="ROAD"),
        GroundEntry(key="pit", look="HAZARD", label="A pit under leaves"),
    )
    patch = GroundPatch(key="trap", entry="pit", area=SceneArea(runs=(SceneRun(x=3, y=0),)), seen_by=("ana",))

    def made(*patches: GroundPatch) -> Bout:
        space = Space(kind="GRID", width=6, height=1, unit="in")
        ground = Laid(space=space, rows=(".hh...",), legend=entries, patches=patches)
        return Bout("a....x", ana("a"), ben("x"), setup=Setup(ground=ground))

    bout = made(patch)
    hall = told(bout)["h"]
    assert (hall.key, hall.label, hall.look, hall.step) == ("hall", "The old hall", "ROAD", "FREE")
    assert mark(scene(bout.arena, "ana"), "hazard-trap").label == "A pit under leaves"
    both(bout, made(), "ben")


# -- the order of play
def test_the_bag_is_dice_by_side_and_colour() -> None:
    """In hand, in the bag, spent: never the order of draws.  [DD-ACT-01, DD-DICE-07]"""
    bout = Bout("a....x", ana("a"), ben("x"))
    assert scene(bout.arena, "ana").play.slots == ()
    bout.draw(FOES, Color.GREEN)
    bout.activate("x")
    bout.end(draws=HEROES, color=Color.YELLOW)
    seen = scene(bout.arena, "eye")
    assert (seen.play.style, seen.play.label, seen.play.cyclic, seen.play.round) == ("BAG", "Bag of dice", False, 1)
    assert [(s.key, s.side, s.label, s.amount, s.state) for s in seen.play.slots] == [
        ("heroes-YELLOW-hand", HEROES, "yellow die", 1, "ACTING"),
        ("heroes-GREEN", HEROES, "green dice", 2, "WAITING"),
        ("heroes-WHITE", HEROES, "white dice", 2, "WAITING"),
        ("foes-GREEN", FOES, "green die", 1, "WAITING"),
        ("foes-WHITE", FOES, "white dice", 2, "WAITING"),
        ("foes-YELLOW", FOES, "yellow die", 1, "WAITING"),
        ("foes-GREEN-spent", FOES, "green die", 1, "ACTED"),
    ]
    assert seen.play.phase == "In hand: one yellow die. The heroes"
    assert [s.label for s in scene(bout.arena, "eye", "fi").play.slots][:2] == ["keltainen noppa", "vihreää noppaa"]


def _spent(colors: Sequence[Color]) -> list[tuple[str, int]]:
    bout = Bout("a....x", ana("a"), ben("x"))
    bout.draw(FOES, colors[0])
    for color in (*colors[1:], Color.YELLOW):
        bout.activate("x")
        bout.end(draws=FOES, color=color)
    return [(s.key, s.amount) for s in scene(bout.arena, "eye").play.slots]


def test_in_which_order_dice_were_drawn_does_not_show() -> None:
    """The same dice look the same, whichever came first."""
    assert _spent((Color.GREEN, Color.WHITE)) == _spent((Color.WHITE, Color.GREEN))


def test_what_is_left_of_an_activation() -> None:
    """Two orders, and the squares of an order.  [DD-ACT-05, DD-MOVE-01]"""
    bout = Bout("a.~~......x", ana("a", mv=6), ben("x"))
    bout.start("a")
    hand = scene(bout.arena, "ben").play.slots[0]
    assert (hand.combatant, bars(hand)) == ("a", {"orders": (2, 2, None), "allowance": (6, 6, None)})
    assert scene(bout.arena, "ben").play.phase == "Activation of A: first of two orders"
    bout.order(o.Move(combatant="a", path=(o.Step(cell=Cell(1, 0)), o.Step(cell=Cell(2, 0)))), 12)
    hand = scene(bout.arena, "ben").play.slots[0]
    assert bars(hand) == {"orders": (1, 2, None), "allowance": (6, 6, None)}
    assert scene(bout.arena, "ben", "es").play.phase == "Activación de A: segunda de dos órdenes"


def test_hard_ground_leaves_fewer_squares_of_the_order() -> None:
    """By the test behind him, while a reaction is asked for.  [DD-TERR-14]"""
    archer = {"weapons": ("short_bow",), "skills": {"shooting": 1}, "aw": 9}
    bout = Bout("a~~~..x", ana("a", mv=6), ben("x", **archer))
    bout.start("a")
    bout.order(o.Move(combatant="a", path=(o.Step(cell=Cell(1, 0)), o.Step(cell=Cell(2, 0)))))
    bout.answer("hold", 12)
    assert bout.asked == ["ReactToMove"]
    play = scene(bout.arena, "ben").play
    assert bars(play.slots[0])["allowance"] == (3, 6, None)
    assert play.phase == "Activation of A: first of two orders (move)"
    bout.answer("pass")
    assert bars(scene(bout.arena, "ben").play.slots[0])["allowance"] == (6, 6, None)


def test_turns_of_figures() -> None:
    """Whom the die may be spent on, who is activated, and who has done his part."""
    rats = [ana(name, ref="rat", pack="p") for name in "rs"]
    bout = Bout("r..s....a........x", *rats, ana("a"), ben("x"))
    bout.draw(HEROES)
    assert [t.turn for t in scene(bout.arena, "ben").tokens] == ["NEXT", "NEXT", "NEXT", "WAITING"]
    bout.activate("r")
    assert [t.turn for t in scene(bout.arena, "ben").tokens] == ["ACTING", "ACTING", "WAITING", "WAITING"]
    assert bars(scene(bout.arena, "ben").play.slots[0]) == {"orders": (2, 2, None)}
    bout.order(o.Move(combatant="r", to=at(1)))
    assert [t.turn for t in scene(bout.arena, "ben").tokens][:2] == ["ACTED", "ACTING"]


def test_sides_have_names_shapes_and_enemies() -> None:
    """Neutrals are foreign to every player.  [DD-CHG-01]"""
    bout = Bout("a....x.y", ana("a"), ben("x"), creature("y"))
    seen = scene(bout.arena, "eye")
    assert [(s.key, s.label, s.emblem) for s in seen.sides] == [
        (HEROES, "The heroes", "CIRCLE"),
        (FOES, "The foes", "SQUARE"),
        (NEUTRAL, "The neutrals", "DIAMOND"),
    ]
    assert side(seen, HEROES).enemies == (FOES, NEUTRAL)
    assert [s.label for s in scene(bout.arena, "eye", "es").sides] == ["Los héroes", "Los enemigos", "Los neutrales"]


# -- two worlds: somebody hidden, and a fight without him
def both(one: Bout, other: Bout, seat: str) -> None:
    """The same picture for whoever may not know how they differ, and another one for the game master."""
    assert bytes_of(one.arena, seat) == bytes_of(other.arena, seat)
    assert bytes_of(one.arena, "gm") != bytes_of(other.arena, "gm")


@pytest.mark.parametrize(
    ("rows", "hidden", "key"),
    [
        ("a.b...x", creature("y", place=at(1)), "contact-a-y"),
        ("a.b...x", ana("y", pack="p", place=at(4)), "pack-heroes-p"),
        ("a.b...x", ana("y", load="l", place=at(4)), "load-l"),
    ],
)
def test_no_mark_names_somebody_hidden(rows: str, hidden: object, key: str) -> None:
    """Contacts, packs and loads of which only one is seen are none."""

    def made(*more: object) -> Bout:
        figures = [ana("a", pack="p", load="l"), ana("b"), ben("x"), *more]
        return Bout(rows, *figures, setup=Setup(restored=True))  # type: ignore[arg-type]

    spy = made(structs.replace(hidden, seen_by=()))  # type: ignore[type-var]
    assert key in marks(scene(spy.arena, "gm"))
    assert marks(scene(spy.arena, "ben")) == []
    both(spy, made(), "ben")


def test_where_a_wanderer_may_enter_tells_nothing_of_who_is_hidden() -> None:
    """Squares too near somebody hidden are offered like all others."""

    def made(*more: object) -> Bout:
        bout = Bout("......\n..a...\n......\n...x..", ana("a"), ben("x"), *more, setup=Setup(wanderers=(SELLSWORD,)))  # type: ignore[arg-type]
        bout.draw(HEROES)
        return bout

    both(made(unseen(creature("y", place=at(5, 0)))), made(), "ana")


def test_dice_of_a_hidden_side_are_in_nobody_s_bag() -> None:
    """Neither in the bag nor in hand, and its pool is no bar."""

    def made(*more: object) -> Bout:
        bout = Bout("a.......x", ana("a"), ben("x"), *more)  # type: ignore[arg-type]
        bout.draw(HEROES)
        return bout

    third = structs.replace(unseen(ana("y", place=at(4))), side="third")
    spy = made(third)
    assert "third-GREEN" in slots(scene(spy.arena, "gm"))
    both(spy, made(), "ben")


# -- words
def test_every_phrase_is_there_in_every_language() -> None:
    """With the same figures, and nothing that English does not have; content has Spanish names too."""
    english = PHRASES.languages["en"]
    for locale, words in PHRASES.languages.items():
        for section in ("phrases", "counts"):
            assert words[section].keys() == english[section].keys(), locale
    named = PHRASES.languages["es"]["names"]
    for table in ("characters", "creatures", "weapons", "terrain"):
        assert set(CONTENT[table]) <= named.keys(), table


def test_a_side_that_the_table_has_named_is_called_so() -> None:
    """Also in the words of the order."""
    bout = Bout("a....x", ana("a"), ben("x"))
    bout.draw(HEROES)
    fight = structs.replace(bout.state.fight, sides={HEROES: SideEntry(key=HEROES, label="The Watch")})
    seen = scene_of(system, structs.replace(bout.state, fight=fight), "ben", "fi")
    assert (seen.sides[0].label, seen.play.phase) == ("The Watch", "Kädessä valkoinen noppa. The Watch")


# -- what is kept between versions
def test_a_token_is_made_anew_only_when_something_of_it_changes() -> None:
    """The others stay the same objects; each seat and language has its own."""
    bout = Bout("a..b.x", ana("a"), ana("b"), ben("x"))
    bout.draw(HEROES)
    before = scene(bout.arena, "ana")
    assert (token(before, "a").yours, token(scene(bout.arena, "ben"), "a").yours) == (True, False)
    assert token(scene(bout.arena, "ana", "es"), "b").kind_label == "Aventurero"
    bout.activate("b")
    after = scene(bout.arena, "ana")
    assert token(after, "x") is token(before, "x")
    assert (token(before, "b").turn, token(after, "b").turn) == ("NEXT", "ACTING")
    bout.correct("combatants.a.vitals.hp.now", 1)
    assert [one.now for one in token(scene(bout.arena, "ana"), "a").bars] == [1]


def test_a_weapon_that_only_the_table_knows_is_called_as_any_sheet_says() -> None:
    """Its name may come from another figure's sheet: such a token is never kept."""
    bow = structs.replace(next(one for one in WEAPONS.values() if one.ranged), id="wand", name="Wand")
    bout = Bout("a...x", ana("a"), ben("x"))
    own = bout.arena.state.own
    armed = structs.replace(own.figures["a"], arms={"wand": bow}, loaded=())
    first = structs.replace(bout.arena.state, own=structs.replace(own, figures={**own.figures, "a": armed}))
    other = structs.replace(own.figures["x"], arms={"wand": structs.replace(bow, name="Rod")})
    second = structs.replace(bout.arena.state, own=structs.replace(own, figures={"x": other, "a": armed}))
    told = [badge(scene_of(system, seen, "ana", "en"), "a", "unloaded-wand").label for seen in (first, second)]
    assert ("Wand" in told[0], "Rod" in told[1]) == (True, True)


def test_contacts_follow_every_step() -> None:
    """They are kept only while everybody stands as before."""
    bout = Bout("a...x", ana("a"), ben("x"))
    assert marks(scene(bout.arena, "ana")) == []
    bout.correct("combatants.x.place", at(1))
    assert marks(scene(bout.arena, "ana")) == ["contact-a-x"]
    bout.correct("combatants.x.place", at(3))
    assert marks(scene(bout.arena, "ana")) == []
