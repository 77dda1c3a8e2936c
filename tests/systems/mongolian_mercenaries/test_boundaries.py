"""Boundaries of single rules: the last face, the last die, the first and the last of a queue."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import Drawn, TurnBegan
from engine.kernel.state.orders import Begin
from engine.systems.mongolian_mercenaries.cards.sums import with_percent
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Ammunition,
    ArmourPiece,
    Cards,
    Courage,
    Cover,
    CreatureType,
    DamageKind,
    Distance,
    Does,
    Effect,
    Figure,
    Formula,
    Lighting,
    Obstacle,
    Permission,
    Reach,
    Slot,
    Talent,
    Weapon,
    Whom,
)
from engine.systems.mongolian_mercenaries.events import (
    ActionPaid,
    AmmunitionSpent,
    AttackDeclared,
    AttackEnded,
    ItemDamaged,
    RollOpened,
    TurnEnded,
)
from engine.systems.mongolian_mercenaries.orders import (
    Attack,
    Block,
    CallOff,
    ChangeDistance,
    Crouch,
    EndTurn,
    Heading,
    Screen,
    Wait,
)
from engine.systems.mongolian_mercenaries.rules.attack import course, declaring
from engine.systems.mongolian_mercenaries.rules.basics import distances, initiative
from engine.systems.mongolian_mercenaries.rules.course import courage
from engine.systems.mongolian_mercenaries.rules.roll import judging
from engine.systems.mongolian_mercenaries.sheet import Cause, Kind, Preparedness, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.types import Ending, Form
from tests.systems.mongolian_mercenaries.bout import Bout, at, card, foe, one, pc
from tests.systems.mongolian_mercenaries.test_movement import field, on
from tests.systems.mongolian_mercenaries.test_rolls import passing, plan

HIT = Attack(combatant="ada", target="bob")
BACK = Attack(combatant="bob", target="ada")
CLOSE = Distance.CLOSE


def bearing(entry: Any, kind: str) -> Any:
    """The entry with a state."""
    return structs.replace(entry, conditions=(Condition(key=kind, kind=kind),))


def gifted(*effects: Effect, **sheet: Any) -> Bout:
    """Ada has a talent of the table's own that does this, against a slow Bob."""
    cards = Cards(talents=(Talent(id="gift", name="Gift", abilities=(Ability(effects=effects),)),))
    bout = Bout(pc(talents=("gift",), lucky=False, **sheet), foe(speed=-20), setup=at(CLOSE, cards=cards))
    bout.begin()
    return bout


# -- tests
@pytest.mark.rule("MM-TEST-03", "MM-GEN-01")
def test_what_is_divided_is_the_value_and_not_its_modifiers() -> None:
    """TS(X/2 - 1) of 5 is 1 > d10, of 7 it is 2."""
    assert passing(plan(Form.STANDARD, 5, -1, divisor=2)) == []
    assert passing(plan(Form.STANDARD, 7, -1, divisor=2)) == [1]


@pytest.mark.rule("MM-ATK-05", "MM-ATK-06", "MM-CRIT-06")
def test_the_chance_of_a_hit_is_that_of_more_successes_than_dodge() -> None:
    """Two dice against Dodge 1: any 8, or two of 6 and 7. Dodge above the pool leaves the critical ones alone."""
    for pool, dodge in ((2, 0), (2, 1), (2, 2), (1, 3)):
        faces = [(a, b) for a in range(1, 9) for b in range(1, 9)] if pool == 2 else [(a,) for a in range(1, 9)]
        good = sum(8 in one or sum(face in (6, 7) for face in one) > dodge for one in faces)
        assert judging.odds_of_hits(pool, 1, 2, dodge).good == good


@pytest.mark.rule("MM-ST-03", "MM-TEST-02")
def test_a_standard_test_uses_up_no_die_of_well_rested() -> None:
    """A die is added to the first test of a pool: the stealth before the fight is none."""
    ada = bearing(pc(rank=1, lucky=False, skills={"long_blade": 3, "stealth": 4}), "well_rested")
    bout = Bout(ada, foe(rank=1), setup=at(CLOSE, cause=Cause.KNOWN))
    bout.begin(5)
    bout.order(HIT, 2, 2, 2, 2)
    assert bout.the(RollOpened).modifier == 1


