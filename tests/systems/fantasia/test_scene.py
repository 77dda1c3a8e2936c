"""The scene of La Fantasia Final: what any client can draw of it. Each row of what it has to show has a test."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.scene.space import SceneGrid, ScenePlane
from engine.kernel.state.combatant import Condition, Point
from engine.kernel.state.events import SightChanged, VitalChanged
from engine.kernel.state.ground.areas import SceneArea, SceneDisc, SceneRun
from engine.kernel.state.ground.ground import Ground, GroundEntry, GroundPatch, Space
from engine.kernel.state.orders import Begin, Entry
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.content.kinds import Hand
from engine.systems.fantasia.orders import Phase
from engine.systems.fantasia.scene.texts import PHRASES
from engine.systems.fantasia.sheet import Grip, Initiative, Load
from tests.support.fights.walls import LEGEND, edge, walled
from tests.support.laws import laws
from tests.support.laws.pictures import badge, badges, bars, bytes_of, mark, marks, scene, side, slots, token, unseen
from tests.systems.fantasia import examples
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Patch, Setup
from tests.systems.fantasia.test_board import grid


def hits(bout: Bout, attacker: str, target: str, *faces: int) -> None:
    bout.order(o.Attack(attacker=attacker, target=target, weapon="unarmed"), *faces)


def lying(kind: str, **more: Any) -> Condition:
    return Condition(key=kind, kind=kind, **more)


# -- tokens
def test_a_large_one_covers_all_its_cells_and_looks_somewhere() -> None:
    """N x N from the cell of least x and y; the direction is a vector.  [FF-GRID-07, FF-GRID-12, FF-GRID-13]"""
    bout = Bout(
        hero(place=cell(2, 3, "WEST")), foe("ogre", sheet(ref="ogre"), place=cell(5, 5, height=2)), setup=grid()
    )
    seen = scene(bout.arena, "ana")
    hers, ogre = token(seen, "hero"), token(seen, "ogre")
    assert (hers.footprint.runs, hers.towards, hers.percent) == ((SceneRun(x=2, y=3),), Point(-1, 0), 100)
    size = ogre.percent // 100
    assert size > 1
    assert ogre.footprint.runs == tuple(SceneRun(x=5, y=5 + row, length=size) for row in range(size))
    assert (ogre.towards, ogre.place.height) == (None, 2)


def test_sizes_change_with_statuses() -> None:
    """The size is the present one, as everybody sees it."""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(5, 5), conditions=("mini",)), setup=grid())
    assert token(scene(bout.arena, "ana"), "foe").percent < 100


def test_whose_a_token_is() -> None:
    """Who gives its orders now, not whose it was; the game master those of everybody without a player."""
    bout = Bout(hero(), foe("rex", seat="bea"), foe("max"))
    yours = {
        seat: [t.combatant for t in scene(bout.arena, seat).tokens if t.yours] for seat in ("ana", "bea", "gm", "eye")
    }
    assert yours == {"ana": ["hero"], "bea": ["rex"], "gm": ["max"], "eye": []}
    assert not any(t.yours for t in scene(bout.arena, None).tokens)


def test_who_is_hidden_is_a_token_for_those_alone_who_see_it() -> None:
    """And they are told that others do not."""
    bout = Bout(hero(), foe(), unseen(foe("spy")))
    assert token(scene(bout.arena, "gm"), "spy").hidden
    assert [t.combatant for t in scene(bout.arena, "ana").tokens] == ["hero", "foe"]
    assert not any(t.hidden for t in scene(bout.arena, "ana").tokens)


def test_who_lies_on_the_board_keeps_his_place_and_who_left_has_none() -> None:
    """The fallen are down where they fell; whoever left is told with the reason."""
    bout = Bout(hero(place=cell(0, 0)), hero("b", place=cell(1, 0)), foe(place=cell(5, 5)), foe("c"), setup=grid())
    bout.correct("combatants.hero.vitals.hp.now", 0)
    bout.order(o.Leave(combatant="b"), seat="gm")
    seen = scene(bout.arena, "ana")
    assert token(seen, "hero").down
    assert (token(seen, "hero").place, token(seen, "hero").whereabouts) == (bout.who("hero").place, "")
    assert (token(seen, "b").place, token(seen, "b").footprint, token(seen, "b").whereabouts) == (
        None,
        None,
        "has left the fight",
    )
    assert token(seen, "c").whereabouts == "not on the board yet"
    assert token(scene(bout.arena, "ana", "fi"), "b").whereabouts == "lähtenyt taistelusta"


def test_without_places_everybody_is_somewhere() -> None:
    """A fight without a board says so, and each token too."""
    bout = Bout(hero(), foe())
    seen = scene(bout.arena, "ana")
    assert seen.space.__class__.__name__ == "SceneNowhere"
    assert {t.whereabouts for t in seen.tokens} == {"in the fight, at no place in particular"}


def test_kinds_have_names() -> None:
    """Creatures and characters of the catalogue, in every language; a word of the table's own is no name."""
    bout = Bout(
        hero(figures=sheet(ref="black_mage")), foe(figures=sheet(ref="stone_golem")), foe("x", sheet(group="wolf_pack"))
    )
    found = [
        [token(scene(bout.arena, "ana", locale), who).kind_label for who in ("hero", "foe", "x")]
        for locale in ("en", "es", "fi")
    ]
    assert found == [
        ["Black mage", "Stone golem", ""],
        ["Mago negro", "Gólem de piedra", ""],
        ["Musta maagi", "Kivigolem", ""],
    ]


