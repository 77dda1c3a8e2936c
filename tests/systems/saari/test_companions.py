"""Allies: help dice, weight, places, harm.  [SA-ALLY-01 to SA-ALLY-08]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack
from engine.systems.saari.events import AllyHelped, AreaAttacked, AttackEnded, RollOpened
from engine.systems.saari.orders import Attack, AttackArea, Cast, HarmAllies, Move, PlaceAlly
from engine.systems.saari.rules.basics import superiority
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import FOES, HEROES, Bout, npc, one, pc, zone
from tests.systems.saari.test_secrecy import read_by


def ally(ref: str = "veteran", name: str = "vet", **more: Any) -> Any:
    """An ally of the heroes, which the game master plays."""
    return one(name, HEROES, None, ref=ref, **more)


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


@pytest.mark.rule("SA-ALLY-01", "SA-INIT-10")
def test_allies_have_no_initiative() -> None:
    """They are not on the clock."""
    bout = begun(pc("ada"), ally(), npc("gob"))
    assert bout.fighter("vet").initiative is None
    assert "vet" not in bout.state.fight.turn_order


@pytest.mark.rule("SA-ALLY-04", "SA-ALLY-05", "SA-ALLY-06")
def test_an_ally_helps_with_one_roll_in_a_round() -> None:
    """W-18, asked of who rolls, before the dice: +2 dice of a veteran; then it helps nobody till the next round."""
    bout = begun(pc("ada"), ally(), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("AskAllyHelp", ("ana",), "alone")
    assert (asked.question["ally"], asked.question["dice"]) == ("vet", 2)
    bout.answer("helped", 4, 2, 2, 2, 2)
    assert (bout.the(RollOpened).pool, bout.the(AllyHelped).dice) == (5, 2)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.the(RollOpened).pool == 3


@pytest.mark.rule("SA-ALLY-04")
def test_unused_help_is_left_for_another_roll() -> None:
    """Declining costs nothing."""
    bout = begun(pc("ada"), ally("scout"), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("alone", 4, 2, 2)
    assert not bout.fighter("vet").help_used
    bout.order(Attack(combatant="ada", target="gob"))
    assert bout.asked == ["AskAllyHelp"]


@pytest.mark.rule("SA-ALLY-05", "SA-ALLY-06", "G-59")
@pytest.mark.parametrize("who", [("veteran", "middle"), ("porter", "west")])
def test_who_could_not_take_part_or_gives_no_dice_is_not_asked_for(who: tuple[str, str]) -> None:
    """In another zone, or with +0.  [G-59]"""
    bout = begun(pc("ada"), ally(who[0], at=who[1]), npc("gob", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.the(AttackEnded).hit


@pytest.mark.rule("SA-ALLY-03", "SA-ALLY-07", "SA-SUP-06")
def test_the_game_master_moves_allies_and_they_count_in_engagements() -> None:
    """At any count, and without provoking anybody. W-05, W-15."""
    bout = begun(pc("ada"), ally("porter", at="middle"), npc("gob", kp=9, melee=3))
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    bout.answer("keep")
    assert bout.refuse(PlaceAlly(ally="gob", to=zone("middle")), seat="gm").field == "ally"
    assert bout.refuse(PlaceAlly(ally="vet", beside="gob"), seat="gm").rule == "SA-ALLY-07"
    bout.order(PlaceAlly(ally="vet", to=zone("west"), beside="ada"), seat="gm")
    assert bout.who("vet").place == zone("west")
    (engagement,) = bout.own.engagements.values()
    assert set(engagement.members) == {"ada", "gob", "vet"}
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.who("ada").place == zone("middle")


@pytest.mark.rule("SA-ALLY-03")
def test_an_ally_leaves_its_engagement_when_it_is_moved() -> None:
    """Nobody strikes at it; only the game master moves it."""
    bout = begun(pc("ada"), ally(), npc("gob"))
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["vet", "gob"]}})
    assert "place-vet" in bout.keys(None)
    bout.order(PlaceAlly(ally="vet", to=zone("east")), seat="gm")
    assert bout.own.engagements == {}


@pytest.mark.rule("SA-ALLY-02", "G-54")
def test_allies_are_not_attacked_unless_the_game_master_says_so() -> None:
    """Then it says of each attack whether it harms: no dice. W-29, default no.  [G-54]"""
    bout = begun(pc("ada"), ally(), npc("gob", initiative=9))
    assert bout.refuse(Attack(combatant="gob", target="vet")).field == "target"
    bout.order(HarmAllies(harmable=True), seat="gm")
    assert bout.refuse(HarmAllies(harmable=True), seat="gm").rule == "SA-ALLY-02"
    bout.order(Attack(combatant="gob", target="vet"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("AskAllyHarm", ("gm",), "unharmed")
    bout.answer("unharmed")
    assert bout.who("vet").out is None
    bout.order(Attack(combatant="gob", target="vet"))
    bout.answer("harmed")
    assert bout.who("vet").out == "defeated"


@pytest.mark.rule("SA-ALLY-08", "G-40")
def test_a_linked_ally_is_defended_by_its_patron() -> None:
    """It has 3 body points of its own and two help dice.  [G-40]"""
    hawk = one("vet", HEROES, "ana", ref="hawk", patron="ada")
    bout = begun(pc("ada", agility=3), hawk, npc("gob", initiative=9, damage=1), setup=Setup())
    bout.order(Attack(combatant="gob", target="vet"))
    bout.answer("alone", 2, 2, 2)
    assert bout.the(RollOpened).combatant == "ada"
    bout.answer("let-pass")
    bout.answer("keep")
    assert (bout.kp("vet"), bout.kp("ada")) == (2, 7)


@pytest.mark.rule("SA-ALLY-02", "SA-ALLY-07", "G-36")
def test_an_ally_that_is_out_weighs_nothing_in_its_engagement() -> None:
    """It has left it."""
    bout = begun(pc("ada"), ally(), npc("gob", initiative=9), setup=Setup(delay=False, allies_harmable=True))
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "vet", "gob"]}})
    assert superiority.has(bout.state, "ada")
    bout.order(Attack(combatant="gob", target="vet"))
    bout.answer("harmed")
    (engagement,) = bout.own.engagements.values()
    assert set(engagement.members) == {"ada", "gob"}
    assert not superiority.has(bout.state, "ada")
    assert superiority.weight_halves(bout.state, "vet") == 0


# -- attacks on a whole zone
HAIL = EnemyAttack(id="hail", name="Hail", kind=Kind.RANGED, range=2, kn=2, damage=2, area=True, effects=("fear",))


def hawk(at: str = "west") -> Any:
    """Ada's, which Ana plays."""
    return one("hawk", HEROES, "ana", ref="hawk", patron="ada", at=at)