# -- Lucky Break
@pytest.mark.rule("MM-LUCK-01", "MM-LUCK-04")
def test_luck_of_1_is_luck() -> None:
    """One die in place of three."""
    bout = Bout(pc(attributes={"luck": 1}), foe())
    bout.begin()
    bout.order(HIT, 2, 2, 2)
    bout.answer("repeat", 6)
    assert bout.the(AttackEnded).net == 1 + 3


@pytest.mark.rule("MM-LUCK-06", "MM-LUCK-01")
def test_what_was_used_yesterday_is_there_again() -> None:
    """Once a day, not once for ever."""
    for used, asked in ((1, ["AskLuckyBreak"]), (2, [])):
        bout = Bout(pc(), foe(), setup=at(CLOSE, day=2))
        bout.begin()
        bout.correct("rules.fighters.ada.luckyBreakDay", used)
        bout.order(HIT, 2, 2, 2)
        assert bout.asked == asked


# -- attacks
@pytest.mark.rule("MM-AMMO-02", "MM-ATK-03")
def test_accuracy_of_special_ammunition_adds_dice_to_that_of_the_weapon() -> None:
    """Bow 2, its Accuracy 1, the arrow's 2: five dice; without the arrow three."""
    cards = Cards(ammunition=(Ammunition(id="true_arrow", name="True arrow", weapons=("bow",), accuracy=2),))
    sheet: dict[str, Any] = {"skills": {"bow": 2}, "weapons": ("bow",), "ammunition": {"true_arrow": 1}}
    for arrow, dice in (("true_arrow", 5), (None, 3)):
        bout = Bout(pc(lucky=False, **sheet), foe(), setup=at(CLOSE, cards=cards))
        bout.begin()
        bout.order(Attack(combatant="ada", target="bob", ammunition=arrow), *[2] * dice)
        assert bout.rolls() == [f"{dice}d8 hit"]


@pytest.mark.rule("MM-ATK-05", "MM-ATK-07")
def test_of_closed_figures_dodge_and_armour_are_private_terms() -> None:
    """What is the attacker's own is open; with open figures all is."""
    for opened in (False, True):
        bout = Bout(pc(lucky=False), foe(dodge=1, armour=1), open=opened)
        bout.begin()
        if opened:
            bout.order(HIT, 6, 7, 7)
        else:  # whether or not Bob has a reaction, the game master is asked
            bout.order(HIT)
            bout.answer(bout.waiting[0].default, 6, 7, 7)
            bout.answer(bout.waiting[0].default)
        terms = [term for terms in bout.because_of(AttackEnded).numbers().values() for term in terms]
        private = {term.source for term in terms if term.private}
        assert private == (set() if opened else {"dodge", "armour"})
        assert {"sabre", "dodge", "armour"} <= {term.source for term in terms}


@pytest.mark.rule("MM-ATK-05", "MM-ATK-07", "MM-GEN-02")
def test_what_another_closed_card_does_to_a_hit_is_private_too() -> None:
    """A chief who weakens all blows of his opponents, and strengthens those of his men: the game master alone is told.

    Of the blow at Ada her party is told the rest.
    """

    def by(on: Whom, points: int) -> Effect:
        return Effect(does=Does.FIGURE, on=on, figure=Figure.DAMAGE, amount=Formula(points=points))

    chief = Ability(effects=(by(Whom.OPPONENTS, -1), by(Whom.ALLIES, 2)))
    for opened in (False, True):
        ada = pc(lucky=False, armour=("leather_jerkin",), attributes={"toughness": 9, "strength": 9})
        bout = Bout(ada, foe(), foe("gus", abilities=(chief,), speed=-9), open=opened)
        bout.begin()
        for order, faces in ((HIT, (6, 7, 7)), (Attack(combatant="bob", target="ada"), (6, 7))):
            bout.order(order, *(faces if opened else ()))
            for answered in (faces, ()) if not opened else ():
                bout.answer(bout.waiting[0].default, *answered)
            (ended,) = [one for one in bout.last if isinstance(one.event, AttackEnded)]
            because = ended.draft.because
            assert because is not None
            secret = {term.source for terms in because.numbers().values() for term in terms if term.private}
            if opened:
                assert (secret, ended.draft.to) == (set(), None)
            else:
                assert "card" in secret
                assert ended.draft.to == ("gm",)
                assert "card" not in {term.source for term in because.public().terms}
            bout.order(EndTurn(combatant=order.combatant))