# -- bars
def test_points_of_the_own_side_are_known_of_others_what_they_lost() -> None:
    """Damage is told to all, points are not: nothing is computed from closed figures.  [FF-STAT-06, GAP-87 i]"""
    bout = Bout(hero(figures=sheet(mp=9)), foe(figures=sheet(hp=33), vitals={"hp": 12}))
    hits(bout, "hero", "foe", 6, 5, 3)
    lost = 33 - 31 if bout.hp("foe") > 12 else 12 - bout.hp("foe")
    assert lost > 0
    seen = scene(bout.arena, "ana")
    assert bars(token(seen, "hero")) == {"hp": (20, 20, None), "mp": (9, 9, None)}
    assert bars(token(seen, "foe")) == {"hp": (None, None, lost)}
    assert bars(token(scene(bout.arena, "gm"), "foe"))["hp"] == (12 - lost, 33, None)
    assert [token(scene(bout.arena, "ana", locale), "foe").bars[0].label for locale in ("en", "es", "fi")] == [
        "Hit points",
        "Puntos de vida",
        "Kestopisteet",
    ]


def test_what_is_healed_is_not_lost_any_more() -> None:
    """Points given back count, never below nothing lost."""
    bout = Bout(hero(), foe(figures=sheet(mp=20, spells=("cure",)), seat="bea"))
    hits(bout, "hero", "foe", 6, 5, 3)
    bout.end("hero")
    lost = token(scene(bout.arena, "ana"), "foe").bars[0].lost
    bout.order(o.Cast(caster="foe", spell="cure", targets=("foe",)), 6, 6)
    seen = scene(bout.arena, "ana")
    assert lost is not None
    assert lost > 0
    assert bars(token(seen, "foe")) == {"hp": (None, None, 0), "mp": (None, None, 3)}


def test_events_of_a_hidden_combatant_do_not_appear_once_it_is_revealed() -> None:
    """Not even those who saw him learn it here: what all have seen is the same for all."""
    bout = Bout(foe("brute"), unseen(foe("spy")), hero())
    hits(bout, "brute", "spy", 6, 5, 3)
    assert bout.hp("spy") < 20
    bout.arena.fact(SightChanged(combatant="spy", seen_by=None))
    assert bars(token(scene(bout.arena, "ana"), "spy")) == {"hp": (None, None, 0)}


