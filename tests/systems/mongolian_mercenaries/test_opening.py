"""How the sides meet: preparedness and its tests, who attacks, positions and weapons at first."""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import Drawn
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS
from engine.systems.mongolian_mercenaries.content.kinds import (
    Battlefield,
    Cover,
    Distance,
    Obstacle,
    Position,
    Reach,
)
from engine.systems.mongolian_mercenaries.events import (
    BattlefieldLaid,
    CoverTaken,
    InitiativeSet,
    RollOpened,
    SidesPrepared,
    WeaponDrawn,
)
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.sheet import Cause, DayPhase, Preparedness, Setup
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import Stage
from engine.systems.mongolian_mercenaries.types import Form
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc

CLOSE = Distance.CLOSE
PREPARED, READY, SURPRISED = Preparedness.PREPARED, Preparedness.READY, Preparedness.SURPRISED


def met(cause: Cause, *faces: int, **skills: int) -> SidesPrepared:
    """How the sides begin when Ada alone meets Bob. Both have places: nothing is drawn."""
    bout = Bout(pc(rank=1, lucky=False, skills={"long_blade": 3} | skills), foe(rank=1), setup=at(CLOSE, cause=cause))
    bout.begin(*faces)
    return bout.the(SidesPrepared)


@pytest.mark.rule("MM-PREP-01", "MM-PREP-05", "MM-ENM-01", "MM-SKILL-22")
@pytest.mark.parametrize(("face", "enemies"), [(3, SURPRISED), (4, READY), (5, READY)])
def test_at_a_known_enemy_the_party_is_prepared_and_tests_stealth(face: int, enemies: Preparedness) -> None:
    """TS(stealth): 4 above the die; a tie fails."""
    found = met(Cause.KNOWN, face, stealth=4)
    assert (found.party, found.enemies, found.attacker) == (PREPARED, enemies, PARTY)


@pytest.mark.rule("MM-PREP-05", "MM-TEST-08")
def test_without_stealth_no_die_falls_and_the_enemy_is_ready() -> None:
    """A skill of 0 fails by itself."""
    found = met(Cause.KNOWN)
    assert (found.party, found.enemies) == (PREPARED, READY)


@pytest.mark.rule("MM-TEST-03", "MM-PREP-05", "MM-WE-04")
@pytest.mark.parametrize(("face", "enemies"), [(5, SURPRISED), (6, READY)])
def test_the_table_adds_to_the_test_of_stealth(face: int, enemies: Preparedness) -> None:
    """TS(stealth + 4): 2 + 4 above the die. Without the skill the test fails whatever is added.  [MM-TEST-08]"""
    setup = at(CLOSE, cause=Cause.KNOWN, stealth_modifier=4)
    bout = Bout(pc(rank=1, lucky=False, skills={"stealth": 2}), foe(rank=1), setup=setup)
    bout.begin(face)
    assert bout.the(SidesPrepared).enemies is enemies
    assert (bout.the(RollOpened).value, bout.the(RollOpened).total) == (2, 6)
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1), setup=setup)
    bout.begin()
    assert bout.the(SidesPrepared).enemies is READY


@pytest.mark.rule("MM-TEST-03", "MM-PREP-06", "MM-LUCK-04")
def test_what_the_table_takes_off_counts_in_the_repeat_too() -> None:
    """TS(perception - 2): 3 - 2 is not above 1; with luck 4 - 2 is."""
    setup = at(CLOSE, cause=Cause.AMBUSH, perception_modifier=-2)
    bout = Bout(pc(rank=1, attributes={"luck": 4}), foe(rank=1), setup=setup)
    bout.begin(1, choose=True)
    bout.answer("repeat", 1)
    assert bout.the(SidesPrepared).party is READY


@pytest.mark.rule("MM-PREP-06", "MM-ENM-02", "MM-ATTR-08", "RUL-63")
@pytest.mark.parametrize(("face", "party"), [(2, READY), (3, SURPRISED)])
def test_enemies_from_ambush_are_prepared_and_attack(face: int, party: Preparedness) -> None:
    """The party tests perception, which is 3."""
    found = met(Cause.AMBUSH, face)
    assert (found.party, found.enemies, found.attacker) == (party, PREPARED, ENEMIES)


@pytest.mark.rule("MM-PREP-07")
@pytest.mark.parametrize(
    ("faces", "party", "enemies"),
    [
        ((2, 1), PREPARED, SURPRISED),
        ((3, 1), SURPRISED, SURPRISED),
        ((2, 2), PREPARED, READY),
        ((9, 9), SURPRISED, READY),
    ],
)
def test_exploration_has_two_separate_tests(faces: tuple[int, int], party: Preparedness, enemies: Preparedness) -> None:
    """Perception first, then stealth."""
    found = met(Cause.EXPLORATION, *faces, stealth=2)
    assert (found.party, found.enemies) == (party, enemies)