# -- actions
@pytest.mark.rule("MM-ACT-04")
def test_no_budget_falls_below_0() -> None:
    """Three of each less than one: none."""
    for figure in (Figure.LARGE_ACTIONS, Figure.MINOR_ACTIONS):
        bout = gifted(Effect(does=Does.FIGURE, figure=figure, amount=Formula(points=-3)))
        left = {"large": bout.fighter("ada").large, "minor": bout.fighter("ada").minor}
        gone = "large" if figure is Figure.LARGE_ACTIONS else "minor"
        assert left == {"large": 1, "minor": 1} | {gone: 0}


@pytest.mark.rule("MM-ACT-04", "MM-ROUND-03")
def test_who_begins_a_turn_without_any_action_has_had_it() -> None:
    """The next one acts, and so in every round: the turn of somebody who can do nothing never comes again and again."""
    none = (
        Effect(does=Does.FIGURE, figure=figure, amount=Formula(points=-1))
        for figure in (Figure.LARGE_ACTIONS, Figure.MINOR_ACTIONS)
    )
    bout = gifted(*none)
    assert (bout.fighter("ada").large, bout.fighter("ada").minor, bout.fighter("ada").acted) == (0, 0, True)
    assert [(one.combatant, bout.acting) for one in bout.of(TurnEnded)] == [("ada", ("bob",))]
    assert bout.rule_of(TurnEnded) == "MM-ACT-04"
    bout.order(EndTurn(combatant="bob"))
    assert (bout.state.fight.round, bout.acting) == (2, ("bob",))


@pytest.mark.rule("MM-ACT-02", "MM-ACT-01")
def test_a_swap_names_its_rule() -> None:
    """The first Minor action is of the budget; the second one is swapped for the Large one."""
    bout = Bout(pc(lucky=False), foe(speed=-20))
    bout.begin()
    bout.order(Wait(combatant="ada"))
    assert (bout.rule_of(ActionPaid), bout.the(ActionPaid).swapped) == ("MM-ACT-01", False)
    bout.order(Wait(combatant="ada"))
    assert (bout.rule_of(ActionPaid), bout.the(ActionPaid).swapped) == ("MM-ACT-02", True)


# -- the queue
@pytest.mark.rule("MM-INIT-02")
def test_who_is_hidden_in_reserve_is_in_the_list_and_has_no_turn() -> None:
    """So that nobody learns from the list who of the hidden acts."""
    crowd = [foe(name, rank=n) for n, name in enumerate(("bob", "cal", "dag", "eli", "fin"), 1)]
    bout = Bout(pc(), *crowd, foe("gog", seen_by=("gm",)))
    bout.begin()
    assert bout.rank("gog") is None
    assert "gog" in bout.queue
    assert "gog" not in initiative.queue(bout.state)


# -- positions and distances
@pytest.mark.rule("RUL-22")
def test_allies_are_very_close_on_neighbouring_positions_alone() -> None:
    """1 and 2; not 1 and 3."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), pc("cyd", "ben", rank=3), foe())
    bout.begin()
    found = [distances.apart(bout.state, "ada", other) for other in ("bea", "cyd")]
    assert found == [Distance.VERY_CLOSE, Distance.CLOSE]


@pytest.mark.rule("MM-DIST-01", "RUL-21")
def test_the_distance_of_a_pair_is_one_whoever_asks() -> None:
    """Zoe, whose name comes last, has gone away from Bob."""
    bout = Bout(pc("zoe", lucky=False), foe())
    bout.begin()
    bout.order(ChangeDistance(combatant="zoe", target="bob", heading=Heading.FARTHER), 8, 1)
    for pair in (("zoe", "bob"), ("bob", "zoe")):
        assert distances.between(bout.state, *pair) is Distance.MEDIUM


@pytest.mark.rule("MM-MOVE-09")
def test_who_is_blocked_can_be_attacked_by_all() -> None:
    """A block holds the blocked one back; it is no screen before it."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2, lucky=False), foe(speed=-20))
    bout.begin()
    bout.order(Block(combatant="ada", target="bob"))
    bout.order(EndTurn(combatant="ada"))
    bout.order(Attack(combatant="bea", target="bob"), 6, 2, 2)
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.rule("MM-MOR-08", "RUL-73", "RUL-30")
def test_who_cannot_move_surrenders_instead_of_escaping() -> None:
    """At medium distance, where others would run."""
    fearful = foe(speed=9, courage=Courage.FEARFUL)
    for entry, out in ((bearing(fearful, "immobilised"), "captured"), (fearful, "fled")):
        bout = Bout(pc(lucky=False), entry, foe("eve", rank=5, speed=-20), pc("bea", "ben"), setup=at(Distance.MEDIUM))
        bout.begin(*([] if out == "captured" else [8]))
        assert bout.who("bob").out == out


