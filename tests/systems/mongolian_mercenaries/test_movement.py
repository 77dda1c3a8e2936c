"""Movement: distance, position, cover, screens and blocks, escape."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import DiceRolled
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.systems.mongolian_mercenaries.content.kinds import (
    Battlefield,
    Courage,
    Cover,
    Distance,
    FieldSize,
    Obstacle,
    Position,
    Tactic,
)
from engine.systems.mongolian_mercenaries.events import (
    CoverLeft,
    DistanceChanged,
    LuckyBreakUsed,
    RollThrown,
    ScreenEnded,
    TurnEnded,
)
from engine.systems.mongolian_mercenaries.orders import (
    Attack,
    Block,
    ChangeDistance,
    ChangePosition,
    Crouch,
    EndTurn,
    Escape,
    Heading,
    LeanOut,
    Screen,
    Surrender,
    UseCover,
)
from engine.systems.mongolian_mercenaries.rules.attack import behaviour
from engine.systems.mongolian_mercenaries.rules.basics import distances
from engine.systems.mongolian_mercenaries.rules.field import cover
from tests.support.fights.arena import Arena
from tests.systems.mongolian_mercenaries.bout import BOOK, SEATS, Bout, at, foe, pc

NEARER, FARTHER = Heading.NEARER, Heading.FARTHER


def field(*positions: Position, **more: Any) -> Battlefield:
    """A battlefield with these positions."""
    return Battlefield(id="field", name="Field", positions=positions, **more)


def on(side: str, rank: int, **what: Any) -> Position:
    """A position with something on it."""
    return Position(side=side, rank=rank, **what)


def duel(
    distance: Distance = Distance.CLOSE, ground: Battlefield | None = None, faces: tuple[int, ...] = (), **more: Any
) -> Bout:
    """Ada of speed 3 against Bob of speed 2; it is her turn. faces: of the opening. more: of her."""
    entry = pc(**({"rank": 1, "lucky": False} | more))
    bout = Bout(entry, foe(rank=1), setup=at(distance, ground or field()))
    bout.begin(*faces)
    return bout


def distance(bout: Bout, one: str = "ada", other: str = "bob") -> Distance:
    """How far two are from each other."""
    return distances.between(bout.state, one, other)


# -- change of distance
GO = ChangeDistance(combatant="ada", target="bob", heading=NEARER)
AWAY = ChangeDistance(combatant="ada", target="bob", heading=FARTHER)


@pytest.mark.rule("MM-MOVE-01", "MM-ATTR-06", "MM-TEST-01", "RUL-29")
def test_a_change_of_distance_is_an_opposed_test_of_speed() -> None:
    """3 + 5 against 2 + 6 is a tie, and fails; 3 + 6 succeeds, by one level, in the chosen direction."""
    bout = duel(Distance.MEDIUM)
    bout.order(GO, 5, 6)
    assert distance(bout) is Distance.MEDIUM
    assert bout.fighter("ada").large == 0
    assert bout.acting == ("ada",)
    bout = duel(Distance.MEDIUM)
    bout.order(GO, 6, 6)
    assert distance(bout) is Distance.CLOSE
    bout = duel(Distance.MEDIUM)
    bout.order(AWAY, 6, 6)
    assert distance(bout) is Distance.FAR
    assert bout.rolls() == ["1d8 distance", "1d8 distance"]


@pytest.mark.rule("MM-MOVE-01", "MM-TEST-01")
def test_each_side_of_an_opposed_test_rolls_its_own_die() -> None:
    """Ada's player rolls hers, the game master Bob's; both again with luck. Real dice are typed so too."""
    bout = duel(Distance.MEDIUM, lucky=True)
    bout.order(GO, 1, 8)
    assert [event.by for event in bout.of(DiceRolled)] == ["ada", "bob"]
    bout.answer("repeat", 8, 1)
    assert [event.by for event in bout.of(DiceRolled)] == ["ada", "bob"]
    assert bout.the(RollThrown).faces == (8, 1)
    people = (pc(rank=1, lucky=False), foe(rank=1))
    arena = Arena(BOOK, people, dice=None, setup=plain(at(Distance.MEDIUM, field())), seats=SEATS)
    arena.order("gm", Begin())
    arena.order("ana", GO)
    for seats, face in ((("ana",), 6), (("gm",), 6)):
        (asked,) = arena.pending
        assert (asked.seats, asked.question["dice"]) == (seats, "1d8")
        arena.answer(seats[0], faces=(face,))
    assert distances.between(arena.state, "ada", "bob") is Distance.CLOSE


@pytest.mark.rule("RUL-21")
def test_it_changes_the_distance_of_the_pair_alone() -> None:
    """Ada comes nearer to Bob; Cat, and Eve of her own side, are as far as before."""
    bout = Bout(
        pc(rank=1, lucky=False), pc("eve", "ben", rank=2), foe(rank=1), foe("cat", rank=2), setup=at(Distance.FAR)
    )
    bout.begin()
    bout.order(GO, 8, 1)
    assert distance(bout) is Distance.MEDIUM
    assert distance(bout, "cat", "ada") is Distance.FAR
    assert distance(bout, "eve", "bob") is Distance.FAR


@pytest.mark.rule("MM-MOVE-02", "MM-DIST-02", "MM-FIELD-04", "MM-WE-09")
def test_the_field_bounds_the_distance_before_any_die() -> None:
    """No change to medium in a small field; nothing is nearer than very close. The source's own example."""
    bout = duel(Distance.CLOSE, field(size=FieldSize.SMALL))
    assert bout.refuse(AWAY).rule == "MM-MOVE-02"
    assert bout.fighter("ada").large == 1
    bout = duel(Distance.MEDIUM, field(size=FieldSize.MEDIUM))
    assert bout.refuse(AWAY).rule == "MM-MOVE-02"
    bout = duel(Distance.VERY_CLOSE)
    assert bout.refuse(GO).rule == "MM-MOVE-02"
    assert [key for key in bout.keys("ada") if key == "change_distance"] == ["change_distance"]


