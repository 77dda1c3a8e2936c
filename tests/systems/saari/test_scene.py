"""The picture of a fight: zones, engagements, the clock, things on the ground."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneZones
from engine.kernel.state.combatant import Condition
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import Ground, GroundEntry, GroundLink, GroundPatch, GroundZone, Space
from engine.systems.saari import system
from engine.systems.saari.orders import Attack, Dismount, Hold, Readied, Ready, Trigger
from engine.systems.saari.sheet import Setup
from tests.support.laws import pictures
from tests.support.laws.pictures import badge, badges, bars, mark, marks, slots, token
from tests.systems.saari.bout import FOES, HEROES, Bout, npc, one, pc, zone


def shown(bout: Bout, seat: str | None = "ana", locale: str = "en") -> Scene:
    """What a seat sees."""
    return system.scene(bout.arena.book.seen(bout.state, seat), seat, locale)


def fight() -> Bout:
    """Ada rides a pony; Bea has thrown her axe at Gob, who is engaged with Ada."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = Bout(pc("ada"), pony, pc("bea", weapons=("throwing_axe",)), npc("gob", kp=9))
    bout.begin(2, 2, 4, 4)
    bout.order(Attack(combatant="bea", target="gob", throw=True), 4, 2)
    bout.answer("stay-out")
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    bout.answer("stay-out")
    return bout


def test_engagements_are_marks_with_the_weight_of_each_side() -> None:
    """Where they are, and who has superiority."""
    marks = {mark.key: mark for mark in shown(fight()).marks}
    engaged = marks["engaged-ada"]
    assert (engaged.kind, engaged.members) == ("ENGAGED", ("gob", "ada"))
    assert engaged.label == "Engaged, by weight: The enemies 1 and The company 1"
    assert engaged.area is not None
    assert engaged.area.places == (zone("west"),)
    assert (marks["rides-ada"].from_, marks["rides-ada"].to) == ("ada", "pony")
    assert (marks["lying-west-throwing_axe"].kind, marks["lying-west-throwing_axe"].label) == ("THING", "Throwing axe")


def test_the_clock_has_the_highest_count_first() -> None:
    """With the actions left of everybody."""
    play = shown(fight()).play
    assert (play.style, play.round, play.count) == ("CLOCK", 1, 2)
    assert [(slot.combatant, slot.figure, slot.state) for slot in play.slots] == [
        ("bea", 2, "ACTING"),
        ("gob", 2, "NEXT"),
        ("ada", 0, "ACTED"),
    ]
    assert [[(bar.label, bar.now, bar.max) for bar in slot.left] for slot in play.slots] == [
        [("Actions", 2, 4)],
        [],
        [],
    ]


@pytest.mark.rule("G-66")
def test_points_are_shown_to_those_who_know_them() -> None:
    """An enemy's body points are the game master's.  [G-66]"""
    bout = fight()
    for seat, known in (("ana", ["actions"]), ("gm", ["kp", "actions"])):
        token = next(token for token in shown(bout, seat).tokens if token.combatant == "gob")
        assert [bar.key for bar in token.bars] == known
    ada = next(token for token in shown(bout, "ana").tokens if token.combatant == "ada")
    assert [bar.key for bar in ada.bars] == ["kp", "mp", "actions"]
    assert [badge.key for badge in ada.badges] == ["mounted"]


def test_it_is_told_in_finnish() -> None:
    """The language of the game."""
    seen = shown(fight(), locale="fi")
    assert seen.play.phase == "Toimintoluku 2: Bea"
    ada = next(token for token in seen.tokens if token.combatant == "ada")
    assert [(badge.label, badge.text) for badge in ada.badges] == [
        ("Ratsain, ratsu Pony", "Ratsain voi liikkua kaksi aluetta kerralla.")
    ]