# -- chances
@pytest.mark.rule("MM-CRIT-08", "MM-ATK-05", "MM-ATK-06")
@pytest.mark.parametrize(("protection", "dodge", "good"), [(0, 0, 39), (5, 0, 39), (0, 1, 19), (5, 1, 9), (5, 2, 0)])
def test_the_chance_told_is_what_the_faces_come_to(protection: int, dodge: int, good: int) -> None:
    """Two dice against Ada's Dodge; of a Protection Master an 8 is a plain success, which Dodge takes."""
    bout = Bout(pc(skills={"protection": protection, "dodge": dodge}), foe(speed=15))
    bout.begin()
    strike = declaring.strike_of(bout.state, BACK)
    pairs = [(a, b) for a in range(1, 9) for b in range(1, 9)]
    hits = sum(course.reading(bout.state, strike, "ada", pair).hit for pair in pairs)
    found = course.chance(bout.state, strike, "ada", 2)
    assert (found.good, found.of, hits) == (good, 64, good)


# -- dodge, armour, hands
@pytest.mark.rule("MM-ATK-05")
def test_dodge_below_0_gives_the_attacker_nothing() -> None:
    """A card takes 2 of a Dodge of 0."""
    clumsy = Ability(effects=(Effect(does=Does.FIGURE, figure=Figure.DODGE, amount=Formula(points=-2)),))
    bout = Bout(pc(lucky=False), foe(abilities=(clumsy,)))
    bout.begin()
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.rule("MM-CRIT-05", "RUL-11")
def test_a_piece_without_a_value_is_not_damaged() -> None:
    """The coat protects from one kind alone; the cap has a value."""
    coat = ArmourPiece(id="coat", name="Coat", slot=Slot.SUIT, value=0, by_kind={DamageKind.PIERCING: 1})
    cap = ArmourPiece(id="cap", name="Cap", slot=Slot.HEADGEAR, value=1)
    cards = Cards(armour=(coat, cap))
    slow: dict[str, Any] = {"attributes": {"speed": 1, "toughness": 10, "strength": 10}}
    bout = Bout(pc(armour=("coat", "cap"), lucky=False, **slow), foe(), setup=at(CLOSE, cards=cards))
    bout.begin()
    bout.order(BACK, 8, 2)
    assert bout.the(ItemDamaged).item == "cap"


@pytest.mark.rule("MM-CRIT-05", "RUL-35")
def test_the_armour_of_a_card_is_damaged_once() -> None:
    """The second critical success finds it Damaged."""
    bout = Bout(pc(lucky=False), foe(health=60, toughness=10, armour=2, type=CreatureType.HUMAN, speed=-20))
    bout.begin()
    for expected in (["armour"], []):
        bout.order(HIT, 8, 2, 2)
        assert [one.item for one in bout.of(ItemDamaged)] == expected
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="bob"))


@pytest.mark.rule("MM-WDM-01", "RUL-36", "MM-AMMO-03")
def test_what_is_thrown_away_is_not_damaged() -> None:
    """A 1 of the grenade: it is gone."""
    sheet: dict[str, Any] = {"skills": {"simple_thrown": 2}, "weapons": ("grenade",), "ammunition": {"grenade": 1}}
    bout = Bout(pc(lucky=False, **sheet), foe(health=60, toughness=10))
    bout.begin()
    bout.order(HIT, 1, 6)
    assert bout.of(ItemDamaged) == []
    assert bout.the(AmmunitionSpent).item == "grenade"


@pytest.mark.rule("MM-EQ-04")
def test_no_pistol_strikes_along_with_a_blade() -> None:
    """Two weapons of one hand: both must be for melee."""
    skills = {"long_blade": 2, "pistols": 2}
    bout = Bout(pc(weapons=("sabre", "pistol"), talents=("two_weapons",), skills=skills, lucky=False), foe())
    bout.begin()
    bout.correct("rules.fighters.ada.held", ["sabre", "pistol"])
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 3


