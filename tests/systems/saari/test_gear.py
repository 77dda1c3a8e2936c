"""What is in hand: swaps along with an action, clumsy gear, things on the ground.  [SA-GEAR-07 to SA-GEAR-12]"""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.kernel.structs.messages import Order
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import (
    Attribute,
    EnemyAttack,
    Purpose,
    RollBonus,
    TagChange,
    TargetNumbers,
    Weapon,
)
from engine.systems.saari.content.kinds import Kind as Of
from engine.systems.saari.events import ActionsPaid, GearSwapped, ItemDropped, ItemTaken, ItemUsedUp, RollOpened
from engine.systems.saari.orders import (
    Attack,
    AttackArea,
    FirstAid,
    GroupAction,
    Hold,
    Mount,
    Move,
    OtherAction,
    Readied,
    Ready,
    ShakeOff,
    TakeUp,
    Trigger,
)
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import FOES, HEROES, Bout, npc, one, pc, zone

ARMED = {"weapons": ("sword", "bow"), "held": ("sword",), "personality": 3}


def begun(*entries: object, faces: tuple[int, ...] = (4, 4, 2)) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


@pytest.mark.rule("SA-GEAR-07", "SA-ACT-05")
def test_a_swap_goes_along_with_an_action_for_nothing() -> None:
    """The bow is drawn and shot; it takes both hands.  W-09: offered, not asked."""
    bout = begun(pc("ada", **ARMED), npc("gob", at="middle", kp=9))
    assert "draw-attack-bow" in bout.keys("ada")
    bout.order(Attack(combatant="ada", target="gob", means="bow", held=("bow",)), 4, 2, 2)
    assert (bout.the(ActionsPaid).cost, bout.fighter("ada").held) == (2, ("bow",))


@pytest.mark.rule("SA-GEAR-07")
def test_any_action_may_bring_a_swap() -> None:
    """A move leaves open what is in hand; by itself there is no swap."""
    bout = begun(pc("ada", **ARMED), npc("gob"))
    (move,) = [offer for offer in bout.offers("ada") if offer.key == "move"]
    assert {field.name: field.among for field in move.fields}["held"] == (None, (), ("bow",), ("sword",))
    bout.order(Move(combatant="ada", to=zone("middle"), held=()))
    assert bout.fighter("ada").held == ()
    bout.order(Move(combatant="ada", to=zone("west"), held=()))
    assert bout.of(GearSwapped) == []
    assert not hasattr(Hold(combatant="ada"), "held")


@pytest.mark.rule("SA-GEAR-07", "SA-GEAR-08", "SA-READY-04")
def test_what_is_to_be_shot_with_is_drawn_along_with_readying() -> None:
    """The reaction itself swaps nothing: it takes what is in hand by then."""
    bout = begun(pc("ada", **ARMED), npc("gob", at="middle", initiative=3, kp=9))
    (offer,) = [offer for offer in bout.offers("ada") if offer.key == "ready"]
    assert {field.name: field.among for field in offer.fields}["held"] == (None, (), ("bow",), ("sword",))
    bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.MOVES, held=("bow",)))
    assert (bout.the(ActionsPaid).cost, bout.fighter("ada").held) == (1, ("bow",))
    bout.answer("stay-ready") if bout.asked else None
    bout.order(Move(combatant="gob", to=zone("east")))
    assert (bout.asked, bout.choices) == (["AskFireReadied"], ["pass", "attack-bow"])


