"""Courage: who gives up when, and how; boundaries of each class."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, OutcomeReached
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS, CREATURES
from engine.systems.mongolian_mercenaries.content.kinds import Courage, CreatureType, Distance
from engine.systems.mongolian_mercenaries.events import CaptivesTaken, CourageFailed, RollOpened, SurrenderSpurned
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, Escape, Surrender
from engine.systems.mongolian_mercenaries.rules.basics import captives
from engine.systems.mongolian_mercenaries.rules.course import courage
from engine.systems.mongolian_mercenaries.rules.course.courage import Fears
from engine.systems.mongolian_mercenaries.sheet import Sheet, Wounds
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, one, pc

RULES = {
    Courage.FEARFUL: "MM-MOR-01",
    Courage.COWARDLY: "MM-MOR-02",
    Courage.INDIFFERENT: "MM-MOR-03",
    Courage.BRAVE: "MM-MOR-04",
    Courage.FANATIC: "MM-MOR-05",
    Courage.HEROIC: "MM-MOR-06",
}


UNHURT = Wounds()


def standing(*others: Any, party: int = 1, wounds: Wounds = UNHURT, **figures: Any) -> Bout:
    """Bob, of these figures and wounds, among so many characters; a slow Ada acts after him."""
    names = ("ada", "bea", "cyd", "dan")[:party]
    entries = (pc(name, rank=n, attributes={"speed": -19}) for n, name in enumerate(names, 1))
    bout = Bout(*entries, foe(rank=1, **figures), *others)
    bout.begin()
    bout.correct("rules.fighters.bob.wounds", {"light": wounds.light, "heavy": wounds.heavy, "severe": wounds.severe})
    return bout


def fears(*others: Any, **more: Any) -> Fears:
    """What Bob's courage looks at. Toughness 3: 4 Light, 2 Heavy, 1 Severe eliminate."""
    return courage.fears(standing(*others, **more).state, "bob")


FRIEND = foe("gus", rank=2, speed=-15)
PAIR = (FRIEND, foe("hal", rank=3, speed=-15))


@pytest.mark.rule("MM-MOR-07", "RUL-32")
def test_equal_numbers_are_no_advantage() -> None:
    """Those on the field count, and nobody else."""
    assert not fears().outnumbering
    assert not fears(FRIEND, party=2).outnumbering
    assert fears(FRIEND).outnumbering
    assert fears(*PAIR, party=2).outnumbering
    bout = standing(FRIEND)
    bout.correct("combatants.gus.vitals.health.now", 0)
    found = courage.fears(bout.state, "bob")
    assert (found.outnumbering, found.alone) == (False, True)


@pytest.mark.rule("RUL-16")
@pytest.mark.parametrize(
    ("toughness", "wounds", "half"),
    [
        (3, Wounds(light=1), False),  # of 4: 2 are half
        (3, Wounds(light=2), True),
        (3, Wounds(heavy=1), True),  # of 2: 1 is half
        (5, Wounds(light=1), False),  # of 5: 2, rounded down
        (5, Wounds(light=2), True),
        (5, Wounds(heavy=1), True),  # of 3: 1, rounded down
        (1, Wounds(light=1), True),  # of 2
        (8, Wounds(severe=1), True),  # of 2
        (8, Wounds(heavy=1), False),  # of 5: 2
    ],
)
def test_half_of_the_wounds_is_rounded_down_and_at_least_one(toughness: int, wounds: Wounds, half: bool) -> None:
    """Of any one kind; kinds of which a single one eliminates do not count."""
    assert fears(toughness=toughness, wounds=wounds, health=50).half is half


@pytest.mark.rule("RUL-17")
@pytest.mark.parametrize(
    ("toughness", "wounds", "last"),
    [
        (3, Wounds(light=2), False),
        (3, Wounds(light=3), True),
        (3, Wounds(heavy=1), True),
        (7, Wounds(light=5, heavy=2), False),
        (7, Wounds(heavy=3), True),
        (7, Wounds(severe=1), True),
        (3, Wounds(light=1), False),  # a single Severe wound eliminates, and none is no fear
    ],
)
def test_one_wound_from_death_is_of_one_kind(toughness: int, wounds: Wounds, last: bool) -> None:
    """Kinds of which a single one eliminates do not count: everybody would always be there."""
    assert fears(toughness=toughness, wounds=wounds, health=50).last is last