@pytest.mark.rule("MM-LUCK-04", "RUL-34")
def test_luck_stands_in_for_speed_and_both_dice_fall_again() -> None:
    """Speed 3, luck 5: 3 + 1 fails; 5 + 4 > 2 + 6."""
    bout = duel(Distance.MEDIUM, lucky=True, attributes={"luck": 5})
    bout.order(GO, 1, 8)
    bout.answer("repeat", 4, 6)
    assert bout.of(LuckyBreakUsed)
    assert bout.the(RollThrown).lucky
    assert distance(bout) is Distance.CLOSE


@pytest.mark.rule("MM-DIST-01", "RUL-80")
def test_all_pairs_begin_at_the_start_distance() -> None:
    """As the setup says, else as the field says, else the largest that its size allows."""
    assert distance(duel(Distance.VERY_CLOSE)) is Distance.VERY_CLOSE
    for ground, found in (
        (field(), Distance.FAR),
        (field(size=FieldSize.MEDIUM), Distance.MEDIUM),
        (field(size=FieldSize.SMALL), Distance.CLOSE),
        (field(start=Distance.VERY_CLOSE), Distance.VERY_CLOSE),
    ):
        bout = Bout(pc(), foe(), setup=at(None, ground))  # type: ignore[arg-type]
        bout.begin()
        assert distance(bout) is found


# -- change of position
FORWARD = ChangePosition(combatant="ada", heading=NEARER)
BACK = ChangePosition(combatant="ada", heading=FARTHER)


@pytest.mark.rule("MM-POS-01", "MM-POS-03", "MM-MOVE-03", "MM-MOVE-04", "MM-ACT-07")
def test_a_step_leads_one_position_on() -> None:
    """Nothing is in front of 1, where the other side begins, and behind 5."""
    bout = duel()
    assert bout.refuse(FORWARD).rule == "MM-MOVE-04"
    bout.order(BACK)
    assert bout.rank("ada") == 2
    assert bout.fighter("ada").large == 0
    bout = duel(rank=5)
    assert bout.refuse(BACK).rule == "MM-MOVE-04"
    bout.order(FORWARD)
    assert bout.rank("ada") == 4


