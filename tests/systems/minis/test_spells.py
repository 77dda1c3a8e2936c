"""The spells, one by one: what each does on success, at its boundaries."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Point
from engine.systems.minis.content.kinds import Resistance, Size
from engine.systems.minis.events import (
    AttackRolled,
    CastBegan,
    HarmDone,
    LifeRegained,
    MiniDeclared,
    NoEffect,
    PlaceSkipped,
    SpellRolled,
)
from engine.systems.minis.orders import Attack, Cast, Pivot
from engine.systems.minis.rules.basics import ability, armor
from engine.systems.minis.rules.basics.armor import Pierces
from engine.systems.minis.rules.combat.events import Manner
from engine.systems.minis.rules.ground import water
from engine.systems.minis.rules.magic import fireball
from engine.systems.minis.rules.movement import allowance
from tests.support.laws import laws
from tests.systems.minis.bout import Bout, ana, ben, place, point
from tests.systems.minis.casts import cast, caster, effect, pass_turn, ready
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import at, move, refuses


# -- harm
@pytest.mark.rule("MN-SPL-01", "MN-GAP-16", "MN-GAP-19", "MN-RES-05", "MN-MAG-05")
@pytest.mark.parametrize(
    ("figures", "damage"),
    [
        ({}, 10),
        ({"armor": ("plate_mail",)}, 7),
        ({"armor": ("plate_mail", "large_shield")}, 5),
        ({"armor": ("large_shield",), "towards": (1, 0)}, 10),  # from the flank shields are nothing
        ({"resistances": (Resistance.SPELLS,)}, 5),
        ({"resistances": (Resistance.SPELLS,), "armor": ("plate_mail",)}, 2),
        ({"resistances": (Resistance.FIRE, Resistance.ELECTRICITY, Resistance.NON_MAGIC_WEAPONS)}, 10),
    ],
)
def test_flying_fist(figures: dict[str, Any], damage: int) -> None:
    """6 + level; every armour protects, no type is resisted."""
    bout = ready(ben(at=(300, 0), hp=30, **figures))
    cast(bout, "flying_fist", "bob", 1)
    assert bout.the(HarmDone).damage == damage
    assert bout.life("bob") == 30 - damage
    assert bout.own.effects == {}


@pytest.mark.rule("MN-SPL-02", "MN-ARM-02", "MN-RES-03", "MN-GAP-19", "MN-RES-05")
@pytest.mark.parametrize(
    ("figures", "damage"),
    [
        ({}, 10),
        ({"armor": ("plate_mail",)}, 10),
        ({"armor": ("leather",)}, 9),
        ({"armor": ("magical_plate_mail",)}, 6),
        ({"armor": ("iron_buckler",)}, 10),
        ({"resistances": (Resistance.ELECTRICITY,)}, 0),
        ({"resistances": (Resistance.SPELLS,)}, 5),
    ],
)
def test_lightning_bolt(figures: dict[str, Any], damage: int) -> None:
    """6 + level, electricity; metal that is not magical is nothing to it."""
    bout = ready(ben(at=(300, 0), hp=30, **figures))
    cast(bout, "lightning_bolt", "bob", 1)
    assert bout.the(HarmDone).damage == damage


@pytest.mark.rule("MN-SPL-01", "MN-GAP-45", "MN-GAP-48")
def test_harm_fells_and_ends_the_fight() -> None:
    """Ten life points are gone."""
    bout = ready(ben(at=(300, 0), hp=10))
    cast(bout, "flying_fist", "bob", 77)
    assert bout.who("bob").out == "fallen"
    assert bout.state.fight.outcome == "red"
    bout.done()


# -- what acts as armour
@pytest.mark.rule("MN-SPL-03", "MN-GAP-20", "MN-FLK-03", "MN-GAP-14", "MN-GAP-18")
def test_magic_shield() -> None:
    """Without a roll; a magical large shield, of the front only, and it needs no hand."""
    bout = ready(weapons=("two_handed_sword",))
    cast(bout, "magic_shield")
    assert bout.rolls() == []
    assert bout.mini("ada").used.spell_attacks == 1
    found = effect(bout, "ada", "magic_shield")
    assert found is not None
    assert found.last == 5
    for pierces in Pierces:
        front = armor.protection(bout.state, "ada", flank=False, pierces=pierces)
        assert [piece.protection for piece in front] == [2]
        assert armor.protection(bout.state, "ada", flank=True, pierces=pierces) == ()


@pytest.mark.rule("MN-SPL-08", "MN-GAP-14", "MN-GAP-17", "MN-GAP-18")
def test_protection() -> None:
    """Magical plate mail on the target, from all sides; the better body armour counts, once."""
    bout = ready(ben(at=(300, 0), armor=("plate_mail", "small_shield")))
    cast(bout, "protection", "bob", 1)
    for pierces in Pierces:
        found = armor.protection(bout.state, "bob", flank=True, pierces=pierces)
        assert [piece.protection for piece in found] == [4]
    found = armor.protection(bout.state, "bob", flank=False, pierces=Pierces.NOTHING)
    assert [piece.protection for piece in found] == [4, 1]


# -- movement and initiative
@pytest.mark.rule("MN-SPL-05", "MN-SPL-13", "MN-GAP-40", "MN-INIT-05", "MN-GAP-27")
def test_speed_and_slow() -> None:
    """One inch and 3 of initiative, at once; both together are nothing; movement is not below 0."""
    bout = ready(ben(at=(300, 0), movement=50, initiative=2))
    cast(bout, "slow", "bob", 1)
    assert (ability.initiative(bout.state, "bob"), allowance.allowance(bout.state, "bob")) == (-1, 0)
    cast(bout, "speed", "bob", 1)
    assert (ability.initiative(bout.state, "bob"), allowance.allowance(bout.state, "bob")) == (2, 500)
    bout = ready()
    cast(bout, "speed", "ada", 1)
    assert (ability.initiative(bout.state, "ada"), allowance.allowance(bout.state, "ada")) == (12, 5000)


@pytest.mark.rule("MN-SPL-13", "MN-INIT-05")
def test_slow_takes_the_place_of_a_declared_mini() -> None:
    """Bob is declared for round 9, and is too slow for it at his place; later he may be declared again."""
    bout = Bout(caster(), ben(at=(300, 0), initiative=9))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "slow", "bob", 1)
    bout.end("ada")
    assert bout.the(PlaceSkipped).reason == "too_slow"
    assert bout.own.init_round == 6
    bout.declare("bob")
    assert bout.acting == "bob"


@pytest.mark.rule("MN-SPL-15", "MN-WAT-09")
def test_water_walk() -> None:
    """Small and medium as large, large as nothing."""
    bout = ready(
        ben(at=(300, 0), size=Size.SMALL), ben("cid", at=(400, 0), size=Size.LARGE), land=ground(river(left=800))
    )
    assert [to_it.value for _, to_it in water.met(bout.state, "bob")] == ["BARRED"]
    for who in ("bob", "cid"):
        cast(bout, "water_walk", who, 1)
    assert [to_it.value for _, to_it in water.met(bout.state, "bob")] == ["PENALTY"]
    assert water.met(bout.state, "cid") == ()


# -- healing
@pytest.mark.rule("MN-SPL-06", "MN-GAP-24")
@pytest.mark.parametrize(("life", "healed"), [(1, 12), (18, 12), (19, 11), (29, 1), (30, 0)])
def test_heal(life: int, healed: int) -> None:
    """8 + level, not above the maximum; resisting spells is no matter."""
    bout = ready(ben(at=(300, 0), hp=30, life=life, resistances=(Resistance.SPELLS,)))
    cast(bout, "heal", "bob", 77)
    assert bout.life("bob") == life + healed
    assert [event.healed for event in bout.of(LifeRegained)] == ([healed] if healed else [])
    assert [event.reason for event in bout.of(NoEffect)] == ([] if healed else ["unhurt"])
    assert bout.mini("ada").used.spell_attacks == 1


# -- statue
@pytest.mark.rule("MN-SPL-04", "MN-GAP-50", "MN-GAP-12")
def test_a_statue_neither_moves_nor_attacks_nor_casts_nor_turns() -> None:
    """A caster makes one of itself: all its orders are refused, and it ends its activation."""
    bout = ready(ben(at=(80, 0)), attacks=1)
    cast(bout, "statue", "ada", 1)
    for order in (
        move("ada", (0, 100)),
        Pivot(combatant="ada", facing=Point(0, 1)),
        Attack(combatant="ada", target="bob"),
        Cast(combatant="ada", spell="slow", target="bob"),
    ):
        refuses(bout, order, "ada is a statue", "MN-SPL-04")
    assert not ability.may_fight(bout.state, "ada")
    assert bout.keys("ada") == ["end-activation", "concede"]
    bout.end("ada")


@pytest.mark.rule("MN-SPL-04", "MN-GAP-50")
def test_a_declared_mini_that_becomes_a_statue_is_skipped() -> None:
    """It has no window; Bob stands still for as long as it lasts."""
    bout = Bout(caster(), ben(at=(300, 0), initiative=9))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "statue", "bob", 1)
    bout.end("ada")
    assert bout.the(PlaceSkipped).reason == "statue"


# -- fear
@pytest.mark.rule("MN-SPL-07", "MN-GAP-25", "MN-RUN-04")
def test_fear_makes_a_mini_run_in_its_first_round() -> None:
    """Declared by itself, straight away from the caster, at one and a half times its movement."""
    bout = ready(ben(at=(300, 0), initiative=5))
    cast(bout, "fear", "bob", 1)
    assert not ability.may_fight(bout.state, "bob")
    events = bout.end("ada")
    assert [event.combatant for event in events if isinstance(event, MiniDeclared)] == ["bob"]
    assert at(bout, "bob") == (900, 0)


@pytest.mark.rule("MN-SPL-07", "MN-GAP-25")
def test_fear_after_acting_runs_from_the_next_turn() -> None:
    """Bob acted first; he is level 3, so that it lasts two turns."""
    bout = Bout(caster(initiative=5), ben(at=(300, 0), initiative=9, level=3))
    bout.begin()
    bout.declare("bob")
    bout.order(Pivot(combatant="bob", facing=Point(-1, -1)))
    bout.end("bob")
    bout.declare("ada")
    cast(bout, "fear", "bob", 1)
    bout.end("ada")
    assert bout.state.fight.round == 2
    assert at(bout, "bob") == (900, 0)


@pytest.mark.rule("MN-SPL-07", "MN-GAP-25", "MN-GAP-50")
def test_a_declared_mini_in_fear_runs_at_its_place_and_a_statue_stands() -> None:
    """Statue goes before Fear."""
    bout = Bout(caster(), ben(at=(300, 0), initiative=9))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "fear", "bob", 1)
    bout.end("ada")
    assert at(bout, "bob") == (900, 0)
    bout = Bout(caster(), ben(at=(300, 0), initiative=9))
    bout.begin()
    bout.declare("ada", "bob", faces=(90, 10))
    cast(bout, "fear", "bob", 1)
    cast(bout, "statue", "bob", 1)
    bout.end("ada")
    assert at(bout, "bob") == (300, 0)


@pytest.mark.rule("MN-SPL-07", "MN-GAP-12")
def test_who_is_in_fear_cannot_fight_back() -> None:
    """A frontal attack is rolled by the attacker alone."""
    bout = ready(ben(at=(80, 0), hp=30), attacks=1)
    cast(bout, "fear", "bob", 1)
    bout.order(Attack(combatant="ada", target="bob"), 58)
    assert (bout.the(AttackRolled).manner, bout.the(AttackRolled).chance) == (Manner.OPPORTUNITY, 58)


# -- fireball
def burning(*others: Any, end: tuple[int, int] = (1600, 0), land: Any = None, **mine: Any) -> Bout:
    """Ada aims a fireball to the east, and is asked."""
    more = {"land": land} if land is not None else {}
    bout = ready(*others, **more, **mine)
    cast(bout, "fireball", at=end)
    assert bout.asked == ["ConfirmFireball"]
    return bout


def in_path(bout: Bout) -> list[tuple[str, int]]:
    """Whom the question names, with the chances."""
    return [(one["combatant"], one["chance"]) for one in bout.waiting[0].question["victims"]]


@pytest.mark.rule("MN-SPL-09", "MN-GAP-26", "MN-ARM-03", "MN-RES-02", "MN-MAG-06")
def test_fireball_rolls_for_everybody_in_its_path_friend_or_foe() -> None:
    """The nearest first; each by own band, size and flank; all harm together; one spell attack in all."""
    bout = burning(
        ben(at=(300, 50), hp=30),
        ana("amy", at=(600, 0), hp=30, size=Size.SMALL, armor=("leather",)),
        ben("cid", at=(900, -50), hp=30, size=Size.LARGE, towards=(1, 0), resistances=(Resistance.FIRE,)),
        ben("dan", at=(1200, 51), hp=30),
        ben("eve", at=(1600, 0), hp=30, armor=("plate_mail",)),
    )
    assert in_path(bout) == [("bob", 77), ("amy", 58), ("cid", 78), ("eve", 39)]
    bout.answer("cast", 77, 58, 78, 40)
    rolled = bout.of(SpellRolled)
    assert [(event.aimed_at, event.chance, event.hit) for event in rolled] == [
        ("bob", 77, True), ("amy", 58, True), ("cid", 78, True), ("eve", 39, False),
    ]  # fmt: skip
    assert [(event.combatant, event.damage) for event in bout.of(HarmDone)] == [("bob", 12), ("amy", 12), ("cid", 0)]
    kinds = bout.kinds()
    assert kinds.index("HarmDone") > max(i for i, kind in enumerate(kinds) if kind == "SpellRolled")
    assert bout.mini("ada").used.spell_attacks == 1
    bout.done()


@pytest.mark.rule("MN-GAP-26", "MN-SPL-09")
def test_fireball_ends_at_what_blocks_sight_and_at_its_range() -> None:
    """Bob stands before the wood; half an inch behind its edge is still near the end of the path."""
    wood = ground(box("wood", "wood", 600, -300, 700, 300))
    near = (ben(at=(600, 0)), ben("cid", at=(650, 0)))
    bout = burning(*near, ben("dan", at=(640, -60)), ben("eve", at=(800, 0)), land=wood)
    assert [who for who, _ in in_path(bout)] == ["bob", "cid"]
    assert bout.waiting[0].question["place"]["point"] == {"x": 3000, "y": 2400}
    bout = burning(ben(at=(1600, 0)), ben("cid", at=(1601, 50)), ben("dan", at=(1600, -50)))
    assert [who for who, _ in in_path(bout)] == ["bob"]


@pytest.mark.rule("MN-GAP-26")
def test_equally_near_victims_come_by_id() -> None:
    """Both forty hundredths off the path."""
    bout = burning(ben("zoe", at=(300, 40)), ben("bob", at=(300, -40)))
    assert [who for who, _ in in_path(bout)] == ["bob", "zoe"]


@pytest.mark.rule("MN-GAP-26")
def test_without_confirmation_nothing_is_spent() -> None:
    """The default cancels; no die falls, and she may cast again."""
    bout = burning(ben(at=(300, 0)))
    assert bout.waiting[0].default == "cancel"
    bout.answer("cancel")
    used = bout.mini("ada").used
    assert (used.spell_attacks, used.acted) == (0, False)
    assert bout.of(CastBegan) == []
    assert bout.acting == "ada"


@pytest.mark.rule("MN-GAP-26", "MN-MAG-02")
def test_where_a_fireball_may_end() -> None:
    """At most 16 inches away, in front; not at the caster's feet."""
    bout = ready()
    for where, reason in (
        ((1601, 0), "it is 17 inches away, in range are 16"),
        ((-1, 0), "it is not in front of ada: pivot first"),
        ((0, 0), "it is not in front of ada: pivot first"),
    ):
        assert bout.refuse(Cast(combatant="ada", spell="fireball", place=place(*where))).reason == reason
    assert fireball.path_end(bout.state, "ada", point(100)) == point(100)