# -- space and ground
LAND = Ground(
    space=Space(kind="ZONES"),
    legend=(
        GroundEntry(key="chasm", look="PIT", step="SOME", label="A chasm"),
        GroundEntry(key="snare", look="HAZARD", label="A snare"),
    ),
    zones=(
        GroundZone(key="yard", label="Yard"),
        GroundZone(key="thicket", label="Thicket", entries=("difficult", "cover")),
        GroundZone(key="ledge", label="Ledge"),
    ),
    links=(
        GroundLink(key="ditch", from_="yard", to="thicket", label="over the ditch", entries=("difficult",)),
        GroundLink(key="leap", from_="thicket", to="ledge", entries=("chasm",)),
        GroundLink(key="fall", from_="ledge", to="yard", both=False),
    ),
    patches=(GroundPatch(key="snare", entry="snare", area=SceneArea(places=(zone("ledge"),)), seen_by=("ana",)),),
)


@pytest.mark.rule("SA-ZONE-01", "SA-MOVE-02", "SA-EDGE-11")
def test_the_space_is_zones_and_links_with_what_is_difficult_and_what_covers() -> None:
    """As the table lays them; what only some pass, as those who fly do, is said to depend."""
    shown_to = pictures.scene(Bout(pc("ada", at="yard"), npc("gob", at="ledge"), ground=LAND).arena, "ben")
    space = shown_to.space
    assert isinstance(space, SceneZones)
    assert [(one.key, one.label, one.entries) for one in space.zones] == [
        ("yard", "Yard", ()),
        ("thicket", "Thicket", ("difficult", "cover")),
        ("ledge", "Ledge", ()),
    ]
    assert [(one.from_, one.to, one.both, one.label, one.entries) for one in space.links] == [
        ("yard", "thicket", True, "over the ditch", ("difficult",)),
        ("thicket", "ledge", True, "", ("chasm",)),
        ("ledge", "yard", False, "", ()),
    ]
    assert [(one.cost, one.cost_back) for one in space.links] == [
        ("2 actions", "2 actions"),
        ("2 actions", "2 actions"),
        ("", ""),
    ]
    legend = {one.key: (one.look, one.step, one.cover_figure, one.rule) for one in shown_to.ground.legend}
    assert legend == {
        "chasm": ("PIT", "SOME", None, "SA-MOVE-02"),
        "difficult": ("ROUGH", "HARD", None, "SA-MOVE-02"),
        "cover": ("COVER", "FREE", 1, "SA-EDGE-11"),
    }


@pytest.mark.rule("SA-MOVE-02", "G-45")
def test_what_a_difficult_way_costs_depends_on_where_it_leads_and_on_who_rules() -> None:
    """Into difficult ground it costs more, and out of it not; where the game master rules a roll may do."""
    links = (GroundLink(key="edge", from_="yard", to="thicket"), GroundLink(key="fall", from_="ledge", to="thicket"))
    land = structs.replace(LAND, links=(links[0], structs.replace(links[1], both=False)))

    def costs(locale: str = "en", *, rulings: bool = False) -> list[tuple[str, str]]:
        bout = Bout(pc("ada", at="yard"), npc("gob", at="ledge"), ground=land, setup=Setup(rulings=rulings))
        space = shown(bout, locale=locale).space
        assert isinstance(space, SceneZones)
        return [(one.cost, one.cost_back) for one in space.links]

    assert costs() == [("2 actions", ""), ("2 actions", "")]
    assert costs(rulings=True) == [("2 actions or a roll", ""), ("2 actions or a roll", "")]
    assert costs("fi") == [("2 toimintoa", ""), ("2 toimintoa", "")]