# -- badges
def test_statuses_are_told_with_level_end_tone_and_rule() -> None:
    """In every language; their turns count down; a cure or an own turn ends others."""
    lots = (lying("poison", left=3, until="TURNS"), lying("haste"), lying("prone"), lying("unconscious", amount=2))
    bout = Bout(hero(), foe(conditions=lots), begin=False)
    found = {key: badge(scene(bout.arena, "ana"), "foe", key) for key in ("poison", "haste", "prone", "unconscious")}
    assert [(b.label, b.tone, b.level, b.until, b.rule) for b in found.values()] == [
        ("Poisoned", "BAD", None, "3 turns left", "FF-ST-34"),
        ("Haste", "GOOD", None, "", "FF-ST-26"),
        ("Prone", "BAD", None, "until it stands up", "FF-PRONE-01"),
        ("Unconscious", "BAD", 2, "until it is healed", "FF-KO-01"),
    ]
    assert all(len(b.short) <= 4 and b.text for b in found.values())
    told = {locale: badge(scene(bout.arena, "ana", locale), "foe", "poison") for locale in ("es", "fi")}
    assert [(b.label, b.until) for b in told.values()] == [
        ("Veneno", "quedan 3 turnos"),
        ("Myrkytetty", "3 vuoroa jäljellä"),
    ]


def test_the_defensive_lasts_until_the_own_turn() -> None:
    """A condition of its own, good for its bearer.  [FF-DEF-01]"""
    bout = Bout(hero(), foe())
    bout.order(o.Defend(combatant="hero"))
    found = badge(scene(bout.arena, "bea"), "hero", "defending")
    assert (found.label, found.tone, found.until) == ("On the defensive", "GOOD", "until its next turn begins")


def test_what_is_readied_is_told_to_the_own_side_only() -> None:
    """That something is ready is open; which action, for what and by whom is not.  [FF-READY-01, GAP-87 iii]"""
    bout = Bout(hero(), foe("rex"))
    bout.order(
        o.Ready(combatant="hero", action=o.Readied.ATTACK, trigger=o.Trigger.MOVES, watched="rex", note="if near")
    )
    own, others = scene(bout.arena, "ana"), scene(bout.arena, "bea")
    assert badge(own, "hero", "readied").text == "Holds ready: an attack. Waits for a move by Rex: if near"
    assert (mark(own, "watch-hero-rex").from_, mark(own, "watch-hero-rex").to) == ("hero", "rex")
    assert "attack" not in badge(others, "hero", "readied").text
    assert marks(others) == []
    spanish = badge(scene(bout.arena, "ana", "es"), "hero", "readied").text
    assert spanish == "Tiene preparado: un ataque. Espera un movimiento de Rex: if near"


def making(targets: tuple[str, ...] = ("foe",), spell: str = "firaga") -> Bout:
    """A mage has a spell in the making: somebody else's readied action comes first."""
    mage = sheet(mp=20, hp=99, spells=(spell,))
    bout = Bout(foe("rex", place=at(3)), hero("mage", mage, place=at(0)), foe(place=at(2)))
    bout.order(o.Ready(combatant="rex", action=o.Readied.ATTACK, trigger=o.Trigger.CASTS))
    bout.end("rex")
    bout.order(o.Cast(caster="mage", spell=spell, targets=targets))
    assert bout.asked == ["UseReadied"]
    return bout


def test_a_spell_in_the_making_is_told_with_its_target_and_area() -> None:
    """Everybody hears what is cast and at whom; its area is known to those who know the sheet.  [FF-CONC-01]"""
    bout = making()
    own, others = scene(bout.arena, "ana"), scene(bout.arena, "bea")
    assert badge(own, "mage", "making").label == badge(others, "mage", "making").label == "In the making: Firaga"
    aims = mark(others, "aim-mage-foe")
    assert (aims.kind, aims.from_, aims.to, aims.label) == ("AIMS", "mage", "foe", "aims: Firaga")
    area = mark(own, "area-mage")
    assert (area.kind, area.area.disc) == ("EFFECT", SceneDisc(centre=Point(200, 0), radius=200))
    assert "area-mage" not in marks(others)
    assert badge(scene(bout.arena, "ana", "fi"), "mage", "making").label == "Valmisteilla: Tulipallo"


def test_an_empty_chamber_is_seen() -> None:
    """A firearm in hand without bullets.  [FF-EQ-03]"""
    figures = sheet(weapons=("pistol",), equipped=(Grip(weapon="pistol", hand=Hand.RIGHT),))
    bout = Bout(hero(figures=structs.replace(figures, loaded=(Load(weapon="pistol", bullets=0),))), foe())
    assert badge(scene(bout.arena, "bea"), "hero", "unloaded-pistol").label == "Not loaded: Pistol"
    assert badges(scene(bout.arena, "bea"), "foe") == []