@pytest.mark.rule("MM-MOVE-05", "MM-POS-02", "RUL-28")
def test_an_ally_on_the_way_changes_places() -> None:
    """Without being asked; it did not move, but its cover is left, and its screen is over."""
    heavy = field(on("party", 2, cover=Cover.HEAVY))
    bout = Bout(
        pc(rank=1, attributes={"speed": 1}), pc("eve", "ben", rank=2), foe(rank=1), setup=at(Distance.CLOSE, heavy)
    )
    bout.begin()
    assert bout.fighter("eve").in_cover
    bout.order(Screen(combatant="eve", target="ada"))
    bout.order(EndTurn(combatant="eve"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(BACK)
    assert (bout.rank("ada"), bout.rank("eve")) == (2, 1)
    assert not bout.fighter("eve").in_cover
    assert bout.own.screens == ()


@pytest.mark.rule("MM-COV-05", "MM-FIELD-06", "RUL-27")
def test_a_step_goes_past_an_ordinary_obstacle() -> None:
    """To the next position beyond, free or an ally's; with nothing beyond it is refused."""
    bout = duel(ground=field(on("party", 2, obstacle=Obstacle.ORDINARY)))
    bout.order(BACK)
    assert bout.rank("ada") == 3
    bout = duel(ground=field(on("party", 5, obstacle=Obstacle.ORDINARY)), rank=4)
    assert bout.refuse(BACK).rule == "MM-MOVE-04"
    two = field(on("party", 2, obstacle=Obstacle.ORDINARY), on("party", 3, obstacle=Obstacle.ORDINARY))
    bout = Bout(
        pc(rank=1), pc("eve", "ben", rank=4, attributes={"speed": 1}), foe(rank=1), setup=at(Distance.CLOSE, two)
    )
    bout.begin()
    bout.order(BACK)
    assert (bout.rank("ada"), bout.rank("eve")) == (4, 1)


@pytest.mark.rule("MM-COV-06", "RUL-27")
def test_nothing_goes_past_a_large_obstacle() -> None:
    """Nor past an ordinary one with a large one behind it; nobody stands on either."""
    bout = duel(ground=field(on("party", 2, obstacle=Obstacle.LARGE)))
    assert bout.refuse(BACK).rule == "MM-COV-06"
    assert "change_position" not in bout.keys("ada")
    both = field(on("party", 2, obstacle=Obstacle.ORDINARY), on("party", 3, obstacle=Obstacle.LARGE))
    assert duel(ground=both).refuse(BACK).rule == "MM-COV-06"


# -- cover
@pytest.mark.rule("MM-MOVE-06", "RUL-26")
def test_cover_is_taken_and_left() -> None:
    """Whoever is not surprised starts behind it; a step leaves it, a change of distance does not."""
    bout = duel(ground=field(on("party", 1, cover=Cover.LIGHT)))
    assert bout.fighter("ada").in_cover
    assert bout.refuse(UseCover(combatant="ada")).rule == "MM-MOVE-06"
    bout.order(UseCover(combatant="ada", leave=True))
    assert not bout.fighter("ada").in_cover
    assert bout.of(CoverLeft)
    assert duel().refuse(UseCover(combatant="ada")).rule == "MM-MOVE-06"
    assert duel().refuse(UseCover(combatant="ada", leave=True)).rule == "MM-MOVE-06"
    bout = duel(ground=field(on("party", 1, cover=Cover.LIGHT)))
    bout.order(GO, 8, 1)
    assert bout.fighter("ada").in_cover
    bout = duel(ground=field(on("party", 1, cover=Cover.LIGHT)))
    bout.order(BACK)
    assert not bout.fighter("ada").in_cover


@pytest.mark.rule("MM-COV-02", "MM-COV-03", "MM-COV-04", "MM-ACT-11", "MM-ACT-12")
def test_crouching_ends_all_shots_until_leaning_out() -> None:
    """Each is a Minor action; in light cover nobody crouches. Melee against who crouches stays legal."""
    light, heavy = (field(on("party", 1, cover=one)) for one in (Cover.LIGHT, Cover.HEAVY))
    assert duel(ground=light).refuse(Crouch(combatant="ada")).rule == "MM-COV-03"
    assert duel(ground=heavy).refuse(LeanOut(combatant="ada")).rule == "MM-COV-04"
    archer = {"skills": {"bow": 2, "long_blade": 3}, "weapons": ("bow", "sabre")}
    bout = duel(ground=heavy, **archer)
    bout.order(Crouch(combatant="ada"))
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)
    assert bout.refuse(Crouch(combatant="ada")).rule == "MM-COV-03"
    assert bout.refuse(Attack(combatant="ada", target="bob", means="bow")).rule == "MM-COV-03"
    bout.order(Attack(combatant="ada", target="bob", means="sabre"), 1, 2, 3)
    bout.order(Attack(combatant="bob", target="ada"))  # Heavy cover leaves a pool of 2 no die.
    bout = duel(ground=heavy, **archer)
    bout.order(Crouch(combatant="ada"))
    bout.order(LeanOut(combatant="ada"))  # For half of the Large action.
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (0, 1)
    assert not bout.fighter("ada").crouched


@pytest.mark.rule("MM-COV-03", "RUL-26")
def test_who_leaves_its_cover_crouches_no_longer() -> None:
    """By the movement, or with the position."""
    heavy = field(on("party", 1, cover=Cover.HEAVY))
    for leaving in (UseCover(combatant="ada", leave=True), BACK):
        bout = duel(ground=heavy)
        bout.order(Crouch(combatant="ada"))
        bout.order(leaving)
        assert (bout.fighter("ada").in_cover, bout.fighter("ada").crouched) == (False, False)


@pytest.mark.rule("RUL-83", "MM-COV-05")
def test_cover_and_large_obstacles_hide_from_projectiles() -> None:
    """A large obstacle on a lower position of the own side; an ordinary one hides nobody."""
    for ground, rank, hides in (
        (field(on("enemies", 1, cover=Cover.LIGHT)), 1, True),
        (field(on("enemies", 1, obstacle=Obstacle.LARGE)), 2, True),
        (field(on("enemies", 3, obstacle=Obstacle.LARGE)), 2, False),
        (field(on("enemies", 1, obstacle=Obstacle.ORDINARY)), 2, False),
        (field(on("party", 1, obstacle=Obstacle.LARGE)), 2, False),
    ):
        bout = Bout(pc(rank=2), foe(rank=rank), setup=at(Distance.CLOSE, ground))
        bout.begin()
        assert cover.hidden(bout.state, "bob") is hides


# -- screens and blocks
def pair(distance: Distance = Distance.CLOSE, **more: Any) -> Bout:
    """Ada, then Eve of the party; Bob and Cat against them."""
    party = (
        pc(rank=1, lucky=False, attributes={"speed": 9}),
        pc("eve", "ben", rank=2, lucky=False, attributes={"speed": 8}),
    )
    bout = Bout(*party, foe(rank=1), foe("cat", rank=2), setup=at(distance, field(), **more))
    bout.begin()
    return bout


SCREEN, BLOCK = Screen(combatant="ada", target="eve"), Block(combatant="ada", target="bob")


@pytest.mark.rule("MM-MOVE-07", "MM-MOVE-08", "RUL-77")
def test_no_melee_reaches_who_is_screened() -> None:
    """Natural attacks count as melee weapons; shots stay legal."""
    bout = pair()
    bout.order(SCREEN)
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="eve"))
    assert bout.refuse(Attack(combatant="bob", target="eve")).rule == "MM-MOVE-08"
    bout.order(Attack(combatant="bob", target="ada"), 1, 1)


