"""Turns, actions, initiative."""

from __future__ import annotations

import pytest

from engine.kernel.playing.entering import joined_event
from engine.kernel.state.events import Moved, OutcomeReached, RoundBegan, TurnBegan
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Order
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import ActionSpent, InitiativeRolled, MovedAbout, RequestJudged
from engine.systems.fantasia.sheet import GroupRolls, Setup, Stock
from tests.systems.fantasia.bout import Bout, at, foe, hero, one, sheet


def attack(attacker: str = "hero", target: str = "foe") -> o.Attack:
    return o.Attack(attacker=attacker, target=target, weapon="unarmed")


# -- initiative
@pytest.mark.rule("FF-INIT-01")
def test_ff_init_01_from_highest_to_lowest_and_every_round_the_same() -> None:
    """2d + agility, rolled once: the next round has the same order and no dice."""
    bout = Bout(hero(figures=sheet(agility=1)), foe(), hero("third"), begin=False)
    bout.order(Begin(), 3, 3, 6, 5, 2, 1, seat="gm")
    assert [e.total for e in bout.of(InitiativeRolled)] == [7, 11, 3]
    assert bout.state.fight.turn_order == ("foe", "hero", "third")
    assert bout.acting == "foe"
    for who in ("foe", "hero", "third"):
        assert bout.acting == who
        bout.end(who)
    assert bout.the(RoundBegan).round == 2
    assert bout.rolls() == []
    assert bout.acting == "foe"


@pytest.mark.rule("FF-INIT-01")
def test_ff_init_01_ties_go_by_agility_then_players_then_joining() -> None:
    """All have 7: agility 2 first, then the players' in order of joining, then the enemies in theirs."""
    bout = Bout(foe("a"), foe("b"), hero("c"), hero("d"), foe("quick", sheet(agility=2)), begin=False)
    bout.order(Begin(), 3, 4, 4, 3, 5, 2, 2, 5, 1, 4, seat="gm")
    assert [e.total for e in bout.of(InitiativeRolled)] == [7] * 5
    assert bout.state.fight.turn_order == ("quick", "c", "d", "a", "b")


@pytest.mark.rule("FF-INIT-02")
def test_ff_init_02_bonuses_of_sheet_trait_and_item_add() -> None:
    """1 from the sheet, 2 from a trait, 2 from a feather, 1 agility of a ring."""
    figures = sheet(initiative_bonus=1, traits=("quick_start",), armor=("swift_feather", "ring"))
    bout = Bout(hero(figures=figures), foe(), begin=False)
    bout.order(Begin(), 1, 2, 1, 1, seat="gm")
    assert bout.fighter("hero").initiative == 3 + 1 + 2 + 2 + 1


@pytest.mark.rule("FF-INIT-03")
def test_ff_init_03_the_gm_says_whether_a_group_rolls_once() -> None:
    """Default one roll for all of a kind; players' characters and loners are not asked about."""
    goblins = [foe(f"g{n}", sheet(ref="goblin")) for n in (1, 2)]
    bout = Bout(hero(figures=sheet(ref="soldier")), *goblins, foe("ogre", sheet(ref="ogre")), begin=False)
    bout.order(Begin(), seat="gm")
    assert bout.asked == ["GroupInitiative"]
    assert bout.waiting[0].seats == ("gm",)
    assert bout.waiting[0].default == "shared"
    assert bout.waiting[0].question == {"group": "goblin", "members": ["g1", "g2"]}
    bout.answer("shared", 6, 5, 3, 3, 1, 1)
    assert [(e.combatant, e.total) for e in bout.of(InitiativeRolled)] == [
        ("hero", 13),
        ("g1", 7),
        ("g2", 7),
        ("ogre", 2),
    ]