# -- marks
def test_who_holds_whom() -> None:
    """A grapple, from holder to held.  [FF-GRAP-03]"""
    bout = Bout(hero(), foe(conditions=(lying("grappled", source="hero"),)))
    held = mark(scene(bout.arena, "bea"), "hold-hero-foe")
    assert (held.kind, held.from_, held.to, held.label, held.rule) == ("HOLDS", "hero", "foe", "holds", "FF-GRAP-03")


def test_who_commands_whom() -> None:
    """A charm; whom the game master commands, nobody in the fight does.  [FF-ST-11]"""
    charmed = lying("charmed", source="foe", left=2, until="TURNS")
    bout = Bout(hero(conditions=(charmed,)), hero("b", conditions=("zombie",)), foe(seat="bea"))
    seen = scene(bout.arena, "ana")
    assert marks(seen) == ["control-foe-hero"]
    control = mark(seen, "control-foe-hero")
    assert (control.kind, control.from_, control.to, control.until) == ("CONTROLS", "foe", "hero", "2 turns left")


def test_a_dropped_weapon_lies_where_it_fell() -> None:
    """On its point or cell; without places, somewhere near its owner.  [FF-FUM-03]"""
    for place, runs in ((cell(3, 4), (SceneRun(x=3, y=4),)), (at(3, 4), ()), (None, None)):
        beside = {None: None}.get(place) or (cell(4, 4) if place and place.cell else at(4, 4) if place else None)
        setup = grid() if place is not None and place.cell is not None else None
        bout = Bout(hero(figures=sheet(weapons=("sword",)), place=place), foe(place=beside), setup=setup)
        bout.order(o.Attack(attacker="hero", target="foe", weapon="sword"), 1, 1)
        bout.answer("row-1")
        found = mark(scene(bout.arena, "bea", "es"), "thing-hero-sword")
        assert (found.kind, found.label, found.text) == ("THING", "En el suelo: espada", "Es de Hero.")
        assert (found.area.runs if found.area else None) == runs
        assert found.members == (() if place else ("hero",))
        if place is not None and place.point is not None:
            assert found.area is not None
            assert found.area.disc is not None
            assert found.area.disc.centre == place.point


# -- space and ground
def test_the_board_is_squares_of_a_metre() -> None:
    """Without diagonal steps; with an edge where it was set up with one.  [FF-GRID-14, FF-GRID-16]"""
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(5, 5)), setup=grid())
    space = scene(bout.arena, "ana").space
    assert space == SceneGrid(width=0, height=0, unit="m", cell=100, diagonals=False, measure="MANHATTAN")


def test_walls_heights_and_what_is_not_firm_lie_on_the_ground() -> None:
    """A wall nobody enters; a step up is free, more depends; nobody floats above water.  [FF-GRID-06, FF-ST-55]"""
    terrain = (
        Patch(x=1, y=0, rows=2, wall=True),
        Patch(x=2, y=0, columns=3, height=1),
        Patch(x=5, y=0, height=3),
        Patch(x=6, y=0, height=-2),
        Patch(x=7, y=0, columns=2, firm=False),
    )
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(9, 9)), setup=grid(terrain=terrain))
    ground = scene(bout.arena, "ana").ground
    assert {e.key: (e.look, e.label, e.step, e.height) for e in ground.legend} == {
        "wall": ("WALL", "Wall", "NEVER", 0),
        "up-1": ("HEIGHT", "Open ground, height 1 m", "FREE", 1),
        "up-3": ("HEIGHT", "Open ground, height 3 m", "SOME", 3),
        "down-2": ("PIT", "Open ground, height -2 m", "SOME", -2),
        "not-firm": ("WATER", "Water or thin air", "SOME", 0),
    }
    assert [(p.entry, p.area.runs) for p in ground.patches][:2] == [
        ("wall", (SceneRun(x=1, y=0), SceneRun(x=1, y=1))),
        ("up-1", (SceneRun(x=2, y=0, length=3),)),
    ]
    told = {locale: [e.label for e in scene(bout.arena, "ana", locale).ground.legend][-1] for locale in ("es", "fi")}
    assert told == {"es": "Agua o aire", "fi": "Vettä tai tyhjää"}