def hailed(*entries: object, to: str = "west", falls: tuple[int, ...] = (), **more: object) -> Bout:
    """Gob strikes a whole zone; what it asks for first is open.  falls: dice before that."""
    foe = npc("gob", initiative=9, kp=9, attacks=(HAIL,), at="middle")
    bout = begun(pc("ada", now={"mp": 0}), *entries, foe, **more)  # type: ignore[arg-type]
    bout.order(AttackArea(combatant="gob", means="hail", to=zone(to)), *falls)
    return bout


@pytest.mark.rule("SA-ALLY-08", "G-40", "G-44")
@pytest.mark.parametrize(("faces", "left"), [((4, 4), (7, 3)), ((4, 2), (5, 1))])
def test_one_roll_of_its_patron_counts_for_a_linked_ally_in_the_same_area(
    faces: tuple[int, ...], left: tuple[int, int]
) -> None:
    """As for a mount; effects befall both."""
    bout = hailed(hawk())
    assert bout.the(AreaAttacked).targets == ("ada",)
    bout.answer("alone", *faces)
    assert (bout.kp("ada"), bout.kp("hawk")) == left
    assert [one.kind for one in bout.who("hawk").conditions] == ["fear"] * (left[0] < 7)


@pytest.mark.rule("SA-ALLY-08", "G-40")
def test_a_linked_ally_away_from_its_patron_is_struck_alone() -> None:
    """The patron rolls for it, and is not hurt itself."""
    bout = hailed(hawk("east"), to="east", falls=(4, 2))
    assert bout.the(AreaAttacked).targets == ("hawk",)
    assert (bout.kp("ada"), bout.kp("hawk")) == (7, 1)