@pytest.mark.rule("FF-INIT-01", "FF-INIT-03")
def test_ff_init_03_one_roll_and_each_ones_own_figures() -> None:
    """The dice are shared; the quicker of two rats acts first."""
    rats = [foe("slow", sheet(group="rats", agility=1)), foe("quick", sheet(group="rats", agility=3))]
    bout = Bout(hero(), *rats, begin=False, setup=Setup(group_rolls=(GroupRolls(group="rats", each=False),)))
    bout.order(Begin(), 1, 1, 3, 3, seat="gm")
    assert [e.total for e in bout.of(InitiativeRolled)] == [2, 7, 9]
    assert bout.state.fight.turn_order == ("quick", "slow", "hero")


@pytest.mark.rule("FF-INIT-03")
def test_ff_init_03_each_enemy_may_roll_alone() -> None:
    """Answered `each`, every goblin has its own dice."""
    bout = Bout(foe("g1", sheet(ref="goblin")), foe("g2", sheet(ref="goblin")), hero(), begin=False)
    bout.order(Begin(), seat="gm")
    bout.answer("each", 1, 1, 6, 6, 4, 4)
    assert bout.state.fight.turn_order == ("g2", "hero", "g1")


@pytest.mark.rule("FF-INIT-03")
@pytest.mark.parametrize("each", [True, False])
def test_ff_init_03_what_is_set_up_is_not_asked(each: bool) -> None:
    """A group named in the setup rolls as it says there."""
    setup = Setup(group_rolls=(GroupRolls(group="rats", each=each),))
    rats = sheet(group="rats")
    bout = Bout(foe("a", rats), foe("b", rats), hero(), begin=False, setup=setup)
    bout.order(Begin(), *((6, 6, 6, 5, 1, 1) if each else (6, 6, 1, 1)), seat="gm")
    assert [bout.fighter(w).initiative for w in ("a", "b")] == ([12, 11] if each else [12, 12])


@pytest.mark.rule("FF-INIT-01")
def test_ff_init_01_the_fight_begins_once_and_only_with_somebody_there() -> None:
    """A second beginning is refused, and an empty field."""
    assert Bout(hero(), foe()).refuse(Begin()).rule == "FF-INIT-01"
    assert Bout(begin=False).refuse(Begin()).rule == "FF-INIT-01"


@pytest.mark.rule("FF-INIT-01")
def test_ff_init_01_nobody_acts_out_of_turn() -> None:
    """Not before the fight begins, and not on another's turn."""
    bout = Bout(hero(), foe())
    assert bout.refuse(attack("foe", "hero")).rule == "FF-INIT-01"
    assert Bout(hero(), foe(), begin=False).refuse(o.EndTurn(combatant="hero")).rule == "FF-TURN-01"
    assert bout.keys("foe") == []


# -- what a turn holds
@pytest.mark.rule("FF-TURN-01")
def test_ff_turn_01_one_normal_and_one_movement_action_in_any_order() -> None:
    """Move then attack; a second attack and a second move are refused; the next turn has both again."""
    bout = Bout(hero(), foe())
    bout.order(o.Move(combatant="hero", metres=2))
    bout.order(attack(), 1, 2)
    assert bout.refuse(attack()).rule == "FF-TURN-01"
    assert bout.refuse(o.Move(combatant="hero", metres=1)).rule == "FF-TURN-07"
    bout.end("hero")
    bout.end("foe")
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 1)


@pytest.mark.rule("FF-TURN-02")
@pytest.mark.parametrize(
    ("order", "faces"),
    [
        (attack(), (1, 2)),
        (o.Cast(caster="hero", spell="fire", targets=("foe",)), (1, 2)),
        (o.UseTechnique(attacker="hero", technique="sweep", weapon="unarmed", targets=("foe",)), (1, 2)),
        (o.UseItem(combatant="hero", item="potion", target="hero"), ()),
        (o.Defend(combatant="hero"), ()),
        (o.Ready(combatant="hero", action=o.Readied.ATTACK), ()),
    ],
)
def test_ff_turn_02_normal_actions(order: Order, faces: tuple[int, ...]) -> None:
    """Each takes the normal action, and is refused without one."""
    figures = sheet(mp=9, spells=("fire",), techniques=("sweep",), items=(Stock(item="potion"),))
    bout = Bout(hero(figures=figures), foe())
    bout.order(order, *faces)
    assert bout.the(ActionSpent).pay is o.Pay.NORMAL
    again = Bout(hero(figures=figures), foe())
    again.order(o.Move(combatant="hero", metres=1, pay=o.Pay.NORMAL))
    assert again.refuse(order).rule == "FF-TURN-01"
    key = type(order).__name__
    assert all(type(offer.body).__name__ != key for offer in again.offers("hero"))


