"""Money, trade and growth of a company: exchange, merchants, haggling, levels, training, gathering, identifying."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.systems.mongolian_mercenaries.content.catalogue import ITEMS
from engine.systems.mongolian_mercenaries.content.kinds import Category
from engine.systems.mongolian_mercenaries.orders import Identify, Recover, Recovery
from engine.systems.mongolian_mercenaries.rules.company import purse
from engine.systems.mongolian_mercenaries.rules.company.journey_state import CompanySettings
from engine.systems.mongolian_mercenaries.rules.market import growth, trade
from engine.systems.mongolian_mercenaries.rules.market.events import GoodsTraded, MoneyExchanged, OfferSeen
from engine.systems.mongolian_mercenaries.rules.market.orders import (
    BrewPreparation,
    ExchangeMoney,
    GatherIngredients,
    Ingredient,
    PayMoney,
    RiseLevel,
    SeeOffer,
    TradeGoods,
    TrainMember,
)
from engine.systems.mongolian_mercenaries.sheet import DayPhase
from tests.systems.mongolian_mercenaries.bout import pc
from tests.systems.mongolian_mercenaries.company import Company

STALL: dict[str, Any] = {
    "prices": {"dagger": 101, "sabre": 500, "bandage": 50, "healing": 200},
    "merchantOffers": {"smith": ["dagger", "bandage", "provisions"]},
}


def ada(**figures: Any) -> Any:
    return pc("ada", lucky=False, **figures)


@pytest.mark.rule("MM-OUT-02", "MM-WE-15", "RUL-92")
def test_a_territory_has_its_currency_and_fractions_are_dropped() -> None:
    """91 MNT are 18 KZT, 4 MNT none; a currency without a rate cannot be a territory's."""
    settings = CompanySettings(territory="kzt")
    assert [purse.local(settings, value) for value in (91, 5, 4)] == [18, 1, 0]
    assert purse.local(CompanySettings(), 91) == 91
    with pytest.raises(Exception, match="territory"):
        Company(ada(), territory="eur")


@pytest.mark.rule("MM-OUT-02")
def test_money_is_handed_over_by_who_has_it_to_who_can_act() -> None:
    """Only own tokens of that currency; not to the unconscious."""
    out = structs.replace(pc("bea", "ben"), conditions=(Condition(key="unconscious", kind="unconscious"),))
    company = Company(ada(money={"mnt": 10, "kzt": 3}), pc("cid", "ben"), out)
    assert "pay-mnt" in company.offered("ada")
    assert company.offered("bea") == ["leave-company"]
    company.give(PayMoney(combatant="ada", target="cid", currency="mnt", tokens=10), seat="ana")
    assert (company.sheet()["money"], company.sheet("cid")["money"]) == ({"mnt": 0, "kzt": 3}, {"mnt": 10})
    for target, currency, tokens, field in (
        ("cid", "mnt", 1, "tokens"),
        ("cid", "kzt", 4, "tokens"),
        ("bea", "kzt", 1, "target"),
        ("ada", "kzt", 1, "target"),
    ):
        order = PayMoney(combatant="ada", target=target, currency=currency, tokens=tokens)
        assert company.refused(order, "ana").field == field