@pytest.mark.rule("MM-PREP-01", "MM-PHASE-02")
def test_what_is_agreed_needs_no_test() -> None:
    """Of either side, and the attacker; as set by the game master both are ready."""
    setup = at(CLOSE, cause=Cause.EXPLORATION, party=READY, enemies=PREPARED, attacker=ENEMIES)
    bout = Bout(pc(rank=1), foe(rank=1), setup=setup)
    bout.begin()
    found = bout.the(SidesPrepared)
    assert (found.party, found.enemies, found.attacker) == (READY, PREPARED, ENEMIES)
    bout = Bout(pc(rank=1), foe(rank=1))
    bout.begin()
    found = bout.the(SidesPrepared)
    assert (found.party, found.enemies, found.attacker) == (READY, READY, PARTY)


@pytest.mark.rule("MM-PHASE-01", "MM-PHASE-02")
def test_a_fight_opens_clashes_and_is_summed_up_in_one_phase_of_the_day() -> None:
    """Battlefield and distance first, then preparedness, positions, and the first round."""
    bout = Bout(pc(), foe(), setup=at(CLOSE, day_phase=DayPhase.NIGHT))
    assert bout.own.stage is Stage.SETUP
    bout.begin()
    kinds = bout.kinds()
    order = [kinds.index(name) for name in ("BattlefieldLaid", "SidesPrepared", "Moved", "ClashBegan", "RoundBegan")]
    assert order == sorted(order)
    assert (bout.own.stage, bout.own.setup.day_phase) == (Stage.CLASH, DayPhase.NIGHT)


@pytest.mark.rule("MM-DW-01", "MM-FIELD-08")
def test_the_battlefield_is_a_recorded_draw_of_all_cards() -> None:
    """Also the table's own; nobody is asked, and the order of the deck is not told."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=Setup())
    bout.begin(len(BATTLEFIELDS))
    drawn = bout.the(Drawn)
    assert (drawn.among, drawn.index, drawn.why) == (len(BATTLEFIELDS), len(BATTLEFIELDS) - 1, "battlefield")
    assert bout.the(BattlefieldLaid).battlefield == BATTLEFIELDS[sorted(BATTLEFIELDS)[-1]]
    assert {one.kind for one in bout.opened()} <= {"AskPosition"}


# -- DW-02
@pytest.mark.rule("MM-DW-02", "MM-TEST-07")
def test_the_party_chooses_who_tests() -> None:
    """Openly; unless it chooses, whose value is highest. One test is for all."""
    more = {"rank": 2, "lucky": False}
    entries = (pc(rank=1, lucky=False), pc("bea", "ben", attributes={"perception": 5}, **more), foe(rank=1))
    bout = Bout(*entries, setup=at(CLOSE, cause=Cause.AMBUSH))
    bout.begin(choose=True)
    (asked,) = bout.waiting
    assert (asked.kind, asked.visibility, asked.default) == ("AskSurpriseTester", Visibility.OPEN, "test-2")
    assert (asked.seats, asked.rule) == (("ana", "ben"), "MM-DW-02")
    bout.answer("test-1", 2)
    opened = bout.the(RollOpened)
    assert (opened.combatant, opened.tested, opened.form) == ("ada", "perception", Form.STANDARD)
    assert bout.the(SidesPrepared).party is READY


@pytest.mark.rule("MM-DW-02", "MM-DW-05", "MM-LUCK-01")
def test_a_surprise_test_that_failed_may_be_repeated_with_luck() -> None:
    """By its tester alone; luck is 3."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE, cause=Cause.AMBUSH))
    bout.begin(7, choose=True)
    assert bout.asked == ["AskLuckyBreak"]
    bout.answer("repeat", 2)
    assert bout.the(SidesPrepared).party is READY


# -- DW-03, DW-04: positions
COVERED = Battlefield(
    id="f",
    name="F",
    positions=(
        Position(side=PARTY, rank=2, cover=Cover.LIGHT),
        Position(side=PARTY, rank=4, obstacle=Obstacle.ORDINARY),
        Position(side=ENEMIES, rank=1, cover=Cover.HEAVY),
    ),
)