@pytest.mark.rule("FF-TURN-02")
def test_ff_turn_02_picking_up_an_object_is_a_normal_action() -> None:
    """A weapon dropped by a fumble is in hand again afterwards, and the movement action is left."""
    bout = Bout(hero(figures=sheet(weapons=("sword",))), foe())
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword"), 1, 1)
    bout.answer("row-1")
    assert bout.refuse(o.PickUp(combatant="hero", weapon="sword")).rule == "FF-TURN-01"
    bout.end("hero")
    bout.end("foe")
    assert bout.refuse(o.Attack(attacker="hero", target="foe", weapon="sword")).rule == "FF-EQ-02"
    bout.order(o.PickUp(combatant="hero", weapon="sword"))
    assert bout.the(ActionSpent).pay is o.Pay.NORMAL
    assert bout.fighter("hero").weapons["sword"].where.value == "IN_HAND"


@pytest.mark.rule("FF-TURN-03", "FF-MOVE-01")
def test_ff_turn_03_a_move_goes_to_a_point_within_the_movement() -> None:
    """With places, five metres are measured straight; a hair more is refused."""
    bout = Bout(hero(place=at(0)), foe(place=at(9)))
    assert bout.refuse(o.Move(combatant="hero", to=at(3, 5))).rule == "FF-MOVE-01"
    assert bout.refuse(o.Move(combatant="hero", metres=3)).rule == "FF-TURN-03"
    bout.order(o.Move(combatant="hero", to=at(3, 4)))
    assert bout.the(Moved).to == at(3, 4)
    assert bout.the(MovedAbout).metres == 5


@pytest.mark.rule("FF-TURN-03")
def test_ff_turn_03_without_places_a_move_names_its_metres() -> None:
    """A place is refused there, and a move of nothing."""
    bout = Bout(hero(), foe())
    assert bout.refuse(o.Move(combatant="hero", to=at(1))).rule == "FF-TURN-03"
    assert bout.refuse(o.Move(combatant="hero")).rule == "FF-MOVE-01"
    bout.order(o.Move(combatant="hero", metres=5))
    assert bout.the(MovedAbout).metres == 5


@pytest.mark.rule("FF-MOVE-02")
@pytest.mark.parametrize("manner", [o.Manner.CLIMB, o.Manner.STEALTH])
def test_ff_move_02_other_ways_than_walking_halve_it(manner: o.Manner) -> None:
    """Movement 5 is 2 then; movement 1 stays 1."""
    bout = Bout(hero(), foe(figures=sheet(movement=1)))
    assert bout.refuse(o.Move(combatant="hero", metres=3, manner=manner)).rule == "FF-MOVE-01"
    bout.order(o.Move(combatant="hero", metres=2, manner=manner))
    bout.end("hero")
    assert bout.refuse(o.Move(combatant="foe", metres=2, manner=manner)).rule == "FF-MOVE-01"
    bout.order(o.Move(combatant="foe", metres=1, manner=manner))


@pytest.mark.rule("FF-MOVE-02")
def test_ff_move_02_who_lies_can_only_crawl() -> None:
    """Walking is refused on the ground, and crawling on one's feet."""
    bout = Bout(hero(), foe())
    assert bout.refuse(o.Move(combatant="hero", metres=1, manner=o.Manner.CRAWL)).field == "manner"
    bout.order(o.LieDown(combatant="hero"))
    assert bout.refuse(o.Move(combatant="hero", metres=1)).field == "manner"
    bout.order(o.Move(combatant="hero", metres=2, manner=o.Manner.CRAWL))