NOTHING = Fears(outnumbering=True)
CASES = [
    (Courage.FEARFUL, NOTHING, False),
    (Courage.FEARFUL, Fears(), True),
    (Courage.FEARFUL, Fears(outnumbering=True, wounded=True), True),
    (Courage.COWARDLY, Fears(), False),
    (Courage.COWARDLY, Fears(outnumbering=True, wounded=True), False),
    (Courage.COWARDLY, Fears(wounded=True), True),
    (Courage.INDIFFERENT, Fears(wounded=True), False),
    (Courage.INDIFFERENT, Fears(alone=True), True),
    (Courage.INDIFFERENT, Fears(outnumbering=True, wounded=True, half=True), True),
    (Courage.BRAVE, Fears(alone=True, wounded=True), False),
    (Courage.BRAVE, Fears(wounded=True, half=True), False),
    (Courage.BRAVE, Fears(alone=True, wounded=True, half=True), True),
    (Courage.FANATIC, Fears(alone=True, wounded=True, half=True), False),
    (Courage.FANATIC, Fears(outnumbering=True, wounded=True, last=True), True),
    (Courage.HEROIC, Fears(alone=True, wounded=True, half=True, last=True), False),
]


@pytest.mark.parametrize(
    ("kind", "seen", "up"), [pytest.param(*case, marks=pytest.mark.rule(RULES[case[0]])) for case in CASES]
)
def test_each_class_gives_up_when_its_own_condition_holds(kind: Courage, seen: Fears, up: bool) -> None:
    """Neither more nor less."""
    assert courage.GIVES_UP[kind](seen) is up


def gives_up(bout: Bout) -> bool:
    """Whether Bob's turn goes into giving up: the turns before it end."""
    bout.order(EndTurn(combatant=bout.acting[0]))
    return bout.of(CourageFailed) != []


@pytest.mark.rule("MM-MOR-01", "MM-MOR-08", "MM-DW-07", "RUL-31")
def test_a_fearful_one_surrenders_where_it_cannot_escape() -> None:
    """At the start of its turn, by rule, with the game master at the table; the whole turn is spent on it."""
    bout = Bout(pc(rank=1), foe(rank=1, courage=Courage.FEARFUL))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    kinds = bout.kinds()
    assert kinds.index("TurnBegan") < kinds.index("CourageFailed") < kinds.index("CombatantOut")
    assert (bout.the(CombatantOut).reason, bout.rule_of(CourageFailed)) == ("captured", "MM-MOR-08")
    assert bout.the(CaptivesTaken).combatants == ("bob",)


@pytest.mark.rule("MM-MOR-02")
def test_a_cowardly_one_with_friends_fights_on() -> None:
    """A bandit with a wound, two against one; alone with a wound it gives up, and unwounded it does not."""
    for friends, wounds, up in (((FRIEND,), 1, False), ((), 1, True), ((), 0, False)):
        bout = Bout(pc(rank=1), foe(rank=1, ref="bandit"), *friends)
        bout.begin()
        bout.correct("rules.fighters.bob.wounds.light", wounds)
        assert gives_up(bout) is up


@pytest.mark.rule("MM-MOR-03", "MM-MOR-04")
def test_who_is_alone_is_the_only_one_on_the_field() -> None:
    """The indifferent gives up alone, the brave needs half its wounds as well."""
    for kind, friends, heavy, up in (
        (Courage.INDIFFERENT, (), 0, True),
        (Courage.INDIFFERENT, (FRIEND,), 0, False),
        (Courage.INDIFFERENT, (FRIEND,), 1, True),
        (Courage.BRAVE, (), 0, False),
        (Courage.BRAVE, (), 1, True),
        (Courage.BRAVE, (FRIEND,), 1, False),
    ):
        bout = Bout(pc(rank=1), foe(rank=1, courage=kind), *friends)
        bout.begin()
        bout.correct("rules.fighters.bob.wounds.heavy", heavy)
        assert gives_up(bout) is up