@pytest.mark.rule("MM-OUT-18", "RUL-92")
@pytest.mark.parametrize(
    ("give", "tokens", "face", "left"),
    [
        ("mnt", 10, 1, {"mnt": 91, "kzt": 23}),
        ("mnt", 100, 6, {"mnt": 4, "kzt": 32}),
        ("mnt", 7, 6, {"mnt": 100, "kzt": 20}),
        ("mnt", 8, 6, {"mnt": 92, "kzt": 21}),
        ("kzt", 20, 1, {"mnt": 160, "kzt": 0}),
        ("kzt", 1, 6, {"mnt": 108, "kzt": 19}),
    ],
)
def test_an_office_exchanges_at_a_die_and_two(give: str, tokens: int, face: int, left: dict[str, int]) -> None:
    """3 to 8 MNT for a KZT; what is left over stays; less than one unit changes nothing and takes its phase."""
    company = Company(ada(money={"mnt": 100, "kzt": 20}))
    assert {"exchange-mnt", "exchange-kzt"} <= set(company.offered("ada"))
    company.give(ExchangeMoney(combatant="ada", give=give, tokens=tokens), face, seat="ana")
    assert company.sheet()["money"] == left
    assert company.journey.day_phase is DayPhase.NOON
    again = ExchangeMoney(combatant="ada", give="kzt", tokens=1)
    assert company.refused(again, "ana").rule in ("MM-OUT-18", "MM-OUT-19")
    assert len(company.events(MoneyExchanged)) == 1