def test_walls_doors_and_windows_stand_along_the_sides_of_cells() -> None:
    """A door as it stands; the table's own names count first.  [FF-GRID-06, FF-ATK-01]"""
    edges = (
        edge((1, 0), (1, 1), key="w"),
        edge((2, 0), (2, 1), entry="door", key="d"),
        edge((3, 0), (3, 1), entry="door", key="o", state="OPEN"),
        edge((4, 0), (4, 1), entry="window", key="v"),
        edge((5, 0), (5, 1), entry="hedge", key="h"),
    )
    hedge = GroundEntry(key="hedge", label="The old hedge", look="WALL", step="NEVER")
    ground = structs.replace(walled(*edges, width=9, height=9), legend=(*LEGEND, hedge))
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(8, 8)), begin=False, ground=ground)
    for locale, names in {
        "en": ["Wall", "Shut door", "Open door", "Window", "The old hedge"],
        "es": ["Muro", "Puerta cerrada", "Puerta abierta", "Ventana", "The old hedge"],
        "fi": ["Seinä", "Suljettu ovi", "Avoin ovi", "Ikkuna", "The old hedge"],
    }.items():
        shown = scene(bout.arena, "bea", locale).ground
        legend = {e.key: e for e in shown.legend}
        assert [legend[one.entry].label for one in shown.edges] == names
        assert [legend[one.entry].step for one in shown.edges] == ["NEVER", "NEVER", "FREE", "NEVER", "NEVER"]


def test_a_door_that_is_a_cell_is_called_a_door() -> None:
    """As it stands, and a wall while it is shut."""
    entries = (
        GroundEntry(key="gate", sign="+", look="DOOR", state="SHUT"),
        GroundEntry(key="arch", sign="'", look="DOOR", state="OPEN"),
    )
    ground = Ground(space=Space(kind="GRID", width=4, height=1), rows=(".+'.",), legend=entries)
    bout = Bout(hero(place=cell(0, 0)), foe(place=cell(3, 0)), begin=False, ground=ground)
    legend = {e.key: (e.label, e.look, e.step) for e in scene(bout.arena, "bea", "es").ground.legend}
    assert legend["gate"] == ("Puerta cerrada", "DOOR", "NEVER")
    assert legend["arch"] == ("Puerta abierta", "DOOR", "FREE")


def test_a_fight_in_metres_is_a_plane() -> None:
    """Points in hundredths; with an edge where there is one."""
    bout = Bout(hero(place=at(0)), foe(place=at(2)))
    assert scene(bout.arena, "ana").space == ScenePlane(width=0, height=0, unit="m")


def trapped(*more: GroundPatch) -> Bout:
    entry = GroundEntry(key="trap", look="HAZARD", label="A pit under leaves")
    ground = Ground(space=Space(kind="PLANE"), legend=(entry,), patches=more)
    return Bout(hero(place=at(0)), foe(place=at(2)), begin=False, ground=ground)


def test_a_trap_is_a_mark_for_those_who_know_of_it() -> None:
    """For all others the fight is the same as without it."""
    area = SceneArea(disc=SceneDisc(centre=Point(100, 100), radius=50))
    bout = trapped(GroundPatch(key="pit", entry="trap", area=area, seen_by=("ana",)))
    found = mark(scene(bout.arena, "ana"), "hazard-pit")
    assert (found.kind, found.label, found.area, found.tone) == ("HAZARD", "A pit under leaves", area, "BAD")
    assert [p.key for p in scene(bout.arena, "ana").ground.patches] == ["pit"]
    both(bout, trapped(), "bea")


