"""Whose will it is: berserk and confused combatants, what they do and how it ends."""

from __future__ import annotations

import random

import pytest

from engine.kernel.overruling.gm_tools import Remove
from engine.kernel.state.events import ConditionLost
from engine.kernel.state.orders import Begin
from engine.kit.testing import picks
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import SPELLS
from engine.systems.fantasia.content.kinds import Attribute, Figure
from engine.systems.fantasia.events import AttackRolled, CheckMade, DamageTaken, MagicRolled, MovedAbout, StatusFailed
from engine.systems.fantasia.rules.basics.figures import attribute, figure
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.support.fights.arena import Arena
from tests.support.laws import laws
from tests.systems.fantasia.bout import BOOK, SEATS, Bout, at, foe, hero, sheet
from tests.systems.fantasia.chance import ITEMS, Chance, play
from tests.systems.fantasia.test_status import blow, cast, left, lying, mage


# -- berserk
@pytest.mark.rule("FF-ST-03", "FF-INT-02")
def test_ff_st_03_berserk_doubles_strength_and_adds_a_die() -> None:
    """AT 2 + 2 and strength 6; 3d and 6 × 2 of damage with a sword +2; DE and DM 2 lower; half of what comes."""
    figures = sheet(strength=3, weapons=("sword_2",), hp=40)
    bout = Bout(hero(figures=figures, conditions=("berserk",)), foe(figures=sheet(hp=99, strength=4)))
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [5, 5]
    bout.order(blow(weapon="sword_2"), 1, 2, 1, 2, 3)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (3 + 2 + 2 + 6, 6 + 12)
    bout.end("hero")
    bout.order(blow("foe", "hero"), 6, 5, 5)
    assert bout.the(DamageTaken).damage == 3


@pytest.mark.rule("FF-ST-03", "FF-INT-01")
def test_ff_st_03_only_what_is_above_0_is_doubled_and_after_all_changes() -> None:
    """Strength 3 poisoned is 2, then 4; melted it is 0; bare hands get a whole die more. Grapples know no doubling."""
    bout = Bout(foe(), hero(figures=sheet(strength=3), conditions=("berserk", "poison")))
    assert attribute(bout.state, "hero", Attribute.STRENGTH, attack=True) == 4
    assert attribute(bout.state, "hero", Attribute.STRENGTH) == 2
    bout = Bout(hero(figures=sheet(strength=2), conditions=("berserk", "melt")), foe(figures=sheet(hp=99)))
    bout.order(blow(), 6, 5, 5, 4)
    assert bout.the(DamageTaken).damage == 3 + 4 - 1


@pytest.mark.rule("FF-ST-36")
@pytest.mark.parametrize("spell", ["confuse", "charm"])
def test_ff_st_36_the_berserk_are_neither_confused_nor_charmed(spell: str) -> None:
    """What comes fails; what is there ends, and his own seat commands him again."""
    bout = Bout(hero(figures=mage(spell, "berserk")), foe(conditions=("berserk",)))
    bout.order(cast(spell, "foe"), 6, 5)
    assert (bout.the(StatusFailed).reason, bout.rule_of(StatusFailed)) == ("immune", "FF-ST-36")
    charmed = lying("charmed", source="hero")
    bout = Bout(hero(figures=mage("berserk")), foe(conditions=(charmed,)), foe("other"))
    bout.order(cast("berserk", "foe"))
    bout.answer("willing")
    assert [c.kind for c in bout.who("foe").conditions] == ["berserk"]
    assert bout.rule_of(ConditionLost) == "FF-ST-36"


@pytest.mark.rule("FF-ST-37", "FF-INT-13")
def test_ff_st_37_a_berserk_only_attacks() -> None:
    """No spell, technique, item, defence, readied action, delay, grapple or check; getting ready for a blow is left."""
    figures = mage("fire", techniques=("sweep",), weapons=("sword", "bow"), items=(Stock(item="potion"),))
    bout = Bout(hero(figures=figures, conditions=("berserk", "prone")), hero("friend"), foe())
    assert {*bout.keys("hero")} == {"attack-sword", "attack-unarmed", "move-crawl", "stand-up", "draw-bow"}
    for order in (
        cast("fire", "foe"),
        o.Defend(combatant="hero"),
        o.Ready(combatant="hero", action=o.Readied.ATTACK),
        o.UseItem(combatant="hero", item="potion", target="hero"),
        o.Grapple(attacker="hero", target="foe"),
        o.Delay(combatant="hero"),
    ):
        assert bout.refuse(order).rule == "FF-ST-37"
    assert bout.refuse(blow("hero", "friend", "sword")).rule == "FF-ST-38"


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_he_attacks_before_his_turn_ends() -> None:
    """And keeps the action for it: what else he does is paid by the movement."""
    figures = sheet(weapons=("sword", "bow"))
    bout = Bout(hero(figures=figures, conditions=("berserk",)), foe(figures=sheet(hp=99)))
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
    assert bout.refuse(o.Draw(combatant="hero", weapon="bow", pay=o.Pay.NORMAL)).field == "pay"
    bout.order(blow(weapon="sword"), 1, 2)
    assert bout.keys("hero")[-1] == "end-turn"
    bout.end("hero")