@pytest.mark.rule("MM-DW-03", "MM-PREP-02", "RUL-26", "RUL-63")
def test_who_is_prepared_chooses_any_position_the_defender_first() -> None:
    """Openly, one after another; in cover if it wants."""
    bout = Bout(pc(), pc("bea", "ben"), foe(), setup=at(CLOSE, COVERED, party=PREPARED))
    bout.begin(choose=True)
    (asked,) = bout.waiting
    assert (asked.question["combatant"], asked.seats, asked.default) == ("bob", ("gm",), "cover")
    bout.answer("cover", position=1)
    (asked,) = bout.waiting
    assert (asked.question["combatant"], asked.visibility, asked.rule) == ("ada", Visibility.OPEN, "MM-DW-03")
    assert (bout.choices, asked.default) == (["stand", "cover"], "stand")
    assert [field.among for offer in asked.offers for field in offer.fields] == [(1, 2, 3, 5), (2,)]
    bout.answer("cover")
    assert (bout.rank("ada"), bout.fighter("ada").in_cover) == (2, True)
    (asked,) = bout.waiting
    assert (asked.question["combatant"], bout.choices) == ("bea", ["stand"])
    bout.answer("stand", position=5)
    assert bout.rank("bea") == 5
    assert bout.own.stage is Stage.CLASH


@pytest.mark.rule("MM-DW-03")
def test_a_deadline_takes_the_lowest_free_position() -> None:
    """Of Ada's it has no cover."""
    bout = Bout(pc(), foe(rank=2), setup=at(CLOSE, COVERED, party=PREPARED))
    bout.begin(choose=True)
    bout.arena.answer(None)
    assert (bout.rank("ada"), bout.fighter("ada").in_cover) == (1, False)


@pytest.mark.rule("RUL-63")
def test_if_the_enemies_attack_the_party_chooses_first() -> None:
    """The defender."""
    bout = Bout(pc(), foe(), setup=at(CLOSE, PLAIN, attacker=ENEMIES))
    bout.begin(choose=True)
    assert bout.waiting[0].question["combatant"] == "ada"


@pytest.mark.rule("MM-DW-04", "MM-PREP-03")
def test_who_is_ready_stands_where_it_stood() -> None:
    """Nothing is asked, unless the place is taken, holds an obstacle, or has cover."""
    bout = Bout(pc(last_position=3), foe(rank=2), setup=at(CLOSE, COVERED))
    bout.begin(choose=True)
    assert bout.waiting == []
    assert bout.rank("ada") == 3
    for last in (4, 5):  # an obstacle; Bea has it
        bout = Bout(pc(last_position=last), pc("bea", rank=5), foe(rank=2), setup=at(CLOSE, COVERED))
        bout.begin(choose=True)
        (asked,) = bout.waiting
        assert (asked.rule, asked.offers[0].fields[0].among) == ("MM-DW-04", (1, 2, 3))
    bout = Bout(pc(last_position=2), foe(rank=2), setup=at(CLOSE, COVERED))
    bout.begin(choose=True)
    assert (bout.choices, bout.waiting[0].default) == (["stand", "cover"], "cover")
    bout.answer("stand")
    assert bout.of(CoverTaken) == []
    assert bout.rank("ada") == 2


@pytest.mark.rule("MM-PREP-04", "RUL-62")
def test_who_is_surprised_stands_anywhere() -> None:
    """One of the free positions, each as likely, in order of joining; never in cover, and nothing is asked."""
    bout = Bout(pc(last_position=1), pc("bea"), foe(rank=2), setup=at(CLOSE, COVERED, party=SURPRISED))
    bout.begin(2, 3, choose=True)
    assert [(one.by, one.among) for one in bout.of(Drawn)] == [("ada", 4), ("bea", 3)]
    assert (bout.rank("ada"), bout.rank("bea")) == (2, 5)
    assert not bout.fighter("ada").in_cover
    assert bout.waiting == []


SURPRISE = at(CLOSE, party=SURPRISED)


@pytest.mark.rule("MM-PREP-04", "MM-EQ-02", "RUL-62")
def test_who_is_surprised_without_a_weapon_at_hand_fights_with_a_random_one() -> None:
    """Of those in its backpack; of a single one nothing is drawn. The others take a search: it fights with that one."""
    bout = Bout(pc(rank=1, weapons=(), backpack=("sabre", "dagger")), foe(rank=1), setup=SURPRISE)
    bout.begin(2)
    assert bout.the(WeaponDrawn).held == ("dagger",)
    assert bout.rule_of(WeaponDrawn) == "MM-PREP-04"
    while "ada" not in bout.acting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    assert bout.refuse(Attack(combatant="ada", target="bob", means="sabre")).field == "means"
    assert "search" in bout.keys("ada")
    for packed, held in ((("sabre",), ("sabre",)), ((), ())):
        bout = Bout(pc(rank=1, weapons=(), backpack=packed), foe(rank=1), setup=SURPRISE)
        bout.begin()
        assert bout.fighter("ada").held == held