@pytest.mark.rule("MM-MULTI-01", "MM-MULTI-02")
def test_who_is_chosen_and_stands_beside_the_target_is_struck_once() -> None:
    """A flail for two targets that strikes the neighbours as well."""
    flail = Weapon(id="flail", name="Flail", skill="blunt", kinds=(DamageKind.BLUNT,), targets=2, around=1)
    bout = Bout(
        pc(own_weapons=(flail,), weapons=(), skills={"blunt": 2}, lucky=False),
        foe(rank=1),
        foe("eve", rank=2),
        foe("gus", rank=3),
    )
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob", others=("eve",)), 6, 2)
    assert bout.the(AttackDeclared).targets == ("bob", "eve")
    assert [one.target for one in bout.of(AttackEnded)] == ["bob", "eve"]


@pytest.mark.rule("MM-MNT-03", "MM-SKILL-17", "RUL-53")
def test_riding_dodges_no_shot() -> None:
    """Riding 2 takes successes of melee alone."""
    for reach, hits in ((Reach(distance=Distance.MEDIUM, positions=5), 2), (None, 0)):
        sheet: dict[str, Any] = {"skills": {"riding": 2}, "mount": "steppe_horse", "mounted": True, "lucky": False}
        rider = pc(attributes={"speed": 1, "toughness": 10}, **sheet)
        bout = Bout(rider, foe(reach=reach, speed=15))
        bout.begin()
        assert bout.fighter("ada").mounted
        bout.order(BACK, 6, 7)
        assert bout.the(AttackEnded).hits == hits


# -- resistance
@pytest.mark.rule("MM-RES-04", "MM-RES-08")
def test_resistance_to_a_kind_of_damage_is_to_that_kind() -> None:
    """Slashing at somebody who resists piercing, or slashing, by half."""
    for kind, net in ((DamageKind.PIERCING, 4), (DamageKind.SLASHING, 2)):
        hard = Ability(effects=(Effect(does=Does.RESIST, kinds=(kind,), percent=-50),))
        bout = Bout(pc(lucky=False), foe(abilities=(hard,)))
        bout.begin()
        bout.order(HIT, 6, 2, 2)
        assert bout.the(AttackEnded).net == net


@pytest.mark.rule("MM-GEN-03", "MM-RES-08", "RUL-43")
def test_percents_below_minus_100_leave_nothing_and_no_less() -> None:
    """Of 4: 1 at -75, 0 at -100 and at -150; of nothing, or less, they change nothing."""
    assert [with_percent(4, percent) for percent in (-75, -100, -150)] == [1, 0, 0]
    assert [with_percent(points, 50) for points in (0, -3)] == [0, -3]


# -- cover, light, movement
@pytest.mark.rule("MM-COV-03", "MM-MOVE-06")
def test_who_only_stands_by_heavy_cover_cannot_crouch() -> None:
    """It has to be behind it."""
    bout = Bout(pc(rank=1), foe(), setup=at(CLOSE, field(on("party", 1, cover=Cover.HEAVY))))
    bout.begin()
    bout.correct("rules.fighters.ada.inCover", False)
    assert bout.refuse(Crouch(combatant="ada")).rule == "MM-COV-03"
    bout.correct("rules.fighters.ada.inCover", True)
    bout.order(Crouch(combatant="ada"))
    assert bout.fighter("ada").crouched


@pytest.mark.rule("MM-FIELD-05", "RUL-40")
def test_who_sees_in_the_dark_shoots_from_afar() -> None:
    """Others do not; nor does it lose a die."""
    sight = Ability(effects=(Effect(does=Does.ALLOW, permission=Permission.DARK_SIGHT),))
    cards = Cards(talents=(Talent(id="owl", name="Owl", abilities=(sight,)),))
    sheet: dict[str, Any] = {"skills": {"bow": 2}, "weapons": ("bow",), "lucky": False}
    for talents in ((), ("owl",)):
        dark = field(lighting=Lighting.DARK)
        bout = Bout(pc(talents=talents, **sheet), foe(), setup=at(Distance.MEDIUM, dark, cards=cards))
        bout.begin()
        if talents:
            bout.order(HIT, 6, 2, 2)
        else:
            assert bout.refuse(HIT).rule == "MM-FIELD-05"


@pytest.mark.rule("MM-MOVE-01")
def test_speed_of_0_is_tested_all_the_same() -> None:
    """An attribute: 0 and 8 are above 2 and 1, not above 2 and 6."""
    for theirs, there in ((5, Distance.MEDIUM), (6, CLOSE)):
        bout = Bout(pc(attributes={"speed": 0}, level=20, lucky=False), foe())
        bout.begin()
        bout.order(ChangeDistance(combatant="ada", target="bob", heading=Heading.FARTHER), 8, theirs)
        assert distances.between(bout.state, "ada", "bob") is there