@pytest.mark.rule("FF-ST-38", "FF-ST-17")
def test_ff_st_38_a_slow_berserk_has_no_action_for_anything_else() -> None:
    """His one action is the attack."""
    bout = Bout(hero(conditions=("berserk", "slow")), foe())
    assert bout.keys("hero") == ["attack-unarmed"]


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_out_of_reach_he_goes_towards_an_enemy() -> None:
    """Never away from all; where a movement brings him there he cannot end his turn without it."""
    bout = Bout(hero(conditions=("berserk",), place=at(0)), foe(place=at(6)))
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
    assert bout.refuse(o.Move(combatant="hero", to=at(-1))).rule == "FF-ST-38"
    (walk,) = [offer for offer in bout.offers("hero") if offer.key == "move-walk"]
    assert walk.fields[0].among == (at(5),)
    bout.order(walk.body)
    assert bout.refuse(o.EndTurn(combatant="hero")).rule == "FF-ST-38"
    bout.order(blow(), 1, 2)
    bout.end("hero")
    far = Bout(hero(conditions=("berserk",), place=at(0)), foe(place=at(7)))
    far.end("hero")


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_a_berserk_who_cannot_attack_ends_his_turn() -> None:
    """A toad."""
    bout = Bout(hero(conditions=("berserk", "toad")), foe())
    bout.end("hero")


@pytest.mark.rule("FF-ST-39", "FF-INT-03")
@pytest.mark.parametrize(("faces", "melts"), [((4, 3), False), ((3, 3), True)])
def test_ff_st_39_as_berserk_ends_a_check_of_vitality(faces: tuple[int, int], melts: bool) -> None:
    """5 and 1 for each turn begun with it, here 2: 7 is enough, 6 is not; then he melts for 1d turns."""
    bout = Bout(hero(conditions=(lying("berserk", amount=0, left=2),)), foe(figures=sheet(hp=99)))
    bout.order(blow(), 1, 2)
    bout.end("hero")
    bout.end("foe")
    bout.order(blow(), 1, 2)
    bout.end("hero", *faces, *((2,) if melts else ()))
    made = bout.the(CheckMade)
    assert (made.difficulty, made.passed, bout.rule_of(CheckMade)) == (7, not melts, "FF-ST-39")
    assert bout.has("hero", "melt") is melts
    if melts:
        assert left(bout, "hero", "melt") == 2
        bout.order(blow("foe", "hero"), 6, 5, 3)
        assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-ST-39", "FF-ST-38")
def test_ff_st_39_it_ends_with_the_battle_too() -> None:
    """No enemy is left: the check is made then."""
    bout = Bout(hero(figures=sheet(strength=9), conditions=(lying("berserk", amount=0),)), foe())
    bout.order(blow(), 6, 5, 1, 6)
    bout.end("hero")
    bout.answer("over", 6, 5)
    assert bout.the(CheckMade).difficulty == 6
    assert bout.who("hero").conditions == ()


@pytest.mark.rule("FF-ST-39")
def test_ff_st_39_the_turn_it_came_in_does_not_count() -> None:
    """Cast on oneself; three turns later the difficulty is 8."""
    bout = Bout(hero(figures=mage("berserk")), foe(figures=sheet(hp=99)))
    bout.order(cast("berserk", "hero"))
    bout.end("hero")
    for _ in range(2):
        bout.end("foe")
        bout.order(blow(), 1, 2)
        bout.end("hero")
    bout.end("foe")
    bout.order(blow(), 1, 2)
    bout.end("hero", 6, 2)
    assert bout.the(CheckMade).difficulty == 8


# -- confusion
def confused(*more: object, figures: Sheet | None = None, **options: object) -> Bout:
    """The foe acts, then the confused hero; a friend stands by."""
    return Bout(foe(), hero(figures=figures, conditions=("confused",), **options), *more)  # type: ignore[arg-type]