@pytest.mark.rule("SA-GEAR-07", "G-63")
@pytest.mark.parametrize("order", [
    FirstAid(combatant="ada", target="bea", held=()), ShakeOff(combatant="ada", condition="fear", held=()),
    GroupAction(combatant="ada", attribute=Attribute.MIGHT, held=()), OtherAction(combatant="ada", note="-", held=()),
    Mount(combatant="ada", mount="pony", held=()),
])  # fmt: skip
def test_every_active_action_may_bring_a_swap(order: Order) -> None:
    """First aid, shaking off, whatever else there is."""
    pony = one("pony", HEROES, "ana", ref="pony")
    bout = begun(pc("ada"), pc("bea", "ben"), pc("cai", "ben"), pony, npc("gob"), faces=(4,) * 6)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    fear = {"key": "fear", "kind": "fear", "source": "gob", "amount": 2}
    bout.correct("combatants.ada.conditions", [fear])
    key = next(offer for offer in bout.offers("ada") if type(offer.body) is type(order))
    assert {field.name for field in key.fields} >= {"held"}
    bout.order(order, *(4, 4) if isinstance(order, FirstAid | ShakeOff) else ())
    assert (bout.the(GearSwapped).held, bout.fighter("ada").held) == ((), ())


@pytest.mark.rule("SA-GEAR-07", "G-63")
@pytest.mark.parametrize(("ruling", "held"), [("forbid", ("sword",)), ("as-proposed", ())])
def test_what_the_game_master_forbids_brings_no_swap(ruling: str, held: tuple[str, ...]) -> None:
    """Nothing is paid, and nothing done."""
    bout = Bout(pc("ada"), npc("gob"), setup=Setup(delay=False, rulings=True))
    bout.begin(4, 4)
    bout.order(OtherAction(combatant="ada", note="She bars the door.", held=()))
    bout.answer(ruling)
    assert bout.fighter("ada").held == held


@pytest.mark.rule("SA-GEAR-07", "G-22")
@pytest.mark.parametrize(("held", "rule"), [
    (("sword", "bow"), "G-22"), (("sword", "sword"), "G-22"), (("axe",), "SA-GEAR-07"),
])  # fmt: skip
def test_only_what_is_at_hand_and_fits_two_hands(held: tuple[str, ...], rule: str) -> None:
    """Nothing is swapped where it is refused.  [G-22]"""
    bout = begun(pc("ada", **ARMED), npc("gob"))
    assert bout.refuse(Move(combatant="ada", to=zone("middle"), held=held)).rule == rule


@pytest.mark.rule("SA-GEAR-07", "SA-AOE-01", "SA-ACT-05")
def test_an_attack_on_a_zone_brings_a_swap_like_any_other() -> None:
    """The flask is drawn and thrown; without the swap it is refused."""
    arms = {"weapons": ("sword", "fire_flask"), "held": ("sword",), "personality": 3}
    bout = begun(pc("ada", **arms), npc("gob", at="middle", kp=9))
    (offer,) = [one for one in bout.offers("ada") if one.key == "draw-area-fire_flask-middle"]
    assert (offer.body.held, offer.fields[-1].name) == (("fire_flask", "sword"), "held")
    assert offer.fields[-1].among == (("fire_flask",), ("fire_flask", "sword"))
    thrown = AttackArea(combatant="ada", means="fire_flask", to=zone("middle"))
    assert bout.refuse(thrown).field == "means"
    bout.order(structs.replace(thrown, held=("fire_flask",)), 4, 2)
    assert (bout.the(GearSwapped).held, bout.the(ActionsPaid).cost) == (("fire_flask",), 2)
    bout.answer("damage")
    assert bout.the(ItemUsedUp).item == "fire_flask"


@pytest.mark.rule("SA-GEAR-07")
def test_a_weapon_for_a_zone_that_is_in_hand_leaves_the_other_hand_open() -> None:
    """Offered as it is in hand, not a second time as something to draw."""
    arms = {"weapons": ("sword", "fire_flask"), "held": ("fire_flask",), "personality": 3}
    bout = begun(pc("ada", **arms), npc("gob", kp=9))
    found = [one for one in bout.offers("ada") if "fire_flask" in one.key]
    assert [one.key for one in found] == ["area-fire_flask-west"]
    assert found[0].fields[-1].among == (None, ("fire_flask",), ("fire_flask", "sword"))