# -- the order of play
def test_the_list_of_initiative() -> None:
    """Who acts, who is next, who waits and who has acted; with the roll, and what is left of the turn."""
    bout = Bout(hero(), hero("b"), foe(), foe("d"))
    bout.end("hero")
    bout.order(o.Move(combatant="b", metres=1))
    play = scene(bout.arena, "ana").play
    assert (play.style, play.label, play.phase, play.round, play.cyclic) == (
        "LIST",
        "Order of initiative",
        "Turn of B",
        1,
        True,
    )
    assert slots(scene(bout.arena, "ana")) == {"hero": "ACTED", "b": "ACTING", "foe": "NEXT", "d": "WAITING"}
    assert [slot.figure for slot in play.slots] == sorted((slot.figure for slot in play.slots), reverse=True)
    assert bars(play.slots[1]) == {"normal": (1, 1, None), "movement": (0, 1, None)}
    assert [slot.left for slot in play.slots if slot.key != "b"] == [()] * 3
    assert {t.combatant: t.turn for t in scene(bout.arena, "bea").tokens} == slots(scene(bout.arena, "bea"))


def test_an_extra_action_and_a_limit_are_told() -> None:
    """Haste gives one more; who is disabled has one of all.  [FF-ST-26, FF-ST-15]"""
    bout = Bout(hero(conditions=("haste",)), foe(conditions=("disabled",)))
    assert bars(scene(bout.arena, "bea").play.slots[0])["extra"] == (1, 1, None)
    bout.end("hero")
    left = bars(scene(bout.arena, "ana").play.slots[1])
    assert "normal" not in left
    assert left["most"] == (1, 1, None)


def test_who_delays_or_holds_something_ready_holds() -> None:
    """Both still wait for something.  [FF-DELAY-01, FF-READY-01]"""
    bout = Bout(hero("a"), hero("b"), foe("c"), foe("d"))
    bout.order(o.Delay(combatant="a"))
    bout.order(o.Ready(combatant="b", action=o.Readied.ATTACK))
    bout.end("b")
    bout.answer("wait")
    seen = scene(bout.arena, "eye")
    assert slots(seen) == {"a": "HOLDING", "b": "HOLDING", "c": "ACTING", "d": "NEXT"}
    assert badge(seen, "a", "delaying").label == "Delays its turn"
    bout.end("c")
    bout.answer("act")
    assert scene(bout.arena, "eye").play.phase == "Delayed turn of A"


def test_who_cannot_act_is_told_and_who_is_out_has_no_place_in_the_order() -> None:
    """The unconscious have a turn; the dead have none."""
    bout = Bout(hero(), foe(conditions=("unconscious",)), foe("b", conditions=("dead",)), foe("c"))
    assert slots(scene(bout.arena, "ana")) == {"hero": "ACTING", "foe": "UNABLE", "c": "NEXT"}
    assert token(scene(bout.arena, "ana"), "b").turn == "UNABLE"


def test_sides_in_turn() -> None:
    """A slot for each side, with its roll; its members choose.  [FF-INIT-04, FF-INIT-05]"""
    bout = Bout(hero("a"), hero("b"), foe("c"), begin=False, setup=Setup(initiative=Initiative.SIDES))
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    seen = scene(bout.arena, "ana")
    assert (seen.play.style, seen.play.label, seen.play.phase) == ("SIDES", "Sides in turn", "Next is A or B")
    assert [(s.key, s.side, s.label, s.figure, s.state) for s in seen.play.slots] == [
        ("side-heroes", "heroes", "The heroes", 11, "ACTING"),
        ("side-foes", "foes", "The foes", 3, "WAITING"),
    ]
    assert [t.turn for t in seen.tokens] == ["NEXT", "NEXT", "WAITING"]
    bout.order(o.TakeTurn(combatant="b"))
    assert bars(scene(bout.arena, "ana").play) == {"normal": (1, 1, None), "movement": (1, 1, None)}
    bout.end("b")
    bout.order(o.TakeTurn(combatant="a")) if bout.state.own.turn is None else None
    bout.end("a")
    assert slots(scene(bout.arena, "ana")) == {"side-heroes": "ACTED", "side-foes": "ACTING"}