@pytest.mark.rule("FF-ST-06", "FF-ST-42")
def test_ff_st_42_an_odd_die_attacks_an_ally() -> None:
    """The game master picks whom, among allies alone; then the turn is over."""
    bout = confused(hero("friend"), hero("other"), figures=mage("fire", weapons=("sword",)))
    bout.end("foe", 3)
    assert (bout.asked, bout.choices) == (["ConfusedDeed"], ["chance", "attack-sword", "attack-unarmed"])
    assert bout.waiting[0].seats == ("gm",)
    assert bout.waiting[0].offers[1].fields[0].among == ("friend", "other")
    bout.answer("attack-sword", 4, 3, 1, 1, target="other")
    assert (bout.hp("other"), bout.acting) == (18, "friend")


@pytest.mark.rule("FF-ST-42", "FF-ATK-11")
def test_ff_st_42_several_attacks_if_he_has_them() -> None:
    """All of them on allies."""
    bout = confused(hero("friend"), figures=sheet(multi_attack=2))
    bout.end("foe", 1)
    bout.answer("attack-unarmed", 6, 5, 1, target="friend")
    assert (bout.asked, bout.waiting[0].seats) == (["NextAttack"], ("gm",))
    assert all("foe" not in f.among for offer in bout.waiting[0].offers for f in offer.fields)
    bout.answer("same", 6, 5, 1)
    assert bout.hp("friend") == 18


@pytest.mark.rule("FF-ST-06", "FF-ATK-11")
def test_ff_st_06_once_it_has_ended_the_last_target_is_no_default() -> None:
    """He hurts himself by a fumble, which ends it: his own seat is asked, and by default nobody's ally is hit again."""
    bout = confused(hero("friend"), figures=sheet(hp=40, multi_attack=2))
    bout.end("foe", 1)
    bout.answer("attack-unarmed", 1, 1, target="friend")
    bout.answer("row-5", 1)
    assert not bout.has("hero", "confused")
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["NextAttack"], ("ana",), "hold")
    assert "same" not in bout.choices
    bout.answer("attack-unarmed", 6, 5, 1, target="foe")
    assert bout.the(AttackRolled).target == "foe"


@pytest.mark.rule("FF-ST-11")
@pytest.mark.parametrize("gone", ["unconscious", "dead", "removed"])
def test_ff_st_11_a_charm_lasts_whatever_becomes_of_the_charmer(gone: str) -> None:
    """Whoever has the charmer's figure goes on commanding the charmed."""
    bout = Bout(hero(figures=mage("charm")), hero("friend"), foe(figures=sheet(hp=99)))
    bout.order(cast("charm", "foe"), 6, 5)
    if gone == "removed":
        bout.arena.rule(Remove(combatants=("hero",)))
    else:
        bout.correct("combatants.hero.conditions", [{"key": gone, "kind": gone}])
    assert bout.has("foe", "charmed")
    assert bout.state.fight.holders("foe") == ("ana",)


@pytest.mark.rule("FF-ST-42")
def test_ff_st_42_an_even_die_uses_an_ability() -> None:
    """Magic or technique, on an ally, and its points are paid."""
    figures = sheet(mp=4, spells=("fire", "holy"), techniques=("sweep",), weapons=("sword",))
    bout = confused(hero("friend"), figures=figures)
    bout.end("foe", 2)
    assert bout.choices == ["chance", "cast-fire", "technique-sweep-sword", "technique-sweep-unarmed"]
    bout.answer("cast-fire")
    bout.answer("unwilling", 6, 5, 1, 1)
    assert (bout.the(MagicRolled).target, bout.mp("hero")) == ("friend", 0)


@pytest.mark.rule("FF-ST-42")
@pytest.mark.parametrize("barred", ["silence", "nothing", "points"])
def test_ff_st_42_without_an_ability_to_use_he_attacks(barred: str) -> None:
    """None known, or none that he can use now."""
    spells = () if barred == "nothing" else ("fire",)
    figures = sheet(mp=0 if barred == "points" else 9, spells=spells)
    conditions = ("confused", "silence") if barred == "silence" else ("confused",)
    bout = Bout(foe(), hero(figures=figures, conditions=conditions), hero("friend"))
    bout.end("foe", 2)
    assert bout.choices == ["chance", "attack-unarmed"]