@pytest.mark.rule("MM-MOVE-08", "MM-MOVE-09")
def test_shots_pass_screens_and_blocks() -> None:
    """A militiaman, who is not alone, shoots at the screened one, and away from who blocks him."""
    party = (
        pc(rank=1, lucky=False, attributes={"speed": 9}),
        pc("eve", "ben", rank=2, lucky=False, attributes={"speed": 8}),
    )
    for order in (SCREEN, BLOCK):
        bout = Bout(*party, foe(rank=1, ref="militia"), foe("gus", rank=2), setup=at(Distance.CLOSE))
        bout.begin()
        bout.order(order)
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="eve"))
        bout.order(Attack(combatant="bob", target="eve"), 1, 1, 1)


@pytest.mark.rule("MM-MOVE-07", "MM-MOVE-09", "RUL-77")
def test_who_is_blocked_fights_the_blocker_alone() -> None:
    """Only in melee; others are free."""
    bout = pair()
    bout.order(BLOCK)
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="eve"))
    assert bout.refuse(Attack(combatant="bob", target="eve")).rule == "MM-MOVE-09"
    bout.order(Attack(combatant="bob", target="ada"), 1, 1)
    bout.order(EndTurn(combatant="bob"))
    bout.order(Attack(combatant="cat", target="eve"), 1, 1)