def test_phases_are_told_and_declarations_to_the_own_side() -> None:
    """Which kind of action is taken now; what somebody has declared is his side's until he acts.  [FF-INIT-07]"""
    bout = Bout(hero("a"), hero("b"), foe(), begin=False, setup=Setup(initiative=Initiative.PHASES))
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    bout.answer("magic")
    bout.answer("melee")
    own, others = scene(bout.arena, "ana"), scene(bout.arena, "bea")
    assert own.play.label == "Sides in turn, by kinds of action"
    assert own.play.phase == "Turn of B. Kind of action: melee attacks"
    assert badge(own, "a", "declared").label == "Has declared: magic"
    assert badges(others, "a") == []
    assert scene(bout.arena, "ana", "fi").play.phase == "Vuorossa B. Toiminnon laji: lähihyökkäykset"


def test_free_turns_of_an_ambush() -> None:
    """Ambushers alone, in any order, before the first round; who has had it has acted.  [FF-SURP-05]"""
    bout = Bout(hero("a"), hero("b"), foe("x"), begin=False)
    assert badges(scene(bout.arena, "bea"), "a") == []
    for who in ("a", "b"):
        bout.order(o.Lurk(combatant=who))
    assert badge(scene(bout.arena, "ana"), "a", "lurking").label == "Lies in ambush"
    assert [t.combatant for t in scene(bout.arena, "bea").tokens] == ["x"]
    bout.order(o.Surprise(ambushers=("a", "b")), 6, 6, 6, 6, seat="gm")
    seen = scene(bout.arena, "ana")
    assert (seen.play.style, seen.play.label, seen.play.cyclic) == ("FREE", "Free turns of an ambush", False)
    assert seen.play.phase == "Before the fight: Next is A or B"
    assert slots(seen) == {"a": "NEXT", "b": "NEXT"}
    assert slots(scene(bout.arena, "bea")) == {}
    bout.order(o.TakeTurn(combatant="b"))
    bout.end("b")
    assert slots(scene(bout.arena, "ana"))["b"] == "ACTED"


def test_the_scene_says_that_a_fight_has_not_begun_or_is_over() -> None:
    """Nobody has a turn before it begins; then it says that it is decided, and over."""
    bout = Bout(hero(), foe(), begin=False)
    before = scene(bout.arena, "ana")
    assert (before.play.phase, before.play.slots) == ("The fight has not begun.", ())
    assert [t.turn for t in before.tokens] == ["NONE", "NONE"]


# -- sides
def test_sides_have_names_shapes_and_enemies() -> None:
    """In every language; a side of the table's own is called as the table does."""
    bout = Bout(hero(), foe(), structs.replace(foe("z"), side="old_guard"))
    seen = scene(bout.arena, "ana")
    assert [(s.key, s.label, s.emblem) for s in seen.sides] == [
        ("heroes", "The heroes", "CIRCLE"),
        ("foes", "The foes", "SQUARE"),
        ("old_guard", "Old guard", "DIAMOND"),
    ]
    assert side(seen, "foes").enemies == ("heroes", "old_guard")
    assert [side(scene(bout.arena, "ana", locale), "heroes").label for locale in ("es", "fi")] == [
        "Los héroes",
        "Sankarit",
    ]


# -- two worlds: what is hidden, and a fight without it
def both(one: Bout, other: Bout, seat: str) -> None:
    """The same picture for whoever may not know how they differ, and another one for the game master."""
    assert bytes_of(one.arena, seat) == bytes_of(other.arena, seat)
    assert bytes_of(one.arena, "gm") != bytes_of(other.arena, "gm")


@pytest.mark.parametrize("kind", ["grappled", "charmed"])
def test_who_is_held_or_commanded_by_somebody_hidden(kind: str) -> None:
    """No mark leads to nobody; that somebody is held is seen."""
    alone = Bout(hero(conditions=(lying(kind),)), foe(), begin=False)
    spy = Bout(hero(conditions=(lying(kind, source="spy"),)), foe(), foe("spy"), begin=False)
    spy.arena.fact(SightChanged(combatant="spy", seen_by=()))
    assert len(marks(scene(spy.arena, "gm"))) == 1
    both(spy, alone, "ana")
    assert marks(scene(alone.arena, "ana")) == []