@pytest.mark.rule("MM-PREP-04", "MM-EQ-01")
@pytest.mark.parametrize("held", [("sabre",), ()])
def test_a_weapon_on_the_belt_is_at_hand_and_nothing_is_drawn(held: tuple[str, ...]) -> None:
    """In hand or beside it: a surprised figure keeps what it has there, whatever is in its backpack."""
    ada = pc(rank=1, weapons=("sabre",), held=held, backpack=("dagger", "mace"))
    bout = Bout(ada, foe(rank=1), setup=SURPRISE)
    bout.begin()
    assert bout.fighter("ada").held == held
    assert bout.of(WeaponDrawn) == []


@pytest.mark.rule("MM-PREP-04", "MM-EQ-03", "RUL-62")
def test_a_random_weapon_is_one_that_the_hands_can_hold() -> None:
    """A torch in hand is no weapon: it stays beside a sabre, not beside a greatsword. A shield bars two hands."""
    both = {"weapons": (), "backpack": ("sabre", "greatsword")}
    for face, held in ((1, ("sabre", "torch")), (2, ("greatsword",))):
        bout = Bout(pc(rank=1, items=("torch",), held=("torch",), **both), foe(rank=1), setup=SURPRISE)
        bout.begin(face)
        assert bout.fighter("ada").held == held
    for packed, held in ((("sabre", "greatsword"), ("sabre",)), (("greatsword",), ())):
        ada = pc(rank=1, weapons=(), armour=("shield",), held=(), backpack=packed)
        bout = Bout(ada, foe(rank=1), setup=SURPRISE)
        bout.begin()
        assert bout.fighter("ada").held == held


@pytest.mark.rule("MM-PREP-02", "MM-PREP-04", "MM-INIT-01")
def test_preparedness_changes_initiative() -> None:
    """+10 and -10: level 1 and speed 3 of Ada, speed 2 of Bob."""
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(CLOSE, party=SURPRISED, enemies=PREPARED))
    bout.begin()
    assert {one.combatant: one.initiative for one in bout.of(InitiativeSet)} == {"ada": -6, "bob": 12}


@pytest.mark.rule("RUL-63")
def test_enemies_that_shoot_stand_from_the_edge_inward() -> None:
    """Those who fight in melee from the middle outward."""
    reach = Reach(distance=Distance.MEDIUM, positions=5)
    bout = Bout(pc(rank=1), foe(), foe("eve", reach=reach), foe("fay"), foe("gus", reach=reach))
    bout.begin()
    assert [bout.rank(who) for who in ("bob", "eve", "fay", "gus")] == [1, 5, 2, 4]


@pytest.mark.rule("MM-GEN-08", "MM-DW-03", "MM-DW-04")
def test_who_plays_itself_is_asked_nothing() -> None:
    """Its place follows from its weapons, in cover."""
    setup = at(CLOSE, COVERED, self_playing=True, enemies=PREPARED)
    bout = Bout(pc(rank=1, attributes={"speed": 30}), foe(), setup=setup)
    bout.begin(choose=True)
    assert bout.waiting == []
    assert (bout.rank("bob"), bout.fighter("bob").in_cover) == (1, True)


@pytest.mark.rule("MM-DW-06", "RUL-52")
def test_who_enters_from_reserve_chooses_its_position() -> None:
    """At the start of a round, before the queue; the lowest unless its owner chooses; cover comes later."""
    entries = [pc(f"p{n}", rank=n) for n in range(1, 6)]
    bout = Bout(*entries, pc("zoe", "ben"), foe(speed=-20))
    bout.begin()
    assert bout.rank("zoe") is None
    bout.correct("combatants.p2.vitals.health.now", 0)
    bout.correct("combatants.p4.vitals.health.now", 0)
    for who in ("p1", "p3", "p5", "bob"):
        bout.order(EndTurn(combatant=who))
    (asked,) = bout.waiting
    assert (asked.kind, asked.rule, asked.seats) == ("AskPosition", "MM-DW-06", ("ben",))
    assert (asked.default, asked.offers[0].fields[0].among) == ("stand", (2, 4))
    bout.answer("stand", position=4)
    assert bout.rank("zoe") == 4
    assert "zoe" in bout.queue