@pytest.mark.rule("FF-TURN-04")
def test_ff_turn_04_the_normal_action_may_be_a_second_movement() -> None:
    """Two movements, and then nothing is left; the movement action pays first."""
    bout = Bout(hero(), foe())
    bout.order(o.Move(combatant="hero", metres=5))
    assert bout.the(ActionSpent).pay is o.Pay.MOVEMENT
    bout.order(o.Move(combatant="hero", metres=5))
    assert bout.the(ActionSpent).pay is o.Pay.NORMAL
    assert bout.refuse(o.Move(combatant="hero", metres=1)).rule == "FF-TURN-07"


@pytest.mark.rule("FF-TURN-06")
def test_ff_turn_06_the_gm_may_allow_another_action() -> None:
    """Refused by default and for nothing; allowed it is the normal action."""
    bout = Bout(hero(), foe())
    order = o.OtherAction(combatant="hero", purpose="pull the lever")
    bout.order(order)
    assert (bout.asked, bout.waiting[0].default) == (["AllowAction"], "refuse")
    bout.answer("refuse")
    assert bout.the(RequestJudged).allowed is False
    assert bout.of(ActionSpent) == []
    bout.order(order)
    bout.answer("allow")
    assert bout.the(ActionSpent).pay is o.Pay.NORMAL
    assert bout.refuse(order).rule == "FF-TURN-01"


@pytest.mark.rule("FF-TURN-07", "FF-EQ-01", "FF-EQ-04", "FF-PRONE-01")
@pytest.mark.parametrize("pay", [o.Pay.NORMAL, o.Pay.MOVEMENT])
@pytest.mark.parametrize("kind", [o.Draw, o.Reload, o.StandUp])
def test_ff_turn_07_draw_reload_and_stand_take_either_action(kind: type[Order], pay: o.Pay) -> None:
    """The one that is named; a second time the same one is refused."""
    from engine.systems.fantasia.sheet import Load

    figures = sheet(weapons=("pistol", "sword"), loaded=(Load(weapon="pistol", bullets=5),))
    bout = Bout(hero(figures=figures, conditions=("prone",)), foe())
    weapon = {o.Draw: {"weapon": "sword"}, o.Reload: {"weapon": "pistol"}}.get(kind, {})
    bout.order(kind(combatant="hero", pay=pay, **weapon))
    assert bout.the(ActionSpent).pay is pay
    assert bout.refuse(o.Move(combatant="hero", metres=1, pay=pay, manner=o.Manner.CRAWL)).field == "pay"


@pytest.mark.rule("FF-TURN-07")
def test_ff_turn_07_by_default_the_movement_action_pays() -> None:
    """Without a word the movement action is taken, and the normal one after it."""
    bout = Bout(hero(conditions=("prone",)), foe())
    bout.order(o.StandUp(combatant="hero"))
    assert bout.the(ActionSpent).pay is o.Pay.MOVEMENT


# -- the end
@pytest.mark.rule("FF-KO-01")
def test_the_gm_is_asked_after_each_turn_in_which_one_side_stands_alone() -> None:
    """Default: it is over. Going on, he is asked again after the next turn."""
    bout = Bout(hero(), foe(conditions=("unconscious",)))
    bout.end("hero")
    assert (bout.asked, bout.waiting[0].default) == (["EndBattle"], "over")
    assert bout.waiting[0].question == {"standing": "heroes"}
    bout.answer("go-on")
    assert bout.asked == ["EndBattle"]
    bout.answer("over")
    assert bout.the(OutcomeReached).result == "heroes"
    assert bout.state.fight.acting == ()
    assert bout.keys(None)[0] == "go-on"


def test_a_decided_fight_may_go_on() -> None:
    """The game master's order begins the next turn; while somebody acts it is refused."""
    bout = Bout(hero(), foe(conditions=("unconscious",)))
    assert bout.refuse(o.GoOn()).rule == "FF-TURN-01"
    bout.end("hero")
    bout.answer("over")
    bout.order(o.GoOn())
    assert bout.asked == ["EndBattle"]
    bout.answer("go-on")
    assert bout.acting == "hero"