def test_a_weapon_of_somebody_hidden_lies_nowhere() -> None:
    """Whoever does not see its owner sees no weapon of his."""

    def made(*more: Entry) -> Bout:
        return Bout(hero(), foe(), *more, begin=False)

    spy = made(unseen(foe("spy", sheet(weapons=("sword",)), place=at(2))))
    spy.correct("rules.fighters.spy.weapons.sword.where", "ON_GROUND")
    assert marks(scene(spy.arena, "gm")) == ["thing-spy-sword"]
    both(spy, made(), "ana")


def test_an_aim_at_somebody_hidden_is_none() -> None:
    """Neither of a spell in the making nor of what is held ready."""

    def made(*more: Entry) -> Bout:
        return Bout(hero(figures=sheet(mp=9, spells=("fire",))), foe(), *more, begin=False)

    for field, value in (
        ("activation", {"ability": "fire", "targets": ["spy"], "checks": 0}),
        ("waiting", {"action": "ATTACK", "trigger": "ANY", "watched": "spy", "note": ""}),
    ):
        spy, alone = made(unseen(foe("spy"))), made()
        spy.correct(f"rules.fighters.hero.{field}", value)
        assert len(marks(scene(spy.arena, "gm"))) == 1
        assert marks(scene(spy.arena, "bea")) == []
        if field == "activation":
            alone.correct(f"rules.fighters.hero.{field}", {**value, "targets": []})
        both(spy, alone, "bea")


def test_somebody_hidden_leaves_no_gap_in_the_order() -> None:
    """Neither in a list nor among sides: no slot, no figure, no next one."""
    alone = Bout(hero(), foe(), begin=False)
    alone.order(Begin(), 6, 6, 1, 1, seat="gm")
    spy = Bout(hero(), unseen(foe("spy")), foe(), begin=False)
    spy.order(Begin(), 6, 6, 3, 3, 1, 1, seat="gm")
    assert list(slots(scene(spy.arena, "gm"))) == ["hero", "spy", "foe"]
    both(spy, alone, "ana")
    setup = Setup(initiative=Initiative.SIDES)
    alone = Bout(hero(), foe(), begin=False, setup=setup)
    alone.order(Begin(), 6, 6, 1, 1, seat="gm")
    third = structs.replace(unseen(foe("spy")), side="third")
    spy = Bout(hero(), third, foe(), begin=False, setup=setup)
    spy.order(Begin(), 6, 6, 3, 3, 1, 1, seat="gm")
    assert list(slots(scene(spy.arena, "gm"))) == ["side-heroes", "side-third", "side-foes"]
    both(spy, alone, "ana")


# -- words
def test_every_phrase_is_there_in_every_language() -> None:
    """With the same figures, and nothing that English does not have; and all conditions have a name in Finnish."""
    english = PHRASES.languages["en"]
    for locale, words in PHRASES.languages.items():
        for section in ("phrases", "counts"):
            assert words[section].keys() == english[section].keys(), locale
    named = PHRASES.languages["fi"]["names"]
    for field, tables in {
        "condition": ("conditions",),
        "group": ("characters", "creatures"),
        "weapon": ("weapons",),
        "ability": ("spells", "techniques"),
    }.items():
        for table in tables:
            assert {f"{field}.{id}" for id in CONTENT[table]} <= named.keys(), table
    assert {f"phase.{phase.value}" for phase in Phase} <= named.keys()


def test_a_bar_tells_what_the_log_has_told() -> None:
    """In generated play: all that everybody has read of somebody's points, added up, and no more."""
    compared = 0
    for seed in range(16):
        rng = random.Random(f"lost {seed}")
        for arena, _ in laws.walk(examples.make, rng, 20):
            told: dict[tuple[str, str], int] = {}
            if arena.jumps:
                break
            for recorded in arena.stream:
                event = recorded.event
                if isinstance(event, VitalChanged) and not recorded.draft.whole:
                    key = (event.combatant, event.vital)
                    told[key] = max(0, told.get(key, 0) - event.change)
            for one in scene(arena, None).tokens:
                if not arena.fight.figures_open:
                    lost = {bar.key: bar.lost for bar in one.bars if bar.lost}
                    assert lost == {vital: n for (who, vital), n in told.items() if who == one.combatant and n}
                    compared += bool(lost)
    assert compared > 20