@pytest.mark.rule("MM-MOVE-07", "RUL-23")
def test_only_at_exactly_close_distance() -> None:
    """A screen takes one opponent at it; at very close the table may allow both."""
    for there in (Distance.VERY_CLOSE, Distance.MEDIUM, Distance.FAR):
        assert pair(there).refuse(SCREEN).rule == "MM-MOVE-07"
        assert pair(there).refuse(BLOCK).rule == "MM-MOVE-07"
    bout = pair(Distance.VERY_CLOSE, screen_at_very_close=True)
    bout.order(BLOCK)
    assert bout.own.screens
    bout = pair(Distance.MEDIUM)
    bout.order(ChangeDistance(combatant="ada", target="cat"), 8, 1)
    bout.order(EndTurn(combatant="ada"))
    assert bout.refuse(Screen(combatant="eve", target="ada")).rule == "MM-MOVE-07"  # Cat is close to Ada, not to Eve.
    assert pair().refuse(Screen(combatant="ada", target="bob")).rule == "MM-MOVE-07"
    assert pair().refuse(Block(combatant="ada", target="eve")).rule == "MM-MOVE-07"


@pytest.mark.rule("MM-MOVE-10", "RUL-23")
def test_it_lasts_until_either_moves() -> None:
    """Any kind of movement, also a failed one; another screen is one too: each performs one at a time."""
    bout = pair()
    bout.order(BLOCK)
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="eve"))
    bout.order(ChangeDistance(combatant="bob", target="eve"), 1, 8)
    assert bout.the(ScreenEnded).combatant == "ada"
    assert bout.own.screens == ()
    bout = pair()
    bout.order(SCREEN)
    for who in ("ada", "eve", "bob", "cat"):
        bout.order(EndTurn(combatant=who))
    bout.order(BLOCK)
    assert [(one.by, one.target) for one in bout.own.screens] == [("ada", "bob")]


@pytest.mark.rule("RUL-82")
def test_who_falls_screens_nobody() -> None:
    """The blocker is out, and its block with it."""
    bout = pair()
    bout.order(BLOCK)
    bout.order(EndTurn(combatant="ada"))
    bout.correct("combatants.ada.vitals.health.now", 0)
    assert bout.own.screens == ()
    bout.order(EndTurn(combatant="eve"))
    bout.order(Attack(combatant="bob", target="eve"), 1, 1)


# -- escape
RUN = Escape(combatant="ada")