@pytest.mark.rule("MM-MOVE-10")
def test_a_change_of_distance_ends_the_own_screen_though_it_fails() -> None:
    """Whatever the movement is, and however it ends."""
    bout = Bout(pc(rank=1, lucky=False), pc("bea", "ben", rank=2, attributes={"speed": 1}), foe(speed=-20))
    bout.begin()
    bout.order(Screen(combatant="ada", target="bea"))
    for who in ("ada", "bea", "bob"):
        bout.order(EndTurn(combatant=who))
    assert [one.by for one in bout.own.screens] == ["ada"]
    bout.order(ChangeDistance(combatant="ada", target="bob", heading=Heading.FARTHER), 1, 8)
    assert [one.by for one in bout.own.screens] == []


# -- the opening, courage, the end
@pytest.mark.rule("RUL-63", "MM-DW-04")
def test_a_character_that_shoots_takes_the_lowest_position_by_default() -> None:
    """An enemy that shoots takes the highest."""
    far = Reach(distance=Distance.MEDIUM, positions=5)
    bout = Bout(pc(skills={"bow": 2}, weapons=("bow",)), foe(reach=far))
    bout.begin()
    assert (bout.rank("ada"), bout.rank("bob")) == (1, 5)


@pytest.mark.rule("MM-PREP-04", "RUL-62")
def test_who_is_surprised_before_one_free_position_draws_nothing() -> None:
    """Four of five have obstacles."""
    stones = [on("party", rank, obstacle=Obstacle.ORDINARY) for rank in (1, 2, 4, 5)]
    bout = Bout(pc(), foe(rank=1), setup=at(CLOSE, field(*stones), party=Preparedness.SURPRISED))
    bout.begin()
    assert bout.rank("ada") == 3
    assert bout.of(Drawn) == []


@pytest.mark.rule("MM-MOR-10", "RUL-31")
def test_courage_is_of_enemies_alone() -> None:
    """A Fearful ally of the party goes on."""
    guard = one("guy", PARTY, "ana", Sheet(kind=Kind.ALLY, card=card(id="guard", courage=Courage.FEARFUL)))
    bout = Bout(guard, foe(courage=Courage.FEARFUL))
    bout.begin()
    assert [courage.fails(bout.state, who) for who in ("guy", "bob")] == [False, True]


@pytest.mark.rule("MM-PHASE-01")
def test_a_fight_begins_once_and_with_somebody_on_either_side() -> None:
    """Nobody to fight, and a second beginning."""
    assert Bout(pc()).refuse(Begin(), seat="gm").rule == "MM-PHASE-01"
    bout = Bout(pc(), foe())
    bout.begin()
    assert bout.refuse(Begin(), seat="gm").rule == "MM-PHASE-01"


@pytest.mark.rule("RUL-56", "RUL-84")
@pytest.mark.parametrize("winner", [None, ENEMIES])
def test_the_dying_are_lost_where_the_enemies_win_and_saved_where_nobody_does(winner: str | None) -> None:
    """Called off without a winner, or for the enemies."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), foe(type=CreatureType.BEAST))
    bout.begin()
    bout.correct("combatants.bea.vitals.health.now", 0)
    assert bout.who("bea").out == "dying"
    bout.order(CallOff(winner=winner), seat="gm")
    assert bout.who("bea").out == ("dead" if winner else None)


@pytest.mark.rule("RUL-56", "RUL-84")
def test_the_last_round_saves_the_dying() -> None:
    """One round was agreed on."""
    bout = Bout(pc(rank=1), pc("bea", "ben", rank=2), foe(), setup=at(CLOSE, round_limit=1))
    bout.begin()
    bout.correct("combatants.bea.vitals.health.now", 0)
    for who in ("ada", "bob"):
        bout.order(EndTurn(combatant=who))
    assert bout.own.ending is Ending.ROUND_LIMIT
    assert bout.who("bea").out is None


@pytest.mark.rule("MM-ROUND-03", "MM-INIT-03")
def test_who_falls_before_its_turn_has_none() -> None:
    """The queue stays as it is; the next one acts."""
    bout = Bout(pc(lucky=False), foe(now={"health": 1}), foe("eve", speed=1))
    bout.begin()
    assert bout.queue == ("ada", "bob", "eve")
    bout.order(HIT, 6, 6, 6)
    bout.order(EndTurn(combatant="ada"))
    assert [one.acting for one in bout.of(TurnBegan)] == [("eve",)]
