"""Between battles: what one leaves, warbands with their prices, and what a table sets for them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.campaign.campaign import campaign_book
from engine.kernel.campaign.course import planned
from engine.kernel.campaign.standing import standing_at_entry, standing_of
from engine.kernel.state.events import CombatantJoined
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.minis import system
from engine.systems.minis.content.catalogue import PRICES, SPELLS
from engine.systems.minis.content.kinds import Resistance, Size
from engine.systems.minis.rules.between.events import MiniEquipped, WarbandPriced
from engine.systems.minis.rules.between.orders import EquipMini, PriceWarband
from engine.systems.minis.rules.magic.entering import mini_of
from engine.systems.minis.sheet import Sheet
from tests.support.fights.arena import Arena
from tests.systems.minis.bout import BOOK, Bout, ana, ben

COMPANY = campaign_book(BOOK)


def company(*members: Any, **settings: Any) -> Arena:
    """A campaign with these minis. settings: as a request says them."""
    entries = [COMPANY.enter(**{name: getattr(entry, name) for name in entry.__struct_fields__}) for entry in members]
    return Arena(COMPANY, [structs.replace(entry, place=None) for entry in entries], setup=settings)


def price(arena: Arena, side: str = "red") -> WarbandPriced:
    """What the warband of a side costs."""
    arena.order("gm", PriceWarband(side=side))
    found: WarbandPriced = arena.events(WarbandPriced)[-1]
    return found


def entering(arena: Arena, who: str) -> Any:
    """What a member enters its next battle with. RuleRefusal where it cannot."""
    return system.between.comes_along(arena.state, who, standing_of(arena.state, who))


PLAIN: dict[str, Any] = {"spells": (), "resistances": ()}


@pytest.mark.rule("MN-OUT-01")
@pytest.mark.parametrize(
    ("resistance", "cost"),
    [("NON_MAGIC_WEAPONS", 75), ("FIRE", 50), ("ELECTRICITY", 50), ("POISON", 50), ("SPELLS", 75)],
)
def test_mn_out_01_each_resistance_is_bought_alone(resistance: str, cost: int) -> None:
    """75 against non-magic weapons and spells, 50 against the others; all five 300."""
    arena = company(ana("ada", **PLAIN))
    arena.order("ana", EquipMini(combatant="ada", resistances=(Resistance(resistance),)))
    assert price(arena).price == cost
    arena.order("ana", EquipMini(combatant="ada", resistances=tuple(PRICES)))
    assert (len(PRICES), price(arena).price) == (5, 300)


@pytest.mark.rule("MN-OUT-02")
@pytest.mark.parametrize(
    ("cost", "spells"),
    [
        (5, ["flying_fist", "speed", "slow"]),
        (10, ["lightning_bolt", "magic_shield", "heal", "fear", "water_walk"]),
        (20, ["statue", "protection", "fireball", "command"]),
        (25, ["familiar"]),
        (40, ["golem"]),
        (50, ["teleport"]),
    ],
)
def test_mn_out_02_what_each_spell_costs(cost: int, spells: list[str]) -> None:
    """From 5 to 50."""
    arena = company(ana("ada", **PLAIN))
    for spell in spells:
        arena.order("ana", EquipMini(combatant="ada", spells=(spell,)))
        assert (arena.events(MiniEquipped)[-1].price, price(arena).price) == (cost, cost)


@pytest.mark.rule("MN-OUT-02")
@pytest.mark.parametrize(("spell_cost", "total"), [("PRICE", 260), ("MANA", 0)])
def test_mn_out_02_all_spells_cost_260_or_mana(spell_cost: str, total: int) -> None:
    """Where they cost mana they have no price."""
    arena = company(ana("ada", **PLAIN), spellCost=spell_cost)
    arena.order("ana", EquipMini(combatant="ada", spells=tuple(SPELLS)))
    assert (len(SPELLS), price(arena).price) == (15, total)


@pytest.mark.rule("MN-OUT-03")
def test_mn_out_03_a_size_that_is_not_said_is_medium_and_stays() -> None:
    """Equipping changes spells and resistances alone."""
    arena = company(ana("ada", size=Size.LARGE, **PLAIN), ana("bea", **PLAIN))
    arena.order("ana", EquipMini(combatant="ada", spells=("heal",)))
    sizes = [mini_of_member(arena, who).size for who in ("ada", "bea")]
    assert sizes == [Size.LARGE, Size.MEDIUM]
    assert mini_of_member(arena, "ada").spells == ("heal",)


def mini_of_member(arena: Arena, who: str) -> Any:
    """As it would enter."""
    return mini_of(msgspec.convert(arena.own.members[who].sheet, Sheet))


@pytest.mark.rule("MN-OUT-05")
@pytest.mark.parametrize(("setting", "life"), [({}, 3), ({"lifeBetweenBattles": "FULL"}, 10)])
def test_mn_out_05_life_is_kept_or_full(setting: dict[str, Any], life: int) -> None:
    """Kept, unless the table has set otherwise."""
    arena = company(ana("ada", hp=10, life=3), **setting)
    assert entering(arena, "ada").vitals["life"] == life


@pytest.mark.rule("MN-OUT-05")
def test_mn_out_05_no_spell_outlasts_a_battle_and_the_fallen_are_dead() -> None:
    """Life stays as it is."""
    bout = Bout(ana("ada", at=(0, 0), hp=10, life=4, conditions=("slow",)), ben("bob", at=(300, 0)))
    assert (left(bout, "ada").conditions, left(bout, "ada").vitals["life"], left(bout, "ada").dead) == ((), 4, False)
    bout.arena.correct("combatants.ada.vitals.life.now", 0)
    bout.arena.correct("combatants.ada.out", "fallen")
    assert left(bout, "ada").dead


def left(bout: Bout, who: str) -> Any:
    """What the battle leaves of somebody, as it stands."""
    events = (recorded.event for recorded in bout.arena.stream)
    joined = next(event for event in events if isinstance(event, CombatantJoined) and event.combatant == who)
    return system.between.leaves(standing_at_entry(joined), bout.arena.state, who)


@pytest.mark.rule("MN-OUT-06")
def test_mn_out_06_a_roster_is_the_sum_of_its_minis() -> None:
    """What the source prints no price for is counted once the table has set one, and named until then."""
    minis = [ana("ada", level=3, weapons=("dagger",), spells=("heal",)), ana("bea", level=2, spells=("heal", "golem"))]
    priced = price(company(*minis, ben("bob", spells=("teleport",))))
    assert (priced.price, priced.budget) == (60, None)
    assert priced.uncounted == ("miniPrice", "levelPrice", "itemPrices")
    whole = price(company(*minis, miniPrice=100, levelPrice=7, itemPrices={"dagger": 4}))
    assert (whole.price, whole.uncounted) == (60 + 2 * 100 + 5 * 7 + 4, ())


@pytest.mark.rule("MN-OUT-06")
@pytest.mark.parametrize(("budget", "legal"), [(50, True), (49, False)])
def test_mn_out_06_a_roster_above_its_budget_fights_no_battle(budget: int, legal: bool) -> None:
    """As much as the budget is legal; the refusal names both."""
    arena = company(ana("ada", spells=("golem",)), ana("bea", spells=("heal",)), budget=budget)
    if legal:
        assert entering(arena, "bea").vitals
        return
    with pytest.raises(RuleRefusal, match="costs 50 build points, the budget is 49"):
        entering(arena, "bea")


@pytest.mark.rule("MN-OUT-06")
def test_mn_out_06_nothing_is_bought_twice_nor_in_a_battle() -> None:
    """By nobody of the warband, as long as one of it fights."""
    arena = company(ana("ada", **PLAIN), ana("bea", **PLAIN), ben("bob", **PLAIN))
    with pytest.raises(RuleRefusal, match="the same one twice"):
        arena.order("ana", EquipMini(combatant="ada", spells=("heal", "heal")))
    fighting(arena, "ada")
    with pytest.raises(RuleRefusal) as refused:
        arena.order("ana", EquipMini(combatant="bea", spells=("heal",)))
    assert refused.value.code == "IN_A_FIGHT"
    assert list(system.between.offers(arena.state, "bea")) == []
    arena.order("ben", EquipMini(combatant="bob", spells=("heal",)))


def fighting(arena: Arena, *members: str) -> None:
    """They are in a battle from now on."""
    arena.fact(planned(arena.state, "gm", "battle", "", {who: who for who in members}, {}))


def test_each_is_told_in_a_sentence() -> None:
    """Orders and facts."""
    for thing in (
        EquipMini(combatant="ada", spells=("heal",), resistances=(Resistance.FIRE,)),
        PriceWarband(side="red"),
        MiniEquipped(combatant="ada", spells=("heal",), resistances=(), price=10),
        WarbandPriced(side="red", price=60, uncounted=("miniPrice",)),
    ):
        assert COMPANY.system.describe(thing, "en", {"ada": "Ada"})
