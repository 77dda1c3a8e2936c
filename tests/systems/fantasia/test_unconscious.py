"""Unconsciousness, death, items."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantOut, CombatantReturned, ConditionGained, TurnBegan, VitalChanged
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import AttackRolled, DamageTaken, Healed, HitAutomatic, ItemUsed
from engine.systems.fantasia.sheet import Stock
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet

ITEMS = (Stock(item="potion", count=2), Stock(item="ether"), Stock(item="phoenix_feather"))


def strike(target: str = "hero") -> o.Attack:
    return o.Attack(attacker="foe", target=target, weapon="unarmed")


def counter(bout: Bout, who: str = "hero") -> int | None:
    found = bout.who(who).condition("unconscious")
    return found.amount if found else None


def fallen(**more: object) -> Bout:
    """The foe has knocked the hero out; a friend stands. It is the foe's turn, his action is spent."""
    bout = Bout(
        foe(), hero("friend", sheet(items=ITEMS, mp=20, spells=("cure", "life"), **more)), hero(vitals={"hp": 1})
    )
    bout.order(strike(), 4, 3, 1)
    return bout


def round_on(bout: Bout) -> None:
    """To the end of the hero's next turn: the foe ends, the friend ends."""
    bout.end("foe")
    bout.end("friend")


@pytest.mark.rule("FF-KO-01")
def test_ff_ko_01_at_zero_points_unconscious_with_a_counter_of_three() -> None:
    """More damage than points is not counted below 0; he lies on the ground."""
    bout = Bout(foe(figures=sheet(strength=50)), hero(), hero("friend"))
    bout.order(strike(), 1, 2, 1)
    assert (bout.hp("hero"), counter(bout)) == (0, 3)
    assert bout.has("hero", "prone")
    assert bout.the(DamageTaken).damage == 51
    assert bout.the(VitalChanged).change == -20


@pytest.mark.rule("FF-KO-01")
def test_ff_ko_01_one_point_left_is_conscious() -> None:
    """Damage to 1 fells nobody."""
    bout = Bout(foe(), hero(vitals={"hp": 3}))
    bout.order(strike(), 4, 3, 3)
    assert (bout.hp("hero"), counter(bout)) == (1, None)


@pytest.mark.rule("FF-KO-01")
def test_ff_ko_01_ordinary_enemies_are_out_at_once() -> None:
    """A goblin has no death counter."""
    bout = Bout(hero(figures=sheet(strength=50)), foe(figures=sheet(ref="goblin")), foe("other"))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 1, 2, 1)
    assert bout.the(CombatantOut).combatant == "foe"
    assert bout.has("foe", "dead")
    bout.end("hero")
    assert bout.acting == "other"


@pytest.mark.rule("FF-KO-02", "FF-KO-03")
def test_ff_ko_02_03_dead_at_the_start_of_the_fourth_turn() -> None:
    """3, then 2, 1, 0 at the starts of own turns, then death; the dead have no turns."""
    bout = fallen()
    for expected in (2, 1, 0):
        round_on(bout)
        assert counter(bout) == expected
    round_on(bout)
    assert bout.has("hero", "dead")
    assert not bout.has("hero", "unconscious")
    assert bout.the(CombatantOut).reason == "dead"
    round_on(bout)
    assert [e.acting for e in bout.of(TurnBegan)] == [("foe",)]


@pytest.mark.rule("FF-KO-03", "FF-KO-06")
def test_ff_ko_03_death_ends_everything_but_lying_there() -> None:
    """A defender who dies defends no more; brought back, he lies where he fell."""
    down = Condition(key="unconscious", kind="unconscious", amount=0)
    feather = sheet(items=ITEMS)
    bout = Bout(hero("friend", feather), hero(conditions=(down, "prone", "off_balance"), vitals={"hp": 0}), foe())
    bout.end("friend")
    assert [c.kind for c in bout.who("hero").conditions] == ["prone", "dead"]
    bout.end("foe")
    bout.order(o.UseItem(combatant="friend", item="phoenix_feather", target="hero"))
    assert [c.kind for c in bout.who("hero").conditions] == ["prone"]


@pytest.mark.rule("FF-KO-04")
def test_ff_ko_04_damage_takes_one_from_the_counter_at_once_and_the_last_one_kills() -> None:
    """3, 2, 1 and dead by three blows; the points stay at 0."""
    bout = Bout(foe(figures=sheet(multi_attack=3)), hero(conditions=("unconscious",), vitals={"hp": 0}), hero("friend"))
    bout.order(strike(), 1)
    assert counter(bout) == 2
    bout.answer("attack-unarmed", 1, target="hero")
    assert counter(bout) == 1
    bout.answer("attack-unarmed", 1, target="hero")
    assert bout.has("hero", "dead")
    assert bout.hp("hero") == 0