@pytest.mark.rule("MM-MOVE-11", "RUL-30")
def test_an_escape_takes_medium_distance_or_the_largest_there_is() -> None:
    """The nearest opponent counts."""
    for there, size, legal in (
        (Distance.VERY_CLOSE, FieldSize.LARGE, False),
        (Distance.CLOSE, FieldSize.LARGE, False),
        (Distance.CLOSE, FieldSize.MEDIUM, False),
        (Distance.CLOSE, FieldSize.SMALL, True),
        (Distance.VERY_CLOSE, FieldSize.SMALL, False),
        (Distance.MEDIUM, FieldSize.LARGE, True),
    ):
        bout = duel(there, field(size=size))
        assert ("escape" in bout.keys("ada")) is legal
        if not legal:
            assert bout.refuse(RUN).rule == "MM-MOVE-11"
    bout = pair(Distance.MEDIUM)
    bout.order(ChangeDistance(combatant="ada", target="cat"), 8, 1)
    bout.order(EndTurn(combatant="ada"))
    for who in ("eve", "bob", "cat"):
        bout.order(EndTurn(combatant=who))
    assert bout.refuse(RUN).rule == "MM-MOVE-11"


@pytest.mark.rule("MM-MOVE-12", "MM-MOVE-13", "MM-ATTR-10")
def test_speed_and_luck_against_a_d20() -> None:
    """3 + 3 at medium, 2 more at far, none below medium; a tie fails, and the turn is over."""
    bout = duel(Distance.MEDIUM)
    bout.order(RUN, 6)
    assert bout.who("ada").out is None
    assert [one.combatant for one in bout.of(TurnEnded)] == ["ada"]
    assert bout.acting == ("bob",)
    bout = duel(Distance.MEDIUM)
    bout.order(RUN, 5)
    assert bout.who("ada").out == "fled"
    bout = duel(Distance.FAR)
    bout.order(RUN, 7)
    assert bout.who("ada").out == "fled"
    bout = duel(Distance.CLOSE, field(size=FieldSize.SMALL))
    bout.order(RUN, 6)
    assert bout.who("ada").out is None
    assert bout.rolls() == ["1d20 escape"]


@pytest.mark.rule("RUL-30", "RUL-34")
def test_who_has_no_luck_adds_none_and_luck_may_stand_in_for_speed() -> None:
    """Bob of speed 2 needs a 1; Ada's luck 4 replaces her speed 3: 4 + 4."""
    bout = Bout(pc(rank=1), foe(rank=1, courage=Courage.BRAVE), setup=at(Distance.MEDIUM, field()))
    bout.begin()
    bout.order(EndTurn(combatant="ada"))
    bout.order(Escape(combatant="bob"), 2)
    assert bout.who("bob").out is None
    bout = duel(Distance.MEDIUM, lucky=True, attributes={"luck": 4})
    bout.order(RUN, 7)
    bout.answer("repeat", 7)
    assert bout.who("ada").out == "fled"


@pytest.mark.rule("RUL-30", "MM-ROUND-05")
def test_without_an_opponent_there_is_no_escape() -> None:
    """The round goes on, and nobody runs from nobody."""
    bout = pair(Distance.MEDIUM)
    bout.correct("combatants.bob.vitals.health.now", 0)
    bout.correct("combatants.cat.vitals.health.now", 0)
    assert bout.refuse(RUN).rule == "RUL-30"


def test_a_wrong_target_is_refused() -> None:
    """An ally is no opponent."""
    bout = pair()
    with pytest.raises(RuleRefusal):
        bout.arena.order("ana", ChangeDistance(combatant="ada", target="eve"))
    assert bout.of(DistanceChanged) == []