@pytest.mark.rule("MN-GAP-26")
def test_ends_of_a_fireball_are_offered_on_the_table() -> None:
    """At full range, or at the edge; whoever looks off the table from its edge may burn what is along it."""
    for where, end in (
        ((2000, 0), (2400, 0)),
        ((800, 0), (2400, 0)),
        ((799, 0), (2399, 0)),
        ((2400, 0), (2400, 1600)),
    ):
        bout = ready(ben(at=(0, 900)), at=where)
        (offer,) = (one for one in bout.offers("ada") if one.key == "cast-fireball")
        assert offer.body.place == place(*end)
    corner = ready(ben(at=(0, 900)), at=(2400, 2400), towards=(1, 1))
    assert "cast-fireball" not in corner.keys("ada")


@pytest.mark.rule("MN-GAP-26")
def test_others_see_the_fireball_when_it_is_confirmed() -> None:
    """Before, they see only that Ana is asked: wherever it would go, it is the same to them."""
    one, other = burning(ben(at=(300, 0))), burning(ben(at=(300, 0)), end=(0, -1600))
    for seat in ("ben", "eye", None):
        laws.two_worlds(one.arena, other.arena, seat)
    assert one.arena.stream != other.arena.stream
    one.answer("cast", 100)
    assert one.the(CastBegan).place == place(1600)


@pytest.mark.rule("MN-GAP-09", "MN-GAP-41")
def test_passing_turns_ends_every_effect() -> None:
    """Speed of level 1 lasts two turns."""
    bout = ready(level=1)
    cast(bout, "speed", "ada", 1)
    pass_turn(bout)
    assert bout.has("ada", "speed")
    pass_turn(bout)
    assert not bout.has("ada", "speed")