@pytest.mark.rule("SA-GEAR-09", "SA-GEAR-10", "G-62")
def test_clumsy_gear_is_taken_in_hand_by_an_action_of_its_own() -> None:
    """One action; putting it away is free. Drawing it and striking makes 4 with a greataxe.  [G-62]"""
    sheet = {"weapons": ("sword", "greataxe"), "held": ("sword",), "personality": 4}
    bout = begun(pc("ada", **sheet), npc("gob", kp=9), faces=(4, 4, 4, 4))
    refused = bout.refuse(Attack(combatant="ada", target="gob", means="greataxe", held=("greataxe",)))
    assert refused.rule == "SA-GEAR-09"
    assert bout.refuse(TakeUp(combatant="ada", held=("sword",))).rule == "SA-GEAR-09"
    assert "take-up-greataxe" in bout.keys("ada")
    bout.order(TakeUp(combatant="ada", held=("greataxe",)))
    assert (bout.the(ActionsPaid).cost, bout.actions("ada")) == (1, 5)
    bout.order(Attack(combatant="ada", target="gob", means="greataxe"), 4, 2, 2)
    assert bout.actions("ada") == 2
    bout.order(Move(combatant="ada", to=zone("middle"), held=("sword",)))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("let-go")
    assert (bout.actions("ada"), bout.fighter("ada").held) == (1, ("sword",))


@pytest.mark.rule("SA-GEAR-08")
def test_no_swap_goes_along_with_a_reaction() -> None:
    """A parry and a free strike take what is in hand: their answers have nothing else."""
    bout = begun(pc("ada", weapons=("sword",), held=(), shields=()), npc("gob", initiative=9, kp=9), faces=(4, 4))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    offers = bout.waiting[0].offers
    assert [(one.key, one.fields) for one in offers] == [("let-pass", ()), ("parry", ()), ("mind-point", ())]


@pytest.mark.rule("SA-GEAR-07", "G-24")
def test_what_lies_about_is_picked_up_by_a_swap() -> None:
    """Also by somebody else, and then it is its own.  [G-24]"""
    bout = begun(
        pc("ada", weapons=("throwing_axe",)), pc("bea", "ben", weapons=(), at="middle"),
        npc("gob", at="middle", kp=9), faces=(4, 4, 4, 4),
    )  # fmt: skip
    bout.order(Attack(combatant="ada", target="gob", throw=True), 4, 2)
    assert [one.item for one in bout.own.lying] == ["throwing_axe"]
    assert "throwing_axe" not in bout.state.own.fighters["ada"].figures.weapons
    bout.order(Attack(combatant="bea", target="gob", means="throwing_axe", held=("throwing_axe",)), 4, 2)
    assert bout.of(ItemTaken)[0].combatant == "bea"
    assert (bout.own.lying, bout.fighter("bea").held) == ((), ("throwing_axe",))
    assert bout.of(RollOpened)[0].means == "throwing_axe"


@pytest.mark.rule("SA-GEAR-03", "G-23")
def test_beyond_capacity_it_stays_in_hand_alone() -> None:
    """Put away, it falls to the ground.  [G-23]"""
    bout = begun(
        pc("ada", weapons=("throwing_axe",)), pc("bea", "ben", weapons=("bow",), personality=0, at="middle"),
        npc("gob", at="middle", kp=9), faces=(4, 4, 4, 4),
    )  # fmt: skip
    bout.order(Attack(combatant="ada", target="gob", throw=True), 4, 2)
    bout.order(Move(combatant="bea", to=zone("east"), held=("throwing_axe",)))
    assert bout.the(ItemDropped).item == "bow"
    assert bout.fighter("bea").held == ("throwing_axe",)