@pytest.mark.rule("MM-OUT-16", "MM-WE-14")
@pytest.mark.parametrize(
    ("successes", "rates"),
    [
        (0, (150, 25)),
        (1, (100, 50)),
        (2, (100, 50)),
        (3, (75, 75)),
        (4, (75, 75)),
        (5, (50, 100)),
    ],
)
def test_haggling_makes_the_prices(successes: int, rates: tuple[int, int]) -> None:
    """Of what is bought, and of what is sold; each piece is rounded down."""
    assert [trade.percents(more) for more in (successes, 6, 7, 9)] == [rates, (50, 100), (50, 150), (50, 150)]
    sheet: dict[str, Any] = {"skills": {"trade": 5, "long_blade": 3}}
    faces = (6,) * successes + (1,) * (5 - successes)
    company = Company(ada(money={"mnt": 1000}, **sheet), **STALL)
    order = TradeGoods(combatant="ada", merchant="smith", buys=("dagger", "dagger"), sells=("sabre",), haggle=True)
    company.give(order, *faces, seat="ana")
    (traded,) = company.events(GoodsTraded)
    assert (traded.paid, traded.earned) == (2 * (101 * rates[0] // 100), 500 * rates[1] // 100)
    assert company.sheet()["money"]["mnt"] == 1000 - traded.paid + traded.earned


@pytest.mark.rule("MM-OUT-15")
def test_without_haggling_things_cost_all_and_bring_half() -> None:
    """Sold things are gone; sales pay for purchases; provisions are beyond the offer's number."""
    company = Company(ada(items=("healing",), money={"mnt": 52}), **STALL)
    assert "trade-smith" in company.offered("ada")
    buys = ("dagger", "provisions")
    company.give(TradeGoods(combatant="ada", merchant="smith", buys=buys, sells=("sabre",)), seat="ana")
    sheet = company.sheet()
    assert (sheet["weapons"], sheet["items"], sheet["backpack"]) == ([], ["healing"], ["dagger"])
    assert (sheet["money"]["mnt"], sheet["provisions"]) == (52 + 250 - 101 - 100, 1)
    assert company.journey.day_phase is DayPhase.NOON
    assert company.refused(TradeGoods(combatant="ada", merchant="smith"), "ana").rule == "MM-OUT-19"


@pytest.mark.rule("MM-OUT-15")
@pytest.mark.parametrize(("tokens", "void"), [(50, True), (51, False)])
def test_a_trade_that_cannot_be_paid_is_void_with_its_sales(tokens: int, void: bool) -> None:
    """151 for a dagger, 100 for a draught."""
    company = Company(
        ada(items=("healing",), money={"mnt": tokens}), **{**STALL, "prices": {"dagger": 151, "healing": 200}}
    )
    order = TradeGoods(combatant="ada", merchant="smith", buys=("dagger",), sells=("healing",))
    company.give(order, seat="ana")
    assert company.events(GoodsTraded)[0].void is void
    assert company.sheet()["items"] == (["healing"] if void else [])
    assert company.sheet()["money"]["mnt"] == (tokens if void else 0)
    assert company.journey.day_phase is DayPhase.NOON


@pytest.mark.rule("MM-OUT-15")
def test_a_table_that_is_not_set_is_named() -> None:
    """Nothing is invented: merchants, prices, experience, talents, ingredients."""
    company = Company(ada(skills={"alchemy": 1, "long_blade": 3}, dev_points=9))
    for order, name in (
        (TradeGoods(combatant="ada", merchant="smith"), "merchantOffers"),
        (RiseLevel(combatant="ada"), "xpTable"),
        (TrainMember(combatant="ada", talent="parry"), "talentPrices"),
        (GatherIngredients(combatant="ada"), "ingredientsByType"),
    ):
        refusal = company.refused(order, "ana")
        assert (refusal.code, refusal.field) == ("SETTING_MISSING", f"settings.{name}")
    bare = Company(ada(), merchantOffers={"smith": ["dagger"]})
    refusal = bare.refused(TradeGoods(combatant="ada", merchant="smith", buys=("dagger",)), "ana")
    assert (refusal.code, refusal.field) == ("SETTING_MISSING", "settings.prices")


@pytest.mark.rule("MM-OUT-16")
def test_who_has_no_trade_does_not_haggle() -> None:
    """It would only lose by it."""
    company = Company(ada(money={"mnt": 500}), **STALL)
    order = TradeGoods(combatant="ada", merchant="smith", buys=("dagger",), haggle=True)
    assert company.refused(order, "ana").field == "haggle"


@pytest.mark.rule("MM-OUT-15")
@pytest.mark.parametrize(
    ("buys", "sells", "field"),
    [
        (("healing",), (), "buys"),
        ((), ("dagger",), "sells"),
        (("bandage",), ("bandage",), "sells"),
        ((), ("sabre", "sabre"), "sells"),
    ],
)
def test_what_is_not_on_offer_not_there_or_goes_both_ways(
    buys: tuple[str, ...], sells: tuple[str, ...], field: str
) -> None:
    """Nothing is stored."""
    company = Company(ada(items=("bandage",), money={"mnt": 500}), **STALL)
    order = TradeGoods(combatant="ada", merchant="smith", buys=buys, sells=sells)
    assert company.refused(order, "ana").field == field


@pytest.mark.rule("MM-OUT-28", "MM-EQ-07")
def test_what_is_too_much_is_dropped_the_newest_first() -> None:
    """Strength 3 holds three Small things in pockets."""
    company = Company(ada(items=("healing", "healing"), money={"mnt": 500}), **STALL)
    buys = ("bandage", "bandage", "bandage")
    company.give(TradeGoods(combatant="ada", merchant="smith", buys=buys), seat="ana")
    sheet = company.sheet()
    assert sorted((*sheet["items"], *sheet["backpack"])) == ["bandage", "healing", "healing"]


@pytest.mark.rule("MM-OUT-30")
def test_levels_by_the_campaigns_own_table() -> None:
    """One after the other: full Health and Power, 2 points each, what is left over stays."""
    assert [growth.rises((100, 200), 1, xp) for xp in (99, 100, 299, 300, 9999)] == [0, 1, 1, 2, 2]
    company = Company(pc("ada", lucky=False, xp=350, now={"health": 1, "power": 0}), xpTable=[100, 200])
    assert "rise-level" in company.offered("ada")
    company.give(RiseLevel(combatant="ada"), seat="ana")
    sheet = company.sheet()
    assert (sheet["level"], sheet["xp"], sheet["devPointsLeft"]) == (3, 50, 4)
    assert company.now() == (10, 7)
    assert company.refused(RiseLevel(combatant="ada"), "ana").rule == "MM-OUT-30"


@pytest.mark.rule("MM-OUT-19", "MM-ATTR-15", "MM-SKILL-04")
def test_training_takes_points_once_a_day() -> None:
    """A skill 1, an attribute 2, either or both; Strength makes 2 Health of the maximum; not what one lacks."""
    figures: dict[str, Any] = {"dev_points": 5, "skills": {"long_blade": 4, "bow": 5}}
    company = Company(ada(**figures), pc("bea", "ben", dev_points=1))
    for order in (
        TrainMember(combatant="ada", skill="bow"),
        TrainMember(combatant="ada", skill="dodge"),
        TrainMember(combatant="ada"),
        TrainMember(combatant="ada", attribute="strength", talent="parry"),
    ):
        assert company.refused(order, "ana").rule == "MM-OUT-19"
    assert company.refused(TrainMember(combatant="bea", attribute="luck"), "ben").rule == "MM-OUT-19"
    company.give(TrainMember(combatant="ada", skill="long_blade", attribute="strength"), seat="ana")
    sheet, health = company.sheet(), company.fight.combatants["ada"].vitals["health"]
    assert (sheet["skills"]["long_blade"], sheet["attributes"]["strength"], sheet["devPointsLeft"]) == (5, 4, 2)
    assert (health.now, health.max) == (8, 10)
    assert company.refused(TrainMember(combatant="ada", attribute="luck"), "ana").rule == "MM-OUT-19"
    company.give(TrainMember(combatant="bea", skill="long_blade"), seat="ben")


@pytest.mark.rule("MM-OUT-19")
def test_a_talent_is_trained_alone_for_its_price() -> None:
    """And only if it is not there yet."""
    company = Company(ada(dev_points=3), talentPrices={"parry": 3})
    company.give(TrainMember(combatant="ada", talent="parry"), seat="ana")
    assert (company.sheet()["talents"], company.sheet()["devPointsLeft"]) == (["parry"], 0)


@pytest.mark.rule("MM-OUT-21")
def test_gathering_finds_one_for_each_success() -> None:
    """Drawn at random of the type said first; animals and minerals take a tool."""
    herbs = {"plant": ["bandage"], "animal": ["healing"]}
    figures: dict[str, Any] = {"skills": {"alchemy": 3, "long_blade": 3}}
    company = Company(ada(**figures), ingredientsByType=herbs)
    order = GatherIngredients(combatant="ada", ingredient=Ingredient.ANIMAL)
    assert company.refused(order, "ana").field == "tool"
    company.give(GatherIngredients(combatant="ada"), 6, 5, 8, 1, 1, seat="ana")
    assert company.sheet()["backpack"] == ["bandage", "bandage"]
    assert company.journey.day_phase is DayPhase.NOON


@pytest.mark.rule("MM-OUT-22", "MM-POT-05")
def test_a_preparation_is_identified_once_a_day() -> None:
    """It takes no phase; one that failed is not tried again before the next day."""
    company = Company(ada(items=("unknown_potion",), skills={"alchemy": 2, "long_blade": 3}))
    assert "identify" in company.offered()
    company.give(Identify(combatant="ada", item="unknown_potion"), 2)
    assert company.sheet()["items"] == ["unknown_potion"]
    assert company.journey.day_phase is DayPhase.MORNING
    assert company.refused(Identify(combatant="ada", item="unknown_potion")).rule == "MM-OUT-19"
    for way in (Recovery.PHASE, Recovery.PHASE, Recovery.PHASE, Recovery.NIGHT):
        company.give(Recover(way=way))
    company.feed(1, 1)
    company.order("gm", Identify(combatant="ada", item="unknown_potion"))
    company.done()
    assert company.sheet()["items"] != ["unknown_potion"]


@pytest.mark.rule("MM-OUT-20")
def test_a_recipe_takes_its_ingredients_and_no_test() -> None:
    """Its level of Alchemy, its tools; once a day, for a phase."""
    recipe = {"healing": {"ingredients": ["bandage", "bandage"], "tools": ["whetstone"], "alchemyLevel": 2}}
    figures: dict[str, Any] = {"items": ("bandage", "whetstone", "bandage"), "attributes": {"strength": 6}}
    order = BrewPreparation(combatant="ada", recipe="healing")
    company = Company(ada(skills={"alchemy": 2, "long_blade": 3}, **figures), recipes=recipe)
    assert "brew-healing" in company.offered("ada")
    company.give(order, seat="ana")
    assert (company.sheet()["items"], company.sheet()["backpack"]) == (["whetstone"], ["healing"])
    assert company.journey.day_phase is DayPhase.NOON
    assert company.refused(order, "ana").rule == "MM-OUT-19"
    for skills, items, field in (
        ({"alchemy": 1}, figures["items"], "combatant"),
        ({"alchemy": 2}, ("bandage", "bandage"), "recipe"),
        ({"alchemy": 2}, ("bandage", "whetstone"), "recipe"),
    ):
        poor = Company(ada(skills={"long_blade": 3, **skills}, items=items), recipes=recipe)
        assert poor.refused(order, "ana").field == field
        assert "brew-healing" not in poor.offered("ada")
    assert Company(ada(skills={"alchemy": 2})).refused(order, "ana").code == "SETTING_MISSING"


@pytest.mark.rule("MM-OUT-17")
@pytest.mark.parametrize(("faces", "bought"), [((1, 5), ()), ((6, 5), ("healing",)), ((6, 8), ("healing", "sabre"))])
def test_a_merchant_gets_as_much_as_negotiation_has_successes(faces: tuple[int, int], bought: tuple[str, ...]) -> None:
    """The first named first; of his kind alone."""
    stall = {**STALL, "merchantOrders": {"smith": ["healing", "sabre"]}}
    company = Company(ada(skills={"negotiation": 2, "long_blade": 3}, money={"mnt": 900}), **stall)
    order = TradeGoods(combatant="ada", merchant="smith", buys=("dagger",), wanted=("healing", "sabre"))
    company.give(order, *faces, seat="ana")
    assert company.events(GoodsTraded)[0].buys == ("dagger", *bought)
    spent = 101 + (200 if "healing" in bought else 0) + (500 if "sabre" in bought else 0)
    assert company.sheet()["money"]["mnt"] == 900 - spent
    mute = Company(ada(money={"mnt": 900}), **stall)
    assert mute.refused(order, "ana").field == "wanted"
    assert Company(ada(money={"mnt": 900}), **STALL).refused(order, "ana").code == "SETTING_MISSING"


def test_every_offer_is_accepted() -> None:
    """As it stands, to a member or to the game master."""
    figures: dict[str, Any] = {"items": ("bandage", "unknown_potion"), "attributes": {"strength": 6}}
    more: dict[str, Any] = {"xp": 150, "dev_points": 3, "money": {"mnt": 50, "kzt": 4}, "damaged": ("sabre",)}
    settings = {
        **STALL,
        "xpTable": [100],
        "ingredientsByType": {"plant": ["bandage"]},
        "recipes": {"healing": {"ingredients": ["bandage"]}},
    }
    skills = {"alchemy": 1, "trade": 1, "long_blade": 3, "crafting": 1, "first_aid": 1}

    def made() -> Company:
        return Company(ada(skills=skills, provisions=3, **figures, **more), pc("bea", "ben", lucky=False), **settings)

    tried = 0
    for who, seat in ((None, "gm"), ("ada", "ana"), ("bea", "ben")):
        for offer in made().book.system.offers(made().state, who):
            company = made()
            company.feed(*([1] * 40))
            company.order(seat, offer.body)
            tried += 1
    assert tried > 15


@pytest.mark.rule("MM-OUT-22")
def test_an_unknown_potion_turns_out_to_be_a_potion() -> None:
    """Ointments and powders are not drawn for it."""
    kinds = {card.category for card in ITEMS.values() if card.deck}
    potions = sorted(key for key, card in ITEMS.items() if card.deck and card.category is Category.POTION)
    assert len(kinds) > 1
    company = Company(ada(items=("unknown_potion",), skills={"alchemy": 2, "long_blade": 3}))
    company.give(Identify(combatant="ada", item="unknown_potion"), 1, len(potions))
    assert company.sheet()["items"] == [potions[-1]]


SCHOOL: dict[str, Any] = {"academy": {"skillPrices": {"magic_nature": 2}, "spellPrices": {"ember": 3}}}


@pytest.mark.rule("MM-OUT-19")
def test_a_school_teaches_skills_and_spells_that_one_has_not() -> None:
    """For its prices, once a day; a skill begins at 1, and what one has is trained elsewhere."""
    company = Company(ada(dev_points=5, skills={"long_blade": 3}), schools=SCHOOL)
    assert company.refused(TrainMember(combatant="ada", skill="magic_nature"), "ana").field == "skill"
    for order in (
        TrainMember(combatant="ada", skill="long_blade", school="academy"),
        TrainMember(combatant="ada", skill="trade", school="academy"),
    ):
        assert company.refused(order, "ana").field == "skill"
    first = TrainMember(combatant="ada", spell="ember", school="academy")
    assert company.refused(first, "ana").field == "sheet.spells.0"
    unset = TrainMember(combatant="ada", skill="magic_nature", school="nowhere")
    assert company.refused(unset, "ana").code == "SETTING_MISSING"
    company.give(TrainMember(combatant="ada", skill="magic_nature", school="academy"), seat="ana")
    assert (company.sheet()["skills"]["magic_nature"], company.sheet()["devPointsLeft"]) == (1, 3)
    assert company.refused(first, "ana").rule == "MM-OUT-19"
    mage = Company(ada(dev_points=3, skills={"magic_nature": 2, "long_blade": 3}), schools=SCHOOL)
    mage.give(first, seat="ana")
    assert (mage.sheet()["spells"], mage.sheet()["devPointsLeft"]) == (["ember"], 0)


@pytest.mark.rule("MM-OUT-15", "MM-OUT-07")
@pytest.mark.parametrize(("rank", "things"), [("PETTY", 3), ("MIDDLE", 5), ("INFLUENTIAL", 7)])
def test_the_offer_of_a_profile_is_drawn_once_a_day(rank: str, things: int) -> None:
    """3, 5 or 7 different things of his types; provisions beyond them; he buys his types alone."""
    goods = ["dagger", "bandage", "healing", "whetstone", "rucksack", "padded_coat", "bow", "sabre"]
    profiles = {"smith": {"merchantRank": rank, "merchantGoods": goods, "sellsProvisions": True}}
    prices = {**dict.fromkeys(goods, 10), "torch": 10}
    company = Company(ada(items=("torch",), money={"mnt": 400}), merchantProfiles=profiles, prices=prices)
    trade_first = TradeGoods(combatant="ada", merchant="smith", buys=("dagger",))
    assert company.refused(trade_first, "ana").code == "SETTING_MISSING"
    order = SeeOffer(combatant="ada", merchant="smith")
    assert "see-smith" in company.offered("ada")
    company.give(order, *(1,) * things, seat="ana")
    assert company.events(OfferSeen)[0].buys == tuple(goods[:things])
    assert company.refused(order, "ana").rule == "MM-OUT-15"
    assert company.refused(TradeGoods(combatant="ada", merchant="smith", buys=("sabre",)), "ana").field == "buys"
    assert company.refused(TradeGoods(combatant="ada", merchant="smith", sells=("torch",)), "ana").field == "sells"
    company.give(TradeGoods(combatant="ada", merchant="smith", buys=("provisions", "provisions")), seat="ana")
    assert company.sheet()["provisions"] == 2
    for way in (Recovery.PHASE, Recovery.PHASE, Recovery.NIGHT):
        company.give(Recover(way=way))
    assert "see-smith" in company.offered("ada")