@pytest.mark.rule("FF-ST-42")
def test_ff_st_42_by_default_chance_decides() -> None:
    """First which deed, then to whom: the second weapon, the second ally."""
    bout = confused(hero("friend"), hero("other"), figures=sheet(weapons=("sword",)))
    bout.end("foe", 5)
    bout.answer("chance", 2, 2, 6, 5, 1)
    assert (bout.the(AttackRolled).weapon, bout.the(AttackRolled).target) == ("unarmed", "other")


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_without_allies_he_hurts_himself() -> None:
    """With his weapon, without a roll to hit; and that ends it."""
    bout = confused(foe("other"), figures=sheet(strength=2, weapons=("sword",)))
    bout.end("foe", 4, 1, 2)
    taken = bout.the(DamageTaken)
    assert (taken.target, taken.cause, taken.damage) == ("hero", "hero", 5)
    assert (bout.has("hero", "confused"), bout.acting) == (False, "other")
    assert bout.state.fight.holders("hero") == ("ana",)


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_he_goes_for_the_nearest_ally() -> None:
    """And attacks if that brings him there; if not, the turn is over."""
    bout = confused(hero("friend", place=at(0, 6)), hero("other", place=at(0, 20)), place=at(0))
    bout.end("foe", 1)
    assert bout.of(MovedAbout)
    bout.answer("attack-unarmed", 6, 5, 1, target="friend")
    assert bout.hp("friend") == 19
    bout = confused(hero("friend", place=at(0, 20)), place=at(0))
    bout.end("foe", 1)
    assert (bout.asked, bout.acting, bout.the(MovedAbout).metres) == ([], "friend", 5)


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_the_game_master_commands_him_while_it_lasts() -> None:
    """Also out of his turn."""
    bout = Bout(foe(figures=mage("confuse")), hero(), hero("friend"))
    bout.order(cast("confuse", "hero", caster="foe"), 6, 5)
    assert bout.state.fight.holders("hero") == ("gm",)


@pytest.mark.rule("FF-ST-43")
def test_ff_st_43_any_damage_clears_his_mind() -> None:
    """And he takes his own orders; a blow without damage does not."""
    bout = Bout(foe(figures=sheet(multi_attack=2)), hero(conditions=("confused",)), hero("friend"))
    bout.order(blow("foe", "hero"), 6, 5, 1)
    assert (bout.has("hero", "confused"), bout.rule_of(ConditionLost)) == (False, "FF-ST-43")
    bout = Bout(foe(figures=sheet(strength=-9)), hero(conditions=("confused",)), hero("friend"))
    bout.order(blow("foe", "hero"), 6, 5 + 1, 1)
    assert bout.has("hero", "confused")


@pytest.mark.rule("FF-ST-80", "FF-ST-42")
def test_a_confused_zombie_is_a_zombie() -> None:
    """The game master's will is the stronger: no die."""
    bout = Bout(foe(), hero(conditions=("confused", "zombie")), hero("friend"))
    bout.end("foe")
    assert (bout.acting, bout.rolls()) == ("hero", [])


# -- everything at once
ALL_SPELLS = tuple(SPELLS)


def group(*, places: bool) -> list[object]:
    """Six with every spell of the catalogue."""

    def where(x: int, y: int) -> object:
        return at(x, y) if places else None

    artist = Sheet(
        ref="thief",
        mp=400,
        hp=90,
        mind=6,
        profession="freelancer",
        techniques=("sweep", "whirl"),
        spells=ALL_SPELLS,
        weapons=("dagger", "pistol", "staff", "boomerang"),
        items=ITEMS,
    )
    return [
        hero("one", artist, place=where(0, 0)),
        hero("two", artist, place=where(1, 0)),
        hero("three", Sheet(ref="paladin", items=ITEMS), place=where(0, 1)),
        foe("four", artist, place=where(2, 0)),
        foe("five", artist, seat="bea", place=where(2, 1)),
        foe("six", Sheet(ref="ogre"), place=where(3, 1)),
    ]


def test_whatever_is_offered_is_accepted_with_all_statuses_about() -> None:
    """Spells above all, and mostly dice that hit; nothing offered is refused, nothing fails; most statuses come."""
    met: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        arena = Arena(BOOK, group(places=bool(seed % 2)), dice=Chance(rng, least=3 if seed % 3 else 1), seats=SEATS)
        arena.order("gm", Begin())
        for _ in range(80):
            met |= {c.kind for who in arena.fight.combatants.values() for c in who.conditions}
            offers = [] if arena.pending else picks.offered(BOOK, arena.state)
            spells = [one for one in offers if isinstance(one[1].body, o.Cast)]
            if spells and rng.random() < 0.7:
                arena.order(*(laws.some_order(arena, rng, among=spells) or pytest.fail("no spell")))
            else:
                play(arena, rng, 1)
        assert arena.at(len(arena.stream)).state == arena.state
    assert len(met) > 25