def test_nobody_left_standing_ends_it_for_nobody() -> None:
    """All unconscious: the outcome names no side."""
    bout = Bout(hero(conditions=("unconscious",)), foe(vitals={"hp": 0}), begin=False)
    bout.order(Begin(), 6, 6, 1, 1, seat="gm")
    assert bout.waiting[0].question == {"standing": ""}
    bout.answer("over")
    assert bout.the(OutcomeReached).result == ""


def test_turns_of_those_who_cannot_act_begin_and_end_at_once() -> None:
    """The unconscious has his turn between the others', without an action."""
    bout = Bout(hero(), hero("down", conditions=("unconscious",)), foe())
    bout.end("hero")
    assert [e.acting for e in bout.of(TurnBegan)] == [("down",), ("foe",)]
    assert bout.acting == "foe"


def test_a_third_side_keeps_the_fight_going() -> None:
    """Two of three sides stand: nobody is asked."""
    bout = Bout(hero(), foe(conditions=("dead",)), one("bear", "beasts"), begin=False)
    bout.order(Begin(), 6, 6, 4, 4, seat="gm")
    bout.end("hero")
    assert bout.asked == []


def test_attributes_of_an_enum_are_the_four() -> None:
    """Strength, agility, vitality, mind."""
    assert [a.value for a in Attribute] == ["STRENGTH", "AGILITY", "VITALITY", "MIND"]


@pytest.mark.rule("FF-PRONE-01")
def test_offers_follow_posture() -> None:
    """Who stands may drop, who lies may stand and crawl."""
    bout = Bout(hero(), foe())
    assert {"lie-down", "move-walk"} <= {*bout.keys("hero")}
    assert not {"stand-up", "move-crawl"} & {*bout.keys("hero")}
    bout.order(o.LieDown(combatant="hero"))
    assert {"stand-up", "move-crawl"} <= {*bout.keys("hero")}
    assert not {"lie-down", "move-walk"} & {*bout.keys("hero")}


@pytest.mark.rule("FF-INIT-01", "FF-INIT-03")
def test_ff_init_01_who_enters_later_rolls_at_the_next_round() -> None:
    """He has no turn before; then he takes the place of his roll, and the others keep theirs."""
    bout = Bout(hero(), foe(), hero("third"))
    for entry in (foe("late", sheet(agility=1)), foe("later")):
        bout.arena.fact(joined_event(system, entry, bout.state.fight))
    bout.end("hero")
    bout.end("foe")
    assert bout.state.fight.turn_order == ("hero", "foe", "third")
    bout.end("third", 3, 3, 1, 1)
    assert [(e.combatant, e.total) for e in bout.of(InitiativeRolled)] == [("late", 7), ("later", 2)]
    assert bout.state.fight.turn_order == ("hero", "late", "foe", "third", "later")
    assert bout.acting == "hero"


@pytest.mark.rule("FF-TURN-07")
def test_ff_turn_07_offers_leave_open_which_action_pays() -> None:
    """As long as both are left; the movement action is the default."""
    bout = Bout(hero(conditions=("prone",)), foe())

    def stand() -> tuple[object, list[object]]:
        (offer,) = [offer for offer in bout.offers("hero") if offer.key == "stand-up"]
        return offer.body.pay, [list(field.among) for field in offer.fields]

    assert stand() == (o.Pay.MOVEMENT, [[o.Pay.MOVEMENT, o.Pay.NORMAL]])
    bout.order(o.Move(combatant="hero", metres=1, manner=o.Manner.CRAWL))
    assert stand() == (o.Pay.NORMAL, [])


@pytest.mark.rule("FF-INIT-03")
def test_ff_init_03_players_and_other_sides_are_no_part_of_a_group() -> None:
    """Rats of two sides, and a player's: nobody is asked, and each rolls alone."""
    rats = sheet(group="rats")
    bout = Bout(foe("a", rats), one("b", "beasts", rats), hero("c", rats), hero("d", rats), begin=False)
    bout.order(Begin(), 6, 6, 5, 5, 4, 4, 3, 3, seat="gm")
    assert [e.total for e in bout.of(InitiativeRolled)] == [12, 10, 8, 6]