@pytest.mark.rule("MM-MOR-05", "MM-MOR-06")
def test_a_fanatic_stops_before_death_and_a_hero_never() -> None:
    """Numbers do not matter to a fanatic."""
    for kind, light, up in ((Courage.FANATIC, 2, False), (Courage.FANATIC, 3, True), (Courage.HEROIC, 3, False)):
        bout = Bout(pc(rank=1), foe(rank=1, courage=kind), *PAIR)
        bout.begin()
        bout.correct("rules.fighters.bob.wounds.light", light)
        assert gives_up(bout) is up


@pytest.mark.rule("MM-MOR-10", "MM-ENM-15")
def test_without_courage_nobody_gives_up() -> None:
    """All but Humans, some Humanoids and some Demons fight to death; the catalogue keeps to it."""
    bout = Bout(pc(rank=1), foe(rank=1))
    bout.begin()
    bout.correct("rules.fighters.bob.wounds.light", 3)
    assert not gives_up(bout)
    with_courage = {one.type for one in CREATURES.values() if one.courage is not None}
    assert with_courage <= {CreatureType.HUMAN, CreatureType.HUMANOID, CreatureType.DEMON}


@pytest.mark.rule("MM-MOR-08", "MM-MOVE-11", "RUL-31")
@pytest.mark.parametrize(("face", "out"), [(1, "fled"), (2, None)])
def test_from_afar_it_attempts_an_escape_each_turn_anew(face: int, out: str | None) -> None:
    """Speed 2 without luck at medium distance; a failure is the end of its turn."""
    bout = Bout(pc(rank=1), foe(rank=1, courage=Courage.FEARFUL), setup=at(Distance.MEDIUM))
    bout.begin()
    bout.order(EndTurn(combatant="ada"), face)
    assert bout.the(RollOpened).combatant == "bob"
    assert bout.who("bob").out == out
    if out is None:
        assert bout.state.fight.round == 2
        bout.order(EndTurn(combatant="ada"), 1)
        assert bout.who("bob").out == "fled"


@pytest.mark.rule("MM-MOR-08", "MM-DIST-02")
def test_the_largest_distance_of_a_small_field_is_far_enough() -> None:
    """An alley is small: close is the largest."""
    bout = Bout(pc(rank=1), foe(rank=1, courage=Courage.FEARFUL), setup=at(Distance.CLOSE, BATTLEFIELDS["alley"]))
    bout.begin()
    bout.order(EndTurn(combatant="ada"), 1)
    assert bout.who("bob").out == "fled"


@pytest.mark.rule("MM-MOR-09", "MM-END-03", "MM-DW-26", "MM-ROUND-05")
def test_a_captive_takes_no_further_part_and_the_round_goes_on() -> None:
    """The others of the winning side have their turns still; there is nobody to attack."""
    bout = Bout(pc("ada", rank=1), pc("bea", rank=2, attributes={"speed": -9}), foe(rank=1, courage=Courage.FEARFUL))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("bea",)
    assert "attack" not in bout.keys("bea")
    assert bout.refuse(Attack(combatant="bea", target="bob")).rule == "MM-ATK-01"
    bout.order(EndTurn(combatant="bea"))
    assert bout.own.captives == ("bob",)


@pytest.mark.rule("MM-MOR-08", "MM-ROUND-05", "RUL-30", "RUL-31")
@pytest.mark.parametrize("kind", [Courage.FEARFUL, Courage.INDIFFERENT, Courage.FANATIC])
def test_who_has_won_gives_up_to_nobody(kind: Courage) -> None:
    """Bob strikes the last character down; Gus, at his last wound, has his turn of the round still, and keeps it."""
    ada = pc(rank=1, lucky=False, now={"health": 1})
    bout = Bout(ada, foe(rank=1, fight_proficiency=1), foe("gus", rank=2, speed=1, courage=kind))
    bout.begin()
    bout.correct("rules.fighters.gus.wounds.light", 3)
    bout.order(EndTurn(combatant="ada"))
    bout.order(Attack(combatant="bob", target="ada"), 6)
    bout.order(EndTurn(combatant="bob"))
    assert (bout.acting, bout.of(CourageFailed)) == (("gus",), [])
    bout.order(EndTurn(combatant="gus"))
    assert (bout.who("gus").out, bout.the(OutcomeReached).result) == (None, "enemies")