@pytest.mark.rule("SA-AOE-01")
def test_what_serves_once_is_gone_afterwards() -> None:
    """A fire flask, once for all whom it strikes."""
    bout = begun(
        pc("ada", weapons=("fire_flask",)), npc("gob", at="middle", kp=9), npc("hob", at="middle", kp=9), faces=(4, 4)
    )
    bout.order(AttackArea(combatant="ada", means="fire_flask", to=zone("middle")), 4, 2)
    bout.answer("damage", 4, 2)
    bout.answer("damage")
    assert bout.the(ItemUsedUp).item == "fire_flask"
    assert (bout.fighter("ada").held, bout.own.lying) == ((), ())


# -- the one held item
def lantern(**bonus: int) -> Weapon:
    return Weapon(
        id="lantern",
        name="Lantern",
        hands=1,
        bonuses=tuple(RollBonus(purpose=Purpose[k], dice=n) for k, n in bonus.items()),
    )


@pytest.mark.rule("SA-GEAR-11")
@pytest.mark.parametrize(("held", "pool"), [(("lantern",), 3), ((), 2)])
def test_a_held_thing_helps_any_roll(held: tuple[str, ...], pool: int) -> None:
    """A task, as well as a defence."""
    bout = Bout(pc("ada", weapons=(), own_weapons=(lantern(TASK=1),), held=held), npc("gob", at="east"))
    bout.begin(4, 4)
    bout.order(OtherAction(combatant="ada", note="She looks.", attribute=Attribute.LEARNING), *(4,) * pool)
    opened = bout.the(RollOpened)
    assert (opened.pool, opened.means) == (pool, "lantern" if held else "")


@pytest.mark.rule("SA-GEAR-11")
@pytest.mark.parametrize(("dice", "pool"), [(1, 3), (2, 4)])
def test_of_an_attack_the_weapon_is_the_one_held_thing_or_another_in_its_place(dice: int, pool: int) -> None:
    """A sword gives one die; of both only one helps, and she chooses."""
    ada = pc("ada", own_weapons=(lantern(MELEE_ATTACK=dice),), held=("sword", "lantern"), personality=2)
    bout = Bout(ada, npc("gob", kp=9, initiative=0))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob", means="sword"))
    assert bout.asked == ["AskHeldItem"]
    bout.answer("item", *(4,) * pool)
    assert bout.of(RollOpened)[0].pool == pool
    bout = Bout(ada, npc("gob", kp=9, initiative=0))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob", means="sword"))
    bout.answer("item", *(4,) * 2, means=None)
    assert (bout.of(RollOpened)[0].pool, bout.of(RollOpened)[0].means) == (2, "sword")


@pytest.mark.rule("G-24", "SA-SHOOT-01")
def test_what_is_thrown_reaches_the_next_zone() -> None:
    """Also where its range is left out; what an opponent throws does too."""
    dart = Weapon(id="dart", name="Dart", thrown=True)
    stone = EnemyAttack(id="stone", name="Stone", kind=Kind.THROWN)
    for at, reached in (("middle", True), ("east", False)):
        bout = Bout(pc("ada", weapons=(), own_weapons=(dart,)), npc("gob", at=at, attacks=(stone,), initiative=9))
        bout.begin(4, 4)
        assert ("attack-stone" in bout.keys("gob")) is reached
        bout.order(Hold(combatant="gob"))
        assert ("throw-dart" in bout.keys("ada")) is reached


@pytest.mark.rule("SA-ATK-06")
def test_a_tag_is_any_word_of_the_table() -> None:
    """A wolf that fears silver."""
    blade = Weapon(id="blade", name="Silver blade", melee=True, tags=("silver",))
    numbers = TargetNumbers(melee=3, by_tag=(TagChange(tag="silver", change=-2),))
    bout = Bout(
        pc("ada", weapons=(), own_weapons=(blade,)),
        one("wolf", FOES, None, kind=Of.NPC, kp=9, kn=numbers, initiative=0),
    )
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="wolf", means="blade"), 4, 2)
    assert bout.of(RollOpened)[0].kn == 1