# -- what movement there is
@pytest.mark.rule("MM-DW-10", "MM-ACT-07")
def test_each_kind_of_movement_is_an_offer_to_its_actor_alone() -> None:
    """All are Large; nobody else is offered anything, or may send it."""
    bout = Bout(
        pc(rank=1, mount="steppe_horse", skills={"riding": 1}),
        pc("eve", "ben", rank=2, attributes={"speed": 1}),
        foe(rank=1),
        setup=at(Distance.CLOSE, field(on("party", 1, cover=Cover.HEAVY), size=FieldSize.SMALL)),
    )
    bout.begin()
    kinds = {"change_distance", "change_position", "leave_cover", "screen", "block", "escape", "surrender", "mount"}
    assert kinds <= set(bout.keys("ada"))
    assert bout.keys("eve") == []
    with pytest.raises(RuleRefusal, match="not yours"):
        bout.order(RUN, seat="ben")
    bout.order(BACK)
    assert not kinds & set(bout.keys("ada"))


@pytest.mark.rule("RUL-65", "RUL-67", "MM-SKILL-19", "MM-SKILL-21")
def test_some_skills_have_no_action_of_their_own() -> None:
    """Whoever masters them is offered what everybody is."""
    plain = duel(skills={"long_blade": 3})
    skilled = {"long_blade": 3, "acrobatics": 5, "intimidation": 5, "negotiation": 5}
    master = duel(skills=skilled, attributes={"dexterity": 9, "willpower": 9})
    assert master.keys("ada") == plain.keys("ada")


# -- surrender
@pytest.mark.rule("MM-MOVE-14", "RUL-33", "MM-MOR-11")
def test_a_character_surrenders_to_who_takes_captives() -> None:
    """Humans do; a rat does not. It takes no further part."""
    bout = duel()
    bout.order(Surrender(combatant="ada"))
    assert bout.who("ada").out == "captured"
    bout = Bout(pc(rank=1), foe(rank=1, ref="ghoul"))
    bout.begin()
    assert bout.refuse(Surrender(combatant="ada")).rule == "RUL-33"
    assert "surrender" not in bout.keys("ada")


@pytest.mark.rule("MM-MOVE-14", "MM-MOR-10", "RUL-73")
def test_who_has_no_courage_does_not_give_up() -> None:
    """A golem fights to its end; a snare keeps nobody from surrendering."""
    for ref, legal in (("bandit", True), ("stone_golem", False)):
        bout = Bout(
            pc(rank=1, attributes={"speed": 9}), pc("eve", "ben", rank=2), foe(rank=1, ref=ref), foe("cat", rank=2)
        )
        bout.begin()
        while bout.acting != ("bob",):
            bout.order(EndTurn(combatant=bout.acting[0]))
        assert ("surrender" in bout.keys("bob")) is legal
    bout = duel(ground=field(on("party", 1, trap="snare")), faces=(9,))
    assert "surrender" in bout.keys("ada")
    bout.order(Surrender(combatant="ada"))
    assert bout.who("ada").out == "captured"


# -- who plays itself
@pytest.mark.rule("MM-ENM-13", "RUL-75")
def test_tactics_of_the_field() -> None:
    """What a card lists, in order: it takes cover, then crouches; it closes in where nothing is in reach."""
    heavy = field(on("enemies", 1, cover=Cover.HEAVY))
    for tactics, there, order in (
        ((Tactic.CROUCH, Tactic.PASS), Distance.CLOSE, Crouch(combatant="bob")),
        ((Tactic.CLOSE_IN,), Distance.FAR, ChangeDistance(combatant="bob", target="ada", heading=NEARER)),
        ((Tactic.BACK_OFF,), Distance.CLOSE, ChangeDistance(combatant="bob", target="ada", heading=FARTHER)),
        ((Tactic.BLOCK,), Distance.CLOSE, Block(combatant="bob", target="ada")),
        ((Tactic.SCREEN,), Distance.CLOSE, Screen(combatant="bob", target="cat")),
        ((Tactic.TAKE_COVER,), Distance.CLOSE, None),
    ):
        bout = Bout(pc(rank=1), foe(rank=1, tactics=tactics), foe("cat", rank=2), setup=at(there, heavy))
        bout.begin()
        assert behaviour.next_order(bout.state, "bob") == order
        if isinstance(order, Block):
            bout.order(EndTurn(combatant="ada"))
            bout.order(order)
            assert behaviour.next_order(bout.state, "bob") is None