@pytest.mark.rule("FF-KO-04", "FF-KO-03")
def test_ff_ko_04_with_the_counter_at_zero_any_damage_kills() -> None:
    """He would have lived until his next turn."""
    down = Condition(key="unconscious", kind="unconscious", amount=0)
    bout = Bout(foe(), hero(conditions=(down,), vitals={"hp": 0}), hero("friend"))
    bout.order(strike(), 1)
    assert bout.has("hero", "dead")


@pytest.mark.rule("FF-KO-04")
def test_ff_ko_04_a_blow_without_damage_takes_nothing() -> None:
    """0 points are no damage: the counter stays."""
    bout = Bout(foe(figures=sheet(strength=-5)), hero(conditions=("unconscious",)), hero("friend"))
    bout.order(strike(), 1)
    assert bout.of(ConditionGained) == []


@pytest.mark.rule("FF-KO-05")
@pytest.mark.parametrize("how", ["cure", "potion"])
def test_ff_ko_05_healing_wakes_with_the_healed_points_and_resets_the_counter(how: str) -> None:
    """Conscious with what was healed, still on the ground; the next fall begins at 3."""
    bout = fallen()
    round_on(bout)
    assert counter(bout) == 2
    bout.end("foe")
    if how == "cure":
        bout.order(o.Cast(caster="friend", spell="cure", targets=("hero",)), 3, 3)
    else:
        bout.order(o.UseItem(combatant="friend", item="potion", target="hero"))
    assert bout.hp("hero") == (6 if how == "cure" else 10)
    assert counter(bout) is None
    assert bout.has("hero", "prone")
    bout.correct("combatants.hero.vitals.hp.now", 1)
    bout.end("friend")
    bout.end("hero")
    bout.order(strike(), 4, 3, 1)
    assert counter(bout) == 3


@pytest.mark.rule("FF-KO-06")
def test_ff_ko_06_healing_does_not_reach_the_dead() -> None:
    """Neither cure nor potion can be used on them."""
    bout = Bout(hero("friend", sheet(items=ITEMS, mp=9, spells=("cure",))), foe(), hero(conditions=("dead",)))
    assert bout.refuse(o.Cast(caster="friend", spell="cure", targets=("hero",))).field == "targets"
    assert bout.refuse(o.UseItem(combatant="friend", item="potion", target="hero")).rule == "FF-KO-06"


@pytest.mark.rule("FF-KO-06")
@pytest.mark.parametrize("how", ["life", "feather"])
def test_ff_ko_06_life_magic_and_a_phoenix_feather_bring_back_the_dead(how: str) -> None:
    """1d + mind × multiplier points, at least 1; the feather gives 5. He is in the fight and acts again."""
    bout = fallen()
    for _ in range(4):
        round_on(bout)
    bout.end("foe")
    if how == "life":
        bout.order(o.Cast(caster="friend", spell="life", targets=("hero",)), 4)
    else:
        bout.order(o.UseItem(combatant="friend", item="phoenix_feather", target="hero"))
    assert bout.the(CombatantReturned).combatant == "hero"
    assert bout.hp("hero") == (4 if how == "life" else 5)
    assert not bout.has("hero", "dead")
    bout.end("friend")
    assert bout.acting == "hero"


@pytest.mark.rule("FF-KO-06", "FF-MAG-03")
def test_ff_ko_06_life_gives_at_least_one_point() -> None:
    """A caster of mind -9."""
    caster = sheet(mind=-9, mp=12, spells=("life",))
    bout = Bout(hero("friend", caster), foe(), hero(conditions=("dead",), vitals={"hp": 0}), begin=False)
    from engine.kernel.state.orders import Begin

    bout.order(Begin(), 6, 6, 3, 3, seat="gm")
    bout.order(o.Cast(caster="friend", spell="life", targets=("hero",)), 2)
    assert bout.hp("hero") == 1
    assert bout.the(Healed).healing == 1


@pytest.mark.rule("FF-KO-05", "FF-KO-06")
def test_ff_ko_06_they_wake_the_unconscious_too_but_are_nothing_for_those_who_stand() -> None:
    """A feather for the fallen; on a friend who stands it is refused."""
    bout = fallen()
    bout.end("foe")
    assert bout.refuse(o.UseItem(combatant="friend", item="phoenix_feather", target="friend")).rule == "FF-KO-06"
    assert bout.refuse(o.Cast(caster="friend", spell="life", targets=("friend",))).field == "targets"
    bout.order(o.UseItem(combatant="friend", item="phoenix_feather", target="hero"))
    assert (bout.hp("hero"), counter(bout)) == (5, None)