@pytest.mark.rule("G-53")
def test_hazards_are_shown_to_those_who_have_found_them() -> None:
    """A snare of the ground as a mark; what the game master springs, as traps and weather, as somebody of his."""
    storm = one("storm", FOES, None, at="yard", ref="forced_march")
    blade = one("blade", FOES, None, at="yard", ref="swinging_blade", seen_by=())
    arena = Bout(pc("ada", at="yard"), npc("gob", at="ledge"), storm, blade, ground=LAND).arena
    found = mark(pictures.scene(arena, "ana"), "hazard-snare")
    assert (found.kind, found.label, found.tone) == ("HAZARD", "A snare", "BAD")
    assert found.area is not None
    assert found.area.places == (zone("ledge"),)
    assert "hazard-snare" not in marks(pictures.scene(arena, "ben"))
    for seat, known in (("ana", ["storm"]), ("gm", ["storm", "blade"])):
        told = [one.combatant for one in pictures.scene(arena, seat).tokens if one.kind_label == "Hazard"]
        assert told == known


# -- combatants
@pytest.mark.rule("SA-SUP-03", "SA-SUP-04")
@pytest.mark.parametrize(("halves", "percent"), [(1, 75), (2, 100), (4, 150), (10, 300)])
def test_a_token_is_as_large_as_it_weighs_and_has_neither_footprint_nor_front(halves: int, percent: int) -> None:
    """From half a weight to five."""
    seen = token(pictures.scene(Bout(pc("ada", weight_halves=halves), npc("gob")).arena, "ben"), "ada")
    assert (seen.percent, seen.footprint, seen.towards, seen.place) == (percent, None, None, zone("west"))


@pytest.mark.rule("SA-XDEF-03", "SA-INIT-05", "SA-DELAY-01")
def test_conditions_riposte_and_what_is_carried_over_are_badges() -> None:
    """With how many dice and actions they are."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.correct("combatants.ada.conditions", [Condition(key="fear", kind="fear", source="gob", amount=2)])
    bout.correct("rules.fighters.ada.riposte", 2)
    bout.correct("rules.fighters.ada.carriedActions", 1)
    seen = pictures.scene(bout.arena, "ben")
    assert [(one.key, one.label, one.level, one.tone) for one in token(seen, "ada").badges] == [
        ("fear", "Fear", 2, "BAD"),
        ("riposte", "Riposte", 2, "GOOD"),
        ("carried", "Carried over", 1, "GOOD"),
    ]
    assert badges(seen, "gob") == []


@pytest.mark.rule("G-58")
def test_conditions_say_when_they_end() -> None:
    """In both languages; what helps is told from what harms."""
    lasting = (
        ("pin", "count", None, "BAD", "until its next count begins", "kunnes seuraava oma toimintoluku alkaa"),
        (
            "fear",
            "next_count_end",
            None,
            "BAD",
            "until its next count ends",
            "kunnes seuraava oma toimintoluku päättyy",
        ),
        ("fear", "count_end", None, "BAD", "until its count ends", "kunnes oma toimintoluku päättyy"),
        ("fear", "scene", None, "BAD", "until the scene ends", "kunnes kohtaus päättyy"),
        ("poison", "shaken", None, "BAD", "until it is shaken off", "kunnes se karistetaan"),
        ("burn", "", 2, "BAD", "2 rounds left", "vielä 2 kierrosta"),
        ("gust_ward", "scene", None, "GOOD", "until the scene ends", "kunnes kohtaus päättyy"),
        ("silenced", "", None, "BAD", "", ""),
    )
    conditions = [Condition(key=f"c{n}", kind=kind, until=until, left=left)
                  for n, (kind, until, left, *_) in enumerate(lasting)]  # fmt: skip
    bout = Bout(pc("ada"), npc("gob"))
    bout.correct("combatants.ada.conditions", conditions)
    english, finnish = (token(pictures.scene(bout.arena, "ana", locale), "ada").badges for locale in ("en", "fi"))
    assert [(one.tone, one.until) for one in english] == [(tone, end) for _, _, _, tone, end, _ in lasting]
    assert [one.until for one in finnish] == [end for *_, end in lasting]


@pytest.mark.rule("SA-READY-01", "SA-INIT-05", "G-04", "G-66")
def test_who_holds_or_is_ready_shows_it_and_nobody_reads_for_what() -> None:
    """Who holds has a place on the clock without a count; what an opponent waits for is the game master's."""
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Ready(combatant="gob", action=Readied.ATTACK, trigger=Trigger.CASTS))
    bout.order(Hold(combatant="ada"))
    seen = pictures.scene(bout.arena, "ana")
    assert slots(seen) == {"gob": "ACTING", "ada": "HOLDING"}
    assert badge(seen, "ada", "holding").label == "Holding"
    ready = badge(seen, "gob", "ready")
    assert (ready.label, ready.tone) == ("Ready", "WARNING")
    other = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    other.begin(4, 4)
    other.order(Ready(combatant="gob", action=Readied.MOVE, trigger=Trigger.APPROACHES))
    other.order(Hold(combatant="ada"))
    assert pictures.bytes_of(bout.arena, "ana") == pictures.bytes_of(other.arena, "ana")