@pytest.mark.rule("SA-PARRY-02", "G-34", "G-40")
@pytest.mark.parametrize(("at", "seats"), [("east", [("ben",)]), ("west", [("ana",)]), ("middle", [])])
def test_a_blow_at_a_linked_ally_is_parried_by_whoever_is_near_it(at: str, seats: list[tuple[str, ...]]) -> None:
    """Not by its patron from another zone. Ada is in the west, Bea in the east."""
    bea = pc("bea", "ben", at="east")
    bout = begun(pc("ada", now={"mp": 0}), bea, hawk(at), npc("gob", at=at, initiative=9), faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="hawk"), *(() if at == "west" else (2, 2)))
    if at == "west":
        bout.answer("alone", 2, 2)
    assert [asked.seats for asked in bout.waiting] == seats
    if at == "east":
        bout.answer("parry", 4)
        (engagement,) = bout.own.engagements.values()
        assert set(engagement.members) == {"gob", "hawk", "bea"}


@pytest.mark.rule("SA-ALLY-02", "G-54")
@pytest.mark.parametrize("answer", ["unharmed", "harmed"])
def test_an_area_harms_other_allies_only_where_the_game_master_says_so(answer: str) -> None:
    """Not by default; where he allows it in the scene, he is asked of each attack. No dice fall for them."""
    bout = hailed(ally("porter"), ally("mule", "mule"), falls=(4, 4), setup=Setup(delay=False, allies_harmable=True))
    assert bout.the(AreaAttacked).targets == ("ada", "vet", "mule")
    bout.answer(answer)
    bout.answer("unharmed")
    assert (bout.who("vet").out is not None, bout.who("mule").out) == (answer == "harmed", None)


@pytest.mark.rule("SA-FF-01", "SA-FF-02", "G-40")
def test_a_comrades_area_attack_catches_a_linked_ally_as_friendly_fire() -> None:
    """Its patron, who is elsewhere, rolls against half of the pool."""
    bea = pc("bea", "ben", weapons=(), spells=("blast",), personality=3)
    bout = begun(pc("ada", now={"mp": 0}), bea, hawk("middle"), npc("gob", at="middle", kp=9), faces=(4, 4, 4, 4, 4))
    bout.order(Cast(combatant="bea", spell="blast", to=zone("middle"), victims=("hawk",)), 2, 2)
    assert (bout.the(RollOpened).combatant, bout.the(RollOpened).kn) == ("ada", 1)
    assert (bout.kp("hawk"), bout.kp("ada")) == (1, 7)


@pytest.mark.rule("SA-MOUNT-02", "SA-MOUNT-04", "G-44")
def test_an_enemys_mount_is_attacked_against_the_numbers_of_its_rider() -> None:
    """And who rides has no advantage against it either: its rider is mounted."""
    mounts = one("pony", HEROES, "ana", ref="pony", patron="ada"), one("colt", FOES, None, ref="pony", patron="gob")
    bout = begun(pc("ada", spells=("spark",)), *mounts, npc("gob", kp=9, melee=2))
    bout.order(Attack(combatant="ada", target="colt"), 3, 4, 4)
    opened = bout.the(RollOpened)
    assert (opened.kn, opened.factors, opened.opponent) == (2, (), "gob")
    assert (bout.kp("colt"), bout.kp("gob")) == (1, 9)
    bout.order(Cast(combatant="ada", spell="spark", target="colt", held=()), 5, 2)
    assert (bout.the(RollOpened).kn, bout.the(AttackEnded).target, bout.who("colt").out) == (1, "colt", "defeated")


@pytest.mark.rule("G-66", "SA-ALLY-02")
def test_an_area_does_not_tell_of_an_ally_that_players_do_not_know() -> None:
    """The game master is asked whether it is harmed, and nobody else reads that it is there."""
    bout = hailed(ally("porter", seen_by=()), falls=(4, 4), setup=Setup(delay=False, allies_harmable=True))
    assert bout.asked == ["AskAllyHarm"]
    bout.answer("harmed")
    assert bout.who("vet").out is not None
    for seat in ("ana", "ben", "eye", None):
        assert not any(b'"vet"' in event for event in read_by(bout, seat)), seat