@pytest.mark.rule("FF-KO-07")
def test_ff_ko_07_attacks_on_the_unconscious_hit_without_a_roll_and_deal_double() -> None:
    """DE 99: no attack dice, twice 1d3 + 2."""
    down = Condition(key="unconscious", kind="unconscious", amount=3)
    bout = Bout(foe(figures=sheet(strength=2)), hero(figures=sheet(defense=99), conditions=(down,)), hero("friend"))
    bout.order(strike(), 5)
    assert bout.rolls() == ["1d6 damage"]
    assert bout.of(AttackRolled) == []
    assert bout.the(HitAutomatic).target == "hero"
    assert bout.the(DamageTaken).damage == 10


@pytest.mark.rule("FF-KO-07", "FF-DEF-02")
def test_ff_ko_07_multipliers_multiply() -> None:
    """Helpless ×2 and defending ×½ give the plain damage."""
    bout = Bout(foe(figures=sheet(strength=2)), hero(conditions=("unconscious", "defending")), hero("friend"))
    bout.order(strike(), 5)
    assert bout.the(DamageTaken).damage == 5


@pytest.mark.rule("FF-KO-08")
def test_ff_ko_08_the_unconscious_neither_act_nor_react() -> None:
    """His turn passes by itself, he gets no offers, and a free attack is not put to him."""
    bout = fallen()
    assert bout.keys("hero") == []
    bout.end("foe")
    bout.end("friend")
    assert bout.acting == "foe"
    bout = Bout(hero(), foe(conditions=("unconscious",)), foe("other"))
    bout.lay("foe")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 1, 1)
    bout.lay("foe", "unconscious")
    bout.answer("row-4")
    assert bout.asked == []


@pytest.mark.rule("FF-KO-01")
def test_who_enters_with_no_points_is_unconscious_from_the_start() -> None:
    """Set up with 0 points, his counter stands at 3 before his first turn."""
    bout = Bout(hero(), foe(), hero("down", vitals={"hp": 0}))
    assert counter(bout, "down") == 3


# -- items
@pytest.mark.rule("FF-TURN-02")
def test_items_are_used_up_and_reach_one_metre() -> None:
    """Two potions, then none; beside oneself only."""
    bout = Bout(
        hero(figures=sheet(items=ITEMS), vitals={"hp": 1}, place=at(0)),
        hero("near", vitals={"hp": 1}, place=at(1)),
        hero("far", vitals={"hp": 1}, place=at(2)),
        foe(place=at(5)),
    )
    assert bout.refuse(o.UseItem(combatant="hero", item="potion", target="far")).field == "target"
    bout.order(o.UseItem(combatant="hero", item="potion", target="near"))
    assert (bout.hp("near"), bout.the(ItemUsed).remaining) == (11, 1)
    for who in ("hero", "near", "far", "foe"):
        bout.end(who)
    bout.order(o.UseItem(combatant="hero", item="potion", target="hero"))
    assert bout.hp("hero") == 11
    assert "item-potion" not in bout.keys("hero")
    for who in ("hero", "near", "far", "foe"):
        bout.end(who)
    assert bout.refuse(o.UseItem(combatant="hero", item="potion", target="hero")).field == "item"


@pytest.mark.rule("FF-STAT-06")
def test_an_ether_gives_magic_points_to_the_maximum() -> None:
    """Ten of them, and it wakes nobody."""
    bout = Bout(hero(figures=sheet(items=ITEMS, mp=12), vitals={"mp": 5}), foe())
    bout.order(o.UseItem(combatant="hero", item="ether", target="hero"))
    assert bout.mp("hero") == 12
    assert bout.the(Healed).vital == "mp"


@pytest.mark.rule("FF-KO-05")
def test_an_ether_does_not_wake_the_unconscious() -> None:
    """Only hit points do."""
    bout = fallen()
    bout.end("foe")
    bout.order(o.UseItem(combatant="friend", item="ether", target="hero"))
    assert counter(bout) == 3


@pytest.mark.rule("FF-KO-07")
def test_ff_ko_07_helpless_twice_over_is_doubled_once() -> None:
    """Two reasons to lie there defenceless: twice 1d3 + 2, not four times."""
    down = [Condition(key=key, kind="unconscious", amount=3) for key in ("one", "two")]
    bout = Bout(foe(figures=sheet(strength=2)), hero(conditions=(*down,)), hero("friend"))
    bout.order(strike(), 5)
    assert bout.the(DamageTaken).damage == 10