@pytest.mark.rule("SA-MOUNT-01")
def test_a_rider_and_its_mount_are_told_until_it_gets_off() -> None:
    """The mount is a figure with body points of its own."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = Bout(pc("ada"), pony, npc("gob"))
    bout.begin(4, 4)
    seen = pictures.scene(bout.arena, "ana")
    assert badge(seen, "ada", "mounted").label == "Mounted on Pony"
    assert bars(token(seen, "pony")) == {"kp": (3, 3, None)}
    bout.order(Dismount(combatant="ada"))
    seen = pictures.scene(bout.arena, "ana")
    assert (badges(seen, "ada"), marks(seen)) == ([], [])


def test_who_is_unconscious_lies_where_it_fell_and_has_no_place_on_the_clock() -> None:
    """Down, and said so."""
    bout = Bout(pc("ada"), pc("bea", "ben"), npc("gob"))
    bout.begin(4, 4, 4, 4)
    bout.correct("combatants.ada.vitals.kp.now", 0)
    seen = pictures.scene(bout.arena, "ben")
    ada = token(seen, "ada")
    assert (ada.down, ada.place, ada.turn) == (True, zone("west"), "UNABLE")
    assert (badge(seen, "ada", "out").label, badge(seen, "ada", "out").tone) == ("unconscious", "BAD")
    assert badge(pictures.scene(bout.arena, "ben", "fi"), "ada", "out").label == "tajuton"
    assert "ada" not in slots(seen)


# -- marks
@pytest.mark.rule("SA-SUP-01", "SA-SUP-03", "SA-ENG-02")
def test_superiority_is_told_with_the_weights() -> None:
    """A large one outweighs Ada."""
    bout = Bout(pc("ada"), npc("gob", weight_halves=4, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    engaged = mark(pictures.scene(bout.arena, "ana"), "engaged-ada")
    assert engaged.label == "Engaged, by weight: The enemies 2 and The company 1; superiority: The enemies"
    assert engaged.tone == "BAD"


@pytest.mark.rule("SA-ALLY-04", "SA-ALLY-08", "G-40")
def test_allies_are_marked_as_whose_they_are_and_when_they_have_helped() -> None:
    """A linked one goes with its patron; help is given once in a round."""
    hawk = one("hawk", HEROES, "ana", ref="hawk", patron="ada")
    bout = Bout(pc("ada"), hawk, npc("gob", kp=9))
    bout.begin(4, 4)
    linked = mark(pictures.scene(bout.arena, "ana"), "linked-hawk")
    assert (linked.kind, linked.members) == ("GROUP", ("ada", "hawk"))
    bout.order(Attack(combatant="ada", target="gob"))
    assert badges(pictures.scene(bout.arena, "ben"), "hawk") == []
    bout.answer("helped", 4, 2, 2, 2, 2)
    assert badges(pictures.scene(bout.arena, "ben"), "hawk") == ["helped"]