# -- who takes captives
@pytest.mark.rule("MM-MOR-11", "RUL-33")
def test_humans_and_those_with_courage_take_captives() -> None:
    """Unless their card says otherwise."""
    cases = (
        ({"type": CreatureType.HUMAN}, True),
        ({"type": CreatureType.BEAST}, False),
        ({"type": CreatureType.DEMON, "courage": Courage.BRAVE}, True),
        ({"type": CreatureType.HUMAN, "takes_captives": False}, False),
        ({"type": CreatureType.BEAST, "takes_captives": True}, True),
    )
    for figures, yes in cases:
        bout = Bout(pc(rank=1), foe(rank=1, **figures))
        bout.begin()
        assert captives.takes(bout.state, "bob") is yes
        assert (captives.refusal(bout.state, "ada") is None) is yes


@pytest.mark.rule("MM-MOVE-14", "RUL-33", "MM-END-01")
def test_if_the_whole_party_is_captured_the_fight_is_lost() -> None:
    """At the end of the round."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), foe(rank=1))
    bout.begin()
    bout.order(Surrender(combatant="ada"))
    assert bout.who("ada").out == "captured"
    bout.order(Surrender(combatant="bea"))
    bout.order(EndTurn(combatant="bob"))
    assert bout.the(OutcomeReached).result == "enemies"


@pytest.mark.rule("RUL-33", "MM-MOR-11")
def test_whether_closed_cards_take_captives_is_learned_by_trying() -> None:
    """With open ones it is refused; with closed ones the action is gone, and she goes on."""
    beast = foe(rank=1, type=CreatureType.BEAST)
    bout = Bout(pc(rank=1), beast)
    bout.begin()
    assert bout.refuse(Surrender(combatant="ada")).rule == "RUL-33"
    bout = Bout(pc(rank=1), beast, open=False)
    bout.begin()
    assert "surrender" in bout.keys("ada")
    bout.order(Surrender(combatant="ada"))
    assert bout.the(SurrenderSpurned).combatant == "ada"
    assert (bout.who("ada").out, bout.fighter("ada").large, bout.acting) == (None, 0, ("ada",))


# -- who is no character
@pytest.mark.rule("MM-MOR-06", "MM-MOR-10", "MM-MOVE-14", "RUL-33")
@pytest.mark.parametrize(("ref", "takes"), [("bandit", True), ("wolf", False)])
def test_allies_give_up_as_their_player_has_it(ref: str, takes: bool) -> None:
    """A guard by a card without Courage, and a dog, may flee; they surrender only to whoever takes captives."""
    for card in ("hired_guard", "war_dog"):
        friend = one("gus", PARTY, "ana", Sheet(ref=card), rank=2)
        bout = Bout(pc(rank=1, attributes={"speed": 9}), friend, foe(rank=1, ref=ref), setup=at(Distance.MEDIUM))
        bout.begin()
        while bout.acting != ("gus",):
            bout.order(EndTurn(combatant=bout.acting[0]))
        assert "escape" in bout.keys("gus")
        assert ("surrender" in bout.keys("gus")) is takes
        if takes:
            bout.order(Surrender(combatant="gus"))
            assert bout.who("gus").out == "captured"
        else:
            assert bout.refuse(Surrender(combatant="gus")).rule == "RUL-33"


@pytest.mark.rule("RUL-33")
def test_an_ally_learns_by_trying_too_whether_closed_cards_take_captives() -> None:
    """Wolves do not: the guard goes on."""
    friend = one("gus", PARTY, "ana", Sheet(ref="hired_guard"), rank=2)
    bout = Bout(pc(rank=1), friend, foe(rank=1, type=CreatureType.BEAST), open=False)
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    bout.order(Surrender(combatant="gus"))
    assert (bout.the(SurrenderSpurned).combatant, bout.who("gus").out) == ("gus", None)


@pytest.mark.rule("MM-MOR-10")
def test_pets_of_the_enemies_fight_to_their_death() -> None:
    """No Courage: neither escape nor surrender, though it is by no card of an enemy."""
    dog = one("rex", ENEMIES, None, Sheet(ref="war_dog"), rank=2)
    bout = Bout(pc(rank=1), foe(rank=1), dog, setup=at(Distance.MEDIUM))
    bout.begin()
    assert bout.acting == ("rex",)
    assert not {"escape", "surrender"} & set(bout.keys("rex"))
    for order in (Escape(combatant="rex"), Surrender(combatant="rex")):
        assert bout.refuse(order).rule == "MM-MOR-10"
